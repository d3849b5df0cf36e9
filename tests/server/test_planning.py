"""How long the computer thinks: its clock lasts, a turn ends, and nothing waits where there is nothing to think about."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import bastida
from bastida import from_position
from bastida.players.endgame import tiles_left
from bastida.server import Settings
from bastida.server.table import state
from bastida.server.table.planning import SLACK, answers_before, seconds_for, thinking_time
from bastida.server.table.replaying import table_of
from bastida.server.table.state import Clock, Table
from bastida.table.dealer import SeededDealer
from tests.server.clients import Client, updated
from tests.server.running import Served, served

MOST = 2.0
COMPUTER = {"kind": "computer", "level": "greedy"}


# -- the plan ---------------------------------------------------------------------------------------------------------------


def test_without_a_clock_an_answer_has_its_limit() -> None:
    assert seconds_for(MOST) == MOST
    assert seconds_for(MOST, turns=40, increment=9.0) == MOST


def test_what_is_asked_after_tile_and_figure_gets_less_and_less() -> None:
    assert [seconds_for(MOST, before) for before in range(5)] == [2.0, 2.0, 1.0, 0.5, 0.25]
    assert sum(seconds_for(MOST, before) for before in range(1000)) <= 3 * MOST


def test_a_long_clock_changes_nothing() -> None:
    assert seconds_for(MOST, 0, 600.0, 0.0, 36) == MOST
    assert seconds_for(MOST, 2, 600.0, 0.0, 36) == MOST / 2


def test_a_short_clock_is_shared_out_over_turns_and_answers() -> None:
    assert seconds_for(MOST, 0, 20.0 + SLACK, 0.0, 10, 2) == pytest.approx(1.0)
    assert seconds_for(MOST, 0, 20.0 + SLACK, 0.0, 20, 4) == pytest.approx(0.25)


def test_increments_to_come_count_but_only_what_is_there_is_spent() -> None:
    assert seconds_for(MOST, 0, 4.0 + SLACK, 1.0, 5, 2) == pytest.approx((4 + 4) / 10)
    assert seconds_for(MOST, 0, 1.0 + SLACK, 30.0, 5, 2) == pytest.approx(0.5)


def test_in_the_last_turn_the_rest_may_be_used() -> None:
    assert seconds_for(MOST, 0, 1.0 + SLACK, 30.0, 1, 1) == pytest.approx(1.0), "no increment helps any more"
    assert seconds_for(10 * MOST, 0, 15.0 + SLACK, 0.0, 1, 1) == pytest.approx(15.0)


@pytest.mark.parametrize("left", [-3.0, 0.0, SLACK / 2, SLACK])
def test_a_clock_that_is_nearly_out_leaves_no_time(left: float) -> None:
    assert seconds_for(MOST, 0, left, 5.0, 10) == 0.0


@pytest.mark.parametrize(("turns", "answers"), [(0, 0.0), (-1, -1.0), (1, 0.3)])
def test_there_is_always_a_turn_and_an_answer(turns: int, answers: float) -> None:
    assert seconds_for(MOST, 0, 1.0 + SLACK, 0.0, turns, answers) == pytest.approx(1.0)


@pytest.mark.parametrize("late", [0.0, 0.08])
@pytest.mark.parametrize("increment", [0.0, 0.4, 3.0])
@pytest.mark.parametrize("minutes", [0.25, 0.5, 1.0, 5.0])
def test_a_game_is_played_without_losing_on_time_and_without_hurry(minutes: float, increment: float, late: float) -> None:
    """Answers take a little longer than planned, and a turn has one to four of them."""
    chance = random.Random(f"{minutes} {increment} {late}")
    left, turns, given, spent = 60 * minutes, 36, 0, []
    for turn in range(turns):
        asked = chance.choice([1, 2, 2, 2, 3, 4])
        for before in range(asked):
            planned = seconds_for(MOST, before, left, increment, turns - turn, (2 + given) / (1 + turn))
            spent.append(planned)
            took = planned + late * chance.random()
            assert took < left
            left -= took
            given += 1
        left += increment
    even = (60 * minutes + increment * (turns - 1)) / given
    early, late_ones = spent[: len(spent) // 3], spent[-len(spent) // 3 :]
    assert sum(early) / len(early) >= 0.6 * min(even, MOST), "not hurried at the beginning"
    assert sum(late_ones) / len(late_ones) >= 0.3 * min(even, MOST), "nor out of time at the end"


# -- at a table -----------------------------------------------------------------------------------------------------------


def at(game: bastida.Game, left: float, increment: float = 0.0) -> Table:
    """A table with a clock at which computers play."""
    table = table_of("name", game)
    table.outcome = None
    table.clock = Clock.new(left / 60, increment, len(table.seats))
    for seat in table.seats:
        seat.kind, seat.level = "computer", "greedy"
    return table


def test_the_plan_knows_the_turns_to_come_and_how_many_answers_a_turn_has() -> None:
    game = bastida.new_game("plus", players=["Ana", "Luis", "Eva"], seed=1)
    turns = 1 + int(tiles_left(game.engine)) // 3
    assert thinking_time(at(game, 30.0), 0, MOST) == pytest.approx((30.0 - SLACK) / turns / 2)
    game.play(game.options()[0])
    assert thinking_time(at(game, 30.0), 0, MOST) == pytest.approx((30.0 - SLACK) / turns / 1.5)
    assert thinking_time(at(game, 30.0), 1, MOST) == pytest.approx((30.0 - SLACK) / turns / 2)


def test_answers_of_a_turn_are_counted_from_its_tile_on() -> None:
    game = bastida.new_game("plus", players=["Ana", "Luis"], seed=1)
    assert answers_before(game) == 0
    game.play(game.options()[0])
    assert answers_before(game) == 1
    game.play("pass")
    assert answers_before(game) == 0


def test_a_long_turn_of_every_module_comes_to_its_end() -> None:
    chance = random.Random(5)
    game = bastida.new_game("todo", players=["Ana", "Luis"], seed=5)
    turns: dict[tuple[int, int, int | None], float] = {}
    while not game.over and len(game.steps) < 400:
        assert game.decision is not None
        key = game.turn, int(game.engine.part), game.decision.seat
        turns[key] = turns.get(key, 0.0) + seconds_for(MOST, answers_before(game))
        game.play(chance.choice(game.options()))
    assert max(turns.values()) > 2 * MOST, "there are turns with many questions"
    assert max(turns.values()) < 3 * MOST


def test_whoever_plays_on_for_somebody_else_leaves_his_clock_alone() -> None:
    table = at(bastida.new_game("plus", players=["Ana", "Luis"], seed=1), 1.0)
    assert thinking_time(table, 0, MOST) < 0.1
    table.seats[0].kind, table.seats[0].stand_in = "here", "greedy"
    assert thinking_time(table, 0, MOST) == MOST


class Thinker:
    """Stands in for the processes: it takes all the time it is given, without letting any go by."""

    def __init__(self, over: float = 0.0) -> None:
        self.given: list[float] = []
        self.over = over

    async def ask(self, job: dict[str, Any], seconds: float, *_: object) -> dict[str, Any]:
        self.given.append(seconds)
        game = from_position(job["position"], players=job["players"])
        return {"answer": random.Random(len(self.given)).choice(game.options()).text, "took": seconds + self.over}


@pytest.fixture
def running(settings: Settings, database: str) -> Iterator[Served]:
    with served(replace(settings, database=database, think_seconds=MOST, computer_tables=True)) as found:
        yield found


def computers_only(client: Client, **clock: Any) -> dict[str, Any]:
    """A game of two computers, to its end."""
    made = client.table(seats=[COMPUTER, COMPUTER], game="plus-first-game", clock=clock)
    with client.listen(made["table"]) as stream:
        view: dict[str, Any] = stream.next("view")[2]
        while not view["over"]:
            view = updated(view, stream.next("update", timeout=60)[2])
    return view


def test_computers_pay_for_what_they_think_and_never_lose_on_time(
    running: Served, settings: Settings, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinker = Thinker(0.005)
    monkeypatch.setattr(running.live.pool, "ask", thinker.ask)
    with Client(running.url) as client:
        view = computers_only(client, minutes=0.2, increment=0.1, at_zero="lose")
        cookies = client.http.cookies
    assert view["outcome"]["reason"] == "finished"
    clocks = [player["clock_ms"] for player in view["players"]]
    turns = {line["seq"] for line in view["log"] if line["kind"] == "tile"}
    total = 2 * 12_000 + 100 * len(turns)
    assert sum(clocks) == pytest.approx(total - 1000 * sum(given + 0.005 for given in thinker.given), abs=len(thinker.given))
    assert all(0 < clock < 4_000 for clock in clocks), "the time was used"
    assert thinker.given[0] > 0.1
    with served(replace(settings, database=database)) as second, Client(second.url) as client:
        client.http.cookies = cookies
        assert [player["clock_ms"] for player in client.view(view["table"])["players"]] == clocks


def test_without_a_clock_the_computer_thinks_as_long_as_the_host_allows(
    running: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinker = Thinker()
    monkeypatch.setattr(running.live.pool, "ask", thinker.ask)
    with Client(running.url) as client:
        made = client.table(seats=[{"name": "Ana"}, COMPUTER], game="plus-first-game")
        client.play(made["table"], random.Random(1), lambda view: view["turn"] == 5)
    assert set(thinker.given) == {MOST}


class Asked:
    """Stands in for the processes: they never answer."""

    def __init__(self) -> None:
        self.decisions: list[bastida.Decision | None] = []

    async def ask(self, job: dict[str, Any], *_: object) -> dict[str, Any]:
        self.decisions.append(from_position(job["position"], players=job["players"]).decision)
        return await asyncio.get_running_loop().create_future()


def test_a_forced_answer_is_given_while_every_process_thinks(running: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """The river's second tile has one place here; where the figure goes is a choice."""
    monkeypatch.setattr(state, "dealer_for", lambda setup, seed: SeededDealer(0))
    thinker = Asked()
    monkeypatch.setattr(running.live.pool, "ask", thinker.ask)
    with Client(running.url) as client:
        table = client.table(seats=[{"name": "Ana"}, COMPUTER], game="plus-river")["table"]
        view = client.play(table, random.Random(0), lambda view: view["decision"]["seat"] == 1)
        with client.listen(table) as stream:
            view = stream.next("view")[2]
            while view["decision"]["kind"] == "tile":
                view = updated(view, stream.next("update")[2])
    assert [decision.kind for decision in thinker.decisions if decision] == ["figure"]
