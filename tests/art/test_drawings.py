"""Art knows no expansion: each draws itself, and one that does not is shown all the same."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

import bastida
from bastida.art import collected as registry
from bastida.art import figure_symbols, is_coloured, piece_drawing, piece_spot, tile_symbol
from bastida.art.pictures.board import board_svg
from bastida.art.pictures.scene import scene_svg
from bastida.art.tiles.marks import MARKS
from bastida.kernel import shelf
from bastida.kernel.expansion import FOREIGN
from bastida.kernel.tile import Tile
from bastida.table.setup import add_expansion, families

SOURCE = Path(bastida.__file__).resolve().parent
MANIFEST = """
id = "statues"
family = "carcassonne"
version = "1"
names = { en = "Statues" }
figures = ["sculptor"]

[[element]]
id = "statues"
rules = "Statues"

[printed]
tile_marks = ["quarry"]
centre = ["workshop"]
symbols = ["statue"]
ends.road = { statue = "statue" }
segment_marks = { city = { marble = "count" }, road = { kiln = "flag" } }

[guide.statues]
tiles = []
figures = ["chisel"]
"""
TILES = """
[set]
id = "statues"
es = "Estatuas"
en = "Statues"
tiles = 3
editions = ["C1", "C2"]
needs = ["base"]
book = "statues"

[[tile]]
id = "St1"
count = 1
quarry = true
city = [{ sides = "N", marble = 2 }]
road = [{ sides = "S W", kiln = true }]
field = [{ edges = "En Es Se Wn", cities = [0] }, { edges = "Sw Ws" }]

[[tile]]
id = "St2"
count = 1
road = [{ sides = "S", ends = "statue" }]
field = [{ edges = "Nw Ne En Es Se Sw Ws Wn" }]
centre = "statue"

[[tile]]
id = "St3"
count = 1
field = [{ edges = "Nw Ne En Es Se Sw Ws Wn" }]
centre = "workshop"
"""
RULES = """
from bastida.kernel.module import Module
from bastida.kernel.shown import Beside, Held, OnBoard, OnTrack


class Statues(Module):
    name = "statues"
    prefix = "STATUE"

    def shown(self, game, out):
        out.board.append(OnBoard("statue", 0, 0, 2))
        out.held.append(Held(0, "chisel", 3))
        out.track.append(OnTrack(7, "chisel", 1))
        out.beside.append(Beside("marble"))
"""
DRAWING = """
from bastida.art.drawing import Drawing, Figure, Piece, Sign, marked

FIGURES = {"sculptor": Figure(lambda p: Drawing(("M1 2H90V77Z",), "", (50, 50, 1.0)), height=1.5)}
TOKENS = {"chisel": lambda: '<path d="M3 4H88V91Z"/>'}
PIECES = {
    "statue": Piece(lambda tile, turns, number, ends: f'<path d="M5 6H{number}"/>', lambda tile, turns, number, top: (7.0, 8.0))
}
MARKS = {"quarry": Sign(lambda theme: '<path d="M9 9H8V7Z"/>', 9.0, shown=marked("quarry")), "house": Sign(lambda theme: "")}
HINTS = {"St2": 4}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "statues"
    (path / "words").mkdir(parents=True)
    (path / "expansion.toml").write_text(MANIFEST, encoding="utf-8")
    (path / "tiles.toml").write_text(TILES, encoding="utf-8")
    (path / "rules.py").write_text(RULES, encoding="utf-8")
    (path / "words" / "en.toml").write_text('[words]\nmarble = "marble"\n', encoding="utf-8")
    return path


@pytest.fixture
def forgotten() -> Iterator[None]:
    """Nothing of the stranger stays in this process."""
    yield
    if "statues" in shelf.folders():
        shelf.take_off("statues")
    for name in [name for name in sys.modules if name.startswith(f"{FOREIGN}statues")]:
        del sys.modules[name]
    shelf.problems[:] = [problem for problem in shelf.problems if "statues" not in str(problem)]


