"""What modules show beside tiles and figures, as values: on the board, before a player, on the scoreboard, beside the table.

Every thing names its picture. Pictures, terminal, server and page go through these lists and know no module.
"""

from __future__ import annotations

from typing import ClassVar, final


@final
class OnBoard:
    """A piece on a laid tile: how many or how high, and for one that lies across the tile from which side to which."""

    __match_args__: ClassVar[tuple[str, ...]] = ("picture", "x", "y", "number", "ends")

    def __init__(self, picture: str, x: int, y: int, number: int = 1, ends: tuple[str, ...] = (), closed: bool = False) -> None:
        self.picture = picture
        self.x = x
        self.y = y
        self.number = number
        self.ends = ends
        self.closed = closed  # nothing more can be put on it


@final
class Held:
    """A thing before a player: how many; of whose colour, if it belongs to somebody; and a word that goes with it."""

    __match_args__: ClassVar[tuple[str, ...]] = ("seat", "picture", "number", "owner")

    def __init__(self, seat: int, picture: str, number: int = 1, owner: int | None = None, record: int | None = None) -> None:
        self.seat = seat
        self.picture = picture
        self.number = number
        self.owner = owner
        self.record = record  # the figure that has won it: tiles of the largest city


@final
class OnTrack:
    """A piece on a space of the scoreboard, besides the scoring figures."""

    __match_args__: ClassVar[tuple[str, ...]] = ("space", "picture", "owner")

    def __init__(self, space: int, picture: str, owner: int | None = None) -> None:
        self.space = space
        self.picture = picture
        self.owner = owner


@final
class Beside:
    """A thing that lies beside the board for everybody: a message drawn, a figure that nobody has brought in."""

    __match_args__: ClassVar[tuple[str, ...]] = ("picture",)

    def __init__(self, picture: str) -> None:
        self.picture = picture


@final
class Shown:
    """What all modules of a game show; each adds to the lists."""

    def __init__(self) -> None:
        self.board: list[OnBoard] = []
        self.held: list[Held] = []
        self.track: list[OnTrack] = []
        self.beside: list[Beside] = []
        self.gone: list[int] = []  # seats whose last scoring figure is off the scoreboard
