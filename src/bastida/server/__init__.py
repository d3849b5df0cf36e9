"""The web table: an HTTP API with an event stream per table, kept in a database. See docs/server.md."""

from bastida.extras import need

need("table")

from bastida.server.runtime.settings import Settings, read_settings  # noqa: E402 - only where the extra is there

__all__ = ["Settings", "read_settings"]
