"""The turn with every module: what all of them leave as it is, and what the modules built so far add."""

# Long: every clause of its chapter is proved here, beside the book.

from __future__ import annotations

from collections.abc import Iterable

import pytest

import bastida
from bastida import Game
from bastida.carcassonne.order import SCRIPT
from tests.rules.eager import play_eagerly, rich
from tests.rules.pairs import between
from tests.rules.study import box, catalogue, figures, fits, kind, lay, refused, scores, study, supply, table, tiles
from tests.seen import by_seat, held, holder, on_track, pieces, record

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


@between(TURN="WINTER")
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


@between(TURN="TRADERS")
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


@between(TRADERS="BASE")
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
    view = game.view()
    assert by_seat(view, "floor") == [9, 9, 9]
    assert (holder(view, "king"), holder(view, "baron")) == (None, None)
    lay(game, "D(0,0)r0")
    game.arrange(None, "mage", "0,0 road E")
    assert [(one["kind"], one["seat"], one["role"]) for one in game.view()["figures"]] == [("mage", None, "")]
    lay(game, "E(0,-1)r2 : blue")
    assert (holder(game.view(), "king"), record(game.view(), "king")) == (1, 2)


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
    """A question that belongs to several steps is asked in the next of them."""
    sets = ["abbot", "inns", "traders", "flying", "ferries", "gold", "mage", "robbers", "circles", "tower", "king"]
    marks = ["gold", "magic", "robber", "circle", "flight"]
    seen: set[str] = set()
    for seed in range(5):
        game = play_eagerly(rich(marks, 2, sets, 2 + seed, without=["farmers", "pig"]), seed)
        for part_of_turn in sorted({(step.turn, step.part) for step in game.steps}):
            kinds = [step.kind for step in game.steps if (step.turn, step.part) == part_of_turn]
            at = 0
            for one in kinds:
                if one not in ("draw", "theft"):  # a ransom may be robbed too
                    assert ASKED_IN[one] in STEPS[at:], kinds
                    at = STEPS.index(ASKED_IN[one], at)
            seen.update(kinds)
    assert {"magic", "ingot", "robber", "roll", "ferry", "turn ferry", "circle", "second part", "capture"} <= seen


@between(TURN="GOLD")
def test_TURN_X1_and_TURN_60_a_gold_tile_from_the_ingots_laid_to_the_ingots_taken() -> None:
    """GoB closes an empty city and Blue's road; Red puts a knight in the city."""
    moves = "E(0,-1)r2; B(-1,-1)r0; E(-1,0)r1; B(1,-1)r0; A(1,0)r1 : blue thief W; B(1,1)r0; A(0,1)r2"
    game = table("plus", moves, sets=["gold"], players=2)
    lay(game, "GoB(0,0)r0 : red ingot 0,-1 / knight N")
    assert [step.kind for step in game.steps[-4:]] == ["draw", "tile", "ingot", "figure"]
    assert kind(game) == "take ingot"
    assert (scores(game), figures(game), supply(game, "red")) == ({"red": 6, "blue": 3}, [], 7), "scored, and home"
    game.play("ingot 0,0")
    assert by_seat(game.view(), "ingot") == [2, 0]


@between(CIRCLE="TRADERS")
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


# -- everything at once ------------------------------------------------------------------------------------------------

MINIS = ("flying", "messages", "ferries", "gold", "mage", "robbers", "circles")
ALL = ("river", "abbot", "inns", "traders", *MINIS, "tower", "king", "postman")


def everything(moves: str, stand: str = "", *, without: Iterable[str] = (), players: int = 3) -> Game:
    """A study with all modules; ``stand`` sets figures up: "red follower 0,0 city N; none mage 0,0 road E"."""
    game = table("plus", moves, sets=[name for name in ALL if name not in without], players=players)
    for one in filter(None, stand.split("; ")):
        colour, figure, where = one.split(" ", 2)
        game.arrange(None if colour == "none" else colour, figure, where)
    return game


def offered(game: Game) -> set[str]:
    return {str(option) for option in game.options()}


def trace(game: Game, first: int) -> list[str]:
    """What was asked since an answer, in which part, who answered and how: ``1 red tile: 2,0 r2``."""
    names = [*game.setup.colours, "chance"]
    return [
        f"{step.part} {names[-1 if step.seat is None else step.seat]} {step.kind}: {step.text}" for step in game.steps[first:]
    ]


