"""Small games for the tests of the analysis: few tiles in the bag, laid by anybody."""

from __future__ import annotations

import random

import bastida
from bastida.players.registry import make_player

BAR = " | "


def short(preset: str = "plus", seats: int = 2, left: int = 4, seed: int = 1) -> bastida.Game:
    """A game with only so many tiles in its bag, before the first one is drawn or with it in hand."""
    game = bastida.new_game(preset, players=seats, seed=seed)
    game.rewind(0)
    sections = [section.split(" ") for section in bastida.position(game).split(BAR)]
    for words in sections:
        if words[0] == "left.stock":
            tiles = [kind for kind, _, count in (word.rpartition("=") for word in words[1:]) for _ in range(int(count))]
            kept = random.Random(seed).sample(tiles, left)
            words[1:] = [f"{kind}={kept.count(kind)}" for kind in dict.fromkeys(tiles) if kind in kept]
    return bastida.from_position(BAR.join(" ".join(words) for words in sections), seed=seed)


def play_on(game: bastida.Game, *players: str, answers: int = 10_000) -> bastida.Game:
    """The game with so many answers more, by these players in turn."""
    made = [make_player(spec) for spec in players]
    for number in range(answers):
        if game.over or game.decision is None:
            break
        seat = game.decision.seat
        assert seat is not None
        chosen = int(made[seat % len(made)].choose(game.engine, number))
        game.play(next(option for option in game.options() if option.number == chosen))
    return game
