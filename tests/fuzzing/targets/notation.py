"""Answers in notation, at real questions: ``plus-tower 3 57`` (preset, seed, answers of players), then what is said."""

from __future__ import annotations

import re
from functools import lru_cache

import bastida
from bastida import Game, IllegalOption, position
from tests.fuzzing.accepted import plays_to_its_end, reading, refused
from tests.record.some_games import random_game

HEAD = re.compile(r"([a-z-]{1,40}) ([0-9]) ([0-9]{1,3})")
KEPT = 64


def one(data: bytes) -> None:
    head, _, said = data.decode(errors="replace").partition("\n")
    found = HEAD.fullmatch(head)
    if found is None or found[1] not in bastida.presets():
        return  # no input
    game = _at(found[1], int(found[2]), int(found[3])).copy()
    before = position(game)
    try:
        with reading():
            game.play(said)
    except IllegalOption as error:
        refused(error.refusal)
        assert position(game) == before
        return
    game.undo()
    assert position(game) == before
    game.play(said)
    plays_to_its_end(game, data)


@lru_cache(maxsize=KEPT)
def _at(preset: str, seed: int, answers: int) -> Game:
    return random_game(preset, 2, seed, answers)
