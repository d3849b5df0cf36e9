"""How a table settles the doubts of its rulebooks, in a reader's words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bastida.kernel.expansion import Switch
from bastida.language.texts import Texts
from bastida.table.setup import Setup


@dataclass(frozen=True)
class Ruling:
    """A doubt, and how it is read at one table."""

    id: str
    value: str
    name: str
    reading: str
    clause: str


def doubt(phrases: Texts, switch: Switch) -> str:
    """What the doubt is about."""
    return phrases(f"switch.{switch.id}.name")


def book(phrases: Texts, switch: Switch) -> str:
    """What the rulebook says, in our words."""
    return phrases(f"switch.{switch.id}.book")


def reading(phrases: Texts, switch: Switch, value: str) -> str:
    """One of the ways to read it."""
    return phrases(f"switch.{switch.id}.{value}")


def unusual_rulings(phrases: Texts, setup: Setup) -> Iterator[Ruling]:
    """What a table plays otherwise than usual; of everything else nobody needs to be told."""
    for name, value in setup.unusual.items():
        switch = setup.games.switches[name]
        yield Ruling(name, value, doubt(phrases, switch), reading(phrases, switch, value), switch.clause)
