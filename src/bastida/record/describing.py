"""A position as sections of words. Whatever can change in an engine is here, or follows from what is here."""

from __future__ import annotations

from typing import Final
from urllib.parse import quote

from bastida.kernel.codes import (
    ADVANCE,
    BOOKING,
    DEALER,
    FINAL,
    FRAME,
    ITEM_BOOKED,
    ITEM_KIND,
    ITEM_NODE,
    ITEM_POINTS,
    ITEM_WINNERS,
    OP_SCORE,
    OVER,
    PHASE,
    RUN,
    SETUP,
    STOCK,
)
from bastida.kernel.engine import Engine
from bastida.record.naming import NOTHING, Names
from bastida.table.setup import Setup

Sections = dict[str, list[str]]

ARGS: Final = FRAME - 2
KERNEL_TASKS: Final = {RUN: "run", FINAL: "final", SETUP: "setup", BOOKING: "booking", PHASE: "phase"}
# Numbers of the engine that are 0 most of the time, by the name they have in a position.
COUNTERS: Final = {"second_part": "next_part", "barred": "part_barred", "stolen": "stolen"}
# The rest of the engine follows from the sections: a test compares these lists with the engine itself.
DESCRIBED: Final = frozenset(
    "board regions figures piles points columns stack depth run_level asked seat turn part step_at run_kind run_slot run_source"
    " run_pile run_rights items item_base item_count touched touched_base touched_count phase_log phase_count".split()
) | frozenset(COUNTERS.values())
DERIVED: Final = frozenset("rules recorder choices listed bill saved spread spent".split())


def describe(setup: Setup, engine: Engine) -> Sections:
    """The sections of a position, in the order they are written."""
    names = Names(setup, engine)
    sections: Sections = {"position": ["1"], "game": [setup.family, setup.edition]}
    sections["sets"] = list(setup.sets)
    sections["elements"] = list(setup.elements)
    sections["expansions"] = [f"{name}={quote(version, safe='')}" for name, version in setup.foreign.items()]
    sections["switches"] = [f"{name}={quote(value, safe='')}" for name, value in sorted(setup.unusual.items())]
    sections["seats"] = list(setup.colours)
    sections["first"] = [setup.colours[setup.first]]
    if setup.study:
        sections["study"] = ["dealt" if setup.start else "empty"]
    sections["turn"] = [str(engine.turn), str(engine.part), setup.colours[engine.seat]]
    asked = int(engine.asked)
    sections["asks"] = ["dealer" if asked == DEALER else "over" if asked == OVER else setup.colours[asked]]
    sections["tiles"] = [_tile(names, slot) for slot in range(engine.board.tiles)]
    sections["figures"] = _figures(names)
    sections["points"] = _points(names)
    sections |= _piles(names, setup.study)
    run_columns, columns = _columns(names)
    sections["own"] = columns
    sections["done"] = _done(names)
    sections["counters"] = [
        f"{name}={getattr(engine, field)}" for name, field in COUNTERS.items() if getattr(engine, field) != 0
    ]
    sections["log"] = _log(names)
    if asked != OVER:
        runs = _runs(setup, engine, run_columns)
        for level, run in enumerate(runs):
            sections[f"run{level}"] = run
        sections["tasks"] = _tasks(names)
    return {key: words for key, words in sections.items() if words}


def _tile(names: Names, slot: int) -> str:
    board = names.engine.board
    text = f"{names.rules.tiles[board.kind(slot)].id}({names.cell(slot)})r{board.turns(slot)}"
    pair = int(board.tile_link[slot])
    if pair:
        text += "".join(f"~{names.segments(slot)[end - 1]}" for end in (pair >> 4, pair & 15))
    return text


def _figures(names: Names) -> list[str]:
    """By owner and kind: the place of each piece, as far as there is one outside the supply."""
    rules, found = names.rules, []
    for row in range(int((rules.seats + 1) * rules.figure_kinds)):
        first = rules.figure_first[row]
        places = [names.place(figure) for figure in range(first, first + rules.issued[row])]
        while places and places[-1] == NOTHING:
            places.pop()
        if places:
            seat, kind = divmod(row, int(rules.figure_kinds))
            found.append(f"{names.owner(seat)}.{rules.figure_names[kind]}={'/'.join(places)}")
    return found


def _points(names: Names) -> list[str]:
    points, per_seat = names.engine.points, names.rules.figures_per_seat
    return [
        f"{colour}={'+'.join(str(points[seat * 2 + figure]) for figure in range(per_seat))}"
        for seat, colour in enumerate(names.colours)
    ]


def _piles(names: Names, study: bool) -> Sections:
    """By pile: what is left unordered (a study's piles never run out), the known tail below, what went to the box."""
    piles, rules = names.engine.piles, names.rules
    sections: Sections = {}
    for pile, name in enumerate(rules.pile_names):
        row, pieces = rules.pile_row[pile], rules.pile_pieces[pile]
        left = [f"{piece}={piles.remaining[row + n]}" for n, piece in enumerate(pieces) if piles.remaining[row + n]]
        start = pile * rules.tail_room
        sections[f"left.{name}"] = [] if study else left
        sections[f"tail.{name}"] = [pieces[piles.tail[start + place]] for place in range(piles.tail_size[pile])]
        sections[f"box.{name}"] = [f"{piece}={piles.box[row + n]}" for n, piece in enumerate(pieces) if piles.box[row + n]]
    return sections


