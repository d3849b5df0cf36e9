"""``python -m tests.golden [preset ...]`` plays the golden games again and writes them; read the difference as a diff."""

from __future__ import annotations

import sys
from zlib import crc32

import bastida
from tests.golden.policy import choose
from tests.golden.transcript import Golden, path, replayed

PLAYERS = ("Ana", "Luis", "Eva", "Pau")


def play(preset: str) -> Golden:
    """A whole game of a preset; who plays and how it is dealt follows from its name alone."""
    number = crc32(preset.encode())
    players, seed = PLAYERS[: 2 + number % 3], number % 1000
    game = bastida.new_game(preset, players=players, seed=seed)
    while not game.over:
        game.play(choose(game))
    return Golden(preset, seed, players, tuple(step.text for step in game.steps))


def main(wanted: list[str]) -> None:
    for preset in wanted or bastida.presets():
        lines = replayed(play(preset))
        path(preset).write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{preset}: {lines[-2]}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
