"""The words of the Carcassonne family and their numbers: segments, figures, marks, bill lines, steps."""

from typing import Final

# Kinds of segment, in the order in which completed features are scored when nobody cares (TURN-52).
FIELD: Final = 0
ROAD: Final = 1
CITY: Final = 2
MONASTERY: Final = 3
GARDEN: Final = 4
OFFICE: Final = 5
SEGMENTS: Final = ("field", "road", "city", "monastery", "garden", "post_office")

# Kinds of figure.
FOLLOWER: Final = 0
BIG: Final = 1
ABBOT: Final = 2
POSTMAN: Final = 3
BUILDER: Final = 4
PIG: Final = 5
MAGE: Final = 6
WITCH: Final = 7
FIGURES: Final = ("follower", "big", "abbot", "postman", "builder", "pig", "mage", "witch")

# Printed things that regions count, a byte each.
PENNANTS: Final = 0
CATHEDRAL: Final = 1
WINE: Final = 2
GRAIN: Final = 3
CLOTH: Final = 4
INN: Final = 0
MARKS: Final = {"city": ("pennants", "cathedral", "wine", "grain", "cloth"), "road": ("inn",)}
GOODS: Final = ("wine", "grain", "cloth")

# What bills speak of.
W_TILE: Final = 0
W_PENNANT: Final = 1
W_CITY: Final = 2
W_MAGE: Final = 3
WORDS: Final = ("tile", "pennant", "city", "mage")

# Steps of a part, of the set-up and of the final scoring (TURN-10, TURN-91).
STEPS: Final = (
    "RANSOM_1",
    "DRAW",
    "PLACE_TILE",
    "LAID",
    "MAGIC_MERGE_1",
    "GOLD_PLACE",
    "MAGIC_PLACE",
    "ROBBER_PLACE",
    "RANSOM_2",
    "FIGURE",
    "FERRY_NEW",
    "FERRY_TURN",
    "MAGIC_MERGE_2",
    "SCORE",
    "ROB",
    "SPOILS",
    "RETURN",
    "GOLD_SHARE",
    "MESSAGE",
    "RANSOM_3",
    "CIRCLE",
    "END_PART",
    "FINAL_BOX",
    "FINAL_FIGURES",
    "FINAL_FEATURES",
    "FINAL_FIELDS",
    "FINAL_GOODS",
    "FINAL_GOLD",
    "FINAL_ROBBERS",
    "FINAL_KING",
)
RANSOM_1: Final = 0
LAID: Final = 3
MAGIC_MERGE_1: Final = 4
GOLD_PLACE: Final = 5
MAGIC_PLACE: Final = 6
ROBBER_PLACE: Final = 7
RANSOM_2: Final = 8
FERRY_NEW: Final = 10
FERRY_TURN: Final = 11
MAGIC_MERGE_2: Final = 12
ROB: Final = 14
SPOILS: Final = 15
RETURN: Final = 16
GOLD_SHARE: Final = 17
MESSAGE: Final = 18
RANSOM_3: Final = 19
CIRCLE: Final = 20
END_PART: Final = 21
FINAL_BOX: Final = 22
FINAL_FIGURES: Final = 23
FINAL_FEATURES: Final = 24
FINAL_FIELDS: Final = 25
FINAL_GOODS: Final = 26
FINAL_GOLD: Final = 27
FINAL_ROBBERS: Final = 28
FINAL_KING: Final = 29
