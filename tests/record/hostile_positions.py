"""Positions of random games, changed as somebody would who wants to break what reads them; and what is accepted, played.

python -m tests.record.hostile_positions --seconds 600    until then, or until something breaks
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Sequence

import bastida
from bastida.record import PositionError, from_position, position
from bastida.table.game import Game
from bastida.table.setup import Setup
from tests.properties.checks import (
    asks_or_is_over,
    every_option_can_be_played,
    figures_are_conserved,
    numbers_lie_in_their_ranges,
    open_cells_equal_a_scan,
    option_texts_are_unique_and_parse_back,
    placements_equal_trying_everything,
    regions_equal_the_oracle,
    table_of,
    tile_total,
    tiles_at_start,
)
from tests.properties.games import ANSWERS_AT_MOST
from tests.properties.setups import random_setup

NUMBERS = (0, 1, -1, 2, 3, 4, 5, 7, 8, 15, 16, 49, 50, 59, 60, 61, 62, 63, 64, 127, 255, 256, 999, 1000, 31968)
HUGE = (10**6, -(10**6), 2**31, 2**32, 2**53, 2**61, 2**62, -(2**62), 2**63, 10**30)
BAR = " | "
STUDY_ANSWERS = 60  # a study has no end of its own
ORACLE = 0.1  # the naive second reading takes as long as all the rest
ALWAYS = (asks_or_is_over, figures_are_conserved, numbers_lie_in_their_ranges)
SOMETIMES = (option_texts_are_unique_and_parse_back, every_option_can_be_played)  # the ledger begins in mid-game
ON_THE_TABLE = (regions_equal_the_oracle, open_cells_equal_a_scan, placements_equal_trying_everything)


def some_positions(setup: Setup, seed: int, every: int) -> list[str]:
    """Of one random game: mostly where a module asks, which is seldom, and now and then any other."""
    rng = random.Random(seed)
    game = Game(setup, None) if setup.study else bastida.new_game(setup, seed=seed)
    found = [position(game)]
    while not game.over and len(game.steps) < 400:
        game.play(rng.choice(game.options()))
        decision = game.decision
        asks = decision is not None and decision.kind not in ("tile", "figure", "draw")
        if rng.random() < (0.3 if asks else 1 / every):
            found.append(position(game))
    found.append(position(game))
    return found


def changed(text: str, other: str, rng: random.Random, setup: Setup) -> str:
    """One change: of a number, a word, a section; or something taken from another position."""
    sections = text.split(BAR)
    first = next((at for at, section in enumerate(sections) if section.startswith("turn ")), 1)
    at = rng.randrange(first, len(sections))  # what is played may be wrong too, but then little is left to try
    key, *words = sections[at].split(" ")
    way = rng.randrange(12)
    if way <= 3:
        sections[at] = _other_number(sections[at], rng)
    elif way == 4 and words:
        words.pop(rng.randrange(len(words)))
        sections[at] = " ".join([key, *words]) if words else ""
    elif way == 5 and words:
        words.insert(rng.randrange(len(words) + 1), rng.choice(words))
        sections[at] = " ".join([key, *words])
    elif way == 6 and len(words) > 1:
        a, b = rng.sample(range(len(words)), 2)
        words[a], words[b] = words[b], words[a]
        sections[at] = " ".join([key, *words])
    elif way == 7:
        sections[at] = _other_word(sections[at], text, rng)
    elif way == 8:
        sections.pop(at)
    elif way == 9:
        theirs = rng.choice(other.split(BAR)[1:])
        same = [number for number, section in enumerate(sections) if section.split(" ")[0] == theirs.split(" ")[0]]
        if same:
            sections[same[0]] = theirs
        else:
            sections.insert(len(sections), theirs)
    elif way == 10:
        return _with_task(text, rng, setup)
    else:
        return _with_column(text, rng, setup)
    return BAR.join(section for section in sections if section)


def _other_number(text: str, rng: random.Random) -> str:
    found = list(re.finditer(r"-?\d+", text))
    if not found:
        return text
    one = rng.choice(found)
    near = [int(one[0]) + step for step in (-1, 1, 2)]
    return f"{text[: one.start()]}{rng.choice([*near, *NUMBERS, rng.choice(HUGE)])}{text[one.end() :]}"


def _other_word(text: str, whole: str, rng: random.Random) -> str:
    """A name for another of its kind: a colour, a step, a place, a tile, any other."""
    split = r"[ =/:+@&~|]"
    names = [name for name in re.split(split, whole) if name]
    here = [one for one in re.finditer(r"[^ =/:+@&~|]+", text)][1:]
    if not here:
        return text
    one = rng.choice(here)
    shape = re.sub(r"[a-z]+|[A-Z]+|\d+", "x", one[0])
    alike = [name for name in names if re.sub(r"[a-z]+|[A-Z]+|\d+", "x", name) == shape and name != one[0]] or names
    return text[: one.start()] + rng.choice(alike) + text[one.end() :]


def _with_task(text: str, rng: random.Random, setup: Setup) -> str:
    """One more task, of any module, with any arguments."""
    rules = setup.rules()
    known = [f"{rules.modules[owner].name}.{routine}" for owner, routine in rules.tasks] or ["base.0"]
    name = rng.choice([*known, "phase", "booking", "final", "setup", "run"])
    args = [str(rng.choice([0, 0, 1, 2, rng.choice(NUMBERS), rng.choice(HUGE)])) for _ in range(rng.randrange(5))]
    task = ":".join([name, *args])
    sections = text.split(BAR)
    for at, section in enumerate(sections):
        if section.startswith("tasks "):
            words = section.split(" ")
            place = rng.randrange(1, len(words) + 1)
            words[place : place + rng.randrange(2)] = [task]
            sections[at] = " ".join(words)
            return BAR.join(sections)
    return f"{text}{BAR}tasks run {task}"


def _with_column(text: str, rng: random.Random, setup: Setup) -> str:
    """One more number of a module's own."""
    rules = setup.rules()
    if not rules.column_names:
        return text
    name = rng.choice(rules.column_names)
    place = rng.choice([0, rules.column_length[name] - 1, rng.randrange(rules.column_length[name])])
    word = f"{name}={place}:{rng.choice([*NUMBERS, rng.choice(HUGE)])}"
    sections = text.split(BAR)
    in_run = rules.run_columns[0] <= rules.column_offset[name] < rules.run_columns[1]
    wanted = "run0 " if in_run else "own "
    for at, section in enumerate(sections):
        if section.startswith(wanted):
            sections[at] = f"{section} {'own.' if in_run else ''}{word}"
            return BAR.join(sections)
    return f"{text}{BAR}own {word}"


