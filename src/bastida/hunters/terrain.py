# not compiled: runs once at set-up
"""What may be printed on a tile of Hunters & Gatherers.

A lake is a segment without ports: a place for a hut.  Its arms are the river segments that end at it.
"""

from __future__ import annotations

from bastida.kernel.tileset import COUNT, FLAG, PLACES, TEXT, Terrain

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
