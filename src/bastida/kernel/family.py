"""What a family of games offers to a set-up: editions, expansions, elements, presets."""

# not compiled: runs once at set-up

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from bastida.kernel.book import Family
from bastida.kernel.module import Module
from bastida.kernel.tile import TileSet


def names(es: str, ca: str, en: str) -> dict[str, str]:
    """A name in the three languages."""
    return {"es": es, "ca": ca, "en": en}


@dataclass(frozen=True)
class Edition:
    """A base game: its box, its printing and its numbers."""

    id: str
    names: Mapping[str, str]
    printing: str
    sets: Sequence[str]  # tile sets in the box
    elements: Sequence[str]  # played unless left out
    seats: int  # players at most
    seats_clause: str
    colours: Sequence[str]
    settings: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Expansion:
    """A part that players add as a whole: a tile set, if it has one, and its elements."""

    id: str
    names: Mapping[str, str]
    elements: Sequence[str]
    tiles: str = ""


@dataclass(frozen=True)
class Element:
    """The smallest part that players may use or leave out: one rule module."""

    id: str
    module: Callable[[], Module]
    names: Mapping[str, str]
    needs: Sequence[str] = ()  # other elements without which it makes no sense
    needs_clause: str = ""
    tiles: str = ""  # the tile set without which it cannot be played
    seats: int = 0  # players at most, 0 = no limit of its own
    seats_clause: str = ""


@dataclass(frozen=True)
class Preset:
    """A named set-up, in the rulebooks' order of learning."""

    id: str
    names: Mapping[str, str]
    edition: str
    sets: Sequence[str] = ()
    elements: Sequence[str] | None = None  # None: whatever edition and expansions bring
    without: Sequence[str] = ()


@dataclass(frozen=True)
class Games:
    """One family, complete."""

    family: Family
    base: Callable[[], Module]  # the module that is always played
    module_order: Sequence[str]
    editions: Mapping[str, Edition]
    expansions: Mapping[str, Expansion]
    elements: Mapping[str, Element]
    presets: Mapping[str, Preset]
    tile_set: Callable[[str], TileSet]
    switches: Mapping[str, Sequence[str]] = field(default_factory=dict)  # settings of a table: values, the usual one first
