"""Where two modules meet: every pair that an "Interactions" table of the rules speaks of has its tests.

Tests mark themselves with ``@between``; here the marks are compared with the pages. Below stand the pairs that no
module's own tests speak of: modules with the Winter base, and a few more.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bastida import Game, SetupError, presets
from bastida.rulebook.clauses import modules, pages
from bastida.table.setup import families, make_setup
from tests.citations import keys_in
from tests.rules.pairs import between, proofs
from tests.rules.study import figures, final, kind, lay, refused, scores, supply, table
from tests.seen import by_seat, holder, record

EXPANSIONS = tuple(families()["carcassonne"].expansions)

MINIS = ("FLIGHT", "MSG", "FERRY", "GOLD", "MAGE", "ROBBER", "CIRCLE")  # "the minis" of a table
ROW = re.compile(r"^\| ([A-Z].*?) \| (.+) \|$", re.MULTILINE)
NOTHING = re.compile(r"No (contact|change)\.|Not combined.*")  # there is nothing to prove


def named(prefix: str) -> Iterator[str]:
    """The modules of which a page's table says something."""
    _, section, rest = pages()[modules()[prefix].page].partition("\n## Interactions\n")
    assert section, f"the page of {prefix} has no interactions"
    for label, text in ROW.findall(rest.partition("\n## ")[0]):
        if not NOTHING.fullmatch(text):
            yield from re.findall(r"\b[A-Z]{3,}\b", label)
            yield from MINIS if "minis" in label else ()


@cache
def functions() -> dict[str, str]:
    """The source of every test of the rules: ``gold::GOLD_02_...``."""
    found = {}
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        lines = source.splitlines()
        for node in ast.parse(source).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                name = f"{path.stem.removeprefix('test_')}::{node.name.removeprefix('test_')}"
                found[name] = "\n".join(lines[node.lineno - 1 : node.end_lineno])
    return found


def with_interactions() -> list[str]:
    return [prefix for prefix, one in modules().items() if "\n## Interactions\n" in pages()[one.page]]


@pytest.mark.parametrize("prefix", with_interactions())
def test_every_pair_of_a_page_is_proved_and_no_other_is_marked(prefix: str) -> None:
    assert set(proofs()[prefix]) == set(named(prefix))


@pytest.mark.parametrize("prefix", with_interactions())
def test_the_proofs_speak_of_one_of_the_two(prefix: str) -> None:
    for other, tests in proofs()[prefix].items():
        for proof in tests:
            about = {key[0] for key, _ in keys_in(functions()[proof])} | set(re.findall(r"[A-Z]{3,}", proof))
            assert about & {prefix, other, "TURN"}, f"{prefix} and {other}: {proof} speaks of {sorted(about)}"


def test_no_mark_is_of_a_page_without_interactions() -> None:
    assert set(proofs()) == set(with_interactions())


# -- with the Winter base ----------------------------------------------------------------------------------------------


def settle(game: Game) -> None:
    """Take the first answer until the next tile is to be drawn."""
    while kind(game) != "draw":
        game.play(game.options()[0])


@between(WINTER="TOWER KING POST RIVER ABBOT INNS TRADERS FLIGHT MSG FERRY GOLD MAGE ROBBER CIRCLE")
@pytest.mark.parametrize("sets", [*([name] for name in EXPANSIONS), list(EXPANSIONS)], ids="-".join)
def test_WINTER_20_with_any_module_a_city_of_two_tiles_gives_two_points(sets: list[str]) -> None:
    """WINTER-R5: also with a box that the Winter book does not know; a longer city counts as usual."""
    game = table("winter", "E(0,0)r1 : red knight E", sets=sets, players=4)
    lay(game, "E(1,0)r3 : blue")
    settle(game)
    assert scores(game) == {"red": 2}
    longer = table("winter", "E(0,0)r1 : red knight E; G(1,0)r0", sets=sets, players=4)
    lay(longer, "E(2,0)r3 : blue")
    settle(longer)
    assert scores(longer) == {"red": 6}


