"""The levels of the computer players in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from bastida.language.texts import Texts
from bastida.players.registry import levels, measured


def strongest_level() -> str:
    return list(levels())[-1]


def shown_levels(phrases: Texts) -> list[dict[str, Any]]:
    """Levels for people, the weakest first: id, name, a line about each, and its share of wins against the one before it."""
    return [
        {
            "id": level,
            "name": level_name(phrases, level),
            "about": _about(phrases, level, spec),
            "wins": asdict(share) if (share := measured(level)) is not None else None,
        }
        for level, spec in levels().items()
    ]


def shown_guests(phrases: Texts, names: Iterable[str]) -> list[dict[str, Any]]:
    """Players of others in the same form; all that is known of them is what the host calls them."""
    return [{"id": name, "name": name, "about": phrases("level_about.guest"), "wins": None} for name in names]


def level_name(phrases: Texts, level: str) -> str:
    return phrases(f"level.{level}") if phrases.has(f"level.{level}") else level


def _about(phrases: Texts, level: str, spec: str) -> str:
    """A line of its own, or else that of the player behind the level."""
    keys = (f"level_about.{level}", f"arena.about.{spec.partition(':')[0]}")
    return next((phrases(key) for key in keys if phrases.has(key)), "")
