"""What every rule module means for the oracle. A module that is not listed here changes nothing for it, and a test says so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Part:
    """What one module adds to the table."""

    complete: tuple[str, ...] = ()  # kinds of segment whose regions can be completed
    never: tuple[str, ...] = ()  # kinds whose regions cannot
    around: tuple[str, ...] = ()  # kinds that are a tile and the eight cells around it; they can be completed
    loose: tuple[str, ...] = ()  # ends of lines that stay open until a link joins or closes them
    figures: Mapping[str, int] = field(default_factory=dict)  # strength of the kinds of follower it brings
    places: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # kind of follower: where it may be put
    special: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # figures that go beside an own follower
    bars: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # kind of figure: where it bars without counting
    issued: Mapping[str, int] = field(default_factory=dict)  # kind of figure: how many each player has


PARTS: dict[str, Part] = {
    "base": Part(
        complete=("road", "city"),
        never=("field",),
        around=("monastery",),
        figures={"follower": 1},
        places={"follower": ("road", "city", "monastery")},
        issued={"follower": 7},
    ),
    "farmers": Part(places={"follower": ("field",), "big": ("field",)}),
    "river": Part(),  # the river itself is no place (RIVER-18); see placing
    "abbot": Part(
        around=("garden",),
        figures={"abbot": 1},
        places={"abbot": ("monastery", "garden")},
        issued={"abbot": 1},
    ),
    "inns": Part(),  # see scoring
    "big": Part(figures={"big": 2}, places={"big": ("road", "city", "monastery")}, issued={"big": 1}),
    "goods": Part(),  # see scoring
    "builder": Part(special={"builder": ("road", "city")}, issued={"builder": 1}),
    "pig": Part(special={"pig": ("field",)}, issued={"pig": 1}),
    "ferries": Part(loose=("lake",)),  # FERRY-27
    "mage": Part(),  # see scoring
    "flying": Part(),
    "messages": Part(),  # see messages
    "gold": Part(),  # see scoring
    "robbers": Part(),  # see scoring
    "circles": Part(),
    "tower": Part(),
    "king": Part(),  # see scoring
    "postman": Part(
        around=("post_office",),
        figures={"postman": 2},
        places={
            "postman": ("road", "city", "monastery", "post_office"),
            "follower": ("post_office",),
            "big": ("post_office",),
        },
        issued={"postman": 1},
    ),
    "hunters": Part(
        complete=("forest", "river"),
        never=("meadow", "system"),
        figures={"member": 1, "hut": 1},
        places={"member": ("forest", "river", "meadow"), "hut": ("system",)},
        issued={"member": 5, "hut": 2},
    ),
    "scout": Part(bars={"hut": ("meadow",)}),  # SCOUT-37; see placing and scoring
}


@dataclass(frozen=True)
class Played:
    """The parts of one game put together."""

    modules: tuple[str, ...]
    seats: int
    settings: Mapping[str, object] = field(default_factory=dict)

    def parts(self) -> list[Part]:
        return [PARTS[name] for name in self.modules if name in PARTS]

    def unknown(self) -> list[str]:
        """Modules the oracle has never heard of."""
        return [name for name in self.modules if name not in PARTS]

    @property
    def complete(self) -> set[str]:
        return {kind for part in self.parts() for kind in (*part.complete, *part.around)}

    @property
    def around(self) -> set[str]:
        return {kind for part in self.parts() for kind in part.around}

    @property
    def kinds(self) -> set[str]:
        """Kinds of segment that are places on the table."""
        return self.complete | {kind for part in self.parts() for kind in part.never}

    @property
    def loose(self) -> set[str]:
        return {word for part in self.parts() for word in part.loose}

    @property
    def strength(self) -> dict[str, int]:
        return {kind: power for part in self.parts() for kind, power in part.figures.items()}

    @property
    def issued(self) -> dict[str, int]:
        return {kind: count for part in self.parts() for kind, count in part.issued.items()}

    @property
    def special(self) -> dict[str, tuple[str, ...]]:
        return {kind: places for part in self.parts() for kind, places in part.special.items()}

    @property
    def bars(self) -> dict[str, tuple[str, ...]]:
        return {kind: places for part in self.parts() for kind, places in part.bars.items()}

    def places(self, figure: str) -> set[str]:
        return {kind for part in self.parts() for kind in part.places.get(figure, ())}


def played(modules: Iterable[str], seats: int, settings: Mapping[str, object] | None = None) -> Played:
    return Played(tuple(modules), seats, dict(settings or {}))
