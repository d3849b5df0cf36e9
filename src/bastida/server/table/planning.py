"""How long a computer thinks about an answer, so that its clock lasts to the end of the game and its turn comes to an end."""

from __future__ import annotations

from bastida.players.endgame import tiles_left
from bastida.server.table.state import COMPUTER, Table
from bastida.table.game import Game

SLACK = 0.5  # seconds of a clock that are not planned: an answer may take a moment longer than it should
USUAL = 2  # answers with a tile: where it lies, and a figure; what is asked beyond that gets less and less


def seconds_for(
    most: float, before: int = 0, left: float | None = None, increment: float = 0.0, turns: int = 1, answers: float = USUAL
) -> float:
    """Seconds for this answer, ``most`` at most; ``before`` it so many were given with the same tile.

    The first two may take ``most``, each one after them half as much as the one before it: so a tile takes less than three
    times ``most``, however much is asked. With a clock (``left`` seconds on it), what is left and every increment still to come
    are shared out evenly over the turns to come, this one included, and over the answers of a turn. Increments come later, so
    an answer never takes more than this turn's part of what is there now.
    """
    most = most * 0.5 ** max(0, before + 1 - USUAL)
    if left is None:
        return most
    turns, answers = max(1, turns), max(1.0, answers)
    there = max(0.0, left - SLACK)
    return min(most, (there + increment * (turns - 1)) / turns / answers, there / answers)


def answers_before(game: Game) -> int:
    """How many answers the seat that is asked has given with the tile that is played."""
    engine, number = game.engine, 0
    for step in reversed(game.steps):
        if step.turn != engine.turn or step.part != engine.part:
            break
        number += step.seat == engine.asked
    return number


def thinking_time(table: Table, seat: int, most: float) -> float:
    """The same for a seat that is asked. Whoever plays on for a person who is away leaves that person's clock alone."""
    clock, game = table.clock, table.game
    before = answers_before(game)
    if clock is None or table.slow or table.seats[seat].kind != COMPUTER:
        return seconds_for(most, before)
    turns = 1 + int(tiles_left(game.engine)) // len(table.seats)
    own = [step.turn for step in game.steps if step.seat == seat]
    answers = (USUAL + len(own)) / (1 + len(set(own)))
    return seconds_for(most, before, clock.ms[seat] / 1000, clock.increment, turns, answers)
