"""Every example block of the pages, played through the public face in every edition it holds for.

Examples without a block are written out in the tests of their module.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from bastida.rulebook.clauses import clauses
from bastida.rulebook.examples import Answers, Example, ExampleError, Laying, Line, example, examples, read_page
from bastida.rulebook.playing import on_track, play
from tests.rules.runner import differences, report

# Modules that need their own tiles or figures on the table. The river has another start tile; messages and the King
# would pay for the roads and cities of the examples.
WITHOUT_A_TRACE = ("abbot", "inns", "traders", "flying", "ferries", "gold", "mage", "robbers", "circles", "tower")


def cases(prefix: str | None = None) -> list[object]:
    return [pytest.param(one, edition, id=f"{one.id}-{edition}") for one in examples(prefix) for edition in one.editions]


@pytest.mark.parametrize(("one", "edition"), cases())
def test_the_example_comes_out_as_the_page_says(one: Example, edition: str) -> None:
    wrong = differences(one, edition)
    assert not wrong, report(one, edition, wrong)


@pytest.mark.parametrize(("one", "edition"), cases("BASE"))
def test_BASE_117_with_all_modules_the_examples_of_the_base_stay_as_they_are(one: Example, edition: str) -> None:
    """Modules change only what they speak of: inns, symbols and special figures that do not occur change nothing."""
    wrong = differences(one, edition, sets=WITHOUT_A_TRACE)
    assert not wrong, report(one, edition, wrong)


def test_examples_without_a_block_are_few_and_known() -> None:
    """These are proved by tests of their own: BASE-E10, BASE-X10, BASE-X11 and WINTER-X8."""
    blocks = {one.id for one in examples()}
    minis = ("FLIGHT", "MSG", "FERRY", "GOLD", "MAGE", "ROBBER", "CIRCLE")
    pages = ("BASE", "WINTER", *minis, "TOWER", "KING", "POST", "HG", "SCOUT")
    bare = [one.id for prefix in pages for one in clauses(prefix) if one.kind in ("example", "case")]
    assert [id_ for id_ in bare if id_ not in blocks] == ["BASE-E10", "BASE-X10", "BASE-X11", "WINTER-X8"]


# -- the runner can fail -----------------------------------------------------------------------------------------------


def played(id_: str, **changes: object) -> list[str]:
    return differences(replace(example(id_), **changes), "plus")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("id_", "changes", "line"),
    [
        ("BASE-E7", {"turn": {"plus": {"red": 4}}}, "turn: expected red 4, got red 3 (3 tile x 1 = 3)"),
        ("BASE-E7", {"turn": {"plus": {}}}, "turn: expected nothing, got red 3 (3 tile x 1 = 3)"),
        ("BASE-E7", {"turn": {"plus": {"blue": 3}}}, "turn: expected blue 3, got red 3 (3 tile x 1 = 3)"),
        ("BASE-E7", {"back": {"red": 1, "blue": 1}}, "back: expected blue 1, red 1, got red 1"),
        ("BASE-E7", {"completes": {}}, "completes: expected nothing, got road 1"),
        ("BASE-E7", {"may": (Answers("blue", ("road W",)),)}, "may: blue road W"),
        ("BASE-E7", {"may_not": (Answers("blue", ("city N",)),)}, "may not: blue city N"),
        ("BASE-E25", {"final": {"red": 2}}, "final: expected red 2, got red 3"),
        ("BASE-E25", {"final": {}}, "final: expected nothing, got red 3"),
        ("BASE-E3", {"legal": (Laying("U", 1, 0, 0),)}, "legal: U(1,0)r0"),
        ("BASE-E3", {"illegal": (Laying("U", 1, 0, 1),)}, "illegal: U(1,0)r1"),
        ("BASE-E7", {"double": "red"}, "double: expected red, got none"),
        ("BASE-E7", {"draws": "red"}, "draws: expected red, got none"),
        ("BASE-E7", {"takes": {"red": {"wine": 1}}}, "things of red: expected wine 1, got nothing"),
        ("BASE-E7", {"points": {"blue": 3}}, "points: expected blue 3, got red 3"),
        ("BASE-E7", {"track": {"red": (4,)}}, "track of red: expected (4,), got (3,)"),
        ("BASE-E7", {"track": {"red messenger": (0,)}}, "track of red messenger: expected (0,), got nothing"),
        ("BASE-E7", {"holds": {"red": {"wine": 1}}}, "red holds: expected wine 1, got nothing"),
        ("BASE-E7", {"holds": {"red": {"whine": 0}}}, "holds: 'whine' is no thing"),
        ("BASE-E7", {"record": {"king": 2}}, "record: expected king 2, got nothing"),
        ("BASE-E7", {"pieces": {"tower 0,0": 1}}, "pieces: expected tower 0,0 1, got nothing"),
        ("BASE-E7", {"beside": ("witch",)}, "beside: expected ['witch'], got []"),
        ("BASE-E7", {"supply": {"blue": {"follower": 7}}}, "supply of blue: expected follower 7, got follower 6"),
        ("BASE-E7", {"worth": {"1,0 city N": 2}}, "worth of 1,0 city N: expected 2, got 1"),
        ("BASE-E7", {"worth": {"1,0 city S": 2}}, "worth of 1,0 city S: expected 2, got no such feature"),
        ("BASE-E7", {"joined": (("0,0 field Es", "0,0 field En"),)}, "joined: 0,0 field Es + 0,0 field En are of 2 features"),
        ("BASE-E7", {"joined": (("0,0 road E", "0,0 road S"),)}, "joined: there is no 0,0 road S"),
        ("BASE-E7", {"apart": (("0,0 road E", "1,0 road W"),)}, "apart: 0,0 road E + 1,0 road W are of 1 features"),
        ("BASE-E7", {"stands_not": ("blue follower 1,0 city N",)}, "stands not: blue follower 1,0 city N"),
        ("BASE-E7", {"options": ("pass",)}, "options: expected ['pass'], got ["),
    ],
)
def test_a_wrong_expectation_is_reported(id_: str, changes: dict[str, object], line: str) -> None:
    assert any(found.startswith(line) for found in played(id_, **changes)), played(id_, **changes)


def test_whoever_draws_another_tile_is_told_apart_from_the_others() -> None:
    """HG-56: Blue has completed the forest that Red scores; the next line is Blue's bonus tile and nobody else's."""
    one = example("HG-E13")
    assert differences(replace(one, draws="red"), "hunters") == ["draws: expected red, got blue"]
    assert differences(replace(one, draws="none"), "hunters") == ["draws: expected none, got blue"]
    with pytest.raises(ExampleError, match="nobody was asked for 0,-1 r0"):
        differences(replace(one, moves=(*one.moves, Line("", 1, Laying("hbFire", 0, -1, 0), Answers("red", ())))), "hunters")


def test_a_figure_that_the_rules_put_down_has_not_gone_home() -> None:
    """SCOUT-07: the Canoe's fisher stands there without an answer of its own."""
    assert play(example("SCOUT-X1"), "hunters").turn.back == {}


