"""Where games are kept: an autosave for every game, so that nothing is lost when a window closes.

A saved game also notes which seats the computer plays and the seed the tiles are dealt from, as further headers.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from urllib.parse import quote, unquote

from bastida.record import Record, RecordError

LAST = "last"  # stands for the newest autosave
SUFFIX = ".bst"
KEPT = 20  # autosaves; older ones are removed
COMPUTER = "computer"
SEED = "seed"
PLAIN = ":=+,./-_"  # signs of players' names that stand as they are; a command may have spaces


def state_folder() -> Path:
    """The folder for autosaves, by the custom of the system; BASTIDA_SAVES overrides it."""
    if os.environ.get("BASTIDA_SAVES"):
        return Path(os.environ["BASTIDA_SAVES"])
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        base = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    return base / "bastida"


def new_autosave(now: datetime | None = None) -> Path | None:
    """A fresh name for this game's autosave; None where no file can be written."""
    try:
        folder = state_folder()
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            return None
        for old in autosaves()[KEPT - 1 :]:
            old.unlink(missing_ok=True)
    except (OSError, RuntimeError):
        return None
    stamp = (now or datetime.now()).strftime("%Y-%m-%d-%H%M%S")
    names = (folder / f"{stamp}{more}{SUFFIX}" for more in ("", *(f"-{n}" for n in range(2, 1000))))
    return next((name for name in names if not name.exists()), None)


def autosaves() -> list[Path]:
    """The autosaves there are, the newest first."""
    try:
        found = [path for path in state_folder().glob(f"*{SUFFIX}") if path.is_file()]
        return sorted(found, key=lambda path: (path.stat().st_mtime, path.name), reverse=True)
    except (OSError, RuntimeError):
        return []


def with_suffix(name: str) -> Path:
    """The file a player means: without a suffix it is a text record."""
    path = Path(name).expanduser()
    return path if path.suffix.lower() in (SUFFIX, ".json") else path.with_name(path.name + SUFFIX)


def read_record(path: Path) -> Record:
    """The record in a file; a name no file can have is a file that is not there."""
    try:
        return Record.read(path)
    except RecordError:
        raise
    except ValueError:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), repr(str(path))) from None


def headers(computers: Mapping[int, str], seed: int | str) -> dict[str, str]:
    """What a saved game notes beyond its moves."""
    found = {SEED: str(seed)}
    if computers:
        found[COMPUTER] = " ".join(f"{seat + 1}:{quote(level, safe=PLAIN)}" for seat, level in sorted(computers.items()))
    return found


def computers_in(more: Mapping[str, str], seats: int) -> dict[int, str]:
    """The computer's seats of a saved game; what cannot be understood is left out."""
    found: dict[int, str] = {}
    for word in more.get(COMPUTER, "").split():
        seat, _, level = word.partition(":")
        if seat.isdecimal() and seat.isascii() and 1 <= int(seat) <= seats:
            found[int(seat) - 1] = unquote(level) or "random"
    return found
