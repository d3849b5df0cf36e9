"""When everything happens, and what decides where two modules meet.

``SCRIPT`` is the part of a turn (TURN-10): each step, and who acts in it, in order; ``FINAL`` the final scoring (TURN-91).
Steps in which no played module acts are dropped when a game is set up. ``MODULES`` is the order in which modules are asked at
every hook. ``PAIRS`` rules on every two modules that share a hook or a step; a test finds the pairs and fails on a missing one.
"""

from bastida.carcassonne.terms import FIGURES, MARKS, SEGMENTS, STEPS, WORDS
from bastida.kernel.book import KERNEL, LEFT, MIDDLE, RIGHT, Family

# not compiled: runs once at set-up

MODULES = ("base", "farmers")

SCRIPT = (
    ("DRAW", (KERNEL,)),
    ("PLACE_TILE", (KERNEL,)),
    ("FIGURE", (KERNEL,)),
    ("SCORE", (KERNEL,)),
    ("RETURN", (KERNEL,)),
    ("END_PART", (KERNEL,)),
)

FINAL = (
    ("FINAL_FEATURES", ("base",)),
    ("FINAL_FIELDS", ("farmers",)),
)

INDEPENDENT = "independent"

# (hook, first module, second module): the clause that decides, or INDEPENDENT, and why.
PAIRS: dict[tuple[str, str, str], tuple[str, str]] = {
    ("worth", "base", "farmers"): (INDEPENDENT, "one values roads, cities and monasteries, the other fields"),
}

FAMILY = Family(
    name="carcassonne",
    sides={"field": MIDDLE, "road": LEFT | MIDDLE | RIGHT, "city": MIDDLE, "river": LEFT | RIGHT},
    segments=SEGMENTS,
    figures=FIGURES,
    marks=MARKS,
    words=WORDS,
    steps=STEPS,
    script=SCRIPT,
    final=FINAL,
)
