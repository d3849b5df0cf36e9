"""From the sections of a position back to an engine: tiles are laid again, figures stood, runs and tasks piled up."""

# Long: one pass from a position's text to an engine, in the order in which things lean on each other.

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from typing import TypeVar
from urllib.parse import unquote

from bastida.kernel.codes import (
    ADVANCE,
    ADVANCE_FIGURE,
    ADVANCE_STOLEN,
    BOOKING,
    DEALER,
    FINAL,
    FREELY,
    ITEM,
    ITEM_BOOKED,
    ITEM_KIND,
    ITEM_NODE,
    ITEM_POINTS,
    ITEM_WINNERS,
    OP_DRAW,
    OP_FIGURE,
    OP_PLACE,
    OVER,
    PHASE,
    RECALL,
    RUN,
    SETUP,
    STOCK,
    TAKING_BACK,
)
from bastida.kernel.engine import Engine
from bastida.kernel.figures import AREA, SUPPLY
from bastida.kernel.native import column
from bastida.language.refused import why
from bastida.record.describing import ARGS, COUNTERS, KERNEL_TASKS, Sections
from bastida.record.errors import MAX_TILES, PositionError, quoted
from bastida.record.judging import (
    Level,
    judge_column,
    judge_done,
    judge_figures,
    judge_modules,
    judge_piles,
    judge_run,
    judge_scored,
    judge_tasks,
    judge_turn,
    level_of,
)
from bastida.record.naming import AND, BARS, NOTHING, Names, whole
from bastida.record.setups import cannot_be_played, find_setup, missing_expansion
from bastida.table.setup import Setup, SetupError

TILE = re.compile(r"([^()~]+)\((-?[0-9]{1,4}),(-?[0-9]{1,4})\)r([0-3])((?:~[^~]+~[^~]+)?)")
ROUTINES = {name: routine for routine, name in KERNEL_TASKS.items()}
MOST_TASKS = 100
MOST_RUNS = 20
MOST_PARTS = 9
MOST_ITEMS = 60  # scored in one run: what a tile can complete, links included, and recalls; modules keep a bit for each
MOST_ADVANCES = 200  # of one scoring phase
BIGGEST = 10**6
ADVANCES = {ADVANCE_FIGURE: (0, 1), ADVANCE_STOLEN: (0, 1)}  # what the log may hold there
HUGE = 1 << 62
LOG = logging.getLogger("bastida")
R = TypeVar("R")


def setup_from(sections: Sections, players: tuple[str, ...] | None) -> Setup:
    """The set-up of a position, with the colours as names if nobody says others."""
    family, edition = _words(sections, "game", 2)
    colours = sections.get("seats", [])
    (first,) = _words(sections, "first", 1)
    study = sections.get("study", [])
    if study not in ([], ["dealt"], ["empty"]):
        raise PositionError(
            "study", why("position.study", value=quoted(" ".join(study))), why("either", one="dealt", other="empty")
        )
    if first not in colours:
        raise PositionError("first", why("no_player", word=quoted(first)), why("one_of", known=colours))
    expansions = dict(_pair(word, "expansions") for word in sections.get("expansions", []))
    if lacking := missing_expansion(family, expansions):
        version = unquote(expansions[lacking])
        raise PositionError("expansions", why("position.needs_expansion", word=repr(lacking), version=version))
    switches = dict(_pair(word, "switches") for word in sections.get("switches", []))
    try:
        return find_setup(
            family,
            edition,
            sections.get("sets", []),
            sections.get("elements", []),
            {name: unquote(value) for name, value in switches.items()},
            colours,
            players or [colour.capitalize() for colour in colours],
            colours.index(first),
            bool(study),
            study != ["empty"],
        )
    except SetupError as error:
        raise PositionError("game", cannot_be_played(error.problems)) from None


def place(setup: Setup, sections: Sections) -> Engine:
    """An engine at the position; PositionError names the section that is wrong."""
    engine = Engine(setup.rules())
    placing = _Placing(setup, engine, sections)
    placing.tiles()
    placing.figures()
    placing.points()
    placing.piles()
    placing.columns("own", sections.get("own", []))
    placing.done()
    placing.turn()
    if engine.asked == OVER:
        engine.push(0, RUN, 0, 0, 0)
    else:
        placing.runs()
        placing.tasks()
    judge_piles(placing.names)
    asked(lambda: judge_modules(placing.names))
    if engine.asked != OVER:
        placing.question()
    return engine


