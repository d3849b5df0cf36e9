"""Members of a server: one name for one person, on several devices, and what a browser held before is theirs."""

from __future__ import annotations

import math
import re
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bastida.server import Settings
from bastida.server.club.members import accounts
from bastida.server.club.members.labels import label_of
from bastida.server.club.members.names import MOST, folded
from bastida.server.club.members.words import BITS, LENGTH, WORDS, new_phrase, tidied
from bastida.server.http.described import EXAMPLES
from bastida.server.http.members_models import AccountShown, MemberMade, MeShown
from tests.server.clients import Client
from tests.server.conftest import PLENTY
from tests.server.postgres import Cluster
from tests.server.running import Process, Served, once, served

pytestmark = once
STUDY = EXAMPLES["StudyKept"]["study"]


def sign_up(client: Client, name: str, colour: str = "red") -> dict[str, Any]:
    answer = client.post("/api/me", {"name": name, "colour": colour})
    assert answer.status_code == 201, answer.text
    MemberMade.model_validate(answer.json())
    made: dict[str, Any] = answer.json()
    return made


def sign_in(client: Client, phrase: str, **more: Any) -> None:
    answer = client.post("/api/me/sign-in", {"phrase": phrase, **more})
    assert answer.status_code == 200, answer.text


def account(client: Client) -> dict[str, Any]:
    answer = client.get("/api/me/account")
    assert answer.status_code == 200, answer.text
    AccountShown.model_validate(answer.json())
    found: dict[str, Any] = answer.json()
    return found


@pytest.fixture
def running(database: str) -> Iterator[Served]:
    """A server with a fresh database of either kind."""
    with served(Settings(database=database, think_seconds=0.5, **PLENTY)) as one:
        yield one


@pytest.fixture
def guest(server: Served) -> Iterator[Client]:
    with Client(server.url) as one:
        yield one


# -- names and phrases -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "ANA"), ("Inés", "ines"), ("Ana", "Аna"), ("Ana María", "Ana-Maria"), ("Olga", "0lga"), ("Ian", "lan"),
        ("Mila", "MiIa"), ("Χρ", "Xp"), ("ﬁn", "fin"), ("A n a", "ana"), ("William", "VVilliam"), ("STRASSE", "Straße"),
    ],
)  # fmt: skip
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert folded(one) == folded(other)


def test_other_names_are_others_and_all_fit_into_the_database() -> None:
    names = ["Ana", "Anna", "Luis", "Núria", "Юра", "山田", "山本", "★", "☆", "🙂", "ﷺ" * 40, "ﷺ" * 39, "!", "?", "~?"]
    assert len({folded(name) for name in names}) == len(names)
    assert all(0 < len(folded(name)) <= MOST for name in names)


def test_a_phrase_is_long_enough_and_read_however_it_is_typed() -> None:
    assert BITS >= 128
    assert pytest.approx(LENGTH * math.log2(len(set(WORDS)))) == BITS
    assert all(re.fullmatch("[a-z]{4}", word) for word in WORDS)
    phrase = new_phrase()
    assert phrase != new_phrase()
    typed = ", ".join(f"{number}. {word.upper()}" for number, word in enumerate(phrase.split(), 1))
    assert tidied(f"  {typed}\n") == tidied(phrase) == phrase


def test_a_device_is_called_after_its_browser_and_system() -> None:
    assert label_of("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0") == "Firefox · Linux"
    assert (
        label_of("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36") == "Chrome · Android"
    )
    assert label_of("python-httpx/0.28\u202e") == "python-httpx/0.28"
    assert label_of("") == "?"


# -- becoming one ----------------------------------------------------------------------------------------------------------


