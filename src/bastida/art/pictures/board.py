"""A whole position as a picture: tiles, figures where they stand, what modules put on the table, the last move.

A tile takes 100 by 100 units. Every kind of tile and figure is drawn once, as a symbol, and used where it lies; nothing
in the picture comes from elsewhere. `overlay` lays fields, regions or owners over the board, each with a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bastida.art.curves import SIZE, Point, number, turn
from bastida.art.pictures import overlay as over
from bastida.art.pieces.figures import (
    LYING,
    STANDING,
    figure_foot,
    figure_height,
    figure_id,
    figure_symbol,
    figure_use,
)
from bastida.art.pieces.lying import piece_pose, piece_spot, piece_svg, piece_uses
from bastida.art.strokes import SEATS, figures_text
from bastida.art.themes import THEMES, surroundings
from bastida.art.tiles.places import places
from bastida.art.tiles.segments import shape
from bastida.art.tiles.sheet import symbol_id, theme_defs, tile_symbol
from bastida.art.tiles.standing import standing_spots
from bastida.kernel.answers import Cell
from bastida.kernel.engine import Engine
from bastida.kernel.figures import ON_TILE
from bastida.kernel.names import segment_words
from bastida.kernel.tile import Tile
from bastida.table.game import Game

FIGURE = 35.0  # how large a follower is on the table
ON_TOP = 27.0  # the same on top of a piece
CROWD = 29.0  # the same where several share a segment
MARGIN = 14.0
BORDER = 24.0  # more of it with coordinates
TILE_PIXELS = 72

At = tuple[int, int]
Extent = tuple[int, int, int, int]  # x from, x to, y from, y to
Pieces = Sequence[Mapping[str, Any]]  # things on tiles, as in a view


def theme_for(game: Game, theme: str | None = None) -> str:
    """The name of the theme asked for, or of the one that suits the edition."""
    name = theme or game.setup.box.theme
    if name not in THEMES:
        raise ValueError(f"there is no theme {name!r}; there are {', '.join(THEMES)}")
    return name


class Picture:
    """Symbols, each defined once, and what is drawn with them."""

    def __init__(self, theme: str) -> None:
        self.theme = theme
        self.table = surroundings(theme).table
        self.symbols: dict[str, str] = {}
        self.body: list[str] = []

    def add(self, *lines: str) -> None:
        self.body += lines

    def tile(self, tile: Tile, x: float, y: float, turns: int, more: str = "", size: float = SIZE) -> str:
        """A tile with its corner at a point, turned but with all that stands on it upright."""
        name = symbol_id(tile, self.theme, turns)
        if name not in self.symbols:
            self.symbols[name] = tile_symbol(tile, self.theme, turns)
        square = f'x="{number(x)}" y="{number(y)}" width="{number(size)}" height="{number(size)}"'
        return f'<use href="#{name}" {square}{more}/>'

    def figure(self, kind: str, colour: str | None, foot: Point, size: float, pose: str = STANDING, more: str = "") -> str:
        """A figure standing on a point."""
        self.need(kind, colour, pose)
        return figure_use(kind, colour, foot, size, pose, more)

    def need(self, kind: str, colour: str | None = None, pose: str = STANDING) -> None:
        """Have the symbol of a piece among the definitions."""
        name = figure_id(kind, colour, pose)
        if name not in self.symbols:
            self.symbols[name] = figure_symbol(kind, colour, pose)

    def defs(self) -> str:
        return f"{theme_defs(self.theme)}<defs>{''.join(self.symbols.values())}</defs>"

    def svg(self, width: float, height: float, scale: float, label: str, x: float = 0, y: float = 0) -> str:
        box = f"{number(x)} {number(y)} {number(width)} {number(height)}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{round(width * scale)}" height="{round(height * scale)}"'
            f' viewBox="{box}" role="img" aria-label="{clean(label)}" style="max-width:100%;height:auto">'
            f"{self.defs()}{''.join(self.body)}</svg>"
        )


def board_svg(
    game: Game,
    *,
    theme: str | None = None,
    overlay: str | None = None,
    last_move: bool = True,
    legal: bool = False,
    coordinates: bool = False,
    extent: Extent | None = None,
    pieces: Pieces | None = None,
    size: float = TILE_PIXELS,
) -> str:
    """The table of a game; `size` is the width of a tile in pixels.

    `overlay` is None, "fields", "regions" or "owners"; `legal` shows where the tile in hand may go. `extent` fixes which
    cells are shown (x from, x to, y from, y to), which keeps the pictures of a film in place. `pieces` lie on the tiles
    instead of those of the game.
    """
    if overlay is not None and overlay not in over.OVERLAYS:
        raise ValueError(f"there is no overlay {overlay!r}; there are {', '.join(over.OVERLAYS)}")
    picture = Picture(theme_for(game, theme))
    table = Table(game, picture, extent, legal, pieces)
    left, right, top, bottom = table.extent
    margin = BORDER if coordinates else MARGIN
    x, y = left * SIZE - margin, top * SIZE - margin
    width, height = (right - left + 1) * SIZE + 2 * margin, (bottom - top + 1) * SIZE + 2 * margin
    picture.add(
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" fill="{picture.table}"/>'
    )
    table.draw(overlay, last_move)
    if coordinates:
        table.draw_coordinates(margin)
    return picture.svg(width, height, size / SIZE, f"{len(table.view['board'])} tiles", x, y)


class Table:
    """What lies on the table of a game, drawn into a picture."""

    def __init__(
        self,
        game: Game,
        picture: Picture,
        extent: Extent | None = None,
        legal: bool = False,
        pieces: Pieces | None = None,
    ) -> None:
        self.game, self.picture = game, picture
        self.view = game.view(None)
        if pieces is not None:
            self.view["pieces"] = list(pieces)
        self.engine: Engine = game.engine
        self.tiles = {tile.id: tile for tile in self.engine.rules.tiles}
        self.laid: dict[At, Mapping[str, Any]] = {(laid["x"], laid["y"]): laid for laid in self.view["board"]}
        self.slots = list(self.laid)
        self.legal = legal_cells(game) if legal else []
        self.extent = extent or extent_of([*self.laid, *self.legal])
        self.colours = [player["colour"] for player in self.view["players"]]
        self.person = game.setup.box.person
        self.labels: list[str] = []  # of an overlay, above the figures

    def draw(self, overlay: str | None = None, last_move: bool = True) -> None:
        picture = self.picture
        picture.add('<g class="tiles">')
        for at, laid in self.laid.items():
            more = f' class="tile" data-at="{at[0]},{at[1]}"'
            picture.add(picture.tile(self.tiles[laid["tile"]], at[0] * SIZE, at[1] * SIZE, laid["turns"], more))
        picture.add("</g>")
        self.draw_edges()
        for x, y in self.legal:
            picture.add(
                f'<rect class="legal" x="{x * 100 + 5}" y="{y * 100 + 5}" width="90" height="90" rx="9" fill="#fff"'
                f' fill-opacity=".35" stroke="#fffdf4" stroke-width="7"/>'
                f'<rect x="{x * 100 + 5}" y="{y * 100 + 5}" width="90" height="90" rx="9" fill="none"'
                f' stroke="#1f5f3a" stroke-width="3" stroke-dasharray="9 6"/>'
            )
        if overlay is not None:
            self.draw_overlay(overlay)
        if last_move:
            self.draw_last()
        self.draw_things()
        self.draw_figures()
        picture.add(*self.labels)

    def draw_edges(self) -> None:
        """A thin line around every tile, so that one can count them."""
        lines = "".join(f"M{x * 100} {y * 100}h100v100h-100z" for x, y in self.laid)
        self.picture.add(f'<path d="{lines}" fill="none" stroke="#20180a" stroke-opacity=".28" stroke-width="1"/>')

    def draw_last(self) -> None:
        """A frame around the last tile, in the colour of the player who laid it."""
        if len(self.slots) < 2:
            return
        x, y = self.slots[-1]
        seats = [step.seat for step in self.game.steps if step.kind == "tile" and step.seat is not None]
        paint = SEATS.get(self.colours[seats[-1]]) if seats else None
        frame = f'<rect x="{x * 100 + 2}" y="{y * 100 + 2}" width="96" height="96" rx="5" fill="none"'
        self.picture.add(
            f'<g class="last">{frame} stroke="#fffdf4" stroke-width="7"/>'
            f'{frame} stroke="{paint.fill if paint else "#222222"}" stroke-width="3.5"/></g>'
        )

    # -- figures ----------------------------------------------------------------------------------------------------------

    def position(self, at: At, segment: str) -> int:
        """The position in Tile.segments that a name such as ``road N`` means on a laid tile."""
        rules, board = self.engine.rules, self.engine.board
        slot = self.slots.index(at)
        words = segment_words(self.engine, slot)
        step = next(step for step, names in enumerate(words) if segment in names)
        return int(rules.seg_source[rules.seg_first[board.kind(slot)] + step])

    def on_table(self, at: At, point: Point) -> Point:
        """A point of the unturned tile where it lies on the table."""
        x, y = turn(point, self.laid[at]["turns"])
        return (at[0] * SIZE + x, at[1] * SIZE + y)

    def draw_figures(self) -> None:
        groups: dict[tuple[At, int], list[Mapping[str, Any]]] = {}
        drawn: list[tuple[float, float, str]] = []
        for figure in self.view["figures"]:
            if "x" in figure:
                at = (figure["x"], figure["y"])
                groups.setdefault((at, self.position(at, figure["segment"])), []).append(figure)
            elif figure["place"] == self.engine.rules.area_names[ON_TILE]:
                x, y = self.on_top(figure["place"], self.slots[figure["index"]])
                pose = piece_pose(figure["place"])
                size = ON_TOP * figure_height(figure["kind"]) if pose == STANDING else ON_TOP
                drawn.append((y + SIZE, x, self.figure(figure, (x, y + 5), size, pose)))
        for (at, place), figures in groups.items():
            spots = standing_spots(*self.lying(at), place, len(figures))
            for figure, (x, y) in zip(figures, [(at[0] * SIZE + x, at[1] * SIZE + y) for x, y in spots], strict=True):
                size = (CROWD if len(figures) > 1 else FIGURE) * figure_height(figure["kind"])
                pose = LYING if figure["lying"] else STANDING
                drawn.append((y, x, self.figure(figure, figure_foot(figure["kind"], (x, y), size), size, pose)))
        self.picture.add('<g class="figures">', *(text for _, _, text in sorted(drawn)), "</g>")

    def figure(self, figure: Mapping[str, Any], foot: Point, size: float, pose: str) -> str:
        seat, kind = figure["seat"], figure["kind"]
        colour = None if seat is None else self.colours[seat]
        more = f' class="figure" data-seat="{"" if seat is None else seat}" data-kind="{kind}"'
        return self.picture.figure(kind, colour, foot, size, pose, more)

    # -- what modules put on the table ------------------------------------------------------------------------------------

    def draw_things(self) -> None:
        for piece in self.view["pieces"]:
            at = (piece["x"], piece["y"])
            for token in piece_uses(piece["picture"]):
                self.picture.need(token)
            self.draw_on(at, piece_svg(piece["picture"], *self.lying(at), piece["number"], piece["ends"]))

    def lying(self, at: At) -> tuple[Tile, int]:
        """The tile on a cell, and its quarter turns."""
        laid = self.laid[at]
        return self.tiles[laid["tile"]], laid["turns"]

    def draw_on(self, at: At, drawn: str) -> None:
        """Something drawn for a tile of 100 by 100, on a cell of the table."""
        self.picture.add(f'<g transform="translate({number(at[0] * SIZE)} {number(at[1] * SIZE)})">{drawn}</g>')

    def on_top(self, picture: str, at: At) -> Point:
        """Where a figure stands on the piece of this picture, on a cell of the table."""
        found = [piece for piece in self.view["pieces"] if piece["picture"] == picture and (piece["x"], piece["y"]) == at]
        x, y = piece_spot(picture, *self.lying(at), found[0]["number"] if found else 0, top=True)
        return (at[0] * SIZE + x, at[1] * SIZE + y)

    # -- overlays ---------------------------------------------------------------------------------------------------------

    def draw_overlay(self, kind: str) -> None:
        engine = self.engine.copy()
        ground = engine.rules.ground
        found = list(over.parts(engine))
        if kind == "fields":
            found = [part for part in found if part.kind == ground]
        elif kind == "regions":
            found = [part for part in found if part.kind not in (ground, "system")]
        if kind == "owners":
            self.overlay_owners(engine, [part for part in found if part.kind != "system"])
            return
        colours = over.coloured(over.neighbours(engine, found))
        numbers = {region: n for n, region in enumerate(dict.fromkeys(part.region for part in found), 1)}
        fills = {region: over.hue(which) for region, which in colours.items()}
        self.overlay_areas(found, fills, 0.62 if kind == "fields" else 0.7)
        self.overlay_labels(found, {region: str(n) for region, n in numbers.items()}, fills)

    def overlay_owners(self, engine: Engine, found: list[over.Part]) -> None:
        fills: dict[int, str] = {}
        labels: dict[int, str] = {}
        rims: dict[int, str] = {}
        for region in dict.fromkeys(part.region for part in found):
            winners = int(engine.majority(region))
            owners = [seat for seat in range(engine.rules.seats) if winners >> seat & 1]
            if owners:
                fills[region] = self.seat_fill([self.colours[seat] for seat in owners])
                rims[region] = SEATS[self.colours[owners[0]]].fill
                labels[region] = str(int(engine.worth(region, False, owners[0])))
        self.overlay_areas([part for part in found if part.region in fills], fills, 0.6)
        self.overlay_labels([part for part in found if part.region in labels], labels, rims)

    def seat_fill(self, colours: list[str]) -> str:
        """One colour, or stripes for a tie."""
        if len(colours) == 1:
            return SEATS[colours[0]].fill
        name = "tie-" + "-".join(colours)
        stripes = "".join(f'<rect x="{n * 9}" width="9" height="9" fill="{SEATS[c].fill}"/>' for n, c in enumerate(colours))
        self.picture.symbols[name] = (
            f'<pattern id="{name}" width="{9 * len(colours)}" height="9" patternUnits="userSpaceOnUse"'
            f' patternTransform="rotate(45)">{stripes}</pattern>'
        )
        return f"url(#{name})"

    def shape(self, part: over.Part) -> str:
        return shape(self.tiles[self.view["board"][part.slot]["tile"]], part.place)

    def overlay_areas(self, found: Iterable[over.Part], fills: Mapping[int, str], opacity: float) -> None:
        self.picture.add(
            f'<g class="overlay" fill-opacity="{opacity}" stroke="#20180a" stroke-opacity=".55" stroke-width="1.2">'
        )
        for part in found:
            laid = self.view["board"][part.slot]
            x, y = laid["x"] * 100, laid["y"] * 100
            turned = f" rotate({laid['turns'] * 90} 50 50)" if laid["turns"] else ""
            self.picture.add(
                f'<path data-region="{part.region}" fill="{fills[part.region]}" fill-rule="evenodd"'
                f' transform="translate({x} {y}){turned}" d="{self.shape(part)}"/>'
            )
        self.picture.add("</g>")

    def overlay_labels(self, found: Iterable[over.Part], labels: Mapping[int, str], rims: Mapping[int, str]) -> None:
        """A badge for each region, on the tile where it has most room and nobody stands."""
        taken = {
            ((figure["x"], figure["y"]), self.position((figure["x"], figure["y"]), figure["segment"]))
            for figure in self.view["figures"]
            if "x" in figure
        }
        best: dict[int, tuple[tuple[int, float], Point]] = {}
        for part in found:
            at = self.slots[part.slot]
            anchor = places(self.tiles[self.laid[at]["tile"]]).anchors.get(part.place)
            if anchor is not None:
                value = (0 if (at, part.place) in taken else 1, min(anchor.room, 14.0))
                if part.region not in best or value > best[part.region][0]:
                    x, y = self.on_table(at, anchor.spots[0])
                    best[part.region] = (value, (x, y) if value[0] else (x + 15, y - 15))  # beside whoever stands there
        self.labels.append('<g class="labels">')
        for region, (_, (x, y)) in best.items():
            text = labels[region]
            wide = 15 + 6 * len(text)
            self.labels.append(
                f'<g data-region="{region}"><rect x="{number(x - wide / 2)}" y="{number(y - 10)}" width="{wide}" height="20"'
                f' rx="10" fill="#fffdf4" stroke="{rims[region]}" stroke-width="3.5"/>'
                f"{figures_text(text, x, y, 11, '#20180a', 2)}</g>"
            )
        self.labels.append("</g>")

    # -- coordinates ------------------------------------------------------------------------------------------------------

    def draw_coordinates(self, margin: float) -> None:
        left, right, top, bottom = self.extent
        ink = "#20180a"
        for x in range(left, right + 1):
            for y in (top * SIZE - margin / 2, (bottom + 1) * SIZE + margin / 2):
                self.picture.add(figures_text(str(x), x * SIZE + 50, y, 11, ink, 1.8))
        for row in range(top, bottom + 1):
            for column in (left * SIZE - margin / 2, (right + 1) * SIZE + margin / 2):
                self.picture.add(figures_text(str(row), column, row * SIZE + 50, 11, ink, 1.8))


def extent_of(cells: Iterable[At]) -> Extent:
    """The rectangle that holds all cells."""
    found = list(cells) or [(0, 0)]
    xs, ys = [x for x, _ in found], [y for _, y in found]
    return min(xs), max(xs), min(ys), max(ys)


def legal_cells(game: Game) -> list[At]:
    """Where the tile in hand may go."""
    decision = game.decision
    if decision is None or decision.seat is None:
        return []
    targets = [option.target for option in game.options()]
    return list(dict.fromkeys((target.x, target.y) for target in targets if isinstance(target, Cell)))


def clean(text: str) -> str:
    """A text as it may stand in a picture."""
    allowed = "".join(c for c in text if c in "\t\n" or " " <= c <= "\ud7ff" or "\ue000" <= c <= "\ufffd" or c > "\uffff")
    return allowed.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
