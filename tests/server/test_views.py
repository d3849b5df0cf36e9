"""The view: complete, as documented, and good for drawing, for every module there is."""

from __future__ import annotations

import random
from typing import Any

import pytest

import bastida
from bastida.art.pieces import piece_symbols
from bastida.language.texts import LANGUAGES
from bastida.server.http.menu import all_tiles
from bastida.server.http.view_models import View
from bastida.server.table.replaying import table_of
from bastida.server.table.state import Offer, Table
from bastida.server.table.view import Teller
from tests.server.running import once

WAYS_OUT = {"pass", "no capture", "no ransom", "leave ferries", "no second part"}  # answers that decline

# Answers that point at nothing on the table.
NOWHERE = WAYS_OUT | {
    "A", "B", "second part", "2 points", "keep", "refuse", "draw", "postman off", "postman stays", "tile", "pennants",
    "knights", "farmers", "smallest road", "smallest city", "smallest monastery",
}  # fmt: skip


def positions(preset: str, every: int) -> Any:
    """Positions of a random game, now and then."""
    game = bastida.new_game(preset, players=["Ana", "Luis", "Eva"], seed=f"view {preset}")
    chance = random.Random(preset)
    number = 0
    while not game.over:
        game.play(chance.choice(game.options()))
        number += 1
        decision = game.decision
        if decision is not None and (number % every == 0 or decision.kind not in ("tile", "figure")):
            yield game
    yield game


