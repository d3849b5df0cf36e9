"""The engine: one game's whole state, the verbs that change it, and the loop that runs to the next question.

The engine is always either over or asking somebody one question: a seat, or the dealer (chance). Work in progress
lies on a stack of tasks, eight integers each; the one on top asks or goes on. The bottom task is the *run*: one
tile's pass through the steps of ``order.py``. Messages and bonus tiles push further runs on top. Scopes: ``turn_``,
``part_``, ``run_``.

Everything that changes is in integer columns, so ``copy`` is a few slices. Nothing here knows a particular game.
"""

from __future__ import annotations

from typing import Final, final

from bastida.kernel.board import Board
from bastida.kernel.chance import Rng
from bastida.kernel.figures import AREA, ASIDE, CAPTIVE, RESTING, SUPPLY, Figures, area
from bastida.kernel.ledger import Recorder
from bastida.kernel.native import column, grown, i64, vec
from bastida.kernel.options import ACTORS, PASS, Options
from bastida.kernel.piles import Piles
from bastida.kernel.regions import ENDS, ONE_TILE, Regions
from bastida.kernel.rules import Rules

# Who is asked, besides the seats.
NOBODY: Final = -1  # nobody yet: the loop goes on
DEALER: Final = -2
OVER: Final = -3

# Steps of a run that the kernel takes itself.
OP_DRAW: Final = 1
OP_PLACE: Final = 2
OP_FIGURE: Final = 3
OP_SCORE: Final = 4
OP_RETURN: Final = 5
OP_END: Final = 6
OP_PHASE: Final = 7

# Tasks of the kernel.
FRAME: Final = 8
RUN: Final = 1
FINAL: Final = 2
SETUP: Final = 3
BOOKING: Final = 4
PHASE: Final = 5

# What a run may do.
FREELY: Final = 0
ONLY_ITS_TILE: Final = 1  # figures go on the new tile and nowhere else
NO_FIGURE: Final = 2  # its figure is fixed: nothing may be chosen

# An item: one thing scored in the run.
ITEM: Final = 5
ITEM_KIND: Final = 0  # kind of segment, or RECALL
ITEM_NODE: Final = 1
ITEM_POINTS: Final = 2
ITEM_WINNERS: Final = 3  # a bit per seat
ITEM_BOOKED: Final = 4
RECALL: Final = -1

# Why a figure left its place.
BY_OWNER: Final = 1
BY_CAPTURE: Final = 2
BY_EFFECT: Final = 3

# An advance, as the log of a scoring phase keeps it.
ADVANCE: Final = 5
ADVANCE_SEAT: Final = 0
ADVANCE_FIGURE: Final = 1
ADVANCE_START: Final = 2  # the total it started from
ADVANCE_POINTS: Final = 3
ADVANCE_STOLEN: Final = 4

BLOCKER: Final = 1 << 48  # in a region's strength: one piece that bars without counting

