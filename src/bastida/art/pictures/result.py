"""How a game ended, as a card to send to somebody: the board, and the players in the order of their points."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from html import unescape

from bastida.art.curves import SIZE, number
from bastida.art.pictures.board import Picture, Table, theme_for
from bastida.art.pictures.scene import named, path
from bastida.art.strokes import GOLD, figures_text
from bastida.art.themes import DAY
from bastida.art.tiles.sheet import FONT
from bastida.table.game import Game

WIDTH, HEIGHT = 1200.0, 630.0  # what is shown of a link in most places
EDGE = 30.0
PANEL = 460.0  # the players beside the board
ROOM = 100.0  # for the title above them
LONGEST = 44  # letters of a line on the panel
LONG = 14.0  # a name at most, in the size of its letters
MOST = 150.0  # height of a player's row
WIDE = frozenset("MWmw@%…—")  # letters as wide as they are high
CROWN = "M0 36V6L18 20L36 0L54 20L72 6V36Z"


def result_svg(
    game: Game,
    title: str,
    line: str = "",
    winners: Collection[int] | None = None,
    theme: str | None = None,
    size: float = WIDTH,
) -> str:
    """The result of a game, counted as it stands if it is not over. ``winners``: where the points do not say who won."""
    game = game.ended()
    picture = Picture(theme_for(game, theme))
    picture.add(f'<rect width="{number(WIDTH)}" height="{number(HEIGHT)}" fill="{picture.table}"/>')
    _board(picture, Table(game.before_end() or game, picture))  # with the figures that were scored last
    names = list(game.scores())
    won = {names.index(name) for name in game.winners()} if winners is None else set(winners)
    _panel(picture, Table(game, picture), title, line, won)
    label = ", ".join([title, *(f"{name} {points}" for name, points in game.scores().items())])
    return picture.svg(WIDTH, HEIGHT, size / WIDTH, label)


def _board(picture: Picture, table: Table) -> None:
    """The board as large as there is room for it, left of the panel."""
    left, right, top, bottom = table.extent
    across, down = (right - left + 1) * SIZE, (bottom - top + 1) * SIZE
    wide, high = WIDTH - PANEL - 3 * EDGE, HEIGHT - 2 * EDGE
    scale = min(wide / across, high / down, 1.2)
    x = EDGE + (wide - across * scale) / 2 - left * SIZE * scale
    y = EDGE + (high - down * scale) / 2 - top * SIZE * scale
    picture.add(f'<g transform="translate({number(x)} {number(y)}) scale({scale:.4f})">')
    table.draw(last_move=False)
    picture.add("</g>")


def _panel(picture: Picture, table: Table, title: str, line: str, won: Collection[int]) -> None:
    """What was played, and everybody's points, the best first; whoever won wears a crown."""
    x, height = WIDTH - PANEL - EDGE, HEIGHT - 2 * EDGE
    picture.add(
        f'<rect x="{number(x)}" y="{number(EDGE)}" width="{number(PANEL)}" height="{number(height)}" rx="16" fill="{DAY.panel}"'
        f' stroke="#b9a67c" stroke-width="3"/>',
        _text(named(title, LONGEST), x + 28, EDGE + 50, 30, 700),
        _text(named(line, LONGEST), x + 28, EDGE + 84, 19, 400),
    )
    players = sorted(enumerate(table.view["players"]), key=lambda one: (one[0] not in won, -one[1]["points"]))
    step = min(MOST, (height - ROOM - 60) / len(players))
    for place, (seat, player) in enumerate(players):
        foot = EDGE + ROOM + (place + 1) * step - step * 0.12
        tall = step * (0.62 if seat in won else 0.78)
        picture.add(picture.figure(table.person, player["colour"], (x + 70, foot), tall))
        if seat in won:
            size = min(0.9, step / 130)
            picture.add(
                f'<g transform="translate({number(x + 70 - 36 * size)} {number(foot - tall - 26 * size)}) scale({size:.3f})">'
                f"{path(CROWN, GOLD.fill, GOLD.dark, 4, 0, 0)}</g>"
            )
        large = min(34.0, step * 0.32)
        middle = foot - step * 0.3
        points = str(player["points"])
        wide = 0.8 * large * 1.3 * len(points)
        room = PANEL - 128 - 30 - wide - 18
        picture.add(_text(_cut(player["name"]), x + 128, middle + large * 0.36, large, 700 if seat in won else 500, room))
        picture.add(figures_text(points, x + PANEL - 30 - wide / 2, middle, large * 1.3, DAY.text, large * 0.2))
    picture.add(_text("Bastida", x + 28, EDGE + height - 24, 22, 600))


def _text(text: str, x: float, y: float, size: float, weight: int, room: float = PANEL - 56) -> str:
    """A line of the panel, smaller if it is too long for its room; names are made fit to stand in a picture before."""
    size = min(size, room / max(1.0, _ems(unescape(text))))
    return (
        f'<text x="{number(x)}" y="{number(y)}" {FONT} font-size="{number(size)}" font-weight="{weight}"'
        f' fill="{DAY.text}">{text}</text>'
    )


def _cut(name: str) -> str:
    """As much of a name as can be read on the card."""
    most = next((at for at in range(1, 20) if _ems(name[:at]) > LONG), 20)
    return named(name, most)


def _ems(text: str) -> float:
    """How long a text gets at most, in the size of its letters, whichever font there is."""
    return sum(1.05 if unicodedata.east_asian_width(letter) in "WF" or letter in WIDE else 0.66 for letter in text)
