"""Every module with shapes of requests and answers, for whoever looks one up by its name."""

from __future__ import annotations

from bastida.server.http import catalogue_models, models, tournament_models

MODULES = (models, catalogue_models, tournament_models)