def _words(sections: Sections, key: str, count: int) -> list[str]:
    words = sections.get(key, [])
    if len(words) != count:
        raise PositionError(key, why("position.words", number=len(words)), str(count))
    return words


def _pair(word: str, section: str) -> tuple[str, str]:
    key, sign, value = word.partition("=")
    if not sign or not key or not value:
        raise PositionError(section, why("position.pair", value=quoted(word)), why("position.a_pair"))
    return key, value


class _Placing:
    def __init__(self, setup: Setup, engine: Engine, sections: Sections) -> None:
        self.setup = setup
        self.engine = engine
        self.rules = engine.rules
        self.sections = sections
        self.names = Names(setup, engine)
        self.levels: list[Level] = []  # the runs placed so far, the lowest first

    def pairs(self, section: str) -> list[tuple[str, str]]:
        found = [_pair(word, section) for word in self.sections.get(section, [])]
        if len({key for key, _ in found}) < len(found):
            raise PositionError(section, why("position.name_twice"), why("name_once"))
        return found

    # -- the table ----------------------------------------------------------------------------------------------------

    def tiles(self) -> None:
        words = self.sections.get("tiles", [])
        if len(words) > MAX_TILES:
            raise PositionError("tiles", why("position.many_tiles", number=MAX_TILES))
        if not words and self.rules.start_kind >= 0:
            raise PositionError("tiles", why("position.no_start"))
        board = self.engine.board
        board.begin(board.home)
        links = []
        for slot, word in enumerate(words):
            found = TILE.fullmatch(word)
            if found is None:
                raise PositionError("tiles", why("position.laid", value=quoted(word)), "V(1,0)r2")
            kind, x, y, turns = self.names.tile(found[1], "tiles"), int(found[2]), int(found[3]), int(found[4])
            if slot == 0:
                self.first_tile(kind, x, y)
            cell = board.cell(x, y)
            opening = -1 - board.at[cell] if cell >= 0 else -1
            if opening < 0 or not board.turns_that_fit(kind, opening) >> turns & 1:
                raise PositionError("tiles", why("position.no_fit", value=quoted(word)), why("position.in_order"))
            self.engine.lay(kind, cell, turns)
            if found[5]:
                links.append((slot, found[5][1:].split("~")))
        for slot, ends in links:
            self.link(slot, ends)
        self.engine.touched_count = 0

    def first_tile(self, kind: int, x: int, y: int) -> None:
        """The start tile lies on 0,0; on the empty table of a study any cell may be the first and names all others."""
        board = self.engine.board
        if self.rules.start_kind >= 0:
            if (kind, x, y) != (self.rules.start_kind, 0, 0):
                right = f"{self.rules.tiles[self.rules.start_kind].id}(0,0)"
                raise PositionError("tiles", why("position.not_start"), right)
        elif max(abs(x), abs(y)) < board.width // 2:
            board.home = board.open_cell[0] - x - y * board.width

    def link(self, slot: int, ends: list[str]) -> None:
        a, b = (self.names.find_segment(slot, end, "tiles") for end in ends)
        rows = self.engine.regions.row
        first = self.engine.board.tile_node[slot]
        if a == b or any(self.rules.seg_loose[rows[first + end]] == 0 for end in (a, b)):
            raise PositionError("tiles", why("position.no_link", value=quoted("~".join(ends))), why("position.loose_ends"))
        self.engine.link(slot, a, b)

    def figures(self) -> None:
        rules, barring = self.rules, set[int]()
        for key, value in self.pairs("figures"):
            owner, _, kind_name = key.partition(".")
            seat = rules.seats if owner == "neutral" else self.names.seat(owner, "figures")
            kind = self.names.find(kind_name, rules.figure_names, "figures", "position.no_figure")
            row = seat * rules.figure_kinds + kind
            places = value.split("/")
            if len(places) > rules.issued[row]:
                problem = why("position.pieces_of", number=len(places), value=quoted(key))
                raise PositionError("figures", problem, why("position.at_most", number=int(rules.issued[row])))
            for number, text in enumerate(places):
                self.stand(int(rules.figure_first[row]) + number, text)
                if text.endswith(BARS):
                    barring.add(int(rules.figure_first[row]) + number)
        judge_figures(self.names, barring)

    def stand(self, figure: int, text: str) -> None:
        engine = self.engine
        where, *others = text.removesuffix(BARS).split(AND)
        found = self.names.find_place(where, "figures")
        nodes = [self.real_node(other, "figures") for other in others]
        special = bool(nodes) or text.endswith(BARS)
        if len(nodes) > 2 or (special and not 0 <= found < AREA):
            raise PositionError("figures", why("position.place", value=quoted(text)), why("position.three_segments"))
        slots = {int(engine.regions.slot[node]) for node in (found, *nodes)} if nodes else set()
        if len(slots) > 1 or len({found, *nodes}) <= len(nodes):
            raise PositionError("figures", why("position.place", value=quoted(text)), why("position.one_tile"))
        if nodes:
            engine.stand_in_all(figure, found, nodes[0], nodes[1] if len(nodes) > 1 else -1)
        elif text.endswith(BARS):
            engine.block(figure, found)
        elif 0 <= found < AREA:
            engine.stand(figure, found)
        elif found != SUPPLY:
            engine.figures.take(figure, found)

    def points(self) -> None:
        found = self.pairs("points")
        if [key for key, _ in found] != list(self.setup.colours):
            raise PositionError("points", why("position.points"), ", ".join(self.setup.colours))
        for seat, (_, value) in enumerate(found):
            parts = value.split("+")
            if len(parts) != self.rules.figures_per_seat:
                raise PositionError("points", why("position.scorers", value=quoted(value), number=len(parts)))
            for figure, points in enumerate(parts):
                self.engine.points[seat * 2 + figure] = whole(points, "points", -BIGGEST, BIGGEST)

    def piles(self) -> None:
        rules, piles = self.rules, self.engine.piles
        for pile, name in enumerate(rules.pile_names):
            row = rules.pile_row[pile]
            if not rules.study:
                total = 0
                for at in range(len(rules.pile_pieces[pile])):
                    piles.remaining[row + at] = 0
                for key, value in self.pairs(f"left.{name}"):
                    at = self.names.piece(pile, key, f"left.{name}")
                    piles.remaining[row + at] = whole(value, f"left.{name}", 1, 999)
                    total += int(value)
                piles.mixed[pile] = total
            tail = self.sections.get(f"tail.{name}", [])
            if len(tail) > rules.tail_room:
                raise PositionError(
                    f"tail.{name}",
                    why("position.pieces", number=len(tail)),
                    why("position.at_most", number=int(rules.tail_room)),
                )
            for at, piece in enumerate(tail):
                piles.tail[pile * rules.tail_room + at] = self.names.piece(pile, piece, f"tail.{name}")
            piles.tail_size[pile] = len(tail)
            for key, value in self.pairs(f"box.{name}"):
                piles.box[row + self.names.piece(pile, key, f"box.{name}")] = whole(value, f"box.{name}", 1, 999)

    def columns(self, section: str, words: list[str]) -> None:
        rules = self.rules
        for name, value in (_pair(word, section) for word in words):
            self.names.find(name, rules.column_names, section, "position.no_column")
            for part in value.split("/"):
                at, _, number = part.partition(":")
                place = whole(at, section, 0, rules.column_length[name] - 1)
                self.engine.columns[rules.column_offset[name] + place] = whole(number, section, -HUGE, HUGE)
                judge_column(self.engine, name, place, section)

    def done(self) -> None:
        regions = self.engine.regions
        for word in self.sections.get("done", []):
            node = self.real_node(word, "done")
            judge_done(self.names, node)
            regions.done[regions.region[node]] = 1

    # -- the turn -----------------------------------------------------------------------------------------------------

    def turn(self) -> None:
        engine = self.engine
        turn, part, active = _words(self.sections, "turn", 3)
        engine.turn = whole(turn, "turn", 1, BIGGEST)
        engine.part = whole(part, "turn", 1, MOST_PARTS)
        engine.seat = self.names.seat(active, "turn")
        judge_turn(self.names)
        (asked,) = _words(self.sections, "asks", 1)
        engine.asked = (
            {"dealer": DEALER, "over": OVER}[asked] if asked in ("dealer", "over") else self.names.seat(asked, "asks")
        )
        for name, value in self.pairs("counters"):
            self.names.find(name, list(COUNTERS), "counters", "position.no_counter")
            setattr(engine, COUNTERS[name], whole(value, "counters", 0, 1))
        words = self.sections.get("log", [])
        if len(words) > MOST_ADVANCES:
            raise PositionError("log", why("position.words", number=len(words)), why("position.at_most", number=MOST_ADVANCES))
        engine.phase_log = column((len(words) + 8) * ADVANCE, 0)
        for at, word in enumerate(words):
            colour, *numbers = word.split("/")
            if len(numbers) != ADVANCE - 1:
                raise PositionError("log", why("position.advance", value=quoted(word)))
            engine.phase_log[at * ADVANCE] = self.names.seat(colour, "log")
            for field, number in enumerate(numbers, 1):
                least, most = ADVANCES.get(field, (-BIGGEST, BIGGEST))
                most = int(self.rules.figures_per_seat) - 1 if field == ADVANCE_FIGURE else most
                engine.phase_log[at * ADVANCE + field] = whole(number, "log", least, most)
        engine.phase_count = len(words)

    def runs(self) -> None:
        level = 0
        slots: list[int] = []
        final = any(word.partition(":")[0] == KERNEL_TASKS[FINAL] for word in self.sections.get("tasks", []))
        while f"run{level}" in self.sections and level < MOST_RUNS:
            if level:
                self.engine.push_run(STOCK, 0)
            self.run(f"run{level}")
            judge_run(self.names, f"run{level}", self.levels[-1] if level else None, slots, final)
            self.levels.append(level_of(self.engine))
            slots.append(int(self.engine.run_slot))
            level += 1
        if level == 0:
            raise PositionError("run0", why("position.no_run"))

    def run(self, section: str) -> None:
        engine, names = self.engine, self.names
        engine.run_kind = engine.run_slot = engine.run_pile = -1
        own: list[str] = []
        for key, value in (_pair(word, section) for word in self.sections[section]):
            if key == "at":
                engine.step_at = names.find_step(value, names.run_steps, section)
            elif key == "tile":
                engine.run_kind = names.tile(value, section)
            elif key == "laid":
                engine.run_slot = names.slot(value, section)
            elif key == "from":
                engine.run_source = names.find_source(value, section)
            elif key == "pile":
                engine.run_pile = names.find_pile(value, section)
            elif key == "rights":
                engine.run_rights = whole(value, section, FREELY, TAKING_BACK)
            elif key == "item":
                self.item(value, section)
            elif key == "touched":
                for node in value.split("/"):
                    engine.touch(self.real_node(node, section))
            elif key.startswith("own."):
                own.append(f"{key[4:]}={value}")
            else:
                raise PositionError(section, why("position.run_has_no", value=quoted(key)))
        if engine.item_count - engine.item_base > MOST_ITEMS:
            raise PositionError(section, why("position.many_items"), why("position.at_most", number=MOST_ITEMS))
        self.columns(section, own)  # what they may hold depends on the items

    def real_node(self, text: str, section: str) -> int:
        node = self.names.find_node(text, section)
        if node < 0:
            raise PositionError(section, why("position.segment_missing"))
        return node

    def item(self, text: str, section: str) -> None:
        engine = self.engine
        parts = text.split("/")
        if len(parts) != ITEM:
            raise PositionError(section, why("position.item", value=quoted(text)))
        kinds = self.rules.segment_names
        kind = kinds.index(parts[0]) if parts[0] in kinds else whole(parts[0], section, RECALL, RECALL)
        node = self.real_node(parts[1], section)
        if kind not in (RECALL, engine.regions.kind(node)):
            raise PositionError(section, why("position.item", value=quoted(text)), kinds[engine.regions.kind(node)])
        points, winners = whole(parts[2], section, 0, BIGGEST), self.names.find_seats(parts[3], section)
        number = engine.add_item(kind, node, points, winners)
        engine.items[number * ITEM + ITEM_BOOKED] = whole(parts[4], section, 0, 1)

    def tasks(self) -> None:
        engine = self.engine
        runs = engine.run_level + 1
        engine.depth = 0
        words = self.sections.get("tasks", ["run"])
        found = [word.partition(":")[0] for word in words].count("run")
        if len(words) > MOST_TASKS or found != runs or words[0] != "run":
            problem = why("position.runs", number=found, count=len(words))
            raise PositionError("tasks", problem, why("position.lowest_run", number=int(runs)))
        for word in words:
            self.task(word)
        judge_tasks(self.names, self.levels)

    def task(self, text: str) -> None:
        engine, names = self.engine, self.names
        name, *args = text.split(":")
        if len(args) > ARGS:
            raise PositionError("tasks", why("position.arguments", value=quoted(text)))
        module, dot, routine = name.partition(".")
        if dot:
            owner = names.find(module, names.modules, "tasks", "position.no_module")
            if owner == 0:
                raise PositionError("tasks", why("position.no_task", word=quoted(name)))
            number = whole(routine, "tasks", -BIGGEST, BIGGEST)
        else:
            owner = 0
            names.find(name, list(ROUTINES), "tasks", "position.no_task")
            number = ROUTINES[name]
        engine.push(owner, number, 0, 0, 0)
        for at, arg in enumerate(args):
            engine.set_arg(at, self.argument(owner, number, at, arg))

    def argument(self, owner: int, routine: int, at: int, text: str) -> int:
        names = self.names
        if owner == 0 and at == 0:
            if routine in (FINAL, SETUP):
                return names.find_step(text, names.final_steps if routine == FINAL else names.setup_steps, "tasks")
            if routine == PHASE:
                return names.find_step(text, [module.name for module in self.rules.on_phase_over], "tasks")
            if routine == BOOKING:
                return whole(text, "tasks", -1, int(self.engine.item_count) - 1)
        if owner == 0 and routine == BOOKING and at == 1:
            return -1 if text == NOTHING else names.seat(text, "tasks")
        return whole(text, "tasks", -HUGE, HUGE)

    def question(self) -> None:
        """Somebody must be asked something, and by a task that can ask."""
        engine = self.engine
        owner, routine = engine.owner(), engine.routine()
        if owner == 0:
            if routine not in (RUN, BOOKING):
                raise PositionError("tasks", why("position.task_asks_nothing", word=repr(KERNEL_TASKS[int(routine)])))
            self.kernel_question(engine.op() if routine == RUN and engine.step_at > 0 else 0)
        judge_scored(self.names)
        count = asked(lambda: int(engine.list_options().count))
        if count == 0:
            raise PositionError("asks", why("position.nothing_to_answer"))

    def kernel_question(self, op: int) -> None:
        engine = self.engine
        if engine.routine() == RUN:
            if op == 0 or engine.rules.op_actor[engine.step_at - 1] != 0 or op not in (OP_DRAW, OP_PLACE, OP_FIGURE):
                raise PositionError("run0", why("position.step_asks_nothing"))
            ready = {
                OP_DRAW: engine.run_pile >= 0 and engine.run_pile == engine.draw_pile(),
                OP_PLACE: engine.run_kind >= 0 and engine.run_slot < 0,
                OP_FIGURE: engine.run_slot >= 0,
            }
            if not ready[op]:
                raise PositionError("run0", why("position.wrong_tile"))
        right = DEALER if op == OP_DRAW else engine.seat
        if engine.asked != right:
            instead = "dealer" if op == OP_DRAW else self.setup.colours[engine.seat]
            raise PositionError("asks", why("position.other_asked"), instead)


def asked(question: Callable[[], R]) -> R:
    """What is asked at a position. Its numbers may be any, so a module may look for what is not on this table."""
    try:
        return question()
    except PositionError:
        raise
    except IndexError:
        raise PositionError("tasks", why("position.cannot_be_asked")) from None
    except Exception:  # ours
        LOG.exception("a question of a position")
        raise PositionError("tasks", why("position.cannot_be_asked")) from None


def recall_notes(engine: Engine) -> None:
    """Tell the recorder again why the items that wait to be booked give points."""
    if engine.recorder is None:
        return
    for number in range(engine.item_base, engine.item_count):
        winners = int(engine.item(number, ITEM_WINNERS))
        if engine.item(number, ITEM_BOOKED) == 0 and winners and engine.item(number, ITEM_KIND) >= 0:
            region = engine.regions.region[engine.item(number, ITEM_NODE)]
            seat = (winners & -winners).bit_length() - 1
            if engine.worth(region, True, seat) == engine.item(number, ITEM_POINTS):
                engine.recorder.note(engine, number, region, True)
