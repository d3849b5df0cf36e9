"""Somebody at the other end: a browser or a program that plays."""

from __future__ import annotations

import contextlib
import json
import queue
import random
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import httpx

View = dict[str, Any]


class Client:
    """A browser: it keeps its cookie."""

    def __init__(self, url: str, token: str | None = None, language: str = "en") -> None:
        headers = {"Accept-Language": language} | ({"Authorization": f"Bearer {token}"} if token else {})
        self.http = httpx.Client(base_url=url, headers=headers, timeout=120, trust_env=False)
        self.url, self.keys = url, 0

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.http.get(path, **more)

    def post(self, path: str, body: object = None, **more: Any) -> httpx.Response:
        return self.http.post(path, json=body, **more)

    def key(self) -> str:
        self.keys += 1
        return f"key-{id(self)}-{self.keys}"

    # -- at a table

    def table(self, *seats: str, **more: Any) -> dict[str, Any]:
        """A new table: ``table("here", "link", game="plus")``."""
        kinds = seats or ("here", "here")
        wanted = {"game": "plus", "first": 0, "seats": [{"kind": kind, "name": f"P{n}"} for n, kind in enumerate(kinds)]}
        answer = self.post("/api/tables", wanted | more)
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def view(self, table: str, language: str = "") -> View:
        answer = self.get(f"/api/tables/{table}" + (f"?lang={language}" if language else ""))
        assert answer.status_code == 200, answer.text
        found: View = answer.json()
        return found

    def act(self, table: str, what: str, seat: int, **more: Any) -> httpx.Response:
        return self.post(f"/api/tables/{table}/{what}", {"seat": seat, "key": self.key()} | more)

    def answer(self, table: str, view: View, text: str | None = None, **more: Any) -> httpx.Response:
        """Answer the question of a view, with its first option unless told otherwise."""
        decision = view["decision"]
        text = decision["options"][0]["text"] if text is None else text
        return self.act(table, "answers", **({"seat": decision["seat"], "seq": view["seq"], "answer": text} | more))

    def play(self, table: str, chance: random.Random, until: Callable[[View], bool] = lambda view: False) -> View:
        """Play at random until the game is over, or something has come about."""
        while True:
            view = self.view(table)
            if view["over"] or until(view):
                return view
            options = view["decision"]["options"]
            if options:
                answer = self.answer(table, view, chance.choice(options)["text"])
                assert answer.status_code == 200, answer.text

    def listen(self, table: str, last: int | None = None, language: str = "") -> Stream:
        return Stream(self, f"/api/tables/{table}/events", last, language)


class Stream:
    """An event stream, read in the background."""

    def __init__(self, client: Client, path: str, last: int | None = None, language: str = "") -> None:
        self.received: queue.Queue[tuple[str, int | None, Any] | None] = queue.Queue()
        self.raw: list[bytes] = []
        headers = {} if last is None else {"Last-Event-ID": str(last)}
        path += f"?lang={language}" if language else ""
        # A client of its own, with the same cookie, so that closing it ends the stream and nothing else.
        self.http = httpx.Client(
            base_url=client.url, headers=client.http.headers, cookies=client.http.cookies, timeout=120, trust_env=False
        )
        self.request = self.http.build_request("GET", path, headers=headers)
        self.response = self.http.send(self.request, stream=True)
        self.status = self.response.status_code
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        line: socket.socket = self.response.extensions["network_stream"].get_extra_info("socket")
        with contextlib.suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)  # wakes the thread that reads
        self.response.close()
        self.http.close()
        self.thread.join(10)

    def _read(self) -> None:
        data = b""
        try:
            for part in self.response.iter_raw():
                self.raw.append(part)
                data += part
                while b"\n\n" in data:
                    block, data = data.split(b"\n\n", 1)
                    if (found := parse(block.decode())) is not None:
                        self.received.put(found)
        except (httpx.HTTPError, httpx.StreamError, OSError, ValueError, AttributeError):
            pass  # the stream was cut, which some tests want
        self.received.put(None)

    def next(self, wanted: str | None = None, timeout: float = 60) -> tuple[str, int | None, Any]:
        """The next message, or the next one of a kind; EOFError when the stream has ended."""
        while True:
            found = self.received.get(timeout=timeout)
            if found is None:
                self.received.put(None)
                raise EOFError
            if wanted is None or found[0] == wanted:
                return found

    def messages(self) -> Iterator[tuple[str, int | None, Any]]:
        """What has come so far."""
        while not self.received.empty():
            found = self.received.get()
            if found is not None:
                yield found


def parse(block: str) -> tuple[str, int | None, Any] | None:
    """A message of the stream: its name, its id, its data."""
    fields = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line and not line.startswith(":"))
    if "data" not in fields:
        return None
    return fields["event"], int(fields["id"]) if "id" in fields else None, json.loads(fields["data"])


def updated(view: View, change: dict[str, Any]) -> View:
    """A view after an update, as any client does it."""
    new = {**view, **change["set"], "seq": change["seq"]}
    for key, added in change["append"].items():
        new[key] = [*view[key][: change["keep"].get(key)], *added]
    return new
