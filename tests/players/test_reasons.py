"""Why an answer is advised: typed reasons from the kernel's scoring and the evaluation, told in three languages."""

from __future__ import annotations

import random

import pytest

import bastida
from bastida import Game
from bastida.language.sentences import reasons_sentence
from bastida.players.reasons import MOST, Reason, difference, reasons
from bastida.table.setup import make_setup

NAMES = ("Òscar", "Inés", "Anna")


def turns(preset: str, seed: int, most: int) -> list[Game]:
    chance = random.Random(seed)
    game = bastida.new_game(preset, players=list(NAMES), seed=seed)
    found = []
    while not game.over and len(found) < most:
        found.append(game.copy())
        game.play(chance.choice(game.options()))
    return found


def test_a_completed_feature_is_told_with_its_points_and_the_follower_home() -> None:
    """Wherever an answer scores, the reasons say what and how much, and count who comes home."""
    seen = 0
    for game in turns("plus", 4, 120):
        asked = game.decision
        assert asked is not None
        if asked.kind != "tile":
            continue
        for option in game.options()[::3]:
            after = game.copy()
            after.dealer = None
            after.play(option)
            if (here := after.decision) is not None and here.kind == "figure":
                after.play("pass")
            mine = [entry for entry in after.ledger[len(game.ledger) :] if entry.seat == asked.seat and entry.points > 0]
            told = reasons(game, option)
            assert len(told) <= MOST
            scored = [reason for reason in told if reason.key == "scores"]
            if not mine:
                assert scored == []
                continue
            seen += 1
            assert sum(reason.n for reason in scored) == sum(entry.points for entry in mine)
            assert {reason.source for reason in scored} == {entry.source for entry in mine}
            assert all(reason.finished for reason in scored)
            assert any(reason.key == "home" and reason.n > 0 for reason in told)
        if seen > 3:
            break
    assert seen > 3


def test_placing_a_figure_is_compared_with_passing() -> None:
    found = []
    for game in turns("plus", 5, 40):
        asked = game.decision
        if asked is not None and asked.kind == "figure":
            for option in game.options():
                told = reasons(game, option)
                if option.declines:
                    assert told == [Reason("keeps")]
                else:
                    found += told
    assert {reason.key for reason in found} >= {"end"}
    assert all(reason.n > 0 for reason in found)


@pytest.mark.parametrize("preset", ["todo", "hunters-scout"])
def test_every_question_can_be_reasoned_about(preset: str) -> None:
    texts = make_setup("plus").texts("es")
    kinds = set()
    for game in turns(preset, 1, 90):
        asked = game.decision
        assert asked is not None
        option = game.options()[-1]
        before = game.engine.copy()
        told = reasons(game, option)
        kinds.add(asked.kind)
        assert game.engine.score_of(0) == before.score_of(0)  # nothing was done to the game
        assert reasons_sentence(texts, [one.told() for one in told], NAMES, "follower") or not told
    assert len(kinds) > 2


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("es", "Ciudad completada: +8; de vuelta a tu reserva: 1 seguidor; se lo pone más difícil a Inés (unos −3)"),
        ("ca", "Ciutat completada: +8; de tornada a la teva reserva: 1 seguidor; ho posa més difícil a Inés (uns −3)"),
        ("en", "Completed city: +8; back in your supply: 1 follower; makes it harder for Inés (about −3)"),
    ],
)
def test_reasons_are_told_in_the_players_words(language: str, said: str) -> None:
    found = [Reason("scores", 8, "city", True), Reason("home", 1), Reason("hinders", 3, seat=1)]
    texts = make_setup("plus").texts(language)
    assert reasons_sentence(texts, [reason.told() for reason in found], NAMES, "follower") == said


def test_a_number_begins_no_sentence_in_the_middle() -> None:
    texts = make_setup("plus").texts("en")
    assert reasons_sentence(texts, [Reason("end", 2).told()], NAMES, "follower") == "+2 if the game ended now"


def test_two_ways_to_answer_are_told_apart_by_what_the_better_one_has() -> None:
    scored = 0
    for game in turns("plus", 4, 120):
        asked = game.decision
        if asked is None or asked.kind != "tile" or asked.seat is None:
            continue
        options = game.options()
        assert difference(game, options[:1], options[:1]) == []  # the tile after it is the same, too
        by_points = {bool([one for one in reasons(game, option) if one.key == "scores"]): option for option in options}
        if len(by_points) < 2:
            continue
        scored += 1
        told = difference(game, [by_points[False]], [by_points[True]])
        assert [one.source for one in told if one.key == "scores"] == [
            one.source for one in reasons(game, by_points[True]) if one.key == "scores"
        ]
        assert not [one for one in difference(game, [by_points[True]], [by_points[False]]) if one.key == "scores"]
        if scored > 1:
            break
    assert scored > 1


def test_keeping_the_figure_is_a_reason_of_its_own() -> None:
    game = bastida.new_game("plus", players=list(NAMES), draws=["E"], seed=1)
    game.play(game.options()[0])
    placed = next(option for option in game.options() if option.figure)
    kept = next(option for option in game.options() if option.declines)
    assert difference(game, [placed], [kept]) == [Reason("keeps")]
