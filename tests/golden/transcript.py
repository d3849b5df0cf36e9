"""A game as a text that can be read, and played again from.

One line for every part of a turn, with all answers; below it every line of the ledger, marked "+", and the points when
they have changed. Answers of somebody who is not on turn bear his name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from bastida import Game, Step
from bastida.kernel.ledger import Entry
from bastida.table.setup import make_setup

FOLDER = Path(__file__).parent
HEAD = re.compile(r"(?P<preset>[\w-]+), seed (?P<seed>\d+): (?P<players>.+)")
WIDTH = 120


@dataclass(frozen=True)
class Golden:
    """One golden game: who plays what, and every answer."""

    preset: str
    seed: int
    players: tuple[str, ...]
    answers: tuple[str, ...]


def path(preset: str) -> Path:
    return FOLDER / f"{preset}.txt"


def read(preset: str) -> Golden:
    lines = path(preset).read_text(encoding="utf-8").splitlines()
    head = HEAD.fullmatch(lines[0])
    assert head, f"{preset}: the first line must name game, seed and players"
    answers = []
    for line in lines[1:]:
        if re.match(r" *(\d+ |; )", line) and not line.lstrip().startswith("+"):
            told = line if line.lstrip().startswith(";") else line.partition("| ")[2]
            answers += [answer.partition(": ")[2].strip() for answer in told.split("; ") if answer.strip(" ;")]
    return Golden(head["preset"], int(head["seed"]), tuple(head["players"].split(", ")), tuple(answers))


def replayed(golden: Golden) -> list[str]:
    """The transcript of a golden game, played again answer by answer."""
    game = Game(make_setup(golden.preset, players=golden.players), None)
    teller = Teller(game)
    for answer in golden.answers:
        game.play(answer)
        teller.listen()
    return [f"{golden.preset}, seed {golden.seed}: {', '.join(golden.players)}", "", *teller.told()]


class Teller:
    """Writes down what happens in a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.lines: list[str] = []
        self.part: list[str] = []  # answers of the part under way
        self.where = (0, 0)  # its turn and part
        self.active = 0
        self.steps = self.entries = 0
        self.scores = dict(game.scores())

    def listen(self) -> None:
        """Take down the answers since the last time."""
        for step in self.game.steps[self.steps :]:
            if (step.turn, step.part) != self.where:
                self.close()
                self.where = (step.turn, step.part)
                self.active = (self.game.setup.first + step.turn - 1) % self.game.setup.seats
            self.part.append(self.answer(step))
        self.steps = len(self.game.steps)
        decision = self.game.decision
        if decision is None or (self.game.turn, int(self.game.engine.part)) != self.where:
            self.close()

    def answer(self, step: Step) -> str:
        other = step.seat is not None and step.seat != self.active
        who = f" ({self.game.setup.players[step.seat]})" if other and step.seat is not None else ""
        return f"{step.kind}{who}: {step.text}"

    def close(self) -> None:
        """The part is over: write it, with what it brought."""
        if not self.part:
            return
        turn, part = self.where
        name = self.game.setup.players[self.active]
        line = f"{turn:3} {name}{' again' if part > 1 else ''} | {self.part[0]}"
        for answer in self.part[1:]:
            if len(line.splitlines()[-1]) + len(answer) + 2 > WIDTH:
                line += f"\n      ; {answer}"
            else:
                line += f"; {answer}"
        self.lines += line.splitlines()
        self.part = []
        new = [entry for entry in self.game.ledger[self.entries :] if not entry.final]
        self.entries += len(new)
        self.lines += [f"      {self.entry(entry)}" for entry in new]
        scores = dict(self.scores)
        for entry in new:
            scores[self.game.setup.players[entry.seat]] += entry.points
        if scores != self.scores:
            self.scores = scores
            self.lines.append(f"      {self.standing(scores)}")

    def entry(self, entry: Entry) -> str:
        who = self.game.setup.players[entry.seat] + (", messenger" if entry.figure else "")
        what = entry.source if not entry.lines else f"{entry.source}: {entry.arithmetic()}"
        return f"+ {who} {entry.points} for {'unfinished ' if self.is_open(entry) else ''}{what} ({entry.clause})"

    def is_open(self, entry: Entry) -> bool:
        """Is it for something that could have been completed?"""
        rules = self.game.engine.rules
        kinds = dict(zip(rules.segment_names, rules.completes, strict=True))
        return not entry.finished and bool(entry.lines) and bool(kinds.get(entry.source))

    def standing(self, scores: dict[str, int]) -> str:
        return ", ".join(f"{name} {points}" for name, points in scores.items())

    def told(self) -> list[str]:
        """Everything, with the final scoring if the game is over."""
        if not self.game.over:
            return self.lines
        final = [entry for entry in self.game.ledger if entry.final]
        lines = ["", "Final scoring", *(f"      {self.entry(entry)}" for entry in final)]
        lines += ["", f"Result: {self.standing(self.game.scores())}", f"Winner: {', '.join(self.game.winners())}"]
        return self.lines + lines