def answers(lines: Iterable[str]) -> list[str]:
    return [line.partition(": ")[2] for line in lines]


@pytest.mark.parametrize(
    ("figure", "where", "strength"),
    [
        ("follower", "road S", 1),
        ("big", "road S", 2),
        ("postman", "road S", 2),
        ("abbot", "monastery", 1),
        ("builder", "road S", 0),
        ("pig", "field Nw", 0),
        ("mage", "road S", 0),
        ("witch", "road S", 0),
    ],
)
def test_TURN_01_and_TURN_02_who_counts_for_a_majority_and_how_much(figure: str, where: str, strength: int) -> None:
    """Only followers; the others are special or neutral (TURN-03, TURN-04)."""
    game = everything("A(0,0)r0", f"{'none' if figure in ('mage', 'witch') else 'red'} {figure} 0,0 {where}")
    for blue in range(strength + 2):
        (feature,) = [one for one in game.features() if f"0,0 {where}" in one.segments]
        assert feature.strength == (strength, blue, 0)
        assert feature.owners == tuple(seat for seat, mine in enumerate((strength, blue)) if mine == max(strength, blue) > 0)
        game.arrange("blue", "follower", f"0,0 {where}")


def test_TURN_03_special_figures_are_no_followers() -> None:
    """They never fly, are not captured, are not counted by a message and are neither added nor taken back by a circle."""
    stand = "red follower 1,0 city N; red builder 1,0 city N; red follower 1,0 field En; red pig 1,0 field En"
    game = everything("To12+garden(0,0)r0; E(1,0)r0; W(2,0)r3 : red thief E", stand)
    lay(game, "FlG(0,1)r0 : red ?")
    assert {text for text in offered(game) if text.startswith("fly")} == {"fly follower", "fly big", "fly postman"}
    game.play("floor 0,0")
    taken = {"capture player 1 follower 1,0 city N", "capture player 1 follower 1,0 field En"}
    assert offered(game) == {"no capture", *taken}
    game.play("no capture")
    circle = game.copy()
    lay(circle, "Korn3(0,-1)r1 : blue pass / A")
    assert {text for text in offered(circle) if text != "pass"} == {"add follower 1,0 field En", "add big 1,0 field En"}
    game.credit("red", 3)
    lay(game, "A(3,0)r1 : red pass / follower")
    for text in ("6", "knights", "messenger"):
        game.play(text)
    assert (game.ledger[-1].points, game.ledger[-1].source) == (2, "message"), "one knight"


def test_TURN_05_where_each_follower_may_stand() -> None:
    """Every tile of every set, laid alone: nobody stands on a river, a lake, a circle or a machine."""
    found: dict[str, set[str]] = {}
    empty = study("plus", sets=ALL, start=False, players=3)
    for tile in catalogue("plus", ALL):
        game = empty.copy()
        game.play(tile)
        game.play("0,0 r0")
        while kind(game) in ("magic", "robber"):
            game.play(game.options()[-1])
        if kind(game) == "figure":
            for text in offered(game) - {"pass"}:
                figure, segment, *_ = text.split()
                found.setdefault(figure, set()).add(segment)
    usual = {"road", "city", "monastery", "field", "post_office"}
    assert found == {
        "follower": usual,
        "big": usual,
        "abbot": {"monastery", "garden"},
        "postman": usual - {"field"},
        "fly": {"follower", "big", "postman"},
        "floor": {"0,0"},
    }
    tower = everything("To12+garden(0,0)r0 : red floor 0,0; B(1,0)r0 : red ?")
    on_top = {f"{figure} 0,0 tower" for figure in ("follower", "big", "postman")}
    assert {text for text in offered(tower) if text.endswith("tower")} == on_top


