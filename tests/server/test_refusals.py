"""Obligation 1: the server alone judges. Wrong seat, sequence, phase or answer: a typed refusal, and no change."""

from __future__ import annotations

from typing import Any

import pytest

from bastida.language.texts import LANGUAGES, catalogue
from bastida.rulebook.clauses import clause
from bastida.server.http.problems import STATUS
from tests.server.clients import Client
from tests.server.running import Served


@pytest.fixture
def made(client: Client) -> dict[str, Any]:
    return client.table("here", "link")


def unchanged(client: Client, made: dict[str, Any]) -> None:
    now = client.view(made["table"])
    assert now == made["view"] | {"players": now["players"]}


def refused(answer: Any, status: int, code: str) -> dict[str, Any]:
    problem: dict[str, Any] = answer.json()
    assert (answer.status_code, problem["code"], problem["status"]) == (status, code, status), answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert problem["detail"]
    assert "{" not in problem["detail"]
    assert problem["title"]
    return problem


def test_somebody_elses_seat_is_refused(client: Client, made: dict[str, Any]) -> None:
    refused(client.answer(made["table"], made["view"], seat=1), 403, "wrong_seat")
    unchanged(client, made)


def test_a_stranger_is_refused(server: Served, made: dict[str, Any], client: Client) -> None:
    with Client(server.url) as stranger:
        refused(stranger.answer(made["table"], made["view"]), 401, "no_seat")
        refused(stranger.get(f"/api/tables/{made['table']}"), 401, "no_seat")
        refused(stranger.get(f"/api/tables/{made['table']}/events"), 401, "no_seat")
        refused(stranger.get("/api/tables/nowhere"), 404, "no_table")
    unchanged(client, made)


def test_whoever_is_not_asked_is_refused(server: Served, client: Client, made: dict[str, Any]) -> None:
    with Client(server.url, token=made["seats"][1]["token"]) as other:
        problem = refused(other.answer(made["table"], made["view"], "1,0 r0", seat=1), 409, "not_asked")
        assert "P0" in problem["detail"]
    unchanged(client, made)


@pytest.mark.parametrize("seq", [0, 2, 1_000_000])
def test_a_position_that_was_not_seen_is_refused(client: Client, made: dict[str, Any], seq: int) -> None:
    refused(client.answer(made["table"], made["view"], seq=seq), 409, "stale")
    unchanged(client, made)


def test_chat_does_not_make_an_answer_old(client: Client, made: dict[str, Any]) -> None:
    assert client.act(made["table"], "chat", 0, text="hello").status_code == 200
    assert client.answer(made["table"], made["view"]).status_code == 200


@pytest.mark.parametrize("text", ["0,0 r0", "50,50 r0", "pass", "nonsense", "1,0", "r0", "-,- r9", "９,９ r0", "\x00"])
def test_an_illegal_answer_is_refused_with_the_reason(client: Client, made: dict[str, Any], text: str) -> None:
    problem = refused(client.answer(made["table"], made["view"], text), 422, "illegal")
    if "clause" in problem:
        assert clause(problem["clause"])
    unchanged(client, made)


def test_the_rules_reason_comes_in_the_askers_language_with_its_clause(client: Client, made: dict[str, Any]) -> None:
    body = {"seat": 0, "seq": made["view"]["seq"], "key": "k", "answer": "0,0 r0"}
    said = {}
    for language in LANGUAGES:
        problem = client.post(f"/api/tables/{made['table']}/answers?lang={language}", body).json()
        assert problem["clause"].startswith("BASE-")
        assert problem["key"] == "cell_taken"
        said[language] = problem["detail"]
    assert "ya hay una loseta" in said["es"]
    assert len(set(said.values())) == len(LANGUAGES)


def test_the_same_key_again_changes_nothing(client: Client, made: dict[str, Any]) -> None:
    first = client.answer(made["table"], made["view"], key="once")
    again = client.answer(made["table"], made["view"], key="once")
    assert first.json() == again.json() == {"seq": 2}
    assert client.view(made["table"])["seq"] == 2


@pytest.mark.parametrize(
    "body",
    [
        None,
        [],
        {},
        {"seat": "0", "seq": 1, "key": "k", "answer": "x"},
        {"seat": 0, "seq": 1, "key": "k", "answer": "x" * 500},
        {"seat": 0, "seq": 1, "key": "", "answer": "x"},
        {"seat": 0, "seq": 1, "key": "k", "answer": "x", "more": 1},
        {"seat": -1, "seq": 1, "key": "k", "answer": "x"},
        {"seat": 0, "seq": 10**30, "key": "k", "answer": "x"},
    ],
)
def test_a_malformed_request_is_refused(client: Client, made: dict[str, Any], body: object) -> None:
    answer = client.post(f"/api/tables/{made['table']}/answers", body)
    assert answer.status_code in (400, 409), answer.text
    assert answer.json()["code"] in ("bad_request", "stale")
    unchanged(client, made)


def test_nothing_more_happens_when_the_game_is_over(client: Client, made: dict[str, Any]) -> None:
    assert client.act(made["table"], "resign", 0).status_code == 200
    over = client.view(made["table"])
    assert over["outcome"] == {"reason": "resign", "winners": [1]}
    assert over["decision"] is None
    refused(client.answer(made["table"], made["view"], seq=over["seq"]), 409, "over")
    refused(client.act(made["table"], "undo", 0, seq=over["seq"]), 409, "over")
    refused(client.act(made["table"], "resign", 0), 409, "over")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_has_a_text_in_every_language(language: str) -> None:
    said = catalogue(language)["problem"]
    assert set(said) - {"title"} == set(STATUS)
    assert set(said["title"]) == {str(status) for status in STATUS.values()}


def test_unknown_pages_and_methods_are_problems_too(client: Client) -> None:
    refused(client.get("/api/nothing"), 404, "no_such_page")
    refused(client.get("/nothing.js"), 404, "no_such_page")
    refused(client.http.delete("/api/tables"), 405, "wrong_method")