def _columns(names: Names) -> tuple[list[str], list[str]]:
    """The modules' columns: names of those that belong to a run; of the others, all values that have changed."""
    rules, found, of_runs = names.rules, [], []
    for name in rules.column_names:
        if rules.run_columns[0] <= rules.column_offset[name] < rules.run_columns[1]:
            of_runs.append(name)
        else:
            found += _column(names.engine, name)
    return of_runs, found


def _column(engine: Engine, name: str) -> list[str]:
    rules, columns = engine.rules, engine.columns
    offset = rules.column_offset[name]
    places = range(rules.column_length[name])
    changed = [f"{at}:{columns[offset + at]}" for at in places if columns[offset + at] != rules.column_start[offset + at]]
    return [f"{name}={'/'.join(changed)}"] if changed else []


def _done(names: Names) -> list[str]:
    """Regions that were scored as they stand, each by its first segment in the order of laying."""
    regions = names.engine.regions
    seen: set[int] = set()
    found = []
    for node in range(regions.nodes):
        region = int(regions.region[node])
        if region not in seen:
            seen.add(region)
            if regions.done[region]:
                found.append(names.node(node))
    return found


def _log(names: Names) -> list[str]:
    """The advances of the present scoring phase; before the next scoring nobody looks at the old ones."""
    engine, rules = names.engine, names.rules
    scoring = [at for at in range(len(rules.op_step)) if rules.op_actor[at] == 0 and rules.op_step[at] == OP_SCORE]
    if engine.asked == OVER or (engine.depth == 1 and scoring and engine.step_at <= scoring[0]):
        return []
    log = engine.phase_log
    rows = [[int(log[at * ADVANCE + field]) for field in range(ADVANCE)] for at in range(engine.phase_count)]
    return ["/".join([names.colours[row[0]], *map(str, row[1:])]) for row in rows]


def _runs(setup: Setup, engine: Engine, columns: list[str]) -> list[list[str]]:
    """The present run and, below it, those that wait; the lowest first."""
    found = []
    copy = engine.copy()
    while True:
        found.append(_run(Names(setup, copy), columns))
        if copy.run_level == 0:
            return found[::-1]
        copy.pop_run()


def _run(names: Names, columns: list[str]) -> list[str]:
    engine = names.engine
    words = [f"at={names.step(int(engine.step_at), names.run_steps)}"]
    if engine.run_kind >= 0:
        words.append(f"tile={names.rules.tiles[engine.run_kind].id}")
    if engine.run_slot >= 0:
        words.append(f"laid={names.cell(int(engine.run_slot))}")
    if engine.run_source != STOCK:
        words.append(f"from={names.source(int(engine.run_source))}")
    if engine.run_pile >= 0:
        words.append(f"pile={names.pile(int(engine.run_pile))}")
    if engine.run_rights:
        words.append(f"rights={engine.run_rights}")
    words += [f"item={_item(names, number)}" for number in range(engine.item_base, engine.item_count)]
    touched = [names.node(int(engine.touched[at])) for at in range(engine.touched_base, engine.touched_count)]
    if touched:
        words.append(f"touched={'/'.join(touched)}")
    for name in columns:
        words += [f"own.{word}" for word in _column(engine, name)]
    return words


def _item(names: Names, number: int) -> str:
    engine = names.engine
    kind = int(engine.item(number, ITEM_KIND))
    shown = names.rules.segment_names[kind] if kind >= 0 else str(kind)
    node = names.node(int(engine.item(number, ITEM_NODE)))
    winners = names.seats(int(engine.item(number, ITEM_WINNERS)))
    return f"{shown}/{node}/{engine.item(number, ITEM_POINTS)}/{winners}/{engine.item(number, ITEM_BOOKED)}"


def _tasks(names: Names) -> list[str]:
    """The stack, the lowest task first, unless there is nothing but the run of the turn."""
    engine = names.engine
    words = [_task(names, [int(engine.stack[at * FRAME + n]) for n in range(FRAME)]) for at in range(engine.depth)]
    return words if words != ["run"] else []


def _task(names: Names, frame: list[int]) -> str:
    module, routine, *args = frame
    shown = [str(arg) for arg in args]
    zero = "0"
    if module:
        name = f"{names.modules[module]}.{routine}"
    else:
        name = KERNEL_TASKS[routine]
        if routine in (FINAL, SETUP):
            script = names.final_steps if routine == FINAL else names.setup_steps
            shown[0], zero = names.step(args[0], script), NOTHING
        elif routine == PHASE:
            listeners = [module.name for module in names.rules.on_phase_over]
            shown[0], zero = names.step(args[0], listeners), NOTHING
        elif routine == BOOKING:
            shown[1] = names.colours[args[1]] if args[1] >= 0 else NOTHING
    while shown and shown[-1] == (zero if len(shown) == 1 else "0"):
        shown.pop()
    return ":".join([name, *shown])