def play_out(text: str, seed: int, thorough: float = 0.02) -> bool:
    """Read a position and, if it is accepted, play it to its end with every check that holds for one."""
    try:
        game = from_position(text, seed=seed)
    except PositionError as error:
        assert error.problem
        assert str(error).isprintable()
        return False
    rng = random.Random(seed)
    tiles = tile_total(game.engine)  # some may have been left out, none is there too often, and none comes or goes
    assert game.setup.study or all(here <= there for here, there in zip(tiles, tiles_at_start(game.setup), strict=True))
    limit = STUDY_ANSWERS if game.setup.study else ANSWERS_AT_MOST
    while True:
        closely = rng.random() < 0.1 or game.over or len(game.steps) < 8
        for check in ALWAYS if closely else ():
            if not game.setup.study or check is not figures_are_conserved:  # a study's may have been stood anywhere
                check(game)
        assert not closely or game.setup.study or tile_total(game.engine) == tiles
        if rng.random() < thorough or not game.steps:
            for check in SOMETIMES:
                check(game)
            if rng.random() < ORACLE:
                table = table_of(game)
                for other in ON_THE_TABLE:
                    other(game, table)
            game.projected()
            game.view()
            game.features()
        if game.over or (game.setup.study and len(game.steps) >= limit):
            break
        game.play(rng.choice(game.options()))
        assert len(game.steps) < limit + 5, "the game does not end"
    return True


def attack(seed: int, *, games: int = 1, each: int = 8, every: int = 40, study: bool = False) -> Counter[bool]:
    """Change many positions of random games; count which were accepted. A failure is told with its position."""
    rng = random.Random(f"hostile {seed}")
    count: Counter[bool] = Counter()
    for _ in range(games):
        setup = random_setup(rng, study=study)
        texts = some_positions(setup, rng.randrange(10**6), every)
        for text in texts:
            for number in range(each):
                hostile = text
                for _ in range(rng.choice((1, 1, 2, 3)) if number else 0):
                    hostile = changed(hostile, rng.choice(texts), rng, setup)
                try:
                    accepted = play_out(hostile, seed)
                except Exception as error:
                    raise AssertionError(f"{type(error).__name__}: {error}\n{hostile}\nplayed with seed {seed}") from error
                assert accepted or number, f"the position of a game is refused: {text}"
                count[accepted] += 1
    return count


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.record.hostile_positions")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**9))
    parser.add_argument("--study", action="store_true")
    options = parser.parse_args(arguments)
    begun, seed, failures = time.monotonic(), options.seed, 0
    count: Counter[bool] = Counter()
    while time.monotonic() - begun < options.seconds:
        try:
            count += attack(seed, study=options.study)
        except AssertionError as error:
            failures += 1
            print(f"FAILED  seed {seed}\n{error}", flush=True)
        seed += 1
    print(f"seeds {options.seed} to {seed - 1}: {count.total()} positions, {count[True]} accepted, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
