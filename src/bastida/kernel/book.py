"""Set-up: what a family of games and its modules declare, and how it becomes the tables of ``Rules``."""

# Long: all declarations that modules may make, and the one pass that turns them into tables.

# not compiled: runs once at set-up

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from bastida.kernel import codes
from bastida.kernel.faults import Fault, why
from bastida.kernel.figures import AREAS
from bastida.kernel.module import Module
from bastida.kernel.native import i64 as i64
from bastida.kernel.native import vec
from bastida.kernel.ranges import ACTIVE, ANYWHERE, BEFORE, PHASE_OVER, SMALL, FurtherRun, Range, Task
from bastida.kernel.regions import ONE_NODE, ONE_TILE
from bastida.kernel.rules import Rules
from bastida.kernel.tile import Segment, Tile

LEFT, MIDDLE, RIGHT, SECOND = 1, 2, 4, 8  # connectors over a side
KERNEL = "kernel"
KERNEL_STEPS = {
    "DRAW": codes.OP_DRAW,
    "PLACE_TILE": codes.OP_PLACE,
    "FIGURE": codes.OP_FIGURE,
    "SCORE": codes.OP_SCORE,
    "RETURN": codes.OP_RETURN,
    "END_PART": codes.OP_END,
}
Script = Sequence[tuple[str, Sequence[str]]]


@dataclass(frozen=True)
class Family:
    """What is common to the games of one family. Kinds are numbered by their place in these lists."""

    name: str
    sides: Mapping[str, int]  # kind of side: which connectors cross it
    segments: Sequence[str]  # kinds of segment, in the order in which completed ones are scored
    figures: Sequence[str]  # kinds of figure
    marks: Mapping[str, Sequence[str]]  # by kind of segment: printed things, a byte each
    words: Sequence[str]  # what bills speak of
    steps: Sequence[str]  # all steps; modules use their numbers
    script: Script  # a run: each step and who acts in it, in order
    final: Script
    setup: Script = ()
    roles: Mapping[str, str] = field(default_factory=dict)  # what a follower is called on a kind of segment
    ground: str = ""  # kind of segment that fills what is left of a tile and is named by half-sides
    second_layer: str = ""  # kind of segment that crosses sides on the second layer
    phase: str = ""  # the step in which modules act on the advances of a scoring, if the family has one

    @property
    def kernel_steps(self) -> dict[str, int]:
        """The steps that the kernel takes itself, with what it does in them."""
        return {**KERNEL_STEPS, **({self.phase: codes.OP_PHASE} if self.phase else {})}


@dataclass
class FigureKind:
    count: int  # per seat, or in all for neutral ones
    power: int
    places: Sequence[str]
    follower: bool
    neutral: bool
    bound: bool = False  # goes to its own places and nowhere else
    prolongs: bool = False  # earns something when its region is prolonged


@dataclass
class Pile:
    name: str
    pieces: Sequence[str]
    copies: Sequence[int]
    tail: Sequence[int]


GAME, TURN, PART, RUN = "game", "turn", "part", "run"


@dataclass
class Column:
    name: str
    scope: str
    start: Sequence[int]
    module: Module
    attribute: str
    holds: Sequence[Range]  # by place, or one for all
    by_tile: bool  # the places are those of laid tiles


