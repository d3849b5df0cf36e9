"""Figures for the host, in the form that Prometheus reads. Every label has a bound: nothing a stranger sends becomes one.

What happens is counted as it happens; what there is, is looked up when somebody asks. Counting the tables of a database takes
a while, so that is done once a minute at most, beside the event loop.
"""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Iterable, Iterator, Sequence

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from sqlalchemy import func, select
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bastida import __version__
from bastida.server.http.limits import Limits
from bastida.server.http.problems import REFUSED, STATUS
from bastida.server.runtime.live import Live
from bastida.server.runtime.schema import tables
from bastida.server.runtime.settings import Settings, networks
from bastida.server.runtime.store import Event
from bastida.server.runtime.threads import to_its_end
from bastida.server.table.state import Table

MEDIA_TYPE = "text/plain; version=1.0.0; charset=utf-8"
COUNTED = 60.0  # seconds for which the tables of the database are not counted again
CREWS = ("think", "read", "film", "analyse")  # as in Pool.crews
STATES = ("waiting", "playing", "adjourned", "over")
SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
PERSON, COMPUTER = "person", "computer"


class Metrics:
    """All figures of one server."""

    def __init__(self, live: Live, limits: Limits, settings: Settings) -> None:
        self.live, self.limits = live, limits
        self.allowed = networks(settings.metrics_from)
        self.registry = CollectorRegistry()
        self.began = time.monotonic()
        self.tables: dict[str, int] = {}
        self.counted = float("-inf")
        self.requests = self._counter("bastida_requests", "Requests by the hundred of their status.", "status")
        self.refused = self._counter("bastida_refused", "Requests that were refused, by the code of the problem.", "code")
        self.answers = self._counter("bastida_answers", "Answers at tables, by who gave them.", "who")
        self.events = self._counter("bastida_events", "Events of tables that this server has committed.")
        self.latency = self._histogram("bastida_answer_seconds", "From an answer's request to the beginning of its reply.")
        self.batches = self._histogram("bastida_write_seconds", "How long a batch took to be written and committed.")
        self.written = self._counter("bastida_written", "Pieces of work that were written.")
        for who in (PERSON, COMPUTER):
            self.answers.labels(who)
        self.registry.register(Now(self))
        live.onlookers.append(self.look_on)
        live.wrote = self.wrote

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(name, about, labels, registry=self.registry)

    def _histogram(self, name: str, about: str) -> Histogram:
        return Histogram(name, about, buckets=SECONDS, registry=self.registry)

    def look_on(self, table: Table, events: Sequence[Event]) -> None:
        """Something was committed at a table."""
        self.events.inc(len(events))
        for event in events:
            if event.kind == "play":
                self.answers.labels(PERSON if event.key is not None else COMPUTER).inc()

    def wrote(self, works: int, seconds: float) -> None:
        """A batch was written, in the writer's thread."""
        self.batches.observe(seconds)
        self.written.inc(works)

    def may_read(self, host: str | None) -> bool:
        """Whether somebody at an address may see the figures."""
        try:
            address = ipaddress.ip_address((host or "").partition("%")[0])
        except ValueError:
            return False
        if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        return any(address in network for network in self.allowed)

    async def told(self) -> bytes:
        """All figures as they are now."""
        if time.monotonic() - self.counted > COUNTED:
            self.counted = time.monotonic()
            self.tables = await to_its_end(self._count)
        return generate_latest(self.registry)

    def _count(self) -> dict[str, int]:
        with self.live.store.engine.connect() as connection:
            rows = connection.execute(select(tables.c.status, func.count()).group_by(tables.c.status)).all()
            broken = connection.scalar(select(func.count()).where(tables.c.fault.is_not(None)))
        return {**{str(status): int(number) for status, number in rows}, "out_of_order": int(broken or 0)}


class Now(Collector):
    """What there is at this moment."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics

    def collect(self) -> Iterator[Metric]:
        live, limits = self.metrics.live, self.metrics.limits
        counted = self.metrics.tables
        yield gauge("bastida_tables", "Tables in the database.", "status", [(one, counted.get(one, 0)) for one in STATES])
        yield gauge("bastida_tables_out_of_order", "Tables that cannot be read.", "", [("", counted.get("out_of_order", 0))])
        yield gauge("bastida_rooms", "Tables in memory.", "", [("", len(live.warm))])
        yield gauge("bastida_streams", "Open event streams.", "", [("", sum(limits.streams.values()))])
        yield gauge("bastida_writes_waiting", "Pieces of work that wait to be written.", "", [("", live.writer.waiting)])
        lanes = [crew.lane for crew in live.pool.crews]
        waiting = [(kind, line.number) for lane in lanes for kind, line in lane.waiting.items()]
        yield gauge("bastida_queue", "Work that waits for a process, by kind.", "kind", waiting)
        running = [(name, len(lane.running)) for name, lane in zip(CREWS, lanes, strict=True)]
        yield gauge("bastida_working", "Processes that work, by what they do.", "crew", running)
        there = [(name, lane.processes) for name, lane in zip(CREWS, lanes, strict=True)]
        yield gauge("bastida_workers", "Processes there may be, by what they do.", "crew", there)
        yield gauge("bastida_uptime_seconds", "Since this server started.", "", [("", time.monotonic() - self.metrics.began)])
        yield gauge("bastida_info", "The version of this server.", "version", [(__version__, 1)])


def gauge(name: str, about: str, label: str, values: Iterable[tuple[str, float]]) -> Metric:
    """A figure with at most one label."""
    found = GaugeMetricFamily(name, about, labels=[label] if label else None)
    for key, value in values:
        found.add_metric([key] if label else [], value)
    return found


class MetricsMiddleware:
    """Counts every request, and how long answers take."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app, self.metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        metrics, began = self.metrics, time.perf_counter()
        refused: list[str] = []
        scope[REFUSED] = refused
        answer = scope["method"] == "POST" and scope["path"].startswith("/api/tables/") and scope["path"].endswith("/answers")

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                metrics.requests.labels(f"{message['status'] // 100}xx").inc()
                if answer:
                    metrics.latency.observe(time.perf_counter() - began)
                for code in refused:
                    metrics.refused.labels(code if code in STATUS else "other").inc()
                refused.clear()
            await send(message)

        await self.app(scope, receive, counted)
