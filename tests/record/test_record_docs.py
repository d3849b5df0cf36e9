"""docs/record.md shows what really happens: its examples are run and compared."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bastida
from bastida.record import errors

PAGE = (Path(__file__).parents[2] / "docs" / "record.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, flags=re.DOTALL | re.MULTILINE)


def test_the_examples_of_the_page_give_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for code in blocks("python"):
        exec(code, names)
    (text,), (data,), (line,) = blocks("record"), blocks("json"), blocks("position")
    assert Path("partida.bst").read_text(encoding="utf-8") == text
    assert Path("partida.json").read_text(encoding="utf-8") == data
    assert names["line"] + "\n" == line  # type: ignore[operator]
    assert bastida.position(bastida.load("partida.bst", seed=7)) == names["line"]


def test_the_limits_of_the_page_are_those_of_the_program() -> None:
    for limit in (errors.MAX_BYTES, errors.MAX_LINE, errors.MAX_ANSWERS, errors.MAX_STUDY_ANSWERS, errors.MAX_POSITION):
        assert f"{limit:,}" in PAGE
    assert f"| header | {errors.MAX_HEADERS} lines |" in PAGE
    assert f"| {errors.MAX_TEXT} characters |" in PAGE
    assert f"{errors.MAX_TILES} tiles" in PAGE


def test_every_section_of_a_position_is_explained_on_the_page() -> None:
    for text in (Path(__file__).parent / "corpus" / "positions.txt").read_text(encoding="utf-8").splitlines():
        for section in text.split(" | "):
            name = re.sub(r"\..*|[0-9]+$", "", section.split(" ")[0])
            assert f"`{name}" in PAGE, name
