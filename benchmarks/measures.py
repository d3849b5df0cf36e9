"""How each row is measured. A measure is made once and then asked for so much work; it tells how many units it did.

Everything here is done by a worker process, with the package of its mode; time is processor time, so that other work on
the machine disturbs little.
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import bastida
from bastida.art.pictures.board import board_svg
from bastida.art.tiles import layout, places
from bastida.art.tiles import sheet as tiles
from bastida.kernel.book import compile_rules
from bastida.kernel.chance import Rng
from bastida.kernel.codes import DEALER, OVER
from bastida.kernel.engine import Engine
from bastida.kernel.ledger import Recorder
from bastida.table.setup import make_setup, played_tiles

Work = Callable[[int], float]  # so many rounds of work; returns the units done

BLOCKS = 3  # a measurement is the best of so many
POSITIONS = 24
RECORDS = 20  # in a file
LARGE = 150  # tiles of a board to be drawn


def random_games(preset: str) -> Work:
    """Complete random games of two players on the integers: what search and learning do most."""
    template, rng = make_setup(preset).engine(), Rng(1)

    def work(rounds: int) -> float:
        for _ in range(rounds):
            template.copy().play_random(rng)
        return rounds

    return work


def recorded_games(preset: str) -> Work:
    """Complete random games on the integers with every point explained, as a record or a view needs it."""
    template, rng = make_setup(preset).engine(), Rng(1)

    def work(rounds: int) -> float:
        for _ in range(rounds):
            game = template.copy()
            game.recorder = Recorder()
            game.play_random(rng)
            assert game.recorder.entries
        return rounds

    return work


def copies(preset: str) -> Work:
    position = middle(make_setup(preset).engine(), Rng(1))

    def work(rounds: int) -> float:
        for _ in range(rounds):
            position.copy()
        return rounds

    return work


def option_lists(preset: str) -> Work:
    """Every legal answer, as integers, at questions of players in mid-game."""
    template, rng = make_setup(preset).engine(), Rng(1)
    positions = [middle(template.copy(), rng) for _ in range(POSITIONS)]

    def work(rounds: int) -> float:
        for _ in range(rounds):
            for position in positions:
                position.listed = False
                position.list_options()
        return rounds * len(positions)

    return work


def take_backs(preset: str) -> Work:
    """``play`` and ``undo`` in mid-game, with events and ledger."""
    game, chooser = bastida.new_game(preset, seed=1), random.Random(1)
    half = tiles_to_come(game.engine) // 2
    while game.engine.board.tiles < half:
        game.play(chooser.choice(game.options()))
    options = game.options()

    def work(rounds: int) -> float:
        for number in range(rounds):
            game.play(options[number % len(options)])
            game.undo()
        return rounds

    return work


def public_games(preset: str) -> Work:
    """Complete games as a program at the table plays them: options as objects, take-back possible, ledger written."""
    chooser = random.Random(1)

    def work(rounds: int) -> float:
        for _ in range(rounds):
            game = bastida.new_game(preset, seed=chooser.randrange(1 << 30))
            while not game.over:
                game.play(chooser.choice(game.options()))
            assert game.ledger
        return rounds

    return work


def loadings(preset: str, check: bool) -> Work:
    """Games from a file that holds many records, read, replayed and, unless they are trusted, checked."""
    chooser, texts = random.Random(1), []
    for seed in range(RECORDS):
        game = bastida.new_game(preset, seed=seed)
        while not game.over:
            game.play(chooser.choice(game.options()))
        texts.append(bastida.Record.from_game(game).to_text())
    folder = TemporaryDirectory()
    file = Path(folder.name, "games.bst")
    file.write_text("".join(texts), encoding="utf-8")

    def work(rounds: int, folder: TemporaryDirectory[str] = folder) -> float:  # which is kept for as long as there is work
        for _ in range(rounds):
            assert sum(game.over for game in bastida.load_many(file, check=check)) == RECORDS
        return rounds * RECORDS

    return work


def large_games(preset: str, times: int) -> Work:
    """Random games with every tile so many times as often; the units are tiles laid."""
    setup = make_setup(preset)
    edition = setup.games.editions[setup.edition]
    tiles = played_tiles(setup.games, edition, setup.sets)
    modules = [setup.games.base(), *(setup.games.elements[element].module() for element in setup.elements)]
    rules = compile_rules(
        setup.games.family,
        [tile for tile, _ in tiles],
        [times * count for _, count in tiles],
        modules,
        setup.seats,
        settings=edition.settings,
    )
    template, rng = Engine(rules), Rng(1)
    template.start()

    def work(rounds: int) -> float:
        laid = 0
        for _ in range(rounds):
            game = template.copy()
            game.play_random(rng)
            laid += game.board.tiles
        return laid

    return work


def first_drawings(preset: str) -> Work:
    """A large board drawn as if no tile had ever been drawn before; the units are boards."""
    game, chooser = bastida.new_game(preset, players=4, seed=1), random.Random(1)
    while game.engine.board.tiles < LARGE:
        game.play(chooser.choice(game.options()))

    def work(rounds: int) -> float:
        for _ in range(rounds):
            for drawings in (layout._layout, places._places, tiles._body, tiles.theme_defs):
                drawings.cache_clear()
            board_svg(game)
        return rounds

    return work


def tiles_to_come(game: Engine) -> int:
    return sum(int(game.piles.size(pile)) for pile in game.rules.stock)


def middle(game: Engine, rng: Rng) -> Engine:
    """Play at random until half of the tiles lie and a player is asked."""
    half = tiles_to_come(game) // 2
    while game.board.tiles < half or game.asked == DEALER:
        game.answer(game.random_option(rng))
        assert game.asked != OVER
    return game


def timed(work: Work, rounds: int) -> float:
    """Units per second."""
    start = process_time()
    units = work(rounds)
    return units / max(process_time() - start, 1e-9)


class Measure:
    """One thing to measure again and again; the number of rounds for a block is found out the first time."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.rounds_per_second = 0.0

    def rate(self, seconds: float) -> float:
        """Units per second, the best of some blocks that take about so long together."""
        if not self.rounds_per_second:
            self.calibrate(seconds / BLOCKS)
        rounds = max(1, round(seconds / BLOCKS * self.rounds_per_second))
        return max(timed(self.work, rounds) for _ in range(BLOCKS))

    def calibrate(self, seconds: float) -> None:
        rounds = 1
        while True:
            start = process_time()
            self.work(rounds)
            took = process_time() - start
            if took >= seconds / 4:
                self.rounds_per_second = rounds / took
                return
            rounds *= 2


