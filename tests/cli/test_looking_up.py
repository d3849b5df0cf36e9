"""Rules, tiles, presets and records at the terminal."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import bastida
from bastida.cli.presets import all_sets
from bastida.record import Record, save
from bastida.rulebook import clauses
from tests.cli.conftest import Run, random_game


@pytest.mark.parametrize("wanted", ["base-40", "base 40", "base40", "Base-040"])
def test_a_clause_is_found_however_it_is_written(run: Run, wanted: str) -> None:
    result = run("rules", wanted)
    assert result.exit_code == 0
    assert clauses.clause("base 40").id in result.output
    assert "already contains a follower" in " ".join(result.output.split())


def test_every_clause_can_be_shown(run: Run) -> None:
    for prefix in clauses.modules():
        one = clauses.clauses(prefix)[0]
        assert one.id in run("rules", one.id).output
    example = next(one for one in clauses.clauses() if "```" in one.body)
    assert run("rules", example.id).exit_code == 0


def test_near_ids_are_suggested(run: Run) -> None:
    result = run("rules", "base 999")
    assert result.exit_code == 1
    assert "Did you mean BASE" in result.output
    assert run("rules", "--module", "BSE").exit_code == 2


def test_words_find_clauses_and_a_module_lists_its_own(run: Run) -> None:
    assert "ABBOT-" in run("rules", "garden", "abbot").output
    inns = run("rules", "--module", "inns", "cathedral").output
    assert "INNS-" in inns
    assert "BASE-" not in inns.split("clauses;")[0].replace("(BASE", "")[:200]
    assert run("rules", "inns").output.count("INNS-") > 20
    assert run("rules", "xyzzy").exit_code == 1
    listed = run("rules").output
    assert all(prefix in listed for prefix in clauses.modules())


@pytest.mark.parametrize("name", list(all_sets()))
def test_every_set_of_tiles_can_be_seen(run: Run, name: str) -> None:
    tile_set = all_sets()[name]
    result = run("tiles", name)
    assert result.exit_code == 0
    assert all(f"\n{tile.id} " in result.output for tile in tile_set.tiles)
    assert not re.search(r"\bpower\b|\bfigure on\b|\(\d\),|\ben \w", result.output)  # words of the catalogue's files
    assert max(len(line) for line in result.output.splitlines()) <= 80


def test_without_a_set_the_sets_are_listed(run: Run) -> None:
    listed = run("tiles", "--lang", "es").output
    assert all(name in listed for name in all_sets())
    assert "Posadas y catedrales" in listed


@pytest.mark.parametrize("language", ["es", "ca", "en"])
def test_presets_have_a_line_each(run: Run, language: str) -> None:
    shown = run("presets", "--lang", language).output
    assert all(f"  {name} " in shown for name in bastida.presets())
    assert "farmers" in shown


def test_a_record_is_shown_turn_by_turn_and_checked(run: Run, tmp_path: Path) -> None:
    game = random_game(5, players=["Ana", "Luis"])
    file = tmp_path / "game.bst"
    save(game, file)
    result = run("replay", str(file))
    assert result.exit_code == 0
    assert all(f"Turn {turn} ·" in result.output for turn in (1, 10, 50))
    assert "Everything checks out" in result.output
    assert "Final scoring" in result.output
    early = run("replay", str(file), "--move", "3").output
    assert "Turn 3 ·" in early
    assert "Turn 4 ·" not in early
    assert "Final scoring" not in early
    assert run("replay", str(file), "--move", "999").exit_code == 2


def test_a_record_can_be_walked_through(run: Run, tmp_path: Path) -> None:
    game = random_game(5, players=["Ana", "Luis"])
    file = tmp_path / "game.json"
    save(game, file)
    result = run("replay", str(file), "--step", lines=["", "", "quit"])
    assert result.output.count("(Return: continue") == 3
    assert "Turn 4 ·" not in result.output


def test_an_unfinished_record_says_where_it_stopped(run: Run, tmp_path: Path) -> None:
    game = bastida.new_game(players=["Ana", "Luis"], seed=5)
    save(game, tmp_path / "game.bst")
    assert "it stopped in turn 1" in run("replay", str(tmp_path / "game.bst")).output


def test_a_tampered_record_is_refused(run: Run, tmp_path: Path) -> None:
    game = random_game(5, players=["Ana", "Luis"])
    text = Record.from_game(game).to_text()
    file = tmp_path / "game.bst"
    file.write_text(text.replace("; tile ", "; tile 9,9 r0 ", 1).replace("9,9 r0 ", "", 0))
    result = run("replay", str(file))
    assert result.exit_code == 2
    assert "line" in result.stderr


def test_the_picture_of_a_position_needs_nothing_from_elsewhere(run: Run, tmp_path: Path) -> None:
    game = random_game(5, players=["Ana", "Luis"])
    save(game, tmp_path / "game.bst")
    picture = tmp_path / "board.svg"
    assert run("replay", str(tmp_path / "game.bst"), "--move", "20", "--svg", str(picture)).exit_code == 0
    text = picture.read_text(encoding="utf-8")
    ElementTree.fromstring(text)
    assert "url(http" not in text.replace(" ", "")
    assert "@font-face" not in text
