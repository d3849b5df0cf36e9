"""What must not matter: the compass, the numbering of seats, what the dealer knows, parts that nobody uses."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

import bastida
from bastida import COMPILED, Game
from bastida.kernel.codes import DEALER, OP_PLACE, OVER, RUN
from bastida.kernel.engine import Engine
from bastida.table.dealer import Event, SeededDealer
from bastida.table.setup import Setup, make_setup
from tests.properties.columns import columns
from tests.properties.games import play_random
from tests.properties.setups import random_setup

GAMES = 20 if COMPILED else 6


@contextmanager
def start_turned(setup: Setup, turns: int) -> Iterator[Engine]:
    """A game whose start tile lies turned."""
    rules = setup.rules()
    rules.start_turns = turns
    try:
        yield setup.engine()
    finally:
        rules.start_turns = 0


def turned(a: Engine, b: Engine, option: int) -> int:
    """An answer of the one game as an answer of the other, whose table is turned a quarter clockwise."""
    if a.owner() == 0 and a.routine() == RUN and a.op() == OP_PLACE:
        cell, turns = option >> 2, option & 3
        x, y = a.board.x(cell), a.board.y(cell)
        return int(b.board.cell(-y, x)) * 4 + (turns + 1) % 4
    return option


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_game_on_a_turned_table_is_the_same_game(seed: int) -> None:
    """Legal answers correspond one to one and all points are equal, at every question to the end."""
    rng = random.Random(seed)
    setup = random_setup(rng)
    while "river" in setup.elements:  # its first direction is fixed when the game is set up
        setup = random_setup(rng)
    a = setup.engine()
    with start_turned(setup, 1) as b:
        while a.asked != OVER:
            assert b.asked == a.asked
            options = a.list_options().numbers()
            assert sorted(turned(a, b, option) for option in options) == sorted(b.list_options().numbers())
            if a.asked == DEALER:
                assert [a.weight(option) for option in options] == [b.weight(option) for option in options]
            option = rng.choice(options)
            b.answer(turned(a, b, option))
            a.answer(option)
            assert list(a.points) == list(b.points)
            assert list(a.figures.supply) == list(b.figures.supply)
        assert b.asked == OVER


def shifted(text: str, seats: int) -> str:
    """An answer that speaks of players, with everybody one chair further."""
    return re.sub(r"player (\d+)", lambda found: f"player {int(found[1]) % seats + 1}", text)


@pytest.mark.parametrize("seed", range(GAMES))
def test_renaming_the_seats_renames_the_results(seed: int) -> None:
    """The same game with everybody one chair further, who begins included."""
    rng = random.Random(seed)
    setup = random_setup(rng)
    while "scout" in setup.elements:  # its pieces are dealt to the seats in their order
        setup = random_setup(rng)
    seats = setup.seats
    a, b = Game(setup, None), Game(replace(setup, first=(setup.first + 1) % seats), None)
    while not a.over:
        assert a.decision is not None
        assert b.decision is not None
        assert b.decision.seat == (None if a.decision.seat is None else (a.decision.seat + 1) % seats)
        options = [option.text for option in a.options()]
        assert sorted(shifted(text, seats) for text in options) == sorted(option.text for option in b.options())
        answer = rng.choice(options)
        a.play(answer)
        b.play(shifted(answer, seats))
        for seat in range(seats):
            assert a.engine.score_of(seat) == b.engine.score_of((seat + 1) % seats)
    assert b.over


def test_names_and_colours_are_only_names() -> None:
    game = play_random(make_setup("plus", players=["Ana", "Luis", "Eva"], colours=["black", "green", "pink"]), 6, thorough=0)
    other = bastida.new_game("plus", players=["Eva", "Ana", "Luis"], seed=6)
    for step in game.steps:
        if step.seat is not None:
            other.play(step.text)
    assert list(game.scores().values()) == list(other.scores().values())
    assert list(other.scores()) == ["Eva", "Ana", "Luis"]


class Told:
    """Deals what it was told, then as it likes."""

    def __init__(self, told: list[str], plan: str) -> None:
        self.told, self.rest = told, SeededDealer(plan)

    def choose(self, event: Event) -> int:
        if event.number < len(self.told):
            return list(event.names).index(self.told[event.number])
        return self.rest.choose(event)


@pytest.mark.parametrize("seed", range(GAMES))
def test_what_the_dealer_knows_changes_nothing_that_is_shown(seed: int) -> None:
    """Two games, equal so far, whose dealers have different plans: equal questions, answers and views for every seat."""
    rng = random.Random(seed)
    setup = random_setup(rng)
    first = play_random(setup, seed, thorough=0)
    told = [step.text for step in first.steps if step.seat is None][:40]
    one, other = (Game(setup, Told(told, plan)) for plan in ("one", "another"))
    for step in first.steps:
        if sum(step.seat is None for step in one.steps) >= len(told) or one.over:
            break
        if step.seat is not None:
            assert one.decision == other.decision
            assert one.options() == other.options()
            if rng.random() < 0.2:
                for seat in (None, *range(setup.seats)):
                    assert one.view(seat) == other.view(seat)
            one.play(step.text)
            other.play(step.text)


def test_BASE_15_without_farmers_nothing_else_changes() -> None:
    """The same game with and without farmers, as long as nobody uses them: all other answers are the same."""
    for seed in range(4):
        rng = random.Random(seed)
        with_farmers, without = Game(make_setup("plus"), None), Game(make_setup("plus", without=["farmers"]), None)
        while not with_farmers.over:
            assert with_farmers.decision is not None
            options = [option for option in with_farmers.options() if not option.text.startswith("follower field")]
            if with_farmers.decision.kind == "figure" and [option.text for option in options] == ["pass"]:
                assert without.decision is None or without.decision.kind != "figure"  # only a farmer was possible
                with_farmers.play("pass")
                continue
            assert with_farmers.decision == without.decision
            assert with_farmers.scores() == without.scores()
            assert [option.text for option in options] == [option.text for option in without.options()]
            answer = rng.choice(options).text
            with_farmers.play(answer)
            without.play(answer)
        assert without.over
        assert with_farmers.scores() == without.scores()


# Elements that live on the symbols of their tiles.
ON_TILES = ("inns", "goods", "flying", "ferries", "gold", "mage", "robbers", "circles", "tower", "king")
COMMON = ("asked", "seat", "turn", "part", "points", "run_kind", "run_slot")


@pytest.mark.parametrize("element", ON_TILES)
def test_BASE_116_an_element_without_its_tiles_changes_no_answer_and_no_common_column(element: str) -> None:
    a, b = make_setup("plus").engine(), make_setup("plus", elements=["farmers", element]).engine()
    rng = random.Random(element)
    while a.asked != OVER:
        options = a.list_options().numbers()
        assert options == b.list_options().numbers()
        one, other = columns(a), columns(b)
        for name in one:
            if name in COMMON or name.startswith(("board.", "regions.")):
                assert one[name] == other[name], name
        answer = rng.choice(options)
        a.answer(answer)
        b.answer(answer)
    assert b.asked == OVER
    if element != "king":  # the King looks at the cities of any tiles
        assert list(a.points) == list(b.points)


def test_a_seat_is_only_shown_its_own_answers() -> None:
    game = bastida.new_game("plus", players=3, seed=1)
    for seat in (None, 0, 1, 2):
        asked = game.view(seat)["decision"]
        assert bool(asked["options"]) == (seat == game.seat)
