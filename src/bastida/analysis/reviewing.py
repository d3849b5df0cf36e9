"""Reviews of whole games: stretch by stretch, in one process or several, kept in a file if wanted."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from statistics import mean
from typing import Any, Final, TextIO

from bastida.analysis.model import CLASSES, Answer, Event, Review, Side, levels_of, mark_of, moments_of, rating_of
from bastida.analysis.stretch import look_at, parts_of
from bastida.analysis.valuing import Budget
from bastida.arena.spread import Spread, here, processes
from bastida.language.refused import Refused, unknown, why
from bastida.record import Record
from bastida.table.game import Game

VERSION: Final = 1
MOST_NODES: Final = 1_000_000
BUDGETS: Final[Mapping[str, Budget]] = {
    "quick": Budget(1),
    "normal": Budget(400),
    "deep": Budget(5000, rivals=3),
}
"""How thoroughly a game is reviewed, by name."""
USUAL: Final = "quick"
Told = dict[str, Any]  # what is known of one stretch


class AnalysisError(Refused):
    """Something that cannot be analysed, and why."""


def review(
    game: Record | Game,
    *,
    budget: str = USUAL,
    nodes: int | None = None,
    seed: int = 0,
    jobs: int = 1,
    spread: Spread | None = None,
    resume: str | os.PathLike[str] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Look at every answer and every event of chance of a game, finished or not.

    ``budget`` is quick, normal or deep; ``nodes`` replaces the positions that the budget's search looks at for every value.
    ``jobs`` processes share the work, or ``spread`` says where it is done. ``resume`` is a file in which what was found is
    kept, and from which an interrupted review goes on. ``progress`` is told how many stretches of the game are done, and how
    many there are. The same game, budget and seed give the same review.
    """
    record = game if isinstance(game, Record) else Record.from_game(game)
    chosen = budget_of(budget, nodes)
    played = checked(record)
    text = bare(record)
    count = len(parts_of(played.steps))
    store = Store({"analysis": VERSION, "game": fingerprint(text), "budget": asdict(chosen), "seed": seed}, resume)
    try:
        missing = [number for number in range(count) if number not in store.found]
        done = count - len(missing)
        if progress is not None:
            progress(done, count)
        for told in looked_at(text, chosen, seed, missing, spread or processes_for(jobs, len(missing))):
            store.add(told)
            done += 1
            if progress is not None:
                progress(done, count)
    finally:
        store.close()
    return put_together(played, [store.found[number] for number in range(count)], chosen, seed)


def checked(record: Record) -> Game:
    """The game of a record that can be reviewed, at its end."""
    if record.study:
        raise AnalysisError(why("analysis.study"))
    played: Game = record.replay()
    if not any(step.seat is not None for step in played.steps):
        raise AnalysisError(why("analysis.nothing"))
    return played


def bare(record: Record) -> str:
    """A record without all that says nothing of the game."""
    return replace(record, rows=tuple(replace(row, comments=(), variations=()) for row in record.rows), more={}).to_json()


def budget_of(name: str, nodes: int | None) -> Budget:
    if name not in BUDGETS:
        raise AnalysisError(unknown("analysis.budget", name, BUDGETS))
    if nodes is None:
        return BUDGETS[name]
    return replace(BUDGETS[name], nodes=checked_nodes(nodes))


def checked_nodes(nodes: int) -> int:
    if not 1 <= nodes <= MOST_NODES:
        raise AnalysisError(why("analysis.nodes", number=nodes, most=MOST_NODES))
    return nodes


