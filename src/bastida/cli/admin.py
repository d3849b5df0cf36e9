"""``bastida admin``: for whoever runs a server. Everything works beside the running server, on either kind of database."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click
from rich.table import Table

from bastida.cli.app import App, SpokenCommand, argument, as_json, common, fail, option, pass_screen, tell_json
from bastida.cli.screen import Screen
from bastida.cli.tables import day, opened_store, server_options, tables

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from bastida.server.runtime.store import Store

T = TypeVar("T")
ON, OFF = "on", "off"


class Part(SpokenCommand):
    """A command of this group."""

    def key(self) -> str:
        return f"help.admin_{self.name}"


@click.group("admin", cls=App, invoke_without_command=True)
@common
@click.pass_context
def admin(context: click.Context) -> None:
    """What whoever runs a server does with it; without a command its help."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


admin.add_command(tables)


@contextmanager
def writing(given: dict[str, Any]) -> Iterator[tuple[Store, Connection]]:
    """A transaction on the database of a server, which may be running."""
    with opened_store(given) as store, store.engine.execution_options(writes=True).begin() as connection:
        yield store, connection


# -- members ------------------------------------------------------------------------------------------------------------


@admin.command("members", cls=Part)
@option("--search", metavar="TEXT")
@option("--banned", is_flag=True)
@option("--invited", is_flag=True)
@option("--limit", type=click.IntRange(1, 1000), default=100, show_default=True, metavar="N")
@option("--skip", type=click.IntRange(0), default=0, show_default=True, metavar="N")
@as_json
@server_options
@common
@pass_screen
def members_command(
    screen: Screen, search: str | None, banned: bool, invited: bool, limit: int, skip: int, as_json: bool, **given: Any
) -> None:
    with opened_store(given) as store, store.engine.connect() as connection:
        from bastida.server.club.host import people

        found = people.listed(connection, search or "", banned, invited, limit, skip)
    if as_json:
        tell_json(found)
        return
    if not found:
        screen.say("admin.nobody")
        return
    shown = Table(box=None, pad_edge=False)
    for column in ("id", "name", "since", "seen", "devices", "notes"):
        shown.add_column(screen.texts(f"admin.column.{column}"), overflow="fold")
    for one in found:
        marks = [word for word, on in (("invited", one["invited"]), ("banned", one["banned"]), ("bot", one["owner"])) if on]
        notes = ", ".join(screen.texts(f"admin.is_{mark}") for mark in marks)
        shown.add_row(one["id"], one["name"], day(one["created"]), day(one["seen"]), str(one["devices"]), notes)
    screen.show(shown)


def of_member(given: dict[str, Any], who: str, work: Callable[[Store, Connection], T]) -> T:
    """Do something with a member; a complaint if there is none."""
    with writing(given) as (store, connection):
        from bastida.server.club.host import people

        try:
            return work(store, connection)
        except people.NoMember:
            fail("admin.no_member", member=who)
        except people.NameTaken as taken:
            fail("admin.name_taken", name=taken)
        except ValueError:
            fail("admin.wrong_name")


def switched(given: dict[str, Any], who: str, how: str, on: bool) -> str:
    """Do something with a member, or undo it; the name."""

    def work(_: Store, connection: Connection) -> str:
        from bastida.server.club.host import people

        change: Callable[[Connection, str, bool], str] = {"invite": people.invite, "ban": people.ban}[how]
        return change(connection, who, on)

    return of_member(given, who, work)


@admin.command("invite", cls=Part)
@argument("member")
@option("--undo", is_flag=True)
@server_options
@common
@pass_screen
def invite(screen: Screen, member: str, undo: bool, **given: Any) -> None:
    name = switched(given, member, "invite", not undo)
    screen.say("admin.uninvited" if undo else "admin.invited", name=name)


@admin.command("ban", cls=Part)
@argument("member")
@option("--undo", is_flag=True)
@server_options
@common
@pass_screen
def ban(screen: Screen, member: str, undo: bool, **given: Any) -> None:
    name = switched(given, member, "ban", not undo)
    screen.say("admin.unbanned" if undo else "admin.banned", name=name)


@admin.command("rename", cls=Part)
@argument("member")
@argument("name")
@server_options
@common
@pass_screen
def rename(screen: Screen, member: str, name: str, **given: Any) -> None:
    def work(_: Store, connection: Connection) -> str:
        from bastida.server.club.host import people

        return people.rename(connection, member, name)

    screen.say("admin.renamed", old=of_member(given, member, work), name=name)


@admin.command("erase", cls=Part)
@argument("member")
@option("--yes", is_flag=True)
@server_options
@common
@pass_screen
def erase(screen: Screen, member: str, yes: bool, **given: Any) -> None:
    if not yes:
        fail("admin.really", member=member)

    def work(_: Store, connection: Connection) -> str:
        from bastida.server.club.host import people

        return people.erase(connection, member)

    screen.say("admin.erased", name=of_member(given, member, work))


