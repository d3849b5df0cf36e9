"""The Abbot and the gardens: where he goes, what he is worth, taking him back, and what other modules do with him."""

# Long: every clause of its chapter is proved here, beside the book.

from __future__ import annotations

import pytest

import bastida
from bastida import Game
from tests.rules.pairs import between
from tests.rules.study import (
    catalogue,
    completed,
    figures,
    final,
    fits,
    kind,
    last_turn,
    lay,
    may,
    places,
    refused,
    scores,
    supply,
    table,
)
from tests.seen import by_seat, pieces

ABBOT = {"sets": ["abbot"]}
ALL_PLUS = ["river", "inns", "traders", "flying", "ferries", "gold", "mage", "robbers", "circles", "tower", "king", "postman"]

# A garden with Red's abbot and three neighbours; a monastery far enough away has none of them.
GARDEN = "D(0,0)r0; E+garden(0,1)r2 : red abbot garden"
# Around a cell, clockwise from the north; B fits everywhere among B.
AROUND = ("0,-1", "1,-1", "1,0", "1,1", "0,1", "-1,1", "-1,0", "-1,-1")
FIELDS = [f"B({cell})r0" for cell in AROUND]
# V+garden in a hole (ABBOT-X3): the last of its eight neighbours is A(0,2)r2, or it is laid last itself.
HOLE = "D(0,0)r0; {}U(-1,0)r1; U(1,0)r1; A(-1,1)r3; E(1,1)r1; E(-1,2)r3; E(1,2)r1"


