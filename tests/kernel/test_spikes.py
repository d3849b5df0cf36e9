"""The hard spots of the kernel, each proved on something small: regions that come apart, two layers on one port, questions
to a player who is not on turn, runs inside runs, columns of every scope, scorings that ask.

Toy modules are written here, in Python: the compiled engine takes them like its own.
"""

# Long: the toy modules and what they prove stand together.

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import bastida
from bastida import COMPILED, Game
from bastida.carcassonne.order import FAMILY, MARKS
from bastida.kernel.book import KERNEL, LEFT, MIDDLE, RIGHT, SECOND, Book, Family, compile_rules
from bastida.kernel.chance import Rng
from bastida.kernel.codes import DEALER, FREELY, ITEM_NODE, OVER, STOCK
from bastida.kernel.deploy import offer_places, take_place
from bastida.kernel.engine import Engine
from bastida.kernel.module import Module
from bastida.kernel.names import find_node
from bastida.kernel.options import Options
from bastida.kernel.tile import Segment, Tile
from bastida.table.setup import FAMILIES, make_setup
from tests.oracle.compare import rings, same_majorities, same_open_cells, same_regions, same_values
from tests.oracle.parts import PARTS, Part
from tests.oracle.regions import Region, by_spot, regions
from tests.oracle.table import Spot, Table, read, spot_of
from tests.properties.columns import columns

# -- (a) regions that come apart and join again -----------------------------------------------------------------------

LAKES = ("FeA", "FeB", "FeC")
ROADS = ("U", "V", "V", "W", "A", "D", "L", "X")


