"""A position in words that do not go by the order of tiles and figures unless something else does: what its number speaks of.

It is made from the position string, and knows nothing of how the engine works out the number.
"""

from __future__ import annotations

from bastida.kernel.engine import Engine
from bastida.record.describing import Sections, describe
from bastida.record.naming import NOTHING, Names
from bastida.record.positions import written
from bastida.table.setup import Setup


def canonical(setup: Setup, engine: Engine) -> str:
    """Two games of a set-up stand at the same position exactly if these words are the same."""
    sections = describe(setup, engine)
    sections.pop("expansions", None)
    if not goes_by_order(sections):
        names, regions = Names(setup, engine), engine.regions
        sections["tiles"] = sorted(sections.get("tiles", []))
        sections["done"] = sorted(names.node(node) for node in range(regions.nodes) if regions.done[regions.region[node]])
        sections["figures"] = [in_any_order(word) for word in sections.get("figures", [])]
    return written(sections)


def goes_by_order(sections: Sections) -> bool:
    """Could anything mean a tile or a figure by its number?"""
    runs = [word for key, words in sections.items() if key.startswith("run") for word in words]
    return any(key in sections for key in ("own", "log", "tasks")) or any(word.startswith(("own.", "item=")) for word in runs)


def in_any_order(pieces: str) -> str:
    """``red.follower=1,0.road.N/-/2,0.city.E`` with its places in alphabetical order."""
    owner, _, places = pieces.partition("=")
    return f"{owner}={'/'.join(sorted(place for place in places.split('/') if place != NOTHING))}"
