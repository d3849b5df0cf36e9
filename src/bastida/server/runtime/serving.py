"""Running the server: a free port, one server per database file, a clean end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

import uvicorn
from sqlalchemy import make_url

from bastida.extras import need
from bastida.server.http.app import create_app
from bastida.server.runtime import logs
from bastida.server.runtime.connections import connections
from bastida.server.runtime.failing import CannotStart, explained, shown
from bastida.server.runtime.memory import keep_tidy
from bastida.server.runtime.settings import Settings
from bastida.server.runtime.system import HEARS_POSTGRES, lock, one_listener

log = logging.getLogger("bastida.server")
TRIED = 50  # ports after the usual one
DRIVERS = ("sqlite", "sqlite+pysqlite", "postgresql", "postgresql+psycopg")
KEEP_ALIVE = 30  # seconds a connection may idle between two requests
SHUTDOWN = 10  # seconds for what is under way


class AlreadyServed(Exception):
    """Another server has this database file; ``address`` is where it can be found."""

    def __init__(self, address: str) -> None:
        self.address = address
        super().__init__(address)


class NoPort(Exception):
    """The port asked for is taken."""


def listen(host: str, port: int, search: bool) -> socket.socket:
    """A socket on the port, or (if one may search) on the next free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for tried in range(port, port + (TRIED if search and port else 1)):
        # With the protocol named, asyncio sends small answers at once (TCP_NODELAY); without, each takes 40 ms longer.
        found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        one_listener(found)
        try:
            found.bind((host, tried))
            found.listen(1024)
        except OSError:
            found.close()
            continue
        return found
    raise NoPort


def address_of(bound: socket.socket, host: str) -> str:
    """Where a browser on this machine finds the server."""
    name = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else host
    return f"http://{name}:{bound.getsockname()[1]}"


def check_address(settings: Settings) -> None:
    """Refuse the address of a database of a kind that is not known here, or that nothing here can talk to."""
    driver = make_url(settings.url).drivername
    if driver not in DRIVERS:
        raise CannotStart("serve.database_url", database=shown(settings))
    if driver.startswith("postgresql"):
        need("postgres")


def check_hearing(settings: Settings) -> None:
    """Refuse a database whose notices nobody could hear on this system."""
    if not HEARS_POSTGRES and make_url(settings.url).drivername.startswith("postgresql"):
        raise CannotStart("serve.database_windows")


@contextlib.contextmanager
def only_server(settings: Settings, address: str) -> Iterator[None]:
    """An SQLite file has one server; a second one is told where the first is."""
    with explained(settings):
        check_address(settings)
        file = settings.file
    if file is None:
        yield
        return
    where = Path(f"{file}.server")  # who has it writes here where it can be found
    with explained(settings):
        file.parent.mkdir(parents=True, exist_ok=True)
        where.touch()
        let_go = lock(where)
        if let_go is None:
            raise AlreadyServed(where.read_text(encoding="utf-8").strip())
    try:
        with explained(settings):
            where.write_text(address, encoding="utf-8")
        yield
        where.write_text("", encoding="utf-8")
    finally:
        let_go()


class Server(uvicorn.Server):
    """Says when it is ready, and ends all event streams before it waits for connections to close."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready = ready

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop, in a hurry when asked twice; uvicorn's own would raise the signal again after a clean end."""
        self.force_exit = self.should_exit
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.config.app.state.live.spawn(keep_tidy())  # type: ignore[union-attr]
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.config.app.state.live.dismiss()  # type: ignore[union-attr]
        await super().shutdown(sockets)


def configured(settings: Settings) -> uvicorn.Config:
    """How uvicorn runs the application."""
    return uvicorn.Config(
        create_app(settings),
        http=connections(settings),
        ws="none",
        log_config=None,
        log_level=logging.WARNING,
        access_log=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.trusted_proxies,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN,
        timeout_keep_alive=KEEP_ALIVE,
        lifespan="on",
    )


def serve(settings: Settings, bound: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until told to stop by a signal."""
    logs.set_up(settings.log_json)
    with explained(settings):
        check_address(settings)
        check_hearing(settings)
        config = configured(settings)
    server = Server(config, ready)
    with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:  # uvloop's where it is installed
        runner.run(server.serve([bound]))
    if not server.started and (failed := config.app.state.failed) is not None:  # type: ignore[union-attr]
        with explained(settings):
            raise failed
