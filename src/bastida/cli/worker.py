"""``bastida worker``: processes of this machine think for a server that runs elsewhere, until Ctrl-C."""

from __future__ import annotations

import asyncio
from typing import Any

import click

from bastida.cli.app import SpokenCommand, common, fail, option, pass_screen
from bastida.cli.screen import Screen
from bastida.cli.tables import opened_store
from bastida.extras import need


@click.command("worker", cls=SpokenCommand)
@option("--processes", type=click.IntRange(1, 512), metavar="N")
@option("--database", metavar="URL")
@common
@pass_screen
def worker(screen: Screen, processes: int | None, **given: Any) -> None:
    need("table")
    with opened_store(given) as store:  # says what is wrong with the address, and that the database is of our version
        if not store.postgres:
            fail("worker.needs_postgresql")
    from bastida.server.runtime.system import HEARS_POSTGRES

    if not HEARS_POSTGRES:
        fail("serve.database_windows")
    from bastida.server.club.host.labour import Labourer
    from bastida.server.runtime import logs
    from bastida.server.runtime.settings import read_settings

    settings = read_settings(**given)
    logs.set_up(settings.log_json)
    number = processes or settings.workers
    asyncio.run(Labourer(settings, number).run(lambda: screen.say("worker.ready", number=number)))
