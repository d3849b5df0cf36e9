"""``bastida analyse``: a game turn by turn, with the errors and the luck of everybody; or the best answers in one position."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click
from click.core import ParameterSource
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from bastida.analysis import BUDGETS, Outlooks, Review, analyse, annotated, review
from bastida.analysis.model import CLASSES, Answer, Event, likeness, rounded
from bastida.analysis.plot import plot
from bastida.analysis.reviewing import USUAL
from bastida.cli.app import SpokenCommand, argument, check_folder, common, fail, option, pass_screen
from bastida.cli.saving import read_record, with_suffix
from bastida.cli.screen import Screen
from bastida.cli.spreading import place_of_work
from bastida.record import Record, from_position
from bastida.table.game import Game

LAST = "last"  # of the positions of a record
OF_GAMES = ("budget", "jobs", "ray_cluster", "ray_address", "resume", "out", "svg")  # options that a position has no use for
OF_POSITIONS = ("seconds", "lines")
SIGNS = {"best": "", "good": "", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}


@click.command("analyse", cls=SpokenCommand)
@argument("name", required=False, metavar="[FILE]")
@option("--budget", type=click.Choice(list(BUDGETS)), default=USUAL, show_default=True)
@option("--nodes", type=click.IntRange(1), metavar="N")
@option("--seed", type=int, default=0, show_default=True, metavar="N")
@option("--jobs", type=click.IntRange(1, 512), default=1, show_default=True, metavar="N")
@option("--ray", "ray_cluster", is_flag=True)
@option("--ray-address", metavar="HOST:PORT")
@option("--resume", metavar="FILE")
@option("--out", metavar="FILE")
@option("--svg", metavar="FILE")
@option("--json", "as_json", is_flag=True)
@option("--position", "line", metavar="TEXT")
@option("--time", "seconds", type=float, metavar="N")
@option("--lines", type=click.IntRange(1, 1000), default=3, show_default=True, metavar="N")
@common
@pass_screen
def analyse_command(
    screen: Screen,
    name: str | None,
    budget: str,
    nodes: int | None,
    seed: int,
    jobs: int,
    ray_cluster: bool,
    ray_address: str | None,
    resume: str | None,
    out: str | None,
    svg: str | None,
    as_json: bool,
    line: str | None,
    seconds: float | None,
    lines: int,
) -> None:
    if line is not None:
        if line != LAST and name is not None:
            fail("analysis.file_or_position")
        if line == LAST and name is None:
            fail("analysis.no_file_named")
        refuse_given(OF_GAMES, "analysis.only_a_game")
        game = read_record(Path(name)).replay() if name is not None else from_position(line)
        show_position(screen, game, nodes, seconds, lines, seed, as_json)
        return
    if name is None:
        fail("analysis.no_file_named")
    refuse_given(OF_POSITIONS, "analysis.only_a_position")
    for file in (out, svg, resume):
        check_folder(None if file is None else Path(file))
    spread = place_of_work(jobs, ray_cluster, ray_address) if ray_cluster or ray_address else None
    record = read_record(Path(name))
    where = None if out is None else with_suffix(out)
    with progress(screen, as_json) as advance:
        found = review(record, budget=budget, nodes=nodes, seed=seed, jobs=jobs, spread=spread, resume=resume, progress=advance)
    if where is not None:
        annotated(record, found).write(where)
    phrases = screen.texts
    if svg is not None:
        words = [phrases(f"analysis.{key}") for key in ("chance", "luck", "turn")]
        words += [phrases(f"analysis.class.{key}") for key in ("inaccuracy", "mistake", "blunder")]
        Path(svg).write_text(plot(found, words, Path(name).name), encoding="utf-8")
    if as_json:
        click.echo(json.dumps(found.as_json(), indent=1))
    else:
        show_review(screen, record, found)


def refuse_given(names: Sequence[str], key: str) -> None:
    """Options that would do nothing are refused, not passed over."""
    context = click.get_current_context()
    for param in context.command.params:
        if param.name in names and context.get_parameter_source(param.name) is ParameterSource.COMMANDLINE:
            fail(key, option=param.opts[0])


@contextmanager
def progress(screen: Screen, quiet: bool) -> Iterator[Callable[[int, int], None]]:
    """Something to tell how much is done: a bar on the error stream if somebody is looking."""
    if quiet or not screen.errors.is_terminal:
        yield lambda done, of: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen.errors, transient=True) as bar:
        task = bar.add_task(screen.texts("analysis.bar"), total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)


# -- one position ---------------------------------------------------------------------------------------------------------


def show_position(
    screen: Screen, game: Game, nodes: int | None, seconds: float | None, lines: int, seed: int, as_json: bool
) -> None:
    screen.play(game.setup)
    found = analyse(game, nodes=nodes, time=seconds, lines=lines, seed=seed)
    if as_json:
        click.echo(json.dumps(rounded(found.as_json()), indent=1))
        return
    screen.say("analysis.question", style="bold", player=found.player, n=found.options, nodes=found.nodes)
    screen.show(lines_table(screen, found))


def lines_table(screen: Screen, found: Outlooks) -> Table:
    table = Table()
    for key in ("points", "chance", "passes", "line"):
        table.add_column(screen.texts(f"analysis.{key}"), justify="left" if key == "line" else "right")
    for one in found.lines:
        margin = f"{one.margins[found.seat]:+.1f}" + (f" ± {one.spread:.1f}" if one.spread else "")
        table.add_row(margin, percent(one.chances[found.seat]), str(one.visits), " | ".join(one.line))
    return table


# -- a whole game -----------------------------------------------------------------------------------------------------------


def show_review(screen: Screen, record: Record, found: Review) -> None:
    phrases = screen.texts
    screen.say("analysis.title", style="bold", game=found.title, players=" · ".join(found.players), n=turns_of(record))
    table = Table()
    for key in ("turn", "player", "what", "luck", "points", "chance", "loss", "class"):
        right = key in ("turn", "luck", "points", "chance", "loss")
        title = phrases("analysis.class_title" if key == "class" else f"analysis.{key}")
        table.add_column(title, justify="right" if right else "left")
    moves: list[Answer | Event] = sorted([*found.answers, *found.events], key=lambda one: one.step)
    turn = 0
    for one in moves:
        first = one.turn != turn
        turn = one.turn
        head = [str(turn) if first else "", found.players[one.seat]]
        if isinstance(one, Event):
            luck = f"{one.luck[one.seat]:+.1f}"
            table.add_row(*head, Text(f"[{one.kind} {one.text}]"), luck, *values(one), "", "")
        elif one.mark:
            table.add_row(*head, Text(said(one)), "", *values(one), f"{one.loss:.1f}" if one.loss else "", marked(screen, one))
    screen.show(table)
    show_sides(screen, found)
    screen.say("analysis.moments", style="bold")
    for moment in found.moments:
        key = "analysis.moment_luck" if moment.chance else "analysis.moment"
        shown = f"{100 * moment.swing:+.0f}"
        told = f"{moment.kind} {moment.text}"
        screen.say(
            key, turn=moment.turn, player=found.players[moment.seat], what=told, swing=shown, points=f"{moment.points:+.1f}"
        )


def turns_of(record: Record) -> int:
    return max((row.turn for row in record.rows), default=0)


def said(one: Answer) -> str:
    told = f"{one.kind} {one.text}"
    return f"{told} → {' | '.join(one.best)}" if one.best and SIGNS[one.mark] else told


def marked(screen: Screen, one: Answer) -> str:
    return f"{screen.texts(f'analysis.class.{one.mark}')} {SIGNS[one.mark]}".strip()


def values(one: Answer | Event) -> tuple[str, str]:
    return f"{one.margins[one.seat]:+.1f}", percent(one.chances[one.seat])


def percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def show_sides(screen: Screen, found: Review) -> None:
    phrases = screen.texts
    table = Table()
    table.add_column("")
    for side in found.sides:
        table.add_column(side.player, justify="right")
    rows: list[tuple[str, list[str]]] = [
        ("decisions", [str(side.decisions) for side in found.sides]),
        *((f"class.{name}", [str(side.marks[name]) for side in found.sides]) for name in CLASSES),
        ("error", [f"{side.error:.2f} ({100 * side.error_chance:.1f} %)" for side in found.sides]),
        ("rating_title", [phrases(f"analysis.rating.{side.rating}") for side in found.sides]),
        ("like", [likeness(phrases, side.levels) for side in found.sides]),
        ("result" if found.over else "result_so_far", [f"{side.result:+.1f}" for side in found.sides]),
        ("start", [f"{side.start:+.1f}" for side in found.sides]),
        ("luck_of", [f"{side.luck:+.1f} ({100 * side.luck_chance:+.0f} %)" for side in found.sides]),
        ("own", [f"{0.0 - side.own:+.1f}" for side in found.sides]),
        ("others", [f"{side.others:+.1f}" for side in found.sides]),
        ("remainder", [f"{side.remainder:+.1f}" for side in found.sides]),
        ("adjusted", [f"{side.adjusted:+.1f}" for side in found.sides]),
    ]
    for key, cells in rows:
        table.add_row(phrases(f"analysis.{key}"), *cells)
    screen.show(table)
    screen.say("analysis.sum", style="dim")
