"""The engine: one game's whole state, the verbs that change it, and the loop that runs to the next question.

The engine is always either over or asking somebody one question: a seat, or the dealer (chance). Work in progress
lies on a stack of tasks, eight integers each; the one on top asks or goes on. The bottom task is the *run*: one
tile's pass through the steps of ``order.py``. Messages and bonus tiles push further runs on top. Scopes: ``turn_``,
``part_``, ``run_``.

Everything that changes is in integer columns, so ``copy`` is a few slices. Nothing here knows a particular game.
"""

# Long: one class, the state of a game; its verbs lie in laying, moving, scoring and deploy already.

from __future__ import annotations

from typing import final

from bastida.kernel import hashing, laying, links, moving, scoring
from bastida.kernel.board import Board
from bastida.kernel.chance import Rng
from bastida.kernel.codes import (
    ADVANCE,
    BOOKING,
    DEALER,
    EVERY_STEP,
    FINAL,
    FRAME,
    FREELY,
    HAND,
    ITEM,
    MOST_ANSWERS,
    MOST_STEPS,
    NOBODY,
    OP_DRAW,
    OP_FIGURE,
    OP_PHASE,
    OP_PLACE,
    OP_RETURN,
    OP_SCORE,
    OVER,
    PHASE,
    RUN,
    SAVED,
    SETUP,
    STOCK,
    UNKNOWN,
)
from bastida.kernel.figures import RESTING, Figures
from bastida.kernel.ledger import Recorder
from bastida.kernel.native import column, grown, i64, vec
from bastida.kernel.options import PASS, Options, unpack_action, unpack_placement
from bastida.kernel.piles import Piles
from bastida.kernel.regions import Regions
from bastida.kernel.rules import Rules
from bastida.kernel.runaway import Runaway


