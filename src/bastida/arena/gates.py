"""The gates of strength as data: who must beat whom, by how much, over how many paired bags.

A gate is passed when the lower 95 % limits of the share of wins and of the margin both clear its bar. Budgets are nodes, so
that games replay; ``NODES`` says how many the reference machine (one core, compiled) looks at in a second, and every result
states the time that was really used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from bastida.arena.match import Match
from bastida.table.setup import FAMILIES

NODES: Mapping[str, int] = {"search": 80_000, "playouts": 20_000}  # in a second, on the reference machine
SEED = 2026
BEFORE = "0.1"  # the release that later players are measured against
LEAST_BAGS = 200  # fewer than these are no result
KNOWING_BAGS = 400  # of S11, where differences are small
SHORT_BUDGET = 0.01
SHORT_BAGS = 3
SHORT_POSITIONS = 3


def measured_against(whom: str) -> list[str]:
    """The expansions whose folders say that they are measured against this kind of opponent: ignore, nobody."""
    found = [folder for games in FAMILIES.values() for folder in games.folders()]
    return [folder.id for folder in found if folder.strength.get("against") == whom]


@dataclass(frozen=True)
class Bar:
    """Limits for a share of wins and, where there is one, a margin in points."""

    share: float
    margin: float | None = None


@dataclass(frozen=True)
class Gate:
    """One gate. ``seconds`` are the time per answer of each player that has a budget, in the order of the line-up."""

    id: str
    players: tuple[str, ...]
    bags: int = LEAST_BAGS
    bar: Bar = Bar(0.5)
    ambition: Bar | None = None
    game: str = "plus"
    sets: tuple[str, ...] = ()
    seconds: tuple[float, ...] = field(default=())
    about: str = ""
    idle: float | None = None  # of its farmers may bring no points, for the ambition

    def match(self, part: float = 1.0) -> Match:
        """The match of this gate with its budgets, or with a part of them."""
        return Match(tuple(self._with_budgets(part)), self.game, self.sets, seed=SEED, ledger=self.idle is not None)

    def _with_budgets(self, part: float) -> Iterator[str]:
        for number, player in enumerate(self.players):
            kind = player.partition(":")[0]
            if kind in NODES and number < len(self.seconds):
                yield f"{player}:nodes={max(20, round(NODES[kind] * self.seconds[number] * part))}"
            else:
                yield player


def blind_gates() -> Iterator[Gate]:
    """S11: with each expansion, the evaluator that knows it against the one that does not.

    Not to know it is to evaluate positions without it. Where that changes nothing, it is to take no part in it.
    """
    for games in FAMILIES.values():
        for name, expansion in games.expansions.items():
            game = next((preset.id for preset in games.presets.values() if preset.sets == (name,) and not preset.without), None)
            strength = expansion.folder.strength if expansion.folder is not None else {}
            how = strength.get("against", "blind")
            if game is not None and how != "nobody":
                about = "one that ignores it" if how == "ignore" else "blind to it"
                yield Gate(
                    f"S11.{name}",
                    ("evaluator", f"evaluator:{how}={'+'.join(expansion.elements)}"),
                    strength.get("bags", KNOWING_BAGS),
                    Bar(0.52),
                    Bar(0.58),
                    game=game,
                    about=f"knows the expansion against {about}",
                )


GATES: tuple[Gate, ...] = (
    Gate("S1", ("greedy", "random"), 400, Bar(0.99, 60), about="R1 against R0"),
    Gate("S2", ("evaluator", "greedy"), 200, Bar(0.70, 12), Bar(0.80, 18), about="the evaluator against R1"),
    Gate("S3", ("evaluator", "ranking"), 400, Bar(0.50), Bar(0.56), about="the evaluator against R2"),
    Gate("S4", ("search", "greedy"), 200, Bar(0.85, 24), Bar(0.92, 32), seconds=(1.0,), about="search, 1 s, against R1"),
    Gate("S5", ("search", "ranking"), 400, Bar(0.63, 6), Bar(0.72, 11), seconds=(1.0,), about="search, 1 s, against R2"),
    Gate("S6", ("search", "playouts"), 200, Bar(0.65), Bar(0.78), seconds=(1.0, 1.0), about="search, 1 s, against R3, 1 s"),
    Gate("S7", ("search", "search"), 200, Bar(0.53), Bar(0.60), seconds=(2.0, 0.25), about="search, 2 s, against 0.25 s"),
    Gate(
        "S8",
        ("search", "raider"),
        200,
        Bar(0.60),
        Bar(0.70),
        seconds=(1.0,),
        about="search, 1 s, against the raider",
        idle=0.15,
    ),
    *(
        Gate(
            f"S10.{seats}",
            ("search", *["greedy"] * (seats - 1)),
            200,
            Bar(1.8 / seats),
            Bar(2.4 / seats),
            seconds=(1.0,),
            about=f"{seats} players: search, 1 s, against {seats - 1} of R1",
        )
        for seats in (3, 4, 5, 6)
    ),
    *blind_gates(),
    *(
        Gate(
            f"S12.{game}",
            ("search", "greedy"),
            200,
            Bar(0.80),
            Bar(0.90),
            game,
            seconds=(1.0,),
            about="search, 1 s, against R1",
        )
        for game in ("hunters", "hunters-scout", "winter", "plus-big", "todo")
    ),
    Gate("S14", ("search", "appraiser"), 200, Bar(0.90, 28), seconds=(1.0,), about="search, 1 s, against R4"),
    Gate("S15", ("search", "appraiser"), 200, Bar(0.85, 20), seconds=(0.1,), about="search, 0.1 s, against R4"),
    Gate(
        "S16",
        ("search", f"search:release={BEFORE}"),
        200,
        Bar(0.65),
        seconds=(0.1, 0.1),
        about=f"search, 0.1 s, against that of release {BEFORE}, 0.1 s",
    ),
    Gate("S17", ("search", "search"), 200, Bar(0.65), seconds=(1.0, 0.1), about="search, 1 s, against 0.1 s"),
    Gate(
        "S18",
        ("search", f"search:release={BEFORE}"),
        200,
        Bar(0.60),
        seconds=(1.0, 1.0),
        about=f"search, 1 s, against that of release {BEFORE}, 1 s",
    ),
    Gate("S19", ("evaluator", "appraiser"), 400, Bar(0.75, 15), about="the evaluator against R4"),
    Gate(
        "S20",
        ("evaluator", f"evaluator:release={BEFORE}"),
        400,
        Bar(0.50),
        about=f"the evaluator against that of release {BEFORE}",
    ),
)


@dataclass(frozen=True)
class ExactGate:
    """S9: the last two tiles are played without regret, compared with trying everything."""

    id: str = "S9"
    player: str = "search:nodes=500"
    positions: int = 300
    game: str = "plus"


@dataclass(frozen=True)
class ProfileGate:
    """S13: games against itself look like games of strong players."""

    id: str = "S13"
    player: str = "search"
    seconds: float = 0.1
    bags: int = 250
    game: str = "plus"
    bounds: Mapping[str, tuple[float, float]] = field(
        default_factory=lambda: {
            "points": (90, 105),
            "deviation": (14, 19),
            "fields": (0.17, 0.27),
            "winner": (100, 1000),
            "ties": (0.01, 0.04),
        }
    )

    def match(self, part: float = 1.0) -> Match:
        nodes = max(20, round(NODES["search"] * self.seconds * part))
        spec = f"{self.player}:nodes={nodes}"
        return Match((spec, spec), self.game, seed=SEED, ledger=True)


EXACT = ExactGate()
PROFILE = ProfileGate()


def all_ids() -> list[str]:
    """In the order of the ladder."""
    known = [gate.id for gate in GATES] + [EXACT.id, PROFILE.id]
    return sorted(known, key=lambda name: (int(name[1:].partition(".")[0]), name))
