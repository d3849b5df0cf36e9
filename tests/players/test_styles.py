"""The opponents with a habit: each differs from R4 in its habit, and in nothing else."""

from __future__ import annotations

import pytest

from bastida import Game
from bastida.arena.match import Match, play_bag
from bastida.players.appraiser import Appraiser
from bastida.players.styles import Blocker, Farmer, Hoarder
from tests.players.test_appraiser import with_bag
from tests.rules.study import table

SURE = "E*3 U*12"


def gain(player: Appraiser, game: Game, bag: str, where: str, seat: int = 0) -> float:
    """What it is worth to Red that somebody stands there."""
    trial = game.copy()
    trial.arrange(seat, "follower", where)
    values = []
    for one in (game, trial):
        engine = with_bag(one, bag)
        player.look(engine)
        values.append(player.value(engine, 0))
    return values[1] - values[0]


@pytest.mark.parametrize(("bag", "chance"), [("B*12", 0), ("E*1 B*11", 0.5), ("E*2 B*10", 0.75)])
def test_the_farmer_counts_cities_that_may_be_closed(bag: str, chance: float) -> None:
    """The field beside a closed city and an open one, at half the price."""
    game = table("plus", "E(0,0)r2; E(0,1)r0; E(0,-1)r0", players=2)
    assert gain(Farmer("farmer"), game, bag, "0,0 field Nw") == pytest.approx(3 + 2 * chance - 2.5 - 0.15)
    assert gain(Appraiser("r4"), game, bag, "0,0 field Nw") == pytest.approx(2.97 - 5.15)


@pytest.mark.parametrize(("mine", "adds"), [(1, 0.0), (2, 3.0)])
def test_the_farmer_counts_fields_that_a_tile_would_join(mine: int, adds: float) -> None:
    """A tile on 1,1 would join Red's field in the north with Blue's in the south; the closed city counts for both."""
    game = table("plus", "E(0,0)r2; E(0,1)r0; U(1,0)r0", players=2)
    game.arrange(1, "follower", "0,1 field En")
    for _ in range(mine):
        game.arrange(0, "follower", "0,0 field Nw")
    engine = with_bag(game, "U*12")
    farmer, plain = Farmer("farmer"), Appraiser("r4")
    for player in (farmer, plain):
        player.look(engine)
        player.value(engine, 0)
    assert farmer.joins(engine) == pytest.approx(adds * (1 - 0.5**12))
    assert plain.joins(engine) == 0


def test_the_blocker_spoils_cities() -> None:
    game = table("plus", "D(0,0)r0; E(0,1)r2 : blue knight S", players=2)
    change = []
    for player in (Blocker("blocker"), Appraiser("r4")):
        values = []
        for bag in ("B*20", "B*17 E*3"):
            engine = with_bag(game, bag)
            player.look(engine)
            values.append(player.value(engine, 0))
        change.append(values[0] - values[1])
    assert change == [pytest.approx(2 * 0.8 + 12), pytest.approx(0.8 + 3)]


def test_the_hoarder_keeps_followers() -> None:
    game = table("plus", "D(0,0)r0; E(0,1)r2", players=2)
    assert gain(Hoarder("hoarder"), game, SURE, "0,1 city S") == pytest.approx(1.8 - 2 * 0.5 - 1.5)
    for _ in range(6):
        game.arrange(0, "follower", "0,0 road E")
    assert gain(Hoarder("hoarder"), game, SURE, "0,0 road E") == pytest.approx(-1.5 - 12)


@pytest.mark.parametrize("preset", ["winter", "hunters"])
def test_they_play_whole_games(preset: str) -> None:
    result = play_bag(Match(("farmer", "blocker", "hoarder"), preset, seed=2), 0)[0]
    assert min(result.points) > 0
    assert not any(result.faults)
