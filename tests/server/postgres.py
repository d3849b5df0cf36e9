"""A PostgreSQL for the tests: found or installed, started as an unprivileged user in a folder of its own, stopped."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

NOBODY = ("postgres", "nobody")  # who runs it when we are root, which PostgreSQL refuses


def binaries() -> Path | None:
    """The folder with initdb and postgres, newest version first."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    if found:
        return found[0].parent
    here = shutil.which("initdb")
    return Path(here).resolve().parent if here else None


def install() -> None:
    """With apt-get, where that can be done."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update"], ["install", "--yes", "--no-install-recommends", "postgresql"]):
            subprocess.run(["apt-get", "-qq", *command], env=environment, check=False, capture_output=True, timeout=600)


class Cluster:
    """A running PostgreSQL."""

    def __init__(self, folder: Path, programs: Path, user: str | None) -> None:
        self.folder, self.programs, self.user = folder, programs, user
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.databases = 0
        self.process: subprocess.Popen[bytes] | None = None

    @classmethod
    @contextlib.contextmanager
    def started(cls) -> Iterator[Cluster]:
        if binaries() is None:
            install()
        programs = binaries()
        if programs is None:
            pytest.fail("these tests need PostgreSQL (initdb): install the package postgresql")
        user = next((name for name in NOBODY if _exists(name)), None) if os.geteuid() == 0 else None
        with tempfile.TemporaryDirectory(prefix="bastida-postgres-") as name:
            cluster = cls(Path(name), programs, user)
            cluster.start()
            try:
                yield cluster
            finally:
                cluster.stop()

    def run(self, program: str, *arguments: str) -> list[str]:
        command = [str(self.programs / program), *arguments]
        return ["runuser", "-u", self.user, "--", *command] if self.user else command

    def start(self) -> None:
        if self.user:
            shutil.chown(self.folder, self.user)
        data = self.folder / "data"
        options = ("-D", str(data), "-U", "bastida", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        subprocess.run(self.run("initdb", *options), check=True, capture_output=True, cwd=self.folder)
        self.resume()

    def resume(self) -> None:
        """Run on the data that is there."""
        data = self.folder / "data"
        settings = ("listen_addresses=127.0.0.1", f"port={self.port}", "max_connections=60", f"unix_socket_directories={data}")
        flags = [flag for setting in settings for flag in ("-c", setting)]
        with (self.folder / "log").open("wb") as log:
            self.process = subprocess.Popen(
                self.run("postgres", "-D", str(data), *flags), stdout=log, stderr=log, cwd=self.folder
            )
        end = time.monotonic() + 60
        while True:
            try:
                psycopg.connect(self.url("postgres")).close()
                return
            except psycopg.OperationalError:
                assert time.monotonic() < end, (self.folder / "log").read_text(errors="replace")
                time.sleep(0.05)

    def stop(self) -> None:
        data = str(self.folder / "data")
        subprocess.run(
            self.run("pg_ctl", "-D", data, "-m", "immediate", "stop"), check=False, capture_output=True, cwd=self.folder
        )
        assert self.process is not None
        self.process.wait(30)

    def url(self, database: str) -> str:
        return f"postgresql://bastida@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """The URL of an empty database."""
        self.databases += 1
        name = f"table{self.databases}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)


def _exists(user: str) -> bool:
    import pwd

    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True
