"""Random games for the tests of records and positions, and what two equal states have in common."""

from __future__ import annotations

import random
from contextlib import suppress
from functools import cache
from typing import Any

import bastida
from bastida.kernel.codes import OVER
from bastida.kernel.engine import Engine
from bastida.record import Record
from bastida.table.game import Game
from bastida.table.setup import make_setup


def seats_of(preset: str) -> list[int]:
    """The numbers of players a preset can be played with."""
    found = []
    for seats in range(2, 7):
        with suppress(bastida.SetupError):
            make_setup(preset, players=seats)
            found.append(seats)
    return found


def some_tables() -> list[tuple[str, int]]:
    """Every preset, with the number of players changing from one to the next."""
    tables = [(preset, seats_of(preset)) for preset in bastida.presets()]
    return [(preset, seats[number % len(seats)]) for number, (preset, seats) in enumerate(tables)]


def play_on(game: Game, seed: object, answers: int | None = None) -> Game:
    """Answer at random, chance included where nobody deals. The choice depends on the seed and the options' texts alone."""
    chooser = random.Random(str(seed))
    while not game.over and answers != 0:
        game.play(chooser.choice(sorted(str(option) for option in game.options())))
        answers = None if answers is None else answers - 1
    return game


def random_game(preset: str, seats: int, seed: int = 0, answers: int | None = None) -> Game:
    """A game played at random to its end, or through so many answers of players."""
    return play_on(bastida.new_game(preset, players=seats, seed=seed), seed, answers)


@cache
def random_record(preset: str, seats: int, seed: int = 0, answers: int | None = None) -> Record:
    return Record.from_game(random_game(preset, seats, seed, answers))


def columns_of(engine: Engine) -> dict[str, Any]:
    """Everything in an engine that can make a difference to what happens next, without the names of regions."""
    board, regions, figures, piles = engine.board, engine.regions, engine.figures, engine.piles
    first: dict[int, int] = {}
    for node in range(regions.nodes):
        first.setdefault(regions.region[node], node)
    tails = [
        [piles.tail[pile * engine.rules.tail_room + at] for at in range(piles.tail_size[pile])]
        for pile in range(len(piles.tail_size))
    ]
    found: dict[str, Any] = {
        "width": board.width,
        "home": board.home,
        "cells": [board.tile_cell[slot] for slot in range(board.tiles)],
        "shapes": [board.tile_shape[slot] for slot in range(board.tiles)],
        "links": [board.tile_link[slot] for slot in range(board.tiles)],
        "openings": [(board.open_cell[at], board.open_need[at]) for at in range(board.opens)],
        "regions": [first[regions.region[node]] for node in range(regions.nodes)],
        "totals": {
            node: [regions.count[name], regions.marks[name], regions.strength[name], regions.done[name]]
            for name, node in first.items()
        },
        "places": [figures.place[at] for at in range(engine.rules.figure_total)],
        "more": [figures.more[at] for at in range(engine.rules.figure_total)],
        "supply": [figures.supply[at] for at in range(len(figures.supply))],
        "left": [piles.remaining[at] for at in range(len(piles.remaining))],
        "box": [piles.box[at] for at in range(len(piles.box))],
        "mixed": [piles.mixed[at] for at in range(len(piles.mixed))],
        "tails": tails,
        "points": [engine.points[at] for at in range(len(engine.points))],
        "own": [engine.columns[at] for at in range(len(engine.columns))],
    }
    names = ["asked", "seat", "turn", "part", "next_part", "part_barred", "spread", "stolen"]
    if engine.asked != OVER:
        names += ["depth", "run_level", "step_at", "run_kind", "run_slot", "run_source", "run_pile", "run_rights"]
        names += ["item_base", "item_count", "touched_base", "touched_count"]
        found["tasks"] = [engine.stack[at] for at in range(engine.depth * 8)]
        found["items"] = [engine.items[at] for at in range(engine.item_count * 5)]
        found["touched"] = [engine.touched[at] for at in range(engine.touched_count)]
    return found | {name: getattr(engine, name) for name in names}
