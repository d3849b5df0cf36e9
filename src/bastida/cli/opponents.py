"""Computer players at the terminal."""

from __future__ import annotations

import contextlib
import time
import zlib
from typing import Protocol

from bastida.kernel.answers import Refusal
from bastida.language.texts import Texts
from bastida.players.external import External
from bastida.players.foreign import Fault, Foreign, NeverStarted
from bastida.players.player import Player
from bastida.players.references import Random
from bastida.players.registry import UnknownPlayer, make_player, of_others, title_of
from bastida.table.game import Game, Option
from bastida.table.setup import Setup

RANDOM = "random"
PATIENCE = 5.0  # seconds after which whoever thinks must answer: interpreted, a strong player's budget may take minutes


class Opponent(Protocol):
    fault: Refusal | None  # how the last answer failed, if it did

    def choose(self, game: Game) -> Option:
        """An answer to the present question."""

    def close(self) -> None:
        """It is not asked any more."""


class Computer:
    """A computer player at a seat; the same answers for the same seed and position in the game."""

    def __init__(self, player: Player, seed: int | str) -> None:
        self.player = player
        self.seed = seed
        self.fault: Refusal | None = None

    def choose(self, game: Game) -> Option:
        """Its answer; if one of others fails, any answer is given for it."""
        seed = zlib.crc32(f"{self.seed}/opponent/{len(game.steps)}".encode()) & 0x7FFFFFFF
        self.fault = None
        self.player.deadline = time.monotonic() + PATIENCE
        try:
            if isinstance(self.player, Foreign):
                number = self.player.answer(game.copy(), seed).number
            else:
                number = int(self.player.choose(game.engine, seed))
        except Fault as fault:
            self.fault = fault.refusal
            number = int(Random(RANDOM).choose(game.engine, seed))
        return next(option for option in game.options() if option.number == number)

    def close(self) -> None:
        with contextlib.suppress(Fault):
            self.player.close()


def opponent(spec: str, seed: int | str, setup: Setup | None = None) -> Computer:
    """The player of a seat; one that is unknown here, or is of others and there is no set-up, is played at random."""
    try:
        return Computer(make_player(spec, setup), seed)
    except UnknownPlayer:
        return Computer(make_player(RANDOM), seed)


def check(spec: str, setup: Setup) -> None:
    """Can this player be had? A program must start and greet; UnknownPlayer says why it does not."""
    player = make_player(spec, setup)
    try:
        if isinstance(player, External):
            player.start()
    except NeverStarted as fault:
        raise UnknownPlayer(fault.refusal) from None
    finally:
        player.close()


def name_of(texts: Texts, spec: str) -> str:
    """What a computer player is called at the table."""
    if of_others(spec):
        return title_of(spec)
    return texts(f"level.{spec}") if texts.has(f"level.{spec}") else spec
