"""The base game: fields and farmers."""

from __future__ import annotations

import pytest

from tests.rules.study import completed, figures, final, last_turn, lay, may, places, refused, scores, table

# -- one field or two --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tile", "fields"),
    [
        ("U", {"Nw", "Ne"}),  # a road
        ("V", {"Nw", "Sw"}),
        ("W", {"Nw", "Es", "Sw"}),  # roads at a village
        ("F", {"Nw", "Se"}),  # a city
        ("S", {"Se", "Sw"}),  # a road that ends at the city
        ("A", {"Nw"}),  # round the end of a road and a monastery: one field (BASE-R26)
        ("B", {"Nw"}),
        ("C", set()),
    ],
)
def test_BASE_84_roads_and_cities_separate_fields(edition: str, tile: str, fields: set[str]) -> None:
    found = {place.removeprefix("follower field ") for place in places(table(edition, f"{tile}(0,0)r0 : red ?"))}
    assert {place for place in found if len(place) == 2} == fields


def test_BASE_84_an_open_side_is_the_end_of_a_field(edition: str) -> None:
    """BASE-E21 and BASE-E22: what no tile joins yet is separate, and the tile between joins it."""
    moves = "D(0,0)r0; L(-1,0)r2 : blue farmer Es; E(-1,1)r0 : red farmer Se; L(1,0)r2; E(1,1)r0"
    assert may(table(edition, f"{moves} : black ?"), "farmer Sw")
    game = table(edition, f"{moves} : black farmer Sw; B(0,1)r0 : green ?")
    assert refused(game, "farmer Nw").clause == "BASE-40"


def test_BASE_121_a_city_inside_a_field_does_not_divide_it(edition: str) -> None:
    """The fields of the two city tiles meet round the city: first on one way, then all round."""
    moves = "E(0,0)r0 : red farmer Sw; E(0,-1)r2"
    assert may(table(edition, f"{moves} : blue ?"), "farmer Nw"), "nothing joins them yet"
    game = table(edition, f"{moves}; B(1,0)r0; B(1,-1)r0 : blue ?")
    assert refused(game, "farmer Nw").clause == "BASE-40"
    game.play("pass")
    for move in ("B(-1,0)r0", "B(-1,-1)r0"):
        lay(game, move)
    assert final(game) == {"red": 3}


# -- farmers during the game -------------------------------------------------------------------------------------------


def test_BASE_85_the_size_of_a_field_never_counts(edition: str) -> None:
    field = "; ".join(f"B({x},{y})r0" for y in range(4) for x in range(4) if x or y)
    game = table(edition, f"B(0,0)r0 : red farmer Nw; {field}")
    assert (scores(game), final(game)) == ({}, {})


def test_BASE_86_farmers_stay_when_a_road_a_city_or_a_monastery_is_scored(edition: str) -> None:
    game = table(edition, "W(0,0)r0 : red farmer Nw")
    farmer = figures(game)
    assert lay(game, "S(1,0)r1 : blue thief W").points == {"blue": 2}
    assert figures(game) == farmer
    game = table(edition, "E(0,0)r0 : red farmer Sw; E(0,-1)r2 : blue knight S")
    assert scores(game)["blue"] == {"winter": 2, "plus": 4}[edition]
    assert figures(game) == ["red follower 0,0 field En"]
    around = "; ".join(f"B({cell})r0" for cell in ("0,-1", "1,-1", "1,0", "1,1", "0,1", "-1,1", "-1,0"))
    game = table(edition, f"B(-1,-1)r0 : red farmer Nw; {around}; B(0,0)r0 : blue monk")
    assert scores(game) == {"blue": 9}
    assert figures(game) == ["red follower -1,-1 field Nw"]


def test_BASE_87_a_farmer_may_be_placed_in_any_free_field(edition: str) -> None:
    """Beside a city or not, open or closed in."""
    assert may(table(edition, "E(0,0)r0 : red ?"), "farmer Sw")
    assert may(table(edition, "B(0,0)r0 : red ?"), "farmer Sw")
    ring = "V(0,1)r3; V(1,1)r0; V(0,2)r2; V(1,2)r1 : red ?"
    assert may(table(edition, ring), "farmer Wn"), "the field inside the ring of roads"
    assert may(table(edition, "D(0,0)r0; E(0,-1)r2 : red ?"), "farmer Nw"), "beside a completed city"


# -- owners ------------------------------------------------------------------------------------------------------------

# The landscape of BASE-E31: the large field has the cities A and B.
LARGE = """D(0,0)r0; E(0,-1)r2 : {0} farmer Nw; E(0,-2)r0; E(0,-3)r2 : {1} farmer Nw
U(1,-3)r0 : {2} farmer En; V(1,-2)r2; A(2,-2)r1"""


@pytest.mark.parametrize(
    ("farmers", "points"),
    [
        (("red", "yellow", "red"), {"red": 6}),
        (("red", "yellow", "yellow"), {"yellow": 6}),
        (("red", "red", "red"), {"red": 6}),
        (("red", "yellow", "green"), {"red": 6, "yellow": 6, "green": 6}),
    ],
)
def test_BASE_98_and_BASE_108_the_most_farmers_own_a_field_and_ties_share_it(
    edition: str, farmers: tuple[str, ...], points: dict[str, int]
) -> None:
    """Whoever has fewer gets nothing."""
    assert final(table(edition, LARGE.format(*farmers))) == points


def test_BASE_99_three_points_for_each_completed_city(edition: str) -> None:
    one = "D(0,0)r0; D(1,0)r0 : blue farmer Wn; E(0,-1)r2"
    assert final(table(edition, one)) == {"blue": 3}
    two = table(edition, f"{one}; E(1,-1)r2")
    assert final(two) == {"blue": 6}
    two.finish()
    (entry,) = two.ledger
    assert (entry.clause, entry.arithmetic(), entry.source) == ("BASE-99", "2 city x 3 = 6", "field")


