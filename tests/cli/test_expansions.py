"""Expansions of others at the terminal: named by an option, played, drawn and listed like ours, with what is wrong with one."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import bastida.cli
from bastida.cli.app import asked
from bastida.cli.board import figure_label
from bastida.cli.glyphs import expansion_inks, printed
from bastida.cli.paint import INKS, Look, inks
from bastida.cli.picture import LINES, picture
from bastida.cli.showing import sign, signs_on
from bastida.kernel import shelf
from bastida.table.setup import FAMILIES, add_expansion
from tests.cli.conftest import environment

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "expansions"
INKED = 'INKS = {"well": ("∪", "u", "#ffffff", "#0000ff"), "bucket": ("b", "b", "", ""), "pennants": ("P", "P", "", "")}\n'


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder outside the tree with the examples in it."""
    place = tmp_path / "my expansions"
    shutil.copytree(EXAMPLES, place, ignore=shutil.ignore_patterns("__pycache__"))
    return place


@pytest.fixture
def wells(outside: Path) -> Iterator[Path]:
    """An expansion with a character of its own, known to this process for as long as the test takes."""
    (outside / "wells" / "drawing.py").write_text(INKED, encoding="utf-8")
    add_expansion(outside / "wells")
    yield outside / "wells"
    shelf.take_off("wells")
    for name in [name for name in sys.modules if name.startswith("bastida_expansion_wells")]:
        del sys.modules[name]