@pytest.mark.parametrize(
    ("figure", "move"),
    [
        ("follower", "B(-1,-1)r0 : blue floor 0,-1 / capture player 1 follower 0,0 road E"),
        ("follower", "Korn1(1,0)r0 : blue pass / B"),
        ("postman", "Po01(-1,-1)r1 : blue remove postman player 1"),
        ("postman", "Po01(-1,-1)r1 : blue move postman player 1"),
        ("postman", "Po01(-1,-1)r1 : red move postman player 1"),
        ("postman", "B(-1,-1)r0 : blue floor 0,-1 / capture player 1 postman 0,0 road E"),
        ("postman", "Korn1(1,0)r0 : blue pass / B"),
    ],
)
def test_TURN_06_a_builder_goes_home_at_once_whatever_took_the_last_follower(figure: str, move: str) -> None:
    """Scoring, a message and a turned ferry: see TRADERS, MSG and FERRY."""
    table_of_two, stand = "U(0,0)r1; To12+garden(0,-1)r0", f"red {figure} 0,0 road E; red builder 0,0 road E"
    game = everything(table_of_two, stand)
    lay(game, move)
    assert supply(game, "red", "builder") == 1
    kept = everything(table_of_two, f"{stand}; red big 0,0 road E")
    lay(kept, f"{move} / take back {figure} 0,0 road E" if move.endswith("B") else move)
    assert "red builder 0,0 road E" in figures(kept), "the big follower keeps it company"


# Red's thief and farmer, his abbot, his postman, a tower; FlB(1,0)r0 or Po02(1,0)r0 prolongs the road.
CROWD = "U(0,0)r1; FlH(0,-1)r0; To12+garden(0,1)r0 : red floor 0,1; Po01(1,1)r0"
PEOPLE = (
    "red follower 0,0 road E; red follower 0,0 field Nw; red abbot 0,-1 garden; red postman 1,1 post_office; "
    "blue postman 1,1 road S"
)
ANYWHERE = {"take back abbot", "floor 0,1", "follower 0,1 tower", "big 0,1 tower", "withdraw postman", "pass"}
HERE = ("road E", "post_office", "field Es")  # where the new office tile takes a follower
BESIDE = {"builder road E", "pig field Nw", "follower field Es", "big field Es"}


@between(TURN="ABBOT")
@pytest.mark.parametrize(("tile", "more"), [("FlB(1,0)r0", {"fly follower", "fly big"}), ("U(1,0)r1", set())])
def test_TURN_30_and_TURN_31_one_list_of_which_one_thing_is_done(tile: str, more: set[str]) -> None:
    """(a) deploy, (b) fly, (c) builder or pig, (d) take the abbot back, (e) tower actions, (f) withdraw the postman."""
    game = everything(CROWD, PEOPLE, without=["messages"])
    lay(game, f"{tile} : red ?")
    assert offered(game) == ANYWHERE | BESIDE | more
    for text in sorted(offered(game)):
        done = game.copy()
        done.play(text)
        while kind(done) in ("roll", "capture", "land"):
            done.play(done.options()[-1])
        assert (kind(done), done.seat) == ("draw", 1), f"after {text!r} the step is over"


@between(TURN="POST")
def test_TURN_30_after_an_office_tile_also_what_it_brings() -> None:
    """(g) the actions of POST-20."""
    game = everything(CROWD, PEOPLE, without=["messages"])
    lay(game, "Po02(1,0)r0 : red ?")
    mine = {"builder road W", "pig field Nw", *(f"{who} {where}" for who in ("follower", "big") for where in HERE)}
    sent = {"send postman 0,0 road E", "send postman 1,1 road S"}
    assert offered(game) == ANYWHERE | mine | sent | {
        "move postman player 1",
        "remove postman player 2",
        "move postman player 2",
    }
    for text in sorted(offered(game)):
        done = game.copy()
        done.play(text)
        while kind(done) in ("capture", "postman"):
            done.play(done.options()[0])
        assert (kind(done), done.seat) == ("draw", 1), f"after {text!r} the step is over"


def test_TURN_32_with_POST_retained_followers_go_home_inside_step_2_before_the_ferries() -> None:
    moves = "FeB(0,0)r0 : yellow pass / ferry E-W; E(0,-1)r0"
    game = everything(moves, "red postman 0,-1 city N; blue follower 0,-1 city N", without=["messages"])
    lay(game, "E(0,-2)r2 : yellow pass / postman stays")
    assert len(figures(game)) == 2
    lay(game, "Po02(1,0)r0 : blue remove postman player 1")
    assert (kind(game), figures(game)) == ("turn ferry", [])


