"""What cannot be served is said in a sentence; one server per file, however the file is named; and whether it is ready."""

from __future__ import annotations

import sqlite3
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
import uvicorn
from click.testing import CliRunner, Result
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from bastida.cli import app
from bastida.server import Settings
from bastida.server.http import health
from bastida.server.runtime.failing import CannotStart, reason
from bastida.server.runtime.serving import AlreadyServed, only_server
from bastida.server.runtime.settings import database_file
from bastida.server.runtime.store import Store
from tests.server.clients import Client
from tests.server.postgres import Cluster
from tests.server.running import once, served

pytestmark = once


async def started(*_: object) -> None:
    raise AssertionError("the server has started")


def serve(folder: Path, *more: str, language: str = "en") -> Result:
    """Start a server that cannot; one that could would serve for ever."""
    given = ["serve", "--no-browser", "--port", "0", "--lang", language, "--data", str(folder), *more]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(uvicorn.Server, "serve", started)
        return CliRunner().invoke(app, given)


def said(result: Result) -> str:
    """The one sentence of a start that failed."""
    assert result.exit_code == 1, result.output
    (line,) = result.output.strip().splitlines()
    assert "Traceback" not in line
    return line


# -- files ------------------------------------------------------------------------------------------------------------------


def garbage(file: Path) -> None:
    file.write_bytes(b"no database at all" * 1_000)


def damaged(file: Path) -> None:
    Store(f"sqlite:///{file}").close()
    data = bytearray(file.read_bytes())
    data[100:] = b"\xff" * (len(data) - 100)
    file.write_bytes(data)


def newer(file: Path) -> None:
    store = Store(f"sqlite:///{file}")
    with store.engine.execution_options(writes=True).begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0999'"))
    store.close()


def folder(file: Path) -> None:
    file.mkdir()


@pytest.mark.parametrize(
    ("made", "sentence"),
    [
        (garbage, {"en": "is damaged", "es": "está dañada", "ca": "està malmesa"}),
        (damaged, {"en": "is damaged", "es": "está dañada", "ca": "està malmesa"}),
        (newer, {"en": "newer version", "es": "versión más nueva", "ca": "versió més nova"}),
        (folder, {"en": "cannot be written to", "es": "no se puede escribir", "ca": "no es pot escriure"}),
    ],
)
def test_a_file_that_is_no_database_of_ours(tmp_path: Path, made: Callable[[Path], None], sentence: dict[str, str]) -> None:
    file = tmp_path / "bastida.sqlite3"
    made(file)
    for language, words in sentence.items():
        line = said(serve(tmp_path, language=language))
        assert words in line
        assert str(file) in line


def test_a_file_or_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    Store(f"sqlite:///{tmp_path / 'table.sqlite3'}").close()
    read_only = f"sqlite:///file:{tmp_path / 'table.sqlite3'}?mode=ro&uri=true"
    assert "cannot be written to" in said(serve(tmp_path, "--database", read_only))
    (tmp_path / "file").write_text("x")
    assert "cannot be written to" in said(serve(tmp_path / "file" / "below"))


def test_a_full_disk(tmp_path: Path) -> None:
    with sqlite3.connect(":memory:") as full:
        full.execute("PRAGMA max_page_count = 2")
        with pytest.raises(sqlite3.OperationalError) as refused:
            full.executescript("CREATE TABLE a (b); CREATE TABLE c (d); CREATE TABLE e (f)")
    full.close()
    found = reason(OperationalError("INSERT", {}, refused.value), Settings(data=str(tmp_path)))
    assert found is not None
    assert found.key == "serve.disk_full"
    found = reason(OSError(28, "No space left on device"), Settings(data=str(tmp_path)))
    assert found is not None
    assert found.key == "serve.disk_full"


@pytest.mark.parametrize(
    "database", ["nonsense", "mysql://localhost/x", "sqlite+aiosqlite:///x.db", "oracle://x", "file.db", "://"]
)
def test_what_is_no_address_of_a_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database: str) -> None:
    monkeypatch.chdir(tmp_path)
    assert "not the address of a database" in said(serve(tmp_path, "--database", database))
    assert not list(tmp_path.iterdir())


# -- PostgreSQL ---------------------------------------------------------------------------------------------------------------


def test_the_driver_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    result = serve(tmp_path, "--database", "postgresql://localhost/bastida")
    assert result.exit_code == 2
    assert result.output == 'bastida: the extra "postgres" of Bastida is not installed: pip install "bastida[postgres]"\n'


def test_a_database_that_does_not_let_us_in(tmp_path: Path, cluster: Cluster) -> None:
    database = cluster.new_database()
    start = database.rpartition("/")[0]
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("DO $$ BEGIN CREATE ROLE guest LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$")
        connection.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    assert "no such database" in said(serve(tmp_path, "--database", f"{start}/nowhere"))
    assert "does not let this user in" in said(serve(tmp_path, "--database", database.replace("bastida@", "nobody:secret@", 1)))
    line = said(serve(tmp_path, "--database", database.replace("bastida@", "guest:secret@", 1)))
    assert "may not make or change tables" in line
    assert "secret" not in line
    store = Store(database)
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0999'"))
    store.close()
    assert "newer version" in said(serve(tmp_path, "--database", database))


