"""Figures of docs/analysis.md: errors of players of known strength, luck, remainders, planted blunders, and time.

    python benchmarks/analysis.py levels greedy ranking level:7 --games 10 --keep levels.jsonl
    python benchmarks/analysis.py games plus-big hunters:4 --games 2 --keep games.jsonl
    python benchmarks/analysis.py blunders --games 10 --keep blunders.jsonl
    python benchmarks/analysis.py luck plus --games 100 --keep luck.jsonl
    python benchmarks/analysis.py show levels.jsonl games.jsonl blunders.jsonl luck.jsonl

``levels`` reviews games in which a player meets itself, ``games`` those of the evaluator in other games; ``blunders`` puts the
answer that looks worst into every fourth turn of a game between evaluators, each by itself, and looks whether the review finds
it; ``luck`` looks at the events of chance alone, with a smaller sample of what may come. A game is a line of JSON in the file
that is kept, and is left out if it is there already. ``show`` sums up.
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

from bastida.analysis.calibrate import read
from bastida.analysis.model import mark_of
from bastida.analysis.reviewing import BUDGETS, review
from bastida.analysis.stretch import Work
from bastida.analysis.valuing import Budget, final_margins
from bastida.arena.luck import Luck
from bastida.arena.match import Match, as_game, play_game
from bastida.arena.statistics import without_luck
from bastida.players.registry import make_player
from bastida.record import Record
from bastida.table.game import Game

DRAWS = 8  # outcomes that stand for all, where only luck is looked at: it is as fair with few, and noisier
EVERY = 8  # stretches from one planted blunder to the next: a fourth of a player's turns in a game of two


def played(player: str, game: str, seats: int, number: int, seed: int) -> Game:
    match = Match((player,) * seats, game, seed=seed)
    players = [make_player(spec, match.setup) for spec in match.players]
    return as_game(match, play_game(match, players, number, 0))


def lucky(game: str, seats: int, number: int, seed: int) -> dict[str, Any]:
    """What chance brought to every seat in a game of the evaluator against itself."""
    table = played("evaluator", game, seats, number, seed)
    luck = Luck(table.setup, seed, Budget(1, draws=DRAWS))
    table_at = table.copy()
    table_at.rewind(0)
    engine = table_at.engine.copy()
    for step in table.steps:
        if step.seat is None:
            luck.see(engine, step.number)
        engine.answer(step.number)
    return {"luck": luck.margins, "luck_chance": luck.chances, "results": final_margins(engine)}


def reviewed(player: str, game: str, seats: int, number: int, seed: int, budget: str) -> dict[str, Any]:
    table = played(player, game, seats, number, seed)
    began, worked = time.perf_counter(), time.process_time()
    found = review(table, budget=budget)
    return {
        "seconds": time.perf_counter() - began,
        "cpu": time.process_time() - worked,
        "errors": [[one.loss, one.loss_chance] for one in found.answers if one.mark],
        "luck": [one.luck[one.seat] for one in found.events],
        "luck_chance": [one.luck_chance[one.seat] for one in found.events],
        "remainders": [side.remainder for side in found.sides],
        "results": [side.result for side in found.sides],
        "adjusted": [side.adjusted for side in found.sides],
    }


def planted(game: str, number: int, seed: int, budget: str) -> dict[str, Any]:
    """One blunder at a time: the answer to the tile that the evaluation likes least, and nothing else is changed before it."""
    return {"planted": list(one_by_one(game, number, seed, budget))}


def one_by_one(game: str, number: int, seed: int, budget: str) -> Iterator[dict[str, Any]]:
    """What the review says of every blunder that is put into a game."""
    whole = played("evaluator", game, 2, number, seed)
    work = Work(Record.from_game(whole).to_json(), BUDGETS[budget], 0)
    for place in range(2 + number % EVERY, len(work.parts) - 1, EVERY):
        first, last = work.parts[place]
        engine = work.engines[place].copy()
        if first == last or engine.asked < 0 or engine.list_options().count < 2:
            continue
        seat = int(engine.asked)
        outlooks = work.valuer.outlooks(engine)
        worst = outlooks[-1]
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
        looks = outlooks[0].margins[seat] - worst.margins[seat]  # what it costs by the evaluation of this turn
        best = before[1][seat]
        yield {
            "place": place,
            "looks": looks,
            "points": points,
            "chance": chance,
            "best": best,
            "mark": mark_of(chance, points),
        }


def by_mean(games: list[list[float]]) -> str:
    """A mean over whatever happened in games; for its limits every game is one."""
    weights = [len(game) for game in games if game]
    every = sum(weights)
    mid = sum(sum(game) for game in games) / every
    off = [sum(game) - mid * len(game) for game in games if game]
    half = 1.96 * math.sqrt(sum(one * one for one in off)) / every if len(off) > 1 else math.inf
    return f"{mid:+.3f} ± {half:.3f}"


def show(lines: list[dict[str, Any]]) -> None:
    for key in dict.fromkeys(key_of(line)[:4] for line in lines):
        mine = [line for line in lines if key_of(line)[:4] == key]
        print(" | ".join([*(str(part) for part in key), f"{len(mine)} games"]))
        for told in SHOWN[key[0]](mine):
            print(f"  {told}")
    reviews = [line for line in lines if line["what"] in ("levels", "games")]
    if reviews:
        points, wins = (by_mean([line[name] for line in reviews]) for name in ("luck", "luck_chance"))
        print(f"luck in all {len(reviews)} games reviewed: {points} points, {wins} of a game, an event")


def show_reviews(lines: list[dict[str, Any]]) -> Iterator[str]:
    yield f"error per decision {by_mean([[error[0] for error in line['errors']] for line in lines])} points"
    yield f"                   {by_mean([[error[1] for error in line['errors']] for line in lines])} of a game"
    sizes = [abs(value) for line in lines for value in line["remainders"]]
    yield f"remainder {mean(sizes):.1f} points, at most {max(sizes):.1f}; {mean(line['cpu'] for line in lines):.1f} s"
    if len(lines) > 2:
        spread = [stdev(line[name][0] for line in lines) for name in ("results", "adjusted")]
        yield f"standard deviation of the result {spread[0]:.1f}, without luck {spread[1]:.1f}"


def show_luck(lines: list[dict[str, Any]]) -> Iterator[str]:
    """The luck of the first seat game by game, and what its part in the result makes of the spread of results."""
    for name in ("luck", "luck_chance"):
        yield f"{name} of the first seat in a game: {by_mean([[line[name][0]] for line in lines])}"
    if len(lines) > 9:
        results, luck = [line["results"][0] for line in lines], [line["luck"][0] for line in lines]
        left = without_luck(results, luck)
        spread = f"standard deviation of the result {stdev(results):.1f} points"
        yield f"{spread}, less {left.part:.2f} of the luck {stdev(left.values):.1f}: {left.worth:.2f} times the games"


def show_blunders(lines: list[dict[str, Any]]) -> Iterator[str]:
    every = [one for line in lines for one in line["planted"]]
    for name, low in (("all", -1.0), ("that look 3 points worse at once", 3.0), ("that look 6 points worse", 6.0)):
        mine = [one for one in every if one["looks"] >= low]
        if mine:
            marks = {mark: sum(one["mark"] == mark for one in mine) for mark in dict.fromkeys(one["mark"] for one in mine)}
            better = sum(one["points"] > 0 for one in mine)
            yield f"{name}: {len(mine)}; something better is named {better} times; {marks}"
            costly = sum(one["points"] >= 2.0 for one in mine)
            yield f"  said to cost 2 points or more {costly} times, {mean(one['points'] for one in mine):.1f} on an average"


SHOWN = {"levels": show_reviews, "games": show_reviews, "luck": show_luck, "blunders": show_blunders}


def key_of(line: dict[str, Any]) -> tuple[str, ...]:
    """What tells one game from another."""
    return tuple(str(line[name]) for name in ("what", "name", "seats", "budget", "seed", "number"))


def main() -> None:
    parser = argparse.ArgumentParser(description="Figures of docs/analysis.md.")
    parser.add_argument("what", choices=[*SHOWN, "show"])
    parser.add_argument("names", nargs="*", help="players, games (plus-big, hunters:4), or files")
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", default="quick", choices=list(BUDGETS))
    parser.add_argument("--keep", type=Path, default=Path("analysis.jsonl"))
    chosen = parser.parse_args()
    if chosen.what == "show":
        show([line for name in chosen.names for line in read(Path(name))])
        return
    there = {key_of(line) for line in read(chosen.keep)}
    with chosen.keep.open("a", encoding="utf-8") as file:
        for number in range(chosen.games):
            for name in chosen.names or ["plus"]:
                game, _, seats = ("plus", "", "") if chosen.what == "levels" else name.partition(":")
                head = {"what": chosen.what, "name": name, "seats": int(seats or 2), "budget": chosen.budget}
                head |= {"seed": chosen.seed, "number": number}
                if key_of(head) not in there:
                    line = head | looked_at(chosen.what, name, game, int(seats or 2), number, chosen.seed, chosen.budget)
                    file.write(json.dumps(line, separators=(",", ":")) + "\n")
                    file.flush()


def looked_at(what: str, name: str, game: str, seats: int, number: int, seed: int, budget: str) -> dict[str, Any]:
    if what == "blunders":
        return planted(game, number, seed, budget)
    if what == "luck":
        return lucky(game, seats, number, seed)
    return reviewed(name if what == "levels" else "evaluator", game, seats, number, seed, budget)


if __name__ == "__main__":
    main()
