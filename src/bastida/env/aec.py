"""PettingZoo environments: every preset and free set-up, two to six players, asked one after the other.

``env("plus", players=3)`` is an AEC environment, ``parallel_env`` the same game with an action from everybody at every step.
"""
# not compiled: a subclass of somebody else's

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle, seeding
from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-untyped]

from bastida.env.desk import Desk, GraphArrays, Mask, Numbers, one_of
from bastida.env.encoding import ENCODING
from bastida.env.rendering import MODES, render
from bastida.kernel.codes import OVER
from bastida.table.setup import Setup

NAME = f"bastida_v{ENCODING}"


class raw_env(AECEnv[str, Any, int], EzPickle):  # type: ignore[misc]  # noqa: N801 - theirs have no types; called as theirs
    """A game, seat by seat: whoever is asked answers.

    ``reward`` is win, margin or points; ``observation`` planes, dict or graph; ``actions`` ids or candidates; ``illegal`` says
    what an action that is no answer does: it ends the game for everybody, raises ValueError, or counts as the first answer
    there is. With ``max_cycles`` a player who has given so many answers is out of it; what he is still asked is answered
    with the first answer of the list.
    """

    metadata = {"name": NAME, "render_modes": list(MODES), "is_parallelizable": False, "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str | Setup = "plus",
        *,
        players: int | Sequence[str] = 2,
        reward: str = "win",
        observation: str = "planes",
        actions: str = "ids",
        illegal: str = "end",
        illegal_reward: float = -1.0,
        max_cycles: int | None = None,
        side: int = 0,
        render_mode: str | None = None,
        **parts: Any,
    ) -> None:
        settings = {"reward": reward, "observation": observation, "actions": actions, "illegal": illegal, "side": side}
        more = {"illegal_reward": illegal_reward, "max_cycles": max_cycles, "render_mode": render_mode}
        EzPickle.__init__(self, game, players=players, **settings, **more, **parts)
        AECEnv.__init__(self)
        if render_mode is not None:
            one_of("render_mode", render_mode, MODES)
        if max_cycles is not None and max_cycles < 1:
            raise ValueError("max_cycles is 1 at least")
        self.desk = Desk(
            game, players, parts, reward=reward, observation=observation, actions=actions, illegal=illegal, side=side
        )
        self.setup = self.desk.setup
        self.illegal_reward = illegal_reward
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.desk.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self.observation_spaces = {agent: self.desk.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: self.desk.action_space() for agent in self.possible_agents}
        self.random, _ = seeding.np_random(secrets.randbits(63))

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The shape of what a player sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The numbers of a player's answers."""
        return self.action_spaces[agent]

    # -- playing ------------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. The same seed and the same actions give the same game, in any process."""
        if seed is not None:
            self.random, _ = seeding.np_random(seed)
        self.desk.play.begin(int(self.random.integers(1 << 31)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.answered = dict.fromkeys(self.possible_agents, 0)
        self._select()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        """Whose turn it is now; the mask goes into the information for whoever is asked."""
        asked = int(self.desk.engine.asked)
        for agent in self.agents:
            self.infos[agent] = {}
        if asked >= 0:
            self.agent_selection = self.possible_agents[asked]
            self.infos[self.agent_selection] = self.desk.info()

    def observe(self, agent: str) -> Any:
        """What a player sees now, whoever is asked."""
        seat = self.seat_of[agent]
        return self.desk.observe(seat, seat == self.desk.engine.asked)

    def step(self, action: int | None) -> None:
        """The answer of whoever is asked; None for a player who is out."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "an action is a number"
        self._cumulative_rewards[agent] = 0.0
        play = self.desk.play
        self.answered[agent] += 1
        ended = False
        if not self.desk.act(int(action)):
            play.forfeit(self.seat_of[agent], self.illegal_reward)
            ended = True
        earned = play.rewards
        self.rewards = {other: earned[self.seat_of[other]] for other in self.agents}
        if self.max_cycles is not None and not ended:
            self._leave(agent)
        if ended or play.game.asked == OVER:
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()
        if True in self.truncations.values():
            self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def _leave(self, agent: str) -> None:
        """A player who has given all his answers is out, and those who are out answer with the first answer of the list."""
        play = self.desk.play
        if self.answered[agent] >= (self.max_cycles or 0):
            self.truncations[agent] = True
        out = {self.seat_of[other] for other in self.possible_agents if self.answered[other] >= (self.max_cycles or 0)}
        while play.game.asked in out and len(out) < self.desk.seats:
            play.take(0)
            for other in self.agents:
                self.rewards[other] += play.rewards[self.seat_of[other]]

    # -- other views --------------------------------------------------------------------------------------------------

    def action_mask(self) -> Mask:
        """A byte for every action: 1 if it is an answer now."""
        return self.desk.mask()

    def candidates(self) -> Numbers:
        """The answers as rows of numbers: ``bastida.env.FEATURES``."""
        return self.desk.candidates()

    def graph(self, agent: str) -> GraphArrays:
        """What a player sees, as a graph of tiles and regions."""
        return self.desk.graph(self.seat_of[agent])

    def observe_into(self, buffer: Any, agent: str) -> None:
        """Write the planes a player sees into a buffer of bytes."""
        self.desk.observe_into(buffer, self.seat_of[agent])

    def mask_into(self, buffer: Any) -> None:
        """Write the mask of the action numbers into a buffer of bytes."""
        self.desk.mask_into(buffer)

    def render(self) -> Any:
        """The table in the render mode this environment was made with."""
        return render(self.render_mode, self.setup, self.desk.engine)

    def close(self) -> None:
        """Nothing is held outside the game."""


class parallel(ParallelEnv[str, Any, int], EzPickle):  # type: ignore[misc]  # noqa: N801
    """The same game where everybody acts at every step: only the action of whoever is asked counts.

    The masks of the others are all 0. With ``max_cycles`` the game is cut off after so many steps.
    """

    metadata = {"name": NAME, "render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(self, game: str | Setup = "plus", *, max_cycles: int | None = None, **settings: Any) -> None:
        EzPickle.__init__(self, game, max_cycles=max_cycles, **settings)
        self.aec = raw_env(game, **settings)
        self.max_cycles = max_cycles
        self.render_mode = self.aec.render_mode
        self.possible_agents = self.aec.possible_agents
        self.agents: list[str] = []
        self.cycles = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The shape of what a player sees."""
        return self.aec.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Discrete:
        """The numbers of a player's answers."""
        return self.aec.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """A new game: what everybody sees, and the masks."""
        self.aec.reset(seed, options)
        self.agents = self.possible_agents[:]
        self.cycles = 0
        return self._shown()

    def _shown(self) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        infos = {agent: dict(info) for agent, info in self.aec.infos.items()}
        if self.aec.desk.observation == "planes":
            for agent in self.agents:
                infos[agent].setdefault("action_mask", np.zeros(self.aec.desk.size, np.int8))
        return {agent: self.aec.observe(agent) for agent in self.agents}, infos

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """The action of whoever is asked counts."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        self.aec.step(actions[self.aec.agent_selection])
        self.cycles += 1
        observations, infos = self._shown()
        rewards = dict(self.aec.rewards)
        ended = any(self.aec.terminations.values())
        cut = self.max_cycles is not None and self.cycles >= self.max_cycles and not ended
        terminations, truncations = dict.fromkeys(self.agents, ended), dict.fromkeys(self.agents, cut)
        if ended or cut:
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def render(self) -> Any:
        """The table in the render mode this environment was made with."""
        return self.aec.render()

    def close(self) -> None:
        """Nothing is held outside the game."""


def env(game: str | Setup = "plus", **settings: Any) -> raw_env:
    """A PettingZoo AEC environment of a preset, an edition with expansions, or a Setup."""
    return raw_env(game, **settings)


def parallel_env(game: str | Setup = "plus", **settings: Any) -> parallel:
    """A PettingZoo parallel environment of the same."""
    return parallel(game, **settings)


def module(game: str | Setup = "plus", **settings: Any) -> SimpleNamespace:
    """``env``, ``raw_env`` and ``parallel_env`` of one set-up, for tools that expect a module of PettingZoo."""
    made = partial(env, game, **settings)
    return SimpleNamespace(env=made, raw_env=made, parallel_env=partial(parallel_env, game, **settings))


__all__ = ["env", "module", "parallel", "parallel_env", "raw_env"]
