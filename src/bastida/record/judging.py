"""Whether a position could have come about, as far as can be told: numbers in their ranges, pieces conserved, tasks known.

Positions come from strangers, and the engine believes its numbers. What is accepted here must be playable to its end, so
everything that modules and kernel rely on is looked at: see ``kernel/ranges.py`` for what modules say of their own.
"""

# Long: every way in which a position can be impossible.

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from bastida.kernel.answers import Refusal
from bastida.kernel.codes import (
    BOOKING,
    DEALER,
    FINAL,
    FRAME,
    FREELY,
    HAND,
    ITEM_KIND,
    NO_FIGURE,
    OP_DRAW,
    OP_END,
    OP_FIGURE,
    OP_PLACE,
    OP_SCORE,
    OVER,
    PHASE,
    RUN,
    SETUP,
    STOCK,
)
from bastida.kernel.engine import Engine
from bastida.kernel.figures import AREA, ASIDE, HELD, ON_TILE, RESTING, SUPPLY
from bastida.kernel.ranges import ACTIVE, ANYWHERE, BEFORE, CHANCE, NOBODY, PHASE_OVER, Range, Task
from bastida.language.refused import why
from bastida.record.errors import PositionError, quoted
from bastida.record.naming import Names

MEANINGS: Final = {
    "number": why("position.a_number"),
    "points": why("position.a_points"),
    "space": why("position.a_space"),
    "coordinate": why("position.a_coordinate"),
    "seat": why("position.a_seat"),
    "seats": why("position.a_seats"),
    "how_many_seats": why("position.a_how_many_seats"),
    "tile": why("position.a_tile"),
    "node": why("position.a_node"),
    "figure_kind": why("position.a_figure_kind"),
    "item": why("position.a_item"),
    "items": why("position.a_items"),
}


class Level(NamedTuple):
    """What a run says of itself, while others are put on it."""

    step_at: int
    first_item: int
    items: int  # where they end


def level_of(engine: Engine) -> Level:
    return Level(int(engine.step_at), int(engine.item_base), int(engine.item_count))


def in_range(engine: Engine, number: int, holds: Range, section: str, name: str) -> None:
    """A number that a module has said something about."""
    if not holds.has(engine, number):
        most = holds.most(engine)
        known: list[object] = [why("position.range", least=holds.least, most=most)] if most >= holds.least else []
        right = why("position.means", what=MEANINGS[holds.meaning], known=known + list(holds.others) or [why("none")])
        raise PositionError(section, why("position.cannot_hold", value=quoted(str(number)), word=repr(name)), right)


def judge_column(engine: Engine, name: str, place: int, section: str) -> None:
    """A number of a module's column that is not the one it began with."""
    rules = engine.rules
    number = int(engine.columns[rules.column_offset[name] + place])
    if number == rules.column_start[rules.column_offset[name] + place]:
        return
    if name in rules.columns_by_tile and place >= engine.board.tiles:
        right = why("position.at_most", number=int(engine.board.tiles) - 1)
        raise PositionError(section, why("position.cannot_hold", value=quoted(f"{place}:{number}"), word=repr(name)), right)
    holds = rules.column_holds[name]
    in_range(engine, number, holds[place if len(holds) > 1 else 0], section, name)


# -- pieces -----------------------------------------------------------------------------------------------------------


def judge_figures(names: Names, barring: set[int]) -> None:
    """Figures stand where their kind may, as a study's need not; ``barring`` are those said to bar without counting."""
    engine, rules = names.engine, names.rules
    for figure in range(rules.figure_total):
        place, kind = int(engine.figures.place[figure]), int(rules.figure_kind[figure])
        seat = int(rules.figure_seat[figure])
        if place == SUPPLY:
            continue
        if place < AREA:
            here = 1 << int(engine.regions.kind(place))
            nodes = engine.regions_under(figure) if engine.figures.more[figure] else [place]
            alike = all(int(engine.regions.kind(node)) == int(engine.regions.kind(place)) for node in nodes)
            allowed = rules.barring[kind] if figure in barring else int(rules.places[kind])
            fits = alike and (allowed & here or (rules.study and figure not in barring))
            fits = fits and (rules.spreads or not engine.figures.more[figure])
        else:
            word, index = int(engine.figures.place_word(figure)), int(engine.figures.place_index(figure))
            called = rules.area_names[word] != AREA_WORDS[word] or (word == ASIDE and index == 0)  # it has no part in this
            fits = called if word != RESTING else rules.rests and index == 0
            if word == HELD and (index == seat or seat == rules.seats):
                fits = False
            if word in (HELD, ON_TILE) and not rules.follower[kind]:
                fits = False
        if not fits:
            shown = f"{names.owner(seat)}.{rules.figure_names[kind]}={names.place(figure)}"
            raise PositionError("figures", why("position.not_there", value=quoted(shown)))


