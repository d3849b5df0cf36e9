"""What not every system can do for a server, in one place: elsewhere each of these does what can be done instead.

``mypy --platform win32``, which is part of ``make lint``, finds what is used anywhere else without asking.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

# psycopg hears messages only in a loop of selectors, which on Windows cannot start the workers.
HEARS_POSTGRES = sys.platform != "win32"
MOST_DESCRIPTORS = 1_048_576


def lock(file: Path) -> Callable[[], None] | None:
    """Hold a file for this process; what lets go of it, or None if another process has it."""
    try:
        if sys.platform == "win32":
            raise ImportError
        import fcntl
    except ImportError:
        return _lock_of_sqlite(file)
    held = file.open("a+", encoding="utf-8")
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        held.close()
        return None
    return held.close


def _lock_of_sqlite(file: Path) -> Callable[[], None] | None:
    """SQLite locks its files on every system: here an empty one beside the other."""
    held = sqlite3.connect(f"{file}.lock", timeout=0.0, isolation_level=None, check_same_thread=False)
    try:
        held.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        held.close()
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            return None
        raise
    return held.close


def descriptors() -> int | None:
    """How many descriptors this process may have, after asking for as many as it can get; None where nobody says."""
    try:
        if sys.platform == "win32":
            raise ImportError
        import resource
    except ImportError:
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return None
    if hard == resource.RLIM_INFINITY or hard > soft:
        wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else hard
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        except (OSError, ValueError):  # a system with a lower ceiling than it says
            pass
    return soft


def cap_memory(most: int) -> None:
    """This process gets so many bytes at most, where a system has such a limit."""
    try:
        if sys.platform == "win32":
            raise ImportError
        import resource
    except ImportError:
        return
    with contextlib.suppress(ValueError, OSError, AttributeError):
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def stand_back(by: int) -> None:
    """Let other processes go before this one."""
    if sys.platform != "win32" and hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(by)


def kill(process: asyncio.subprocess.Process) -> None:
    """End a process that was started as the first of a session, with the programs it has started; elsewhere it alone."""
    if sys.platform != "win32" and hasattr(os, "killpg"):
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def one_listener(bound: socket.socket) -> None:
    """A port that was left a moment ago may be taken, one that is in use may not.

    Windows has another word for it: there, what others call reusing an address takes it away from whoever has it.
    """
    name = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
    bound.setsockopt(socket.SOL_SOCKET, name, 1)
