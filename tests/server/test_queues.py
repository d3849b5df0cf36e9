"""Whose work is done next: precedence, fair turns, quotas, and that nobody waits long because of somebody else.

Time is scripted here: what is proved is order and bounds, on any machine.
"""

# Long: one pool of processes, under everything that may happen to it.

from __future__ import annotations

import asyncio
import heapq
import io
import itertools
import json
import queue
from typing import Any

import pytest

import bastida
from bastida import position
from bastida.players.player import Player
from bastida.server.runtime import thinker, workers
from bastida.server.runtime.queues import FILMING, LEAST, READING, THINKING, Busy, Lane, Told, Turns, Work
from bastida.server.runtime.settings import Settings
from bastida.server.runtime.workers import Crew, Pool, Unanswered, Worker
from tests.server.running import apart

QUOTAS = Settings().quotas
THINK = Settings().think_seconds
HEARD = 0.05  # seconds until a worker that is told to hurry has its answer; 0.01 were measured


def work(kind: str = "answer", address: str = "a", browser: str = "b", table: str = "t", seconds: float = THINK) -> Work:
    return Work(kind, {}, seconds, (address, browser), table)


def order(lane: Lane) -> list[Work]:
    """What one process after the other would do."""
    found = []
    while (one := lane.next()) is not None:
        found.append(one)
        lane.end(one)
    return found


# -- turns ----------------------------------------------------------------------------------------------------------------


def test_visitors_take_turns_and_so_do_their_browsers_and_tables() -> None:
    turns = Turns()
    heavy = [work(browser=browser, table=f"{browser}{table}") for browser in "xy" for table in range(3)]
    for one in heavy:
        turns.put(one)
    light = work(address="z")
    turns.put(light)
    found = [turns.take() for _ in range(7)]
    assert [one.table for one in found] == ["x0", "t", "y0", "x1", "y1", "x2", "y2"]
    assert turns.number == 0
    assert not turns.after


def test_whoever_was_served_longest_ago_is_next() -> None:
    lane = Lane(1, THINKING, {})
    for address in "aabbc":
        lane.add(work(address=address))
    assert [one.address for one in order(lane)] == ["a", "b", "c", "a", "b"]
    for address in "abc":
        lane.add(work(address=address))
    assert [one.address for one in order(lane)] == ["c", "a", "b"]


def test_uploads_of_one_visitor_do_not_keep_anothers_look_waiting_even_in_one_process() -> None:
    lane = Lane(1, READING, {})
    for _ in range(4):
        lane.add(work("check", address="heavy"))
    first = lane.next()
    assert first is not None
    lane.add(work("picture", address="light"))
    lane.add(work("read", address="light"))
    lane.end(first)
    found = [(one.address, one.kind) for one in order(lane)]
    assert found[:3] == [("light", "read"), ("heavy", "check"), ("light", "picture")]


def test_what_is_wanted_no_longer_leaves_nothing_behind() -> None:
    turns = Turns()
    several = [work(table=str(number % 3)) for number in range(9)]
    for one in several:
        turns.put(one)
    for one in several[::2]:
        turns.remove(one)
    assert set(turns) == set(several[1::2])
    for one in several[1::2]:
        turns.remove(one)
    assert (turns.number, len(turns.after)) == (0, 0)


def test_an_answer_goes_before_a_hint_and_a_check_before_a_picture() -> None:
    for kinds in (THINKING, READING):
        lane = Lane(1, kinds, {})
        for number, kind in enumerate(reversed(kinds)):
            lane.add(work(kind, address=str(number)))
        assert [one.kind for one in order(lane)] == list(kinds)


# -- quotas ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["hint", "check", "read", "picture", "film"])
def test_a_visitor_has_so_much_of_a_kind_under_way_and_no_more(kind: str) -> None:
    lane = Lane(2, (kind,), QUOTAS)
    mine = [work(kind, browser=str(number)) for number in range(QUOTAS[kind])]  # another cookie does not help
    for one in mine:
        lane.add(one)
    lane.next()  # what runs counts as well
    with pytest.raises(Busy):
        lane.add(work(kind))
    lane.add(work(kind, address="somebody else"))
    lane.end(mine[0])
    lane.add(work(kind))


