"""``bastida simulate``: many random games at full speed, and what came of them.

Game number k is played with the generator ``Rng(start + k)``, where ``start`` comes from the seed alone, and everything
that is added up is a whole number: the same seed gives the same figures whatever the number of processes. Points by source and
decisions need a ledger and a count, which plain play-outs have not; they come from the first games of the run,
``SAMPLE`` of them, or from all with ``--sources``.
"""

from __future__ import annotations

import json
import math
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

from bastida import COMPILED, __version__
from bastida.arena.spread import Spread
from bastida.cli.app import SpokenCommand, chosen, common, option, pass_screen, settled, setup_options, words
from bastida.cli.rulings import show_unusual
from bastida.cli.screen import Screen
from bastida.cli.spreading import place_of_work
from bastida.kernel.chance import Rng
from bastida.kernel.codes import OVER
from bastida.kernel.engine import Engine
from bastida.kernel.ledger import Recorder
from bastida.language.sentences import source_title
from bastida.table.setup import Setup, make_setup

CHUNK = 100  # games a process plays before it reports
SAMPLE = 1000  # games whose points are told apart by source, unless all are
PATIENCE = 2.0  # seconds before a progress bar is worth drawing
SEEDS = 0x7FFFFFFF


@dataclass
class Numbers:
    """Sums over many games: enough for means and deviations, and exact whatever the order of adding."""

    count: int = 0
    total: int = 0
    squares: int = 0
    least: int | None = None
    most: int | None = None

    def add(self, value: int) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value
        self.least = value if self.least is None else min(self.least, value)
        self.most = value if self.most is None else max(self.most, value)

    def merge(self, other: Numbers) -> None:
        self.count += other.count
        self.total += other.total
        self.squares += other.squares
        self.least = min((n for n in (self.least, other.least) if n is not None), default=None)
        self.most = max((n for n in (self.most, other.most) if n is not None), default=None)

    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    def deviation(self) -> float:
        """Of the sample, with n - 1."""
        if self.count < 2:
            return 0.0
        return math.sqrt((self.squares * self.count - self.total * self.total) / (self.count * (self.count - 1)))

    def summary(self) -> dict[str, Any]:
        return {"mean": round(self.mean(), 4), "sd": round(self.deviation(), 4), "min": self.least, "max": self.most}


@dataclass
class Results:
    """What came of some games."""

    seats: int
    games: int = 0
    scores: list[Numbers] = field(default_factory=list)
    wins: list[int] = field(default_factory=list)  # alone
    shared: list[list[int]] = field(default_factory=list)  # by seat and number of winners: ties
    ties: int = 0
    turns: Numbers = field(default_factory=Numbers)
    unplaceable: Numbers = field(default_factory=Numbers)
    decisions: Numbers = field(default_factory=Numbers)
    sampled: int = 0
    sources: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.scores = self.scores or [Numbers() for _ in range(self.seats)]
        self.wins = self.wins or [0] * self.seats
        self.shared = self.shared or [[0] * (self.seats + 1) for _ in range(self.seats)]

    def note(self, engine: Engine) -> None:
        points = [int(engine.score_of(seat)) for seat in range(self.seats)]
        best = [seat for seat in range(self.seats) if points[seat] == max(points)]
        self.games += 1
        for seat in range(self.seats):
            self.scores[seat].add(points[seat])
        for seat in best:
            if len(best) == 1:
                self.wins[seat] += 1
            else:
                self.shared[seat][len(best)] += 1
        self.ties += len(best) > 1
        self.turns.add(turns_of(engine))
        self.unplaceable.add(unplaceable_of(engine))

    def merge(self, other: Results) -> None:
        self.games += other.games
        self.ties += other.ties
        self.sampled += other.sampled
        for seat in range(self.seats):
            self.scores[seat].merge(other.scores[seat])
            self.wins[seat] += other.wins[seat]
            for winners, number in enumerate(other.shared[seat]):
                self.shared[seat][winners] += number
        for mine, theirs in (
            (self.turns, other.turns),
            (self.unplaceable, other.unplaceable),
            (self.decisions, other.decisions),
        ):
            mine.merge(theirs)
        for source, points in other.sources.items():
            self.sources[source] = self.sources.get(source, 0) + points

    def share(self, seat: int) -> float:
        """Of the wins: a tie is shared out among its winners."""
        parts = self.wins[seat] + sum(number / n for n, number in enumerate(self.shared[seat]) if number)
        return parts / self.games if self.games else 0.0

    def summary(self, setup: Setup, seed: int, seconds: float) -> dict[str, Any]:
        return {
            "version": __version__,
            "mode": "compiled" if COMPILED else "interpreted",
            "game": setup.preset(),
            "edition": setup.edition,
            "sets": list(setup.sets),
            "elements": list(setup.elements),
            "switches": setup.unusual,
            "players": self.seats,
            "seed": seed,
            "games": self.games,
            "seats": [
                {"score": self.scores[seat].summary(), "wins": self.wins[seat], "share": round(self.share(seat), 4)}
                for seat in range(self.seats)
            ],
            "ties": self.ties,
            "turns": self.turns.summary(),
            "unplaceable": self.unplaceable.summary(),
            "sample": {
                "games": self.sampled,
                "decisions": self.decisions.summary(),
                "points_by_source": {source: round(n / self.sampled, 4) for source, n in sorted(self.sources.items())},
            },
            "seconds": round(seconds, 3),
            "games_per_second": round(self.games / seconds, 1) if seconds > 0 else None,
        }