@dataclass
class Book:
    """Handed to every module's ``declare``: what it says here, it need not say during play."""

    family: Family
    tiles: Sequence[Tile]
    copies: Sequence[int]
    seats: int
    settings: Mapping[str, object]
    segments: dict[str, tuple[bool, bool]] = field(default_factory=dict)  # completes, is a neighbourhood
    figures: dict[str, FigureKind] = field(default_factory=dict)
    welcomed: dict[str, set[str]] = field(default_factory=dict)
    loose: set[str] = field(default_factory=set)
    whole: set[str] = field(default_factory=set)  # kinds of segment whose regions must hold no empty cell to be completed
    one_ground: set[int] = field(default_factory=set)  # tile kinds whose ground segments meet inside the tile
    piles: list[Pile] = field(default_factory=list)
    stock: list[str] = field(default_factory=list)
    start_tile: str | None = None
    farthest: int = 0  # how far from the first tile the table goes in each direction; 0: without end
    scorers: Sequence[str] = ("follower",)  # what a player's scoring figures are called, the usual one first
    rests: bool = False  # figures that come home from a scoring rest until the next turn, or its next part
    tail_room: int = 1  # how many pieces may lie in known order under a pile
    filtered: set[int] = field(default_factory=set)  # tile kinds whose placement modules have a say in
    closed: set[str] = field(default_factory=set)  # kinds of segment nobody may stand on
    left_out: dict[int, int] = field(default_factory=dict)  # copies of tile kinds that stay in the box
    columns: list[Column] = field(default_factory=list)
    tasks: dict[tuple[str, int], Task] = field(default_factory=dict)  # by module and routine
    further_runs: list[tuple[str, int | str, int, int]] = field(default_factory=list)  # the fields of ``FurtherRun``
    turn_rights: set[int] = field(default_factory=lambda: {codes.FREELY})  # what the run of a turn's tile may do
    held: set[int] = field(default_factory=set)  # tile kinds that players have before them and lay instead of drawing
    barring: dict[str, set[str]] = field(default_factory=dict)  # kinds of segment where a kind of figure bars others
    keeps_on_tile: bool = False  # who stands on a thing of a tile is out of reach of effects on followers on the board
    spreads: bool = False  # a figure may stand in several regions of its tile
    tiles_of_step: dict[tuple[str, str], Sequence[int]] = field(default_factory=dict)  # by module and step
    scored_steps: set[tuple[str, str]] = field(default_factory=set)
    left_steps: set[tuple[str, str]] = field(default_factory=set)  # by module and step: in which it never acts
    draw_begins: str = ""  # the step of a module that comes before every draw; empty: there is none
    areas: dict[int, str] = field(default_factory=dict)  # what places that are no nodes are called

    def segment(self, kind: str, *, completes: bool, around: bool = False) -> int:
        """Segments of this kind become places on the table; ``around``: with the eight cells around the tile.

        Returns the number of the kind.
        """
        self.segments[kind] = (completes, around)
        return self.segment_number(kind)

    def figure(
        self,
        kind: str,
        count: int,
        places: Sequence[str],
        *,
        power: int = 1,
        follower: bool = True,
        neutral: bool = False,
        bound: bool = False,
        prolongs: bool = False,
    ) -> int:
        """A kind of figure in play, so many for each seat; a bound one goes to its own places and nowhere else.

        Returns its number.
        """
        self.figures[kind] = FigureKind(count, power, places, follower, neutral, bound, prolongs)
        return self.figure_number(kind)

    def figure_number(self, kind: str) -> int:
        return list(self.family.figures).index(kind)

    def segment_number(self, kind: str) -> int:
        return list(self.family.segments).index(kind)

    def step_number(self, step: str) -> int:
        """The number by which ``Module.step`` is told which step it is."""
        return list(self.family.steps).index(step)

    def mark_number(self, kind: str, mark: str) -> int:
        """The number by which regions of a kind count a printed thing (``Regions.mark``)."""
        return list(self.family.marks[kind]).index(mark)

    def word_number(self, word: str) -> int:
        """The number of a word that bills speak of."""
        return list(self.family.words).index(word)

    def call(self, area: int, name: str) -> None:
        """What a place that is no node is called in records and views: ``tower`` for a figure on a thing of a tile."""
        self.areas[area] = name

    def welcome(self, segment: str, *figures: str) -> None:
        """These kinds of figure, where they are played, may stand on this kind of segment too."""
        for figure in figures:
            self.welcomed.setdefault(figure, set()).add(segment)

    def column(
        self,
        module: Module,
        attribute: str,
        size: int = 1,
        *,
        scope: str = GAME,
        fill: int | Sequence[int] = 0,
        holds: Range | Sequence[Range] = SMALL,
        by_tile: bool = False,
    ) -> None:
        """Reserve a column of the state; ``module.<attribute>`` becomes the place where it begins in ``game.columns``.

        ``holds`` says what its numbers mean and their range, besides those it starts with: one for all, or one for each
        place. ``by_tile``: the places are those of laid tiles.
        """
        start = [fill] * size if isinstance(fill, int) else list(fill)
        ranges = [holds] if isinstance(holds, Range) else list(holds)
        if len(ranges) not in (1, len(start)):
            name = f"{module.name}.{attribute}"
            raise Fault(why("expansion.ranges", name=name, number=len(start), count=len(ranges)))
        self.columns.append(Column(f"{module.name}.{attribute}", scope, start, module, attribute, ranges, by_tile))

    def task(
        self,
        module: Module,
        routine: int,
        *holds: Range,
        asks: int | str = ACTIVE,
        at: str | Sequence[str] = (),
        over: int | None = None,
        waits: bool = False,
    ) -> None:
        """A task that the module puts on the stack, with what its arguments mean: a position may hold no other.

        ``asks``: whom, or in which argument the seat stands. ``at``: the steps in which it is pushed; unless said otherwise
        those in which the module acts. ``over``: the module's own task on which it lies. ``waits``: others may lie on it.
        """
        steps = (at,) if isinstance(at, str) else tuple(at)
        if (module.name, routine) in self.tasks:
            raise Fault(why("expansion.task_twice", module=module.name, task=routine))
        if strange := [step for step in steps if step not in (*self.family.steps, PHASE_OVER, ANYWHERE, BEFORE)]:
            raise Fault(why("expansion.task_step", module=module.name, task=routine, word=repr(strange[0])))
        if len(holds) > codes.FRAME - 2 or (isinstance(asks, int) and not 0 <= asks < len(holds)):
            raise Fault(why("expansion.task_arguments", module=module.name, task=routine))
        self.tasks[module.name, routine] = Task(holds, asks, steps, over, waits)

    def further_run(self, at: str, pile: int | str = codes.STOCK, rights: int = codes.FREELY, *, deep: int = 1) -> None:
        """A module starts runs on top of others (``game.push_run``): in which step, from which pile, how many at most."""
        self.further_runs.append((at, pile, rights, deep))

    def bar(self, figure: str, *segments: str) -> None:
        """Where figures of a kind may stand only to bar others (``game.block``)."""
        self.barring.setdefault(figure, set()).update(segments)

    def pile(self, name: str, pieces: Sequence[str], copies: Sequence[int], tail: Sequence[int] = ()) -> int:
        self.piles.append(Pile(name, pieces, copies, tail))
        return len(self.piles) - 1

    def act_with(self, tiles: Sequence[int], module: Module, step: str) -> None:
        """The module acts in this step of a run only after these tiles (a flag by tile kind)."""
        self.tiles_of_step[module.name, step] = tiles

    def act_when_scored(self, module: Module, step: str) -> None:
        """The module acts in this step of a run only if something was completed or recalled in it."""
        self.scored_steps.add((module.name, step))

    def leave_step(self, module: Module, step: str) -> None:
        """The module never acts in this step of the script, as this game is set up."""
        self.left_steps.add((module.name, step))

    @property
    def slots(self) -> int:
        """Room for a column by laid tile; studies may lay more tiles than the boxes hold."""
        return max(sum(self.copies) + 2, 256)

    def kind(self, tile_id: str) -> int:
        """The number of a tile kind, -1 if it is not played."""
        return next((number for number, tile in enumerate(self.tiles) if tile.id == tile_id), -1)

    def flags(self, mark: str) -> list[int]:
        """By tile kind: 1 where the tile carries this mark."""
        return [int(mark in tile.marks) for tile in self.tiles]


