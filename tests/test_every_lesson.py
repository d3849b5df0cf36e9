"""Every step of every lesson, played through the public face, and the words of every step."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest

import bastida
from bastida.kernel.expansion import LESSON_WORDS, SEEN_IN, ExpansionError, read_folder
from bastida.language.texts import LANGUAGES
from bastida.rulebook import lessons as course
from bastida.rulebook.clauses import clause
from bastida.rulebook.guide import components
from bastida.rulebook.lessons import LEARNER, Prepared, Step, lessons, reply, standing, suggested
from bastida.table.dealer import Event, SeededDealer
from bastida.table.game import Game
from bastida.table.setup import FAMILIES

STEPS = {f"{lesson.component}/{id}": step for lesson in lessons().values() for id, step in lesson.steps.items()}
each_step = pytest.mark.parametrize("name", STEPS)
TRIES = 200  # ways to play a turn otherwise
TURN = 40  # answers, more than any turn has
MOST_STEPS = {"box": 8, "expansion": 5}  # a box is a whole course


def begun(step: Step, seed: int = 0) -> Game:
    return bastida.from_position(step.position, dealer=Prepared(step, SeededDealer(seed)))


def given(step: Step, game: Game, answer: str) -> None:
    """An answer of the learner's, and those of the rival after it."""
    game.play(answer)
    while (text := reply(step, game)) is not None:
        game.play(text)


@each_step
@pytest.mark.parametrize("seed", range(3))
def test_the_suggested_answers_reach_the_aim_and_nothing_short_of_them(name: str, seed: int) -> None:
    step = STEPS[name]
    game = begun(step, seed)
    assert game.setup.seats == 2 and game.setup.colours[LEARNER] == "red"
    for answer in step.answers:
        assert standing(step, game) == course.OPEN
        assert game.decision is not None and game.decision.seat == LEARNER
        assert suggested(step, game) == answer
        given(step, game, answer)
    assert standing(step, game) == course.REACHED


@each_step
def test_chance_brings_what_the_step_has_prepared(name: str) -> None:
    """What is explained has happened, whoever else deals: all that chance does before the aim is the same."""
    step = STEPS[name]
    played = []
    for seed in range(8):
        game = begun(step, seed)
        for answer in step.answers:
            given(step, game, answer)
        played.append([one.text for one in game.steps if one.turn == game.steps[0].turn])
    assert all(one == played[0] for one in played)


@each_step
def test_who_plays_otherwise_may_miss_it_and_is_told_why(name: str) -> None:
    step = STEPS[name]
    assert all(("missed" in words) == can_be_missed(step) for words in step.words.values())


def can_be_missed(step: Step) -> bool:
    """Does some other way to play the turn end without the aim?"""
    for seed in range(TRIES):
        game, choose = begun(step), random.Random(seed)
        for _ in range(TURN):
            if standing(step, game) != course.OPEN:
                break
            given(step, game, choose.choice(game.options()).text)
        if standing(step, game) == course.MISSED:
            return True
        assert standing(step, game) == course.REACHED
    return False


@each_step
def test_every_language_tells_it_in_full(name: str) -> None:
    step = STEPS[name]
    assert set(step.words) == set(LANGUAGES)
    for words in step.words.values():
        assert set(words) <= set(LESSON_WORDS) and set(words) >= set(LESSON_WORDS[:-1])
        for key, text in words.items():
            assert text.strip() == text and not re.search(r"[{}]|\bTODO\b", text), text
            assert len(text) <= {"title": 40, "rule": 330}.get(key, 260), (key, len(text), text)
    for key in LESSON_WORDS:
        told = [words[key] for words in step.words.values() if key in words]
        assert key == "title" or len(set(told)) == len(told), f"{key}: two languages say the same"


@each_step
def test_points_that_are_its_aim_are_those_it_speaks_of(name: str) -> None:
    step = STEPS[name]
    for wanted in step.aim:
        if wanted["in"] == "ledger" and "points" in wanted:
            for words in step.words.values():
                assert str(wanted["points"]) in re.findall(r"\d+", words["done"])
            game = begun(step)
            for answer in step.answers:
                given(step, game, answer)
            mine = [one.points for one in game.ledger if one.seat == LEARNER and one.source == wanted["source"]]
            assert mine == [wanted["points"]]


# What the words say of both players when the suggested answers have been given: their points, and figures in the supply.
SAID: dict[str, tuple[tuple[int, int], dict[str, tuple[int, int]]]] = {
    "tower/floor": ((0, 0), {"follower": (6, 6)}),
    "tower/prisoners": ((2, 7), {"follower": (7, 7)}),
    "king/king": ((12, 6), {}),
    "king/baron": ((4, 3), {}),
    "king/end": ((4 + 3, 2), {}),
    "postman/office": ((6, 0), {"postman": (1, 1)}),
    "postman/stay": ((8, 8), {"follower": (7, 5), "postman": (0, 1)}),
    "postman/remove": ((8, 8), {"follower": (7, 7), "postman": (1, 1)}),
    "hunters/member": ((0, 0), {"member": (4, 5)}),
    "hunters/river": ((5, 0), {"member": (5, 4)}),
    "hunters/bonus": ((7, 6), {"member": (5, 5)}),
    "hunters/hut": ((5, 0), {}),
    "hunters/hunt": ((6, 0), {}),
    "scout/shaman": ((0, 0), {"member": (5, 4)}),
    "scout/canoe": ((5 + 2, 0), {"member": (4, 4)}),
    "winter/lap": ((51, 37), {}),
}


