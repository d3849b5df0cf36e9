"""Where everything is on the table, as points that a client draws at and lets tap: figures, pieces, places of answers.

Board coordinates have a tile's side as their unit: the tile on x,y covers x to x+1 and y to y+1.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from bastida.art.curves import SIZE
from bastida.art.pieces import picture_names, piece_id, piece_spot
from bastida.art.tiles.standing import standing_spots
from bastida.kernel.answers import Cell, Line, Nothing, Option, Scorer, Segment, Standing, Target, parts
from bastida.kernel.answers import Tile as OnTile
from bastida.kernel.figures import ON_TILE
from bastida.kernel.names import segment_words
from bastida.kernel.shelf import bounded
from bastida.kernel.shown import Shown
from bastida.kernel.tile import Tile
from bastida.table.game import Game
from bastida.table.scoreboard import on_track
from bastida.table.view import lies, piece_shown

SIDES = {"N": (0.5, 0.0), "E": (1.0, 0.5), "S": (0.5, 1.0), "W": (0.0, 0.5)}

At = tuple[int, int]
Point = list[float]
Piece = Mapping[str, Any]
Spots = dict[tuple[int, int, int, int], list[tuple[float, float]]]  # by kind and turns of a tile, segment and number of figures


class Places:
    """The table of a game as points."""

    def __init__(self, game: Game, shown: Mapping[str, Any], standing: Spots) -> None:
        self.engine = game.engine
        self.standing_spots = standing  # found for earlier positions of the same table
        self.shown = shown  # the position, as ``position_shown`` has it
        board = self.engine.board
        self.slots: dict[At, int] = {}
        for slot in range(board.tiles):
            cell = board.tile_cell[slot]
            self.slots[int(board.x(cell)), int(board.y(cell))] = slot
        self.cells = list(self.slots)
        self._by_module: dict[str, Shown] = {}

    # -- geometry ------------------------------------------------------------------------------------------------------

    def tile(self, at: At) -> tuple[Tile, int]:
        """The tile on a cell, and how it is turned."""
        board, slot = self.engine.board, self.slots[at]
        return self.engine.rules.tiles[board.kind(slot)], int(board.turns(slot))

    def spots(self, at: At, segment: str, wanted: int = 1) -> list[Point]:
        """Where so many figures stand in one segment."""
        rules, board, slot = self.engine.rules, self.engine.board, self.slots[at]
        number = next(number for number, names in enumerate(segment_words(self.engine, slot)) if names[0] == segment)
        key = int(board.kind(slot)), int(board.turns(slot)), number, wanted
        found = self.standing_spots.get(key)
        if found is None:
            place = int(rules.seg_source[rules.seg_first[key[0]] + number])
            found = self.standing_spots[key] = standing_spots(rules.tiles[key[0]], key[1], place, wanted)
        return [_on_board(at, spot) for spot in found]

    def thing(self, piece: Piece, top: bool = False) -> Point:
        """Where a piece lies on its tile, or where a figure stands on top of it."""
        at = (piece["x"], piece["y"])
        tile, turns = self.tile(at)
        return _on_board(at, piece_spot(piece["picture"], tile, turns, piece["number"], top=top))

    # -- what lies there -----------------------------------------------------------------------------------------------

    def pieces(self) -> list[dict[str, Any]]:
        """Every piece with the point it lies on and the name of its drawing."""
        found = []
        for piece in self.shown["pieces"]:
            tile, turns = self.tile((piece["x"], piece["y"]))
            drawing = piece_id(piece["picture"], tile, turns, piece["number"], piece["ends"])
            found.append({**piece, "at": self.thing(piece), "drawing": drawing})
        return found

    @cached_property
    def figures(self) -> list[dict[str, Any]]:
        """Every figure outside the supply, those on the board with the point they stand on."""
        upon = self.engine.rules.area_names[ON_TILE]
        groups: dict[tuple[At, str], list[dict[str, Any]]] = {}
        found = []
        for figure in self.shown["figures"]:
            mine = dict(figure)
            found.append(mine)
            if "x" in figure:
                groups.setdefault(((figure["x"], figure["y"]), figure["segment"]), []).append(mine)
            elif figure["place"] == upon:
                x, y = self.cells[figure["index"]]
                mine |= {"x": x, "y": y, "on": upon, "at": self.upon((x, y), upon)}
                del mine["place"], mine["index"]
        for (at, segment), standing in groups.items():
            for mine, spot in zip(standing, self.spots(at, segment, len(standing)), strict=True):
                mine["at"] = spot
        return found

    def upon(self, at: At, picture: str) -> Point:
        """Where a figure stands on a thing of a tile."""
        for piece in self.shown["pieces"]:
            if (piece["x"], piece["y"], piece["picture"]) == (*at, picture):
                return self.thing(piece, top=True)
        return middle(*at)

    # -- answers -------------------------------------------------------------------------------------------------------

    def of(self, option: Option) -> dict[str, Any]:
        """Where an answer is tapped, where on the scoreboard it leads, what is shown there, whether who stands there would
        leave, and whether it would lie."""
        target = option.target
        return {
            "at": self.point(option),
            "space": self.space(target),
            "picture": picture_of(option) or self.card(option),
            "removes": isinstance(target, Standing),
            "lying": self.would_lie(option.figure, target),
        }

    def point(self, option: Option) -> Point | None:
        """The point of an answer; None if it is about nothing on the board."""
        match option.target:
            case Cell(x, y):
                return middle(x, y)
            case Segment(x, y, name):
                return self.spots((x, y), name)[0]
            case Standing() as standing:
                return self.standing(standing)
            case Line(x, y, start, end):
                (ax, ay), (bx, by) = SIDES[start], SIDES[end]
                return [x + (ax + bx) / 2, y + (ay + by) / 2]
            case OnTile(x, y):
                return self.on_tile((x, y), option)
        return None

    def space(self, target: Target) -> int | None:
        """The space that a scoring figure would go to; None if an answer moves none."""
        if not isinstance(target, Scorer) or not target.moves:
            return None
        points: int = self.shown["players"][target.seat]["track"][target.number]["points"]
        return on_track(max(points + target.moves, 0), False).space

    def card(self, option: Option) -> str | None:
        """What lies beside the table for the question: the card that an answer without a place of its own is about."""
        if not isinstance(option.target, Nothing) or option.declines:
            return None
        return next((thing.picture for thing in self._shown_by(option.module).beside if thing.picture in picture_names()), None)

    def standing(self, target: Standing) -> Point:
        """Where the figure meant stands; where all of its kind would, if several are alike."""
        for figure in self.figures:
            where = figure.get("segment", figure.get("on"))
            key = (figure.get("x"), figure.get("y"), where, figure["seat"], figure["kind"])
            if key == target.key():
                at: Point = figure["at"]
                return at
        return middle(target.x, target.y)

    def on_tile(self, at: At, option: Option) -> Point:
        """What an answer about a whole tile means on it: the piece there of whoever asks, else its middle."""
        piece = next((piece for piece in self._own(option.module) if (piece["x"], piece["y"]) == at), None)
        return middle(*at) if piece is None else self.thing(piece, top=bool(option.figure))

    def _own(self, name: str) -> list[dict[str, Any]]:
        """The pieces that a module shows."""
        return [piece_shown(piece) for piece in self._shown_by(name).board]

    def _shown_by(self, name: str) -> Shown:
        """What a module shows."""
        if name not in self._by_module:
            shown = self._by_module[name] = Shown()
            for module in self.engine.rules.modules:
                if module.name == name:
                    module.shown(self.engine, shown)
        return self._by_module[name]

    def would_lie(self, figure: str, target: Target) -> bool:
        return bool(figure) and isinstance(target, Segment) and lies(self.engine.rules, figure, target.name.partition(" ")[0])


def cells_of(target: Target) -> list[list[int]]:
    """The cell that an answer is about, if it is about one."""
    match target:
        case Cell(x, y) | OnTile(x, y) | Segment(x, y) | Line(x, y) | Standing(x, y):
            return [[x, y]]
    return []


def picture_of(option: Option) -> str | None:
    """What is shown of an answer: its figure, the one it is about, or the piece that its notation or its detail names."""
    kind = option.target.kind if isinstance(option.target, Standing) else ""
    return _first_drawn(option.figure, kind, option.form, option.detail)


@bounded(4096)
def _first_drawn(figure: str, kind: str, form: str, detail: str) -> str | None:
    words = "".join(parts(form)[::2]).split()
    drawn = picture_names()
    return next((name for name in (figure, kind, *words, detail) if name in drawn), None)


def middle(x: int, y: int) -> Point:
    return [x + 0.5, y + 0.5]


def _on_board(at: At, point: tuple[float, float]) -> Point:
    return [round(at[0] + point[0] / SIZE, 3), round(at[1] + point[1] / SIZE, 3)]
