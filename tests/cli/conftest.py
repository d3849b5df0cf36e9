"""Running the command in tests: scripted input, a folder of its own for saved games, and no traceback, ever."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Protocol

import pytest
from click.testing import CliRunner, Result

import bastida
from bastida.cli import app

PLAIN = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "BASTIDA_DEBUG", "BASTIDA_LANG", "PYTHONIOENCODING")


def interruptible() -> None:
    """In a child process: Ctrl-C is heard, even where the tests run in the background with it ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def environment(**more: str) -> dict[str, str]:
    """For commands in processes of their own: the package the tests run, wherever it is."""
    kept = {name: value for name, value in os.environ.items() if name not in PLAIN}
    return {**kept, "PYTHONPATH": str(Path(bastida.__file__).parents[1]), **more}


class Run(Protocol):
    def __call__(self, *args: str, lines: Iterable[str] = (), env: dict[str, str] | None = None) -> Result: ...


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    return tmp_path / "saves"


@pytest.fixture
def run(saves: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """``run("play", "--players", "Ana,Luis", lines=["1", "?"])``, in English unless told otherwise."""
    for variable in PLAIN:
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("BASTIDA_SAVES", str(saves))
    monkeypatch.setenv("BASTIDA_LANG", "en")

    def call(*args: str, lines: Iterable[str] = (), env: dict[str, str] | None = None) -> Result:
        text = "".join(f"{line}\n" for line in lines)
        result = CliRunner().invoke(app, list(args), input=text, env=env)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        assert "Traceback" not in result.output
        assert "should not have happened" not in result.output
        return result

    return call


def random_game(seed: int | str, **setup: Any) -> bastida.Game:
    """A whole game played at random, as a script for the terminal."""
    game = bastida.new_game(**setup, seed=seed)
    chance = random.Random(f"script {seed}")
    while not game.over:
        game.play(chance.choice(game.options()))
    return game


def answers(game: bastida.Game) -> list[str]:
    """What the players of a game answered, in notation."""
    return [step.text for step in game.steps if step.seat is not None]
