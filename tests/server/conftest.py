"""Servers for tests: one in this process, or some in processes of their own, with SQLite or a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bastida.server import Settings
from tests.server.clients import Client
from tests.server.postgres import Cluster
from tests.server.running import Served, served

# Nothing here is about limits, unless a test says so.
PLENTY = {
    "rate": 100_000.0, "burst": 100_000, "streams": 10_000, "tables_per_hour": 100_000, "chat_per_minute": 100_000,
    "analyses_per_hour": 100_000, "pause_seconds": 0.0, "members_per_hour": 100_000, "sign_ins_per_hour": 100_000,
}  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "soak: part of `make soak`, where it runs longer")


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A PostgreSQL of our own on a free port."""
    with Cluster.started() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database of either kind."""
    if request.param == "postgres":
        cluster: Cluster = request.getfixturevalue("cluster")
        return cluster.new_database()
    return f"sqlite:///{tmp_path / 'table.sqlite3'}"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database=f"sqlite:///{tmp_path / 'table.sqlite3'}", think_seconds=0.5, **PLENTY)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that the tests of a file share: tables do not get in each other's way."""
    file = tmp_path_factory.mktemp("server") / "table.sqlite3"
    with served(Settings(database=f"sqlite:///{file}", think_seconds=0.5, **PLENTY)) as running:
        yield running


@pytest.fixture
def client(server: Served) -> Iterator[Client]:
    with Client(server.url) as one:
        yield one
