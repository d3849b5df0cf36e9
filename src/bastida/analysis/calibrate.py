"""Fits the chances of winning to games that were really played, and shows how well they hold.

    python -m bastida.analysis.calibrate --play plus:2:400 plus:4:100 hunters:2:200 --games games.jsonl
    python -m bastida.analysis.calibrate --games games.jsonl --write --plot calibration.svg

``--play`` plays games of the evaluator against itself (a preset, how many players, how many games) and adds those to the file
that are not there yet, so a run that was interrupted goes on. Every game is a line: who won, and of every turn the tiles left
and the margins expected before the draw. ``--write`` fits a pair of numbers for every family, number of players and size
and writes ``chances.toml``. Odd games are fitted, even ones are shown: what is shown is not of the games the numbers come from.
"""

from __future__ import annotations

import argparse
import json
import math
import os
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from bastida.analysis.chances import FILE, Numbers, chances, numbers_for, shares
from bastida.analysis.reliability import Group, Said, picture, stage_of, summary, table
from bastida.analysis.valuing import final_margins
from bastida.arena.bags import Bag
from bastida.kernel.codes import DEALER, OVER
from bastida.players.endgame import tiles_left
from bastida.players.one_turn import OneTurnPlayer
from bastida.players.settle import quiet
from bastida.table.setup import make_setup

STEPS: Final = 40  # of the fit
Played = dict[str, Any]
Turn = tuple[list[float], int, list[float]]  # margins, tiles left, who won


def play(game: str, players: int, number: int) -> Played:
    """One game of the evaluator against itself."""
    setup = make_setup(game, players=players)
    engine = setup.engine()
    bag, player = Bag(f"calibrate/{number}"), OneTurnPlayer("evaluator")
    view = player.evaluator(engine)
    turns: list[list[Any]] = []
    whole = max(1, int(tiles_left(engine)))
    last = -1
    while engine.asked != OVER:
        if engine.asked == DEALER:
            if quiet(engine) and engine.turn != last and tiles_left(engine) > 0:
                last = int(engine.turn)
                view.measure(engine)
                turns.append([int(tiles_left(engine)), [round(float(view.margin(seat)), 2) for seat in range(players)]])
            engine.answer(bag.choose(engine))
        else:
            engine.answer(player.choose(engine, number))
    won = shares(final_margins(engine))
    head = {"family": setup.family, "game": game, "players": players, "number": number}
    return {**head, "whole": whole, "won": won, "turns": turns}


def turns_of(played: Played) -> Iterator[Turn]:
    for left, margins in played["turns"]:
        yield margins, left, played["won"]


def fit(turns: Sequence[Turn]) -> Numbers:
    """The two numbers under which what happened was likeliest: a search that halves its steps."""
    near, far, step = 3.0, 3.0, 1.5
    best = surprise(turns, (near, far))
    for _ in range(STEPS):
        tried = [(near + step, far), (near - step, far), (near, far + step), (near, far - step)]
        found = min(
            ((surprise(turns, pair), pair) for pair in tried if pair[0] >= 0.5 and pair[1] >= 0.0), default=(best, (near, far))
        )
        if found[0] < best:
            best, (near, far) = found
        else:
            step /= 2
            if step < 0.02:
                break
    return near, far


def surprise(turns: Sequence[Turn], numbers: Numbers) -> float:
    """Minus the logarithm of the chance given to what happened, on an average."""
    total = 0.0
    for margins, left, won in turns:
        expected = chances(margins, left, numbers)
        total -= sum(part * math.log(max(chance, 1e-6)) for part, chance in zip(won, expected, strict=True) if part)
    return total / max(1, len(turns))


def said_of(played: Played, numbers: Numbers) -> list[Said]:
    """What was said of every turn and seat of a game, and what came."""
    return [
        Said(stage_of(left / played["whole"]), chance, part)
        for margins, left, won in turns_of(played)
        for chance, part in zip(chances(margins, left, numbers), won, strict=True)
    ]


def read(file: Path) -> list[Played]:
    """The games of a file; half a line at its end, left by a sudden stop, goes."""
    if not file.exists():
        return []
    content = file.read_bytes()
    whole = content.rfind(b"\n") + 1
    if whole < len(content):
        os.truncate(file, whole)
    return [json.loads(line) for line in content[:whole].decode().splitlines()]


def add(file: Path, wanted: Sequence[str]) -> None:
    """Play what is wanted and not there yet."""
    there = {(one["game"], one["players"], one["number"]) for one in read(file)}
    with file.open("a", encoding="utf-8") as out:
        for text in wanted:
            game, players, count = text.split(":")
            for number in range(int(count)):
                if (game, int(players), number) not in there:
                    out.write(json.dumps(play(game, int(players), number), separators=(",", ":")) + "\n")
                    out.flush()


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bastida.analysis.calibrate", description="Fit the chances of winning.")
    parser.add_argument(
        "--play", nargs="+", default=[], metavar="GAME:PLAYERS:GAMES", help="play these, unless they are in the file"
    )
    parser.add_argument("--games", type=Path, required=True, metavar="FILE", help="the games, a line of JSON each")
    parser.add_argument("--write", action="store_true", help=f"fit, and write {FILE}")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw what was said and what came")
    chosen = parser.parse_args(arguments)
    add(chosen.games, chosen.play)
    groups: dict[tuple[str, int, int], list[Played]] = {}
    for one in read(chosen.games):
        groups.setdefault((one["family"], one["players"], one["whole"]), []).append(one)
    written = ["# Points by which margins are divided: at the last tile, and for each square root of a tile left."]
    shown: list[Group] = []
    for (family, players, whole), games in sorted(groups.items()):
        odd = [turn for one in games if one["number"] % 2 for turn in turns_of(one)]
        numbers = fit(odd) if chosen.write else numbers_for(family, players, whole)
        near, far = (round(number, 3) for number in numbers)
        written += ["", f"[[{family}]]", f"players = {players}", f"tiles = {whole}", f"near = {near}", f"far = {far}"]
        print(f"{family}, {players} players, {whole} tiles: near {near}, far {far}")
        for game in sorted({one["game"] for one in games}):
            mine = [one for one in games if one["game"] == game]
            even = [said_of(one, numbers) for one in mine if not one["number"] % 2]
            shown.append(Group(f"{game}, {players} players", len(mine), players, even))
    print("\n".join(["", *summary(shown)]))
    for group in shown:
        print("\n".join(["", f"{group.name}, {group.games} games, half of them fitted", "", *table(group)]))
    if chosen.plot is not None:
        chosen.plot.write_text(picture(shown), encoding="utf-8")
    if chosen.write:
        (Path(str(files("bastida.analysis"))) / FILE).write_text("\n".join(written) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
