"""Computer players at the terminal, by level."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Protocol

from bastida.game import Game, Option


class Opponent(Protocol):
    def choose(self, game: Game) -> Option:
        """An answer to the present question."""


class RandomOpponent:
    """Any answer, all alike; the same for the same seed and position in the game."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed

    def choose(self, game: Game) -> Option:
        options = game.options()
        return random.Random(f"{self.seed}/opponent/{len(game.steps)}").choice(options)


LEVELS: Mapping[str, Callable[[int | str], Opponent]] = {"random": RandomOpponent}
