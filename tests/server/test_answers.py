"""An answer costs one play: the game in which it was judged is the game the table goes on with, once it is written."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

import bastida
from bastida.kernel.engine import Engine
from bastida.language.texts import texts
from bastida.server import Settings
from bastida.server.http.models import SeatAsked, TableAsked
from bastida.server.http.problems import Problem
from bastida.server.runtime.live import Live
from bastida.server.runtime.store import Conflict, Store
from bastida.server.table import referee
from bastida.server.table.creating import table_row
from bastida.server.table.state import Note, Table
from bastida.server.table.view import Teller
from bastida.table import session
from tests.server.clients import Client, updated
from tests.server.conftest import PLENTY
from tests.server.running import apart, served

Act = Callable[[str], Coroutine[Any, Any, int]]


class Counted:
    """How often an engine was given an answer."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.plays = 0
        if bastida.COMPILED:
            pytest.skip("calls of compiled code cannot be counted")
        answer = session.answer

        def counting(game: session.Session, option: session.Option) -> None:
            self.plays += 1
            answer(game, option)

        monkeypatch.setattr(session, "answer", counting)


def at_a_table(folder: Path, run: Callable[[Live, str, Act], Coroutine[Any, Any, None]]) -> None:
    """Something that happens at a new table for two."""

    async def begin() -> None:
        live = Live(Settings(), Store(f"sqlite:///{folder / 'table.sqlite3'}"))
        await live.start()
        asked = TableAsked(game="plus", first=0, seats=[SeatAsked(name="Ana"), SeatAsked(name="Luis")])
        row = table_row(asked, texts("en"), None, None, 0.0)
        await live.create(row, None, [("digest", 0)])

        async def act(text: str) -> int:
            return await live.act(row.id, None, None, lambda table, now: [referee.play(table, table.asked or 0, text, now)])

        try:
            await run(live, row.id, act)
        finally:
            await live.stop()

    apart(begin())


def first(table: Table) -> str:
    return table.game.options()[0].text


def test_one_answer_is_one_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(monkeypatch)

    async def run(live: Live, name: str, act: Act) -> None:
        table = live.rooms[name].table
        assert table is not None
        assert counted.plays == len(table.game.steps)  # what was dealt when it was made
        for _ in range(12):
            before, steps = counted.plays, len(table.game.steps)
            await act(first(table))
            assert live.rooms[name].table is table
            assert counted.plays - before == len(table.game.steps) - steps  # the answer, and what chance dealt after it
        with pytest.raises(Problem):
            await act("nonsense")
        whole, before = len(table.game.steps), counted.plays
        live.rooms[name].forget()
        async with live.entered(name) as (_, again):
            assert again is not table
            assert counted.plays - before == whole  # read from the database it is played again
            assert Teller(again, "en").view([0, 1], [], 0.0) == Teller(table, "en").view([0, 1], [], 0.0)

    at_a_table(tmp_path, run)


def test_a_table_is_as_it_was_when_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run(live: Live, name: str, act: Act) -> None:
        table = live.rooms[name].table
        assert table is not None
        before, text = Teller(table, "en").view([0, 1], [], 0.0), first(table)
        for failure in (OSError("the disk is full"), Conflict()):
            with monkeypatch.context() as broken:
                broken.setattr(live.store, "append", fails(failure))
                with pytest.raises(OSError if isinstance(failure, OSError) else Problem):
                    await act(text)
            async with live.entered(name) as (_, now):
                assert Teller(now, "en").view([0, 1], [], 0.0) == before
        assert await act(text) == 2

    at_a_table(tmp_path, run)


def fails(error: Exception) -> Callable[..., None]:
    def work(*_: object) -> None:
        raise error

    return work


def test_a_mistake_in_the_rules_leaves_the_table_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if bastida.COMPILED:
        pytest.skip("methods of compiled code cannot be replaced")

    async def run(live: Live, name: str, act: Act) -> None:
        table = live.rooms[name].table
        assert table is not None
        before, text = Teller(table, "en").view([0, 1], [], 0.0), first(table)
        with monkeypatch.context() as broken:
            broken.setattr(Engine, "answer", fails(LookupError("a mistake")))
            with pytest.raises(LookupError):  # the application makes it an "unexpected" problem
                await act(text)
        async with live.entered(name) as (_, now):
            assert now is table
            assert Teller(now, "en").view([0, 1], [], 0.0) == before
        assert await act(text) == 2

    at_a_table(tmp_path, run)


def test_a_computer_whose_answer_fails_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def run(live: Live, name: str, act: Act) -> None:
        room = live.rooms[name]
        monkeypatch.setattr(live.computers, "_once", fails(LookupError("a mistake")))
        with caplog.at_level(logging.ERROR, "bastida.server"):
            await live.computers.think(room)
        assert "a mistake" in caplog.text
        assert room.thinking is None

    at_a_table(tmp_path, run)


def test_the_log_stands_in_the_order_of_what_happened(tmp_path: Path) -> None:
    """What a step scores stands right after it, whether it was played just now or read from the database."""

    async def run(live: Live, name: str, act: Act) -> None:
        table = live.rooms[name].table
        assert table is not None
        while not any(note.kind == "score" for note in table.log):
            options = table.game.options()
            await act(next((option.text for option in options if option.figure), options[-1].text))
        live.rooms[name].forget()
        async with live.entered(name) as (_, again):
            assert [shape(note) for note in again.log] == [shape(note) for note in table.log]
        scored = next(number for number, note in enumerate(table.log) if note.kind == "score")
        assert table.log[scored - 1].option is not None

    at_a_table(tmp_path, run)


def shape(note: Note) -> tuple[object, ...]:
    entry = note.entry
    told = (entry.seat, entry.points, entry.source) if entry is not None else ()
    return (note.seq, note.seat, note.kind, note.option.text if note.option else "", note.tile, told)


def test_tables_beyond_the_limit_leave_the_memory_and_their_listeners_stay(tmp_path: Path) -> None:
    """With room for two tables, five are listened to: all hear everything, and two are in memory."""
    settings = Settings(database=f"sqlite:///{tmp_path / 'table.sqlite3'}", cache_tables=2, **PLENTY)
    with served(settings) as running, Client(running.url) as client:
        names = [client.table("here", "here")["table"] for _ in range(5)]
        streams = {name: client.listen(name) for name in names}
        seen = {name: stream.next("view")[2] for name, stream in streams.items()}
        for _ in range(3):
            for name in names:
                assert client.answer(name, seen[name]).status_code == 200
                seen[name] = updated(seen[name], streams[name].next("update")[2])
                assert seen[name]["board"] == client.view(name)["board"]
                assert sum(room.table is not None for room in running.live.rooms.values()) <= 2
        assert set(running.live.rooms) == set(names)
        for stream in streams.values():
            stream.close()
        assert [client.view(name)["seq"] for name in names] == [view["seq"] for view in seen.values()]