def feature(game: Game, place: str) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Strength by seat, owners and worth of a garden or monastery."""
    (found,) = [one for one in game.features() if one.segments == (place,)]
    return found.strength, found.owners, found.worth


# -- components and set-up ---------------------------------------------------------------------------------------------


def test_ABBOT_01_and_ABBOT_02_everybody_has_an_abbot_besides_the_seven_followers() -> None:
    shown = bastida.new_game("plus-abbot", players=6, seed=1).view()["players"]
    assert [player["supply"] for player in shown] == [{"follower": 7, "abbot": 1}] * 6
    assert bastida.new_game("plus", seed=1).view()["players"][0]["supply"] == {"follower": 7}


def test_ABBOT_03_the_module_brings_no_tiles(edition: str) -> None:
    assert catalogue(edition, ["abbot"]) == catalogue(edition)


def test_ABBOT_04_which_tiles_have_gardens() -> None:
    """Those of the minis stand in their tile files (ABBOT-R1); Winter tiles have none (WINTER-R5)."""

    def gardens(edition: str, *sets: str) -> set[str]:
        played = catalogue(edition, sets)
        found = {one for one, (tile, _) in played.items() if any(segment.kind == "garden" for segment in tile.segments)}
        assert all(played[one][1] == 1 for one in found)
        return found

    base = {f"{layout}+garden" for layout in "EHIMNRUV"}
    assert gardens("plus") == base
    assert gardens("plus", "river") - base == {"BB6F10"}
    assert gardens("plus", "inns") - base == {"InB", "InH"}
    assert gardens("plus", "traders") - base == {"HK", "HU"}
    assert gardens("plus", *ALL_PLUS) > base
    assert gardens("winter") == set()


@pytest.mark.parametrize(
    "tile", ["E+garden", "H+garden", "I+garden", "M+garden", "N+garden", "R+garden", "U+garden", "V+garden"]
)
def test_ABBOT_04_every_garden_takes_the_abbot_when_its_tile_is_laid(tile: str) -> None:
    assert may(table("plus", f"{tile}(0,0)r0 : red ?", **ABBOT), "abbot garden")
    plain = table("plus", f"{tile.removesuffix('+garden')}(0,0)r0 : red ?", **ABBOT)
    assert not may(plain, "abbot garden")


def test_ABBOT_05_without_the_module_gardens_have_no_effect() -> None:
    game = table("plus", HOLE.format("V+garden(0,1)r0; "))
    assert "garden" not in {one.kind for one in game.features()}
    assert refused(table("plus", "D(0,0)r0; E+garden(0,1)r2 : red ?"), "garden").clause == "BASE-36"
    turn = lay(game, "A(0,2)r2 : blue")
    assert (turn.points, turn.completes) == ({}, {"road": 1})


# -- tiles with gardens ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tile", ["E", "H", "I", "M", "N", "R", "U", "V"])
def test_ABBOT_06_a_garden_does_not_influence_where_a_tile_fits(tile: str) -> None:
    found = []
    for name in (tile, f"{tile}+garden"):
        game = table("plus", "D(0,0)r0; U(1,0)r1; E(1,-1)r3; V(2,0)r0; U(2,1)r0; B(0,1)r0", **ABBOT)
        game.play(name)
        found.append({str(option) for option in game.options()})
    assert found[0] == found[1] != set()


def test_ABBOT_07_a_garden_is_connected_with_nothing() -> None:
    """Two gardens side by side, and a garden beside a monastery, are features of their own (ABBOT-R2)."""
    game = table("plus", "E+garden(0,0)r0 : red abbot garden; E+garden(1,0)r0 : blue abbot garden; B(0,1)r0", **ABBOT)
    assert feature(game, "0,0 garden")[0][:2] == (1, 0)
    assert feature(game, "1,0 garden")[0][:2] == (0, 1)
    assert feature(game, "0,1 monastery")[1] == ()


@pytest.mark.parametrize("tile", ["E", "H", "I", "M", "N", "R", "U", "V"])
def test_ABBOT_08_fields_roads_and_cities_are_as_if_the_garden_were_not_there(tile: str) -> None:
    games = [table("plus", f"{name}(0,0)r0 : red ?", **ABBOT) for name in (tile, f"{tile}+garden")]
    plain, garden = ([one for one in game.features() if one.kind != "garden"] for game in games)
    assert plain == garden
    assert places(games[1]) - places(games[0]) == {"abbot garden"}
    city = {"E": "D(0,0)r0; {}(0,-1)r2 : red farmer Nw"}.get(tile)
    if city:
        assert [final(table("plus", city.format(name), **ABBOT)) for name in (tile, f"{tile}+garden")] == [{"red": 3}] * 2


def test_ABBOT_08_the_abbot_in_the_garden_does_not_occupy_the_field_around_it() -> None:
    game = table("plus", f"{GARDEN}; B(1,1)r0 : blue ?", **ABBOT)
    assert may(game, "farmer Ws")


# -- placing the abbot -------------------------------------------------------------------------------------------------


def test_ABBOT_09_the_abbot_is_the_one_figure_of_the_step() -> None:
    game = table("plus", "D(0,0)r0; E+garden(0,1)r2 : red ?", **ABBOT)
    game.play("abbot garden")
    assert (kind(game), supply(game, "red", "abbot"), supply(game, "red")) == ("draw", 0, 7)
    assert figures(game) == ["red abbot 0,1 garden"]
    game = table("plus", "D(0,0)r0; E+garden(0,1)r2 : red knight S", **ABBOT)
    assert supply(game, "red", "abbot") == 1, "a follower was placed instead"


def test_ABBOT_10_only_on_the_monastery_or_garden_of_the_tile_just_laid() -> None:
    """The empty garden of 0,1 is no longer open."""
    game = table("plus", "D(0,0)r0; E+garden(0,1)r2; B(1,1)r0 : red ?", **ABBOT)
    assert {place for place in places(game) if "abbot" in place} == {"abbot monastery"}
    assert refused(game, "abbot garden").clause == "BASE-36"


@pytest.mark.parametrize("place", ["road N", "city E", "field Nw", "field Se"])
def test_ABBOT_11_never_on_a_road_in_a_city_or_in_a_field(place: str) -> None:
    game = table("plus", "HR(0,0)r0 : red ?", sets=["abbot", "traders"])
    assert may(game, f"follower {place}")
    assert refused(game, f"abbot {place}").clause == "ABBOT-11"


@pytest.mark.parametrize("figure", ["", "follower ", "big ", "postman "])
def test_ABBOT_12_nobody_else_in_a_garden(figure: str) -> None:
    """ABBOT-R3: nor the big follower; the postman by his own book (POST-R4)."""
    game = table("plus", "D(0,0)r0; E+garden(0,1)r2 : red ?", sets=["abbot", "inns", "postman"], players=4)
    assert refused(game, f"{figure}garden").clause == "ABBOT-12"
    assert {place for place in places(game) if "garden" in place} == {"abbot garden"}


def test_ABBOT_13_normal_followers_go_on_monasteries_and_everything_else() -> None:
    game = table("plus", "D(0,0)r0; A(0,1)r0 : red ?", **ABBOT)
    assert places(game) == {"pass", "follower monastery", "abbot monastery", "follower road S", "follower field Nw"}
    game = table("plus", "D(0,0)r0; U+garden(1,0)r1 : red ?", **ABBOT)
    assert places(game) == {"pass", "follower road E", "follower field Nw", "follower field Es", "abbot garden"}


def test_ABBOT_14_he_is_a_follower_of_strength_1() -> None:
    game = table("plus", f"{GARDEN}; B(1,1)r0 : blue abbot monastery", **ABBOT)
    assert feature(game, "0,1 garden")[:2] == ((1, 0, 0, 0, 0, 0), (0,))
    assert feature(game, "1,1 monastery")[:2] == ((0, 1, 0, 0, 0, 0), (1,))


def test_ABBOT_14_he_counts_1_for_the_majority_of_a_shared_monastery() -> None:
    """A flown follower joins him: 9 points each (BASE-R10). A second one outweighs him."""
    more = {"sets": ["abbot", "inns", "flying"]}
    ring = [f"B({cell})r0" for cell in AROUND if cell not in ("1,0", "-1,-1")]
    one = f"B(0,0)r0 : red abbot monastery; FlG(1,0)r0 : blue fly follower / 1; {'; '.join(ring)}"
    assert lay(table("plus", one, **more), "B(-1,-1)r0").points == {"red": 9, "blue": 9}
    big = one.replace("fly follower", "fly big")
    assert lay(table("plus", big, **more), "B(-1,-1)r0").points == {"blue": 9}


def test_ABBOT_15_a_player_has_one_abbot() -> None:
    game = table("plus", f"{GARDEN}; B(1,1)r0 : red ?", **ABBOT)
    assert refused(game, "abbot monastery").clause == "ABBOT-15"
    assert may(table("plus", f"{GARDEN}; B(1,1)r0 : blue ?", **ABBOT), "abbot monastery"), "Blue has his own"


@pytest.mark.parametrize(("tile", "place"), [("V+garden", "garden"), ("B", "monastery")])
def test_ABBOT_16_placed_and_scored_in_one_turn(tile: str, place: str) -> None:
    """The garden is ABBOT-X3. B has no road: the hole must show fields all round."""
    hole = HOLE.format("") + "; A(0,2)r2"
    if tile == "B":
        hole = "D(0,0)r0; U(-1,0)r1; U(1,0)r1; E(-1,1)r3; E(1,1)r1; E(-1,2)r3; E(1,2)r1; E(0,2)r2"
    game = table("plus", hole, **ABBOT)
    turn = lay(game, f"{tile}(0,1)r0 : red abbot {place}")
    assert (turn.points, turn.back, supply(game, "red", "abbot")) == ({"red": 9}, {"red": 1}, 1)


# -- completed monasteries and gardens ---------------------------------------------------------------------------------


@pytest.mark.parametrize("around", range(9))
def test_ABBOT_17_a_garden_is_completed_by_its_eighth_neighbour(around: int) -> None:
    game = table("plus", "; ".join(["FlH(0,0)r0 : red abbot garden", *FIELDS[:around]]), sets=["abbot", "flying"])
    assert completed(game)["garden"] == (1 if around == 8 else 0)
    assert scores(game) == ({"red": 9} if around == 8 else {})


def test_ABBOT_18_a_completed_garden_gives_9_points_to_the_owner_of_the_abbot() -> None:
    """Whoever completes it; the ledger calls it a garden (ABBOT-X2)."""
    game = table("plus", HOLE.format("V+garden(0,1)r0 : red abbot garden; "), **ABBOT)
    turn = lay(game, "A(0,2)r2 : blue")
    assert turn.points == {"red": 9}
    assert [(e.source, e.clause, e.arithmetic(), len(e.cells)) for e in turn.lines] == [
        ("garden", "ABBOT-18", "9 tile x 1 = 9", 9)
    ]


def test_ABBOT_19_a_completed_monastery_with_an_abbot_gives_9_points() -> None:
    moves = "; ".join(["B(0,0)r0 : red abbot monastery", *FIELDS])
    turn = last_turn("plus", moves, **ABBOT)
    assert [(e.points, e.source, e.clause) for e in turn.lines] == [(9, "monastery", "BASE-64")]
    assert turn.points == {"red": 9}


def test_ABBOT_20_the_abbot_returns_and_can_be_placed_again() -> None:
    game = table("plus", "; ".join(["B(0,0)r0 : red abbot monastery", *FIELDS]), **ABBOT)
    assert (figures(game), supply(game, "red", "abbot")) == ([], 1)
    assert may(
        table("plus", "; ".join(["B(0,0)r0 : red abbot monastery", *FIELDS, "B(2,0)r0 : red ?"]), **ABBOT), "abbot monastery"
    )


def test_ABBOT_21_a_garden_completed_without_an_abbot_gives_nothing_and_stays_empty() -> None:
    game = table("plus", HOLE.format("V+garden(0,1)r0; "), **ABBOT)
    turn = lay(game, "A(0,2)r2 : red ?")
    assert not any("garden" in place for place in places(game))
    game.play("pass")
    assert (turn.completes["garden"], scores(game)) == (1, {})
    lay(game, "U(2,0)r1 : red ?")
    assert refused(game, "abbot garden").clause == "BASE-36"


# -- taking him back ---------------------------------------------------------------------------------------------------


def test_ABBOT_22_instead_of_placing_anything_the_own_abbot_is_taken_back() -> None:
    game = table("plus", f"{GARDEN}; U(1,0)r1 : red ?", **ABBOT)
    assert game.find("take back abbot") == game.find("recall abbot")
    game.play("take back abbot")
    assert (figures(game), supply(game, "red", "abbot"), scores(game)) == ([], 1, {"red": 3})


def test_ABBOT_22_only_the_own_one_in_the_own_turn() -> None:
    game = table("plus", f"{GARDEN}; U(1,0)r1 : blue ?", **ABBOT)
    assert refused(game, "take back abbot").clause == "ABBOT-22"
    game = table("plus", "D(0,0)r0; E+garden(0,1)r2 : red ?", **ABBOT)
    assert refused(game, "take back abbot").clause == "ABBOT-22", "he is in the supply"


def test_ABBOT_23_from_any_tile_whatever_was_laid() -> None:
    game = table("plus", f"{GARDEN}; U(1,0)r1; U(2,0)r1; U(3,0)r1; U(4,0)r1 : red take back abbot", **ABBOT)
    assert scores(game) == {"red": 3}


def test_ABBOT_24_the_tile_of_this_turn_is_counted() -> None:
    """Also ABBOT-E1, with five neighbours."""
    before = table("plus", f"{GARDEN}; U(1,0)r1", **ABBOT)
    assert final(before) == {"red": 3}
    turn = lay(before, "B(1,1)r0 : recall red abbot")
    assert turn.points == {"red": 4}
    assert [(e.source, e.clause, e.arithmetic(), e.final) for e in turn.lines] == [
        ("abbot", "ABBOT-24", "4 tile x 1 = 4", False)
    ]


@pytest.mark.parametrize(("tile", "place"), [("FlH", "garden"), ("B", "monastery")])
@pytest.mark.parametrize("around", range(1, 8))
def test_ABBOT_25_and_ABBOT_33_the_value_is_that_of_the_final_scoring(tile: str, place: str, around: int) -> None:
    """One for the tile itself and one for each neighbour."""
    moves = [f"{tile}(0,0)r0 : red abbot {place}", *FIELDS[:around]]
    more = {"sets": ["abbot", "flying"]}
    game = table("plus", "; ".join(moves), **more)
    assert final(game) == {"red": around + 1}
    moves[-1] += " : red take back abbot"
    assert scores(table("plus", "; ".join(moves), **more)) == {"red": around + 1}


def test_ABBOT_26_taking_back_excludes_everything_else_of_step_2() -> None:
    """ABBOT-R4: follower, big follower, builder, pig, flight; and the other way round."""
    moves = f"{GARDEN}; U(-1,0)r1 : red thief E; U(1,0)r1 : red farmer Nw; FlB(2,0)r0 : red ?"
    game = table("plus", moves, sets=["abbot", "inns", "traders", "flying"])
    others = {"builder road W", "pig field Nw", "big field Es", "follower field Es", "fly follower", "fly big"}
    assert all(may(game, answer) for answer in {*others, "take back abbot"})
    game.play("take back abbot")
    assert (kind(game), scores(game), supply(game, "red"), supply(game, "red", "builder")) == ("draw", {"red": 4}, 5, 1)
    for other in ("builder road W", "pig field Nw", "big field Es"):
        game = table("plus", moves, sets=["abbot", "inns", "traders", "flying"])
        game.play(other)
        assert (kind(game), figures(game).count("red abbot 0,1 garden")) == ("draw", 1)


def test_ABBOT_27_taking_back_is_voluntary() -> None:
    game = table("plus", f"{GARDEN}; U(1,0)r1 : red ?", **ABBOT)
    game.play("pass")
    assert (figures(game), scores(game)) == (["red abbot 0,1 garden"], {})


def test_ABBOT_28_he_cannot_be_placed_again_in_the_same_step() -> None:
    game = table("plus", f"{GARDEN}; B(1,1)r0 : red ?", **ABBOT)
    game.play("take back abbot")
    assert kind(game) == "draw"
    assert fits(game, "B(2,1)r0")
    assert may(table("plus", f"{GARDEN}; B(1,1)r0 : red take back abbot; B(2,1)r0 : red ?", **ABBOT), "abbot monastery")


def test_ABBOT_29_and_ABBOT_X5_not_from_a_garden_that_is_complete() -> None:
    """Its 9 points come in step 3, and the tile may carry another figure (ABBOT-R5)."""
    game = table("plus", HOLE.format("V+garden(0,1)r0 : red abbot garden; ") + "; A(0,2)r2 : red ?", **ABBOT)
    assert refused(game, "take back abbot").clause == "ABBOT-29"
    game.play("monk")
    assert (scores(game), figures(game)) == ({"red": 9}, ["red follower 0,2 monastery"])


def test_ABBOT_29_nor_from_a_monastery_that_is_complete() -> None:
    game = table("plus", "; ".join(["B(0,0)r0 : red abbot monastery", *FIELDS]) + " : red ?", **ABBOT)
    assert "monastery" in refused(game, "recall abbot").reason
    assert refused(game, "recall abbot").clause == "ABBOT-29"


SHARED = """B(0,0)r0 : red abbot monastery; FlG(1,0)r0 : blue fly follower / 1; FlG(2,0)r0 : blue fly follower / 2
B(0,1)r0"""


@between(ABBOT="FLIGHT")
def test_ABBOT_30_and_ABBOT_X6_only_the_player_who_takes_back_scores_and_the_others_stay() -> None:
    """No majority is looked at (ABBOT-R6). Later Blue gets the whole monastery."""
    more = {"sets": ["abbot", "flying"]}
    game = table("plus", SHARED, **more)
    assert feature(game, "0,0 monastery")[:2] == ((1, 2, 0, 0, 0, 0), (1,))
    lay(game, "B(-1,0)r0")
    turn = lay(game, "B(0,-1)r0 : recall red abbot")
    assert (turn.points, turn.back) == ({"red": 5}, {"red": 1})
    assert figures(game) == ["blue follower 0,0 monastery"] * 2
    for cell in ("1,-1", "-1,-1", "-1,1"):
        lay(game, f"B({cell})r0")
    assert lay(game, "B(1,1)r0").points == {"blue": 9}


@between(ABBOT="FLIGHT")
@pytest.mark.parametrize(("reading", "points"), [("full", {"red": 5}), ("majority", {})])
def test_ABBOT_R6_without_the_majority_he_brings_the_value_or_nothing(reading: str, points: dict[str, int]) -> None:
    game = table("plus", f"{SHARED}; B(-1,0)r0", sets=["abbot", "flying"], switches={"recall": reading})
    turn = lay(game, "B(0,-1)r0 : recall red abbot")
    assert (turn.points, turn.back) == (points, {"red": 1})
    assert figures(game) == ["blue follower 0,0 monastery"] * 2
    assert turn.lines[0].clause == ("ABBOT-24" if points else "ABBOT-R6")


@pytest.mark.parametrize("reading", ["full", "majority"])
def test_ABBOT_R6_a_tie_is_a_majority_and_a_lone_abbot_has_it(reading: str) -> None:
    more = {"sets": ["abbot", "flying"], "switches": {"recall": reading}}
    moves = "B(0,0)r0 : red abbot monastery; FlG(1,0)r0 : blue fly follower / 1; B(0,1)r0 : recall red abbot"
    assert last_turn("plus", moves, **more).points == {"red": 3}
    assert last_turn("plus", f"{GARDEN}; B(1,1)r0 : recall red abbot", **more).points == {"red": 3}


def test_ABBOT_R5_a_table_may_let_him_leave_what_this_tile_completes() -> None:
    """He gets the nine points, and so does who is left; the recall has used up step 2."""
    more = {"sets": ["abbot", "flying"], "switches": {"completed_recall": "yes"}}
    around = [f"B({cell})r0" for cell in ("1,1", "-1,1", "-1,0", "-1,-1", "0,-1", "1,-1")]
    game = table("plus", "; ".join([SHARED.replace("\n", "; "), *around[:-1]]), **more)
    turn = lay(game, f"{around[-1]} : recall red abbot")
    assert [(line.seat, line.source, line.points) for line in turn.lines] == [(0, "abbot", 9), (1, "monastery", 9)]
    assert figures(game) == []
    alone = table("plus", "; ".join(["B(0,0)r0 : red abbot monastery", *FIELDS]) + " : recall red abbot", **more)
    assert (scores(alone), completed(alone)["monastery"]) == ({"red": 9}, 1)


@between(POST="ABBOT")
def test_ABBOT_R5_and_POST_R19_an_abbot_retained_stays_whatever_the_table_says() -> None:
    more = {"sets": ["abbot", "postman"], "switches": {"completed_recall": "yes"}, "players": 5}
    game = table("plus", "; ".join(["B(0,0)r0 : red abbot monastery", *FIELDS[:7]]), **more)
    game.arrange("red", "postman", "0,0 monastery")
    lay(game, f"{FIELDS[7]} : red pass / postman stays")
    assert "red abbot 0,0 monastery" in figures(game)
    lay(game, "B(2,0)r0 : red ?")
    assert refused(game, "take back abbot").clause == "ABBOT-29"


@between(TURN="ABBOT")
def test_ABBOT_31_the_points_are_the_first_of_step_3() -> None:
    """TURN-33, the first half of TURN-X4: the recall, then the road that the tile completed."""
    moves = f"{GARDEN}; W(-1,0)r0 : red thief E; A(-1,1)r2; B(1,1)r0; A(1,0)r1 : red take back abbot"
    game = table("plus", moves, **ABBOT)
    assert [(e.source, e.points) for e in game.ledger] == [("abbot", 6), ("road", 3)]


def test_ABBOT_32_afterwards_the_garden_is_empty_and_nobody_can_enter_it() -> None:
    """ABBOT-R13: nor the monastery."""
    for tile, place in (("E+garden(0,1)r2", "garden"), ("B(0,1)r0", "monastery")):
        moves = f"D(0,0)r0; {tile} : red abbot {place}; U(1,0)r1 : red take back abbot; U(2,0)r1 : {{}} ?"
        for colour in ("red", "blue"):
            game = table("plus", moves.format(colour), **ABBOT)
            assert feature(game, f"0,1 {place}")[1] == ()
            assert not any(place in answer for answer in places(game))


def test_ABBOT_33_at_the_end_he_scores_like_a_monk() -> None:
    """ABBOT-X4 with the words of the ledger."""
    game = table("plus", f"{GARDEN}; U(1,0)r1; B(1,1)r0 : blue abbot monastery", **ABBOT)
    game.finish()
    assert sorted((e.seat, e.source, e.clause, e.points) for e in game.ledger) == [
        (0, "garden", "ABBOT-33", 4),
        (1, "monastery", "BASE-95", 4),
    ]
    assert (figures(game), supply(game, "red", "abbot"), supply(game, "blue", "abbot")) == ([], 1, 1)


# -- rulings -----------------------------------------------------------------------------------------------------------


def test_ABBOT_R8_a_garden_holds_one_figure_at_most() -> None:
    """It is empty when its tile is laid, and a garden is no landing place."""
    game = table("plus", "FlH(0,0)r0 : red abbot garden; FlG(1,0)r0 : blue fly follower / 1", sets=["abbot", "flying"])
    assert figures(game) == ["red abbot 0,0 garden"]
    assert supply(game, "blue") == 7, "the flight found no place to land"


def test_ABBOT_R9_abbot_and_monk_completed_at_once_are_both_scored() -> None:
    """The last tile, 0,1, lies beside both monasteries."""
    cells = [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1, 2) if (x, y) not in ((0, 0), (1, 0), (0, 1))]
    moves = ["B(0,0)r0 : red abbot monastery", "B(1,0)r0 : red monk", *(f"B({x},{y})r0" for x, y in sorted(cells, key=near))]
    turn = lay(table("plus", "; ".join(moves), **ABBOT), "B(0,1)r0")
    assert (turn.points, turn.back) == ({"red": 18}, {"red": 2})


def near(cell: tuple[int, int]) -> int:
    return abs(cell[0]) + abs(cell[1])


def test_ABBOT_R11_also_with_an_empty_supply() -> None:
    game = table("plus", GARDEN, **ABBOT)
    for x in range(1, 8):
        lay(game, f"U({x},0)r1 : red {'thief E' if x == 1 else 'farmer Nw' if x == 2 else 'farmer Es' if x == 3 else 'pass'}")
    for y in range(4):
        lay(game, f"B(8,{y})r0 : red monk" if y else "A(8,0)r1 : red monk")
    assert supply(game, "red") == 0
    lay(game, "B(8,4)r0 : red ?")
    assert places(game) == {"pass", "take back abbot"}


def test_ABBOT_R12_not_in_the_turn_in_which_he_was_placed() -> None:
    game = table("plus", "D(0,0)r0; E+garden(0,1)r2 : red ?", **ABBOT)
    game.play("abbot garden")
    assert kind(game) == "draw", "placing was the action of the step"


DOUBLE = f"{GARDEN}; W(-1,0)r0 : red thief E; U(1,0)r1 : red builder road W"


@between(ABBOT="TRADERS")
def test_ABBOT_X7_and_ABBOT_R7_taken_back_in_one_part_and_placed_in_the_other() -> None:
    game = table("plus", f"{DOUBLE}; U(2,0)r1 : red take back abbot", sets=["abbot", "traders"])
    assert (kind(game), scores(game)) == ("second part", {"red": 4})
    game.play("second part")
    lay(game, "B(1,1)r0 : red abbot monastery")
    assert "red abbot 1,1 monastery" in figures(game)


def test_ABBOT_R10_one_that_came_home_in_step_3_can_be_placed_in_the_second_part() -> None:
    """Red's tile prolongs his builder's road and is the eighth beside his garden."""
    moves = "U(0,0)r1 : red thief E; U(1,0)r1 : red builder road E; FlH(0,-1)r0 : red abbot garden"
    ring = "B(-1,-1)r0; B(-1,-2)r0; B(0,-2)r0; B(1,-2)r0; B(1,-1)r0"
    game = table("plus", f"{moves}; {ring}; U(-1,0)r1 : red", sets=["abbot", "traders", "flying"])
    assert (scores(game), supply(game, "red", "abbot"), kind(game)) == ({"red": 9}, 1, "second part")
    game.play("second part")
    lay(game, "B(2,-1)r0 : red abbot monastery")
    assert "red abbot 2,-1 monastery" in figures(game)


# -- with other modules ------------------------------------------------------------------------------------------------


@between(ABBOT="WINTER")
def test_ABBOT_04_in_winter_he_has_only_monasteries() -> None:
    """WINTER-R5; gardens exist on tiles of modules."""
    game = table("winter", "D(0,0)r0; B(0,1)r0 : red ?", **ABBOT)
    assert may(game, "abbot monastery")
    game = table("winter", "D(0,0)r0; InB(1,0)r0 : red ?", sets=["abbot", "inns"])
    assert may(game, "abbot garden")


@between(ABBOT="INNS")
@pytest.mark.parametrize("tile", ["InB", "InH", "HK", "HU"])
def test_ABBOT_12_the_gardens_of_INNS_and_TRADERS_take_nobody_else(tile: str) -> None:
    game = table("plus", f"{tile}(0,0)r0 : red ?", sets=["abbot", "inns", "traders"])
    assert may(game, "abbot garden")
    assert refused(game, "big garden").clause == "ABBOT-12"


@between(ABBOT="TRADERS", TRADERS="ABBOT")
def test_TRADERS_25_the_abbot_is_no_follower_a_builder_or_pig_can_rely_on() -> None:
    """He never stands on a road, in a city or in a field."""
    game = table("plus", "D(0,0)r0; A(1,0)r1 : red abbot monastery; U(-1,0)r1 : red ?", sets=["abbot", "traders"])
    assert refused(game, "builder road E").clause == "TRADERS-25"
    assert refused(game, "pig field Nw").clause == "TRADERS-45"
    game = table("plus", "D(0,0)r0; E+garden(0,1)r2 : red abbot garden; E+garden(1,1)r0 : red ?", sets=["abbot", "traders"])
    for figure in ("builder", "pig"):
        assert refused(game, f"{figure} garden").clause in ("TRADERS-24", "TRADERS-45")


@between(ABBOT="FLIGHT")
def test_FLIGHT_05_the_abbot_does_not_fly() -> None:
    """FLIGHT-R1."""
    game = table("plus", "B(0,0)r0; FlG(1,0)r0 : red ?", sets=["abbot", "flying"])
    assert may(game, "fly follower")
    assert refused(game, "fly abbot").clause == "FLIGHT-05"


# Red's thief closes a road for 2 points: his follower comes to a dark space and he draws a message.
NEAR = "W(0,0)r0 : red thief E; E+garden(0,-1)r0; B(1,-1)r0"


def with_message(number: int, *standing: str) -> Game:
    game = table("plus", NEAR, sets=["abbot", "messages"])
    for line in standing:
        game.arrange(*line.split(" ", 2))
    game.credit("red", 3)
    lay(game, f"W(1,0)r0 : red pass / follower / {number}")
    return game


@between(ABBOT="MSG")
def test_MSG_R7_the_abbot_counts_for_message_3_on_a_monastery_not_in_a_garden() -> None:
    garden = with_message(3, "red abbot 0,-1 garden")
    assert kind(garden) == "scoring figure", "no object: the 2 points are all there is (MSG-22)"
    monastery = with_message(3, "red abbot 1,-1 monastery")
    assert {str(option) for option in monastery.options()} == {"2 points", "smallest monastery"}


@between(ABBOT="MSG")
def test_MSG_38_message_8_pays_for_the_abbot_only_with_the_majority() -> None:
    """Unlike taking him back: two Blue monks outnumber him. In the garden he is alone."""
    game = with_message(8, "red abbot 1,-1 monastery", "blue follower 1,-1 monastery", "blue follower 1,-1 monastery")
    game.play("abbot 1,-1 monastery")
    assert (game.ledger[-1].points, supply(game, "red", "abbot")) == (0, 1)
    game = with_message(8, "red abbot 0,-1 garden")
    game.play("abbot 0,-1 garden")
    game.play("messenger")
    assert (game.ledger[-1].points, supply(game, "red", "abbot")) == (4, 1)


def test_TURN_81_he_is_not_taken_back_in_the_step_2_of_the_extra_tile() -> None:
    game = with_message(4, "red abbot 0,-1 garden")
    for answer in ("tile", "B", "2,-1 r0"):
        game.play(answer)
    assert may(game, "follower monastery")
    assert refused(game, "take back abbot").clause == "TURN-81"


@between(ABBOT="MSG")
def test_TURN_R2_a_recall_shares_the_one_message_of_step_3() -> None:
    """TURN-X4: 6 points for the abbot bring the follower to 10, 3 for the road the messenger to 15; one message."""
    moves = f"{GARDEN}; W(-1,0)r0 : red thief E; A(-1,1)r2; B(1,1)r0"
    game = table("plus", moves, sets=["abbot", "messages"])
    game.credit("red", 4)
    game.credit("red", 12, 1)
    lay(game, "A(1,0)r1 : red take back abbot / follower / messenger")
    assert kind(game) == "message"
    for answer in ("1", "follower"):
        game.play(answer)
    assert (kind(game), scores(game)) == ("draw", {"red": 4 + 12 + 6 + 3 + 2})


@between(ABBOT="GOLD")
def test_GOLD_R2_a_garden_completed_with_an_abbot_brings_its_ingots_and_a_recall_none() -> None:
    """One ingot lies on the neighbour GoH, one on the garden's own tile."""
    more = {"sets": ["abbot", "gold", "flying"], "players": 2}
    ring = "; ".join(FIELDS[2:7])
    moves = f"FlH(0,0)r0 : red abbot garden; B(0,-1)r0; GoH(1,-1)r3 : blue ingot 0,-1; {ring}"
    game = table("plus", f"{moves}; B(-1,-1)r0 : blue", **more)
    assert scores(game) == {"red": 9}
    assert (by_seat(game.view(), "ingot"), pieces(game.view(), "ingot")) == ([2, 0], {})
    game = table("plus", f"{moves}; B(-2,0)r0 : red take back abbot", **more)
    assert scores(game) == {"red": 8}
    assert by_seat(game.view(), "ingot") == [0, 0]


