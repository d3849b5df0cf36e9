"""Messages and robbers in random games, against a scoreboard that is kept by hand and payments read off the table."""

from __future__ import annotations

import random

import pytest

from bastida import COMPILED, Game
from bastida.table.setup import Setup, make_setup
from tests.oracle.messages import payments
from tests.oracle.track import Track
from tests.properties.checks import table_of
from tests.properties.games import choose

GAMES = 60 if COMPILED else 12
BATCH = 6
OTHERS = ("river", "abbot", "inns", "traders", "flying", "ferries", "gold", "mage", "circles", "tower", "king", "postman")


def some_setup(seed: int) -> Setup:
    rng = random.Random(seed)
    others = [name for name in OTHERS if rng.random() < rng.choice([0.1, 0.4])]
    mine = (["messages", "robbers"], ["messages", "robbers"], ["messages"], ["robbers"])[seed % 4]
    setup = make_setup("plus", sets=[*others, *mine], players=rng.randint(2, 5))
    if seed % 2:  # the doubts settled in any way
        switches = {switch.id: rng.choice(switch.values) for switch in setup.games.switches_of(setup.elements)}
        setup = make_setup("plus", sets=[*others, *mine], players=setup.seats, switches=switches)
    return setup


def play(setup: Setup, seed: int) -> tuple[Game, Track]:
    """A whole game in which chance, too, is answered here, so that every question is seen."""
    rng = random.Random(seed)
    game = Game(setup, None)
    track = Track(setup.seats, setup.first, setup.switches.get("dark_space") == "each time")
    while not game.over:
        track.follow(game)
        assert game.decision is not None
        if game.decision.kind == "message":
            messages_pay_what_the_table_says(game)
        options = game.options()
        if game.decision.seat is None:
            weights = [int(game.engine.weight(option.number)) for option in options]
            game.play(rng.choices(options, weights)[0])
        elif game.decision.kind == "robber":
            game.play(rng.choice(options))
        else:
            game.play(choose(game, rng))
    track.follow(game)
    return game, track


def messages_pay_what_the_table_says(game: Game) -> None:
    """Whichever message comes: it is offered if it has an object, and pays what the naive count says (MSG-22 to MSG-43)."""
    table = table_of(game)
    for number in range(1, 9):
        if number == 4 or str(number) not in [option.text for option in game.options()]:
            continue
        expected = payments(table, game.seat, number)
        drawn = game.copy()
        drawn.play(str(number))
        assert drawn.decision is not None
        texts = [option.text for option in drawn.options()]
        if number == 8:
            expected |= {text: 0 for text in texts if text.endswith(" tower")}  # in no feature (TOWER-R19)
        if expected:
            assert texts[0] == "2 points"
            assert set(texts[1:]) == set(expected), number
        else:
            assert drawn.decision.kind == "scoring figure"
            expected = {"": 2}
        for answer, points in expected.items():
            used = drawn.copy()
            before = len(used.ledger)
            if answer:
                used.play(answer)
            if points:
                used.play("messenger")
            assert used.ledger[before].points == points, (number, answer)


@pytest.mark.parametrize("first", range(0, GAMES, BATCH))
def test_MSG_10_to_MSG_16_and_ROBBER_20_to_ROBBER_31_whole_games_equal_the_scoreboard_kept_by_hand(first: int) -> None:
    messages = stolen = 0
    for seed in range(first, first + BATCH):
        game, track = play(some_setup(seed), seed)
        messages += track.due
        stolen += track.stolen
        assert sum(entry.points for entry in game.ledger) == sum(game.scores().values())
    if first == 0:  # not every few games draw a message and see a theft
        assert messages > 0
        assert stolen > 0