def compile_rules(
    family: Family,
    tiles: Sequence[Tile],
    copies: Sequence[int],
    modules: Sequence[Module],
    seats: int,
    *,
    settings: Mapping[str, object] | None = None,
    study: bool = False,
    start: bool = True,
    first_seat: int = 0,
) -> Rules:
    """Everything a set-up fixes. ``modules`` stand in the order ruled by the family."""
    rules = Rules()
    book = Book(family, tiles, copies, seats, settings or {})
    rules.seats, rules.study, rules.first_seat = seats, study, first_seat
    rules.modules = vec[Module]([Module(), *modules])
    for number, module in enumerate(rules.modules):
        module.enter(number, module.name, module.prefix)
    for module in modules:
        module.declare(book)
    if not start:
        book.start_tile = None
    rules.tiles = list(tiles)
    rules.words = list(family.words)
    rules.figures_per_seat = len(book.scorers)
    rules.scorer_names = list(book.scorers)
    rules.area_names = [book.areas.get(area, name) for area, name in enumerate(AREAS)]
    rules.rests = book.rests
    rules.keeps_on_tile = book.keeps_on_tile
    _columns(rules, book)
    _segments(rules, book)
    _sides(rules, book)
    _figures(rules, book)
    _open_to(rules)
    _piles(rules, book, copies)
    _hooks(rules)
    _steps(rules, book)
    _tasks(rules, book)
    laid = sum(copies) + 2
    rules.tile_room = laid
    most = max((rules.seg_first[k + 1] - rules.seg_first[k] for k in range(len(tiles))), default=0)
    exact = sum(copies[k] * (rules.seg_first[k + 1] - rules.seg_first[k]) for k in range(len(tiles)))
    rules.node_room = exact + 16 + most
    return rules


