# not compiled: runs once at set-up
"""What may be printed on a Carcassonne tile, and the tile sets of the family."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from bastida.kernel.catalogue import COUNT, FLAG, Terrain, load_sets
from bastida.kernel.geometry import DIRECTION_NAMES
from bastida.kernel.tile import TileSet

TERRAIN = Terrain(
    whole="city",
    lines=("road", "river"),
    ground="field",
    centre=("monastery", "garden", "post_office"),
    symbols=("tower", "lake_ferry", "crop_circle", "flying_machine"),
    ends={
        "road": {
            "city": "",
            "village": "",
            "crossing": "",
            "house": "",
            "monastery": "monastery",
            "post_office": "post_office",
            "tower": "tower",
            "circle": "crop_circle",
            "lake": "lake_ferry",  # the only end a ferry can join to another
        },
        "river": {"spring": "", "lake": ""},
    },
    apart=("house", "spring"),
    marks={
        "city": {"pennants": COUNT, "cathedral": FLAG, "goods": ("wine", "grain", "cloth")},
        "road": {"inn": FLAG},
    },
    tile_marks={
        "start": FLAG,  # one copy is laid first
        "last": FLAG,  # lies under its pile
        "bridge": FLAG,
        "pond": FLAG,  # for drawing only
        "flight": DIRECTION_NAMES,  # of the unturned tile
        "circle": ("farmer", "thief", "knight"),  # pitchfork, club, shield
        "gold": FLAG,
        "magic": FLAG,
        "robber": FLAG,
    },
    borders="cities",
    bridge="bridge",
    closed=("river",),
    pairs=(("flight", "flying_machine"), ("circle", "crop_circle")),
)


@cache
def tile_sets() -> dict[str, TileSet]:
    """All tile sets, by id."""
    return load_sets(files("bastida.carcassonne") / "tiles", TERRAIN)
