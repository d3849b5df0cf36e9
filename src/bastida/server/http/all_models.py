"""Every module with shapes of requests and answers, for whoever looks one up by its name."""

from __future__ import annotations

from bastida.server.http import (
    catalogue_models,
    days_models,
    host_models,
    lobby_models,
    members_models,
    models,
    results_models,
    tournament_models,
)

MODULES = (models, catalogue_models, days_models, host_models, lobby_models, members_models, results_models, tournament_models)
