"""Install Bastida in the environment that runs this, from a wheel built of these very sources.

    python tools/wheel.py [FOLDER]

Compiling takes minutes, so a wheel is kept in FOLDER (build/wheels) under a name made of all that went into it: the
sources, the tools that build it, this Python and machine. The same sources are compiled once, also in other checkouts
that are given the same folder (`make play WHEELS=~/wheels`). The last few wheels are kept.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KEPT = 5
LEFT_OUT = ("__pycache__", ".egg-info", ".so", ".pyd")
BESIDES = ("pyproject.toml", "setup.py", "README.md", "LICENSE", "requirements-build.lock")
ASKED = ("BASTIDA_PURE", "CC", "CFLAGS")
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")


def key() -> str:
    """What a wheel would be made of."""
    found = hashlib.sha256()
    files = [path for folder in ("src", "docs/rules") for path in (ROOT / folder).rglob("*") if path.is_file()]
    for path in [*sorted(files), *(ROOT / name for name in BESIDES)]:
        if not any(part in path.as_posix() for part in LEFT_OUT):
            content = path.read_bytes()
            found.update(f"{path.relative_to(ROOT).as_posix()} {len(content)}\n".encode())
            found.update(content)
    for word in (sys.version, platform.platform(), *(f"{name}={os.environ.get(name, '')}" for name in ASKED)):
        found.update(word.encode())
    return found.hexdigest()[:32]


def wheel_in(folder: Path) -> Path | None:
    return next(iter(sorted(folder.glob("*.whl"))), None)


def built(kept: Path) -> Path:
    """Build the wheel, and keep it if it is what was asked for."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=kept.parent) as made:
        subprocess.run(
            [*PIP, "wheel", "--verbose", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", made, str(ROOT)],
            check=True,
        )
        wheel = wheel_in(Path(made))
        if wheel is None:
            raise SystemExit("bastida: error: no wheel was made")
        if os.environ.get("BASTIDA_PURE") != "1" and wheel.name.endswith("-none-any.whl"):
            raise SystemExit("bastida: error: the wheel is not compiled")
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(made, kept)
    for old in sorted(kept.parent.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)[KEPT:]:
        shutil.rmtree(old, ignore_errors=True)
    return kept


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "wheels").expanduser()
    kept = folder / key()
    wheel = wheel_in(kept) or wheel_in(built(kept))
    assert wheel is not None
    os.utime(kept)
    subprocess.run([*PIP, "install", "--no-index", "--no-deps", "--force-reinstall", str(wheel)], check=True)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
