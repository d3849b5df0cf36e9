"""Every setting of the server, with its default and a sentence: the one list, for flags, environment and documents."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from sqlalchemy import URL, make_url

from bastida.analysis import BUDGETS
from bastida.server.runtime.guests import guests_of

PREFIX = "BASTIDA_"
# Of Chrome and its relatives, Firefox, Safari, Edge.
PUSH_HOSTS = "fcm.googleapis.com,updates.push.services.mozilla.com,.push.apple.com,.notify.windows.com"
MAKERS = ("anybody", "members", "invited")
ART_AT_ONCE = 100  # sheets of drawings for one address: a club that opens its tablets all at once


class WrongSetting(ValueError):
    """A setting that cannot be used; ``name`` is its variable."""

    def __init__(self, name: str, value: str) -> None:
        self.name, self.value = name, value
        super().__init__(f"{name}: {value!r} is not a value for it")


class UnknownSetting(WrongSetting):
    """A setting that does not exist; ``known`` are those that do."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(name, "")
        self.known = list(known)


def _setting(default: Any, about: str) -> Any:
    return field(default=default, metadata={"about": about})


@dataclass(frozen=True)
class Settings:
    """What can be set; ``BASTIDA_PORT`` in the environment is ``port`` here."""

    host: str = _setting("127.0.0.1", "address to listen on; 0.0.0.0 for everybody who can reach the machine")
    port: int = _setting(8060, "port; if it is taken and was not asked for, the next free one")
    database: str = _setting("", "database URL: sqlite:///file or postgresql://...; else a file in the data folder")
    data: str = _setting("", "data folder; else that of the system for the user")
    expansions: str = _setting("", "folders with expansions of others, with the separator of paths between them")
    workers: int = _setting(2, "processes that think for the computer; one visitor never has all of them, unless there is one")
    readers: int = _setting(2, "processes that check, replay and draw records and tables; the same holds for them")
    analysts: int = _setting(1, "processes that analyse games; they give way to all but films")
    think_seconds: float = _setting(2.0, "how long the computer thinks about an answer at most")
    think_ahead: bool = _setting(False, "whether computers think on the turn of a person too, in processes with nothing to do")
    pause_seconds: float = _setting(0.8, "from one step of the computer to the next at least; twice as much at a slow table")
    worker_megabytes: int = _setting(1024, "memory of such a process at most")
    computer_tables: bool = _setting(False, "whether computers may play a game without any person")
    players: str = _setting("", "players of others that tables may seat: NAME=PLAYER as in the arena, with ; between")
    idle_minutes: int = _setting(10, "after how long without anybody looking a table's computer thinks last, and briefly")
    answers_at_once: int = _setting(4, "tables of one visitor whose computers think before any hint; further ones think after")
    hints_at_once: int = _setting(2, "hints of one visitor, waiting or under way")
    checks_at_once: int = _setting(4, "uploads of one visitor that are being checked")
    reads_at_once: int = _setting(32, "steps, views and drawings of records and tables being made for one visitor")
    pictures_at_once: int = _setting(4, "PNG pictures being made for one visitor")
    films_at_once: int = _setting(1, "films being made for one visitor")
    analyses_at_once: int = _setting(2, "games being analysed for one visitor")
    analyses_per_hour: int = _setting(20, "analyses begun from one browser or address in an hour")
    exports_per_hour: int = _setting(20, "exports of results or records from one browser or address in an hour")
    analysis_minutes: float = _setting(120.0, "how long a process may work at one pass over one game altogether")
    analysis_passes: str = _setting("quick,normal", "budgets of an analysis, one after the other, separated by commas")
    body_bytes: int = _setting(65_536, "size of a request at most")
    upload_bytes: int = _setting(1_000_000, "size of an uploaded record at most")
    upload_seconds: float = _setting(20.0, "how long checking an uploaded record may take")
    head_seconds: float = _setting(10.0, "how long the head of a request may take")
    body_seconds: float = _setting(20.0, "how long the body of a request may take, and a second more for every 8 kB of it")
    write_seconds: float = _setting(30.0, "how long a client may take nothing of what is sent to it")
    connections: int = _setting(10_000, "open connections at most; fewer if the system allows fewer descriptors")
    connections_per_address: int = _setting(200, "open connections from one address, unless it is a trusted proxy")
    rate: float = _setting(50.0, "requests a second from one address, on average")
    burst: int = _setting(200, "requests from one address at once")
    streams: int = _setting(40, "open event streams from one address")
    smtp: str = _setting("", "mail server for notices: smtp://user:password@host:587, or smtps://")
    mail_from: str = _setting("", "address that letters come from")
    push_hosts: str = _setting(PUSH_HOSTS, "push services of browsers that are spoken to, separated by commas")
    holiday_days: int = _setting(30, "days in a year for which a member's slow games may stand still")
    makers: str = _setting("anybody", "who may make tables: anybody, members, or invited (members whom the host has invited)")
    members_per_hour: int = _setting(60, "new members from one address in an hour")
    sign_ins_per_hour: int = _setting(30, "attempts to sign in as a member from one address in an hour")
    tables_per_hour: int = _setting(60, "new tables from one browser or address in an hour")
    joins_per_minute: int = _setting(30, "tables of the lobby at which one browser or address sits down or watches in a minute")
    challenges_per_hour: int = _setting(30, "challenges that one member, browser or address sends in an hour")
    challenge_minutes: int = _setting(30, "how long a challenge waits for an answer; to a game over days, three days")
    bots_each: int = _setting(3, "bots of one member")
    bot_tables: int = _setting(20, "tables at which one bot plays at once")
    chat_per_minute: int = _setting(20, "chat lines of one seat in a minute")
    claim_seconds: int = _setting(60, "how long a player may be away before the others may go on without")
    cache_tables: int = _setting(2_000, "tables kept ready in memory")
    origins: str = _setting("", "further origins that may send requests from a page, separated by commas")
    hosts: str = _setting("", "further names the server answers to, separated by commas; * for any")
    public_url: str = _setting("", "address of the table as players know it, for links; else that of the request")
    trusted_proxies: str = _setting("127.0.0.1", "addresses of reverse proxies whose X-Forwarded-For is believed")
    guest_days: int = _setting(0, "days after which a finished table of guests is deleted; 0: all are kept")
    remote_workers: int = _setting(0, "processes of other machines that think along, at most; needs PostgreSQL")
    metrics_from: str = _setting("127.0.0.0/8,::1", "addresses and networks that may read /metrics, separated by commas")
    log_requests: bool = _setting(False, "a line for every request, without any token")
    log_json: bool = _setting(False, "log lines as JSON")

    @property
    def url(self) -> str:
        """The database, a file of the data folder unless said otherwise."""
        if not self.database:
            return f"sqlite:///{self.folder / 'bastida.sqlite3'}"
        if self.database.startswith(("postgresql://", "postgres://")):
            return "postgresql+psycopg://" + self.database.partition("://")[2]
        return self.database

    @property
    def file(self) -> Path | None:
        """The file of the database, wherever links lead to; None if it is none."""
        return database_file(self.url)

    @property
    def folder(self) -> Path:
        """Where data is kept."""
        if self.data:
            return Path(os.path.expanduser(self.data))
        home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
        return Path(home) / "bastida"

    @property
    def known_push_hosts(self) -> list[str]:
        """The push services that are spoken to."""
        return [host.strip().casefold() for host in self.push_hosts.split(",") if host.strip()]

    @property
    def guests(self) -> dict[str, str]:
        """The players of others that tables may seat, by name."""
        return guests_of(self.players)

    @property
    def quotas(self) -> dict[str, int]:
        """How much of each kind of work one visitor may have under way."""
        return {
            "answer": self.answers_at_once,
            "hint": self.hints_at_once,
            "check": self.checks_at_once,
            "art": ART_AT_ONCE,
            "read": self.reads_at_once,
            "picture": self.pictures_at_once,
            "film": self.films_at_once,
        }

    @property
    def allowed_origins(self) -> frozenset[str]:
        """The pages of others that may change something here, as browsers name them."""
        return frozenset(origin.strip().rstrip("/").casefold() for origin in self.origins.split(",") if origin.strip())