def command(*arguments: str, lines: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, where nothing has been loaded yet."""
    outside = environment(BASTIDA_LANG="en", PYTHONIOENCODING="utf-8", COLUMNS="200", **more)
    call = [sys.executable, "-m", "bastida.cli", *arguments]
    return subprocess.run(call, input=lines, capture_output=True, text=True, timeout=120, env=outside, check=False)


@pytest.mark.parametrize("after", [True, False])
def test_presets_lists_expansions_of_others_with_their_version(outside: Path, after: bool) -> None:
    option = ["--expansions", str(outside)]
    shown = command("presets", *option) if after else command(*option, "presets")
    assert shown.returncode == 0
    for row in (r"^  wells +Wells \(version 1\.0\)", r"^  heralds +Heralds \(version 1\.0\)"):
        assert len(re.findall(row, shown.stdout, re.M)) == 2  # among the expansions and among the elements
    assert "could not be used" not in shown.stdout
    assert "version" not in command("presets").stdout


def test_several_folders_can_be_named_in_both_ways(outside: Path) -> None:
    wells, heralds = str(outside / "wells"), str(outside / "heralds")
    for arguments in (("--expansions", wells, f"--expansions={heralds}"), ("--expansions", f"{wells}{os.pathsep}{heralds}")):
        shown = command("presets", *arguments).stdout
        assert "Wells (version" in shown and "Heralds (version" in shown
    shown = command("presets", "--expansions", wells, BASTIDA_EXPANSIONS=heralds).stdout
    assert "Wells (version" in shown and "Heralds (version" in shown


def test_options_that_must_be_known_first_are_found_wherever_they_stand() -> None:
    assert asked("--expansions", ["--expansions", "a", "play", "--expansions=b:c", "--expansions"]) == ["b:c", "a"]
    assert asked("--lang", ["play", "--game", "x"]) == []


def test_what_is_wrong_with_a_folder_is_listed_with_file_and_line(outside: Path) -> None:
    manifest = outside / "wells" / "expansion.toml"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace("version =", "vershun ="), encoding="utf-8")
    (outside / "heralds" / "rules.py").write_text("import nothing_like_this\n", encoding="utf-8")
    shown = command("presets", "--expansions", str(outside), "--expansions", str(outside / "nowhere"))
    assert shown.returncode == 0
    told = " ".join(shown.stdout.partition("could not be used:")[2].split())
    assert f"{manifest}, line 4: key 'vershun' is not known" in told
    assert f"{outside / 'heralds' / 'rules.py'}, line 1: ModuleNotFoundError" in told
    assert str(outside / "nowhere") in told
    assert "Wells" not in shown.stdout


@pytest.mark.parametrize(
    ("language", "known", "python"),
    [
        ("es", "línea 4: aquí no se conoce la clave 'vershun'; hay id", "línea 1: no es Python: invalid syntax"),
        ("ca", "línia 4: aquí no es coneix la clau 'vershun'; hi ha id", "línia 1: no és Python: invalid syntax"),
    ],
)
def test_what_is_wrong_with_a_folder_is_told_in_the_readers_language(
    outside: Path, language: str, known: str, python: str
) -> None:
    manifest = outside / "wells" / "expansion.toml"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace("version =", "vershun ="), encoding="utf-8")
    rules = outside / "heralds" / "rules.py"
    rules.write_text("this is no Python\n", encoding="utf-8")
    shown = command("presets", "--lang", language, "--expansions", str(outside))
    assert shown.returncode == 0
    told = " ".join(shown.stdout.split())
    assert f"{manifest}, {known}" in told
    assert f"{rules}, {python}" in told
    refused = command("play", "--lang", language, "--sets", "wells", "--expansions", str(outside))
    assert refused.returncode != 0
    assert f"{manifest}, {known}" in " ".join(refused.stderr.split())


def test_every_command_knows_them(outside: Path) -> None:
    where = ("--expansions", str(outside))
    assert "We1" in command("tiles", "wells", *where).stdout
    assert "WELL-02" in command("rules", "well 2", *where).stdout
    games = ("--game", "plus", "--sets", "wells", "--without", "farmers")
    assert '"games": 3' in command("simulate", *games, "--games", "3", "--jobs", "2", "--json", *where).stdout
    assert '"bags": 2' in command("arena", "random", "random", *games, "--bags", "2", "--jobs", "2", "--json", *where).stdout
    assert command("tiles", "wells").returncode == 2  # without the option nobody does


def test_they_are_played_at_the_terminal(outside: Path, tmp_path: Path) -> None:
    arguments = ("play", "--sets", "wells", "--players", "0", "--computer", "random,random", "--seed", "1")
    played = command(*arguments, "--expansions", str(outside), BASTIDA_SAVES=str(tmp_path))
    assert played.returncode == 0
    assert "Final scoring" in played.stdout
    assert "fill a bucket" in played.stdout or "drink" in played.stdout


def test_their_marks_are_drawn_with_their_characters(wells: Path) -> None:
    tiles = FAMILIES["carcassonne"].tile_set("wells").tiles
    for look, character in ((Look(), "∪"), (Look(colour=False, unicode=False), "u")):
        for tile in tiles:
            shown = [look.cell(cell, 0)[0] for row in picture(tile, 0, 9, 5).cells for cell in row]
            assert shown.count(character) == 1
    assert signs_on(tiles)["well"] == "field"
    assert sign(Look(), "well", "field").plain == "∪"
    assert figure_label({"seat": 0, "kind": "bucket"}, ["A"]) == "Ab"
    assert inks()["pennants"] == INKS["pennants"]  # ours look as they did


def test_what_has_no_character_is_its_first_letter(outside: Path) -> None:
    add_expansion(outside / "wells")
    try:
        tile = FAMILIES["carcassonne"].tile_set("wells").tiles[0]
        assert "well" not in inks()
        cells = [Look().cell(cell, 0)[0] for row in picture(tile, 0, 9, 5).cells for cell in row]
        assert cells.count("w") == 1
        assert "well" in signs_on([tile])
    finally:
        shelf.take_off("wells")
    assert "well" not in printed().small


@pytest.mark.parametrize("text", ["INKS = {'well': 'w'}\n", "INKS = {'well': ('ww', 'w', '', '')}\n", "1 / 0\n"])
def test_characters_that_cannot_be_used_are_noted_and_stop_nothing(outside: Path, text: str) -> None:
    (outside / "wells" / "inks.py").write_text(text, encoding="utf-8")
    add_expansion(outside / "wells")
    before = len(shelf.problems)
    try:
        assert "well" not in inks()
        assert len(shelf.problems) == before + 1
        assert shelf.problems[-1].file == str(outside / "wells" / "inks.py")
    finally:
        del shelf.problems[before:]
        shelf.take_off("wells")
        for name in [name for name in sys.modules if name.startswith("bastida_expansion_wells")]:
            del sys.modules[name]


def expansion_words() -> set[str]:
    """Everything expansions are called and bring, apart from words that boxes use themselves."""
    words = set(expansion_inks())
    for folder in shelf.folders().values():
        words |= {folder.id, *(element.id for element in folder.elements), *folder.figures, *folder.segments}
    shown = printed()
    words |= {*shown.centre, *shown.symbols, *shown.small, *shown.large, *shown.arrows, *shown.arrows.values()}
    boxes = {kind for games in FAMILIES.values() for kind in games.house.terrain.kinds} | set(LINES)
    return words - boxes - {""}


def test_the_terminal_names_no_expansion() -> None:
    """No text in its sources is the name of an expansion or of something that one brings."""
    words = expansion_words()
    assert {"tower", "cathedral", "ferry", "abbot"} <= words
    for file in sorted(Path(bastida.cli.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert node.value not in words, f"{file.name}, line {node.lineno}: {node.value}"
            if isinstance(node, ast.Name | ast.Attribute | ast.FunctionDef):
                name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else node.name
                assert not set(name.casefold().split("_")) & words, f"{file.name}, line {node.lineno}: {name}"
