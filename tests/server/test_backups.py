"""Copies made while a server runs: nothing is lost, nothing is half there, and every table in them can be played again."""

from __future__ import annotations

import gzip
import json
import random
import sqlite3
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import Connection, insert, select, text, update

from bastida import Record
from bastida.cli import app
from bastida.server import Settings
from bastida.server.club.host import backup as copies
from bastida.server.club.host.checking import check
from bastida.server.club.host.copying import Copied, Damaged, NotEmpty, copied_tables, dump, load, one_moment, sums
from bastida.server.club.members.schema import badges, members
from bastida.server.runtime.migrations import migrate
from bastida.server.runtime.opening import opened
from bastida.server.runtime.schema import analyses, events, records, tables
from bastida.server.runtime.store import Store
from tests.server.clients import Client
from tests.server.conftest import PLENTY
from tests.server.postgres import Cluster
from tests.server.running import once, served

pytestmark = once
KINDS = ["own", "plain"]  # the database's own means, and ours


def silent(*_: object) -> None:
    """Nobody looks at the progress."""


def run(*words: str) -> Result:
    done = CliRunner().invoke(app, ["--lang", "en", "admin", *words])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


def address(database: str) -> str:
    return database.replace("postgresql://", "postgresql+psycopg://")


@contextmanager
def store_of(database: str) -> Iterator[Store]:
    store = Store(address(database))
    try:
        yield store
    finally:
        store.close()


def content(database: str) -> Copied:
    with store_of(database) as store, one_moment(store) as connection:
        return sums(connection)


def record_of(store: Store, name: str) -> str:
    return Record.from_game(opened(store, name, store.pauses())[0].game).to_text()


