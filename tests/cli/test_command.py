"""The frame of the command: help, version, languages, errors."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

import bastida
from bastida.cli import app
from bastida.cli.app import SpokenOption
from bastida.language.texts import LANGUAGES, texts
from tests.cli.conftest import Run, environment

COMMANDS = tuple(app.commands)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_command_has_help_that_teaches(run: Run, command: str, language: str) -> None:
    result = run(*command.split(), "--help", "--lang", language)
    said = texts(language)
    assert result.exit_code == 0
    assert said("help.usage") in result.output
    assert said("help.examples") in result.output
    assert f"bastida {command}".strip() in result.output
    assert "help.o" not in result.output  # a text that is missing
    assert max(len(line) for line in result.output.splitlines()) <= 80


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_is_explained(language: str) -> None:
    said = texts(language)
    for command in (app, *app.commands.values()):
        for parameter in command.params:
            if isinstance(parameter, SpokenOption):
                keys = (f"help.of.{command.name}.{parameter.name}", f"help.option.{parameter.name}")
                assert any(said.has(key) for key in keys), keys


def test_what_click_adds_to_the_help_is_in_the_language_too(run: Run) -> None:
    film = " ".join(run("film", "--help", "--lang", "es").output.split())
    for wanted in ("film [OPCIONES] ARCHIVO", "--output ARCHIVO", "[obligatoria]", "[normalmente: 1; x>=1]"):
        assert wanted in film
    for command in COMMANDS:
        shown = run(command, "--help", "--lang", "ca").output.partition("Opcions:")[2]
        assert not re.search(r"default|required|\b(NAME|FILE|FOLDER|VALUE|READING)\b", shown), command
    assert "[default: plus]" in " ".join(run("play", "--help", "--lang", "en").output.split())


def test_examples_in_the_help_are_commands_that_exist() -> None:
    for language in LANGUAGES:
        for name in ("app", *COMMANDS):
            _, _, examples = texts(language)(f"help.{name}").partition("\n\n")
            assert examples
            for line in examples.splitlines():
                words = line.split("   ")[0].split()
                assert words[0] == "bastida"
                command: click.Command = app.commands[words[1]]
                if isinstance(command, click.Group):
                    command = command.commands[words[2]]
                options = {option for parameter in command.params for option in parameter.opts}
                assert {word for word in words if word.startswith("--")} <= options


def test_the_version_names_python_and_the_mode(run: Run) -> None:
    shown = run("--version").output
    assert bastida.__version__ in shown
    assert f"Python {sys.version_info.major}.{sys.version_info.minor}" in shown
    assert ("compiled" if bastida.COMPILED else "interpreted") in shown


@pytest.mark.parametrize(
    ("environment", "word"),
    [
        ({"BASTIDA_LANG": "es"}, "Uso:"),
        ({"BASTIDA_LANG": "", "LC_ALL": "ca_ES.UTF-8"}, "Ús:"),
        ({"BASTIDA_LANG": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": "es_ES.UTF-8"}, "Uso:"),
        ({"BASTIDA_LANG": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": "de_DE.UTF-8"}, "Aufruf:"),
        ({"BASTIDA_LANG": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": "fr_FR.UTF-8"}, "Usage:"),
        ({"BASTIDA_LANG": "klingon", "LC_ALL": "C"}, "Usage:"),
    ],
)
def test_the_language_comes_from_the_environment(run: Run, environment: dict[str, str], word: str) -> None:
    assert word in run("--help", env=environment).output


@pytest.mark.parametrize("arguments", [("--lang", "es", "rules"), ("rules", "--lang", "es"), ("rules", "--lang=es")])
def test_the_language_can_be_said_before_and_after_the_command(run: Run, arguments: tuple[str, ...]) -> None:
    assert "cláusulas" in run(*arguments).output


def test_german_is_printed_where_german_is_asked_for(run: Run) -> None:
    assert "Regelpunkte" in run("rules", "--lang", "de").output
    shown = run("presets", "--lang", "de_AT").output
    assert "Wirtshäuser & Kathedralen" in shown and "Plus mit dem Fluss" in shown and "Jäger und Sammler" in shown
    told = run("rules", "--module", "BASE", "abbot", "--lang", "de").output
    assert "Regelpunkt" in told and " the " in told  # the clauses themselves are in English


@pytest.mark.parametrize(
    "arguments",
    [
        ("dance",),
        ("play", "--dance"),
        ("simulate", "--games", "many"),
        ("simulate", "--games", "0"),
        ("simulate", "--players", "17"),
        ("simulate", "--game", "chess"),
        ("replay",),
        ("replay", "/nowhere/game.bst"),
        ("replay", "."),
        ("play", "--resume", "/nowhere/game.bst"),
        ("play", "--resume", "game.txt"),
        ("rules", "--module", "CHESS"),
        ("tiles", "chess"),
        ("tiles", "base", "inns"),
        ("--lang", "klingon", "rules"),
    ],
)
@pytest.mark.parametrize("language", ["en", "es"])
def test_what_is_wrong_is_said_in_a_line_and_ends_with_2(run: Run, arguments: tuple[str, ...], language: str) -> None:
    result = run(*arguments, env={"BASTIDA_LANG": language})
    assert result.exit_code == 2
    assert 1 <= len(result.stderr.splitlines()) <= 2
    assert result.stderr.startswith("bastida: ")


@pytest.mark.parametrize("content", [b"", b"\0\xff\xfe", b"bastida record 99\n", b"{}", b"bastida record 1\nfamily: chess\n\n"])
def test_an_unreadable_record_is_one_complaint(run: Run, tmp_path: Path, content: bytes) -> None:
    for name in ("broken.bst", "broken.json"):
        file = tmp_path / name
        file.write_bytes(content)
        for arguments in (("replay", str(file)), ("play", "--resume", str(file))):
            result = run(*arguments)
            assert result.exit_code == 2
            assert result.stderr.startswith("bastida: ")


def test_debug_shows_what_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr(app.commands["presets"], "callback", broken)
    with pytest.raises(SystemExit) as plain:
        app.main(["presets"])
    assert plain.value.code == 1
    with pytest.raises(RuntimeError):
        app.main(["--debug", "presets"])


def test_an_early_end_of_the_reader_is_no_error() -> None:
    """``bastida tiles base | head -1``"""
    command = f"{sys.executable} -m bastida.cli tiles base | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60, env=environment(), check=False)
    assert done.stdout.count("\n") == 1
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_terminals_without_the_characters_get_others(encoding: str) -> None:
    outside = environment(PYTHONIOENCODING=encoding, BASTIDA_LANG="es")
    command = [sys.executable, "-m", "bastida.cli", "tiles", "inns"]
    done = subprocess.run(command, capture_output=True, timeout=60, env=outside, check=True)
    shown = done.stdout.decode(encoding)
    assert "camino" in shown
    assert "?" not in shown


def test_a_file_that_is_not_there_is_named(run: Run) -> None:
    assert "/nowhere/game.bst" in run("replay", "/nowhere/game.bst").stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("dance",), "no existe la orden 'dance'"),
        (("presetz",), "no existe la orden 'presetz'. ¿Querías decir 'presets'?"),
        (("simulate", "--gamez", "3"), "no existe la opción '--gamez'. (¿Querías decir una de estas: "),
        (("simulate", "--games"), "la opción '--games' necesita un valor"),
        (("simulate", "--sources=3"), "la opción '--sources' no lleva valor"),
        (("simulate", "--games", "many"), "'--games': 'many' no es un número entero"),
        (("simulate", "--games", "0"), "'--games': 0 no cumple 1<=x<=100000000"),
        (("arena", "random", "greedy", "--until", "x"), "'--until': 'x' no es un número"),
        (("arena", "random", "greedy", "--resume", "."), "'--resume': '.' es una carpeta"),
        (("replay",), "falta 'ARCHIVO'"),
        (("tiles", "base", "inns"), "sobra inns"),
        (("tiles", "base", "inns", "tower"), "sobran inns tower"),
        (("--lang", "klingon", "rules"), "'--lang': 'klingon' no es ninguno de 'es', 'ca', 'en'"),
    ],
)
def test_a_wrong_command_line_is_told_in_the_language(run: Run, arguments: tuple[str, ...], said: str) -> None:
    shown = run(*arguments, env={"BASTIDA_LANG": "es"}).stderr.splitlines()[0]
    assert shown.startswith(f"bastida: {said}")
