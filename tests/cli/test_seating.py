"""Colours, the order of the seats and the first player at the terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bastida.cli.saving import computers_in
from bastida.record import Record
from bastida.rulebook.clauses import clause
from bastida.table.setup import FAMILIES
from tests.cli.conftest import Run

THREE = ("play", "--players", "Ana,Luis", "--computer", "random", "--seed", "3")


def kept(saves: Path) -> Record:
    """The one game that was saved."""
    (found,) = saves.glob("*.bst")
    return Record.read(found)


def test_BASE_12_players_have_the_colours_they_ask_for(run: Run, saves: Path) -> None:
    run(*THREE, "--colours", "verde, black", "--lang", "es")
    record = kept(saves)
    assert record.players[:2] == ("Ana", "Luis")
    assert record.colours == ("green", "black", "red"), "the computer has the first one left"


def test_people_who_are_only_counted_are_called_by_their_colours(run: Run, saves: Path) -> None:
    run("play", "--players", "2", "--colours", "pink,green", "--seed", "1")
    assert kept(saves).players == ("Pink", "Green")


def test_the_order_of_the_seats_takes_colours_and_computer_along(run: Run, saves: Path) -> None:
    run(*THREE, "--colours", "green,black,blue", "--order", "3,luis", "--first", "2")
    record = kept(saves)
    assert record.players == ("Random", "Luis", "Ana")
    assert record.colours == ("blue", "black", "green")
    assert record.first == "black", "numbers count the players as they were named"
    assert computers_in(record.more, 3) == {0: "random"}


def test_BASE_R21_without_a_wish_the_first_seat_begins(run: Run, saves: Path) -> None:
    run(*THREE, "--order", "Luis")
    assert (kept(saves).players[0], kept(saves).first) == ("Luis", kept(saves).colours[0])


def test_chance_seats_everybody_and_follows_the_seed(run: Run, saves: Path) -> None:
    seen = set()
    for seed in range(12):
        shown = []
        for _ in range(2):
            run("play", "--players", "Ana,Luis,Eva", "--order", "random", "--first", "random", "--seed", str(seed))
            record = kept(saves)
            shown.append((record.players, record.first))
            for file in saves.glob("*.bst"):
                file.unlink()
        assert shown[0] == shown[1]
        seen.add(shown[0])
    assert {first for _, first in seen} == {"red", "blue", "yellow"}
    assert {players[0] for players, _ in seen} == {"Ana", "Luis", "Eva"}


@pytest.mark.parametrize("language", ["es", "ca", "en"])
@pytest.mark.parametrize(
    ("wish", "named"),
    [
        (("--colours", "mauve"), "mauve"),
        (("--colours", "red,red"), "BASE-12"),
        (("--colours", "red,blue,green,pink"), "4"),
        (("--first", "Joan"), "Joan"),
        (("--first", "4"), "1 Ana, 2 Luis, 3"),
        (("--first", "youngest"), ""),
        (("--order", "Ana,1"), "Ana"),
        (("--order", "0"), "1 Ana, 2 Luis, 3"),
    ],
)
def test_a_wish_that_cannot_be_had_is_refused_in_a_sentence(run: Run, language: str, wish: tuple[str, str], named: str) -> None:
    result = run(*THREE, *wish, "--lang", language)
    assert result.exit_code == 2
    assert named in result.output
    assert not re.search(r"\{|play\.|refusal\.", result.output)


def test_BASE_13_BASE_14_HG_09_each_box_knows_what_the_youngest_does() -> None:
    for games in FAMILIES.values():
        for box in games.editions.values():
            said = clause(box.youngest_clause, "en").text
            assert "The youngest player" in said
            assert ("decides" in said) == (box.youngest == "decides")
