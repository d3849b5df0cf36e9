"""``python -m benchmarks.film``: how long the film of a game takes, made as the server makes it.

The game is played at random, with Inns & Cathedrals, and has 90 tiles; ``--game`` takes another preset, ``--save`` keeps its
record for ``bastida film``.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path

import bastida
from bastida.art.pictures.film import LINGER, filmed
from bastida.art.pictures.raster import animation
from bastida.server.runtime.reading import FILM_DELAY, FILM_WIDTH


def played(preset: str) -> bastida.Record:
    """A whole game in which people like to place figures."""
    chance = random.Random(3)
    game = bastida.new_game(preset, players=["Ana", "Luis"], seed=3)
    while not game.over:
        options = game.options()
        wanted = [option for option in options if str(option) != "pass"]
        game.play(chance.choice(wanted if wanted and chance.random() < 0.5 else options))
    return bastida.Record.from_game(game)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="plus-inns")
    parser.add_argument("--save", type=Path, metavar="FILE")
    asked = parser.parse_args()
    record = played(asked.game)
    if asked.save:
        asked.save.write_text(record.to_text(), encoding="utf-8")
    begun, worked = time.perf_counter(), time.process_time()
    frames = list(filmed(record, 1, FILM_WIDTH))
    painted = time.perf_counter() - begun
    film = animation(frames, ".webp", [FILM_DELAY] * (len(frames) - 1) + [FILM_DELAY * LINGER])
    print(
        f"{len(frames)} frames of {frames[0].width} by {frames[0].height} pixels, {len(film) // 1000} kB:"
        f" {time.perf_counter() - begun:.1f} s, {painted:.1f} s of them painting;"
        f" {time.process_time() - worked:.1f} s of processor time"
    )


if __name__ == "__main__":
    main()
