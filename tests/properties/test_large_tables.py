"""Tables far larger than the first grid: a line and a spiral of all the tiles of all boxes (BASE-R14)."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from bastida import Game
from bastida.kernel.codes import OP_PLACE, OVER
from bastida.table.setup import make_setup
from tests.oracle.compare import same_open_cells, same_placements, same_regions, same_values
from tests.oracle.placing import fits
from tests.oracle.table import Laid, Table, read
from tests.properties.checks import table_of

TILES = 206


def line(dx: int, dy: int) -> Iterator[tuple[int, int]]:
    for number in range(TILES):
        yield number * dx, number * dy


def spiral() -> Iterator[tuple[int, int]]:
    """Round and round from the middle."""
    x = y = 0
    dx, dy, reach = 1, 0, 1
    yield 0, 0
    count = 1
    while True:
        for _ in range(2):
            for _ in range(reach):
                x, y = x + dx, y + dy
                yield x, y
                count += 1
                if count == TILES:
                    return
            dx, dy = -dy, dx
        reach += 1


def lay(game: Game, tile: str, x: int, y: int, turns: int) -> None:
    """One turn of a study; now and then somebody is put on the tile."""
    game.play(tile)
    game.play(f"{x},{y} r{turns}")
    while game.decision is not None and game.decision.kind != "draw":
        options = game.options()
        game.play(options[(x + 2 * y) % len(options) if (x + y) % 3 == 0 else 0])


def same(game: Game) -> Table:
    table = table_of(game)
    same_regions(game.engine, table, game.setup.games.family.marks)
    same_open_cells(game.engine, table)
    return table


@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (0, 1), (-1, 0), (0, -1)])
def test_a_line_of_206_tiles_meets_nothing_but_its_neighbours(dx: int, dy: int) -> None:
    """A straight road all along: one region of 206 tiles with two open ends, whatever the grid has grown to."""
    game = Game(make_setup("plus", study=True, start=False), None)
    for number, (x, y) in enumerate(line(dx, dy)):
        lay(game, "U", x, y, dx % 2)
        if number in (12, 13, 28, 29, 60, 61, 124, 125):  # the grid grows about here
            same(game)
    table = same(game)
    same_placements(game.engine, table, [0, 5, 10])
    road = next(node for node in range(game.engine.regions.nodes) if game.engine.regions.kind(node) == 1)
    region = game.engine.regions.region[road]
    assert (game.engine.regions.tiles(region), game.engine.regions.ends(region)) == (TILES, 2)
    assert game.engine.board.opens == 2 * TILES + 2


@pytest.mark.parametrize("seed", range(2))
def test_a_spiral_of_206_tiles_of_all_kinds_equals_the_oracle(seed: int) -> None:
    rng = random.Random(seed)
    game = Game(make_setup("plus", sets=["inns", "traders", "abbot"], study=True, start=False), None)
    tiles = list(game.engine.rules.tiles)
    table = Table(table_of(game).played)
    for number, (x, y) in enumerate(spiral()):
        cells = table.cells()
        ways = [(tile, turns) for tile in tiles for turns in range(4)]
        if number:
            ways = [(tile, turns) for tile, turns in ways if fits(table, Laid(tile, x, y, turns), cells)]
        if not ways:
            continue  # a hole that no tile of the game can fill (BASE-R15)
        tile, turns = rng.choice(ways)
        table = table.lay(tile, x, y, turns)
        lay(game, tile.id, x, y, turns)
        if number % 40 == 39:
            same(game)
    assert game.engine.board.tiles > TILES * 0.8
    found = same(game)
    same_values(game.engine, found)
    same_placements(game.engine, found, range(0, len(tiles), 7))


def test_a_block_of_monasteries_is_complete_inside_and_open_at_its_rim() -> None:
    game = Game(make_setup("plus", study=True, start=False), None)
    cells = list(spiral())[:196]  # 14 by 14
    for x, y in cells:
        game.play("B")
        game.play(f"{x},{y} r0")
        game.play("pass")
    table = same(game)
    inside = [cell for cell in cells if all((cell[0] + a, cell[1] + b) in cells for a in (-1, 0, 1) for b in (-1, 0, 1))]
    assert len(inside) == 144
    engine = game.engine
    done = [node for node in range(engine.regions.nodes) if engine.regions.kind(node) == 3 and engine.complete(node)]
    assert len(done) == 144
    assert len(table.laid) == 196


def test_a_game_on_a_long_table_goes_on_to_its_end() -> None:
    """Everybody lays as far to the east as possible, in a game with all tiles."""
    setup = make_setup("plus", sets=["inns", "traders"], players=2)
    engine = setup.engine()
    rng = random.Random(1)
    while engine.asked != OVER:
        options = engine.list_options().numbers()
        if engine.asked >= 0 and engine.owner() == 0 and engine.op() == OP_PLACE:
            engine.answer(max(options, key=lambda option: (engine.board.x(option >> 2), option)))
        else:
            engine.answer(rng.choice(options))
    assert max(engine.board.x(engine.board.tile_cell[slot]) for slot in range(engine.board.tiles)) > 40
    table = read(engine)
    same_regions(engine, table, setup.games.family.marks)
    same_open_cells(engine, table)
