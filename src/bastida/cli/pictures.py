"""``bastida show`` and ``bastida film``: a saved game as a picture, or as an animation of all its turns."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from bastida.cli.app import SpokenCommand, argument, common, fail, option, pass_screen
from bastida.cli.replay import show_position, with_the_draw
from bastida.cli.saving import read_record
from bastida.cli.screen import Screen

if TYPE_CHECKING:
    from PIL.Image import Image

THEMES = "summer|snow|stone|plain"
OVERLAYS = "fields|regions|owners"


def wanted_file(name: str, suffixes: tuple[str, ...]) -> Path:
    """A file that can be written, with one of these suffixes; better to know before the work than after it."""
    file = Path(name).expanduser()
    if file.suffix.lower() not in suffixes:
        fail("pictures.suffix", file=file.name, suffixes=", ".join(suffixes))
    try:
        there = file.parent.is_dir()
        folder = file.is_dir()
    except ValueError:  # a name no file can have
        there, folder = False, False
    if not there:
        fail("pictures.no_folder", file=repr(str(file)))
    if folder or not os.access(file if file.exists() else file.parent, os.W_OK):
        fail("pictures.unwritable", file=file)
    return file


def checked(word: str | None, known: str, key: str) -> str | None:
    """One of the words of a list, or a complaint."""
    if word is not None and word.casefold() not in known.split("|"):
        fail(key, wanted=word, known=known.replace("|", ", "))
    return word and word.casefold()


def write_picture(screen: Screen, svg: str, file: Path, width: int | None = None) -> None:
    from bastida.art.pictures.raster import still

    file.write_bytes(still(svg, file.suffix.lower(), width))
    screen.say("pictures.written", file=file)


@click.command("show", cls=SpokenCommand)
@argument("name", metavar="FILE")
@option("--move", type=click.IntRange(0), metavar="N")
@option("-o", "--output", metavar="FILE")
@option("--overlay", metavar=OVERLAYS)
@option("--theme", metavar=THEMES)
@option("--scene", is_flag=True)
@option("--result", is_flag=True)
@option("--legal", is_flag=True)
@option("--coordinates", is_flag=True)
@option("--size", type=click.IntRange(64, 10_000), metavar="N")
@common
@pass_screen
def show(
    screen: Screen,
    name: str,
    move: int | None,
    output: str | None,
    overlay: str | None,
    theme: str | None,
    scene: bool,
    result: bool,
    legal: bool,
    coordinates: bool,
    size: int | None,
) -> None:
    overlay = checked(overlay, OVERLAYS, "pictures.no_overlay")
    theme = checked(theme, THEMES, "pictures.no_theme")
    from bastida.art.pictures.film import turns_of
    from bastida.art.pictures.raster import STILLS

    file = None if output is None else wanted_file(output, STILLS)
    record = read_record(Path(name))
    game = record.replay()
    if move is not None:
        if move > turns_of(record):
            fail("replay.no_move", move=move, turns=turns_of(record))
        game = record.replay(with_the_draw(record, sum(len(row.answers) for row in record.rows if row.turn <= move)))
    if file is None:
        screen.play(game.setup)
        show_position(screen, game)
        return
    from bastida.art.pictures.board import TILE_PIXELS, board_svg
    from bastida.art.pictures.result import result_svg
    from bastida.art.pictures.scene import scene_svg

    if result:
        drawn = result_svg(game, screen.title(game.setup), theme=theme, size=size or 1200)
    elif scene:
        drawn = scene_svg(game, theme=theme, overlay=overlay, legal=legal, size=size or 1200)
    else:

        def board(pixels: float) -> str:
            return board_svg(game, theme=theme, overlay=overlay, legal=legal, coordinates=coordinates, size=pixels)

        drawn = board(TILE_PIXELS)
        if size is not None:
            drawn = board(TILE_PIXELS * size / picture_width(drawn))
    write_picture(screen, drawn, file, size)


def picture_width(svg: str) -> int:
    """How wide a picture says it is."""
    return int(svg.partition(' width="')[2].partition('"')[0])


@click.command("film", cls=SpokenCommand)
@argument("name", metavar="FILE")
@option("-o", "--output", required=True, metavar="FILE")
@option("--step", type=click.IntRange(1), default=1, show_default=True, metavar="N")
@option("--size", type=click.IntRange(64, 4000), default=800, show_default=True, metavar="N")
@option("--delay", type=click.IntRange(20, 60_000), default=600, show_default=True, metavar="N")
@option("--overlay", metavar=OVERLAYS)
@option("--theme", metavar=THEMES)
@common
@pass_screen
def film(
    screen: Screen, name: str, output: str, step: int, size: int, delay: int, overlay: str | None, theme: str | None
) -> None:
    overlay = checked(overlay, OVERLAYS, "pictures.no_overlay")
    theme = checked(theme, THEMES, "pictures.no_theme")
    from bastida.art.pictures.film import LINGER, filmed, moments
    from bastida.art.pictures.raster import ANIMATIONS, animation

    file = wanted_file(output, ANIMATIONS)
    record = read_record(Path(name))
    frames: list[Image] = []
    with Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=screen.errors,
        transient=True,
        disable=not screen.errors.is_terminal,
    ) as bar:
        task = bar.add_task("", total=len(moments(record, step)))
        for frame in filmed(record, step, size, overlay, theme):
            frames.append(frame)
            bar.advance(task)
    delays = [delay] * (len(frames) - 1) + [delay * LINGER]
    file.write_bytes(animation(frames, file.suffix.lower(), delays))
    screen.say("pictures.filmed", file=file, n=len(frames))
