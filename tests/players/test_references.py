"""The reference opponents: they play everything, answer the same to the same, and do what their descriptions say."""

from __future__ import annotations

import time

import pytest

import bastida
from bastida.arena.bags import Bag
from bastida.arena.endings import after, ending, values
from bastida.arena.match import Match, play_bag
from bastida.kernel.codes import DEALER, OVER
from bastida.kernel.engine import Engine
from bastida.players.appraiser import Appraiser
from bastida.players.player import Player
from bastida.players.ranking import Raider, Ranking
from bastida.players.references import Greedy, Playouts, Random, at_hand, ended, lead
from bastida.players.registry import make_player
from bastida.players.styles import Blocker, Farmer, Hoarder
from bastida.record.positions import state_hash
from bastida.table.setup import Setup, make_setup, presets

REFERENCES: dict[str, Player] = {
    "random": Random("random"),
    "greedy": Greedy("greedy"),
    "ranking": Ranking("ranking"),
    "appraiser": Appraiser("appraiser"),
    "appraiser, faithful": Appraiser("appraiser", faithful=True),
    "raider": Raider("raider"),
    "farmer": Farmer("farmer"),
    "blocker": Blocker("blocker"),
    "hoarder": Hoarder("hoarder"),
    "playouts": Playouts("playouts", 3),
}


def played(setup: Setup, seed: int, turns: int) -> Engine:
    """A random game up to a turn, at a question to a player."""
    game, bag, player = setup.engine(), Bag(seed), Random("r")
    while game.asked != OVER and (game.asked == DEALER or game.turn < turns):
        game.answer(bag.choose(game) if game.asked == DEALER else player.choose(game, seed + int(game.turn)))
    return game


@pytest.mark.parametrize("name", REFERENCES)
@pytest.mark.parametrize("preset", presets())
def test_they_play_every_preset_and_change_nothing_while_they_think(preset: str, name: str) -> None:
    setup = make_setup(preset, players=2)
    player = REFERENCES[name]
    for turn in (3, 30):
        game = played(setup, 5, turn)
        for step in range(6):
            if game.asked == OVER:
                break
            if game.asked == DEALER:
                game.answer(Bag(step).choose(game))
                continue
            before = state_hash(setup, game)
            answer = int(player.choose(game, 9))
            assert game.list_options().has(answer)
            assert state_hash(setup, game) == before
            assert int(player.choose(game, 9)) == answer
            game.answer(answer)


@pytest.mark.parametrize("name", [name for name in REFERENCES if name != "random"])
def test_they_play_with_five_players(name: str) -> None:
    game = played(make_setup("plus-big", players=5), 2, 20)
    assert game.list_options().has(int(REFERENCES[name].choose(game, 1)))


def best_turn(game: Engine, seat: int) -> float:
    """All that a seat may do in its turn, tried without any cleverness."""
    if game.asked != seat:
        return float(lead(ended(game), seat) + at_hand(game, seat))
    return max(best_turn(after(game, option), seat) for option in game.list_options().numbers())


@pytest.mark.parametrize("seed", range(4))
def test_greedy_takes_the_best_of_a_whole_turn(seed: int) -> None:
    game = played(make_setup("plus"), seed, 12 + seed)
    player = Greedy("greedy")
    answer = player.choose(game, seed)
    assert best_turn(after(game, int(answer)), int(game.asked)) == best_turn(game, int(game.asked))
    assert player.thought is not None
    assert player.thought.margin == best_turn(game, int(game.asked))


def test_a_follower_at_hand_is_worth_a_point_to_greedy() -> None:
    game = bastida.new_game("plus-first-game", players=2, draws=["V"], seed=1)
    game.play("1,0 r0")
    thief = next(option for option in game.options() if "road" in option.text)
    player = Greedy("greedy")
    stood, passed = after(game.engine, thief.number), after(game.engine, game.find("pass").number)
    assert lead(ended(stood), 0) == 2  # a road of two tiles
    assert player.value(stood, 0) - player.value(passed, 0) == 2 - 1


