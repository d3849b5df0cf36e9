"""Placements are looked up in a table; here the whole table is compared with looking at the sides one by one."""

from __future__ import annotations

import random
from itertools import product

import pytest

from bastida.kernel.rules import Rules
from bastida.table.setup import FAMILIES, make_setup
from tests.properties.setups import random_setup


def everything(family: str) -> Rules:
    games = FAMILIES[family]
    name = next(iter(games.editions))
    return make_setup(name, sets=list(games.expansions)).rules()


def side_kinds(rules: Rules) -> list[str]:
    """The kinds of side in the order of the engine's numbers."""
    found: dict[int, str] = {}
    for kind, tile in enumerate(rules.tiles):
        for side in range(4):
            assert found.setdefault(int(rules.edge[kind * 16 + side]), tile.sides[side]) == tile.sides[side]
    assert sorted(found) == list(range(len(found)))
    return [found[number] for number in sorted(found)]


def check_fits(rules: Rules) -> None:
    kinds = side_kinds(rules)
    base = len(kinds) + 1
    walled = rules.farthest > 0
    assert rules.needs == base**4 + walled  # one more where the table has an edge
    assert (rules.wall == base**4) if walled else (rules.wall < 0)
    fits, ways = list(rules.fits), list(rules.ways)
    for wanted in product([None, *kinds], repeat=4):
        need = sum((0 if want is None else kinds.index(want) + 1) * base**side for side, want in enumerate(wanted))
        for kind, tile in enumerate(rules.tiles):
            here = [
                turns
                for turns in range(4)
                if all(want in (None, tile.sides[(side - turns) % 4]) for side, want in enumerate(wanted))
            ]
            row = rules.side_class[kind] * rules.needs + need
            assert fits[row] == sum(1 << turns for turns in here), (tile.id, wanted)
            assert ways[row] == len(here)
    for kind in range(len(rules.tiles) if walled else 0):
        row = rules.side_class[kind] * rules.needs + rules.wall
        assert (fits[row], ways[row]) == (0, 0)  # nothing fits beyond the edge


@pytest.mark.parametrize("family", FAMILIES)
def test_BASE_25_and_BASE_26_the_table_of_fits_equals_comparing_side_by_side(family: str) -> None:
    check_fits(everything(family))


def test_the_table_of_fits_is_right_for_any_choice_of_tiles() -> None:
    """The numbers of sides depend on which kinds are played at all."""
    for seed in range(6):
        check_fits(random_setup(random.Random(seed)).rules())


@pytest.mark.parametrize("family", FAMILIES)
def test_what_a_tile_shows_is_what_its_neighbour_must_show(family: str) -> None:
    rules = everything(family)
    kinds = side_kinds(rules)
    base = len(kinds) + 1
    for kind, tile in enumerate(rules.tiles):
        for turns, side in product(range(4), range(4)):
            shown = tile.sides[(side - turns) % 4]
            assert kinds[rules.edge[(kind * 4 + turns) * 4 + side]] == shown
            digit = (kinds.index(shown) + 1) * base ** ((side + 2) % 4)
            assert rules.digit[(kind * 4 + turns) * 4 + side] == digit
