"""All state of an engine, for comparing two of them bit for bit."""

from __future__ import annotations

from typing import Any

from bastida.kernel.engine import Engine

# Not state of the game: shared tables, what the public face listens with, and scratch paper for the present question.
NOT_STATE = {"rules", "recorder", "choices", "listed", "bill", "spent"}
PARTS = ("board", "regions", "figures", "piles")


def columns(engine: Engine) -> dict[str, Any]:
    """Every number and every column, by name; found by looking, so that a new one cannot be forgotten."""
    found = _numbers("", engine)
    for part in PARTS:
        found |= _numbers(f"{part}.", getattr(engine, part))
    return found


def _numbers(prefix: str, thing: object) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in dir(thing):
        if name.startswith("_") or name in NOT_STATE or (not prefix and name in PARTS):
            continue
        value = getattr(thing, name)
        if callable(value):
            continue
        found[prefix + name] = value if isinstance(value, int | bool | str) else list(value)
    return found


def difference(a: dict[str, Any], b: dict[str, Any]) -> str:
    """The names of the columns in which two states differ, and where."""
    words = []
    for name in sorted(a.keys() | b.keys()):
        one, other = a.get(name), b.get(name)
        if one != other:
            if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
                words.append(f"{name} at {[place for place in range(len(one)) if one[place] != other[place]][:8]}")
            else:
                words.append(f"{name}: {str(one)[:40]} and {str(other)[:40]}")
    return "; ".join(words)


def same(a: Engine, b: Engine) -> bool:
    """Are two engines the same game at the same question?"""
    return columns(a) == columns(b)
