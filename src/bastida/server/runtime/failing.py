"""Why a server cannot start, as a sentence: a key of the catalogue with its values."""

from __future__ import annotations

import errno
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from bastida.server.runtime.logs import cleaned
from bastida.server.runtime.migrations import NewerDatabase
from bastida.server.runtime.settings import Settings

FULL = (errno.ENOSPC, errno.EDQUOT)
# What PostgreSQL answers before anybody is connected has no code, only words.
UNKNOWN = re.compile(r'database "?.*"? does not exist')
REFUSED = re.compile(
    r"authentication failed|no password supplied|role .* does not exist|no pg_hba.conf entry|not permitted to log in"
)
AWAY = re.compile(r"refused|resolve|translate host|timeout|timed out|unreachable|No such file|reset by peer|starting up|closed")


class CannotStart(Exception):
    """The server cannot start; ``key`` and ``values`` say why."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key, self.values = key, values


@contextmanager
def explained(settings: Settings) -> Iterator[None]:
    """Errors of a database or a disk while a server starts become the sentence they are worth."""
    try:
        yield
    except Exception as error:
        found = reason(error, settings)
        if found is None:
            raise
        raise found from error


def reason(error: BaseException, settings: Settings) -> CannotStart | None:
    """What an error means for whoever starts a server; None if it is a fault of ours."""
    if isinstance(error, CannotStart):
        return error
    if isinstance(error, NewerDatabase):
        return CannotStart("serve.database_newer", database=shown(settings), revision=error.revision)
    if isinstance(error, ArgumentError | NoSuchModuleError):
        return CannotStart("serve.database_url", database=shown(settings))
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, sqlite3.Error):
        return _of_file(cause, settings)
    if isinstance(cause, OSError):
        if cause.errno in FULL:
            return CannotStart("serve.disk_full", database=shown(settings))
        return CannotStart("serve.read_only", database=cause.filename or shown(settings), reason=cause.strerror or str(cause))
    if isinstance(error, DBAPIError) and cause is not None:
        return _of_postgres(cause, settings)
    return None


def shown(settings: Settings) -> str:
    """The database as it may be named: its file, or its address without the password."""
    try:
        file = settings.file
        return str(file) if file else make_url(settings.url).render_as_string(hide_password=True)
    except ArgumentError:
        return cleaned(settings.database)


def _of_file(error: sqlite3.Error, settings: Settings) -> CannotStart:
    """By SQLite's own code, without its finer part."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return CannotStart("serve.database_corrupt", database=shown(settings))
    if code == sqlite3.SQLITE_FULL:
        return CannotStart("serve.disk_full", database=shown(settings))
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return CannotStart("serve.database_busy", database=shown(settings))
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH):
        return CannotStart("serve.read_only", database=shown(settings), reason=cleaned(str(error)))
    return CannotStart("serve.database_failed", database=shown(settings), reason=cleaned(str(error)))


def _of_postgres(error: BaseException, settings: Settings) -> CannotStart:
    """By its code where there is one, else by its words."""
    words, state = str(error), getattr(error, "sqlstate", None) or ""
    if state == "3D000" or UNKNOWN.search(words):
        return CannotStart("serve.database_unknown", database=shown(settings))
    if state.startswith("28") or REFUSED.search(words):
        return CannotStart("serve.database_refused", database=shown(settings))
    if state in ("42501", "25006"):
        return CannotStart("serve.database_rights", database=shown(settings))
    if state == "53100":
        return CannotStart("serve.disk_full", database=shown(settings))
    if state.startswith(("08", "57")) or AWAY.search(words):
        return CannotStart("serve.database_away", database=shown(settings))
    return CannotStart("serve.database_failed", database=shown(settings), reason=cleaned(words.strip().partition("\n")[0]))
