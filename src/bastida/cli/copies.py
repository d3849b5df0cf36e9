"""``bastida admin backup`` and the like: copies of a server's database, and what is in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import CalledProcessError
from typing import TYPE_CHECKING, Any

import click
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from bastida.cli.admin import Part, admin
from bastida.cli.app import argument, as_json, common, fail, give_up, option, pass_screen, tell_json
from bastida.cli.screen import Screen
from bastida.cli.tables import opened_store, server_options
from bastida.extras import need

if TYPE_CHECKING:
    from bastida.server.club.host.checking import Checked
    from bastida.server.runtime.store import Store

__all__ = ["admin"]  # with the commands of this file

SHOWN = 10  # tables named in a complaint


@contextmanager
def bar(screen: Screen) -> Iterator[Callable[[str, int], None]]:
    """How many rows or tables have been seen to, by name; at a terminal only."""
    progress = Progress(
        SpinnerColumn(), TextColumn("{task.description}"), TextColumn("{task.completed}"), TimeElapsedColumn(),
        console=screen.errors, disable=not screen.errors.is_terminal, transient=True,
    )  # fmt: skip
    tasks: dict[str, Any] = {}

    def step(name: str, rows: int) -> None:
        if name not in tasks:
            tasks[name] = progress.add_task(name, total=None)
        progress.update(tasks[name], advance=rows)

    with progress:
        yield step


@contextmanager
def complaints(file: Path | str) -> Iterator[None]:
    """What can go wrong with a copy, as a sentence."""
    import sqlite3

    from bastida.server.club.host.backup import WrongKind
    from bastida.server.club.host.copying import Damaged, NotEmpty
    from bastida.server.runtime.migrations import NewerDatabase

    try:
        yield
    except NotEmpty as error:
        fail("copies.not_empty", table=error)
    except WrongKind as error:
        fail("copies.wrong_kind", kind=error)
    except FileExistsError:
        fail("copies.exists", file=file)
    except NewerDatabase as error:
        fail("copies.newer", file=file, revision=error.revision)
    except (Damaged, sqlite3.DatabaseError) as error:
        give_up("copies.damaged", file=file, reason=error)
    except CalledProcessError as error:
        give_up("copies.program", reason=(error.stderr or b"").decode(errors="replace").strip()[:500])


def checked(screen: Screen, store: Store, told: bool = True) -> Checked:
    """Play every table of a database again; a complaint if one cannot be, or is another than its line says."""
    from bastida.server.club.host.checking import check

    with bar(screen) as step:
        found = check(store, lambda _: step(screen.texts("copies.tables"), 1))
    if found.wrong:
        some = "; ".join(f"{name} ({reason})" for name, reason in list(found.wrong.items())[:SHOWN])
        give_up("copies.wrong_tables", number=len(found.wrong), some=some)
    if told:
        screen.say("copies.checked", tables=found.tables, events=found.events, broken=len(found.out_of_order))
    return found


@admin.command("backup", cls=Part)
@click.argument("file", type=click.Path(path_type=Path))
@option("--keep", type=click.IntRange(1, 10_000), metavar="N")
@option("--plain", is_flag=True)
@as_json
@server_options
@common
@pass_screen
def backup_command(screen: Screen, file: Path, keep: int | None, plain: bool, as_json: bool, **given: Any) -> None:
    with opened_store(given) as store:
        from bastida.server.club.host.backup import backup, dated, thin_out

        folder = file if file.is_dir() else None
        if keep is not None and folder is None:
            fail("copies.no_folder", file=file)
        name = file if folder is None else dated(folder)
        with complaints(name), bar(screen) as step:
            kind = backup(store, name, step, plain)
        gone = thin_out(folder, keep) if folder is not None and keep is not None else []
    if as_json:
        tell_json({"file": str(name), "kind": kind, "bytes": name.stat().st_size, "deleted": [str(one) for one in gone]})
    else:
        screen.say("copies.made", file=name, kind=kind, bytes=name.stat().st_size)


@admin.command("restore", cls=Part)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@option("--into", "url", required=True, metavar="URL")
@common
@pass_screen
def restore_command(screen: Screen, file: Path, url: str) -> None:
    need("table")
    with known(url) as address:
        from bastida.server.club.host.backup import restore

        with complaints(file), bar(screen) as step:
            store = restore(file, address, step)
        try:
            screen.say("copies.restored", file=file)
            checked(screen, store)
        finally:
            store.close()


@contextmanager
def known(url: str) -> Iterator[str]:
    """The address of a database as the program takes it; one sentence if it is none, or nobody answers."""
    from bastida.server.runtime.failing import CannotStart, explained
    from bastida.server.runtime.serving import check_address
    from bastida.server.runtime.settings import Settings

    settings = Settings(database=url)
    try:
        with explained(settings):
            check_address(settings)
            yield settings.url
    except CannotStart as wrong:
        give_up(wrong.key, **wrong.values)


@admin.command("migrate", cls=Part)
@option("--to", "url", required=True, metavar="URL")
@server_options
@common
@pass_screen
def migrate_command(screen: Screen, url: str, **given: Any) -> None:
    with opened_store(given) as source, known(url) as address:
        from bastida.server.club.host.copying import check_empty, move
        from bastida.server.runtime.store import Store

        with complaints(url.rpartition("@")[2]):
            check_empty(address)
            target = Store(address)
            try:
                with bar(screen) as step:
                    copied = move(source, target, step)
                screen.say("copies.moved", rows=copied.rows)
                checked(screen, target)
            finally:
                target.close()


@admin.command("check", cls=Part)
@as_json
@server_options
@common
@pass_screen
def check_command(screen: Screen, as_json: bool, **given: Any) -> None:
    with opened_store(given) as store:
        found = checked(screen, store, told=not as_json)
    if as_json:
        tell_json({"tables": found.tables, "events": found.events, "out_of_order": found.out_of_order})


@admin.command("export", cls=Part)
@argument("folder", type=click.Path(file_okay=False, path_type=Path))
@as_json
@server_options
@common
@pass_screen
def export_command(screen: Screen, folder: Path, as_json: bool, **given: Any) -> None:
    with opened_store(given) as store:
        from bastida.server.club.host.export import export

        if folder.is_dir() and any(folder.iterdir()):
            fail("copies.folder_full", folder=folder)
        with bar(screen) as step:
            found = export(store, folder, lambda _: step(screen.texts("copies.tables"), 1))
    if as_json:
        tell_json({"games": found.games, "rows": found.rows, "unreadable": found.unreadable})
    else:
        screen.say("copies.exported", games=found.games, folder=folder, unreadable=len(found.unreadable))
