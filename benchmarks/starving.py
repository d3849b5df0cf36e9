"""How long somebody's opponent takes while another visitor wants everything: ``python -m benchmarks.starving``.

A server of its own on loopback, as a club would start it, with its usual settings; only tables without a person are allowed,
and more of them an hour. One visitor (127.0.0.2) has sixty tables of six masters, asks for twenty hints at once, again and
again, for films, and reads records as fast as it may. Another (127.0.0.3) plays against one master, and looks at a record.
Measured is each answer of that master, from being asked to being told, and each own answer and look, first with nobody else
there. Linux only: the addresses.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import httpx

import bastida
from bastida import Record
from benchmarks.tables import PLENTY, Servers

HEAVY, LIGHT = "127.0.0.2", "127.0.0.3"
MASTER = {"kind": "computer", "level": "master"}


def visitor(url: str, address: str) -> httpx.AsyncClient:
    transport = httpx.AsyncHTTPTransport(local_address=address, limits=httpx.Limits(max_connections=200))
    return httpx.AsyncClient(base_url=url, transport=transport, timeout=300, trust_env=False)


def played(seed: int, steps: int) -> str:
    """A record to read."""
    game = bastida.new_game("todo", players=["Ana", "Luis"], seed=seed)
    chance = random.Random(seed)
    while not game.over and len(game.steps) < steps:
        game.play(chance.choice(game.options()))
    return Record.from_game(game).to_text()


class Light:
    """Plays against a master and looks at a record, one thing after the other."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http
        self.answers: list[float] = []
        self.looks: list[float] = []
        self.own: list[float] = []
        self.record = ""

    async def play(self) -> None:
        while True:
            made = (await self.http.post("/api/tables", json={"game": "plus", "seats": [{}, MASTER]})).json()
            await self._one(made["table"])

    async def _one(self, table: str) -> None:
        asked: float | None = None
        async with self.http.stream("GET", f"/api/tables/{table}/events?lang=en") as stream:
            event, decision = "", None
            async for line in stream.aiter_lines():
                if line.startswith("event: "):
                    event = line[7:]
                if not line.startswith("data: ") or event not in ("view", "update"):
                    continue
                data = json.loads(line[6:])
                shown = data if event == "view" else data["set"]
                now = time.perf_counter()
                if asked is not None:
                    self.answers.append(now - asked)
                    asked = None
                if shown.get("over"):
                    return
                decision = shown.get("decision", decision)
                if decision and decision["seat"] == 1:
                    asked = now
                elif decision and decision["options"]:
                    body = {"seat": 0, "seq": data["seq"], "key": f"k{data['seq']}", "answer": decision["options"][0]["text"]}
                    began = time.perf_counter()
                    (await self.http.post(f"/api/tables/{table}/answers", json=body)).raise_for_status()
                    self.own.append(time.perf_counter() - began)

    async def look(self) -> None:
        chance = random.Random(1)
        while True:
            step, language = chance.randrange(400), chance.choice(["es", "ca", "en"])
            began = time.perf_counter()
            answer = await self.http.get(f"/api/records/{self.record}/view?step={step}&lang={language}")
            self.looks.append(time.perf_counter() - began)
            answer.raise_for_status()
            await asyncio.sleep(0.1)

    def told(self, what: str) -> None:
        middle = [round(1000 * statistics.median(found)) for found in (self.own, self.looks)]
        print(
            f"{what:28} opponent: {len(self.answers):3} answers, median {statistics.median(self.answers):5.2f} s,"
            f" longest {max(self.answers):5.2f} s; p50 of own answers {middle[0]} ms, of looks {middle[1]} ms",
            flush=True,
        )
        for found in (self.answers, self.own, self.looks):
            found.clear()


class Heavy:
    """Wants everything."""

    def __init__(self, http: httpx.AsyncClient, records: list[str]) -> None:
        self.http, self.records = http, records
        self.refused = self.done = 0

    async def ask(self, request: Coroutine[Any, Any, httpx.Response]) -> httpx.Response:
        answer = await request
        self.refused += answer.status_code == 429
        self.done += answer.status_code < 300
        if answer.status_code == 429:
            await asyncio.sleep(int(answer.headers.get("retry-after", "1")))
        return answer

    async def hints(self, number: int) -> None:
        made = (await self.http.post("/api/tables", json={"game": "plus", "seats": [{}, {}]})).json()
        seat = made["view"]["decision"]["seat"]
        while True:
            asked = (self.ask(self.http.post(f"/api/tables/{made['table']}/hint", json={"seat": seat})) for _ in range(number))
            await asyncio.gather(*asked)
            await asyncio.sleep(0.2)

    async def film(self) -> None:
        for name in self.records:
            await self.ask(self.http.get(f"/api/records/{name}/film.webp"))

    async def read(self) -> None:
        chance = random.Random(2)
        while True:
            step, name = chance.randrange(400), chance.choice(self.records)
            await self.ask(self.http.get(f"/api/records/{name}/{chance.choice(['view', 'picture.svg'])}?step={step}"))

    async def tables(self, number: int) -> None:
        made = 0
        while made < number:
            answer = await self.ask(self.http.post("/api/tables", json={"game": "plus", "seats": [MASTER] * 6}))
            made += answer.status_code == 201


@asynccontextmanager
async def under_way(*works: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(work) for work in works]
    try:
        yield
        for task in tasks:
            if task.done():
                task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def measure(servers: Servers, seconds: float, tables: int, hints: int) -> None:
    await servers.wait()
    url = f"http://127.0.0.1:{servers.ports[0]}"
    async with visitor(url, HEAVY) as one, visitor(url, LIGHT) as other:
        light, names = Light(other), []
        for seed in range(6):
            answer = await one.post("/api/records", content=played(seed, 400))
            names.append(answer.json()["id"])
        light.record, heavy = names.pop(), Heavy(one, names)
        phases: list[tuple[str, list[Callable[[], Coroutine[Any, Any, None]]]]] = [
            ("nobody else", []),
            (f"{hints} hints at once", [lambda: heavy.hints(hints)]),
            ("films", [heavy.film]),
            ("sixteen readers", [heavy.read] * 16),
            (f"{tables} tables of six masters", [lambda: heavy.tables(tables)]),
            ("all of it", [lambda: heavy.hints(hints), heavy.film, *[heavy.read] * 16]),
        ]
        async with under_way(light.play(), light.look()):
            await asyncio.sleep(4)  # processes start
            for found in (light.answers, light.own, light.looks):
                found.clear()
            for name, works in phases:
                async with under_way(*(work() for work in works)):
                    await asyncio.sleep(seconds)
                light.told(name)
        print(f"the other visitor: {heavy.done} done, {heavy.refused} refused")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each part is measured")
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--hints", type=int, default=20)
    given = parser.parse_args()
    os.environ["BASTIDA_COMPUTER_TABLES"] = "yes"
    for name in ("RATE", "BURST"):  # as usual
        del PLENTY[name]
    with tempfile.TemporaryDirectory() as folder:
        servers = Servers(f"sqlite:///{folder}/tables.sqlite3", 1)
        try:
            asyncio.run(measure(servers, min(given.seconds, 100), given.tables, given.hints))
        finally:
            servers.stop()


if __name__ == "__main__":
    main()
