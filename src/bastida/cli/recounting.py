"""``bastida admin recompute``: results and ratings made anew."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import Any

from bastida.cli.admin import Part
from bastida.cli.app import as_json, common, pass_screen, tell_json
from bastida.cli.copies import admin, bar
from bastida.cli.screen import Screen
from bastida.cli.tables import opened_store, server_options

__all__ = ["admin"]  # with the command of this file


@admin.command("recompute", cls=Part)
@as_json
@server_options
@common
@pass_screen
def recompute_command(screen: Screen, as_json: bool, **given: Any) -> None:
    with opened_store(given) as store:
        from bastida.server.club.results.anew import recompute

        with bar(screen) as step:
            done = recompute(store, time.time(), lambda what, number: step(screen.texts(f"admin.anew_{what}"), number))
    if as_json:
        tell_json(asdict(done))
    else:
        screen.say("admin.anew", **asdict(done))