@pytest.mark.parametrize("name", SAID)
def test_what_is_said_of_both_players_is_so(name: str) -> None:
    step, (points, supply) = STEPS[name], SAID[name]
    game = begun(step)
    for answer in step.answers:
        given(step, game, answer)
    players = game.view()["players"]
    assert tuple(player["points"] for player in players) == points
    for figure, left in supply.items():
        assert tuple(player["supply"][figure] for player in players) == left, figure


@each_step
def test_its_clauses_exist_and_its_aim_looks_somewhere(name: str) -> None:
    step = STEPS[name]
    assert step.clauses and all(clause(one).id == one for one in step.clauses)
    assert all(wanted["in"] in SEEN_IN for wanted in step.aim)


def test_lessons_come_in_the_order_of_learning_and_the_course_of_the_box_is_first() -> None:
    order = [id for id in components() if id in lessons()]
    assert list(lessons()) == order
    assert list(lessons()["plus"].steps) == ["tile", "follower", "road", "city", "monastery", "share", "farmers"]
    for component, lesson in lessons().items():
        assert lesson.component == component
        most = MOST_STEPS["box" if components()[component].folder is None else "expansion"]
        assert 2 <= len(lesson.steps) <= most, component


def test_whatever_players_can_choose_has_a_lesson() -> None:
    """Every box and every expansion of ours. What comes with a box without being chosen is taught in the box's course."""
    for games in FAMILIES.values():
        ours = [folder for folder in games.folders() if folder.ours]
        chosen = [*games.editions, *(folder.id for folder in ours if folder.chosen)]
        assert [id for id in chosen if id not in lessons()] == []
        course = lessons()[next(iter(games.editions))]
        for folder in ours:
            if not folder.chosen:
                assert {step["id"] for step in folder.table("lesson.toml")["step"]} <= set(course.steps), folder.id


def test_an_aim_looks_at_the_learners_own_things_and_at_least_so_many() -> None:
    game = begun(STEPS["plus/share"])
    for answer in STEPS["plus/share"].answers:
        game.play(answer)

    def seen(*aim: dict[str, object]) -> bool:
        step = Step("", "", aim, (), (), {}, {}, ())
        return standing(step, game) == course.REACHED

    assert seen({"in": "ledger", "source": "city", "points": 7})
    assert not seen({"in": "ledger", "source": "city", "points": 9})
    assert not seen({"in": "ledger", "source": "road"})
    assert seen({"in": "ledger", "seat": 1}, {"in": "answers", "verb": "lay"})
    assert not seen({"in": "ledger", "seat": 1}, {"in": "answers", "verb": "pass"})
    assert not seen({"in": "figures"})  # both knights are home
    assert seen({"in": "board", "tile": "N", "x": 0})
    assert not seen({"in": "board", "tile": "N", "x": 1})
    game = begun(STEPS["plus/road"])
    assert seen({"in": "figures", "segment": "road"})
    assert not seen({"in": "figures", "segment": "city"})  # the rival's
    assert seen({"in": "figures", "segment": "city", "seat": 1})


def test_what_cannot_come_is_not_dealt() -> None:
    step = Step("", "", (), (), (), {}, {"roll": ["2", "9"]}, ())
    dealer = Prepared(step, SeededDealer(1))
    assert dealer.choose(Event(0, "roll", 0, ["1", "2", "3"], [2, 2, 2])) == 1
    assert dealer.choose(Event(1, "roll", 1, ["1", "2", "3"], [2, 2, 2])) in (0, 1, 2)
    assert dealer.choose(Event(2, "draw", 0, ["A"], [1])) == 0


WRONG = {
    "id": ("id = 'x'", "id = 'X y'"),
    "in": ('in = "ledger"', 'in = "cellar"'),
    "answers": ("answers = [", "answers = [3, "),
    "deals": ("clauses =", 'deals = { roll = "2" }\nclauses ='),
    "words": ('task = "t"\n', ""),
    "unknown": ("clauses =", "hints = []\nclauses ="),
}
LESSON = """[[step]]
id = 'x'
position = "position 1"
aim = { in = "ledger" }
answers = ["pass"]
clauses = []

[step.en]
title = "t"
rule = "t"
task = "t"
done = "t"
"""


@pytest.mark.parametrize("wrong", WRONG)
def test_a_lesson_of_others_that_is_wrong_is_named(tmp_path: Path, wrong: str) -> None:
    folder = tmp_path / "wells"
    shutil.copytree(Path(__file__).parents[1] / "examples" / "expansions" / "wells", folder)
    (folder / "lesson.toml").write_text(LESSON, encoding="utf-8")
    assert read_folder(folder).id == "wells"
    before, after = WRONG[wrong]
    (folder / "lesson.toml").write_text(LESSON.replace(before, after), encoding="utf-8")
    with pytest.raises(ExpansionError, match=r"lesson\.toml"):
        read_folder(folder)
