"""The example blocks in words and pictures, as the rules page and ``bastida rules`` show them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from bastida.art import symbol_id
from bastida.art.pictures.example import example_svg
from bastida.language.texts import LANGUAGES, texts
from bastida.rulebook.clauses import clauses, modules
from bastida.rulebook.examples import Example, blocks_of, example, examples, family_of
from bastida.rulebook.playing import play
from bastida.rulebook.telling import Told, tell

NOTATION = re.compile(r"\[|\]|\{|\}|\bneutral\b|\bplayer \d|\b(?:example|answer|scored|refusal)\.[a-z]")


def told(id_: str, language: str = "en") -> Told:
    return tell(example(id_), texts(language))


def facts(id_: str, language: str = "en") -> dict[str, tuple[str, ...]]:
    """What is said of an example, by its heading."""
    return {fact.about: fact.said for fact in told(id_, language).facts}


def fact(id_: str, about: str, language: str = "en") -> tuple[str, ...]:
    """What is said under the heading of a key."""
    return facts(id_, language)[texts(language)(f"example.{about}")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("prefix", modules())
def test_every_example_is_told_without_its_notation(prefix: str, language: str) -> None:
    """No key of a text is left either, and every fact says something or shows tiles."""
    for one in examples(prefix):
        said = tell(one, texts(language))
        assert said.facts, one.id
        for each in said.facts:
            assert each.said or each.tiles, (one.id, each.about)
        for line in (*said.moves, *(line for each in said.facts for line in (each.about, *each.said))):
            assert line.strip(), one.id
            assert not NOTATION.search(line), (one.id, line)


def test_every_example_is_drawn_with_its_tiles() -> None:
    for one in examples():
        shown = tell(one, texts("en"))
        picture = shown.picture
        printed, theme = {tile.id: tile for tile in picture.engine.rules.tiles}, picture.setup.box.theme
        links = [node.get("href") for node in ET.fromstring(example_svg(shown)).iter() if node.tag.endswith("use")]
        for tile in picture.view()["board"]:
            assert f"#{symbol_id(printed[tile['tile']], theme, tile['turns'])}" in links, (one.id, tile)


@pytest.mark.parametrize(
    ("language", "about", "who"),
    [
        ("es", "Roba otra pieza", "Azul"),
        ("ca", "Agafa una altra peça", "Blau"),
        ("en", "Draws another tile", "Blue"),
    ],
)
def test_HG_E13_is_told_in_the_words_of_its_edition(language: str, about: str, who: str) -> None:
    assert facts("HG-E13", language)[about] == (who,)


def test_segments_that_belong_together_are_told_with_their_kind_once() -> None:
    assert fact("HG-E2", "joined") == ("forest: east (0,0) + west (1,0)",)
    assert fact("SCOUT-X3", "apart", "es") == ("pradera: norte (mitad oeste) (0,0) + este (mitad sur) (0,0)",)


def test_points_that_are_no_sum_are_told_as_points() -> None:
    assert fact("ROBBER-E2", "turn")[1:] == ("Red: completed road: 5 tiles × 1 = 5", "Blue: robber: 3 points")
    assert fact("SCOUT-X2", "turn") == (
        "Blue 5, Red 2",
        "Blue: completed river: 2 segments × 1 + 3 fish × 1 = 5",
        "Red: the Canoe: 2 points",
    )


def test_chance_is_told_where_it_decided() -> None:
    assert "die: 2" in told("FLIGHT-E2").moves
    assert "dado: 2" in told("FLIGHT-E2", "es").moves
    assert fact("MSG-X1", "options")[0] == "message: 1"


def test_figures_of_nobody_and_second_scoring_figures_are_told() -> None:
    assert "mage, city east (1,0)" in told("MAGE-E1").moves
    assert "Red (messenger): 3 points" in told("MSG-X1").moves
    assert fact("MSG-X1", "track") == ("Red: space 15", "Red (messenger): space 3")
    assert fact("ROBBER-E2", "track")[-1] == "Yellow (robber): space 33"
    assert fact("MAGE-E1", "beside", "ca") == ("mag", "bruixa")


def test_every_answer_of_another_player_has_his_name_and_declining_on_the_way_is_not_said() -> None:
    assert fact("ROBBER-E1", "may")[0] == "Red: on space 5; Green: on space 3"
    assert fact("ROBBER-X6", "may_not") == ("Blue: on space 8", "Yellow: on space 5")
    assert fact("MSG-X1b", "may_not") == ("Red: messenger; message: 1",)


def test_what_somebody_answers_before_his_turn_is_handed_over_is_no_move_of_the_example() -> None:
    """Blue decides first whether he lays his special tile; then it is Red's turn."""
    dealt, moves = told("SCOUT-X7").moves[:2], told("SCOUT-X7").moves[2:]
    assert dealt == ("special piece: Shaman", "special piece: Canoe")
    assert {move.split(":")[0] for move in moves} == {"Red"}


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
