"""Examples of the rules as pictures: the table as it was scored, inside the scoreboard if the example speaks of it."""

from __future__ import annotations

from bastida.art.curves import SIZE, number
from bastida.art.pictures.board import Picture, Table, board_svg, theme_for
from bastida.art.pictures.scene import EDGE, draw_track, scores_text
from bastida.art.pictures.track import HEIGHT, RIM, SPACE, WIDTH
from bastida.rulebook.telling import Told

AROUND = RIM + 2  # the ring


def example_svg(told: Told) -> str:
    """The picture of an example; the scoreboard shows where everybody stood before the points of its last line."""
    if told.track is None:
        return board_svg(told.picture, pieces=told.pieces)
    picture = Picture(theme_for(told.picture))
    table = Table(told.picture, picture, pieces=told.pieces)
    draw_track(picture, told.track, told.track.view(None))
    left, right, top, bottom = table.extent
    across, down = (right - left + 1) * SIZE, (bottom - top + 1) * SIZE
    room = 2 * (SPACE + EDGE)
    scale = min(1.0, (WIDTH - room) / across, (HEIGHT - room) / down)
    x, y = (WIDTH - across * scale) / 2 - left * SIZE * scale, (HEIGHT - down * scale) / 2 - top * SIZE * scale
    picture.add(f'<g transform="translate({number(x)} {number(y)}) scale({scale:.3f})">')
    table.draw()
    picture.add("</g>")
    return picture.svg(WIDTH + 2 * AROUND, HEIGHT + 2 * AROUND, 1, scores_text(told.track), -AROUND, -AROUND)


def example_tiles(told: Told) -> tuple[float, float]:
    """How many tiles wide and high the picture is."""
    if told.track is not None:
        return (WIDTH + 2 * AROUND) / SIZE, (HEIGHT + 2 * AROUND) / SIZE
    left, right, top, bottom = Table(told.picture, Picture(theme_for(told.picture))).extent
    return right - left + 1, bottom - top + 1
