"""What is measured, and how fast it is asked to be."""

from __future__ import annotations

from dataclasses import dataclass

COMPILED, INTERPRETED = "compiled", "interpreted"
MODES = (COMPILED, INTERPRETED)

# Figures that were asked for as so many per second were asked on a machine where the C reference played so many games.
ASKED_BESIDE = 75_800
LOADING_ASKED_BESIDE = 95_000


@dataclass(frozen=True)
class Row:
    """One line of the table. What is asked is a share of C's rate of base games, or the most that a figure may be."""

    name: str
    title: str
    unit: str
    preset: str
    asked: float | None = None  # compiled
    asked_interpreted: float | None = None
    at_most: bool = False  # a figure that should be small, not a rate that should be great

    def asked_in(self, mode: str) -> float | None:
        return self.asked if mode == COMPILED else self.asked_interpreted

    def reached(self, figure: float | None, mode: str) -> bool | None:
        """Is it as fast as asked? None: nothing was asked, or nothing to compare with."""
        asked = self.asked_in(mode)
        if asked is None or figure is None:
            return None
        return figure <= asked if self.at_most else figure >= asked


ROWS = (
    Row("base", "random game, base", "games/s", "plus", 0.35, 0.009),
    Row("plus-big", "random game, `plus-big`", "games/s", "plus-big", 0.13),
    Row("todo", "random game, `todo`", "games/s", "todo", 0.04),
    Row("hunters", "random game, `hunters`", "games/s", "hunters", 0.20),
    Row("copy", "copy in mid-game, base", "copies/s", "plus", 400_000 / ASKED_BESIDE),
    Row("copy-todo", "copy in mid-game, `todo`", "copies/s", "todo", 150_000 / ASKED_BESIDE),
    Row("options", "options listed in mid-game, base", "lists/s", "plus"),
    Row("undo", "answer and take back, public face", "pairs/s", "plus"),
    Row("ledger", "random game with its ledger, base", "games/s", "plus"),
    Row("public", "game through the public face", "games/s", "plus", 1_000 / ASKED_BESIDE),
    Row("load", "record loaded and checked, base", "games/s", "plus", 300 / LOADING_ASKED_BESIDE),
    Row("load-trusted", "record loaded with `check=False`, base", "games/s", "plus", 3_000 / LOADING_ASKED_BESIDE),
    Row("board", "first drawing of a board of 150 tiles, `todo`", "s", "todo", 0.5, 0.5, at_most=True),
    Row("import", "`import bastida` in a new process", "s", "plus", 0.15, 0.15, at_most=True),
    Row("growth", "cost per tile, 216 tiles to 144", "times", "plus", 1.2, 1.2, at_most=True),
)
