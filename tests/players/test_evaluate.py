"""The evaluation: exact at the end, fair to all seats, honest about the tiles that are left."""

from __future__ import annotations

import copy
from itertools import pairwise
from typing import Any

import pytest

from bastida.kernel.codes import DEALER, OVER
from bastida.kernel.engine import Engine
from bastida.players.evaluation import Evaluator
from bastida.players.making import make_evaluator
from bastida.players.settle import quiet
from bastida.players.weights import read_weights
from tests.players.positions import after, random_game, state
from tests.rules.study import table as studied

PRESETS = ("plus", "winter", "todo", "hunters", "hunters-scout")


def evaluator(game: Engine, blind: tuple[str, ...] = (), table: dict[str, Any] | None = None) -> Evaluator:
    return make_evaluator(game.rules, table or read_weights(), blind)


def measured(game: Engine, **more: Any) -> Evaluator:
    view = evaluator(game, **more)
    view.measure(game)
    return view


@pytest.mark.parametrize("preset", PRESETS)
def test_at_the_end_it_is_the_score(preset: str) -> None:
    game = random_game(preset, 3, lambda game: False, players=3)
    assert list(measured(game).values) == [game.score_of(seat) for seat in range(3)]


@pytest.mark.parametrize("preset", PRESETS)
def test_it_changes_nothing_and_says_the_same_again(preset: str) -> None:
    for tiles in (5, 20, 40):
        game = random_game(preset, tiles, after(tiles))
        before = state(game)
        view = measured(game)
        first = list(view.values)
        view.measure(game)
        assert list(view.values) == first
        assert state(game) == before


@pytest.mark.parametrize("preset", ["plus", "winter", "hunters"])
def test_seats_that_change_places_change_values(preset: str) -> None:
    for tiles in (8, 30, 55):
        ours = random_game(preset, tiles, after(tiles), first=0)
        theirs = random_game(preset, tiles, after(tiles), first=1)
        one, other = measured(ours), measured(theirs)
        assert [one.values[0], one.values[1]] == pytest.approx([other.values[1], other.values[0]])
        assert one.margin(0) == -one.margin(1)


def open_entries(game: Engine, view: Evaluator) -> list[tuple[int, int]]:
    """(opening, entry) pairs of a survey."""
    return [
        (opening, entry)
        for opening in range(game.board.opens)
        for entry in range(view.cell_first[opening], view.cell_first[opening + 1])
    ]


def tried(game: Engine, opening: int, holds: Any) -> int:
    """Tiles left that can be laid on an open cell so that something holds; found by laying them."""
    found = 0
    for kind in range(len(game.rules.tiles)):
        for turns in range(4):
            if (game.board.turns_that_fit(kind, opening) >> turns) & 1:
                after_it = game.copy()
                after_it.lay(kind, game.board.open_cell[opening], turns)
                if holds(after_it):
                    found += int(game.piles.remaining[game.rules.pile_row[game.rules.stock[0]] + kind])
                    break
    return found


@pytest.mark.parametrize("preset", ["plus", "hunters"])
def test_tiles_that_close_or_join_are_those_that_do_when_laid(preset: str) -> None:
    closed = joined = 0
    for seed in range(3):
        game = random_game(preset, seed, lambda game: game.asked == DEALER and game.board.tiles >= 18)
        view = measured(game)
        for opening, entry in open_entries(game, view):
            region, need, ports = view.entry_region[entry], view.entry_need[entry], view.entry_ports[entry]
            kind = game.regions.kind(region)
            alone = (
                sum(game.regions.kind(view.entry_region[e]) == kind for o, e in open_entries(game, view) if o == opening) == 1
            )
            if alone and view.head[region] == entry and view.entry_next[entry] < 0 and game.rules.completes[kind]:
                count = tried(game, opening, lambda copy, r=region: copy.regions.ends(copy.regions.region[r]) == 0)
                assert view.odds.closing(need, ports) == count
                closed += count
            for other in range(entry + 1, view.cell_first[opening + 1]):
                there = view.entry_region[other]
                if game.regions.kind(there) == game.regions.kind(region):
                    names = (int(region), int(there))
                    count = tried(game, opening, lambda copy, n=names: copy.regions.region[n[0]] == copy.regions.region[n[1]])
                    assert view.odds.joining(need, ports, view.entry_ports[other]) == count
                    joined += count
    assert closed and joined


