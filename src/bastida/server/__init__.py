"""The web table: an HTTP API with an event stream per table, kept in a database. See docs/server.md."""

from bastida.server.runtime.settings import Settings, read_settings

__all__ = ["Settings", "read_settings"]
