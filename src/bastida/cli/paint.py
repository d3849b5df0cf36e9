"""How pictures look: colours for terminals that have them, characters alone for those that have not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from rich.style import Style
from rich.text import Text

from bastida.cli.glyphs import Ink, expansion_inks
from bastida.cli.picture import Cell
from bastida.kernel import shelf

# Ground: two shades each, so that neighbouring tiles can be told apart, and the character that stands in without colour.
FILL = {"field": ".", "meadow": ",", "city": "#", "forest": "%", "river": "~", "lake": "~"}
SHADES = {
    "summer": {
        "field": ("#5f9440", "#578a3a"),
        "meadow": ("#8fa548", "#869c42"),
        "city": ("#c4863f", "#b97c38"),
        "forest": ("#2c6b34", "#28632f"),
        "river": ("#2f7fc1", "#2b78b8"),
    },
    "snow": {
        "field": ("#dfe7ec", "#d3dde4"),
        "city": ("#b0703a", "#a66834"),
        "river": ("#6fa6cc", "#689dc2"),
    },
}
ROAD = {"summer": "#fffbe8", "snow": "#5b4636"}

# What is drawn on the ground, apart from what expansions bring: character, stand-in for terminals without Unicode, colour,
# and a background of its own.
INKS: dict[str, Ink] = {
    "wall": ("▔", "=", "#4a2f12", ""),
    "village": ("■", "o", "", ""),  # in the colour of the roads
    "pennants": ("◆", "^", "#1e3a8a", "#f8fafc"),
    "monastery": ("†", "M", "#ffffff", "#7f1d1d"),
    "lake": ("≈", "~", "#ffffff", "#1c5c9c"),
    "garden": ("❀", "*", "#ffd1f0", ""),
    "nuggets": ("•", "$", "#ffe14d", ""),
    "mushrooms": ("♠", "T", "#f5c9a5", ""),
    "fish": ("∝", "f", "#ffffff", "#1c5c9c"),
    "deer": ("d", "d", "#3b2410", ""),
    "mammoth": ("m", "m", "#3b2410", ""),
    "tiger": ("t", "t", "#7a1f00", ""),
    "aurochs": ("a", "a", "#3b2410", ""),
    "bear": ("b", "b", "#3b2410", ""),
    "fire": ("^", "^", "#ffdd33", "#c81e1e"),
    "shrine": ("π", "n", "#1f2937", "#d6d3d1"),
    "farm": ("⌂", "h", "#3b2410", ""),
    "follower": ("", "", "", ""),  # the plain figure of a game is its owner's letter alone
    "member": ("", "", "", ""),
}
WALLS = ("[", "]")
ASCII = str.maketrans(
    "╹╺┗╻┃┏┣╸┛━┻┓┫┳╋◤◥◣◢▶★·…×÷–—−↑↗→↘↓↙←↖“”«»≈¿",
    '|-+||++-+-+++++****>*..x/---^/>\\v/<\\""""~?',
)

# Colours of the seats: letters on a field of that colour.
SEATS = {
    "red": ("#ffffff", "#c1121f"),
    "blue": ("#ffffff", "#1d3fbb"),
    "yellow": ("#111111", "#ffd60a"),
    "green": ("#ffffff", "#0b3d1e"),
    "black": ("#ffffff", "#111111"),
    "pink": ("#111111", "#ff8fc7"),
    "": ("#111111", "#ffffff"),  # belongs to nobody
}
NUMBER = Style(color="#111111", bgcolor="#fde68a", bold=True)
OPEN = Style(color="#fde68a", bgcolor="#3f3f46", bold=True)
OPEN_GROUND = Style(bgcolor="#3f3f46")
DEAD = Style(color="#a1a1aa", bold=False)
LAST = Style(color="#ff2fd0", bold=True)
LYING = Style(underline=True)  # on the ground figures lie
EDGE = Style(color="#8a8a8a")


@shelf.remembered
def inks() -> Mapping[str, Ink]:
    """How everything looks that can be drawn, ours and what expansions bring."""
    return {**expansion_inks(), **INKS}


def ink_of(name: str) -> Ink:
    """How a thing looks; one that nobody has drawn is its first letter."""
    return inks().get(name) or (name[:1], name[:1], "#ffffff", "")


@cache
def style(ink: str, paper: str, bold: bool = True) -> Style:
    return Style(color=ink or None, bgcolor=paper or None, bold=bold)


def seat_style(colour: str) -> Style:
    ink, paper = SEATS.get(colour, SEATS[""])
    return style(ink, paper)


def seat_sign(letter: str, colour: str) -> Text:
    """A player's letter on a patch of the player's colour."""
    paper = style("", SEATS.get(colour, SEATS[""])[1], False)
    return Text.assemble((" ", paper), (letter, seat_style(colour)), (" ", paper))


@dataclass(frozen=True)
class Look:
    """How to draw: with or without colour and Unicode, and in which season."""

    colour: bool = True
    unicode: bool = True
    season: str = "summer"

    def text(self, text: str) -> str:
        """A text in characters the terminal has."""
        return text if self.unicode else text.translate(ASCII).encode("ascii", "replace").decode()

    def cell(self, cell: Cell, shade: int) -> tuple[str, Style]:
        """The character and the style of one cell of a picture."""
        background = self.ground(cell.ground, shade)
        word, _, part = cell.ink.partition(" ")
        if not cell.ink or cell.ink == cell.ground:
            return (" " if self.colour else FILL.get(cell.ground, ".")), style("", background, False)
        if cell.ink == "road":
            glyph = cell.glyph if self.unicode else cell.glyph.translate(ASCII)
            return glyph, style(ROAD.get(self.season, ROAD["summer"]), background)
        glyph, plain, ink, paper = ink_of(word)
        if part:  # the wall of a building, left and right of its sign
            if self.colour:
                return " ", style("", paper or background, False)
            glyph = plain = "~" if plain == "~" else "|"  # water has no walls
        elif cell.glyph:
            glyph, plain = cell.glyph, cell.glyph.translate(ASCII)
        ink = ink or ROAD.get(self.season, ROAD["summer"])
        return (glyph if self.unicode else plain), style(ink, paper or background)

    def piece(self, name: str) -> tuple[str, Style]:
        """The character and the style of a piece that lies on a tile."""
        glyph, plain, ink, paper = ink_of(name)
        return (glyph if self.unicode else plain), style(ink, paper or "#44403c")

    def ground(self, kind: str, shade: int) -> str:
        shades = SHADES.get(self.season, {})
        return (shades.get(kind) or SHADES["summer"].get(kind) or ("#777777", "#707070"))[shade & 1]


@dataclass
class Canvas:
    """A rectangle of styled characters."""

    width: int
    height: int
    cells: list[list[tuple[str, Style]]] = field(init=False)

    def __post_init__(self) -> None:
        self.cells = [[(" ", Style.null())] * self.width for _ in range(self.height)]

    def put(self, x: int, y: int, text: str, style: Style, over: bool = False) -> None:
        """Write a text; ``over`` keeps the background that is there."""
        for place, character in enumerate(text, x):
            if 0 <= place < self.width and 0 <= y < self.height:
                below = self.cells[y][place][1]
                self.cells[y][place] = (character, Style(bgcolor=below.bgcolor) + style if over else style)

    def lines(self) -> list[Text]:
        found = []
        for row in self.cells:
            line = Text(no_wrap=True, overflow="crop")
            run, style = "", Style.null()
            for character, here in row:
                if here != style and run:
                    line.append(run, style)
                    run = ""
                style = here
                run += character
            line.append(run if style.bgcolor else run.rstrip(), style)
            found.append(line)
        return found
