"""The forecasts of rule modules: each expansion that has one keeps it in its own folder."""

# not compiled: runs once for a set-up

from __future__ import annotations

from typing import Any

from bastida.kernel.rules import Rules
from bastida.kernel.shelf import folders
from bastida.players.forecast import Forecast


def forecasts_for(rules: Rules, table: dict[str, Any], blind: tuple[str, ...]) -> list[Forecast]:
    """The forecasts of the modules in play, less those the player is blind to."""
    found: list[Forecast] = []
    entries = {element.id: (folder, element.forecast) for folder in folders().values() for element in folder.elements}
    for module in rules.modules:
        folder, name = entries.get(module.name, (None, ""))
        if folder is not None and name and module.name not in blind:
            found.append(folder.member("forecast", name)(rules, module, table.get(module.name, {})))
    return found
