"""Action numbers: every answer has exactly one, they do not move, and they say what the answer is."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterable
from pathlib import Path

import pytest

import bastida
from bastida.env.encoding import CELLS, ENCODING, EXTRA, FEATURES, Answers, Encoding, answers_of
from bastida.kernel.answers import Cell, Option, Segment, Standing, Tile
from bastida.kernel.chance import Rng
from bastida.kernel.codes import DEALER, OVER
from bastida.players.foreign import seen
from bastida.table.setup import Setup, make_setup, presets
from tests.env.sample import EVERY, SAMPLE, SOAK

PINNED = Path(__file__).with_name(f"actions_v{ENCODING}.json")


def check_question(answers: Answers, options: list[Option]) -> set[int]:
    """Every answer has a number of its own, the mask says so, and the number leads back; the numbers given."""
    numbers = answers.numbers()
    assert len(numbers) == len(options)
    assert min(numbers) >= 0, "an answer is not offered"
    assert len(set(numbers)) == len(numbers), "two answers share a number"
    mask = bytes(answers.mask)
    assert sum(mask) == len(numbers)
    for place, (number, option) in enumerate(zip(numbers, options, strict=True)):
        assert mask[number] == 1
        assert answers.find(number) == place
        check_meaning(answers.encoding, number, option)
    return set(numbers)


def check_meaning(encoding: Encoding, number: int, option: Option) -> None:
    """What a number stands for is what the answer says."""
    said = encoding.explain(number)
    if number >= encoding.extra:
        return
    assert said["verb"] == option.verb
    if "x" in said:
        target = option.target
        assert isinstance(target, (Cell, Tile, Segment, Standing)) or hasattr(target, "x")
        assert ((target.x + 16) % 32, (target.y + 16) % 32) == (int(said["x"]) + 16, int(said["y"]) + 16)  # type: ignore[attr-defined]
    if isinstance(option.target, Cell):
        assert said["turn"] == option.target.turn
    if "figure" in said and option.figure:
        assert encoding.figures[option.figure] == said["figure"]


def play_through(setup: Setup, seed: int, every: int) -> tuple[int, set[int]]:
    """A random game; the values of every so manieth question are compared. How many questions, and which numbers came."""
    engine, rng, answers = setup.engine(), Rng(seed), answers_of(setup.rules())
    questions, found = 0, set()
    while engine.asked != OVER:
        if engine.asked != DEALER:
            answers.fill(engine)
            questions += 1
            if questions % every == 0:
                found |= check_question(answers, seen(setup, engine).options())
            else:
                numbers = answers.numbers()
                assert min(numbers) >= 0 and len(set(numbers)) == len(numbers)
                found |= set(numbers)
        engine.answer(engine.random_option(rng))
    return questions, found


@pytest.mark.soak
@pytest.mark.parametrize("preset", EVERY if SOAK else SAMPLE)
def test_every_answer_has_exactly_one_number_and_the_way_back(preset: str) -> None:
    for players in (2, 5) if SOAK else (2,):
        setup = make_setup(preset, players=players)
        for seed in range(20 if SOAK else 1):
            questions, found = play_through(setup, seed, 1 if SOAK else 9)
            assert questions > 60
            assert len(found) > 100


def layouts(names: Iterable[str]) -> dict[str, dict[str, int]]:
    """Where the sections of presets begin."""
    found = {}
    for preset in names:
        encoding = Encoding(make_setup(preset).rules())
        found[preset] = {f"{one.module}.{one.verb}": int(one.start) for one in encoding.sections}
        found[preset]["size"] = int(encoding.size)
    return found


@pytest.mark.soak
def test_the_numbers_of_this_version_never_change() -> None:
    """Who changes them raises ENCODING and writes a new file (``BASTIDA_WRITE=1``): trained agents depend on them."""
    if os.environ.get("BASTIDA_WRITE"):
        PINNED.write_text(json.dumps(layouts(presets()), indent=1) + "\n", encoding="utf-8")
    pinned = json.loads(PINNED.read_text(encoding="utf-8"))
    assert pinned.keys() == presets().keys()
    names = list(presets()) if SOAK else SAMPLE
    assert layouts(names) == {name: pinned[name] for name in names}


def test_the_numbers_of_the_base_game_are_the_same_in_every_set_up() -> None:
    first = [(one.verb, int(one.start), int(one.size)) for one in Encoding(make_setup("plus").rules()).sections[:3]]
    assert first == [("lay", 0, 4096), ("pass", 4096, 1), ("place", 4097, 512)]
    for preset in ("todo", "hunters", "winter-tower"):
        for players in (2, 4):
            sections = Encoding(make_setup(preset, players=players).rules()).sections[:3]
            assert [(one.verb, int(one.start), int(one.size)) for one in sections] == first


def test_numbers_stay_when_the_grid_of_the_board_grows_and_far_cells_still_have_one() -> None:
    """Every tile goes as far to the east as it can: the grid doubles, and cells that are 32 apart meet."""
    setup = make_setup("plus")
    engine, rng, answers = setup.engine(), Rng(5), answers_of(setup.rules())
    widths, extras = set(), 0
    while engine.asked != OVER:
        option = engine.random_option(rng)
        if engine.asked != DEALER and not engine.owner() and engine.op() == 2:
            answers.fill(engine)
            out = engine.list_options().numbers()
            option = max(out, key=lambda number: (engine.board.x(number >> 2), number & 3))
            numbers = answers.numbers()
            assert len(set(numbers)) == len(numbers) and min(numbers) >= 0
            widths.add(int(engine.board.width))
            for number, placement in zip(numbers, out, strict=True):
                x, y = int(engine.board.x(placement >> 2)), int(engine.board.y(placement >> 2))
                if number < answers.encoding.extra:
                    assert number == (placement & 3) * CELLS + (y + 16) % 32 * 32 + (x + 16) % 32
                else:
                    extras += 1
        engine.answer(option)
    assert len(widths) > 1, "the grid never grew"
    assert extras > 0, "no two cells ever met"


def test_the_answers_can_be_had_as_a_list_with_features() -> None:
    setup = make_setup("plus-inns", players=3)
    game = bastida.new_game(setup, seed=4)
    answers, rng = answers_of(setup.rules()), random.Random(2)
    kinds = set()
    for _ in range(60):
        options = game.options()
        answers.fill(game.engine)
        rows = list(memoryview(answers.describe(game.engine)))
        table = [dict(zip(FEATURES, rows[at : at + len(FEATURES)], strict=True)) for at in range(0, len(rows), len(FEATURES))]
        assert [row["action"] for row in table] == answers.numbers()
        for row, option in zip(table, options, strict=True):
            kinds.add(option.verb)
            assert row["declines"] == option.declines
            if isinstance(option.target, Cell):
                assert (row["x"], row["y"], row["turn"]) == option.target.key()
            elif isinstance(option.target, Segment):
                assert (row["x"], row["y"]) == (option.target.x, option.target.y)
                assert answers.encoding.figures[option.figure] == row["figure"]
        game.play(rng.choice(options))
    assert kinds == {"lay", "pass", "place"}


def test_what_a_number_means_can_be_asked_without_a_game() -> None:
    encoding = Encoding(make_setup("plus").rules())
    assert encoding.explain(0) == {"module": "", "verb": "lay", "turn": 0, "x": -16, "y": -16}
    assert encoding.explain(4096) == {"module": "", "verb": "pass"}
    assert encoding.explain(4097 + 32 + 7)["figure"] == 1
    assert encoding.explain(int(encoding.size) - 1) == {"module": "", "verb": "other", "rank": EXTRA - 1}
    with pytest.raises(ValueError, match="from 0 to"):
        encoding.explain(int(encoding.size))
