"""Players of others that the host lets sit at tables. A table keeps a name; what is behind it the host says."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bastida.kernel.shelf import forget

ENGINE = "engine:"  # before the name, where else the name of a level stands
NAME = re.compile(r"[A-Za-z0-9_-]{1,20}")
MOST = 20
_engines: dict[str, str] = {}


def read(text: str) -> dict[str, str]:
    """``name=player``, separated by semicolons; ValueError if it is something else."""
    found: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, _, player = (side.strip() for side in part.partition("="))
        if not NAME.fullmatch(name) or not player or name in found or len(found) >= MOST:
            raise ValueError(part)
        found[name] = player
    return found


def offer(text: str) -> None:
    """From now on these sit at tables, and no others."""
    offered = read(text)
    if offered != _engines:
        _engines.clear()
        _engines.update(offered)
        forget()  # the catalogue lists them


def engines() -> Mapping[str, str]:
    """The players of others by the names that tables keep."""
    return {ENGINE + name: player for name, player in _engines.items()}


def behind(level: str) -> str | None:
    """The player of others that is meant by the level of a seat; None if it is one of ours, or offered no longer."""
    return _engines.get(level.removeprefix(ENGINE)) if level.startswith(ENGINE) else None
