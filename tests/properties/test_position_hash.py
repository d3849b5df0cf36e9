"""The number of a position: one for each position, wherever and however a game got there."""

from __future__ import annotations

import os
import pickle
import random
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context

import pytest

import bastida
from bastida import Game
from bastida.kernel.engine import Engine
from bastida.table.setup import Setup, make_setup
from tests.perft.trees import positions
from tests.properties.canonical import canonical
from tests.properties.games import choose
from tests.properties.setups import random_setup
from tests.rules.study import lay, study

GAMES = 4
LEAVES = 20_000 if os.environ.get("BASTIDA_SOAK") else 1_200
PRESETS = sorted(bastida.presets())


class Numbered:
    """Positions seen, by number and by what they are: each has one of the other."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.words: dict[int, str] = {}
        self.numbers: dict[str, int] = {}

    def see(self, engine: Engine) -> int:
        number, words = engine.position_hash(), canonical(self.setup, engine)
        assert 0 <= number < 2**64
        assert self.words.setdefault(number, words) == words
        assert self.numbers.setdefault(words, number) == number
        return number


def walked(game: Game, rng: random.Random) -> list[int]:
    """The numbers of a game played to its end, and of what becomes of it on the way: copied, sent, taken back."""
    seen = Numbered(game.setup)
    numbers = [seen.see(game.engine)]
    while not game.over:
        here, steps = numbers[-1], len(game.steps)
        if rng.random() < 0.04:
            assert bastida.position_hash(game) == here
            assert bastida.position_hash(game.copy()) == game.engine.copy().position_hash() == here
            assert bastida.position_hash(pickle.loads(pickle.dumps(game))) == here
            assert bastida.position_hash(bastida.from_position(bastida.position(game))) == here
            trial = game.copy(same_future=True)
            trial.play(choose(trial, rng))
            assert bastida.position_hash(trial) != here
            trial.rewind(steps)
            assert bastida.position_hash(trial) == here
        game.play(choose(game, rng))
        numbers.append(seen.see(game.engine))
        assert numbers[-1] != here
    assert len(set(numbers)) == len(numbers)
    return numbers


@pytest.mark.parametrize("preset", PRESETS)
def test_a_position_has_one_number_and_a_number_one_position(preset: str) -> None:
    walked(bastida.new_game(preset, seed=1), random.Random(preset))


@pytest.mark.parametrize("seed", range(GAMES))
def test_so_it_is_with_any_set_up(seed: int) -> None:
    rng = random.Random(seed)
    walked(bastida.new_game(random_setup(rng), seed=seed), rng)


def replayed(text: str) -> list[int]:
    """The numbers of all positions of a record, the last one first."""
    game = bastida.Record.from_text(text).replay()
    numbers = [bastida.position_hash(game)]
    for steps in range(len(game.steps) - 1, -1, -1):
        game.rewind(steps)
        numbers.append(bastida.position_hash(game))
    return numbers


@cache
def records() -> list[str]:
    found = []
    for preset in PRESETS:
        game, rng = bastida.new_game(preset, seed=preset), random.Random(preset)
        for _ in range(70):
            game.play(rng.choice(game.options()))
        found.append(bastida.Record.from_game(game).to_text())
    return found


def test_a_record_replayed_in_another_process_goes_through_the_same_numbers() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert list(pool.map(replayed, records())) == [replayed(text) for text in records()]


def test_positions_of_different_set_ups_have_different_numbers() -> None:
    numbers = [bastida.new_game(preset, players=players, seed=1).engine for preset in PRESETS for players in (2, 3)]
    numbers += [bastida.new_game("plus", first=1, seed=1).engine, study("plus", players=2).engine]
    assert len({engine.position_hash() for engine in numbers}) == len(numbers)


def test_it_knows_seats_and_no_players() -> None:
    ana = bastida.new_game("plus", players=["Ana", "Luis"], colours=["green", "black"], draws=["E"], seed=1)
    eva = bastida.new_game("plus", players=["Eva", "Pau"], draws=["E"], seed=2)
    assert ana != eva and bastida.position_hash(ana) == bastida.position_hash(eva)


def test_a_position_has_the_same_number_interpreted_and_compiled() -> None:
    """Written down: whatever runs this test, it must find these. They change when the numbers of rules and tiles do."""
    game = bastida.new_game("plus", draws=["E", "V", "B"], seed=7)
    found = [bastida.position_hash(game)]
    game.play("0,-1 r2")
    game.play("follower city S")
    found.append(bastida.position_hash(game))
    for preset in ("todo", "hunters-scout"):
        found.append(bastida.position_hash(bastida.Record.from_text(records()[PRESETS.index(preset)]).replay()))
    assert tuple(found) == NUMBERS


NUMBERS = (729956518671310885, 13836973739978035112, 3705080931659493699, 16902388613345550550)


# -- ways to the same table -----------------------------------------------------------------------------------------------


def test_tiles_may_be_laid_in_any_order() -> None:
    def line(*moves: str) -> Game:
        game = study("plus", players=2)
        for move in moves:
            lay(game, move)
        return game

    east, west = "U(1,0)r1 : {0} pass", "U(-1,0)r1 : {0} pass"
    one, two = line(east.format("red"), west.format("blue")), line(west.format("red"), east.format("blue"))
    assert bastida.position(one) != bastida.position(two)
    assert bastida.position_hash(one) == bastida.position_hash(two)


def test_two_turns_of_a_real_game_may_change_places() -> None:
    def after(*answers: str) -> Game:
        game = Game(make_setup("plus", players=2), None)
        for answer in answers:
            game.play(answer)
        return game

    one = after("U", "1,0 r1", "pass", "V", "0,1 r0", "pass", "E", "0,-1 r2", "pass")
    two = after("E", "0,-1 r2", "pass", "V", "0,1 r0", "pass", "U", "1,0 r1", "pass")
    other = after("E", "0,-1 r2", "pass", "V", "0,1 r0", "pass", "U", "1,0 r3", "pass")
    assert one != two and bastida.position(one) != bastida.position(two)
    assert bastida.position_hash(one) == bastida.position_hash(two) != bastida.position_hash(other)


def test_figures_of_a_kind_may_come_in_any_order() -> None:
    games = []
    for places in (("1,0 field Nw", "1,0 road E"), ("1,0 road E", "1,0 field Nw")):
        games.append(study("plus", players=2))
        lay(games[-1], "U(1,0)r1 : red pass")
        for where in places:
            games[-1].arrange("red", "follower", where)
    one, two = games
    assert bastida.position(one) != bastida.position(two)
    assert bastida.position_hash(one) == bastida.position_hash(two)


def test_a_table_that_has_grown_is_numbered_like_one_that_has_not() -> None:
    """The grid doubles when a tile comes near its border, and every cell gets another number."""
    row = "; ".join(f"U({x},0)r1" for x in range(1, 20))
    game = study("plus", players=2)
    for move in row.split("; "):
        lay(game, f"{move} : red pass")
        game.turn_to("red")
    again = bastida.from_position(bastida.position(game))
    assert game.engine.board.width > 32
    assert bastida.position_hash(again) == bastida.position_hash(game)


# -- what counts ----------------------------------------------------------------------------------------------------------


def test_what_matters_for_play_changes_the_number() -> None:
    base = study("plus", players=2)
    lay(base, "U(1,0)r1 : red pass")
    numbers = [bastida.position_hash(base)]
    credited, arranged, turned = base.copy(), base.copy(), base.copy()
    credited.credit("red", 1)
    arranged.arrange("blue", "follower", "1,0 road E")
    turned.turn_to("red")
    numbers += [bastida.position_hash(game) for game in (credited, arranged, turned)]
    assert len(set(numbers)) == 4


COUNTERS = "turn part seat next_part part_barred stolen asked step_at run_kind run_source run_pile run_rights".split()
COLUMNS = "points columns figures.place piles.remaining piles.box board.tile_link stack".split()


@pytest.mark.parametrize("seed", range(2))
def test_every_single_number_of_a_state_counts(seed: int) -> None:
    """One number more or less, anywhere, is another position."""
    game, rng = bastida.new_game("todo", players=3, seed=seed), random.Random(seed)
    for _ in range(60 + seed):
        game.play(choose(game, rng))
    here = bastida.position_hash(game)
    numbers = {here}
    for name in COUNTERS:
        engine = game.engine.copy()
        setattr(engine, name, getattr(engine, name) + 1)
        numbers.add(engine.position_hash())
    assert len(numbers) == 1 + len(COUNTERS)
    for name in COLUMNS:
        part, _, own = name.rpartition(".")
        engine = game.engine.copy()
        held = getattr(getattr(engine, part) if part else engine, own)
        size = {"board.tile_link": int(engine.board.tiles), "stack": int(8 * engine.depth)}.get(name, len(held))
        for at in range(size):
            before = held[at]
            held[at] = 0 if before == -1 else before + (1 << 40) if own == "columns" else before + 1
            numbers.add(engine.position_hash())
            held[at] = before
        assert engine.position_hash() == here


# -- collisions -----------------------------------------------------------------------------------------------------------


def leaves(engine: Engine, seen: Numbered, left: int) -> int:
    """See every position of a tree, breadth first, until so many were seen."""
    rows = [engine]
    while rows and left > 0:
        following = []
        for one in rows:
            left -= 1
            seen.see(one)
            if left <= 0:
                break
            for option in one.list_options().numbers():
                copy = one.copy()
                copy.answer(option)
                following.append(copy)
                if len(following) >= left:
                    break
        rows = following
    return len(seen.words)


@pytest.mark.perft
@pytest.mark.parametrize("game", PRESETS)
def test_no_two_positions_of_a_tree_of_answers_share_a_number(game: str) -> None:
    """Each half alone is as good as chance: of 20,000 positions (soak), one tree in twenty has two that share it."""
    position = [position for position in positions() if position.game == game][-1].play()
    seen = Numbered(position.setup)
    count = leaves(position.engine, seen, LEAVES)
    assert count > 200
    for half in ({number >> 32 for number in seen.words}, {number % 2**32 for number in seen.words}):
        assert count - len(half) <= 3
    for bit in range(64):
        ones = sum(number >> bit & 1 for number in seen.words)
        assert abs(ones - count / 2) < 5 * (count / 4) ** 0.5
