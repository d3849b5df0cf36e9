"""How many live tables a server holds: ``python -m benchmarks.tables --tables 1000``, on loopback and bounded in time.

Servers are started as a club would start them, with SQLite or (``--postgres URL``) with PostgreSQL and ``--processes``. Every
table has two players, each with an open event stream, who answer at human pace: after a pause that is random around
``--pace`` seconds. Measured is the time from sending an answer until it arrives in the other player's stream.

``--seated N`` adds tables at which one player sits and nobody plays. ``--restart N`` measures something else: N games under
way, every other one against the computer; the servers are killed, one is started again, and the clock stops when every table
has been seen and every computer that was to move has moved. What else kept the machine busy is printed with every figure.
"""

# Long: one load, its clients and its servers.

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import bastida

PLENTY = {
    "RATE": "1000000",
    "BURST": "1000000",
    "STREAMS": "100000",
    "TABLES_PER_HOUR": "1000000",
    "CONNECTIONS": "100000",
    "PAUSE_SECONDS": "0",
    "JOINS_PER_MINUTE": "1000000",
}
AT_ONCE = 16  # tables made at the same time
MOST_SECONDS = 600
TURNS = 20  # answers in a game before its server is killed


@dataclass
class Figures:
    """What was measured."""

    delays: list[float] = field(default_factory=list)
    answers: int = 0
    refused: int = 0
    finished: int = 0


class Connection:
    """A kept-alive connection: as much HTTP as a bot needs."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, token: str = "", body: object = None, address: str = "") -> tuple[int, Any]:
        if self.streams is None or self.streams[0].at_eof():  # a server lets go of a connection that is quiet
            self.streams = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        reader, writer = self.streams
        writer.write(request(method, path, self.port, token, body, address))
        status, headers = await head(reader)
        data = await reader.readexactly(int(headers["content-length"]))
        return status, json.loads(data)


def request(method: str, path: str, port: int, token: str = "", body: object = None, address: str = "") -> bytes:
    """A request; ``address`` is whom a proxy on this machine would forward it for."""
    data = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Content-Length: {len(data)}"]
    lines += [f"Authorization: Bearer {token}"] if token else []
    lines += ["Content-Type: application/json"] if data else []
    lines += [f"X-Forwarded-For: {address}"] if address else []
    return "\r\n".join([*lines, "", ""]).encode() + data


async def head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    status = int((await reader.readline()).split()[1])
    headers: dict[str, str] = {}
    while (line := (await reader.readline()).strip()) != b"":
        name, _, value = line.decode().partition(":")
        headers[name.lower()] = value.strip()
    return status, headers


class Table:
    """A table and its two players."""

    def __init__(self, number: int, ports: list[int], pool: asyncio.Queue[Connection], pace: float, figures: Figures) -> None:
        self.ports = [ports[(number + seat) % len(ports)] for seat in range(2)]
        self.pool, self.pace, self.figures = pool, pace, figures
        self.chance = random.Random(number)
        self.sent: dict[int, tuple[float, int]] = {}  # by sequence number: when, by which seat
        self.open = 0
        self.tasks: set[asyncio.Task[None]] = set()

    async def create(self, game: str) -> None:
        connection = await self.pool.get()
        status, made = await connection.ask("POST", "/api/tables", body={"game": game, "undo": "off"})
        self.pool.put_nowait(connection)
        assert status == 201, made
        self.name = made["table"]
        self.tokens = [seat["token"] for seat in made["seats"]]

    async def play(self, seat: int) -> None:
        """Listen, and answer whenever this seat is asked."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.ports[seat], limit=2**20)
        writer.write(request("GET", f"/api/tables/{self.name}/events?lang=en", self.ports[seat], self.tokens[seat]))
        status, _ = await head(reader)
        assert status == 200, status
        self.open += 1
        event = ""
        while line := await reader.readline():
            if line.startswith(b"event: "):
                event = line[7:].strip().decode()
            elif line.startswith(b"data: ") and event in ("view", "update"):
                arrived = time.perf_counter()
                data = json.loads(line[6:])
                sent = self.sent.get(data["seq"])
                if sent is not None and sent[1] != seat and event == "update":
                    self.figures.delays.append(arrived - sent[0])
                shown = data if event == "view" else data["set"]
                if shown.get("over"):
                    self.figures.finished += 1
                decision = shown.get("decision")
                if decision and decision["seat"] == seat and decision["options"]:
                    task = asyncio.create_task(self.answer(seat, data["seq"], decision["options"]))
                    self.tasks.add(task)
                    task.add_done_callback(self.tasks.discard)

    async def answer(self, seat: int, seq: int, options: list[dict[str, Any]]) -> None:
        await asyncio.sleep(self.chance.uniform(0.5, 1.5) * self.pace)
        text = self.chance.choice(options)["text"]
        connection = await self.pool.get()
        self.sent[seq + 1] = (time.perf_counter(), seat)
        body = {"seat": seat, "seq": seq, "key": f"k{seq}", "answer": text}
        status, _ = await connection.ask("POST", f"/api/tables/{self.name}/answers", self.tokens[seat], body)
        self.pool.put_nowait(connection)
        self.figures.answers += 1
        self.figures.refused += status != 200