def test_greedy_beats_random_every_time() -> None:
    for bag in range(3):
        for result in play_bag(Match(("greedy", "random"), seed=7), bag):
            assert result.points[0] > result.points[1] + 20


def test_ranking_prefers_a_city_that_can_be_closed() -> None:
    """With three sides given and no tile left that fits, a hole is dead and its feature will never be completed."""
    game = make_setup("plus").engine()
    player = Ranking("ranking")
    player.look(game)
    board = game.board
    opening = 0
    for need in range(game.rules.needs):
        if player.wild[need] < 2:
            board.open_need[opening] = need
            player.remains[need] = -1
            left = player.count_fitting(game, need)
            chance = player.chance_of(game, int(board.open_cell[opening]))
            assert chance == (1.0 if left >= 2 else 1 - 0.5**left)


def biggest_city(game: bastida.Game) -> bastida.Feature:
    cities = [feature for feature in game.features() if feature.kind == "city" and not feature.completed]
    return max(cities, key=lambda feature: feature.worth)


def worth_after(game: bastida.Game, option: bastida.Option) -> int:
    trial = game.copy()
    trial.play(option)
    return biggest_city(trial).worth


def merged(mine: int, theirs: int) -> Engine:
    """A long open city in a study, with so many followers of mine and of theirs in it."""
    game = bastida.new_game("plus", players=["Ana", "Luis"], study=True)
    for _ in range(6):
        game.play("G")
        game.play(max(game.options(), key=lambda option: worth_after(game, option)))
        game.play("pass")
    city = biggest_city(game)
    assert city.worth == 7
    for number in range(mine):
        game.arrange(0, "follower", city.segments[number])
    for number in range(theirs):
        game.arrange(1, "follower", city.segments[-1 - number])
    return game.engine


@pytest.mark.parametrize(("mine", "theirs", "raids"), [(0, 1, False), (1, 0, False), (1, 2, False), (1, 1, True), (2, 1, True)])
def test_the_raider_counts_a_big_city_shared_with_a_rival_twice(mine: int, theirs: int, raids: bool) -> None:
    game = merged(mine, theirs)
    raider, ranking = Raider("raider"), Ranking("ranking")
    raider.look(game)
    ranking.look(game)
    more = raider.value(game, 0) - ranking.value(game, 0)
    assert (more >= 6) if raids else more == 0


@pytest.mark.parametrize("number", range(3))
def test_playouts_find_the_best_last_tile(number: int) -> None:
    """With the bag empty there is nothing left to guess: the best answer must come out."""
    game = ending("plus-first-game", number, 1)
    while game.asked == DEALER or sum(int(game.piles.size(pile)) for pile in game.rules.stock) > 0:
        game.answer(game.list_options().numbers()[0])
    worth = values(game)
    assert worth[int(Playouts("p", 40 * len(worth)).choose(game, 1))] == max(worth.values())


def test_playouts_obey_their_deadline() -> None:
    game = played(make_setup("plus"), 1, 5)
    player = Playouts("p", 10**9)
    player.deadline = time.monotonic() + 0.05
    began = time.monotonic()
    assert game.list_options().has(int(player.choose(game, 1)))
    assert time.monotonic() - began < 2
    assert player.thought is not None
    assert player.thought.nodes >= 1
    assert 0 < player.thought.chance < 1


@pytest.mark.parametrize("name", [*(name for name in REFERENCES if name != "random"), "evaluator"])
def test_players_of_one_turn_answer_at_their_deadline_with_the_best_so_far(name: str) -> None:
    """With no time left they have tried one answer; that is the first of all, and not the one that they like best."""
    player = make_player(name) if name == "evaluator" else REFERENCES[name]
    games = [game for seed in range(1, 9) if (game := played(make_setup("plus"), seed, 40)).asked >= 0]
    liked = [int(player.choose(game, 1)) for game in games]
    try:
        player.deadline = 0.001  # long ago
        hurried = [int(player.choose(game, 1)) for game in games]
    finally:
        player.deadline = 0.0
    assert all(game.list_options().has(answer) for game, answer in zip(games, hurried, strict=True))
    assert hurried != liked
    assert [int(player.choose(game, 1)) for game in games] == liked