def test_BASE_99_a_city_inside_the_field_counts_too(edition: str) -> None:
    assert final(table(edition, "E(0,0)r0 : red farmer Sw; E(0,-1)r2; B(1,0)r0; B(1,-1)r0")) == {"red": 3}


def test_BASE_100_a_city_counts_once_for_a_field_however_many_tiles_touch(edition: str) -> None:
    """Three tiles of one city along the field."""
    moves = "D(0,0)r0; G(0,-1)r1; G(0,-2)r1; E(0,-3)r2; U(1,0)r1; B(1,-1)r0; B(1,-2)r0; B(1,-3)r0 : red farmer Ws"
    assert final(table(edition, moves)) == {"red": 3}


def test_BASE_101_size_and_pennants_of_the_city_do_not_matter(edition: str) -> None:
    small = "D(0,0)r0; E(0,-1)r2; U(1,0)r1 : red farmer Nw"
    large = "D(0,0)r0; F(0,-1)r1; F(0,-2)r1; F(0,-3)r1; E(0,-4)r2; U(1,0)r1 : red farmer Nw"
    assert final(table(edition, small)) == final(table(edition, large)) == {"red": 3}


@pytest.mark.parametrize("knight", ["", " : red knight S", " : blue knight S"])
def test_BASE_102_whether_the_city_had_knights_does_not_matter(edition: str, knight: str) -> None:
    game = table(edition, f"D(0,0)r0; U(1,0)r1 : red farmer Nw; E(0,-1)r2{knight}")
    assert bool(scores(game)) == bool(knight)
    assert final(game) == {"red": 3}


def test_BASE_103_an_unfinished_city_gives_nothing(edition: str) -> None:
    game = table(edition, "D(0,0)r0; U(1,0)r1 : red farmer Nw; G(0,-1)r1")
    assert final(game) == {}
    lay(game, "E(0,-2)r2")
    assert final(game) == {"red": 3}


def test_BASE_104_a_city_feeds_every_field_it_touches(edition: str) -> None:
    """A city of three tiles with a field on its left and one on its right."""
    game = table(edition, "D(0,0)r0; G(0,-1)r1 : red farmer Wn; E(0,-2)r2 : blue farmer Nw; U(1,0)r1 : green farmer Nw")
    assert final(game) == {"red": 3, "blue": 3, "green": 3}


def test_BASE_105_two_fields_of_one_player_at_the_same_city_give_twice(edition: str) -> None:
    game = table(edition, "D(0,0)r0; G(0,-1)r1 : red farmer Wn; E(0,-2)r2 : red farmer Nw")
    assert final(game) == {"red": 6}
    game.finish()
    assert [entry.points for entry in game.ledger] == [3, 3]


@pytest.mark.parametrize(
    ("tile", "half", "closing", "touches"),
    [
        ("D", "Wn", "E(0,-1)r2", True),
        ("D", "Se", "E(0,-1)r2", False),
        ("J", "Ws", "E(0,-1)r2", True),
        ("J", "Se", "E(0,-1)r2", False),
        ("K", "Es", "E(0,-1)r2", True),
        ("K", "Sw", "E(0,-1)r2", False),
        ("L", "En", "E(0,-1)r2", True),
        ("L", "Es", "E(0,-1)r2", False),
        ("L", "Sw", "E(0,-1)r2", False),
        ("O", "En", "E(0,-1)r2; E(-1,0)r1", True),
        ("O", "Es", "E(0,-1)r2; E(-1,0)r1", False),
        ("P", "Sw", "E(0,-1)r2; E(-1,0)r1", True),
        ("P", "Se", "E(0,-1)r2; E(-1,0)r1", False),
        ("T", "Se", "E(0,-1)r2; E(-1,0)r1; E(1,0)r3", True),
        ("T", "Sw", "E(0,-1)r2; E(-1,0)r1; E(1,0)r3", True),
    ],
)
def test_BASE_106_a_field_touches_a_city_when_their_segments_border_on_a_tile(
    edition: str, tile: str, half: str, closing: str, touches: bool
) -> None:
    """The field beyond a road, or inside its bend, does not touch the city of its tile (BASE-R6)."""
    game = table(edition, f"{tile}(0,0)r0 : red farmer {half}; {closing}")
    assert completed(game)["city"] == 1
    assert final(game) == ({"red": 3} if touches else {})


@pytest.mark.parametrize(("half", "points"), [("Nw", {}), ("Se", {"red": 3})])
def test_BASE_106_a_city_at_the_corner_of_the_tile_is_not_touched(edition: str, half: str, points: dict[str, int]) -> None:
    """The curve lies corner to corner with the city; only its small field goes on to tiles that border it."""
    game = table(edition, f"N(0,0)r0; J(0,-1)r2; K(-1,0)r1; V(-1,-1)r3 : red farmer {half}")
    assert completed(game)["city"] == 1
    assert final(game) == points


def test_BASE_107_a_field_need_not_be_closed_in(edition: str) -> None:
    """Every tile of this field has open field sides."""
    assert final(table(edition, "D(0,0)r0; E(0,-1)r2 : red farmer Nw")) == {"red": 3}


def test_fields_are_scored_for_the_clause_in_both_editions(edition: str) -> None:
    """BASE-R30: a field may be owned for nothing."""
    game = table(edition, "D(0,0)r0; B(0,1)r0 : red farmer Nw")
    turn = last_turn(edition, "D(0,0)r0; E(0,-1)r2; B(0,1)r0 : red farmer Nw")
    assert turn.points == {}
    game.finish()
    assert (scores(game), figures(game)) == ({}, [])
