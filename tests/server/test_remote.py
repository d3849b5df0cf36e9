"""Thinking on other machines: each job is done once, by whoever is there, and at home when nobody is."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import func, select, text

from bastida import new_game, position
from bastida.cli import app
from bastida.server import Settings
from bastida.server.club.host import errands
from bastida.server.club.host.labour import Labourer
from bastida.server.club.host.schema import jobs
from bastida.server.runtime.store import Store
from tests.server.clients import Client
from tests.server.conftest import PLENTY
from tests.server.postgres import Cluster
from tests.server.running import Served, once, served
from tests.server.test_backups import address
from tests.server.test_out_of_order import eventually

pytestmark = once


@pytest.fixture
def store(cluster: Cluster) -> Iterator[Store]:
    found = Store(address(cluster.new_database()))
    yield found
    found.close()


def job(number: int = 0) -> dict[str, Any]:
    game = new_game("plus-first-game", players=["Ana", "Luis"], seed=number)
    return {"do": "think", "position": position(game), "players": ["Ana", "Luis"], "level": "greedy", "seed": 1}


def test_each_job_is_taken_by_one(store: Store) -> None:
    for number in range(20):
        errands.post(store.engine, f"job{number}", {"number": number}, 5.0)
    taken: list[str] = []

    def work(name: str) -> None:
        while (found := errands.take(store.engine, name)) is not None:
            taken.append(found.id)

    threads = [threading.Thread(target=work, args=[f"w{number}"]) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(taken) == sorted(f"job{number}" for number in range(20))


def test_an_answer_is_fetched_once_and_what_nobody_wants_is_forgotten(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = store.engine
    errands.post(engine, "later", {}, 5.0, rank=1)
    errands.post(engine, "first", {"a": "ñ"}, 5.0)
    found = errands.take(engine, "w")
    assert found is not None and (found.id, found.job, found.seconds) == ("first", {"a": "ñ"}, 5.0)
    assert errands.fetch(engine, "first") is None
    errands.answer(engine, "first", {"answer": "x"})
    assert errands.fetch(engine, "first") == {"answer": "x"}
    assert errands.fetch(engine, "first") is None
    assert errands.withdraw(engine, "later")
    assert errands.take(engine, "w") is None
    errands.post(engine, "taken", {}, 5.0)
    assert errands.take(engine, "w") is not None
    assert not errands.withdraw(engine, "taken") and errands.withdraw(engine, "taken", taken=True)
    errands.answer(engine, "taken", {"answer": "too late"})  # no harm
    errands.post(engine, "old", {}, 5.0)
    with engine.begin() as connection:
        connection.execute(text("UPDATE jobs SET deadline = 0"))
    assert errands.take(engine, "w") is None  # nobody waits for it
    errands.tidy(engine)
    with engine.connect() as connection:
        assert connection.scalar(select(func.count()).select_from(jobs)) == 0
    errands.post(engine, "other", {}, 5.0)
    monkeypatch.setattr(errands, "__version__", "0.0.1")
    assert errands.take(engine, "w") is None  # it would think otherwise


@contextmanager
def labourer(url: str, processes: int) -> Iterator[Labourer]:
    """A worker in a thread of this process."""
    worker = Labourer(Settings(database=url), processes)
    ready = threading.Event()
    loops: list[asyncio.AbstractEventLoop] = []
    tasks: list[asyncio.Task[None]] = []

    async def run() -> None:
        loops.append(asyncio.get_running_loop())
        tasks.append(asyncio.create_task(worker.run(ready.set)))
        await asyncio.wait(tasks)

    thread = threading.Thread(target=lambda: asyncio.run(run()))
    thread.start()
    try:
        assert ready.wait(60)
        yield worker
    finally:
        loops[0].call_soon_threadsafe(tasks[0].cancel)
        thread.join(60)
        assert not thread.is_alive()


def ask(running: Served, number: int, hands: int | None = None) -> list[dict[str, Any]]:
    """So many thoughts at once, each for a visitor of its own; the server believes that there are so many ``hands``."""

    async def all_of_them() -> list[dict[str, Any]]:
        if hands is not None:
            running.app.state.house.labour._resize(hands)
        pool = running.live.pool
        return await asyncio.gather(*(pool.ask(job(n), 5.0, "answer", (f"visitor {n}", ""), str(n)) for n in range(number)))

    return asyncio.run_coroutine_threadsafe(all_of_them(), running.live.pool.loop_of_tests).result(120)  # type: ignore[attr-defined]


@pytest.fixture
def server_with_hands(cluster: Cluster) -> Iterator[tuple[Served, str]]:
    url = cluster.new_database()
    with served(Settings(database=url, workers=1, remote_workers=3, think_seconds=0.5, **PLENTY)) as running:

        async def here() -> None:
            running.live.pool.loop_of_tests = asyncio.get_running_loop()  # type: ignore[attr-defined]

        running.server.config.loaded_app  # noqa: B018 - it is running
        loop = next(iter(running.live.tasks)).get_loop()
        asyncio.run_coroutine_threadsafe(here(), loop).result(10)
        yield running, url


def test_other_machines_think_along_and_when_they_are_gone_it_goes_on(server_with_hands: tuple[Served, str]) -> None:
    running, url = server_with_hands
    labour = running.app.state.house.labour
    lane = running.live.pool.crews[0].lane
    assert lane.processes == 1
    with labourer(url, 2) as worker:
        eventually(lambda: labour.there == 2)
        assert lane.processes == 3
        found = ask(running, 8)
        assert len(found) == 8 and all(one["answer"] for one in found)
        assert worker.done >= 1
    eventually(lambda: labour.there == 0)
    assert lane.processes == 1
    assert all(one["answer"] for one in ask(running, 3))
    with running.live.store.engine.connect() as connection:
        eventually(lambda: connection.scalar(select(func.count()).select_from(jobs)) == 0)


def test_what_nobody_takes_is_done_at_home(server_with_hands: tuple[Served, str]) -> None:
    """The workers have just died, and the server does not know it yet."""
    running, _ = server_with_hands
    assert all(one["answer"] for one in ask(running, 4, hands=3))
    assert running.app.state.house.labour.spare.process is not None


def test_a_worker_of_its_own_process_plays_at_a_table(server_with_hands: tuple[Served, str]) -> None:
    running, url = server_with_hands
    labour = running.app.state.house.labour
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "bastida.cli", "--lang", "en", "worker", "--processes", "1", "--database", url]
    worker = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE)
    try:
        assert worker.stdout is not None
        assert b"1" in worker.stdout.readline()
        eventually(lambda: labour.there == 1)
        with Client(running.url) as client:
            table = client.table("here", "computer", game="plus-first-game", first=1)["table"]
            eventually(lambda: client.view(table)["decision"]["seat"] == 0)
        worker.send_signal(signal.SIGINT)
        assert worker.wait(30) == 0
    finally:
        worker.kill()
        worker.wait(30)
        assert worker.stdout is not None
        worker.stdout.close()
    began = time.monotonic()
    eventually(lambda: labour.there == 0)
    assert time.monotonic() - began < 30


def test_a_file_has_no_workers_elsewhere(settings: Settings) -> None:
    done = CliRunner().invoke(app, ["--lang", "en", "worker", "--database", settings.database])
    assert done.exit_code == 2 and "PostgreSQL" in done.stderr
