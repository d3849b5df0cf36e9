"""Nobody learns the bag of a tournament early, by any route, and nothing that is told depends on what is still hidden."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

import bastida
from bastida.server.club.tournaments import running as runs
from bastida.server.table.dealing import OrderedDealer, commitment
from bastida.table.game import Game
from tests.server.clients import Client
from tests.server.running import Served
from tests.server.test_tournaments import SMALL, Club, Player, Shown, to_the_end


@pytest.fixture
def club(server: Served) -> Iterator[Club]:
    with Club(server, "Ana", "Blai", "Carla", "Didac") as met:
        yield met


def begun(club: Club, organiser: Player, players: list[Player], **plan: Any) -> tuple[str, Shown]:
    name = organiser.make(**plan)
    for player in players:
        player.ask(f"/{name}/entries")
    organiser.ask(f"/{name}/start")
    for player in players:
        player.ask(f"/{name}/sit")
    return name, organiser.look(name)


def tables(shown: Shown) -> list[Shown]:
    return [table for match in shown["rounds"][-1]["matches"] for table in match["tables"]]


def test_a_player_of_one_table_reads_no_other_by_any_route(club: Club, server: Served) -> None:
    ana, *_ = club.players
    name, shown = begun(club, ana, club.players, rounds=1, games=1, live="everybody")
    one, other = (table["table"] for table in tables(shown))
    schema = ana.client.get("/openapi.json").json()
    inside = [player for player in club if player.look(name)["mine"]["table"] == one]
    assert len(inside) == 2
    asked = 0
    for player in inside:  # one of them may organise
        for path, methods in schema["paths"].items():
            if "{table}" not in path or "get" not in methods:
                continue
            address = (
                path.replace("{table}", other)
                .replace("{tournament}", name)
                .replace("{form}", "json" if "record" in path else "svg")
            )
            answer = player.client.get(address)
            unplayed = answer.json()["code"] == "no_result"  # said of every table that is not over, and of none at all
            assert answer.status_code in (401, 403) or unplayed, (address, answer.text[:200])
            asked += 1
        code = player.client.view(one)["settings"]["duplicate"]
        assert player.client.get(f"/api/duplicates/{code}").status_code == 404
        assert player.client.post("/api/tables", {"duplicate": code, "organiser": "x" * 32}).json()["code"] == "not_organiser"
        assert player.client.post(f"/api/duplicates/{code}/close", {"token": "x"}).status_code == 404
        assert [table["table"] for table in player.client.get("/api/tables").json()["tables"]] == [one]
        for table in tables(player.look(name)):
            assert table["picture"] == (table["table"] == one)
            assert table["points"] is table["watch"] is None
    assert asked > 12


def test_a_seat_has_no_link_and_cannot_be_handed_on(club: Club) -> None:
    ana, *_ = club.players
    _, shown = begun(club, ana, club.players, rounds=1)
    table = tables(shown)[0]
    player = club.of(shown, table["seats"][1])
    answer = player.client.post(f"/api/tables/{table['table']}/seats/1/link", {})
    assert (answer.status_code, answer.json()["code"]) == (403, "members_seat")
    assert (
        player.client.http.delete(f"/api/tables/{table['table']}/seats/1/link").status_code == 204
    )  # there is nothing to revoke
    assert player.client.view(table["table"])["you"] == [1]


def test_strangers_and_players_see_no_board_while_it_is_played(club: Club, client: Client) -> None:
    ana, blai, carla, didac = club.players
    name, shown = begun(club, ana, [blai, carla], rounds=2, games=1)
    table = tables(shown)[0]["table"]
    path = f"/api/tournaments/{name}/tables/{table}"
    assert ana.client.get(f"{path}/picture.svg").status_code == 200  # organises, and does not play
    assert blai.client.get(f"{path}/picture.svg").status_code == 200  # his own
    for stranger in (client, didac.client):
        assert stranger.get(f"{path}/picture.svg").json()["code"] == "round_hidden"
    for anybody in (client, ana.client, blai.client):
        assert anybody.get(f"{path}/record.bst").json()["code"] == "round_hidden"
    ana.ask(f"/{name}/entries")  # from now on the organiser may be paired
    assert ana.client.get(f"{path}/picture.svg").json()["code"] == "round_hidden"
    assert ana.client.get(f"/api/tables/{table}").status_code == 401
    ana.ask(f"/{name}/withdraw")
    assert ana.client.get(f"{path}/picture.svg").status_code == 200
    blai.ask(f"/{name}/withdraw")  # his match is over with that; the round, too
    assert client.get(f"{path}/record.bst").status_code == 200


def test_boards_are_shown_no_further_than_the_slowest_table(
    club: Club, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bastida.server.club.tournaments.watching.FRESH", 0.0)
    ana, *_ = club.players
    name, shown = begun(club, ana, club.players, rounds=1, games=1, live="everybody")
    slow, fast = (table["table"] for table in tables(shown))
    seats = {table["table"]: [club.of(shown, number).client for number in table["seats"]] for table in tables(shown)}

    def seen(table: str) -> int:
        """How many tiles a stranger sees, the first one not counted."""
        drawn = client.get(f"/api/tournaments/{name}/tables/{table}/picture.svg")
        assert drawn.status_code == 200
        return drawn.text.count("<use ")

    def lay(table: str, tiles: int) -> None:
        chance = random.Random(table)
        before = len(seats[table][0].view(table)["board"])
        while len((view := seats[table][0].view(table))["board"]) < before + tiles:
            for one in seats[table]:
                view = one.view(table)
                if (options := view["decision"]["options"]) and len(view["board"]) < before + tiles:
                    assert one.answer(table, view, chance.choice(options)["text"]).status_code == 200

    start = seen(slow)
    lay(fast, 5)
    assert (seen(fast), seen(slow)) == (start, start)
    lay(slow, 2)
    assert seen(slow) > start
    shot = client.get(f"/api/tournaments/{name}/tables/{fast}/picture.svg").content
    lay(fast, 3)
    assert client.get(f"/api/tournaments/{name}/tables/{fast}/picture.svg").content == shot  # two tiles, as before
    lay(slow, 1)
    assert client.get(f"/api/tournaments/{name}/tables/{fast}/picture.svg").content != shot


def two_bags(same: int) -> tuple[str, str]:
    """Two seeds whose orders begin with the same tiles and then differ."""
    setup = bastida.new_game(SMALL["game"], players=2, seed=1).setup
    known: dict[tuple[str, ...], tuple[str, tuple[str, ...]]] = {}
    for number in itertools.count():
        seed = f"{number:064x}"
        game = Game(setup, OrderedDealer(setup, seed))
        order = tuple(first_draws(game, same + 2))
        before = known.setdefault(order[:same], (seed, order))
        if before[1][same] != order[same]:
            return before[0], seed
    raise AssertionError


def first_draws(game: Game, number: int) -> Iterator[str]:
    places = game.dealer.places if isinstance(game.dealer, OrderedDealer) else {}
    order = [tile for _, tile in sorted((at, tile) for tile, found in places.items() for at in found)]
    order.remove("D")  # it lies there at the beginning
    return iter(order[:number])


def everything_told(club: Club, seed: str, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """All that players and strangers are told of a round, after its first turn and after its second; no names, no times."""
    monkeypatch.setattr(runs, "secrets", SimpleNamespace(token_hex=lambda _: seed))
    ana, blai, *_ = club.players
    name = ana.make(rounds=1, games=1, lot=False)
    for player in (ana, blai):
        player.ask(f"/{name}/entries")
    with club.running.live.store.engine.execution_options(writes=True).begin() as connection:
        connection.exec_driver_sql("UPDATE tournaments SET seed = 'the same lot' WHERE id = ?", (name,))
    ana.ask(f"/{name}/start")
    for player in (ana, blai):
        player.ask(f"/{name}/sit")
    shown = ana.look(name)
    table = tables(shown)[0]
    seats = [club.of(shown, number).client for number in table["seats"]]
    found: list[list[str]] = []
    with Client(club.running.url) as stranger:
        for turn in range(2):
            view = seats[turn].view(table["table"])
            while view["decision"]["seat"] == turn and view["turn"] == turn + 1:
                seats[turn].answer(table["table"], view)
                view = seats[turn].view(table["table"])
            told: list[str] = []
            for client in (*seats, stranger):
                for path in ("", "/record.bst", "/record.json", "/features", "/picture.svg", "/result.svg"):
                    answer = client.get(f"/api/tables/{table['table']}{path}")
                    told.append(f"{answer.status_code} {answer.text}")
                for path in ("", f"/tables/{table['table']}/picture.svg", f"/tables/{table['table']}/record.json"):
                    told.append(client.get(f"/api/tournaments/{name}{path}").text)
            wrong = seats[1 - turn].answer(table["table"], seats[0].view(table["table"]), "0,0 r0", seat=1 - turn)
            assert any(commitment(seed) in one for one in told)
            found.append([cleaned(one, name, table["table"], seed, shown) for one in (*told, wrong.text)])
    ana.ask(f"/{name}/cancel")
    return found


def cleaned(told: str, name: str, table: str, seed: str, shown: Shown) -> str:
    """Without what differs between any two tournaments: names of tables, times, and the hash, which tells nothing."""
    for word in (name, table, commitment(seed), shown["mine"]["code"] or "", shown["name"]):
        told = told.replace(word, "…") if word else told
    told = re.sub(r'"duplicate":"\w+"', '"duplicate":"…"', told)
    told = re.sub(r'"(created|began|clock_ms|touched|version|stand_in_ms|code)":("?\w+"?)', r'"\1":0', told)
    return re.sub(r"(date|at): .*", "", told)


def test_what_is_told_does_not_depend_on_tiles_to_come(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = two_bags(2)
    (first, then), (second, other_then) = (everything_told(club, seed, monkeypatch) for seed in (one, other))
    assert len(first) > 20 and sum(map(len, first)) > 10_000
    assert first == second
    assert then != other_then  # the next tile is another one, and this test would see it


def test_every_table_of_a_game_has_the_same_bag_and_nobody_knew_it(club: Club, client: Client) -> None:
    """Property: with any play the draws of all tables agree, and the seed of the hash explains them."""
    ana, *_ = club.players
    name, _ = begun(club, ana, club.players, rounds=1, games=1)
    published = ana.look(name)["rounds"][0]["bags"][0]["commitment"]
    shown = club.play_round(name, to_the_end("any"))
    bag = shown["rounds"][0]["bags"][0]
    assert bag["commitment"] == published == commitment(bag["seed"])
    orders = []
    for table in tables(shown):
        text = client.get(f"/api/tournaments/{name}/tables/{table['table']}/record.bst").text
        game = bastida.Record.from_text(text).replay()
        orders.append([step.text for step in game.steps if step.kind == "draw"])
    shared = list(first_draws(Game(game.setup, OrderedDealer(game.setup, bag["seed"])), 30))
    assert all(order[:25] == shared[:25] for order in orders)