def tile(name: str) -> Tile:
    return next(tile for tile in families()["carcassonne"].tile_set("statues").tiles if tile.id == name)


def noted() -> list[str]:
    for table in ("figures", "tokens", "pieces", "signs", "hubs", "hints"):
        getattr(registry, table)()
    return [str(problem) for problem in shelf.problems if "statues" in str(problem)]


def test_no_file_of_art_names_what_an_expansion_draws() -> None:
    ours = [folder for folder in shelf.folders().values() if folder.ours]
    names = {element.id for folder in ours for element in folder.elements} | {folder.id for folder in ours}
    for table in ("FIGURES", "TOKENS", "PIECES", "MARKS", "HUBS", "HINTS"):
        for folder in ours:
            names |= set(getattr(folder.code("drawing"), table, {}))
    names -= {"river", *MARKS}  # words of the boxes too
    assert {"tower", "ferry", "message-3", "mage", "inn", "Korn1", "canoe"} <= names
    for path in (SOURCE / "art").rglob("*.py"):
        words = {node.value for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Constant)}
        assert not words & names, path


def test_a_stranger_without_drawings_is_shown_with_letters(folder: Path, forgotten: None) -> None:
    add_expansion(folder)
    assert is_coloured("sculptor") and is_coloured("chisel") and not is_coloured("marble")
    ids = {element.get("id") for element in ElementTree.fromstring(figure_symbols()).iter()}
    assert {"fig-sculptor-red", "fig-chisel-blue", "fig-chisel", "fig-marble"} <= ids
    for name, signs in {"St1": {"quarry": 1, "marble": 2, "kiln": 1}, "St2": {"statue": 1}, "St3": {"workshop": 1}}.items():
        for turns in range(4):
            drawn = tile_symbol(tile(name), "summer", turns)
            assert {sign: drawn.count(f"#su-{sign}") for sign in signs} == signs
    game = bastida.new_game("plus", sets=["statues"], players=2, seed=1)
    for text in (board_svg(game, legal=True), scene_svg(game)):
        root = ElementTree.fromstring(text)
        known = {element.get("id") for element in root.iter()}
        links = {str(element.get("href")).removeprefix("#") for element in root.iter() if element.get("href")}
        assert links <= known
    assert {"fig-chisel", "fig-marble", f"fig-chisel-{game.setup.colours[1]}"} <= links
    assert noted() == []


def test_a_stranger_draws_itself_and_changes_nothing_of_ours(folder: Path, forgotten: None) -> None:
    (folder / "drawing.py").write_text(DRAWING, encoding="utf-8")
    before, house = registry.figures(), registry.signs()["house"]
    assert "sculptor" not in before
    add_expansion(folder)
    assert registry.figures()["sculptor"].height == 1.5 and not is_coloured("chisel")
    assert "M3 4H88V91Z" in figure_symbols() and "M1 2H90V77Z" in figure_symbols()
    assert "M5 6H2" in piece_drawing("statue", tile("St2"), 0, 2)[1]
    assert piece_spot("statue", tile("St2"), 1) == (7.0, 8.0)
    assert "#su-quarry" in tile_symbol(tile("St1"))
    assert registry.signs()["house"] is house
    problems = noted()
    assert len(problems) == 2
    assert any("'house'" in problem for problem in problems) and any("HINTS['St2']" in problem for problem in problems)
    shelf.take_off("statues")
    assert "sculptor" not in registry.figures() and "M3 4H88V91Z" not in figure_symbols()


@pytest.mark.parametrize("text", ["FIGURES = {", "import no_such_package", "1 / 0"])
def test_drawings_that_cannot_be_read_are_noted_and_done_without(folder: Path, forgotten: None, text: str) -> None:
    (folder / "drawing.py").write_text(text, encoding="utf-8")
    add_expansion(folder)
    assert is_coloured("sculptor")
    assert any("drawing.py" in problem for problem in noted())
