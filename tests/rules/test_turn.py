"""The turn with every module: what all of them leave as it is, and what the modules built so far add."""

from __future__ import annotations

import pytest
from rules.study import box, figures, fits, kind, lay, refused, study, supply, table, tiles

import bastida
from bastida import Game

BUILDERS = {"sets": ["traders"]}
# Red's thief and builder on a road that is open in the east.
ROAD = "D(0,0)r0; W(-1,0)r0 : red thief E; U(1,0)r1 : red builder road W"


def part(game: Game) -> tuple[int, int]:
    """Whose turn it is, and which part of it."""
    return game.seat, int(game.view()["part"])


def test_TURN_20_the_active_player_draws_and_lays_a_tile(edition: str) -> None:
    """A tile is drawn, shown, and laid by its player where BASE-22 to BASE-28 allow; or goes to the box (BASE-31)."""
    game = bastida.new_game(edition, players=3, draws=["E", "C", "U"], seed=20)
    assert (game.tile, part(game), kind(game)) == ("E", (0, 1), "tile")
    assert refused(game, "1,1 r0").clause == "BASE-24"
    game.play("0,-1 r2")
    game.play("pass")
    assert (game.tile, part(game), kind(game)) == ("U", (1, 1), "tile")
    assert tiles(game) == ["D(0,0)r0", "E(0,-1)r2"]


def test_TURN_20_every_turn_begins_with_a_draw_and_a_tile(edition: str) -> None:
    game = bastida.new_game(edition, players=3, seed=20)
    for _ in range(60):
        game.play(game.options()[-1])
    for turn in range(1, game.turn):
        kinds = [step.kind for step in game.steps if step.turn == turn]
        assert [one for one in kinds if one != "draw"][:1] == ["tile"]
        assert kinds[0] == "draw"
        assert kinds.count("tile") == 1


# -- the double turn ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("last", "double"),
    [
        ("U(2,0)r1 : red", "red"),  # prolongs the builder's road
        ("W(2,0)r0 : red", "red"),  # and completes it
        ("U(2,0)r1 : blue", "none"),  # somebody else does
        ("B(0,1)r0 : red", "none"),  # a tile elsewhere
        ("U(-1,1)r0 : red", "none"),  # another road of the same village
    ],
)
def test_TURN_22_it_is_noted_whether_the_tile_prolongs_the_builders_road(last: str, double: str) -> None:
    assert lay(table("plus", ROAD, **BUILDERS), last).double == double


def test_TURN_70_the_second_part_has_all_its_steps() -> None:
    game = table("plus", f"{ROAD}; U(2,0)r1 : red", **BUILDERS)
    game.play("second part")
    assert (part(game), kind(game)) == ((0, 2), "draw")
    turn = lay(game, "E(0,-1)r2 : red knight S")
    assert (turn.points, turn.back) == ({"red": 4}, {"red": 1})
    assert part(game) == (1, 1)


def test_TURN_22_a_builder_put_on_the_tile_itself_was_not_there_before() -> None:
    game = table("plus", "D(0,0)r0; W(-1,0)r0 : red thief E", **BUILDERS)
    assert lay(game, "U(1,0)r1 : red builder road W").double == "none"
    assert lay(game, "U(2,0)r1 : red").double == "red"


def test_TURN_71_the_builder_may_have_gone_home_meanwhile() -> None:
    game = table("plus", ROAD, **BUILDERS)
    turn = lay(game, "W(2,0)r0 : red")
    assert (turn.points, turn.back, turn.double) == ({"red": 4}, {"red": 2}, "red")
    assert (figures(game), supply(game, "red", "builder")) == ([], 1)


def test_TURN_72_the_second_part_never_leads_to_a_third() -> None:
    game = table("plus", ROAD, **BUILDERS)
    assert lay(game, "U(2,0)r1 : red").double == "red"
    game.play("second part")
    assert lay(game, "U(3,0)r1 : red").double == "none"
    assert part(game) == (1, 1)


def test_TURN_74_the_second_part_may_be_declined() -> None:
    game = table("plus", ROAD, **BUILDERS)
    lay(game, "U(2,0)r1 : red")
    assert {str(option) for option in game.options()} == {"second part", "no second part"}
    game.play("no second part")
    assert (part(game), kind(game)) == ((1, 1), "draw")


def test_TURN_X5_the_last_tile_earns_no_second_part() -> None:
    """TURN-90: the turn of the last tile is finished, then the final scoring follows."""
    stock = "D W B U B U"
    game = box("plus", stock, "W B U B U", elements=["farmers", "builder"])
    for answer in ("-1,0 r0", "thief E", "0,1 r0", "pass", "1,0 r1", "builder road W", "0,2 r0", "pass", "2,0 r1"):
        game.play(answer)
    assert kind(game) == "figure"
    game.play("pass")
    assert game.over
    assert game.scores() == {"Red": 4, "Blue": 0}
    longer = box("plus", f"{stock} V", "W B U B U V", elements=["farmers", "builder"])
    for answer in ("-1,0 r0", "thief E", "0,1 r0", "pass", "1,0 r1", "builder road W", "0,2 r0", "pass", "2,0 r1", "pass"):
        longer.play(answer)
    assert kind(longer) == "second part", "with a tile left he has one"


def test_studies_hand_the_turn_to_anybody() -> None:
    game = study("plus")
    for colour in ("pink", "blue", "red"):
        game.turn_to(colour)
        assert game.setup.colours[game.seat] == colour
    assert fits(game, "U(1,0)r1", "green")
