"""Fits the chances of winning to games that were really played, and shows how well they hold.

    python -m bastida.analysis.calibrate --play plus:2:400 plus:4:100 hunters:2:200 --games games.jsonl
    python -m bastida.analysis.calibrate --games games.jsonl --write

``--play`` plays games of the evaluator against itself (a preset, how many players, how many games) and adds them to the file,
which may be used again. Every turn is a line, with the margins expected before the draw and the tiles left, and who won.
``--write`` fits a pair of numbers for every family and number of players and writes ``chances.toml``. Odd games are fitted,
even ones are shown: the table is not that of the games the numbers come from.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from statistics import mean
from typing import Any, Final

from bastida.analysis.chances import FILE, chances, numbers_for, shares
from bastida.analysis.valuing import final_margins
from bastida.arena.bags import Bag
from bastida.kernel.codes import DEALER, OVER
from bastida.players.endgame import tiles_left
from bastida.players.one_turn import OneTurnPlayer
from bastida.players.settle import quiet
from bastida.table.setup import make_setup

BANDS: Final = 10  # of chances, in the table
STAGES: Final = (("early", 2 / 3), ("middle", 1 / 3), ("late", 0.0))  # by the part of the tiles that is left
STEPS: Final = 40  # of the fit
Turn = dict[str, Any]


def play(game: str, players: int, number: int) -> list[Turn]:
    """The turns of one game of the evaluator against itself."""
    setup = make_setup(game, players=players)
    engine = setup.engine()
    bag, player = Bag(f"calibrate/{number}"), OneTurnPlayer("evaluator")
    view = player.evaluator(engine)
    turns: list[Turn] = []
    whole = max(1, int(tiles_left(engine)))
    last = -1
    while engine.asked != OVER:
        if engine.asked == DEALER:
            if quiet(engine) and engine.turn != last and tiles_left(engine) > 0:
                last = int(engine.turn)
                view.measure(engine)
                margins = [round(float(view.margin(seat)), 2) for seat in range(players)]
                turns.append(
                    {"left": int(tiles_left(engine)), "part": round(int(tiles_left(engine)) / whole, 3), "margins": margins}
                )
            engine.answer(bag.choose(engine))
        else:
            engine.answer(player.choose(engine, number))
    won = shares(final_margins(engine))
    head = {"family": setup.family, "game": game, "players": players, "number": number}
    return [{**head, **turn, "won": won} for turn in turns]


def fit(turns: Sequence[Turn]) -> tuple[float, float]:
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


def surprise(turns: Sequence[Turn], numbers: tuple[float, float]) -> float:
    """Minus the logarithm of the chance given to what happened, on an average."""
    total = 0.0
    for turn in turns:
        expected = chances(turn["margins"], turn["left"], numbers)
        total -= sum(won * math.log(max(chance, 1e-6)) for won, chance in zip(turn["won"], expected, strict=True) if won)
    return total / max(1, len(turns))


def table(turns: Sequence[Turn], numbers: tuple[float, float]) -> list[str]:
    """What was said and what came, by bands of the chance said and parts of the game; in brackets how often."""
    seen: dict[tuple[int, str], list[tuple[float, float]]] = {}
    for turn in turns:
        stage = next(name for name, least in STAGES if turn["part"] >= least)
        for said, won in zip(chances(turn["margins"], turn["left"], numbers), turn["won"], strict=True):
            seen.setdefault((min(BANDS - 1, int(said * BANDS)), stage), []).append((said, won))
    rows = ["| chance said | " + " | ".join(name for name, _ in STAGES) + " |", "| --- " * (1 + len(STAGES)) + "|"]
    for band in range(BANDS):
        cells = []
        for name, _ in STAGES:
            pairs = seen.get((band, name), [])
            said, came = (100 * mean(pair[which] for pair in pairs) if pairs else 0.0 for which in (0, 1))
            cells.append(f"{said:.0f} → {came:.0f} ({len(pairs)})" if pairs else "")
        rows.append(f"| {100 * band // BANDS}-{100 * (band + 1) // BANDS} % | {' | '.join(cells)} |")
    return rows


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bastida.analysis.calibrate", description="Fit the chances of winning.")
    parser.add_argument(
        "--play", nargs="+", default=[], metavar="GAME:PLAYERS:GAMES", help="play these and add them to the file"
    )
    parser.add_argument("--games", type=Path, required=True, metavar="FILE", help="the turns of the games, a line of JSON each")
    parser.add_argument("--write", action="store_true", help=f"fit, and write {FILE}")
    chosen = parser.parse_args(arguments)
    with chosen.games.open("a", encoding="utf-8") as file:
        for wanted in chosen.play:
            game, players, count = wanted.split(":")
            for number in range(int(count)):
                for turn in play(game, int(players), number):
                    file.write(json.dumps(turn, separators=(",", ":")) + "\n")
                file.flush()
    turns = [json.loads(line) for line in chosen.games.read_text(encoding="utf-8").splitlines()]
    groups: dict[tuple[str, int], list[Turn]] = {}
    for turn in turns:
        groups.setdefault((turn["family"], turn["players"]), []).append(turn)
    written = ["# Points by which margins are divided: at the last tile, and for each square root of a tile left.", ""]
    for (family, players), all_turns in sorted(groups.items()):
        odd = [turn for turn in all_turns if turn["number"] % 2]
        numbers = fit(odd) if chosen.write else numbers_for(family, players)
        written += [f"[{family}.{players}]", f"near = {numbers[0]:.2f}", f"far = {numbers[1]:.3f}", ""]
        print(f"{family}, {players} players: near {numbers[0]:.2f}, far {numbers[1]:.3f}")
        for game in sorted({turn["game"] for turn in all_turns}):
            even = [turn for turn in all_turns if turn["game"] == game and not turn["number"] % 2]
            games = len({turn["number"] for turn in all_turns if turn["game"] == game})
            print(f"\n{game}, {players} players, {games} games; surprise {surprise(even, numbers):.3f} in the even ones\n")
            print("\n".join(table(even, numbers)))
        print()
    if chosen.write:
        (Path(str(files("bastida.analysis"))) / FILE).write_text("\n".join(written[:-1]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
