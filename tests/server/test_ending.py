"""How a game ends is told line by line: the table before the final scoring, and what each line of it changes."""

from __future__ import annotations

import random
from typing import Any

import pytest

import bastida
from bastida.server.http.view_models import View as Documented
from bastida.server.table.replaying import record_view
from tests.server.clients import Client, View

PRESETS = ["plus", "winter", "plus-messages", "plus-gold", "plus-robbers", "todo", "hunters", "hunters-scout"]


def finished(preset: str, seed: int = 1, seats: int = 2) -> bastida.Game:
    game, chance = bastida.new_game(preset, players=seats, seed=seed), random.Random(seed)
    while not game.over:
        game.play(chance.choice(game.options()))
    return game


def upright(view: View) -> None:
    """What is told of an ending adds up."""
    Documented.model_validate(view)
    ending, ledger = view["ending"], view["ledger"]
    final = [number for number, entry in enumerate(ledger) if entry["final"]]
    assert [line["line"] for line in ending["lines"]] == final
    points = [player["points"] for player in ending["players"]]
    assert points == [sum(e["points"] for e in ledger if not e["final"] and e["seat"] == p["seat"]) for p in view["players"]]
    for line in ending["lines"]:
        entry = ledger[line["line"]]
        points[entry["seat"]] += entry["points"]
        assert line["points"] == points[entry["seat"]]
        assert sum(place["points"] for place in line["track"]) == line["points"]
        if entry["region"] is not None:
            assert [entry["region"]["x"], entry["region"]["y"]] in entry["cells"]
    assert points == [player["points"] for player in view["players"]]
    staying = [figure for figure in ending["figures"] if figure["leaves"] is None]
    assert [{key: figure[key] for key in figure if key != "leaves"} for figure in staying] == view["figures"]
    for figure in ending["figures"]:
        if figure["leaves"] is not None:
            assert final[0] - 1 <= figure["leaves"] <= final[-1]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_line_of_the_final_scoring_tells_what_stood_and_what_it_made(preset: str) -> None:
    for seed in (1, 2):
        upright(record_view("record", finished(preset, seed, 2 + seed), "en"))


def test_a_figure_stands_until_its_own_feature_is_scored() -> None:
    """Each leaves with the line of the feature it stands in, and not before."""
    view = record_view("record", finished("plus"), "en")
    leaving = [figure for figure in view["ending"]["figures"] if figure["leaves"] is not None]
    assert leaving
    for figure in leaving:
        entry = view["ledger"][figure["leaves"]]
        assert [figure["x"], figure["y"]] in entry["cells"], (figure, entry)
        assert figure["segment"].split(" ")[0] == entry["source"]


def test_the_region_of_a_line_is_one_of_two_on_the_same_tiles() -> None:
    """Two fields along one road lie on the same cells: the line says which one it is about."""
    view = record_view("record", finished("plus", 3), "en")
    fields = [entry for entry in view["ledger"] if entry["source"] == "field"]
    assert fields
    assert len({str(entry["region"]) for entry in fields}) == len({str((entry["region"], entry["cells"])) for entry in fields})


def test_a_game_that_goes_on_tells_no_ending(client: Client) -> None:
    assert client.table()["view"]["ending"] is None


@pytest.mark.parametrize("how", ["agreed", "resign"])
def test_a_game_that_was_ended_early_is_counted_all_the_same(client: Client, how: str) -> None:
    table = client.table()["table"]
    chance = random.Random(7)
    view = client.play(table, chance, until=lambda view: len(view["figures"]) > 3 and view["decision"]["kind"] == "tile")
    standing, told = len(view["figures"]), len(view["log"])
    expected = counted(client, table)
    if how == "agreed":
        assert client.act(table, "offers", 0, seq=view["seq"], kind="end").status_code == 200
    else:
        assert client.act(table, "resign", 0).status_code == 200
    over = client.view(table)
    upright(over)
    assert over["outcome"]["reason"] == how
    assert [player["points"] for player in over["players"]] == expected
    assert len(over["ending"]["figures"]) == standing
    scored = [line["line"] for line in over["log"] if line["line"] is not None]
    assert scored == list(range(len(over["ledger"])))
    assert [line["kind"] for line in over["log"][told:]][: -len(over["ending"]["lines"])][-1] == how
    if how == "agreed":
        best = max(expected)
        assert over["winners"] == [seat for seat, points in enumerate(expected) if points == best]
    else:
        assert over["winners"] == [1]


def counted(client: Client, table: str) -> list[int]:
    """What the public library says the points would be."""
    game: Any = bastida.Record.from_text(client.get(f"/api/tables/{table}/record.bst").text).replay()
    return list(game.projected().values())


def test_a_game_as_it_was_before_the_end_can_be_looked_at() -> None:
    game = finished("plus")
    before = game.before_end()
    assert before is not None
    assert not any(entry.final for entry in before.ledger)
    assert list(before.scores().values()) != list(game.scores().values())
    assert list(before.projected().values()) == list(game.scores().values())
    assert before.decision is None
    assert len(before.view()["figures"]) > len(game.view()["figures"])
    game.undo()
    assert game.before_end() is None
    ended = game.ended()
    assert ended.over
    assert not game.over
    assert ended.scores() == game.projected()
    assert [entry.final for entry in ended.ledger][-1]
