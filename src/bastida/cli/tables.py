"""``bastida tables``: for whoever runs a server: the tables that are out of order, and putting one back."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import click

from bastida.cli.app import SpokenCommand, common, fail, option, pass_screen
from bastida.cli.screen import Screen


@click.command("tables", cls=SpokenCommand)
@option("--retry", metavar="TABLE")
@option("--database", metavar="URL")
@option("--data", metavar="FOLDER")
@common
@pass_screen
def tables(screen: Screen, retry: str | None, **given: Any) -> None:
    from bastida.server.runtime.settings import read_settings
    from bastida.server.runtime.store import Store

    store = Store(read_settings(**given).url)
    try:
        if retry is not None:
            with store.engine.execution_options(writes=True).begin() as connection:
                if not store.set_fault(connection, retry, None):
                    fail("tables.unknown", table=retry)
            screen.say("tables.back", table=retry)
            return
        faults = store.faults()
        if not faults:
            screen.say("tables.all_well")
        for name, created, reason in faults:
            made = datetime.fromtimestamp(created, UTC).strftime("%Y-%m-%d %H:%M")
            screen.say("tables.fault", table=name, made=made, reason=reason)
    finally:
        store.close()