def fingerprint(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()


def processes_for(jobs: int, pieces: int) -> Spread:
    """As many processes as there is work for, or this one."""
    return here if jobs == 1 or pieces < 2 else processes(min(jobs, pieces))


def looked_at(text: str, budget: Budget, seed: int, numbers: Sequence[int], spread: Spread) -> Iterator[Told]:
    """The stretches with these numbers, in their order."""
    return spread(partial(look_at, text, budget, seed), numbers) if numbers else iter(())


class Store:
    """What was found so far, in a file or only in memory: a line of JSON for the question, then one for every stretch."""

    def __init__(self, head: Told, path: str | os.PathLike[str] | None) -> None:
        self.head = json.loads(json.dumps(head))
        self.found: dict[int, Told] = {}
        self.file: TextIO | None = None
        if path is None:
            return
        file = Path(path)
        there = file.exists() and file.stat().st_size > 0
        if there:
            self.read(file)
        self.file = file.open("a", encoding="utf-8")
        if not there:
            self.write(self.head)

    def read(self, file: Path) -> None:
        """Take up what is there; half a line at the end, left by a sudden stop, goes."""
        content = file.read_bytes()
        whole = content.rfind(b"\n") + 1
        try:
            lines = [json.loads(line) for line in content[:whole].decode().splitlines()]
            head, rest = lines[0], lines[1:]
            self.found = {int(told["stretch"]): told for told in rest}
            if head["analysis"] != VERSION:
                raise KeyError("analysis")
        except (IndexError, KeyError, TypeError, ValueError):
            raise AnalysisError(why("analysis.no_file", word=file.name)) from None
        if head != self.head:
            raise AnalysisError(why("analysis.other_file", word=file.name))
        if whole < len(content):
            os.truncate(file, whole)

    def add(self, told: Told) -> None:
        self.found[int(told["stretch"])] = told
        self.write(told)

    def write(self, told: Told) -> None:
        if self.file is not None:
            self.file.write(json.dumps(told, separators=(",", ":")) + "\n")
            self.file.flush()

    def close(self) -> None:
        if self.file is not None:
            self.file.close()


# -- from the stretches to the game -------------------------------------------------------------------------------------


def put_together(game: Game, stretches: Sequence[Told], budget: Budget, seed: int) -> Review:
    setup = game.setup
    seats = range(setup.seats)
    answers = [answer_of(game, one) for told in stretches for one in told["answers"]]
    parts = parts_of(game.steps)
    events: list[Event] = []
    remainder = [0.0 for _ in seats]
    for number, (before, after) in enumerate(pairwise(stretches)):
        step = game.steps[parts[number][1]]
        (mean_margins, mean_chances), (margins, wins) = before["end"], after["opening"]
        luck = [margins[seat] - mean_margins[seat] for seat in seats]
        luck_chance = [wins[seat] - mean_chances[seat] for seat in seats]
        place = parts[number][1]
        events.append(Event(place, step.turn, before["seat"], step.kind, step.text, luck, luck_chance, margins, wins))
        for seat in seats:
            remainder[seat] += after["first"][0][seat] - margins[seat]
    sides = [
        side_of(game, seat, answers, events, stretches[0]["first"][0][seat], stretches[-1]["end"][0][seat], remainder[seat])
        for seat in seats
    ]
    return Review(
        setup.preset() or setup.edition,
        list(setup.players),
        asdict(budget),
        seed,
        game.over,
        answers,
        events,
        sides,
        moments_of(answers, events),
    )


def answer_of(game: Game, told: Told) -> Answer:
    step = game.steps[told["step"]]
    seat = step.seat
    assert seat is not None
    (before, wins_before), (after, wins_after) = told["before"], told["after"]
    loss, lost = before[seat] - after[seat], wins_before[seat] - wins_after[seat]
    forced = told["options"] == 1
    return Answer(
        told["step"],
        step.turn,
        seat,
        step.kind,
        step.text,
        told["options"],
        told.get("line", []),
        loss,
        lost,
        "" if forced else mark_of(lost, loss),
        after,
        wins_after,
        [now - then for now, then in zip(after, before, strict=True)],
    )


def side_of(
    game: Game,
    seat: int,
    answers: Sequence[Answer],
    events: Sequence[Event],
    start: float,
    result: float,
    remainder: float,
) -> Side:
    own = [one for one in answers if one.seat == seat and one.mark]
    error = mean([one.loss for one in own]) if own else 0.0
    luck = sum(one.luck[seat] for one in events)
    return Side(
        seat,
        game.setup.players[seat],
        game.setup.colours[seat],
        len(own),
        {name: sum(one.mark == name for one in own) for name in CLASSES},
        error,
        mean([one.loss_chance for one in own]) if own else 0.0,
        rating_of(error),
        levels_of(error),
        result,
        start,
        luck,
        sum(one.loss for one in own),
        sum(one.effects[seat] for one in answers if one.seat != seat),
        remainder,
        result - luck,
        sum(one.luck_chance[seat] for one in events),
    )
