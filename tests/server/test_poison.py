"""Tables that cannot be opened: whatever stands in the database, they are put out of order one by one, and all others go on.

What is written into the database here no server writes; it is what a disk, a hand or a version of tomorrow may leave.
"""

from __future__ import annotations

import contextlib
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

from sqlalchemy import Connection, create_engine, text

import bastida
from bastida import position
from tests.server.clients import Client
from tests.server.persistent import waited
from tests.server.running import Mortal, once

EVENT = "UPDATE events SET {} WHERE table_id = :table AND seq = 2"


@contextlib.contextmanager
def inside(database: str) -> Iterator[Connection]:
    """The database, while no server runs."""
    engine = create_engine(database.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def event(change: str, **values: object) -> Callable[[Connection, str], None]:
    """Another second event."""
    return lambda connection, table: connection.execute(text(EVENT.format(change)), {"table": table, **values}) and None


def config(change: Callable[[dict[str, object]], object]) -> Callable[[Connection, str], None]:
    """Another set-up."""

    def changed(connection: Connection, table: str) -> None:
        found = json.loads(connection.scalar(text("SELECT config FROM tables WHERE id = :table"), {"table": table}) or "")
        new = change(found)
        value = new if isinstance(new, str) else json.dumps(new)
        connection.execute(text("UPDATE tables SET config = :value WHERE id = :table"), {"table": table, "value": value})

    return changed


def hanging(found: dict[str, object]) -> dict[str, object]:
    """A position whose task counts to the end of time: today it is refused, once it was accepted and never answered."""
    game = bastida.new_game("plus-robbers", players=2, seed=1)
    assert " | tasks " not in position(game)
    setup = found["setup"]
    assert isinstance(setup, dict)
    parts = {"elements": list(game.setup.elements), "sets": list(game.setup.sets)}
    return {**found, "setup": {**setup, **parts}, "position": f"{position(game)} | tasks run robbers.1:1000:0:1"}


POISONS: dict[str, Callable[[Connection, str], None]] = {
    "a body that is no JSON": event("body = :body", body='{"steps": ['),
    "a body that is no object": event("body = :body", body="[]"),
    "a body without what it should say": event("body = :body", body="{}"),
    "an answer that is none": event("body = :body", body='{"answer": "9,9 r0", "steps": ["9,9 r0"], "text": "9,9 r0"}'),
    "a kind nobody knows": event("kind = :kind", kind="nonsense"),
    "a number that is missing": event("seq = 20"),
    "a config that is no JSON": config(lambda _: "{"),
    "a config that says nothing": config(lambda _: {}),
    "a game nobody knows": config(lambda found: {**found, "setup": {"family": "chess"}}),
    "a position that would never end": config(hanging),
}


@once
def test_each_poisoned_table_is_put_out_of_order_and_all_others_go_on(database: str) -> None:
    chance = random.Random(1)
    against = [{"name": "Ana"}, {"kind": "computer", "level": "random"}]
    with Mortal(database) as server, Client(server.url) as client:
        sound = [client.table(game="plus-first-game")["table"], client.table(game="plus-first-game", seats=against)["table"]]
        poisoned = {name: client.table(game="plus-first-game")["table"] for name in POISONS}
        for table in [*sound, *poisoned.values()]:
            client.play(table, chance, lambda view: view["turn"] > 3 and view["active"] == 0)
        before = {table: client.view(table)["turn"] for table in sound}
        server.kill()
        with inside(database) as connection:
            for name, table in poisoned.items():
                POISONS[name](connection, table)
            connection.execute(text("UPDATE tables SET due = 1"))  # the server has to look at every one of them, first of all
        server.start()
        for name, table in poisoned.items():
            for path in ("", "/record.bst", "/features", "/events"):
                refused(client, f"/api/tables/{table}{path}", name)
            answer = client.act(table, "answers", 0, seq=2, answer="pass")
            assert answer.status_code == 503 and answer.json()["code"] == "out_of_order", (name, answer.text)
        for table in sound:  # with a computer in one of them
            client.play(table, chance, lambda view, table=table: view["turn"] > before[table] + 4)
        listed = [entry["table"] for entry in client.get("/api/tables").json()["tables"]]
        assert set(sound) <= set(listed)
        assert client.get("/healthz").status_code == 200
        client.play(client.table(game="plus-first-game")["table"], chance, lambda view: view["turn"] > 3)
        waited(lambda: set(faults(database)) == set(poisoned.values()), "not all are reported")
        assert all(reason.strip() and len(reason) < 2_000 for reason in faults(database).values())
        server.kill()
        server.start()  # and so it stays
        refused(client, f"/api/tables/{poisoned['a kind nobody knows']}", "again")
        client.play(sound[0], chance, lambda view: view["turn"] > before[sound[0]] + 6)


def refused(client: Client, path: str, name: str) -> None:
    """There is no time to come back at: somebody has to look at the table first."""
    answer = client.get(path)
    assert answer.status_code == 503, (name, path, answer.text)
    assert answer.headers["content-type"] == "application/problem+json", (name, path, answer.text)
    assert answer.json()["code"] == "out_of_order", (name, path, answer.text)
    assert "Error" not in answer.text and "Traceback" not in answer.text, (name, path, answer.text)


def faults(database: str) -> dict[str, str]:
    with inside(database) as connection:
        rows = connection.execute(text("SELECT id, fault FROM tables WHERE fault IS NOT NULL"))
        return {row.id: row.fault for row in rows}


@once
def test_a_record_that_cannot_be_read_is_nobodys_error_but_its_own(tmp_path: Path) -> None:
    """Spoilt in the database, or of an expansion that is there no longer: refused as a record."""
    database = f"sqlite:///{tmp_path / 'table.sqlite3'}"
    games = [bastida.new_game("plus", players=2, seed=seed) for seed in range(3)]
    with Mortal(database) as server, Client(server.url) as client:
        texts = [bastida.Record.from_game(game).to_text() for game in games]
        made = [client.http.post("/api/records", content=record).json()["id"] for record in texts]
        server.kill()
        with inside(database) as connection:
            for name, spoilt in zip(
                made, ("no record", "", texts[0].replace("first:", "expansion wells: 1.0\nfirst:")), strict=True
            ):
                connection.execute(text("UPDATE records SET text = :text WHERE id = :name"), {"text": spoilt, "name": name})
        server.start()
        for name in made:
            for path in ("steps", "view", "picture.svg"):
                answer = client.get(f"/api/records/{name}/{path}")
                assert answer.status_code in (422, 503), (path, answer.text)
                assert answer.headers["content-type"] == "application/problem+json"
