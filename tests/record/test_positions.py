"""A position in one line: nothing that matters is lost, nothing that does not matter is kept."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import bastida
from bastida.record import PositionError, Record, from_position, position
from bastida.record.describing import DERIVED, DESCRIBED
from bastida.table.game import Game
from tests.record.some_games import columns_of, play_on, random_game, some_tables
from tests.record.test_record_hostile import mutated

CORPUS = Path(__file__).parent / "corpus" / "positions.txt"
EVERYTHING = list(bastida.new_game("plus", seed=0).setup.games.expansions)
EDITIONS = ("plus", "winter", "hunters")
FUZZ = settings(deadline=None, max_examples=150, suppress_health_check=list(HealthCheck))


def full_table(edition: str, seats: int, seed: int) -> Game:
    return bastida.new_game(edition, sets=EVERYTHING, players=seats, seed=seed)


def check(game: Game) -> Game:
    """The position read again is the same in every column and leaves the same answers."""
    text = position(game)
    assert text.isprintable()
    again = from_position(text, players=game.setup.players)
    assert columns_of(again.engine) == columns_of(game.engine)
    assert position(again) == text
    assert sorted(map(str, again.options())) == sorted(map(str, game.options()))
    assert again.decision == game.decision
    assert again.tile == game.tile
    assert again.scores() == game.scores()
    return again


def check_all(game: Game, seed: int, *, every: int = 1, forks: int = 60) -> None:
    """At every (or every third ...) decision, and the first dozen times something is asked at all.

    Now and then the game is played on from there beside the real one, to the same end.
    """
    chooser = random.Random(seed)
    kinds: Counter[str] = Counter()
    while game.decision is not None:
        asked = kinds.total()
        kinds[game.decision.kind] += 1
        if asked % every == 0 or kinds[game.decision.kind] <= 12:
            check(game)
        if asked % forks == forks // 2:
            again, beside = from_position(position(game), players=game.setup.players), Record.from_game(game).replay()
            assert position(play_on(again, asked)) == position(play_on(beside, asked))
            assert again.scores() == beside.scores()
        game.play(chooser.choice(sorted(map(str, game.options()))))
    check(game)


@pytest.mark.parametrize(("preset", "seats"), some_tables())
def test_a_position_of_every_preset_can_be_continued_from_any_decision(preset: str, seats: int) -> None:
    check_all(bastida.new_game(preset, players=seats, seed=6), 6, every=1 if preset in EDITIONS else 5)


@pytest.mark.parametrize(("edition", "seats"), [("plus", 3), ("winter", 5)])
def test_a_position_with_every_expansion_can_be_continued_from_any_decision(edition: str, seats: int) -> None:
    check_all(full_table(edition, seats, 2), 2, every=7, forks=300)


def test_a_position_can_be_taken_where_chance_is_asked() -> None:
    record = Record.from_game(random_game("plus-river", 2, 5, 30))
    for upto in range(record.answers):
        game = record.replay(upto)
        if game.decision is not None and game.decision.seat is None:
            again = check(game)
            assert again.decision is not None and again.decision.kind == "draw"
            dealt = from_position(position(game), seed=3)
            assert dealt.decision is not None and dealt.decision.seat is not None


def test_a_position_does_not_tell_how_it_came_about() -> None:
    game = random_game("plus", 2, 9, 41)
    text = position(game)
    game.play(game.options()[0])
    game.undo()
    assert position(game) == text
    assert position(Record.from_game(game).replay()) == text
    assert position(from_position(text)) == text


def test_a_position_holds_no_names_and_nothing_of_the_dealer() -> None:
    one = play_on(bastida.new_game("plus", players=["Ana", "Luis"], seed=1), 1, 1)
    draws = [step.text for step in one.steps if step.kind == "draw"]
    two = play_on(bastida.new_game("plus", players=["Eva", "Pau"], draws=draws, seed="other"), 1, 1)
    assert position(one) == position(two)
    assert "Ana" not in position(one)
    assert from_position(position(one)).setup.players == ("Red", "Blue")
    assert from_position(position(one), players=["Ana", "Luis"]).setup == one.setup


def test_the_ledger_of_a_continued_game_says_what_the_original_would_have_said() -> None:
    game = random_game("plus", 3, 4, 50)
    again = from_position(position(game), players=game.setup.players)
    play_on(again, 1)
    before = len(game.ledger)
    game = play_on(Record.from_game(game).replay(), 1)
    assert [(e.seat, e.points, e.source, e.clause, e.lines) for e in again.ledger] == [
        (e.seat, e.points, e.source, e.clause, e.lines) for e in game.ledger[before:]
    ]


def test_a_continued_game_goes_back_to_its_position_and_no_further() -> None:
    game = from_position(position(random_game("plus", 2, 9, 21)), seed=1)
    text = position(game)
    play_on(game, 1, 6)
    for _ in range(6):
        game.undo()
    assert position(game) == text
    with pytest.raises(bastida.IllegalOption):
        game.undo()


def test_a_study_has_positions_too_from_the_empty_table_on() -> None:
    game = bastida.new_game("plus-inns", study=True, start=False)
    check(game)
    for answer in ("D", "7,-9 r1", "follower road N", "E"):
        game.play(answer)
        check(game)
    game.arrange("blue", "big", "7,-9 city E")
    check(game)


# -- the whole state -----------------------------------------------------------------------------------------------------


def fields(thing: object) -> set[str]:
    return {name for name in dir(thing) if not name.startswith("_") and not callable(getattr(thing, name))}


def test_every_field_of_the_state_has_a_place_in_the_position_or_follows_from_it() -> None:
    """A new field must be described, or shown to follow from what is; then it is added to one of these lists."""
    engine = bastida.new_game("plus", seed=1).engine
    assert fields(engine) == DESCRIBED | DERIVED
    assert not DESCRIBED & DERIVED
    known = {
        "board": "rules width home at open_cell open_need opens tile_cell tile_shape tile_node tile_link tiles",
        "regions": "rules region next row slot first count marks strength done nodes gaps",
        "figures": "rules place more supply",
        "piles": "rules remaining mixed tail tail_size box",
    }
    for name, names in known.items():
        assert fields(getattr(engine, name)) == set(names.split()), name


def test_positions_written_once_are_read_for_ever() -> None:
    for text in CORPUS.read_text().splitlines():
        game = from_position(text)
        assert position(game) == text
        assert game.over or game.options()


# -- what is no position -------------------------------------------------------------------------------------------------


@cache
def samples() -> list[str]:
    found = [position(random_game("plus", 2, 9, 21)), position(random_game("hunters-scout", 3, 1, 30))]
    game = full_table("plus", 3, 1)
    chooser = random.Random(1)
    while len(found) < 12 and not game.over:
        if "tasks" in position(game):
            found.append(position(game))
        game.play(chooser.choice(sorted(map(str, game.options()))))
    return found


def test_the_samples_hold_tasks_of_modules() -> None:
    assert len(samples()) == 12


@pytest.mark.parametrize(
    ("section", "new"),
    [
        ("position 1", "position 2"),
        ("position 1", "place 1"),
        ("position 1", ""),
        ("game ", "game carcassonne minus"),
        ("game ", "game monopoly plus"),
        ("game ", "game carcassonne"),
        ("elements ", "elements farmers moon"),
        ("elements ", "sets moon"),
        ("elements ", "switches x"),
        ("elements ", "study often"),
        ("seats ", "seats red"),
        ("seats ", "seats red red"),
        ("seats ", "seats red mauve"),
        ("first ", "first pink"),
        ("first ", "first red blue"),
        ("turn ", "turn 0 1 red"),
        ("turn ", "turn 1 1 pink"),
        ("turn ", "turn 99999999999999999999 1 red"),
        ("turn ", "turn 01 1 red"),
        ("asks ", "asks nobody"),
        ("asks ", "asks dealer"),
        ("tiles ", "tiles V(0,0)r0"),
        ("tiles ", "tiles D(0,0)r0 D(5,5)r0"),
        ("tiles ", "tiles D(0,0)r0 C(0,1)r0"),
        ("tiles ", "tiles D(0,0)r0 D(0,0)r0"),
        ("tiles ", "tiles D(0,0)r0 ZZ(0,1)r0"),
        ("tiles ", "tiles D(0,0)r0 D(9999,9999)r0"),
        ("tiles ", "tiles D(0,0)r0~road.E~road.W"),
        ("tiles ", "tiles D(0,0)r1"),
        ("tiles ", "tiles D(0,0)r9"),
        ("tiles ", "tiles"),
        ("tiles ", "tiles D(0,0)r0 " + " ".join(["D(1,0)r0"] * 600)),
        ("figures ", "figures red.follower=50,50.road.N"),
        ("figures ", "figures red.follower=0,0.moon.N"),
        ("figures ", "figures red.follower=" + "/".join(["0,0.road.E"] * 8)),
        ("figures ", "figures red.dragon=0,0.road.E"),
        ("figures ", "figures pink.follower=0,0.road.E"),
        ("figures ", "figures red.follower=tower@9,9"),
        ("figures ", "figures red.follower=captive@pink"),
        ("figures ", "figures red.follower=moon@1"),
        ("figures ", "figures red.follower=aside@0&0,0.road.E"),
        ("figures ", "figures red.follower=0,0.road.E!"),
        ("figures ", "figures red.follower"),
        ("figures ", "figures red.follower=0,0.road.E red.follower=0,0.city.N"),
        ("points ", "points red=1"),
        ("points ", "points red=1 blue=x"),
        ("points ", "points red=1+1 blue=0"),
        ("points ", "points red=1 blue=1000000000"),
        ("left.stock ", "left.stock A=0"),
        ("left.stock ", "left.stock A=-1"),
        ("left.stock ", "left.stock A=1 A=1"),
        ("left.stock ", "left.stock ZZ=1"),
        ("left.stock ", "left.moon A=1"),
        ("left.stock ", "tail.stock A B C D"),
        ("left.stock ", "own moon.phase=0:1"),
        ("done ", "done -"),
        ("done ", "done 0,0"),
        ("done ", "counters luck=1"),
        ("done ", "log red/0/0"),
        ("run0 ", "run0 at=kernel.MOON"),
        ("run0 ", "run0 at=kernel.SCORE"),
        ("run0 ", "run0 at=-"),
        ("run0 ", "run0 at=kernel.DRAW"),
        ("run0 ", "run0 at=kernel.PLACE_TILE"),
        ("run0 ", "run0 at=kernel.FIGURE tile=A"),
        ("run0 ", "run0 luck=1"),
        ("run0 ", "run1 at=kernel.DRAW"),
        ("run0 ", "run0 at=kernel.PLACE_TILE tile=A item=road"),
        ("run0 ", "run0 at=kernel.PLACE_TILE tile=A | tasks run run"),
        ("run0 ", "run0 at=kernel.PLACE_TILE tile=A | tasks booking"),
        ("run0 ", "run0 at=kernel.PLACE_TILE tile=A | tasks run phase"),
        ("run0 ", "run0 at=kernel.PLACE_TILE tile=A | tasks run final"),
        ("run0 ", "run0 at=kernel.PLACE_TILE tile=A | tasks run base.3"),
        ("run0 ", "run0 at=kernel.PLACE_TILE tile=A | tasks run kernel.1"),
        ("run0 ", "run0 at=kernel.PLACE_TILE tile=A | tasks run booking:5"),
        ("run0 ", "run0 at=kernel.PLACE_TILE tile=A | tasks " + "run " * 500 + "run"),
        ("run0 ", "run0"),
    ],
)
def test_what_describes_no_position_is_refused(section: str, new: str) -> None:
    text = samples()[0]
    parts = text.split(" | ")
    wrong = [new if part.startswith(section) else part for part in parts]
    assert wrong != parts
    with pytest.raises(PositionError) as error:
        from_position(" | ".join(wrong))
    assert error.value.problem
    assert str(error.value).isprintable()


@pytest.mark.parametrize("text", ["", " ", "\n", "position", "position 1", "position 1 | ", "\x00", "x" * 10**6, "é | ü"])
def test_what_is_no_position_at_all_is_refused(text: str) -> None:
    with pytest.raises(PositionError):
        from_position(text)


def test_a_section_must_not_stand_twice_and_spaces_count() -> None:
    text = samples()[0]
    for wrong in (text + " | turn 1 1 red", text.replace(" | ", " |", 1), text.replace(" ", "  ", 1), text + "\n"):
        with pytest.raises(PositionError):
            from_position(wrong)


@FUZZ
@given(which=st.integers(0, 11), seed=st.integers(0, 2**32), changes=st.integers(1, 4))
def test_a_changed_position_gives_a_game_or_a_position_error(which: int, seed: int, changes: int) -> None:
    text = mutated(samples()[which], seed, changes)
    try:
        game = from_position(text)
    except PositionError as error:
        assert error.problem
        assert str(error).isprintable()
    else:
        assert game.over or game.options()
        assert set(position(game).split()) == set(text.split())
