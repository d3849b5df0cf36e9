"""Install Bastida in the environment that runs this, from a wheel built of these very sources.

    python tools/wheel.py [FOLDER]             build the wheel if it is not there, and install it
    python tools/wheel.py --kept [FOLDER]      is it there? Says nothing, and ends with 0 or 1
    python tools/wheel.py --build [FOLDER]     build it if it is not there, and install nothing

Compiling takes minutes, so a wheel is kept in FOLDER (build/wheels) under a name made of all that went into it: the
sources, the tools that build it, this Python and machine. The same sources are compiled once, also in other checkouts
that are given the same folder (`make play WHEELS=~/wheels`). The last few wheels are kept. Two builds of one checkout
would write into the same files, so the second waits for the first.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows, where nobody has make
    fcntl = None  # type: ignore[assignment]

ROOT = Path(__file__).resolve().parents[1]
KEPT = 5
LEFT_OUT = (".so", ".pyd")
NAMED = re.compile(r"[0-9a-f]{32}")  # what a folder of ours is called
BESIDES = ("pyproject.toml", "setup.py", "README.md", "LICENSE", "requirements-build.lock")
ASKED = ("BASTIDA_PURE", "CC", "CFLAGS")
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")


def key(root: Path = ROOT) -> str:
    """What a wheel would be made of."""
    found = hashlib.sha256()
    files = [path for folder in ("src", "docs/rules") for path in (root / folder).rglob("*") if path.is_file()]
    for path in [*sorted(files), *(root / name for name in BESIDES)]:
        name = path.relative_to(root)
        if name.suffix not in LEFT_OUT and not any(part == "__pycache__" or part.endswith(".egg-info") for part in name.parts):
            content = path.read_bytes()
            found.update(f"{name.as_posix()} {len(content)}\n".encode())
            found.update(content)
    for word in (sys.version, platform.platform(), *(f"{name}={os.environ.get(name, '')}" for name in ASKED)):
        found.update(word.encode())
    return found.hexdigest()[:32]


def wheel_in(folder: Path) -> Path | None:
    return next(iter(sorted(folder.glob("*.whl"))), None)


def build(folder: Path) -> Path:
    """A new wheel in this folder, which is compiled unless it should not be."""
    subprocess.run(
        [*PIP, "wheel", "--verbose", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)],
        check=True,
    )
    wheel = wheel_in(folder)
    if wheel is None:
        raise SystemExit("bastida: error: no wheel was made")
    if os.environ.get("BASTIDA_PURE") != "1" and wheel.name.endswith("-none-any.whl"):
        raise SystemExit("bastida: error: the wheel is not compiled")
    return wheel


def keep(made: Path, kept: Path) -> None:
    """Put a folder in its place, whole or not at all, and let the oldest of ours go."""
    shutil.rmtree(kept, ignore_errors=True)
    made.rename(kept)
    ours = [path for path in kept.parent.iterdir() if NAMED.fullmatch(path.name)]
    for old in sorted(ours, key=lambda path: path.stat().st_mtime, reverse=True)[KEPT:]:
        shutil.rmtree(old, ignore_errors=True)


def install(wheel: Path) -> None:
    subprocess.run([*PIP, "install", "--no-index", "--no-deps", "--force-reinstall", str(wheel)], check=True)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """One at a time; the lock goes with the process that holds it, however that ends."""
    with (folder / ".lock").open("w") as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def made_or_kept(folder: Path, *, then: Callable[[Path], None]) -> None:
    """See to it that the wheel of these sources is there, and do something with it."""
    before = key()
    kept = folder / before
    wheel = wheel_in(kept)
    if wheel is not None:
        os.utime(kept)
        then(wheel)
        return
    made = Path(tempfile.mkdtemp(prefix=".", dir=folder))
    try:
        then(build(made))
        if key() == before:  # else a source was edited meanwhile, and the wheel is nobody knows what
            keep(made, kept)
    finally:
        shutil.rmtree(made, ignore_errors=True)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python tools/wheel.py", description="Build and install Bastida.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "wheels", metavar="FOLDER")
    doing = parser.add_mutually_exclusive_group()
    doing.add_argument("--kept", action="store_true", help="only tell whether the wheel is there")
    doing.add_argument("--build", action="store_true", help="install nothing")
    chosen = parser.parse_args(arguments)
    folder = chosen.folder.expanduser()
    if chosen.kept:
        sys.exit(0 if wheel_in(folder / key()) else 1)
    folder.mkdir(parents=True, exist_ok=True)
    with alone(folder):
        made_or_kept(folder, then=(lambda _: None) if chosen.build else install)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
