"""The addresses of this machine."""

from __future__ import annotations

import contextlib
import socket
from ipaddress import IPv4Address, ip_address

ELSEWHERE = ("192.0.2.1", 9)  # an address of nobody's: asking for the way there sends nothing


def machine_addresses(host: str) -> list[str]:
    """Where a server that listens on ``host`` can be reached from other devices, the likeliest first."""
    if not _is_any(host):
        return [f"[{host}]" if ":" in host else host]
    found: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:  # if there is a network
        probe.connect(ELSEWHERE)
        found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):  # if its name is known to anybody
        found += [str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return sorted(dict.fromkeys(filter(_is_useful, found)), key=lambda name: not ip_address(name).is_private)


def is_loopback(host: str) -> bool:
    """A name or an address that means this machine wherever it is used."""
    name = host.strip("[]").casefold()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


def _is_any(host: str) -> bool:
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return False


def _is_useful(name: str) -> bool:
    address = IPv4Address(name)
    return not (address.is_loopback or address.is_link_local or address.is_unspecified)
