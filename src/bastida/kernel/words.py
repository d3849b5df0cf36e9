"""Texts about placing tiles and figures that both families share: notation, and why an answer is refused.

A family says which clause stands behind each reason (``Clauses``) and what its figures are called by role (``roles``).
"""

# not compiled: words only

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bastida.kernel.geometry import DX, DY, opposite
from bastida.kernel.names import segment_words

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine

PLACE = re.compile(r"(-?\d+),(-?\d+) r([0-3])")
SIDES = ("north", "east", "south", "west")


@dataclass(frozen=True)
class Clauses:
    """The clause behind each reason for a refusal."""

    empty_cell: str
    whole_side: str
    corner: str
    same_sides: str
    figures: str  # which figures there are
    supply: str
    new_tile: str
    barred: str
    places: str
    closed: Mapping[str, tuple[str, str]]  # kind of segment nobody may use: words, clause
    occupied: str


def figure_texts(game: Engine, kind: int, slot: int, number: int, roles: Mapping[tuple[str, str], str]) -> list[str]:
    """``follower road N``, and the other ways to say it: any side of the segment, the role instead of the segment."""
    figure = game.rules.figure_names[kind]
    first = game.rules.followers[0] == kind
    names = []
    for segment in segment_words(game, slot)[number]:
        names.append(f"{figure} {segment}")
        if first:
            names.append(segment)
        word, _, where = segment.partition(" ")
        role = roles.get((figure, word))
        if role:
            names.append(f"{role} {where}".strip())
    return names


def why_no_tile(game: Engine, text: str, clauses: Clauses) -> str:
    found = PLACE.fullmatch(text)
    if found is None:
        return ""
    x, y, turns = (int(word) for word in found.groups())
    board, rules = game.board, game.rules
    if board.slot_at(x, y) >= 0:
        return f"there is a tile on {x},{y} already; a tile goes to an empty cell ({clauses.empty_cell})"
    wrong, touching = [], False
    for side in range(4):
        slot = board.slot_at(x + DX[side], y + DY[side])
        if slot < 0:
            continue
        touching = True
        mine = rules.edge[(game.run_kind * 4 + turns) * 4 + side]
        theirs = rules.edge[board.tile_shape[slot] * 4 + opposite(side)]
        if mine != theirs:
            wrong.append(f"{rules.side_names[mine]} against {rules.side_names[theirs]} in the {SIDES[side]}")
    if not touching:
        if any(board.slot_at(x + dx, y + dy) >= 0 for dx in (-1, 1) for dy in (-1, 1)):
            return f"{x},{y} touches other tiles only at a corner; a whole side must touch ({clauses.corner})"
        return f"{x},{y} touches no tile; a tile is laid side to side with one on the table ({clauses.whole_side})"
    if wrong:
        return f"{' and '.join(wrong)}: touching sides must show the same ({clauses.same_sides})"
    return ""


def why_no_figure(game: Engine, text: str, clauses: Clauses, roles: Mapping[tuple[str, str], str]) -> str:
    rules, seat = game.rules, game.seat
    kind, target = _figure_and_target(game, text, roles)
    figure = rules.figure_names[kind]
    if rules.issued[seat * rules.figure_kinds + kind] == 0:
        return f"there is no {figure} in this game ({clauses.figures})"
    if game.part_barred:
        return f"no more figures are placed in this part ({clauses.barred})"
    if game.figures.available(seat, kind) == 0:
        return f"no {figure} is left in the supply ({clauses.supply})"
    known = segment_words(game, game.run_slot)
    number = next((at for at, names in enumerate(known) if target in [name.casefold() for name in names]), -1)
    if number < 0:
        places = ", ".join(names[0] for names in known)
        return f"the new tile has no {target!r}, only {places}; figures go on the tile just laid ({clauses.new_tile})"
    node = game.board.tile_node[game.run_slot] + number
    place = game.regions.kind(node)
    segment = rules.segment_names[place]
    if not rules.places[kind] >> place & 1:
        if segment in clauses.closed and not any(rules.places[other] >> place & 1 for other in rules.followers):
            words, clause = clauses.closed[segment]
            return f"{words} ({clause})"
        return f"a {figure} may not stand on a {segment} ({clauses.places})"
    if game.regions.strength[game.regions.region[node]]:
        return f"that {segment} is occupied already, however far away the other figure stands ({clauses.occupied})"
    return ""


def _figure_and_target(game: Engine, text: str, roles: Mapping[tuple[str, str], str]) -> tuple[int, str]:
    """The kind of figure a text speaks of, and the segment, with roles put back into segments."""
    names = game.rules.figure_names
    for (figure, segment), role in roles.items():
        if text == role or text.startswith(role + " "):
            return names.index(figure), f"{segment}{text[len(role) :]}"
    first, _, rest = text.partition(" ")
    if first in names:
        return names.index(first), rest
    return int(game.rules.followers[0]), text
