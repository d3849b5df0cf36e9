"""What each component is about, for choosing and learning: two lines, a few steps, pictures, and the page of its rules."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from bastida.kernel.expansion import Folder
from bastida.kernel.family import Edition, Games
from bastida.kernel.languages import spoken_for
from bastida.kernel.shelf import remembered
from bastida.kernel.tile import TileSet
from bastida.language.texts import texts
from bastida.table.setup import FAMILIES


@dataclass(frozen=True)
class Component:
    """A box, an expansion or an element that people choose."""

    id: str
    names: Mapping[str, str]
    page: str  # of its clauses
    tiles: tuple[str, ...] = ()  # worth a look
    figures: tuple[str, ...] = ()
    minutes: int | None = None  # that it adds to a game; None where the rulebook names no time
    folder: Folder | None = None
    sets: tuple[TileSet, ...] = ()  # its tiles
    box: Mapping[str, int] = field(default_factory=dict)  # its other components: word and number
    players: int = 0  # at most, if it has a limit
    age: int = 0  # from which it is; 0 where the rulebook names none
    whole: tuple[int, int] | None = None  # minutes of a game with everything in the box

    @property
    def elements(self) -> tuple[str, ...]:
        return () if self.folder is None else tuple(element.id for element in self.folder.elements)

    def speaks_with(self, edition: str = "") -> str:
        """The edition in whose words it is told: its own, the one it is played with, or the first of its family."""
        if self.folder is None:
            return self.id
        editions = FAMILIES[self.folder.family].editions
        return edition if edition in editions else next(iter(editions))


@remembered
def components() -> dict[str, Component]:
    """Every component, in the rulebooks' order of learning: each box with what can be added to it first."""
    found: dict[str, Component] = {}
    for games in FAMILIES.values():
        first, *others = games.editions.values()
        parts = [part for folder in games.folders() for part in _expansion(games, folder)]
        for component in (_box(games, first), *parts, *(_box(games, other) for other in others)):
            found[component.id] = component
    return found


def _box(games: Games, edition: Edition) -> Component:
    return Component(
        edition.id,
        edition.names,
        edition.page,
        tuple(edition.guide.get("tiles", ())),
        tuple(edition.guide.get("figures", ())),
        sets=tuple(games.tile_sets[name] for name in edition.sets),
        box=edition.box,
        players=edition.seats,
        age=edition.age,
        whole=edition.whole,
    )


def _expansion(games: Games, folder: Folder) -> list[Component]:
    """The whole, which has what its parts have, and the parts that have another name."""
    parts = [element.id for element in folder.elements if element.id != folder.id]
    page = folder.id if folder.text("clauses", "en.md") is not None else "base"
    found = []
    for id in [folder.id, *parts]:
        entry = folder.guide.get(id, {})
        whole = games.expansions.get(id)
        belonging = [*parts, id] if id == folder.id else [id]
        box = {word: number for part in belonging for word, number in folder.guide.get(part, {}).get("box", {}).items()}
        played = [element.id for element in folder.elements if whole or element.id == id]
        first = next(iter(games.editions.values()))
        most, _ = games.seats_of(first, played, {})
        found.append(
            Component(
                id,
                whole.names if whole is not None else games.elements[id].names,
                page,
                tuple(entry.get("tiles", ())),
                tuple(entry.get("figures", ())),
                entry.get("minutes"),
                folder,
                sets=(games.tile_sets[whole.tiles],) if whole is not None and whole.tiles else (),
                box=box,
                players=most if most < first.seats else 0,
            )
        )
    return found


@dataclass(frozen=True)
class Guide:
    """A component in one language."""

    component: Component
    name: str
    short: str
    steps: tuple[str, ...]


@remembered
def guide(language: str, edition: str = "") -> Mapping[str, Guide]:
    """Every component in a language, in the order of learning; what it lacks is told in the next best one.

    A box speaks its own book; an expansion that of the edition it would be played with, or else of its family's first one.
    What words alone do not change, an expansion says anew for an edition: ``[editions.winter.farmers]``.
    """
    spoken_in = spoken_for(language)
    boxes = {code: _boxes(code) for code in spoken_in}
    found = {}
    for id, component in components().items():
        words: dict[str, Any] = {}
        for code in reversed(spoken_in):
            own = boxes[code] if component.folder is None else component.folder.table("guide", f"{code}.toml")
            anew = own.get("editions", {}).get(component.speaks_with(edition), {})
            words |= anew.get(id) or own.get(id, {})
        spoken = texts(language, component.speaks_with(edition), component.elements)
        name, said = spoken.name(component.names), spoken.spoken
        found[id] = Guide(component, name, said(words.get("short", name)), tuple(said(step) for step in words.get("steps", ())))
    return found


def _boxes(language: str) -> dict[str, Any]:
    """What the guide of a language says of the boxes."""
    file = files("bastida.rulebook") / "guides" / f"{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
