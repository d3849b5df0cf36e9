"""Texts about placing tiles and figures that both families share: notation, and why an answer is refused.

A family says which clause stands behind each reason (``Clauses``) and what its figures are called by role.
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

PLACE = re.compile(r"(-?\d{1,9}),(-?\d{1,9}) r([0-3])")
SIDES = ("north", "east", "south", "west")


@dataclass(frozen=True)
class Clauses:
    """The clause behind each reason for a refusal."""

    must_lay: str
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
    printed: Mapping[str, tuple[str, str]]  # printed things that are no places: words, clause
    occupied: str


def role_of(game: Engine, kind: int, segment: str) -> str:
    """What a figure of this kind is called on a kind of segment: ``thief``, ``big knight``; empty if it has no such name."""
    rules = game.rules
    role = rules.roles.get(segment, "")
    if not role or not rules.follower[kind] or rules.places[kind] != rules.places[rules.followers[0]]:
        return ""
    return role if kind == rules.followers[0] else f"{rules.figure_names[kind]} {role}"


def figure_texts(game: Engine, kind: int, slot: int, number: int) -> list[str]:
    """``follower road N``, and the other ways to say it: any side of the segment, the role instead of the segment."""
    said, key = game.rules.said_figures, (kind, game.board.tile_shape[slot], number)
    names = said.get(key)
    if names is None:
        names = said[key] = _figure_texts(game, kind, slot, number)
    return names


def _figure_texts(game: Engine, kind: int, slot: int, number: int) -> list[str]:
    figure = game.rules.figure_names[kind]
    names = []
    for segment in segment_words(game, slot)[number]:
        names.append(f"{figure} {segment}")
        if kind == game.rules.followers[0]:
            names.append(segment)
        word, _, where = segment.partition(" ")
        role = role_of(game, kind, word)
        if role:
            names.append(f"{role} {where}".strip())
    return names


def why_no_tile(game: Engine, text: str, clauses: Clauses) -> str:
    found = PLACE.fullmatch(text)
    if found is None:
        return f"a tile that can be laid must be laid ({clauses.must_lay})" if text == "pass" else ""
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


def why_no_figure(game: Engine, text: str, clauses: Clauses) -> str:
    rules, seat = game.rules, game.seat
    kind, target = _figure_and_target(game, text)
    figure = rules.figure_names[kind]
    if rules.issued[seat * rules.figure_kinds + kind] == 0:
        return f"there is no {figure} in this game ({clauses.figures})"
    if game.part_barred:
        return f"no more figures are placed in this part ({clauses.barred})"
    if game.figures.available(seat, kind) == 0:
        return f"no {figure} is left in the supply ({clauses.supply})"
    if target.partition(" ")[0] in clauses.printed:
        words, clause = clauses.printed[target.partition(" ")[0]]
        return f"{words} ({clause})"
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


def _figure_and_target(game: Engine, text: str) -> tuple[int, str]:
    """The kind of figure a text speaks of, and the segment, with roles put back into segments."""
    rules = game.rules
    for kind in rules.followers:
        for segment in rules.roles:
            role = role_of(game, kind, segment)
            if role and (text == role or text.startswith(role + " ")):
                return int(kind), f"{segment}{text[len(role) :]}"
    first, _, rest = text.partition(" ")
    if first in rules.figure_names:
        return rules.figure_names.index(first), rest
    return int(rules.followers[0]), text