def turns_of(engine: Engine) -> int:
    """How many turns were begun: when the last tile has been played the next turn has its number already."""
    return max(0, int(engine.turn) - 1)


def unplaceable_of(engine: Engine) -> int:
    """Tiles that went back to the box because they fitted nowhere."""
    rules, box = engine.rules, engine.piles.box
    return sum(int(box[rules.pile_row[pile] + kind]) for pile in rules.stock for kind in range(len(rules.tiles)))


def play_chunk(setup: Setup, start: int, span: tuple[int, int, int]) -> Results:
    """Play the games from ``first`` to ``end``; those before ``sampled`` with a ledger."""
    first, end, sampled = span
    template = setup.engine()
    results = Results(setup.seats)
    for number in range(first, end):
        engine = template.copy()
        rng = Rng((start + number) & SEEDS)
        if number < sampled:
            play_with_ledger(engine, rng, results)
        else:
            engine.play_random(rng)
        results.note(engine)
    return results


def play_with_ledger(engine: Engine, rng: Rng, results: Results) -> None:
    """The same game as ``play_random`` plays, with its points told apart and its questions to players counted."""
    recorder = Recorder()
    engine.recorder = recorder
    asked = 0
    while engine.asked != OVER:
        asked += engine.asked >= 0
        engine.answer(engine.random_option(rng))
    results.sampled += 1
    results.decisions.add(asked)
    for entry in recorder.entries:
        results.sources[entry.source] = results.sources.get(entry.source, 0) + entry.points


def simulated(setup: Setup, games: int, seed: int, spread: Spread, sampled: int) -> Iterator[Results]:
    """The results, chunk by chunk."""
    start = zlib.crc32(str(seed).encode())
    spans = [(first, min(first + CHUNK, games), sampled) for first in range(0, games, CHUNK)]
    work: Callable[[tuple[int, int, int]], Results] = partial(play_chunk, setup, start)
    yield from spread(work, spans)


def watched(screen: Screen, chunks: Iterable[Results], games: int, quiet: bool) -> Iterator[Results]:
    """The chunks again, with a progress bar on the error stream if they take a while and somebody is looking."""
    if quiet or not screen.errors.is_terminal:
        yield from chunks
        return
    began = time.monotonic()
    bar = Progress(BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=screen.errors, transient=True)
    task = bar.add_task("", total=games)
    started = False
    try:
        for chunk in chunks:
            bar.advance(task, chunk.games)
            if not started and time.monotonic() - began > PATIENCE:
                bar.start()
                started = True
            yield chunk
    finally:
        if started:
            bar.stop()


