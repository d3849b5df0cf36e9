"""The shapes of what is the same for everybody: the catalogue, the tiles, the rules, the words."""

from __future__ import annotations

from pydantic import Field

from bastida.server.http.models import Coloured, Point, Shown


class PartShown(Shown):
    """What people read before they choose a part."""

    summary: str
    steps: list[str]
    minutes: int | None = Field(description="That it adds to a game; null where the rulebook names none")
    facts: list[str] = Field(description="What comes with it, and for whom it is, in words")
    pictures: list[str] = Field(description="Tiles worth a look")
    figures: list[str] = Field(description="Figures worth a look")


class EditionShown(PartShown):
    id: str
    family: str
    name: str
    theme: str
    seats: int = Field(description="At most")
    clause: str = Field(description="Behind the number of seats")
    colours: list[str]
    youngest: str = Field(description="What the youngest player does, in words")
    elements: list[str]
    expansions: list[str]
    tiles: int
    size: str = Field(description="How many tiles, in words")


class PresetShown(Shown):
    id: str
    name: str
    edition: str
    expansions: list[str]
    elements: list[str]
    without: list[str]
    seats: int
    tiles: int
    minutes: int


class ExpansionShown(PartShown):
    id: str
    family: str
    name: str
    prefix: str = Field(description="Of its clauses")
    elements: list[str]
    tile_set: str | None
    colours: list[str] = Field(description="That it adds for players")
    colours_with: list[str] = Field(description="The elements with which it does")


class ElementShown(PartShown):
    id: str
    family: str
    name: str
    prefix: str
    needs: list[str]
    tile_set: str | None
    seats: int | None = Field(description="At most, if it has a limit")
    clause: str | None = Field(description="Behind that limit, or behind what it needs")


class ReadingShown(Shown):
    id: str
    name: str
    seats: int | None


class SwitchShown(Shown):
    """A doubt of the rulebooks that a table may settle."""

    id: str
    family: str
    elements: list[str] = Field(description="Without which it changes nothing")
    clause: str
    name: str
    book: str = Field(description="What the book says")
    values: list[ReadingShown] = Field(description="The usual reading first")
    seats_unless: list[str]


class PictureShown(Shown):
    coloured: bool
    height: float


class WinsShown(Shown):
    """The share of wins of a level against the one before it, as it was measured."""

    value: float
    low: float
    high: float
    bags: int = Field(description="Paired: each was played in both orders of the seats")


class LevelShown(Shown):
    id: str
    name: str
    about: str
    wins: WinsShown | None = Field(description="Null for the first level, and for those of others")


class CatalogueShown(Shown):
    """Everything that can be played."""

    version: str
    editions: list[EditionShown]
    presets: list[PresetShown] = Field(description="In the order of learning")
    expansions: list[ExpansionShown]
    elements: list[ElementShown]
    switches: list[SwitchShown]
    levels: list[LevelShown]
    guests: list[LevelShown] = Field(description="Players of others on the host's list; a seat asks for one like for a level")
    usual_level: str
    colours: list[Coloured]
    themes: list[str]
    pictures: dict[str, PictureShown]


class TileSegment(Shown):
    """A connected piece of one kind of ground on a tile."""

    name: str
    kind: str
    ports: list[int] = Field(description="Half sides it touches, counted clockwise from the north")
    marks: dict[str, int]
    anchor: Point = Field(description="Where a figure stands; the tile is 1 by 1")
    spots: list[Point] = Field(description="Where several stand")
    path: str = Field(description="Its area as an SVG path; the tile is 100 by 100")


class TileFacts(Shown):
    id: str
    set: str
    copies: dict[str, int] = Field(description="By printing")
    sides: list[str] = Field(description="North, east, south, west")
    marks: dict[str, str]
    segments: list[TileSegment] = Field(description="In the order of painting")


class TilesShown(Shown):
    tiles: list[TileFacts]


class ComponentShown(PartShown):
    id: str
    prefix: str
    name: str
    clauses: int = Field(description="How many there are")


class RulesShown(Shown):
    components: list[ComponentShown]


class TileLaid(Shown):
    tile: str
    x: int
    y: int
    turns: int


class ExampleFact(Shown):
    about: str
    said: list[str]
    tiles: list[TileLaid]


class ExampleShown(Shown):
    """An example as it is shown: its picture is /api/rules/{page}/{id}.svg."""

    id: str
    theme: str
    across: float = Field(description="Of the picture, in tiles")
    down: float
    facts: list[ExampleFact]
    moves: list[str]


class ClauseShown(Shown):
    id: str
    kind: str
    section: str
    text: str
    body: str
    language: str = Field(description="In which it is told")
    examples: list[ExampleShown]


class ChapterShown(Shown):
    """The clauses of a component."""

    prefix: str
    name: str
    clauses: list[ClauseShown]


class TextsShown(Shown):
    """The terms of the game, and some sections of the texts."""

    language: str
    words: dict[str, str]
    scored: dict[str, str]
    unfinished: dict[str, str]
    source: dict[str, str]
    level: dict[str, str]
    about: dict[str, str]
    rules: dict[str, str]
    table: dict[str, str]
    play: dict[str, str]
