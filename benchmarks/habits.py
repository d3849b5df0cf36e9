"""``python -m benchmarks.habits PLAYER PLAYER``: how players play against each other, beside who wins.

Of each player, on average over the games: its points, its turns that begin without a follower in hand, its farmers when the
game ends and those of them that bring nothing, and its points by source. Every bag is played in both orders of the seats. Games
are kept in ``--keep``; a run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import json
import zlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bastida.arena.bags import Bag
from bastida.arena.match import SEEDS, Match, farmers_of
from bastida.kernel.codes import DEALER, OVER
from bastida.kernel.engine import Engine
from bastida.kernel.figures import SUPPLY
from bastida.kernel.ledger import Recorder
from bastida.players.player import Player
from bastida.players.registry import make_player
from bastida.players.settle import laying

SOURCES = 6  # of points that are told apart, the largest
Habits = dict[str, float]


def empty_handed(game: Engine, seat: int) -> bool:
    """Has a seat no follower in hand?"""
    rules, place = game.rules, game.figures.place
    own = range(rules.seat_first[seat], rules.seat_first[seat + 1])
    return not any(place[figure] == SUPPLY and rules.follower[rules.figure_kind[figure]] for figure in own)


def play(match: Match, players: Sequence[Player], bag: int, rotation: int) -> list[Habits]:
    """One game; by player, in the order of the line-up."""
    count = len(players)
    seats = [(seat + rotation) % count for seat in range(count)]  # player by seat
    game = match.setup.engine()
    game.recorder = Recorder()
    chance = Bag(f"{match.seed}/{bag}")
    found: list[Counter[str]] = [Counter() for _ in players]
    answers, turn, before = 0, 0, game
    while game.asked != OVER:
        before = game.copy()
        if game.asked == DEALER:
            answer = chance.choose(game)
        else:
            mine = found[seats[int(game.asked)]]
            if laying(game) and game.turn != turn:
                turn = int(game.turn)
                mine["turns"] += 1
                mine["empty"] += empty_handed(game, int(game.asked))
            seed = zlib.crc32(f"{match.seed}/{bag}/{answers}".encode()) & SEEDS
            answer = int(players[seats[int(game.asked)]].choose(game, seed))
        game.answer(answer)
        answers += 1
    for seat, player in enumerate(seats):
        farmers, idle = farmers_of(before, seat)
        found[player].update({"points": int(game.score_of(seat)), "farmers": farmers, "idle": idle})
    assert game.recorder is not None
    for entry in game.recorder.entries:
        found[seats[int(entry.seat)]][f"from {entry.source}"] += int(entry.points)
    return [dict(one) for one in found]


def table(players: Sequence[str], games: Sequence[Sequence[Habits]]) -> str:
    """A row for each player."""
    total: list[Counter[str]] = [Counter() for _ in players]
    for game in games:
        for sums, one in zip(total, game, strict=True):
            sums.update(one)
    every: Counter[str] = Counter()
    for sums in total:
        every.update({name: value for name, value in sums.items() if name.startswith("from ")})
    sources = [name for name, _ in every.most_common(SOURCES)]
    heads = ["player", "points", "turns with an empty hand", "farmers", "without points", *sources]
    rows = ["| " + " | ".join(heads) + " |", "| --- " * len(heads) + "|"]
    for name, sums in zip(players, total, strict=True):
        means = {key: value / max(1, len(games)) for key, value in sums.items()}
        idle = 100 * sums["idle"] / max(1, sums["farmers"])
        cells = [f"{means.get('points', 0):.1f}", f"{means.get('empty', 0):.1f} of {means.get('turns', 0):.1f}"]
        cells += [f"{means.get('farmers', 0):.1f}", f"{idle:.1f} %", *(f"{means.get(source, 0):.1f}" for source in sources)]
        rows.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(rows)


def measured(match: Match, bags: int, keep: Path) -> list[list[Habits]]:
    of = [*match.players, match.game, match.seed]
    lines = keep.read_text(encoding="utf-8").splitlines() if keep.exists() else []
    known: dict[tuple[int, int], Any] = {
        (line["bag"], line["rotation"]): line["found"] for line in map(json.loads, lines) if line["of"] == of
    }
    keep.parent.mkdir(parents=True, exist_ok=True)
    players = [make_player(name, match.setup) for name in match.players]
    with keep.open("a", encoding="utf-8") as kept:
        for bag in range(bags):
            for rotation in range(len(players)):
                if (bag, rotation) not in known:
                    known[bag, rotation] = play(match, players, bag, rotation)
                    line = {"of": of, "bag": bag, "rotation": rotation, "found": known[bag, rotation]}
                    print(json.dumps(line), file=kept, flush=True)
    return [known[bag, rotation] for bag in range(bags) for rotation in range(len(players))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", nargs=2, metavar="PLAYER")
    parser.add_argument("--game", default="plus")
    parser.add_argument("--bags", type=int, default=40)
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--keep", type=Path, default=Path("build/habits.jsonl"), metavar="FILE")
    asked = parser.parse_args()
    match = Match(tuple(asked.players), asked.game, seed=asked.seed)
    print(table(match.players, measured(match, asked.bags, asked.keep)))


if __name__ == "__main__":
    main()