def judge_piles(names: Names) -> None:
    """No more pieces than the boxes hold: on the table, in piles, out of the game or in hand.

    Some may be missing: whoever sets up a lesson or a problem leaves out what has no part in it.
    """
    rules, piles = names.rules, names.engine.piles
    total = [0] * len(rules.tiles)
    full = [0] * len(rules.tiles)
    for pile, name in enumerate(rules.pile_names):
        start = pile * int(rules.tail_room)
        tail = [int(piles.tail[start + place]) for place in range(piles.tail_size[pile])]
        if rules.study:
            if tail != [int(rules.pile_tail[start + place]) for place in range(rules.pile_tail_size[pile])]:
                raise PositionError(f"tail.{name}", why("position.study_pile"))
            continue
        for piece, most in enumerate(rules.pile_full[pile]):
            row = int(rules.pile_row[pile]) + piece
            here = int(piles.remaining[row]) + int(piles.box[row]) + tail.count(piece)
            if here > most:
                problem = why("position.pieces_of", number=here, value=quoted(rules.pile_pieces[pile][piece]))
                raise PositionError(f"left.{name}", problem, why("position.at_most", number=most))
            if pile in rules.tile_piles:
                total[piece] += here
                full[piece] += most
    if not rules.study:
        _judge_tiles(names, total, full)


def _judge_tiles(names: Names, total: list[int], full: list[int]) -> None:
    engine, rules = names.engine, names.rules
    for slot in range(engine.board.tiles):
        total[engine.board.kind(slot)] += 1
    if engine.run_kind >= 0 and engine.run_slot < 0 and engine.asked != OVER:
        total[engine.run_kind] += 1
    if rules.start_kind >= 0:
        full[rules.start_kind] += 1
    for kind, tile in enumerate(rules.tiles):
        most = full[kind] + rules.held_kinds.get(kind, 0)
        if total[kind] > most:
            problem = why("position.pieces_of", number=total[kind], value=quoted(tile.id))
            raise PositionError("tiles", problem, why("position.in_all", number=most))


AREA_WORDS: Final = ("", "on_tile", "held", "track", "resting", "aside")  # of places that no module has named


def judge_done(names: Names, node: int) -> None:
    """Only what is complete was scored as it stands."""
    if not names.engine.complete(names.engine.regions.region[node]):
        raise PositionError("done", why("position.not_complete", value=quoted(names.node(node))))


def judge_scored(names: Names) -> None:
    """Between two turns everything that is complete has been scored."""
    engine, regions, rules = names.engine, names.engine.regions, names.rules
    between_turns = engine.depth == 1 and engine.run_level == 0 and engine.run_slot < 0
    if rules.study or not between_turns:
        return
    for node in range(regions.nodes):
        region = regions.region[node]
        if rules.completes[regions.kind(region)] and not regions.done[region] and engine.complete(region):
            raise PositionError("done", why("position.not_scored", value=quoted(names.node(node))))


def judge_turn(names: Names) -> None:
    """Turns go round; in a study anybody may be given the next."""
    engine, rules = names.engine, names.rules
    right = int(rules.first_seat + engine.turn - 1) % int(rules.seats)
    if engine.seat != right and not rules.study:
        raise PositionError("turn", why("position.not_the_turn", word=names.colours[engine.seat]), names.colours[right])


# -- runs -------------------------------------------------------------------------------------------------------------


def judge_run(names: Names, section: str, below: Level | None, slots: Sequence[int], final: bool) -> None:
    """A run that was just placed: its tile, where that comes from, and what is scored in it.

    ``slots`` are the tiles laid in the runs below.
    """
    engine, rules = names.engine, names.rules
    step_at, drawn = int(engine.step_at), int(rules.op_drawn)
    placing = _kernel_step(engine, OP_PLACE)
    kind, slot, pile = int(engine.run_kind), int(engine.run_slot), int(engine.run_pile)
    laid = step_at > placing + 1 and not final
    in_hand = step_at > drawn and not final
    if (slot >= 0) != laid or (kind >= 0) != in_hand or (laid and engine.board.kind(slot) != kind):
        raise PositionError(section, why("position.wrong_tile"))
    if laid and slots and slot <= max(slots):
        raise PositionError(section, why("position.wrong_tile"))
    source, rights = int(engine.run_source), int(engine.run_rights)
    if below is None:
        known = source == STOCK and rights in rules.turn_rights
        if rules.held_kinds and source == HAND:
            known = rights in (FREELY, NO_FIGURE)
    else:
        known = any(
            (run.pile, run.rights) == (source, rights) and engine.run_level <= run.deep and run.at == _step_name(names, below)
            for run in rules.further_runs
        )
    if not known:
        raise PositionError(section, why("position.no_such_run"))
    if pile >= 0 and pile not in rules.tile_piles:
        raise PositionError(section, why("position.no_pile", word=quoted(names.pile(pile))))
    if in_hand and source != HAND and (pile not in rules.stock if source == STOCK else pile != source):
        raise PositionError(section, why("position.no_pile", word=quoted(names.pile(pile))))
    _judge_items(names, section, laid)


