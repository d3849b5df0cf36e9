"""``python -m tests.perft`` counts all positions of positions.toml anew and adds some for presets that have none.

Read the difference before keeping it: a count that changes is a rule that changed.
"""

from __future__ import annotations

import random
import textwrap

import bastida
from bastida import Game
from bastida.table.setup import make_setup
from tests.perft.trees import FILE, Position, perft, positions
from tests.properties.games import choose

LEAVES = 30_000  # the deepest count of a position stays below
DEEPEST = 6
TURNS = {"start": 0, "early": 8, "middle": 30}  # turns played before
HEAD = """\
# Leaves of the trees of answers, chance included, one answer deep, two, three ...
# Made by `python -m tests.perft`; the small ones are counted again by the oracle in test_perft.py.
"""


def counts(position: Position) -> tuple[int, ...]:
    engine = position.play().engine
    found: list[int] = []
    for depth in range(1, DEEPEST + 1):
        if found and found[-1] * 4 > LEAVES:
            break
        count = perft(engine, depth)
        if found and count > 4 * LEAVES:
            break
        found.append(count)
    return tuple(found)


def new_positions(game: str) -> list[Position]:
    found = []
    for name, turns in TURNS.items():
        players = 2 if name == "start" else 3
        setup = make_setup(game, players=players)
        rng = random.Random(f"{game} {name}")
        played = bastida.new_game(setup, seed=f"{game} {name}")
        while played.turn <= turns and not played.over:
            played.play(choose(played, rng))
        steps = played.steps
        while steps and steps[-1].seat is None:  # chance is part of the tree
            steps = steps[:-1]
        found.append(Position(game, name, players, tuple(step.text for step in steps), ()))
    return found


def written(position: Position) -> str:
    text = "; ".join(position.answers)
    lines = textwrap.wrap(text, 118, break_long_words=False, break_on_hyphens=False)
    answers = '"""\n' + "\n".join(lines) + '"""' if lines else '""'
    entry = {"game": position.game, "name": position.name}
    words = [f'{key} = "{value}"' for key, value in entry.items()]
    words += [f"players = {position.players}", f"answers = {answers}", f"counts = {list(counts(position))}"]
    return "[[position]]\n" + "\n".join(words) + "\n"


def main() -> None:
    known = positions()
    for game in bastida.presets():
        if not any(position.game == game for position in known):
            known += new_positions(game)
    order = list(bastida.presets())
    known.sort(key=lambda position: order.index(position.game))
    FILE.write_text(HEAD + "".join("\n" + written(position) for position in known), encoding="utf-8")
    assert all(isinstance(position.play(), Game) for position in positions())
    print(f"{len(known)} positions written to {FILE.name}")


if __name__ == "__main__":
    main()
