"""``uvx bastida`` and ``pipx run bastida``: who fetches the program only to run it, and says nothing more, wants the table.

Both fetch the core alone, for a command has no way to ask for an extra. So the program asks whoever has fetched it once more,
with the extras of the table, says so, and steps aside. With an argument, or installed in any other way, nothing of this
happens.
"""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Final, NoReturn

from bastida import __version__
from bastida.cli.app import FAILURE
from bastida.cli.screen import Screen
from bastida.extras import has

EXTRAS: Final = "table,pictures"  # as `make play` installs them
ASKED: Final = "BASTIDA_FETCHED"  # it was asked for already: whatever is missing now is missing
SERVE: Final = ["serve"]


def by_uvx(variables: Mapping[str, str]) -> bool:
    """uv says where it is to what it starts; ``uv run``, whose environment is a project's, says more."""
    of_a_project = "UV_RUN_RECURSION_DEPTH" in variables or variables.get("VIRTUAL_ENV") == sys.prefix
    return bool(variables.get("UV")) and not of_a_project


def arguments(given: Sequence[str]) -> list[str]:
    """What the command is to do: as it was told, or by uvx and without a word the table."""
    if given or not by_uvx(os.environ):
        return list(given)
    version = ".".join(platform.python_version_tuple()[:2])
    return table([os.environ["UV"], "tool", "run", "--python", version, "--from", wanted(), "bastida"])


def pipx() -> None:
    """What ``pipx run bastida`` starts, by the entry point that pipx looks for."""
    from bastida.cli import app

    given = sys.argv[1:]
    app.main(given or table([shutil.which("pipx") or "", "run", "--spec", wanted(), "bastida"]))


def wanted() -> str:
    return f"bastida[{EXTRAS}]=={__version__}"


def table(again: list[str]) -> list[str]:
    """The command that serves the table; where its extras are missing, this process becomes the one that has them."""
    if has("table") or ASKED in os.environ:
        return SERVE  # which says itself what is missing
    screen = Screen()
    shown = shlex.join([again[0] or "pipx", *again[1:]])
    if not again[0]:
        screen.complain(screen.texts("runner.type", command=shown))
        sys.exit(FAILURE)
    screen.complain(screen.texts("runner.again", command=shown))
    become(again, {**os.environ, ASKED: "1"})


def become(command: list[str], variables: dict[str, str]) -> NoReturn:
    """Let another program take this one's place."""
    sys.stdout.flush()
    sys.stderr.flush()
    if sys.platform != "win32":
        os.execve(command[0], command, variables)
    with subprocess.Popen(command, env=variables) as process:  # there, a program that becomes another has ended for its shell
        while process.poll() is None:
            try:
                process.wait()
            except KeyboardInterrupt:
                continue  # it was for both
    sys.exit(process.returncode)