def test_TURN_33_with_POST_the_postman_leaves_in_step_2_and_is_booked_first_in_step_3() -> None:
    """Four tiles make the office worth 4; then the ferry is turned and closes Blue's road of 2."""
    moves = "FeB(0,0)r0 : yellow pass / ferry E-W; Po01(0,-1)r2; A(-1,0)r3 : blue thief E / leave ferries"
    game = everything(moves, "red postman 0,-1 post_office", without=["messages"])
    lay(game, "U(1,0)r1 : red withdraw postman")
    assert (kind(game), supply(game, "red", "postman"), scores(game)) == ("turn ferry", 1, {})
    game.play("0,0 ferry E-S")
    assert [(line.seat, line.points, line.source) for line in game.ledger] == [(0, 4, "postman"), (1, 2, "road")]


# Around 0,0 a city in the north, a road in the south, a monastery, a garden; they and an office are completed by Po06(0,0)r0.
FIVE = (
    "E(0,-1)r2; B(1,-1)r0; B(1,0)r0; B(1,1)r0; A(0,1)r2; B(-1,1)r0; B(-1,0)r0; FlH(-1,-1)r0; "
    "B(2,0)r0; B(2,1)r0; B(2,2)r0; B(1,2)r0; B(0,2)r0; B(0,-2)r0; B(-1,-2)r0; B(-2,-2)r0; B(-2,-1)r0; B(-2,0)r0"
)
FIVE_PEOPLE = "red follower 0,-1 city S; red follower 0,1 road N; red follower 1,1 monastery; red abbot -1,-1 garden"


def test_TURN_50_and_TURN_52_items_of_all_kinds_and_their_order_when_nobody_cares() -> None:
    """TURN-51: each is worth what the table shows at the start of step 3."""
    game = everything(FIVE, FIVE_PEOPLE, without=["messages"])
    turn = lay(game, "Po06(0,0)r0 : red postman post_office / postman stays")
    found = [(line.source, line.points) for line in turn.lines]
    assert found == [("road", 2), ("city", 4), ("monastery", 9), ("garden", 9), ("post_office", 9)]
    assert figures(game) == ["red postman 0,0 post_office"]


def test_TURN_52_with_MSG_the_active_player_names_them_one_by_one() -> None:
    game = everything(FIVE, FIVE_PEOPLE)
    lay(game, "Po06(0,0)r0 : red postman post_office")
    left = {"0,0 road S", "0,0 city N", "1,1 monastery", "-1,-1 garden", "0,0 post_office"}
    for item in ("-1,-1 garden", "0,0 city N", "0,0 post_office", "1,1 monastery"):
        assert (kind(game), offered(game)) == ("order", left)
        game.play(item)
        game.play("messenger")
        left.remove(item)
    game.play("messenger")
    sources = ["garden", "city", "post_office", "monastery", "road"]
    assert [line.source for line in game.ledger] == sources, "the last one is not asked for"


@pytest.mark.parametrize("first", ["2,0 road W", "2,0 city N"])
def test_TURN_55_the_order_changes_no_points_goods_ingots_or_tokens(first: str) -> None:
    """A city with wine and a road, both Red's, closed by L(2,0); Yellow's robber is with Red's figure, on 10."""
    moves = "W(0,0)r0 : red thief E; U(1,0)r1; B(1,-1)r0; HQ(2,-1)r1 : red knight S; E(2,-2)r2"
    game = everything(moves)
    columns, place = game.engine.columns, game.engine.rules.column_offset
    columns[place["robbers.space"] + 2] = 10
    columns[place["gold.lying"] + 3] = 1  # on the city's first tile
    game.credit("red", 10)
    lay(game, f"L(2,0)r0 : red pass / {first} / follower / messenger / messenger")
    assert sorted(line.points for line in game.ledger if line.source in ("road", "city")) == [3, 6]
    assert scores(game) == {"red": 19, "yellow": 2 if first.endswith("W") else 3}
    view = game.view()
    assert [held(view, 0, kind) for kind in ("wine", "grain", "cloth")] == [1, 0, 0]
    assert (by_seat(view, "ingot"), pieces(view, "ingot")) == ([1, 0, 0], {})
    assert [(holder(view, token), record(view, token)) for token in ("king", "baron")] == [(0, 3), (0, 3)]


@between(TURN="MAGE POST", POST="TURN")
def test_TURN_57_postmen_decide_then_followers_and_builders_go_home_and_magic_leaves() -> None:
    stand = "red postman 0,0 city E; blue follower 0,0 city E; red builder 0,0 city E; none witch 0,0 city E"
    game = everything("E(0,0)r1", stand, without=["messages"])
    lay(game, "E(1,0)r3 : yellow pass")
    assert (kind(game), scores(game)) == ("postman", {"red": 2}), "4, halved"
    assert [one["kind"] for one in game.view()["figures"]] == ["postman", "builder", "follower", "witch"]
    game.play("postman stays")
    assert [one["kind"] for one in game.view()["figures"]] == ["postman", "follower"]


