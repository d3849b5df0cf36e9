"""Records and positions of games with an expansion that is not ours: they name it, and say so when it is missing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import bastida
from bastida.kernel import shelf
from bastida.language.texts import texts
from bastida.record import PositionError, Record, RecordError, from_position, position
from bastida.table.game import Game
from bastida.table.setup import add_expansion
from tests.record.some_games import play_on

WELLS = Path(__file__).resolve().parents[2] / "examples" / "expansions" / "wells"
TOLD = {
    "en": "needs the expansion 'wells' 1.0, which is not installed",
    "es": "necesita la expansión 'wells' 1.0, que no está instalada",
    "ca": "necessita l'expansió 'wells' 1.0, que no està instal·lada",
}


@pytest.fixture
def game() -> Iterator[Game]:
    there = "wells" in shelf.folders()
    if not there:
        add_expansion(WELLS)
    yield play_on(bastida.new_game("plus", sets=["wells"], players=["Ana", "Luis"], seed=3), 5, 40)
    if "wells" in shelf.folders() and not there:
        shelf.take_off("wells")


def test_a_record_names_it_with_its_version(game: Game) -> None:
    record = Record.from_game(game)
    assert record.expansions == {"wells": "1.0"}
    assert "\nexpansion wells: 1.0\n" in record.to_text()
    assert '"expansions": {"wells": "1.0"}' in record.to_json()
    assert Record.from_text(record.to_text()) == record == Record.from_json(record.to_json())
    assert position(record.replay()) == position(game)
    assert " | expansions wells=1.0 | " in position(game)
    assert position(from_position(position(game))) == position(game)


def test_one_of_ours_is_not_named() -> None:
    record = Record.from_game(bastida.new_game("plus", sets=["tower", "river"], seed=3))
    assert record.expansions == {}
    assert "expansion" not in record.to_text() + record.to_json() + position(record.replay())


@pytest.mark.parametrize("language", ["en", "es", "ca"])
def test_what_is_missing_is_named(game: Game, language: str) -> None:
    text, line, data = Record.from_game(game).to_text(), position(game), Record.from_game(game).to_json()
    shelf.take_off("wells")
    with pytest.raises(RecordError) as refused:
        Record.from_text(text).replay()
    assert refused.value.line == text.splitlines().index("expansion wells: 1.0") + 1
    assert TOLD[language] in refused.value.told(texts(language))
    with pytest.raises(RecordError) as refused:
        Record.from_json(data).replay()
    assert refused.value.where == "expansions.wells"
    with pytest.raises(PositionError) as wrong:
        from_position(line)
    assert wrong.value.section == "expansions"
    assert TOLD[language] in wrong.value.told(texts(language))


def test_another_version_of_it_is_tried(game: Game) -> None:
    """Hashes speak of the table alone, so a new version of an expansion reads the records of the old one."""
    text = Record.from_game(game).to_text()
    Record.from_text(text.replace("wells: 1.0", "wells: 0.9")).check()
    assert from_position(position(game).replace("wells=1.0", "wells=0.9")).turn == game.turn


@pytest.mark.parametrize("line", ["expansion wells:", "expansion Wells!: 1.0", "expansion : 1", "expansions: wells"])
def test_a_header_that_is_none_is_refused(line: str) -> None:
    text = Record.from_game(bastida.new_game("plus", seed=3)).to_text()
    with pytest.raises(RecordError) as refused:
        Record.from_text(text.replace("first:", f"{line}\nfirst:"))
    assert refused.value.line == text.splitlines().index("first: red") + 1
