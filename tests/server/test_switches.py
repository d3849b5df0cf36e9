"""Doubts of the rulebooks through the API: offered in words, settled when a table is made, told in views, kept in records."""

from __future__ import annotations

from typing import Any

import pytest

from bastida.language.texts import LANGUAGES
from bastida.rulebook.clauses import clause
from bastida.table.setup import FAMILIES
from tests.server.clients import Client

AT_ONCE = {"returned": "at once"}
IN_WORDS = {
    "id": "returned",
    "value": "at once",
    "name": "Members that came home may be used",
    "reading": "at once",
    "clause": "HG-R20",
}


def doubts(client: Client, language: str = "en") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get(f"/api/catalogue?lang={language}").json()["switches"]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_doubt_is_offered_in_words(client: Client, language: str) -> None:
    offered = doubts(client, language)
    assert {one["id"] for one in offered} == {switch for games in FAMILIES.values() for switch in games.switches}
    for one in offered:
        told = [one["name"], one["book"], *(value["name"] for value in one["values"])]
        assert all(text and not text.startswith("switch.") for text in told)
        assert clause(one["clause"])
        assert set(one["elements"]) <= set(FAMILIES[one["family"]].elements)


def test_a_table_is_settled_and_its_view_says_so_in_every_language(client: Client) -> None:
    made = client.table("here", "here", game="hunters", switches=AT_ONCE)
    game = client.get(f"/api/tables/{made['table']}?lang=en").json()["game"]
    assert (game["switches"], game["rulings"]) == (AT_ONCE, [IN_WORDS])
    game = client.get(f"/api/tables/{made['table']}?lang=es").json()["game"]
    assert game["rulings"][0]["reading"] == "enseguida"


def test_usual_readings_are_not_named(client: Client) -> None:
    usual = {one["id"]: one["values"][0]["id"] for one in doubts(client) if one["family"] == "hunters" and not one["elements"]}
    assert usual["returned"] == "next turn"
    game = client.table("here", "here", game="hunters", switches=usual)["view"]["game"]
    assert (game["switches"], game["rulings"]) == ({}, [])


def test_every_reading_of_every_doubt_can_be_had(client: Client) -> None:
    catalogue = client.get("/api/catalogue").json()
    for one in catalogue["switches"]:
        edition = next(box for box in catalogue["editions"] if box["family"] == one["family"])
        for value in one["values"][1:]:
            asked = {one["id"]: value["id"]}
            made = client.table("here", "here", game=edition["id"], sets=edition["expansions"], switches=asked)
            assert made["view"]["game"]["switches"] == asked


def test_a_table_stays_settled_in_its_record_and_where_that_is_continued(client: Client) -> None:
    made = client.table("here", "here", game="hunters", switches=AT_ONCE)
    record = client.get(f"/api/tables/{made['table']}/record.bst").text
    assert "\nswitch returned: at once\n" in record
    kept = client.http.post("/api/records", content=record).json()["id"]
    assert client.get(f"/api/records/{kept}/view?step=0&lang=en").json()["game"]["rulings"] == [IN_WORDS]
    again = client.table("here", "here", record={"id": kept})
    assert again["view"]["game"]["switches"] == AT_ONCE


@pytest.mark.parametrize(
    ("game", "switches", "said"),
    [
        ("hunters", {"returnd": "at once"}, "no existe la duda 'returnd'"),
        ("hunters", {"returned": "never"}, "la duda 'returned' no tiene la interpretación 'never'"),
        ("plus", AT_ONCE, "la duda 'returned' solo importa cuando se juega con 'hunters'"),
    ],
)
def test_what_cannot_be_settled_is_refused(client: Client, game: str, switches: dict[str, str], said: str) -> None:
    answer = client.post("/api/tables?lang=es", {"game": game, "switches": switches})
    assert (answer.status_code, answer.json()["code"]) == (422, "wrong_setup")
    assert said in answer.json()["detail"]
