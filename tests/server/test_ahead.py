"""Thinking on the turn of a person: only where the host allows it, last of all, from nothing hidden, never in anybody's way."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import bastida
from bastida import Game, from_position, position
from bastida.record.positions import state_hash
from bastida.server import Settings
from bastida.server.runtime import ahead, thinker
from bastida.server.runtime.queues import AHEAD, THINKING, Busy, Lane, Work
from bastida.server.runtime.rooms import Room
from bastida.server.runtime.workers import Crew
from tests.server.clients import Client
from tests.server.conftest import PLENTY
from tests.server.running import Served, apart, served
from tests.server.test_done import done as done_with
from tests.server.test_done import turn_played
from tests.server.test_queues import QUOTAS, Slow, settled, work

NAMES = ["Ana", "Luis"]
SEARCHES = {"kind": "computer", "level": "search"}


# -- whose process it is ----------------------------------------------------------------------------------------------------


def test_what_is_thought_ahead_never_waits() -> None:
    lane = Lane(2, THINKING, QUOTAS)
    lane.add(work(AHEAD))
    assert lane.next() is not None
    with pytest.raises(Busy):
        lane.add(work(AHEAD, table="another of the same visitor"))
    lane.add(work(AHEAD, address="z"))
    assert lane.next() is not None
    with pytest.raises(Busy):
        lane.add(work(AHEAD, address="where no process is free"))
    assert lane.waiting[AHEAD].number == 0


def test_it_costs_a_visitor_no_turn() -> None:
    lane = Lane(1, THINKING, QUOTAS)
    for address in "ab":
        lane.add(work(address=address))
        one = lane.next()
        assert one is not None
        lane.end(one)
    lane.add(work(AHEAD))
    thinks = lane.next()
    assert thinks is not None
    lane.add(work(address="b"))
    lane.add(work(address="a"))
    lane.end(thinks)
    found = lane.next()
    assert found is not None
    assert found.address == "a"


@pytest.mark.parametrize("kind", ["answer", "hint", "idle"])
@pytest.mark.parametrize("address", ["a", "z"])
def test_whatever_else_is_wanted_ends_it_at_once(kind: str, address: str) -> None:
    async def run() -> None:
        slow = Slow()
        crew = Crew(Lane(1, THINKING, QUOTAS), [slow])
        mine = asyncio.create_task(crew.ask(work(AHEAD)))
        await settled()
        other = asyncio.create_task(crew.ask(work(kind, address=address, table="other")))
        await settled()
        assert slow.hurries == [0.0]
        assert (await mine)["answer"] == "hurried"
        assert len(slow.jobs) == 2
        slow.done.set_result({"answer": "other"})
        assert (await other)["answer"] == "other"
        await crew.close()

    apart(run())


def test_it_ends_at_once_when_its_table_has_gone_on_and_no_other_work_does() -> None:
    async def run() -> None:
        hands = [Slow(), Slow()]
        crew = Crew(Lane(2, THINKING, QUOTAS), list(hands))
        mine = asyncio.create_task(crew.ask(work(AHEAD, table="mine")))
        other = asyncio.create_task(crew.ask(work("answer", address="z", table="mine")))
        await settled()
        assert not crew.cut(AHEAD, "another")
        assert [hand.hurries for hand in hands] == [[], []]
        assert crew.cut(AHEAD, "mine")
        assert crew.cut(AHEAD, "mine")
        assert sorted(hand.hurries for hand in hands) == [[], [0.0]]
        assert (await mine)["answer"] == "hurried"
        next(hand for hand in hands if not hand.hurries).done.set_result({"answer": "slowly"})
        assert (await other)["answer"] == "slowly"
        await crew.close()

    apart(run())


# -- what a process does ----------------------------------------------------------------------------------------------------


def midway(steps: int = 7) -> Game:
    game, chance = bastida.new_game("plus", players=NAMES, seed=3), random.Random(1)
    for _ in range(steps):
        game.play(chance.choice(game.options()))
    return game


def job(game: Game, **more: Any) -> dict[str, Any]:
    asked = game.decision
    assert asked is not None
    return {
        "do": "think ahead", "position": position(game), "players": NAMES, "levels": {str(1 - (asked.seat or 0)): "greedy"},
        "known": {}, "seed": 1, "seconds": 60.0, "most": 2.0, "number": 1,
    } | more  # fmt: skip


def done(asked: dict[str, Any]) -> dict[str, Any]:
    thinker.thinking.begin(asked)
    return thinker.think_ahead(asked)


def test_answers_are_those_of_the_level_to_positions_that_may_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinker, "AHEAD", 3)
    asked: list[str] = []
    answered = thinker.answered

    def noted(game: Game, *rest: Any) -> dict[str, Any]:
        asked.append(position(game))
        found = answered(game, *rest)
        again = from_position(asked[-1], players=NAMES)
        assert state_hash(again.setup, again.engine) == state_hash(game.setup, game.engine)
        assert found["answer"] in [option.text for option in again.options()]
        return found

    monkeypatch.setattr(thinker, "answered", noted)
    game = midway()
    first = done(job(game))
    assert not first["more"]
    assert len(first["answers"]) == len(asked) == 6  # a tile and a figure
    assert done(job(game, known={key: found["answer"] for key, found in first["answers"].items()}))["answers"] == {}


def test_an_answer_that_was_cut_short_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    assert done(job(midway(), seconds=0.0)) == {"answers": {}, "more": True}
    answered = thinker.answered

    def hurried(*rest: Any) -> dict[str, Any]:
        found = answered(*rest)
        if len(counted) == 2:
            thinker.thinking.hurry({"number": 1, "hurry": 0.0})
        counted.append(found)
        return found

    counted: list[dict[str, Any]] = []
    monkeypatch.setattr(thinker, "answered", hurried)
    found = done(job(midway()))
    assert found["more"]
    assert [one["answer"] for one in found["answers"].values()] == [one["answer"] for one in counted[:2]]


def test_of_much_that_was_found_the_oldest_goes() -> None:
    room = Room("t", 60)
    for number in range(3):
        ahead.keep(room, {f"{number} {key}": {} for key in range(ahead.MOST // 2)})
    assert len(room.foreseen) == ahead.MOST
    assert next(iter(room.foreseen)) == "1 0"


# -- at a table -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def thinking(tmp_path: Path) -> Iterator[Served]:
    settings = Settings(database=f"sqlite:///{tmp_path / 'table.sqlite3'}", think_seconds=0.05, think_ahead=True, **PLENTY)
    with served(replace(settings, workers=1)) as running:
        yield running


def noted(running: Served, monkeypatch: pytest.MonkeyPatch) -> list[Work]:
    """What is asked of the processes that think, from now on."""
    asked: list[Work] = []
    add = Lane.add

    def noting(lane: Lane, one: Work) -> None:
        add(lane, one)
        asked.append(one)

    monkeypatch.setattr(Lane, "add", noting)
    return asked


def until(true: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_computer_answers_at_once_where_it_has_thought_before(thinking: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = noted(thinking, monkeypatch)
    with Client(thinking.url) as client:
        made = client.table(seats=[{"name": "Ana"}, SEARCHES], draw="done", game="plus-first-game")
        table = made["table"]
        room = thinking.live.rooms[table]
        view = turn_played(client, table)
        until(lambda: room.ahead is None and room.foreseen != {})
        del asked[:]
        assert done_with(client, table, view).status_code == 200
        until(lambda: room.table is not None and room.table.asked == 0)
    assert [one.kind for one in asked if one.kind != AHEAD] == []
    assert room.table is not None
    assert room.table.expects[1].margin is not None


def test_without_leave_of_the_host_nothing_is_thought_ahead(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = noted(server, monkeypatch)
    with Client(server.url) as client:
        made = client.table(seats=[{"name": "Ana"}, SEARCHES], game="plus-first-game")
        client.play(made["table"], random.Random(1), lambda view: view["turn"] == 3)
    assert {one.kind for one in asked if one.kind in THINKING} == {"answer"}


@pytest.mark.parametrize(
    "seats", [[{"name": "Ana"}, {"name": "Luis"}], [{"name": "Ana"}, {"kind": "computer", "level": "greedy"}]]
)
def test_where_no_computer_takes_its_time_nothing_is_thought_ahead(
    thinking: Served, monkeypatch: pytest.MonkeyPatch, seats: list[dict[str, str]]
) -> None:
    asked = noted(thinking, monkeypatch)
    with Client(thinking.url) as client:
        made = client.table(seats=seats, game="plus-first-game")
        client.play(made["table"], random.Random(1), lambda view: view["turn"] == 3)
    assert AHEAD not in {one.kind for one in asked}
