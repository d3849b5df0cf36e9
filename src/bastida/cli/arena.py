"""``bastida arena``: matches between computer players on paired bags, and the ladder of strength."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from bastida import COMPILED, __version__
from bastida.arena import tidy
from bastida.arena.match import Match, Result
from bastida.arena.plot import plot
from bastida.arena.results import Store, StoreError
from bastida.arena.runner import run, spread_over
from bastida.arena.statistics import Interval, Sequential, Sprt, Standing, Test, standing
from bastida.arena.tournament import MATCH, SCHEDULES, Pairing, pairs, play_tournament
from bastida.arena.tournament import standings as tournament_standings
from bastida.cli.app import (
    SpokenCommand,
    argument,
    check_folder,
    chosen,
    common,
    fail,
    give_up,
    option,
    pass_screen,
    settled,
    setup_options,
    tell_json,
    words,
)
from bastida.cli.rulings import show_unusual
from bastida.cli.screen import Screen
from bastida.cli.spreading import place_of_work
from bastida.extras import need
from bastida.language.sentences import reason
from bastida.players.foreign import NeverStarted, installed
from bastida.players.registry import EXTERNAL, KINDS, UnknownPlayer, levels


@click.command("arena", cls=SpokenCommand)
@argument("players", nargs=-1, metavar="[PLAYER]...")
@setup_options
@option("--bags", type=click.IntRange(1, 1_000_000), default=100, show_default=True, metavar="N")
@option("--seed", type=int, default=1, show_default=True, metavar="N")
@option("--jobs", type=click.IntRange(1, 512), default=1, show_default=True, metavar="N")
@option("--ray", "ray_cluster", is_flag=True)
@option("--ray-address", metavar="HOST:PORT")
@option("--schedule", type=click.Choice(SCHEDULES), default=MATCH, show_default=True)
@option("--until", type=click.FloatRange(0, 1, min_open=True, max_open=True), metavar="SHARE")
@option("--sprt", type=float, nargs=2, metavar="ELO0 ELO1")
@option("--luck-adjusted", is_flag=True)
@option("--resume", "results_file", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")
@option("--save-records", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER")
@option("--plot", "plot_file", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")
@option("--csv", "csv_file", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")
@option("--parquet", "parquet_file", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")
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
    schedule: str,
    until: float | None,
    sprt: tuple[float, float] | None,
    luck_adjusted: bool,
    results_file: Path | None,
    save_records: Path | None,
    plot_file: Path | None,
    csv_file: Path | None,
    parquet_file: Path | None,
    as_json: bool,
) -> None:
    if not players:
        show_players(screen, as_json)
        return
    if len(players) < 2:
        fail("arena.alone")
    test = test_of(until, sprt)
    if schedule != MATCH and (test is not None or plot_file is not None):
        fail("arena.only_a_match", schedule=schedule)
    for file in (plot_file, csv_file, parquet_file):
        check_folder(file)
    if parquet_file is not None:
        need("data")
    listed = chosen(elements)
    match = Match(
        players,
        game,
        tuple(words(sets)),
        None if listed is None else tuple(listed),
        tuple(words(without)),
        seed,
        settled(rulings),
        luck=luck_adjusted,
    )
    play = spread_over(place_of_work(jobs, ray_cluster, ray_address))
    rows: list[dict[str, Any]] = []
    try:
        if schedule != MATCH:
            whole = bags * len(pairs(len(players), schedule))
            with progress(screen, whole, as_json) as advance:
                pairings = play_tournament(
                    match, schedule, bags, play, results=results_file, records=save_records, progress=advance
                )
            for pairing in pairings:
                rows += tidy.rows(pairing.match, pairing.results)
            show_tournament(screen, match, schedule, pairings, as_json)
        else:
            store = Store(match, results_file)
            try:
                with progress(screen, bags, as_json) as advance:
                    counted = run(store, bags, play, records=save_records, test=test, progress=advance)
            finally:
                store.close()
            results = store.all(counted)
            rows += tidy.rows(match, results)
            standings = of_all(match, results)
            if plot_file is not None:
                words_of_it = [screen.texts(f"arena.{key}") for key in ("share", "margin", "bags")]
                plot_file.write_text(plot(match, results, (words_of_it[0], words_of_it[1], words_of_it[2])), "utf-8")
            if as_json:
                click.echo(json.dumps(summary(match, standings, test), indent=2))
            else:
                show_match(screen, match, standings, test)
    except (UnknownPlayer, StoreError) as error:
        fail("arena.problem", problem=error.told(screen.texts))
    except NeverStarted as fault:
        give_up("arena.never_started", problem=reason(screen.texts, fault.refusal))
    if csv_file is not None:
        tidy.write_csv(csv_file, rows)
    if parquet_file is not None:
        tidy.write_parquet(parquet_file, rows)


def test_of(until: float | None, sprt: tuple[float, float] | None) -> Test | None:
    """What may end a match before all bags are played."""
    if sprt is not None:
        if until is not None:
            fail("arena.one_test")
        if not sprt[0] < sprt[1]:
            fail("arena.sprt_order", low=f"{sprt[0]:g}", high=f"{sprt[1]:g}")
        return Sprt(*sprt)
    return Sequential(until) if until is not None else None


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


def show_players(screen: Screen, as_json: bool) -> None:
    """Who can play, with the options there are and their usual values."""
    found = [(name, f"arena.about.{name}", dict(KINDS[name].options)) for name in KINDS]
    found += [(EXTERNAL, f"arena.about.{EXTERNAL}", {"nodes": "", "time": ""})]
    found += [(name, "arena.about.installed", {}) for name in installed()]
    if as_json:
        told = [{"id": name, "about": screen.texts(about), "options": options} for name, about, options in found]
        ladder = [{"level": number, "id": name, "player": spec} for number, (name, spec) in enumerate(levels().items(), 1)]
        tell_json({"players": told, "levels": ladder})
        return
    screen.say("arena.players", style="bold")
    grid = Table.grid(padding=(0, 2))
    for name, about, options in found:
        words_of_it = " ".join(f"{key}={value or '…'}" for key, value in options.items())
        grid.add_row(Text(name, style="bold"), Text(screen.texts(about)), Text(words_of_it, style="dim"))
    screen.show(grid)
    screen.say("arena.levels", levels=", ".join(f"level:{number} {name}" for number, name in enumerate(levels(), 1)))
    screen.say("arena.players_help", style="dim")


def show_match(screen: Screen, match: Match, standings: list[Standing], test: Test | None) -> None:
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
            shown_elo(row.elo),
            f"{row.points:.1f} ± {row.deviation:.1f}",
            f"{row.milliseconds:.1f}",
        )
    screen.show(table)
    screen.say("arena.intervals", style="dim")
    show_adjusted(screen, standings)
    for row in standings:
        show_faults(screen, row.player, row.faults)
    if isinstance(test, Sequential):
        key = f"arena.verdict.{test.verdict or 'open'}"
        screen.say(key, player=first.player, mark=f"{100 * test.mark:g}", bags=first.bags)
    if isinstance(test, Sprt):
        key = f"arena.sprt.{test.verdict or 'open'}"
        ratio = f"{test.ratio:+.2f}"
        screen.say(key, player=first.player, low=f"{test.elo0:g}", high=f"{test.elo1:g}", bags=first.bags, ratio=ratio)


def show_adjusted(screen: Screen, standings: Sequence[Standing]) -> None:
    """The same results less what chance brought, if the match looked at it."""
    found = [(row.player, row.adjusted) for row in standings if row.adjusted is not None]
    if not found:
        return
    screen.say("arena.without_luck", style="bold")
    table = Table()
    for key in ("player", "share", "as_sure", "margin", "as_sure", "luck"):
        table.add_column(screen.texts(f"arena.{key}"), justify="left" if key == "player" else "right")
    for name, row in found:
        table.add_row(
            name,
            shown(row.share, 100, ".1f"),
            f"{row.share_worth:.1f}",
            shown(row.margin, 1, "+.1f"),
            f"{row.margin_worth:.1f}",
            shown(row.luck, 1, "+.1f"),
        )
    screen.show(table)
    screen.say("arena.about_luck", style="dim")


def show_faults(screen: Screen, player: str, faults: Mapping[str, int]) -> None:
    if faults:
        told = ", ".join(f"{screen.texts(f'arena.fault.{kind}')} {count}" for kind, count in sorted(faults.items()))
        screen.say("arena.faults", style="yellow", player=player, faults=told)


def shown_elo(elo: Interval) -> str:
    """Value and limits; whoever won or lost everything has one bound, and no value."""
    if math.isinf(elo.low) and not math.isinf(elo.high):
        return f"< {elo.high:+.0f}"
    if math.isinf(elo.high) and not math.isinf(elo.low):
        return f"> {elo.low:+.0f}"
    return shown(elo, 1, "+.0f")


def shown(interval: Interval, times: float, form: str) -> str:
    value, low, high = (times * number for number in (interval.value, interval.low, interval.high))
    if math.isinf(low) and math.isinf(high):
        return f"{value:{form}}"  # one bag tells nothing of the limits
    return f"{value:{form}} [{low:{form}}, {high:{form}}]"


def summary(match: Match, standings: list[Standing], test: Test | None) -> dict[str, Any]:
    return {
        "version": __version__,
        "mode": "compiled" if COMPILED else "interpreted",
        "match": match.as_json(),
        "bags": standings[0].bags,
        "games": standings[0].games,
        "players": [finite(row.as_json()) for row in standings],
        "test": test_told(test),
    }


def of_all(match: Match, results: Sequence[Result]) -> list[Standing]:
    return [standing(name, number, results) for number, name in enumerate(match.players)]


def test_told(test: Test | None) -> dict[str, Any] | None:
    if isinstance(test, Sequential):
        return {"mark": test.mark, "verdict": test.verdict}
    if isinstance(test, Sprt):
        return {"elo0": test.elo0, "elo1": test.elo1, "ratio": round(test.ratio, 5), "verdict": test.verdict}
    return None


def show_tournament(screen: Screen, match: Match, schedule: str, pairings: list[Pairing], as_json: bool) -> None:
    """The list of ratings, and how each pairing went."""
    phrases, places = screen.texts, tournament_standings(match.players, pairings)
    if as_json:
        told = {
            "version": __version__,
            "mode": "compiled" if COMPILED else "interpreted",
            "schedule": schedule,
            "tournament": match.as_json(),
            "ratings": [finite(asdict(place)) for place in places],
            "matches": [summary(pairing.match, of_all(pairing.match, pairing.results), None) for pairing in pairings],
        }
        click.echo(json.dumps(told, indent=2))
        return
    games = sum(len(pairing.results) for pairing in pairings)
    screen.say("arena.tournament", style="bold", schedule=schedule, games=games, game=match.game, seed=match.seed)
    show_unusual(screen, match.pair(0, 1).setup)
    table = Table()
    for key in ("player", "elo", "games", "wins", "ties", "share"):
        table.add_column(phrases(f"arena.{key}"), justify="left" if key == "player" else "right")
    for place in places:
        share = f"{100 * place.share:.1f}"
        table.add_row(place.player, shown_elo(place.elo), str(place.games), str(place.wins), str(place.ties), share)
    screen.show(table)
    screen.say("arena.rating", style="dim")
    for place in places:
        show_faults(screen, place.player, place.faults)


def finite(value: Any) -> Any:
    """JSON knows no infinity: null, where a limit is none."""
    if isinstance(value, dict):
        return {key: finite(part) for key, part in value.items()}
    if isinstance(value, float):
        return round(value, 5) if math.isfinite(value) else None
    return value
