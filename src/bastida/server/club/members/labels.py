"""What a device is called until its owner says otherwise."""

from __future__ import annotations

from bastida.server.table.naming import readable

MOST = 80
BROWSERS = (("Edg", "Edge"), ("OPR", "Opera"), ("SamsungBrowser", "Samsung"), ("Firefox", "Firefox"), ("FxiOS", "Firefox"),
            ("Chrome", "Chrome"), ("CriOS", "Chrome"), ("Safari", "Safari"))  # fmt: skip
SYSTEMS = (("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("CrOS", "ChromeOS"), ("Windows", "Windows"),
           ("Mac OS", "Mac"), ("Linux", "Linux"))  # fmt: skip


def label_of(agent: str) -> str:
    """A browser and its system, as far as it says so."""
    found = [next((name for mark, name in known if mark in agent), "") for known in (BROWSERS, SYSTEMS)]
    return " · ".join(filter(None, found)) or readable(agent[: MOST // 2]) or "?"
