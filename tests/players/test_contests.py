"""Search at the table: it gets into the cities of others, keeps its own apart, and puts no farmer where he would be lost."""

from __future__ import annotations

import pytest

from bastida import Game
from bastida.players.search import SearchPlayer
from tests.rules.study import hand_to, table

NODES = 400
SEEDS = (1, 2, 3)

# Blue's city in the east has four tiles, a pennant and one hole, the cell 0,0. Nobody is in the west.
BIG = "B(0,1)r0; B(-1,1)r0; B(1,1)r0; F(1,0)r0 : blue knight E; R(2,0)r0; E(2,-1)r2; E(3,0)r3"
# The same, and Red has a small city on the other side of the hole.
FACING = f"{BIG}; E(-1,0)r1 : red knight E"
# Two cities of two tiles between a field in the north, to which 2,0 and -1,0 belong, and one in the south; a tile on -1,1 or
# on 2,1 may join the fields.
ROWS = "E(0,0)r2; E(0,1)r0; E(1,0)r2; E(1,1)r0; B(-1,0)r0; B(2,0)r0"


def answers(game: Game, *, seed: int) -> list[str]:
    """What search answers until somebody else, or chance, is asked."""
    game = game.copy()
    assert game.decision is not None
    seat, given = game.decision.seat, []
    while game.decision is not None and game.decision.seat == seat:
        number = SearchPlayer("search", NODES).choose(game.engine, seed)
        option = next(option for option in game.options() if option.number == number)
        given.append(str(option))
        game.play(option)
    return given


def drawn(moves: str, colour: str, tile: str, farmers: tuple[str, ...] = ()) -> Game:
    """A colour has drawn a tile; Blue's farmers stand where told."""
    game = table("plus", moves, players=2)
    for where in farmers:
        game.arrange("blue", "follower", where)
    hand_to(game, colour)
    game.play(tile)
    return game


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("tile", ["G", "F"])
def test_it_joins_its_small_city_to_the_big_one_of_a_rival(tile: str, seed: int) -> None:
    assert answers(drawn(FACING, "red", tile), seed=seed)[0] in ("0,0 r0", "0,0 r2")


@pytest.mark.parametrize("seed", SEEDS)
def test_it_goes_where_it_can_join_a_big_city_later(seed: int) -> None:
    assert answers(drawn(BIG, "red", "E"), seed=seed) == ["-1,0 r1", "follower city E"]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("tile", ["G", "F"])
def test_it_does_not_join_its_big_city_to_the_small_one_of_a_rival(tile: str, seed: int) -> None:
    assert not answers(drawn(FACING, "blue", tile), seed=seed)[0].startswith("0,0 ")


@pytest.mark.parametrize("seed", SEEDS)
def test_it_completes_its_big_city_with_what_keeps_a_rival_out(seed: int) -> None:
    assert answers(drawn(FACING, "blue", "H"), seed=seed)[0] in ("0,0 r1", "0,0 r3")


@pytest.mark.parametrize("seed", SEEDS)
def test_a_farmer_goes_to_a_field_with_cities_unless_he_would_be_outnumbered(seed: int) -> None:
    field = "follower field Nw"
    alone = drawn(ROWS, "red", "U")
    alone.play("1,2 r1")
    assert answers(alone, seed=seed) == [field]
    beside = drawn(ROWS, "red", "U", farmers=("0,0 field Nw", "1,0 field Nw"))
    beside.play("1,2 r1")
    assert field in [str(option) for option in beside.options()]
    assert answers(beside, seed=seed) != [field]
