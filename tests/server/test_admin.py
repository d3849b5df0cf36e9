"""What the host does beside a running server is true there within seconds: members, announcements, maintenance, retention."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import func, insert, select, update

from bastida.cli import app
from bastida.server import Settings
from bastida.server.club.host import board, people
from bastida.server.club.host.retention import DAY, STEP, Place, Retention, look, referring, take_turn
from bastida.server.club.members.schema import devices, members
from bastida.server.club.tournaments.kept import ENTRY, Tournament, add
from bastida.server.http.seat_tokens import digest, new_token
from bastida.server.runtime.schema import duplicates, events, holds, records, tables, tokens
from tests.server.clients import Client
from tests.server.conftest import PLENTY
from tests.server.running import Served, apart, once, served
from tests.server.test_backups import store_of
from tests.server.test_out_of_order import eventually

pytestmark = once


def admin(database: str, *words: str) -> Result:
    done = CliRunner().invoke(app, ["--lang", "en", "admin", *words, "--database", database])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


def told(database: str, *words: str) -> Any:
    done = admin(database, *words, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


@pytest.fixture
def running(database: str) -> Iterator[Served]:
    with served(Settings(database=database, think_seconds=0.3, makers="members", **PLENTY)) as found:
        yield found


def add_member(running: Served, id: str, name: str, **more: Any) -> None:
    row = {"id": id, "created": 1.0, "seen": 2.0, "name": name, "folded": people.folded(name), "colour": "red", "wishes": "{}"}
    with running.live.store.engine.execution_options(writes=True).begin() as connection:
        connection.execute(insert(members).values({**row, **more}))


def sign_in(running: Served, client: Client, member: str) -> None:
    """The browser becomes a member's device, without the ceremony."""
    seal = running.app.state.seal
    client.http.cookies.set(seal.cookie(False), seal.signed(secret := new_token()))
    with running.live.store.engine.execution_options(writes=True).begin() as connection:
        connection.execute(insert(devices).values(browser=digest(secret), member_id=member, created=1.0, label="test"))
        board.people_changed(connection)
    eventually(lambda: make(client).status_code == 201)


def make(client: Client) -> Any:
    return client.post("/api/tables", {"game": "plus-first-game", "seats": [{"name": "Ana"}, {"name": "Luis"}]})


def test_a_member_is_invited_banned_renamed_and_erased(running: Served, database: str) -> None:
    add_member(running, "m1", "Ana")
    add_member(running, "m2", "Bot", owner="m1")
    with Client(running.url) as client:
        assert make(client).json()["code"] == "members_only"
        sign_in(running, client, "m1")
        table = make(client).json()["table"]
        with client.listen(table) as stream:
            stream.next("view")
            assert admin(database, "ban", "ana").exit_code == 0
            with pytest.raises(EOFError):
                while True:
                    stream.next("nothing")
        eventually(lambda: bool(make(client).json().get("code") == "members_only"))
        assert client.get(f"/api/tables/{table}").status_code == 401
        assert {one["name"]: one["banned"] for one in told(database, "members", "--banned")} == {"Ana": True, "Bot": True}
        assert admin(database, "ban", "Ana", "--undo").exit_code == 0
        eventually(lambda: make(client).status_code == 201)
    assert admin(database, "invite", "m1").exit_code == 0
    assert [one["id"] for one in told(database, "members", "--invited")] == ["m1"]
    assert admin(database, "rename", "m1", "Ana María").exit_code == 0
    assert [one["name"] for one in told(database, "members", "--search", "maría")] == ["Ana María"]
    assert admin(database, "rename", "m2", "Ana María").exit_code == 2  # there is one of each
    assert admin(database, "rename", "m2", " ").exit_code == 2
    assert admin(database, "ban", "nobody").exit_code == 2
    assert "Ana María" in admin(database, "members").output
    assert admin(database, "erase", "m1").exit_code == 2  # only if it is meant
    assert admin(database, "erase", "m1", "--yes").exit_code == 0
    eventually(lambda: told(database, "members") == [])
    with running.live.store.engine.connect() as connection:
        assert connection.scalar(select(func.count()).select_from(holds).where(holds.c.holder == "member m1")) == 0


