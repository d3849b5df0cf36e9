"""Gymnasium: its checker without a warning, opponents that play, and many games at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import bastida
from bastida.env import aec
from bastida.env.playing import mixed
from bastida.env.single import ID, GameEnv
from bastida.env.vector import VectorGames
from tests.env.sample import EVERY, SOAK

SOURCES = Path(bastida.__file__).resolve().parent.parent


@pytest.mark.soak
@pytest.mark.parametrize("preset", EVERY if SOAK else ["plus-first-game"])
def test_the_checker_finds_nothing(preset: str, capsys: pytest.CaptureFixture[str]) -> None:
    check_env(gymnasium.make(ID, game=preset, opponents="random").unwrapped, skip_render_check=not SOAK)
    for observation, actions in (("dict", "ids"), ("graph", "candidates")):
        made = gymnasium.make(ID, game=preset, opponents="random", observation=observation, actions=actions)
        check_env(made.unwrapped, skip_render_check=True)
    capsys.readouterr()


def test_the_opponents_play_between_the_questions_of_the_learner() -> None:
    env = GameEnv("plus-first-game", players=3, opponents=["random", "random"], seat=1, reward="margin")
    chance = np.random.default_rng(1)
    _, info = env.reset(seed=4)
    for _ in range(1000):
        assert env.desk.engine.asked == 1 and env.action_masks().sum() == info["action_mask"].sum() > 0
        _, reward, ended, cut, info = env.step(chance.choice(np.flatnonzero(info["action_mask"])))
        assert not cut
        if ended:
            break
        assert reward == 0.0
    assert ended and info["action_mask"].sum() == 0
    scores = info["scores"]
    assert reward == scores[1] - max(scores[0], scores[2])
    with pytest.raises(RuntimeError, match="call reset"):
        env.step(0)
    env.close()


def test_greedy_beats_a_learner_that_takes_the_first_answer() -> None:
    env = GameEnv("plus-first-game", opponents="greedy", illegal="first", reward="win")
    env.reset(seed=1)
    ended, reward = False, 0.0
    while not ended:
        _, reward, ended, _, _ = env.step(-1)
    assert reward == -1.0


def test_the_learner_sits_where_it_is_told_or_anywhere() -> None:
    env = GameEnv("plus", players=4, opponents="random", seat="random")
    seats = {env.reset(seed=seed)[1]["seat"] for seed in range(12)}
    assert seats == {0, 1, 2, 3}
    with pytest.raises(ValueError, match="from 0 to 3"):
        GameEnv("plus", players=4, seat=4)
    with pytest.raises(ValueError, match="3 opponents"):
        GameEnv("plus", players=4, opponents=["random"])


# -- many games at once ---------------------------------------------------------------------------------------------------


def test_every_game_of_a_batch_is_the_game_it_would_be_alone() -> None:
    games = VectorGames(3, "plus-first-game", reward="points", copy=True)
    sheets, infos = games.reset(seed=9)
    alone = [aec.env("plus-first-game", reward="points") for _ in range(3)]
    episodes = [0, 0, 0]
    for number, env in enumerate(alone):
        env.reset()
        env.desk.play.begin(mixed(mixed(9, number), 0))
    ends = 0
    for _ in range(140):
        actions = games.random_actions()
        for number, env in enumerate(alone):
            seat = int(infos["seat"][number])
            assert env.desk.play.game.asked == seat
            assert (env.desk.planes(seat) == sheets[number]).all()
            assert (env.action_mask() == infos["action_mask"][number]).all()
            assert env.desk.act(int(actions[number]))
        sheets, rewards, ended, cut, infos = games.step(actions)
        for number, env in enumerate(alone):
            assert infos["rewards"][number].tolist() == env.desk.play.rewards
            assert rewards[number] == env.desk.play.rewards[infos["acted"][number]]
            if ended[number]:
                ends += 1
                last = env.desk.planes(int(infos["acted"][number]))
                assert (infos["final_obs"][number] == last).all() and infos["_final_obs"][number]
                assert infos["scores"][number].tolist() == [env.desk.engine.score_of(seat) for seat in range(2)]
                episodes[number] += 1
                env.desk.play.begin(mixed(mixed(9, number), episodes[number]))
        assert not cut.any()
    assert ends >= 3


def test_a_batch_plays_one_seat_against_players_of_ours() -> None:
    games = VectorGames(2, "plus-first-game", opponents="random", seat=1, reward="win", observe=False)
    _, infos = games.reset(seed=2)
    wins = []
    for _ in range(120):
        assert infos["seat"].tolist() == [1, 1]
        _, rewards, ended, _, infos = games.step(games.random_actions())
        wins += rewards[ended].tolist()
    assert len(wins) >= 2 and set(wins) <= {1.0, 0.0, -1.0}


def test_a_batch_says_which_action_is_none_and_steps_no_game_then() -> None:
    games = VectorGames(2, illegal="raise")
    games.reset(seed=1)
    before = games.mask_view.copy()
    actions = games.random_actions()
    with pytest.raises(ValueError, match="of game 1 is not among the answers"):
        games.step([int(actions[0]), -1])
    assert (games.mask_view == before).all()
    with pytest.raises(ValueError, match="there are 2 games"):
        games.step([1])
    lost = VectorGames(1)
    lost.reset(seed=1)
    _, rewards, ended, _, infos = lost.step([-1])
    assert rewards.tolist() == [-1.0] and ended.all() and infos["rewards"].tolist() == [[-1.0, 0.0]]


def test_a_batch_takes_one_seed_or_one_for_each_game() -> None:
    shown = []
    for seed in ([1, 2], [1, 2], [1, 3], 1):
        games = VectorGames(2, "plus-first-game", copy=True)
        games.reset(seed=seed)
        for _ in range(6):
            games.step([int(np.flatnonzero(mask)[0]) for mask in games.mask_view])
        shown.append(games.sight_view.tobytes())
    assert shown[0] == shown[1] and len(set(shown)) == 3


def test_what_a_batch_shows_is_written_over_unless_copies_are_asked_for() -> None:
    games, copied = VectorGames(2), VectorGames(2, copy=True)
    first, _ = games.reset(seed=1)
    kept, _ = copied.reset(seed=1)
    assert not first.flags.owndata and (first == kept).all()
    copied.step(copied.random_actions())
    games.step(games.random_actions())
    assert not (first == kept).all()
    assert games.single_observation_space.contains(kept[0]) and games.observation_space.contains(kept)


DIGEST = """
import hashlib
from bastida.env.vector import VectorGames
found = hashlib.sha256()
for preset in ("plus", "hunters"):
    games = VectorGames(2, preset, reward="points")
    sheets, infos = games.reset(seed=7)
    for _ in range(40):
        found.update(sheets.tobytes() + infos["action_mask"].tobytes())
        sheets, rewards, *_, infos = games.step(games.random_actions())
        found.update(rewards.tobytes())
print(found.hexdigest()[:16])
"""
EXPECTED = "c109b4256564ab89"  # changes with the rules, the tiles and the encoding


def test_games_are_the_same_in_every_process_interpreted_and_compiled() -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(SOURCES), os.environ.get("PYTHONPATH", "")])}
    for hashing in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", DIGEST],
            env={**environment, "PYTHONHASHSEED": hashing},
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stdout.strip() == EXPECTED