def test_one_step_makes_a_member_with_what_the_browser_held(running: Served) -> None:
    with Client(running.url) as client:
        assert client.get("/api/me").json()["member"] is None
        table = client.table("here", "link")["table"]
        assert client.post("/api/studies", {"study": STUDY}).status_code == 201
        made = sign_up(client, "  Ana\u202e ", "blue")
        assert made["member"]["name"] == "Ana"
        assert len(made["phrase"].split()) == LENGTH
        MeShown.model_validate(client.get("/api/me").json())
        assert client.get("/api/me").json()["member"] == made["member"]
        assert client.view(table)["you"] == [0]
        assert [one["table"] for one in client.get("/api/tables").json()["tables"]] == [table]
        assert len(client.get("/api/studies").json()["studies"]) == 1
        assert client.post("/api/me", {"name": "Eva", "colour": "red"}).json()["code"] == "member_already"
        with Client(running.url) as other:
            sign_in(other, made["phrase"].upper().replace(" ", ", "))
            assert other.view(table)["you"] == [0]
            assert len(other.get("/api/studies").json()["studies"]) == 1
            assert other.act(table, "chat", 0, text="from the other device").status_code == 200


def test_the_streams_of_a_browser_go_on_as_the_members(client: Client) -> None:
    table = client.table("here", "link")["table"]
    with client.listen(table) as stream:
        stream.next("view")
        sign_up(client, "Streamer")
        stream.next("bye")
    with client.listen(table) as stream:
        assert stream.next("view")[2]["you"] == [0]


def test_a_member_sits_down_under_its_name_and_in_its_colour(client: Client, guest: Client) -> None:
    made = client.table("here", "link", "link")
    id = sign_up(guest, "Berta", "green")["member"]["id"]
    claimed = guest.post(f"/api/tables/{made['table']}/claim", {"token": made["seats"][1]["token"]})
    assert claimed.status_code == 200, claimed.text
    player = guest.view(made["table"])["players"][1]
    assert (player["name"], player["colour"], player["member"]) == ("Berta", "green", id)


def test_names_are_unique_also_to_the_eye_and_bad_ones_are_refused(client: Client, guest: Client) -> None:
    sign_up(client, "Carla")
    for name in ("Carla", "CÁRLA", "Саrla", "c a r l a", "CarIa"):
        refused = guest.post("/api/me", {"name": name, "colour": "red"})
        assert (refused.status_code, refused.json()["code"]) == (409, "member_name_taken"), name
    for wrong in ({"name": "\u2800", "colour": "red"}, {"name": "x" * 41, "colour": "red"}, {"name": "Dora"}):
        assert guest.post("/api/me", wrong).status_code == 400
    assert guest.post("/api/me", {"name": "Dora", "colour": "mauve"}).json()["code"] == "unknown_colour"
    sign_up(guest, "Dora")
    assert guest.http.patch("/api/me", json={"name": "carla"}).json()["code"] == "member_name_taken"
    assert guest.http.patch("/api/me", json={"name": "Doris", "colour": "blue"}).json()["member"]["name"] == "Doris"
    with Client(client.url) as third:
        sign_up(third, "Dora")  # nobody is called so any more


def test_of_many_who_want_one_name_at_once_one_gets_it(cluster: Cluster) -> None:
    """At two servers that share a database, so that only the database can tell."""
    database = cluster.new_database()
    with Process(database) as one, Process(database) as two:
        answers: list[int] = []

        def want(url: str) -> None:
            with Client(url) as client:
                answers.append(client.post("/api/me", {"name": "Wanted", "colour": "red"}).status_code)

        threads = [threading.Thread(target=want, args=(url,)) for url in [one.url, two.url] * 5]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answers) == [201] + [409] * 9


# -- devices ---------------------------------------------------------------------------------------------------------------


def test_devices_are_listed_labelled_and_signed_out(running: Served) -> None:
    with Client(running.url) as home, Client(running.url) as phone, Client(running.url) as work:
        phrase = sign_up(home, "Eva")["phrase"]
        sign_in(phone, phrase, device="Telephone")
        sign_in(work, phrase)
        table = home.table("here", "link")["table"]
        listed = account(home)["devices"]
        assert [one["here"] for one in listed] == [True, False, False]
        assert listed[1]["label"] == "Telephone"
        path = f"/api/me/devices/{listed[2]['id']}"
        assert home.http.put(path, json={"label": "Office"}).status_code == 204
        assert account(home)["devices"][2]["label"] == "Office"
        with work.listen(table) as stream, phone.listen(table) as other:
            stream.next("view")
            other.next("view")
            assert home.http.delete(path).status_code == 204
            stream.next("bye")  # at once
            assert work.get(f"/api/tables/{table}").status_code == 401
            assert work.get("/api/me").json()["member"] is None
            assert home.http.delete(path).json()["code"] == "no_such_device"
            assert phone.view(table)["you"] == [0]
            assert home.post("/api/me/sign-out", {"others": True}).status_code == 204
            other.next("bye")
        assert phone.get("/api/me").json()["member"] is None
        assert len(account(home)["devices"]) == 1
        assert home.post("/api/me/sign-out", {}).status_code == 204
        assert home.get("/api/me").json()["member"] is None
        assert home.get(f"/api/tables/{table}").status_code == 401
        assert home.get("/api/me/account").json()["code"] == "no_member"


