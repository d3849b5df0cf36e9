"""Actions as numbers: a fixed one for every answer, whatever the board looks like, and the way back.

The numbers of a set-up are laid out once, section after section; ``SECTIONS`` of ``docs/environments.md`` says how.
What an answer is comes from its value (``kernel.answers``); which sections there are comes from how the modules write
their verbs. A cell counts from the first tile, modulo 32 in each direction, so numbers do not move when the board grows.
"""

# Long: one numbering of answers, and the way back beside it, so that neither forgets the other.

from __future__ import annotations

from typing import Final, final

from bastida.env.sheets import bytes_of, i32, numbers_of, u8
from bastida.kernel.answers import Cell, Line, Option, Scorer, Seat, Segment, Space, Standing, Target, Tile, form_of, parts
from bastida.kernel.codes import BOOKING, OP_PLACE
from bastida.kernel.deploy import PLACE
from bastida.kernel.engine import Engine
from bastida.kernel.geometry import PORT_NAMES, SIDE_NAMES
from bastida.kernel.native import column, grown, i64, vec
from bastida.kernel.notation import FORMS, LAY, SCORE
from bastida.kernel.notation import PASS as PASS_VERB
from bastida.kernel.options import ACTORS, PASS, Options
from bastida.kernel.rules import Rules
from bastida.table.session import action, scoring, signed

ENCODING: Final = 1
"""The version of the action numbers; it changes with every change to which number means what."""

WIDTH: Final = 32  # cells of a row, and rows
CELLS: Final = WIDTH * WIDTH
MIDDLE: Final = WIDTH // 2  # where the first tile lies
TURNS: Final = 4
FIGURES: Final = 16
SEATS: Final = 6
PLACES: Final = 32  # on one tile: 12 ports, 12 of the second layer, centres, what is closed in
HOODS: Final = 24  # the first of the centres
INNER: Final = 28  # the first of what is closed in
NUMBERS: Final = 64
SCORERS: Final = 4
LINES: Final = 16  # from a side to a side
DETAILS: Final = 128
PORTS_SAID: Final = 64  # details: numbers first, then ports, figures, and other words in the order of the list
FIGURES_SAID: Final = 76
WORDS_SAID: Final = 96
ON_A_TILE: Final = 8  # answers of one verb on one tile: by place, figure and seat
EXTRA: Final = 64  # answers without a number of their own
FEATURES: Final = ("action", "section", "figure", "place", "x", "y", "turn", "seat", "number", "declines")
"""What is told of an answer in a row of numbers, one after the other."""

LAYING: Final = 0  # the first three sections of every set-up
PASSING: Final = 1
PLACING: Final = 2


@final
class Section:
    """Numbers that belong together: the answers of one verb of one module."""

    def __init__(self, module: str, verb: str, start: int, fields: list[tuple[str, int]]) -> None:
        self.module = module
        self.verb = verb
        self.start: i64 = start
        self.fields = fields  # what it is made of, with how many values each, the slowest first
        self.size: i64 = 1
        for _name, number in fields:
            self.size *= number
        names = [name for name, _ in fields]
        self.by_cell = "cell" in names
        self.by_figure = "figure" in names
        self.by_seat = "seat" in names
        self.by_line = "line" in names
        self.by_number = "number" in names
        self.by_scorer = "scorer" in names
        self.by_place = "place" in names
        self.by_detail = "detail" in names
        self.ranked = "rank" in names

    def __repr__(self) -> str:
        return f"<Section {self.module} {self.verb} {self.start}..{self.start + self.size - 1}>"


def fields_of(form: str) -> list[tuple[str, int]]:
    """What the numbers of a verb are made of, from how it is written."""
    said = parts(form)[1::2]
    found: list[tuple[str, int]] = []
    if "cell" in said:
        found.append(("cell", CELLS))
        if "ends" in said:
            found.append(("line", LINES))
        if "segment" in said:
            found.append(("rank", ON_A_TILE))
        elif "figure" in said:
            found.append(("figure", FIGURES))
        return found
    for field, name, number in (
        ("player", "seat", SEATS),
        ("figure", "figure", FIGURES),
        ("scorer", "scorer", SCORERS),
        ("segment", "place", PLACES),
        ("ends", "line", LINES),
        ("number", "number", NUMBERS),
        ("detail", "detail", DETAILS),
    ):
        if field in said:
            found.append((name, number))
    return found


