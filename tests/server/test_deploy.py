"""What is in ``deploy`` works: the Dockerfile's steps, the compose file, the proxy's file and the units for systemd."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import click
import httpx
import pytest
import yaml

from bastida.cli import app
from bastida.server.runtime.serving import SHUTDOWN
from bastida.server.runtime.settings import read_settings, settings_table
from tests.server.recipe import FILE, OF_AN_ENGINE, PLACES, ROOT, Kitchen, settings_of, stages, usual_environment, words_of
from tests.server.running import once, soak_only

pytestmark = once
DEPLOY = ROOT / "deploy"
UNITS = sorted([*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")])
PROGRAM = "/srv/bastida/bin/bastida"
SETTINGS = {variable for _, variable, _, _ in settings_table()}
MOST_EXPOSED = 30  # of 100, as systemd counts: "OK" begins at 50


def known(words: list[str]) -> None:
    """A command line of ours, by its commands and options."""
    command: click.Command = app
    rest = list(words)
    while isinstance(command, click.Group) and rest and rest[0] in command.commands:
        command = command.commands[rest.pop(0)]
    assert command is not app, words
    options = {flag for option in command.params for flag in option.opts}
    assert {word for word in rest if word.startswith("--")} <= options, words


# -- the Dockerfile -----------------------------------------------------------------------------------------------------


def test_the_recipe_names_what_is_there() -> None:
    made = set()
    lines = [line for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line.startswith("!")]
    sent = [line[1:] for line in lines]
    for stage in stages():
        for word, rest in stage.steps:
            if word == "COPY" and not rest.startswith("--from="):
                for source in rest.split()[:-1]:
                    assert (ROOT / source).exists(), source
                    assert any(source == one or source.startswith(f"{one}/") for one in sent), source
            elif word == "COPY":
                assert rest.split()[0].partition("=")[2] in made
            elif word == "RUN":
                assert subprocess.run(["sh", "-n", "-c", rest], check=False).returncode == 0, rest
        made.add(stage.name)
    pinned = [stage.image for stage in stages()]
    assert all(re.fullmatch(r"[a-z]+:[\w.-]+", image) for image in pinned)


def test_what_the_container_runs_is_a_command_of_ours() -> None:
    last = stages()[-1]
    words = [*words_of(last, "ENTRYPOINT"), *words_of(last, "CMD")]
    assert words[0] == "bastida"
    known(words[1:])
    set_here = {name: value for name, value in settings_of(last).items() if name.startswith("BASTIDA_")}
    assert set(set_here) <= SETTINGS
    settings = read_settings(set_here)
    assert settings.host == "0.0.0.0" and settings.log_json
    port = words[words.index("--port") + 1]
    assert ("EXPOSE", port) in last.steps and f":{port}/healthz" in words_of(last, "HEALTHCHECK")[-1]
    order = [word for word, _ in last.steps]
    assert ("USER", "bastida") in last.steps and order.index("USER") < order.index("CMD")
    assert any(("VOLUME", place) in last.steps for place in PLACES) and settings.data in PLACES


def test_the_steps_that_only_an_engine_can_run_are_few() -> None:
    runs = [rest for stage in stages() for word, rest in stage.steps if word == "RUN"]
    skipped = [run for run in runs if any(word in run for word in OF_AN_ENGINE)]
    assert len(skipped) == 3 and len(runs) - len(skipped) >= 6
    assert FILE.read_text(encoding="utf-8").count("npm ci") == 0  # the lock file lacks builds for other systems


@pytest.mark.soak
@soak_only
def test_every_step_of_the_recipe_that_needs_no_engine_is_run(tmp_path: Path) -> None:
    """Page, wheel and environment are built as in the container, and what comes out serves a table."""
    kitchen = Kitchen(tmp_path, usual_environment(BASTIDA_PURE="1"))  # compiling is proved by `make build`
    kitchen.cook()
    last = stages()[-1]
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    words = [word.replace("8060", port) for word in words_of(last, "CMD")]
    program = kitchen.last / "srv" / "bastida" / "bin" / "bastida"
    assert program.exists()
    environment = usual_environment(**settings_of(last)) | {"PATH": os.environ["PATH"], "BASTIDA_DATA": str(tmp_path / "data")}
    server = subprocess.Popen([str(program), *words], env=environment, cwd=tmp_path, stdout=subprocess.DEVNULL)
    try:
        end = time.monotonic() + 120
        while True:
            assert server.poll() is None and time.monotonic() < end
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"http://127.0.0.1:{port}/readyz", trust_env=False, timeout=5).status_code == 200:
                    break
            time.sleep(0.2)
        check = [word.replace("8060", port) for word in words_of(last, "HEALTHCHECK")]
        assert subprocess.run([sys.executable, *check[1:]], env=environment, check=False, timeout=30).returncode == 0
        page = httpx.get(f"http://127.0.0.1:{port}/", trust_env=False, timeout=20).text
        assert "/assets/" in page  # the page itself, and not the plain one of a checkout
    finally:
        server.send_signal(signal.SIGINT)
        assert server.wait(60) == 0


# -- compose and Caddy ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return found


def test_the_services_fit_together(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert set(services) == {"database", "bastida", "worker", "caddy"}
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        assert service["networks"] == ["inside"]
        named = [volume.split(":")[0] for volume in service.get("volumes", ()) if not volume.startswith(".")]
        assert set(named) <= set(compose["volumes"])
        files = [DEPLOY / volume.split(":")[0] for volume in service.get("volumes", ()) if volume.startswith(".")]
        assert all(file.is_file() for file in files)
    assert [name for name, service in services.items() if "ports" in service] == ["caddy"]  # nobody passes the proxy by
    build = services["bastida"]["build"]
    assert (DEPLOY / build["context"]).resolve() == ROOT and (ROOT / build["dockerfile"]) == FILE


def test_the_settings_of_the_services_are_ours(compose: dict[str, Any]) -> None:
    values = {"POSTGRES_PASSWORD": "secret", "BASTIDA_NAME": "table.example.org"}
    for name in ("bastida", "worker"):
        service = compose["services"][name]
        given = {
            key: re.sub(r"\$\{(\w+)[^}]*\}", lambda found: values[found[1]], text)
            for key, text in service["environment"].items()
        }
        assert set(given) <= SETTINGS
        settings = read_settings(given)
        assert settings.url == "postgresql+psycopg://bastida:secret@database/bastida"
        assert settings.public_url == "https://table.example.org"
        assert settings.trusted_proxies == compose["networks"]["inside"]["ipam"]["config"][0]["subnet"]
        assert service["read_only"] and service["cap_drop"] == ["ALL"]
        if "command" in service:
            known(service["command"])
    database = compose["services"]["database"]
    assert database["environment"]["POSTGRES_USER"] == database["environment"]["POSTGRES_DB"] == "bastida"
    server = compose["services"]["bastida"]
    assert server["ulimits"]["nofile"] >= 16_384 and int(server["stop_grace_period"].removesuffix("s")) > SHUTDOWN


def test_the_proxy_leads_to_the_server(compose: dict[str, Any]) -> None:
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    target = re.findall(r"reverse_proxy (\w+):(\d+)", text)
    assert target == [("bastida", words_of(stages()[-1], "CMD")[-1])]
    assert target[0][0] in compose["services"]
    assert "flush_interval -1" in text and "/metrics" in text
    assert text.count("{") == text.count("}")
    assert set(re.findall(r"\{\$(\w+)\}", text)) <= set(compose["services"]["caddy"]["environment"])


# -- systemd ----------------------------------------------------------------------------------------------------------------


def test_the_units_run_commands_of_ours() -> None:
    assert {unit.name for unit in UNITS} == {
        "bastida.service", "bastida-worker.service", "bastida-backup.service", "bastida-backup.timer",
    }  # fmt: skip
    for unit in UNITS:
        text = unit.read_text(encoding="utf-8")
        for line in re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE):
            program, *words = shlex.split(line)
            assert program == PROGRAM
            known(words)
        for name, _ in re.findall(r"^Environment=(\w+)=(.*)$", text, re.MULTILINE):
            assert name in SETTINGS
    same = {
        re.findall(r"^User=(\w+)$", (DEPLOY / name).read_text(encoding="utf-8"), re.MULTILINE)[0]
        for name in ("bastida.service", "bastida-backup.service")
    }
    assert len(same) == 1  # the copy is made by whom the database belongs to


def analyzer() -> str:
    found = shutil.which("systemd-analyze")
    if found is None:
        pytest.skip("systemd-analyze is not here: install the package systemd")
    return found


@pytest.fixture
def installed(tmp_path: Path) -> list[Path]:
    """The units with a program that is there."""
    program = tmp_path / "bastida"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    for unit in UNITS:
        (tmp_path / unit.name).write_text(unit.read_text(encoding="utf-8").replace(PROGRAM, str(program)), encoding="utf-8")
    return [tmp_path / unit.name for unit in UNITS]


def test_systemd_takes_the_units(installed: list[Path]) -> None:
    done = subprocess.run(
        [analyzer(), "verify", "--man=no", *map(str, installed)], capture_output=True, text=True, check=False, timeout=60
    )
    ours = [line for line in done.stderr.splitlines() if any(unit.name in line for unit in installed)]
    assert done.returncode == 0, done.stderr
    assert ours == []


def test_a_unit_that_is_wrong_is_found(installed: list[Path]) -> None:
    bad = next(unit for unit in installed if unit.name == "bastida.service")
    bad.write_text(bad.read_text(encoding="utf-8").replace("ProtectSystem=strict", "ProtectSystems=strict"), encoding="utf-8")
    done = subprocess.run([analyzer(), "verify", "--man=no", str(bad)], capture_output=True, text=True, check=False, timeout=60)
    assert "ProtectSystems" in done.stderr


def test_the_services_have_few_rights(installed: list[Path]) -> None:
    for unit in installed:
        if unit.suffix == ".service":
            command = [analyzer(), "security", "--offline=true", f"--threshold={MOST_EXPOSED}", "--no-pager", str(unit)]
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
            assert done.returncode == 0, (unit.name, done.stdout.splitlines()[-1:], done.stderr)
