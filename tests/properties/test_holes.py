"""Cities around empty cells (BASE-R16): cities of any shape, and tiles in and around them, against the oracle's own look."""

from __future__ import annotations

import random

from bastida import COMPILED, Game
from bastida.table.setup import make_setup
from tests.oracle.compare import same_regions
from tests.properties.checks import table_of
from tests.rules.study import lay

TABLES = 100 if COMPILED else 40
BEYOND = ((0, -1), (1, 0), (0, 1), (-1, 0))  # N E S W
CITIES = {"E": {0}, "N": {0, 3}, "G": {1, 3}, "R": {0, 1, 3}, "C": {0, 1, 2, 3}}  # the sides of one city, unturned
Cell = tuple[int, int]


def grown(rng: random.Random) -> dict[Cell, set[int]]:
    """A thin city of some 16 tiles, each cell with the sides over which it goes on: mostly away from itself, so that it runs
    round cells."""
    found: dict[Cell, set[int]] = {(2, 2): set()}
    for _ in range(400):
        (x, y), side = rng.choice(list(found)), rng.randrange(4)
        cell = (x + BEYOND[side][0], y + BEYOND[side][1])
        beside = sum((cell[0] + dx, cell[1] + dy) in found for dx, dy in BEYOND)
        if max(map(abs, cell)) <= 2 and len(found) < 16 and (beside == 1 or rng.random() < 0.05):
            found.setdefault(cell, set()).add((side + 2) % 4)
            found[x, y].add(side)
    return found


def tile(sides: set[int]) -> str:
    """``N`` and the turns in which its city has these sides."""
    return next(
        f"{one} r{turns}" for one, own in CITIES.items() for turns in range(4) if {(s + turns) % 4 for s in own} == sides
    )


def test_BASE_R16_gaps_are_those_that_a_look_from_every_empty_cell_finds() -> None:
    setup = make_setup("plus", players=2, study=True, start=False, switches={"hole": "incomplete"})
    gaps = filled = 0
    for seed in range(TABLES):
        rng = random.Random(seed)
        city = grown(rng)
        fields = [(x, y) for x in range(-3, 4) for y in range(-3, 4) if (x, y) not in city and rng.random() < 0.6]
        todo = [(cell, tile(sides)) for cell, sides in city.items()] + [(cell, "B r0") for cell in fields]
        todo.sort(key=lambda one: rng.random() + 0.6 * (one[1] == "B r0"))  # fields mostly later
        game, laid = Game(setup, None), set[Cell]()
        while ready := [one for one in todo if not laid or any((one[0][0] + dx, one[0][1] + dy) in laid for dx, dy in BEYOND)]:
            cell, shape = ready[0]
            todo.remove(ready[0])
            name, turns = shape.split()
            before = int(game.engine.regions.gaps)
            lay(game, f"{name}({cell[0]},{cell[1]}){turns}")
            laid.add(cell)
            same_regions(game.engine, table_of(game), setup.games.family.marks)
            gaps += game.engine.regions.gaps > before
            filled += game.engine.regions.gaps < before
    assert gaps > 5
    assert filled > 2