@final
class Encoding:
    """The numbers of a set-up's answers."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.sections = [
            Section("", LAY, 0, [("turn", TURNS), ("cell", CELLS)]),
            Section("", PASS_VERB, TURNS * CELLS, []),
            Section("", PLACE, TURNS * CELLS + 1, [("figure", FIGURES), ("place", PLACES)]),
        ]
        self.verbs: list[dict[str, int]] = [{PASS_VERB: PASSING}]  # by module: its verbs' sections
        at = TURNS * CELLS + 1 + FIGURES * PLACES
        if len(rules.on_order) > 0:
            self.verbs[0][SCORE] = len(self.sections)
            at = self.add("", SCORE, FORMS[SCORE], at)
        for module in rules.modules[1:]:
            mine: dict[str, int] = {}
            for verb in module.notation:
                form = form_of(module.notation, verb)
                if verb == PLACE and "cell" not in parts(form)[1::2]:
                    mine[verb] = PLACING  # whatever is put on the new tile, whoever offers it
                    continue
                mine[verb] = len(self.sections)
                at = self.add(module.name, verb, form, at)
            self.verbs.append(mine)
        self.extra: i64 = at
        self.sections.append(Section("", "other", at, [("rank", EXTRA)]))
        self.size: i64 = at + EXTRA
        self.places: dict[str, int] = {}
        self.figures = {name: min(number, FIGURES - 1) for number, name in enumerate(rules.figure_names)}
        # What the answer that was read last is made of.
        self.figure: i64 = 0
        self.place: i64 = 0
        self.x: i64 = 0
        self.y: i64 = 0
        self.turn: i64 = 0
        self.seat: i64 = 0
        self.line: i64 = 0
        self.scorer: i64 = 0
        self.number: i64 = 0

    def add(self, module: str, verb: str, form: str, at: int) -> int:
        """Begin a section of answers at this number; returns where the next one begins."""
        section = Section(module, verb, at, fields_of(form))
        self.sections.append(section)
        return at + section.size

    # -- reading an answer --------------------------------------------------------------------------------------------

    def read(self, option: Option, asked: i64) -> None:
        """Take an answer apart: its figure, place, cell, seat (counted from the one who is asked) and so on."""
        self.place = 0
        self.x = 0
        self.y = 0
        self.turn = 0
        self.seat = 0
        self.line = 0
        self.scorer = 0
        self.number = 0
        figure = option.figure
        target: Target = option.target
        if isinstance(target, Segment):
            self.x = target.x
            self.y = target.y
            self.place = self.place_code(target.name)
        elif isinstance(target, Standing):
            self.x = target.x
            self.y = target.y
            self.place = self.place_code(target.where)
            self.seat = SEATS - 1 if target.seat is None else self.seat_code(target.seat, asked)
            if not figure:
                figure = target.kind
        elif isinstance(target, (Cell, Tile, Line)):
            self.x = target.x
            self.y = target.y
            if isinstance(target, Cell):
                self.turn = target.turn
            elif isinstance(target, Line):
                self.line = 4 * side_code(target.start) + side_code(target.end)
        elif isinstance(target, Seat):
            self.seat = self.seat_code(target.number, asked)
        elif isinstance(target, Scorer):
            self.seat = self.seat_code(target.seat, asked)
            self.scorer = min(target.number, SCORERS - 1)
        elif isinstance(target, Space):
            self.number = min(max(target.number, 0), NUMBERS - 1)
        self.figure = self.figures.get(figure, 0) if figure else 0

    def seat_code(self, seat: i64, asked: i64) -> i64:
        """A seat counted from the one that is asked."""
        seat -= asked
        if seat < 0:
            seat += self.rules.seats
        return seat

    def place_code(self, name: str) -> int:
        """Where on a tile: the first port of a segment by its name, or a centre, or something closed in."""
        found = self.places.get(name, -1)
        if found < 0:
            found = self.places[name] = place_of(self.rules, name)
        return found

    def detail_code(self, detail: str) -> int:
        """The number of what an answer says beyond figure and place."""
        if detail.isascii() and detail.isdecimal() and len(detail) < 9:
            return min(int(detail), NUMBERS - 1)
        if detail in PORT_NAMES:
            return PORTS_SAID + PORT_NAMES.index(detail)
        if detail in self.figures:
            return FIGURES_SAID + self.figures[detail]
        return WORDS_SAID

    def section_of(self, option: Option, owner: i64) -> i64:
        """The section of an answer; -1 if its verb is in none."""
        return self.verbs[owner].get(option.verb, -1)

    def base(self, number: i64, option: Option) -> i64:
        """The first of the numbers that the answer just read may have; it has one, or as many as answers differ in rank."""
        if number < 0:
            return self.extra
        section = self.sections[number]
        at: i64 = 0
        if section.by_cell:
            at = cell_code(self.x, self.y)
            if section.by_line:
                at = at * LINES + self.line
            if section.ranked:
                return section.start + at * ON_A_TILE
            if section.by_figure:
                at = at * FIGURES + self.figure
            return section.start + at
        if section.by_seat:
            at = self.seat
        if section.by_figure:
            at = at * FIGURES + self.figure
        if section.by_scorer:
            at = at * SCORERS + self.scorer
        if section.by_place:
            at = at * PLACES + self.place
        if section.by_line:
            at = at * LINES + self.line
        if section.by_number:
            at = at * NUMBERS + self.number
        if section.by_detail:
            self.number = self.detail_code(option.detail)
            at = at * DETAILS + self.number
        return section.start + at

    def room(self, number: i64) -> i64:
        """How many numbers the answer just read may have, from its base on."""
        if number < 0:
            return EXTRA
        section = self.sections[number]
        if section.ranked:
            return ON_A_TILE
        if section.by_detail and self.number == WORDS_SAID:
            return DETAILS - WORDS_SAID
        return 1

    def explain(self, number: int) -> dict[str, int | str]:
        """What an action number stands for, part by part, whether or not it is an answer now."""
        if not 0 <= number < self.size:
            raise ValueError(f"actions are numbers from 0 to {self.size - 1}, not {number}")
        section = self.sections[0]
        for one in self.sections:
            if one.start <= number:
                section = one
        rest: int = number - section.start
        found: dict[str, int | str] = {"module": section.module, "verb": section.verb}
        values: list[tuple[str, int]] = []
        for name, size in reversed(section.fields):
            values.append((name, rest % size))
            rest //= size
        for name, value in reversed(values):
            if name == "cell":
                found["x"] = value % WIDTH - MIDDLE
                found["y"] = value // WIDTH - MIDDLE
            else:
                found[name] = value
        return found


def place_of(rules: Rules, name: str) -> int:
    word, _, where = name.partition(" ")
    if where in PORT_NAMES:
        return PORT_NAMES.index(where) + (len(PORT_NAMES) if word == rules.second_layer else 0)
    if where.startswith("inner"):
        number = where.removeprefix("inner")
        return min(INNER + (int(number) - 1 if number else 0), PLACES - 1)
    hoods = [kind for number, kind in enumerate(rules.segment_names) if rules.is_hood[number]]
    return min(HOODS + hoods.index(word), INNER - 1) if word in hoods else PLACES - 1


def side_code(name: str) -> int:
    return SIDE_NAMES.index(name.upper()) if name.upper() in SIDE_NAMES else 0


def cell_code(x: i64, y: i64) -> i64:
    """A cell by its distance from the first tile, modulo 32 in each direction; the first tile is in the middle."""
    return ((y + MIDDLE) & (WIDTH - 1)) * WIDTH + ((x + MIDDLE) & (WIDTH - 1))


@final
class Answers:
    """The answers to the question a game asks, with their action numbers, and the mask."""

    def __init__(self, encoding: Encoding, mask: vec[u8], start: i64) -> None:
        self.encoding = encoding
        self.mask = mask  # a byte for every action, from ``start`` on
        self.start = start
        self.count: i64 = 0
        self.ids = column(32, -1)  # in the order of the game's list; -1: it has none
        self.bases = column(32, 0)
        self.rooms = column(32, 0)
        self.keys = column(32, 0)
        self.extras: i64 = 0

    def clear(self) -> None:
        ids, mask, start = self.ids, self.mask, self.start
        for i in range(self.count):
            if ids[i] >= 0:
                mask[start + ids[i]] = u8(0)
        self.count = 0
        self.extras = 0

    def fill(self, game: Engine) -> None:
        """Number the answers to the present question; none if nobody is asked, or the dealer."""
        self.clear()
        asked = game.asked
        if asked < 0:
            return
        out = game.list_options()
        count = out.count
        self.make_room(count)
        self.count = count
        owner, routine = game.owner(), game.routine()
        if owner != 0:
            module = game.rules.modules[owner]
            for i in range(count):
                option = signed(module.meaning(game, routine, out.items[i]), module, out.items[i])
                self.note(i, option, owner, asked)
        elif routine == BOOKING:
            for i in range(count):
                self.note(i, scoring(game, out.items[i]), 0, asked)
        elif game.op() == OP_PLACE:
            self.fill_placements(game, out)
            return
        else:
            modules = game.rules.modules
            for i in range(count):
                number = out.items[i]
                if number == PASS:
                    self.bases[i] = TURNS * CELLS
                    self.rooms[i] = 1
                else:
                    of = number & (ACTORS - 1)
                    self.note(i, modules[of].action_meaning(game, number >> 6), of, asked)
        self.give()

    def make_room(self, count: i64) -> None:
        if count > len(self.ids):
            size = 2 * count
            self.ids = grown(self.ids, size, -1)
            self.bases = grown(self.bases, size, 0)
            self.rooms = grown(self.rooms, size, 0)
            self.keys = grown(self.keys, size, 0)

    def fill_placements(self, game: Engine, out: Options) -> None:
        ids, mask, start, items = self.ids, self.mask, self.start, out.items
        width, home = game.board.width, game.board.home
        below = width - 1
        row_home = home // width
        column_home = home & below
        shift: i64 = 0
        while (1 << shift) < width:  # the width is a power of two
            shift += 1
        for i in range(self.count):
            cell = items[i] >> 2
            x = (cell & below) - column_home + MIDDLE
            y = (cell >> shift) - row_home + MIDDLE
            number = (items[i] & 3) * CELLS + (y & (WIDTH - 1)) * WIDTH + (x & (WIDTH - 1))
            if mask[start + number] != 0:
                number = self.next_extra()
            ids[i] = number
            if number >= 0:
                mask[start + number] = u8(1)

    def note(self, i: i64, option: Option, owner: i64, asked: i64) -> None:
        encoding = self.encoding
        encoding.read(option, asked)
        section = encoding.section_of(option, owner)
        self.bases[i] = encoding.base(section, option)
        self.rooms[i] = encoding.room(section)
        self.keys[i] = (encoding.place * FIGURES + encoding.figure) * SEATS + encoding.seat

    def give(self) -> None:
        """Give every answer its number: its own, or by its rank among those that share theirs."""
        ids, bases, rooms, keys = self.ids, self.bases, self.rooms, self.keys
        mask, start, extra = self.mask, self.start, self.encoding.extra
        for i in range(self.count):
            number = bases[i]
            if number == extra:
                number = self.next_extra()
            elif rooms[i] > 1:
                rank: i64 = 0
                for j in range(self.count):
                    if bases[j] == bases[i] and (keys[j] < keys[i] or (keys[j] == keys[i] and j < i)):
                        rank += 1
                if rank < rooms[i]:
                    number += rank
                else:
                    number = self.next_extra()
            if number >= 0 and mask[start + number] != 0:
                number = self.next_extra()
            ids[i] = number
            if number >= 0:
                mask[start + number] = u8(1)

    def next_extra(self) -> i64:
        if self.extras >= EXTRA:
            return -1
        self.extras += 1
        return self.encoding.extra + self.extras - 1

    def find(self, number: i64) -> i64:
        """Where in the game's list the answer with an action number stands; -1 if it is none now."""
        if number < 0 or number >= self.encoding.size or self.mask[self.start + number] == 0:
            return -1
        ids = self.ids
        for i in range(self.count):
            if ids[i] == number:
                return i
        return -1

    def numbers(self) -> list[int]:
        """The action numbers as an ordinary list, in the game's order."""
        return [self.ids[i] for i in range(self.count)]

    def describe(self, game: Engine) -> vec[i32]:
        """The answers as rows of numbers (``FEATURES``), in the game's order."""
        width = len(FEATURES)
        rows = numbers_of(max(self.count * width, 1))
        out = game.list_options()
        owner, routine, asked = game.owner(), game.routine(), game.asked
        encoding = self.encoding
        for i in range(self.count):
            number = out.items[i]
            at = i * width
            section: i64 = LAYING
            declines = False
            if owner == 0 and routine != BOOKING and game.op() == OP_PLACE:
                cell = number >> 2
                encoding.read(PASSED, asked)
                encoding.x = game.board.x(cell)
                encoding.y = game.board.y(cell)
                encoding.turn = number & 3
            else:
                of = owner
                if owner != 0:
                    option = game.rules.modules[owner].meaning(game, routine, number)
                elif routine == BOOKING:
                    option = scoring(game, number)
                else:
                    option = action(game, number)
                    of = number & (ACTORS - 1)
                encoding.read(option, asked)
                section = encoding.section_of(option, of)
                declines = option.declines
                if section >= 0:
                    encoding.base(section, option)
            rows[at] = i32(self.ids[i])
            rows[at + 1] = i32(section)
            rows[at + 2] = i32(encoding.figure)
            rows[at + 3] = i32(encoding.place)
            rows[at + 4] = i32(encoding.x)
            rows[at + 5] = i32(encoding.y)
            rows[at + 6] = i32(encoding.turn)
            rows[at + 7] = i32(encoding.seat)
            rows[at + 8] = i32(encoding.number)
            rows[at + 9] = i32(1 if declines else 0)
        return rows


PASSED: Final = Option(PASS_VERB, declines=True)


def answers_of(rules: Rules) -> Answers:
    """For one game: with a mask of its own."""
    encoding = Encoding(rules)
    return Answers(encoding, bytes_of(encoding.size), 0)
