"""Why an answer is refused: the clauses of this family."""

# not compiled: words only

from __future__ import annotations

from typing import TYPE_CHECKING

from bastida.kernel.answers import Option, Refusal
from bastida.kernel.refusals import ARRANGE, Clauses, is_resting, why_no_figure, why_no_tile, why_not_arranged

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
    closed={"field": ("without_farmers", "BASE-15")},
    printed={"village": ("no_place_village", "BASE-38"), "pennant": ("no_place_pennant", "BASE-38")},
    occupied="BASE-40",
    home="BASE-76",
)


def why_not(game: Engine, question: str, wish: Option) -> Refusal | None:
    """What the base rules have against an answer."""
    if question == "tile":
        return why_no_tile(game, wish, CLAUSES)
    if question == ARRANGE:
        return why_not_arranged(game, wish, CLAUSES)
    if question != "figure":
        return None
    reason = why_no_figure(game, wish, CLAUSES)
    if reason is not None and reason.key == "none_left":
        kind = game.rules.figure_names.index(wish.figure) if wish.figure else int(game.rules.followers[0])
        return why_it_waits(game, game.seat, kind) or reason
    return reason


def why_it_waits(game: Engine, seat: int, kind: int) -> Refusal | None:
    """A figure that came home in this part, where the table lets it wait."""
    return Refusal("came_home", "TURN-R17") if is_resting(game, seat, kind) else None