@click.command("simulate", cls=SpokenCommand)
@setup_options
@option("--games", type=click.IntRange(1, 100_000_000), default=1000, show_default=True, metavar="N")
@option("--players", type=click.IntRange(1, 20), default=2, show_default=True, metavar="N")
@option("--seed", type=int, default=1, show_default=True, metavar="N")
@option("--jobs", type=click.IntRange(1, 512), default=1, show_default=True, metavar="N")
@option("--ray", "ray_cluster", is_flag=True)
@option("--ray-address", metavar="HOST:PORT")
@option("--sources", is_flag=True)
@option("--json", "as_json", is_flag=True)
@common
@pass_screen
def simulate(
    screen: Screen,
    game: str,
    sets: str | None,
    elements: str | None,
    without: str | None,
    rulings: tuple[str, ...],
    games: int,
    players: int,
    seed: int,
    jobs: int,
    ray_cluster: bool,
    ray_address: str | None,
    sources: bool,
    as_json: bool,
) -> None:
    setup = make_setup(
        game,
        sets=words(sets),
        elements=chosen(elements),
        without=words(without),
        players=players,
        switches=settled(rulings),
    )
    setup.rules()  # outside the clock
    spread = place_of_work(jobs, ray_cluster, ray_address)
    results = Results(setup.seats)
    began = time.perf_counter()
    for chunk in watched(screen, simulated(setup, games, seed, spread, games if sources else SAMPLE), games, as_json):
        results.merge(chunk)
    summary = results.summary(setup, seed, time.perf_counter() - began)
    if as_json:
        click.echo(json.dumps(summary, indent=2))
    else:
        show_summary(screen, setup, summary)


def show_summary(screen: Screen, setup: Setup, summary: dict[str, Any]) -> None:
    screen.play(setup)
    phrases = screen.texts
    games = setup.games
    name = (
        phrases.name(games.presets[summary["game"]].names)
        if summary["game"]
        else phrases.name(games.editions[setup.edition].names)
    )
    screen.say("simulate.title", style="bold", games=summary["games"], game=name, players=setup.seats, seed=summary["seed"])
    show_unusual(screen, setup)
    table = Table()
    for key in ("seat", "mean", "sd", "min", "max", "wins", "share"):
        table.add_column(phrases(f"simulate.{key}"), justify="left" if key == "seat" else "right")
    for seat, row in enumerate(summary["seats"]):
        score = row["score"]
        table.add_row(
            str(seat + 1),
            f"{score['mean']:.2f}",
            f"{score['sd']:.2f}",
            str(score["min"]),
            str(score["max"]),
            str(row["wins"]),
            f"{100 * row['share']:.1f} %",
        )
    screen.show(table)
    screen.say("simulate.ties", number=summary["ties"], share=f"{100 * summary['ties'] / summary['games']:.1f}")
    lengths = summary["turns"]
    screen.say("simulate.turns", mean=f"{lengths['mean']:.1f}", least=lengths["min"], most=lengths["max"])
    left = summary["unplaceable"]
    screen.say("simulate.unplaceable", mean=f"{left['mean']:.3f}", most=left["max"])
    sample = summary["sample"]
    screen.say("simulate.decisions", mean=f"{sample['decisions']['mean']:.1f}", games=sample["games"])
    parts = sorted(sample["points_by_source"].items(), key=lambda part: -part[1])
    shown = " · ".join(f"{source_title(phrases, source)} {points:.2f}" for source, points in parts)
    screen.say("simulate.sources", parts=shown, games=sample["games"])
    speed = f"{summary['games_per_second']:.0f}"
    screen.say("simulate.speed", seconds=f"{summary['seconds']:.2f}", speed=speed, mode=phrases(f"mode.{summary['mode']}"))
