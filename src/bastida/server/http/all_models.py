"""Every module with shapes of requests and answers, for whoever looks one up by its name."""

from __future__ import annotations

from bastida.server.http import catalogue_models, host_models, models

MODULES = (models, catalogue_models, host_models)