def _judge_items(names: Names, section: str, laid: bool) -> None:
    engine = names.engine
    if not laid and (engine.item_count > engine.item_base or engine.touched_count > engine.touched_base):
        raise PositionError(section, why("position.nothing_scored_yet"))
    scored = engine.step_at > _kernel_step(engine, OP_SCORE)
    for number in range(engine.item_base, engine.item_count):
        if engine.item(number, ITEM_KIND) >= 0 and not scored:
            raise PositionError(section, why("position.nothing_scored_yet"))


def _kernel_step(engine: Engine, op: int) -> int:
    rules = engine.rules
    return next(at for at in range(len(rules.op_step)) if rules.op_actor[at] == 0 and rules.op_step[at] == op)


def _step_name(names: Names, level: Level) -> str:
    """The step a run was in when another was put on it."""
    return names.run_steps[level.step_at - 1].partition(".")[2].partition("#")[0] if level.step_at else ""


# -- tasks ------------------------------------------------------------------------------------------------------------


def judge_tasks(names: Names, levels: Sequence[Level]) -> None:
    """The stack from below: each task on one that may have put it there."""
    engine = names.engine
    run = -1
    for depth in range(engine.depth):
        owner, routine = _task_at(engine, depth)
        if owner == 0 and routine == RUN:
            run += 1
        top = depth == engine.depth - 1
        if owner == 0:
            fits = depth == 0 or _kernel_task_fits(names, depth, levels[run], top)
        else:
            fits = _task_fits(names, depth, levels[run], top)
        if depth and _task_at(engine, depth - 1) == (0, RUN) and (owner, routine) not in ((0, FINAL), (0, SETUP)):
            fits = fits and (
                _put_off(names, depth - 1) or _was_taken(engine, levels[run - 1 if (owner, routine) == (0, RUN) else run])
            )
        if not fits:
            raise PositionError("tasks", why("position.not_on_that", word=quoted(task_name(names, owner, routine))))


def _was_taken(engine: Engine, level: Level) -> bool:
    """Has a run taken its step, so that something can lie on it? Drawing and laying wait for their answer."""
    at = level.step_at - 1
    return at >= 0 and (engine.rules.op_actor[at] != 0 or engine.rules.op_step[at] not in (OP_DRAW, OP_PLACE, OP_END))


def _task_at(engine: Engine, depth: int) -> tuple[int, int]:
    return int(engine.stack[depth * FRAME]), int(engine.stack[depth * FRAME + 1])


def _args(engine: Engine, depth: int) -> list[int]:
    return [int(engine.stack[depth * FRAME + at]) for at in range(2, FRAME)]


def task_name(names: Names, owner: int, routine: int) -> str:
    return f"{names.modules[owner]}.{routine}" if owner else KERNEL_NAMES[routine]


KERNEL_ARGS: Final = {RUN: 0, FINAL: 1, SETUP: 1, BOOKING: 3, PHASE: 1}  # how many there are
KERNEL_NAMES: Final = {RUN: "run", FINAL: "final", SETUP: "setup", BOOKING: "booking", PHASE: "phase"}


def _waiting(names: Names, depth: int) -> bool:
    """May others lie on the task of a module?"""
    owner, routine = _task_at(names.engine, depth)
    return owner != 0 and names.rules.tasks[owner, routine].waits


def _put_off(names: Names, depth: int) -> bool:
    """Is this a question of the active player before which another task asks something?"""
    engine = names.engine
    above = _task_at(engine, depth + 1)
    if above[0] == 0 or above not in names.rules.tasks or BEFORE not in names.rules.tasks[above].at:
        return False
    owner, routine = _task_at(engine, depth)
    if owner == 0:
        at = int(engine.step_at) - 1
        kernel = routine == RUN and at >= 0 and engine.rules.op_actor[at] == 0
        return kernel and engine.rules.op_step[at] in (OP_PLACE, OP_FIGURE)
    asks = names.rules.tasks[owner, routine].asks
    if isinstance(asks, int):
        return _args(engine, depth)[asks] == engine.seat
    return asks == ACTIVE


