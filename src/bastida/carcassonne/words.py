"""Notation of figures on segments, and why an answer is refused, with its clause."""

# not compiled: words only

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bastida.kernel.geometry import DX, DY, opposite
from bastida.kernel.names import segment_words

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine

ROLES = {"road": "thief", "city": "knight", "monastery": "monk", "field": "farmer"}  # BASE-37
PLACE = re.compile(r"(-?\d+),(-?\d+) r([0-3])")
SIDES = ("north", "east", "south", "west")


def figure_names(game: Engine, kind: int, slot: int, number: int) -> list[str]:
    """``follower road N``, and the other ways to say it: any side of the segment, the role instead of the segment."""
    figure = game.rules.figure_names[kind]
    names = []
    for segment in segment_words(game, slot)[number]:
        names.append(f"{figure} {segment}")
        word, _, where = segment.partition(" ")
        if figure == "follower":
            names.append(segment)
        if word in ROLES and figure in ("follower", "big"):
            role = f"{ROLES[word]} {where}".strip()
            names.append(role if figure == "follower" else f"{figure} {role}")
    return names


def why_not(game: Engine, question: str, text: str) -> str:
    """What the base rules have against an answer, in words that end in the clause."""
    if question == "tile":
        return _why_no_tile(game, text)
    if question == "figure":
        return _why_no_figure(game, text)
    return ""


def _why_no_tile(game: Engine, text: str) -> str:
    found = PLACE.fullmatch(text)
    if found is None:
        return ""
    x, y, turns = (int(word) for word in found.groups())
    board, rules = game.board, game.rules
    if board.slot_at(x, y) >= 0:
        return f"there is a tile on {x},{y} already; a tile goes to an empty cell (BASE-22)"
    wrong, touching = [], False
    for side in range(4):
        slot = board.slot_at(x + DX[side], y + DY[side])
        if slot < 0:
            continue
        touching = True
        mine = rules.edge[(game.run_kind * 4 + turns) * 4 + side]
        theirs = rules.edge[board.tile_shape[slot] * 4 + opposite(side)]
        if mine != theirs:
            wrong.append(f"{_side_word(game, mine)} against {_side_word(game, theirs)} in the {SIDES[side]}")
    if not touching:
        corner = any(board.slot_at(x + dx, y + dy) >= 0 for dx in (-1, 1) for dy in (-1, 1))
        if corner:
            return f"{x},{y} touches other tiles only at a corner; a whole side must touch (BASE-24)"
        return f"{x},{y} touches no tile; a tile is laid side to side with one on the table (BASE-23)"
    if wrong:
        return f"{' and '.join(wrong)}: touching sides must show the same (BASE-25)"
    return ""


def _side_word(game: Engine, kind: int) -> str:
    """Kinds of side are numbered over those that are played: find one tile that shows it."""
    rules = game.rules
    for number, tile in enumerate(rules.tiles):
        for side in range(4):
            if rules.edge[number * 16 + side] == kind:
                return tile.sides[side]
    return "?"


def _why_no_figure(game: Engine, text: str) -> str:
    rules, seat = game.rules, game.seat
    words = text.split()
    kind = next((number for number, name in enumerate(rules.figure_names) if words and words[0] == name), 0)
    if words and words[0] == rules.figure_names[kind]:
        words = words[1:]
    roles = {role: segment for segment, role in ROLES.items()}
    if words and words[0] in roles:
        words[0] = roles[words[0]]
    target = " ".join(words)
    figure = rules.figure_names[kind]
    if rules.issued[seat * rules.figure_kinds + kind] == 0:
        return f"there is no {figure} in this game (BASE-119)"
    if game.part_barred:
        return "no more figures are placed in this part (FLIGHT-R9)"
    if game.figures.available(seat, kind) == 0:
        return f"no {figure} is left in the supply (BASE-46)"
    known = segment_words(game, game.run_slot)
    number = next((at for at, names in enumerate(known) if target in [name.casefold() for name in names]), -1)
    if number < 0:
        places = ", ".join(names[0] for names in known)
        return f"the new tile has no {target!r}, only {places}; figures go on the tile just laid (BASE-36)"
    node = game.board.tile_node[game.run_slot] + number
    segment = rules.segment_names[game.regions.kind(node)]
    if not rules.places[kind] >> game.regions.kind(node) & 1:
        if segment == "field" and not any(rules.places[k] >> game.regions.kind(node) & 1 for k in rules.followers):
            return "this game is played without farmers (BASE-15)"
        return f"a {figure} may not stand on a {segment} (TURN-05)"
    if game.regions.strength[game.regions.region[node]]:
        return f"that {segment} is occupied already, however far away the other follower stands (BASE-40)"
    return ""


