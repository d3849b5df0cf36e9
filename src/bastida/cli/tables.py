"""``bastida tables``: for whoever runs a server: the tables that are out of order, and putting one back."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import click

from bastida.cli.app import SpokenCommand, as_json, common, fail, option, pass_screen, tell_json
from bastida.cli.screen import Screen
from bastida.extras import need


@click.command("tables", cls=SpokenCommand)
@option("--retry", metavar="TABLE")
@option("--database", metavar="URL")
@option("--data", metavar="FOLDER")
@as_json
@common
@pass_screen
def tables(screen: Screen, retry: str | None, as_json: bool, **given: Any) -> None:
    need("table")
    from bastida.server.runtime.serving import check_address
    from bastida.server.runtime.settings import read_settings
    from bastida.server.runtime.store import Store

    settings = read_settings(**given)
    check_address(settings)
    store = Store(settings.url)
    try:
        if retry is not None:
            with store.engine.execution_options(writes=True).begin() as connection:
                if not store.set_fault(connection, retry, None):
                    fail("tables.unknown", table=retry)
            screen.say("tables.back", table=retry)
            return
        faults = store.faults()
        if as_json:
            tell_json([{"table": name, "created": created, "reason": reason} for name, created, reason in faults])
            return
        if not faults:
            screen.say("tables.all_well")
        for name, created, reason in faults:
            made = datetime.fromtimestamp(created, UTC).strftime("%Y-%m-%d %H:%M")
            screen.say("tables.fault", table=name, made=made, reason=reason)
    finally:
        store.close()
