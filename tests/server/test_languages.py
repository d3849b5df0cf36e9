"""In which language a request is answered."""

from __future__ import annotations

import pytest

from bastida.server.http.problems import language_of
from tests.server.clients import Client


@pytest.mark.parametrize(
    ("query", "accepted", "language"),
    [
        ("ca", "es", "ca"),
        ("fr", "es-ES,es;q=0.9", "es"),
        ("de", "es-ES,es;q=0.9", "de"),
        (None, "ca-ES,ca;q=0.9,es;q=0.8,en;q=0.7", "ca"),
        (None, "en;q=0.5,es;q=0.8", "es"),
        (None, "fr-FR,fr;q=0.9,es;q=0.1", "es"),  # somebody who reads it, if not best
        (None, "de-AT,de;q=0.9,en;q=0.8", "de"),
        (None, "fr-FR,fr;q=0.9", "en"),
        (None, "deu,dex", "en"),  # a code that only begins like one of ours
        (None, "fr, pt-BR", "en"),
        (None, "", "en"),
        (None, "nonsense;q=x", "en"),
    ],
)
def test_the_language_asked_for_else_the_readers_else_english(query: str | None, accepted: str, language: str) -> None:
    assert language_of(query, accepted) == language


def test_a_browser_in_french_is_answered_in_english(client: Client) -> None:
    answers = {
        accepted: client.get("/api/tables/nowhere", headers={"Accept-Language": accepted}).json()["detail"]
        for accepted in ("fr-FR,fr;q=0.9", "en", "es", "ca", "de")
    }
    assert answers["fr-FR,fr;q=0.9"] == answers["en"]
    assert len(set(answers.values())) == 4
    made = client.post("/api/tables", {}, headers={"Accept-Language": "fr"}).json()
    assert [player["name"] for player in made["view"]["players"]] == ["Player 1", "Player 2"]
