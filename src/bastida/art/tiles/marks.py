"""Which small pictures are printed on the tiles of the boxes, how much room they need and how they stand."""

from __future__ import annotations

from bastida.art.drawing import Sign, marked
from bastida.art.tiles import animals, buildings, plants, signs

SYMBOLS = buildings.SYMBOLS | plants.SYMBOLS | signs.SYMBOLS | animals.SYMBOLS

FLAT = ("gate", "well", "patch", "crops", "plough", "vines", "glade", "bastion", "crown")  # they turn with the tile

MARKS = {name: Sign(draw, flat=name in FLAT) for name, draw in SYMBOLS.items()} | {
    "pennants": Sign(SYMBOLS["pennants"], room=9.5),
    "nuggets": Sign(SYMBOLS["nuggets"], room=6.5, once=True),
    "mushrooms": Sign(SYMBOLS["mushrooms"], room=8.0, once=True),
    "deer": Sign(SYMBOLS["deer"], room=11.0, lower=2.0, facing=True, large=True),
    "mammoth": Sign(SYMBOLS["mammoth"], room=12.5, lower=1.0, facing=True, large=True),
    "tiger": Sign(SYMBOLS["tiger"], room=11.5, facing=True, large=True),
    "aurochs": Sign(SYMBOLS["aurochs"], room=11.5, lower=1.0, facing=True, large=True),
    "bear": Sign(SYMBOLS["bear"], room=11.5, facing=True, large=True),
    "fire": Sign(SYMBOLS["fire"], room=12.5, large=True),
    "shrine": Sign(SYMBOLS["shrine"], room=11.0, large=True),
    "garden": Sign(SYMBOLS["garden"], room=9.5, flat=True, shown=marked("garden")),
    "pond": Sign(SYMBOLS["pond"], room=8.5, shown=marked("pond")),
    "volcano": Sign(SYMBOLS["volcano"], room=15.0),
    "bridge": Sign(SYMBOLS["bridge"], flat=True),
}