@pytest.mark.parametrize("address", ["127.0.0.1:1", "no-such-host.invalid"])
def test_a_database_that_is_away(tmp_path: Path, address: str) -> None:
    line = said(serve(tmp_path, "--database", f"postgresql://me:secret@{address}/bastida"))
    assert "no answer" in line
    assert "secret" not in line


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ('connection failed: FATAL:  password authentication failed for user "me"', "serve.database_refused"),
        ("fe_sendauth: no password supplied", "serve.database_refused"),
        ("connection timeout expired", "serve.database_away"),
        ("something new", "serve.database_failed"),
    ],
)
def test_words_of_postgresql(words: str, key: str) -> None:
    found = reason(
        OperationalError("", {}, psycopg.OperationalError(words)), Settings(database="postgresql://me:x@localhost/b")
    )
    assert isinstance(found, CannotStart)
    assert found.key == key
    assert "x@" not in str(found.values)


# -- one server per file ------------------------------------------------------------------------------------------------


def test_a_file_has_one_server_however_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deep").mkdir()
    (tmp_path / "link.db").symlink_to(tmp_path / "x.db")
    (tmp_path / "elsewhere").symlink_to(tmp_path)
    names = ["sqlite:///x.db", "sqlite:///./x.db", "sqlite:///deep/../x.db", f"sqlite:///{tmp_path}/x.db", "sqlite:///link.db",
             f"sqlite:///{tmp_path}//x.db", "sqlite+pysqlite:///x.db", "sqlite:///elsewhere/x.db", "sqlite:///file:x.db?uri=true",
             f"sqlite:///file:{tmp_path}/x.db?cache=shared&uri=true", f"sqlite:///file://{tmp_path}/x.db?uri=true",
             f"sqlite:///file:{tmp_path}/%78.db?uri=true"]  # fmt: skip
    for first in names:
        with only_server(Settings(database=first), "http://here"):
            for second in names:
                with pytest.raises(AlreadyServed) as other, only_server(Settings(database=second), "http://there"):
                    pass
                assert other.value.address == "http://here"
            with only_server(Settings(database="sqlite:///y.db"), "http://there"):
                pass
    for name in names:
        Store(name).close()
    assert {file.name.partition(".db")[0] for file in tmp_path.iterdir() if file.is_file()} == {"x", "y", "link"}


@pytest.mark.parametrize(
    "address", ["sqlite://", "sqlite:///:memory:", "sqlite:///file:x?mode=memory&uri=true", "postgresql+psycopg:///b"]
)
def test_what_is_no_file_has_no_lock(address: str) -> None:
    assert database_file(address) is None


# -- ready ----------------------------------------------------------------------------------------------------------------


def test_it_says_which_part_is_not_ready(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "KEPT", 0.0)
    with served(settings) as server, Client(server.url) as client:
        assert client.get("/readyz").json() == {"server": "ok", "database": "ok", "disk": "ok", "workers": "ok"}
        monkeypatch.setattr(health, "ROOM", 1 << 80)
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()["disk"]) == (503, "full")
        monkeypatch.setattr(health, "ROOM", 0)
        monkeypatch.setattr(type(server.live.pool), "alive", False, raising=False)
        assert client.get("/readyz").json()["workers"] == "none can be started"
        monkeypatch.setattr(type(server.live.pool), "alive", True, raising=False)
        assert client.get("/readyz").status_code == 200
        Path(settings.database.removeprefix("sqlite:///")).unlink()
        assert client.get("/readyz").json()["disk"] == "No such file or directory"
        assert client.get("/healthz").status_code == 200


def test_it_asks_the_database_once_a_second_and_never_twice_at_once(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(settings) as server, Client(server.url) as client:
        looked = server.app.state.health
        asked: list[int] = []
        hangs = threading.Event()

        def ask() -> None:
            asked.append(1)
            assert hangs.wait(60)

        monkeypatch.setattr(health, "PATIENCE", 0.05)
        monkeypatch.setattr(health, "KEPT", 0.0)
        monkeypatch.setattr(looked, "_ask", ask)
        for _ in range(20):
            answer = client.get("/readyz")
            assert (answer.status_code, answer.json()["database"]) == (503, "no answer")
        assert len(asked) == 1
        hangs.set()
        monkeypatch.setattr(health, "PATIENCE", 60.0)
        assert client.get("/readyz").json()["database"] == "ok"
        monkeypatch.setattr(health, "KEPT", 3600.0)
        number = len(asked)
        assert {client.get("/readyz").status_code for _ in range(20)} == {200}
        assert len(asked) <= number + 1


def test_without_its_database_it_is_alive_but_not_ready(cluster: Cluster, settings: Settings) -> None:
    with served(replace(settings, database=cluster.new_database())) as server, Client(server.url) as client:
        assert client.get("/readyz").json() == {"server": "ok", "database": "ok", "workers": "ok"}
        server.app.state.health.looked = float("-inf")
        cluster.stop()
        try:
            answer = client.get("/readyz")
            assert answer.status_code == 503
            assert answer.json()["database"] != "ok"
            assert client.get("/healthz").status_code == 200
        finally:
            cluster.resume()


def test_a_server_that_stops_waits_for_what_still_reads(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a connection stays open that nobody gives back, and to the next server this one seems to be running still."""
    reading, under_way, at_the_end = threading.Event(), [0], []
    close = Store.close

    def slow(store: Store, now: float, most: int) -> list[str]:
        under_way[0] += 1
        with store.engine.connect() as connection:
            connection.execute(text("SELECT 1"))
            reading.set()
            threading.Event().wait(0.5)
        under_way[0] -= 1
        return []

    def closed(store: Store) -> None:
        at_the_end.append(under_way[0])
        close(store)

    monkeypatch.setattr(Store, "due_before", slow)
    monkeypatch.setattr(Store, "close", closed)
    with served(settings):
        assert reading.wait(30)
    assert at_the_end == [0]
