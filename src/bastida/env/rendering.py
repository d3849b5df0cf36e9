"""A position as a picture: SVG, an array of pixels, text for a terminal."""
# not compiled: pictures

from __future__ import annotations

import io
from importlib import import_module

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.text import Text

from bastida.art.pictures.board import board_svg
from bastida.art.pictures.raster import pixels
from bastida.kernel.engine import Engine
from bastida.players.foreign import seen
from bastida.table.game import Game
from bastida.table.setup import Setup

MODES = ("human", "ansi", "rgb_array", "svg")
PIXELS = 640
COLUMNS, ROWS = 160, 60


def svg(setup: Setup, engine: Engine) -> str:
    """The table as SVG."""
    return board_svg(seen(setup, engine))


def rgb_array(setup: Setup, engine: Engine, width: int = PIXELS) -> NDArray[np.uint8]:
    """The table as pixels, always as many: what lies on it is in the middle of a square."""
    game = seen(setup, engine)
    cells = [(tile["x"], tile["y"]) for tile in game.view()["board"]] or [(0, 0)]
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    room = max(max(xs) - min(xs), max(ys) - min(ys)) + 2
    left, top = (min(xs) + max(xs) - room) // 2, (min(ys) + max(ys) - room) // 2
    picture = pixels(board_svg(game, extent=(left, left + room, top, top + room)), width)
    return np.asarray(picture, dtype=np.uint8)


def ansi(setup: Setup, engine: Engine) -> str:
    """The table and the score as coloured text. The terminal's board is a layer above, and looked up when it is wanted."""
    game = seen(setup, engine)
    board, paint = import_module("bastida.cli.board"), import_module("bastida.cli.paint")
    look = paint.Look(True, True, "summer")
    drawn = board.BoardView(game.view(), board.tiles_of(game), look).draw(COLUMNS, ROWS)
    out = io.StringIO()
    console = Console(file=out, width=COLUMNS, force_terminal=True, color_system="truecolor", highlight=False, markup=False)
    console.print(Text("\n", no_wrap=True).join(drawn.lines), soft_wrap=True)
    console.print(Text(score_line(game), no_wrap=True), soft_wrap=True)
    return out.getvalue()


def score_line(game: Game) -> str:
    scores = ", ".join(f"{player} {points}" for player, points in game.scores().items())
    return f"{scores}; {game.tile}" if game.tile else scores


def render(mode: str | None, setup: Setup, engine: Engine) -> str | NDArray[np.uint8] | None:
    """The picture of a render mode; ``human`` prints it."""
    if mode == "svg":
        return svg(setup, engine)
    if mode == "rgb_array":
        return rgb_array(setup, engine)
    if mode == "ansi":
        return ansi(setup, engine)
    if mode == "human":
        print(ansi(setup, engine))
    return None