@between(TURN="TRADERS GOLD")
def test_TURN_91_the_final_scoring_of_everything_in_its_order() -> None:
    """Features by kind, offices last; the field with a pig; goods, ingots, a robber; King and Baron.

    The ingots that still lie on a tile are worth nothing, and the two scoring figures have become one of 12.
    """
    moves = "E(0,0)r1; E(1,0)r3 : blue; B(0,1)r0; Po01(1,1)r0; FlH(2,1)r0; U(3,1)r0; E(4,1)r0; A(3,0)r0; A(3,2)r2 : yellow"
    stand = (
        "red follower 0,1 monastery; red follower 1,1 post_office; red abbot 2,1 garden; red follower 4,1 city N; "
        "red follower 1,1 road S; red follower 0,1 field Nw; red pig 0,1 field Nw; none mage 1,1 road S"
    )
    game = everything(moves, stand)
    columns, place = game.engine.columns, game.engine.rules.column_offset
    columns[place["goods.tokens"]], columns[place["gold.owned"]], columns[place["robbers.space"]] = 1, 4, 0
    columns[place["gold.lying"]] = 3
    game.credit("red", 5, 0)
    game.credit("red", 7, 1)
    game.finish()
    assert game.scores() == {"Red": 12 + 43, "Blue": 1, "Yellow": 1}
    assert [(line.source, line.points) for line in game.ledger if line.final] == [
        ("mage", 2),
        ("city", 1),
        ("monastery", 4),
        ("garden", 6),
        ("post_office", 5),
        ("pig", 4),
        ("goods", 10),
        ("gold", 8),
        ("robber", 3),
        ("king", 1),
        ("baron", 1),
    ]


# A ferry E-W with Red's thieves on both sides and his builder; two Red followers with Blue; the tower on -1,-1 has two floors.
ONE_TURN = """
FeC(0,0)r0 : yellow pass / ferry E-W
A(-1,0)r3 : red thief E / leave ferries
U(1,0)r1 : yellow pass / leave ferries
A(0,-1)r0
To12+garden(-1,-1)r0
B(-2,-1)r0 : red monk
B(1,-1)r0 : blue floor -1,-1 / capture player 1 follower -2,-1 monastery
B(-3,-1)r0 : red monk
B(2,-1)r0 : blue floor -1,-1 / capture player 1 follower -3,-1 monastery
E(3,-1)r2 : red knight S
"""


def test_TURN_75_and_TURN_80_to_TURN_82_builder_message_4_ferry_crash_and_ransom_in_one_turn() -> None:
    """What belongs to the turn, to the part and to the run.

    Turn: Red ransoms one of two prisoners before his first draw and is not asked again (TOWER-R13), and earns one second
    part. Part: after the crash nothing may be put on the extra tile (FLIGHT-R9), and the ferry turned once is not offered
    again for it (FERRY-R6); in the second part both are possible. Run: the extra tile's city is a scoring phase of its
    own and leads to a message of its own (MSG-R13).
    """
    game = everything(ONE_TURN, "red follower 1,0 road E; red builder 1,0 road E")
    game.credit("red", 6, 0)
    game.credit("red", 11, 1)
    lay(game, "B(-4,-1)r0 : yellow")
    first = len(game.steps)
    script = [
        "1 red ransom: ransom follower from player 2 by follower",  # 6 - 3
        "1 blue scoring figure: messenger",  # 0 + 3
        "1 chance draw: FlB",
        "1 red tile: 2,0 r2",  # prolongs the builder's road; the machine points east, where nothing lies
        "1 red figure: fly follower",
        "1 chance roll: 1",  # a crash
        "1 red turn ferry: 0,0 ferry N-E",  # closes Red's road in the west: 2 tiles
        "1 red scoring figure: follower",  # 3 + 2: dark
        "1 chance message: 4",
        "1 red message action: tile",
        "1 chance draw: D",
        "1 red tile: 3,0 r0",  # prolongs the road again and closes Red's city of 2 tiles
        "1 red scoring figure: messenger",  # 11 + 4: dark
        "1 chance message: 7",  # no farmer: the 2 points
        "1 red scoring figure: follower",  # 5 + 2
        "1 red second part: second part",
        "2 chance draw: U",
        "2 red tile: 4,0 r1",  # prolongs it once more and earns nothing
        "2 red figure: follower field Nw",
        "2 red turn ferry: 0,0 ferry E-S",  # closes a road without followers in the north
    ]
    for text in answers(script):
        game.play(text)
    assert trace(game, first) == script
    assert (game.seat, kind(game)) == (1, "draw"), "it is Blue's turn"
    assert [player["points"] for player in game.view()["players"]] == [22, 3, 0]
    assert figures(game) == ["red follower 4,0 field Nw", "red follower 1,0 road E", "red builder 1,0 road E"]
    assert sum(one.get("place") == "captive" for one in game.view()["figures"]) == 1
    lay(game, "B(-5,-1)r0 : blue")
    lay(game, "B(-6,-1)r0 : yellow")
    assert (game.seat, kind(game)) == (0, "ransom"), "in his next turn he may pay again"


