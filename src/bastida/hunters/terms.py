"""The words of Hunters & Gatherers and their numbers: segments, figures, marks, bill lines, steps."""

from typing import Final

# Kinds of segment; a river system is the second layer under the rivers (HG-78).
MEADOW: Final = 0
FOREST: Final = 1
RIVER: Final = 2
SYSTEM: Final = 3
SEGMENTS: Final = ("meadow", "forest", "river", "system")

MEMBER: Final = 0
HUT: Final = 1
FIGURES: Final = ("member", "hut")

# Printed things that regions count, a byte each.
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
MARKS: Final = {
    "meadow": ("deer", "mammoth", "tiger", "aurochs", "bear", "fire", "shrine"),
    "forest": ("nuggets", "mushrooms"),
    "system": ("fish",),
}

W_SEGMENT: Final = 0
W_FISH: Final = 1
W_MUSHROOMS: Final = 2
W_ANIMAL: Final = 3
WORDS: Final = ("segment", "fish", "mushrooms", "animal")

STEPS: Final = (
    "DEAL",
    "SPECIAL",
    "DRAW",
    "REFUSE",
    "SHAMAN_1",
    "PLACE_TILE",
    "SPECIAL_FIGURE",
    "SHAMAN_2",
    "FIGURE",
    "SCORE",
    "CANOE",
    "RETURN",
    "BONUS",
    "SHAMAN_3",
    "END_PART",
    "FINAL_AREAS",
    "FINAL_HUTS",
    "FINAL_MEADOWS",
    "FINAL_FARM",
)
DEAL: Final = 0
SPECIAL: Final = 1
REFUSE: Final = 3
SHAMAN_1: Final = 4
SPECIAL_FIGURE: Final = 6
SHAMAN_2: Final = 7
CANOE: Final = 10
BONUS: Final = 12
SHAMAN_3: Final = 13
FINAL_AREAS: Final = 15
FINAL_HUTS: Final = 16
FINAL_MEADOWS: Final = 17
FINAL_FARM: Final = 18