STOCK: Final = -1
HAND: Final = -2
SAVED: Final = 10


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
            self.own: vec[i64] = rules.own_start[:]  # the modules' columns
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
            self.pc: i64 = 0
            self.run_kind: i64 = -1  # the tile in hand
            self.run_ways: i64 = 0  # in how many ways it can be laid, if no module has a say
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
        else:
            self.board = Board(rules, source.board)
            self.regions = Regions(rules, source.regions)
            self.figures = Figures(rules, source.figures)
            self.piles = Piles(rules, source.piles)
            self.points = source.points[:]
            self.own = source.own[:]
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
            self.pc = source.pc
            self.run_kind = source.run_kind
            self.run_ways = source.run_ways
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

    def copy(self) -> Engine:
        """The whole game again, without its recorder."""
        return Engine(self.rules, self)

    # -- set-up -----------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Lay the start tile and run to the first question."""
        board, rules = self.board, self.rules
        board.begin(board.home)
        if rules.start_kind >= 0:
            self.lay(rules.start_kind, board.home, rules.start_turns)
        self.run_slot = -1
        self.touched_count = 0
        self.push(0, RUN, 0, 0, 0)
        if len(rules.setup_actor) > 0:
            self.push(0, SETUP, 0, 0, 0)
        self.advance()

    # -- questions ----------------------------------------------------------------------------------------------------

    def answer(self, option: i64) -> None:
        """Answer the question with one of its options and run to the next one. The option is not checked."""
        self.asked = NOBODY
        top = (self.depth - 1) * FRAME
        owner = self.stack[top]
        if owner == 0:
            self.kernel_answer(option)
        else:
            self.rules.modules[owner].answer(self, self.stack[top + 1], option)
        self.listed = False
        self.advance()

    def kernel_answer(self, option: i64) -> None:
        if self.stack[(self.depth - 1) * FRAME + 1] == BOOKING:
            self.set_arg(0, option)
            return
        op = self.rules.op_step[self.pc - 1]
        if op == OP_PLACE:
            self.run_slot = self.lay(self.run_kind, option >> 2, option & 3)
        elif op == OP_FIGURE:
            if option != PASS:
                self.rules.modules[option & (ACTORS - 1)].act(self, option >> 6)
        else:
            self.drawn(option)

    def advance(self) -> None:
        while self.asked == NOBODY:
            top = (self.depth - 1) * FRAME
            owner = self.stack[top]
            if owner == 0:
                routine = self.stack[top + 1]
                if routine == RUN:
                    self.go_on()
                elif routine == BOOKING:
                    self.book_items()
                elif routine == PHASE:
                    self.end_phase()
                else:
                    self.go_through(routine)
            else:
                self.rules.modules[owner].run(self, self.stack[top + 1])

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
            self.list_items(out)
            return out
        op = self.rules.op_step[self.pc - 1]
        if op == OP_PLACE:
            self.list_placements(self.run_kind, out)
        elif op == OP_FIGURE:
            self.list_actions(out)
        else:
            self.list_draws(out)
        return out

    def random_option(self, rng: Rng) -> i64:
        """Any answer to the present question, all alike; draws by their weight."""
        top = (self.depth - 1) * FRAME
        if not self.listed and self.stack[top] == 0 and self.stack[top + 1] == RUN:
            op = self.rules.op_step[self.pc - 1]
            if op == OP_DRAW:
                piles = self.piles
                return piles.nth(self.run_pile, rng.below(piles.chances(self.run_pile)))
            kind = self.run_kind
            if op == OP_PLACE and self.rules.filtered[kind] == 0:
                board = self.board
                return board.nth_placement(kind, rng.below(self.run_ways))
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
        """Answer everything at random to the end of the game."""
        while self.asked != OVER:
            self.answer(self.random_option(rng))

    # -- the steps of a run -----------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Take steps until one asks something, pushes a task or ends the run."""
        rules = self.rules
        actors, steps = rules.op_actor, rules.op_step
        while True:
            pc = self.pc
            self.pc = pc + 1
            actor = actors[pc]
            step = steps[pc]
            if actor != 0:
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
                self.list_actions(out)
                if out.count > 1:
                    self.listed = True
                    self.asked = self.seat
                    return
            elif step == OP_SCORE:
                if self.score():
                    return
            elif step == OP_RETURN:
                self.return_figures()
            elif step == OP_PHASE:
                if self.phase_count > 0:
                    self.push(0, PHASE, 0, 0, 0)
                    return
            else:
                self.end_run()
                return

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
        piles, source = self.piles, self.run_source
        if source >= 0:
            return source if piles.size(source) > 0 else -1
        stock = self.rules.stock
        for i in range(len(stock)):
            if piles.size(stock[i]) > 0:
                return stock[i]
        return -1

    def draw(self) -> None:
        """Ask the dealer for a tile; without any left the run, or the game, is over."""
        pile = self.draw_pile()
        self.run_pile = pile
        if pile >= 0:
            self.asked = DEALER
        elif self.run_level > 0:
            self.end_run()
        else:
            self.begin_final()

    def drawn(self, kind: i64) -> None:
        """The dealer has named a tile: it is laid next, or goes to the box if it fits nowhere."""
        self.piles.take(self.run_pile, kind)
        self.run_kind = kind
        if not self.can_be_laid(kind):
            self.piles.discard(self.run_pile, kind)
            self.run_kind = -1
            self.draw()

    def end_run(self) -> None:
        """The run is over: go back to the one below, or on to the next part, the next player, the end."""
        if self.run_level > 0:
            self.pop_run()
            return
        if self.next_part != 0:
            self.next_part = 0
            self.part += 1
        else:
            self.part = 1
            self.turn += 1
            seat = self.seat + 1
            self.seat = 0 if seat == self.rules.seats else seat
            self.clear_own(self.rules.turn_own)
            if self.rules.rests:
                self.wake()
        self.part_barred = 0
        self.clear_own(self.rules.part_own)
        self.begin_run(STOCK, FREELY)
        if self.draw_pile() < 0:
            self.begin_final()

    def wake(self) -> None:
        """Resting figures can be used again."""
        for figure in range(self.rules.figure_total):
            if self.figures.place_word(figure) == RESTING:
                self.figures.put_back(figure)

    def begin_run(self, source: i64, rights: i64) -> None:
        self.pc = 0
        self.run_kind = -1
        self.run_slot = -1
        self.run_source = source
        self.run_rights = rights
        self.item_count = self.item_base
        self.touched_count = self.touched_base
        self.clear_own(self.rules.run_own)

    def clear_own(self, bounds: vec[i64]) -> None:
        first, end = bounds[0], bounds[1]
        if first < end:
            own, start = self.own, self.rules.own_start
            for i in range(first, end):
                own[i] = start[i]

    def push_run(self, source: i64, rights: i64) -> None:
        """Start a further run, from its draw, on top of the present one."""
        run_own = self.rules.run_own
        width = SAVED + run_own[1] - run_own[0]
        at = self.run_level * width
        if at + width > len(self.saved):
            self.saved = grown(self.saved, 2 * (at + width), 0)
        saved = self.saved
        saved[at] = self.pc
        saved[at + 1] = self.run_kind
        saved[at + 2] = self.run_slot
        saved[at + 3] = self.run_source
        saved[at + 4] = self.run_pile
        saved[at + 5] = self.run_rights
        saved[at + 6] = self.item_base
        saved[at + 7] = self.item_count
        saved[at + 8] = self.touched_base
        saved[at + 9] = self.touched_count
        for i in range(run_own[0], run_own[1]):
            saved[at + SAVED + i - run_own[0]] = self.own[i]
        self.run_level += 1
        self.item_base = self.item_count
        self.touched_base = self.touched_count
        self.begin_run(source, rights)
        self.pc = self.rules.op_draw
        self.push(0, RUN, 0, 0, 0)

    def pop_run(self) -> None:
        run_own = self.rules.run_own
        self.run_level -= 1
        at = self.run_level * (SAVED + run_own[1] - run_own[0])
        saved = self.saved
        self.pc = saved[at]
        self.run_kind = saved[at + 1]
        self.run_slot = saved[at + 2]
        self.run_source = saved[at + 3]
        self.run_pile = saved[at + 4]
        self.run_rights = saved[at + 5]
        self.item_base = saved[at + 6]
        self.item_count = saved[at + 7]
        self.touched_base = saved[at + 8]
        self.touched_count = saved[at + 9]
        for i in range(run_own[0], run_own[1]):
            self.own[i] = saved[at + SAVED + i - run_own[0]]
        self.pop()

    def begin_final(self) -> None:
        """The last tile is played: score what stands."""
        self.run_kind = -1
        self.run_slot = -1
        self.push(0, FINAL, 0, 0, 0)

    def play_from_hand(self, kind: i64) -> None:
        """The run goes on with a tile that was not drawn."""
        self.run_source = HAND
        self.run_kind = kind
        self.pc = self.rules.op_draw + 1

    def draw_again(self) -> None:
        """The tile in hand was given up: go back to the draw."""
        self.run_kind = -1
        self.pc = self.rules.op_draw

    def finish(self) -> None:
        """End the game here and now, whatever is being asked."""
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
        return self.rules.op_step[self.pc - 1]

    def next_seat(self, seat: i64) -> i64:
        return 0 if seat + 1 == self.rules.seats else seat + 1

    # -- laying tiles -----------------------------------------------------------------------------------------------

    def can_be_laid(self, kind: i64) -> bool:
        if self.rules.filtered[kind] == 0:
            self.run_ways = self.board.count_placements(kind)
            return self.run_ways > 0
        board = self.board
        for opening in range(board.opens):
            if self.allowed_turns(kind, opening) != 0:
                return True
        return False

    def allowed_turns(self, kind: i64, opening: i64) -> i64:
        """A bit per turn in which the tile may be laid on an open cell, with what modules say."""
        turns = self.board.turns_that_fit(kind, opening)
        if turns != 0 and self.rules.filtered[kind] != 0:
            cell = self.board.open_cell[opening]
            for module in self.rules.on_placements:
                turns = module.placements(self, kind, cell, turns)
        return turns

    def list_placements(self, kind: i64, out: Options) -> None:
        board = self.board
        for opening in range(board.opens):
            turns = self.allowed_turns(kind, opening)
            place = board.open_cell[opening] * 4
            while turns != 0:
                if turns & 1 != 0:
                    out.add(place)
                turns >>= 1
                place += 1

    def list_draws(self, out: Options) -> None:
        piles, pile = self.piles, self.run_pile
        for kind in range(len(self.rules.tiles)):
            if piles.copies(pile, kind) > 0:
                out.add(kind)

    def lay(self, kind: i64, cell: i64, turns: i64) -> i64:
        """Put a tile on the table and join what meets; returns its slot."""
        if self.spread != 0:
            return self.lay_under_spread(kind, cell, turns)
        return self.put_tile(kind, cell, turns)

    def put_tile(self, kind: i64, cell: i64, turns: i64) -> i64:
        board = self.board
        shape = kind * 4 + turns
        slot = board.tiles
        node = self.regions.add(kind, slot)
        board.put(cell, shape, node)
        board.tile_node[slot + 1] = self.regions.nodes
        width = board.width
        self.connect(shape, node, cell - width, 0)
        self.connect(shape, node, cell + 1, 1)
        self.connect(shape, node, cell + width, 2)
        self.connect(shape, node, cell - 1, 3)
        self.count_around(cell, kind, node)
        if board.near_border(cell):
            board.grow()
        return slot

    def connect(self, shape: i64, node: i64, beyond: i64, side: i64) -> None:
        """Join one side of a new tile to its neighbour, or tell the open cell beyond what it must show."""
        board, rules = self.board, self.rules
        other = board.at[beyond] - 1
        if other < 0:
            board.ask(beyond, rules.digit[shape * 4 + side])
            return
        self.join_side(shape, node, other, side, rules.links[rules.edge[shape * 4 + side]])

    def join_side(self, shape: i64, node: i64, other: i64, side: i64, links: i64) -> None:
        board, regions, connector = self.board, self.regions, self.rules.connector
        here = shape * 16 + 4 * side
        there = board.tile_shape[other] * 16 + 4 * ((side + 2) & 3)
        base = board.tile_node[other]
        if links & 2 != 0:
            regions.join(node + connector[here + 1], base + connector[there + 1])
        if links & 1 != 0:  # the halves of a road's or river's side
            regions.join(node + connector[here], base + connector[there + 2])
            regions.join(node + connector[here + 2], base + connector[there])
        if links & 8 != 0:  # the second layer
            regions.join(node + connector[here + 3], base + connector[there + 3])

    def count_around(self, cell: i64, kind: i64, node: i64) -> None:
        """Count the new tile for the neighbourhoods it lies in, and its neighbours for its own."""
        board, rules = self.board, self.rules
        at, shapes, width = board.at, board.tile_shape, board.width
        hood_first, hood_end = rules.hood_first, rules.hood_end
        around: i64 = 0
        for dy in range(-1, 2):
            row = cell + dy * width
            for other in range(row - 1, row + 2):
                slot = at[other] - 1
                if slot >= 0 and other != cell:
                    around += 1
                    there = shapes[slot] >> 2
                    if hood_end[there] > hood_first[there]:
                        for segment in range(hood_first[there], hood_end[there]):
                            self.count_near(board.tile_node[slot] + segment)
        count = self.regions.count
        for segment in range(hood_first[kind], hood_end[kind]):
            count[node + segment] += around * (ONE_TILE - 1)

    def count_near(self, node: i64) -> None:
        count = self.regions.count
        count[node] += ONE_TILE - 1
        if count[node] & ENDS == 0:
            self.touch(node)

    def touch(self, node: i64) -> None:
        """The region of this node may have been completed in this run."""
        at = self.touched_count
        if at == len(self.touched):
            self.touched = grown(self.touched, 2 * at, 0)
        touched = self.touched
        touched[at] = node
        self.touched_count = at + 1

    # -- links inside a tile: regions that join, close and come apart -------------------------------------------------

    def link(self, slot: i64, a: i64, b: i64) -> None:
        """Join two loose ends of a tile (segments a and b of it) for the first time and close the others."""
        board, regions = self.board, self.regions
        first = board.tile_node[slot]
        links = board.tile_link
        links[slot] = ((a + 1) << 4) | (b + 1)
        regions.join(first + a, first + b)
        for node in range(first, board.tile_node[slot + 1]):
            if self.rules.seg_loose[regions.row[node]] != 0:
                if node != first + a and node != first + b:
                    regions.close_end(node)
                self.touch(node)

    def linked(self, slot: i64, segment: i64) -> i64:
        """The segment this one is linked with inside its tile, or -1."""
        pair = self.board.tile_link[slot]
        a, b = (pair >> 4) - 1, (pair & 15) - 1
        if pair == 0:
            return -1
        if segment == a:
            return b
        return a if segment == b else -1

    def follow(self, slot: i64, side: i64) -> i64:
        """Follow a line that leaves a tile over a side, tile by tile, until it goes no further.

        It stops at a loose end, where it ends on a tile, at an open side, or back on the tile it came from; the node
        there, or -1 if no tile lies beyond the side.
        """
        board, regions, rules = self.board, self.regions, self.rules
        connector = rules.connector
        found: i64 = -1
        here = slot
        while True:
            here = board.at[board.tile_cell[here] + step_of(side, board.width)] - 1
            if here < 0:
                return found
            entry = (side + 2) & 3
            shape = board.tile_shape[here] * 16
            segment = connector[shape + 4 * entry + 1]
            found = board.tile_node[here] + segment
            if here == slot or rules.seg_loose[regions.row[found]] != 0:
                return found
            side = -1
            for other in range(4):
                if other != entry and connector[shape + 4 * other + 1] == segment:
                    side = other
            if side < 0:
                return found

    def relink(self, slot: i64, a: i64, b: i64) -> None:
        """Change which two loose ends of a tile are joined: their regions are taken apart and built anew."""
        board, regions = self.board, self.regions
        first = board.tile_node[slot]
        pair = board.tile_link[slot]
        nodes: list[i64] = []
        was: list[i64] = []  # the region each of them belonged to
        starts: list[i64] = [first + (pair >> 4) - 1, first + (pair & 15) - 1, first + a, first + b]
        for start in starts:
            if regions.region[start] in was:
                continue
            node = start
            while True:
                nodes.append(node)
                was.append(regions.region[start])
                node = regions.next[node]
                if node == start:
                    break
            self.touch(start)
        for start in starts:
            self.touch(start)
        done: list[i64] = []  # old regions that were scored, with their size
        sizes: list[i64] = []
        for i in range(len(nodes)):
            if nodes[i] == was[i] and regions.done[was[i]] != 0:
                done.append(was[i])
                sizes.append(regions.size(was[i]))
        for node in nodes:
            regions.reset(node)
        links = board.tile_link
        links[slot] = ((a + 1) << 4) | (b + 1)
        for node in nodes:
            self.rejoin(node)
        self.restand(nodes)
        self.keep_done(nodes, was, done, sizes)

    def rejoin(self, node: i64) -> None:
        """Join a single node again to what it meets: over the sides of its tile, each pair once, and over links."""
        board, regions, rules = self.board, self.regions, self.rules
        slot = regions.slot[node]
        first = regions.first[node]
        shape = board.tile_shape[slot]
        cell = board.tile_cell[slot]
        connector = rules.connector
        for side in range(4):
            beyond = cell + step_of(side, board.width)
            other = board.at[beyond] - 1
            if other < 0:
                continue
            base = board.tile_node[other]
            here = shape * 16 + 4 * side
            there = board.tile_shape[other] * 16 + 4 * ((side + 2) & 3)
            for c in range(4):
                if connector[here + c] == node - first:
                    back = 2 - c if c < 3 else c
                    met = base + connector[there + back]
                    if met < node:
                        regions.join(node, met)
        if rules.seg_loose[regions.row[node]] != 0 and board.tile_link[slot] != 0:
            partner = self.linked(slot, node - first)
            if partner < 0:
                regions.close_end(node)
            elif first + partner < node:
                regions.join(node, first + partner)

    def restand(self, nodes: list[i64]) -> None:
        """Add the figures on these nodes to their regions again."""
        regions, rules, place = self.regions, self.rules, self.figures.place
        strength = regions.strength
        for figure in range(rules.figure_total):
            if place[figure] >= 0 and place[figure] < AREA and place[figure] in nodes:
                region = regions.region[place[figure]]
                strength[region] += rules.power[rules.figure_kind[figure]] << (8 * rules.figure_seat[figure])

    def keep_done(self, nodes: list[i64], was: list[i64], done: list[i64], sizes: list[i64]) -> None:
        """A region that was scored and is still made of exactly the same nodes stays scored."""
        regions = self.regions
        for i in range(len(done)):
            same = True
            region: i64 = -1
            for j in range(len(nodes)):
                if was[j] == done[i]:
                    if region < 0:
                        region = regions.region[nodes[j]]
                    same = same and regions.region[nodes[j]] == region
            if same and region >= 0 and regions.size(region) == sizes[i]:
                flags = regions.done
                flags[region] = 1

    # -- figures ------------------------------------------------------------------------------------------------------

    def list_actions(self, out: Options) -> None:
        out.add(PASS)
        for module in self.rules.on_actions:
            module.actions(self, out)

    def stand(self, figure: i64, node: i64) -> None:
        """Put a figure from its owner's supply on a node."""
        self.figures.take(figure, node)
        self.add_strength(figure, node)

    def add_strength(self, figure: i64, node: i64) -> None:
        rules = self.rules
        strength = self.regions.strength
        strength[self.regions.region[node]] += rules.power[rules.figure_kind[figure]] << (8 * rules.figure_seat[figure])

    def stand_in_all(self, figure: i64, a: i64, b: i64, c: i64) -> None:
        """Put a figure in two or three regions at once, as one piece: nodes of one tile, -1 for none."""
        self.figures.take(figure, a)
        more = self.figures.more
        more[figure] = (b + 1) | ((c + 1) << 20)
        self.spread += 1
        self.add_spread(figure)

    def block(self, figure: i64, node: i64) -> None:
        """Put a figure where it bars others but counts for nothing."""
        self.figures.take(figure, node)
        strength = self.regions.strength
        strength[self.regions.region[node]] += BLOCKER

    def leave(self, figure: i64) -> None:
        """Take a figure's strength out of the region, or regions, it stands in."""
        if self.figures.more[figure] == 0:
            self.take_strength(figure, self.figures.place[figure])
            return
        for region in self.regions_under(figure):
            self.take_strength(figure, region)
        self.spread -= 1

    def add_spread(self, figure: i64) -> None:
        for region in self.regions_under(figure):
            self.add_strength(figure, region)

    def regions_under(self, figure: i64) -> list[i64]:
        """The different regions a figure stands in."""
        found: list[i64] = []
        more = self.figures.more[figure]
        for node in (self.figures.place[figure], (more & (AREA - 1)) - 1, (more >> 20) - 1):
            if node >= 0 and self.regions.region[node] not in found:
                found.append(self.regions.region[node])
        return found

    def lay_under_spread(self, kind: i64, cell: i64, turns: i64) -> i64:
        """Lay a tile while some figure stands in several regions: where they become one, it counts once."""
        spread: list[i64] = []
        for figure in range(self.rules.figure_total):
            if self.figures.node(figure) >= 0 and self.figures.more[figure] != 0:
                spread.append(figure)
                for region in self.regions_under(figure):
                    self.take_strength(figure, region)
        slot = self.put_tile(kind, cell, turns)
        for figure in spread:
            self.add_spread(figure)
        return slot

    def take_strength(self, figure: i64, node: i64) -> None:
        rules = self.rules
        strength = self.regions.strength
        strength[self.regions.region[node]] -= rules.power[rules.figure_kind[figure]] << (8 * rules.figure_seat[figure])

    def send_home(self, figure: i64, cause: i64) -> None:
        """Take a figure from wherever it stands back to its owner's supply."""
        node = self.figures.node(figure)
        if node >= 0:
            self.leave(figure)
        self.figures.put_back(figure)
        self.tell_left(figure, node, cause)

    def move(self, figure: i64, node: i64, cause: i64) -> None:
        """Move a figure on the table to another node."""
        old = self.figures.node(figure)
        place = self.figures.place
        if old >= 0:
            self.take_strength(figure, old)
        place[figure] = node
        self.add_strength(figure, node)
        self.tell_left(figure, old, cause)

    def capture(self, figure: i64, by: i64) -> None:
        """A figure becomes a prisoner of a seat."""
        self.carry_off(figure, area(CAPTIVE, by), BY_CAPTURE)

    def set_aside(self, figure: i64) -> None:
        self.carry_off(figure, area(ASIDE, 0), BY_EFFECT)

    def carry_off(self, figure: i64, where: i64, cause: i64) -> None:
        """From the table, or the supply, to a place that is no node."""
        node = self.figures.node(figure)
        place = self.figures.place
        if node >= 0:
            self.take_strength(figure, node)
            place[figure] = where
        elif place[figure] == SUPPLY:
            self.figures.take(figure, where)
        else:
            place[figure] = where
        self.tell_left(figure, node, cause)

    def tell_left(self, figure: i64, node: i64, cause: i64) -> None:
        for module in self.rules.on_left:
            module.left(self, figure, node, cause)

    # -- scoring ------------------------------------------------------------------------------------------------------

    def slots_of(self, region: i64) -> list[i64]:
        """The tiles of a region, in the order they were laid; for a neighbourhood, its own and those around it."""
        regions, board = self.regions, self.board
        slots: list[i64] = []
        if self.rules.is_hood[regions.kind(region)] != 0:
            centre = board.tile_cell[regions.slot[region]]
            for dy in range(-1, 2):
                for other in range(centre + dy * board.width - 1, centre + dy * board.width + 2):
                    if board.at[other] > 0:
                        slots.append(board.at[other] - 1)
        else:
            node = region
            while True:
                if regions.slot[node] not in slots:
                    slots.append(regions.slot[node])
                node = regions.next[node]
                if node == region:
                    break
        slots.sort()
        return slots

    def majority(self, region: i64) -> i64:
        """A bit for each seat with the greatest strength in a region."""
        packed = self.regions.strength[region]
        most: i64 = 1
        winners: i64 = 0
        for seat in range(self.rules.seats):
            here = (packed >> (8 * seat)) & 255
            if here > most:
                most = here
                winners = i64(1) << seat
            elif here == most:
                winners |= i64(1) << seat
        return winners

    def worth(self, region: i64, finished: bool, seat: i64) -> i64:
        """Points of a region for a seat: as a completed one, or as if the game ended now. ``bill`` says why."""
        bill = self.bill
        bill.clear()
        for module in self.rules.on_worth:
            module.worth(self, region, finished, seat, bill)
        return bill.total()

    def complete(self, region: i64) -> bool:
        return self.regions.count[region] & ENDS == 0 and self.rules.completes[self.regions.kind(region)] != 0

    def add_item(self, kind: i64, node: i64, points: i64, winners: i64) -> i64:
        """Note a thing to be scored in this run; returns where."""
        at = self.item_count * ITEM
        if at + ITEM > len(self.items):
            self.items = grown(self.items, 2 * (at + ITEM), 0)
        items = self.items
        items[at] = kind
        items[at + 1] = node
        items[at + 2] = points
        items[at + 3] = winners
        items[at + 4] = 0
        self.item_count += 1
        return self.item_count - 1

    def item(self, number: i64, field: i64) -> i64:
        return self.items[number * ITEM + field]

    def score(self) -> bool:
        """Step 3: find what was completed, freeze values and winners, book them. True if a task was pushed."""
        recalls = self.item_count
        self.phase_count = 0
        self.collect()
        if self.item_count == self.item_base:
            return False
        self.freeze(recalls)
        self.sort_items(recalls)
        if len(self.rules.on_award_figure) == 0 and not self.order_asked(recalls):
            for number in range(self.item_base, self.item_count):
                self.book(number)
            return False
        self.push(0, BOOKING, -1, -1, 0)
        return True

    def collect(self) -> None:
        regions, rules = self.regions, self.rules
        region_of, count, done = regions.region, regions.count, regions.done
        for node in range(self.board.tile_node[self.run_slot], self.board.tile_node[self.run_slot + 1]):
            region = region_of[node]
            if count[region] & ENDS == 0 and done[region] == 0 and rules.completes[regions.kind(node)] != 0:
                self.add_completed(node, region)
        for i in range(self.touched_base, self.touched_count):
            node = self.touched[i]
            region = region_of[node]
            if count[region] & ENDS == 0 and done[region] == 0 and rules.completes[regions.kind(node)] != 0:
                self.add_completed(node, region)

    def add_completed(self, node: i64, region: i64) -> None:
        for number in range(self.item_base, self.item_count):
            if self.item(number, ITEM_KIND) >= 0 and self.regions.region[self.item(number, ITEM_NODE)] == region:
                return
        self.add_item(self.regions.kind(node), node, 0, 0)

    def freeze(self, first: i64) -> None:
        items = self.items
        for number in range(first, self.item_count):
            at = number * ITEM
            region = self.regions.region[items[at + ITEM_NODE]]
            winners = self.majority(region)
            items[at + ITEM_WINNERS] = winners
            if winners != 0:
                items[at + ITEM_POINTS] = self.worth(region, True, lowest(winners))
                if self.recorder is not None:
                    self.recorder.note(self, number, region, True)

    def sort_items(self, first: i64) -> None:
        """By kind of segment, otherwise as found."""
        items = self.items
        for number in range(first + 1, self.item_count):
            here = number
            while here > first and items[here * ITEM] < items[(here - 1) * ITEM]:
                for field in range(ITEM):
                    a, b = here * ITEM + field, (here - 1) * ITEM + field
                    items[a], items[b] = items[b], items[a]
                if self.recorder is not None:
                    self.recorder.swap_notes(here, here - 1)
                here -= 1

    def order_asked(self, first: i64) -> bool:
        paying: i64 = 0
        for number in range(first, self.item_count):
            if self.item(number, ITEM_WINNERS) != 0:
                paying += 1
        if paying < 2:
            return False
        for module in self.rules.on_order:
            if module.order_matters(self):
                return True
        return False

    def book(self, number: i64) -> None:
        """Give the points of an item to its winners, none of whom has a choice to make."""
        items = self.items
        at = number * ITEM
        items[at + ITEM_BOOKED] = 1
        winners, points = items[at + ITEM_WINNERS], items[at + ITEM_POINTS]
        seat = self.seat
        for _ in range(self.rules.seats):
            if (winners >> seat) & 1 != 0:
                self.award(seat, points, number)
            seat = self.next_seat(seat)

    def book_items(self) -> None:
        """The task that books items one by one, asking for their order and for the figure that advances.

        Arguments: the item being booked (-1: choose the next), the next seat to pay (-1: none yet), seats looked at.
        """
        while True:
            number = self.arg(0)
            if number < 0:
                if not self.choose_item():
                    return
                number = self.arg(0)
            if self.arg(1) < 0:
                self.set_arg(1, self.seat)
                self.set_arg(2, 0)
            while self.arg(2) < self.rules.seats:
                seat = self.arg(1)
                self.set_arg(1, self.next_seat(seat))
                self.set_arg(2, self.arg(2) + 1)
                if (self.item(number, ITEM_WINNERS) >> seat) & 1 != 0:
                    depth = self.depth
                    self.award(seat, self.item(number, ITEM_POINTS), number)
                    if self.depth != depth:
                        return
            items = self.items
            items[number * ITEM + ITEM_BOOKED] = 1
            self.set_arg(0, -1)
            self.set_arg(1, -1)

    def choose_item(self) -> bool:
        """Find or ask for the next item; False if the task ended or asked."""
        out = self.choices
        out.clear()
        self.list_items(out)
        if out.count == 0:
            self.pop()
            return False
        if out.count == 1 or not self.any_order():
            self.set_arg(0, out.items[0])
            return True
        self.listed = True
        self.asked = self.seat
        return False

    def any_order(self) -> bool:
        for module in self.rules.on_order:
            if module.order_matters(self):
                return True
        return False

    def list_items(self, out: Options) -> None:
        """Items not booked yet that pay somebody; a recall comes before all others."""
        for number in range(self.item_base, self.item_count):
            if self.item(number, ITEM_BOOKED) == 0 and self.item(number, ITEM_WINNERS) != 0:
                out.add(number)
                if self.item(number, ITEM_KIND) == RECALL:
                    return

    def award(self, seat: i64, points: i64, note: i64) -> None:
        """Points for a seat; a module may ask which scoring figure takes them. ``note``: what the recorder knows of
        it.
        """
        if points == 0:
            if self.recorder is not None:
                self.recorder.points(self, seat, 0, 0, note)
            return
        for module in self.rules.on_award_figure:
            figure = module.award_figure(self, seat, points, note)
            if figure >= 0:
                self.move_forward(seat, figure, points, note)
            return
        self.move_forward(seat, 0, points, note)

    def move_forward(self, seat: i64, figure: i64, points: i64, note: i64) -> None:
        totals = self.points
        start = totals[seat * 2 + figure]
        totals[seat * 2 + figure] = start + points
        if self.recorder is not None:
            self.recorder.points(self, seat, figure, points, note)
        if len(self.rules.on_phase_over) > 0 or len(self.rules.on_award_figure) > 0:
            self.log_advance(seat, figure, start, points)

    def log_advance(self, seat: i64, figure: i64, start: i64, points: i64) -> None:
        at = self.phase_count * ADVANCE
        if at + ADVANCE > len(self.phase_log):
            self.phase_log = grown(self.phase_log, 2 * (at + ADVANCE), 0)
        log = self.phase_log
        log[at] = seat
        log[at + 1] = figure
        log[at + 2] = start
        log[at + 3] = points
        log[at + 4] = self.stolen
        self.phase_count += 1

    def advance_of(self, number: i64, field: i64) -> i64:
        """What the log says of an advance of the present scoring phase."""
        return self.phase_log[number * ADVANCE + field]

    def pay(self, seat: i64, points: i64, source: str, clause: str, node: i64) -> None:
        """Points outside step 3, as a scoring phase of their own."""
        self.phase_count = 0
        self.push(0, PHASE, 0, 0, 0)
        self.remark(-1, source, clause, node)
        self.award(seat, points, -1)

    def end_phase(self) -> None:
        """The task that lets modules act, one after the other, when a scoring phase is over."""
        number = self.arg(0)
        if number == len(self.rules.on_phase_over):
            self.pop()
            return
        self.set_arg(0, number + 1)
        self.rules.on_phase_over[number].phase_over(self)

    def take_points(self, seat: i64, figure: i64, points: i64, source: str, clause: str) -> None:
        """A player pays: his scoring figure moves back, which is no advance."""
        totals = self.points
        totals[seat * 2 + figure] -= points
        if self.recorder is not None:
            self.recorder.remark(self, -1, source, clause, -1)
            self.recorder.points(self, seat, figure, -points, -1)

    def score_of(self, seat: i64) -> i64:
        return self.points[seat * 2] + self.points[seat * 2 + 1]

    def return_figures(self) -> None:
        """After the scoring the figures of completed regions go home, and the regions are done."""
        for number in range(self.item_base, self.item_count):
            if self.item(number, ITEM_KIND) >= 0:
                region = self.regions.region[self.item(number, ITEM_NODE)]
                if self.regions.strength[region] != 0:
                    self.sweep(region, number)
                done = self.regions.done
                done[region] = 1

    def sweep(self, region: i64, item: i64) -> None:
        """Send home every figure of a region whose seat has strength in it, unless a module lets it stay."""
        rules = self.rules
        place, names = self.figures.place, self.regions.region
        packed = self.regions.strength[region]
        for seat in range(rules.seats):
            if (packed >> (8 * seat)) & 255 != 0:
                for figure in range(rules.seat_first[seat], rules.seat_first[seat + 1]):
                    node = place[figure]
                    if node >= 0 and node < AREA and names[node] == region:
                        if item < 0 or len(rules.on_stays) == 0 or not self.staying(figure, item):
                            self.leave(figure)
                            if rules.rests and item >= 0:
                                place[figure] = area(RESTING, 0)
                            else:
                                self.figures.put_back(figure)

    def staying(self, figure: i64, item: i64) -> bool:
        for module in self.rules.on_stays:
            if module.stays(self, figure, item):
                return True
        return False

    def score_standing(self, kind: i64) -> None:
        """Final scoring of every region of a kind that has followers in it; they are taken off afterwards."""
        regions, place = self.regions, self.figures.place
        for figure in range(self.rules.seat_first[self.rules.seats]):
            node = place[figure]
            if node < 0 or node >= AREA or regions.kind(node) != kind:
                continue
            region = regions.region[node]
            self.settle(region, self.majority(region))

    def settle(self, region: i64, winners: i64) -> None:
        """Final scoring of one region for these seats; its figures are taken off."""
        self.reward(region, winners)
        self.sweep(region, -1)

    def reward(self, region: i64, winners: i64) -> None:
        """Final points of one region for these seats."""
        for seat in range(self.rules.seats):
            if (winners >> seat) & 1 != 0:
                points = self.worth(region, False, seat)
                if self.recorder is not None:
                    self.recorder.note(self, -1, region, False)
                self.score_at_end(seat, points)

    def remark(self, number: i64, source: str, clause: str, node: i64) -> None:
        """Say why the next points (-1), or those of an item, are given."""
        if self.recorder is not None:
            self.recorder.remark(self, number, source, clause, node)

    def scoring_end(self) -> bool:
        """Is the final scoring under way?"""
        return self.depth > 0 and self.stack[(self.depth - 1) * FRAME] == 0 and self.routine() == FINAL

    def score_at_end(self, seat: i64, points: i64) -> None:
        """Points of the final scoring: nobody chooses, nobody listens."""
        totals = self.points
        totals[seat * 2] += points
        if self.recorder is not None:
            self.recorder.points(self, seat, 0, points, -1)


def lowest(mask: i64) -> i64:
    """Number of the lowest bit."""
    number: i64 = 0
    while mask & 1 == 0:
        mask >>= 1
        number += 1
    return number


def step_of(side: i64, width: i64) -> i64:
    """From a cell to the one beyond a side."""
    if side == 0:
        return -width
    if side == 1:
        return 1
    return width if side == 2 else -1
