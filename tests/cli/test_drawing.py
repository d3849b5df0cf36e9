"""Pictures and films at the terminal: contact sheets, positions, whole games."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

import bastida
from bastida.cli.pictures import OVERLAYS, THEMES
from bastida.cli.presets import all_sets
from bastida.record import save
from tests.cli.conftest import Run


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Six turns of a game, and the tile drawn for the seventh."""
    game = bastida.new_game(players=["Ana", "Luis"], seed=5)
    while game.turn <= 6:
        game.play(game.options()[0])
    file = tmp_path / "game.bst"
    save(game, file)
    return file


def picture(file: Path) -> ElementTree.Element:
    return ElementTree.fromstring(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", list(all_sets()))
def test_every_set_has_a_contact_sheet(run: Run, tmp_path: Path, name: str) -> None:
    file = tmp_path / "sheet.svg"
    result = run("tiles", name, "-o", str(file))
    assert result.exit_code == 0
    assert str(file) in "".join(result.output.splitlines())
    used = [element.get("href") for element in picture(file).iter() if element.tag.endswith("use")]
    assert len(used) >= len(all_sets()[name].tiles)


def test_a_contact_sheet_can_be_a_png_in_another_look(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "sheet.PNG"
    assert run("tiles", "river", "-o", str(file), "--theme", "plain", "--size", "400").exit_code == 0
    with Image.open(file) as image:
        assert image.width == 400


def test_without_a_file_the_board_is_shown_here(run: Run, record: Path) -> None:
    result = run("show", str(record), "--move", "3")
    assert result.exit_code == 0
    assert "Ana" in result.output
    assert not list(record.parent.glob("*.svg"))


@pytest.mark.parametrize(
    "more", [(), ("--scene",), ("--result",), ("--legal", "--coordinates"), ("--move", "0"), ("--size", "500")]
)
def test_a_position_becomes_a_picture(run: Run, record: Path, more: tuple[str, ...]) -> None:
    file = record.with_suffix(".svg")
    assert run("show", str(record), *more, "-o", str(file)).exit_code == 0
    root = picture(file)
    laid = [element for element in root.iter() if element.get("class") == "tile"]
    assert len(laid) == (1 if "--move" in more else 7)
    if "--size" in more:
        assert abs(int(str(root.get("width"))) - 500) <= 1


@pytest.mark.parametrize("overlay", OVERLAYS.split("|"))
@pytest.mark.parametrize("theme", THEMES.split("|"))
def test_every_overlay_and_theme_of_the_help_can_be_had(run: Run, record: Path, overlay: str, theme: str) -> None:
    file = record.with_suffix(".svg")
    assert run("show", str(record), "--overlay", overlay, "--theme", theme, "-o", str(file)).exit_code == 0
    assert picture(file) is not None


def test_the_words_of_the_help_are_those_of_the_drawings() -> None:
    from bastida.art import themes
    from bastida.art.pictures import overlay

    assert OVERLAYS.split("|") == list(overlay.OVERLAYS)
    assert THEMES.split("|") == list(themes.THEMES)


@pytest.mark.parametrize(("step", "frames"), [(1, 8), (2, 5), (4, 3), (100, 2)])
def test_a_film_has_a_frame_for_the_beginning_for_every_step_and_for_the_end(
    run: Run, record: Path, step: int, frames: int
) -> None:
    file = record.with_suffix(".gif")
    result = run("film", str(record), "-o", str(file), "--step", str(step), "--size", "160")
    assert result.exit_code == 0
    assert f"{frames} frames" in " ".join(result.output.split())
    with Image.open(file) as image:
        assert getattr(image, "n_frames", 1) == frames
        assert image.width == 160


def test_a_film_can_be_webp(run: Run, record: Path) -> None:
    file = record.with_suffix(".webp")
    assert run("film", str(record), "-o", str(file), "--step", "4", "--size", "120", "--delay", "50").exit_code == 0
    with Image.open(file) as image:
        assert getattr(image, "n_frames", 1) == 3


@pytest.mark.parametrize("language", ["es", "ca", "en"])
@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("show", "{record}", "-o", "{folder}/board.bmp"), ".svg, .png"),
        (("show", "{record}", "-o", "{folder}/board"), ".svg, .png"),
        (("tiles", "base", "-o", "{folder}/sheet.gif"), ".svg, .png"),
        (("film", "{record}", "-o", "{folder}/game.mp4"), ".gif, .webp"),
        (("show", "{record}", "-o", "{folder}/nowhere/board.svg"), "nowhere"),
        (("film", "{record}", "-o", "{folder}/nowhere/game.gif"), "nowhere"),
        (("show", "{record}", "-o", "{folder}/taken.svg"), "taken.svg"),
        (("show", "{folder}/none.bst", "-o", "{folder}/board.svg"), "none.bst"),
        (("show", "{folder}/broken.bst", "-o", "{folder}/board.svg"), ""),
        (("film", "{folder}/broken.bst", "-o", "{folder}/game.gif"), ""),
        (("show", "{record}", "--move", "99", "-o", "{folder}/board.svg"), "99"),
        (("show", "{record}", "--overlay", "weather", "-o", "{folder}/board.svg"), "fields, regions, owners"),
        (("show", "{record}", "--theme", "neon", "-o", "{folder}/board.svg"), "summer, snow, stone, plain"),
        (("tiles", "base", "--theme", "neon", "-o", "{folder}/sheet.svg"), "summer, snow, stone, plain"),
        (("tiles", "chess", "-o", "{folder}/sheet.svg"), "chess"),
        (("film", "{record}"), ""),
    ],
)
def test_what_cannot_be_drawn_is_said_in_a_line(
    run: Run, record: Path, arguments: tuple[str, ...], part: str, language: str
) -> None:
    (record.parent / "taken.svg").mkdir()
    (record.parent / "broken.bst").write_text("bastida record 99\n", encoding="utf-8")
    words = [word.format(record=record, folder=record.parent) for word in arguments]
    result = run(*words, env={"BASTIDA_LANG": language})
    assert result.exit_code == 2
    assert result.stderr.startswith("bastida: ")
    assert part in result.stderr
    assert not (record.parent / "board.svg").exists()


@pytest.mark.parametrize("module", ["resvg_py", "PIL"])
def test_a_missing_package_is_told_with_what_to_install(
    run: Run, record: Path, monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    result = run("film", str(record), "-o", str(record.with_suffix(".gif")))
    assert result.exit_code == 2
    assert 'pip install "bastida[pictures]"' in result.stderr
    assert not record.with_suffix(".gif").exists()
