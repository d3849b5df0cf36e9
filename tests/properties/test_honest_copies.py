"""Copies know nothing of what is to come; a game that goes to another process is the same game there."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec
from multiprocessing import get_context

import pytest

import bastida
from bastida import COMPILED, Game
from bastida.arena.spread import ray_cluster
from bastida.kernel.chance import Rng
from bastida.kernel.engine import Engine
from tests.properties.games import choose
from tests.properties.setups import random_setup
from tests.properties.test_copies import state
from tests.rules.study import lay, study

GAMES = 16 if COMPILED else 6


def played(turns: int, seed: int = 8, **more: object) -> Game:
    """A game some turns on, with somebody about to lay a tile."""
    game = bastida.new_game("plus", seed=seed, **more)  # type: ignore[arg-type]
    rng = random.Random(seed)
    while game.turn <= turns:
        game.play(choose(game, rng))
    return game


def to_come(game: Game, draws: int = 12) -> list[str]:
    """The tiles that are drawn next, if nobody places a figure."""
    found = len(game.steps)
    while sum(step.kind == "draw" for step in game.steps[found:]) < draws and not game.over:
        game.play("pass" if game.decision is not None and game.decision.kind == "figure" else game.options()[0])
    return [step.text for step in game.steps[found:] if step.kind == "draw"]


@pytest.mark.parametrize("draws", [[], list("EUVRUVEWDDKJUVE")], ids=["seeded", "stacked"])
@pytest.mark.parametrize("copied", [Game.copy, copy.copy, copy.deepcopy])
def test_a_copy_deals_anew(copied: Callable[[Game], Game], draws: list[str]) -> None:
    game = played(3, draws=draws)
    futures = [to_come(copied(game)) for _ in range(6)]
    assert len({tuple(future) for future in futures}) == 6
    assert to_come(game.copy(same_future=True)) == to_come(game)
    assert all(future != to_come(played(3, draws=draws)) for future in futures)


def test_what_a_copy_is_dealt_comes_from_what_is_left_as_often_as_it_should() -> None:
    """A kind with more copies left comes more often; one of which none is left never does."""
    game = played(30)
    left = next(pile["mixed"] for pile in game.view(None)["piles"] if pile["name"] == "stock")
    found = Counter(to_come(game.copy(), 1)[0] for _ in range(600))
    assert set(found) <= set(left)
    for tile, count in left.items():
        expected = 600 * count / sum(left.values())
        assert abs(found[tile] - expected) < 6 * expected**0.5 + 2


def test_a_copy_of_a_copy_taken_back_is_dealt_anew_too() -> None:
    game = played(4)
    futures = set()
    for _ in range(5):
        again = game.copy().copy()
        again.rewind(2)
        again.deal()
        futures.add(tuple(to_come(again)))
    assert len(futures) == 5


def test_a_world_is_fixed_by_its_own_seed() -> None:
    game = played(4)
    before = state(game)
    assert to_come(game.determinise(1)) == to_come(game.determinise(1))
    assert len({tuple(to_come(game.determinise(seed))) for seed in range(6)}) == 6
    assert to_come(game.determinise("mine").copy(same_future=True)) == to_come(game.determinise("mine"))
    assert state(game) == before


def test_a_game_without_a_dealer_is_dealt_on_only_in_a_world() -> None:
    waiting = bastida.from_position(bastida.position(bastida.new_game("plus", seed=1)))
    while waiting.decision is not None and waiting.decision.seat is not None:
        waiting.play(waiting.options()[0])
    assert waiting.decision is not None and waiting.copy().decision == waiting.decision
    decision = waiting.determinise(2).decision
    assert decision is not None and decision.seat is not None


# -- the same game elsewhere ----------------------------------------------------------------------------------------------


def there_and_back(game: Game) -> Game:
    found = pickle.loads(pickle.dumps(game))
    assert isinstance(found, Game)
    return found


def same_to_the_end(game: Game, other: Game, rng: random.Random) -> None:
    while True:
        if game.over or rng.random() < 0.1:
            assert state(other) == state(game)
        if game.over:
            break
        option = choose(game, rng)
        game.play(option)
        other.play(option)
    assert game == other
    assert [entry.arithmetic() for entry in game.ledger] == [entry.arithmetic() for entry in other.ledger]
    assert vars(game.before_end() or 0).keys() == vars(other.before_end() or 0).keys()


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_pickled_game_goes_on_as_the_same_game(seed: int) -> None:
    rng = random.Random(seed)
    game = bastida.new_game(random_setup(rng), seed=seed)
    for _ in range(rng.randrange(120)):
        if not game.over:
            game.play(choose(game, rng))
    other = there_and_back(game)
    assert other == game
    for steps in (len(game.steps) // 2, 0):
        one, two = game.copy(same_future=True), there_and_back(game)
        one.rewind(steps)
        two.rewind(steps)
        assert state(one) == state(two)
    same_to_the_end(game, other, rng)


def test_a_game_that_was_arranged_by_hand_can_be_pickled_and_taken_back() -> None:
    game = study("plus", players=2)
    lay(game, "U(1,0)r1 : red pass")
    game.arrange("blue", "follower", "1,0 road E")
    game.credit("red", 17)
    lay(game, "U(2,0)r1 : blue pass")
    other = there_and_back(game)
    assert other == game
    for _ in range(2):
        game.undo()
        other.undo()
        assert state(other) == state(game)
    assert other.scores()["Red"] == 17


def test_a_game_from_a_position_can_be_pickled() -> None:
    rng = random.Random(2)
    game = bastida.from_position(bastida.position(played(9)), seed=5)
    for _ in range(7):
        game.play(choose(game, rng))
    other = there_and_back(game)
    game.rewind(0)
    again = there_and_back(other)
    again.rewind(0)
    assert again == game
    game = there_and_back(other)
    same_to_the_end(game, other, rng)


def test_a_game_that_is_over_keeps_its_ledger_and_the_table_before_the_end() -> None:
    game = played(71)
    while not game.over:
        game.play(game.options()[0])
    other = there_and_back(game)
    assert other.over and other == game
    assert [(entry.source, entry.points, entry.clause) for entry in other.ledger] == [
        (entry.source, entry.points, entry.clause) for entry in game.ledger
    ]
    one, two = game.before_end(), other.before_end()
    assert one is not None and one == two


def test_answers_and_entries_can_be_pickled() -> None:
    for seed in range(4):
        rng = random.Random(seed)
        game = bastida.new_game("todo", players=3, seed=seed)
        while not game.over:
            options = game.options()
            assert [(option, option.text, option.module) for option in pickle.loads(pickle.dumps(options))] == [
                (option, option.text, option.module) for option in options
            ]
            assert copy.deepcopy(options) == options
            game.play(choose(game, rng))
        assert [vars_of(entry) for entry in pickle.loads(pickle.dumps(game.ledger))] == [
            vars_of(entry) for entry in game.ledger
        ]
        if not COMPILED:
            break


def vars_of(entry: object) -> dict[str, object]:
    return {name: getattr(entry, name) for name in dir(entry) if not name.startswith("_") and name != "arithmetic"}


def looked_at(game: Game) -> tuple[int, str, list[str]]:
    """What another process finds: where the game stands, and what its own dealer brings next."""
    return bastida.position_hash(game), repr(game), to_come(game)


@pytest.mark.parametrize("copied", [Engine.copy, copy.copy, copy.deepcopy])
def test_an_engine_is_copied_whole_however_it_is_copied(copied: Callable[[Engine], Engine]) -> None:
    game = played(9)
    before, engine = state(game), copied(game.engine)
    assert engine.rules is game.engine.rules and engine.position_hash() == game.engine.position_hash()
    engine.play_random(Rng(1))
    assert state(game) == before


def test_an_engine_goes_nowhere_without_its_game() -> None:
    with pytest.raises(TypeError, match="pickle the game"):
        pickle.dumps(played(2).engine)


def test_games_go_to_other_processes() -> None:
    games = [played(turns) for turns in (1, 5, 20)]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        found = list(pool.map(looked_at, games))
    assert found == [looked_at(game) for game in games]


@pytest.mark.slow
@pytest.mark.skipif(find_spec("ray") is None, reason="ray is not installed: pip install ray")
@pytest.mark.filterwarnings("ignore")  # of Ray's own making
def test_games_go_to_ray() -> None:
    games = [played(turns) for turns in (1, 5, 20)]
    assert list(ray_cluster()(looked_at, games)) == [looked_at(game) for game in games]


# -- which game is which --------------------------------------------------------------------------------------------------


def test_games_are_equal_if_the_same_people_gave_the_same_answers() -> None:
    game = played(5)
    assert game == game.copy() == game.copy(same_future=True) == there_and_back(game)
    assert game == played(5, seed=8) != played(5, seed=9)
    assert game != played(6) and game != "game"
    other = game.copy()
    other.play(other.options()[0])
    assert other != game
    other.undo()
    assert other == game
    assert bastida.new_game("plus", players=["Ana", "Luis"], draws="E", seed=1) != bastida.new_game("plus", draws="E", seed=1)
    with pytest.raises(TypeError, match="unhashable"):
        hash(game)


def test_studies_are_equal_only_if_they_were_arranged_alike() -> None:
    one, two = study("plus", players=2), study("plus", players=2)
    assert one == two
    one.credit("red", 3)
    assert one != two
    two.credit("red", 3)
    assert one == two


def test_a_game_says_in_a_word_where_it_stands() -> None:
    game = bastida.new_game("plus", players=["Ana", "Luis"], draws=["E"], seed=7)
    assert repr(game) == "<Game plus, turn 1: Ana 0, Luis 0; tile for Ana>"
    assert "7" not in repr(bastida.new_game("plus", seed=7777777))
    while not game.over:
        game.play(game.options()[0])
    assert repr(game).endswith("; over>")
