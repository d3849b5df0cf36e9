"""The base game, the turn and its first step: drawing and laying a tile."""

from __future__ import annotations

import pytest

import bastida
from bastida import Game, GameOver
from tests.rules.study import box, catalogue, figures, fits, kind, last_turn, may, refused, scores, study, table, tiles

SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))  # N E S W

# A hole at 0,1 with eight tiles around it, all of whose sides towards it are field (BASE-X4).
HOLE = "D(0,0)r0; U(-1,0)r1; U(1,0)r1; E(-1,1)r3; E(1,1)r1; E(-1,2)r3; E(1,2)r1; E(0,2)r2"
# Open cells with one, two and three neighbours, and road, city and field to meet.
LANDSCAPE = "D(0,0)r0; U(1,0)r1; E(1,-1)r3; V(2,0)r0; U(2,1)r0; B(0,1)r0"


def placements(game: Game, tile: str) -> set[str]:
    """Where a further tile may be laid; nowhere if it goes to the box."""
    trial = game.copy()
    trial.turn_to("red")
    trial.play(tile)
    return {str(option) for option in trial.options()} if kind(trial) == "tile" else set()


def holding(edition: str, moves: str, tile: str) -> Game:
    """A study in which Red has drawn a tile."""
    game = table(edition, moves)
    game.turn_to("red")
    game.play(tile)
    return game


# -- the turn ----------------------------------------------------------------------------------------------------------


def test_BASE_16_a_turn_is_lay_a_tile_place_a_follower_score(edition: str) -> None:
    game = table(edition, "D(0,0)r0; W(-1,0)r0 : blue thief E")
    game.turn_to("red")
    game.play("S")
    assert (kind(game), list(game.ledger)) == ("tile", [])
    game.play("1,0 r1")  # the road is completed, and not scored yet
    assert (kind(game), list(game.ledger)) == ("figure", [])
    game.play("pass")
    assert [(entry.seat, entry.points) for entry in game.ledger] == [(1, 3)]
    assert [step.kind for step in game.steps[-3:]] == ["draw", "tile", "figure"]
    assert kind(game) == "draw"


@pytest.mark.parametrize("tile", ["U", "C"])
def test_BASE_17_and_BASE_30_a_tile_that_can_be_laid_must_be_laid(edition: str, tile: str) -> None:
    """Also C, which fits only one cell, the one above the start tile."""
    game = holding(edition, "D(0,0)r0", tile)
    cells = {str(option).split()[0] for option in game.options()}
    assert cells == {"U": {"1,0", "-1,0", "0,1"}, "C": {"0,-1"}}[tile]
    refused(game, "pass")


def test_BASE_17_the_refusal_of_a_pass_names_the_clause() -> None:
    assert refused(holding("plus", "D(0,0)r0", "U"), "pass").clause in ("BASE-17", "BASE-30")


def test_BASE_18_placing_a_follower_is_voluntary(edition: str) -> None:
    game = table(edition, "D(0,0)r0; U(1,0)r1 : red ?")
    assert may(game, "thief E")
    game.play("pass")
    assert (figures(game), kind(game)) == ([], "draw")


def test_BASE_19_what_is_completed_is_scored_at_once_and_without_a_question(edition: str) -> None:
    """Red completes Blue's road, gains nothing by it and is not asked."""
    turn = last_turn(edition, "D(0,0)r0; W(-1,0)r0 : blue thief E; S(1,0)r1 : red")
    assert (turn.points, turn.back) == ({"blue": 3}, {"blue": 1})


def test_BASE_20_the_turn_goes_round_clockwise(edition: str) -> None:
    game = bastida.new_game(edition, players=4, first=2, seed=20)
    seats = []
    while len(seats) < 9:
        if kind(game) == "tile":
            seats.append(game.seat)
            assert game.decision is not None
            assert game.decision.seat == game.seat
        game.play(game.options()[0])
    assert seats == [2, 3, 0, 1, 2, 3, 0, 1, 2]


# -- where a tile goes -------------------------------------------------------------------------------------------------


def test_BASE_21_everybody_sees_the_drawn_tile_before_it_is_laid(edition: str) -> None:
    game = bastida.new_game(edition, players=3, draws=["K"], seed=0)
    for seat in (0, 1, 2, None):
        shown = game.view(seat)
        assert (shown["tile"], len(shown["board"]), shown["decision"]["kind"]) == ("K", 1, "tile")
    game.play(game.options()[0])
    assert (game.tile, game.view(1)["board"][1]["tile"]) == (None, "K")


def test_BASE_22_any_empty_cell_beside_the_table_and_any_of_four_turns(edition: str) -> None:
    around = {f"{x},{y} r{turns}" for x, y in SIDES for turns in range(4)}
    assert placements(table(edition, "B(0,0)r0"), "B") == around


