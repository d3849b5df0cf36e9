"""Figures of docs/analysis.md: errors of players of known strength, luck, remainders, planted blunders, and time.

    python benchmarks/analysis.py levels greedy ranking evaluator --games 10 --keep levels.jsonl
    python benchmarks/analysis.py games plus-big hunters:4 --games 2 --keep games.jsonl
    python benchmarks/analysis.py blunders --games 10 --keep blunders.jsonl
    python benchmarks/analysis.py show levels.jsonl games.jsonl blunders.jsonl

``levels`` reviews games in which a player meets itself, ``games`` those of the evaluator in other games; ``blunders`` puts the
answer that looks worst into every fourth turn of a game between evaluators, each by itself, and looks whether the review finds
it. Every result is a line of JSON in the file that is kept; ``show`` sums up.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from bastida.analysis.model import mark_of
from bastida.analysis.reviewing import BUDGETS, review
from bastida.analysis.stretch import Work
from bastida.arena.match import Match, as_game, play_game
from bastida.players.registry import make_player
from bastida.record import Record
from bastida.table.game import Game

EVERY = 8  # stretches from one planted blunder to the next: a fourth of a player's turns in a game of two


def played(player: str, game: str, seats: int, number: int, seed: int) -> Game:
    match = Match((player,) * seats, game, seed=seed)
    players = [make_player(spec, match.setup) for spec in match.players]
    return as_game(match, play_game(match, players, number, 0))


def reviewed(player: str, game: str, seats: int, number: int, seed: int, budget: str) -> dict[str, Any]:
    table = played(player, game, seats, number, seed)
    began, worked = time.perf_counter(), time.process_time()
    found = review(table, budget=budget)
    return {
        "what": "review",
        "player": player,
        "game": f"{game}, {seats} players",
        "budget": budget,
        "seconds": time.perf_counter() - began,
        "cpu": time.process_time() - worked,
        "errors": [[one.loss, one.loss_chance] for one in found.answers if one.mark],
        "luck": [one.luck[one.seat] for one in found.events],
        "luck_chance": [one.luck_chance[one.seat] for one in found.events],
        "remainders": [side.remainder for side in found.sides],
        "results": [side.result for side in found.sides],
        "adjusted": [side.adjusted for side in found.sides],
    }


def planted(game: str, number: int, seed: int, budget: str) -> Iterator[dict[str, Any]]:
    """One blunder at a time: the answer to the tile that the evaluation likes least, and nothing else is changed before it."""
    whole = played("evaluator", game, 2, number, seed)
    work = Work(Record.from_game(whole).to_json(), BUDGETS[budget], 0)
    for place in range(2 + number % EVERY, len(work.parts) - 1, EVERY):
        first, last = work.parts[place]
        engine = work.engines[place].copy()
        if first == last or engine.asked < 0 or engine.list_options().count < 2:
            continue
        seat = int(engine.asked)
        worst = work.valuer.outlooks(engine)[-1]
        table = Game(whole.setup)
        table.rewind(0)
        for step in whole.steps[:first]:
            table.play(step.text)
        table.play(next(option for option in table.options() if option.number == worst.option))
        while table.decision is not None and table.decision.seat is not None:
            options = table.options()
            table.play(options[0] if len(options) == 1 else next((one for one in options if one.declines), options[0]))
        told = Work(Record.from_game(table).to_json(), BUDGETS[budget], 0).stretch(place)
        before, after = told["answers"][0]["before"], told["answers"][-1]["after"]
        points, chance = before[0][seat] - after[0][seat], before[1][seat] - after[1][seat]
        yield {"what": "blunder", "place": place, "points": points, "chance": chance, "mark": mark_of(chance, points)}


def interval(values: list[float]) -> str:
    half = 1.96 * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return f"{mean(values):+.3f} ± {half:.3f}"


def show(lines: list[dict[str, Any]]) -> None:
    reviews = [line for line in lines if line["what"] == "review"]
    for key in dict.fromkeys((line["player"], line["game"], line["budget"]) for line in reviews):
        mine = [line for line in reviews if (line["player"], line["game"], line["budget"]) == key]
        errors = [error for line in mine for error in line["errors"]]
        sizes = [abs(value) for line in mine for value in line["remainders"]]
        luck = interval([one for line in mine for one in line["luck"]])
        print(
            f"{' | '.join(key)} | {len(mine)} games | error {mean(error[0] for error in errors):.2f} points, "
            f"{100 * mean(error[1] for error in errors):.2f} % | luck {luck} | "
            f"remainder {mean(sizes):.1f}, at most {max(sizes):.1f} | {mean(line['cpu'] for line in mine):.1f} s"
        )
    if reviews:
        points = interval([one for line in reviews for one in line["luck"]])
        wins = interval([100 * one for line in reviews for one in line["luck_chance"]])
        print(f"luck in all {len(reviews)} games: {points} points, {wins} % an event")
        two = [line for line in reviews if len(line["results"]) == 2 and line["player"] != "random"]
        if len(two) > 1:
            spread = [stdev(line[name][0] for line in two) for name in ("results", "adjusted")]
            print(f"standard deviation of the result {spread[0]:.1f}, without luck {spread[1]:.1f} ({len(two)} games of two)")
    blunders = [line for line in lines if line["what"] == "blunder"]
    for name, low in (("all", -1.0), ("that cost at least 3 points by the review", 3.0)):
        mine = [line for line in blunders if line["points"] >= low]
        if mine:
            counts = {mark: sum(line["mark"] == mark for line in mine) for mark in dict.fromkeys(line["mark"] for line in mine)}
            print(f"planted, {name}: {len(mine)}: {counts}, mean {mean(line['points'] for line in mine):.1f} points")


def main() -> None:
    parser = argparse.ArgumentParser(description="Figures of docs/analysis.md.")
    parser.add_argument("what", choices=["levels", "games", "blunders", "show"])
    parser.add_argument("names", nargs="*", help="players, games (plus-big, hunters:4), or files")
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", default="quick", choices=list(BUDGETS))
    parser.add_argument("--keep", type=Path, default=Path("analysis.jsonl"))
    chosen = parser.parse_args()
    if chosen.what == "show":
        show([json.loads(line) for name in chosen.names for line in Path(name).read_text(encoding="utf-8").splitlines()])
        return

    def results() -> Iterator[dict[str, Any]]:
        for number in range(chosen.games):
            if chosen.what == "blunders":
                yield from planted("plus", number, chosen.seed, chosen.budget)
            for name in chosen.names:
                if chosen.what == "levels":
                    yield reviewed(name, "plus", 2, number, chosen.seed, chosen.budget)
                elif chosen.what == "games":
                    game, _, seats = name.partition(":")
                    yield reviewed("evaluator", game, int(seats or 2), number, chosen.seed, chosen.budget)

    with chosen.keep.open("a", encoding="utf-8") as file:
        for line in results():
            file.write(json.dumps(line, separators=(",", ":")) + "\n")
            file.flush()


if __name__ == "__main__":
    main()
