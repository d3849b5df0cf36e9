"""The base game's own kinds by number: their places in the lists of ``order.py``.

What an expansion brings it numbers itself, in ``declare`` (``book.figure_number`` and its like).
"""

from typing import Final

# Kinds of segment.
FIELD: Final = 0
ROAD: Final = 1
CITY: Final = 2
MONASTERY: Final = 3

# Kinds of figure.
FOLLOWER: Final = 0

# Printed things that cities count, a byte each.
PENNANTS: Final = 0

# What bills speak of.
W_TILE: Final = 0
W_PENNANT: Final = 1
W_CITY: Final = 2
