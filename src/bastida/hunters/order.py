"""When everything happens, and what decides where two modules meet; see the twin in ``carcassonne`` for how to read
it.
"""

# not compiled: runs once at set-up

from bastida.kernel.book import KERNEL, LEFT, MIDDLE, RIGHT, SECOND, Family

SEGMENTS = ("meadow", "forest", "river", "system")  # a river system is the second layer under the rivers (HG-78)
FIGURES = ("member", "hut")
MARKS = {
    "meadow": ("deer", "mammoth", "tiger", "aurochs", "bear", "fire", "shrine"),
    "forest": ("nuggets", "mushrooms"),
    "system": ("fish",),
}
WORDS = ("segment", "fish", "mushrooms", "animal")

MODULES = ("hunters", "scout")

SETUP = (("DEAL", ("scout",)),)

SCRIPT = (
    ("SPECIAL", ("scout",)),
    ("PILE", ("scout",)),
    ("DRAW", (KERNEL,)),
    ("REFUSE", ("scout",)),
    ("SHAMAN_1", ("scout",)),
    ("PLACE_TILE", (KERNEL,)),
    ("SPECIAL_FIGURE", ("scout",)),
    ("SHAMAN_2", ("scout",)),
    ("FIGURE", (KERNEL,)),
    ("SCORE", (KERNEL,)),
    ("CANOE", ("scout",)),
    ("RETURN", (KERNEL,)),
    ("BONUS", ("hunters",)),
    ("SHAMAN_3", ("scout",)),
    ("END_PART", (KERNEL,)),
)

FINAL = (
    ("FINAL_AREAS", ("hunters",)),
    ("FINAL_HUTS", ("hunters",)),
    ("FINAL_MEADOWS", ("hunters",)),
    ("FINAL_FARM", ("scout",)),
)

INDEPENDENT = "independent"

# (hook or step, first module, second module): the clause that decides, or INDEPENDENT, and why.
PAIRS: dict[tuple[str, str, str], tuple[str, str]] = {}

FAMILY = Family(
    name="hunters",
    sides={"meadow": MIDDLE, "river": LEFT | MIDDLE | RIGHT | SECOND, "forest": MIDDLE},
    segments=SEGMENTS,
    figures=FIGURES,
    marks=MARKS,
    words=WORDS,
    steps=[step for step, _ in (*SETUP, *SCRIPT, *FINAL)],
    script=SCRIPT,
    final=FINAL,
    setup=SETUP,
    ground="meadow",
    roles={"forest": "gatherer", "river": "fisher", "meadow": "hunter"},  # HG-26
    second_layer="system",
)