@pytest.fixture(params=["sqlite", "postgres"])
def other(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind, for what is restored."""
    if request.param == "postgres":
        cluster: Cluster = request.getfixturevalue("cluster")
        return cluster.new_database()
    return f"sqlite:///{tmp_path / 'restored' / 'table.sqlite3'}"


@contextmanager
def playing(url: str) -> Iterator[list[str]]:
    """People who play at some tables as fast as they can, until the block ends."""
    names: list[str] = []
    over = threading.Event()
    broken: list[BaseException] = []

    def play(number: int) -> None:
        chance = random.Random(number)
        try:
            with Client(url) as client:
                while not over.is_set():
                    table = client.table(game="plus-first-game", undo="off")["table"]
                    names.append(table)
                    client.play(table, chance, lambda view: over.is_set())
        except BaseException as error:
            broken.append(error)

    threads = [threading.Thread(target=play, args=[number]) for number in range(3)]
    for thread in threads:
        thread.start()
    try:
        yield names
    finally:
        over.set()
        for thread in threads:
            thread.join(60)
    assert broken == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_copy_made_under_load_is_one_moment_of_the_server(kind: str, database: str, other: str, tmp_path: Path) -> None:
    file = tmp_path / "copy.backup"
    with served(Settings(database=database, **PLENTY)) as running:
        with playing(running.url) as names:
            while sum(len(running.live.store.events_after(name, 0)) for name in names) < 60:
                pass
            known = set(names)
            with store_of(database) as store:
                made = copies.backup(store, file, silent, plain=kind == "plain")
            seen = {name: len(running.live.store.events_after(name, 0)) for name in known}
        assert file.stat().st_mode & 0o077 == 0  # it holds secrets
        if made == copies.POSTGRES and other.startswith("sqlite"):
            with pytest.raises(copies.WrongKind):
                copies.restore(file, address(other), silent)
            return
        restored = copies.restore(file, address(other), silent)
        try:
            found = check(restored, silent)
            assert found.wrong == {} and found.tables >= 3
            for name, most in seen.items():
                if not restored.exists(name):  # begun after the moment of the copy
                    continue
                copied, now = restored.events_after(name, 0), running.live.store.events_after(name, 0)
                assert copied == now[: len(copied)]
                assert 1 <= len(copied) <= most
        finally:
            restored.close()


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_restored_is_equal_to_the_last_row(kind: str, database: str, other: str, tmp_path: Path) -> None:
    fill(database)
    before = content(database)
    file = tmp_path / "copy.backup"
    assert run("backup", str(file), "--database", database, *(["--plain"] if kind == "plain" else [])).exit_code == 0
    done = run("restore", str(file), "--into", other)
    if copies.kind_of(file) == copies.POSTGRES and other.startswith("sqlite"):
        assert done.exit_code == 2 and "PostgreSQL" in done.stderr
        return
    assert done.exit_code == 0, done.output
    assert content(other) == before
    with store_of(database) as one, store_of(other) as two:
        names = list(one.newest(None, 10))
        assert [record_of(one, name["table"]) for name in names] == [record_of(two, name["table"]) for name in names]
    again = run("restore", str(file), "--into", other)
    assert again.exit_code == 2 and "not empty" in again.stderr
    with served(Settings(database=other, **PLENTY)) as running, Client(running.url) as client:
        assert client.get("/readyz").status_code == 200


def fill(database: str) -> None:
    """Two tables, and rows of the kinds that are hard to copy: bytes, rows that refer to rows of their own table."""
    with served(Settings(database=database, **PLENTY)) as running, Client(running.url) as client:
        client.play(client.table(game="plus-first-game")["table"], random.Random(1), lambda view: view["turn"] > 4)
        assert client.act(client.table(game="plus-first-game")["table"], "resign", 0).status_code == 200
        with running.live.store.engine.execution_options(writes=True).begin() as connection:
            rare(connection)


def rare(connection: Connection) -> None:
    who = {"created": 0.1 + 0.2, "seen": 1e300, "colour": "red", "wishes": '{"a":"ñ"}'}
    rows = [{"id": "a-bot", "name": "Bot", "folded": "bot", "owner": "z-ana", **who}]
    rows.append({"id": "z-ana", "name": "Ana 'x' ☃", "folded": "ana", "owner": None, **who})
    connection.execute(insert(members), rows[1:])
    connection.execute(insert(members), rows[:1])
    connection.execute(insert(badges).values(digest="d", member_id="a-bot", created=1.0))
    connection.execute(insert(records).values(id="r1", created=1.0, text="bastida record 1\n"))
    connection.execute(
        insert(analyses).values(
            record_id="r1", budget="quick", begun=1.0, state="ready", done=1, number=1, spent=0.5, result=bytes(range(256))
        )
    )


def test_from_a_file_to_postgresql_and_back(cluster: Cluster, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'table.sqlite3'}"
    fill(database)
    before = content(database)
    there, back = cluster.new_database(), f"sqlite:///{tmp_path / 'back.sqlite3'}"
    done = run("migrate", "--to", there, "--database", database)
    assert done.exit_code == 0, done.output
    assert f"{before.rows} rows" in " ".join(done.output.split())
    assert content(there) == before
    assert run("migrate", "--to", there, "--database", database).exit_code == 2  # it is not empty any more
    assert run("migrate", "--to", back, "--database", there).exit_code == 0
    assert content(back) == before


def test_every_table_of_the_schema_comes_along() -> None:
    named = {table.name for table in copied_tables()}
    assert {"tables", "events", "members", "kept"} <= named
    assert "jobs" not in named  # work for other machines is worth nothing in a copy


def test_a_copy_that_is_cut_off_or_changed_is_refused(database: str, tmp_path: Path) -> None:
    fill(database)
    file = tmp_path / "copy.backup"
    with store_of(database) as store:
        dump(store, file, silent)
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    wrong = {
        "cut": b"".join(lines[:-1]),
        "changed": b"".join(lines).replace("☃".encode(), b"!"),
        "unknown": b"".join(lines)
        .replace(b'"table":"pauses"', b'"table":"moon"')
        .replace(b'"table":"kept"', b'"table":"moon"'),
        "nothing": b"",
        "nonsense": b"[]\n[]\n",
    }
    for number, (name, data) in enumerate(wrong.items()):
        bad, to = tmp_path / name, f"sqlite:///{tmp_path / f'{number}.sqlite3'}"
        bad.write_bytes(gzip.compress(data))
        with pytest.raises(Damaged):
            load(bad, to, silent)
        done = run("restore", str(bad), "--into", to)  # what is left of the first time does not count as something
        assert done.exit_code == 1 and "not a whole copy" in done.stderr, name
    short = tmp_path / "short"
    short.write_bytes(file.read_bytes()[:-20])
    assert run("restore", str(short), "--into", f"sqlite:///{tmp_path / 'short.sqlite3'}").exit_code == 1
    (tmp_path / "text").write_text("hello")
    assert run("restore", str(tmp_path / "text"), "--into", f"sqlite:///{tmp_path / 'text.sqlite3'}").exit_code == 1


def test_a_damaged_file_of_sqlite_is_refused(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'table.sqlite3'}"
    fill(database)
    file = tmp_path / "copy.backup"
    assert run("backup", str(file), "--database", database).exit_code == 0
    data = bytearray(file.read_bytes())
    data[8192:20480] = bytes(12288)
    file.write_bytes(data)
    assert run("restore", str(file), "--into", f"sqlite:///{tmp_path / 'new.sqlite3'}").exit_code == 1


def test_an_older_copy_is_brought_up_to_date(tmp_path: Path, other: str) -> None:
    """One of the time before members: it has fewer tables."""
    old = tmp_path / "old.sqlite3"
    from sqlalchemy import create_engine

    engine = create_engine(f"sqlite:///{old}")
    migrate(engine, "0004")
    with engine.begin() as connection:
        connection.execute(insert(records).values(id="r1", created=1.5, text="x"))
        rows = {table: [list(row) for row in connection.execute(text(f"SELECT * FROM {table}"))] for table in ("records",)}
    engine.dispose()
    from bastida.server.club.host.copying import FORMAT, Sums

    total = Sums()
    total.add(rows["records"][0])
    lines = [
        {"bastida copy": FORMAT, "revision": "0004", "at": 1.0},
        {"table": "records", "columns": ["id", "created", "text"]},
        rows["records"][0],
        {"end": {"records": [1, f"{total.sum:064x}"]}},
    ]
    file = tmp_path / "old.backup"
    file.write_bytes(gzip.compress("\n".join(json.dumps(line) for line in lines).encode()))
    assert run("restore", str(file), "--into", other).exit_code == 0
    with store_of(other) as store:
        assert store.record("r1") == "x"
    newer = tmp_path / "newer.backup"
    newer.write_bytes(gzip.compress(json.dumps({**lines[0], "revision": "9999"}).encode() + b"\n"))  # type: ignore[dict-item]
    done = run("restore", str(newer), "--into", f"sqlite:///{tmp_path / 'newer.sqlite3'}")
    assert done.exit_code != 0 and "newer" in done.stderr


def test_a_copy_of_sqlite_goes_into_an_sqlite_that_is_empty_only(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'table.sqlite3'}"
    fill(database)
    file = tmp_path / "copy.backup"
    assert run("backup", str(file), "--database", database).exit_code == 0
    with pytest.raises(NotEmpty):
        copies.restore(file, database, silent)
    other = tmp_path / "other.sqlite3"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE something (id INTEGER)")
    connection.close()
    assert run("restore", str(file), "--into", f"sqlite:///{other}").exit_code == 2


def test_where_pg_dump_refuses_the_copy_is_ours(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = cluster.new_database()
    fill(database)

    def refuses(*_: object, **__: object) -> None:
        raise subprocess.CalledProcessError(1, "pg_dump", stderr=b"server version mismatch")

    monkeypatch.setattr(copies, "run", refuses)
    with store_of(database) as store:
        assert copies.backup(store, tmp_path / "a.backup", silent) == copies.OURS
    monkeypatch.setattr(copies.shutil, "which", lambda _: None)
    with store_of(database) as store:
        assert copies.backup(store, tmp_path / "b.backup", silent) == copies.OURS


def test_copies_of_a_folder_are_thinned_out(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'table.sqlite3'}"
    folder = tmp_path / "copies"
    folder.mkdir()
    for number in range(3):
        (folder / f"bastida-2020010{number}-000000.backup").write_text("old")
    (folder / "mine.txt").write_text("not ours")
    done = json.loads(run("backup", str(folder), "--keep", "2", "--json", "--database", database).stdout)
    left = sorted(file.name for file in folder.iterdir())
    assert left == ["bastida-20200102-000000.backup", Path(done["file"]).name, "mine.txt"]
    assert run("backup", str(folder / "x"), "--keep", "2", "--database", database).exit_code == 2
    assert run("backup", done["file"], "--database", database).exit_code == 2  # it is there already


def test_a_table_that_is_not_as_its_line_says_is_found(database: str) -> None:
    fill(database)
    assert run("check", "--database", database).exit_code == 0
    with store_of(database) as store, store.engine.execution_options(writes=True).begin() as connection:
        name = connection.scalar(select(tables.c.id).where(tables.c.status == "over"))
        connection.execute(update(tables).where(tables.c.id == name).values(status="playing"))
    done = run("check", "--database", database)
    assert done.exit_code == 1 and str(name) in done.stderr
    with store_of(database) as store, store.engine.execution_options(writes=True).begin() as connection:
        connection.execute(update(events).where(events.c.table_id == name, events.c.seq == 1).values(body="{"))
    done = run("check", "--database", database)
    assert done.exit_code == 1 and str(name) in done.stderr


def test_an_export_has_every_game_and_no_secret(database: str, tmp_path: Path) -> None:
    fill(database)
    folder = tmp_path / "everything"
    found: Any = json.loads(run("export", str(folder), "--json", "--database", database).stdout)
    assert found["games"] == 2 and found["unreadable"] == {}
    for file in (folder / "games").iterdir():
        Record.from_text(file.read_text(encoding="utf-8")).check()
    people = [json.loads(line) for line in (folder / "members.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {one["name"] for one in people} == {"Bot", "Ana 'x' ☃"} and "phrase" not in people[0]
    assert not (folder / "kept.jsonl").exists() and not (folder / "tokens.jsonl").exists()
    assert "digest" not in (folder / "badges.jsonl").read_text(encoding="utf-8")
    assert run("export", str(folder), "--database", database).exit_code == 2  # there is something already
