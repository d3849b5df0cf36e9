"""``bastida games``: games played by computers for their data, and the data read again."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from bastida.cli.app import (
    App,
    SpokenArgument,
    SpokenCommand,
    chosen,
    common,
    fail,
    give_up,
    option,
    pass_screen,
    settled,
    setup_options,
    words,
)
from bastida.cli.screen import Screen
from bastida.cli.spreading import place_of_work
from bastida.data import COLUMNS, DataError, Folder, Job, Wanted, make, positions
from bastida.extras import need
from bastida.language.sentences import reason
from bastida.players.foreign import Fault
from bastida.players.registry import UnknownPlayer

SHOWN = 20  # positions in a table, unless told otherwise
TOLD = ("game", "turn", "player", "question", "answers", "played", "expected", "margin")


class Part(SpokenCommand):
    """A command of this group."""

    def key(self) -> str:
        return f"help.games_{self.name}"


@click.group("games", cls=App, invoke_without_command=True)
@common
@click.pass_context
def games(context: click.Context) -> None:
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@games.command("make", cls=Part)
@click.argument("players", nargs=-1, required=True, metavar="PLAYER...", cls=SpokenArgument)
@option("-o", "--out", "folder", type=click.Path(file_okay=False, path_type=Path), required=True, metavar="FOLDER")
@option("--games", "number", type=click.IntRange(1, 10_000_000), default=100, show_default=True, metavar="N")
@option("--seats", type=click.IntRange(2, 6), metavar="N")
@option("--explore", type=click.FloatRange(0, 1), default=0.0, show_default=True, metavar="SHARE")
@option("--keep", type=click.FloatRange(0, 1, min_open=True), default=1.0, show_default=True, metavar="SHARE")
@option("--seed", type=int, default=1, show_default=True, metavar="N")
@option("--jobs", type=click.IntRange(1, 512), default=1, show_default=True, metavar="N")
@option("--ray", "ray_cluster", is_flag=True)
@option("--ray-address", metavar="HOST:PORT")
@option("--json", "as_json", is_flag=True)
@setup_options
@common
@pass_screen
def make_games(
    screen: Screen,
    players: tuple[str, ...],
    folder: Path,
    number: int,
    seats: int | None,
    explore: float,
    keep: float,
    seed: int,
    jobs: int,
    ray_cluster: bool,
    ray_address: str | None,
    as_json: bool,
    game: str,
    sets: str | None,
    elements: str | None,
    without: str | None,
    rulings: tuple[str, ...],
) -> None:
    need("data")
    if len(players) == 1:
        players *= seats or 2
    elif seats is not None and seats != len(players):
        fail("games.seats", seats=seats, number=len(players))
    listed = chosen(elements)
    job = Job(
        players,
        game,
        tuple(words(sets)),
        None if listed is None else tuple(listed),
        tuple(words(without)),
        seed,
        settled(rulings),
        explore,
        keep,
    )
    place, began = Folder(folder), time.perf_counter()
    before: list[int] = []
    try:
        with progress(screen, number, as_json) as advance:

            def tell(done: int, rows: int) -> None:
                before.append(done)
                del before[1:]
                advance(done, rows)

            make(job, place, number, place_of_work(jobs, ray_cluster, ray_address), tell)
    except UnknownPlayer as error:
        fail("arena.problem", problem=error.told(screen.texts))
    except DataError as error:
        fail("games.problem", problem=error.told(screen.texts))
    except Fault as fault:
        give_up("games.fault", problem=reason(screen.texts, fault.refusal))
    seconds = time.perf_counter() - began
    told: dict[str, Any] = {
        "folder": str(folder),
        "games": place.games(),
        "positions": place.positions(),
        "files": place.files,
        "played": place.games() - before[0],
        "seconds": round(seconds, 2),
    }
    if as_json:
        click.echo(json.dumps(told, indent=2))
    else:
        screen.say("games.made", **told)
        screen.say("games.next", style="dim", folder=folder)


@games.command("read", cls=Part)
@click.argument("sources", nargs=-1, required=True, metavar="FOLDER|FILE...", cls=SpokenArgument)
@option("--player", "names", multiple=True, metavar="NAME")
@option("--question", "questions", multiple=True, metavar="TEXT")
@option("--game", "game_span", metavar="A-B")
@option("--turn", "turn_span", metavar="A-B")
@option("--explored/--not-explored", default=None)
@option("--columns", metavar="A,B")
@option("--limit", type=click.IntRange(1), metavar="N")
@option("--json", "as_json", is_flag=True)
@common
@pass_screen
def read_games(
    screen: Screen,
    sources: tuple[str, ...],
    names: tuple[str, ...],
    questions: tuple[str, ...],
    game_span: str | None,
    turn_span: str | None,
    explored: bool | None,
    columns: str | None,
    limit: int | None,
    as_json: bool,
) -> None:
    need("data")
    wanted = Wanted(names, questions, span(game_span), span(turn_span), explored)
    listed = words(columns) or None
    usual = None if as_json else [name for name in COLUMNS if name not in ("state", "features")]
    try:
        found = positions(sources, listed or usual, wanted)
        if as_json:
            for row in islice(found, limit):
                click.echo(json.dumps(row, ensure_ascii=False))
        else:
            show_rows(screen, list(islice(found, limit or SHOWN)), listed)
    except DataError as error:
        fail("games.problem", problem=error.told(screen.texts))


def span(text: str | None) -> tuple[int, int] | None:
    """``10-20`` or ``7`` as numbers."""
    if text is None:
        return None
    low, dash, high = text.partition("-")
    try:
        found = int(low), int(high if dash else low)
    except ValueError:
        fail("games.span", text=repr(text))
    if not 0 <= found[0] <= found[1] < 1 << 31:
        fail("games.span", text=repr(text))
    return found


@contextmanager
def progress(screen: Screen, number: int, quiet: bool) -> Iterator[Any]:
    """Something to tell how many games and positions there are: a bar on the error stream if somebody is looking."""
    if quiet or not screen.errors.is_terminal:
        yield lambda done, rows: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen.errors, transient=True) as bar:
        task = bar.add_task("", total=number)
        yield lambda done, rows: bar.update(task, completed=done, description=screen.texts("games.progress", positions=rows))


def show_rows(screen: Screen, rows: list[dict[str, Any]], listed: list[str] | None) -> None:
    if not rows:
        screen.say("games.none")
        return
    table = Table()
    names = listed or TOLD
    for name in names:
        table.add_column(name if listed else screen.texts(f"games.column.{name}"))
    for row in rows:
        shown = row if listed else row | {"answers": len(row["options"]), "played": played(row)}
        table.add_row(*(cell(shown[name]) for name in names))
    screen.show(table)


def played(row: dict[str, Any]) -> str:
    """The answer given, with the one that was chosen if that is another."""
    given, wanted = row["options"][row["played"]], row["options"][row["chosen"]]
    return str(given) if given == wanted else f"{given} ({wanted})"


def cell(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.2f}"
    if isinstance(value, list):
        first = ", ".join(map(cell, value[:4]))
        return f"{first} … ({len(value)})" if len(value) > 4 else first
    return "" if value is None else str(value)
