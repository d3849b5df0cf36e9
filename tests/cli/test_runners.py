"""``uvx bastida`` and ``pipx run bastida`` give the table; every other way of starting it does what it always did."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence

import pytest

from bastida import __version__
from bastida.cli import runners

UV = {"UV": "/usr/bin/uv"}


class Became(Exception):
    def __init__(self, command: Sequence[str], variables: dict[str, str]) -> None:
        self.command, self.variables = list(command), variables


@pytest.fixture
def core_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """A core without extras, which becomes another program no further than this."""

    def become(command: list[str], variables: dict[str, str]) -> None:
        raise Became(command, variables)

    monkeypatch.setattr(runners, "has", lambda extra: False)
    monkeypatch.setattr(runners, "become", become)
    for name in ("UV", "UV_RUN_RECURSION_DEPTH", "VIRTUAL_ENV", runners.ASKED):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("variables", "found"),
    [
        ({}, False),
        (UV, True),
        (UV | {"VIRTUAL_ENV": "/another/.venv"}, True),  # which happens to be active
        (UV | {"VIRTUAL_ENV": sys.prefix}, False),
        (UV | {"UV_RUN_RECURSION_DEPTH": "1"}, False),
    ],
)
def test_only_uvx_is_uvx(variables: dict[str, str], found: bool) -> None:
    assert runners.by_uvx(variables) is found


def test_uvx_is_asked_again_with_the_extras_of_this_very_version(
    core_only: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("UV", "/usr/bin/uv")
    monkeypatch.setenv("BASTIDA_LANG", "en")
    with pytest.raises(Became) as now:
        runners.arguments([])
    assert now.value.command[:3] == ["/usr/bin/uv", "tool", "run"]
    assert now.value.command[-3:] == ["--from", f"bastida[table,pictures]=={__version__}", "bastida"]
    assert now.value.variables[runners.ASKED]
    said = " ".join(capsys.readouterr().err.split())
    assert said.startswith("bastida: the table needs more packages") and "/usr/bin/uv tool run" in said


def test_it_is_asked_once_and_then_serve_says_what_is_missing(core_only: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UV", "/usr/bin/uv")
    monkeypatch.setenv(runners.ASKED, "1")
    assert runners.arguments([]) == ["serve"]


def test_where_the_extras_are_the_table_is_served_at_once(core_only: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runners, "has", lambda extra: True)
    monkeypatch.setenv("UV", "/usr/bin/uv")
    assert runners.arguments([]) == ["serve"]


def test_whoever_says_what_to_do_gets_that_and_an_installed_bastida_its_help(
    core_only: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert runners.arguments([]) == []
    monkeypatch.setenv("UV", "/usr/bin/uv")
    assert runners.arguments(["play"]) == ["play"]


def test_pipx_is_asked_again_too(core_only: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["bastida"])
    monkeypatch.setattr(runners.shutil, "which", lambda name: f"/usr/bin/{name}")
    with pytest.raises(Became) as now:
        runners.pipx()
    assert now.value.command == ["/usr/bin/pipx", "run", "--spec", f"bastida[table,pictures]=={__version__}", "bastida"]


def test_where_pipx_is_not_found_the_command_is_told(
    core_only: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BASTIDA_LANG", "en")
    monkeypatch.setattr(sys, "argv", ["bastida"])
    monkeypatch.setattr(runners.shutil, "which", lambda name: None)
    with pytest.raises(SystemExit) as end:
        runners.pipx()
    assert end.value.code == 2
    assert f"pipx run --spec 'bastida[table,pictures]=={__version__}' bastida" in " ".join(capsys.readouterr().err.split())


def test_one_program_becomes_the_other() -> None:
    then = "import os; print(os.getpid())"
    code = f"import sys; from bastida.cli.runners import become; become([sys.executable, '-c', {then!r}], {{}})"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    said, _ = process.communicate(timeout=60)
    assert int(said) == process.pid


def test_on_windows_it_waits_for_the_other_and_ends_as_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C is for both: the one that waits goes on waiting."""
    started: list[subprocess.Popen[bytes]] = []

    class Interrupted(subprocess.Popen[bytes]):
        def wait(self, timeout: float | None = None) -> int:
            if self not in started:
                started.append(self)
                raise KeyboardInterrupt
            return super().wait(timeout)

    monkeypatch.setattr(runners.subprocess, "Popen", Interrupted)
    monkeypatch.setattr(runners.sys, "platform", "win32")
    with pytest.raises(SystemExit) as end:
        runners.become([sys.executable, "-c", "import sys; sys.exit(7)"], dict(os.environ))
    assert end.value.code == 7 and started
