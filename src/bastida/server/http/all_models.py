"""Every module with shapes of requests and answers, for whoever looks one up by its name."""

from __future__ import annotations

from bastida.server.http import catalogue_models, lobby_models, models

MODULES = (models, catalogue_models, lobby_models)
