"""What a position is worth, in one way for all that a review compares.

- A position that asks a player is worth what the best answer is expected to bring: the search with the nodes of the budget.
  With a single node that is the evaluation of everything the seat may do in this turn.
- A position that asks chance is worth the mean over what may come, by its weights. Where more may come than the budget
  looks at, a sample stands for it that was drawn without a look at what really came.

Everything is a function of position, seed and budget.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from bastida.analysis.chances import chances, numbers_for, shares
from bastida.kernel.codes import DEALER, OVER
from bastida.kernel.engine import Engine
from bastida.players.endgame import lead_of, tiles_left
from bastida.players.player import Outlook
from bastida.players.search import SearchPlayer
from bastida.players.settle import settle
from bastida.table.setup import Setup


@dataclass(frozen=True)
class Budget:
    """How much a review looks at."""

    nodes: int  # positions the search looks at for the value of one question
    draws: int = 24  # outcomes of chance that stand for all of them, at most
    rivals: int = 2  # answers that the one given is compared with, at most
    window: float = 4.0  # points: what looks worse than the answer given by more than this is not compared


@dataclass(frozen=True)
class Worth:
    """Of a position, by seat."""

    margins: list[float]
    chances: list[float]  # of winning: the mean over what may come


def final_margins(game: Engine) -> list[float]:
    """Points ahead of the best rival, by seat, as they stand."""
    return [float(lead_of(game, seat)) for seat in range(game.rules.seats)]


class Valuer:
    """Values the positions of one game."""

    def __init__(self, setup: Setup, budget: Budget, seed: int) -> None:
        self.budget = budget
        self.seed = seed
        self.numbers = numbers_for(setup.family, setup.seats, tiles_left(setup.engine()))
        self.player = SearchPlayer("analysis", budget.nodes)

    def outlooks(self, game: Engine) -> list[Outlook]:
        """Every answer to a question of a player who has a choice, the best first."""
        self.player.choose(game, self.seed)
        return self.player.outlooks()

    def margins(self, game: Engine) -> list[float]:
        """Of a position, by seat; what chance will bring next is judged by the evaluation alone."""
        game = past_forced(game)
        if game.asked == OVER:
            return final_margins(game)
        if game.asked != DEALER:
            return list(self.outlooks(game)[0].margins)
        view = self.player.evaluator(game)
        settle(game, view)
        return [float(view.margin(seat)) for seat in range(game.rules.seats)]

    def chances_of(self, game: Engine, margins: Sequence[float]) -> list[float]:
        """Of winning from a position with these margins."""
        return shares(margins) if game.asked == OVER else chances(margins, tiles_left(game), self.numbers)

    def worth(self, game: Engine) -> Worth:
        """Of a position; of one that asks chance, the mean over what may come."""
        if game.asked != DEALER:
            margins = self.margins(game)
            return Worth(margins, self.chances_of(game, margins))
        seats = range(game.rules.seats)
        margins, wins = [0.0 for _ in seats], [0.0 for _ in seats]
        outcomes = self.sample(game)
        for option, part in outcomes:
            after = game.copy()
            after.answer(option)
            found = self.margins(after)
            won = self.chances_of(after, found)
            for seat in seats:
                margins[seat] += part * found[seat]
                wins[seat] += part * won[seat]
        return Worth(margins, wins)

    def sample(self, game: Engine) -> list[tuple[int, float]]:
        """What may come, with the part of each; or a sample of it, each as likely to be in it as to come.

        The sample lies at even distances along the weights, from a random start.
        """
        options = game.copy().list_options().numbers()
        weights = [int(game.weight(option)) for option in options]
        total, most = sum(weights), self.budget.draws
        if len(options) <= most:
            return [(option, weight / total) for option, weight in zip(options, weights, strict=True) if weight]
        start = random.Random(f"{self.seed}/{total}/{len(options)}/{int(game.turn)}").random()
        found: dict[int, float] = {}
        place, upto = 0, weights[0]
        for number in range(most):
            while (start + number) * total / most >= upto:
                place += 1
                upto += weights[place]
            found[options[place]] = found.get(options[place], 0.0) + 1 / most
        return list(found.items())

    def at_rest(self, game: Engine, line: Sequence[int] = ()) -> Engine:
        """The position when chance is asked next or the game is over: along a line, then by the best answers."""
        game = game.copy()
        follow = list(line)
        while game.asked >= 0:
            options = game.list_options().numbers()
            wanted = follow.pop(0) if follow else -1
            if wanted in options:
                game.answer(wanted)
            elif len(options) == 1:
                game.answer(options[0])
            else:
                follow = [int(number) for number in self.outlooks(game)[0].line]
                game.answer(follow.pop(0))
        return game


def past_forced(game: Engine) -> Engine:
    """A copy in which whoever had a single answer has given it."""
    game = game.copy()
    while game.asked >= 0:
        options = game.list_options()
        if options.count > 1:
            break
        game.answer(options.items[0])
    return game
