"""A player for golden games: greedy, without luck, so that a reader sees real play and the same game every time.

It looks at every answer on a copy, for a tile also at the best figure on it, and takes what leaves it best off if the
game ended there, a follower in hand being worth a little too. Ties go to the answer that comes first as text.
"""

from __future__ import annotations

from bastida import Game
from bastida.kernel.codes import DEALER, OVER
from bastida.kernel.engine import Engine

IN_HAND = (0, 30, 22, 16, 12, 9, 7, 5, 4, 3, 2, 2, 2)  # tenths of a point for the first follower in hand, the second ...


def choose(game: Game) -> str:
    """The text of the answer to the present question."""
    depth = 1 if game.decision is not None and game.decision.kind == "tile" else 0
    seat = int(game.engine.asked)
    found = []
    for option in game.options():
        copy = game.engine.copy()
        copy.answer(option.number)
        found.append((-best(copy, seat, depth), option.text))
    return min(found)[1]


def best(engine: Engine, seat: int, depth: int) -> int:
    """What a seat can make of a position in so many answers of its own."""
    if depth == 0 or engine.asked != seat:
        return value(engine, seat)
    found = []
    for option in engine.list_options().numbers():
        copy = engine.copy()
        copy.answer(option)
        found.append(best(copy, seat, depth - 1))
    return max(found)


def value(engine: Engine, seat: int) -> int:
    """In tenths of a point: the lead if the game ended now, and the followers in hand."""
    rules = engine.rules
    in_hand = sum(engine.figures.available(seat, kind) for kind in rules.followers)
    end = engine.copy()
    if end.asked != OVER:
        end.finish()
    others = [int(end.score_of(other)) for other in range(rules.seats) if other != seat]
    luck = 15 if engine.asked == DEALER and engine.owner() else 0  # a message, a flight: something will come of it
    return 10 * (int(end.score_of(seat)) - max(others)) + sum(IN_HAND[: in_hand + 1]) + luck