@final
class Engine:
    def __init__(self, rules: Rules, source: Engine | None = None) -> None:
        self.rules = rules
        self.recorder: Recorder | None = None
        self.choices = Options()
        self.listed = False  # choices hold the answers to the present question
        self.bill = rules.bill
        if source is None:
            self.board = Board(rules)
            self.regions = Regions(rules)
            self.figures = Figures(rules)
            self.piles = Piles(rules)
            self.points: vec[i64] = column(2 * rules.seats, 0)  # by seat and scoring figure: totals, laps included
            self.columns: vec[i64] = rules.column_start[:]  # the modules' columns
            self.stack: vec[i64] = column(8 * FRAME, 0)
            self.depth: i64 = 0
            self.saved: vec[i64] = column(2 * SAVED, 0)  # runs that wait below another
            self.run_level: i64 = 0
            self.asked: i64 = NOBODY
            self.seat: i64 = rules.first_seat  # the active player
            self.turn: i64 = 1
            self.part: i64 = 1
            self.next_part: i64 = 0  # a second part was earned and accepted
            self.part_barred: i64 = 0  # no more figures in this part
            self.step_at: i64 = 0
            self.run_kind: i64 = -1  # the tile in hand
            self.run_slot: i64 = -1  # the tile laid
            self.run_source: i64 = STOCK
            self.run_pile: i64 = -1
            self.run_rights: i64 = FREELY
            self.items: vec[i64] = column(16 * ITEM, 0)
            self.item_base: i64 = 0
            self.item_count: i64 = 0  # ends of the run's items, counted from the start of the column
            self.touched: vec[i64] = column(32, 0)  # further nodes whose regions may have been completed
            self.touched_base: i64 = 0
            self.touched_count: i64 = 0
            self.phase_log: vec[i64] = column(8 * ADVANCE, 0)  # the advances of the present scoring phase
            self.phase_count: i64 = 0
            self.spread: i64 = 0  # figures that stand in several regions
            self.stolen: i64 = 0  # points awarded now are stolen ones
            self.spent: i64 = 0  # steps since the last answer
        else:
            self.board = Board(rules, source.board)
            self.regions = Regions(rules, source.regions)
            self.figures = Figures(rules, source.figures)
            self.piles = Piles(rules, source.piles)
            self.points = source.points[:]
            self.columns = source.columns[:]
            self.stack = source.stack[:]
            self.depth = source.depth
            self.saved = source.saved[:]
            self.run_level = source.run_level
            self.asked = source.asked
            self.seat = source.seat
            self.turn = source.turn
            self.part = source.part
            self.next_part = source.next_part
            self.part_barred = source.part_barred
            self.step_at = source.step_at
            self.run_kind = source.run_kind
            self.run_slot = source.run_slot
            self.run_source = source.run_source
            self.run_pile = source.run_pile
            self.run_rights = source.run_rights
            self.items = source.items[:]
            self.item_base = source.item_base
            self.item_count = source.item_count
            self.touched = source.touched[:]
            self.touched_base = source.touched_base
            self.touched_count = source.touched_count
            self.phase_log = source.phase_log[:]
            self.phase_count = source.phase_count
            self.stolen = source.stolen
            self.spread = source.spread
            self.spent = 0

    def copy(self) -> Engine:
        """The whole game again, without its recorder."""
        return Engine(self.rules, self)

    def __copy__(self) -> Engine:
        return Engine(self.rules, self)

    def __deepcopy__(self, memo: dict[int, object]) -> Engine:
        return Engine(self.rules, self)

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("an engine cannot be pickled, for its rules are shared; pickle the game")

    def position_hash(self) -> int:
        """64 bits for where the game stands; worked out now, from the state as it is (see hashing.py)."""
        return hashing.position_hash(self)

    # -- set-up -----------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Lay the start tile and run to the first question."""
        board, rules = self.board, self.rules
        board.begin(board.home)
        if rules.start_kind >= 0:
            self.lay(rules.start_kind, board.home, rules.start_turns)
        self.run_slot = -1
        self.touched_count = 0
        self.spent = 0
        self.push(0, RUN, 0, 0, 0)
        if len(rules.setup_actor) > 0:
            self.push(0, SETUP, 0, 0, 0)
        self.advance()

    # -- questions ----------------------------------------------------------------------------------------------------

    def answer(self, option: i64) -> None:
        """Answer the question with one of its options and run to the next one. The option is not checked.

        Rules that never come to a question raise ``Runaway``; the engine is then somewhere in between.
        """
        self.asked = NOBODY
        self.spent = 0
        top = (self.depth - 1) * FRAME
        owner = self.stack[top]
        if owner != 0:
            self.rules.modules[owner].answer(self, self.stack[top + 1], option)
        elif self.stack[top + 1] == BOOKING:
            self.set_arg(0, option)
        else:
            op = self.rules.op_step[self.step_at - 1]
            if op == OP_PLACE:
                cell, turns = unpack_placement(option)
                self.run_slot = self.lay(self.run_kind, cell, turns)
            elif op != OP_FIGURE:
                self.drawn(option)
            elif option != PASS:
                module, action = unpack_action(option)
                self.rules.modules[module].act(self, action)
        self.listed = False
        self.advance()

    def advance(self) -> None:
        """Run to the next question. One that was put off by another is simply asked again."""
        if self.asked != NOBODY:
            return
        while self.asked == NOBODY:
            self.spend()
            top = (self.depth - 1) * FRAME
            owner = self.stack[top]
            if owner == 0:
                routine = self.stack[top + 1]
                if routine == RUN:
                    self.go_on()
                elif routine == BOOKING:
                    scoring.book_items(self)
                elif routine == PHASE:
                    scoring.end_phase(self)
                else:
                    self.go_through(routine)
            else:
                self.rules.modules[owner].run(self, self.stack[top + 1])
        for module in self.rules.on_asking:
            depth = self.depth
            module.asking(self)
            if self.depth != depth:
                self.listed = False

    def spend(self) -> None:
        """One more step since the last answer. Whatever rules do again and again counts, so that none goes on for ever."""
        spent = self.spent + 1
        self.spent = spent
        if spent > MOST_STEPS:
            raise Runaway("steps", self.rules.modules[self.owner()].name, int(self.routine()))

    def scoring_end(self) -> bool:
        """Is the final scoring under way?"""
        return self.depth > 0 and self.owner() == 0 and self.routine() == FINAL

    def list_options(self) -> Options:
        """The answers to the present question."""
        out = self.choices
        if self.listed:
            return out
        self.listed = True
        out.clear()
        top = (self.depth - 1) * FRAME
        owner = self.stack[top]
        if self.asked == OVER:
            return out
        if owner != 0:
            self.rules.modules[owner].options(self, self.stack[top + 1], out)
            return out
        if self.stack[top + 1] == BOOKING:
            scoring.list_items(self, out)
            return out
        op = self.rules.op_step[self.step_at - 1]
        if op == OP_PLACE:
            laying.list_placements(self, self.run_kind, out)
        elif op == OP_FIGURE:
            moving.list_actions(self, out)
        else:
            laying.list_draws(self, out)
        return out

    def random_option(self, rng: Rng) -> i64:
        """Any answer to the present question, all alike; draws by their weight."""
        top = (self.depth - 1) * FRAME
        if not self.listed and self.stack[top] == 0 and self.stack[top + 1] == RUN:
            op = self.rules.op_step[self.step_at - 1]
            if op == OP_DRAW:
                piles = self.piles
                return piles.nth(self.run_pile, rng.below(piles.chances(self.run_pile)))
            if op == OP_PLACE and self.rules.filtered[self.run_kind] == 0:
                return self.board.random_placement(self.run_kind, rng)
        out = self.list_options()
        if self.asked == DEALER:
            return self.weighted(out, rng)
        return out.items[rng.below(out.count)]

    def weighted(self, out: Options, rng: Rng) -> i64:
        total: i64 = 0
        for i in range(out.count):
            total += self.weight(out.items[i])
        n = rng.below(total)
        for i in range(out.count):
            n -= self.weight(out.items[i])
            if n < 0:
                return out.items[i]
        return out.items[0]

    def weight(self, option: i64) -> i64:
        """How likely an outcome of the present chance is, in parts."""
        top = (self.depth - 1) * FRAME
        owner = self.stack[top]
        if owner == 0:
            return self.piles.copies(self.run_pile, option)
        return self.rules.modules[owner].weight(self, self.stack[top + 1], option)

    def play_random(self, rng: Rng) -> None:
        """Answer everything at random to the end of the game; a study, whose piles never run out, has none."""
        answers: i64 = 0
        while self.asked != OVER:
            answers += 1
            if answers > MOST_ANSWERS:
                raise Runaway("answers")
            self.answer(self.random_option(rng))

    # -- the steps of a run -----------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Take steps until one asks something, pushes a task or ends the run."""
        rules = self.rules
        steps: i64 = UNKNOWN
        while True:
            step_at = self.step_at
            self.step_at = step_at + 1
            actor = rules.op_actor[step_at]
            step = rules.op_step[step_at]
            if actor != 0:
                if steps == UNKNOWN:
                    steps = self.steps_to_take()
                if (steps >> step_at) & 1 == 0:
                    continue
                depth = self.depth
                rules.modules[actor].step(self, step)
                if self.depth != depth or self.asked != NOBODY:
                    return
            elif step == OP_DRAW:
                self.draw()
                return
            elif step == OP_PLACE:
                self.asked = self.seat
                return
            elif step == OP_FIGURE:
                out = self.choices
                out.clear()
                moving.list_actions(self, out)
                if out.count > 1:
                    self.listed = True
                    self.asked = self.seat
                    return
            elif step == OP_SCORE:
                if scoring.score(self):
                    return
                steps = UNKNOWN
            elif step == OP_RETURN:
                if self.item_count > self.item_base:
                    scoring.return_figures(self)
            elif step == OP_PHASE:
                if self.phase_count > 0:
                    self.push(0, PHASE, 0, 0, 0)
                    return
            else:
                depth = self.depth
                self.end_run()
                if self.depth != depth:
                    return
                steps = UNKNOWN

    def steps_to_take(self) -> i64:
        """A bit for each step of the run but those in which a module has nothing to do with this tile, or as nothing
        was scored.
        """
        if self.run_slot < 0:
            return EVERY_STEP
        steps = self.rules.tile_steps[self.board.kind(self.run_slot)]
        if self.item_count == self.item_base:
            steps &= ~self.rules.scored_steps
        return steps

    def go_through(self, routine: i64) -> None:
        """The scripts of the set-up and of the final scoring: one step after the other."""
        rules = self.rules
        actors = rules.final_actor if routine == FINAL else rules.setup_actor
        steps = rules.final_step if routine == FINAL else rules.setup_step
        at = self.arg(0)
        while at < len(actors):
            depth = self.depth
            self.set_arg(0, at + 1)
            rules.modules[actors[at]].step(self, steps[at])
            if self.depth != depth or self.asked != NOBODY:
                return
            at += 1
        self.pop()
        if routine == FINAL:
            self.asked = OVER

    def draw_pile(self) -> i64:
        """The pile the next draw of this run takes from, or -1."""
        return self.pile_of(self.run_source)

    def pile_of(self, source: i64) -> i64:
        """The pile that a draw from a source (a pile, or the stock) takes from now, or -1."""
        if source >= 0:
            if self.piles.size(source) > 0:
                return source
            return -1
        piles = self.piles
        for i in range(len(self.rules.stock)):
            pile = self.rules.stock[i]
            if piles.mixed[pile] > 0 or piles.tail_size[pile] > 0:
                return pile
        return -1

    def draw(self) -> None:
        """Ask the dealer for a tile; without any left the run, or the game, is over."""
        self.spend()
        pile = self.draw_pile()
        if self.rules.study and pile >= 0 and not self.holds_a_fit(pile):
            pile = -1  # it never runs out, but nothing of it fits any more
        self.run_pile = pile
        if pile >= 0:
            self.asked = DEALER
        elif self.run_level > 0:
            self.end_run()
        else:
            self.begin_final()

    def drawn(self, kind: i64) -> None:
        """The dealer has named a tile."""
        self.piles.take(self.run_pile, kind)
        self.take_up(kind)

    def take_up(self, kind: i64) -> None:
        """A tile has left its pile: it is laid next, or goes to the box if it fits nowhere, and another is drawn."""
        self.run_kind = kind
        self.step_at = self.rules.op_drawn
        if not self.can_be_laid(kind):
            self.piles.discard(self.run_pile, kind)
            self.draw_again()

    def holds_a_fit(self, pile: i64) -> bool:
        """Could any tile of a pile be laid?"""
        row = self.rules.pile_row[pile]
        for kind in range(len(self.rules.pile_pieces[pile])):
            if self.piles.remaining[row + kind] > 0 and self.can_be_laid(kind):
                return True
        return False

    def end_run(self) -> None:
        """The run is over: go back to the one below, or on to the next part, the next player, the end."""
        if self.run_level > 0:
            self.pop_run()
            return
        rules = self.rules
        if self.next_part != 0:
            self.next_part = 0
            self.part += 1
            self.clear_columns(rules.part_columns[0])
        else:
            self.part = 1
            self.turn += 1
            seat = self.seat + 1
            if seat == rules.seats:
                seat = 0
            self.seat = seat
            self.clear_columns(rules.turn_columns[0])
        if rules.rests:
            self.wake()
        self.part_barred = 0
        self.begin_run(STOCK, FREELY)
        if self.draw_pile() < 0:
            self.begin_final()

    def wake(self) -> None:
        """Resting figures can be used again."""
        for figure in range(self.rules.figure_total):
            if self.figures.place_word(figure) == RESTING:
                self.figures.put_back(figure)

    def begin_run(self, source: i64, rights: i64) -> None:
        self.step_at = 0
        self.run_kind = -1
        self.run_slot = -1
        self.run_source = source
        self.run_rights = rights
        self.item_count = self.item_base
        self.touched_count = self.touched_base

    def clear_columns(self, first: i64) -> None:
        """The modules' columns from here on start anew: those of a turn lie before those of a part and of a run."""
        size = self.rules.column_size
        if first < size:
            columns, start = self.columns, self.rules.column_start
            for i in range(first, size):
                columns[i] = start[i]

    def push_run(self, source: i64, rights: i64) -> None:
        """Start a further run, from its draw, on top of the present one."""
        run_columns = self.rules.run_columns
        width = SAVED + run_columns[1] - run_columns[0]
        at = self.run_level * width
        if at + width > len(self.saved):
            self.saved = grown(self.saved, 2 * (at + width), 0)
        saved = self.saved
        saved[at] = self.step_at
        saved[at + 1] = self.run_kind
        saved[at + 2] = self.run_slot
        saved[at + 3] = self.run_source
        saved[at + 4] = self.run_pile
        saved[at + 5] = self.run_rights
        saved[at + 6] = self.item_base
        saved[at + 7] = self.item_count
        saved[at + 8] = self.touched_base
        saved[at + 9] = self.touched_count
        for i in range(run_columns[0], run_columns[1]):
            saved[at + SAVED + i - run_columns[0]] = self.columns[i]
        self.run_level += 1
        self.item_base = self.item_count
        self.touched_base = self.touched_count
        self.begin_run(source, rights)
        self.clear_columns(run_columns[0])
        self.step_at = self.rules.op_draw
        self.push(0, RUN, 0, 0, 0)

    def pop_run(self) -> None:
        run_columns = self.rules.run_columns
        self.run_level -= 1
        at = self.run_level * (SAVED + run_columns[1] - run_columns[0])
        saved = self.saved
        self.step_at = saved[at]
        self.run_kind = saved[at + 1]
        self.run_slot = saved[at + 2]
        self.run_source = saved[at + 3]
        self.run_pile = saved[at + 4]
        self.run_rights = saved[at + 5]
        self.item_base = saved[at + 6]
        self.item_count = saved[at + 7]
        self.touched_base = saved[at + 8]
        self.touched_count = saved[at + 9]
        for i in range(run_columns[0], run_columns[1]):
            self.columns[i] = saved[at + SAVED + i - run_columns[0]]
        self.pop()

    def begin_final(self) -> None:
        """The last tile is played: score what stands."""
        self.run_kind = -1
        self.run_slot = -1
        if self.recorder is not None:
            self.recorder.end(self)
        self.push(0, FINAL, 0, 0, 0)

    def play_from_hand(self, kind: i64) -> None:
        """The run goes on with a tile that was not drawn."""
        self.run_source = HAND
        self.run_kind = kind
        self.step_at = self.rules.op_drawn

    def draw_again(self) -> None:
        """The tile in hand was given up: go back to the draw."""
        self.run_kind = -1
        self.step_at = self.rules.op_draw

    def finish(self) -> None:
        """End the game here and now, whatever is being asked; what is being scored is scored, and only once."""
        self.spent = 0
        scoring.wind_up(self)
        self.asked = NOBODY
        self.listed = False
        self.depth = 1
        self.run_level = 0
        self.begin_final()
        self.advance()

    # -- tasks ------------------------------------------------------------------------------------------------------

    def push(self, module: i64, routine: i64, a: i64, b: i64, c: i64) -> None:
        """Put a task on the stack; three arguments now, ``set_arg`` reaches six."""
        at = self.depth * FRAME
        if at + FRAME > len(self.stack):
            self.stack = grown(self.stack, 2 * (at + FRAME), 0)
        stack = self.stack
        stack[at] = module
        stack[at + 1] = routine
        stack[at + 2] = a
        stack[at + 3] = b
        stack[at + 4] = c
        stack[at + 5] = 0
        stack[at + 6] = 0
        stack[at + 7] = 0
        self.depth += 1

    def pop(self) -> None:
        self.depth -= 1

    def arg(self, number: i64) -> i64:
        return self.stack[(self.depth - 1) * FRAME + 2 + number]

    def set_arg(self, number: i64, value: i64) -> None:
        stack = self.stack
        stack[(self.depth - 1) * FRAME + 2 + number] = value

    def ask(self, seat: i64) -> None:
        """The task on top asks this seat, or the dealer."""
        self.asked = seat

    def owner(self) -> i64:
        """The module whose task is on top; 0 for the kernel."""
        return self.stack[(self.depth - 1) * FRAME]

    def routine(self) -> i64:
        return self.stack[(self.depth - 1) * FRAME + 1]

    def op(self) -> i64:
        """The kernel's step that is asking."""
        return self.rules.op_step[self.step_at - 1]

    def next_seat(self, seat: i64) -> i64:
        self.spend()
        seat += 1
        if seat == self.rules.seats:
            return 0
        return seat

    # -- laying tiles (see laying.py) ------------------------------------------------------------------------------

    def can_be_laid(self, kind: i64) -> bool:
        return laying.can_be_laid(self, kind)

    def lay(self, kind: i64, cell: i64, turns: i64) -> i64:
        """Put a tile on the table and join what meets; returns its slot."""
        return laying.lay(self, kind, cell, turns)

    def touch(self, node: i64) -> None:
        """The region of this node may have been completed in this run."""
        laying.touch(self, node)

    # -- links inside a tile (see links.py) ------------------------------------------------------------------------

    def link(self, slot: i64, a: i64, b: i64) -> None:
        """Join two loose ends of a tile (segments a and b of it) for the first time and close the others."""
        links.link(self, slot, a, b)

    def linked(self, slot: i64, segment: i64) -> i64:
        """The segment this one is linked with inside its tile, or -1."""
        return links.linked(self, slot, segment)

    def follow(self, slot: i64, side: i64) -> i64:
        """Follow a line that leaves a tile over a side, tile by tile, until it goes no further."""
        return links.follow(self, slot, side)

    def relink(self, slot: i64, a: i64, b: i64) -> None:
        """Change which two loose ends of a tile are joined: their regions are taken apart and built anew."""
        links.relink(self, slot, a, b)

    # -- figures (see moving.py) ---------------------------------------------------------------------------------

    def stand(self, figure: i64, node: i64) -> None:
        """Put a figure from its owner's supply on a node."""
        moving.stand(self, figure, node)

    def stand_in_all(self, figure: i64, a: i64, b: i64, c: i64) -> None:
        """Put a figure in two or three regions at once, as one piece: nodes of one tile, -1 for none."""
        moving.stand_in_all(self, figure, a, b, c)

    def block(self, figure: i64, node: i64) -> None:
        """Put a figure where it bars others but counts for nothing."""
        moving.block(self, figure, node)

    def leave(self, figure: i64) -> None:
        """Take a figure's strength out of the region, or regions, it stands in."""
        moving.leave(self, figure)

    def regions_under(self, figure: i64) -> list[i64]:
        """The different regions a figure stands in."""
        return moving.regions_under(self, figure)

    def send_home(self, figure: i64, cause: i64) -> None:
        """Take a figure from wherever it stands back to its owner's supply."""
        moving.send_home(self, figure, cause)

    def move(self, figure: i64, node: i64, cause: i64) -> None:
        """Move a figure on the table to another node."""
        moving.move(self, figure, node, cause)

    def capture(self, figure: i64, by: i64) -> None:
        """A figure becomes a prisoner of a seat."""
        moving.capture(self, figure, by)

    # -- scoring (see scoring.py) ----------------------------------------------------------------------------------

    def slots_of(self, region: i64) -> list[i64]:
        """The tiles of a region, in the order they were laid."""
        return scoring.slots_of(self, region)

    def majority(self, region: i64) -> i64:
        """A bit for each seat with the greatest strength in a region."""
        return scoring.majority(self, region)

    def worth(self, region: i64, finished: bool, seat: i64) -> i64:
        """Points of a region for a seat: as a completed one, or as if the game ended now. ``bill`` says why."""
        return scoring.worth(self, region, finished, seat)

    def complete(self, region: i64) -> bool:
        return scoring.complete(self, region)

    def add_item(self, kind: i64, node: i64, points: i64, winners: i64) -> i64:
        """Note a thing to be scored in this run; returns where."""
        return scoring.add_item(self, kind, node, points, winners)

    def item(self, number: i64, field: i64) -> i64:
        return scoring.item(self, number, field)

    def award(self, seat: i64, points: i64, note: i64) -> None:
        """Points for a seat."""
        scoring.award(self, seat, points, note)

    def move_forward(self, seat: i64, figure: i64, points: i64, note: i64) -> None:
        scoring.move_forward(self, seat, figure, points, note)

    def advance_of(self, number: i64, field: i64) -> i64:
        """What the log says of an advance of the present scoring phase."""
        return scoring.advance_of(self, number, field)

    def pay(self, seat: i64, points: i64, source: str, clause: str, node: i64) -> None:
        """Points outside step 3, as a scoring phase of their own."""
        scoring.pay(self, seat, points, source, clause, node)

    def take_points(self, seat: i64, figure: i64, points: i64, source: str, clause: str) -> None:
        """A player pays: his scoring figure moves back, which is no advance."""
        scoring.take_points(self, seat, figure, points, source, clause)

    def score_of(self, seat: i64) -> i64:
        return scoring.score_of(self, seat)

    def score_standing(self, kind: i64) -> None:
        """Final scoring of every region of a kind that has followers in it; they are taken off afterwards."""
        scoring.score_standing(self, kind)

    def reward(self, region: i64, winners: i64) -> None:
        """Final points of one region for these seats."""
        scoring.reward(self, region, winners)

    def remark(self, number: i64, source: str, clause: str, node: i64) -> None:
        """Say why the next points (-1), or those of an item, are given."""
        scoring.remark(self, number, source, clause, node)

    def score_at_end(self, seat: i64, points: i64) -> None:
        """Points of the final scoring: nobody chooses, nobody listens."""
        scoring.score_at_end(self, seat, points)
