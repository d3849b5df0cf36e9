"""``docs/hosting.md`` is true: what its unit and its proxy set exists, and agrees with the server's own settings."""

from __future__ import annotations

import re
from pathlib import Path

import click

from bastida.cli import app
from bastida.server import Settings
from bastida.server.runtime.connections import PER_WORKER, RESERVE, URL_BYTES
from bastida.server.runtime.serving import KEEP_ALIVE, SHUTDOWN
from bastida.server.runtime.settings import read_settings, settings_table
from tests.server.running import once

pytestmark = once
ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
UNIT = (ROOT / "deploy" / "bastida.service").read_text(encoding="utf-8")
USUAL = Settings()


def block(language: str) -> str:
    (found,) = re.findall(rf"```{language}\n(.*?)```", DOCUMENT, re.DOTALL)
    return str(found)


def test_every_setting_it_names_exists() -> None:
    known = {variable for _, variable, _, _ in settings_table()}
    named = set(re.findall(r"BASTIDA_[A-Z_]+", DOCUMENT))
    assert {"BASTIDA_DATABASE", "BASTIDA_PUBLIC_URL", "BASTIDA_HOSTS"} <= named - {"BASTIDA_NAME"} <= known


def test_the_unit_starts_a_server_with_room_for_its_connections() -> None:
    unit = dict(line.split("=", 1) for line in UNIT.splitlines() if "=" in line and not line.startswith("Environment"))
    environment = dict(re.findall(r"^Environment=(\w+)=(.*)$", UNIT, re.MULTILINE))
    assert read_settings(environment).public_url == "https://table.example.org"
    program, command, *arguments = unit["ExecStart"].split()
    assert (Path(program).name, command) == ("bastida", "serve")
    assert isinstance(app, click.Group)
    options = {flag for option in app.commands["serve"].params for flag in option.opts}
    assert {argument for argument in arguments if argument.startswith("--")} <= options
    assert int(unit["LimitNOFILE"]) >= USUAL.connections + RESERVE + PER_WORKER * USUAL.workers
    assert int(unit["TimeoutStopSec"]) > SHUTDOWN
    assert unit["Restart"] == "always"


def test_the_proxy_agrees_with_the_server() -> None:
    found = dict(re.findall(r"^ *(\w+) ([^;{]+);", block("nginx"), re.MULTILINE))
    assert found["client_header_timeout"] == f"{USUAL.head_seconds:g}s"
    assert found["client_body_timeout"] == f"{USUAL.body_seconds:g}s"
    assert found["send_timeout"] == f"{USUAL.write_seconds:g}s"
    assert found["limit_conn"] == f"addresses {USUAL.connections_per_address}"
    assert found["large_client_header_buffers"] == f"4 {URL_BYTES // 1024}k"
    assert int(found["keepalive_timeout"].removesuffix("s")) < KEEP_ALIVE
    assert found["client_max_body_size"] == "1m"
    assert USUAL.upload_bytes <= 1 << 20
