# not compiled: runs once at set-up
"""What may be printed on a tile of Hunters & Gatherers, and the tile sets of the family.

A lake is a segment without ports: a place for a hut.  Its arms are the river segments that end at it.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from bastida.kernel.catalogue import COUNT, FLAG, PLACES, TEXT, Terrain, load_sets
from bastida.kernel.tile import TileSet

TERRAIN = Terrain(
    whole="forest",
    lines=("river",),
    inner=("lake",),
    ground="meadow",
    ends={"river": {"lake": "", "spring": ""}},
    apart=("spring",),
    marks={
        "forest": {"nuggets": COUNT, "mushrooms": FLAG},
        "lake": {"fish": COUNT},
        "meadow": {
            "animals": ("deer", "mammoth", "tiger", "aurochs", "bear"),
            "fire": FLAG,
            "shrine": FLAG,
            "farm": FLAG,  # the drawn hut of Agriculture
        },
    },
    needed={"lake": "fish"},
    tile_marks={
        "start": FLAG,
        "es": TEXT,
        "en": TEXT,
        "power": ("shaman", "explorer", "canoe", "bridge", "agriculture"),
        "figure": ("gatherer", "fisher", "hunter", "hut"),  # what must be deployed
        "figure_on": PLACES,
        "bridge": PLACES,  # the two meadows under its hunter
    },
)


@cache
def tile_sets() -> dict[str, TileSet]:
    """All tile sets, by id."""
    return load_sets(files("bastida.hunters") / "tiles", TERRAIN)
