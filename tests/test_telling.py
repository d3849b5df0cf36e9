"""Example blocks in words: what page and terminal say of them."""

import re

import pytest

from bastida.language.texts import texts
from bastida.rulebook.clauses import clauses, modules
from bastida.rulebook.examples import Example, blocks_of, example, examples, family_of
from bastida.rulebook.playing import play
from bastida.rulebook.telling import Told, tell

LANGUAGES = ("en", "es", "ca")
NOTATION = re.compile(r"\[|\]|\bneutral\b|\bplayer \d|\{|\}")


def told(id_: str, language: str = "en") -> Told:
    return tell(example(id_), texts(language))


def fact(id_: str, about: str, language: str = "en") -> tuple[str, ...]:
    phrases = texts(language)
    return next(one.said for one in told(id_, language).facts if one.about == phrases(f"example.{about}"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("prefix", modules())
def test_every_block_is_told_without_its_notation(prefix: str, language: str) -> None:
    for one in examples(prefix):
        said = tell(one, texts(language))
        assert said.facts, one.id
        for line in (*said.moves, *(line for each in said.facts for line in each.said)):
            assert line.strip(), one.id
            assert not NOTATION.search(line), (one.id, line)


def test_points_without_arithmetic_are_told_as_a_number() -> None:
    assert fact("ROBBER-E2", "turn")[1:] == ("Red: completed road: 5 tiles × 1 = 5", "Blue: robber: 3 points")


def test_chance_is_told_where_it_decided() -> None:
    assert "die: 2" in told("FLIGHT-E2").moves
    assert "dado: 2" in told("FLIGHT-E2", "es").moves
    assert fact("MSG-X1", "options")[0] == "message: 1"


def test_figures_of_nobody_and_second_scoring_figures_are_told() -> None:
    assert "mage, city, east (1,0)" in told("MAGE-E1").moves
    assert "Red (messenger): 3 points" in told("MSG-X1").moves
    assert fact("MSG-X1", "track") == ("Red: space 15", "Red (messenger): space 3")
    assert fact("ROBBER-E2", "track")[-1] == "Yellow (robber): space 33"
    assert fact("MAGE-E1", "beside", "ca") == ("mag", "bruixa")


def test_every_answer_of_another_player_has_his_name_and_declining_on_the_way_is_not_said() -> None:
    assert fact("ROBBER-E1", "may")[0] == "Red: on space 5; Green: on space 3"
    assert fact("ROBBER-X6", "may_not") == ("Blue: on space 8", "Yellow: on space 5")
    assert fact("MSG-X1b", "may_not") == ("Red: messenger; message: 1",)


def scores(one: Example) -> bool:
    """Does somebody win points in the position of the picture?"""
    return any((one.turn or {}).get(one.editions[0], {}).values())


@pytest.mark.parametrize(
    "prefix", [name for name, one in modules().items() if name != "TURN" and family_of(one.page) == "carcassonne"]
)
def test_the_page_of_every_component_shows_a_scored_position(prefix: str) -> None:
    scored = [one for each in clauses(prefix) for one in blocks_of(each) if scores(one)]
    assert scored
    assert play(scored[0], scored[0].editions[0]).turn.points
