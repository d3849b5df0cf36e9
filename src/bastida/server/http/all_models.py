"""Every module with shapes of requests and answers, for whoever looks one up by its name."""

from __future__ import annotations

from bastida.server.http import (
    catalogue_models,
    days_models,
    host_models,
    lesson_models,
    lobby_models,
    members_models,
    models,
    record_models,
    results_models,
    study_models,
    table_models,
    tournament_models,
    view_models,
)

MODULES = (
    *(models, catalogue_models, days_models, host_models, lesson_models, lobby_models, members_models, record_models),
    *(results_models, study_models, table_models, tournament_models, view_models),
)
