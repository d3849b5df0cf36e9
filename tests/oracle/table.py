"""The table as a list of tiles and a list of pieces. Only ``read`` looks into an engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bastida.kernel.engine import Engine
from bastida.kernel.figures import AREA
from bastida.kernel.shown import Shown
from bastida.kernel.tile import Segment, Tile
from tests.oracle.parts import Played, played

Cell = tuple[int, int]
Spot = tuple[int, int]  # number of the laid tile, position in its Tile.segments


@dataclass(frozen=True)
class Laid:
    """One tile on the table."""

    tile: Tile
    x: int
    y: int
    turns: int
    link: tuple[int, int] | None = None  # two segments joined inside the tile, by position

    def side(self, side: int) -> str:
        """What it shows on a side of the table."""
        return self.tile.sides[(side - self.turns) % 4]


@dataclass(frozen=True)
class Piece:
    """One figure on the table."""

    seat: int
    kind: str
    spot: Spot
    more: tuple[Spot, ...] = ()  # further spots of a figure that stands in several

    @property
    def spots(self) -> set[Spot]:
        return {self.spot, *self.more}


@dataclass(frozen=True)
class Table:
    played: Played
    laid: tuple[Laid, ...] = ()
    pieces: tuple[Piece, ...] = ()
    shown: Shown = field(default_factory=Shown)  # what modules show of their own: tokens, records
    scored: frozenset[Spot] = frozenset()  # what belongs to regions that were scored as they stand
    memo: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)  # a table never changes

    def cells(self) -> dict[Cell, int]:
        """Cell: number of the tile on it."""
        return {(laid.x, laid.y): number for number, laid in enumerate(self.laid)}

    def held(self, picture: str) -> list[int]:
        """How many of a thing lie before each player."""
        things = [thing for thing in self.shown.held if thing.picture == picture]
        return [sum(thing.number for thing in things if thing.seat == seat) for seat in range(self.played.seats)]

    def on_track(self, picture: str) -> list[int | None]:
        """The space on which each player's piece of this kind stands, if it does."""
        spaces = {piece.owner: piece.space for piece in self.shown.track if piece.picture == picture}
        return [spaces.get(seat) for seat in range(self.played.seats)]

    def segment(self, spot: Spot) -> Segment:
        return self.laid[spot[0]].tile.segments[spot[1]]

    def lay(self, tile: Tile, x: int, y: int, turns: int) -> Table:
        return replace(self, laid=(*self.laid, Laid(tile, x, y, turns)))

    def put(self, seat: int, kind: str, spot: Spot) -> Table:
        return replace(self, pieces=(*self.pieces, Piece(seat, kind, spot)))

    def without(self, gone: set[Spot]) -> Table:
        """The table after all pieces on some spots were taken off."""
        return replace(self, pieces=tuple(piece for piece in self.pieces if piece.spot not in gone))


def read(engine: Engine, settings: Mapping[str, object] | None = None) -> Table:
    """What lies on and beside the table of an engine: tiles, links, pieces, tokens; nothing else is taken over."""
    rules, board = engine.rules, engine.board
    modules = [module.name for module in rules.modules[1:]]
    laid = []
    for slot in range(board.tiles):
        kind, cell, pair = board.kind(slot), board.tile_cell[slot], board.tile_link[slot]
        row = rules.seg_first[kind]
        link = None
        if pair:
            link = (rules.seg_source[row + (pair >> 4) - 1], rules.seg_source[row + (pair & 15) - 1])
        laid.append(Laid(rules.tiles[kind], int(board.x(cell)), int(board.y(cell)), int(board.turns(slot)), link))
    pieces = []
    for figure, place in enumerate(engine.figures.place):
        if 0 <= place < AREA:
            kind = rules.figure_names[rules.figure_kind[figure]]
            more = engine.figures.more[figure]
            feet = [node - 1 for node in (more & (AREA - 1), more >> 20) if node > 0]
            spots = tuple(spot_of(engine, node) for node in feet)
            pieces.append(Piece(int(rules.figure_seat[figure]), kind, spot_of(engine, place), spots))
    shown = Shown()
    for module in rules.modules[1:]:
        module.shown(engine, shown)
    done, home = engine.regions.done, engine.regions.region
    scored = frozenset(spot_of(engine, node) for node in range(engine.regions.nodes) if done[home[node]])
    return Table(played(modules, int(rules.seats), settings), tuple(laid), tuple(pieces), shown, scored)


def spot_of(engine: Engine, node: int) -> Spot:
    """Where a node of the engine lies, in the oracle's terms."""
    slot = int(engine.regions.slot[node])
    row = engine.rules.seg_first[engine.board.kind(slot)] + node - engine.board.tile_node[slot]
    return slot, engine.rules.seg_source[row]
