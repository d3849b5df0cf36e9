"""Costly reads happen in workers: the server's process neither replays nor draws what a stranger has sent."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest

import bastida
from bastida import Record, from_position, position
from bastida.art.pictures.film import moments
from bastida.server import Settings
from bastida.server.http import work
from bastida.server.http.record_models import FilmShown, RecordSteps
from bastida.server.http.table_models import Features
from bastida.server.http.view_models import View
from bastida.server.http.work import made as made_by_workers
from bastida.server.http.work import stuck
from bastida.server.runtime import reading
from bastida.server.runtime.queues import LEAST, Busy
from bastida.server.runtime.rooms import Room
from bastida.server.runtime.workers import Unanswered, Worker
from bastida.server.table.state import kept_setup
from bastida.table.game import Game
from tests.server.clients import Client
from tests.server.running import Served, once, served


@pytest.fixture
def begun() -> Record:
    """A record that begins at a bare position."""
    chance = random.Random(1)
    game = bastida.new_game("plus", players=["Ana", "Luis"], seed=1)
    while len(game.steps) < 30 or game.decision is None:
        game.play(chance.choice(game.options()))
    again = from_position(position(game), players=["Ana", "Luis"])
    for _ in range(2):
        again.play(again.options()[0])
    record = Record.from_game(again)
    assert record.position
    return record


# -- positions ------------------------------------------------------------------------------------------------------------


def test_a_record_that_begins_at_a_position_is_looked_at_and_continued(client: Client, begun: Record) -> None:
    name = client.http.post("/api/records", content=begun.to_text()).json()["id"]
    RecordSteps.model_validate(client.get(f"/api/records/{name}/steps").json())
    View.model_validate(client.get(f"/api/records/{name}/view?step=1").json())
    assert Features.model_validate(client.get(f"/api/records/{name}/features?step=1").json()).seq == 1
    for record in ({"id": name}, {"id": name, "step": 0}, {"text": begun.to_text()}):
        answer = client.post("/api/tables", {"record": record})
        assert answer.status_code == 201, answer.text
        before = begun.replay(record.get("step")).view()["board"]  # type: ignore[arg-type]
        laid = [{key: tile[key] for key in ("tile", "x", "y", "turns")} for tile in answer.json()["view"]["board"]]
        assert laid[: len(before)] == before


def test_the_servers_process_opens_no_record_of_a_stranger(
    client: Client, begun: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is asked about it: parsing, replaying, drawing and telling happen elsewhere."""
    whole = bastida.new_game("plus-first-game", players=["Ana", "Luis"], seed=2)
    for _ in range(20):
        whole.play(whole.options()[0])
    texts = [begun.to_text(), Record.from_game(whole).to_text()]

    def never(*_: object, **__: object) -> None:
        raise AssertionError("in the server's process")

    for what in ("from_text", "from_json", "replay", "from_game"):
        monkeypatch.setattr(Record, what, never)
    for place in (
        "bastida.art.pictures.board.board_svg",
        "bastida.server.table.replaying.shown_steps",
        "bastida.from_position",
    ):
        monkeypatch.setattr(place, never)
    for text in texts:
        answer = client.http.post("/api/records", content=text)
        assert answer.status_code == 201, answer.text
        name = answer.json()["id"]
        for path in (
            "steps",
            "view",
            "view?step=1",
            "features",
            "record.bst",
            "record.json",
            "picture.svg",
            "picture.png",
            "film.webp",
        ):
            assert client.get(f"/api/records/{name}/{path}").status_code == 200, path
    made = client.table(record={"id": name, "step": 10})
    table = f"/api/tables/{made['table']}"
    for path in ("features", "record.bst", "record.json", "picture.svg", "picture.png", "film.webp"):
        assert client.get(f"{table}/{path}").status_code == 200, path


# -- tables ---------------------------------------------------------------------------------------------------------------


