"""Duplicates: one order of tiles at every table, fixed before and shown after."""

from __future__ import annotations

import random
from hashlib import sha256

import pytest

import bastida
from bastida.server.http.models import DuplicateShown
from bastida.server.table.dealing import OrderedDealer
from tests.server.clients import Client


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


def test_tables_of_a_duplicate_stand_side_by_side_and_the_seed_is_shown_at_the_end(client: Client) -> None:
    made = client.post("/api/duplicates", {"game": "plus-first-game"}).json()
    code = made["code"]
    tables = [client.table(duplicate=code, game="ignored") for _ in range(2)]
    assert [table["view"]["game"]["preset"] for table in tables] == ["plus-first-game"] * 2
    assert tables[0]["view"]["tile"] == tables[1]["view"]["tile"]
    for number, table in enumerate(tables):
        client.play(table["table"], random.Random(number))
    before = client.get(f"/api/duplicates/{code}").json()
    DuplicateShown.model_validate(before)
    assert before["seed"] is None
    assert [len(table["points"]) for table in before["tables"]] == [2, 2]
    assert client.post(f"/api/duplicates/{code}/close", {"token": "wrong"}).status_code == 403
    after = client.post(f"/api/duplicates/{code}/close", {"token": made["token"]}).json()
    assert after["closed"]
    assert sha256(after["seed"].encode()).hexdigest() == made["commitment"] == before["commitment"]
    assert client.post("/api/tables", {"duplicate": code}).json()["code"] == "closed"
    dealer = OrderedDealer(bastida.new_game("plus-first-game", players=2).setup, after["seed"])
    record = client.get(f"/api/tables/{tables[0]['table']}/record.bst").text
    game = bastida.Record.from_text(record).replay()
    again = game.copy()
    again.rewind(0)
    again.dealer = dealer
    again.deal()
    assert draws(again)[0] == draws(game)[0]


def test_the_seed_stays_hidden_while_a_table_plays(client: Client) -> None:
    made = client.post("/api/duplicates", {"game": "plus"}).json()
    client.table(duplicate=made["code"])
    closed = client.post(f"/api/duplicates/{made['code']}/close", {"token": made["token"]}).json()
    assert closed["seed"] is None
    assert client.get("/api/duplicates/none").json()["code"] == "no_duplicate"
