"""What was measured, and the table of it: as text, as Markdown, as JSON."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.rows import Row

HEADS = ("work", "mode", "measured", "share of C", "asked", "reached")


@dataclass
class Result:
    """All rounds of one row in one mode: each a rate, and C's rate measured just before it."""

    row: Row
    mode: str
    rounds: list[tuple[float, float | None]] = field(default_factory=list)

    @property
    def best(self) -> float:
        rates = [rate for rate, _ in self.rounds]
        return min(rates) if self.row.at_most else max(rates)

    @property
    def share(self) -> float | None:
        """Of C's rate of base games: the middle one of the rounds."""
        shares = [rate / beside for rate, beside in self.rounds if beside]
        return median(shares) if shares and not self.row.at_most else None

    @property
    def reached(self) -> bool | None:
        figure = median(rate for rate, _ in self.rounds) if self.row.at_most else self.share
        return self.row.reached(figure, self.mode)

    def cells(self) -> tuple[str, ...]:
        asked = self.row.asked_in(self.mode)
        limit = "at most " if self.row.at_most else ""
        return (
            self.row.title,
            self.mode,
            f"{number(self.best)} {self.row.unit}",
            "" if self.share is None else number(self.share),
            "" if asked is None else limit + number(asked),
            {True: "yes", False: "no", None: ""}[self.reached],
        )

    def data(self) -> dict[str, Any]:
        return {
            "row": self.row.name,
            "preset": self.row.preset,
            "mode": self.mode,
            "unit": self.row.unit,
            "best": self.best,
            "share": self.share,
            "asked": self.row.asked_in(self.mode),
            "reached": self.reached,
            "rounds": [{"rate": rate, "beside": beside} for rate, beside in self.rounds],
        }


@dataclass
class Report:
    results: list[Result] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    compiler: str = ""
    python: str = platform.python_version()

    def beside(self) -> float | None:
        """C's best rate in all of the run."""
        return max((beside for result in self.results for _, beside in result.rounds if beside), default=None)

    def heading(self) -> str:
        beside = self.beside()
        reference = f"C reference ({self.compiler} -O2) {number(beside)} games/s" if beside else "no C reference"
        return f"{processor()}, {os.cpu_count()} cores, one used; Python {self.python}; {reference}"

    def text(self) -> str:
        lines = [HEADS, *(result.cells() for result in self.results)]
        widths = [max(len(line[column]) for line in lines) for column in range(len(HEADS))]
        table = [
            "  ".join(cell.ljust(width) if column < 2 else cell.rjust(width) for column, (cell, width) in pairs(line, widths))
            for line in lines
        ]
        return "\n".join([self.heading(), "", *(line.rstrip() for line in table), *self.notes_as(""), ""])

    def markdown(self) -> str:
        lines = [HEADS, ("---", "---", *["---:"] * (len(HEADS) - 2)), *(result.cells() for result in self.results)]
        table = [f"| {' | '.join(line)} |" for line in lines]
        return "\n".join([f"{self.heading()}.", "", *table, *self.notes_as("- "), ""])

    def notes_as(self, sign: str) -> list[str]:
        return ["", *(f"{sign}{note}" for note in self.notes)] if self.notes else []

    def data(self) -> dict[str, Any]:
        return {
            "processor": processor(),
            "cores": os.cpu_count(),
            "python": self.python,
            "compiler": self.compiler,
            "c_games_per_second": self.beside(),
            "results": [result.data() for result in self.results],
            "notes": self.notes,
        }


def pairs(line: Sequence[str], widths: Sequence[int]) -> enumerate[tuple[str, int]]:
    return enumerate(zip(line, widths, strict=True))


def number(value: float) -> str:
    """Three digits that matter, thousands marked."""
    if value >= 100:
        digits = 10 ** max(0, len(str(int(value))) - 3)
        return f"{round(value / digits) * digits:,}"
    return f"{value:.3g}" if value < 1 else f"{value:.2f}"


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, "") or platform.processor() or platform.machine()
