"""OpenSpiel: a game with chance nodes, checked by its own simulation."""

from __future__ import annotations

import random
from typing import Any

import pytest

import bastida
from tests.env.sample import EVERY, SOAK

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
WHOLE = SOAK or bastida.COMPILED  # a simulation clones every state


@pytest.fixture(autouse=True)
def registered() -> None:
    """The game is there once its module was imported."""
    from bastida.env import openspiel

    assert openspiel.NAME in pyspiel.registered_names()


def after(game: Any, answers: int, seed: int = 1) -> Any:
    """A state after so many random answers and events."""
    rng, state = random.Random(seed), game.new_initial_state()
    for _ in range(answers):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, odds)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.soak
@pytest.mark.skipif(not WHOLE, reason="takes long where the rules are interpreted")
@pytest.mark.parametrize("preset", EVERY if SOAK else ["plus"])
def test_the_random_simulation_finds_nothing(preset: str) -> None:
    game = pyspiel.load_game("bastida", {"game": preset})
    pyspiel.random_sim_test(game, num_sims=1, serialize=preset == "plus", verbose=False)


def test_chance_has_the_odds_of_the_bag_and_every_answer_a_name() -> None:
    game = pyspiel.load_game("bastida", {"game": "plus", "players": 3})
    state = game.new_initial_state()
    assert game.num_players() == 3 and state.is_chance_node()
    outcomes = state.chance_outcomes()
    assert abs(sum(odds for _, odds in outcomes) - 1) < 1e-9
    names = {state.action_to_string(outcome): odds for outcome, odds in outcomes}
    left = bastida.new_game("plus", study=False, seed=1).view()["piles"][0]["mixed"]
    assert set(left) <= set(names)
    state.apply_action(outcomes[0][0])
    assert state.current_player() == 0
    legal = state.legal_actions()
    assert legal == sorted(legal) and {state.action_to_string(action) for action in legal} == {
        f"{x},{y} r{turn}" for x, y, turn in (map(int, name.replace(" r", ",").split(",")) for name in texts(state, legal))
    }


def texts(state: Any, legal: list[int]) -> list[str]:
    return [state.action_to_string(action) for action in legal]


def test_a_clone_goes_its_own_way_and_a_state_comes_back_from_its_history() -> None:
    game = pyspiel.load_game("bastida", {"game": "plus-first-game"})
    state = after(game, 24)
    clone, before = state.clone(), str(state)
    while clone.is_chance_node():
        clone.apply_action(clone.chance_outcomes()[0][0])
    clone.apply_action(clone.legal_actions()[0])
    assert str(state) == before != str(clone)
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == before and again.observation_tensor(1) == state.observation_tensor(1)
    assert len(state.observation_tensor(0)) == game.observation_tensor_size()
    assert state.observation_string(0) == before
    sent, received = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(received) == before and sent.num_distinct_actions() == game.num_distinct_actions()


@pytest.mark.parametrize("reward", ["win", "margin"])
def test_the_returns_are_the_win_or_the_margin(reward: str) -> None:
    game = pyspiel.load_game("bastida", {"game": "plus-first-game", "reward": reward})
    state = after(game, 30)
    assert not state.is_terminal() and state.returns() == [0.0, 0.0]
    state = after(game, 10_000)
    assert state.is_terminal() and state.current_player() == pyspiel.PlayerId.TERMINAL
    assert sum(state.returns()) == 0.0 and game.utility_sum() == (0.0 if reward == "win" else None)
    assert all(game.min_utility() <= points <= game.max_utility() for points in state.returns())


def test_an_action_that_is_no_answer_is_refused() -> None:
    state = after(pyspiel.load_game("bastida", {"game": "plus"}), 1)
    wrong = next(action for action in range(100) if action not in state.legal_actions())
    with pytest.raises(Exception, match="not among the answers"):
        state.apply_action(wrong)
