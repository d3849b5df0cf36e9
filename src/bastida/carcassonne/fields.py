"""Looking at fields: the cities beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bastida.kernel.native import i64

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine


def cities_beside(game: Engine, field: i64, completed: bool) -> list[i64]:
    """The different cities that border a field: the completed ones, or those still open."""
    regions, touch = game.regions, game.rules.seg_touch
    seen: list[i64] = []
    node = field
    while True:
        cities = touch[regions.row[node]]
        city = regions.first[node]
        while cities != 0:
            if cities & 1 != 0:
                region = regions.region[city]
                if (regions.ends(region) == 0) == completed and region not in seen:
                    seen.append(region)
            cities >>= 1
            city += 1
        node = regions.next[node]
        if node == field:
            return seen
