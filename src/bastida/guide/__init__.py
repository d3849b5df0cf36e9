"""What each component is about, for choosing and learning: two lines, a few steps, pictures, and the page of its rules."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from bastida.setup import FAMILIES


@dataclass(frozen=True)
class Component:
    """A box, an expansion or an element that people choose; its words are in the language files beside this one."""

    id: str
    page: str  # of docs/rules
    tiles: tuple[str, ...] = ()  # worth a look
    figures: tuple[str, ...] = ()
    minutes: int = 0  # that it adds to a game; 0 where the rulebook names none


# In the rulebooks' order of learning.
COMPONENTS: Mapping[str, Component] = {
    component.id: component
    for component in (
        Component("plus", "base", ("D", "V", "E", "B"), ("follower",)),
        Component("farmers", "base", ("E", "U", "D"), ("follower",)),
        Component("river", "river", ("BB6F1", "BB6F5", "BB6F11", "BB6F12")),
        Component("abbot", "abbot", ("BB6F10", "InB"), ("abbot",)),
        Component("inns", "inns", ("InA", "InK", "InC"), ("big",), 15),
        Component("big", "inns", (), ("big",)),
        Component("traders", "traders", ("HA", "HG", "HM"), ("builder", "pig"), 15),
        Component("goods", "traders", ("HG", "HQ", "HS")),
        Component("builder", "traders", (), ("builder",)),
        Component("pig", "traders", (), ("pig",)),
        Component("flying", "flying", ("FlA", "FlC", "FlF"), (), 10),
        Component("messages", "messages", (), ("messenger",), 15),
        Component("ferries", "ferries", ("FeA", "FeB", "FeC"), (), 15),
        Component("gold", "gold", ("GoA", "GoD", "GoF"), (), 10),
        Component("mage", "mage", ("MaHeA", "MaHeD"), ("mage", "witch"), 10),
        Component("robbers", "robbers", ("RaubA", "RaubD"), ("robber",), 10),
        Component("circles", "circles", ("Korn1", "Korn3", "Korn5")),
        Component("tower", "tower", ("To01", "To05", "To13"), ("floor",)),
        Component("king", "king", ("Ki1", "Ki3", "Ki5"), ("king", "baron")),
        Component("postman", "postman", ("Po01", "Po04", "Po09"), ("postman",)),
        Component("winter", "winter", ("WinTierA", "WinTierE", "WinTierJ"), ("follower",)),
        Component("hunters", "hunters-gatherers", ("hgStart", "hbMush1", "hbAur1"), ("member", "hut")),
        Component("scout", "scout", ("scExplorer", "scCanoe", "scBridge"), ("member",)),
    )
}


@dataclass(frozen=True)
class Guide:
    """A component in one language."""

    component: Component
    name: str
    short: str
    steps: tuple[str, ...]


@cache
def guide(language: str) -> Mapping[str, Guide]:
    """Every component in a language (es, ca, en), in the order of learning."""
    words = tomllib.loads((files("bastida") / "guide" / f"{language}.toml").read_text(encoding="utf-8"))
    return {
        id: Guide(component, _name(id, language), words[id]["short"], tuple(words[id]["steps"]))
        for id, component in COMPONENTS.items()
    }


def _name(id: str, language: str) -> str:
    for games in FAMILIES.values():
        for parts in (games.editions, games.expansions, games.elements):
            if id in parts:
                return parts[id].names[language]
    raise LookupError(id)