def _kernel_task_fits(names: Names, depth: int, level: Level, top: bool) -> bool:
    engine, rules = names.engine, names.rules
    _, routine = _task_at(engine, depth)
    under = _task_at(engine, depth - 1)
    args = _args(engine, depth)
    if any(args[KERNEL_ARGS[routine] :]):
        raise PositionError("tasks", why("position.arguments", value=quoted(KERNEL_NAMES[routine])))
    if routine == RUN:
        return under == (0, RUN) or _waiting(names, depth - 1)
    if routine in (FINAL, SETUP):
        begun = engine.turn > 1 or engine.board.tiles > 1
        return depth == 1 and engine.run_level == 0 and not (routine == SETUP and (begun or level.step_at != 0))
    if routine == PHASE:
        return under in ((0, RUN), (0, FINAL), (0, SETUP)) or _waiting(names, depth - 1)
    if under != (0, RUN) or level.step_at != _kernel_step(engine, OP_SCORE) + 1:
        return False
    number, seat, paid = args[0], args[1], args[2]
    if not 0 <= paid <= rules.seats:
        return False
    if top:
        return number < 0 and seat < 0
    return level.first_item <= number < level.items and seat >= 0 and paid > 0


def _task_fits(names: Names, depth: int, level: Level, top: bool) -> bool:
    engine = names.engine
    owner, routine = _task_at(engine, depth)
    said = names.rules.tasks.get((owner, routine))
    if said is None:
        word = quoted(task_name(names, owner, routine))
        known: list[object] = [task_name(names, *one) for one in names.rules.tasks if one[0] == owner] or [why("none")]
        raise PositionError("tasks", why("position.no_task", word=word), why("one_of", known=known))
    for at, number in enumerate(_args(engine, depth)):
        if at < len(said.holds):
            in_range(engine, number, said.holds[at], "tasks", task_name(names, owner, routine))
        elif number != 0:
            raise PositionError("tasks", why("position.arguments", value=quoted(task_name(names, owner, routine))))
    if top and said.asks != NOBODY:
        _judge_asked(names, said)
    if (top and said.asks == NOBODY) or (not top and not said.waits and not _put_off(names, depth)):
        return False
    if BEFORE in said.at and _put_off(names, depth - 1):
        return True
    under = _task_at(engine, depth - 1)
    if said.over is not None:
        return under == (owner, said.over)
    if ANYWHERE in said.at:
        return under[0] == 0 or _waiting(names, depth - 1)
    if PHASE_OVER in said.at and under == (0, PHASE):
        return True
    return under[0] == 0 and _comes_from(names, owner, said, under[1], depth - 1, level)


def _comes_from(names: Names, owner: int, said: Task, routine: int, depth: int, level: Level) -> bool:
    """Is the step that was just taken one in which the module puts this task on the stack?"""
    engine, rules = names.engine, names.rules
    if routine in (FINAL, SETUP):
        actors, steps = (rules.final_actor, rules.final_step) if routine == FINAL else (rules.setup_actor, rules.setup_step)
        at = _args(engine, depth)[0] - 1
        return 0 <= at < len(actors) and actors[at] == owner and rules.step_names[steps[at]] in said.at
    at = level.step_at - 1
    if routine != RUN or at < 0:
        return False
    if rules.op_actor[at] == 0:
        return rules.op_step[at] == OP_FIGURE and rules.kernel_step_names[OP_FIGURE] in said.at
    if rules.op_actor[at] != owner or rules.step_names[rules.op_step[at]] not in said.at:
        return False
    taken = int(rules.scored_steps) >> at & 1 == 0 or level.items > level.first_item
    slot = int(engine.run_slot)  # questions of modules are asked on the topmost run, or wait below nothing but it
    return taken and (slot < 0 or int(rules.tile_steps[engine.board.kind(slot)]) >> at & 1 == 1)


def _judge_asked(names: Names, said: Task) -> None:
    engine = names.engine
    if said.asks == CHANCE:
        right, instead = int(DEALER), "dealer"
    else:
        right = int(engine.seat) if said.asks == ACTIVE else int(engine.arg(int(said.asks)))
        instead = names.colours[right]
    if engine.asked != right:
        raise PositionError("asks", why("position.other_asked"), instead)


def judge_modules(names: Names) -> None:
    """What the modules know of their own numbers together."""
    for module in names.rules.modules[1:]:
        name = module.odd(names.engine)
        if name:
            raise PositionError(*_odd(names, name))


def _odd(names: Names, name: str) -> tuple[str, Refusal]:
    """The section in which something odd stands, and the sentence."""
    module, _, what = name.partition(".")
    if not what:
        section = "counters" if name == "stolen" else name
    elif module in ("left", "tail", "box"):
        section = name
    else:
        section = "tasks" if what.isdecimal() else "own"
    return section, why("position.odd", word=repr(name))