@pytest.mark.parametrize("place", ["0,0 r0", "0,0 r2", "1,0 r1"])
def test_BASE_22_a_cell_with_a_tile_is_refused(edition: str, place: str) -> None:
    game = holding(edition, "D(0,0)r0; U(1,0)r1", "U")
    assert refused(game, place).clause == "BASE-22"


@pytest.mark.parametrize("place", ["3,0 r1", "-9,4 r0", "0,2 r0", "2,1 r0", "99999,0 r0"])
def test_BASE_23_a_cell_away_from_all_tiles_is_refused(edition: str, place: str) -> None:
    game = holding(edition, "D(0,0)r0", "B")
    assert refused(game, place).clause == "BASE-23"


@pytest.mark.parametrize("place", ["1,1 r0", "-1,1 r0", "1,-1 r0", "-1,-1 r0"])
def test_BASE_24_a_corner_is_not_enough(edition: str, place: str) -> None:
    game = holding(edition, "D(0,0)r0", "B")
    refusal = refused(game, place)
    assert refusal.clause == "BASE-24"
    assert "corner" in refusal.reason


def test_BASE_24_a_corner_does_no_harm_when_a_side_touches_too(edition: str) -> None:
    assert not fits(table(edition, "D(0,0)r0"), "B(1,1)r0")
    assert fits(table(edition, "D(0,0)r0; B(0,1)r0"), "B(1,1)r0")


@pytest.mark.parametrize(
    ("tile", "place", "words"),
    [
        ("U", "1,0 r0", "west side: field meets road"),
        ("U", "0,-1 r0", "south side: road meets city"),
        ("E", "0,-1 r0", "south side: field meets city"),
        ("E", "0,1 r0", "north side: city meets field"),
        ("A", "0,1 r2", "north side: road meets field"),
        ("C", "1,0 r0", "west side: city meets road"),
    ],
)
def test_BASE_25_touching_sides_must_show_the_same(edition: str, tile: str, place: str, words: str) -> None:
    refusal = refused(holding(edition, "D(0,0)r0", tile), place)
    assert refusal.clause == "BASE-25"
    assert words in refusal.reason


@pytest.mark.parametrize("moves", ["D(0,0)r0", LANDSCAPE, HOLE])
def test_BASE_25_and_BASE_26_all_touching_sides_count_at_once(edition: str, moves: str) -> None:
    """Every tile in every turn on every cell, against a plain reading of the rule."""
    game = table(edition, moves)
    printed = {tile_id: tile.sides for tile_id, (tile, _) in catalogue(edition).items()}
    laid = {}
    for one in game.view()["board"]:
        sides = printed[one["tile"]]
        laid[one["x"], one["y"]] = [sides[(side - one["turns"]) % 4] for side in range(4)]
    cells = {(x + dx, y + dy) for x, y in laid for dx in (-2, -1, 0, 1, 2) for dy in (-2, -1, 0, 1, 2)}
    met = set()
    for tile, sides in printed.items():
        legal = set()
        for x, y in cells - laid.keys():
            touching = [
                (side, laid[x + dx, y + dy][(side + 2) % 4]) for side, (dx, dy) in enumerate(SIDES) if (x + dx, y + dy) in laid
            ]
            met.add(len(touching))
            for turns in range(4):
                if touching and all(sides[(side - turns) % 4] == wanted for side, wanted in touching):
                    legal.add(f"{x},{y} r{turns}")
        assert placements(game, tile) == legal, tile
    assert met >= {"D(0,0)r0": {1}, LANDSCAPE: {1, 2, 3}, HOLE: {1, 4}}[moves]


def test_BASE_26_one_fitting_side_does_not_make_up_for_another(edition: str) -> None:
    """The cell 0,-1 has a city below and a field on its right (BASE-E2)."""
    game = holding(edition, "D(0,0)r0; U(1,0)r1; B(1,-1)r0", "R")
    assert {str(option) for option in game.options() if str(option).startswith("0,-1")} == {"0,-1 r3"}
    refusal = refused(game, "0,-1 r2")
    assert refusal.clause == "BASE-25"
    assert "east side: city meets field" in refusal.reason


def test_BASE_27_what_is_printed_in_the_middle_does_not_matter() -> None:
    """Pennants, monasteries, villages and gardens: tiles with the same sides go to the same places."""
    alike = {"winter": ["FG", "MN", "OP", "QR", "ST"], "plus": ["FG", "MN", "OP", "QR", "ST"]}
    for edition, pairs in alike.items():
        game = table(edition, LANDSCAPE)
        for first, second in pairs:
            assert placements(game, first) == placements(game, second) != set()
    winter, plus = table("winter", LANDSCAPE), table("plus", LANDSCAPE)
    assert placements(winter, "A") == placements(winter, "WinTierK") != set()  # monastery, hamlet
    assert placements(winter, "X") == placements(winter, "WinTierI") != set()  # village, two curves
    assert placements(winter, "W") == placements(winter, "WinTierA") != set()
    for layout in "EHIMNRUV":
        assert placements(plus, layout) == placements(plus, f"{layout}+garden") != set()


