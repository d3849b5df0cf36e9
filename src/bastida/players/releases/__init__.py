"""Earlier releases of the computer players: their weights and settings, one file each, that never change."""
# not compiled: read once for a player

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from bastida.players.weights import read_weights


def releases() -> list[str]:
    """Their names, the oldest first."""
    names = [file.name.removesuffix(".toml") for file in files(__name__).iterdir() if file.name.endswith(".toml")]
    return sorted(names, key=lambda name: [int(part) for part in name.split(".")])


def weights_of(release: str) -> dict[str, Any]:
    """The weights of a release; for what came later, those of today."""
    return merged(read_weights(), _read(release)["weights"])


def settings_of(release: str) -> Mapping[str, Any]:
    """What the search of a release was told, where that is not what it is told today."""
    found: Mapping[str, Any] = _read(release)["search"]
    return found


def merged(table: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    new = dict(table)
    for key, value in over.items():
        old = new.get(key)
        new[key] = merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return new


def _read(release: str) -> dict[str, Any]:
    return tomllib.loads((files(__name__) / f"{release}.toml").read_text(encoding="utf-8"))