# -- tournaments --------------------------------------------------------------------------------------------------------


@admin.command("tournaments", cls=Part)
@option("--give", nargs=2, metavar="ID MEMBER")
@option("--limit", type=click.IntRange(1, 1000), default=100, show_default=True, metavar="N")
@as_json
@server_options
@common
@pass_screen
def tournaments_command(screen: Screen, give: tuple[str, str] | None, limit: int, as_json: bool, **given: Any) -> None:
    if give is not None:
        name, member = give

        def work(_: Store, connection: Connection) -> str:
            from bastida.server.club.host import people

            return people.give_tournament(connection, name, member) or fail("admin.no_tournament", tournament=name)

        screen.say("admin.given", name=of_member(given, member, work), tournament=name)
        return
    with opened_store(given) as store, store.engine.connect() as connection:
        from bastida.server.club.host import people

        found = people.tournaments_listed(connection, limit)
    if as_json:
        tell_json(found)
        return
    if not found:
        screen.say("admin.no_tournaments")
        return
    shown = Table(box=None, pad_edge=False)
    for column in ("id", "name", "organiser", "state", "round", "players"):
        shown.add_column(screen.texts(f"admin.column.{column}"), overflow="fold")
    for one in found:
        state = one["state"]
        told = screen.texts(f"admin.state_{state}")
        shown.add_row(one["id"], one["name"], one["organiser"] or "–", told, str(one["round"]), str(one["players"]))
    screen.show(shown)


# -- what everybody is told ------------------------------------------------------------------------------------------------


@admin.command("announce", cls=Part)
@click.argument("text", required=False)
@option("--hours", type=click.FloatRange(0.01, 10_000), metavar="N")
@option("--off", is_flag=True)
@as_json
@server_options
@common
@pass_screen
def announce(screen: Screen, text: str | None, hours: float | None, off: bool, as_json: bool, **given: Any) -> None:
    with writing(given) as (_, connection):
        from bastida.server.club.host import board
        from bastida.server.table.naming import readable

        said = readable(text or "")
        if text is not None and (not said or len(said) > board.LONGEST):
            fail("admin.wrong_text", most=board.LONGEST)
        if said or off:
            board.announce(connection, said, time.time(), hours)
        shown = board.read(connection).shown(time.time())
    if as_json:
        tell_json(shown)
    elif shown["announcement"] is None:
        screen.say("admin.silent")
    else:
        screen.say("admin.announced", text=shown["announcement"]["text"])


@admin.command("maintenance", cls=Part)
@click.argument("state", required=False, type=click.Choice([ON, OFF]))
@as_json
@server_options
@common
@pass_screen
def maintenance(screen: Screen, state: str | None, as_json: bool, **given: Any) -> None:
    with writing(given) as (_, connection):
        from bastida.server.club.host import board

        if state is not None:
            board.set_maintenance(connection, state == ON)
        shown = board.read(connection).shown(time.time())
    if as_json:
        tell_json(shown)
    else:
        screen.say("admin.maintenance" if shown["maintenance"] else "admin.open")


# -- retention ---------------------------------------------------------------------------------------------------------------


@admin.command("retention", cls=Part)
@option("--days", type=click.IntRange(1, 36_500), metavar="N")
@option("--delete", "really", is_flag=True)
@as_json
@server_options
@common
@pass_screen
def retention(screen: Screen, days: int | None, really: bool, as_json: bool, **given: Any) -> None:
    with opened_store(given) as store:
        from bastida.server.club.host import retention as keeping
        from bastida.server.runtime.settings import read_settings

        kept = days if days is not None else read_settings(**given).guest_days
        if not kept:
            fail("admin.kept_for_ever")
        before = time.time() - kept * keeping.DAY
        tables_gone = records_gone = 0
        place: keeping.Place | None = keeping.Place()
        writes = store.engine.execution_options(writes=True)
        while place is not None:
            with store.engine.connect() as connection:
                names, place = keeping.look(connection, place, before)
            if really and names:
                with writes.begin() as connection:
                    names = keeping.forget_tables(connection, names, before)
            tables_gone += len(names)
        while really:
            with writes.begin() as connection:
                gone = keeping.forget_records(connection, before)
            records_gone += gone
            if gone < keeping.STEP:
                break
        else:
            with store.engine.connect() as connection:
                records_gone = keeping.old_records(connection, before)
    if as_json:
        tell_json({"days": kept, "tables": tables_gone, "records": records_gone, "deleted": really})
    elif really:
        screen.say("admin.deleted", tables=tables_gone, records=records_gone, days=kept)
    else:
        screen.say("admin.would_delete", tables=tables_gone, records=records_gone, days=kept)
