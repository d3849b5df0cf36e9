"""Beside the board: the scoreboard with its laps, and what each player has; board and all as one scene.

On the scoreboard a scoring figure shows its points, and pieces of modules stand on their spaces. What has gone round is
told by tokens or by lying down, as the edition has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bastida.art.curves import SIZE, number
from bastida.art.pictures.board import MARGIN, Extent, Picture, Table, clean, theme_for
from bastida.art.pictures.track import HEIGHT, SPACE, WIDTH, track_ring, track_spots
from bastida.art.pieces.figures import LYING, STANDING, is_owned
from bastida.art.strokes import GOLD, SEATS, figures_text
from bastida.art.themes import DAY
from bastida.art.tiles.sheet import FONT
from bastida.table.game import Game
from bastida.table.scoreboard import SPACES

INK = DAY.text
CARD = DAY.panel
GAP = 16.0
EDGE = 18.0  # around what is inside the ring
NAME = 168.0  # where supplies begin on a card
CELL = 57.0  # of a supply: a figure and its number
LINE = 46.0
SUPPLY = 38.0
PER_LINE = int((WIDTH - NAME + 8) // CELL)


def track_svg(game: Game, *, theme: str | None = None, size: float = WIDTH) -> str:
    """The scoreboard alone, `size` pixels wide."""
    picture = Picture(theme_for(game, theme))
    draw_track(picture, game, game.view(None))
    edge = 6.0
    return picture.svg(WIDTH + 2 * edge, HEIGHT + 2 * edge, size / WIDTH, scores_text(game), -edge, -edge)


def scores_text(game: Game) -> str:
    return ", ".join(f"{name} {points}" for name, points in game.scores().items())


def draw_track(picture: Picture, game: Game, view: Mapping[str, Any]) -> None:
    picture.add(draw_ring(picture))
    draw_pawns(picture, game, view)


def draw_ring(picture: Picture) -> str:
    inner = f'x="{SPACE}" y="{SPACE}" width="{number(WIDTH - 2 * SPACE)}" height="{number(HEIGHT - 2 * SPACE)}"'
    return f'<g class="track"><rect {inner} fill="{CARD}"/>{track_ring(picture.theme)}</g>'


def draw_pawns(picture: Picture, game: Game, view: Mapping[str, Any]) -> None:
    """The scoring figures and what else is on the scoreboard, those on one space side by side."""
    on: dict[int, list[tuple[str, str | None, str]]] = {}
    for player in view["players"]:
        for kind, shown in zip(scorers(game), player["track"], strict=False):
            on.setdefault(shown["space"], []).append((kind, player["colour"], LYING if shown["lying"] else STANDING))
    for piece in view["track"]:
        colour = None if piece["owner"] is None else view["players"][piece["owner"]]["colour"]
        on.setdefault(piece["space"] % SPACES, []).append((piece["picture"], colour, STANDING))
    pawns: list[tuple[float, str]] = []
    for space, figures in on.items():
        for (kind, colour, pose), spot in zip(figures, track_spots(space, len(figures)), strict=True):
            pawns.append((spot.y, picture.figure(kind, colour, (spot.x, spot.y), spot.size, pose, ' class="pawn"')))
    picture.add(*(text for _, text in sorted(pawns, key=lambda pawn: pawn[0])))


# -- cards of the players -----------------------------------------------------------------------------------------------


def belongings(view: Mapping[str, Any], seat: int) -> list[tuple[str, str | None, int]]:
    """What lies before a player: kind, colour, how many."""
    player = view["players"][seat]
    colour = player["colour"]
    found: list[tuple[str, str | None, int]] = [(kind, colour, count) for kind, count in player["supply"].items()]
    held: dict[tuple[str, str | None], int] = {}
    for thing in player["holds"]:
        owner = seat if thing["owner"] is None and is_owned(thing["picture"]) else thing["owner"]
        key = (thing["picture"], None if owner is None else view["players"][owner]["colour"])
        held[key] = held.get(key, 0) + thing["number"]
    found += [(kind, whose, count) for (kind, whose), count in held.items()]
    tokens = [token for track in player["track"] for token in track["tokens"]]
    found += [(f"lap-{token}", None, tokens.count(token)) for token in sorted(set(tokens), reverse=True)]
    return found


def card_height(things: int) -> float:
    return LINE * max(1, -(-things // PER_LINE)) + 14


def named(name: str, most: int) -> str:
    return clean(name if len(name) <= most else name[: most - 1] + "…")


def scorers(game: Game) -> list[str]:
    """The pictures of a player's scoring figures; the first is the figure that stands for a player."""
    return [game.setup.box.person, *game.engine.rules.scorer_names[1:]]