# Red's thief and builder on a road and Red's postman beside Blue's big follower in a city; GoB(0,0)r0 closes both.
GOLDEN = """
E(0,-1)r2
B(-1,-1)r0
E(-1,0)r1
B(1,-1)r0
A(1,0)r1 : red thief W
B(1,1)r0
A(0,1)r2
B(-1,1)r0 : red monk
To12+garden(-2,1)r0 : blue farmer Nw
B(-2,2)r0 : blue floor -2,1 / capture player 1 follower -1,1 monastery
"""


def test_TURN_10_a_double_turn_with_every_step() -> None:
    """Gold tile, circle tile by message 4, robber tile; three ransom windows, a theft, the postman's decision."""
    game = everything(GOLDEN, "red postman 0,-1 city S; blue big -1,0 city E; red builder 1,0 road W")
    for colour, points, figure in (("red", 10, 0), ("red", 4, 1), ("blue", 21, 0), ("yellow", 31, 0)):
        game.credit(colour, points, figure)
    columns, place = game.engine.columns, game.engine.rules.column_offset["robbers.space"]
    columns[place + 2] = 10  # Yellow's robber is with Red's follower
    lay(game, "B(2,1)r0 : yellow")
    first = len(game.steps)
    script = [
        "1 red ransom: no ransom",
        "1 chance draw: GoB",
        "1 red tile: 0,0 r0",
        "1 red ingot: ingot 0,-1",
        "1 red ransom: no ransom",
        "1 red figure: pass",
        "1 red order: 0,0 road E",
        "1 red scoring figure: follower",  # 10 + 3
        "1 red scoring figure: messenger",  # the city: 4 + 6, dark
        "1 blue scoring figure: messenger",  # tied in the city: 0 + 6
        "1 yellow scoring figure: follower",  # half of the road's 3: 31 + 2
        "1 red postman: postman stays",
        "1 red take ingot: ingot 0,0",  # the other one is left for Blue
        "1 chance message: 4",
        "1 red message action: tile",
        "1 chance draw: Korn3",
        "1 red tile: 0,2 r3",
        "1 red ransom: no ransom",
        "1 red figure: pass",
        "1 red ransom: no ransom",
        "1 red circle: A",
        "1 blue circle add: add follower -2,1 field Nw",
        "1 red ransom: ransom follower from player 2 by messenger",  # 10 - 3
        "1 blue scoring figure: messenger",  # 6 + 3
        "1 red second part: second part",
        "2 chance draw: RaubF",
        "2 red tile: 2,2 r1",
        "2 red robber: space 33",
        "2 blue robber: pass",
        "2 red figure: follower road E",
    ]
    for text in answers(script):
        game.play(text)
    assert trace(game, first) == script
    assert (game.seat, kind(game)) == (1, "draw")
    assert [player["points"] for player in game.view()["players"]] == [20, 30, 33]
    view = game.view()
    assert by_seat(view, "ingot") == [1, 1, 0]
    assert on_track(view, "robber") == {0: 33}
    assert [(holder(view, token), record(view, token)) for token in ("king", "baron")] == [(0, 3), (0, 3)]
    assert "blue big -1,0 city E" in figures(game), "retained"
    assert supply(game, "red", "builder") == 1
    assert not any(one.get("place") == "captive" for one in game.view()["figures"])