PAGE = "```example\nid: BASE-X1\nedition: plus\n{}\n```"


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (
            "moves:\n  D(0,0)r0\n  G(0,-1)r1\n  U(0,-2)r0\nturn:",
            r"line 7.*0,-2 r0[\s\S]*road meets city.*BASE-25",
        ),
        ("moves:\n  D(0,0)r0\n  U(1,0)r1 : red thief E\n  L(2,0)r0 : blue thief W\nturn:", "line 7.*BASE-40"),
        ("moves:\n  D(0,0)r0\n  Q9(1,0)r1\nturn:", "line 6.*Q9"),
        ("moves:\n  D(0,0)r0\n  U(1,0)r1 : red duke E\nturn:", "line 6.*duke E"),
        ("moves:\n  D(0,0)r0\n  U(1,0)r1 : red thief E / pass\nturn:", "line 6.*nobody was asked for pass"),
        ("moves:\n  D(0,0)r0\n  red: pass\nturn:", "line 6.*nobody was asked for pass"),
        ("moves:\n  D(0,0)r0\n  arrange red follower 5,0 road N\nturn:", "line 6.*segment"),
        ("moves:\n  D(0,0)r0\n  credit red many\nturn:", "line 6.*many"),
        ("moves:\n  D(0,0)r0\n  credit red messenger 3\nturn:", "line 6.*messenger"),
        ("moves:\n  D(0,0)r0\n  arrange neutral witch 0,0 road E\nturn:", "line 6.*witch"),
        ("moves:\n  D(0,0)r0\n  U(1,0)r1\nmay not: red duke E", "nobody was asked for duke E"),
        ("moves:\n  D(0,0)r0\n  U(1,0)r1\nmay not: red big road E", "nobody was asked for big road E"),
        ("sets: moon\nmoves:\n  D(0,0)r0\n  U(1,0)r1\nturn:", "line 2.*moon"),
        ("position: position 1 | nothing\nturn:", "line 2"),
    ],
)
def test_a_block_that_cannot_be_played_is_reported_with_its_line(lines: str, problem: str) -> None:
    (one,) = read_page(PAGE.format(lines), "base.md")
    with pytest.raises(ExampleError, match=problem) as raised:
        differences(one, "plus")
    assert str(raised.value).startswith("base.md, line ")


def test_the_picture_shows_who_has_scored_where_he_stood() -> None:
    played = play(example("BASE-E7"), "plus")
    assert {"red", "blue"} == {played.picture.setup.colours[one["seat"]] for one in played.picture.view()["figures"]}
    assert {"blue"} == {played.game.setup.colours[one["seat"]] for one in played.game.view()["figures"]}


def test_the_picture_shows_what_was_taken_where_it_lay() -> None:
    played = play(example("GOLD-E3"), "plus")
    taken = {(0, 0), (1, 0), (3, 0)}
    assert {(one["x"], one["y"]) for one in played.pieces} >= taken
    assert not {(one["x"], one["y"]) for one in played.game.view()["pieces"]} & taken
    assert play(example("FERRY-E3"), "plus").pieces == tuple(play(example("FERRY-E3"), "plus").game.view()["pieces"])


def test_the_scoreboard_of_a_picture_is_the_one_before_the_points_of_the_last_line() -> None:
    played = play(example("ROBBER-X5"), "plus")  # the robber is placed and takes its half in the same line
    assert on_track(played.scored) == {"red": (0,), "blue": (12,), "red robber": (12,)}
    assert on_track(played.game) == {"red": (2,), "blue": (16,)}
    unscored = play(example("ROBBER-E1"), "plus")
    assert on_track(unscored.scored) == on_track(unscored.game)
