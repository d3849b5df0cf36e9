"""The first minutes with the command: help, lists as JSON, refusals before anything begins, one language throughout."""

from __future__ import annotations

import errno
import json
import subprocess
import sys
from pathlib import Path

import pytest

from bastida.kernel.system import KNOWN, problem_of
from bastida.language.texts import LANGUAGES, texts
from bastida.rulebook import clauses
from bastida.table.setup import FAMILIES, presets
from tests.cli.conftest import Run, environment


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bare_command_prints_its_help(run: Run, language: str) -> None:
    bare, asked = run("--lang", language), run("--lang", language, "--help")
    assert (bare.exit_code, bare.stderr) == (0, "")
    assert bare.stdout == asked.stdout
    assert run(env={"BASTIDA_LANG": language}).stdout == asked.stdout
    phrases = texts(language)
    lines = bare.stdout.splitlines()
    assert (lines[0].startswith(phrases("help.usage")) and "COMMAND" not in lines[0]) or language == "en"
    assert len(lines) > 20
    assert ["play", phrases("help.short.play")] in [line.strip().split(maxsplit=1) for line in lines]


def listed(run: Run, *command: str) -> object:
    result = run(*command, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)


def test_every_command_that_lists_something_lists_it_as_json(run: Run, tmp_path: Path) -> None:
    families = listed(run, "presets")
    assert isinstance(families, list)
    assert [preset["id"] for family in families for preset in family["presets"]] == list(presets())
    found = listed(run, "rulings")
    assert isinstance(found, list)
    assert {one["id"] for one in found} == {name for games in FAMILIES.values() for name in games.switches}
    assert all(one["usual"] in one["readings"] for one in found)
    modules = listed(run, "rules")
    assert isinstance(modules, list) and [one["id"] for one in modules] == list(clauses.modules())
    (clause,) = listed(run, "rules", "BASE-40")  # type: ignore[misc]
    assert clause["id"] == "BASE-40" and "already contains a follower" in clause["text"]
    of_module = listed(run, "rules", "--module", "RIVER")
    assert isinstance(of_module, list) and of_module[0]["id"].startswith("RIVER-")
    sets = listed(run, "tiles")
    assert isinstance(sets, list) and {"base", "inns"} <= {one["id"] for one in sets}
    inns = listed(run, "tiles", "inns")
    assert isinstance(inns, dict) and sum(tile["copies"]["C2"] for tile in inns["tiles"]) == inns["count"]
    assert listed(run, "tables", "--data", str(tmp_path)) == []


def test_lists_as_json_speak_the_language_asked_for(run: Run) -> None:
    spanish = json.loads(run("--lang", "es", "rules", "BASE-40", "--json").stdout)
    assert spanish[0]["text"] != json.loads(run("rules", "BASE-40", "--json").stdout)[0]["text"]


