"""Small crowded tables full of lakes: roads that are split, joined, closed and opened again, against a flood fill.

What may be turned and what is scored is read off the rules page with sets of segments: ``ferries_in_reach`` is FERRY-11,
``newly_completed`` is FERRY-26. The engine must say the same after every answer. To see every scoring, a copy of the game
with a thief on each stretch of road goes along.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest

import bastida
from bastida import Game
from bastida.carcassonne.order import MARKS
from bastida.kernel import names
from tests.oracle.compare import rings, same_done, same_regions
from tests.oracle.regions import BEYOND, components, thirds
from tests.oracle.scoring import newly_completed
from tests.oracle.table import Spot, Table, read, spot_of
from tests.properties.checks import a_ferry_on_every_lake, mage_and_witch

STOCK = "FeA FeB FeB FeB FeC FeC U U V V V V D W A".split()
SIDES = "NESW"
Seen = Counter[str]


def lakes(players: int = 6, **switches: str) -> Game:
    return bastida.new_game("plus", sets=["ferries"], study=True, start=False, players=players, switches=switches)


def lay_somewhere(game: Game, rng: random.Random) -> None:
    """A random tile, rather among others than at the edge."""
    while game.decision and game.decision.kind != "tile":
        game.play(rng.choice(STOCK))
    board = game.engine.board
    taken = {(int(board.x(board.tile_cell[slot])), int(board.y(board.tile_cell[slot]))) for slot in range(board.tiles)}

    def crowd(text: str) -> float:
        x, y = map(int, text.split(" ")[0].split(","))
        return sum((x + dx, y + dy) in taken for dx, dy in BEYOND) + rng.random()

    game.play(max((option.text for option in game.options()), key=crowd))


def ends(table: Table, number: int) -> dict[str, int]:
    """The road ends of a laid tile by the side of the table they point to."""
    laid = table.laid[number]
    roads = [position for position, segment in enumerate(laid.tile.segments) if segment.kind == "road"]
    return {SIDES[side]: position for position in roads for side, _ in thirds(laid, position)}


def ferries_in_reach(table: Table) -> dict[int, frozenset[Spot]]:
    """The lakes whose ferries may be turned after the last tile was laid (FERRY-11 to FERRY-13), all by searching; with
    each the road that leads there."""
    cells = table.cells()
    new = len(table.laid) - 1
    roads = {spot: part for part in components(table) for spot in part}
    found = {}
    for direction, position in ends(table, new).items():
        number, side = new, SIDES.index(direction)
        while True:
            here = table.laid[number]
            beyond = cells.get((here.x + BEYOND[side][0], here.y + BEYOND[side][1]))
            if beyond is None or beyond == new:
                break
            entry = ends(table, beyond)[SIDES[(side + 2) % 4]]
            if "lake" in table.segment((beyond, entry)).ends:
                if entry in (table.laid[beyond].link or ()):
                    found[beyond] = roads[new, position]
                break
            ways = [SIDES.index(way) for way, position in ends(table, beyond).items() if position == entry]
            ways.remove((side + 2) % 4)
            if not ways:
                break
            number, side = beyond, ways[0]
    return found


def turnings(table: Table, ferries: Iterable[int]) -> set[str]:
    """The texts of all ways to turn these ferries (FERRY-16)."""
    found = set()
    for number in ferries:
        laid, sides = table.laid[number], ends(table, number)
        for one in sides:
            for other in sides:
                if SIDES.index(one) < SIDES.index(other) and {sides[one], sides[other]} != set(laid.link or ()):
                    found.add(f"{laid.x},{laid.y} ferry {one}-{other}")
    return found


def with_thieves(game: Game) -> tuple[Game, list[Spot]]:
    """A copy with a thief on every stretch of road between lakes, and where they stand."""
    table = read(game.engine)
    loose = replace(table, laid=tuple(replace(laid, link=None) for laid in table.laid))
    trial = game.copy()
    spots: list[Spot] = []
    for part in components(loose):
        spot = min(part)
        if loose.segment(spot).kind == "road" and len(spots) < 42:
            node = next(node for node in range(game.engine.regions.nodes) if spot_of(game.engine, node) == spot)
            trial.arrange(len(spots) % 6, "follower", names.node_name(game.engine, node))
            spots.append(spot)
    return trial, spots


def play_part(game: Game, rng: random.Random, seen: Seen) -> None:
    switches = game.setup.switches
    before = read(game.engine)
    lay_somewhere(game, rng)
    assert game.decision and game.decision.kind == "figure"
    trial, spots = with_thieves(game)
    old_lines = len(trial.ledger)
    answer, asked = "pass", False
    reach: dict[int, frozenset[Spot]] = {}
    while True:
        for one in (game, trial):
            one.play(answer)
            same_regions(one.engine, read(one.engine, switches), MARKS)
        if game.decision.kind == "draw":
            break
        texts = [option.text for option in game.options()]
        if game.decision.kind == "turn ferry":
            table = read(game.engine)
            reach = reach if asked else ferries_in_reach(table)
            asked = True
            assert set(texts) == turnings(table, reach) | {"leave ferries"}
            seen["turn asked"] += 1
        answer = rng.choice(texts)
        if game.decision.kind == "turn ferry" and answer != "leave ferries":
            (turned,) = [number for number in reach if answer in turnings(table, {number})]
            seen["turned"] += 1
            if len(reach) > 1:
                seen["several"] += 1
            seen["of one road"] += sum(road == reach[turned] for road in reach.values()) - 1
            if switches["road_ferries"] == "one":  # FERRY-R12
                reach = {number: road for number, road in reach.items() if road != reach[turned]}
            else:
                del reach[turned]
    after = read(game.engine)
    if not asked:
        assert ferries_in_reach(after) == {}
    same_done(game.engine)
    compare_scoring(before, after, trial, spots, old_lines, seen)
    count(before, after, seen)


def compare_scoring(before: Table, after: Table, trial: Game, spots: list[Spot], old_lines: int, seen: Seen) -> None:
    """FERRY-20, FERRY-26: exactly the roads that are new and complete were scored, and their thieves went home."""
    new = [region for region in newly_completed(after, before) if region.kind == "road"]
    cells = [(laid.x, laid.y) for laid in after.laid]
    expected = {(frozenset(cells[number] for number, _ in region.spots), region.tiles) for region in new}
    lines = [entry for entry in trial.ledger[old_lines:] if entry.source == "road"]
    assert {(frozenset(entry.cells), entry.points) for entry in lines} == expected
    assert all(region.spots & set(spots) for region in new)
    gone = {spot for region in new for spot in region.spots}
    standing = [piece.spot for piece in read(trial.engine).pieces]
    assert sorted(standing) == sorted(spot for spot in spots if spot not in gone)
    seen["scored"] += len(new)


def count(before: Table, after: Table, seen: Seen) -> None:
    """What happened, so that the test knows that it has met the hard cases."""
    old = {part for part in components(before) if before.segment(min(part)).kind == "road"}
    new = {part for part in components(after) if after.segment(min(part)).kind == "road"}
    done = {region.spots for region in newly_completed(before, replace(before, laid=())) if region.kind == "road"}
    seen["split"] += sum(any(part < one for part in new) for one in old)
    seen["scored road joined"] += sum(any(part < one for one in new) for part in done)
    assert all(any(part <= one for one in new) for part in done), "a scored road is never split in the next part"
    for region in newly_completed(after, before):
        if region.kind == "road":
            seen["same segments again"] += region.spots in SCORED
            SCORED.add(region.spots)
            seen["a lake three times"] += max(Counter(number for number, _ in region.spots).values()) > 2
            linked = [spot for spot in region.spots if spot[1] in (after.laid[spot[0]].link or ())]
            loop = all(spot in linked or not after.segment(spot).ends for spot in region.spots)
            seen["loop over ferries"] += loop and len(linked) > 0
            seen["loop over one ferry"] += loop and len(linked) == 2


SCORED: set[frozenset[Spot]] = set()  # of the table being played


@pytest.mark.parametrize(
    ("seed", "road_ferries", "lake_fields"), [(0, "each way", "apart"), (1, "one", "apart"), (2, "one", "joined")]
)
def test_FERRY_26_on_crowded_tables_exactly_the_new_complete_sets_of_segments_are_scored(
    seed: int, road_ferries: str, lake_fields: str
) -> None:
    """FERRY-07, FERRY-11 to FERRY-17, FERRY-20 to FERRY-22, FERRY-R10, FERRY-R12 against sets of segments, after every
    answer."""
    seen: Seen = Counter()
    for table in range(10):
        rng = random.Random(1000 * seed + table)
        SCORED.clear()
        game = lakes(road_ferries=road_ferries, lake_fields=lake_fields)
        for _ in range(18):
            play_part(game, rng, seen)
    assert seen["turned"] > 20
    assert seen["of one road"] > 0
    assert seen["split"] > 10
    assert seen["scored"] > 20
    assert seen["scored road joined"] > 5


def partition(game: Game) -> dict[frozenset[Spot], tuple[int, ...]]:
    """Every region of the engine as a set of segments, with its totals."""
    engine = game.engine
    return {
        frozenset(spot_of(engine, node) for node in ring): (
            int(engine.regions.count[name]),
            int(engine.regions.marks[name]),
            int(engine.regions.strength[name]),
            int(engine.regions.done[name]),
        )
        for name, ring in rings(engine).items()
    }


def test_FERRY_14_the_order_in_which_ferries_are_turned_makes_no_difference() -> None:
    tried = 0
    for seed in range(40):
        rng = random.Random(seed)
        game = lakes()
        for _ in range(14):
            lay_somewhere(game, rng)
            while game.decision and game.decision.kind != "draw":
                texts = [option.text for option in game.options()]
                ferries = sorted({text.split(" ")[0] for text in texts if text != "leave ferries"})
                if game.decision.kind == "turn ferry" and len(ferries) > 1:
                    one, other = (rng.choice([t for t in texts if t.startswith(f"{cell} ")]) for cell in ferries[:2])
                    first, second = game.copy(), game.copy()
                    for copy, order in ((first, (one, other)), (second, (other, one))):
                        for answer in (*order, "leave ferries"):
                            if copy.decision and copy.decision.kind == "turn ferry":
                                copy.play(answer)
                    assert partition(first) == partition(second)
                    assert first.scores() == second.scores()
                    tried += 1
                game.play(rng.choice(texts))
    assert tried > 10


def test_FERRY_16_turning_a_ferry_and_turning_it_back_restores_every_total() -> None:
    tried = 0
    for seed in range(20):
        rng = random.Random(seed)
        game = lakes()
        for _ in range(12):
            lay_somewhere(game, rng)
            while game.decision and game.decision.kind != "draw":
                game.play(rng.choice(game.options()))
        copy = game.copy()
        engine = copy.engine
        for slot in range(engine.board.tiles):
            pair = engine.board.tile_link[slot]
            if pair:
                before = {spots: totals[:3] for spots, totals in partition(copy).items()}
                a, b = (pair >> 4) - 1, (pair & 15) - 1
                first = engine.board.tile_node[slot]
                roads = [end for end in range(4) if engine.rules.seg_loose[engine.regions.row[first + end]]]
                other = next((x, y) for x in roads for y in roads if x < y and {x, y} != {a, b})
                engine.relink(slot, *other)
                same_regions(engine, read(engine), MARKS)
                assert engine.board.tile_link[slot] != pair
                engine.relink(slot, a, b)
                assert {spots: totals[:3] for spots, totals in partition(copy).items()} == before
                tried += 1
    assert tried > 30


def bringing_together(game: Game) -> list[str]:
    """The answers after which mage and witch are in one feature."""
    found = []
    for option in game.options():
        copy = game.copy()
        copy.play(option)
        if copy.decision and copy.decision.kind == "remove magic":
            found.append(option.text)
    return found


def test_MAGE_05_and_MAGE_12_to_MAGE_14_on_crowded_tables_mage_and_witch_are_never_left_together() -> None:
    """Wherever they are offered, brought together by tiles and ferries, and taken off (MAGE-10, TURN-42)."""
    stock = "C R N G U V V D FeB FeB FeC FeC MaHeC MaHeE MaHeF MaHeF MaHeG".split()
    asked: Seen = Counter()
    for seed in range(20):
        rng = random.Random(seed)
        game = bastida.new_game("plus", sets=["ferries", "mage"], study=True, start=False, players=2)
        for _ in range(20):
            while game.decision and game.decision.kind != "tile":
                game.play(rng.choice(stock))
            places = bringing_together(game)
            asked["joined by a tile"] += bool(places)
            game.play(rng.choice(places or [option.text for option in game.options()]))
            while game.decision and game.decision.kind != "draw":
                table = read(game.engine)
                mage_and_witch(game, table)
                a_ferry_on_every_lake(game, table)
                kind = game.decision.kind
                asked[kind] += 1
                chosen = bringing_together(game) if "ferry" in kind else []
                asked["joined by a ferry"] += bool(chosen)
                if kind == "magic":  # rather the one that is not on the table
                    beside = game.view()["beside"]
                    chosen = [option.text for option in game.options() if option.text.split()[0] in beside]
                game.play(rng.choice(chosen or [option.text for option in game.options()]))
            mage_and_witch(game, read(game.engine))
            same_done(game.engine)
    assert asked["magic"] > 50
    assert asked["joined by a tile"] > 0
    assert asked["joined by a ferry"] > 0
