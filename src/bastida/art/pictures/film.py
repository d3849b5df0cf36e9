"""A record as an animation: which moments are shown, and their frames."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bastida.art.pictures.board import At, extent_of
from bastida.art.pictures.raster import lay, pixels
from bastida.art.pictures.scene import Scene, most_things
from bastida.record import Record
from bastida.table.game import Game

if TYPE_CHECKING:
    from PIL.Image import Image

LINGER = 5  # how many times as long the last frame of a film is shown


def turns_of(record: Record) -> int:
    return max((row.turn for row in record.rows), default=0)


def moments(record: Record, step: int) -> list[int]:
    """After how many answers a film shows the table: at the beginning, after every ``step`` turns, at the end."""
    turns = turns_of(record)
    shown = [*range(0, turns, step), turns]
    return [sum(len(row.answers) for row in record.rows if row.turn <= turn) if turn else 0 for turn in shown]


def shown(record: Record, step: int) -> Iterator[Game]:
    """The table at those moments; all but the last are one game that is played on."""
    answers = [answer for row in record.rows for answer in row.answers]
    game: Game = record.replay(0)
    played = 0
    for number in moments(record, step):
        if number == len(answers):
            yield record.replay()  # with whatever was arranged by hand
            continue
        for answer in answers[played:number]:
            game.play(answer.text)
        played = number
        yield game


def filmed(record: Record, step: int, size: int, overlay: str | None = None, theme: str | None = None) -> Iterator[Image]:
    """The frames of a film, all of one size: they show what is covered at the end, and have room for all that is held.

    Painting takes nearly all the time, and most of a frame is as it was: the ground is painted once, each tile once, and only
    what comes and goes for every frame.
    """
    extent = extent_of((laid["x"], laid["y"]) for laid in record.replay().view(None)["board"])
    things = max(most_things(game.view(None)) for game in shown(record, step))
    ground: Image | None = None
    lying: list[tuple[At, str, int]] = []  # painted on it: where, which tile, how it is turned
    for game in shown(record, step):

        def scene(game: Game = game) -> Scene:
            return Scene(game, theme, extent, things=things, size=size)

        board = [((laid["x"], laid["y"]), laid["tile"], laid["turns"]) for laid in game.view(None)["board"]]
        if ground is None or board[: len(lying)] != lying:  # arranged by hand: everything anew
            ground, lying = pixels(scene().ground().svg(), size), []
        if fresh := [at for at, *_ in board[len(lying) :]]:
            lay(ground, scene().tiles(fresh).svg(), size)
            lying = board
        frame = ground.copy()
        lay(frame, scene().rest(overlay).svg(), size)
        yield frame
