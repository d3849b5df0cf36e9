"""Making tables, sitting down, playing whole games, and what a client gets to know on the way."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bastida.server import Settings
from bastida.server.http.table_models import TableMade
from bastida.server.http.view_models import View
from bastida.table.setup import presets
from tests.server.clients import Client, updated
from tests.server.running import Served, served


def test_a_table_is_made_and_played_to_its_end(client: Client) -> None:
    made = client.table(game="plus-first-game")
    TableMade.model_validate(made)
    view = client.play(made["table"], random.Random(1))
    assert view["over"]
    assert view["outcome"]["reason"] == "finished"
    best = max(player["points"] for player in view["players"])
    assert view["winners"] == [player["seat"] for player in view["players"] if player["points"] == best]
    assert sum(line["points"] for line in view["ledger"]) == sum(player["points"] for player in view["players"])


@pytest.mark.parametrize("preset", list(presets()))
def test_every_preset_can_be_set_up_and_begun(client: Client, preset: str) -> None:
    made = client.table("here", "here", game=preset)
    view = made["view"]
    assert view["game"]["preset"] == preset
    for _ in range(6):
        assert client.answer(made["table"], view).status_code == 200
        view = client.view(made["table"])
    View.model_validate(view)


def test_a_free_setup_with_names_colours_and_first_player(client: Client) -> None:
    seats = [{"name": "Ana", "colour": "green"}, {"name": "Luis"}, {"name": "Eva", "colour": "red"}]
    made = client.table(game="plus", sets=["river", "inns"], without=["farmers"], seats=seats, first=2)
    view = made["view"]
    assert [player["colour"] for player in view["players"]] == ["green", "blue", "red"]
    assert view["active"] == 2
    assert "farmers" not in view["game"]["elements"]
    assert "river" in view["game"]["sets"]


def test_everything_wrong_with_a_setup_is_said_at_once(client: Client) -> None:
    seats = [{"name": "Ana", "colour": "mauve"}, {"name": "Ana"}]
    answer = client.post("/api/tables?lang=es", {"game": "plus", "sets": ["rivver"], "elements": ["pig"], "seats": seats})
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (422, "wrong_setup")
    for word in ("rivver", "mauve", "pig"):
        assert word in problem["detail"]


def test_an_unknown_level_is_refused_with_those_there_are(client: Client) -> None:
    answer = client.post("/api/tables?lang=es", {"seats": [{}, {"kind": "computer", "level": "grandmaster"}]})
    assert answer.status_code == 422
    assert "no existe el nivel 'grandmaster': hay" in answer.json()["detail"]


def test_the_log_says_in_words_and_cells_what_happened(client: Client) -> None:
    made = client.table()
    view = client.view(made["table"], "es")
    tile = next(option for option in view["decision"]["options"] if option["target"]["type"] == "cell")
    client.answer(made["table"], view, tile["text"])
    x, y = tile["target"]["x"], tile["target"]["y"]
    line = client.view(made["table"], "es")["log"][-1]
    assert (line["kind"], line["sentence"], line["cells"]) == ("tile", "P0: loseta colocada", [[x, y]])


def test_a_friend_joins_by_link_under_their_own_name(server: Served, client: Client) -> None:
    made = client.table("here", "link")
    table, token = made["table"], made["seats"][1]["token"]
    assert made["seats"][1]["link"].endswith(f"/t/{table}#{token}")
    assert made["view"]["status"] == "waiting"
    with Client(server.url) as friend:
        assert friend.get(f"/api/tables/{table}").status_code == 401
        claimed = friend.post(f"/api/tables/{table}/claim", {"token": token, "name": "Marta"})
        assert claimed.json() == {"table": table, "seats": [1], "watching": False, "token": None}
        view = friend.view(table)
        assert view["you"] == [1]
        assert view["players"][1]["name"] == "Marta"
        assert view["status"] == "playing"
        assert friend.get("/api/tables").json()["tables"][0]["table"] == table
    again = client.post(f"/api/tables/{table}/claim", {"token": token, "name": "Other"})
    assert again.json()["code"] == "link_used"
    assert client.view(table)["players"][1]["name"] == "Marta"


def test_under_a_new_name_the_whole_log_is_told_anew(server: Served, client: Client) -> None:
    made = client.table("link", "here", game="plus-first-game")
    table, token = made["table"], made["seats"][0]["token"]
    with Client(server.url, token=token) as program:
        program.answer(table, program.view(table))
    assert client.view(table)["log"][0]["sentence"].startswith("P0")
    with Client(server.url) as friend:
        friend.post(f"/api/tables/{table}/claim", {"token": token, "name": "Marta"})
    told = client.view(table)["log"]
    assert [line["sentence"].partition(":")[0] for line in told] == ["Marta", "Marta"]
    server.live.rooms[table].forget()
    assert client.view(table)["log"] == told  # as if it had been read again


def test_a_spectator_sees_everything_but_the_answers(server: Served, client: Client) -> None:
    made = client.table()
    with Client(server.url) as watcher:
        token = made["watch"].partition("#")[2]
        assert watcher.post(f"/api/tables/{made['table']}/claim", {"token": token}).json()["watching"]
        view = watcher.view(made["table"])
        assert view["you"] == []
        assert view["decision"]["options"] == []
        assert view["board"] == made["view"]["board"]
        refused = watcher.answer(made["table"], made["view"])
        assert (refused.status_code, refused.json()["code"]) == (403, "watching")


ALONE = {"game": "plus-first-game", "seats": [{"kind": "computer", "level": "random"}] * 2}


def test_a_table_without_a_person_is_for_the_host_to_allow(client: Client) -> None:
    refused = client.post("/api/tables?lang=es", ALONE)
    assert (refused.status_code, refused.json()["code"]) == (403, "nobody_plays")
    assert client.post("/api/tables", ALONE | {"seats": [*ALONE["seats"], {}]}).status_code == 201


def test_two_computers_play_a_game_by_themselves_where_the_host_allows_it(settings: Settings) -> None:
    with served(replace(settings, computer_tables=True)) as running, Client(running.url) as client:
        made = client.table(**ALONE)
        with client.listen(made["table"]) as stream:
            _, _, view = stream.next("view")
            while not view["over"]:
                view = updated(view, stream.next("update", timeout=60)[2])
        assert view["status"] == "over"
        assert view == client.view(made["table"]) | {"players": view["players"]}


def test_updates_add_up_to_the_view_for_every_listener(server: Served, client: Client) -> None:
    made = client.table("here", "link", game="plus-big")
    table = made["table"]
    with (
        Client(server.url, token=made["seats"][1]["token"], language="ca") as other,
        client.listen(table, language="es") as mine,
        other.listen(table) as theirs,
    ):
        views = {"es": mine.next("view")[2], "ca": theirs.next("view")[2]}
        chance = random.Random(3)
        for _ in range(60):
            player = client if client.view(table)["decision"]["seat"] == 0 else other
            view = player.view(table)
            assert player.answer(table, view, chance.choice(view["decision"]["options"])["text"]).status_code == 200
        last = client.view(table, "es")["seq"]
        for language, stream in (("es", mine), ("ca", theirs)):
            while views[language]["seq"] < last:
                views[language] = updated(views[language], stream.next("update")[2])
        assert views["es"] == client.view(table, "es")
        assert views["ca"] == other.view(table, "ca")


def test_my_tables_lists_where_i_sit(client: Client) -> None:
    names = [client.table(game="winter")["table"] for _ in range(3)]
    listed = client.get("/api/tables").json()["tables"]
    assert [entry["table"] for entry in listed] == names[::-1]
    assert listed[0]["your_turn"]
    assert listed[0]["theme"] == "snow"
    with Client(client.url) as stranger:
        assert stranger.get("/api/tables").json() == {"tables": []}
