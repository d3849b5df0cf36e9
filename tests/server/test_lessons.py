"""Every lesson, played at a real table: it begins before its aim and ends at it, with the points that its words promise."""

from __future__ import annotations

import re

import pytest

from bastida.language.texts import LANGUAGES
from bastida.rulebook.clauses import clause
from bastida.rulebook.lessons import LEARNER, lessons, words
from bastida.server.http.models import LessonsShown, TableMade
from tests.server.clients import Client, View


def reached(view: View, aim: dict[str, object]) -> bool:
    """As the page judges it."""
    if aim["kind"] == "tile":
        return any(line["kind"] == "tile" for line in view["log"])
    if aim["kind"] == "figure":
        return any(figure["seat"] == LEARNER for figure in view["figures"])
    return any(
        line["seat"] == LEARNER and line["source"] == aim["source"] and line["points"] >= aim["points"]
        for line in view["ledger"]
    )


@pytest.mark.parametrize("name", lessons())
def test_the_suggested_answers_reach_the_aim_within_one_turn(client: Client, name: str) -> None:
    lesson = next(one for one in client.get("/api/lessons").json()["lessons"] if one["id"] == name)
    answer = client.post(f"/api/lessons/{name}")
    assert answer.status_code == 201
    made = answer.json()
    TableMade.model_validate(made)
    view, table = made["view"], made["table"]
    turn = view["turn"]
    for text in lesson["answers"]:
        assert view["decision"]["seat"] == LEARNER
        assert text in [option["text"] for option in view["decision"]["options"]]  # the page shows it on the board
        assert lesson["aim"]["kind"] == "tile" or not reached(view, lesson["aim"])
        assert client.answer(table, view, text).status_code == 200
        view = client.view(table)
    assert reached(view, lesson["aim"])
    if lesson["aim"]["kind"] != "tile":
        assert view["over"] or view["turn"] == turn + 1
    if lesson["aim"]["kind"] == "points":
        mine = [
            line["points"] for line in view["ledger"] if line["seat"] == LEARNER and line["source"] == lesson["aim"]["source"]
        ]
        assert mine == [lesson["aim"]["points"]]


@pytest.mark.parametrize("name", [lesson.id for lesson in lessons().values() if lesson.aim.kind == "points"])
def test_the_points_come_only_with_the_right_answer(client: Client, name: str) -> None:
    lesson = lessons()[name]
    made = client.post(f"/api/lessons/{name}").json()
    table, view = made["table"], made["view"]
    aim = {"kind": lesson.aim.kind, "source": lesson.aim.source, "points": lesson.aim.points}
    wrong = next(option["text"] for option in view["decision"]["options"] if option["text"] != lesson.answers[0])
    client.answer(table, view, wrong)
    view = client.view(table)
    while view["active"] == LEARNER and not view["over"]:
        client.answer(table, view, "pass")
        view = client.view(table)
    assert not reached(view, aim)


def test_a_shared_city_pays_both_and_the_end_pays_the_rivals_road(client: Client) -> None:
    for name, expected in (("share", {0: 8, 1: 8}), ("farmers", {0: 6, 1: 2})):
        made = client.post(f"/api/lessons/{name}").json()
        for text in lessons()[name].answers:
            client.answer(made["table"], client.view(made["table"]), text)
        view = client.view(made["table"])
        assert {player["seat"]: player["points"] for player in view["players"]} == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_tells_every_lesson_and_its_points(client: Client, language: str) -> None:
    assert set(words(language)) == {"players", *lessons()}
    shown = client.get(f"/api/lessons?lang={language}").json()
    LessonsShown.model_validate(shown)
    for lesson in shown["lessons"]:
        if lesson["aim"]["kind"] == "points":
            assert str(lesson["aim"]["points"]) in re.findall(r"\d+", lesson["done"])
        for name in lesson["clauses"]:
            assert clause(name).id == name
    made = client.post(f"/api/lessons/tile?lang={language}").json()
    assert made["view"]["players"][LEARNER]["name"] == words(language)["players"]["you"]


def test_lessons_are_no_games_to_go_on_with_and_unknown_ones_are_refused(client: Client) -> None:
    assert client.post("/api/lessons/tile").status_code == 201
    assert client.get("/api/tables").json() == {"tables": []}
    assert client.post("/api/lessons/cheating").status_code == 404
