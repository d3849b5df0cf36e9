"""Pictures of the examples of the rules: the table as it was scored, inside the scoreboard where the example speaks of it."""

from __future__ import annotations

import re

import pytest

from bastida.art.pictures.board import board_svg
from bastida.art.pictures.example import example_svg, example_tiles
from bastida.language.texts import texts
from bastida.rulebook.examples import example, examples
from bastida.rulebook.telling import Told, tell
from tests.art.test_board import drawn

SHOWN = [next(one.id for one in examples(prefix)) for prefix in dict.fromkeys(one.id.split("-")[0] for one in examples())]


def told(id_: str) -> Told:
    return tell(example(id_), texts("en"))


def size(svg: str) -> tuple[float, float]:
    found = re.search(r'viewBox="\S+ \S+ (\S+) (\S+)"', svg[: svg.index("<", 1)])
    assert found is not None
    return float(found[1]), float(found[2])


@pytest.mark.parametrize("id_", SHOWN)
def test_a_picture_is_sound_and_as_large_as_the_page_is_told(id_: str) -> None:
    one = told(id_)
    svg = example_svg(one)
    drawn(svg)
    (width, height), (across, down) = size(svg), example_tiles(one)
    assert across * 100 <= width <= across * 100 + 40
    assert down * 100 <= height <= down * 100 + 40


def test_an_example_about_the_scoreboard_has_its_table_inside_it() -> None:
    svg = example_svg(told("ROBBER-E2"))
    assert svg.count('class="track"') == 1
    assert svg.count('class="tile"') == 6
    assert svg.count('class="pawn"') == 6, "four scoring figures and two robbers, before Blue's goes home"
    assert 'class="track"' not in example_svg(told("FERRY-E2"))


def test_what_was_taken_is_drawn_where_it_lay() -> None:
    one = told("GOLD-E3")
    name = re.search(r'href="(#[^"]*ingot[^"]*)"', example_svg(one))
    assert name is not None
    assert example_svg(one).count(name[0]) == board_svg(one.picture).count(name[0]) + 3