def database_file(address: str | URL) -> Path | None:
    """The real file behind an SQLite address, however it is written; None in memory or for another kind of database."""
    url = make_url(address)
    name = url.database or ""
    if url.get_backend_name() != "sqlite" or not name or name == ":memory:":
        return None
    if str(url.query.get("uri", "")).casefold() in ("true", "1", "yes", "on") and name.startswith("file:"):
        name = unquote(urlsplit(name).path)
        if url.query.get("mode") == "memory" or name == ":memory:":
            return None
    return Path(name).resolve()


def read_settings(environment: Mapping[str, str] | None = None, **given: Any) -> Settings:
    """Settings from the environment, and what was given by flags (None: not given) above them."""
    environment = os.environ if environment is None else environment
    values: dict[str, Any] = {}
    for entry in fields(Settings):
        name = PREFIX + entry.name.upper()
        if environment.get(name, "").strip():
            values[entry.name] = _read(name, environment[name].strip(), entry.default)
    values |= {name: value for name, value in given.items() if value is not None}
    return Settings(**values)


MOST_PORT = 65_535


def _read(name: str, text: str, default: object) -> object:
    try:
        if isinstance(default, bool):
            return {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}[text.casefold()]
        value = type(default)(text)  # type: ignore[call-arg]
        if isinstance(value, int | float) and not 0 <= value < math.inf:  # nor what is no number
            raise ValueError
        if name == PREFIX + "PORT" and value > MOST_PORT:  # type: ignore[operator]  # it is a number
            raise ValueError
        if name == PREFIX + "MAKERS" and text not in MAKERS:
            raise ValueError
        if name == PREFIX + "METRICS_FROM":
            networks(text)
        if name == PREFIX + "ANALYSIS_PASSES" and not set(passes_of(text)) <= set(BUDGETS):
            raise ValueError
        if name == PREFIX + "PLAYERS":
            guests_of(text)
        return value
    except (KeyError, ValueError):
        raise WrongSetting(name, text) from None


def networks(text: str) -> list[IPv4Network | IPv6Network]:
    """Addresses and networks, separated by commas; ValueError if one is none."""
    return [ip_network(part.strip(), strict=False) for part in text.split(",") if part.strip()]


def passes_of(text: str) -> tuple[str, ...]:
    """The budgets of an analysis, in their order; perhaps none."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def with_pairs(pairs: Iterable[str]) -> dict[str, str]:
    """The environment with ``name=value`` pairs on top, for settings that have no flag of their own."""
    found = dict(os.environ)
    for pair in pairs:
        name, given, value = pair.partition("=")
        known = [entry.name for entry in fields(Settings)]
        if name.strip().casefold() not in known:
            raise UnknownSetting(name.strip(), known)
        if not given:
            raise WrongSetting(pair, "")
        found[PREFIX + name.strip().upper()] = value
    return found


def settings_table() -> list[tuple[str, str, str, str]]:
    """Name, variable, default and sentence of every setting, for the documents."""
    rows = []
    for entry in fields(Settings):
        assert entry.default is not MISSING
        shown = {"": "–", False: "no"}.get(entry.default, str(entry.default))
        rows.append((entry.name, PREFIX + entry.name.upper(), shown, str(entry.metadata["about"])))
    return rows
