"""Short ways the kernel takes for speed, against the long ones."""

from __future__ import annotations

import pytest

from bastida.kernel.board import Board
from bastida.kernel.chance import Rng
from bastida.kernel.codes import OVER
from bastida.kernel.options import ACTORS, Options
from bastida.table.setup import make_setup

EVERYTHING = "todo"


def test_the_nth_piece_of_a_pile_is_the_same_counted_from_either_end() -> None:
    engine = make_setup(EVERYTHING).engine()
    piles, rules = engine.piles, engine.rules
    for pile, pieces in enumerate(rules.pile_pieces):
        every = [piece for piece in range(len(pieces)) for _ in range(piles.remaining[rules.pile_row[pile] + piece])]
        assert [piles.nth(pile, n) for n in range(len(every))] == every


def test_actions_for_the_bits_of_a_mask_go_on_where_the_list_ended_and_make_it_grow() -> None:
    out = Options()
    out.add(7)
    out.add_actions(3, 5, 16, (1 << 60) - 1 - 4)
    assert out.numbers() == [7, *((5 + 16 * n) * ACTORS + 3 for n in range(60) if n != 2)]


def test_cells_in_line_are_as_far_apart_as_their_coordinates_say() -> None:
    board = Board(make_setup().engine().rules)
    for dx in range(-12, 13):
        for dy in range(-12, 13):
            there = board.cell(dx, dy)
            far = abs(dx + dy) if dx == 0 or dy == 0 else -1
            assert board.in_line(board.home, there) == far
            assert board.in_line(there, board.home) == far


def test_a_grown_table_shows_the_same_tiles_and_open_cells() -> None:
    engine, rng = make_setup().engine(), Rng(3)
    while engine.board.tiles < 30:
        engine.answer(engine.random_option(rng))
    board = Board(engine.rules, engine.board)
    board.grow()

    def shown(table: Board) -> set[tuple[int, int, int]]:
        cells = range(table.width * table.width)
        return {(table.x(cell), table.y(cell), table.at[cell]) for cell in cells if table.at[cell] != 0}

    assert shown(board) == shown(engine.board)


@pytest.mark.parametrize("preset", [EVERYTHING, "hunters"])
def test_the_segments_open_to_a_figure_on_a_tile_are_those_of_its_kinds(preset: str) -> None:
    rules = make_setup(preset).engine().rules
    for figure in range(rules.figure_kinds):
        for tile in range(len(rules.tiles)):
            kinds = [rules.seg_kind[row] for row in range(rules.seg_first[tile], rules.seg_first[tile + 1])]
            places = [segment for segment, kind in enumerate(kinds) if (rules.places[figure] >> kind) & 1]
            assert rules.open_to[figure * len(rules.tiles) + tile] == sum(1 << segment for segment in places)


def test_a_module_is_passed_over_in_a_step_that_does_not_concern_it() -> None:
    """Gold is placed with gold tiles only, and shared only when something was scored."""
    engine, rng = make_setup(EVERYTHING).engine(), Rng(5)
    rules = engine.rules
    gold = next(module.index for module in rules.modules if module.name == "gold")
    place, share = (step_at for step_at in range(len(rules.op_actor)) if rules.op_actor[step_at] == gold)
    seen = set()
    while engine.asked != OVER:
        if engine.run_slot >= 0:
            steps = engine.steps_to_take()
            marked = "gold" in rules.tiles[engine.board.kind(engine.run_slot)].marks
            scored = engine.item_count > engine.item_base
            assert (bool((steps >> place) & 1), bool((steps >> share) & 1)) == (marked, scored)
            seen |= {("gold", marked), ("scored", scored)}
        engine.answer(engine.random_option(rng))
    assert len(seen) == 4
