"""Names that look blank, and characters that turn a text around."""

from __future__ import annotations

import pytest

from bastida import Record, new_game
from bastida.server.table.naming import plain, readable
from tests.server.clients import Client
from tests.server.running import Served

BLANK = [
    " ", "\u00a0", "\u3000", "\u200b", "\u200d\u200c", "\ufeff", "\u2060\u2061", "\u00ad", "\u034f", "\u0301\u0301", "\ufe0f",
    "\u3164", "\u2800\u2800", "\uffa0", "\u115f\u1160", "\u202e", "\u2066\u2069", "\U000e0041", "\u180e", "\x07", "\ue000",
    "\u2028", "\u17b4", "\U0001d159", "\ufff9",
]  # fmt: skip


@pytest.mark.parametrize("name", BLANK, ids=ascii)
def test_a_name_that_looks_blank_is_refused(server: Served, client: Client, name: str) -> None:
    assert readable(name) == ""
    made = client.post("/api/tables", {"seats": [{"name": name}, {}]})
    assert (made.status_code, made.json()["code"]) == (400, "bad_request")
    table = client.table("here", "link")
    with Client(server.url) as friend:
        claim = {"token": table["seats"][1]["token"], "name": name}
        assert friend.post(f"/api/tables/{table['table']}/claim", claim).json()["code"] == "bad_request"
    assert client.act(table["table"], "chat", 0, text=name).json()["code"] == "bad_request"


@pytest.mark.parametrize("name", ["Ana", "Núria", "José María", "李", "עברית", "!", "🎲", "Å̂", "7", "ক্ষ"])
def test_a_name_of_any_script_is_kept(client: Client, name: str) -> None:
    made = client.table(seats=[{"name": name}, {}])
    assert made["view"]["players"][0]["name"] == readable(name) != ""


def test_characters_that_cannot_be_seen_are_left_out(client: Client) -> None:
    made = client.table(seats=[{"name": "A\u202en\u200ba"}, {}])
    assert made["view"]["players"][0]["name"] == "Ana"
    assert plain("a\u202e \n\t b\u0000c") == "a bc"
    assert len(plain("Z" + "\u0335" * 500)) <= 5
    with client.listen(made["table"]) as stream:
        client.act(made["table"], "chat", 0, text="hola\u202e\u2067 gen\u00adt")
        assert stream.next("chat")[2]["text"] == "hola gent"


def test_two_names_that_differ_in_what_cannot_be_seen_are_the_same(server: Served, client: Client) -> None:
    table = client.table("here", "link")
    with Client(server.url) as friend:
        claim = {"token": table["seats"][1]["token"], "name": "P\u200b0"}
        assert friend.post(f"/api/tables/{table['table']}/claim", claim).json()["code"] == "name_taken"


def test_a_record_brings_no_blank_name_to_a_table(client: Client) -> None:
    text = Record.from_game(new_game("plus", players=["\u3164", "Luis"], seed=1)).to_text()
    made = client.post("/api/tables", {"record": {"text": text}})
    assert made.status_code == 201
    assert all(readable(player["name"]) for player in made.json()["view"]["players"])
