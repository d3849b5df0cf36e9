"""Under which address other devices find this server, for links that are sent to somebody."""

from __future__ import annotations

import asyncio
from typing import Any

from bastida.server.http.access import Caller
from bastida.server.runtime.addresses import is_loopback, machine_addresses


async def link_base(caller: Caller) -> str:
    """What links begin with: the best address there is, else the one that was asked for."""
    return next(iter((await reach(caller))["addresses"]), _asked_for(caller))


async def reach(caller: Caller) -> dict[str, Any]:
    """The addresses for links, and whether other devices are listened to.

    A page that was opened as localhost has an address that is good on this machine only. The addresses of the machine are told
    to whoever sits in front of it, and to nobody else.
    """
    public, host = caller.settings.public_url, caller.settings.host
    if public:
        return {"addresses": [public.rstrip("/")], "network": True}
    if not is_loopback(caller.request.url.hostname or ""):
        return {"addresses": [_asked_for(caller)], "network": True}
    if is_loopback(host):
        return {"addresses": [], "network": False}
    names = await asyncio.to_thread(machine_addresses, host) if is_loopback(caller.address) else []
    scheme, port = caller.request.url.scheme, caller.request.url.port
    return {"addresses": [f"{scheme}://{name}{f':{port}' if port else ''}" for name in names], "network": True}


def _asked_for(caller: Caller) -> str:
    return f"{caller.request.url.scheme}://{caller.request.url.netloc}"
