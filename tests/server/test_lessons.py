"""Lessons at a real table: the page is told how a step goes, and the rival and chance do what the step has prepared."""

from __future__ import annotations

import pytest

from bastida.language.texts import LANGUAGES
from bastida.rulebook.clauses import clause
from bastida.rulebook.guide import guide
from bastida.rulebook.lessons import LEARNER, lessons
from bastida.server.http.lesson_models import LessonShown, LessonsShown
from bastida.server.http.table_models import TableMade
from tests.server.clients import Client

STEPS = [f"{lesson.component}/{step}" for lesson in lessons().values() for step in lesson.steps]


@pytest.mark.parametrize("name", STEPS)
def test_the_suggested_answers_reach_the_aim_at_a_table(client: Client, name: str) -> None:
    component, _, id = name.partition("/")
    step = next(one for one in client.get(f"/api/lessons/{component}").json()["steps"] if one["id"] == id)
    answer = client.post(f"/api/lessons/{name}")
    assert answer.status_code == 201
    made = answer.json()
    TableMade.model_validate(made)
    view, table = made["view"], made["table"]
    for text in step["answers"]:
        assert view["decision"]["seat"] == LEARNER
        assert text in [option["text"] for option in view["decision"]["options"]]  # the page shows it on the board
        assert view["lesson"] == {"standing": "open", "suggested": text}
        assert client.answer(table, view, text).status_code == 200
        view = client.view(table)
    assert view["lesson"]["standing"] == "reached"


def test_a_turn_without_the_aim_is_missed_and_undo_opens_it_again(client: Client) -> None:
    made = client.post("/api/lessons/plus/follower").json()
    table, view = made["table"], made["view"]
    client.answer(table, view, "0,-1 r3")
    client.answer(table, client.view(table), "pass")
    assert client.view(table)["lesson"]["standing"] == "missed"
    made = client.post("/api/lessons/plus/road").json()
    table = made["table"]
    client.answer(table, made["view"], "0,1 r0")
    assert client.view(table)["lesson"] == {"standing": "open", "suggested": "follower monastery"}
    client.act(table, "undo", LEARNER, seq=client.view(table)["seq"])
    assert client.view(table)["lesson"] == {"standing": "open", "suggested": "1,0 r1"}


def test_a_shared_city_pays_both_and_the_end_pays_the_rivals_road(client: Client) -> None:
    for name, expected in (("share", {0: 8, 1: 8}), ("farmers", {0: 6, 1: 2})):
        made = client.post(f"/api/lessons/plus/{name}").json()
        for text in lessons()["plus"].steps[name].answers:
            client.answer(made["table"], client.view(made["table"]), text)
        view = client.view(made["table"])
        assert {player["seat"]: player["points"] for player in view["players"]} == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_lists_and_tells_every_lesson(client: Client, language: str) -> None:
    shown = client.get(f"/api/lessons?lang={language}").json()
    LessonsShown.model_validate(shown)
    assert [lesson["component"] for lesson in shown["lessons"]] == list(lessons())
    for listed in shown["lessons"]:
        whole = client.get(f"/api/lessons/{listed['component']}?lang={language}").json()
        LessonShown.model_validate(whole)
        assert whole["name"] == listed["name"] == guide(language)[listed["component"]].name
        assert [{"id": step["id"], "title": step["title"]} for step in whole["steps"]] == listed["steps"]
        for step in whole["steps"]:
            for name in step["clauses"]:
                assert clause(name).id == name
    made = client.post(f"/api/lessons/plus/tile?lang={language}").json()
    assert (
        made["view"]["players"][LEARNER]["name"]
        == {"es": "Jugador 1", "ca": "Jugador 1", "en": "Player 1", "de": "Person 1"}[language]
    )


def test_lessons_are_no_games_to_go_on_with_and_unknown_ones_are_refused(client: Client) -> None:
    assert client.post("/api/lessons/plus/tile").status_code == 201
    assert client.get("/api/tables").json() == {"tables": []}
    for path in ("plus/cheating", "cheating/tile", "farmers/farmers"):
        assert client.post(f"/api/lessons/{path}").status_code == 404
    assert client.get("/api/lessons/cheating").status_code == 404


def test_an_ordinary_table_is_no_lesson(client: Client) -> None:
    assert client.table()["view"]["lesson"] is None