def draw_card(picture: Picture, view: Mapping[str, Any], seat: int, y: float, height: float) -> None:
    player = view["players"][seat]
    paint = SEATS[player["colour"]]
    asked = view["decision"] is not None and view["decision"]["seat"] == seat
    picture.add(
        f'<g class="card" transform="translate(0 {number(y)})"><rect width="{number(WIDTH)}" height="{number(height)}" rx="9"'
        f' fill="{CARD}" stroke="{paint.fill if asked else "#b9a67c"}" stroke-width="{5 if asked else 2}"/>'
        f'<path d="M9 0H16V{number(height)}H9A9 9 0 0 1 0 {number(height - 9)}V9A9 9 0 0 1 9 0Z" fill="{paint.fill}"/>'
        f'<text x="28" y="36" {FONT} font-size="21" font-weight="600" fill="{INK}">{named(player["name"], 9)}</text>'
    )
    for place, (kind, colour, count) in enumerate(belongings(view, seat)):
        x, foot = NAME + place % PER_LINE * CELL, 47 + place // PER_LINE * LINE
        faint = "" if count else ' opacity=".25"'
        picture.add(picture.figure(kind, colour, (x, foot), SUPPLY, more=faint))
        picture.add(figures_text(str(count), x + 26, foot - 9, 14, INK if count else "#c9b88f", 2.2))
    picture.add("</g>")


def draw_hand(picture: Picture, table: Table) -> None:
    """In the middle of the ring: the tile in hand or the stack, and the players in the order of their points."""
    view = table.view
    side = HEIGHT - 2 * SPACE - 2 * EDGE - 44
    x, y = SPACE + EDGE, SPACE + EDGE
    square = f'x="{number(x)}" y="{number(y)}" width="{number(side)}" height="{number(side)}"'
    pieces = table.engine.rules.pile_pieces
    left = sum(pile["left"] for number_, pile in enumerate(view["piles"]) if any(one in table.tiles for one in pieces[number_]))
    if view["tile"] is not None:
        picture.add(picture.tile(table.tiles[view["tile"]], x, y, 0, ' class="hand"', side))
        picture.add(f'<rect {square} rx="4" fill="none" stroke="{INK}" stroke-width="3"/>')
    elif view["over"]:
        for place, name in enumerate(view["winners"][:2]):
            colour = next(player["colour"] for player in view["players"] if player["name"] == name)
            foot = (x + side / 2 + (place - (len(view["winners"][:2]) - 1) / 2) * side * 0.55, y + side)
            picture.add(picture.figure(table.person, colour, foot, side * 0.8))
        picture.add(path("M0 36V6L18 20L36 0L54 20L72 6V36Z", GOLD.fill, GOLD.dark, 4, x + side / 2 - 36, y + 8))
    else:
        for n in range(3):
            back = (
                f'x="{number(x + n * 7)}" y="{number(y + 14 - n * 7)}" width="{number(side - 14)}" height="{number(side - 14)}"'
            )
            picture.add(f'<rect {back} rx="10" fill="#8a6a3c" stroke="#fff6df" stroke-width="4"/>')
        middle = (x + side / 2 + 7, y + side / 2 - 7)
        picture.add(path("M-44 0L0-44L44 0L0 44ZM-22 0L0-22L22 0L0 22Z", "none", "#d9bf8a", 6, *middle))
    for n in range(2):
        back = f'x="{number(x + n * 4)}" y="{number(y + side + 18 - n * 5)}"'
        picture.add(f'<rect {back} width="26" height="22" rx="3" fill="#8a6a3c" stroke="#fff6df" stroke-width="1.5"/>')
    picture.add(figures_text(str(left), x + 40 + 7 * len(str(left)), y + side + 26, 20, INK, 3))
    draw_ranks(picture, table, x + side + 2 * EDGE)


def draw_ranks(picture: Picture, table: Table, x: float) -> None:
    """The players in the order of their points, and below them what lies beside the board."""
    view = table.view
    things = view["beside"]
    below = 62.0 if things else 0.0
    for place, kind in enumerate(things):
        picture.add(picture.figure(kind, None, (x + 28 + place * 80, HEIGHT - SPACE - 14), 56))
    ranks = sorted(view["players"], key=lambda player: -player["points"])
    room = HEIGHT - 2 * SPACE - 2 * EDGE - below
    step = min(62.0, room / max(1, len(ranks)))
    for place, player in enumerate(ranks):
        foot = SPACE + EDGE + (place + 1) * step - 4
        large = min(26.0, step * 0.55)
        picture.add(picture.figure(table.person, player["colour"], (x + 24, foot), min(48.0, step)))
        weight = 700 if player["name"] in view["winners"] else 500
        picture.add(
            f'<text x="{number(x + 56)}" y="{number(foot - step * 0.2)}" {FONT} font-size="{number(large)}"'
            f' font-weight="{weight}" fill="{INK}">{named(player["name"], 12)}</text>'
        )
        points = str(player["points"])
        at = WIDTH - SPACE - EDGE - 0.4 * large * len(points)
        picture.add(figures_text(points, at, foot - step * 0.2 - large * 0.36, large, INK, 0.15 * large))


