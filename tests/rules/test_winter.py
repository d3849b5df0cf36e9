"""The Winter Edition: the base by the first-edition rules, its tiles and its values."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace

import pytest

import bastida
from bastida import Game, SetupError
from bastida.rulebook.clauses import clause, pages
from bastida.table.scoreboard import OnTrack, on_track
from bastida.table.setup import families, make_setup
from tests.rules.pairs import between
from tests.rules.study import box, catalogue, completed, figures, final, kind, last_turn, may, places, refused, study, table

COPIES = """A 2, B 4, C 1, D 4, E 5, F 2, G 1, H 3, I 2, J 3, K 3, L 3, M 2, N 3, O 2, P 3, Q 1, R 3, S 2, T 1, U 8, V 9,
W 4, X 1"""
KINDS = {"c": "city", "r": "road", "f": "field"}


def standing(points: int) -> OnTrack:
    """A scoring figure on the board of this box."""
    return on_track(points, families()["carcassonne"].editions["winter"].lying_laps)


def undealt() -> Game:
    """A Winter game before its first draw."""
    return Game(make_setup("winter"), None)


def stock() -> Counter[str]:
    (pile,) = undealt().view()["piles"]
    return Counter(pile["mixed"])


# -- the game ----------------------------------------------------------------------------------------------------------


def test_WINTER_01_the_clauses_of_winter_hold_and_those_of_plus_do_not() -> None:
    """One side of every marked pair of the base: players, tiles, colours, a city of two tiles, the scoreboard."""
    with pytest.raises(SetupError, match="BASE-01"):
        bastida.new_game("winter", players=6)
    assert sum(stock().values()) == 83
    assert "pink" not in study("winter").setup.colours
    assert last_turn("winter", "D(0,0)r0; E(0,-1)r2 : red knight S").points == {"red": 2}
    assert (standing(60).lying, standing(60).tokens) == (True, ())


def test_WINTER_02_two_to_five_players_with_seven_followers_and_a_scoring_figure() -> None:
    for players in range(2, 6):
        shown = bastida.new_game("winter", players=players).view()["players"]
        assert len({player["colour"] for player in shown}) == players
        assert all(player["supply"] == {"follower": 7} for player in shown)
        assert all(len(player["track"]) == 1 for player in shown)
    for players in (1, 6):
        with pytest.raises(SetupError, match=f"{players} players?: this game is for 2 to 5"):
            bastida.new_game("winter", players=players)


def test_WINTER_03_the_names_of_the_roles_change_no_rule() -> None:
    """Thief, knight, monk and farmer mean the same as the segments they stand on."""
    game = table("winter", "D(0,0)r0; WinTierF(1,0)r0 : red ?")
    assert game.find("thief E") == game.find("follower road E")
    assert game.find("monk") == game.find("follower monastery")
    assert game.find("farmer Nw") == game.find("follower field Nw")
    game = table("winter", "D(0,0)r0; WinTierH(0,-1)r2 : red ?")
    assert game.find("knight S") == game.find("follower city S")


def test_WINTER_04_anybody_may_be_named_to_begin() -> None:
    for first in range(5):
        game = bastida.new_game("winter", players=5, first=first)
        assert game.decision is not None
        assert game.decision.seat == first


def test_WINTER_05_farmers_belong_to_the_game_and_may_be_left_out() -> None:
    assert bastida.new_game("winter").setup.elements == ("farmers",)
    assert bastida.new_game("winter-first-game").setup.elements == ()
    assert may(table("winter", "D(0,0)r0; U(1,0)r1 : red ?"), "farmer Nw")
    assert refused(table("winter", "D(0,0)r0; U(1,0)r1 : red ?", without=["farmers"]), "farmer Nw").clause == "BASE-15"


# -- tiles -------------------------------------------------------------------------------------------------------------


def test_WINTER_06_84_tiles_of_which_twelve_show_animals() -> None:
    tiles = stock() + Counter(["D"])
    animals = {tile: number for tile, number in tiles.items() if tile.startswith("WinTier")}
    assert animals == {f"WinTier{letter}": 1 for letter in "ABCDEFGHIJKL"}
    assert sum(tiles.values()) == 84
    assert sum(tiles.values()) - len(animals) == 72
    plus = {tile_id: tile for tile_id, (tile, _) in catalogue("plus").items()}
    for tile_id, (tile, _) in catalogue("winter").items():
        if tile_id not in animals:
            assert (tile.sides, tile.segments) == (plus[tile_id].sides, plus[tile_id].segments)


def test_WINTER_07_the_copies_of_the_base_layouts() -> None:
    expected = {name: int(number) for name, number in (one.split() for one in COPIES.replace("\n", " ").split(", "))}
    tiles = stock() + Counter(["D"])
    assert {tile: number for tile, number in tiles.items() if not tile.startswith("WinTier")} == expected
    assert sum(expected.values()) == 72
    assert COPIES.replace("\n", " ") in clause("WINTER-07").text


def test_WINTER_08_the_start_tile_is_a_D_and_83_tiles_are_drawn() -> None:
    game = undealt()
    assert [one["tile"] for one in game.view()["board"]] == ["D"]
    assert stock()["D"] == 3
    assert sum(stock().values()) == 83
    game = bastida.new_game("winter", seed=8)
    while not game.over:
        game.play(game.options()[0])
    assert sum(step.kind == "draw" for step in game.steps) == 83


def test_WINTER_09_animal_tiles_are_drawn_laid_occupied_and_scored_like_the_others() -> None:
    game = undealt()
    weights = {str(option): int(game.engine.weight(option.number)) for option in game.options()}
    assert weights["WinTierG"] == 1
    assert weights["U"] == 8
    game = bastida.new_game("winter", draws=["WinTierC", "WinTierK"], seed=9)
    game.play("0,-1 r2")
    game.play("knight S")
    assert game.scores()["Red"] == 2
    game.play("1,0 r1")
    game.play("thief W")
    assert figures(game) == ["blue follower 1,0 road W"]


@pytest.mark.parametrize(("animal", "base"), [("WinTierA", "W"), ("WinTierE", "A"), ("WinTierG", "J"), ("WinTierL", "K")])
def test_WINTER_10_animals_have_no_effect(animal: str, base: str) -> None:
    """An animal tile plays exactly like the base layout with the same roads, cities and fields."""
    seen = []
    for tile in (animal, base):
        game = table("winter", "D(0,0)r0; U(1,0)r1")
        game.play(tile)
        placements = [str(option) for option in game.options()]
        outcomes = []
        for placement in placements:
            trial = game.copy()
            trial.play(placement)
            for place in sorted(places(trial)):
                end = trial.copy()
                end.play(place)
                outcomes.append((placement, place, end.scores(), final(end), dict(completed(end))))
        seen.append(outcomes)
    assert seen[0] == seen[1] != []


def test_WINTER_11_copies_of_one_layout_are_all_alike() -> None:
    """The drawings on them have no names: there is one kind of tile for each layout."""
    names = [str(option) for option in undealt().options()]
    assert len(names) == len(set(names)) == 24 + 12


def test_WINTER_12_no_garden_inn_cathedral_goods_or_river_in_the_box() -> None:
    known = {"city", "road", "field", "monastery"}
    for tile, copies in catalogue("winter").values():
        assert copies > 0
        assert set(tile.sides) <= {"city", "road", "field"}
        assert {segment.kind for segment in tile.segments} <= known
        assert {mark for segment in tile.segments for mark in segment.marks} <= {"pennants"}


@dataclass(frozen=True)
class Row:
    """A row of the tables of layouts in the rules pages."""

    tile: str
    copies: int
    sides: str
    segments: tuple[str, ...]


def rows(text: str) -> list[Row]:
    found = []
    for line in re.findall(r"^\| (\w+ \| \d+ \| [cfr] [cfr] [cfr] [cfr] \| .*) \|$", text, re.MULTILINE):
        tile, copies, sides, segments = line.split(" | ")
        found.append(Row(tile, int(copies), sides, tuple(segments.split("; "))))
    return found


ANIMAL_ROWS = rows(clause("WINTER-13").body)
BASE_ROWS = rows(pages()["base.md"])


def test_the_tables_of_layouts_are_read_whole() -> None:
    assert [row.tile for row in ANIMAL_ROWS] == [f"WinTier{letter}" for letter in "ABCDEFGHIJKL"]
    assert "".join(row.tile for row in BASE_ROWS) == "ABCDEFGHIJKLMNOPQRSTUVWX"


@pytest.mark.parametrize("row", [*ANIMAL_ROWS, *BASE_ROWS], ids=lambda row: row.tile)
def test_WINTER_13_the_layouts_are_those_of_the_table(row: Row) -> None:
    """Laid first on an empty table, a tile offers exactly the segments of its row, each under all its names."""
    assert (stock() + Counter(["D"]))[row.tile] == row.copies
    tile = catalogue("winter")[row.tile][0]
    assert tile.sides == tuple(KINDS[letter] for letter in row.sides.split())
    game = table("winter", f"{row.tile}(0,0)r0 : red ?")
    offered = {str(option) for option in game.options()}
    named = {"pass"}
    for segment in row.segments:
        word, *rest = segment.removesuffix(" with pennant").split(" at ")[0].split()
        names = [word] if not rest else [f"{word} {one}" for one in (rest if word == "field" else rest[0].split("-"))]
        same = {str(game.find(name)) for name in names}
        assert len(same) == 1, f"{segment} is one segment"
        assert not same & named, f"{segment} is a segment of its own"
        named |= same
        city = [part for part in tile.segments if part.kind == "city" and word == "city" and part.marks]
        assert bool(city) == ("with pennant" in segment)
    assert offered == named


@pytest.mark.parametrize("row", [*ANIMAL_ROWS, *BASE_ROWS], ids=lambda row: row.tile)
def test_WINTER_13_fields_touch_the_cities_of_the_table(row: Row) -> None:
    """With every city of the tile completed, a farmer gets 3 points for each city behind the word "at"."""
    beyond = {"N": "E(0,-1)r2", "E": "E(1,0)r3", "S": "E(0,1)r0", "W": "E(-1,0)r1"}
    cities = [segment.removesuffix(" with pennant").split()[1] for segment in row.segments if segment.startswith("city")]
    closing = "; ".join(beyond[side] for city in cities for side in city.split("-"))
    for segment in row.segments:
        if segment.startswith("field"):
            field, _, touched = segment.partition(" at ")
            game = table("winter", f"{row.tile}(0,0)r0 : red farmer {field.split()[1]}; {closing}")
            assert completed(game)["city"] == len(cities)
            points = 3 * len(touched.split(", ")) if touched else 0
            assert final(game).get("red", 0) == points, segment


# Each of these ends its road; where it does so and how the field is cut.
@pytest.mark.parametrize(
    ("tile", "side", "fields"),
    [
        ("WinTierB", "W", ("Es", "Wn")),
        ("WinTierC", "E", ("En", "Es")),
        ("WinTierD", "W", ("Se", "Wn")),
        ("WinTierH", "S", ("En", "Sw")),
        ("WinTierJ", "S", ("Se", "Sw")),
    ],
)
def test_WINTER_14_the_road_ends_at_the_city_and_divides_the_field(tile: str, side: str, fields: tuple[str, str]) -> None:
    assert len([place for place in places(table("winter", f"{tile}(0,0)r0 : red ?")) if "field" in place]) == 2
    first, second = (figures(table("winter", f"{tile}(0,0)r0 : red farmer {half}")) for half in fields)
    assert first != second
    village = {"W": "W(-1,0)r0", "E": "W(1,0)r0", "S": "X(0,1)r0"}[side]
    assert last_turn("winter", f"{tile}(0,0)r0 : red thief {side}; {village}").points == {"red": 2}


def test_WINTER_15_the_monastery_of_WinTierF_ends_both_roads_and_the_field_is_cut_in_two() -> None:
    assert last_turn("winter", "WinTierF(0,0)r0 : red thief E; W(1,0)r0").points == {"red": 2}
    assert last_turn("winter", "WinTierF(0,0)r0 : red thief W; W(-1,0)r0").points == {"red": 2}
    assert places(table("winter", "WinTierF(0,0)r0 : red ?")) == {
        *("pass", "follower road E", "follower road W", "follower monastery"),
        *("follower field Nw", "follower field Es"),
    }


def test_WINTER_16_two_curves_of_WinTierI_are_two_roads_and_three_fields() -> None:
    assert places(table("winter", "WinTierI(0,0)r0 : red ?")) == {
        *("pass", "follower road N", "follower road E"),
        *("follower field Nw", "follower field Ne", "follower field Es"),
    }
    game = table("winter", "U(-1,0)r1 : red thief E; WinTierI(0,0)r0 : blue ?")
    assert not may(game, "thief N")
    assert may(game, "thief S")
    joined = "A(-1,0)r3 : red thief E; WinTierI(0,0)r0; V(0,-1)r3; V(1,-1)r0; V(1,0)r1; A(0,1)r2"
    assert last_turn("winter", joined).points == {"red": 6}


def test_WINTER_17_the_hamlet_of_WinTierK_closes_the_road_and_does_not_cut_the_field() -> None:
    assert places(table("winter", "WinTierK(0,0)r0 : red ?")) == {"pass", "follower road S", "follower field Nw"}
    assert last_turn("winter", "WinTierK(0,0)r0 : red thief S; WinTierK(0,1)r2").points == {"red": 2}


def test_WINTER_18_eight_monasteries_and_ten_pennants() -> None:
    found: Counter[str] = Counter()
    by_tile: dict[str, Counter[str]] = {"monastery": Counter(), "pennants": Counter()}
    for tile, copies in catalogue("winter").values():
        for segment in tile.segments:
            for what, number in (("monastery", segment.kind == "monastery"), ("pennants", segment.marks.get("pennants", 0))):
                found[what] += copies * number
                by_tile[what][tile.id] += copies * number
    assert found == {"monastery": 8, "pennants": 10}
    assert +by_tile["monastery"] == Counter({"A": 2, "B": 4, "WinTierE": 1, "WinTierF": 1})
    assert +by_tile["pennants"] == Counter({"C": 1, "F": 2, "M": 2, "O": 2, "Q": 1, "S": 2})


# -- values ------------------------------------------------------------------------------------------------------------

MONASTERY = "; ".join(f"B({cell})r0" for cell in ("0,-1", "1,-1", "1,0", "1,1", "0,1", "-1,1", "-1,0"))


@pytest.mark.parametrize(
    ("moves", "points"),
    [
        ("D(0,0)r0; W(-1,0)r0 : red thief E; WinTierK(1,0)r1", 3),
        ("D(0,0)r0; G(0,-1)r1 : red knight S; WinTierH(0,-2)r2", 6),
        ("D(0,0)r0; F(0,-1)r1 : red knight S; WinTierH(0,-2)r2", 8),
        (f"B(0,0)r0 : red monk; {MONASTERY}; B(-1,-1)r0", 9),
    ],
)
def test_WINTER_19_completed_roads_one_a_tile_cities_two_monasteries_nine(moves: str, points: int) -> None:
    assert last_turn("winter", moves).points == {"red": points}


@pytest.mark.parametrize("closing", ["E", "WinTierB", "WinTierC", "WinTierG", "WinTierL", "WinTierH", "L", "H"])
def test_WINTER_20_a_completed_city_of_two_tiles_gives_only_one_a_tile(closing: str) -> None:
    (entry,) = last_turn("winter", f"E(0,0)r0 : red knight N; {closing}(0,-1)r2").lines
    assert (entry.points, entry.clause, entry.arithmetic()) == (2, "BASE-61", "2 tile x 1 = 2")


def test_WINTER_X8_a_pennant_in_a_city_of_two_tiles_gives_one_more() -> None:
    """WINTER-20 with an invented tile, for no tile of the books allows it (BASE-R17)."""
    tile = catalogue("winter")["E"][0]
    city, field = tile.segments
    invented = replace(tile, id="Invented", segments=(replace(city, marks={"pennants": 1}), field))
    game = box("winter", "D Invented", "Invented", invented=[invented])
    game.play("0,-1 r2")
    game.play("knight S")
    assert game.scores() == {"Red": 3, "Blue": 0}
    assert [entry.arithmetic() for entry in game.ledger] == ["2 tile x 1 + 1 pennant x 1 = 3"]


@pytest.mark.parametrize(
    ("moves", "points"),
    [
        ("D(0,0)r0; WinTierA(-1,0)r0; U(1,0)r1 : red thief W", 3),
        ("D(0,0)r0; M(0,-1)r3 : red knight S", 3),
        ("D(0,0)r0; N(0,-1)r3 : red knight S", 2),
        ("D(0,0)r0; WinTierE(0,1)r0 : red monk; U(1,0)r1", 3),
    ],
)
def test_WINTER_21_unfinished_roads_and_cities_one_a_tile_and_pennant_monasteries_one_a_tile(moves: str, points: int) -> None:
    assert final(table("winter", moves)) == {"red": points}


def test_WINTER_22_three_points_for_each_completed_city_at_a_field_to_all_its_owners() -> None:
    one = "D(0,0)r0; E(0,-1)r2 : red farmer Nw; E(0,-2)r0"
    assert final(table("winter", one)) == {"red": 3}, "the second city is open"
    two = f"{one}; WinTierB(0,-3)r2 : blue farmer Nw"
    assert final(table("winter", two)) == {"red": 6, "blue": 3}
    shared = f"{two}; B(-1,-3)r0; B(-1,-2)r0"
    assert final(table("winter", shared)) == {"red": 6, "blue": 6}


def test_WINTER_23_a_scoring_figure_that_has_gone_round_lies_on_its_side() -> None:
    assert [standing(points).lying for points in (49, 50, 51, 100)] == [False, True, True, True]


@between(INNS="WINTER")
def test_WINTER_R5_modules_of_the_plus_book_leave_the_winter_rules_in_force() -> None:
    game = table("winter", "D(0,0)r0; E(0,-1)r2 : red knight S", sets=["abbot", "inns", "traders"])
    assert game.scores()["Red"] == 2
    with pytest.raises(SetupError, match="BASE-01"):
        bastida.new_game("winter", sets=["abbot", "inns", "traders"], players=6)
    game = table("winter", "D(0,0)r0; WinTierD(1,0)r0 : red thief W; W(-1,0)r0", sets=["inns"])
    assert (game.scores()["Red"], kind(game)) == (3, "draw"), "a pond is no inn (WINTER-R2)"