def test_what_workers_read_of_a_table_follows_it_through_answers_and_taking_back(server: Served, client: Client) -> None:
    made = client.table(game="todo")
    table = made["table"]
    chance = random.Random(3)
    for turn in range(1, 12):
        view = client.play(table, chance, lambda view, turn=turn: view["turn"] > turn)  # type: ignore[misc]
        if view["undo"] is not None:
            client.act(table, "undo", view["undo"], seq=view["seq"])
        view = client.view(table)
        record = Record.from_text(client.get(f"/api/tables/{table}/record.bst").text)
        game = record.replay()
        assert [(tile["x"], tile["y"]) for tile in game.view(None)["board"]] == [(t["x"], t["y"]) for t in view["board"]]
        found = client.get(f"/api/tables/{table}/features").json()
        Features.model_validate(found)
        assert found["seq"] == view["seq"]
        assert sorted(one["kind"] for one in found["features"]) == sorted(one.kind for one in game.features())


def test_a_worker_goes_on_from_what_it_knows_of_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    game = bastida.new_game("plus", players=["Ana", "Luis"], seed=4)
    chance = random.Random(4)
    while len(game.steps) < 60:
        game.play(chance.choice(game.options()))
    steps = [step.text for step in game.steps]
    played = []
    play = Game.play

    def counted(self: Game, answer: Any) -> Any:
        played.append(answer)
        return play(self, answer)

    monkeypatch.setattr(Game, "play", counted)
    plan = {"id": "table", "setup": kept_setup(game.setup), "position": ""}
    for number, more in ((60, 60), (60, 0), (59, 0), (60, 1), (20, 0), (30, 10)):
        played.clear()
        found = reading._table({**plan, "steps": steps[:number]})
        assert [step.text for step in found.steps] == steps[:number]
        assert len(played) == more
    other = {**plan, "setup": {**plan["setup"], "players": ["Eva", "Luis"]}}  # type: ignore[dict-item]
    assert reading._table({**other, "steps": steps[:30]}).setup.players == ("Eva", "Luis")
    for number in range(3 * reading.GAMES):
        reading._table({**plan, "id": str(number), "steps": steps[:2]})
    assert len(reading._tables) == reading.GAMES
    with pytest.raises(Exception, match="nonsense"):
        reading._table({**plan, "id": "0", "steps": ["nonsense"]})
    assert "0" not in reading._tables


# -- made once, refused in time -------------------------------------------------------------------------------------------


