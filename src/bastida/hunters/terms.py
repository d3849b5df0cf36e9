"""The base game's own kinds by number: their places in the lists of ``order.py``."""

from typing import Final

# Kinds of segment.
MEADOW: Final = 0
FOREST: Final = 1
RIVER: Final = 2
SYSTEM: Final = 3

# Kinds of figure.
MEMBER: Final = 0
HUT: Final = 1

# Printed things that regions count, a byte each: of meadows, of forests, of systems.
DEER: Final = 0
MAMMOTH: Final = 1
TIGER: Final = 2
AUROCHS: Final = 3
BEAR: Final = 4
FIRE: Final = 5
SHRINE: Final = 6
NUGGETS: Final = 0
MUSHROOMS: Final = 1
FISH: Final = 0

# What bills speak of.
W_SEGMENT: Final = 0
W_FISH: Final = 1
W_MUSHROOMS: Final = 2
W_ANIMAL: Final = 3
