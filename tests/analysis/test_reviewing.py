"""Reviews of games: what adds up, what is fair to luck, what is found, and that it is the same however it is done."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bastida
from bastida.analysis import reviewing
from bastida.analysis.model import CLASSES, LADDER, RATINGS, levels_of, mark_of, rating_of
from bastida.analysis.reviewing import AnalysisError, review
from bastida.analysis.stretch import Work
from bastida.analysis.valuing import Budget, Valuer
from bastida.arena.endings import values
from bastida.arena.spread import Spread, ray_cluster
from bastida.players.levels import LEVELS
from bastida.record import Record
from tests.analysis.games import play_on, short
from tests.clusters import ON_RAY

SMALL = Budget(1, draws=3, rivals=1)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """So few outcomes of chance that a test takes seconds."""
    monkeypatch.setitem(reviewing.BUDGETS, "quick", SMALL)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("preset", "seats", "left"), [("plus", 2, 4), ("plus", 5, 4), ("plus-big", 3, 3), ("plus-flying", 2, 4), ("hunters", 3, 4)]
)
def test_every_result_is_the_sum_of_its_parts(preset: str, seats: int, left: int) -> None:
    found = review(play_on(short(preset, seats, left), "greedy", "random"))
    assert found.over
    assert [side.seat for side in found.sides] == list(range(seats))
    for side in found.sides:
        parts = side.start + side.luck - side.own + side.others + side.remainder
        assert parts == pytest.approx(side.result, abs=1e-9)
        assert side.adjusted == pytest.approx(side.result - side.luck)
        assert side.own == pytest.approx(sum(one.loss for one in found.answers if one.seat == side.seat))
        assert sum(side.marks.values()) == side.decisions
    for one in found.answers:
        assert one.loss >= 0.0
        assert sum(one.chances) == pytest.approx(1.0)
        assert bool(one.mark) == (one.options > 1)
        assert one.loss == 0.0 or one.best


def test_results_are_those_on_the_table() -> None:
    game = play_on(short(left=3, seed=5), "greedy")
    red, blue = game.scores().values()
    found = review(game)
    assert [side.result for side in found.sides] == [red - blue, blue - red]
    assert found.answers[-1].margins == [red - blue, blue - red]


def test_luck_has_mean_zero_over_what_may_come() -> None:
    """By its weights, whatever the evaluation is worth."""
    game = short(left=6, seed=3)
    work = Work(Record.from_game(play_on(game, "greedy", answers=2)).to_json(), Budget(1), 0)
    engine = next(engine for engine in work.engines[::-1] if engine.asked >= 0)
    chance = work.valuer.at_rest(engine)
    mean = work.valuer.worth(chance)
    options = chance.list_options().numbers()
    weights = [int(chance.weight(option)) for option in options]
    lucks, wins = [], []
    for option in options:
        after = chance.copy()
        after.answer(option)
        margins = work.valuer.margins(after)
        lucks.append(margins[0] - mean.margins[0])
        wins.append(work.valuer.chances_of(after, margins)[0] - mean.chances[0])
    assert len(options) > 2
    assert max(map(abs, lucks)) > 0.1
    for luck in (lucks, wins):
        assert sum(w * one for w, one in zip(weights, luck, strict=True)) / sum(weights) == pytest.approx(0.0, abs=1e-9)


def test_a_sample_of_chance_is_fair() -> None:
    """Over many seeds every outcome has its weight."""
    game = bastida.new_game("plus", seed=1)
    game.rewind(0)
    valuer = Valuer(game.setup, Budget(1, draws=5), 0)
    counted: dict[int, float] = {}
    seeds = 400
    for seed in range(seeds):
        valuer.seed = seed
        sample = valuer.sample(game.engine)
        assert sum(part for _, part in sample) == pytest.approx(1.0)
        for option, part in sample:
            counted[option] = counted.get(option, 0.0) + part / seeds
    options = game.engine.copy().list_options().numbers()
    weights = {option: int(game.engine.weight(option)) for option in options}
    for option, weight in weights.items():
        assert counted.get(option, 0.0) == pytest.approx(weight / sum(weights.values()), abs=0.03)


@pytest.mark.parametrize("seed", range(3))
def test_the_last_answers_are_judged_exactly(seed: int) -> None:
    """With the last tile in hand a loss is what trying everything says."""
    game = short(left=1, seed=seed + 10)
    engine = game.engine.copy()
    worth = values(engine)
    worst = min(worth, key=lambda option: worth[option])
    game.play(next(option for option in game.options() if option.number == worst))
    while not game.over:
        game.play(game.options()[0])
    (first, *rest) = review(game).answers
    lost = first.loss + sum(one.loss for one in rest)
    assert lost >= max(worth.values()) - worth[worst] - 1e-9
    assert first.loss == pytest.approx(max(worth.values()) - worth[worst])


def test_a_tile_is_judged_with_its_best_figure_and_a_figure_given_its_tile() -> None:
    """A monastery without its monk: the tile was right, the figure was not."""
    game = bastida.new_game("plus", draws=["B", "V"], seed=2)
    work = Work(Record.from_game(game).to_json(), SMALL, 0)
    best = work.valuer.outlooks(game.engine)[0]
    game.play(next(option for option in game.options() if option.number == best.option))
    game.play("pass")
    tile, figure = review(game).answers
    assert (tile.kind, figure.kind) == ("tile", "figure")
    assert figure.loss > 1.5 > tile.loss
    assert figure.best[0].startswith("follower")


def test_a_blunder_that_was_planted_is_found() -> None:
    """The answers that look worst, in a game of a good player."""
    losses = []
    for seed in range(23, 28):
        game = play_on(short(left=12, seed=seed), "greedy", answers=6)
        assert game.decision is not None
        seat = game.decision.seat
        assert seat is not None
        outlooks = Work(Record.from_game(game).to_json(), SMALL, 0).valuer.outlooks(game.engine)
        worst = outlooks[-1]
        if outlooks[0].margins[seat] - worst.margins[seat] > 2.5:
            game.play(next(option for option in game.options() if option.number == worst.option))
            work = Work(Record.from_game(game).to_json(), SMALL, 0)
            planted = work.stretch(len(work.parts) - 1)["answers"][0]
            losses.append(planted["before"][0][seat] - planted["after"][0][seat])
    assert len(losses) >= 3
    assert min(losses) > 2.0


def test_who_plays_better_gives_less_away() -> None:
    given = {"evaluator": [0.0, 0], "random": [0.0, 0]}
    for seed in range(2):
        game = play_on(short(left=5, seed=seed + 30), *given)
        for side in review(game).sides:
            name = list(given)[side.seat]
            given[name] = [given[name][0] + side.own, given[name][1] + side.decisions]
    errors = {name: total / count for name, (total, count) in given.items()}
    assert errors["evaluator"] < 0.5 * errors["random"]


@pytest.mark.parametrize(
    "spread",
    [
        pytest.param(None, id="two processes"),
        pytest.param(
            ray_cluster,
            id="ray",
            marks=ON_RAY,
        ),
    ],
)
def test_it_is_the_same_wherever_it_is_made(spread: Callable[[], Spread] | None) -> None:
    game = play_on(short(left=3, seed=7), "greedy")
    one = review(game, budget="normal", nodes=1)
    several = review(game, budget="normal", nodes=1, jobs=2, spread=None if spread is None else spread())
    assert several == one


def test_a_review_goes_on_where_it_was_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = play_on(short(left=4, seed=8), "greedy")
    whole = review(game)
    file = tmp_path / "game.jsonl"

    class Enough(Exception):
        pass

    def stop(done: int, of: int) -> None:
        if done == 3:
            raise Enough

    with pytest.raises(Enough):
        review(game, resume=file, progress=stop)
    kept = file.read_text(encoding="utf-8")
    assert kept.count("\n") == 4
    file.write_text(kept + '{"stretch":9,"ti', encoding="utf-8")  # a sudden stop
    looked: list[int] = []
    real = reviewing.look_at
    monkeypatch.setattr(reviewing, "look_at", lambda *more: looked.append(more[-1]) or real(*more))
    told: list[tuple[int, int]] = []
    assert review(game, resume=file, progress=lambda done, of: told.append((done, of))) == whole
    assert looked == list(range(3, told[-1][1]))
    assert told[0][0] == 3
    assert told[-1][0] == told[-1][1]
    looked.clear()
    assert review(game, resume=file) == whole
    assert looked == []
    with pytest.raises(AnalysisError, match="another game"):
        review(game, resume=file, seed=1)
    file.write_text("tea\n", encoding="utf-8")
    with pytest.raises(AnalysisError, match="not a file of an analysis"):
        review(game, resume=file)


def test_a_game_that_is_not_over_has_a_result_so_far() -> None:
    game = play_on(short(left=5, seed=9), "greedy", answers=2)
    found = review(game)
    assert not found.over
    for side in found.sides:
        assert side.start + side.luck - side.own + side.others + side.remainder == pytest.approx(side.result, abs=1e-9)


def test_what_came_later_changes_nothing() -> None:
    """What is said of a turn is what could be known then: of a game cut short, the same is said of what is left of it."""
    game = play_on(short(left=6, seed=15), "random")
    whole = review(game)
    cut = [number for number, step in enumerate(game.steps) if step.seat is None][4]
    early = game.copy()
    early.rewind(cut)
    found = review(early)
    assert found.answers == [one for one in whole.answers if one.step < cut]
    assert found.events == [one for one in whole.events if one.step < cut]
    assert 0 < len(found.events) < len(whole.events)


def test_what_decided_the_game_is_what_moved_the_chances_most() -> None:
    found = review(play_on(short(left=3, seed=11), "random"))
    swings = sorted([*(one.loss_chance for one in found.answers), *(abs(one.luck_chance[one.seat]) for one in found.events)])
    assert sorted(abs(moment.swing) for moment in found.moments) == pytest.approx(swings[-len(found.moments) :])
    assert [moment.step for moment in found.moments] == sorted(moment.step for moment in found.moments)


def test_it_can_be_written_as_json() -> None:
    found = review(play_on(short(left=2, seed=12), "greedy"))
    told: dict[str, Any] = json.loads(json.dumps(found.as_json(), allow_nan=False))
    assert len(told["answers"]) == len(found.answers)
    assert {"luck", "remainder", "adjusted"} <= told["sides"][0].keys()


def test_what_cannot_be_reviewed_is_refused() -> None:
    with pytest.raises(AnalysisError, match="study"):
        review(bastida.new_game("plus", study=True))
    with pytest.raises(AnalysisError, match="nobody has answered"):
        review(bastida.new_game("plus", seed=1))
    game = play_on(short(left=1, seed=13), "greedy", answers=1)
    with pytest.raises(AnalysisError, match="there is no budget 'vast'"):
        review(game, budget="vast")
    with pytest.raises(AnalysisError, match="0 positions"):
        review(game, nodes=0)


def test_classes_and_ratings_have_their_order() -> None:
    assert [mark_of(loss, 1.0) for loss in (0.0, 0.02, 0.05, 0.1, 0.9)] == [*CLASSES[1:], CLASSES[-1]]
    assert mark_of(0.3, 0.0) == CLASSES[0]
    assert [rating_of(limit) for _, limit in RATINGS] == [name for name, _ in RATINGS]


def test_errors_are_held_against_those_of_the_levels() -> None:
    """Every measured level is its own likeness, more errors never mean a stronger one, and weaker levels err more."""
    assert [levels_of(error) for _, error in LADDER] == [list(levels) for levels, _ in LADDER]
    assert [error for _, error in LADDER] == sorted(error for _, error in LADDER)
    places = [[list(levels) for levels, _ in LADDER].index(levels_of(error / 100)) for error in range(400)]
    assert places == sorted(places)
    order = list(LEVELS)
    told = [level for levels, _ in reversed(LADDER) for level in levels]
    assert [order.index(level) for level in told] == sorted(order.index(level) for level in told)
