"""Obligation 12: records from strangers are hostile. And what can be done with good ones."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as rounds
from hypothesis import strategies as st

import bastida
from bastida import Record
from bastida.server.http.record_models import RecordMade, RecordSteps
from bastida.server.http.view_models import View
from tests.server.clients import Client
from tests.server.running import SOAK, Served


def played(preset: str = "plus-first-game", steps: int = 60, seed: int = 1) -> bastida.Game:
    game = bastida.new_game(preset, players=["Ana", "Luis"], seed=seed)
    chance = random.Random(seed)
    while not game.over and len(game.steps) < steps:
        game.play(chance.choice(game.options()))
    return game


@pytest.fixture(scope="module")
def record() -> Record:
    return Record.from_game(played())


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_record_is_checked_and_can_be_stepped_through(client: Client, record: Record, form: str) -> None:
    content = record.to_text() if form == "text" else record.to_json()
    answer = client.http.post("/api/records", content=content)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    RecordMade.model_validate(made)
    assert made["steps"] == record.answers
    steps = client.get(f"/api/records/{made['id']}/steps?lang=es").json()
    RecordSteps.model_validate(steps)
    assert [step["text"] for step in steps["steps"]] == [answer.text for row in record.rows for answer in row.answers]
    scored = [line for step in steps["steps"] for line in step["scored"]]
    assert sum(line["points"] for line in scored) == sum(steps["points"])
    for step in (0, 7, record.answers):
        view = client.get(f"/api/records/{made['id']}/view?step={step}").json()
        View.model_validate(view)
        assert view["seq"] == step
        assert len(view["board"]) == len(record.replay(step).view(None)["board"])
    assert Record.from_text(client.get(f"/api/records/{made['id']}/record.bst").text) == record


def test_a_record_is_continued_at_a_table(client: Client, record: Record) -> None:
    made = client.table(record={"text": record.to_text(), "step": 30}, seats=[{"name": "Eva"}, {}])
    view = made["view"]
    assert [player["name"] for player in view["players"]] == ["Eva", "Luis"]
    before = record.replay(30)
    assert view["board"] == [{**tile, "seq": 0} for tile in before.view(None)["board"]] or len(view["board"]) >= len(
        before.view(None)["board"]
    )
    assert view["undo"] is None
    assert client.act(made["table"], "undo", view["decision"]["seat"], seq=1).json()["code"] == "nothing_to_undo"
    over = client.play(made["table"], random.Random(2))
    assert over["over"]
    whole = Record.from_text(client.get(f"/api/tables/{made['table']}/record.bst").text)
    whole.check()
    texts = [answer.text for row in whole.rows for answer in row.answers]
    assert texts[:30] == [answer.text for row in record.rows for answer in row.answers][:30]


@pytest.mark.parametrize("game", ["plus", "todo"])
def test_a_continued_table_tells_what_was_played_before_as_the_first_one_did(client: Client, game: str) -> None:
    made = client.table(game=game)
    client.play(made["table"], random.Random(5), lambda view: len(view["ledger"]) > 3)
    before = client.view(made["table"], "es")
    text = client.get(f"/api/tables/{made['table']}/record.bst").text
    again = client.view(client.table(record={"text": text})["table"], "es")
    assert "score" in {line["kind"] for line in before["log"]}
    assert [line | {"seq": 0} for line in again["log"]] == [line | {"seq": 0} for line in before["log"]]
    assert again["ledger"] == before["ledger"]


def test_a_finished_record_makes_a_table_that_is_over(client: Client) -> None:
    game = played(steps=10_000)
    view = client.table(record={"text": Record.from_game(game).to_text()})["view"]
    assert (view["status"], view["outcome"]["reason"], view["decision"]) == ("over", "finished", None)
    assert [player["points"] for player in view["players"]] == list(game.scores().values())


def test_the_same_game_has_the_same_id_whoever_uploads_it_in_whatever_form(server: Served, client: Client) -> None:
    made = client.table()
    client.play(made["table"], random.Random(6), lambda view: view["turn"] > 4)
    forms = [client.get(f"/api/tables/{made['table']}/record.{form}").text for form in ("bst", "json", "bst")]
    with Client(server.url) as other:
        ids = {who.http.post("/api/records", content=form).json()["id"] for form in forms for who in (client, other)}
    assert len(ids) == 1
    client.play(made["table"], random.Random(7), lambda view: view["turn"] > 5)
    further = client.get(f"/api/tables/{made['table']}/record.bst").text
    assert client.http.post("/api/records", content=further).json()["id"] not in ids


def test_pictures_and_films_are_made(client: Client) -> None:
    small = Record.from_game(played(steps=8))
    name = client.http.post("/api/records", content=small.to_text()).json()["id"]
    svg = client.get(f"/api/records/{name}/picture.svg?step=4")
    assert svg.headers["content-type"].startswith("image/svg+xml")
    assert svg.text.startswith("<svg")
    assert client.get(f"/api/records/{name}/picture.png").content.startswith(b"\x89PNG")
    assert client.get(f"/api/records/{name}/film.webp").content[8:12] == b"WEBP"


def test_the_record_of_a_table_can_be_taken_home_at_any_time(client: Client) -> None:
    made = client.table(game="todo")
    client.play(made["table"], random.Random(4), lambda view: view["turn"] > 8)
    text = client.get(f"/api/tables/{made['table']}/record.bst").text
    Record.from_text(text).check()
    assert Record.from_json(client.get(f"/api/tables/{made['table']}/record.json").text) == Record.from_text(text)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"{",
        b"[]",
        b"null",
        b"bastida record 1",
        b"bastida record 999\n",
        b'{"bastida": 1}' * 100,
        b"\x80\x04\x95",
        b"A" * 900_000,
        b"[" * 100_000,
    ],
)
def test_what_is_no_record_is_refused_with_a_sentence(client: Client, content: bytes) -> None:
    answer = client.http.post("/api/records?lang=es", content=content)
    assert (answer.status_code, answer.json()["code"]) == (422, "wrong_record")


def test_a_record_that_is_not_as_the_rules_have_it_is_refused_with_its_place(client: Client, record: Record) -> None:
    lines = record.to_text().splitlines()
    at = next(number for number, line in enumerate(lines) if " r" in line and number > 20)
    lines[at] = lines[at].replace(" r", " r9")
    problem = client.http.post("/api/records", content="\n".join(lines) + "\n").json()
    assert problem["code"] == "wrong_record"
    assert "line" in problem["detail"]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("es", "El registro no se puede usar: línea 1: 'hola' no es el comienzo de un registro; lo correcto sería:"),
        ("ca", "El registre no es pot fer servir: línia 1: 'hola' no és el començament d'un registre; hauria de ser:"),
        ("en", "The record cannot be used: line 1: 'hola' does not open a record; right would be: bastida record 1"),
    ],
)
def test_what_is_wrong_with_a_record_is_told_in_the_askers_language(client: Client, language: str, said: str) -> None:
    upload = client.http.post(f"/api/records?lang={language}", content="hola\n")
    table = client.post(f"/api/tables?lang={language}", {"record": {"text": "hola\n"}})
    assert upload.json()["detail"].startswith(said)
    assert table.json()["detail"] == upload.json()["detail"]


def test_bytes_that_are_no_text_are_refused_with_their_line(client: Client) -> None:
    problem = client.http.post("/api/records?lang=es", content=b"bastida record 1\n\xff").json()
    assert "línea 2: el byte 0xff no es UTF-8" in problem["detail"]


def test_a_step_that_a_record_does_not_have_is_refused(client: Client, record: Record) -> None:
    answer = client.post("/api/tables?lang=es", {"record": {"text": record.to_text(), "step": record.answers + 1}})
    assert answer.status_code == 422
    assert f"así que no hay posición {record.answers + 1}" in answer.json()["detail"]


def test_a_study_cannot_be_continued(client: Client) -> None:
    game = bastida.new_game("plus", players=["Ana", "Luis"], study=True)
    answer = client.post("/api/tables", {"record": {"text": Record.from_game(game).to_text()}})
    assert answer.json()["code"] == "study_record"


def test_seats_must_match_the_record(client: Client, record: Record) -> None:
    answer = client.post("/api/tables", {"record": {"text": record.to_text()}, "seats": [{}, {}, {}]})
    assert answer.json()["code"] == "seats_do_not_match"


def mutations(data: str) -> st.SearchStrategy[str]:
    """A record with something wrong in it: cut, doubled, exchanged, or strange characters."""
    place = st.integers(0, len(data) - 1)
    return st.one_of(
        st.builds(lambda a, b: data[: min(a, b)] + data[max(a, b) :], place, place),
        st.builds(lambda a, text: data[:a] + text + data[a:], place, st.text(max_size=20)),
        st.builds(lambda a, c: data[:a] + c + data[a + 1 :], place, st.characters()),
        st.builds(lambda a: data[:a] * 2, place),
    )


@pytest.mark.soak
def test_fuzzed_records_never_break_the_server(server: Served, record: Record) -> None:
    """Text and JSON alike: every upload is accepted or refused with a sentence, and the server goes on."""
    text, as_json = record.to_text(), record.to_json()

    @rounds(max_examples=2_000 if SOAK else 60, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.one_of(mutations(text), mutations(as_json), st.text(max_size=300)))
    def upload(content: str) -> None:
        with Client(server.url) as client:
            answer = client.http.post("/api/records", content=content.encode("utf-8", "surrogatepass"))
            assert answer.status_code in (201, 422), answer.text
            json.loads(answer.text)

    upload()
