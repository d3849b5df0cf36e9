"""What each component is about, for choosing and learning: two lines, a few steps, pictures, and the page of its rules."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from bastida.kernel.expansion import Folder
from bastida.kernel.shelf import remembered
from bastida.language.texts import FALLBACK
from bastida.table.setup import FAMILIES


@dataclass(frozen=True)
class Component:
    """A box, an expansion or an element that people choose."""

    id: str
    names: Mapping[str, str]
    page: str  # of its clauses
    tiles: tuple[str, ...] = ()  # worth a look
    figures: tuple[str, ...] = ()
    minutes: int = 0  # that it adds to a game; 0 where the rulebook names none
    folder: Folder | None = None


@remembered
def components() -> dict[str, Component]:
    """Every component, in the rulebooks' order of learning: each box with what can be added to it first."""
    found: dict[str, Component] = {}
    for games in FAMILIES.values():
        first, *others = games.editions.values()
        parts = [_expansion(games.expansions, games.elements, folder) for folder in games.folders()]
        for edition in (first, *(part for group in parts for part in group), *others):
            component = edition if isinstance(edition, Component) else _box(edition)
            found[component.id] = component
    return found


def _box(edition: Any) -> Component:
    guide = edition.guide
    return Component(edition.id, edition.names, edition.page, tuple(guide.get("tiles", ())), tuple(guide.get("figures", ())))


def _expansion(expansions: Mapping[str, Any], elements: Mapping[str, Any], folder: Folder) -> list[Component]:
    parts = [element.id for element in folder.elements if element.id != folder.id]
    page = folder.id if folder.text("clauses", "en.md") is not None else "base"
    found = []
    for id in [folder.id, *parts]:
        entry = folder.guide.get(id, {})
        names = expansions[id].names if id in expansions else elements[id].names
        tiles, figures = tuple(entry.get("tiles", ())), tuple(entry.get("figures", ()))
        found.append(Component(id, names, page, tiles, figures, int(entry.get("minutes", 0)), folder))
    return found


@dataclass(frozen=True)
class Guide:
    """A component in one language."""

    component: Component
    name: str
    short: str
    steps: tuple[str, ...]


@remembered
def guide(language: str) -> Mapping[str, Guide]:
    """Every component in a language (es, ca, en), in the order of learning."""
    boxes = tomllib.loads((files("bastida.rulebook") / "guides" / f"{language}.toml").read_text(encoding="utf-8"))
    found = {}
    for id, component in components().items():
        words = boxes.get(id, {})
        if component.folder is not None:
            folder = component.folder
            words = folder.table("guide", f"{language}.toml").get(id) or folder.table("guide", f"{FALLBACK}.toml").get(id, {})
        name = component.names.get(language) or component.names[FALLBACK]
        found[id] = Guide(component, name, words.get("short", name), tuple(words.get("steps", ())))
    return found