def lake_table(seed: int, tiles: int) -> Game:
    """A small crowded table rich in lakes, every ferry laid somehow, and some thieves."""
    rng = random.Random(seed)
    game = Game(make_setup("plus", sets=["ferries"], study=True, start=False, players=3), None)
    for _ in range(tiles):
        game.play(rng.choice(LAKES if rng.random() < 0.5 else ROADS))
        while game.decision is not None and game.decision.kind != "draw":
            options = game.options()
            if game.decision.kind == "tile":
                options.sort(key=lambda option: sum(abs(int(word)) for word in option.text.split()[0].split(",")))
                options = options[: 1 + len(options) // 3]
            game.play(rng.choice(options))
    return game


def lakes_of(engine: Engine) -> list[tuple[int, list[int]]]:
    """Every laid ferry: its tile and the ends of its lake."""
    found = []
    for slot in range(engine.board.tiles):
        first, end = engine.board.tile_node[slot], engine.board.tile_node[slot + 1]
        ends = [node - first for node in range(first, end) if engine.rules.seg_loose[engine.regions.row[node]]]
        if ends and engine.board.tile_link[slot]:
            found.append((slot, ends))
    return found


def done_sets(engine: Engine) -> set[frozenset[Spot]]:
    return {
        frozenset(spot_of(engine, node) for node in ring) for name, ring in rings(engine).items() if engine.regions.done[name]
    }


def same_as_the_oracle(engine: Engine) -> Table:
    table = read(engine)
    same_regions(engine, table, MARKS)
    same_open_cells(engine, table)
    same_majorities(engine, table)
    return table


def turn(engine: Engine, choice: int) -> None:
    """Turn one of the ferries, by the kernel's verb, to another pair of ends."""
    lakes = lakes_of(engine)
    slot, ends = lakes[choice % len(lakes)]
    pairs = [pair for pair in combinations(ends, 2) if engine.linked(slot, pair[0]) != pair[1]]
    engine.relink(slot, *pairs[choice // len(lakes) % len(pairs)])


@settings(max_examples=60 if COMPILED else 15, deadline=None, derandomize=True)
@given(st.integers(0, 10**6), st.integers(6, 22), st.lists(st.integers(0, 10**4), min_size=1, max_size=12))
def test_roads_come_apart_and_join_again_as_the_flood_fill_says(seed: int, tiles: int, choices: list[int]) -> None:
    """After every turning: all totals, and done exactly where the region still is the set of segments that was scored."""
    engine = lake_table(seed, tiles).engine.copy()
    assume(lakes_of(engine))
    for choice in choices:
        before = done_sets(engine)
        turn(engine, choice)
        table = same_as_the_oracle(engine)
        now = {region.spots for region in regions(table)}
        assert done_sets(engine) == before & now
    same_values(engine, read(engine))


@pytest.mark.parametrize("seed", range(20 if COMPILED else 6))
def test_turning_ferries_and_turning_them_back_restores_every_total(seed: int) -> None:
    """But not what was done: a region that was other segments in between has to be completed anew."""
    engine = lake_table(seed, 16).engine.copy()
    rng = random.Random(seed)
    before = {region.spots: region for region in regions(same_as_the_oracle(engine))}
    back = []
    for _ in range(8):
        slot, ends = rng.choice(lakes_of(engine))
        pair = engine.board.tile_link[slot]
        back.append((slot, (pair >> 4) - 1, (pair & 15) - 1))
        engine.relink(slot, *rng.choice([p for p in combinations(ends, 2) if engine.linked(slot, p[0]) != p[1]]))
    for slot, a, b in reversed(back):
        engine.relink(slot, a, b)
        same_as_the_oracle(engine)
    assert {region.spots: region for region in regions(read(engine))} == before


@pytest.mark.parametrize("seed", range(12 if COMPILED else 4))
def test_independent_turnings_give_the_same_regions_in_any_order(seed: int) -> None:
    engine = lake_table(seed + 100, 18).engine.copy()
    rng = random.Random(seed)
    turnings = []
    for slot, ends in lakes_of(engine):
        turnings.append((slot, *rng.choice([p for p in combinations(ends, 2) if engine.linked(slot, p[0]) != p[1]])))
    found = []
    for _ in range(3):
        copy = engine.copy()
        rng.shuffle(turnings)
        for slot, a, b in turnings:
            copy.relink(slot, a, b)
        found.append({region.spots: region for region in regions(same_as_the_oracle(copy))})
    assert found[0] == found[1] == found[2]


def study(tiles: str) -> Game:
    """A study after tiles laid like ``FeB(0,0)r0``; ferries are laid W-E, nobody is put anywhere."""
    game = Game(make_setup("plus", sets=["ferries"], study=True, start=False, players=2), None)
    for word in tiles.split():
        tile, _, rest = word.partition("(")
        cell, _, turns = rest.partition(")r")
        game.play(tile)
        game.play(f"{cell} r{turns}")
        while game.decision is not None and game.decision.kind != "draw":
            wanted = {"figure": "pass", "ferry": "ferry E-W", "turn ferry": "leave ferries"}[game.decision.kind]
            game.play(wanted)
    return game


def road(game: Game, where: str) -> int:
    """The region of a road, by cell and side."""
    return int(game.engine.regions.region[find_node(game.engine, where)])


def test_a_loop_over_one_lake_is_one_region_whether_its_ends_are_joined_or_not() -> None:
    """The road leaves the lake to the east and comes back from the south (FERRY-X4)."""
    game = study("FeB(0,0)r0 V(1,0)r0 V(1,1)r1 V(0,1)r2")
    engine = game.engine
    east, south, west = (int(engine.board.tile_node[0]) + n for n in (0, 1, 2))
    assert len({engine.regions.region[node] for node in (east, south, west)}) == 1  # ferry E-W: all three ends
    assert (engine.regions.ends(road(game, "0,0 road E")), engine.regions.tiles(road(game, "0,0 road E"))) == (1, 4)
    engine.relink(0, 0, 1)  # S-E: a loop
    assert engine.regions.region[east] == engine.regions.region[south] != engine.regions.region[west]
    assert engine.complete(engine.regions.region[east])
    assert engine.regions.tiles(engine.regions.region[east]) == 4
    same_as_the_oracle(engine)


def test_FERRY_26_a_completed_road_that_the_ferry_only_joins_to_itself_stays_done() -> None:
    """Both ends of the road lie at one lake, not joined: complete. Joined to a loop it is the same road, made of the same
    segments, and is not scored again.
    """
    game = study("FeC(0,0)r0 V(1,0)r0 V(1,1)r1 V(0,1)r2")
    engine = game.engine  # ends N E S W are 0 1 2 3, ferry E-W: the ring enters by E and S
    engine.relink(0, 0, 3)  # N-W: the ring is closed at the lake, both ends
    ring = road(game, "1,1 road N")
    assert engine.complete(ring)
    assert not engine.regions.done[ring]  # other segments than before: it has to be scored
    engine.regions.done[ring] = 1  # now it has been
    engine.relink(0, 1, 2)  # E-S: a loop of the same segments
    assert engine.complete(road(game, "1,1 road N"))
    assert engine.regions.done[road(game, "1,1 road N")]
    engine.relink(0, 0, 1)  # N-E: prolonged to the north, open again
    assert not engine.complete(road(game, "1,1 road N"))
    assert not engine.regions.done[road(game, "1,1 road N")]
    engine.relink(0, 2, 3)
    engine.relink(0, 0, 3)  # the old segments once more: completed anew (FERRY-R7)
    assert engine.complete(road(game, "1,1 road N"))
    assert not engine.regions.done[road(game, "1,1 road N")]


def test_another_road_of_the_lake_stays_as_it_is_when_the_ferry_turns() -> None:
    """Four ends: the ferry turns from one pair to another, the fourth road keeps what was done to it."""
    game = study("FeC(0,0)r0 A(0,-1)r0 A(1,0)r1 A(0,1)r2 A(-1,0)r3")
    engine = game.engine
    north = road(game, "0,0 road N")
    assert engine.complete(north)
    assert engine.regions.done[north]
    ring = rings(engine)[north]
    engine.relink(0, 1, 2)  # from E-W to E-S
    assert road(game, "0,0 road N") == north
    assert rings(engine)[north] == ring
    assert engine.regions.done[north]
    assert not engine.regions.done[road(game, "0,0 road E")]
    same_as_the_oracle(engine)


def test_a_figure_stays_on_its_segment_when_its_road_is_split() -> None:
    game = study("FeB(0,0)r0 U(1,0)r1 U(-1,0)r1")
    game.arrange(0, "follower", "1,0 road E")
    game.arrange(1, "follower", "-1,0 road W")
    engine = game.engine
    assert engine.regions.strength_of(road(game, "0,0 road E"), 0) == 1
    assert engine.regions.strength_of(road(game, "0,0 road E"), 1) == 1
    engine.relink(0, 0, 1)  # E-S
    assert engine.regions.strength[road(game, "1,0 road E")] == 1
    assert engine.regions.strength[road(game, "-1,0 road W")] == 1 << 8
    same_as_the_oracle(engine)


# -- (b) two layers on one port ---------------------------------------------------------------------------------------

WATER = Family(
    name="toy",
    sides={"land": MIDDLE, "stream": LEFT | MIDDLE | RIGHT | SECOND},
    segments=("ground", "stream", "basin"),
    figures=("angler", "hut"),
    marks={"basin": ("fish",)},
    words=("piece",),
    steps=("DRAW", "PLACE_TILE", "FIGURE", "SCORE", "RETURN", "END_PART"),
    script=tuple((step, (KERNEL,)) for step in ("DRAW", "PLACE_TILE", "FIGURE", "SCORE", "RETURN", "END_PART")),
    final=(),
    ground="ground",
    second_layer="basin",
)


def water_tile(name: str, streams: Sequence[Sequence[int]], basins: Sequence[tuple[Sequence[int], int]]) -> Tile:
    """Streams and basins by the sides they reach; one piece of ground per gap between wet sides."""
    wet = sorted({side for stream in streams for side in stream})
    sides = tuple("stream" if side in wet else "land" for side in range(4))
    grounds: list[list[int]] = [[]]
    for port in ((3 * wet[0] + 2 + step) % 12 for step in range(11)):  # round the tile, from beside the first stream
        if port % 3 == 1 and port // 3 in wet:
            grounds.append([])
        else:
            grounds[-1].append(port)
    segments = [Segment("stream", n, tuple(3 * side + 1 for side in stream)) for n, stream in enumerate(streams)]
    segments += [
        Segment("basin", n, tuple(3 * side + 1 for side in basin), {"fish": fish} if fish else {})
        for n, (basin, fish) in enumerate(basins)
    ]
    segments += [Segment("ground", n, tuple(sorted(ports))) for n, ports in enumerate(grounds)]
    return Tile(name, tuple(segments), sides, {"": 4}, {}, "toy")  # type: ignore[arg-type]


# A lake with arms: each arm is a stream of its own, the lake with all its arms one basin. A spring ends both.
WATERS = (
    water_tile("lake3", [[0], [1], [3]], [((0, 1, 3), 2)]),
    water_tile("lake2", [[0], [2]], [((0, 2), 1)]),
    water_tile("bend", [[0, 1]], [((0, 1), 0)]),
    water_tile("straight", [[0, 2]], [((0, 2), 0)]),
    water_tile("spring", [[2]], [((2,), 0)]),
)


@pytest.mark.parametrize("seed", range(6))
def test_a_port_can_carry_a_stream_that_ends_and_a_basin_that_runs_on(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every total of both layers equals the flood fill, and each stream lies in one basin."""

    class Water(Module):
        name = "water"

        def declare(self, book: Book) -> None:
            book.segment("ground", completes=False)
            book.segment("stream", completes=True)
            book.segment("basin", completes=False)
            book.figure("angler", 3, ("stream",))
            book.figure("hut", 2, ("basin",))
            book.start_tile = "lake3"

        def actions(self, game: Engine, out: Options) -> None:
            offer_places(game, self.index, out)

        def act(self, game: Engine, action: int) -> None:
            take_place(game, action)

    told = Part(complete=("stream",), never=("ground", "basin"), figures={"angler": 1, "hut": 1})
    monkeypatch.setitem(PARTS, "water", told)
    engine, rng = Engine(compile_rules(WATER, WATERS, [6, 6, 6, 6, 3], [Water()], 2)), Rng(seed)
    engine.start()
    seen = set()
    while engine.asked != OVER:
        engine.answer(engine.random_option(rng))
        table = read(engine)
        same_regions(engine, table, WATER.marks)
        home = by_spot(regions(table))
        for region in regions(table):
            if region.kind == "stream":
                assert len({home[number, basin_under(table, (number, at))] for number, at in region.spots}) == 1
            elif region.kind == "basin":
                streams = {home[spot] for spot in home if home[spot].kind == "stream" and under(table, spot, region)}
                seen |= {(len(streams) > 1, any(region.strength), any(any(stream.strength) for stream in streams))}
    assert {(True, True, True), (True, False, True)} <= seen  # several streams in one basin, huts and anglers apart


def under(table: Table, spot: Spot, basin: Region) -> bool:
    return (spot[0], basin_under(table, spot)) in basin.spots


def basin_under(table: Table, spot: Spot) -> int:
    """The basin of a tile that holds the ports of one of its streams."""
    tile, ports = table.laid[spot[0]].tile, set(table.segment(spot).ports)
    return next(at for at, other in enumerate(tile.segments) if other.kind == "basin" and ports <= set(other.ports))


@pytest.mark.parametrize("seed", range(8 if COMPILED else 3))
def test_HG_78_every_river_lies_in_one_system_and_a_system_has_the_fish_of_its_lakes(seed: int) -> None:
    rng = random.Random(seed)
    game = bastida.new_game("hunters", seed=seed, players=3)
    while not game.over:
        game.play(rng.choice(game.options()))
        if rng.random() < 0.1:
            table = read(game.engine)
            found = regions(table)
            home = {spot: region for region in found for spot in region.spots}
            for region in found:
                if region.kind == "river":
                    tiles = [(number, table.laid[number].tile, at) for number, at in region.spots]
                    systems = {
                        home[number, other]
                        for number, tile, at in tiles
                        for other, segment in enumerate(tile.segments)
                        if segment.kind == "system" and set(tile.segments[at].ports) <= set(segment.ports)
                    }
                    assert len(systems) == 1
                if region.kind == "system":
                    lakes = {(number, end) for number, at in region.spots for end in table.segment((number, at)).ends}
                    tile = {number: table.laid[number].tile for number, _ in region.spots}
                    fish = [tile[number].segments[tile[number].find(end)].marks["fish"] for number, end in lakes]
                    assert region.mark("fish") == sum(fish)


# -- (c) questions, runs, columns, scorings ---------------------------------------------------------------------------

STEPS = ("DRAW", "PLACE_TILE", "LAID", "FIGURE", "SCORE", "SPOILS", "RETURN", "MESSAGE", "CIRCLE", "END_PART")
KERNEL_STEPS = {"DRAW", "PLACE_TILE", "FIGURE", "SCORE", "RETURN", "END_PART"}


def toy_engine(modules: Sequence[Module], actors: dict[str, tuple[str, ...]], stock: dict[str, int], seats: int = 3) -> Engine:
    """A game of the base rules with toy modules that act in some steps, from a small stock of base tiles."""
    games = FAMILIES["carcassonne"]
    script = tuple(
        (step, (*actors.get(step, ()), *((KERNEL,) if step in KERNEL_STEPS else ())))
        for step in STEPS
        if step in actors or step in KERNEL_STEPS
    )
    known = {tile.id: tile for tile in games.tile_set("base").tiles}
    tiles = [known[name] for name in stock]
    family = replace(FAMILY, script=script)
    engine = Engine(compile_rules(family, tiles, list(stock.values()), [games.base(), *modules], seats))
    engine.start()
    return engine


PLENTY = {"D": 3, "U": 6, "V": 6, "E": 5, "B": 3, "W": 2}


def test_a_player_who_is_not_on_turn_can_be_asked_and_the_turn_goes_on() -> None:
    """Everybody but the active player is asked in turn; the loop keeps its place in its task, so copies go on by themselves."""

    class Witness(Module):
        name = "witness"

        def declare(self, book: Book) -> None:
            book.column(self, "seen", book.seats)

        def step(self, game: Engine, step: int) -> None:
            game.push(self.index, 7, game.next_seat(game.seat), 0, 0)

        def run(self, game: Engine, routine: int) -> None:
            if game.arg(0) == game.seat:
                game.pop()
            else:
                game.ask(game.arg(0))

        def options(self, game: Engine, routine: int, out: Options) -> None:
            out.add(0)
            out.add(1)

        def answer(self, game: Engine, routine: int, option: int) -> None:
            game.columns[self.seen + game.arg(0)] += option
            game.set_arg(0, game.next_seat(game.arg(0)))

    engine = toy_engine([Witness()], {"CIRCLE": ("witness",)}, PLENTY)
    rng, asked = Rng(1), []
    expected = [0, 0, 0]
    while engine.asked != OVER:
        if engine.asked >= 0 and engine.owner() != 0:
            assert engine.asked != engine.seat
            asked.append((int(engine.turn), int(engine.asked)))
            copy = engine.copy()
            copy.play_random(Rng(2))  # a copy taken in the middle of the loop goes on
            expected[engine.asked] += 1
            engine.answer(1)
        else:
            engine.answer(engine.random_option(rng))
    turns = sorted({turn for turn, _ in asked})
    assert turns == list(range(1, sum(PLENTY.values())))
    assert asked == [(turn, (turn - 1 + n) % 3) for turn in turns for n in (1, 2)]
    assert list(engine.columns) == expected


def test_a_run_pushed_in_the_middle_of_a_turn_leaves_the_run_below_as_it_was() -> None:
    """Its own tile, items and columns; then the first run goes on at the step after."""

    class Extra(Module):
        """In every turn one further tile, pushed after the scoring; one in the further run too, to a depth of two."""

        name = "extra"

        def declare(self, book: Book) -> None:
            book.column(self, "depth", scope="run", fill=3)
            book.column(self, "log", 64)

        def step(self, game: Engine, step: int) -> None:
            game.columns[self.depth] += 10 * (game.run_level + 1)
            before.append((int(game.run_level), int(game.run_slot), int(game.columns[self.depth])))
            if game.run_level < 2:
                game.push_run(STOCK, FREELY)

    class After(Module):
        name = "after"

        def step(self, game: Engine, step: int) -> None:
            after.append((int(game.run_level), int(game.run_slot), int(game.columns[extra.depth])))

    before: list[tuple[int, int, int]] = []
    after: list[tuple[int, int, int]] = []
    extra = Extra()
    engine = toy_engine([extra, After()], {"MESSAGE": ("extra",), "CIRCLE": ("after",)}, PLENTY)
    rng = Rng(3)
    seats = set()
    while engine.asked != OVER:
        if engine.asked == DEALER:
            seats.add((int(engine.turn), int(engine.seat), int(engine.run_level)))
        elif len(before) % 5 == 2:
            copy = engine.copy()  # also in the middle of pushed runs
            assert columns(copy) == columns(engine)
        engine.answer(engine.random_option(rng))
    # three tiles in a turn, all by the same seat; the runs end from the top
    assert all(seat == (turn - 1) % 3 for turn, seat, _ in seats)
    assert {level for _, _, level in seats} == {0, 1, 2}
    for number in range(0, len(after) - 3, 3):
        levels = [level for level, _, _ in after[number : number + 3]]
        assert levels == [2, 1, 0]
        started = before[number : number + 3]
        assert [level for level, _, _ in started] == [0, 1, 2]
        assert after[number : number + 3] == started[::-1]  # tile and column of each run as they were
        assert [value for _, _, value in started] == [13, 23, 33]  # every run began with its own fill
        assert [slot for _, slot, _ in started] == [number + 1, number + 2, number + 3]
    assert engine.board.tiles == sum(PLENTY.values())


def test_columns_are_cleared_at_the_end_of_their_scope_and_never_before() -> None:
    """A second part in every other turn; a further run in every part."""

    class Counts(Module):
        name = "counts"

        def declare(self, book: Book) -> None:
            for scope in ("game", "turn", "part", "run"):
                book.column(self, f"in_{scope}", 1, scope=scope)

        def step(self, game: Engine, step: int) -> None:
            for column in (self.in_game, self.in_turn, self.in_part, self.in_run):  # type: ignore[attr-defined]
                game.columns[column] += 1
            key = (int(game.turn), int(game.part), int(game.run_level))
            values = [int(game.columns[column]) for column in (self.in_game, self.in_turn, self.in_part, self.in_run)]  # type: ignore[attr-defined]
            seen.append((key, values))
            if step == FAMILY.steps.index("MESSAGE") and game.run_level == 0:
                game.push_run(STOCK, FREELY)
            if step == FAMILY.steps.index("END_PART") and game.run_level == 0 and game.part == 1 and game.turn % 2 == 0:
                game.next_part = 1

    seen: list[tuple[tuple[int, int, int], list[int]]] = []
    actors = {"LAID": ("counts",), "MESSAGE": ("counts",), "END_PART": ("counts",)}
    engine = toy_engine([Counts()], actors, {"D": 3, "U": 8, "V": 8, "E": 5, "B": 6})
    engine.play_random(Rng(4))
    assert {key[1] for key, _ in seen} == {1, 2}
    turn = part = 0
    runs: dict[tuple[int, int, int], int] = {}
    last = (0, 0)
    for game, (key, values) in enumerate(seen, 1):
        where, level = key[:2], key[2]
        turn = turn + 1 if where[0] == last[0] else 1
        part = part + 1 if where == last else 1
        if where != last:
            runs = {}
        runs[*where, level] = runs.get((*where, level), 0) + 1
        last = where
        assert values == [game, turn, part, runs[*where, level]], (key, values)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_scoring_can_ask_for_its_order_and_for_the_figure_that_advances(order: tuple[int, int]) -> None:
    """One tile completes a road of one player and a city of two. Values are frozen first: the order changes only the order."""

    class Choosing(Module):
        name = "choosing"

        def declare(self, book: Book) -> None:
            book.scorers = ("first", "second")

        def order_matters(self, game: Engine) -> bool:
            return True

        def award_figure(self, game: Engine, seat: int, points: int, note: int) -> int:
            game.push(self.index, 1, seat, points, note)
            return -1

        def run(self, game: Engine, routine: int) -> None:
            game.ask(game.arg(0))

        def options(self, game: Engine, routine: int, out: Options) -> None:
            out.add(0)
            out.add(1)

        def answer(self, game: Engine, routine: int, option: int) -> None:
            seat, points, note = game.arg(0), game.arg(1), game.arg(2)
            game.pop()
            booked.append((int(seat), int(points), int(option)))
            game.move_forward(seat, option, points, note)

    booked: list[tuple[int, int, int]] = []
    engine = toy_engine([Choosing()], {}, {"D": 2, "E": 3, "W": 2, "L": 2}, seats=2)
    cell = engine.board.cell

    def lay(tile: str, x: int, y: int, turns: int, figure: int) -> None:
        engine.answer([one.id for one in engine.rules.tiles].index(tile))
        engine.answer(int(cell(x, y)) * 4 + turns)
        if engine.asked >= 0 and engine.owner() == 0:
            engine.answer(engine.list_options().numbers()[figure])

    # D has its city in the north and a road east to west. Seat 0: a thief in the road east of W.
    lay("W", -1, 0, 0, 1)  # road E of W and the road of D: segments in the order road E, S, W
    lay("E", 1, -1, 2, 1)  # seat 1: a knight in the city south
    lay("E", 0, -1, 2, 0)
    lay("L", 1, 0, 0, 0)  # closes the road (3 tiles) and the city (2 tiles)
    assert engine.asked == engine.seat == 1
    items = engine.list_options().numbers()
    kinds = [engine.rules.segment_names[engine.regions.kind(engine.item(item, ITEM_NODE))] for item in items]
    assert kinds == ["road", "city"]
    twin = engine.copy()
    engine.answer(items[order[0]])
    first = engine.asked
    assert first == (0, 1)[order[0]]  # the winner is asked, whoever is on turn
    copy = engine.copy()
    assert columns(copy) == columns(engine)
    engine.answer(1)
    engine.answer(0)
    assert booked == [((0, 3, 1), (1, 4, 1))[order[0]], ((0, 3, 0), (1, 4, 0))[order[1]]]
    assert [int(engine.score_of(seat)) for seat in (0, 1)] == [3, 4]
    assert engine.figures.available(0, 0) == engine.figures.available(1, 0) == 7  # everybody is home
    booked.clear()
    for answer in (items[order[0]], 1, 0):
        twin.answer(answer)
    assert columns(twin) == columns(engine)
