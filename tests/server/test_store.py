"""The database: migrations lead to the schema, a failed piece of work takes nothing along, settings are read."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from bastida.server.club.schema import metadata
from bastida.server.runtime.settings import Settings, WrongSetting, read_settings, settings_table, with_pairs
from bastida.server.runtime.store import Append, Conflict, Event, Store, TableRow, Upkeep
from bastida.server.runtime.writer import Writer
from tests.server.running import apart

ROOT = Path(__file__).parents[2]


def test_migrations_lead_to_the_schema(database: str) -> None:
    store = Store(database.replace("postgresql://", "postgresql+psycopg://"))
    with store.engine.connect() as connection:
        found = compare_metadata(MigrationContext.configure(connection), metadata)
    assert [change for change in found if "alembic_version" not in str(change)] == []
    store.close()
    again = Store(store.url.render_as_string(hide_password=False))  # nothing more to do
    again.close()


def test_sqlite_flushes_every_commit_to_the_disk(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'a' / 'table.sqlite3'}")
    with store.engine.connect() as connection:
        assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
        assert connection.scalar(text("PRAGMA synchronous")) == 2
    store.close()


def test_work_that_fails_takes_nothing_along(database: str) -> None:
    store = Store(database.replace("postgresql://", "postgresql+psycopg://"))
    writer = Writer(store)

    async def run() -> None:
        row = TableRow("table", time.time(), {}, None)
        first = Event(1, 1.0, "start", None, None, {})
        up = Upkeep("playing", None)
        await writer.write(lambda connection: store.create_table(connection, row, [("digest", 0)], [first], up))
        events = [Event(number, 1.0, "play", 0, f"k{min(number, 5)}", {}) for number in range(2, 8)]
        work = [writer.append(Append("table", [event], up)) for event in events]
        results = await asyncio.gather(*work, return_exceptions=True)
        assert [type(result) for result in results] == [type(None)] * 4 + [Conflict] * 2  # the same key again
        assert [event.seq for event in store.events_after("table", 0)] == [1, 2, 3, 4, 5]
        with pytest.raises(Conflict):
            await writer.append(Append("table", [Event(3, 1.0, "play", 0, "new", {})], up))

    apart(run())
    writer.close()
    store.close()


def test_settings_come_from_the_environment_and_flags_go_before() -> None:
    found = read_settings({"BASTIDA_PORT": "9000", "BASTIDA_RATE": "2.5", "BASTIDA_LOG_REQUESTS": "yes", "OTHER": "x"}, port=1)
    assert (found.port, found.rate, found.log_requests) == (1, 2.5, True)
    assert read_settings({}) == Settings()
    assert read_settings({"BASTIDA_ANALYSIS_PASSES": "quick, deep"}).analysis_passes == "quick, deep"
    assert with_pairs(["rate=3"])["BASTIDA_RATE"] == "3"
    for wrong in (
        {"BASTIDA_PORT": "x"},
        {"BASTIDA_RATE": "-1"},
        {"BASTIDA_LOG_REQUESTS": "perhaps"},
        {"BASTIDA_ANALYSIS_PASSES": "quick,slow"},
    ):
        with pytest.raises(WrongSetting):
            read_settings(wrong)
    with pytest.raises(WrongSetting):
        with_pairs(["nonsense=1"])


def test_the_documents_list_every_setting() -> None:
    document = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    for name, variable, default, about in settings_table():
        assert f"| `{name}` | `{variable}` | {default} | {about} |" in document
