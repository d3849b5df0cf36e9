"""The example expansions, installed as a stranger would install them: copied somewhere outside the tree."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from bastida.kernel import shelf
from bastida.table.setup import add_expansion

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "expansions"
NAMES = ("wells", "heralds")


@pytest.fixture(scope="session")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder outside the tree with both of them in it."""
    place = tmp_path_factory.mktemp("somewhere") / "expansions"
    shutil.copytree(EXAMPLES, place, ignore=shutil.ignore_patterns("__pycache__"))
    return place


@pytest.fixture
def installed(outside: Path) -> Iterator[Path]:
    """Both are known to this process for as long as the test takes."""
    for name in NAMES:
        add_expansion(outside / name)
    yield outside
    for name in NAMES:
        shelf.take_off(name)
