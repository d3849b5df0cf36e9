"""Computer players at the terminal."""

from __future__ import annotations

import time
import zlib
from typing import Protocol

from bastida.language.texts import Texts
from bastida.players.registry import UnknownPlayer, make_player
from bastida.table.game import Game, Option

RANDOM = "random"
PATIENCE = 5.0  # seconds after which whoever thinks must answer: interpreted, a strong player's budget may take minutes


class Opponent(Protocol):
    def choose(self, game: Game) -> Option:
        """An answer to the present question."""


class Computer:
    """A computer player at a seat; the same answers for the same seed and position in the game."""

    def __init__(self, spec: str, seed: int | str) -> None:
        self.player = make_player(spec)
        self.seed = seed

    def choose(self, game: Game) -> Option:
        seed = zlib.crc32(f"{self.seed}/opponent/{len(game.steps)}".encode()) & 0x7FFFFFFF
        self.player.deadline = time.monotonic() + PATIENCE
        number = int(self.player.choose(game.engine, seed))
        return next(option for option in game.options() if option.number == number)


def opponent(spec: str, seed: int | str) -> Opponent:
    """The player of a saved game; one that is unknown here is played at random."""
    try:
        return Computer(spec, seed)
    except UnknownPlayer:
        return Computer(RANDOM, seed)


def name_of(texts: Texts, spec: str) -> str:
    """What a computer player is called at the table."""
    return texts(f"level.{spec}") if texts.has(f"level.{spec}") else spec
