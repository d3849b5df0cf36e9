"""Log lines: bounded, without control characters, without a token, whatever is sent."""

from __future__ import annotations

import io
import logging
import subprocess
import sys
from pathlib import Path

import pytest

from bastida.server.http.seat_tokens import Seal, digest, new_token
from bastida.server.runtime.logs import LINE, LINES, REPEATED, Lines, Seldom, cleaned
from tests.server.clients import Client
from tests.server.running import Process, once

pytestmark = once


def test_tokens_and_what_is_called_a_secret_are_hidden() -> None:
    for _ in range(200):
        token = new_token()
        signed = Seal(b"x" * 32).signed(token)
        for text in (
            token,
            f"/t/abc/{token}",
            f"?token={token}&x=1",
            f"cookie {signed}",
            f"({digest(token)!r},)",
            f"Bearer {token}",
        ):
            assert token not in cleaned(text)
            assert signed.partition(".")[2] not in cleaned(text)
    assert "hunter2" not in cleaned("could not connect to postgresql://bastida:hunter2@db.example/bastida")
    assert cleaned("Authorization: Bearer short; next") == "Authorization: Bearer [...] next"
    assert "short" not in cleaned("{'cookie': 'short'}")
    for kept in ("POST /api/tables/abcde23456/claim 200", "a_name_of_a_function_that_is_rather_long_in_a_traceback"):
        assert cleaned(kept) == kept


@pytest.mark.parametrize("text", ["a\nb", "a\r\nb", "\x1b[31mred", "\x00", "\u202eevil", "\u2028", "\x85", "\ud800", "\x7f"])
def test_control_characters_are_escaped(text: str) -> None:
    assert cleaned(text).isprintable()
    assert len(cleaned(text)) > len(text)


def logged(*, exc: bool = False, message: str = "%s", **values: object) -> str:
    output = io.StringIO()
    handler = logging.StreamHandler(output)
    handler.setFormatter(Lines())
    logger = logging.Logger("test")
    logger.addHandler(handler)
    logger.error(message, *values.values(), exc_info=exc)
    return output.getvalue()


def test_lines_are_bounded_and_none_can_be_forged() -> None:
    line = logged(text="x\n2026-01-01 00:00:00,000 ERROR forged " + "y " * 100_000)
    assert line.count("\n") == 1
    assert len(line) < LINE + 100
    try:
        raise ValueError("first\n2026-01-01 00:00:00,000 ERROR forged\n" * 1_000 + new_token())
    except ValueError as error:
        text, secret = logged(exc=True, text="failed"), str(error)[-32:]
    assert text.count("\n") <= LINES + 3
    assert not [line for line in text.splitlines()[1:] if not line.startswith("    ")]
    assert secret not in text


def test_a_sentence_strangers_can_cause_is_not_said_for_ever() -> None:
    seldom = Seldom()
    record = logging.LogRecord("uvicorn.error", logging.WARNING, "", 0, "Invalid HTTP request received.", (), None)
    assert sum(seldom.filter(record) for _ in range(1_000)) == REPEATED
    other = logging.LogRecord("uvicorn.error", logging.ERROR, "", 0, "Something else.", (), None)
    assert seldom.filter(other)
    failed = logging.LogRecord("bastida.server", logging.ERROR, "", 0, "a request failed", (), (ValueError, ValueError(), None))
    assert sum(seldom.filter(failed) for _ in range(1_000)) == REPEATED
    away = "the database does not answer: %s"
    lost = logging.LogRecord("bastida.server", logging.WARNING, "", 0, away, ("OperationalError",), None)
    assert sum(seldom.filter(lost) for _ in range(1_000)) == REPEATED
    asked = logging.LogRecord("bastida.server", logging.INFO, "", 0, "GET / 200", (), None)
    assert all(seldom.filter(asked) for _ in range(1_000))


def test_no_request_brings_a_token_or_a_control_character_into_the_log(tmp_path: Path) -> None:
    server = Process(f"sqlite:///{tmp_path / 'table.sqlite3'}", log_requests=1)
    file = tmp_path / "log"
    with file.open("wb") as output:
        command = [sys.executable, "-m", "bastida.server", "--no-browser", "--port", str(server.port)]
        server.process = subprocess.Popen(command, env=server.environment, stdout=output, stderr=subprocess.STDOUT)
        try:
            server.wait()
            with Client(server.url) as client:
                made = client.table("here", "link")
                table, token = made["table"], made["seats"][1]["token"]
                cookie = "; ".join(f"{name}={value}" for name, value in client.http.cookies.items())
                headers = {"Authorization": f"Bearer {token}", "X-Token": token, "Cookie": cookie}
                paths = [
                    f"/t/{table}/{token}",
                    f"/{token}",
                    f"/api/tables/{token}",
                    f"/api/{token}%0a%1b[31mforged",
                    "/%0d%0aforged",
                ]
                paths += [f"/api/tables/{table}?token={token}", f"/api/tables/{table}/{token}?after={token}"]
                for path in paths:
                    client.get(path, headers=headers)
                    client.post(path, {"token": token, "name": "\n\x1b[31mforged"}, headers=headers)
                client.post(f"/api/tables/{table}/claim", {"token": token, "name": "x\nforged"}, headers=headers)
                client.http.post(f"/api/tables/{table}/claim", content=token, headers=headers)
                client.http.request("BREW", f"/{token}", headers=headers)
        finally:
            server.stop()
    text = file.read_text(encoding="utf-8")
    lines = text.split("\n")
    assert any("/api/tables/" in line and "claim" in line for line in lines)
    secrets = [token, made["seats"][0]["token"], *cookie.partition("=")[2].split(".")]
    assert not [secret for secret in secrets if secret in text]
    assert not [line for line in lines if not line.isprintable()]
    assert not [line for line in lines if line.startswith("forged")]