def test_a_hole_that_no_tile_fills_is_dead() -> None:
    game = random_game("plus", 7, lambda game: game.asked == DEALER and game.board.tiles >= 15)
    view = measured(game)
    cities = {int(view.entry_region[e]) for _, e in open_entries(game, view) if game.regions.kind(view.entry_region[e]) == 2}
    assert any(view.chance_of(game, city) > 0 for city in cities)
    for kind, tile in enumerate(game.rules.tiles):
        if "city" in tile.sides:
            game.piles.remaining[game.rules.pile_row[game.rules.stock[0]] + kind] = 0
    view = measured(game)
    assert all(view.chance_of(game, city) == 0 for city in cities)


# Red's small city and Blue's larger one face each other over the cell 0,0, which a tile may join.
FACING = """B(0,1)r0; B(-1,1)r0; B(1,1)r0; E(-1,0)r1 : red knight E; F(1,0)r0 : blue knight W"""


def test_the_smaller_of_two_cities_that_may_meet_gains() -> None:
    game = studied("plus", FACING, players=2).engine
    blinkered = copy.deepcopy(read_weights())
    for row in blinkered["segment"].values():
        row["contest"] = 0.0
    assert measured(game).margin(0) > measured(game, table=blinkered).margin(0) + 0.5


def moved_by_meetings(game: Engine, once: float) -> tuple[float, float]:
    """The most that meetings change for a seat, and what all occupied regions together are worth."""
    table = read_weights()
    table["general"].update(once=once, meeting=0.9)
    for row in table["segment"].values():
        row["contest"] = 1.0
    seeing, blind = measured(game, table=table), measured(game, blind=("meetings",), table=table)
    places = (int(game.figures.node(figure)) for figure in range(game.rules.seat_first[game.rules.seats]))
    regions = {int(game.regions.region[node]) for node in places if node >= 0}
    changes = (abs(one - other) for one, other in zip(seeing.values, blind.values, strict=True))
    return max(changes), sum(abs(seeing.worth[region]) for region in regions)


def test_what_may_meet_in_many_places_changes_hands_only_once() -> None:
    """On a large table the same two fields meet at many open cells: all together they move no more than there is, even if each
    is almost certain."""
    less = 0
    for seed in range(10):
        game = random_game("plus-big", seed, lambda game: quiet(game) and game.board.tiles >= 90)
        once, worth = moved_by_meetings(game, 1.0)
        each, _ = moved_by_meetings(game, 0.0)
        assert once <= worth
        less += once < each
    assert less


def test_followers_in_hand_are_worth_the_more_the_fewer_there_are() -> None:
    hand = read_weights()["general"]["hand"]
    steps = [later - earlier for earlier, later in pairwise(hand)]
    assert all(step > 0 for step in steps)
    assert steps[0] > steps[1] > max(steps[3:])


@pytest.mark.parametrize(
    ("preset", "blind"),
    [("plus", "farmers"), ("plus-inns", "inns"), ("plus-traders", "goods"), ("plus-king", "king"), ("plus-tower", "tower")],
)
def test_a_blind_evaluation_differs_where_the_module_counts(preset: str, blind: str) -> None:
    differ = 0
    for seed in range(12):
        game = random_game(preset, seed, lambda game: quiet(game) and game.board.tiles >= 35)
        assert game.asked != OVER
        differ += list(measured(game).values) != list(measured(game, blind=(blind,)).values)
    assert differ
