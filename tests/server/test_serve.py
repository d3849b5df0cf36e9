"""``bastida serve``: a free port, one server per file, a clean end, and yesterday's games."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import bastida
from bastida.cli import app
from bastida.server.runtime.serving import NoPort, listen
from tests.server.clients import Client
from tests.server.running import once

pytestmark = once


class Command:
    """A running ``bastida serve``."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("BASTIDA_")}
        environment = {**kept, "PYTHONPATH": str(Path(bastida.__file__).parents[1]), "BASTIDA_LANG": "en"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bastida.cli", "serve", "--no-browser", "--data", str(folder), *arguments],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        found = re.search(r"http://\S+", self.said)
        self.url = found[0].replace("localhost", "127.0.0.1") if found else ""

    def end(self, number: int = signal.SIGINT) -> int:
        self.process.send_signal(number)
        code = self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that somebody else has."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def without_waiting(view: dict[str, Any]) -> dict[str, Any]:
    """A view but for how long the others must still wait for somebody, which begins anew with the server."""
    return view | {"players": [player | {"stand_in_ms": None} for player in view["players"]]}


def test_it_says_where_it_is_stops_cleanly_and_goes_on_with_yesterdays_games(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    first = Command(tmp_path, "--port", str(port))
    assert first.said.startswith("The table is at http://localhost:")
    with Client(first.url) as client:
        made = client.table()
        client.answer(made["table"], made["view"])
        before = client.view(made["table"])
        second = Command(tmp_path, "--port", "0")
        assert "open already" in second.said
        assert second.url == first.url
        assert second.process.wait(30) == 0
        second.process.stdout.close()  # type: ignore[union-attr]
        assert first.end() == 0
        again = Command(tmp_path, "--port", str(port))
        assert without_waiting(client.view(made["table"])) == without_waiting(before)
        assert again.end(signal.SIGTERM) == 0


def test_without_a_port_the_next_free_one_is_taken(taken: int) -> None:
    with listen("127.0.0.1", taken, search=True) as bound:
        assert bound.getsockname()[1] > taken
    with pytest.raises(NoPort):
        listen("127.0.0.1", taken, search=False)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--set", "rate=fast"), "BASTIDA_RATE"),
        (("--set", "nonsense=1"), "no setting 'nonsense'"),
        (("--port", "{taken}"), "is taken"),
    ],
)
def test_what_cannot_be_served_is_said_in_a_sentence(tmp_path: Path, taken: int, arguments: tuple[str, ...], said: str) -> None:
    given = [argument.replace("{taken}", str(taken)) for argument in arguments]
    result = CliRunner().invoke(app, ["serve", "--no-browser", "--lang", "en", "--data", str(tmp_path), *given])
    assert result.exit_code == 2
    assert said in result.output
