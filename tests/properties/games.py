"""Random games with checks on the way, and what is needed to tell about one that failed."""

from __future__ import annotations

import random
from collections.abc import Callable

import bastida
from bastida import Game, Option
from bastida.table.setup import Setup
from tests.properties.checks import check
from tests.properties.setups import describe

ANSWERS_AT_MOST = 5000  # no game of the family is anywhere near it


class Failed(AssertionError):
    """A check failed, or the engine broke: the set-up and the answers that lead there."""

    def __init__(self, setup: Setup, answers: list[str], error: BaseException) -> None:
        self.setup, self.answers, self.error = setup, answers, error
        super().__init__(f"{type(error).__name__}: {error}\n{reproduction(setup, answers)}")


def reproduction(setup: Setup, answers: list[str]) -> str:
    """A few lines of Python that lead to the position."""
    lines = [f"game = Game({describe(setup)}, None)", f"for answer in {answers!r}:", "    game.play(answer)"]
    return "\n".join(lines)


def choose(game: Game, rng: random.Random) -> Option:
    """Mostly anything; now and then the answer, of a few, that gives the most points, so that features get closed."""
    options = game.options()
    if len(options) > 1 and rng.random() < 0.3:
        some = rng.sample(options, min(4, len(options)))
        return max(some, key=lambda option: (_points_after(game, option), option.text != "pass"))
    return rng.choice(options)


def _points_after(game: Game, option: Option) -> int:
    engine = game.engine.copy()
    engine.answer(option.number)
    return sum(int(engine.score_of(seat)) for seat in range(game.setup.seats))


def play_random(
    setup: Setup,
    seed: int,
    *,
    thorough: float = 0.03,
    always: bool = True,
    each: Callable[[Game], None] | None = None,
) -> Game:
    """A random game to its end. ``thorough``: the share of questions at which everything is checked."""
    rng = random.Random(seed)
    game = bastida.new_game(setup, seed=seed)
    try:
        while not game.over:
            everything = rng.random() < thorough
            if always or everything:
                check(game, thorough=everything)
            if each is not None:
                each(game)
            game.play(choose(game, rng))
            assert len(game.steps) < ANSWERS_AT_MOST, "the game does not end"
        check(game)
    except Exception as error:
        raise Failed(setup, [step.text for step in game.steps], error) from error
    return game


def replay(setup: Setup, answers: list[str]) -> Game:
    """The position after these answers, chance included."""
    game = Game(setup, None)
    for answer in answers:
        game.play(answer)
    return game