class Servers:
    """The servers under load, in processes of their own."""

    def __init__(self, database: str, processes: int) -> None:
        self.database = database
        self.ports = [free_port() for _ in range(processes)]
        self.processes: list[subprocess.Popen[bytes]] = []
        self.start()

    def start(self) -> None:
        path = os.pathsep.join([str(Path(bastida.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
        self.processes = []
        for port in self.ports:
            environment = {**os.environ, "PYTHONPATH": path, "BASTIDA_DATABASE": self.database}
            environment |= {f"BASTIDA_{name}": value for name, value in PLENTY.items()}
            command = [sys.executable, "-m", "bastida.server", "--no-browser", "--port", str(port)]
            self.processes.append(subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL))

    def kill(self) -> None:
        """As a power cut would."""
        for process in self.processes:
            process.kill()
            process.wait(30)

    async def wait(self) -> None:
        for port in self.ports:
            while True:
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", port)
                    writer.close()
                    break
                except OSError:
                    await asyncio.sleep(0.1)

    def seconds(self) -> float:
        """Processor time of all servers so far."""
        ticks = 0
        for process in self.processes:
            fields = Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """Memory of all servers now, without their thinking processes."""
        pages = sum(
            int(Path(f"/proc/{process.pid}/statm").read_text(encoding="ascii").split()[1]) for process in self.processes
        )
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def stop(self) -> None:
        for process in self.processes:
            process.send_signal(signal.SIGINT)
        for process in self.processes:
            process.wait(30)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Machine:
    """What the machine does beside the benchmark and its servers."""

    def __init__(self, servers: Servers) -> None:
        self.servers = servers
        self.began, self.busy, self.ours = time.perf_counter(), self._busy(), self._ours()
        self.clients = time.process_time()

    def _busy(self) -> float:
        """Seconds that processors have worked, for whomever; the databases' are among them."""
        fields = [int(field) for field in Path("/proc/stat").read_text(encoding="ascii").splitlines()[0].split()[1:]]
        return (sum(fields) - fields[3] - fields[4]) / os.sysconf("SC_CLK_TCK")

    def _ours(self) -> float:
        return self.servers.seconds() + time.process_time()

    def others(self) -> str:
        """Processor shares since the beginning."""
        lasted = max(time.perf_counter() - self.began, 1e-9)
        clients = (time.process_time() - self.clients) / lasted
        others = max(0.0, self._busy() - self.busy - (self._ours() - self.ours)) / lasted
        load, cores = os.getloadavg()[0], os.cpu_count()
        return f"clients {clients:.2f}, others (a database among them) {others:.2f} of {cores} cores; load {load:.1f}"


async def seat(
    servers: Servers,
    pool: asyncio.Queue[Connection],
    gate: asyncio.Semaphore,
    game: str,
    opened: list[Any],
    more: dict[str, Any] | None = None,
) -> None:
    """A table at which one player sits, listens and does nothing."""
    async with gate:
        connection = await pool.get()
        status, made = await connection.ask("POST", "/api/tables", body={"game": game} | (more or {}))
        pool.put_nowait(connection)
        assert status == 201, made
        reader, writer = await asyncio.open_connection("127.0.0.1", connection.port, limit=2**20)
        path = f"/api/tables/{made['table']}/events?lang=en"
        writer.write(request("GET", path, connection.port, made["seats"][0]["token"]))
        status, _ = await head(reader)
        assert status == 200, status
        opened.append((reader, writer))


async def measure(servers: Servers, tables: int, seated: int, pace: float, seconds: float, game: str) -> None:
    await servers.wait()
    figures = Figures()
    pool: asyncio.Queue[Connection] = asyncio.Queue()
    for number in range(AT_ONCE * 4):
        pool.put_nowait(Connection(servers.ports[number % len(servers.ports)]))
    made = [Table(number, servers.ports, pool, pace, figures) for number in range(tables)]
    gate = asyncio.Semaphore(AT_ONCE)

    async def create(table: Table) -> None:
        async with gate:
            await table.create(game)

    idle: list[Any] = []
    await asyncio.gather(*(create(table) for table in made))
    await asyncio.gather(*(seat(servers, pool, gate, game, idle) for _ in range(seated)))
    players = [asyncio.create_task(table.play(seat)) for table in made for seat in range(2)]
    while sum(table.open for table in made) < 2 * tables:
        await asyncio.sleep(0.1)
        for player in players:
            if player.done():
                player.result()
    await asyncio.sleep(pace)  # until everybody plays at pace
    figures.delays.clear()
    figures.answers = 0
    machine = Machine(servers)
    began, used = time.perf_counter(), servers.seconds()
    await asyncio.sleep(seconds)
    lasted, used = time.perf_counter() - began, servers.seconds() - used
    for task in [*players, *(task for table in made for task in table.tasks)]:
        task.cancel()
    report(tables, seated, figures, lasted, used)
    print(f"memory               {servers.megabytes():.0f} MB in the servers")
    print(f"the machine          {machine.others()}")


def report(tables: int, seated: int, figures: Figures, lasted: float, used: float) -> None:
    delays = sorted(figures.delays)
    mode = "compiled" if bastida.COMPILED else "interpreted"
    print(f"tables held          {tables} ({2 * tables} streams), {figures.finished} games finished, {mode}")
    if seated:
        print(f"seated besides       {seated} tables, a stream each")
    print(f"answers              {figures.answers / lasted:.1f} a second, {figures.refused} refused, {len(delays)} measured")
    if delays:
        p50, p99 = (delays[int(len(delays) * share)] * 1000 for share in (0.5, 0.99))
        print(f"answer to broadcast  p50 {p50:.1f} ms, p99 {p99:.1f} ms, most {delays[-1] * 1000:.1f} ms")
    print(f"processor share      {used / lasted:.2f} of a core, {1000 * used / max(1, figures.answers):.2f} ms an answer")


async def restart(servers: Servers, tables: int, game: str) -> None:
    """Kill the servers in the middle of many games, and see how long it takes until all of them go on."""
    await servers.wait()
    pool: asyncio.Queue[Connection] = asyncio.Queue()
    for number in range(AT_ONCE):
        pool.put_nowait(Connection(servers.ports[number % len(servers.ports)]))
    chance = random.Random(1)

    async def call(method: str, path: str, token: str = "", body: object = None, address: str = "") -> Any:
        connection = await pool.get()
        status, answer = await connection.ask(method, path, token, body, address)
        pool.put_nowait(connection)
        assert status in (200, 201), answer
        return answer

    async def answer(name: str, tokens: list[str]) -> bool:
        """Answer for whoever is asked; False if the computer is."""
        decision = (await call("GET", f"/api/tables/{name}", tokens[0]))["decision"]
        if decision["seat"] >= len(tokens):
            return False
        view = await call("GET", f"/api/tables/{name}", tokens[decision["seat"]])
        text = chance.choice(view["decision"]["options"])["text"]
        body = {"seat": decision["seat"], "seq": view["seq"], "key": f"k{view['seq']}", "answer": text}
        await call("POST", f"/api/tables/{name}/answers", tokens[decision["seat"]], body)
        return True

    async def begin(number: int) -> tuple[str, list[str]]:
        """A game of some turns, each of a visitor of his own."""
        seats = [{"kind": "here"}, {"kind": "computer", "level": "greedy"} if number % 2 else {"kind": "here"}]
        address = f"10.0.{number // 250}.{number % 250 + 1}"
        made = await call("POST", "/api/tables", body={"game": game, "first": 0, "seats": seats}, address=address)
        name, tokens = made["table"], [seat["token"] for seat in made["seats"]]
        played = 0
        while played < TURNS:
            if await answer(name, tokens):
                played += 1
            else:
                await asyncio.sleep(0.02)
        return name, tokens

    async def to_the_computer(name: str, tokens: list[str]) -> None:
        while len(tokens) == 1 and await answer(name, tokens):
            pass

    games = await asyncio.gather(*(begin(number) for number in range(tables)))
    await asyncio.gather(*(to_the_computer(name, tokens) for name, tokens in games))
    servers.kill()
    began = time.perf_counter()
    servers.start()
    machine = Machine(servers)
    await servers.wait()
    booted = time.perf_counter() - began
    pool = asyncio.Queue()
    for number in range(AT_ONCE):
        pool.put_nowait(Connection(servers.ports[number % len(servers.ports)]))
    waiting, seen = 0, 0.0

    async def playable(name: str, tokens: list[str]) -> None:
        nonlocal waiting, seen
        looked = 0
        while True:
            view = await call("GET", f"/api/tables/{name}", tokens[0])
            seen = seen if looked else time.perf_counter() - began
            if view["over"] or view["decision"]["seat"] < len(tokens):
                return
            waiting += not looked
            looked += 1
            await asyncio.sleep(0.05)

    await asyncio.gather(*(playable(name, tokens) for name, tokens in games))
    ready = time.perf_counter() - began
    print(f"restart              {tables} games under way; at {waiting} of them a computer was still to move when first seen")
    print(
        f"                     up after {booted:.2f} s, all seen after {seen:.2f} s, computers have moved after {ready:.2f} s"
    )
    print(f"the machine          {machine.others()}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seated", type=int, default=0, help="further tables at which nobody plays")
    parser.add_argument("--restart", type=int, default=0, metavar="N", help="kill the servers in the middle of N games instead")
    parser.add_argument("--pace", type=float, default=10.0, help="seconds between two answers at a table")
    parser.add_argument("--seconds", type=float, default=30.0, help="how long is measured")
    parser.add_argument("--game", default="plus")
    parser.add_argument("--postgres", metavar="URL", help="an empty database; else SQLite in a temporary folder")
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    if given.processes > 1 and not given.postgres:
        parser.error("several processes need --postgres")
    with tempfile.TemporaryDirectory() as folder:
        servers = Servers(given.postgres or f"sqlite:///{folder}/tables.sqlite3", given.processes)
        print(f"database             {'PostgreSQL' if given.postgres else 'SQLite'}, {given.processes} server processes")
        try:
            if given.restart:
                asyncio.run(restart(servers, given.restart, given.game))
            else:
                most = min(given.seconds, MOST_SECONDS)
                asyncio.run(measure(servers, given.tables, given.seated, given.pace, most, given.game))
        finally:
            servers.stop()


if __name__ == "__main__":
    main()