def test_an_announcement_reaches_everybody_and_maintenance_stops_new_tables(database: str) -> None:
    with served(Settings(database=database, **PLENTY)) as running, Client(running.url) as client:
        assert client.get("/api/notice").json() == {"announcement": None, "maintenance": False}
        table = client.table(game="plus-first-game")["table"]
        with client.listen(table) as stream:
            assert admin(database, "announce", "Tournament\non Friday", "--hours", "2").exit_code == 0
            shown = stream.next("notice")[2]
            assert shown["announcement"]["text"] == "Tournament on Friday"
            assert client.get("/api/notice").json() == shown
            assert admin(database, "maintenance", "on").exit_code == 0
            assert stream.next("notice")[2]["maintenance"] is True
        for path, body in (
            ("/api/tables", {"game": "plus", "seats": [{}, {}]}),
            ("/api/duplicates", {"game": "plus"}),
            (f"/api/lessons/{client.get('/api/lessons').json()['lessons'][0]['component']}/1", None),
        ):
            refused = client.post(path, body)
            assert (refused.status_code, refused.json()["code"]) in ((409, "maintenance"), (404, "no_such_page")), refused.text
        assert client.post("/api/tables", {"game": "plus", "seats": [{}, {}]}).json()["code"] == "maintenance"
        assert client.answer(table, client.view(table)).status_code == 200  # running games go on
        assert admin(database, "maintenance", "off").exit_code == 0
        eventually(lambda: client.post("/api/tables", {"game": "plus", "seats": [{}, {}]}).status_code == 201)
        assert told(database, "announce", "--off")["announcement"] is None
        eventually(lambda: bool(client.get("/api/notice").json()["announcement"] is None))
        assert admin(database, "announce", "x" * (board.LONGEST + 1)).exit_code == 2
        assert admin(database, "announce", "\u200b").exit_code == 2


def test_a_server_that_starts_during_maintenance_knows_it(database: str) -> None:
    assert told(database, "maintenance", "on") == {"announcement": None, "maintenance": True}
    with served(Settings(database=database, **PLENTY)) as running, Client(running.url) as client:
        assert client.post("/api/tables", {"game": "plus", "seats": [{}, {}]}).json()["code"] == "maintenance"


def test_an_announcement_goes_by_itself() -> None:
    said = board.Board("Hello", since=100.0, until=200.0)
    assert said.shown(199.0)["announcement"] == {"text": "Hello", "since": 100_000}
    assert said.shown(200.0)["announcement"] is None


def test_every_table_is_listed(running: Served, database: str) -> None:
    add_member(running, "m1", "Ana")
    with Client(running.url) as client:
        sign_in(running, client, "m1")
        table = make(client).json()["table"]
        found = told(database, "tables", "--all")
        assert found[0]["table"] == table and found[0]["players"] == ["Ana", "Luis"]
        assert told(database, "tables", "--status", "over") == []
        assert table in admin(database, "tables", "--all").output


# -- retention ----------------------------------------------------------------------------------------------------------


def age(running: Served, days: float, *names: str) -> None:
    """As if everything had happened so many days ago."""
    with running.live.store.engine.execution_options(writes=True).begin() as connection:
        past = days * DAY
        connection.execute(update(tables).where(tables.c.id.in_(names)).values(created=tables.c.created - past))
        connection.execute(update(events).where(events.c.table_id.in_(names)).values(at=events.c.at - past))


def finished(client: Client, **more: Any) -> str:
    table: str = client.table(game="plus-first-game", **more)["table"]
    assert client.act(table, "resign", 0).status_code == 200
    return table


def count(running: Served, of: Any, name: str) -> int:
    with running.live.store.engine.connect() as connection:
        return int(connection.scalar(select(func.count()).select_from(of).where(of.c.table_id == name)) or 0)


def kept(running: Served) -> set[str]:
    with running.live.store.engine.connect() as connection:
        return set(connection.scalars(select(tables.c.id)))


def clean(running: Served) -> None:
    """All steps of one round, in the server's own loop."""

    async def round_() -> None:
        keeper = Retention(running.live)
        place: Place | None = Place()
        while place is not None:
            place = await keeper.step(place)

    asyncio.run_coroutine_threadsafe(round_(), running.app.state.loop_of_tests).result(60)