def path(data: str, fill: str, stroke: str, width: float, x: float, y: float) -> str:
    return (
        f'<path transform="translate({number(x)} {number(y)})" d="{data}" fill="{fill}" stroke="{stroke}"'
        f' stroke-width="{number(width)}" stroke-linejoin="round"/>'
    )


class Scene:
    """Board, scoreboard and supplies in one picture `size` pixels wide, whole or in layers that lie over each other.

    Every player has room for so many `things`. The ground is the same for all positions of one extent, and tiles stay where
    they are: whoever paints many positions paints those once.
    """

    def __init__(
        self,
        game: Game,
        theme: str | None,
        extent: Extent | None = None,
        legal: bool = False,
        things: int = 0,
        size: float = 1200,
    ) -> None:
        self.game, self.size = game, size
        self.picture = Picture(theme_for(game, theme))
        self.table = Table(game, self.picture, extent, legal)
        view = self.table.view
        left, right, top, bottom = self.table.extent
        self.card = card_height(max(things, most_things(view)))
        panel = HEIGHT + 8 + len(view["players"]) * (GAP + self.card)
        across, down = (right - left + 1) * SIZE + 2 * MARGIN, (bottom - top + 1) * SIZE + 2 * MARGIN
        self.height = max(down, panel * 0.8) + 2 * GAP
        scale = min(1.1, (self.height - 2 * GAP) / panel)  # of the panel: it fills the height, within reason
        self.width = across + WIDTH * scale + 3 * GAP + 8
        x, y = GAP + MARGIN - left * SIZE, (self.height - down) / 2 + MARGIN - top * SIZE
        self.board = f'<g transform="translate({number(x)} {number(y)})">'
        beside = (self.height - panel * scale) / 2 + 4 * scale
        self.panel = f'<g transform="translate({number(across + 2 * GAP)} {number(beside)}) scale({scale:.3f})">'

    def ground(self) -> Scene:
        """What never changes: the table and the ring of the scoreboard."""
        self.picture.add(f'<rect width="{number(self.width)}" height="{number(self.height)}" fill="{self.picture.table}"/>')
        self.picture.add(self.panel, draw_ring(self.picture), "</g>")
        return self

    def tiles(self, cells: Iterable[tuple[int, int]] | None = None) -> Scene:
        """All tiles, or those on some cells."""
        self.picture.add(self.board)
        self.table.draw_tiles(self.table.laid if cells is None else cells)
        self.picture.add("</g>")
        return self

    def rest(self, overlay: str | None = None, last_move: bool = True) -> Scene:
        """What comes and goes: figures, pieces and marks on the board, the scoring figures, the cards of the players."""
        picture, view = self.picture, self.table.view
        picture.add(self.board)
        self.table.draw_rest(overlay, last_move)
        picture.add("</g>", self.panel)
        draw_pawns(picture, self.game, view)
        draw_hand(picture, self.table)
        at = HEIGHT + 4 + GAP
        for seat in range(len(view["players"])):
            draw_card(picture, view, seat, at, self.card)
            at += self.card + GAP
        picture.add("</g>")
        return self

    def svg(self) -> str:
        return self.picture.svg(self.width, self.height, self.size / self.width, scores_text(self.game))


def scene_svg(
    game: Game,
    *,
    theme: str | None = None,
    overlay: str | None = None,
    last_move: bool = True,
    legal: bool = False,
    extent: Extent | None = None,
    things: int = 0,
    size: float = 1200,
) -> str:
    """Board, scoreboard and supplies in one picture, `size` pixels wide; every player has room for so many `things`."""
    return Scene(game, theme, extent, legal, things, size).ground().tiles().rest(overlay, last_move).svg()


def most_things(view: Mapping[str, Any]) -> int:
    """How many kinds of things may lie before a player, about: the card keeps room for them."""
    players = view["players"]
    held = {(thing["picture"], thing["owner"] is None) for player in players for thing in player["holds"]}
    return max(len(players[0]["supply"]) + len(held) + 1, *(len(belongings(view, seat)) for seat in range(len(players))))
