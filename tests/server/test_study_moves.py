"""What is told of the moves of a study: of each by the table as it was then."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import bastida
from bastida import Record
from bastida.record.errors import MAX_HEADERS
from bastida.record.studying import Study
from bastida.server.table.studying import edit


def scoring_game(preset: str, seed: int, answers: int) -> bastida.Game:
    """A game played at random until somebody has scored a region, and a little further."""
    game, chance = bastida.new_game(preset, seed=seed), random.Random(seed)
    while not game.over and (len(game.steps) < answers or not any(entry.node >= 0 for entry in game.ledger)):
        game.play(chance.choice(game.options()))
    return game


@pytest.mark.parametrize("preset", ["plus", "plus-traders", "winter"])
def test_what_scored_is_told_where_it_was(preset: str) -> None:
    """Also when the study is looked at from its beginning, where the tiles of the region do not lie yet."""
    game = scoring_game(preset, 5, 40)
    answer = edit({"study": Record.from_game(game).to_text(), "at": 0, "step": None, "brush": None, "language": "en"})
    assert "wrong" not in answer, answer
    told = [line for move in answer["moves"] for line in move["scored"]]
    assert len(told) == len(game.ledger)
    placed = [line for line in told if line["region"] is not None]
    assert placed
    tiles = {(laid["x"], laid["y"]) for laid in game.view(None)["board"]}
    assert all((line["region"]["x"], line["region"]["y"]) in tiles for line in placed)


def test_two_variations_that_score_are_told_each_by_its_own_board() -> None:
    game = scoring_game("plus", 5, 40)
    study = Study(Record.from_game(game))
    whole = [number for number in study.order() if study.moves[number].places]
    at = study.moves[whole[-1]].before
    for option in study.game(at).options():
        study.play(at, option.text)
    answer = edit({"study": study.record().to_text(), "at": 0, "step": None, "brush": None, "language": "es"})
    assert "wrong" not in answer and len(answer["moves"]) == len(study.moves)


def test_a_title_that_no_header_has_room_for_is_refused() -> None:
    record = Record.from_game(bastida.new_game("plus", seed=1))
    lines = record.to_text().partition("\n\n")[0].count("\n") + 1
    full = replace(record, more={f"remark{number}": "x" for number in range(MAX_HEADERS - lines)})
    job = {"study": full.to_text(), "at": 0, "brush": None, "language": "en"}
    assert "wrong" not in edit({**job, "step": None})
    assert "200 lines" in edit({**job, "step": {"verb": "title", "text": "One too many"}})["wrong"]
