"""``bastida arena``: matches between computer players on paired bags, and the ladder of strength."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from bastida import COMPILED, __version__
from bastida.arena.match import Match
from bastida.arena.plot import plot
from bastida.arena.results import Store, StoreError
from bastida.arena.runner import Play, in_processes, in_this_process, on_ray, run
from bastida.arena.statistics import Interval, Sequential, Standing, standing
from bastida.cli.app import SpokenCommand, argument, chosen, common, fail, option, pass_screen, settled, setup_options, words
from bastida.cli.rulings import show_unusual
from bastida.cli.screen import Screen
from bastida.players.registry import EXTERNAL, KINDS, UnknownPlayer, levels


@click.command("arena", cls=SpokenCommand)
@argument("players", nargs=-1, metavar="[PLAYER]...")
@setup_options
@option("--bags", type=click.IntRange(1, 1_000_000), default=100, show_default=True, metavar="N")
@option("--seed", type=int, default=1, show_default=True, metavar="N")
@option("--jobs", type=click.IntRange(1, 512), default=1, show_default=True, metavar="N")
@option("--ray", "ray_cluster", is_flag=True)
@option("--ray-address", metavar="HOST:PORT")
@option("--until", type=click.FloatRange(0, 1, min_open=True, max_open=True), metavar="SHARE")
@option("--resume", "results_file", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")
@option("--save-records", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER")
@option("--plot", "plot_file", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")
@option("--json", "as_json", is_flag=True)
@common
@pass_screen
def arena(
    screen: Screen,
    players: tuple[str, ...],
    game: str,
    sets: str | None,
    elements: str | None,
    without: str | None,
    rulings: tuple[str, ...],
    bags: int,
    seed: int,
    jobs: int,
    ray_cluster: bool,
    ray_address: str | None,
    until: float | None,
    results_file: Path | None,
    save_records: Path | None,
    plot_file: Path | None,
    as_json: bool,
) -> None:
    if not players:
        show_players(screen)
        return
    if len(players) < 2:
        fail("arena.alone")
    listed = chosen(elements)
    match = Match(
        players,
        game,
        tuple(words(sets)),
        None if listed is None else tuple(listed),
        tuple(words(without)),
        seed,
        settled(rulings),
    )
    try:
        store = Store(match, results_file)
        test = Sequential(until) if until is not None else None
        with progress(screen, bags, as_json) as advance:
            counted = run(
                store, bags, workers(jobs, ray_cluster, ray_address), records=save_records, test=test, progress=advance
            )
        store.close()
    except (UnknownPlayer, StoreError) as error:
        fail("arena.problem", problem=error.told(screen.texts))
    results = store.all(counted)
    standings = [standing(name, number, results) for number, name in enumerate(match.players)]
    if plot_file is not None:
        phrases = screen.texts
        plot_file.write_text(
            plot(match, results, (phrases("arena.share"), phrases("arena.margin"), phrases("arena.bags"))), "utf-8"
        )
    if as_json:
        click.echo(json.dumps(summary(match, standings, test), indent=2))
    else:
        show_match(screen, match, standings, test)


def workers(jobs: int, ray_cluster: bool, address: str | None) -> Play:
    if ray_cluster or address:
        if find_spec("ray") is None:
            fail("arena.no_ray")
        return on_ray(address)
    return in_this_process if jobs == 1 else in_processes(jobs)


@contextmanager
def progress(screen: Screen, bags: int, quiet: bool) -> Iterator[Any]:
    """Something to tell the number of each bag to: a bar on the error stream if somebody is looking."""
    if quiet or not screen.errors.is_terminal:
        yield lambda bag: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen.errors, transient=True) as bar:
        task = bar.add_task(screen.texts("arena.bags"), total=bags)
        yield lambda bag: bar.update(task, completed=bag + 1)


# -- what is shown ------------------------------------------------------------------------------------------------------


def show_players(screen: Screen) -> None:
    screen.say("arena.players", style="bold")
    grid = Table.grid(padding=(0, 2))
    for name in (*KINDS, EXTERNAL):
        options = KINDS[name].options if name in KINDS else {"nodes": "", "time": ""}
        told = " ".join(f"{key}={value or '…'}" for key, value in options.items())
        grid.add_row(Text(name, style="bold"), Text(screen.texts(f"arena.about.{name}")), Text(told, style="dim"))
    screen.show(grid)
    screen.say("arena.levels", levels=", ".join(f"level:{number} {name}" for number, name in enumerate(levels(), 1)))
    screen.say("arena.players_help", style="dim")


def show_match(screen: Screen, match: Match, standings: list[Standing], test: Sequential | None) -> None:
    phrases = screen.texts
    first = standings[0]
    screen.say("arena.title", style="bold", bags=first.bags, games=first.games, game=match.game, seed=match.seed)
    show_unusual(screen, match.setup)
    table = Table()
    for key in ("player", "wins", "ties", "share", "margin", "elo", "points", "time"):
        table.add_column(phrases(f"arena.{key}"), justify="left" if key == "player" else "right")
    for row in standings:
        table.add_row(
            row.player,
            str(row.wins),
            str(row.ties),
            shown(row.share, 100, ".1f"),
            shown(row.margin, 1, "+.1f"),
            shown(row.elo, 1, "+.0f"),
            f"{row.points:.1f} ± {row.deviation:.1f}",
            f"{row.milliseconds:.1f}",
        )
    screen.show(table)
    screen.say("arena.intervals", style="dim")
    for row in standings:
        if row.faults:
            faults = ", ".join(f"{phrases(f'arena.fault.{kind}')} {count}" for kind, count in sorted(row.faults.items()))
            screen.say("arena.faults", style="yellow", player=row.player, faults=faults)
    if test is not None:
        key = f"arena.verdict.{test.verdict or 'open'}"
        screen.say(key, player=first.player, mark=f"{100 * test.mark:g}", bags=first.bags)


def shown(interval: Interval, times: float, form: str) -> str:
    value, low, high = (times * number for number in (interval.value, interval.low, interval.high))
    return f"{value:{form}} [{low:{form}}, {high:{form}}]"


def summary(match: Match, standings: list[Standing], test: Sequential | None) -> dict[str, Any]:
    return {
        "version": __version__,
        "mode": "compiled" if COMPILED else "interpreted",
        "match": match.as_json(),
        "bags": standings[0].bags,
        "games": standings[0].games,
        "players": [finite(row.as_json()) for row in standings],
        "test": None if test is None else {"mark": test.mark, "verdict": test.verdict},
    }


def finite(value: Any) -> Any:
    """JSON knows no infinity: null, where a limit is none."""
    if isinstance(value, dict):
        return {key: finite(part) for key, part in value.items()}
    if isinstance(value, float):
        return round(value, 5) if math.isfinite(value) else None
    return value