@pytest.fixture
def old(database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A server that keeps finished tables of guests for ten days, and does so when the test says."""

    async def at_rest(self: Retention) -> None:
        self.live.loop_of_tests = asyncio.get_running_loop()  # type: ignore[attr-defined]

    monkeypatch.setattr(Retention, "run", at_rest)
    with served(Settings(database=database, guest_days=10, **PLENTY)) as found:
        eventually(lambda: hasattr(found.live, "loop_of_tests"))
        found.app.state.loop_of_tests = found.live.loop_of_tests  # type: ignore[attr-defined]
        yield found


def test_old_finished_tables_of_guests_go_and_nothing_else_does(old: Served, database: str) -> None:
    with Client(old.url) as client, Client(old.url) as member:
        going, young, playing = finished(client), finished(client), client.table(game="plus-first-game")["table"]
        add_member(old, "m1", "Ana")
        sign_in(old, member, "m1")
        hers = finished(member)
        watched = finished(client)
        took = finished(client)
        with old.live.store.engine.execution_options(writes=True).begin() as connection:
            body = json.dumps({"seat": 1, "member": "m1"}, separators=(",", ":"))
            connection.execute(
                update(events).where(events.c.table_id == took, events.c.seq == 2).values(kind="take", body=body)
            )
        age(old, 11, going, playing, hers, watched, took)
        with client.listen(watched) as stream:
            stream.next("view")
            clean(old)
            assert {young, playing, hers, watched, took} <= kept(old)
        assert going not in kept(old)
        assert [count(old, one, going) for one in (events, tokens, holds)] == [0, 0, 0]
        assert client.get(f"/api/tables/{going}").status_code == 404
        assert all(count(old, events, name) for name in (young, playing, hers))
        assert told(database, "retention", "--days", "10") == {"days": 10, "tables": 1, "records": 0, "deleted": False}
        eventually(lambda: not old.live.rooms[watched].groups if watched in old.live.rooms else True)
        clean(old)
        assert watched not in kept(old)
    assert told(database, "retention", "--days", "10", "--delete")["tables"] == 0


def test_a_table_of_a_duplicate_waits_for_the_others(old: Served) -> None:
    with Client(old.url) as client:
        made = client.post("/api/duplicates", {"game": "plus-first-game"}).json()
        same = {"duplicate": made["code"], "organiser": made["token"]}
        one = client.post("/api/tables", {"game": "plus", "seats": [{"name": "A"}, {"name": "B"}], **same}).json()["table"]
        with Client(old.url) as other:
            two = other.post("/api/tables", {"game": "plus", "seats": [{"name": "C"}, {"name": "D"}], **same}).json()["table"]
            assert client.act(one, "resign", 0).status_code == 200
            age(old, 11, one, two)
            clean(old)
            assert {one, two} <= kept(old)
            assert other.act(two, "resign", 0).status_code == 200
        age(old, 11, two)
        clean(old)
        assert kept(old) & {one, two} == set()
        with old.live.store.engine.connect() as connection:
            assert connection.execute(select(duplicates.c.code).where(duplicates.c.code == made["code"])).first() is None


def test_old_records_go_unless_somebody_has_analysed_them_lately(old: Served, database: str) -> None:
    with old.live.store.engine.execution_options(writes=True).begin() as connection:
        rows = [{"id": f"r{number}", "created": time.time() - 11 * DAY, "text": "x"} for number in range(STEP + 3)]
        connection.execute(insert(records), [*rows, {"id": "new", "created": time.time(), "text": "x"}])
    assert told(database, "retention", "--days", "10")["records"] == STEP + 3
    clean(old)
    clean(old)
    with old.live.store.engine.connect() as connection:
        assert list(connection.scalars(select(records.c.id))) == ["new"]


def test_many_tables_are_looked_at_in_small_steps(old: Served) -> None:
    with Client(old.url) as client:
        names = [finished(client) for _ in range(STEP + 2)]
    age(old, 11, *names)
    with old.live.store.engine.connect() as connection:
        first, place = look(connection, Place(), time.time() - 10 * DAY)
        assert len(first) == STEP and place is not None
        rest, end = look(connection, place, time.time() - 10 * DAY)
        assert {*first, *rest} == set(names) and end is None
    clean(old)
    assert kept(old) & set(names) == set()


def test_of_several_servers_one_does_it(database: str) -> None:
    with store_of(database) as store, store.engine.execution_options(writes=True).begin() as connection:
        assert take_turn(connection, "one", 1000.0)
        assert not take_turn(connection, "other", 1001.0)
        assert take_turn(connection, "one", 1100.0)
        assert not take_turn(connection, "other", 1119.0)
        assert take_turn(connection, "other", 1221.0)


def test_what_refers_to_a_table_and_does_not_go_with_it_keeps_it() -> None:
    assert [column.table.name for column in referring(tables) if column.table.name in ("events", "tokens", "holds")] == []
    assert not [column for column in referring(records) if column.table.name == "analyses"]


def test_without_the_setting_nothing_is_deleted(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'table.sqlite3'}"
    assert admin(database, "retention").exit_code == 2

    async def run(work: Callable[[], Any]) -> None:
        await work()

    with served(Settings(database=database, **PLENTY)) as running:
        apart(run(Retention(running.live).run))  # ends at once


def test_tournaments_are_listed_and_given_to_another_member(running: Served, database: str) -> None:
    add_member(running, "m1", "Ana")
    add_member(running, "m2", "Eva")
    assert told(database, "tournaments") == []
    new = Tournament("t1", 5.0, None, "Friday", {"games": 2}, "code", "seed", ENTRY, 0, 1, None)
    with running.live.store.engine.execution_options(writes=True).begin() as connection:
        add(connection, new)
    assert [(one["name"], one["organiser"]) for one in told(database, "tournaments")] == [("Friday", None)]
    assert admin(database, "tournaments", "--give", "t2", "Eva").exit_code == 2
    assert admin(database, "tournaments", "--give", "t1", "nobody").exit_code == 2
    assert admin(database, "tournaments", "--give", "t1", "Eva").exit_code == 0
    assert [one["organiser"] for one in told(database, "tournaments")] == ["Eva"]
    assert "Friday" in admin(database, "tournaments").output
