"""Computer seats: a worker that is slow, greedy for memory, mad or dead never stops a table."""

from __future__ import annotations

import os
import random
import signal
import time
from typing import Any

import pytest

import bastida
from bastida import position
from bastida.server.runtime.workers import Pool, Unanswered
from tests.server.clients import Client
from tests.server.running import Served, apart


def job(**more: Any) -> dict[str, Any]:
    game = bastida.new_game("plus", players=["Ana", "Luis"], seed=1)
    return {
        "do": "think", "position": position(game), "players": ["Ana", "Luis"], "level": "random", "seed": 1, "seconds": 0.2,
    } | more  # fmt: skip


def test_a_worker_that_fails_or_dies_is_replaced() -> None:
    async def run() -> None:
        pool = Pool(1, 1024)
        legal = {option.text for option in bastida.new_game("plus", players=["Ana", "Luis"], seed=1).options()}
        assert (await pool.ask(job(), 1))["answer"] in legal
        with pytest.raises(Unanswered, match="UnknownPlayer"):
            await pool.ask(job(level="nobody"), 1)
        with pytest.raises(Unanswered, match="PositionError"):
            await pool.ask(job(position="position 1 | nonsense"), 1)
        process = pool.workers[0].process
        assert process is not None
        os.kill(process.pid, signal.SIGKILL)
        with pytest.raises(Unanswered):
            await pool.ask(job(), 1)
        assert (await pool.ask(job(), 1))["answer"] in legal
        await pool.close()

    apart(run())


def test_a_worker_has_a_deadline_and_a_memory_cap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bastida.server.runtime.workers.GRACE", 0.3)

    async def run() -> None:
        pool = Pool(1, 600)
        await pool.ask(job(), 1)
        process = pool.workers[0].process
        assert process is not None
        with open(f"/proc/{process.pid}/limits", encoding="ascii") as limits:
            line = next(line for line in limits if line.startswith("Max address space"))
        assert int(line.split()[3]) == 600_000_000
        os.kill(process.pid, signal.SIGSTOP)  # thinks for ever
        began = time.monotonic()
        with pytest.raises(Unanswered):
            await pool.ask(job(), 0.2)
        assert time.monotonic() - began < 10
        await pool.close()

    apart(run())


def test_the_table_goes_on_when_the_computer_cannot_think(
    server: Served, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def dead(*_: object, **__: object) -> dict[str, Any]:
        raise Unanswered("dead")

    monkeypatch.setattr(server.live.pool, "ask", dead)
    made = client.table(game="plus-first-game", seats=[{"name": "Ana"}, {"kind": "computer", "level": "random"}])
    over = client.play(made["table"], random.Random(1), lambda view: view["turn"] > 8)
    assert over["turn"] > 8


def test_hints_come_from_the_computer_where_the_table_allows_them(client: Client) -> None:
    made = client.table()
    hint = client.post(f"/api/tables/{made['table']}/hint?lang=es", {"seat": 0})
    assert hint.status_code == 200, hint.text
    options = {option["text"]: option for option in made["view"]["decision"]["options"]}
    assert hint.json()["answer"] in options
    assert client.post(f"/api/tables/{made['table']}/hint", {"seat": 1}).json()["code"] == "not_asked"
    without = client.table(aids={"hints": False})
    assert client.post(f"/api/tables/{without['table']}/hint", {"seat": 0}).json()["code"] == "aid_off"