@between(ABBOT="ROBBER")
def test_ROBBER_20_the_points_of_a_recall_can_be_robbed() -> None:
    game = table("plus", f"{GARDEN}; RaubF(1,0)r1 : blue space 0 / pass / pass", sets=["abbot", "robbers"], players=2)
    lay(game, "U(2,0)r1 : red take back abbot")
    assert scores(game) == {"red": 3, "blue": 2}


@between(ABBOT="CIRCLE")
def test_CIRCLE_12_circles_do_not_concern_the_abbot() -> None:
    """Farmers, thieves and knights only: with option B nobody else has to take him back."""
    game = table("plus", f"{GARDEN}; Korn1(1,0)r0 : red pass / B", sets=["abbot", "circles"])
    assert (kind(game), figures(game)) == ("draw", ["red abbot 0,1 garden"])


@between(ABBOT="TOWER")
def test_TOWER_R17_the_abbot_can_be_captured_and_ransomed() -> None:
    more = {"sets": ["abbot", "tower"], "players": 2}
    game = table("plus", f"{GARDEN}; To12+garden(1,1)r0 : blue floor 1,1 / capture player 1 abbot 0,1 garden", **more)
    assert (figures(game), supply(game, "red", "abbot"), scores(game)) == ([], 0, {})
    lay(game, "B(2,1)r0 : red ?")
    assert refused(game, "take back abbot").clause == "ABBOT-22", "a prisoner is not on the table"
    assert refused(game, "abbot monastery").clause == "ABBOT-15"
    game.play("pass")
    game.credit("red", 3)
    lay(game, "B(3,1)r0 : red ransom abbot from player 2")
    assert (supply(game, "red", "abbot"), scores(game)) == (1, {"blue": 3})


