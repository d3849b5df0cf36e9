"""Rules that never come to an end, or stumble: the answer fails, and the game is as it was before."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import bastida
from bastida import Game, StackedDeal, from_position, position
from bastida.kernel import shelf
from bastida.kernel.chance import Rng
from bastida.kernel.codes import MOST_ANSWERS, MOST_STEPS
from bastida.kernel.runaway import Runaway
from bastida.record import PositionError
from bastida.table.setup import add_expansion, make_setup
from tests.properties.columns import columns

ASK = "        game.ask(game.seat)\n"
POP = "        game.pop()\n"
LIST = "        out.add(DRINK)\n"
Spoil = Callable[[str, str], Path]


@pytest.fixture
def spoiled(outside: Path, tmp_path: Path) -> Iterator[Spoil]:
    """The small example with some of its lines changed for the worse."""

    def spoil(old: str, new: str) -> Path:
        folder = tmp_path / "wells"
        shutil.copytree(outside / "wells", folder)
        text = (folder / "rules.py").read_text(encoding="utf-8")
        assert text.count(old) == 1
        (folder / "rules.py").write_text(text.replace(old, new), encoding="utf-8")
        add_expansion(folder)
        return folder

    yield spoil
    shelf.take_off("wells")


def at_a_well(seed: int = 1) -> Game:
    """A game in which the next answer, or the one after it, has to do with a well."""
    rng = random.Random(seed)
    game = bastida.new_game("plus", sets=["wells"], seed=seed)
    while not (game.tile or "").startswith("We"):
        game.play(rng.choice(game.options()))
    return game


def everything(game: Game) -> tuple[object, ...]:
    ledger = [(entry.seat, entry.points, entry.source) for entry in game.ledger]
    return columns(game.engine), position(game), list(game.steps), ledger, game.scores(), list(map(str, game.options()))


def fails(game: Game, error: type[Exception]) -> Exception:
    """Play until something breaks; whatever it was, nothing has changed."""
    for _ in range(4):
        before = everything(game)
        text = str(game.options()[0])
        try:
            game.play(text)
        except error as found:
            assert everything(game) == before
            with pytest.raises(error):
                game.play(text)
            assert everything(game) == before
            return found
    raise AssertionError("nothing broke")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(ASK, "        pass\n", id="a task that neither asks nor ends"),
        pytest.param(ASK, "        game.push(self.index, 0, 0, 0, 0)\n", id="tasks upon tasks"),
        pytest.param(ASK, "        while True:\n            game.award(0, 1, -1)\n", id="points without end"),
        pytest.param(ASK, "        while True:\n            game.next_seat(0)\n", id="round and round the table"),
        pytest.param(ASK, "        while True:\n            game.add_item(-1, 0, 0, 0)\n", id="things scored without end"),
        pytest.param(ASK, "        while True:\n            game.touch(0)\n", id="touched without end"),
        pytest.param(
            ASK, "        while True:\n            game.pay(0, 1, 'well', 'WELL-02', -1)\n", id="payments without end"
        ),
    ],
)
def test_rules_that_never_end_are_stopped_and_the_game_is_as_it_was(spoiled: Spoil, old: str, new: str) -> None:
    spoiled(old, new)
    found = fails(at_a_well(), Runaway)
    assert isinstance(found, Runaway)
    assert "too many" in str(found)
    if found.what == "steps":
        assert found.module


def test_the_module_that_runs_away_is_named(spoiled: Spoil) -> None:
    spoiled(ASK, "        pass\n")
    found = fails(at_a_well(), Runaway)
    assert str(found) == "too many steps in one answer (task 0 of wells)"


def test_rules_that_stumble_leave_the_game_as_it_was(spoiled: Spoil) -> None:
    spoiled(ASK, "        game.award(0, 5, -1)\n        raise KeyError('a fault of theirs')\n")
    fails(at_a_well(), KeyError)


def test_options_without_end_are_stopped(spoiled: Spoil) -> None:
    spoiled(LIST, "        while True:\n            out.add(DRINK)\n")
    game = at_a_well()
    with pytest.raises(Runaway):
        for _ in range(4):
            game.play(game.options()[0])


def test_a_game_in_which_nothing_moves_on_is_not_played_for_ever(spoiled: Spoil) -> None:
    spoiled(POP + "        if option == FILL:\n", "        if option != 7:\n            return\n        if option == FILL:\n")
    engine = at_a_well().engine.copy()
    with pytest.raises(Runaway, match="too many answers"):
        engine.play_random(Rng(1))


def test_a_deal_that_fails_takes_the_answer_before_it_back() -> None:
    game = bastida.new_game("plus", draws=["V", "Z"], seed=1)
    before = everything(game)
    with pytest.raises(StackedDeal):
        for _ in range(3):
            before = everything(game)
            game.play(game.options()[0])
    assert everything(game) == before


def test_no_game_comes_near_the_budget() -> None:
    """The most that was seen in thousands of games is below a hundred."""
    for preset, players in (("todo", 4), ("winter", 5), ("hunters-scout", 3)):
        template = make_setup(preset, players=players).engine()
        for seed in range(3):
            engine, rng, answers = template.copy(), Rng(seed), 0
            while engine.asked != -3:
                engine.answer(engine.random_option(rng))
                answers += 1
                assert engine.spent * 50 < MOST_STEPS
            assert answers * 50 < MOST_ANSWERS


def test_a_task_that_was_not_declared_is_in_no_position(spoiled: Spoil) -> None:
    spoiled('        book.task(self, 0, at="WELL")\n', "")
    game = at_a_well()
    while game.decision is not None and game.decision.kind != "well":
        game.play(game.options()[0])
    with pytest.raises(PositionError, match=r"there is no task 'wells\.0'"):
        from_position(position(game))


def test_a_column_of_which_nothing_is_said_holds_small_numbers(spoiled: Spoil) -> None:
    spoiled(", holds=AMOUNT", "")
    text = position(at_a_well())
    assert " | own " not in text
    from_position(f"{text} | own wells.buckets=0:255")
    for number in (256, -1, 1 << 62):
        with pytest.raises(PositionError, match=r"wells\.buckets.*0 to 255"):
            from_position(f"{text} | own wells.buckets=0:{number}")
