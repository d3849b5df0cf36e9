"""Tiles and boards as characters: what is drawn is what the catalogue says."""

from __future__ import annotations

import pytest

import bastida
from bastida.cli.board import (
    SIZES,
    BoardView,
    figure_label,
    shapes,
    tiles_of,
    window,
)
from bastida.cli.paint import Look, inks
from bastida.cli.picture import LINES, picture, segment_number, side_kinds
from bastida.cli.presets import all_sets
from bastida.kernel.geometry import PORT_NAMES, turned
from bastida.kernel.tile import Tile
from bastida.language.sentences import seat_letters
from bastida.table.features import dead_cells
from tests.cli.conftest import random_game

ALL = [tile for tile_set in all_sets().values() for tile in tile_set.tiles]
LARGE = (19, 9)


def middle_of(side: int, width: int, height: int) -> tuple[int, int]:
    return ((width // 2, 0), (width - 1, height // 2), (width // 2, height - 1), (0, height // 2))[side]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("turns", range(4))
def test_the_middle_of_every_side_shows_what_the_tile_has_there(turns: int, size: tuple[int, int]) -> None:
    for tile in ALL:
        drawn = picture(tile, turns, *size)
        for side, kind in enumerate(side_kinds(tile, turns)):
            cell = drawn.at(middle_of(side, *size))
            shown = cell.ink if cell.ink in LINES else cell.ground
            assert shown == kind, (tile.id, turns, side)


@pytest.mark.parametrize("size", [*SIZES, LARGE])
def test_every_segment_has_a_place_for_a_figure(size: tuple[int, int]) -> None:
    for tile in ALL:
        drawn = picture(tile, 0, *size)
        for number, segment in enumerate(tile.segments):
            if segment.figures and segment.ports:
                assert drawn.spots[number], (tile.id, segment.name)
                spot = drawn.spots[number][0]
                assert 0 <= spot[0] < size[0] and 0 <= spot[1] < size[1]


def test_figures_in_different_segments_stand_apart() -> None:
    for tile in ALL:
        drawn = picture(tile, 0, *LARGE)
        places = [drawn.spots[n][0] for n, s in enumerate(tile.segments) if s.figures and s.ports and drawn.spots[n]]
        assert len(set(places)) == len(places), tile.id


def test_between_separate_cities_there_is_ground_or_a_wall() -> None:
    for tile in ALL:
        for size in SIZES:
            drawn = picture(tile, 0, *size)
            for x, y in ((x, y) for y in range(size[1]) for x in range(size[0])):
                for nx, ny in ((x + 1, y), (x, y + 1)):
                    if nx < size[0] and ny < size[1]:
                        one, other = drawn.at((x, y)), drawn.at((nx, ny))
                        built = one.ink or other.ink  # a wall, or something that stands between them
                        same_ground = one.ground == other.ground in ("city", "forest")
                        assert built or not same_ground or one.segment == other.segment, tile.id


def test_names_of_segments_lead_back_to_them() -> None:
    for tile in ALL:
        for turns in range(4):
            for number, segment in enumerate(tile.segments):
                for port in segment.ports:
                    name = f"{segment.kind} {PORT_NAMES[turned(port, turns)]}"
                    assert segment_number(tile, turns, name) == number
    assert segment_number(ALL[0], 0, "pancake N") == -1
    assert segment_number(ALL[0], 0, "field inner7") == -1


def test_pictures_need_no_colour_to_be_read() -> None:
    """The start tile without colour: city in the north, a road from west to east."""
    tile = next(tile for tile in ALL if tile.id == "D")
    look = Look(colour=False)
    rows = ["".join(look.cell(cell, 0)[0] for cell in row) for row in picture(tile, 0, 9, 5).cells]
    assert rows == [".#######.", "...###...", "━━━━━━━━━", ".........", "........."]
    plain = Look(colour=False, unicode=False)
    assert "".join(plain.cell(cell, 0)[0] for cell in picture(tile, 1, 7, 3).cells[0]) == "...|..#"


def drawn_board(game: bastida.Game, columns: int, rows: int) -> tuple[list[str], bool]:
    board = BoardView(game.view(None), tiles_of(game), Look(colour=False)).draw(columns, rows)
    return [line.plain for line in board.lines], board.whole


@pytest.mark.parametrize("game", ["plus", "winter", "hunters"])
def test_a_board_always_fits_the_screen_and_shows_the_last_tile(game: str) -> None:
    played = random_game(3, game=game, players=2)
    for columns, rows in ((80, 24), (80, 10), (40, 100), (200, 200), (20, 8)):
        lines, whole = drawn_board(played, columns, rows)
        assert all(len(line) <= columns for line in lines)
        assert len(lines) <= max(rows, 4)
        assert any("◤" in line for line in lines)
        assert whole == (columns == 200)


def test_coordinates_stand_along_the_border() -> None:
    game = bastida.new_game(players=2, draws=["U"], seed=1)
    game.play("1,0 r1")
    lines, _ = drawn_board(game, 80, 24)
    assert lines[0].split() == ["0", "1"]
    assert lines[3].startswith("  0 ")


def test_followers_are_letters_where_they_stand() -> None:
    game = bastida.new_game(players=["Ana", "Luis"], draws=["B"], seed=1)
    game.play("0,1 r0")
    game.play("follower monastery")
    lines, _ = drawn_board(game, 80, 40)
    assert any("†" in line and "A" in line for line in lines)


def shown_on(tile: str, *pieces: dict[str, object], unicode: bool = True) -> list[str]:
    """One tile with pieces on it, in characters alone."""
    known = {one.id: one for one in ALL}
    usual = {"x": 0, "y": 0, "number": 1, "ends": []}
    view = {
        "board": [{"tile": tile, "x": 0, "y": 0, "turns": 0}],
        "figures": [],
        "players": [{"name": "Ana", "colour": "red"}],
        "pieces": [{**usual, **piece} for piece in pieces],
    }
    board = BoardView(view, known, Look(colour=False, unicode=unicode)).draw(80, 40)
    return [line.plain[4:] for line in board.lines[1:]]


def test_pieces_are_drawn_where_they_lie_whatever_they_are() -> None:
    bare = shown_on("To12")
    assert any("|♜|" in line for line in bare)
    grown = shown_on("To12", {"picture": "tower", "number": 3})
    assert any("♜3" in line for line in grown)
    assert shown_on("To12", {"picture": "tower", "number": 0}) == bare
    lying = shown_on("U", {"picture": "ingot", "number": 2}, {"picture": "zeppelin"})
    assert lying[-1].startswith("◣$2z1")
    assert shown_on("U", {"picture": "ingot", "x": 1}) == shown_on("U")
    assert "━━┻━━" not in "".join(shown_on("FeA"))
    joined = shown_on("FeA", {"picture": "ferry", "ends": ["N", "E"]})
    assert "┗━" in joined[2]


def test_a_figure_on_a_piece_stands_on_its_symbol_and_one_that_is_held_on_no_tile() -> None:
    known = {one.id: one for one in ALL}
    figure = {"seat": 0, "kind": "big", "place": "tower", "index": 0}
    view = {
        "board": [{"tile": "To12", "x": 2, "y": 1, "turns": 0}],
        "figures": [figure, {**figure, "kind": "zeppelin", "place": "captive"}],
        "players": [{"name": "Ana", "colour": "red"}],
        "pieces": [{"picture": "tower", "x": 2, "y": 1, "number": 1, "ends": []}],
    }
    drawn = "\n".join(line.plain for line in BoardView(view, known, Look(colour=False)).draw(80, 40).lines)
    assert "A+" in drawn
    assert "Az" not in drawn


def test_every_mark_on_a_tile_of_ours_has_a_character_of_its_own() -> None:
    for tile in ALL:
        for row in picture(tile, 0, *LARGE).cells:
            for cell in row:
                word = cell.ink.partition(" ")[0]
                assert not word or word in (*LINES, cell.ground) or word in inks(), (tile.id, word)


def test_letters_of_players_differ() -> None:
    assert seat_letters(["Ana", "Andrés", "Anna", "A", "日本", ""]) == ["A", "N", "B", "C", "D", "E"]
    assert figure_label({"seat": 1, "kind": "big"}, ["A", "L"]) == "L+"
    assert figure_label({"seat": None, "kind": "witch"}, ["A", "L"]) == "W*"
    assert figure_label({"seat": 0, "kind": "zeppelin"}, ["A", "L"]) == "Az"


def test_a_window_holds_the_wanted_place() -> None:
    assert window(-5, 5, 0, 11) == (-5, 5)
    assert window(-5, 5, 5, 4) == (2, 5)
    assert window(-5, 5, -5, 4) == (-5, -2)
    assert window(-5, 5, 0, 3) == (-1, 1)


def test_cells_that_nothing_can_fill_are_known() -> None:
    game = random_game(3, players=2)
    engine = game.engine
    assert len(dead_cells(game.engine)) == engine.board.opens  # no tile is left
    assert dead_cells(bastida.new_game(players=2, seed=1).engine) == []


@pytest.mark.parametrize(("name", "different"), [("B", 1), ("U", 2), ("X", 1), ("D", 4), ("FlG", 4)])
def test_turns_that_look_alike_are_told_apart(name: str, different: int) -> None:
    tile: Tile = next(tile for tile in ALL if tile.id == name)
    assert len(shapes(tile, range(4))) == different
