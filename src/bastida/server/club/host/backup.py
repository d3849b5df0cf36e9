"""Copies of a database while servers run on it, and putting one back.

SQLite is copied by its own online backup. PostgreSQL by ``pg_dump``; where that is missing or refuses, by a copy of our own
that can go into either kind of database. A copy holds secrets: only its owner can read the file.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import time
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import URL, make_url

from bastida.server.club.host.copying import Damaged, Step, check_empty, dump, load, move
from bastida.server.runtime.settings import database_file
from bastida.server.runtime.store import Store

SQLITE, POSTGRES, OURS = "SQLite", "pg_dump", "Bastida"
MAGIC = {b"SQLite format 3\0": SQLITE, b"PGDMP": POSTGRES, b"\x1f\x8b": OURS}
PATTERN = "bastida-*.backup"
PATIENCE = 6 * 3600.0  # seconds that a program of PostgreSQL may take


class WrongKind(ValueError):
    """A copy that cannot go into a database of this kind."""


def backup(store: Store, file: Path, step: Step, plain: bool = False) -> str:
    """Copy a database into a file that is not there yet; how it was made."""
    if file.exists():
        raise FileExistsError(17, os.strerror(17), str(file))
    partial = file.with_name(f"{file.name}.partial")
    partial.unlink(missing_ok=True)
    os.close(os.open(partial, os.O_CREAT | os.O_WRONLY, 0o600))
    try:
        kind = OURS if plain else _made(store, partial)
        if kind == OURS:
            dump(store, partial, step)
        with partial.open("rb+") as written:  # Windows syncs only what can be written to
            os.fsync(written.fileno())
        partial.rename(file)
    finally:
        partial.unlink(missing_ok=True)
    return kind


def dated(folder: Path) -> Path:
    """The name of a new copy in a folder."""
    return folder / time.strftime("bastida-%Y%m%d-%H%M%S.backup", time.gmtime())


def thin_out(folder: Path, keep: int) -> list[Path]:
    """Delete all copies of a folder but the newest ones; those deleted."""
    old = sorted(folder.glob(PATTERN))[: -keep or None]
    for file in old:
        file.unlink()
    return old


def _made(store: Store, file: Path) -> str:
    """A copy by the database's own means; OURS if there are none."""
    if store.file is not None:
        with closing(sqlite3.connect(f"{store.file.as_uri()}?mode=ro", uri=True)) as old, closing(sqlite3.connect(file)) as new:
            old.backup(new)  # in one go: whoever writes meanwhile is not kept waiting, and does not make it begin anew
            new.execute("PRAGMA journal_mode=DELETE")
        return SQLITE
    program = shutil.which("pg_dump") if store.postgres else None
    if program is not None:
        with suppress(subprocess.SubprocessError):
            run([program, "--format=custom", "--no-owner", "--no-privileges", f"--file={file}"], store.url)
            return POSTGRES
    return OURS


def run(command: list[str], url: URL) -> None:
    """A program of PostgreSQL; the password is not among its arguments, where others could see it."""
    address = url.set(drivername="postgresql", password=None).render_as_string(hide_password=False)
    environment = dict(os.environ)
    if url.password is not None:
        environment["PGPASSWORD"] = str(url.password)
    subprocess.run(
        [*command, f"--dbname={address}"],
        env=environment,
        check=True,
        timeout=PATIENCE,
        capture_output=True,
        stdin=subprocess.DEVNULL,
    )


def kind_of(file: Path) -> str:
    """How a copy was made."""
    with file.open("rb") as opened:
        begins = opened.read(16)
    for magic, kind in MAGIC.items():
        if begins.startswith(magic):
            return kind
    raise Damaged(str(file))


def restore(file: Path, url: str, step: Step) -> Store:
    """Put a copy into an empty database, and open it."""
    kind = kind_of(file)
    target = make_url(url)
    to_file = database_file(target)
    if kind == POSTGRES and to_file is not None:
        raise WrongKind(kind)
    if to_file is not None:
        to_file.parent.mkdir(parents=True, exist_ok=True)
    check_empty(url)
    if kind == OURS:
        load(file, url, step)
    elif kind == POSTGRES:
        _by_postgres(file, target)
    elif to_file is not None:
        _pages(file, to_file)
    else:
        with TemporaryDirectory() as folder:  # a copy of the copy, which may have to be brought up to date
            name = Path(folder) / "copy.sqlite3"
            _pages(file, name)
            source, store = Store(f"sqlite:///{name}"), Store(url)
            try:
                move(source, store, step)
            except BaseException:
                store.close()
                raise
            finally:
                source.close()
            return store
    return Store(url)


def _pages(file: Path, to: Path) -> None:
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as old, closing(sqlite3.connect(to)) as new:
        if old.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise Damaged(str(file))
        old.backup(new)


def _by_postgres(file: Path, target: URL) -> None:
    program = shutil.which("pg_restore")
    if program is None:
        raise WrongKind(POSTGRES)
    _drop_empty(target)
    command = [program, "--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error", str(file)]
    run(command, target)


def _drop_empty(target: URL) -> None:
    """What an interrupted restore has left: tables without a row."""
    from sqlalchemy import MetaData, create_engine

    engine = create_engine(target)
    try:
        left = MetaData()
        left.reflect(engine)
        left.drop_all(engine)
    finally:
        engine.dispose()
