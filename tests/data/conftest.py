"""A little data, made once: four random games with a few of their positions."""

from __future__ import annotations

from pathlib import Path

import pytest

from bastida.arena.spread import here
from bastida.data import Folder, Job, make

JOB = Job(("random", "greedy"), seed=3, explore=0.5, keep=0.03)
GAMES = 4


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "whole"
    make(JOB, Folder(path), GAMES, here)
    return path
