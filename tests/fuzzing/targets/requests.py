"""Requests to the web table: whatever is sent, the answer is what was asked for or a problem document, never a 500.

An input is up to four requests with a line ``--`` between them: ``POST /api/tables/TABLE/answers``, then the body. ``TABLE``
stands for a fresh table at which the sender has both seats, ``TOKEN`` for the token of its first seat, ``MADE`` for the
last thing that was made. The application runs in this process, with its database in memory and without worker processes:
what they would do is done here, where a fuzzer can see it.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import tempfile
from functools import cache
from typing import Any
from urllib.parse import unquote_to_bytes

from bastida.server import Settings
from bastida.server.http.app import create_app
from bastida.server.http.problems import MEDIA_TYPE, STATUS
from bastida.server.runtime import thinker
from bastida.server.runtime.workers import Unanswered
from bastida.server.table.state import Table
from tests.fuzzing.accepted import LONG, plays_to_its_end, reading
from tests.server.conftest import PLENTY

FIRST = re.compile(rb"(GET|POST|PUT|DELETE|HEAD|OPTIONS) (/[!-~]*)")  # what uvicorn lets through
MOST = 4
BIG = 8_000_000  # bytes of an answer: all tiles there are, as pictures
DOWN = frozenset(code for code, status in STATUS.items() if status == 503)
MAKING = {"game": "plus", "first": 0, "seats": [{"kind": "here", "name": "Ana"}, {"kind": "here", "name": "Luis"}]}


class Here:
    """The application, running on a loop of its own in this thread."""

    def __init__(self) -> None:
        memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
        self.folder = tempfile.TemporaryDirectory(prefix="bastida-fuzz-", dir=memory)
        self.runner = asyncio.Runner()
        settings = Settings(database=f"sqlite:///{self.folder.name}/table.sqlite3", think_seconds=0.1, **PLENTY)
        self.app = create_app(settings)
        self.runner.run(self.start())

    async def start(self) -> None:
        live = self.app.state.live
        await live.start()
        live.pool.ask = self.ask

    async def ask(self, job: dict[str, Any], *_: object, **__: object) -> dict[str, Any]:
        """What a worker would say, without thinking, painting and playing the rules' own examples, which take their time."""
        if job["do"] in ("think", "picture", "film", "art", "chapter"):
            raise Unanswered("there are no workers here")
        return thinker.do(job)

    def close(self) -> None:
        self.runner.run(self.app.state.live.stop())
        self.runner.close()
        self.folder.cleanup()

    async def send(self, method: str, target: bytes, body: bytes, token: str = "") -> tuple[int, dict[str, str], bytes]:
        """One request through the whole application; a stream ends after its first words."""
        path, _, query = target.partition(b"?")
        headers = [(b"host", b"localhost"), (b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
        if token:
            headers.append((b"authorization", b"Bearer " + token.encode()))
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
            "path": unquote_to_bytes(path).decode(errors="replace"), "raw_path": path, "query_string": query, "root_path": "",
            "headers": headers, "client": ("127.0.0.1", 1), "server": ("localhost", 80),
        }  # fmt: skip
        given = [{"type": "http.request", "body": body, "more_body": False}]
        enough = asyncio.Event()
        status, answer, sent = 0, b"", {}

        async def receive() -> dict[str, Any]:
            if given:
                return given.pop()
            await enough.wait()
            return {"type": "http.disconnect"}

        async def hand_over(message: dict[str, Any]) -> None:
            nonlocal status, answer
            if message["type"] == "http.response.start":
                status = message["status"]
                sent.update({name.decode().lower(): value.decode("latin-1") for name, value in message["headers"]})
            elif message["type"] == "http.response.body":
                answer += message.get("body", b"")
                if sent.get("content-type", "").startswith("text/event-stream"):
                    enough.set()

        await self.app(scope, receive, hand_over)
        return status, sent, answer

    async def talk(self, data: bytes) -> list[Table]:
        """All requests of an input; the tables that were changed by it."""
        _, _, answer = await self.send("POST", b"/api/tables", json.dumps(MAKING).encode())
        made = json.loads(answer)
        names = {"TABLE": made["table"], "TOKEN": made["seats"][0]["token"], "MADE": made["table"]}
        for request in data.split(b"\n--\n")[:MOST]:
            first, _, body = request.partition(b"\n")
            found = FIRST.fullmatch(first)
            if found is None:
                return []  # no input
            for name, value in names.items():
                body = body.replace(name.encode(), value.encode())
            target = found[2]
            for name, value in names.items():
                target = target.replace(name.encode(), value.encode())
            status, headers, answer = await self.send(found[1].decode(), target, body, names["TOKEN"])
            judge(status, headers, answer)
            if status == 201:
                new = json.loads(answer)
                names["MADE"] = new.get("table") or new.get("id") or new.get("code")
        rooms = [self.app.state.live.rooms.get(name) for name in {names["TABLE"], names["MADE"]}]
        tables: list[Table] = [room.table for room in rooms if room is not None and room.table is not None]
        return [table for table in tables if table.id != made["table"] or table.seq > 1]


def judge(status: int, headers: dict[str, str], answer: bytes) -> None:
    """An answer is one a client can live with."""
    assert len(answer) <= BIG, f"an answer of {len(answer)} bytes"
    if headers.get("content-type") == MEDIA_TYPE:
        told = json.loads(answer)
        assert told["status"] == status == STATUS[told["code"]]
        assert told["detail"] and len(told["detail"]) <= LONG
        assert status < 500 or told["code"] in DOWN, told
        assert b"Traceback" not in answer
    else:
        assert 200 <= status < 400 or (status == 405 and not answer), (status, answer[:200])


@cache
def here() -> Here:
    return Here()


def close() -> None:
    """For whoever goes on after the last input."""
    if here.cache_info().currsize:
        here().close()
        here.cache_clear()


def one(data: bytes) -> None:
    server = here()
    with reading():
        tables = server.runner.run(server.talk(data))
    for table in tables:
        plays_to_its_end(table.game, data, whole=not table.config.get("position"))
