"""The turn with every module: what all of them leave as it is, and what the modules built so far add."""

from __future__ import annotations

import pytest
from rules.rich import play_eagerly, rich
from rules.study import box, figures, fits, kind, lay, refused, scores, study, supply, table, tiles

import bastida
from bastida import Game
from bastida.carcassonne.order import SCRIPT

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


# -- all modules together ----------------------------------------------------------------------------------------------


def test_TURN_04_neutral_pieces_are_in_nobodys_supply() -> None:
    """King and Robber Baron are held; floors are a stock, no figures."""
    sets = ["traders", "flying", "messages", "ferries", "gold", "mage", "tower", "king"]
    game = study("plus", sets=sets, start=False, players=3)
    assert all(set(one["supply"]) == {"follower", "builder", "pig"} for one in game.view()["players"])
    shown = game.view()["modules"]
    assert shown["tower"]["floors"] == [9, 9, 9]
    assert shown["king"] == {"king": {"holder": None, "record": 0}, "baron": {"holder": None, "record": 0}}
    lay(game, "D(0,0)r0")
    game.arrange(None, "mage", "0,0 road E")
    assert [(one["kind"], one["seat"], one["role"]) for one in game.view()["figures"]] == [("mage", None, "")]
    lay(game, "E(0,-1)r2 : blue")
    assert game.view()["modules"]["king"]["king"] == {"holder": 1, "record": 2}


# The table "Place in the turn", less the return of robbers, who are back already (TURN-62).
STEPS = (
    "RANSOM PLACE_TILE MAGIC_MERGE GOLD_PLACE MAGIC_PLACE ROBBER_PLACE RANSOM FIGURE FERRY_NEW FERRY_TURN MAGIC_MERGE "
    "SCORE ROB SPOILS RETURN GOLD_SHARE MESSAGE RANSOM CIRCLE END_PART"
).split()
# The step in which each question is asked.
ASKED_IN = {
    "ransom": "RANSOM",
    "tile": "PLACE_TILE",
    "remove magic": "MAGIC_MERGE",
    "ingot": "GOLD_PLACE",
    "magic": "MAGIC_PLACE",
    "robber": "ROBBER_PLACE",
    **dict.fromkeys(("figure", "roll", "land", "capture", "exchange"), "FIGURE"),
    "ferry": "FERRY_NEW",
    "turn ferry": "FERRY_TURN",
    "order": "SCORE",
    "theft": "ROB",
    "take ingot": "GOLD_SHARE",
    **dict.fromkeys(("circle", "circle add", "circle take back"), "CIRCLE"),
    "second part": "END_PART",
}


def test_TURN_10_the_steps_stand_in_the_order_of_the_table() -> None:
    """What is drawn and noted with the tile belongs to step 1a."""
    steps = [step.removesuffix("_1").removesuffix("_2").removesuffix("_3") for step, _ in SCRIPT]
    assert [step for step in steps if step not in ("DRAW", "LAID")] == STEPS


def test_TURN_10_in_random_games_questions_come_in_the_order_of_the_table() -> None:
    seen: set[str] = set()

    def look(game: Game) -> None:
        """A question that belongs to several steps is asked in the next of them."""
        steps = [step for step in game.steps if (step.turn, step.part) == (game.turn, game.view()["part"])]
        at = 0
        for step in steps:
            if step.kind not in ("draw", "theft"):  # a ransom may be robbed too
                assert ASKED_IN[step.kind] in STEPS[at:], [one.kind for one in steps]
                at = STEPS.index(ASKED_IN[step.kind], at)
        seen.update(step.kind for step in steps)

    sets = ["abbot", "inns", "traders", "flying", "ferries", "gold", "mage", "robbers", "circles", "tower", "king"]
    for seed in range(4):
        box = rich(["gold", "magic", "robber", "circle", "flight"], 2, sets, 2 + seed)
        play_eagerly(box, seed, look)
    assert {"magic", "ingot", "robber", "roll", "ferry", "turn ferry", "circle", "second part", "capture"} <= seen


def test_TURN_X1_and_TURN_60_a_gold_tile_from_the_ingots_laid_to_the_ingots_taken() -> None:
    """GoB closes an empty city and Blue's road; Red puts a knight in the city."""
    moves = "E(0,-1)r2; B(-1,-1)r0; E(-1,0)r1; B(1,-1)r0; A(1,0)r1 : blue thief W; B(1,1)r0; A(0,1)r2"
    game = table("plus", moves, sets=["gold"], players=2)
    lay(game, "GoB(0,0)r0 : red ingot 0,-1 / knight N")
    assert [step.kind for step in game.steps[-4:]] == ["draw", "tile", "ingot", "figure"]
    assert kind(game) == "take ingot"
    assert (scores(game), figures(game), supply(game, "red")) == ({"red": 6, "blue": 3}, [], 7), "scored, and home"
    game.play("ingot 0,0")
    assert game.view()["modules"]["gold"]["ingots"] == [2, 0]


def test_TURN_X3_and_TURN_76_a_circle_in_the_first_part_of_a_double_turn() -> None:
    """TURN-R11: before the second tile is drawn."""
    game = table("plus", "U(0,0)r1", sets=["traders", "circles"], colours=["red", "blue", "green"], players=3)
    for colour in ("red", "blue", "green"):
        game.arrange(colour, "follower", "0,0 road E")
    game.arrange("red", "builder", "0,0 road E")
    lay(game, "Korn1(1,0)r0 : red pass / A")
    asked = []
    while kind(game) == "circle add":
        assert game.decision is not None
        asked.append(game.setup.colours[game.decision.seat or 0])
        game.play("pass")
    assert asked == ["blue", "green", "red"]
    assert (kind(game), part(game)) == ("second part", (0, 1))
    game.play("second part")
    assert (kind(game), part(game)) == ("draw", (0, 2))
