"""Duplicates: one order of tiles at every table, fixed before and shown after."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from typing import Any

import httpx
import pytest

import bastida
from bastida.server import Settings
from bastida.server.http.lesson_models import DuplicateShown
from bastida.server.http.table_models import TableMade
from bastida.server.table.dealing import OrderedDealer
from tests.server.clients import Client
from tests.server.running import Served, served


def draws(game: bastida.Game) -> list[str]:
    return [step.text for step in game.steps if step.kind == "draw"]


@pytest.mark.parametrize("preset", ["plus", "plus-river", "plus-all", "todo", "winter", "hunters-scout"])
def test_the_order_is_the_same_whatever_is_played(preset: str) -> None:
    orders = []
    for seed in (1, 2):
        game = bastida.new_game(preset, players=2, study=False, seed=1)
        game.rewind(0)
        game.dealer = OrderedDealer(game.setup, "a secret")
        game.deal()
        chance = random.Random(seed)
        while not game.over:
            game.play(chance.choice(game.options()))
        orders.append(draws(game))
    # Bonus tiles come when they are earned; tiles that fitted nowhere and were put back come again at the end.
    stock = [[tile for tile in order if not tile.startswith("hb")] for order in orders]
    shared = min(60, *(len(order) for order in stock))
    assert shared > 40
    assert stock[0][:shared] == stock[1][:shared]


def test_every_tile_of_the_bag_comes_and_orders_differ_between_seeds() -> None:
    seen = []
    for seed in ("one", "other"):
        game = bastida.new_game("plus-first-game", players=2, seed=1)
        game.rewind(0)
        game.dealer = OrderedDealer(game.setup, seed)
        game.deal()
        while not game.over:
            game.play(game.options()[-1])
        seen.append(draws(game))
    assert sorted(seen[0]) == sorted(seen[1])
    assert seen[0] != seen[1]


def duplicate(client: Client, game: str = "plus-first-game") -> dict[str, Any]:
    made: dict[str, Any] = client.post("/api/duplicates", {"game": game}).json()
    return made


def at(bag: dict[str, Any]) -> dict[str, str]:
    """What opens a table of a duplicate."""
    return {"duplicate": bag["code"], "organiser": bag["token"]}


def code_of(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json().get("code", "")


@pytest.fixture
def friends(server: Served) -> Iterator[list[Client]]:
    with Client(server.url) as one, Client(server.url) as two, Client(server.url) as three:
        yield [one, two, three]


def sit(client: Client, made: dict[str, Any], seat: int = 0) -> httpx.Response:
    token = next(one["token"] for one in made["seats"] if one["seat"] == seat)
    return client.post(f"/api/tables/{made['table']}/claim", {"token": token})


def test_tables_of_a_duplicate_stand_side_by_side_and_the_seed_is_shown_at_the_end(
    client: Client, friends: list[Client]
) -> None:
    bag = duplicate(client)
    code = bag["code"]
    tables = [friend.table(game="ignored", **at(bag)) for friend in friends[:2]]
    assert [table["view"]["game"]["preset"] for table in tables] == ["plus-first-game"] * 2
    assert tables[0]["view"]["tile"] == tables[1]["view"]["tile"]
    for number, (friend, table) in enumerate(zip(friends, tables, strict=False)):
        assert friend.get(f"/api/duplicates/{code}").json()["tables"] == []
        friend.play(table["table"], random.Random(number))
    before = client.get(f"/api/duplicates/{code}").json()
    DuplicateShown.model_validate(before)
    assert before["seed"] is None
    assert [len(table["points"]) for table in before["tables"]] == [2, 2]
    assert client.post(f"/api/duplicates/{code}/close", {"token": "wrong"}).status_code == 403
    after = client.post(f"/api/duplicates/{code}/close", {"token": bag["token"]}).json()
    DuplicateShown.model_validate(after)
    assert after["closed"]
    assert sha256(after["seed"].encode()).hexdigest() == bag["commitment"] == before["commitment"]
    assert client.post("/api/tables", at(bag)).json()["code"] == "closed"
    dealer = OrderedDealer(bastida.new_game("plus-first-game", players=2).setup, after["seed"])
    record = friends[0].get(f"/api/tables/{tables[0]['table']}/record.bst").text
    game = bastida.Record.from_text(record).replay()
    again = game.copy()
    again.rewind(0)
    again.dealer = dealer
    again.deal()
    assert draws(again)[0] == draws(game)[0]


def test_the_seed_stays_hidden_while_a_table_plays(client: Client) -> None:
    bag = duplicate(client, "plus")
    client.table(**at(bag))
    closed = client.post(f"/api/duplicates/{bag['code']}/close", {"token": bag["token"]}).json()
    assert closed["seed"] is None
    assert [table["points"] for table in closed["tables"]] == [None]
    assert client.get("/api/duplicates/none").json()["code"] == "no_duplicate"


def test_whoever_knows_only_the_code_opens_no_table_and_sees_nothing(client: Client, friends: list[Client]) -> None:
    """The attack: a second table with the code of the first told 39 of 39 tiles to come."""
    bag = duplicate(client)
    client.table(**at(bag))
    cheat = friends[0]
    for organiser in ({}, {"organiser": "x" * 32}, {"organiser": bag["code"]}, {"organiser": bag["commitment"]}):
        answer = cheat.post("/api/tables", {"duplicate": bag["code"], **organiser})
        assert code_of(answer) == (403, "not_organiser")
    shown = cheat.get(f"/api/duplicates/{bag['code']}").json()
    assert (shown["opened"], shown["tables"], shown["seed"], shown["closed"]) == (1, [], None, False)


def test_the_organiser_sees_how_far_tables_are_and_no_points(client: Client, server: Served, friends: list[Client]) -> None:
    bag = duplicate(client)
    done, going_on = (friend.table(**at(bag)) for friend in friends[:2])
    friends[0].play(done["table"], random.Random(1))
    with Client(server.url, token=bag["token"]) as organiser:
        tables = organiser.get(f"/api/duplicates/{bag['code']}").json()["tables"]
    assert [(table["table"], table["status"]) for table in tables] == [
        (done["table"], "over"), (going_on["table"], "playing"),
    ]  # fmt: skip
    assert [(table["players"], table["points"], table["winners"], table["watch"]) for table in tables] == [
        (["P0", "P1"], None, [], None)
    ] * 2


def test_a_table_opened_for_others_shows_its_organiser_no_tile(client: Client) -> None:
    made = client.table("link", "link", **at(duplicate(client)))
    TableMade.model_validate(made)
    assert made["view"] is None
    assert made["watch"] is None
    for path in ("", "/events", "/record.bst", "/picture.svg", "/features"):
        assert client.get(f"/api/tables/{made['table']}{path}").status_code == 401
    assert client.get("/api/tables").json() == {"tables": []}


def test_nobody_sits_at_two_tables_of_a_bag(client: Client, friends: list[Client]) -> None:
    bag = duplicate(client)
    tables = [client.table("link", "link", **at(bag)) for _ in range(2)]
    player = friends[0]
    assert sit(player, tables[0]).status_code == 200
    assert code_of(sit(player, tables[1])) == (403, "bag_seen")
    assert player.get(f"/api/tables/{tables[1]['table']}").status_code == 401
    assert code_of(player.post("/api/tables", {"seats": [{}, {"kind": "link"}], **at(bag)})) == (403, "bag_seen")
    assert client.get(f"/api/duplicates/{bag['code']}").json()["opened"] == 2  # nothing was left of it
    assert sit(player, tables[0], 1).status_code == 200  # at the same table nothing more is to be seen
    assert sit(friends[1], tables[1]).status_code == 200  # the refused one has not used up the link


def test_of_two_claims_at_once_at_two_tables_one_succeeds(database: str, settings: Settings) -> None:
    with served(replace(settings, database=database)) as running, Client(running.url) as organiser:
        for _ in range(6):
            bag = duplicate(organiser)
            tables = [organiser.table("link", "link", **at(bag)) for _ in range(3)]
            cookie = Client(running.url)
            cookie.table()  # so that it has one
            answers: list[int] = []

            def claim(made: dict[str, Any], cookie: Client = cookie, answers: list[int] = answers) -> None:
                with Client(running.url) as tab:
                    tab.http.cookies.update(cookie.http.cookies)
                    answers.append(sit(tab, made).status_code)

            threads = [threading.Thread(target=claim, args=(made,)) for made in tables]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            cookie.http.close()
            assert sorted(answers) == [200, 403, 403]


def test_when_all_is_over_everybody_may_look(client: Client, friends: list[Client]) -> None:
    bag = duplicate(client)
    tables = [friend.table(**at(bag)) for friend in friends[:2]]
    for friend, made in zip(friends, tables, strict=False):
        assert friend.act(made["table"], "resign", 0).status_code == 200
    before = friends[2].get(f"/api/duplicates/{bag['code']}").json()
    assert [table["watch"] for table in before["tables"]] == [None, None]  # the organiser may open a third
    client.post(f"/api/duplicates/{bag['code']}/close", {"token": bag["token"]})
    for _ in range(2):
        shown = friends[2].get(f"/api/duplicates/{bag['code']}").json()
    for who in (friends[0], friends[2]):
        table, _, token = shown["tables"][1]["watch"].rpartition("/")[2].partition("#")
        assert who.post(f"/api/tables/{table}/claim", {"token": token}).json()["watching"]
        assert who.view(table)["over"]


def test_a_record_is_not_continued_with_a_bag(client: Client) -> None:
    made = client.table()
    text = client.get(f"/api/tables/{made['table']}/record.bst").text
    asked = {"record": {"text": text}, **at(duplicate(client))}
    assert code_of(client.post("/api/tables", asked)) == (400, "bad_request")
