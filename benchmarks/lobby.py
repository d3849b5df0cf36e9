"""What a lobby costs that many look at: ``python -m benchmarks.lobby --watchers 1000``, on loopback and bounded in time.

Servers are started as for ``benchmarks.tables``. ``--tables`` of them are listed and wait, with a player at each;
``--watchers`` have the stream of the lobby open, in three languages. Then ``--changes`` tables a second are made and
joined. Measured is the time from the answer to whoever sat down until the seat is taken in the streams of all watchers,
how many bytes a watcher gets, and what the servers need for it; and without any change, what the watchers alone cost.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.tables import AT_ONCE, Connection, Machine, Servers, head, request, seat

MOST_SECONDS = 600
LANGUAGES = ("es", "ca", "en")
WAIT = 30.0  # seconds for which a change may be awaited


class Watchers:
    """Everybody who looks: when each of them first heard that a table is not open any more."""

    def __init__(self) -> None:
        self.heard: dict[str, list[float]] = {}
        self.bytes = 0
        self.open = 0

    async def watch(self, port: int, language: str) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**24)
        writer.write(request("GET", f"/api/lobby/events?lang={language}", port))
        status, _ = await head(reader)
        assert status == 200, status
        self.open += 1
        event = ""
        while line := await reader.readline():
            self.bytes += len(line)
            if line.startswith(b"event: "):
                event = line[7:].strip().decode()
            elif line.startswith(b"data: ") and event == "change":
                arrived = time.perf_counter()
                said = json.loads(line[6:])
                for name in [*said["gone"], *(table["table"] for table in said["tables"] if table["state"] == "running")]:
                    if name in self.heard:
                        self.heard[name].append(arrived)


async def measure(servers: Servers, tables: int, watchers: int, changes: float, seconds: float) -> None:
    await servers.wait()
    pool: asyncio.Queue[Connection] = asyncio.Queue()
    for number in range(AT_ONCE * 4):
        pool.put_nowait(Connection(servers.ports[number % len(servers.ports)]))

    async def call(path: str, body: object) -> Any:
        connection = await pool.get()
        status, answer = await connection.ask("POST", path, body=body)
        pool.put_nowait(connection)
        assert status in (200, 201), answer
        return answer

    gate, opened = asyncio.Semaphore(AT_ONCE), list[Any]()
    await asyncio.gather(*(seat(servers, pool, gate, "plus", opened, WAITING) for _ in range(tables)))
    all_of_them = Watchers()
    looking = [
        asyncio.create_task(all_of_them.watch(servers.ports[number % len(servers.ports)], LANGUAGES[number % 3]))
        for number in range(watchers)
    ]
    while all_of_them.open < watchers:
        await asyncio.sleep(0.1)
        for task in looking:
            if task.done():
                task.result()
    await asyncio.sleep(3)  # until all have heard how many there are
    still = await _cost(servers, seconds)
    machine, before = Machine(servers), all_of_them.bytes
    joined: dict[str, float] = {}
    began, used = time.perf_counter(), servers.seconds()
    while time.perf_counter() - began < seconds:
        name = (await call("/api/tables", {"game": "plus"} | WAITING))["table"]
        all_of_them.heard[name] = []
        await call(f"/api/lobby/{name}/join", {})
        joined[name] = time.perf_counter()
        await asyncio.sleep(1 / changes)
    lasted, used = time.perf_counter() - began, servers.seconds() - used
    end = time.perf_counter() + WAIT
    while any(len(heard) < watchers for heard in all_of_them.heard.values()) and time.perf_counter() < end:
        await asyncio.sleep(0.1)
    for task in looking:
        task.cancel()
    delays = sorted(at - joined[name] for name, heard in all_of_them.heard.items() for at in heard)
    missed = watchers * len(joined) - len(delays)
    report(tables, watchers, len(joined), lasted, used, still, delays, missed, all_of_them.bytes - before)
    print(f"memory               {servers.megabytes():.0f} MB in the servers")
    print(f"the machine          {machine.others()}")


WAITING = {"seats": [{"kind": "here"}, {"kind": "link"}], "listed": True, "watch": True}


async def _cost(servers: Servers, seconds: float) -> float:
    """The share of a processor that the servers need while nothing changes."""
    began, used = time.perf_counter(), servers.seconds()
    await asyncio.sleep(seconds)
    return (servers.seconds() - used) / (time.perf_counter() - began)


def report(
    tables: int,
    watchers: int,
    joined: int,
    lasted: float,
    used: float,
    still: float,
    delays: list[float],
    missed: int,
    sent: int,
) -> None:
    print(f"lobby                {tables} open tables, {watchers} watchers in three languages")
    print(f"nothing changes      {still:.3f} of a core")
    print(f"changes              {joined / lasted:.1f} tables a second made and joined, {used / lasted:.3f} of a core")
    if delays:
        p50, p99 = (delays[int(len(delays) * share)] for share in (0.5, 0.99))
        print(f"seated to heard      p50 {p50:.2f} s, p99 {p99:.2f} s, most {delays[-1]:.2f} s; {missed} never heard")
    print(f"sent to a watcher    {sent / max(1, watchers) / lasted:.0f} bytes a second")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--watchers", type=int, default=1000)
    parser.add_argument("--changes", type=float, default=2.0, help="tables made and joined in a second")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--postgres", default="", help="an empty database")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = asked.postgres or f"sqlite:///{Path(folder) / 'lobby.sqlite3'}"
        servers = Servers(database, asked.processes)
        try:
            work = measure(servers, asked.tables, asked.watchers, asked.changes, asked.seconds)
            asyncio.run(asyncio.wait_for(work, MOST_SECONDS))
        finally:
            with contextlib.suppress(Exception):
                servers.stop()


if __name__ == "__main__":
    main()
