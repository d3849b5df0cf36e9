"""PettingZoo: its own tests without a warning, and what ours add."""

from __future__ import annotations

import contextlib
import io
import pickle
import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces

import bastida
from bastida.env import aec
from bastida.env.desk import CANDIDATES
from bastida.table.setup import make_setup
from tests.env.sample import EVERY, SAMPLE, SOAK

with warnings.catch_warnings():  # importing them imports games of theirs in an old-fashioned way
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test

ALL = EVERY if SOAK else SAMPLE
CYCLES = 300 if SOAK else 25


@pytest.fixture(autouse=True)
def silent() -> Any:
    """Theirs print what they do."""
    with contextlib.redirect_stdout(io.StringIO()):
        yield


@pytest.mark.soak
@pytest.mark.parametrize("preset", ALL)
def test_the_api_is_as_pettingzoo_wants_it(preset: str) -> None:
    api_test(aec.env(preset), num_cycles=CYCLES)
    parallel_api_test(aec.parallel_env(preset), num_cycles=CYCLES)


@pytest.mark.soak
@pytest.mark.parametrize("preset", ALL)
def test_seeds_and_cycles_are_as_pettingzoo_wants_them(preset: str) -> None:
    seed_test(lambda: aec.env(preset), num_cycles=CYCLES)
    max_cycles_test(aec.module(preset, illegal="first"))


@pytest.mark.soak
@pytest.mark.parametrize("preset", EVERY if SOAK else ["hunters"])
def test_pictures_are_as_pettingzoo_wants_them(preset: str) -> None:
    def made(render_mode: str | None = None) -> Any:
        return aec.env(preset, render_mode=render_mode)

    render_test(made, {"svg": lambda picture: picture.startswith("<svg"), "ansi": lambda text: "\x1b[" in text})


@pytest.mark.soak
@pytest.mark.parametrize("players", range(2, 7) if SOAK else (6,))
def test_two_to_six_play_and_free_set_ups_too(players: int) -> None:
    setup = make_setup("plus", sets=["river", "inns"], without=["farmers"], players=players)
    env = aec.env(setup, reward="points")
    api_test(env, num_cycles=CYCLES)
    assert env.possible_agents == [f"player_{seat}" for seat in range(players)]


def play(env: aec.raw_env, seed: int) -> dict[str, float]:
    """A random game to its end; what every agent has earned."""
    env.reset(seed=seed)
    for agent in env.possible_agents:
        env.action_space(agent).seed(seed)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, _, ended, cut, info = env.last(observe=False)
        env.step(None if ended or cut else int(env.action_space(agent).sample(info["action_mask"])))
        for other, reward in env.rewards.items():
            if not (ended or cut):
                earned[other] += reward
    return earned


def test_rewards_are_the_win_the_margin_or_the_points_as_they_come() -> None:
    points = play(aec.env("plus", reward="points"), 5)
    margin = play(aec.env("plus", reward="margin"), 5)
    win = play(aec.env("plus", reward="win"), 5)
    assert points["player_0"] != points["player_1"]
    assert margin["player_0"] == points["player_0"] - points["player_1"] == -margin["player_1"]
    assert win["player_0"] == (1.0 if margin["player_0"] > 0 else -1.0) == -win["player_1"]
    three = play(aec.env("plus", players=3, reward="win"), 5)
    assert sorted(three.values()) == [-0.5, -0.5, 1.0]


def test_an_action_that_is_no_answer_ends_the_game_or_raises_or_counts_as_the_first() -> None:
    env = aec.env("plus")
    env.reset(seed=1)
    wrong = int(np.flatnonzero(env.action_mask() == 0)[0])
    env.step(wrong)
    assert env.rewards == {"player_0": -1.0, "player_1": 0.0} and all(env.terminations.values())
    env = aec.env("plus", illegal="raise")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="not among the answers"):
        env.step(wrong)
    with pytest.raises(ValueError, match="not among the answers"):
        env.step(10**9)
    env = aec.env("plus", illegal="first")
    env.reset(seed=1)
    first = env.desk.play.answers.numbers()[0]
    env.step(wrong)
    other = aec.env("plus")
    other.reset(seed=1)
    other.step(first)
    assert (env.observe("player_0") == other.observe("player_0")).all()


def test_the_mask_can_lie_in_the_observation_and_the_position_be_a_graph() -> None:
    for observation, key in (("dict", "observation"), ("graph", "tiles")):
        env = aec.env("plus", observation=observation)
        env.reset(seed=2)
        for _ in range(20):
            seen, *_ = env.last()
            assert env.observation_space("player_0").contains(seen)
            assert key in seen and seen["action_mask"].sum() == len(env.candidates())
            waiting = env.observe(next(agent for agent in env.agents if agent != env.agent_selection))
            assert waiting["action_mask"].sum() == 0
            env.step(int(np.flatnonzero(seen["action_mask"])[0]))


def test_actions_can_be_places_in_the_list_of_candidates() -> None:
    env, twin = aec.env("plus", actions="candidates"), aec.env("plus")
    env.reset(seed=3)
    twin.reset(seed=3)
    assert isinstance(env.action_space("player_0"), spaces.Discrete) and env.action_space("player_0").n == CANDIDATES
    for number in range(30):
        info = env.infos[env.agent_selection]
        count = int(info["action_mask"].sum())
        assert (info["candidates"][:count] == twin.candidates()).all() and not info["candidates"][count:].any()
        place = number % count
        twin.step(int(twin.candidates()[place, 0]))
        env.step(place)
        assert (env.observe("player_1") == twin.observe("player_1")).all()


def test_an_environment_can_be_pickled_and_begins_anew() -> None:
    env = pickle.loads(pickle.dumps(aec.env("winter", players=3, reward="margin")))
    env.reset(seed=1)
    assert len(env.agents) == 3 and env.desk.play.reward == 1


def test_a_game_shows_its_table_as_pixels_svg_and_text() -> None:
    pictures = {}
    for mode in ("rgb_array", "svg", "ansi", None):
        env = aec.env("plus", render_mode=mode)
        env.reset(seed=1)
        pictures[mode] = env.render()
    assert pictures["rgb_array"].shape == (640, 640, 3) and len(np.unique(pictures["rgb_array"])) > 20
    assert pictures["svg"].count("<svg") == 1 and "Red 0, Blue 0" in pictures["ansi"] and pictures[None] is None
    with pytest.raises(ValueError, match="render_mode is one of"):
        aec.env("plus", render_mode="film")


def test_the_public_game_is_reached_from_an_environment() -> None:
    env = aec.env("plus")
    env.reset(seed=1)
    assert bastida.presets()["plus"] and env.setup.preset() == "plus" and env.desk.engine.turn == 1
