"""When everything happens, and what decides where two modules meet.

``SEGMENTS``, ``FIGURES``, ``MARKS`` and ``WORDS`` number what there is, by place: a list only ever grows at its end.
``SCRIPT`` is the part of a turn (TURN-10): each step, and who acts in it, in order; ``FINAL`` the final scoring
(TURN-91). Steps are numbered in this order, and written down nowhere else; those in which no played module acts are
dropped when a game is set up. ``MODULES`` is the order in which modules are asked at every hook. ``PAIRS`` rules on every
two modules that share a hook or a step; a test finds the pairs and fails on a missing one.
"""

from bastida.kernel.book import KERNEL, LEFT, MIDDLE, RIGHT, Family

# not compiled: runs once at set-up

# Kinds of segment, in the order in which completed features are scored when nobody cares (TURN-52).
SEGMENTS = ("field", "road", "city", "monastery", "garden", "post_office")
FIGURES = ("follower", "big", "abbot", "postman", "builder", "pig", "mage", "witch")
MARKS = {"city": ("pennants", "cathedral", "wine", "grain", "cloth"), "road": ("inn",)}  # printed, a byte each
WORDS = ("tile", "pennant", "city", "mage")  # what bills speak of

MODULES = (
    "base",
    "farmers",
    "river",
    "abbot",
    "inns",
    "big",
    "goods",
    "builder",
    "pig",
    "flying",
    "messages",
    "ferries",
    "gold",
    "mage",
    "robbers",
    "circles",
    "tower",
    "king",
    "postman",
)

SCRIPT = (
    ("RANSOM_1", ("tower",)),
    ("DRAW", (KERNEL,)),
    ("PLACE_TILE", (KERNEL,)),
    ("LAID", ("river", "builder")),
    ("MAGIC_MERGE_1", ("mage",)),
    ("GOLD_PLACE", ("gold",)),
    ("MAGIC_PLACE", ("mage",)),
    ("ROBBER_PLACE", ("robbers",)),
    ("RANSOM_2", ("tower",)),
    ("FIGURE", (KERNEL,)),
    ("FERRY_NEW", ("ferries",)),
    ("FERRY_TURN", ("ferries",)),
    ("MAGIC_MERGE_2", ("mage", "builder")),
    ("SCORE", (KERNEL,)),
    ("ROB", (KERNEL,)),
    ("SPOILS", ("goods", "king")),
    ("RETURN", ("postman", KERNEL, "mage")),
    ("GOLD_SHARE", ("gold",)),
    ("MESSAGE", ("messages",)),
    ("RANSOM_3", ("tower",)),
    ("CIRCLE", ("circles",)),
    ("END_PART", ("builder", KERNEL)),
)

FINAL = (
    ("FINAL_BOX", ("gold",)),
    ("FINAL_FIGURES", ("messages",)),
    ("FINAL_FEATURES", ("base",)),
    ("FINAL_FIELDS", ("farmers",)),
    ("FINAL_GOODS", ("goods",)),
    ("FINAL_GOLD", ("gold",)),
    ("FINAL_ROBBERS", ("robbers",)),
    ("FINAL_KING", ("king",)),
)

INDEPENDENT = "independent"

# Hook or step; the modules that come first; those that come after; the clause that decides, or INDEPENDENT; why.
RULINGS: tuple[tuple[str, tuple[str, ...], tuple[str, ...], str, str], ...] = (
    ("actions", ("base",), ("abbot", "builder", "pig"), "TURN-30", "one list of which one thing is done"),
    ("actions", ("abbot",), ("builder", "pig"), "TURN-30", "one list of which one thing is done"),
    ("actions", ("builder",), ("pig",), "TURN-30", "one list of which one thing is done"),
    (
        "actions",
        ("base", "abbot", "builder", "pig", "flying"),
        ("tower",),
        "TURN-30",
        "floors and followers on towers too",
    ),
    ("actions", ("base", "abbot", "builder", "pig"), ("flying",), "TURN-30", "a flight is one of the things of the list"),
    (
        "actions",
        ("base", "abbot", "builder", "pig", "flying", "tower"),
        ("postman",),
        "TURN-30",
        "withdrawing him, or what an office tile brings, is one more of the things of the list",
    ),
    ("worth", ("base",), ("farmers", "abbot", "pig"), INDEPENDENT, "they value different kinds of feature"),
    ("worth", ("farmers", "abbot"), ("abbot", "inns", "pig"), INDEPENDENT, "they value different kinds of feature"),
    ("worth", ("inns",), ("pig",), INDEPENDENT, "they value different kinds of feature"),
    (
        "worth",
        ("base",),
        ("inns",),
        "INNS-06",
        "the values of inn roads and cathedral cities replace those of the base",
    ),
    ("worth", ("farmers",), ("pig",), "TRADERS-50", "the pig's four points replace the three of the base"),
    ("worth", ("base", "inns"), ("mage",), "MAGE-22", "inn and cathedral are counted first, then mage or witch"),
    ("worth", ("farmers", "abbot", "pig"), ("mage",), "MAGE-25", "mage and witch change only roads and cities"),
    ("worth", ("mage",), ("postman",), INDEPENDENT, "mage and witch leave what is completed before it is retained"),
    ("worth", ("base", "abbot", "inns"), ("postman",), "POST-52", "what is retained was scored and is worth nothing more"),
    ("worth", ("farmers", "pig"), ("postman",), INDEPENDENT, "nobody is retained in a field (POST-06)"),
    ("figure_left", ("builder",), ("pig",), INDEPENDENT, "a builder never stands in a field, a pig nowhere else"),
    (
        "figure_left",
        ("builder",),
        ("postman",),
        "TURN-06",
        "each one released is told of in turn; a lone builder goes with the last",
    ),
    ("figure_left", ("pig",), ("postman",), INDEPENDENT, "nobody is retained in a field (POST-06)"),
    (
        "order_matters",
        ("messages",),
        ("robbers",),
        INDEPENDENT,
        "the order is asked if either of them needs it (TURN-52)",
    ),
    ("MAGIC_MERGE_2", ("mage",), ("builder",), INDEPENDENT, "neutral figures keep no builder company (TURN-42)"),
    ("SPOILS", ("goods",), ("king",), INDEPENDENT, "goods and tokens have nothing to do with each other (TURN-56)"),
    ("RETURN", ("postman",), ("mage",), "TURN-57", "postmen decide before figures go home; mage and witch always leave"),
    ("LAID", ("river",), ("builder",), INDEPENDENT, "one follows the river, the other looks at roads and cities"),
)


def _pairs() -> dict[tuple[str, str, str], tuple[str, str]]:
    """Every ruled pair, in the order of MODULES; a later ruling is more special and wins."""
    found = {}
    for hook, first, second, clause, why in RULINGS:
        for a in first:
            for b in second:
                if a != b:
                    found[(hook, a, b)] = (clause, why)
    return found


# (hook or step, first module, second module): the clause that decides, or INDEPENDENT, and why.
PAIRS = _pairs()

FAMILY = Family(
    name="carcassonne",
    sides={"field": MIDDLE, "road": LEFT | MIDDLE | RIGHT, "city": MIDDLE, "river": LEFT | RIGHT},
    segments=SEGMENTS,
    figures=FIGURES,
    marks=MARKS,
    words=WORDS,
    steps=[step for step, _ in (*SCRIPT, *FINAL)],
    script=SCRIPT,
    final=FINAL,
    ground="field",
    phase="ROB",
    roles={"road": "thief", "city": "knight", "monastery": "monk", "field": "farmer"},  # BASE-37
)
