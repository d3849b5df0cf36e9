"""Obligation 2: nobody learns what is still to come. Games that differ only in hidden data look the same to the byte."""

from __future__ import annotations

import itertools
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import bastida
from bastida.language.texts import texts
from bastida.server import Settings
from bastida.server.http.models import SeatAsked, TableAsked
from bastida.server.http.problems import Problem
from bastida.server.runtime.live import Live
from bastida.server.runtime.rooms import Listener
from bastida.server.runtime.store import Store
from bastida.server.table import referee
from bastida.server.table.creating import table_row
from bastida.server.table.state import Table
from bastida.table.dealer import SeededDealer
from bastida.table.setup import presets
from tests.server.running import SOAK, apart, once

STEPS = 110
MODULES = ("plus", "todo", "winter-postman", "hunters-scout")  # every module is in one of them; a soak takes every preset


class Scripted:
    """Deals what was dealt in a game that was played before, and goes on from a seed of its own."""

    def __init__(self, dealt: list[str], seed: str) -> None:
        self.dealt, self.rest = dealt, SeededDealer(seed)

    def choose(self, event: Any) -> int:
        names = [str(outcome) for outcome in event.outcomes]
        return names.index(self.dealt[event.number]) if event.number < len(self.dealt) else self.rest.choose(event)


def game_before(preset: str) -> bastida.Game:
    """A game played at random, long enough for its modules to show."""
    game = bastida.new_game(preset, players=["Ana", "Luis", "Eva"], seed=preset)
    chance = random.Random(preset)
    while not game.over and len(game.steps) < STEPS:
        game.play(chance.choice(game.options()))
    return game


def everything_seen(preset: str, hidden: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """All bytes that any seat or spectator gets: views, streams, refusals, records, in every language."""
    before = game_before(preset)
    dealt = [step.text for step in before.steps if step.seat is None]
    told = [step.text for step in before.steps if step.seat is not None]
    ticks: Iterator[int] = itertools.count(1_000_000)
    monkeypatch.setattr(time, "time", lambda: float(next(ticks) // 1_000_000 * 1_000_000))
    monkeypatch.setattr("bastida.server.table.state.dealer_for", lambda setup, seed: Scripted(dealt, hidden))
    monkeypatch.setattr("bastida.server.table.creating.new_code", lambda length: "samename")
    seats = [SeatAsked(name=name) for name in ("Ana", "Luis", "Eva")]

    async def run() -> bytes:
        live = Live(Settings(), Store(f"sqlite:///{folder / hidden}.sqlite3"))
        await live.start()
        seen: list[bytes] = []
        row = table_row(TableAsked(game=preset, seats=seats, first=0, undo="ask"), texts("en"), None, None, 0.0)
        await live.create(row, None, [(hidden, 0)])
        listeners = [Listener(language, frozenset(mine)) for language in ("es", "ca", "en") for mine in ([], [0], [1], [2])]
        async with live.entered(row.id) as (room, _):
            seen += [b"".join(room.join(listener, None, 0.0)) for listener in listeners]
        for text in told:
            await live.act(row.id, None, None, lambda table, now, text=text: [referee.play(table, table.asked, text, now)])
            seen += [await refusal(live, row.id, text) for text in ("0,0 r0", "follower city N", "nonsense")]
            seen += [await listener.next() or b"" for listener in listeners]
        async with live.entered(row.id) as (room, table):
            for language in ("es", "ca", "en"):
                for mine in ([], [0], [1], [2], [0, 1, 2]):
                    seen.append(json.dumps(room.teller(language).view(mine, set(), 0.0)).encode())
            seen.append(bastida.Record.from_game(table.game).to_json().encode())
            seen.append(json.dumps(live.computers.job(table, "random") | {"seed": 0}).encode())
        await live.stop()
        return b"\n".join(seen)

    return apart(run())


async def refusal(live: Live, name: str, text: str) -> bytes:
    """What an illegal answer is told, if it is one."""

    def propose(table: Table, now: float) -> list[referee.Proposal]:
        referee.play(table, table.asked or 0, text, now)
        return []

    try:
        await live.act(name, None, None, propose)
    except Problem as problem:
        return json.dumps([problem.document(language) for language in ("es", "ca", "en")]).encode()
    return b""


@once
@pytest.mark.soak
@pytest.mark.parametrize("preset", [*presets()] if SOAK else MODULES)
def test_games_that_differ_only_in_what_is_hidden_look_the_same(
    preset: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = everything_seen(preset, "one", tmp_path, monkeypatch)
    other = everything_seen(preset, "other", tmp_path, monkeypatch)
    assert len(one) > 10_000
    assert one == other


def test_the_hidden_data_do_differ(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above would find a difference: what is dealt next is not the same."""
    before = game_before("plus")
    dealt = [step.text for step in before.steps if step.seat is None]
    drawn = set()
    for seed in ("one", "other"):
        game = before.copy()
        game.dealer = Scripted(dealt, seed)
        chance = random.Random(1)
        for _ in range(20):
            game.play(chance.choice(game.options()))
        drawn.add(tuple(step.text for step in game.steps if step.seat is None))
    assert len(drawn) == 2


@pytest.mark.parametrize("preset", MODULES)
def test_nothing_is_one_seats_secret(preset: str) -> None:
    """BASE-R22: all lies open, so people at one screen need not hide it from each other. A module with a secret would."""
    game = game_before(preset)
    seen = [game.view(seat) for seat in (None, 0, 1, 2)]
    for view in seen:
        del view["you"]
        if view["decision"]:
            del view["decision"]["options"]
    assert seen == [seen[0]] * 4