def test_answers_are_never_refused_but_beyond_a_visitors_share_they_wait_behind_hints() -> None:
    lane = Lane(1, THINKING, QUOTAS)
    for number in range(60):
        lane.add(work(table=str(number)))
    lane.add(work("hint", address="z"))
    lane.add(work(address="z"))
    kinds = [one.kind for one in order(lane)]
    share = QUOTAS["answer"]
    assert kinds == ["answer"] * (share + 1) + ["hint"] + ["crowd"] * (60 - share)


def test_all_visitors_together_cannot_fill_the_memory_with_what_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bastida.server.runtime.queues.MOST_WAITING", 50)
    lane = Lane(1, THINKING, QUOTAS)
    for number in range(50):
        lane.add(work("hint", address=str(number)))
    with pytest.raises(Busy):
        lane.add(work("hint", address="the last"))
    lane.add(work(address="the last"))  # somebody's opponent


def test_nothing_is_remembered_of_visitors_who_have_nothing_under_way() -> None:
    lane = Lane(2, THINKING, QUOTAS)
    for number in range(1_000):
        lane.add(work(address=str(number)))
    order(lane)
    assert not lane.held
    assert not lane.running
    assert all(not line.after for line in lane.waiting.values())


# -- nobody starves -------------------------------------------------------------------------------------------------------


class Clockwork:
    """A lane on a scripted clock: every work takes as long as it is allowed."""

    def __init__(self, processes: int) -> None:
        self.lane = Lane(processes, THINKING, QUOTAS)
        self.now = 0.0
        self.count = itertools.count()
        self.began: dict[Work, float] = {}
        self.ends: dict[Work, float] = {}
        self.later: list[tuple[float, int, Work]] = []
        self.asked: dict[Work, float] = {}
        self.waits: dict[str, list[float]] = {}

    def ask(self, after: float, one: Work) -> None:
        heapq.heappush(self.later, (self.now + after, next(self.count), one))

    def run(self, until: float, again: dict[str, float]) -> None:
        """Go on; whoever has had an answer asks again after so many seconds, by address."""
        while True:
            ending = min(self.ends.items(), key=lambda pair: pair[1], default=None)
            coming = self.later[0][0] if self.later else None
            if ending is not None and (coming is None or ending[1] <= coming):
                one, self.now = ending
                del self.ends[one], self.began[one]
                self.lane.end(one)
                self.waits.setdefault(one.address, []).append(self.now - self.asked.pop(one))
                kind = "answer" if one.kind == "crowd" else one.kind
                self.ask(again[one.address], work(kind, one.address, one.who[1], one.table))
            elif coming is not None:
                self.now, _, one = heapq.heappop(self.later)
                self.asked[one] = self.now
                try:
                    self.lane.add(one)
                except Busy:
                    del self.asked[one]
            if self.now > until:
                return
            while (one := self.lane.next()) is not None:  # type: ignore[assignment]
                self.began[one] = self.now
                self.ends[one] = self.now + one.allowed
            for one in self.lane.hurried():
                self.ends[one] = max(self.began[one] + one.allowed, self.now + HEARD)


@pytest.mark.parametrize("processes", [1, 2, 4])
@pytest.mark.parametrize("tables", [1, 4, 60])
def test_somebody_elses_opponent_answers_in_its_time_and_a_second(processes: int, tables: int) -> None:
    """Sixty tables and twenty hints from one address: another visitor's computer is as quick as ever."""
    world = Clockwork(processes)
    for number in range(tables):
        world.ask(0.0, work(address="heavy", browser=str(number % 7), table=str(number)))
    for number in range(20):
        world.ask(0.01, work("hint", address="heavy", browser=str(number)))
    world.ask(1.234, work(address="light"))
    world.run(300, {"heavy": 0.001, "light": 0.77})
    assert len(world.waits["light"]) > 50
    assert max(world.waits["light"]) <= THINK + 1
    assert max(world.waits["heavy"]) <= (tables + 2) * (THINK + HEARD)  # who asks for much waits, but not for ever


