"""The table as text: tiles, figures, the cells where the tile in hand may go, coordinates along the border."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.style import Style
from rich.text import Text

from bastida.cli.glyphs import printed
from bastida.cli.paint import DEAD, EDGE, LAST, LYING, NUMBER, OPEN, OPEN_GROUND, Canvas, Look, inks, seat_style
from bastida.cli.picture import HEAVY, Picture, Spot, picture, segment_number
from bastida.kernel import shelf
from bastida.kernel.tile import Tile
from bastida.language.sentences import seat_letters
from bastida.table.game import Game

At = tuple[int, int]  # a cell of the table

SIZES = ((9, 5), (7, 3))  # of a tile, in characters; the largest that fits is taken
MARGIN = 4  # for the coordinates on the left


def tiles_of(game: Game) -> dict[str, Tile]:
    """The tiles of a game by id."""
    return {tile.id: tile for tile in game.engine.rules.tiles}


def figure_label(figure: Mapping[str, Any], letters: Sequence[str]) -> str:
    seat, kind = figure["seat"], str(figure["kind"])
    sign = inks()[kind][0] if kind in inks() else kind[0]
    return letters[seat] + sign if seat is not None else f"{kind[0].upper()}*"


@dataclass
class BoardPicture:
    """A drawn table, and what of it could not be shown."""

    lines: list[Text]
    whole: bool
    shown: tuple[int, int, int, int]  # x from, x to, y from, y to


@dataclass
class BoardView:
    """A view of a game, with what to mark on it."""

    view: Mapping[str, Any]
    tiles: Mapping[str, Tile]
    look: Look
    marks: Mapping[At, str] = field(default_factory=dict)  # numbers of answers, by cell
    dead: Iterable[At] = ()  # open cells that no tile left can fill
    focus: At | None = None  # what must be seen

    def draw(self, columns: int, rows: int) -> BoardPicture:
        """The table in so many columns and rows, cut down to what is around the focus if it is too large."""
        left, right, top, bottom = self.extent()
        for width, height in SIZES:
            if MARGIN + (right - left + 1) * width <= columns and 1 + (bottom - top + 1) * height <= rows:
                return self.paint(left, right, top, bottom, width, height, True)
        width, height = SIZES[-1]
        across = max(1, (columns - MARGIN) // width)
        down = max(1, (rows - 1) // height)
        x, y = self.focus or self.last() or (0, 0)
        west, east = window(left, right, x, across)
        north, south = window(top, bottom, y, down)
        whole = (west, east, north, south) == (left, right, top, bottom)
        return self.paint(west, east, north, south, width, height, whole)

    def last(self) -> At | None:
        board = self.view["board"]
        return (board[-1]["x"], board[-1]["y"]) if board else None

    def extent(self) -> tuple[int, int, int, int]:
        cells = [(tile["x"], tile["y"]) for tile in self.view["board"]] + list(self.marks) or [(0, 0)]
        xs, ys = [x for x, _ in cells], [y for _, y in cells]
        return min(xs), max(xs), min(ys), max(ys)

    def paint(self, left: int, right: int, top: int, bottom: int, width: int, height: int, whole: bool) -> BoardPicture:
        canvas = Canvas(MARGIN + (right - left + 1) * width, 1 + (bottom - top + 1) * height)
        inside = [(x, y) for y in range(top, bottom + 1) for x in range(left, right + 1)]

        def corner(at: At) -> Spot:
            return MARGIN + (at[0] - left) * width, 1 + (at[1] - top) * height

        for x in range(left, right + 1):
            canvas.put(corner((x, top))[0], 0, str(x).center(width).rstrip(), EDGE)
        for y in range(top, bottom + 1):
            canvas.put(0, corner((left, y))[1] + height // 2, f"{y:>{MARGIN - 1}}", EDGE)
        laid = {(tile["x"], tile["y"]): tile for tile in self.view["board"]}
        figures = self.figures_by_cell()
        for at in inside:
            if at in laid:
                self.paint_tile(canvas, corner(at), laid[at], figures.get(at, []), (width, height), at == self.last())
            mark = self.marks.get(at)
            if mark and at in laid:
                canvas.put(corner(at)[0] + width - len(mark) - 2, corner(at)[1], f"[{mark}]", NUMBER)
            elif mark:
                self.paint_open(canvas, corner(at), mark, (width, height))
            elif at not in laid and at in self.dead:
                x, y = corner(at)
                canvas.put(x + width // 2, y + height // 2, self.look.text("×"), DEAD)
        return BoardPicture(canvas.lines(), whole, (left, right, top, bottom))

    def figures_by_cell(self) -> dict[At, list[Mapping[str, Any]]]:
        found: dict[At, list[Mapping[str, Any]]] = {}
        slots = [(tile["x"], tile["y"]) for tile in self.view["board"]]
        pieces = {(piece["picture"], piece["x"], piece["y"]) for piece in self.view["pieces"]}
        for figure in self.view["figures"]:
            if "x" in figure:
                found.setdefault((figure["x"], figure["y"]), []).append(figure)
            elif figure["index"] < len(slots) and (figure["place"], *slots[figure["index"]]) in pieces:  # on top of a piece
                found.setdefault(slots[figure["index"]], []).append(figure)
        return found

    def paint_open(self, canvas: Canvas, corner: Spot, mark: str, size: Spot) -> None:
        width, height = size
        for row in range(height):
            canvas.put(corner[0], corner[1] + row, " " * width, OPEN_GROUND)
        shown = f"[{mark}]"
        canvas.put(corner[0] + (width - len(shown)) // 2, corner[1] + height // 2, shown, OPEN)

    def paint_tile(
        self,
        canvas: Canvas,
        corner: Spot,
        laid: Mapping[str, Any],
        figures: Sequence[Mapping[str, Any]],
        size: Spot,
        last: bool,
    ) -> None:
        tile = self.tiles[laid["tile"]]
        drawn = picture(tile, laid["turns"], *size)
        paint_picture(canvas, corner, drawn, self.look, laid["x"] + laid["y"])
        if last:
            (x, y), (width, height) = corner, size
            for dx, dy, sign in ((0, 0, "◤"), (width - 1, 0, "◥"), (0, height - 1, "◣"), (width - 1, height - 1, "◢")):
                canvas.put(x + dx, y + dy, self.look.text(sign), LAST, over=True)
        taken: set[Spot] = set()
        self.paint_things(canvas, corner, drawn, (laid["x"], laid["y"]), taken)
        letters = seat_letters([player["name"] for player in self.view["players"]])
        for figure in figures:
            number = segment_number(tile, laid["turns"], figure.get("segment", ""))
            colour = self.view["players"][figure["seat"]]["colour"] if figure["seat"] is not None else ""
            style = seat_style(colour) + LYING if figure.get("lying") else seat_style(colour)
            put_label(canvas, corner, drawn, number, figure_label(figure, letters), style, taken, figure.get("place", ""))

    def paint_things(self, canvas: Canvas, corner: Spot, drawn: Picture, at: At, taken: set[Spot]) -> None:
        """What modules have put on a tile: lines across it, numbers beside its symbols, and signs along its lower edge."""
        left = 1
        for piece in self.view["pieces"]:
            if (piece["x"], piece["y"]) != at or not piece["number"]:
                continue
            picture, number = piece["picture"], piece["number"]
            glyph, style = self.look.piece(picture)
            if piece["ends"]:
                self.paint_line(canvas, corner, drawn, piece["ends"], style)
                continue
            if picture in drawn.symbols:
                x, y = drawn.symbols[picture]
                canvas.put(corner[0] + x + 1, corner[1] + y, str(number % 10), style)
                taken |= {(x, y), (x + 1, y)}
                continue
            label = f"{glyph}{number}"
            canvas.put(corner[0] + left, corner[1] + drawn.height - 1, label, style)
            taken |= {(left + place, drawn.height - 1) for place in range(len(label))}
            left += len(label)

    def paint_line(self, canvas: Canvas, corner: Spot, drawn: Picture, ends: Sequence[str], style: Style) -> None:
        """A piece that joins sides of the tile across its middle."""
        joined = sum(1 << "NESW".index(end) for end in ends if end in "NESW")
        x, y = corner[0] + drawn.width // 2, corner[1] + drawn.height // 2
        canvas.put(x, y, self.look.text(HEAVY[joined & 15]), style)
        for end, dx in (("E", 1), ("W", -1)):
            if end in ends:
                canvas.put(x + dx, y, self.look.text("━"), style)


def paint_picture(canvas: Canvas, corner: Spot, drawn: Picture, look: Look, shade: int) -> None:
    for y, row in enumerate(drawn.cells):
        for x, cell in enumerate(row):
            glyph, style = look.cell(cell, shade)
            canvas.put(corner[0] + x, corner[1] + y, glyph, style)


def put_label(
    canvas: Canvas,
    corner: Spot,
    drawn: Picture,
    segment: int,
    label: str,
    style: Style,
    taken: set[Spot],
    symbol: str = "",
) -> None:
    """Write a short text where a figure in that segment, or on that symbol, would stand, beside what is written already."""
    if len(label) > drawn.width:
        label = label[: drawn.width - 1] + "+"
    places = drawn.spots.get(segment) or [drawn.symbols.get(symbol, (drawn.width // 2, drawn.height // 2))]
    for strict in (True, False):
        for x, y in places:
            start = min(max(0, x - (len(label) - 1) // 2), drawn.width - len(label))
            cells = {(start + place, y) for place in range(len(label))}
            if cells & taken or (strict and any(is_sign(drawn, cell) for cell in cells)):
                continue
            canvas.put(corner[0] + start, corner[1] + y, label, style)
            taken |= cells
            return
    x, y = places[0]
    canvas.put(corner[0] + min(x, drawn.width - len(label)), corner[1] + y, label, style)


def is_sign(drawn: Picture, spot: Spot) -> bool:
    """Is something drawn there that a label should not hide?"""
    return drawn.at(spot).ink not in ("", "road", "river", "wall")


def window(first: int, last: int, wanted: int, room: int) -> tuple[int, int]:
    """As much of a range as there is room for, with the wanted place near its middle."""
    if last - first + 1 <= room:
        return first, last
    start = min(max(first, wanted - room // 2), last - room + 1)
    return start, start + room - 1


@shelf.bounded(8192)
def shape(tile: Tile, turns: int) -> object:
    """What a turned tile looks like: two turns with the same shape are one to the eye."""
    look = frozenset(
        (s.kind, frozenset((port + 3 * turns) % 12 for port in s.ports), tuple(sorted(s.marks.items())), s.ends)
        for s in tile.segments
    )
    return look, turns if any(mark in tile.marks for mark in printed().arrows) else 0


def shapes(tile: Tile, turns: Iterable[int]) -> list[int]:
    """Of these turns those that look different from the ones before."""
    seen: dict[object, int] = {}
    for turn in turns:
        seen.setdefault(shape(tile, turn), turn)
    return list(seen.values())
