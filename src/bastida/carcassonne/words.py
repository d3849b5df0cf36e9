"""Notation of figures on segments, and why an answer is refused: the clauses of this family."""

# not compiled: words only

from __future__ import annotations

from typing import TYPE_CHECKING

from bastida.kernel.words import Clauses, figure_texts, why_no_figure, why_no_tile

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine

CLAUSES = Clauses(
    must_lay="BASE-30",
    empty_cell="BASE-22",
    whole_side="BASE-23",
    corner="BASE-24",
    same_sides="BASE-25",
    figures="BASE-119",
    supply="BASE-46",
    new_tile="BASE-36",
    barred="FLIGHT-R9",
    places="TURN-05",
    closed={"field": ("this game is played without farmers", "BASE-15")},
    printed={
        "village": ("a village is no place for a follower", "BASE-38"),
        "pennant": ("a pennant is no place for a follower", "BASE-38"),
    },
    occupied="BASE-40",
)


def figure_names(game: Engine, kind: int, slot: int, number: int) -> list[str]:
    """``follower road N``, and the other ways to say it."""
    return figure_texts(game, kind, slot, number)


def why_not(game: Engine, question: str, text: str) -> str:
    """What the base rules have against an answer, in words that end in the clause."""
    if question == "tile":
        return why_no_tile(game, text, CLAUSES)
    if question == "figure":
        return why_no_figure(game, text, CLAUSES)
    return ""
