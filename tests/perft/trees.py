"""Counting trees of answers: how many ways there are to go on, so many answers deep, chance included."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from bastida import Game
from bastida.kernel.engine import Engine
from bastida.table.setup import make_setup

FILE = Path(__file__).with_name("positions.toml")


@dataclass(frozen=True)
class Position:
    """A game after some answers, and the leaves of its tree by depth, from one answer on."""

    game: str
    name: str
    players: int
    answers: tuple[str, ...]
    counts: tuple[int, ...]

    @property
    def id(self) -> str:
        return f"{self.game}, {self.name}"

    def play(self) -> Game:
        """The position; nobody deals, draws are answers like others."""
        game = Game(make_setup(self.game, players=self.players), None)
        for answer in self.answers:
            game.play(answer)
        return game


def positions() -> list[Position]:
    if not FILE.exists():
        return []
    entries = tomllib.loads(FILE.read_text(encoding="utf-8"))["position"]
    return [
        Position(
            entry["game"],
            entry["name"],
            entry["players"],
            tuple(" ".join(answer.split()) for answer in entry["answers"].split(";") if answer.strip()),
            tuple(entry["counts"]),
        )
        for entry in entries
    ]


def perft(engine: Engine, depth: int) -> int:
    """Leaves of the tree of answers; a game that is over is a leaf."""
    options = engine.list_options().numbers()
    if depth == 0 or not options:
        return 1
    if depth == 1:
        return len(options)
    total = 0
    for option in options:
        copy = engine.copy()
        copy.answer(option)
        total += perft(copy, depth - 1)
    return total


def divide(engine: Engine, depth: int) -> dict[int, int]:
    """The same by first answer: the quickest way to find where two counts differ."""
    found = {}
    for option in engine.list_options().numbers():
        copy = engine.copy()
        copy.answer(option)
        found[option] = perft(copy, depth - 1)
    return found
