"""Why a tile or a figure cannot go where somebody wants it: the reasons that all families share, as values.

A family says which clause stands behind each reason (``Clauses``).
"""

# not compiled: words only

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bastida.kernel.answers import Cell, Noun, Option, Refusal, Segment
from bastida.kernel.figures import RESTING
from bastida.kernel.geometry import DX, DY, SIDE_NAMES, opposite
from bastida.kernel.names import find_node, new_node, segment_words
from bastida.kernel.notation import LAY, PASS

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine

ARRANGE = "arrange"  # the question of whoever sets up a position by hand


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
    closed: Mapping[str, tuple[str, str]]  # kind of segment nobody may use: key of the reason, clause
    printed: Mapping[str, tuple[str, str]]  # printed things that are no places: key of the reason, clause
    occupied: str
    home: str  # who stood in what was scored has gone home
    edge: str = ""  # of the table


def why_no_tile(game: Engine, wish: Option, clauses: Clauses) -> Refusal | None:
    if wish.verb == PASS:
        return Refusal("must_lay", clauses.must_lay)
    if wish.verb != LAY or not isinstance(wish.target, Cell):
        return None
    place = wish.target
    x, y = place.x, place.y
    board, rules = game.board, game.rules
    if board.slot_at(x, y) >= 0:
        return Refusal("cell_taken", clauses.empty_cell, {"cell": place})
    if rules.farthest and max(abs(x), abs(y)) > rules.farthest:
        return Refusal("beyond_edge", clauses.edge, {"cell": place})
    wrong: list[Refusal] = []
    touching = False
    for side in range(4):
        slot = board.slot_at(x + DX[side], y + DY[side])
        if slot < 0:
            continue
        touching = True
        mine = rules.edge[(game.run_kind * 4 + place.turn) * 4 + side]
        theirs = rules.edge[board.tile_shape[slot] * 4 + opposite(side)]
        if mine != theirs:
            sides = {"mine": Noun(rules.side_names[mine]), "theirs": Noun(rules.side_names[theirs])}
            wrong.append(Refusal("side_against", fields={**sides, "side": Noun(SIDE_NAMES[side])}))
    if not touching:
        if any(board.slot_at(x + dx, y + dy) >= 0 for dx in (-1, 1) for dy in (-1, 1)):
            return Refusal("only_a_corner", clauses.corner, {"cell": place})
        return Refusal("touches_nothing", clauses.whole_side, {"cell": place})
    return Refusal("sides_differ", clauses.same_sides, {"wrong": wrong}) if wrong else None


def why_no_figure(game: Engine, wish: Option, clauses: Clauses) -> Refusal | None:
    """Why a figure cannot be placed on the tile just laid: for a wish that names a segment, or that nobody understands."""
    if isinstance(wish.target, Segment):
        name = wish.target.name
    elif not wish.verb:
        name = wish.detail
    else:
        return None
    rules, seat = game.rules, game.seat
    kind = rules.figure_names.index(wish.figure) if wish.figure else int(rules.followers[0])
    figure = Noun(rules.figure_names[kind])
    if rules.issued[seat * rules.figure_kinds + kind] == 0:
        return Refusal("no_such_figure", clauses.figures, {"figure": figure})
    if game.part_barred:
        return Refusal("no_more_figures", clauses.barred)
    if game.figures.available(seat, kind) == 0:
        return Refusal("none_left", clauses.supply, {"figures": Noun(figure.word, 2)})
    printed = clauses.printed.get(name.partition(" ")[0])
    if printed is not None:
        return Refusal(*printed)
    node = new_node(game, wish.target) if isinstance(wish.target, Segment) else -1
    if node < 0:
        known = [words[0] for words in segment_words(game, game.run_slot)]
        places = [place for place in known if place.partition(" ")[0] != rules.second_layer]
        return Refusal("no_such_place", clauses.new_tile, {"places": [said_place(place) for place in places]})
    place = game.regions.kind(node)
    segment = rules.segment_names[place]
    if not rules.places[kind] >> place & 1:
        if segment in clauses.closed and not any(rules.places[other] >> place & 1 for other in rules.followers):
            return Refusal(*clauses.closed[segment])
        return Refusal("wrong_place", clauses.places, {"figure": figure, "segment": Noun(segment)})
    if game.regions.strength[game.regions.region[node]]:
        return Refusal("occupied", clauses.occupied, {"segment": Noun(segment)})
    return None


def why_not_arranged(game: Engine, wish: Option, clauses: Clauses) -> Refusal | None:
    """Why a figure cannot stand somewhere in a position that somebody sets up by hand, on whichever tile."""
    place = wish.target
    if not isinstance(place, Segment):
        return None
    rules, seat = game.rules, game.seat
    kind = rules.figure_names.index(wish.figure)
    figure = Noun(wish.figure)
    if rules.issued[seat * rules.figure_kinds + kind] == 0:
        return Refusal("no_such_figure", clauses.figures, {"figure": figure})
    if game.figures.available(seat, kind) == 0:
        return Refusal("none_in_supply", clauses.supply, {"figures": Noun(wish.figure, 2)})
    printed = clauses.printed.get(place.name.partition(" ")[0])
    if printed is not None:
        return Refusal(*printed)
    node = find_node(game, f"{place.x},{place.y} {place.name}")
    if node < 0:
        return Refusal("no_such_segment")
    where = game.regions.kind(node)
    segment = rules.segment_names[where]
    if not rules.places[kind] >> where & 1:
        if segment in clauses.closed and not any(rules.places[other] >> where & 1 for other in rules.followers):
            return Refusal(*clauses.closed[segment])
        return Refusal("wrong_place", clauses.places, {"figure": figure, "segment": Noun(segment)})
    if rules.follower[kind] and rules.completes[where] and game.complete(game.regions.region[node]):
        return Refusal("gone_home", clauses.home, {"segment": Noun(segment)})
    return None


def said_place(name: str) -> object:
    """The name of a segment, ``road N``, as a value that can be said."""
    kind, _, side = name.partition(" ")
    return Refusal("place", fields={"segment": Noun(kind), "side": Noun(side)}) if side else Noun(kind)


def is_resting(game: Engine, seat: int, kind: int) -> bool:
    """Has a figure of this kind come home so recently that it cannot be used yet?"""
    row = seat * game.rules.figure_kinds + kind
    first = game.rules.figure_first[row]
    return any(game.figures.place_word(figure) == RESTING for figure in range(first, first + game.rules.issued[row]))


def other_names(game: Engine, option: Option) -> list[str]:
    """The other ways to say ``follower road N``: any side of the segment, the role instead of the segment."""
    rules, target = game.rules, option.target
    kind = rules.figure_names.index(option.figure)
    names: list[str] = []
    known = segment_words(game, game.run_slot)
    for segment in next((words for words in known if isinstance(target, Segment) and words[0] == target.name), []):
        names.append(f"{option.figure} {segment}")
        if kind == rules.followers[0]:
            names.append(segment)
        word, _, where = segment.partition(" ")
        role = role_of(game, kind, word)
        if role:
            names.append(f"{role} {where}".strip())
    return names


def role_of(game: Engine, kind: int, segment: str) -> str:
    """What a figure of this kind is called on a kind of segment: ``thief``, ``big knight``; empty if it has no such name."""
    rules = game.rules
    role = rules.roles.get(segment, "")
    if not role or not rules.follower[kind] or rules.places[kind] != rules.places[rules.followers[0]]:
        return ""
    return role if kind == rules.followers[0] else f"{rules.figure_names[kind]} {role}"
