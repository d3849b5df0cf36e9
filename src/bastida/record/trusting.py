"""The short way from the text of a record to its game, for files one has made oneself.

Answers are given straight from the lines. Each must be what is asked, of whom it is asked, at its turn, spelt as we spell
it, and legal; the result at the end must be right. Scoring lines, comments and hashes are passed over unread. Whatever is
out of the ordinary (a study, a position, another spelling, anything that does not fit) is left to the careful way, which
says what is wrong.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bastida.kernel.codes import DEALER
from bastida.kernel.shelf import bounded
from bastida.record.errors import MAX_BYTES, RecordError
from bastida.record.model import CHANCE
from bastida.record.replay import STRANGER, setup_of
from bastida.record.shapes import KEY, RESERVED, checked
from bastida.record.text import answer_in, read_header, result_line
from bastida.record.writing import result_of
from bastida.table.game import Game
from bastida.table.setup import Setup

PASSED_OVER: Final = ("+ ", "# ", "= ")
RESULT: Final = "result: "
MOST_SPELT: Final = 4096
LONGEST: Final = 4_000  # characters of a header


def trusted(data: bytes) -> Game | None:
    """The game of a record, nobody dealing in it; None if it has to be read the careful way."""
    if len(data) > MAX_BYTES:
        return None
    try:
        head, _, body = data.decode("utf-8").partition("\n\n")
        lines = head.split("\n")
        told = tuple(line for line in lines if not _kept(line))
        setup = _setup(told) if len(head) <= LONGEST else None
        return None if setup is None else _followed(setup, body.split("\n"))
    except Exception:  # of whatever kind: the careful way finds it again, and tells it with its place
        return None


def _kept(line: str) -> bool:
    """Is this a header that is only kept, a date or a place? It may be another in every record."""
    key, colon, value = line.partition(": ")
    return bool(colon and value) and KEY.fullmatch(key) is not None and key.partition(" ")[0] not in RESERVED


@bounded(64)
def _setup(lines: tuple[str, ...]) -> Setup | None:
    """The set-up of a header; None of a study and of a game that began from a position."""
    if not all(map(str.isprintable, lines)):
        return None
    try:
        record = read_header(list(lines))
        return None if record.study or record.position else setup_of(checked(record))
    except RecordError:
        return None


def _followed(setup: Setup, lines: list[str]) -> Game | None:
    if lines.pop():
        return None
    game = Game(setup, None)
    result = ""
    spelt = [_spelt(setup.colours, seat) for seat in range(setup.seats)]
    for line in lines:
        if line.startswith(PASSED_OVER):
            continue
        if result:
            return None
        if line.startswith(RESULT):
            result = line
            continue
        opening, _, said = line.partition(": ")
        turn, part, active = _opening(setup.colours, opening)
        words = spelt[active]
        answers = [words[word] for word in said.split("; ")]
        if game.follow(turn, part, active, answers) < len(answers):
            return None
    if result:
        right = result_of(game)
        if right is None or result != result_line(right, setup.colours):
            return None
    return game


@lru_cache(maxsize=4096)
def _opening(colours: tuple[str, ...], opening: str) -> tuple[int, int, int]:
    """``3.2 red`` as turn, part and seat."""
    number, _, colour = opening.partition(" ")
    turn, _, part = number.partition(".")
    return int(turn), int(part or 1), colours.index(colour)


class _Spelt(dict[str, tuple[int, str, str]]):
    """By whom (a seat, or chance), to what and in which words: an answer of a line, for the turns of one seat."""

    def __init__(self, colours: tuple[str, ...], active: int) -> None:
        super().__init__()
        self.seats = {colour: seat for seat, colour in enumerate(colours)} | {colours[active]: STRANGER}
        self.seats |= {"": active, CHANCE: DEALER}

    def __missing__(self, words: str) -> tuple[int, str, str]:
        answer = answer_in(words)
        if len(self) >= MOST_SPELT:
            self.clear()
        self[words] = self.seats[answer.by], answer.kind, answer.text
        return self[words]


@lru_cache(maxsize=32)
def _spelt(colours: tuple[str, ...], active: int) -> _Spelt:
    return _Spelt(colours, active)
