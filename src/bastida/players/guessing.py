"""What may be asked next: how the turn under way may go on, and what chance may bring after it, the likeliest first.

Whoever thinks ahead thinks about these positions. They are made of what everybody at the table sees: of the tiles to come only
how many of each kind are left.
"""
# not compiled: a few dozen steps for every guess

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import Final

from bastida.kernel.codes import DEALER
from bastida.kernel.engine import Engine
from bastida.players.search import SearchPlayer

NODES: Final = 1500  # for a look at what the seat that is asked may answer
LOOKS: Final = 6  # such looks, if its turn has many questions
LINES: Final = 4  # ways in which its turn may go on
STEPS: Final = 400  # positions that are gone through at most


@dataclass(frozen=True)
class Guess:
    """A question that may come: the answers of seats and of chance that lead to it, and how likely they seem together."""

    answers: tuple[int, ...]
    chance: float


@dataclass(frozen=True)
class Way:
    """A position on the way there."""

    guess: Guess
    game: Engine
    number: int  # of equals the one found first is gone on with

    def __lt__(self, other: Way) -> bool:
        return (-self.guess.chance, self.number) < (-other.guess.chance, other.number)

    def after(self, options: Iterable[int], chance: float, number: int) -> Way:
        """Further answers, with what makes them so likely."""
        game, answers = self.game.copy(), self.guess.answers
        for option in options:
            game.answer(option)
            answers = (*answers, int(option))
        return Way(Guess(answers, self.guess.chance * chance), game, number)


def guesser() -> SearchPlayer:
    """Who says how a turn may go on."""
    return SearchPlayer("guesser", NODES)


def guesses(game: Engine, seats: Collection[int], most: int, seed: int, player: SearchPlayer) -> list[Guess]:
    """Questions that one of these seats may be asked next, while somebody else is asked or a tile is to be drawn."""
    found: list[Guess] = []
    number = count()
    ways = [Way(Guess((), 1.0), game, next(number))]
    looks = 0
    for _ in range(STEPS):
        if not ways or len(found) == most:
            break
        way = heappop(ways)
        at = way.game
        if at.asked in seats:
            found.append(way.guess)
        elif at.asked == DEALER:
            options = at.copy().list_options().numbers()
            weights = [int(at.weight(option)) for option in options]
            for option, weight in zip(options, weights, strict=True):
                heappush(ways, way.after([option], weight / sum(weights), next(number)))
        elif at.asked == game.asked and looks < LOOKS:
            looks += 1
            for line, share in turns(at, seed, player):
                heappush(ways, way.after(line, share, next(number)))
    return found


def turns(game: Engine, seed: int, player: SearchPlayer) -> list[tuple[list[int], float]]:
    """How the seat that is asked may play its turn to the end: what a short search looks at most, and by what share."""
    only = int(player.choose(game, seed))
    lines = [(int(outlook.visits), [int(option) for option in outlook.line]) for outlook in player.outlooks()] or [(1, [only])]
    lines = sorted((line for line in lines if line[0] > 0), key=lambda line: -line[0])[:LINES]
    total = sum(visits for visits, _ in lines)
    return [(line, visits / total) for visits, line in lines]
