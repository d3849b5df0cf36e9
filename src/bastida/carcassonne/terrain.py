# not compiled: runs once at set-up
"""What may be printed on the tiles of the Carcassonne boxes; expansions add to it in their ``expansion.toml``."""

from __future__ import annotations

from bastida.kernel.tileset import COUNT, FLAG, Terrain

TERRAIN = Terrain(
    whole="city",
    lines=("road",),
    ground="field",
    centre=("monastery", "garden"),
    ends={"road": {"city": "", "village": "", "crossing": "", "house": "", "monastery": "monastery"}},
    apart=("house",),
    marks={"city": {"pennants": COUNT}, "road": {}},
    tile_marks={
        "start": FLAG,  # one copy is laid first
        "last": FLAG,  # lies under its pile
        "bridge": FLAG,
        "pond": FLAG,  # for drawing only
    },
    borders="cities",
    bridge="bridge",
)
