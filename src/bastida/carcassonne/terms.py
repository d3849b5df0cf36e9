"""The base game's own kinds by number: their places in the lists of ``order.py``.

What an expansion brings it numbers itself, in ``declare`` (``book.figure_number`` and its like).
"""

from typing import Final

# Kinds of segment.
FIELD: Final = 0
ROAD: Final = 1
CITY: Final = 2
MONASTERY: Final = 3
OFFICE: Final = 5  # goes with its expansion

# Kinds of figure.
FOLLOWER: Final = 0
BIG: Final = 1  # goes with its expansion
POSTMAN: Final = 3  # goes with its expansion
MAGE: Final = 6  # goes with its expansion
WITCH: Final = 7  # goes with its expansion

# Printed things that cities count, a byte each.
PENNANTS: Final = 0

# What bills speak of.
W_TILE: Final = 0
W_PENNANT: Final = 1
W_CITY: Final = 2
W_MAGE: Final = 3  # goes with its expansion

# Steps.
MAGIC_MERGE_1: Final = 4  # goes with its expansion
GOLD_PLACE: Final = 5  # goes with its expansion
MAGIC_PLACE: Final = 6  # goes with its expansion
ROBBER_PLACE: Final = 7  # goes with its expansion
FERRY_NEW: Final = 10  # goes with its expansion
FERRY_TURN: Final = 11  # goes with its expansion
MAGIC_MERGE_2: Final = 12  # goes with its expansion
SPOILS: Final = 15  # goes with its expansion
RETURN: Final = 16  # goes with its expansion
GOLD_SHARE: Final = 17  # goes with its expansion
MESSAGE: Final = 18  # goes with its expansion
CIRCLE: Final = 20  # goes with its expansion
FINAL_BOX: Final = 22  # goes with its expansion
FINAL_FIGURES: Final = 23  # goes with its expansion
FINAL_GOLD: Final = 27  # goes with its expansion
FINAL_ROBBERS: Final = 28  # goes with its expansion
FINAL_KING: Final = 29  # goes with its expansion