def test_a_hint_is_not_starved_by_sixty_tables_of_another_visitor() -> None:
    world = Clockwork(1)
    for number in range(60):
        world.ask(0.0, work(address="heavy", table=str(number)))
    world.ask(5.0, work("hint", address="light"))
    world.run(200, {"heavy": 0.001, "light": 1.0})
    assert max(world.waits["light"][1:]) <= THINK + 1


def test_ten_visitors_share_the_time_of_one_process() -> None:
    world = Clockwork(1)
    for number in range(10):
        world.ask(number / 10, work(address=str(number)))
    world.run(100, dict.fromkeys(map(str, range(10)), 0.5))
    assert max(max(waits) for waits in world.waits.values()) <= 2 * THINK
    assert LEAST * 10 <= THINK


def test_one_visitor_never_has_all_processes_where_there_are_several() -> None:
    lane = Lane(3, READING, {})
    for number in range(5):
        lane.add(work("check", table=str(number)))
    assert [one.address if one else "" for one in (lane.next(), lane.next())] == ["a", "a"]
    assert lane.next() is None
    lane.add(work("picture", address="z"))
    found = lane.next()
    assert found is not None
    assert found.address == "z"
    assert lane.hurried() == []  # only thinking can be cut short


# -- workers at it --------------------------------------------------------------------------------------------------------


class Slow:
    """A stand-in for a worker that is done when it is told to be."""

    def __init__(self) -> None:
        self.jobs: list[tuple[dict[str, Any], float]] = []
        self.hurries: list[float] = []
        self.done: asyncio.Future[dict[str, Any]]

    async def ask(self, job: dict[str, Any], seconds: float, told: Told | None = None) -> dict[str, Any]:
        self.jobs.append((job, seconds))
        self.done = asyncio.get_running_loop().create_future()
        return await self.done

    def hurry(self, seconds: float) -> None:
        self.hurries.append(seconds)
        if not seconds:
            self.done.set_result({"answer": "hurried"})

    async def stop(self) -> None:
        pass


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_a_search_of_a_crowd_is_ended_when_somebody_elses_answer_is_wanted() -> None:
    async def run() -> None:
        slow = Slow()
        crew = Crew(Lane(1, THINKING, QUOTAS), [slow])
        lane = crew.lane
        lane.held["heavy", "crowd"] = QUOTAS["answer"]
        heavy = asyncio.create_task(crew.ask(work(address="heavy")))
        await settled()
        assert slow.jobs[0][1] == THINK
        light = asyncio.create_task(crew.ask(work(address="light")))
        await settled()
        assert slow.hurries == [0.0]
        assert (await heavy)["answer"] == "hurried"
        assert len(slow.jobs) == 2
        slow.done.set_result({"answer": "mine"})
        assert (await light)["answer"] == "mine"
        await crew.close()

    apart(run())


def test_what_fails_is_told_once_and_the_next_has_its_turn() -> None:
    async def run() -> None:
        slow = Slow()
        crew = Crew(Lane(1, READING, QUOTAS), [slow])
        first, second = (asyncio.create_task(crew.ask(work("read", table=str(number)))) for number in range(2))
        await settled()
        slow.done.set_exception(Unanswered("died"))
        with pytest.raises(Unanswered, match="died"):
            await first
        await settled()
        assert len(slow.jobs) == 2
        slow.done.set_result({"data": b""})
        await second
        await crew.close()
        assert not crew.lane.held

    apart(run())


def test_whoever_goes_away_or_waits_too_long_takes_no_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "PATIENCE", 0.01)

    async def run() -> None:
        slow = Slow()
        crew = Crew(Lane(1, READING, QUOTAS), [slow])
        first, second, third = (asyncio.create_task(crew.ask(work("read", table=str(number)))) for number in range(3))
        await settled()
        third.cancel()
        with pytest.raises(Unanswered, match="busy"):
            await second
        assert crew.lane.waiting["read"].number == 0
        slow.done.set_result({})
        await first
        assert len(slow.jobs) == 1
        await crew.close()

    apart(run())