def test_BASE_28_field_against_field_is_enough(edition: str) -> None:
    game = table(edition, "D(0,0)r0")
    assert fits(game, "B(0,1)r0")
    assert fits(game, "E(0,1)r2")
    assert fits(game, "A(0,1)r0")


def test_BASE_29_the_active_player_alone_chooses_among_all_legal_placements(edition: str) -> None:
    """Others see no options, and what is legal does not depend on whose knight is harmed (BASE-R15)."""
    game = table(edition, "D(0,0)r0; M(0,-1)r3 : red knight S")
    seen = set()
    for seat, colour in enumerate(game.setup.colours):
        trial = game.copy()
        trial.turn_to(colour)
        trial.play("B")
        assert [bool(trial.view(one)["decision"]["options"]) for one in range(trial.setup.seats)] == [
            one == seat for one in range(trial.setup.seats)
        ]
        seen.add(tuple(str(option) for option in trial.options()))
    assert len(seen) == 1


# -- tiles that cannot be laid -----------------------------------------------------------------------------------------


def test_BASE_31_an_unplaceable_tile_goes_to_the_box_and_the_same_player_draws_again(edition: str) -> None:
    game = bastida.new_game(edition, players=3, draws=["E", "C", "U"], seed=0)
    game.play("0,-1 r2")  # no city is open any more
    game.play("pass")
    assert [step.text for step in game.steps if step.kind == "draw"] == ["E", "C", "U"]
    assert (game.tile, game.seat, kind(game), game.turn) == ("U", 1, "tile", 2)
    assert box_of(game) == {"C": 1}
    assert tiles(game) == ["D(0,0)r0", "E(0,-1)r2"]


def test_BASE_31_goes_on_until_a_tile_can_be_laid() -> None:
    game = box("plus", "D E C C C U", "E C C C U")
    game.play("0,-1 r2")
    game.play("pass")
    assert (game.tile, game.seat, box_of(game)) == ("U", 1, {"C": 3})


def test_BASE_31_no_placement_means_in_no_cell_and_no_turn() -> None:
    """C fits one cell in each of its turns: it is not unplaceable."""
    game = box("plus", "D C", "C")
    assert (game.tile, kind(game)) == ("C", "tile")
    assert box_of(game) == {}


def test_BASE_32_a_tile_out_of_the_game_never_comes_back(edition: str) -> None:
    game = bastida.new_game(edition, players=2, draws=["E", "C", "B"], seed=32)
    game.play("0,-1 r2")
    while not game.over:
        game.play(game.options()[0])
        assert sum(pile["mixed"].get("C", 0) for pile in game.view()["piles"]) == 0
    draws = [step.text for step in game.steps if step.kind == "draw"]
    assert draws.count("C") == 1
    assert not any(tile.startswith("C(") for tile in tiles(game))
    assert len(draws) == {"winter": 83, "plus": 71}[edition]
    assert len(tiles(game)) == 1 + len(draws) - sum(box_of(game).values())


def box_of(game: Game) -> dict[str, int]:
    """The tiles out of the game."""
    return {tile: number for pile in game.view()["piles"] for tile, number in pile["box"].items()}


def test_BASE_33_a_laid_tile_stays_as_it_lies(edition: str) -> None:
    game = bastida.new_game(edition, players=2, seed=33)
    before = tiles(game)
    while not game.over:
        game.play(game.options()[-1])
        after = tiles(game)
        assert after[: len(before)] == before
        assert len(after) - len(before) in (0, 1)
        before = after
    assert len(before) > 70


# -- answers that are no answers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["", "1,0", "1,0 r4", "somewhere", "thief E", "U"])
def test_an_answer_that_is_no_placement_is_refused_with_examples(answer: str) -> None:
    refusal = refused(holding("plus", "D(0,0)r0", "U"), answer)
    assert "'tile'" in refusal.reason
    assert "1,0 r1" in refusal.reason


def test_a_refusal_names_answer_reason_and_clause() -> None:
    refusal = refused(holding("plus", "D(0,0)r0", "B"), "(1, 1) R0")
    assert (refusal.text, refusal.clause) == ("(1, 1) R0", "BASE-24")
    assert str(refusal) == f"'(1, 1) R0': {refusal.reason} (BASE-24)"


def test_an_unknown_tile_cannot_be_drawn() -> None:
    game = study("plus")
    assert "'draw'" in refused(game, "WinTierA").reason


def test_nothing_can_be_answered_when_the_game_is_over() -> None:
    game = table("plus", "D(0,0)r0; U(1,0)r1 : red thief E")
    game.finish()
    assert isinstance(refused(game, "U"), GameOver)
    assert (game.decision, scores(game)) == (None, {"red": 2})
