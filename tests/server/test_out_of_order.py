"""A table that cannot be looked after is put out of order, and concerns no other."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import text

from bastida.cli import app
from bastida.server import Settings
from bastida.server.runtime.computers import Computers
from bastida.server.table.state import Table
from tests.server.clients import Client
from tests.server.conftest import PLENTY
from tests.server.running import Served, once, served

pytestmark = once

STEPS = {"body": '{"steps":["99,99 r0"]}'}
SEAT = {"body": '{"seat":9}'}
WRONG: dict[str, tuple[str, dict[str, Any]]] = {
    "an event that is no JSON": ("UPDATE events SET body = '{' WHERE table_id = :id AND seq = 2", {}),
    "an event nobody knows": ("UPDATE events SET kind = 'surprise' WHERE table_id = :id AND seq = 2", {}),
    "an answer that cannot be given": ("UPDATE events SET body = :body WHERE table_id = :id AND seq = 2", STEPS),
    "an event that is missing": ("DELETE FROM events WHERE table_id = :id AND seq = 1", {}),
    "a seat that is not there": ("UPDATE events SET kind = 'take', body = :body WHERE table_id = :id AND seq = 2", SEAT),
    "a table that is no JSON": ("UPDATE tables SET config = 'x' WHERE id = :id", {}),
    "a position that does not exist": (
        "UPDATE tables SET config = REPLACE(config, :old, :new) WHERE id = :id",
        {"old": '"position":""', "new": '"position":"position 1 | nonsense x"'},
    ),
}  # fmt: skip


def spoil(running: Served, table: str, statement: str, values: dict[str, Any]) -> None:
    """Change a table behind the server's back, and let it be forgotten in memory."""
    with running.live.store.engine.execution_options(writes=True).begin() as connection:
        connection.execute(text(statement), {"id": table, **values})
    running.live.rooms.pop(table, None)


def run(*args: str) -> Result:
    return CliRunner().invoke(app, list(args))


def played(client: Client, *seats: str) -> str:
    """A table with an answer."""
    table: str = client.table(*seats)["table"]
    assert client.answer(table, client.view(table)).status_code == 200
    return table


@pytest.mark.parametrize("what", WRONG)
def test_a_table_that_cannot_be_read_is_out_of_order_and_others_go_on(
    what: str, server: Served, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = played(client, "here", "here"), played(client, "here", "here")
    spoil(server, bad, *WRONG[what])
    for path in ("", "/features", "/record.bst", "/events"):
        answer = client.get(f"/api/tables/{bad}{path}")
        assert (answer.status_code, answer.json()["code"]) == (503, "out_of_order"), answer.text
    assert client.act(bad, "resign", 0).json()["code"] == "out_of_order"
    assert any(bad in record.getMessage() and "out of order" in record.getMessage() for record in caplog.records)
    assert [name for name, _, _ in server.live.store.faults() if name == bad] == [bad]
    assert client.answer(good, client.view(good)).status_code == 200
    listed = {table["table"]: table["status"] for table in client.get("/api/tables").json()["tables"]}
    assert listed[bad] == "out_of_order"
    assert listed[good] == "playing"


def test_the_events_of_a_table_out_of_order_are_kept(server: Served, client: Client) -> None:
    bad = played(client, "here", "here")
    before = server.live.store.events_after(bad, 0)
    spoil(server, bad, "UPDATE events SET kind = 'surprise' WHERE table_id = :id AND seq = 2", {})
    assert client.get(f"/api/tables/{bad}").status_code == 503
    spoil(server, bad, "UPDATE events SET kind = 'play' WHERE table_id = :id AND seq = 2", {})
    assert server.live.store.events_after(bad, 0) == before


def test_the_host_sees_tables_out_of_order_and_puts_one_back(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'table.sqlite3'}"
    with served(Settings(database=database, **PLENTY)) as running, Client(running.url) as client:
        bad = played(client, "here", "here")
        spoil(running, bad, "UPDATE events SET kind = 'surprise' WHERE table_id = :id AND seq = 2", {})
        assert client.get(f"/api/tables/{bad}").status_code == 503
        shown = run("tables", "--database", database, "--lang", "en").output
        assert bad in shown and "surprise" in shown
        spoil(running, bad, "UPDATE events SET kind = 'play' WHERE table_id = :id AND seq = 2", {})
        assert client.get(f"/api/tables/{bad}").status_code == 503  # until the host says so
        assert run("tables", "--database", database, "--retry", bad).exit_code == 0
        assert client.get(f"/api/tables/{bad}").status_code == 200
        assert "No table is out of order" in run("tables", "--database", database, "--lang", "en").output
        assert run("tables", "--database", database, "--retry", "nobody").exit_code == 2


def eventually(true: Callable[[], bool]) -> None:
    """Wait for something that happens by itself; the time is only there so that a failing test ends."""
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.05)


