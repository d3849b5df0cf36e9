"""The answers between two events of chance, each compared with the best there was.

The values are worked out from the end. After the last answer a position is worth what chance may bring on an average; before an
answer, the best of what the one given leads to and what others would. So a tile is judged with the best figure that could
follow it, and a figure given its tile; no loss is negative, and the losses add up to the change of value exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from bastida.analysis.valuing import Budget, Valuer, Worth
from bastida.kernel.codes import DEALER
from bastida.kernel.engine import Engine
from bastida.players.endgame import tiles_left
from bastida.record import Record
from bastida.table.game import Game, Step


def parts_of(steps: Sequence[Step]) -> list[tuple[int, int]]:
    """From which answer to which the players answer between two events of chance; perhaps none at all."""
    found, first = [], 0
    for number, step in enumerate(steps):
        if step.seat is None:
            found.append((first, number))
            first = number + 1
    return [*found, (first, len(steps))]


class Work:
    """A game with whatever is needed to look at its stretches one by one."""

    def __init__(self, record: str, budget: Budget, seed: int) -> None:
        self.game = Record.from_json(record).replay()
        self.parts = parts_of(self.game.steps)
        self.valuer = Valuer(self.game.setup, budget, seed)
        self.engines: list[Engine] = []  # at the beginning of every stretch
        engine = self.game.kept(0)
        assert engine is not None
        engine = engine.copy()
        begins = {first for first, _ in self.parts}
        for number, step in enumerate(self.game.steps):
            if number in begins:
                self.engines.append(engine.copy())
            engine.answer(step.number)
        if len(self.engines) < len(self.parts):
            self.engines.append(engine)

    def stretch(self, number: int) -> dict[str, Any]:
        """All that is to be known of one stretch, as JSON can hold it."""
        valuer = self.valuer
        first, last = self.parts[number]
        engine = self.engines[number].copy()
        opening = valuer.margins(engine)
        tiles = tiles_left(engine)
        others: list[tuple[Engine, list[tuple[list[int], Worth]]]] = []
        for step in self.game.steps[first:last]:
            others.append((engine.copy(), self.others(engine, step.number)))
            engine.answer(step.number)
        after = end = valuer.worth(engine)
        answers: list[dict[str, Any]] = []
        follow: list[int] = []  # the best from here on
        for at in reversed(range(first, last)):
            step, (here, rivals) = self.game.steps[at], others[at - first]
            seat = int(step.seat or 0)
            best, line = after, [int(step.number), *follow]
            for tried, worth in rivals:
                if worth.margins[seat] > best.margins[seat]:
                    best, line = worth, tried
            told: dict[str, Any] = {"step": at, "options": int(here.copy().list_options().count)}
            told |= {"before": [best.margins, best.chances], "after": [after.margins, after.chances]}
            if line[0] != step.number:
                told["line"] = in_notation(self.game, here, line)
            answers.append(told)
            after, follow = best, line
        return {
            "stretch": number,
            "tiles": tiles,
            "seat": int(engine.seat),
            "opening": [opening, valuer.chances_of(self.engines[number], opening)],
            "first": [after.margins, after.chances],
            "answers": answers[::-1],
            "end": [end.margins, end.chances],
            "chance": engine.asked == DEALER,
        }

    def others(self, engine: Engine, given: int) -> list[tuple[list[int], Worth]]:
        """The best answers besides the one given, as lines of play, and what they are worth."""
        if engine.copy().list_options().count == 1:
            return []
        valuer, budget, seat = self.valuer, self.valuer.budget, int(engine.asked)
        outlooks = valuer.outlooks(engine)
        mine = next((one for one in outlooks if one.option == given), None)
        floor = -1e9 if mine is None else mine.margins[seat] - budget.window
        rivals = [one for one in outlooks if one.option != given and one.margins[seat] >= floor][: budget.rivals]
        found = []
        for one in rivals:
            after = engine.copy()
            after.answer(one.option)
            line = [int(number) for number in one.line]
            found.append((line, valuer.worth(valuer.at_rest(after, line[1:]))))
        return found


def in_notation(game: Game, engine: Engine, line: Sequence[int]) -> list[str]:
    """A line of answers as records write them, as far as it can be followed."""
    table = Game(game.setup)
    table.stand_at(engine.copy())
    said: list[str] = []
    for number in line:
        found = next((known for known in table.options() if known.number == number), None)
        if found is None:
            break
        said.append(found.text)
        table.play(found)
    return said


@lru_cache(maxsize=2)
def work(record: str, budget: Budget, seed: int) -> Work:
    """Made once in every process."""
    return Work(record, budget, seed)


def look_at(record: str, budget: Budget, seed: int, number: int) -> dict[str, Any]:
    """One stretch of a game, in whatever process."""
    return work(record, budget, seed).stretch(number)
