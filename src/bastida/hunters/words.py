"""Notation of figures on segments, and why an answer is refused: the clauses of this family."""

# not compiled: words only

from __future__ import annotations

from typing import TYPE_CHECKING

from bastida.kernel.words import Clauses, figure_texts, why_no_figure, why_no_tile

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine

CLAUSES = Clauses(
    must_lay="HG-12",
    empty_cell="HG-16",
    whole_side="HG-16",
    corner="HG-17",
    same_sides="HG-18",
    figures="HG-04",
    supply="HG-36",
    new_tile="HG-24",
    barred="HG-22",
    places="HG-28",
    closed={},
    printed={},
    occupied="HG-29",
)


def figure_names(game: Engine, kind: int, slot: int, number: int) -> list[str]:
    """``member forest N``, and the other ways to say it; a hut stands on a river segment or the lake (HG-28, HG-R12)."""
    names = figure_texts(game, kind, slot, number)
    rules = game.rules
    tile = rules.tiles[game.board.kind(slot)]
    segment = tile.segments[rules.seg_source[rules.seg_first[game.board.kind(slot)] + number]]
    if segment.kind == "system":
        where = [name.replace("hut system", "hut river") for name in names]
        names = (["hut lake" + (str(segment.index + 1) if segment.index else "")] if segment.ends else []) + where + names
    return names


def why_not(game: Engine, question: str, text: str) -> str:
    """What the base rules have against an answer, in words that end in the clause."""
    if question == "tile":
        return why_no_tile(game, text, CLAUSES)
    if question == "figure":
        kind, _, place = text.partition(" ")
        if kind == "hut":
            text = "hut " + place.replace("river", "system")
            if place.startswith("lake") and not any(s.kind == "lake" for s in game.rules.tiles[game.run_kind].segments):
                return "the new tile has no lake (HG-28)"
        return why_no_figure(game, text, CLAUSES)
    return ""
