"""A game with expansions the page has never heard of: chosen by the form, played with the mouse, looked at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bastida.server import Settings
from tests.expansions.conftest import installed, outside
from tests.server.conftest import PLENTY
from tests.server.running import Served, served
from tests.web.conftest import Visit
from tests.web.forms import opened, set_up
from tests.web.hands import Hands
from tests.web.test_whole_games import check_end

__all__ = ["installed", "outside"]  # fixtures


@pytest.fixture
def server(installed: Path, tmp_path: Path) -> Iterator[Served]:
    """A server whose host has named the folders, so that the processes that read records know them too."""
    settings = Settings(database=f"sqlite:///{tmp_path / 'table.sqlite3'}", expansions=str(installed), **PLENTY)
    with served(settings) as running:
        yield running


def test_a_whole_game_with_two_expansions_of_others(installed: Path, visit: Visit) -> None:
    visitor = visit()
    set_up(visitor, "edition-plus", "set-wells", "set-heralds")
    hands = Hands(visitor.page)
    hands.play(70)
    visitor.shot("table-expansions-of-others")
    assert hands.play().over
    game = check_end(visitor)
    assert {"tile", "figure", "well"} <= set(hands.used)
    assert sum(step.kind == "well" for step in game.steps) == 6


def test_they_are_offered_with_their_words_when_a_table_is_made(installed: Path, visit: Visit) -> None:
    visitor = visit(locale="es-ES")
    page = opened(visitor.go("#/new"))
    page.get_by_text("Los pozos").first.wait_for()
    page.get_by_text("Los heraldos").first.wait_for()