def test_poison_among_tables_that_are_due_holds_up_no_other(tmp_path: Path) -> None:
    """More tables than one look takes in are due and cannot be read; the computer at a good one answers all the same."""
    settings = Settings(database=f"sqlite:///{tmp_path / 'table.sqlite3'}", think_seconds=0.3, **PLENTY)
    with served(settings) as running, Client(running.url) as client:
        good = client.table("here", "computer")["table"]
    with served(settings) as running, Client(running.url) as client:
        store = running.live.store
        with store.engine.execution_options(writes=True).begin() as connection:
            row = connection.execute(text("SELECT config, created FROM tables WHERE id = :id"), {"id": good}).one()
            copies = [{"id": f"poison{n}", "config": row.config, "created": row.created, "due": float(n)} for n in range(150)]
            statement = "INSERT INTO tables (id, created, config, status, due) VALUES (:id, :created, :config, 'playing', :due)"
            connection.execute(text(statement), copies)
            events = [{"id": copy["id"], "body": json.dumps({"steps": ["nonsense"]})} for copy in copies]
            statement = "INSERT INTO events (table_id, seq, at, kind, body) VALUES (:id, 1, 1.0, 'start', :body)"
            connection.execute(text(statement), events)
        eventually(lambda: len(store.faults()) >= 150)
        with Client(running.url) as other:
            table = other.table("here", "computer", first=1)["table"]
            eventually(lambda: other.view(table)["decision"]["seat"] == 0)
        assert not [name for name in store.due_before(time.time() + 3600, 1000) if name.startswith("poison")]


def test_a_table_that_fails_again_and_again_while_it_is_looked_after(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that fail when the computer is to move: tried some times, then out of order; another table plays on."""
    settings = Settings(database=f"sqlite:///{tmp_path / 'table.sqlite3'}", think_seconds=0.3, **PLENTY)
    with served(settings) as running, Client(running.url) as client:
        made = client.table("here", "computer", first=0)["table"]
        usual = Computers.job

        def job(computers: Computers, table: Table, level: str) -> dict[str, Any]:
            if table.id == made:
                raise IndexError("no such thing")
            return usual(computers, table, level)

        monkeypatch.setattr(Computers, "job", job)
        while (view := client.view(made))["decision"]["seat"] == 0:
            assert client.answer(made, view).status_code == 200
        for _ in range(5):
            with running.live.store.engine.execution_options(writes=True).begin() as connection:
                connection.execute(text("UPDATE tables SET due = 0 WHERE id = :id"), {"id": made})
            time.sleep(1.2)
        eventually(lambda: client.get(f"/api/tables/{made}").status_code == 503)
        ((name, _, reason),) = running.live.store.faults()
        assert (name, reason) == (made, "IndexError: no such thing")
        other = client.table("here", "computer", first=1)["table"]
        eventually(lambda: client.view(other)["decision"]["seat"] == 0)
