"""In which language a request is answered."""

from __future__ import annotations

import pytest

from bastida.server.http.problems import language_of
from tests.server.clients import Client


@pytest.mark.parametrize(
    ("query", "accepted", "language"),
    [
        ("ca", "es", "ca"),
        ("de", "es-ES,es;q=0.9", "es"),
        (None, "ca-ES,ca;q=0.9,es;q=0.8,en;q=0.7", "ca"),
        (None, "en;q=0.5,es;q=0.8", "es"),
        (None, "de-DE,de;q=0.9,es;q=0.1", "es"),  # somebody who reads it, if not best
        (None, "de-DE,de;q=0.9", "en"),
        (None, "fr, pt-BR", "en"),
        (None, "", "en"),
        (None, "nonsense;q=x", "en"),
    ],
)
def test_the_language_asked_for_else_the_readers_else_english(query: str | None, accepted: str, language: str) -> None:
    assert language_of(query, accepted) == language


def test_a_browser_in_german_is_answered_in_english(client: Client) -> None:
    answers = {
        accepted: client.get("/api/tables/nowhere", headers={"Accept-Language": accepted}).json()["detail"]
        for accepted in ("de-DE,de;q=0.9", "en", "es", "ca")
    }
    assert answers["de-DE,de;q=0.9"] == answers["en"]
    assert len(set(answers.values())) == 3
    made = client.post("/api/tables", {}, headers={"Accept-Language": "de"}).json()
    assert [player["name"] for player in made["view"]["players"]] == ["Player 1", "Player 2"]
