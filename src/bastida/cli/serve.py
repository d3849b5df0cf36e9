"""``bastida serve``: the web table on this machine, until Ctrl-C."""

from __future__ import annotations

import threading
import webbrowser
from typing import Any

import click

from bastida.cli.app import BROKEN, SpokenCommand, common, fail, option, pass_screen
from bastida.cli.screen import Screen
from bastida.extras import need
from bastida.language.refused import unknown
from bastida.language.sentences import reason


@click.command("serve", cls=SpokenCommand)
@option("--host", metavar="ADDRESS")
@option("--port", type=click.IntRange(0, 65535), metavar="N")
@option("--database", metavar="URL")
@option("--data", metavar="FOLDER")
@option("--workers", type=click.IntRange(1, 64), metavar="N")
@option("--set", "more", multiple=True, metavar="NAME=VALUE")
@option("--no-browser", is_flag=True)
@common
@pass_screen
def serve(screen: Screen, no_browser: bool, more: tuple[str, ...], **given: Any) -> None:
    need("table")
    from bastida.server.runtime import settings as known
    from bastida.server.runtime.addresses import is_loopback, machine_addresses
    from bastida.server.runtime.failing import CannotStart
    from bastida.server.runtime.serving import AlreadyServed, NoPort, address_of, listen, only_server
    from bastida.server.runtime.serving import serve as run

    try:
        settings = known.read_settings(known.with_pairs(more), **given)
    except known.UnknownSetting as wrong:
        fail("serve.no_setting", problem=reason(screen.texts, unknown("setting.unknown", wrong.name, wrong.known)))
    except known.WrongSetting as wrong:
        fail("serve.wrong_setting", name=wrong.name, value=wrong.value)
    try:
        bound = listen(settings.host, settings.port, search=given["port"] is None)
    except NoPort:
        fail("serve.port_taken", port=settings.port)
    address = address_of(bound, settings.host)

    def ready() -> None:
        screen.say("serve.ready", address=address)
        if not is_loopback(settings.host):
            for name in machine_addresses(settings.host)[:1]:
                screen.say("serve.network", address=f"http://{name}:{bound.getsockname()[1]}")
        screen.say("serve.stop", style="dim")
        if not no_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    try:
        with only_server(settings, address):
            run(settings, bound, ready)
    except AlreadyServed as other:
        screen.say("serve.already", address=other.address)
        if not no_browser and other.address:
            webbrowser.open(other.address)
    except CannotStart as wrong:
        screen.complain(screen.texts(wrong.key, **wrong.values))
        raise click.exceptions.Exit(BROKEN) from None
    finally:
        bound.close()