@between(ABBOT="TOWER")
def test_TOWER_R16_the_abbot_may_not_stand_on_a_tower() -> None:
    moves = "D(0,0)r0; To12+garden(0,1)r0 : red floor 0,1; B(1,1)r0 : red ?"
    game = table("plus", moves, sets=["abbot", "tower"], players=2)
    assert may(game, "follower 0,1 tower")
    assert refused(game, "abbot 0,1 tower").clause == "TOWER-R16"


@between(ABBOT="POST")
def test_POST_R4_the_abbot_may_not_enter_a_post_office() -> None:
    game = table("plus", "Po02(0,0)r0 : red ?", sets=["abbot", "postman"], players=4)
    assert may(game, "follower post_office")
    assert refused(game, "abbot post_office").clause == "ABBOT-11"


@between(ABBOT="POST")
def test_POST_R19_an_abbot_retained_in_a_completed_monastery_cannot_be_taken_back() -> None:
    """Blue's postman flies to the monastery and stays when it is completed; so does Red's abbot."""
    more = {"sets": ["abbot", "flying", "postman"], "players": 4}
    ring = [f"B({cell})r0" for cell in AROUND if cell not in ("1,0", "-1,-1")]
    game = table("plus", f"B(0,0)r0 : red abbot monastery; FlG(1,0)r0 : blue fly postman / 1; {'; '.join(ring)}", **more)
    lay(game, "B(-1,-1)r0 : blue pass / postman stays")
    assert scores(game) == {"blue": 9}
    assert "red abbot 0,0 monastery" in figures(game)
    lay(game, "B(2,0)r0 : red ?")
    assert refused(game, "take back abbot").clause == "ABBOT-29"


@between(ABBOT="FERRY MAGE")
@pytest.mark.parametrize("sets", [["ferries"], ["mage"], ["king"]])
def test_ABBOT_24_ferries_mage_and_king_have_no_part_in_it(sets: list[str]) -> None:
    game = table("plus", f"{GARDEN}; U(1,0)r1 : red take back abbot", sets=["abbot", *sets])
    assert scores(game) == {"red": 3}
