"""An OpenSpiel game: ``pyspiel.load_game("bastida", {"game": "plus", "players": 2})`` after importing this module.

Chance is explicit: every draw, roll and message is a chance node with its true odds. Actions are those of ``bastida.env``.
"""
# not compiled: a subclass of somebody else's

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]

from bastida.env.desk import bytes_in, layout_of
from bastida.env.encoding import Answers, Encoding
from bastida.env.playing import share_out
from bastida.env.sheets import bytes_of
from bastida.env.watching import Sight
from bastida.kernel.codes import DEALER, OVER
from bastida.kernel.engine import Engine
from bastida.players.foreign import seen
from bastida.players.references import lead
from bastida.record import position
from bastida.table.packing import Numbers, engine_of, numbers
from bastida.table.setup import Setup, make_setup

NAME = "bastida"
DEFAULTS = {"game": "plus", "players": 2, "sets": "", "without": "", "reward": "win"}
LEAST_OUTCOMES = 64  # of one chance node, if there are fewer kinds of tile
ANSWERS_A_TILE = 40  # many times the most ever seen
MOST_MARGIN = 5000.0


def type_of(reward: str) -> pyspiel.GameType:
    zero_sum = reward == "win"
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Bastida: Carcassonne, Hunters and Gatherers",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if zero_sum else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=6,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


class Held:
    """An engine that states share when they are cloned: a deep copy is one of its own, and it goes to other processes."""

    def __init__(self, setup: Setup, engine: Engine) -> None:
        self.setup = setup
        self.engine = engine

    def __deepcopy__(self, memo: dict[int, Any]) -> Held:
        return Held(self.setup, self.engine.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        return (held_again, (self.setup, numbers(self.engine)))


def held_again(setup: Setup, state: Numbers) -> Held:
    """An engine that comes from another process."""
    return Held(setup, engine_of(setup.rules(), state))


class BastidaGame(pyspiel.Game):  # type: ignore[misc]
    """A set-up as a game of OpenSpiel. ``sets`` and ``without`` are lists of names with commas between them."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        reward = str(given["reward"])
        if reward not in ("win", "margin"):
            raise ValueError(f"reward is win or margin, not {reward!r}")
        sets, without = ([word for word in str(given[name]).split(",") if word] for name in ("sets", "without"))
        self.setup: Setup = make_setup(str(given["game"]), sets=sets, without=without, players=int(given["players"]))
        self.reward = reward
        rules = self.setup.rules()
        self.encoding = Encoding(rules)
        self.layout = layout_of(self.setup, 0)
        self.answers = Answers(self.encoding, bytes_of(self.encoding.size), 0)
        self.start = self.setup.engine()
        self.outcomes = max(len(rules.tiles), LEAST_OUTCOMES)
        self.sight_memory = bytes_of(self.layout.size)
        self.sight = Sight(self.layout, self.sight_memory, 0)
        most = 1.0 if reward == "win" else MOST_MARGIN
        info = pyspiel.GameInfo(
            num_distinct_actions=int(self.encoding.size),
            max_chance_outcomes=self.outcomes,
            num_players=self.setup.seats,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0 if reward == "win" else None,
            max_game_length=ANSWERS_A_TILE * int(rules.tile_room),
        )
        super().__init__(type_of(reward), info, dict(params or {}))

    def new_initial_state(self, text: str | None = None) -> BastidaState:
        """A game at its first question, which may be one of chance."""
        return BastidaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> BastidaObserver:
        """What a seat sees, as planes and as a position in text."""
        if params:
            raise ValueError(f"observers have no parameters: {params}")
        return BastidaObserver(self)

    def observation_tensor_shape(self) -> list[int]:
        return list(self.layout.shape)


class BastidaState(pyspiel.State):  # type: ignore[misc]
    """A game under way."""

    def __init__(self, game: BastidaGame) -> None:
        super().__init__(game)
        self.held = Held(game.setup, game.start.copy())

    @property
    def engine(self) -> Engine:
        """The integers underneath."""
        return self.held.engine

    def current_player(self) -> int:
        asked = int(self.engine.asked)
        if asked == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if asked == DEALER else asked

    def _answers(self) -> Answers:
        game: BastidaGame = self.get_game()
        game.answers.fill(self.engine)
        return game.answers

    def _legal_actions(self, player: int) -> list[int]:
        """The action numbers, smallest first."""
        return sorted(number for number in self._answers().numbers() if number >= 0)

    def _chances(self) -> dict[int, int]:
        """The outcomes of chance, with the engine's number of each: that itself, or its place where numbers are too large."""
        limit: int = self.get_game().outcomes
        found = self.engine.list_options().numbers()
        if all(0 <= number < limit for number in found):
            return {number: number for number in found}
        return dict(enumerate(found))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What may come, and how likely it is."""
        weights = {outcome: int(self.engine.weight(number)) for outcome, number in self._chances().items()}
        total = sum(weights.values())
        return [(outcome, weight / total) for outcome, weight in sorted(weights.items()) if weight]

    def _apply_action(self, action: int) -> None:
        engine = self.engine
        if engine.asked == DEALER:
            engine.answer(self._chances()[action])
            return
        answers = self._answers()
        place = answers.find(action)
        if place < 0:
            raise ValueError(f"action {action} is not among the answers")
        engine.answer(engine.list_options().items[place])

    def _action_to_string(self, player: int, action: int) -> str:
        game: BastidaGame = self.get_game()
        options = seen(game.setup, self.engine).options()
        if self.engine.asked == DEALER:
            wanted = self._chances().get(action, -1)
            return next((option.text for option in options if option.number == wanted), str(action))
        place = int(self._answers().find(action))
        return options[place].text if 0 <= place < len(options) else str(game.encoding.explain(action))

    def is_terminal(self) -> bool:
        return bool(self.engine.asked == OVER)

    def returns(self) -> list[float]:
        """What each seat has won; nothing before the end."""
        game: BastidaGame = self.get_game()
        found = [0.0] * game.setup.seats
        if self.engine.asked == OVER:
            if game.reward == "win":
                share_out(self.engine, found)
            else:
                found = [float(lead(self.engine, seat)) for seat in range(game.setup.seats)]
        return found

    def __str__(self) -> str:
        game: BastidaGame = self.get_game()
        return str(position(seen(game.setup, self.engine)))


class BastidaObserver:
    """The planes of ``bastida.env`` as a tensor, and the position as text; for OpenSpiel's observers."""

    def __init__(self, game: BastidaGame) -> None:
        self.game = game
        self.tensor = np.zeros(game.layout.size, np.float32)
        self.dict = {"observation": self.tensor.reshape(game.layout.shape)}

    def set_from(self, state: BastidaState, player: int) -> None:
        """What a seat sees now."""
        self.game.sight.look(state.engine, player)
        self.tensor[:] = bytes_in(self.game.sight_memory)

    def string_from(self, state: BastidaState, player: int) -> str:
        """The position as text, which holds all that anybody knows."""
        return str(state)


def register() -> None:
    """Make the game known to OpenSpiel; importing this module does it."""
    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(type_of("win"), BastidaGame)


register()