def ints(values: Sequence[int]) -> vec[i64]:
    return vec[i64](list(values))


def _columns(rules: Rules, book: Book) -> None:
    start: list[int] = []
    bounds: dict[str, vec[i64]] = {}
    for scope in (GAME, TURN, PART, RUN):
        first = len(start)
        for column in book.columns:
            if column.scope == scope:
                setattr(column.module, column.attribute, len(start))
                rules.column_names.append(column.name)
                rules.column_offset[column.name] = len(start)
                rules.column_length[column.name] = len(column.start)
                rules.column_holds[column.name] = column.holds
                if column.by_tile:
                    rules.columns_by_tile.append(column.name)
                start += column.start
        bounds[scope] = ints([first, len(start)])
    rules.turn_columns, rules.part_columns, rules.run_columns = bounds[TURN], bounds[PART], bounds[RUN]
    rules.column_start = ints(start)
    rules.column_size = len(start)


def _on_the_table(book: Book, segment: Segment) -> bool:
    return segment.kind in book.segments and segment.figures


def _segments(rules: Rules, book: Book) -> None:
    family = book.family
    rules.segment_names = list(family.segments)
    rules.ground = family.ground
    rules.second_layer = family.second_layer
    rules.roles = dict(family.roles)
    rules.completes = ints([int(book.segments.get(kind, (False, False))[0]) for kind in family.segments])
    rules.is_hood = ints([int(book.segments.get(kind, (False, False))[1]) for kind in family.segments])
    rules.whole = ints([int(kind in book.whole) for kind in family.segments])
    rules.any_whole = len(book.whole) > 0
    first, kinds, counts, marks, twins, touch, loose = [0], [], [], [], [], [], []
    hood_first, hood_end = [], []
    for tile in book.tiles:
        used = [number for number, segment in enumerate(tile.segments) if _on_the_table(book, segment)]
        used.sort(key=lambda number: book.segments[tile.segments[number].kind][1])  # neighbourhoods last
        place = {number: at for at, number in enumerate(used)}
        hoods = [at for number, at in place.items() if book.segments[tile.segments[number].kind][1]]
        hood_first.append(min(hoods, default=0))
        hood_end.append(max(hoods, default=-1) + 1)
        for number in used:
            segment = tile.segments[number]
            completes, around = book.segments[segment.kind]
            ends = sum(1 for end in segment.ends if end in book.loose)
            loose.append(ends)
            ends += 8 if around else len(_connections(family, tile, segment))
            kinds.append(family.segments.index(segment.kind))
            counts.append(ends + ONE_NODE + ONE_TILE)
            order = family.marks.get(segment.kind, ())
            marks.append(sum(amount << (8 * order.index(mark)) for mark, amount in segment.marks.items() if mark in order))
            alike = [place[other] for other in used if other != number and tile.segments[other].kind == segment.kind]
            twins.append(sum(1 << at for at in alike) if completes and not around else 0)
            touch.append(sum(1 << place[other] for other in segment.touches if other in place))
            rules.seg_source.append(number)
        first.append(len(kinds))
    rules.seg_first, rules.seg_kind, rules.seg_count = ints(first), ints(kinds), ints(counts)
    rules.seg_marks, rules.seg_twins, rules.seg_touch = ints(marks), ints(twins), ints(touch)
    rules.seg_loose = ints(loose)
    rules.hood_first, rules.hood_end = ints(hood_first), ints(hood_end)
    _one_ground(rules, book)


