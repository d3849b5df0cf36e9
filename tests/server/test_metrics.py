"""Figures for Prometheus: right, bounded in their labels, and for the host alone. And log lines as JSON."""

from __future__ import annotations

import io
import json
import logging
import re
from copy import copy
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from bastida.server import Settings
from bastida.server.http.problems import STATUS
from bastida.server.runtime.logs import JsonLines
from bastida.server.runtime.settings import WrongSetting, networks, read_settings
from tests.server.clients import Client
from tests.server.conftest import PLENTY
from tests.server.running import Served, once, served
from tests.server.test_out_of_order import eventually

pytestmark = once
DASHBOARD = Path(__file__).resolve().parents[2] / "deploy" / "grafana.json"
Figures = dict[tuple[str, str], float]


def figures(client: Client) -> Figures:
    """Every figure by its name and its label's value."""
    answer = client.get("/metrics")
    assert answer.status_code == 200
    found: Figures = {}
    for family in text_string_to_metric_families(answer.text):
        for sample in family.samples:
            found[sample.name, ",".join(value for name, value in sample.labels.items() if name != "le")] = sample.value
    return found


def test_what_happens_is_counted(database: str) -> None:
    settings = Settings(database=database, think_seconds=0.2, **PLENTY)
    with served(settings) as running, Client(running.url) as client:
        before = figures(client)
        assert before["bastida_answers_total", "person"] == 0
        table = client.table("here", "computer", game="plus-first-game", first=0)["table"]
        view = client.view(table)
        assert client.answer(table, view, "99,99 r0").status_code == 422
        with client.listen(table):
            while client.view(table)["decision"]["seat"] == 0:
                assert client.answer(table, client.view(table)).status_code == 200
            eventually(lambda: client.view(table)["decision"]["seat"] == 0)
            running.app.state.metrics.counted = float("-inf")
            now = figures(client)
        assert now["bastida_answers_total", "person"] >= 1
        assert now["bastida_answers_total", "computer"] >= 1
        assert now["bastida_answer_seconds_count", ""] == now["bastida_answers_total", "person"] + 1  # the refused one
        assert now["bastida_refused_total", "illegal"] == 1
        assert now["bastida_tables", "playing"] == 1
        assert now["bastida_rooms", ""] == 1 and now["bastida_streams", ""] == 1
        assert now["bastida_written_total", ""] >= now["bastida_write_seconds_count", ""] > 0
        assert now["bastida_requests_total", "4xx"] == 1
        assert now["bastida_workers", "think"] == settings.workers
        assert now["bastida_uptime_seconds", ""] > 0


def test_nothing_a_stranger_sends_becomes_a_label(server: Served, client: Client) -> None:
    for number in range(30):
        client.get(f"/api/tables/nonsense{number}?lang=xx")
        client.get(f"/{number}.php", headers={"Host": f"evil{number}.example"})
        client.http.request(f"BREW{number}", "/api/tables")
    found = figures(client)
    assert {label for name, label in found if name == "bastida_refused_total"} <= set(STATUS)
    assert {label for name, label in found if name == "bastida_requests_total"} <= {"2xx", "3xx", "4xx", "5xx"}
    assert len(found) < 300


@pytest.mark.parametrize(
    ("allowed", "host", "may"),
    [
        ("127.0.0.0/8,::1", "127.0.0.1", True),
        ("127.0.0.0/8,::1", "::1", True),
        ("127.0.0.0/8,::1", "::ffff:127.0.0.1", True),
        ("127.0.0.0/8,::1", "192.0.2.1", False),
        ("10.0.0.0/8", "10.1.2.3", True),
        ("10.0.0.0/8", "127.0.0.1", False),
        ("", "127.0.0.1", False),
        ("10.0.0.0/8", "nobody", False),
        ("10.0.0.0/8", None, False),
    ],
)
def test_only_addresses_of_the_setting_may_read(server: Served, allowed: str, host: str | None, may: bool) -> None:
    metrics = copy(server.app.state.metrics)
    metrics.allowed = networks(allowed)
    assert metrics.may_read(host) is may


def test_whoever_comes_through_the_proxy_from_elsewhere_sees_nothing(server: Served, client: Client) -> None:
    refused = client.get("/metrics", headers={"X-Forwarded-For": "192.0.2.7"})
    assert (refused.status_code, refused.json()["code"]) == (404, "no_such_page")


def test_a_network_that_is_none_is_refused() -> None:
    with pytest.raises(WrongSetting):
        read_settings({"BASTIDA_METRICS_FROM": "10.0.0.0/99"})
    assert read_settings({"BASTIDA_METRICS_FROM": "10.0.0.0/8, fd00::/8"}).metrics_from == "10.0.0.0/8, fd00::/8"


def test_the_dashboard_shows_figures_that_there_are(server: Served, client: Client) -> None:
    assert client.post("/api/tables", {"seats": []}).status_code >= 400  # so that there is a refused one
    names = {name for name, _ in figures(client)}
    board = json.loads(DASHBOARD.read_text(encoding="utf-8"))
    asked = {
        name for panel in board["panels"] for target in panel["targets"] for name in re.findall(r"bastida_\w+", target["expr"])
    }
    assert asked <= names and len(asked) > 10
    places = [panel["gridPos"] for panel in board["panels"]]
    assert all(place["x"] + place["w"] <= 24 for place in places)
    assert len({(place["x"], place["y"]) for place in places}) == len(places) == len({panel["id"] for panel in board["panels"]})


def test_log_lines_as_json() -> None:
    output = io.StringIO()
    handler = logging.StreamHandler(output)
    handler.setFormatter(JsonLines())
    logger = logging.Logger("bastida.server")
    logger.addHandler(handler)
    logger.warning("line one\nline two, token=%s", "secret-secret")
    try:
        raise ValueError("a fault\nof ours")
    except ValueError:
        logger.exception("it failed ERROR here")
    first, second = (json.loads(line) for line in output.getvalue().splitlines())
    assert (first["level"], first["logger"]) == ("WARNING", "bastida.server")
    assert first["message"].startswith("line one\\nline two") and "secret-secret" not in first["message"]
    assert "trace" not in first
    assert second["message"] == "it failed ERROR here"
    assert any("ValueError" in line for line in second["trace"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+\+00:00", second["time"])
