"""The forecasts of rule modules: the one list of which module has one, by its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bastida.kernel.rules import Rules
from bastida.players.forecast import Forecast
from bastida.players.forecasts.farmers import Farmers, Pig
from bastida.players.forecasts.flying import Flying
from bastida.players.forecasts.gold import Gold
from bastida.players.forecasts.king import King
from bastida.players.forecasts.mage import Mage
from bastida.players.forecasts.messages import Messages
from bastida.players.forecasts.postman import Postman
from bastida.players.forecasts.robbers import Robbers
from bastida.players.forecasts.scout import Scout
from bastida.players.forecasts.tower import Tower
from bastida.players.forecasts.traders import Builder, Goods

FORECASTS: dict[str, Callable[[Rules, Any, dict[str, Any]], Forecast]] = {
    "farmers": lambda rules, module, weights: Farmers(weights),
    "pig": lambda rules, module, weights: Pig(weights),
    "goods": lambda rules, module, weights: Goods(rules, module, weights),
    "builder": lambda rules, module, weights: Builder(weights),
    "gold": lambda rules, module, weights: Gold(module, weights),
    "flying": lambda rules, module, weights: Flying(module, weights),
    "messages": lambda rules, module, weights: Messages(weights),
    "mage": lambda rules, module, weights: Mage(rules, weights),
    "robbers": lambda rules, module, weights: Robbers(module, weights),
    "king": lambda rules, module, weights: King(module, weights),
    "tower": lambda rules, module, weights: Tower(module, weights),
    "postman": lambda rules, module, weights: Postman(rules, weights),
    "scout": lambda rules, module, weights: Scout(module, weights),
}


def forecasts_for(rules: Rules, table: dict[str, Any], blind: tuple[str, ...]) -> list[Forecast]:
    """The forecasts of the modules in play, less those the player is blind to."""
    found = []
    for module in rules.modules:
        if module.name in FORECASTS and module.name not in blind:
            found.append(FORECASTS[module.name](rules, module, table[module.name]))
    return found
