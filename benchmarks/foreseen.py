"""``python -m benchmarks.foreseen``: how often a computer that thinks on its opponent's turn thinks about the right position.

``--level`` plays against each ``--opponent``. On every turn of the opponent the positions are guessed that the level may be
asked about next, the likeliest first, as the server does it with ``think_ahead``: when the opponent's tile was drawn, when it
was laid and a figure may follow, and when the turn is over and only the next tile is to be drawn. Printed is of how many turns
the true position was the first guess, or among the first five and so on: so many would have to be thought about every turn.
``--keep`` keeps games; a run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bastida import Game
from bastida.players.guessing import guesser, guesses
from bastida.players.registry import make_player
from bastida.record.positions import state_hash
from bastida.server.runtime.thinker import numbered
from bastida.table.setup import make_setup

WITHIN = (1, 5, 10, 20, 40)
NAMES = ("Ana", "Luis")
MOMENTS = ("tile", "figure", "draw")
Places = dict[str, list[int]]  # by the moment of guessing: the place of the true position among the guesses, 0 if it was none


def guessed(game: Game, seat: int, seed: int) -> list[str]:
    """Hashes of the positions that a seat may be asked about next."""
    found = []
    for guess in guesses(game.engine, [seat], max(WITHIN), seed, guesser()):
        engine = game.engine.copy()
        for option in guess.answers:
            engine.answer(option)
        found.append(state_hash(game.setup, engine))
    return found


def deal(game: Game, chance: random.Random) -> None:
    options = game.options()
    weights = [int(game.engine.weight(option.number)) for option in options]
    game.play(chance.choices(options, weights)[0])


def foreseen(preset: str, level: str, opponent: str, seed: int) -> Places:
    """One game."""
    computer, chance = seed % 2, random.Random(seed)
    players = [make_player(level if seat == computer else opponent) for seat in range(len(NAMES))]
    game = Game(make_setup(preset, players=NAMES))
    places: Places = {moment: [] for moment in MOMENTS}
    said: dict[str, list[str]] = {}  # by moment: what was guessed since the computer was asked last
    while (asked := game.decision) is not None:
        if asked.seat == computer:
            true = state_hash(game.setup, game.engine)
            for moment, hashes in said.items():
                places[moment].append(hashes.index(true) + 1 if true in hashes else 0)
            said = {}
        elif asked.kind in MOMENTS and ("tile" in said or asked.kind == "tile") and asked.kind not in said:
            said[asked.kind] = guessed(game, computer, seed)
        if asked.seat is None:
            deal(game, chance)
        else:
            number = int(players[asked.seat].choose(game.engine.copy(), seed))
            game.play(numbered(game, number))
    return places


def table(found: dict[str, Places]) -> str:
    heads = " | ".join("the first" if number == 1 else f"of {number}" for number in WITHIN)
    rows = [f"| opponent | guessed | turns | {heads} |", "| --- " * (3 + len(WITHIN)) + "|"]
    for opponent, places in found.items():
        for moment, at in places.items():
            shares = [sum(0 < place <= number for place in at) / max(1, len(at)) for number in WITHIN]
            rows.append(f"| {opponent} | {moment} | {len(at)} | {' | '.join(f'{100 * share:.1f} %' for share in shares)} |")
    return "\n".join(rows)


def measured(asked: argparse.Namespace, opponents: Sequence[str]) -> dict[str, Places]:
    lines = asked.keep.read_text(encoding="utf-8").splitlines() if asked.keep.exists() else []
    known: dict[tuple[Any, ...], Places] = {tuple(line["of"]): line["places"] for line in map(json.loads, lines)}
    asked.keep.parent.mkdir(parents=True, exist_ok=True)
    found: dict[str, Places] = {opponent: {moment: [] for moment in MOMENTS} for opponent in opponents}
    with asked.keep.open("a", encoding="utf-8") as kept:
        for seed in range(asked.games):
            for opponent in opponents:
                of = (asked.preset, asked.level, opponent, seed)
                if of not in known:
                    known[of] = foreseen(asked.preset, asked.level, opponent, seed)
                    print(json.dumps({"of": of, "places": known[of]}), file=kept, flush=True)
                for moment, places in known[of].items():
                    found[opponent][moment] += places
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--preset", default="plus")
    parser.add_argument("--level", default="search")
    parser.add_argument("--opponent", action="append", metavar="NAME", help="instead of appraiser and greedy")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--keep", type=Path, default=Path("build/foreseen.jsonl"), metavar="FILE")
    asked = parser.parse_args()
    print(table(measured(asked, asked.opponent or ["appraiser", "greedy"])))


if __name__ == "__main__":
    main()
