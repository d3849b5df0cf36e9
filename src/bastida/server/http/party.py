"""The name and the pages by which passkeys know this server: the one that was asked for, if it is a name."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from bastida.server.club.members.passkeys import Party
from bastida.server.http.access import Caller
from bastida.server.http.problems import Problem


def is_named(caller: Caller) -> bool:
    """Whether the server was asked for by a name: passkeys are bound to one, not to an address in figures."""
    try:
        ip_address(_name(caller))
    except ValueError:
        return bool(_name(caller))
    return False


def party(caller: Caller) -> Party:
    """Who asks for a passkey. Of the pages that may send requests, those under the name that was asked for are believed.

    The name is one of ours: others were refused before (``hosts``).
    """
    if not is_named(caller):
        raise Problem("no_passkeys_here")
    name = _name(caller)
    own = f"{caller.request.url.scheme}://{caller.request.url.netloc}".casefold()
    known = [own, *map(_origin, (caller.settings.public_url, *caller.settings.allowed_origins))]
    return Party(name, [origin for origin in dict.fromkeys(known) if urlsplit(origin).hostname == name])


def _name(caller: Caller) -> str:
    return (caller.request.url.hostname or "").casefold().strip("[]").rstrip(".")


def _origin(address: str) -> str:
    """A page's origin as browsers write it."""
    parts = urlsplit(address.casefold())
    return f"{parts.scheme}://{parts.netloc}"
