"""Many games at once: every step is one call into compiled code.

``VectorGames(64, "plus")`` steps 64 games, each answered for whoever is asked (self-play), or one seat of each against
``opponents``. A game that ends is followed by the next in the same step.
"""
# not compiled: arrays

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from bastida.env.desk import Bytes, Mask, bytes_in, layout_of, one_of, setup_of
from bastida.env.encoding import Encoding
from bastida.env.playing import ILLEGAL, LIMIT, REWARDS, Batch, mixed
from bastida.kernel.chance import Rng
from bastida.players.player import Player
from bastida.players.registry import make_player
from bastida.table.setup import Setup


class VectorGames(VectorEnv[Bytes, NDArray[np.int64], Any]):
    """``num_envs`` games of one set-up.

    Observations and masks are views of memory that the next step writes over; ``copy=True`` hands out arrays of their own.
    ``observe=False`` leaves the planes out, for whoever looks at something else.
    """

    def __init__(
        self,
        num_envs: int,
        game: str | Setup = "plus",
        *,
        players: int | Sequence[str] = 2,
        opponents: str | None = None,
        seat: int = 0,
        reward: str = "win",
        illegal: str = "end",
        illegal_reward: float = -1.0,
        observe: bool = True,
        copy: bool = False,
        side: int = 0,
        **parts: Any,
    ) -> None:
        super().__init__()
        self.setup = setup_of(game, players, parts)
        if num_envs < 1:
            raise ValueError("there must be one game at least")
        rules = self.setup.rules()
        self.seats = int(rules.seats)
        if not 0 <= seat < self.seats:
            raise ValueError(f"seat is a number from 0 to {self.seats - 1}, not {seat}")
        self.encoding = Encoding(rules)
        self.layout = layout_of(self.setup, side)
        self.num_envs = num_envs
        self.learner = seat if opponents is not None else None
        others: list[Player | None] = [None] * self.seats
        if opponents is not None:
            player = make_player(opponents, self.setup)
            others = [None if place == seat else player for place in range(self.seats)]
        kind, rule = one_of("reward", reward, REWARDS), one_of("illegal", illegal, ILLEGAL)
        self.batch = Batch(
            self.setup.engine(), self.encoding, self.layout, num_envs, kind, others, observe, rule, illegal_reward
        )
        self.copy = copy
        size = int(self.encoding.size)
        self.mask_view: Mask = bytes_in(self.batch.masks).view(np.int8).reshape(num_envs, size)
        shape = self.layout.shape if observe else (1, 1, 1)
        self.sight_view: Bytes = bytes_in(self.batch.memory).reshape(num_envs, *shape)
        self.single_action_space = spaces.Discrete(size)
        self.single_observation_space = spaces.Box(0, 255, shape, np.uint8)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.row = np.arange(num_envs)
        self.chance = Rng(secrets.randbits(31))

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bytes, dict[str, Any]]:
        """New games everywhere; one seed stands for all of them."""
        if isinstance(seed, list):
            whole = 0
            for one in seed:
                whole = int(mixed(whole, secrets.randbits(31) if one is None else one))
            seed = whole
        if seed is None:
            seed = secrets.randbits(31)
        elif seed > LIMIT:
            seed = int(mixed(seed >> 31 & LIMIT, seed & LIMIT))
        self.chance = Rng(seed)
        self.batch.begin(seed)
        return self._seen(), self._info()

    def _seen(self) -> Bytes:
        return self.sight_view.copy() if self.copy else self.sight_view

    def _info(self) -> dict[str, Any]:
        mask = self.mask_view.copy() if self.copy else self.mask_view
        return {"action_mask": mask, "seat": np.array(self.batch.seat)}

    def step(
        self, actions: NDArray[np.int64] | Sequence[int]
    ) -> tuple[Bytes, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """One answer in every game.

        The reward is that of the seat that answered, or the learner's; ``infos["rewards"]`` has those of all seats. Where a
        game has ended, ``infos["scores"]`` has its points, ``infos["final_obs"]`` what was seen last, and the observation is
        the first of the next game.
        """
        batch = self.batch
        given: list[int] = actions.tolist() if isinstance(actions, np.ndarray) else list(actions)
        if len(given) != self.num_envs:
            raise ValueError(f"there are {self.num_envs} games, not {len(given)}")
        wrong = batch.step(given)
        if wrong >= 0:
            raise ValueError(f"action {given[wrong]} of game {wrong} is not among the answers; the mask says which are")
        rewards = np.array(batch.rewards).reshape(self.num_envs, self.seats)
        ended = np.array(batch.ended)
        infos = self._info()
        infos["rewards"] = rewards
        if self.learner is not None:
            mine = rewards[:, self.learner]
        else:
            acted = np.array(batch.acted)
            infos["acted"] = acted
            mine = rewards[self.row, acted]
        if ended.any():
            infos["scores"] = np.array(batch.scores).reshape(self.num_envs, self.seats)
            infos["final_obs"] = self._last_seen(ended)
            infos["_final_obs"] = ended
        return self._seen(), mine, ended, np.zeros(self.num_envs, np.bool_), infos

    def _last_seen(self, ended: NDArray[np.bool_]) -> NDArray[np.object_]:
        """Where a game has ended, what the seat that answered last saw of it; None elsewhere."""
        found = np.full(self.num_envs, None, object)
        if self.batch.looking:
            for number in np.flatnonzero(ended):
                found[number] = bytes_in(self.batch.finals[number]).reshape(self.layout.shape)
        return found

    def random_actions(self) -> NDArray[np.int64]:
        """Any answer for every game, all alike."""
        return np.array(self.batch.random_actions(self.chance))

    def close_extras(self, **kwargs: Any) -> None:
        """Nothing is held outside the games."""
