"""The example blocks in words and pictures, as the rules page and ``bastida rules`` show them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from bastida.art import symbol_id
from bastida.art.pictures.board import board_svg
from bastida.language.texts import LANGUAGES, texts
from bastida.rulebook.examples import example, examples
from bastida.rulebook.telling import Told, tell


def facts(told: Told) -> dict[str, tuple[str, ...]]:
    return {fact.about: fact.said for fact in told.facts}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_is_told_in_every_language(language: str) -> None:
    """No key of a text is left, and every fact says something or shows tiles."""
    for one in examples():
        told = tell(one, texts(language))
        assert told.facts, one.id
        for fact in told.facts:
            assert fact.said or fact.tiles, (one.id, fact.about)
            for said in (fact.about, *fact.said, *told.moves):
                assert said, (one.id, fact.about)
                assert not re.search(r"\b(?:example|answer|scored|refusal)\.[a-z]|\{", said), (one.id, said)


def test_every_example_is_drawn_with_its_tiles() -> None:
    for one in examples():
        picture = tell(one, texts("en")).picture
        printed, theme = {tile.id: tile for tile in picture.engine.rules.tiles}, picture.setup.box.theme
        links = [node.get("href") for node in ET.fromstring(board_svg(picture)).iter() if node.tag.endswith("use")]
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
    assert facts(tell(example("HG-E13"), texts(language)))[about] == (who,)


def test_segments_that_belong_together_are_told_with_their_kind_once() -> None:
    told = facts(tell(example("HG-E2"), texts("en")))
    assert told["Joined"] == ("forest: east (0,0) + west (1,0)",)
    told = facts(tell(example("SCOUT-X3"), texts("es")))
    assert told["Por separado"] == ("pradera: norte (mitad oeste) (0,0) + este (mitad sur) (0,0)",)


def test_points_that_are_no_sum_are_told_as_points() -> None:
    said = facts(tell(example("SCOUT-X2"), texts("en")))["Points in this turn"]
    assert said == ("Blue 5, Red 2", "Blue: completed river: 2 segments × 1 + 3 fish × 1 = 5", "Red: the canoe: 2 points")


def test_what_somebody_answers_before_his_turn_is_handed_over_is_no_move_of_the_example() -> None:
    """Blue decides first whether he lays his special tile; then it is Red's turn."""
    assert {move.split(":")[0] for move in tell(example("SCOUT-X7"), texts("en")).moves} == {"Red"}
