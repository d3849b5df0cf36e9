"""What a database bears: ``python -m benchmarks.scale --tables 10000 --pace 10``, the load of many tables without the rules.

The real schema, the real store and the real writer of a server are used, and nothing else of it. First the database is filled:
tables that are being played, each in the middle of a game, and ``--games`` that are over. Then every table gets an answer after
``--pace`` seconds on average, at moments that are independent of each other, and ``--reads`` tables a second are read from
their beginning, as a server does for a table that is not in its memory. The events are those of a game played at random by the
rules. Measured is the time from handing an event in until it is committed, and what the database weighs.

``--flat-out`` hands in as much as the writer takes, from ``--at-once`` tables at the same time. ``--writers`` are processes
that do all this side by side on one PostgreSQL, as so many servers would.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import insert, text

from bastida import new_game
from bastida.server.http.seat_tokens import new_code
from bastida.server.runtime.schema import events, tables, tokens
from bastida.server.runtime.store import Append, Event, Store, Upkeep
from bastida.server.runtime.writer import Writer

SAMPLES = 5  # games whose events are used again and again
BATCH = 2_000  # rows of a fill
READERS = 4
WEIGHT = "SELECT sum(pgsize) FROM dbstat WHERE name = :name OR name IN (SELECT name FROM sqlite_master WHERE tbl_name = :name)"
CONFIG = 1_200  # letters of what was asked for when a table was made, about


@dataclass
class Load:
    """What is played."""

    database: str
    tables: int
    games: int
    pace: float
    seconds: float
    reads: float
    flat_out: bool
    at_once: int
    game: str
    seed: int = 1


@dataclass
class Figures:
    """What was measured by one writer."""

    waits: list[float] = field(default_factory=list)
    reads: list[float] = field(default_factory=list)
    lasted: float = 0.0
    behind: int = 0  # handed in and not committed at the end
    batches: int = 0
    works: int = 0
    used: float = 0.0  # seconds of a processor


def sample(game: str, seed: int) -> list[tuple[str, int | None, dict[str, Any]]]:
    """The events of a whole game: kind, seat and body, as a table keeps them."""
    played = new_game(game, players=["Ana", "Luis"], seed=seed)
    chance = random.Random(seed)
    found: list[tuple[str, int | None, dict[str, Any]]] = [("start", None, {"steps": [step.text for step in played.steps]})]
    while not played.over:
        before, decision = len(played.steps), played.decision
        assert decision is not None
        played.play(chance.choice(played.options()))
        found.append(("play", decision.seat, {"steps": [step.text for step in played.steps[before:]]}))
    return found


class Play:
    """The tables of one process."""

    def __init__(self, load: Load) -> None:
        self.load, self.chance = load, random.Random(load.seed)
        self.store = Store(load.database)
        self.samples = [sample(load.game, number) for number in range(SAMPLES)]
        self.names: list[str] = []
        self.at: dict[str, int] = {}  # how many events a table has
        self.figures = Figures()

    def fill(self) -> None:
        """Tables in the middle of a game, and games that are over."""
        now, rows, lines, keys = time.time(), [], [], []
        for number in range(self.load.tables + self.load.games):
            name, over = new_code(10), number >= self.load.tables
            game = self.samples[number % SAMPLES]
            length = len(game) if over else self.chance.randrange(1, len(game) // 2)
            config = json.dumps({"setup": "x" * CONFIG})
            result = json.dumps({"points": [71, 64], "winners": [0]}) if over else None
            status = "over" if over else "playing"
            rows.append({"id": name, "created": now - number, "config": config, "status": status, "result": result})
            keys += [{"digest": f"{name}{seat}".ljust(64, "0"), "table_id": name, "seat": seat} for seat in range(2)]
            lines += [self.line(name, seq, game[seq - 1]) for seq in range(1, length + 1)]
            if not over:
                self.names.append(name)
                self.at[name] = length
            if len(lines) >= BATCH:
                self.put(rows, keys, lines)
        self.put(rows, keys, lines)
        with self.store.engine.connect() as connection:
            connection.execution_options(isolation_level="AUTOCOMMIT").execute(text("ANALYZE"))

    def put(self, rows: list[Any], keys: list[Any], lines: list[Any]) -> None:
        with self.store.engine.execution_options(writes=True).begin() as connection:
            for table, new in ((tables, rows), (tokens, keys), (events, lines)):
                if new:
                    connection.execute(insert(table), new)
                new.clear()

    @staticmethod
    def line(name: str, seq: int, what: tuple[str, int | None, dict[str, Any]]) -> dict[str, Any]:
        kind, seat, body = what
        told = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
        key = None if seat is None else f"key-{seq}-{name}-0123456789"
        return {"table_id": name, "seq": seq, "at": time.time(), "kind": kind, "seat": seat, "key": key, "body": told}

    async def run(self) -> None:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(READERS))
        figures = self.figures
        writer = Writer(self.store, self.wrote)
        began, used = time.perf_counter(), time.process_time()
        end = began + self.load.seconds
        if self.load.flat_out:
            await asyncio.gather(*(self.without_pause(writer, part, end) for part in range(self.load.at_once)))
        else:
            await asyncio.gather(self.at_pace(writer, end), self.read(end))
        figures.lasted, figures.used = time.perf_counter() - began, time.process_time() - used
        await asyncio.to_thread(writer.close)
        self.store.close()

    def wrote(self, works: int, seconds: float) -> None:
        self.figures.batches += 1
        self.figures.works += works

    async def without_pause(self, writer: Writer, part: int, end: float) -> None:
        mine = self.names[part :: self.load.at_once]
        while mine and time.perf_counter() < end:
            await self.answer(writer, self.chance.choice(mine))

    async def at_pace(self, writer: Writer, end: float) -> None:
        """Answers at moments of their own, whether the one before has been committed or not."""
        rate, now = len(self.names) / self.load.pace, time.perf_counter()
        under_way: set[asyncio.Task[None]] = set()
        due = now
        busy: set[str] = set()

        async def one(name: str) -> None:
            await self.answer(writer, name)
            busy.discard(name)

        while due < end:
            due += self.chance.expovariate(rate)
            if (pause := due - time.perf_counter()) > 0:
                await asyncio.sleep(pause)
            name = self.chance.choice(self.names)
            if name in busy:  # nobody answers twice before the first answer is there
                continue
            busy.add(name)
            task = asyncio.create_task(one(name))
            under_way.add(task)
            task.add_done_callback(under_way.discard)
            if time.perf_counter() > end:
                break
        self.figures.behind = len(under_way)
        await asyncio.gather(*under_way)

    async def answer(self, writer: Writer, name: str) -> None:
        game = self.samples[self.at[name] % SAMPLES]
        seq = self.at[name] = self.at[name] + 1
        kind, seat, body = game[1 + seq % (len(game) - 1)]
        event = Event(seq, time.time(), kind, seat, f"key-{seq}-{name}-0123456789", body)
        began = time.perf_counter()
        await writer.append(Append(name, [event], Upkeep("playing", None)))
        self.figures.waits.append(time.perf_counter() - began)

    async def read(self, end: float) -> None:
        """Tables that come back into the memory of a server."""
        while self.load.reads and time.perf_counter() < end:
            await asyncio.sleep(self.chance.expovariate(self.load.reads))
            name, began = self.chance.choice(self.names), time.perf_counter()
            await asyncio.to_thread(self.store.events_after, name, 0)
            self.figures.reads.append(time.perf_counter() - began)


def work(load: dict[str, Any], line: Any, gate: Any) -> None:
    """One process: it fills its part, waits for the others, plays, and says what it has measured."""
    play = Play(Load(**load))
    play.fill()
    gate.wait()
    asyncio.run(play.run())
    line.put(asdict(play.figures))


def weights(store: Store) -> dict[str, tuple[int, int]]:
    """Rows and bytes of the tables that grow, with their indexes."""
    found = {}
    with store.engine.connect() as connection:
        for name in ("events", "tables", "tokens"):
            rows = int(connection.scalar(text(f"SELECT count(*) FROM {name}")) or 0)
            if store.postgres:
                size = int(connection.scalar(text(f"SELECT pg_total_relation_size('{name}')")) or 0)
            else:
                try:
                    size = int(connection.scalar(text(WEIGHT), {"name": name}) or 0)
                except Exception:  # an SQLite without this table: only the whole file is known
                    size = 0
            found[name] = rows, size
    return found


def percentile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] * 1000 if values else float("nan")


def report(load: Load, writers: int, found: list[dict[str, Any]], store: Store) -> None:
    waits = [one for figures in found for one in figures["waits"]]
    reads = [one for figures in found for one in figures["reads"]]
    lasted = max(figures["lasted"] for figures in found)
    behind, batches = sum(figures["behind"] for figures in found), sum(figures["batches"] for figures in found)
    kind = "PostgreSQL" if store.postgres else "SQLite"
    print(f"database             {kind}, {writers} writers; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"tables               {load.tables * writers} being played, {load.games * writers} over")
    rate, each = len(waits) / lasted, len(waits) / max(1, batches)
    print(f"answers committed    {rate:.0f} a second, {each:.1f} in a batch, {behind} behind at the end")
    used = sum(figures["used"] for figures in found)
    print(f"processor time       {1000 * used / max(1, len(waits)):.2f} ms an answer in the writers")
    p50, p99 = percentile(waits, 0.5), percentile(waits, 0.99)
    print(f"until committed      p50 {p50:.1f} ms, p99 {p99:.1f} ms, most {max(waits, default=0) * 1000:.0f} ms")
    if reads:
        p50, p99 = percentile(reads, 0.5), percentile(reads, 0.99)
        print(f"a table is read      p50 {p50:.1f} ms, p99 {p99:.1f} ms, {len(reads) / lasted:.0f} a second")
    sizes = weights(store)
    for name, (rows, size) in sizes.items():
        print(f"{name:<20} {rows} rows, {size / 1e6:.1f} MB" + (f", {size / rows:.0f} bytes each" if rows and size else ""))
    if store.file is not None:
        print(f"file                 {store.file.stat().st_size / 1e6:.1f} MB")
    length = sum(len(sample(load.game, number)) for number in range(SAMPLES)) / SAMPLES
    rows, size = sizes["events"]
    if rows and size:
        print(f"a whole game         {length:.0f} events, {length * size / rows / 1000:.1f} kB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=10_000, help="being played, of each writer")
    parser.add_argument("--games", type=int, default=1_000, help="that are over, of each writer")
    parser.add_argument("--pace", type=float, default=10.0, help="seconds between two answers at a table")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--reads", type=float, default=5.0, help="tables read from their beginning, a second")
    parser.add_argument("--flat-out", action="store_true", help="without any pause")
    parser.add_argument("--at-once", type=int, default=64, help="tables that answer at the same time, flat out")
    parser.add_argument("--writers", type=int, default=1)
    parser.add_argument("--game", default="plus")
    parser.add_argument("--postgres", metavar="URL", help="an empty database; else SQLite in a temporary folder")
    given = parser.parse_args()
    if given.writers > 1 and not given.postgres:
        parser.error("several writers need --postgres")
    with tempfile.TemporaryDirectory() as folder:
        url = given.postgres or f"sqlite:///{Path(folder) / 'scale.sqlite3'}"
        url = url.replace("postgresql://", "postgresql+psycopg://")
        wanted = Load(
            url, given.tables, given.games, given.pace, given.seconds, given.reads, given.flat_out, given.at_once, given.game
        )
        store = Store(url)
        context = multiprocessing.get_context("spawn")
        line, gate = context.Queue(), context.Barrier(given.writers)
        loads = [{**asdict(wanted), "seed": number + 1} for number in range(given.writers)]
        processes = [context.Process(target=work, args=(load, line, gate)) for load in loads]
        for process in processes:
            process.start()
        found = [line.get() for _ in processes]
        for process in processes:
            process.join()
        report(wanted, given.writers, found, store)
        store.close()


if __name__ == "__main__":
    main()
