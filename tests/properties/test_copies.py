"""Copies are independent, and going back gives the earlier state exactly."""

from __future__ import annotations

import random
from typing import Any

import pytest

import bastida
from bastida import COMPILED, Game
from bastida.kernel.chance import Rng
from bastida.kernel.codes import OVER
from bastida.table.setup import make_setup
from tests.properties.checks import also
from tests.properties.columns import columns, difference
from tests.properties.games import choose
from tests.properties.setups import random_setup

GAMES = 24 if COMPILED else 8


def state(game: Game) -> dict[str, Any]:
    """Everything a game knows, the public side included."""
    return {
        **columns(game.engine),
        "options": [(option.text, option.number, also(game, option)) for option in game.options()],
        "decision": game.decision,
        "steps": list(game.steps),
        "view": game.view(game.seat),
    }


def test_columns_lists_every_piece_of_state() -> None:
    """Also what is not kept in a list: turn, part, asked ... in the engine and in its four parts."""
    names = columns(bastida.new_game("plus", seed=1).engine)
    for wanted in ("columns", "stack", "depth", "points", "asked", "seat", "turn", "part", "items", "run_slot", "saved"):
        assert wanted in names
    for part, wanted in {"board": "at", "regions": "done", "figures": "place", "piles": "remaining"}.items():
        assert f"{part}.{wanted}" in names
    assert {type(value) for value in names.values()} <= {int, bool, list}


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_copy_played_on_leaves_the_original_untouched_bit_for_bit(seed: int) -> None:
    rng = random.Random(seed)
    game = bastida.new_game(random_setup(rng), seed=seed)
    while not game.over:
        if rng.random() < 0.06:
            before, options = columns(game.engine), game.engine.list_options().numbers()
            copy = game.engine.copy()
            assert columns(copy) == before
            assert copy.list_options().numbers() == options
            copy.play_random(Rng(seed))
            assert columns(game.engine) == before, difference(columns(game.engine), before)
            assert game.engine.list_options().numbers() == options
        game.play(choose(game, rng))


@pytest.mark.parametrize("seed", range(GAMES // 2))
def test_copies_made_at_every_decision_end_in_the_same_state(seed: int) -> None:
    """Also copies made in the middle of a turn, of a loop over players, of a pushed run."""
    setup = random_setup(random.Random(seed + 100))
    engine, rng = setup.engine(), Rng(seed)
    answers: list[int] = []
    copies = []
    while engine.asked != OVER:
        copies.append(engine.copy())
        answer = int(engine.random_option(rng))
        answers.append(answer)
        engine.answer(answer)
    end = columns(engine)
    every = 1 if COMPILED else max(1, len(copies) // 40)
    for number, copy in list(enumerate(copies))[::every]:
        for answer in answers[number:]:
            assert answer in copy.list_options().numbers()
            copy.answer(answer)
        assert columns(copy) == end, f"copied at answer {number}: {difference(columns(copy), end)}"


@pytest.mark.parametrize("seed", range(GAMES // 2))
def test_taking_back_gives_every_earlier_state_exactly(seed: int) -> None:
    rng = random.Random(seed)
    game = bastida.new_game(random_setup(rng), seed=seed)
    seen: list[dict[str, Any]] = []
    for _ in range(60):
        if game.over:
            break
        seen.append(state(game))
        game.play(choose(game, rng))
    while seen:
        game.undo()
        earlier = seen.pop()
        assert state(game) == earlier, difference(state(game), earlier)


@pytest.mark.parametrize("seed", range(GAMES // 2))
def test_going_back_to_any_answer_and_on_again_gives_the_same_game(seed: int) -> None:
    """The seeded dealer deals the same tiles again, so the same answers lead to the same end."""
    rng = random.Random(seed)
    game = bastida.new_game(random_setup(rng), seed=seed)
    seen: dict[int, dict[str, Any]] = {}
    while not game.over:
        seen[len(game.steps)] = state(game)
        game.play(choose(game, rng))
    end, steps = state(game), list(game.steps)
    for number in rng.sample(sorted(seen), 6):
        game.rewind(number)
        assert state(game) == seen[number], difference(state(game), seen[number])
        for step in steps[number:]:
            if step.seat is not None:
                game.play(step.text)
        assert state(game) == end, difference(state(game), end)


def test_a_copied_game_goes_on_by_itself() -> None:
    rng = random.Random(5)
    game = bastida.new_game("plus", seed=5, players=3)
    for _ in range(30):
        game.play(choose(game, rng))
    before = state(game)
    copy = game.copy()
    assert state(copy) == before
    while not copy.over:
        copy.play(choose(copy, rng))
    assert state(game) == before
    copy.rewind(10)
    assert state(game) == before
    game.undo()
    assert len(game.steps) < len(before["steps"])


@pytest.mark.parametrize("draws", [[], ["E", "U", "V", "R", "U", "V", "E", "W"]], ids=["seeded", "stacked"])
def test_what_a_copy_is_dealt_does_not_change_what_the_original_is_dealt(draws: list[str]) -> None:
    """Copies with the same future share the dealer, so it may not remember how far one of them has come."""

    def first(game: Game, turns: int) -> list[str]:
        while len(game.steps) < turns * 3 and not game.over:
            game.play("pass" if game.decision is not None and game.decision.kind == "figure" else game.options()[0])
        return [step.text for step in game.steps if step.seat is None]

    alone = first(bastida.new_game("plus", seed=8, draws=draws), 9)
    game = bastida.new_game("plus", seed=8, draws=draws)
    first(game, 5)
    copy = game.copy(same_future=True)
    copy.rewind(4)
    first(copy, 3)
    assert first(game, 9) == alone
    assert first(copy, 9) == alone


def test_a_refused_answer_changes_nothing() -> None:
    game = bastida.new_game(make_setup("plus", players=2), seed=3)
    rng = random.Random(3)
    for _ in range(40):
        before = state(game)
        for wrong in ("", "0,0 r0", "99,99 r1", "follower road", "nonsense", "pass pass"):
            with pytest.raises(bastida.IllegalOption):
                game.play(wrong)
        assert state(game) == before
        game.play(choose(game, rng))
