"""A Gymnasium environment: one seat against players of ours, or of others.

``GameEnv("plus", opponents="greedy")``, or ``gymnasium.make("bastida.env.single:bastida/Game-v1", game="plus")``.
"""
# not compiled: a subclass of somebody else's

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.envs.registration import register, registry
from gymnasium.utils import EzPickle

from bastida.env.desk import Desk, GraphArrays, Mask, Numbers, one_of, setup_of
from bastida.env.encoding import ENCODING
from bastida.env.rendering import MODES, render
from bastida.kernel.codes import OVER
from bastida.players.player import Player
from bastida.players.registry import make_player
from bastida.table.setup import Setup

ID = f"bastida/Game-v{ENCODING}"
RANDOM_SEAT = "random"


class GameEnv(gymnasium.Env[Any, np.int64], EzPickle):
    """One seat of a game; the others are played by ``opponents``: one player for all of them, or one for each.

    A player is named as at the command (``greedy``, ``level:3``, ``search:nodes=200``). ``seat`` is where the learner sits,
    or "random" for another place in every game. The rest is as in ``bastida.env.aec``.
    """

    metadata = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str | Setup = "plus",
        *,
        opponents: str | Sequence[str] = "greedy",
        seat: int | str = 0,
        players: int | Sequence[str] = 2,
        reward: str = "win",
        observation: str = "planes",
        actions: str = "ids",
        illegal: str = "end",
        illegal_reward: float = -1.0,
        side: int = 0,
        render_mode: str | None = None,
        **parts: Any,
    ) -> None:
        settings = {"reward": reward, "observation": observation, "actions": actions, "illegal": illegal, "side": side}
        more = {"illegal_reward": illegal_reward, "render_mode": render_mode, "seat": seat, "players": players}
        EzPickle.__init__(self, game, opponents=opponents, **settings, **more, **parts)
        if render_mode is not None:
            one_of("render_mode", render_mode, MODES)
        self.setup = setup_of(game, players, parts)
        seats = self.setup.seats
        if seat != RANDOM_SEAT and not (isinstance(seat, int) and 0 <= seat < seats):
            raise ValueError(f"seat is a number from 0 to {seats - 1} or {RANDOM_SEAT!r}, not {seat!r}")
        names = [opponents] * (seats - 1) if isinstance(opponents, str) else list(opponents)
        if len(names) != seats - 1:
            raise ValueError(f"there are {seats - 1} opponents to name, not {len(names)}")
        self.opponents = [make_player(name, self.setup) for name in names]
        self.chosen_seat = seat
        self.desk = Desk(self.setup, 0, {}, reward=reward, observation=observation, actions=actions, illegal=illegal, side=side)
        self.illegal_reward = illegal_reward
        self.render_mode = render_mode
        self.observation_space = self.desk.observation_space()
        self.action_space = self.desk.action_space()
        self.seat = -1
        self._sit(0 if isinstance(seat, str) else seat)

    def _sit(self, seat: int) -> None:
        """Take a seat, and give the others to the opponents in their order."""
        if seat == self.seat:
            return
        self.seat = seat
        order: list[Player | None] = [*self.opponents[:seat], None, *self.opponents[seat:]]
        self.desk.play.seat_players(order)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """A new game, played to the learner's first question. The same seed and actions give the same game."""
        super().reset(seed=seed)
        if self.chosen_seat == RANDOM_SEAT:
            self._sit(int(self.np_random.integers(self.desk.seats)))
        play = self.desk.play
        play.begin(int(self.np_random.integers(1 << 31)))
        while play.game.asked == OVER:  # the learner was never asked
            play.begin(int(self.np_random.integers(1 << 31)))
        return self._shown()

    def _shown(self) -> tuple[Any, dict[str, Any]]:
        asked = bool(self.desk.engine.asked == self.seat)
        info = self.desk.info()
        if "action_mask" in info and not asked:
            info["action_mask"] = self.desk.mask(False)
        info["seat"] = self.seat
        if self.render_mode == "human":
            self.render()
        return self.desk.observe(self.seat, asked), info

    def step(self, action: np.int64 | int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The learner's answer; then the opponents play until he is asked again or the game is over."""
        play = self.desk.play
        if play.game.asked != self.seat:
            raise RuntimeError("the game is over, or has not begun: call reset")
        ended = False
        if not self.desk.act(int(action)):
            play.forfeit(self.seat, self.illegal_reward)
            ended = True
        ended = ended or bool(play.game.asked == OVER)
        observation, info = self._shown()
        if ended:
            info["scores"] = [int(play.game.score_of(seat)) for seat in range(self.desk.seats)]
        return observation, float(play.rewards[self.seat]), ended, False, info

    # -- other views --------------------------------------------------------------------------------------------------

    def action_masks(self) -> Mask:
        """A byte for every action: 1 if it is an answer now. The name is the one that sb3-contrib asks for."""
        return self.desk.mask(bool(self.desk.engine.asked == self.seat))

    def candidates(self) -> Numbers:
        """The answers as rows of numbers: ``bastida.env.FEATURES``."""
        return self.desk.candidates()

    def graph(self) -> GraphArrays:
        """What the learner sees, as a graph of tiles and regions."""
        return self.desk.graph(self.seat)

    def render(self) -> Any:
        """The table in the render mode this environment was made with."""
        return render(self.render_mode, self.setup, self.desk.engine)

    def close(self) -> None:
        """Let go of opponents that are programs."""
        for player in self.opponents:
            player.close()


if ID not in registry:
    register(ID, entry_point="bastida.env.single:GameEnv")
