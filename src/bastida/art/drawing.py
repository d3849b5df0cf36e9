"""What a ``drawing.py`` is made of: art collects it from its own tables and from the folder of every expansion.

    FIGURES  name: Figure   pieces that exist in the colours of the seats
    TOKENS   name: function that returns the drawing of a piece of nobody, 100 by 100, standing on its lower edge
    PIECES   name: Piece    what lies on a tile and in no segment
    MARKS    name: Sign     small pictures printed on tiles, and where they go
    HUBS     name: Hub      what stands in the middle of a tile and parts the ground
    HINTS    tile: Hint     tiles that the general rules would draw too tight

All of them may be left out: what nobody has drawn gets a plain picture with its first letter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bastida.art.curves import Point
from bastida.art.strokes import Paint
from bastida.art.themes import Theme
from bastida.kernel.tile import Tile

if TYPE_CHECKING:
    from bastida.art.tiles.layout import Layout, Thing
    from bastida.art.tiles.painter import Painter

Token = Callable[[], str]


@dataclass(frozen=True)
class Drawing:
    """A figure: outlines that together make its shape, what is drawn over them, and where its mark goes."""

    shape: tuple[str, ...]
    detail: str
    mark: tuple[float, float, float]  # x, y, size


@dataclass(frozen=True)
class Figure:
    """A piece in the colours of the seats."""

    draw: Callable[[Paint], Drawing]
    height: float = 1.0  # beside a follower
    own: Paint | None = None  # its colour where it belongs to nobody
    behind: bool = False  # it stands behind its point and not around it


@dataclass(frozen=True)
class Piece:
    """What lies on a tile of 100 by 100 as it lies after its quarter turns: so many, or so high, between these sides."""

    draw: Callable[[Tile, int, int, Sequence[str]], str]  # tile, turns, number, ends
    spot: Callable[[Tile, int, int, bool], Point] | None = None  # tile, turns, number; true: where a figure on top stands
    uses: tuple[str, ...] = ()  # tokens in its drawing
    stand: str = ""  # what hides the feet of a figure on top of it; then figures have a pose of its name


@dataclass(frozen=True)
class Sign:
    """A small picture on tiles, drawn around its own middle; the mark of a segment that has its name is found by it."""

    draw: Callable[[Theme], str]
    room: float = 0.0  # the radius it needs; 0: it is not placed by itself
    flat: bool = False  # it lies flat and turns with the tile; all others stand upright
    lower: float = 0.0  # how far below its place it is drawn
    facing: bool = False  # it looks to the middle of the tile
    large: bool = False  # drawn larger where there is room
    once: bool = False  # drawn once, however many there are
    central: bool = False  # it takes the middle, and figures stand beside it
    shown: Callable[[Tile], bool] | None = None  # on the ground of which tiles it is printed
    afloat: bool = False  # on their lake instead
    angle: Callable[[Tile], float] | None = None  # how it is turned, in degrees clockwise


@dataclass(frozen=True)
class Hub:
    """What stands in the middle of a tile: where roads end, or a segment of its own. Without `paint` its sign is drawn."""

    radius: float
    paint: Callable[[Painter, Tile, Layout, Thing], None] | None = None
    end: str = ""  # the word of the roads that end there, unless it is its name
    mark: str = ""  # a mark of the tile that sets it there without a road
    filling: float = 0.0  # its radius where no ground is left and it fills all between the walls
    water: bool = False  # it is a lake
    lower: float = 0.0  # how far below the middle its sign is drawn


@dataclass(frozen=True)
class Hint:
    """What to do with a tile instead of the general rules; points are on the unturned tile."""

    hub: Point | None = None  # where the thing in the middle stands
    radius: float | None = None  # its size
    walls: Mapping[str, float] = field(default_factory=dict)  # "0", or "0S" for its wall towards S: so far into the city
    bend: Mapping[int, float] = field(default_factory=dict)  # road or river: how far a curve reaches into the tile
    sag: Mapping[int, Point] = field(default_factory=dict)  # road or river from side to side: its middle is moved
    ends: Mapping[int, Point] = field(default_factory=dict)  # road or river: where it stops
    lakes: Mapping[int, Point] = field(default_factory=dict)
    things: Mapping[str, Point] = field(default_factory=dict)  # what is printed: where it stands
    shows: tuple[str, ...] = ()  # pictures that mean nothing to the rules, in the first field or meadow


def marked(name: str, value: str = "") -> Callable[[Tile], bool]:
    """Whether a tile has a mark, or has it with this value."""
    return lambda tile: tile.marks.get(name) == value if value else name in tile.marks
