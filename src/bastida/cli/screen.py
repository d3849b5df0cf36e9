"""Where the command writes: a terminal or a pipe, with or without colour and Unicode, in one language."""

from __future__ import annotations

import codecs
import io
import sys
import unicodedata
from collections.abc import Iterable

from rich.console import Console, RenderableType
from rich.text import Text

from bastida.cli.paint import ASCII, Look
from bastida.language.texts import Texts, choose_language, texts
from bastida.table.setup import Setup

PIPE_ROWS = 200  # a pipe has no height: only an enormous board is cut
STAND_IN = "bastida-stand-in"


def stand_in(error: UnicodeError) -> tuple[str, int]:
    """For a terminal that lacks a character: the nearest one it has, never the end of the game."""
    assert isinstance(error, UnicodeEncodeError)
    lost = error.object[error.start : error.end].translate(ASCII)
    plain = "".join(c for c in unicodedata.normalize("NFD", lost) if not unicodedata.combining(c))
    return plain.encode("ascii", "replace").decode(), error.end


codecs.register_error(STAND_IN, stand_in)


class Screen:
    """One terminal. ``say`` writes a text of the catalogue, ``show`` anything Rich can draw."""

    def __init__(self, language: str | None = None, debug: bool = False) -> None:
        self.texts: Texts = texts(choose_language(language))
        self.debug = debug
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors=STAND_IN)
        self.console = Console(highlight=False, markup=False, emoji=False)
        self.errors = Console(highlight=False, markup=False, emoji=False, stderr=True)
        self.unicode = (self.console.encoding or "").lower().replace("-", "") in ("utf8", "utf16", "utf32")

    def play(self, setup: Setup) -> None:
        """From now on speak of this game, in the words of its edition."""
        self.texts = setup.texts(self.texts.language)

    def title(self, setup: Setup) -> str:
        """What is played: the preset, else the box."""
        games, preset = setup.games, setup.preset()
        return self.texts.name(games.presets[preset].names if preset else games.editions[setup.edition].names)

    def record(self) -> None:
        """Keep everything that is shown, in colour, for a picture."""
        self.console = Console(
            highlight=False,
            markup=False,
            emoji=False,
            record=True,
            file=io.StringIO(),
            width=self.console.width,
            height=PIPE_ROWS,
            force_terminal=True,
            color_system="truecolor",
            no_color=False,
        )
        self.unicode = True

    @property
    def interactive(self) -> bool:
        """Are there people at both ends?"""
        return self.console.is_terminal and sys.stdin.isatty()

    @property
    def colour(self) -> bool:
        return self.console.color_system is not None and not self.console.no_color

    @property
    def width(self) -> int:
        return max(20, self.console.width)

    @property
    def rows(self) -> int:
        return self.console.height if self.console.is_terminal else PIPE_ROWS

    def look(self, season: str = "summer") -> Look:
        return Look(self.colour, self.unicode, season)

    def show(self, *things: RenderableType) -> None:
        for thing in things:
            if isinstance(thing, str):
                thing = Text(thing)
            self.console.print(thing, soft_wrap=isinstance(thing, Text) and thing.no_wrap is True)

    def say(self, key: str, /, style: str = "", **values: object) -> None:
        self.show(Text(self.texts(key, **values), style=style))

    def lines(self, lines: Iterable[Text]) -> None:
        """Drawn lines, which are never wrapped."""
        self.console.print(Text("\n", no_wrap=True).join(lines), soft_wrap=True)

    def blank(self) -> None:
        self.console.print()

    def complain(self, text: str) -> None:
        """One clear line on the error stream."""
        shown = " ".join(text.split())
        self.errors.print(Text(f"bastida: {shown}"), soft_wrap=True)


def ask(screen: Screen, question: str) -> str:
    """A question at a terminal, and the line that answers it."""
    screen.show(Text(question))
    screen.console.file.flush()
    return input("> ").strip()
