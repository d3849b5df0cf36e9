"""What a player sees of a question, for those who learn: the answers and a row of numbers for each."""

from __future__ import annotations

from dataclasses import dataclass

from bastida.kernel.rules import Rules
from bastida.kernel.shelf import bounded
from bastida.players.making import make_evaluator
from bastida.players.sight import VERSION as VERSION
from bastida.players.sight import Sight
from bastida.players.weights import read_weights
from bastida.table.game import Game, Option


@dataclass(frozen=True)
class Seen:
    """A question as the seat asked sees it. Rows of ``features`` stand in the order of the options, one after the other."""

    names: list[str]  # what each number of a row is
    options: list[Option]
    state: list[float]
    features: list[float]


class Seer:
    """Made once for a set-up: ``see`` is a look at the question a game asks."""

    def __init__(self, rules: Rules) -> None:
        self.sight = Sight(make_evaluator(rules, read_weights()))
        self.names: list[str] = list(self.sight.names)

    def see(self, game: Game) -> Seen:
        """The present question of a game; chance and the end of a game have none, and are told with ValueError."""
        engine = game.engine
        if engine.asked < 0:
            raise ValueError("no seat is asked anything")
        state = self.sight.position(engine, engine.asked)
        return Seen(self.names, game.options(), list(state), list(self.sight.answers(engine)))


def seer(game: Game) -> Seer:
    """The seer of a game's set-up."""
    return _seer(game.engine.rules)


@bounded(16)
def _seer(rules: Rules) -> Seer:
    return Seer(rules)
