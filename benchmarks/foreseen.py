"""``python -m benchmarks.foreseen``: how often a computer that thinks on its opponent's turn thinks about the right position.

``--level`` plays against each ``--opponent``. When the opponent's tile is drawn, the level says what it would do in its place.
The position that it will be asked about itself is foreseen if the opponent's turn goes as said, and the tile drawn after it is
one of the kinds of which most are left. Printed is of how many turns this is true, for one kind, three, five and ten: so many
positions would have to be thought about to the end, on every turn. ``--keep`` keeps games; a run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import bastida
from bastida import Game
from bastida.players.player import Player
from bastida.players.registry import make_player

KINDS = (1, 3, 5, 10)
NAMES = ("Ana", "Luis")


def answer(player: Player, game: Game, seed: int) -> None:
    """Give the answer of a player."""
    number = int(player.choose(game.engine.copy(), seed))
    game.play(next(option for option in game.options() if option.number == number))


def board(game: Game) -> str:
    """Where a turn leads, whatever is drawn after it: all that has been answered."""
    return " ".join(step.text for step in game.steps if step.seat is not None)


def foreseen(preset: str, level: str, opponent: str, seed: int) -> list[int]:
    """Of each turn of the opponent: the place of the tile after it among the kinds left; 0 if the turn was not foreseen."""
    mine, its = make_player(level), make_player(opponent)
    game = bastida.new_game(preset, players=NAMES, seed=seed)
    found = []
    while not game.over:
        before, turn = game.copy(), game.turn
        seat = game.decision.seat if game.decision is not None else None
        player = mine if seat == seed % 2 else its
        while not game.over and game.turn == turn:
            answer(player, game, seed)
        if player is its and not game.over:
            said = before.copy()
            while not said.over and said.turn == turn:
                answer(mine, said, seed)
            found.append(place(before, game) if board(said) == board(game) else 0)
    return found


def place(before: Game, after: Game) -> int:
    """The place, from 1, of the tile just drawn among the kinds of tiles left, those with most first."""
    left: dict[str, int] = {}
    for pile in before.view()["piles"]:
        for tile, number in (pile.get("mixed") or {}).items():
            left[tile] = left.get(tile, 0) + number
    order = sorted(left, key=lambda tile: (-left[tile], tile))
    return order.index(after.tile) + 1 if after.tile in order else len(order) + 1


def table(found: dict[str, list[int]]) -> str:
    heads = " | ".join(f"{number} positions" if number > 1 else "1 position" for number in KINDS)
    rows = [f"| opponent | turns | turn foreseen | {heads} |", "| --- " * (3 + len(KINDS)) + "|"]
    for opponent, places in found.items():
        shares = [sum(at > 0 for at in places), *(sum(0 < at <= number for at in places) for number in KINDS)]
        told = " | ".join(f"{100 * share / max(1, len(places)):.1f} %" for share in shares)
        rows.append(f"| {opponent} | {len(places)} | {told} |")
    return "\n".join(rows)


def measured(asked: argparse.Namespace, opponents: Sequence[str]) -> dict[str, list[int]]:
    lines = asked.keep.read_text(encoding="utf-8").splitlines() if asked.keep.exists() else []
    known: dict[tuple[Any, ...], list[int]] = {tuple(line["of"]): line["places"] for line in map(json.loads, lines)}
    asked.keep.parent.mkdir(parents=True, exist_ok=True)
    found: dict[str, list[int]] = {opponent: [] for opponent in opponents}
    with asked.keep.open("a", encoding="utf-8") as kept:
        for seed in range(asked.games):
            for opponent in opponents:
                of = (asked.preset, asked.level, opponent, seed)
                if of not in known:
                    known[of] = foreseen(asked.preset, asked.level, opponent, seed)
                    print(json.dumps({"of": of, "places": known[of]}), file=kept, flush=True)
                found[opponent] += known[of]
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
