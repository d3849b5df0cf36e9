"""Tiles of the boxes that the general rules of `layout` would draw too tight or not as the catalogue says: a word each
on what to do instead.
"""

from __future__ import annotations

from bastida.art.drawing import Hint

HINTS = {
    # Hunters & Gatherers: the volcano (HG-01), what touches, and two lakes on one tile
    "hgStart": Hint(shows=("volcano",)),
    "hgR12": Hint(walls={"0": -14}, bend={0: 50}),
    "hgR21": Hint(walls={"0": -18.5, "1": -18.5}, sag={0: (0, 0)}),
    "hgS03": Hint(walls={"0S": 7}),
    "hgL16": Hint(walls={"0S": 12}),
    "hgL18": Hint(walls={"0S": 18, "0N": -2}),
    "hbMush2": Hint(walls={"0S": 6, "0N": -3}),
    "hbFish2": Hint(lakes={0: (66, 34), 1: (34, 66)}),
}
