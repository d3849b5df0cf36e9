"""Servers under test: in a thread of this process, or in processes that can be killed."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest

import bastida
from bastida.server import Settings
from bastida.server.runtime.live import Live
from bastida.server.runtime.serving import Server, configured, listen

Result = TypeVar("Result")


class Served:
    """A server in a thread."""

    def __init__(self, app: Any, url: str, server: Server) -> None:
        self.app, self.url, self.server = app, url, server

    @property
    def live(self) -> Live:
        live: Live = self.app.state.live
        return live


@contextlib.contextmanager
def served(settings: Settings) -> Iterator[Served]:
    """A server in this process, stopped cleanly at the end."""
    bound = listen("127.0.0.1", 0, search=False)
    ready = threading.Event()
    config = configured(settings)
    server = Server(config, ready.set)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([bound])))
    thread.start()
    try:
        assert ready.wait(30), "the server did not start"
        yield Served(config.app, f"http://127.0.0.1:{bound.getsockname()[1]}", server)
    finally:
        server.should_exit = True
        thread.join(30)
        bound.close()
        assert not thread.is_alive()


class Process:
    """A server in a process of its own, which can be killed and started again on the same port."""

    def __init__(self, database: str, **more: object) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        values = {
            "database": database, "port": self.port, "rate": 100_000, "burst": 100_000, "streams": 10_000,
            "tables_per_hour": 100_000, "chat_per_minute": 100_000, "think_seconds": 0.3, "pause_seconds": 0,
            "members_per_hour": 100_000, "sign_ins_per_hour": 100_000, **more,
        }  # fmt: skip
        paths = [str(Path(bastida.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
        kept = {name: value for name, value in os.environ.items() if not name.startswith("BASTIDA_")}
        self.environment = {**kept, "PYTHONPATH": os.pathsep.join(path for path in paths if path)} | {
            f"BASTIDA_{name.upper()}": str(value) for name, value in values.items()
        }
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, wait: bool = True) -> None:
        command = [sys.executable, "-m", "bastida.server", "--no-browser", "--port", str(self.port)]
        self.process = subprocess.Popen(command, env=self.environment, stdout=subprocess.DEVNULL)
        if wait:
            self.wait()

    def wait(self, seconds: float = 60) -> None:
        """Until it answers."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            assert self.process is not None
            assert self.process.poll() is None, "the server has ended"
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"{self.url}/healthz", trust_env=False, timeout=5).status_code == 200:
                    return
            time.sleep(0.02)
        raise TimeoutError("the server does not answer")

    def kill(self) -> None:
        """As a power cut would."""
        self._signal(signal.SIGKILL)

    def stop(self) -> int:
        """As Ctrl-C would; its exit code."""
        return self._signal(signal.SIGINT)

    def _signal(self, number: int) -> int:
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(30)

    def __enter__(self) -> Process:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()


class Mortal(Process):
    """A server that is started again within moments, to be killed often: see ``zygote``."""

    def __init__(self, database: str, **more: object) -> None:
        super().__init__(database, **more)
        self.zygote = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("zygote.py"))],
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.child = 0

    def start(self, wait: bool = True) -> None:
        assert self.zygote.stdin is not None
        assert self.zygote.stdout is not None
        self.zygote.stdin.write(b"start\n")
        self.zygote.stdin.flush()
        self.child = int(self.zygote.stdout.readline())

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.child, signal.SIGKILL)

    def stop(self) -> int:
        os.kill(self.child, signal.SIGTERM)
        with contextlib.suppress(OSError):
            while True:  # until it listens no more
                socket.create_connection(("127.0.0.1", self.port), 5).close()
                time.sleep(0.01)
        return 0

    def __exit__(self, *_: object) -> None:
        self.kill()
        self.zygote.kill()
        self.zygote.wait(30)
        for stream in (self.zygote.stdin, self.zygote.stdout):
            assert stream is not None
            stream.close()


# What the speed of the rules has nothing to do with is proved once: in the interpreted run.
once = pytest.mark.skipif(os.environ.get("BASTIDA_MODE") == "compiled", reason="proved in the interpreted run")
SOAK = bool(os.environ.get("BASTIDA_SOAK"))
soak_only = pytest.mark.skipif(not SOAK, reason="make soak")


def apart(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine to its end in a thread of its own: a browser of other tests may have a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()