@between(WINTER="TOWER", TOWER="BASE WINTER")
@pytest.mark.parametrize(("edition", "points"), [("plus", 4), ("winter", 2)])
def test_WINTER_20_and_TURN_X8_with_TOWER_a_capture_before_a_city_of_two_tiles_is_scored(edition: str, points: int) -> None:
    foundation = "To15(0,1)r2"  # a city in the south
    game = table(edition, f"E(0,0)r1; {foundation}", sets=["tower"], players=4)
    for colour in ("red", "blue"):
        game.arrange(colour, "follower", "0,0 city E")
    tied, taken = game.copy(), game.copy()
    assert lay(tied, "E(1,0)r3 : red").points == {"red": points, "blue": points}
    assert lay(taken, "E(1,0)r3 : red floor 0,1 / capture player 2 follower 0,0 city E").points == {"red": points}


@between(BASE="TOWER", TOWER="BASE WINTER")
@pytest.mark.parametrize("edition", ["plus", "winter"])
def test_TOWER_35_with_either_base_a_farmer_is_taken(edition: str) -> None:
    game = table(edition, "To15(0,0)r0; B(0,1)r0 : red farmer Nw", sets=["tower"], players=4)
    lay(game, "B(1,1)r0 : blue floor 0,0 / capture player 1 follower 0,1 field Nw")
    assert (figures(game), supply(game, "red")) == ([], 6), "the only way in which a farmer leaves his field"
    game.credit("red", 3)
    lay(game, "B(2,1)r0 : green")
    game.play("ransom follower from player 2")
    assert supply(game, "red") == 7


@between(TURN="WINTER")
def test_TURN_10_with_WINTER_the_same_skeleton() -> None:
    """A turn with the Tower, the King and the Postman: the windows of the ransom, a floor, the postman's decision."""
    moves = "To12(0,0)r0; B(1,0)r0 : red monk; B(0,1)r0 : blue floor 0,0 / capture player 1 follower 1,0 monastery"
    game = table("winter", f"{moves}; E(0,-1)r1 : red postman city E", sets=["tower", "king", "postman"], players=4)
    game.credit("red", 5)
    lay(game, "B(-1,0)r0 : green")
    first = len(game.steps)
    script = {
        "ransom 1": "no ransom",
        "draw": "WinTierH",
        "tile": "1,-1 r3",
        "ransom 2": "no ransom",
        "figure": "floor 0,0",
        "capture": "no capture",
        "postman": "postman stays",
        "ransom 3": "ransom follower from player 2",
    }
    for answer in script.values():
        game.play(answer)
    assert [step.kind for step in game.steps[first:]] == [step.partition(" ")[0] for step in script]
    assert (game.seat, kind(game)) == (1, "draw")
    assert scores(game) == {"red": 5 + 2 - 3, "blue": 3}
    assert (holder(game.view(), "king"), record(game.view(), "king")) == (0, 2)
    assert figures(game) == ["red postman 0,-1 city E"]


@between(FLIGHT="BASE WINTER")
@pytest.mark.parametrize("edition", ["plus", "winter"])
@pytest.mark.parametrize("without", [[], ["farmers"]])
def test_FLIGHT_13_with_either_base_fields_are_never_legal(edition: str, without: list[str]) -> None:
    game = table(edition, "E(0,0)r0; B(1,0)r0", sets=["flying"], without=without)
    lay(game, "FlG(2,0)r0 : red fly follower / 2")
    assert figures(game) == ["red follower 0,0 city N"], "the only place there"
    only_field = table(edition, "FlG(1,0)r0", sets=["flying"], without=without)
    lay(only_field, "FlG(2,0)r0 : red fly follower / 1")
    assert (figures(only_field), kind(only_field)) == ([], "draw")


# -- other pairs -------------------------------------------------------------------------------------------------------


@between(TURN="INNS")
def test_TURN_51_with_INNS_only_points_and_majorities_change() -> None:
    """The same turn with and without an inn asks the same questions."""
    asked = []
    for tile, points in (("U(1,0)r1", 3), ("InB(1,0)r0", 6)):
        game = table("plus", f"A(0,0)r3 : red big road E; {tile}", sets=["inns"])
        assert lay(game, "A(2,0)r1 : blue").points == {"red": points}
        asked.append([step.kind for step in game.steps])
    assert asked[0] == asked[1]


