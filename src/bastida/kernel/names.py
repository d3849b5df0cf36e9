"""Names of places as people say them: cells as ``x,y``, segments by kind and side on the table; and places as values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bastida.kernel.answers import Segment, Standing, Target, Tile
from bastida.kernel.geometry import PORT_NAMES, turned
from bastida.kernel.native import i64

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine
    from bastida.kernel.rules import Rules


def cell_name(game: Engine, cell: int) -> str:
    return f"{game.board.x(cell)},{game.board.y(cell)}"


def slot_name(game: Engine, slot: int) -> str:
    return cell_name(game, game.board.tile_cell[slot])


def segment_name(game: Engine, slot: int, number: int) -> str:
    """Kind and first port, clockwise from the north-west, of a segment of a laid tile: ``road N``, ``field Ne``."""
    return segment_words(game, slot)[number][0]


def node_name(game: Engine, node: int) -> str:
    """A segment with its cell: ``1,0 road N``."""
    slot = game.regions.slot[node]
    return f"{slot_name(game, slot)} {segment_name(game, slot, node - game.board.tile_node[slot])}"


def tile_on(game: Engine, slot: i64) -> Tile:
    """A laid tile as the target of an answer."""
    cell = game.board.tile_cell[slot]
    return Tile(int(game.board.x(cell)), int(game.board.y(cell)))


def segment_on(game: Engine, node: i64) -> Segment:
    """A segment of a laid tile as the target of an answer."""
    slot = game.regions.slot[node]
    cell = game.board.tile_cell[slot]
    name = segment_words(game, slot)[node - game.board.tile_node[slot]][0]
    return Segment(int(game.board.x(cell)), int(game.board.y(cell)), name)


def standing_on(game: Engine, figure: i64) -> Standing:
    """A figure on the table, in a region or on a thing of a tile, as the target of an answer."""
    rules = game.rules
    seat, kind = rules.figure_seat[figure], rules.figure_names[rules.figure_kind[figure]]
    owner = int(seat) if seat < rules.seats else None
    node = game.figures.node(figure)
    if node >= 0:
        place = segment_on(game, node)
        return Standing(place.x, place.y, place.name, owner, kind)
    tile = tile_on(game, game.figures.place_index(figure))
    return Standing(tile.x, tile.y, rules.area_names[game.figures.place_word(figure)], owner, kind)


def find_node(game: Engine, text: str) -> int:
    """The node a text like ``1,0 road N`` names, by any of its sides; -1 if there is none."""
    cell, _, segment = text.partition(" ")
    x, _, y = cell.partition(",")
    try:
        slot = game.board.slot_at(int(x), int(y))
    except ValueError:
        return -1
    if slot < 0:
        return -1
    for number, words in enumerate(segment_words(game, slot)):
        if segment.casefold() in [word.casefold() for word in words]:
            return int(game.board.tile_node[slot]) + number
    return -1


def new_node(game: Engine, target: Target) -> int:
    """The node of the tile just laid that an answer names; -1 if there is none."""
    if isinstance(target, Segment) and game.board.slot_at(target.x, target.y) == game.run_slot:
        for number, words in enumerate(segment_words(game, game.run_slot)):
            if words[0] == target.name:
                return int(game.board.tile_node[game.run_slot]) + number
    return -1


def segment_words(game: Engine, slot: int) -> list[list[str]]:
    """For every segment of a laid tile all its names, the one we write first."""
    said, shape = game.rules.said_segments, game.board.tile_shape[slot]
    words = said.get(shape)
    if words is None:
        words = said[shape] = _words_of_shape(game.rules, shape >> 2, shape & 3)
    return words


def _words_of_shape(rules: Rules, kind: int, turns: int) -> list[list[str]]:
    tile = rules.tiles[kind]
    names: list[list[str]] = []
    inner: dict[str, int] = {}
    for row in range(rules.seg_first[kind], rules.seg_first[kind + 1]):
        segment = tile.segments[rules.seg_source[row]]
        word = segment.kind
        ports = sorted(turned(port, turns) for port in segment.ports)
        if rules.is_hood[rules.seg_kind[row]]:
            names.append([word])
        elif ports:
            half = word == rules.ground  # the ground is named by half-sides, all else by sides
            ports = [port for port in ports if (port % 3 != 1) == half]
            names.append([f"{word} {PORT_NAMES[port]}" for port in ports])
        else:  # closed in on the tile
            inner[word] = inner.get(word, 0) + 1
            names.append([f"{word} inner" + (str(inner[word]) if inner[word] > 1 else "")])
    return names
