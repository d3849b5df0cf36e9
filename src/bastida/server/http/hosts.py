"""The names a server answers to. A page of another site that makes its own name lead here must not be taken for ours."""

from __future__ import annotations

import re
import socket
from collections.abc import Sequence
from ipaddress import ip_address
from urllib.parse import urlsplit

from bastida.server.http.problems import Problem
from bastida.server.runtime.settings import Settings

HOST = re.compile(r"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9_][A-Za-z0-9._-]{0,252})(:[0-9]{1,5})?")
ANY = "*"


def known_names(settings: Settings) -> frozenset[str]:
    """This machine's names, those of the public address and of allowed origins, and what the host has added."""
    machine = socket.gethostname().casefold()
    short = machine.partition(".")[0]
    addresses = [settings.public_url, *settings.allowed_origins]
    named = [urlsplit(address).hostname for address in addresses]
    added = [name.strip().casefold() for name in settings.hosts.split(",")]
    names = ["localhost", machine, short, f"{short}.local", settings.host.casefold(), *named, *added]
    return frozenset(name for name in names if name)


class Hosts:
    """Checks the Host header of requests."""

    def __init__(self, settings: Settings) -> None:
        self.names = known_names(settings)

    def check(self, given: Sequence[str]) -> None:
        """Refuse a name that is not ours. An address in figures cannot be made to lead elsewhere, so any will do."""
        found = HOST.fullmatch(given[0]) if len(given) == 1 else None
        if found is None:
            raise Problem("bad_request", reason="Host")
        name = found[1].casefold().rstrip(".")
        if name in self.names or ANY in self.names:
            return
        try:
            ip_address(name.strip("[]"))
        except ValueError:
            raise Problem("wrong_host", host=name) from None
