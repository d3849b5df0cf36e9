"""Install an artefact of a release as anybody would, in a fresh environment outside this folder, and try it there.

    python tools/installed.py ARTEFACT [--python PYTHON]

pip fetches what the artefact depends on from wherever it is configured to. ``proof.py`` does the trying.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

PROOF = Path(__file__).with_name("proof.py")
EXTRAS = "table,pictures,env"
OURS = ("BASTIDA_", "PYTHON")  # variables of whoever runs this that must change nothing, and VIRTUAL_ENV
SECONDS = 1800  # for installing, which may fetch a hundred megabytes


class NotInstalled(Exception):
    """An artefact cannot be installed, or does not work; the words say which and why."""


class Environment:
    """A fresh environment in a folder of its own, which is also where everything runs."""

    def __init__(self, folder: Path, python: str, more: Mapping[str, str] | None = None) -> None:
        self.folder = folder
        kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS) and name != "VIRTUAL_ENV"}
        self.variables = {**kept, "PIP_DISABLE_PIP_VERSION_CHECK": "1", **(more or {})}
        self.run([python, "-m", "venv", str(folder / "venv")], "an environment could not be made")
        self.bin = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        self.python = self.bin / "python"

    def run(self, command: Sequence[str | Path], otherwise: str) -> str:
        try:
            done = subprocess.run(
                command,
                cwd=self.folder,
                env=self.variables,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=SECONDS,
            )
        except subprocess.TimeoutExpired:
            raise NotInstalled(f"{otherwise}: not done after {SECONDS} seconds") from None
        if done.returncode:
            raise NotInstalled(f"{otherwise}: {(done.stdout + done.stderr).strip()[-1500:]}")
        return done.stdout

    def pip(self, *arguments: str) -> None:
        self.run([self.python, "-m", "pip", "--quiet", *arguments], f"pip {' '.join(arguments)} failed")

    def prove(self, *words: str) -> list[str]:
        """What the proofs say; the script lies beside the environment, far from our sources."""
        script = shutil.copy(PROOF, self.folder)
        return self.run([self.python, "-I", script, *words], f"it does not do {' '.join(words)}").splitlines()


@contextmanager
def fresh(python: str, more: Mapping[str, str] | None = None) -> Iterator[Environment]:
    with tempfile.TemporaryDirectory(prefix="bastida-", ignore_cleanup_errors=True) as folder:
        yield Environment(Path(folder), python, more)


@contextmanager
def tried(artefact: Path, python: str, say: Callable[[str], None]) -> Iterator[Environment]:
    """An environment in which an artefact was installed and did all it should."""
    wheel, pure = artefact.suffix == ".whl", not artefact.name.endswith(".whl") or artefact.name.endswith("-none-any.whl")
    # That a source distribution can be compiled is shown by the wheels, which were made of it.
    with fresh(python, {"BASTIDA_PURE": "1"} if not wheel else None) as env:
        name = str(artefact.resolve())
        how = "--interpreted" if pure else "--compiled"
        if wheel:
            env.pip("install", name)
            for line in env.prove("core", how):
                say(line)
        env.pip("install", f"{name}[{EXTRAS}]")
        env.pip("check")
        said = env.run([env.bin / "bastida", "--version"], "there is no command").strip()
        for line in [f"the command: {said}", *env.prove("game", "page", "picture", "env", how)[1:]]:
            say(line)
        yield env


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("artefact", type=Path)
    parser.add_argument("--python", default=sys.executable)
    given = parser.parse_args()
    try:
        with tried(given.artefact, given.python, print):
            pass
    except NotInstalled as error:
        sys.exit(f"bastida: error: {error}")


if __name__ == "__main__":
    main()