LAKE = "FeB(0,0)r0 : green pass / ferry E-W; A(-1,0)r3 : red thief E / leave ferries"


@between(FERRY="INNS")
def test_FERRY_23_with_INNS_a_turned_ferry_can_cut_the_inn_off() -> None:
    """Only the road with the inn's segment is affected by it."""
    game = table("plus", f"{LAKE}; InB(1,0)r0 : green pass / leave ferries", sets=["ferries", "inns"])
    whole, cut = game.copy(), game.copy()
    assert lay(whole, "A(2,0)r1 : green pass / leave ferries").points == {"red": 8}
    assert lay(cut, "A(2,0)r1 : green pass / 0,0 ferry E-S").points == {"red": 2}


@between(FERRY="MAGE")
def test_MAGE_24_with_FERRY_a_road_closed_by_a_ferry_is_completed_for_them() -> None:
    game = table("plus", LAKE, sets=["ferries", "mage"])
    game.arrange(None, "mage", "-1,0 road E")
    assert lay(game, "U(1,0)r1 : green pass / 0,0 ferry E-S").points == {"red": 4}
    assert game.view()["beside"] == ["mage", "witch"]


@between(CIRCLE="GOLD MAGE ROBBER")
def test_CIRCLE_03_with_GOLD_MAGE_and_ROBBER_a_road_that_ends_at_a_circle() -> None:
    """It is completed there: its points, with the mage, can be robbed; its ingots are taken; the mage leaves."""
    game = table("plus", "A(0,0)r3 : red thief E", sets=["circles", "gold", "mage", "robbers"], players=4)
    game.arrange(None, "mage", "0,0 road E")
    game.credit("red", 10)
    columns, place = game.engine.columns, game.engine.rules.column_offset
    columns[place["robbers.space"] + 1] = 10
    columns[place["gold.lying"]] = 1
    lay(game, "Korn4(1,0)r0 : green pass")
    assert kind(game) == "circle"
    assert scores(game) == {"red": 10 + 4, "blue": 2}
    view = game.view()
    assert (by_seat(view, "ingot"), view["beside"]) == ([1, 0, 0, 0], ["mage", "witch"])


@between(TOWER="RIVER")
def test_TOWER_28_with_RIVER_a_river_tile_lies_in_reach_like_any_other() -> None:
    moves = "BB6F1(0,0)r0; BB6F8(0,1)r1 : red ?"
    game = table("plus", moves, sets=["river", "tower"], players=4)
    assert refused(game, "follower river N").clause == "RIVER-18"
    game.play("monk")
    lay(game, "To12+garden(1,1)r0 : blue floor 1,1 / capture player 1 follower 0,1 monastery")
    assert (figures(game), supply(game, "red")) == ([], 6)


@between(KING="BASE")
def test_KING_23_with_BASE_a_closed_loop_is_a_completed_road() -> None:
    game = table("plus", "V(0,0)r3; V(1,0)r0; V(1,1)r1", sets=["king"], players=4)
    assert (holder(game.view(), "baron"), record(game.view(), "baron")) == (None, None)
    lay(game, "V(0,1)r2 : blue")
    assert (holder(game.view(), "baron"), record(game.view(), "baron")) == (1, 4)
    assert final(game) == {"blue": 1}


# -- set-ups with everything -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "edition", "sets", "most"),
    [
        ("plus-postman", "plus", ["postman"], 5),
        ("plus-all", "plus", [name for name in EXPANSIONS if name not in ("tower", "king", "postman")], 6),
        ("todo", "plus", list(EXPANSIONS), 5),
        ("winter-tower", "winter", ["tower"], 5),
        ("winter-king", "winter", ["king"], 5),
        ("winter-postman", "winter", ["postman"], 5),
    ],
)
def test_POST_02_and_BASE_02_presets_bring_whole_boxes_for_as_many_as_their_parts_allow(
    preset: str, edition: str, sets: list[str], most: int
) -> None:
    setup = make_setup(preset, players=most)
    assert setup == make_setup(edition, sets=sets, players=most)
    assert set(presets()[preset].names) == {"es", "ca", "en"}
    with pytest.raises(SetupError, match=f"2 to {most}"):
        make_setup(preset, players=most + 1)
