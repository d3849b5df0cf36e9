"""Every piece of both families has a drawing, in every colour, and can be told from the others."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from bastida.art import collected as registry
from bastida.art.pieces.figures import (
    MARKS,
    figure_drawing,
    figure_foot,
    figure_id,
    figure_svg,
    figure_symbol,
    figure_symbols,
    figure_use,
    figures_svg,
    is_coloured,
    ownerless,
    picture_names,
    poses,
)
from bastida.art.strokes import LETTERS, SEATS, figures_text, initial
from bastida.carcassonne.editions import COLOURS
from bastida.carcassonne.expansions.messages.rules import NAMES, SCORING
from bastida.carcassonne.expansions.tower.drawing import stack as tower
from bastida.hunters.expansions.scout.rules import PIECES
from bastida.table.setup import families

SVG = "{http://www.w3.org/2000/svg}"
FAMILIES = [games.family for games in families().values()]
KINDS = tuple(dict.fromkeys((*(kind for family in FAMILIES for kind in family.figures), *SCORING, "robber")))
TOKENS = (
    "ferry",
    "ingot",
    "floor",
    "king",
    "baron",
    "wine",
    "grain",
    "cloth",
    *PIECES,
    *(f"message-{name}" for name in NAMES),
    "lap-50",
    "lap-100",
)


def elements(text: str) -> set[str]:
    return {element.tag.removeprefix(SVG) for element in ElementTree.fromstring(text).iter()}


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_figure_is_drawn_in_every_colour_and_pose(kind: str, colour: str) -> None:
    for pose in poses():
        drawn = figure_svg(kind, colour, pose)
        assert elements(drawn) <= {"svg", "g", "path"}
        assert SEATS[colour].fill in drawn
        assert MARKS[colour] in drawn
        assert len(drawn) < 4000


@pytest.mark.parametrize("kind", TOKENS)
def test_what_belongs_to_nobody_is_drawn_too(kind: str) -> None:
    assert kind in picture_names() and not is_coloured(kind)
    assert elements(figure_svg(kind)) <= {"svg", "g", "path"}


@pytest.mark.parametrize("kind", ["mage", "witch"])
def test_figures_without_an_owner_have_a_colour_of_their_own_and_no_mark(kind: str) -> None:
    drawn = figure_drawing(kind)
    own = registry.figures()[kind].own
    assert own is not None and own.fill in drawn
    assert not any(mark in drawn for mark in MARKS.values())


def test_colours_differ_in_their_marks_and_not_only_in_their_hue() -> None:
    assert set(SEATS) == set(MARKS) == set(COLOURS)
    assert len(set(MARKS.values())) == len(MARKS)


def test_no_two_pieces_look_the_same() -> None:
    drawn = [figure_drawing(kind, colour, pose) for kind in registry.figures() for colour in SEATS for pose in poses()]
    drawn += [figure_drawing(kind) for kind in registry.tokens()]
    assert len(set(drawn)) == len(drawn)


def test_symbols_have_names_of_their_own_and_are_always_the_same() -> None:
    wanted = [(kind, colour, pose) for kind in registry.figures() for colour in (None, *SEATS) for pose in poses()]
    names = [figure_id(*one) for one in wanted] + [figure_id(kind) for kind in registry.tokens()]
    assert len(set(names)) == len(names)
    for one in wanted[:20]:
        symbol = figure_symbol(*one)
        assert ElementTree.fromstring(symbol).get("id") == figure_id(*one)
        assert symbol == figure_symbol(*one)


def test_all_symbols_can_be_had_at_once() -> None:
    ids = [element.get("id") for element in ElementTree.fromstring(figure_symbols()) if element.get("id")]
    assert len(set(ids)) == len(ids)
    wanted = {figure_id(kind, colour, pose) for kind in KINDS for colour in COLOURS for pose in poses()}
    wanted |= {figure_id(kind) for kind in (*ownerless(), *TOKENS)}
    assert wanted <= set(ids)
    few = figure_symbols(["red", "blue"])
    assert figure_id("pig", "blue") in few and figure_id("pig", "green") not in few


def test_a_piece_stands_on_the_point_it_is_given() -> None:
    used = ElementTree.fromstring(figure_use("follower", "red", (50, 94), 100, more=' class="figure"'))
    assert (used.get("href"), used.get("class")) == ("#fig-follower-red", "figure")
    assert [used.get(name) for name in ("x", "y", "width", "height")] == ["0", "0", "100", "100"]


def test_what_nobody_has_drawn_has_a_letter_of_its_own() -> None:
    assert "dragon" not in picture_names() and not is_coloured("dragon")
    for pose in poses():
        drawn = figure_svg("dragon", "red", pose)
        assert elements(drawn) <= {"svg", "g", "path"}
        assert SEATS["red"].fill in drawn and MARKS["red"] in drawn and LETTERS["D"] in drawn
    assert LETTERS["D"] in figure_svg("dragon") != figure_svg("unicorn")
    assert figure_svg("") and figure_svg("名前")


@pytest.mark.parametrize("letter", LETTERS)
def test_every_letter_can_be_drawn(letter: str) -> None:
    assert initial(f"_{letter.lower()}") == letter
    assert LETTERS[letter] in figures_text(letter, 10, 10, 8, "#000000", 1)


def test_towers_grow_with_every_floor_and_stay_on_their_tile() -> None:
    heights = [tower(floors)[1] for floors in range(1, 31)]
    assert heights == sorted(heights)
    assert heights[0] == 0
    assert heights[-1] <= 110
    for floors in (1, 5, 30):
        assert ElementTree.fromstring(f"<g>{tower(floors)[0]}</g>") is not None
        assert tower(floors)[0].count("<path") == 3 * floors


@pytest.mark.parametrize("text", ["0123456789", "-12", "+7", "3,4"])
def test_numbers_are_drawn_and_need_no_font(text: str) -> None:
    drawn = ElementTree.fromstring(figures_text(text, 10, 10, 8, "#000000", 1))
    assert sum(1 for element in drawn.iter() if element.tag == "path") == len(text)
    assert not any(element.tag == "text" for element in drawn.iter())


def test_the_sheet_of_figures_is_a_picture() -> None:
    assert elements(figures_svg()) <= {"svg", "g", "path", "rect"}
    assert len(figures_svg()) < 200_000


def test_a_hut_stands_behind_its_anchor_so_that_the_fish_can_be_counted() -> None:
    assert figure_foot("hut", (50, 50), 28)[1] < 50 < figure_foot("member", (50, 50), 28)[1]