@pytest.mark.parametrize("begun", [False, True])
def test_a_process_that_is_not_kept_ends_with_whoever_waited_for_it(begun: bool) -> None:
    async def run() -> None:
        slow = Slow()
        crew = Crew(Lane(1, FILMING, {"film": 1}), [slow], keep=False)
        first = asyncio.create_task(crew.ask(work("film", address="heavy")))
        second = asyncio.create_task(crew.ask(work("film", address="light")))
        await (settled() if begun else asyncio.sleep(0))
        first.cancel()
        await settled()
        assert len(slow.jobs) == 2
        slow.done.set_result({"data": b""})
        await second
        await settled()
        assert not (crew.at or crew.tasks or crew.done or crew.lane.held)
        assert crew.free == [slow]
        await crew.close()

    apart(run())


def test_a_master_that_is_told_to_hurry_answers_with_the_best_it_has() -> None:
    """The thread that listens is heard in mid-search: without it this would take ten minutes."""
    game = bastida.new_game("plus", players=["Ana", "Luis"], seed=1)
    job = {"do": "think", "position": position(game), "players": ["Ana", "Luis"], "level": "search:nodes=100000000", "seed": 1}

    async def run() -> None:
        worker = Worker(1024, "")
        asked = asyncio.create_task(worker.ask(job, 600))
        while worker.process is None:
            await asyncio.sleep(0.01)
        await asyncio.sleep(1)
        worker.hurry(0.5)
        assert (await asked)["answer"] in {option.text for option in game.options()}
        await worker.stop()

    apart(run())


def test_hurry_counts_from_the_moment_the_job_has_come_and_only_for_that_job(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [{"number": 7, "seconds": 5.0}, {"hurry": 0.1, "number": 6}, {"hurry": 0.5, "number": 7}, {"hurry": 2, "number": 7}]
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(json.dumps(line) + "\n" for line in lines)))
    jobs: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
    thinker.listen(jobs)
    assert [jobs.get(), jobs.get()] == [lines[0], None]
    player = Player("somebody")
    thinker.thinking.by(player)
    assert player.deadline == thinker.thinking.began + 0.5
    thinker.thinking.hurry({"hurry": 0.0, "number": 7})
    assert player.deadline == thinker.thinking.began
    thinker.thinking.by(None)


def test_whoever_waits_is_told_when_the_server_stops() -> None:
    async def run() -> None:
        crew = Crew(Lane(1, READING, QUOTAS), [Slow()])
        asked = [asyncio.create_task(crew.ask(work("read", table=str(number)))) for number in range(3)]
        await settled()
        await crew.close()
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert [str(one) for one in found] == ["stopped"] * 3

    apart(run())


class Exhausted(Worker):
    """A process whose memory is full: it says so again and again."""

    COMMAND = ("-c", "for line in __import__('sys').stdin: print('{\"error\": \"MemoryError: \"}', flush=True)")


def test_a_worker_that_has_run_out_of_memory_is_replaced() -> None:
    """What has filled it would be in the way of whoever comes next."""

    async def run() -> None:
        worker = Exhausted(1024, "")
        for _ in range(2):
            assert await worker.ask({}, 20) == {"error": "MemoryError: "}
            assert worker.process is None

    apart(run())


def test_films_have_a_process_of_their_own_that_gives_way() -> None:
    pool = Pool(2, 1024, "", 2, QUOTAS)
    think, film = pool.by_kind["answer"], pool.by_kind["film"]
    assert think is not film
    assert pool.by_kind["read"] not in (think, film)
    niceness = [[worker.nice for worker in crew.workers if isinstance(worker, Worker)] for crew in (think, film)]
    assert max(niceness[0]) < min(niceness[1])