def _one_ground(rules: Rules, book: Book) -> None:
    """Ground segments that meet inside their tile: the first of them with each of the others, an open end on both sides."""
    inside = [0] * len(book.tiles)
    for kind in book.one_ground:
        rows = [row for row in _rows(rules, kind) if rules.segment_names[rules.seg_kind[row]] == book.family.ground]
        inside[kind] = sum(1 << (row - rules.seg_first[kind]) for row in rows)
        for row in rows[1:]:
            rules.seg_count[row] += 1
            rules.seg_count[rows[0]] += 1
    rules.inside = ints(inside)
    rules.any_inside = any(inside)


def _connections(family: Family, tile: Tile, segment: Segment) -> list[tuple[int, int]]:
    """(side, connector) pairs of a segment: how it can meet a neighbour tile."""
    found = []
    for port in segment.ports:
        side, where = divmod(port, 3)
        links = family.sides[tile.sides[side]]
        if segment.kind == family.second_layer:
            if where == 1 and links & SECOND:
                found.append((side, 3))
        elif links & (LEFT, MIDDLE, RIGHT)[where]:
            found.append((side, where))
    return found


def _sides(rules: Rules, book: Book) -> None:
    family, tiles = book.family, book.tiles
    played = [kind for kind in family.sides if any(kind in tile.sides for tile in tiles)]
    base = len(played) + 1
    rules.farthest = book.farthest
    rules.wall = base**4 if book.farthest else -1
    rules.needs = base**4 + (1 if book.farthest else 0)
    rules.side_names = played
    rules.links = ints([family.sides[kind] for kind in played])
    classes: list[tuple[int, ...]] = []
    side_class, edge, digit, connector = [], [], [], []
    for number, tile in enumerate(tiles):
        sides = tuple(played.index(kind) for kind in tile.sides)
        if sides not in classes:
            classes.append(sides)
        side_class.append(classes.index(sides))
        place = {rules.seg_source[row]: row - rules.seg_first[number] for row in _rows(rules, number)}
        met = {
            connection: at for source, at in place.items() for connection in _connections(family, tile, tile.segments[source])
        }
        for turns in range(4):
            for side in range(4):
                kind = sides[(side - turns) % 4]
                edge.append(kind)
                digit.append((kind + 1) * base ** ((side + 2) % 4))
                connector += [met.get(((side - turns) % 4, c), -1) for c in range(4)]
    rules.side_class, rules.edge, rules.digit = ints(side_class), ints(edge), ints(digit)
    rules.connector = ints(connector)
    fits = []
    for sides in classes:
        for need in range(rules.needs):
            wanted = [need // base**side % base for side in range(4)]
            legal = [t for t in range(4) if all(w in (0, sides[(s - t) % 4] + 1) for s, w in enumerate(wanted))]
            legal = [] if need == rules.wall else legal
            fits.append(sum(1 << t for t in legal))
    rules.fits = ints(fits)
    rules.ways = ints([bits.bit_count() for bits in fits])
    rules.filtered = ints([int(kind in book.filtered) for kind in range(len(tiles))])
    if book.start_tile is not None:
        rules.start_kind = book.kind(book.start_tile)


def _rows(rules: Rules, kind: int) -> range:
    return range(rules.seg_first[kind], rules.seg_first[kind + 1])


def _places(book: Book, figure: str) -> int:
    """A bit for each kind of segment a kind of figure may stand on."""
    if figure not in book.figures:
        return 0
    places = (set(book.figures[figure].places) | book.welcomed.get(figure, set())) - book.closed
    return sum(1 << book.family.segments.index(place) for place in places)


def _figures(rules: Rules, book: Book) -> None:
    family, seats = book.family, book.seats
    kinds = [book.figures.get(kind, FigureKind(0, 0, (), False, False)) for kind in family.figures]
    rules.figure_names, rules.figure_kinds = list(family.figures), len(kinds)
    rules.power = ints([kind.power for kind in kinds])
    rules.follower = ints([int(kind.follower) for kind in kinds])
    rules.bound = ints([int(kind.bound) for kind in kinds])
    rules.prolongs = ints([int(kind.prolongs) for kind in kinds])
    rules.followers = ints([number for number, kind in enumerate(kinds) if kind.follower and kind.count])
    rules.places = ints([_places(book, name) for name in family.figures])
    rules.barring = [sum(1 << family.segments.index(s) for s in book.barring.get(name, ())) for name in family.figures]
    rules.spreads = book.spreads
    issued: list[int] = []
    first: list[int] = []
    seat_first: list[int] = []
    figure_seat: list[int] = []
    figure_kind: list[int] = []
    for seat in range(seats + 1):
        seat_first.append(len(figure_seat))
        for number, kind in enumerate(kinds):
            count = kind.count if kind.neutral == (seat == seats) else 0
            issued.append(count)
            first.append(len(figure_seat))
            figure_seat += [seat] * count
            figure_kind += [number] * count
    seat_first.append(len(figure_seat))
    rules.issued, rules.figure_first, rules.seat_first = ints(issued), ints(first), ints(seat_first)
    rules.figure_seat, rules.figure_kind = ints(figure_seat), ints(figure_kind)
    rules.figure_total = len(figure_seat)


def _open_to(rules: Rules) -> None:
    open_to = []
    for places in rules.places:
        for tile in range(len(rules.tiles)):
            rows = enumerate(_rows(rules, tile))
            open_to.append(sum(1 << segment for segment, row in rows if (places >> rules.seg_kind[row]) & 1))
    rules.open_to = ints(open_to)


def _piles(rules: Rules, book: Book, copies: Sequence[int]) -> None:
    """Tiles that no module has put in a pile of its own are mixed into the stock, less the start tile."""
    ids = [tile.id for tile in book.tiles]
    rest = list(copies)
    for pile in book.piles:
        if list(pile.pieces) == ids:
            rest = [n - m - list(pile.tail).count(k) for k, (n, m) in enumerate(zip(rest, pile.copies, strict=True))]
    if rules.start_kind >= 0:
        rest[rules.start_kind] -= 1
    for kind, number in book.left_out.items():
        rest[kind] -= number
    book.pile("stock", ids, [max(n, 0) for n in rest])
    rows: list[int] = []
    start: list[int] = []
    mixed: list[int] = []
    room = max(
        book.tail_room,
        *(len(pile.tail) for pile in book.piles),
        *(0 if p.pieces == ids else len(p.pieces) for p in book.piles),
    )
    tails = [0] * (room * len(book.piles))
    for number, pile in enumerate(book.piles):
        rows.append(len(start))
        start += list(pile.copies) if not rules.study or pile.pieces != ids else [1] * len(ids)
        mixed.append(sum(pile.copies))
        tails[number * room : number * room + len(pile.tail)] = pile.tail
    rules.pile_names = [pile.name for pile in book.piles]
    rules.pile_pieces = [list(pile.pieces) for pile in book.piles]
    rules.pile_row, rules.pile_start, rules.pile_mixed = ints(rows), ints(start), ints(mixed)
    rules.pile_tail, rules.tail_room = ints(tails), room
    rules.pile_tail_size = ints([len(pile.tail) for pile in book.piles])
    rules.pile_full = [
        [number + list(pile.tail).count(piece) for piece, number in enumerate(pile.copies)] for pile in book.piles
    ]
    rules.tile_piles = [number for number, pile in enumerate(book.piles) if list(pile.pieces) == ids]
    rules.held_kinds = {kind: copies[kind] for kind in book.held}
    rules.stock = ints([rules.pile_names.index(name) for name in [*book.stock, "stock"]])


def _steps(rules: Rules, book: Book) -> None:
    family = book.family
    rules.step_names = list(family.steps)
    rules.kernel_step_names = {number: name for name, number in family.kernel_steps.items()}
    names = [KERNEL, *(module.name for module in rules.modules[1:])]
    compiled = []
    for script in (family.script, family.final, family.setup):
        ops = []
        for step, actors in script:
            for actor in actors:
                if actor == KERNEL:
                    op = family.kernel_steps[step]
                    if op != codes.OP_PHASE or len(rules.on_phase_over) > 0:
                        ops.append((0, op))
                elif actor in names and (actor, step) not in book.left_steps:
                    ops.append((names.index(actor), family.steps.index(step)))
        compiled.append((ints([actor for actor, _ in ops]), ints([step for _, step in ops])))
    (rules.op_actor, rules.op_step), (rules.final_actor, rules.final_step), (rules.setup_actor, rules.setup_step) = compiled
    _conditions(rules, book, names)
    draws = [at for at in range(len(rules.op_step)) if rules.op_actor[at] == 0 and rules.op_step[at] == codes.OP_DRAW]
    rules.op_drawn = draws[0] + 1
    rules.op_draw = draws[0]
    if book.draw_begins:
        first = family.steps.index(book.draw_begins)
        rules.op_draw = next(at for at in range(draws[0]) if rules.op_actor[at] != 0 and rules.op_step[at] == first)


def _tasks(rules: Rules, book: Book) -> None:
    """What may lie on the stack; a task whose module does not say where it comes from is pushed where the module acts."""
    for number, module in enumerate(rules.modules):
        scripts = (
            (rules.op_actor, rules.op_step),
            (rules.final_actor, rules.final_step),
            (rules.setup_actor, rules.setup_step),
        )
        acts = [book.family.steps[s] for script in scripts for a, s in zip(*script, strict=True) if a == number != 0]
        if overrides(module, "act"):
            acts.append(rules.kernel_step_names[codes.OP_FIGURE])
        for (name, routine), task in book.tasks.items():
            if name == module.name:
                rules.tasks[number, routine] = task if task.at or task.over is not None else replace(task, at=tuple(acts))
    rules.turn_rights = sorted(book.turn_rights)
    for at, pile, rights, deep in book.further_runs:
        source = rules.pile_names.index(pile) if isinstance(pile, str) else pile
        rules.further_runs.append(FurtherRun(at, source, rights, deep))


def _conditions(rules: Rules, book: Book, names: Sequence[str]) -> None:
    """When the modules act in the steps of a run."""
    taken = [0] * len(book.tiles)
    for step_at, (actor, step) in enumerate(zip(rules.op_actor, rules.op_step, strict=True)):
        key = (names[actor], book.family.steps[step]) if actor != 0 else (KERNEL, "")
        if key in book.scored_steps:
            rules.scored_steps |= 1 << step_at
        tiles = book.tiles_of_step.get(key, [1] * len(taken))
        taken = [steps | flag << step_at for steps, flag in zip(taken, tiles, strict=True)]
    rules.tile_steps = ints(taken)


def overrides(module: Module, hook: str) -> bool:
    """Does this module have something to say at a hook?"""
    for cls in type(module).__mro__:
        if cls is Module:
            return False
        if hook in cls.__dict__:
            return True
    return False


HOOKS = ("placements", "actions", "worth", "order_matters", "award_figure", "phase_over", "stays", "figure_left", "asking")


def _hooks(rules: Rules) -> None:
    heard = {hook: vec[Module]([module for module in rules.modules if overrides(module, hook)]) for hook in HOOKS}
    rules.on_placements, rules.on_actions, rules.on_worth = heard["placements"], heard["actions"], heard["worth"]
    rules.on_order, rules.on_award_figure = heard["order_matters"], heard["award_figure"]
    rules.on_phase_over, rules.on_stays, rules.on_figure_left = heard["phase_over"], heard["stays"], heard["figure_left"]
    rules.on_asking = heard["asking"]