class Counting:
    """A pool that notes what it is asked for."""

    def __init__(self, live: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        self.jobs: list[tuple[str, str]] = []
        self.fails: Exception | None = None
        ask = live.pool.ask

        async def counted(job: dict[str, Any], seconds: float, kind: str = "answer", *more: Any) -> dict[str, Any]:
            self.jobs.append((kind, job["do"]))
            if self.fails is not None:
                raise self.fails
            found: dict[str, Any] = await ask(job, seconds, kind, *more)
            return found

        monkeypatch.setattr(live.pool, "ask", counted)


@pytest.fixture
def counting(server: Served, monkeypatch: pytest.MonkeyPatch) -> Iterator[Counting]:
    yield Counting(server.live, monkeypatch)
    made_by_workers.clear()
    stuck.clear()


def test_the_same_step_in_the_same_language_is_made_once(client: Client, counting: Counting, begun: Record) -> None:
    name = client.http.post("/api/records", content=begun.to_text()).json()["id"]
    counting.jobs.clear()
    for _ in range(3):
        for step, language in ((0, "es"), (1, "es"), (0, "en")):
            assert client.get(f"/api/records/{name}/view?step={step}&lang={language}").json()["seq"] == step
    assert counting.jobs == [("read", "view")] * 3
    counting.jobs.clear()
    made = client.table()
    for _ in range(3):
        client.get(f"/api/tables/{made['table']}/features")
    client.answer(made["table"], made["view"])
    client.get(f"/api/tables/{made['table']}/features")
    assert counting.jobs == [("read", "features")] * 2


def test_more_than_a_visitor_may_have_under_way_is_refused_with_a_time(client: Client, counting: Counting) -> None:
    made = client.table()
    table = made["table"]
    counting.fails = Busy("hint", 12.4)
    for answer in (
        client.post(f"/api/tables/{table}/hint?lang=es", {"seat": 0}),
        client.http.post("/api/records", content="bastida record 1\n"),
        client.get(f"/api/tables/{table}/features"),
        client.get(f"/api/tables/{table}/film.webp"),
        client.get("/api/art/stone/tiles.svg?ids=D,E,F,G"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (429, "too_much_work")
        assert answer.headers["retry-after"] == "12"
    counting.fails = Unanswered("died")
    assert client.get(f"/api/tables/{table}/features").json()["code"] == "too_slow"
    assert client.get(f"/api/tables/{table}/picture.png").json()["code"] == "no_picture"
    assert [kind for kind, _ in counting.jobs] == ["hint", "check", "read", "film", "art", "read", "picture"]


def test_what_a_worker_has_died_of_is_not_tried_again_at_once(client: Client, counting: Counting, begun: Record) -> None:
    name = client.http.post("/api/records", content=begun.to_text()).json()["id"]
    counting.jobs.clear()
    counting.fails = Unanswered("TimeoutError")
    for step in (0, 1, 1):
        answer = client.get(f"/api/records/{name}/view?step={step}")
        assert (answer.status_code, answer.json()["code"]) == (503, "too_slow")
    assert counting.jobs == [("read", "view")]
    counting.fails = None
    assert client.get(f"/api/records/{name}/steps").status_code == 200
    stuck.clear()
    assert client.get(f"/api/records/{name}/view?step=1").status_code == 200


# -- a film, which takes a while ------------------------------------------------------------------------------------------


@once
def test_a_film_is_begun_told_of_and_fetched(
    server: Served, client: Client, counting: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "MOMENT", 0.02)
    game = bastida.new_game("plus", players=["Ana", "Luis"], seed=1)
    for _ in range(20):
        game.play(game.options()[0])
    record = client.http.post("/api/records", content=Record.from_game(game).to_text()).json()["id"]
    table = client.table(record={"id": record, "step": 10})["table"]
    counting.jobs.clear()
    for place in (f"/api/records/{record}", f"/api/tables/{table}"):
        told = [client.post(f"{place}/film").json()]
        assert "state" in told[0], told
        while told[-1]["state"] != "ready":
            told.append(client.post(f"{place}/film").json())
            FilmShown.model_validate(told[-1])
        states = [one["state"] for one in told]
        assert states == sorted(states, key=["waiting", "making", "ready"].index)
        assert states[0] == "waiting"
        far = [one["done"] for one in told if one["state"] == "making"]
        assert far == sorted(far)
        assert all(0 < one["done"] <= one["of"] for one in told if one["state"] == "making")
        assert client.get(f"{place}/film.webp").content[8:12] == b"WEBP"
        assert client.post(f"{place}/film").json()["state"] == "ready"
    client.act(table, "chat", 0, text="Do look!")
    assert client.post(f"/api/tables/{table}/film").json()["state"] == "ready"
    assert counting.jobs == [("film", "film")] * 2  # each once, whoever asks, however often and whatever is said meanwhile
    assert not server.live.pool.under_way


def test_a_worker_tells_of_every_frame_before_the_film(begun: Record) -> None:
    *told, film = reading.film({"text": begun.to_text()})
    assert [one["told"][0] for one in told] == list(range(1, len(moments(begun, 1)) + 1))
    assert all(done <= of for done, of in (one["told"] for one in told))
    assert film["data"][8:12] == b"WEBP"


def test_a_film_that_cannot_be_made_says_why(client: Client, counting: Counting, begun: Record) -> None:
    assert client.post("/api/records/nothing/film").json()["code"] == "no_record"
    record = client.http.post("/api/records", content=begun.to_text()).json()["id"]
    counting.fails = Unanswered("MissingExtra: pictures")
    assert client.post(f"/api/records/{record}/film").json()["code"] == "no_picture"
    counting.fails = Busy("film", 30.0)
    assert client.post(f"/api/records/{record}/film").json()["code"] == "too_much_work"


@once
def test_a_film_that_nobody_waits_for_is_given_up(
    server: Served, client: Client, counting: Counting, begun: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither by asking once nor by a connection that is closed can somebody keep the process that makes films busy."""
    place = f"/api/records/{client.http.post('/api/records', content=begun.to_text()).json()['id']}"
    monkeypatch.setattr(work, "MOMENT", 0.1)
    monkeypatch.setattr(work, "LEFT", 0.5)
    monkeypatch.setattr(Worker, "COMMAND", ("-c", "import time; time.sleep(600)"))
    pool = server.live.pool
    crew = pool.by_kind["film"]

    def idle() -> bool:
        return not (pool.under_way or crew.done or crew.at or crew.tasks or crew.lane.held)

    first = client.post(f"{place}/film").json()
    assert first.get("state") == "waiting", first
    for _ in range(8):  # as long as somebody asks it goes on
        time.sleep(0.1)
        assert client.post(f"{place}/film").json()["state"] == "waiting"
    assert counting.jobs.count(("film", "film")) == 1
    assert not idle()
    soon(idle)
    with pytest.raises(httpx.ReadTimeout):
        client.http.get(f"{place}/film.webp", timeout=0.5)
    assert counting.jobs.count(("film", "film")) == 2
    soon(idle)
    assert len(crew.free) == 1
    monkeypatch.undo()
    assert client.get(f"{place}/film.webp").content[8:12] == b"WEBP"  # and nothing is in its way


def soon(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_film_costs_as_much_as_ever_and_asking_how_far_it_is_little(settings: Settings) -> None:
    game = bastida.new_game("plus", players=["Ana", "Luis"], seed=2)
    with served(replace(settings, rate=0.001, burst=60)) as running, Client(running.url) as client:
        record = client.http.post("/api/records", content=Record.from_game(game).to_text()).json()["id"]
        while client.post(f"/api/records/{record}/film").json()["state"] != "ready":
            pass
        level, _ = running.app.state.limits.requests.levels["127.0.0.1"]
        assert 5 < level < 20


# -- whose turn -----------------------------------------------------------------------------------------------------------


def test_a_computers_answer_is_the_turn_of_whoever_made_the_table(server: Served, client: Client) -> None:
    computer = {"kind": "computer", "level": "random"}
    first, second = (client.table(seats=[{}, computer])["table"] for _ in range(2))
    lesson = client.post("/api/lessons/plus/tile").json()["table"]
    seconds, kind, who = server.live.computers.turn(first, 2.0)
    assert (seconds, kind) == (2.0, "answer")
    assert server.live.computers.turn(second, 2.0)[2][0] == who[0] == server.live.computers.turn(lesson, 2.0)[2][0]
    assert "127.0.0.1" not in str(server.live.rooms[first].table.config)  # type: ignore[union-attr]
    assert "maker" not in str(client.view(first))


def test_a_table_at_which_nobody_has_looked_for_long_thinks_last_and_briefly(server: Served, client: Client) -> None:
    table = client.table("here", "here")["table"]
    room = server.live.rooms[table]
    room.seen -= 601  # ten minutes ago
    assert server.live.computers.turn(table, 2.0)[:2] == (LEAST, "idle")
    client.view(table)  # somebody looks again
    assert server.live.computers.turn(table, 2.0)[:2] == (2.0, "answer")
    with client.listen(table) as stream:
        stream.next("view")
        room.seen -= 601
        assert server.live.computers.turn(table, 2.0)[1] == "answer"


def test_a_room_that_nobody_has_entered_counts_from_its_opening() -> None:
    assert Room("name", 60).unseen_for() < 60


def test_visitors_are_told_apart_by_their_address_first(settings: Settings) -> None:
    with served(replace(settings, trusted_proxies="*")) as running:
        makers = []
        for address in ("10.0.0.1", "10.0.0.1", "10.0.0.2"):
            with Client(running.url) as client:
                client.http.headers["X-Forwarded-For"] = address
                client.table()
                table = client.table()["table"]
                makers.append(running.live.computers.turn(table, 1.0)[2])
        assert makers[0][0] == makers[1][0] != makers[2][0]
        assert makers[0][1] != makers[1][1]
