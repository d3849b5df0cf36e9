"""``bastida tables``: for whoever runs a server: all tables, those that are out of order, and putting one back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bastida.cli.app import BROKEN, SpokenCommand, as_json, common, fail, option, pass_screen, tell_json
from bastida.cli.screen import Screen
from bastida.extras import need

if TYPE_CHECKING:
    from bastida.server.runtime.store import Store

F = TypeVar("F", bound=Callable[..., Any])


def server_options(function: F) -> F:
    """The options that say which server is meant."""
    return option("--database", metavar="URL")(option("--data", metavar="FOLDER")(function))


@contextmanager
def opened_store(given: dict[str, Any]) -> Iterator[Store]:
    """The database of a server, which may be running; one sentence if it cannot be opened."""
    need("table")
    from bastida.server.runtime.failing import CannotStart, explained
    from bastida.server.runtime.serving import check_address
    from bastida.server.runtime.settings import read_settings
    from bastida.server.runtime.store import Store

    settings = read_settings(**given)
    try:
        with explained(settings):
            check_address(settings)
            store = Store(settings.url)
    except CannotStart as wrong:
        context = click.get_current_context()
        screen = context.find_object(Screen) or Screen()
        screen.complain(screen.texts(wrong.key, **wrong.values))
        raise click.exceptions.Exit(BROKEN) from None
    try:
        yield store
    finally:
        store.close()


@click.command("tables", cls=SpokenCommand)
@option("--retry", metavar="TABLE")
@option("--all", "everything", is_flag=True)
@option("--status", type=click.Choice(["waiting", "playing", "adjourned", "over"]), metavar="NAME")
@option("--limit", type=click.IntRange(1, 100_000), default=100, show_default=True, metavar="N")
@as_json
@server_options
@common
@pass_screen
def tables(
    screen: Screen, retry: str | None, everything: bool, status: str | None, limit: int, as_json: bool, **given: Any
) -> None:
    with opened_store(given) as store:
        if retry is not None:
            with store.engine.execution_options(writes=True).begin() as connection:
                if not store.set_fault(connection, retry, None):
                    fail("tables.unknown", table=retry)
            screen.say("tables.back", table=retry)
            return
        if everything or status is not None:
            show_all(screen, store, status, limit, as_json)
            return
        faults = store.faults()
    if as_json:
        tell_json([{"table": name, "created": created, "reason": reason} for name, created, reason in faults])
        return
    if not faults:
        screen.say("tables.all_well")
    for name, created, reason in faults:
        screen.say("tables.fault", table=name, made=day(created), reason=reason)


def show_all(screen: Screen, store: Store, status: str | None, limit: int, as_json: bool) -> None:
    """The newest tables, whatever their state."""
    found = store.newest(status, limit)
    if as_json:
        tell_json(found)
        return
    if not found:
        screen.say("tables.none")
    for one in found:
        players = screen.texts.listed(one["players"])
        screen.say("tables.line", table=one["table"], made=day(one["created"]), status=one["status"], people=players)


def day(at: float) -> str:
    """A moment, in the time of the whole world."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M")