class Duration:
    """Seconds for one unit of work."""

    def __init__(self, work: Work) -> None:
        self.work = work

    def rate(self, seconds: float) -> float:
        return 1 / timed(self.work, 1)


class Import:
    """Seconds of processor time until a new interpreter has imported the package, its own start left out."""

    CODE = "from time import process_time as now; begun = now(); import bastida; print(now() - begun)"

    def rate(self, seconds: float) -> float:
        done = subprocess.run([sys.executable, "-c", self.CODE], capture_output=True, text=True, check=True)
        return float(done.stdout)


class Ratio:
    """How much dearer a unit of one work is than a unit of another, measured in turns."""

    def __init__(self, work: Work, base: Work) -> None:
        self.dear, self.cheap = Measure(work), Measure(base)

    def rate(self, seconds: float) -> float:
        return self.cheap.rate(seconds / 2) / self.dear.rate(seconds / 2)


def make_measure(name: str, preset: str) -> Measure | Duration | Import | Ratio:
    """The measure of a row."""
    if name == "import":
        return Import()
    if name == "board":
        return Duration(first_drawings(preset))
    if name == "growth":
        return Ratio(large_games(preset, 3), large_games(preset, 2))
    if name in ("load", "load-trusted"):
        return Measure(loadings(preset, name == "load"))
    makers = {
        "copy": copies,
        "copy-todo": copies,
        "options": option_lists,
        "undo": take_backs,
        "ledger": recorded_games,
        "public": public_games,
    }
    return Measure(makers.get(name, random_games)(preset))
