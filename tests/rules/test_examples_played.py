"""Every example block of the pages, played through the public face in every edition it holds for.

Examples without a block are written out in the tests of their module.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from bastida.rulebook.clauses import clauses
from bastida.rulebook.examples import Deploy, Example, Move, example, examples
from tests.rules.runner import differences, report
from tests.rules.study import Unplayable

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
    bare = [one.id for one in (*clauses("BASE"), *clauses("WINTER")) if one.kind in ("example", "case")]
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
        ("BASE-E7", {"may": (Deploy("blue", "follower", "road W"),)}, "may: blue follower road W"),
        ("BASE-E7", {"may_not": (Deploy("blue", "follower", "city N"),)}, "may not: blue follower city N"),
        ("BASE-E25", {"final": {"red": 2}}, "final: expected red 2, got red 3"),
        ("BASE-E25", {"final": {}}, "final: expected nothing, got red 3"),
        ("BASE-E3", {"legal": (Move("U", 1, 0, 0, None, None, "U(1,0)r0"),)}, "legal: U(1,0)r0"),
        ("BASE-E3", {"illegal": (Move("U", 1, 0, 1, None, None, "U(1,0)r1"),)}, "illegal: U(1,0)r1"),
        ("BASE-E7", {"double": "red"}, "double: expected red, got none"),
        ("BASE-E7", {"goods": {"red": {"wine": 1}}}, "goods of red: expected wine 1, got nothing"),
    ],
)
def test_a_wrong_expectation_is_reported(id_: str, changes: dict[str, object], line: str) -> None:
    assert line in played(id_, **changes)


def test_a_line_that_is_illegal_when_it_is_played_is_reported() -> None:
    two = example("BASE-E5").moves[:2]
    with pytest.raises(Unplayable, match=r"road against city in the south.*BASE-25[\s\S]*D\(0,0\)r0; G\(0,-1\)r1"):
        differences(replace(example("BASE-E5"), moves=(*two, Move("U", 0, -2, 0, None, None, "U(0,-2)r0"))), "plus")
    with pytest.raises(Unplayable, match="BASE-40"):
        taken = replace(example("BASE-E7"), moves=(*example("BASE-E7").moves[:2], _move("L(1,0)r0 : blue thief W")))
        differences(taken, "plus")


def _move(raw: str) -> Move:
    return Move("", 0, 0, 0, None, None, raw)