def test_signing_out_at_one_server_ends_streams_at_another(cluster: Cluster) -> None:
    database = cluster.new_database()
    with Process(database) as one, Process(database) as two, Client(one.url) as home, Client(two.url) as away:
        sign_in(away, sign_up(home, "Fina")["phrase"])
        table = home.table("here", "link")["table"]
        with away.listen(table) as stream:
            stream.next("view")
            assert home.post("/api/me/sign-out", {"others": True}).status_code == 204
            stream.next("bye")
        assert away.get(f"/api/tables/{table}").status_code == 401


def test_the_phrase_is_renewed_and_only_its_digest_is_kept(server: Served, client: Client, guest: Client) -> None:
    first = sign_up(client, "Gala")["phrase"]
    second = client.post("/api/me/phrase").json()["phrase"]
    assert guest.post("/api/me/sign-in", {"phrase": first}).json()["code"] == "wrong_phrase"
    sign_in(guest, second)
    with server.live.store.engine.connect() as connection:
        kept = str(connection.exec_driver_sql("SELECT * FROM members").all())
    assert second not in kept
    assert tidied(second) not in kept


def test_only_so_many_devices_and_studies_are_a_members(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts, "MOST_DEVICES", 3)
    monkeypatch.setattr(accounts, "MOST_STUDIES", 2)
    phrase = sign_up(client, "Hilda")["phrase"]
    for number in range(4):
        with Client(client.url) as one:
            assert one.post("/api/studies", {"study": STUDY}).status_code == 201
            sign_in(one, phrase, device=f"Device {number}")
            devices = account(one)["devices"]
            studies = one.get("/api/studies").json()["studies"]
    assert [one["label"] for one in devices] == ["Device 1", "Device 2", "Device 3"]
    assert len(studies) == 2
    assert client.get("/api/me").json()["member"] is None  # the first device has gone


def test_guessing_phrases_and_making_members_ends_soon(settings: Settings) -> None:
    few = replace(settings, sign_ins_per_hour=5, members_per_hour=2)
    with served(few) as running, Client(running.url) as client:
        answers = [client.post("/api/me/sign-in", {"phrase": new_phrase()}) for _ in range(8)]
        assert [answer.status_code for answer in answers] == [403] * 5 + [429] * 3
        assert answers[-1].json()["code"] == "too_many_times"
        assert int(answers[-1].headers["retry-after"]) > 60
        made = []
        for number in range(4):
            with Client(running.url) as other:  # another cookie does not help
                made.append(other.post("/api/me", {"name": f"N{number}", "colour": "red"}).status_code)
        assert made == [201, 201, 429, 429]


# -- who may make tables -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("makers", ["anybody", "members", "invited"])
def test_the_server_says_beforehand_who_may_make_tables(settings: Settings, makers: str) -> None:
    with served(replace(settings, makers=makers)) as running, Client(running.url) as client:

        def may() -> tuple[bool, int]:
            told = client.get("/api/me").json()
            assert told["makers"] == makers
            seats = [{"kind": "here"}, {"kind": "here"}]
            return told["may_make"], client.post("/api/tables", {"game": "plus", "seats": seats}).status_code

        assert may() == ((True, 201) if makers == "anybody" else (False, 403))
        id = sign_up(client, "Maker")["member"]["id"]
        assert may() == ((False, 403) if makers == "invited" else (True, 201))
        with running.live.store.engine.begin() as connection:
            connection.exec_driver_sql("UPDATE members SET invited = 1")
        running.app.state.house.people.forget()
        assert may() == (True, 201)
        assert client.get("/api/me").json()["member"]["id"] == id
