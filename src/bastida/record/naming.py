"""Names for everything a position mentions, and the way back from a name to the engine's number."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bastida.kernel import names
from bastida.kernel.codes import BLOCKER, HAND, STOCK
from bastida.kernel.engine import Engine
from bastida.kernel.figures import AREA, HELD, ON_TILE, SUPPLY, area
from bastida.kernel.native import i64, vec
from bastida.kernel.rules import Rules
from bastida.kernel.shelf import bounded
from bastida.language.refused import why
from bastida.record.errors import PositionError, quoted
from bastida.table.setup import Setup

NUMBER = re.compile(r"0|-?[1-9][0-9]{0,18}")
CELL = re.compile(r"(-?[0-9]{1,4}),(-?[0-9]{1,4})")
NOTHING = "-"
AND = "&"  # between the segments of a figure that stands in several
BARS = "!"  # behind a figure that bars others without counting
NEUTRAL = "neutral"


def whole(text: str, section: str, low: int, high: int) -> int:
    """A whole number within bounds."""
    if not NUMBER.fullmatch(text) or not low <= int(text) <= high:
        raise PositionError(section, why("position.number", value=quoted(text)), why("position.range", least=low, most=high))
    return int(text)


class Fixed:
    """The names that all games of a set-up share."""

    def __init__(self, rules: Rules) -> None:
        self.run_steps = _steps(rules, rules.op_actor, rules.op_step)
        self.final_steps = _steps(rules, rules.final_actor, rules.final_step)
        self.setup_steps = _steps(rules, rules.setup_actor, rules.setup_step)
        self.modules = [module.name for module in rules.modules]
        self.tiles = [tile.id for tile in rules.tiles]
        self.segments: dict[int, list[str]] = {}  # by shape


def _steps(rules: Rules, actors: vec[i64], steps: vec[i64]) -> list[str]:
    """The steps of a script by module and name; one that comes again is counted."""
    found: list[str] = []
    for at in range(len(actors)):
        actor, step = int(actors[at]), int(steps[at])
        step_name = rules.kernel_step_names[step] if actor == 0 else rules.step_names[step]
        name = f"{rules.modules[actor].name}.{step_name}"
        again = sum(other.partition("#")[0] == name for other in found)
        found.append(f"{name}#{again + 1}" if again else name)
    return found


@bounded(16)
def fixed_names(rules: Rules) -> Fixed:
    return Fixed(rules)


class Names:
    """The names of one engine's things."""

    def __init__(self, setup: Setup, engine: Engine) -> None:
        self.engine = engine
        self.rules = engine.rules
        self.colours = setup.colours
        fixed = fixed_names(self.rules)
        self.run_steps, self.final_steps, self.setup_steps = fixed.run_steps, fixed.final_steps, fixed.setup_steps
        self.modules, self._tiles, self._segments = fixed.modules, fixed.tiles, fixed.segments

    # -- places on the table ------------------------------------------------------------------------------------------

    def cell(self, slot: int) -> str:
        return names.slot_name(self.engine, slot)

    def slot(self, text: str, section: str) -> int:
        found = CELL.fullmatch(text)
        slot = int(self.engine.board.slot_at(int(found[1]), int(found[2]))) if found else -1
        if slot < 0:
            raise PositionError(section, why("position.cell", value=quoted(text)), why("position.laid_cell"))
        return slot

    def segments(self, slot: int) -> list[str]:
        """Names of a laid tile's segments, without spaces."""
        shape = int(self.engine.board.tile_shape[slot])
        if shape not in self._segments:
            first = [words[0].replace(" ", ".") for words in names.segment_words(self.engine, slot)]
            seen = [first[:number].count(name) for number, name in enumerate(first)]
            self._segments[shape] = [f"{name}#{n + 1}" if n else name for name, n in zip(first, seen, strict=True)]
        return self._segments[shape]

    def node(self, node: int) -> str:
        if node < 0:
            return NOTHING
        slot = int(self.engine.regions.slot[node])
        return f"{self.cell(slot)}.{self.segments(slot)[node - int(self.engine.board.tile_node[slot])]}"

    def find_node(self, text: str, section: str) -> int:
        if text == NOTHING:
            return -1
        cell, _, segment = text.partition(".")
        slot = self.slot(cell, section)
        known = self.segments(slot)
        if segment not in known:
            raise PositionError(section, why("position.segment", value=quoted(text)), why("one_of", known=known))
        return int(self.engine.board.tile_node[slot]) + known.index(segment)

    def find_segment(self, slot: int, text: str, section: str) -> int:
        known = self.segments(slot)
        if text not in known:
            raise PositionError(section, why("position.own_segment", value=quoted(text)), why("one_of", known=known))
        return known.index(text)

    # -- people and pieces --------------------------------------------------------------------------------------------

    def seat(self, text: str, section: str) -> int:
        return self.find(text, self.colours, section, "no_player")

    def owner(self, seat: int) -> str:
        return self.colours[seat] if seat < len(self.colours) else NEUTRAL

    def tile(self, text: str, section: str) -> int:
        return self.find(text, self._tiles, section, "position.no_tile")

    def pile(self, pile: int) -> str:
        return self.rules.pile_names[pile] if pile >= 0 else NOTHING

    def find_pile(self, text: str, section: str) -> int:
        return -1 if text == NOTHING else self.find(text, self.rules.pile_names, section, "position.no_pile")

    def piece(self, pile: int, text: str, section: str) -> int:
        return self.find(text, self.rules.pile_pieces[pile], section, "position.no_piece")

    def source(self, source: int) -> str:
        return {STOCK: "turn", HAND: "hand"}.get(source) or self.pile(source)

    def find_source(self, text: str, section: str) -> int:
        return {"turn": STOCK, "hand": HAND}[text] if text in ("turn", "hand") else self.find_pile(text, section)

    def seats(self, mask: int) -> str:
        return "+".join(colour for seat, colour in enumerate(self.colours) if mask >> seat & 1) or NOTHING

    def find_seats(self, text: str, section: str) -> int:
        return 0 if text == NOTHING else sum({1 << self.seat(colour, section) for colour in text.split("+")})

    def place(self, figure: int) -> str:
        """Where a figure is: in the supply, on a segment, or on one of the places that are none."""
        figures = self.engine.figures
        place, more = int(figures.place[figure]), int(figures.more[figure])
        if place == SUPPLY:
            return NOTHING
        if place < AREA:
            nodes = [place, *(node for node in ((more & (AREA - 1)) - 1, (more >> 20) - 1) if node >= 0)]
            return AND.join(map(self.node, nodes)) + (BARS if self.only_bars(figure, place) else "")
        word, index = int(figures.place_word(figure)), int(figures.place_index(figure))
        shown = self.cell(index) if word == ON_TILE else self.colours[index] if word == HELD else str(index)
        return f"{self.rules.area_names[word]}@{shown}"

    def only_bars(self, figure: int, node: int) -> bool:
        """Does a figure stand where its kind may not be placed, barring others without counting?"""
        regions, kind = self.engine.regions, self.rules.figure_kind[figure]
        if self.rules.places[kind] >> regions.kind(node) & 1:
            return False
        return bool(regions.strength[regions.region[node]] // BLOCKER & 255)

    def find_place(self, text: str, section: str) -> int:
        """The place a text names; the supply is SUPPLY."""
        if text == NOTHING:
            return int(SUPPLY)
        word, at, index = text.partition("@")
        if not at:
            return self.find_node(text, section)
        areas = self.rules.area_names
        if not word or word not in areas:
            raise PositionError(section, why("position.place", value=quoted(text)), why("position.places", known=areas[1:]))
        kind = areas.index(word)
        if kind == ON_TILE:
            return int(area(kind, self.slot(index, section)))
        if kind == HELD:
            return int(area(kind, self.seat(index, section)))
        return int(area(kind, whole(index, section, 0, 9999)))

    # -- steps --------------------------------------------------------------------------------------------------------

    def step(self, step_at: int, script: list[str]) -> str:
        """The last step taken before this one."""
        return script[step_at - 1] if step_at > 0 else NOTHING

    def find_step(self, text: str, script: list[str], section: str) -> int:
        return 0 if text == NOTHING else self.find(text, script, section, "position.no_step") + 1

    def find(self, text: str, known: Sequence[str], section: str, key: str) -> int:
        """Which of some words a text is; ``key`` says it is none."""
        if text not in known:
            shown: list[object] = [*known[:12]] or [why("none")]
            raise PositionError(section, why(key, word=quoted(text)), why("one_of", known=shown))
        return known.index(text)
