"""The worked example: its slopes are right, it learns what there is to learn, and what it learned plays."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import bastida
from bastida.data import Folder

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn"


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[ModuleType, ModuleType]]:
    monkeypatch.syspath_prepend(EXAMPLE)
    learned = importlib.import_module("learned")
    yield learned, importlib.import_module("train")
    for name in ("learned", "train"):
        sys.modules.pop(name, None)


def some_data(train: Any, chance: np.random.Generator, questions: int = 40, width: int = 6) -> Any:
    """Questions whose best answer is the one with the greatest sum of the first two numbers."""
    sizes = chance.integers(2, 6, questions)
    first = np.cumsum(sizes) - sizes
    rows = chance.normal(size=(int(sizes.sum()), width)).astype(np.float32)
    worth = rows[:, 0] + rows[:, 1]
    chosen = np.array([int(worth[at : at + size].argmax()) for at, size in zip(first, sizes, strict=True)])
    margin = worth[first + chosen].astype(np.float32)
    return train.Data(rows, first, chosen, chosen, margin)


def error(train: Any, net: Any, data: Any) -> float:
    out = net.layers(data.rows)[-1]
    at = data.first + data.chosen
    of_choice = -np.log(train.odds(out[:, 0], data.first)[at])
    of_margin = train.VALUE / 2 * (out[data.first + data.played, 1] - data.margin) ** 2
    return float((of_choice + of_margin).mean())


def test_the_slopes_by_hand_are_those_of_the_error(example: tuple[Any, Any]) -> None:
    _, train = example
    chance = np.random.default_rng(5)
    data = some_data(train, chance)
    net = train.new_net([f"n{i}" for i in range(6)], data, 8, chance)
    net.weights = {name: weight.astype(np.float64) for name, weight in net.weights.items()}
    found = train.slopes(net, data)
    for name, slope in found.items():
        at = np.unravel_index(int(np.abs(slope).argmax()), slope.shape)
        net.weights[name][at] += 1e-4
        high = error(train, net, data)
        net.weights[name][at] -= 2e-4
        low = error(train, net, data)
        net.weights[name][at] += 1e-4
        assert slope[at] == pytest.approx((high - low) / 2e-4, rel=2e-2), name


def test_it_learns_what_there_is_to_learn(example: tuple[Any, Any]) -> None:
    _, train = example
    chance = np.random.default_rng(7)
    data, held = some_data(train, chance, 1500), some_data(train, chance, 300)
    net = train.new_net([f"n{i}" for i in range(6)], data, 16, chance)
    before = train.measure(net, held)
    list(train.train(net, data, 12, 0.01, chance))
    hits, together = train.measure(net, held)
    assert hits > 0.85 > before[0]
    assert together > 0.8


def test_from_data_to_a_player(
    example: tuple[Any, Any], data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    learned, train = example
    kept = tmp_path / "net.npz"
    monkeypatch.setattr(sys, "argv", ["train.py", str(data), "--out", str(kept), "--epochs", "1", "--hidden", "8"])
    train.main()
    assert "kept in" in capsys.readouterr().out
    assert learned.Net.load(kept).names == Folder(data).job()["names"]
    player = learned.Learned(str(kept))
    game = bastida.new_game("plus", seed=1)
    for _ in range(6):
        answer = player.choose(game.copy())
        assert answer == player.choose(game.copy())
        game.play(answer)
    with pytest.raises(ValueError, match="another game"):
        player.choose(bastida.new_game("hunters", seed=1))


def test_the_script_is_short() -> None:
    assert len((EXAMPLE / "train.py").read_text(encoding="utf-8").splitlines()) < 200