@once
@pytest.mark.parametrize("preset", ["todo", "winter-postman", "hunters-scout", "plus-first-game"])
def test_every_view_is_as_documented_and_every_answer_has_its_place(preset: str) -> None:
    kinds = set()
    for number, game in enumerate(positions(preset, 25)):
        table = table_of("name", game.copy())
        language = LANGUAGES[number % len(LANGUAGES)]
        view = Teller(table, language).view([0, 1, 2], [], 0.0)
        View.model_validate(view)
        cells = {(tile["x"], tile["y"]) for tile in view["board"]}
        for figure in view["figures"]:
            if figure.get("at"):
                assert (int(figure["at"][0] // 1), int(figure["at"][1] // 1)) in cells or "on" in figure
        for piece in view["pieces"]:
            assert (piece["x"], piece["y"]) in cells
            assert piece["x"] <= piece["at"][0] <= piece["x"] + 1
            assert f'id="{piece["drawing"]}"' in piece_symbols([piece["drawing"]], all_tiles())
        things = [*view["track"], *view["beside"], *(thing for player in view["players"] for thing in player["holds"])]
        assert all(thing["label"] for thing in things)
        if view["decision"] is None:
            assert view["over"]
            continue
        options = view["decision"]["options"]
        assert [option["text"] for option in options] == [str(option) for option in game.options()]
        assert view["decision"]["optional"] == any(option["declines"] for option in options)
        for option in options:
            kinds.add(view["decision"]["kind"])
            target = option["target"]
            assert option["sentence"]
            assert "@" not in option["sentence"]
            assert "{" not in option["sentence"]
            if option["text"] in WAYS_OUT:
                assert option["declines"], option
            if option["text"] not in NOWHERE and not option["detail"]:
                assert target["type"] != "nothing", (view["decision"]["kind"], option)
            if target["type"] in ("cell", "segment", "tile", "line", "standing"):
                x, y = option["at"]
                assert target["x"] <= x <= target["x"] + 1
                assert target["y"] - 1 <= y <= target["y"] + 1  # a tower rises above its tile
            assert option["removes"] == (target["type"] == "standing")
            if target["type"] == "standing":
                standing = [
                    [f["x"], f["y"], f.get("segment", f.get("on")), f["seat"], f["kind"], f["at"]]
                    for f in view["figures"]
                    if "x" in f
                ]
                assert [*(target[part] for part in ("x", "y", "where", "seat", "kind")), option["at"]] in standing
    assert {"tile", "figure"} <= kinds
    if preset == "todo":
        assert len(kinds) > 10, kinds


def test_piles_say_whether_turns_begin_with_them() -> None:
    for preset, turns in (("hunters", {"stock": True, "bonus": False}), ("plus-river", {"river": True, "stock": True})):
        game = bastida.new_game(preset, players=["Ana", "Luis"], seed=1)
        view = Teller(table_of("name", game), "en").view([0], [], 0.0)
        assert {pile["name"]: pile["turns"] for pile in view["piles"]} == turns


def test_aids_that_are_off_are_not_sent() -> None:
    game = bastida.new_game("plus", players=["Ana", "Luis"], seed=1)
    table = table_of("name", game)
    table.outcome = None
    table.config["aids"] |= {"remaining": False, "dead": False, "projected": False}
    view = Teller(table, "en").view([0], [], 0.0)
    assert all("mixed" not in pile for pile in view["piles"])
    assert view["dead"] == []
    assert view["projected"] is None
    table.config["aids"] |= {"projected": True}
    assert Teller(table, "en").view([0], [], 0.0)["projected"] == list(game.projected().values())


def at_a_table(*kinds: str) -> Table:
    """Anna is on turn and has just placed a tile."""
    game = bastida.new_game("plus", players=["Anna", "Òscar", "Inés"], seed=1)
    game.play(game.options()[0])
    table = table_of("name", game)
    table.outcome = None
    for seat, kind in zip(table.seats, kinds, strict=True):
        seat.kind, seat.level = kind, "greedy" if kind == "computer" else None
    return table


def told(table: Table, seats: list[int], language: str) -> tuple[str, str]:
    """What is asked, and the last line of the log."""
    view = Teller(table, language).view(seats, [], 0.0)
    return view["decision"]["question"], view["log"][-1]["sentence"]


@pytest.mark.parametrize(
    ("language", "you", "named", "waiting", "thinking", "thinking_for"),
    [
        (
            "es",
            ("¿Pones un seguidor en la loseta?", "Tú: loseta colocada"),
            ("Anna, ¿pones un seguidor en la loseta?", "Anna: loseta colocada"),
            ("Esperando a Anna", "Anna: loseta colocada"),
            "El ordenador piensa (Anna)",
            "El ordenador piensa por Anna",
        ),
        (
            "ca",
            ("Poses un seguidor a la lloseta?", "Tu: lloseta col·locada"),
            ("Anna, poses un seguidor a la lloseta?", "Anna: lloseta col·locada"),
            ("S'espera Anna", "Anna: lloseta col·locada"),
            "L'ordinador s'ho pensa (Anna)",
            "L'ordinador s'ho pensa per Anna",
        ),
        (
            "en",
            ("Do you put a follower on the tile?", "You: tile placed"),
            ("Anna, do you put a follower on the tile?", "Anna: tile placed"),
            ("Waiting for Anna", "Anna: tile placed"),
            "The computer is thinking (Anna)",
            "The computer is thinking for Anna",
        ),
    ],
)
def test_whoever_has_one_seat_is_spoken_to(
    language: str, you: tuple[str, str], named: tuple[str, str], waiting: tuple[str, str], thinking: str, thinking_for: str
) -> None:
    table = at_a_table("here", "link", "link")
    assert told(table, [0], language) == you
    assert told(table, [0, 1], language) == named  # two people look at one screen
    assert told(table, [1], language) == waiting
    assert told(table, [], language) == waiting
    table.seats[1].stand_in = "greedy"
    assert told(table, [0, 1], language) == you  # only one of them still plays
    table.seats[0].stand_in = "greedy"
    assert told(table, [1], language)[0] == thinking_for
    assert told(at_a_table("computer", "here", "here"), [1, 2], language)[0] == thinking


def test_offers_and_scorings_are_said_to_whoever_made_them() -> None:
    game = bastida.new_game("plus", players=["Anna", "Òscar"], seed=2)
    chance = random.Random(2)
    while not game.ledger:
        game.play(chance.choice(game.options()))
    table = table_of("name", game)
    table.outcome = None
    seat = game.ledger[0].seat
    table.offers[1] = Offer(1, seat, "adjourn", set())
    mine, theirs = (Teller(table, "es").view([number], [], 0.0) for number in (seat, 1 - seat))
    assert mine["offers"][0]["sentence"] == "Has propuesto aplazar la partida"
    assert theirs["offers"][0]["sentence"] == f"{game.setup.players[seat]}: ¿aplazamos la partida?"
    assert " para ti: " in mine["ledger"][0]["sentence"]
    assert theirs["ledger"][0]["sentence"].startswith(game.setup.players[seat])
    line = next(line for line in mine["log"] if line["kind"] == "score")
    assert line["sentence"] == mine["ledger"][0]["sentence"]
    assert line["clause"] == mine["ledger"][0]["clause"]


def test_a_scoring_figure_says_where_it_would_go_and_a_message_shows_its_card() -> None:
    game = bastida.new_game("todo", players=["Ana", "Luis"], seed=1)
    chance = random.Random(1)
    seen: set[str] = set()
    while not game.over and len(seen) < 2:
        asked = game.decision
        assert asked is not None
        if asked.kind in ("scoring figure", "message action") and asked.kind not in seen:
            table = table_of("name", game.copy())
            view = Teller(table, "en").view([0, 1], [], 0.0)
            options = view["decision"]["options"]
            for option in options:
                if asked.kind == "message action":
                    assert option["space"] is None
                    assert option["picture"].startswith("message-") or option["target"]["type"] == "standing"
                    continue
                after = game.copy()
                after.dealer = None
                after.play(option["text"])
                number = option["target"]["number"]
                assert option["space"] == int(after.engine.points[asked.seat * 2 + number]) % 50
            seen.add(asked.kind)
        game.play(chance.choice([option for option in game.options() if not option.declines] or game.options()))
    assert len(seen) == 2
