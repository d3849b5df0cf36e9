"""The README is true: its examples run, its commands exist, its table is what can be played, its links lead somewhere."""

from __future__ import annotations

import doctest
import os
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

import bastida
from bastida.cli import app
from bastida.cli.presets import markdown_table
from bastida.language.texts import texts

ROOT = Path(__file__).resolve().parents[1]
PAGES = ("README.md", "docs/cli.md", "docs/first-game.md")
START = "<!-- presets: BASTIDA_WRITE=1 pytest tests/test_readme.py brings this table up to date -->\n"
END = "<!-- end of presets -->"


def read(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", read(page), re.DOTALL)


def test_the_python_of_the_readme_does_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    examples = doctest.DocTestParser()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    found = blocks("README.md", "python")
    assert found
    for number, block in enumerate(found):
        test = examples.get_doctest(block, names, f"README.md block {number + 1}", "README.md", 0)
        runner.run(test, clear_globs=False)
        names.update(test.globs)
    assert runner.summarize(verbose=False).failed == 0
    assert runner.summarize(verbose=False).attempted > 10


def commands() -> list[tuple[str, str]]:
    """Every ``$ bastida ...`` of the pages with the output that is printed below it."""
    found = []
    for page in PAGES:
        for block in blocks(page, "console"):
            for entry in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                line, _, output = entry.partition("\n")
                found.append((line.strip(), output.strip()))
    return found


@pytest.mark.parametrize(("line", "output"), dict.fromkeys(commands()))
def test_the_commands_of_the_pages_work(line: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = shlex.split(line)
    assert words[0] == "bastida"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BASTIDA_SAVES", str(tmp_path / "saves"))
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    game = bastida.new_game(players=["Ana", "Luis"], seed=1)
    game.play(game.options()[0])
    bastida.save(game, tmp_path / "game.bst")
    (tmp_path / "saves").mkdir()
    bastida.save(game, tmp_path / "saves" / "last.bst")
    if words[1] == "simulate":
        words += ["--games", "20"]  # what is proved is that it runs
    result = CliRunner().invoke(app, words[1:], env={"BASTIDA_LANG": "en", "LC_ALL": "en"})
    assert result.exit_code == 0, result.output
    shown = " ".join(result.output.split())
    assert " ".join(output.split()) in shown


def test_the_table_of_what_can_be_played_is_up_to_date() -> None:
    page = read("README.md")
    before, rest = page.split(START)
    inside, after = rest.split(END)
    table = "\n" + "\n".join(markdown_table(texts("en"))) + "\n\n"
    if os.environ.get("BASTIDA_WRITE"):
        (ROOT / "README.md").write_text(before + START + table + END + after, encoding="utf-8")
    else:
        assert inside == table, "BASTIDA_WRITE=1 pytest tests/test_readme.py brings it up to date"


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", read(page)):
        assert target.startswith("http") or (ROOT / page).parent.joinpath(target).exists(), target


def test_every_command_and_option_is_on_the_page_of_the_command() -> None:
    page = read("docs/cli.md")
    for name, command in app.commands.items():
        assert f"## `bastida {name}`" in page
        for parameter in command.params:
            for option in parameter.opts:
                if option.startswith("--"):
                    assert f"`{option}" in page, option