def test_what_is_not_found_is_an_empty_list_and_a_failure(run: Run) -> None:
    result = run("rules", "xyzzyplugh", "--json")
    assert (result.exit_code, json.loads(result.stdout)) == (1, [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_in_a_folder_that_is_not_there_is_refused_before_the_game(run: Run, language: str, tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "game"
    result = run("--lang", language, "play", "--players", "Ana,Luis", "--save", str(file), lines=["1a"])
    assert (result.exit_code, result.stdout) == (2, "")
    expected = texts(language)("error.no_folder", file=f"{file}.bst", folder=file.parent)
    assert expected in " ".join(result.stderr.split())


def test_a_setting_or_ruling_that_does_not_exist_is_told_with_the_nearest(run: Run) -> None:
    result = run("serve", "--set", "thnk_seconds=3")
    assert result.exit_code == 2
    assert "there is no setting 'thnk_seconds': did you mean think_seconds" in " ".join(result.stderr.split())
    assert "no existe el ajuste" in run("--lang", "es", "serve", "--set", "thnk_seconds=3").stderr
    assert "no hi ha l'ajust" in run("--lang", "ca", "serve", "--set", "thnk_seconds=3").stderr
    assert "did you mean returned" in run("play", "--game", "hunters", "--ruling", "retuned=at-once").stderr


WRONG = (
    ("plya",),
    ("play", "--sed", "3"),
    ("play", "--seed"),
    ("play", "rest"),
    ("simulate", "--games", "many"),
    ("simulate", "--games", "0"),
    ("arena", "greedy", "random", "--schedule", "ladder"),
    ("show",),
    ("--version=3",),
)


@pytest.mark.parametrize("command", WRONG, ids=" ".join)
def test_usage_errors_are_in_the_language_asked_for_and_fall_back_to_english(run: Run, command: tuple[str, ...]) -> None:
    english = run(*command).stderr
    told = {language: run(*command, env={"BASTIDA_LANG": language}).stderr for language in ("es", "ca", "de")}
    assert len({english, *told.values()}) == 4
    assert run(*command, env={"BASTIDA_LANG": "fr"}).stderr == english
    assert "Ayuda:" in told["es"] and "Ajuda:" in told["ca"] and "Hilfe:" in told["de"] and "Help:" in english
    for word in ("No such", "Missing", "Invalid", "requires", "unexpected", "value"):
        assert not any(word in said for said in told.values())


@pytest.mark.parametrize("language", ["fr", "nl-NL", "pt_BR.UTF-8", "ast"])
def test_other_languages_are_english_everywhere(run: Run, language: str) -> None:
    """Whether the option or the variable names them, and whatever the system speaks."""
    english = run("--lang", "en", "presets").output
    assert run("--lang", language, "presets").output == english
    assert run("presets", "--lang", language, env={"LANG": "es_ES.UTF-8", "BASTIDA_LANG": "ca"}).output == english
    assert run("presets", env={"LANG": "es_ES.UTF-8", "BASTIDA_LANG": language}).output == english


def test_a_language_may_have_its_country(run: Run) -> None:
    assert run("--lang", "es_ES.UTF-8").output == run("--lang", "es").output != run("--lang", "ca-ES").output


@pytest.mark.parametrize("language", ["es", "ca"])
def test_what_the_system_says_is_said_in_the_language(run: Run, language: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    spoken = texts(language)
    match = ("arena", "greedy", "random", "--game", "plus-first-game", "--bags", "1")
    shown = run("--lang", language, "arena", "external:./no-such-program", "random", "--bags", "1").stderr
    assert spoken("refusal.system.ENOENT") in shown and "No such file" not in shown
    shown = run("--lang", language, *match, "--save-records", str(tmp_path / "file" / "x")).stderr
    assert spoken("refusal.system.ENOTDIR") in shown and "ot a directory" not in shown


def test_the_systems_own_words_are_the_last_resort() -> None:
    assert problem_of(OSError(errno.EIO, "broken disk")) == "broken disk"
    assert all(texts(language).has(f"refusal.system.{name}") for name in KNOWN for language in LANGUAGES)


@pytest.mark.parametrize(("language", "english"), [("es", "Options:"), ("ca", "Options:")])
def test_the_headings_of_help_are_translated(run: Run, language: str, english: str) -> None:
    for command in ("play", "arena", "rules"):
        shown = run("--lang", language, command, "--help").stdout
        assert english not in shown and "Usage:" not in shown and "[OPTIONS]" not in shown


def test_the_shell_completes_commands() -> None:
    """The line of docs/cli.md, and what it makes the shell ask."""

    def said(**more: str) -> str:
        command = [sys.executable, "-m", "bastida.cli"]
        return subprocess.run(command, env=environment(**more), capture_output=True, text=True, timeout=60, check=True).stdout

    assert "complete" in said(_BASTIDA_COMPLETE="bash_source")
    asked = said(_BASTIDA_COMPLETE="bash_complete", COMP_WORDS="bastida pl", COMP_CWORD="1")
    assert asked.split() == ["plain,play"]
