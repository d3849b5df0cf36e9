"""Bots: made by members, with a token told once, rules for what they accept, one stream, limits, and marked everywhere."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bastida.server import Settings
from bastida.server.http.lobby_models import BotChallenged, BotEnds, BotMade, BotSettled, BotStarts, BotTurn
from tests.server.clients import Client, Stream
from tests.server.conftest import PLENTY
from tests.server.people import People
from tests.server.postgres import Cluster
from tests.server.running import Process, Served, served
from tests.server.test_api import block

STREAM = "/api/bots/stream"
MORE = {"challenges_per_hour": 100_000, "joins_per_minute": 100_000}


@pytest.fixture
def club(database: str) -> Iterator[Served]:
    with served(Settings(database=database, think_seconds=0.2, **PLENTY | MORE)) as running:
        yield running


@pytest.fixture
def people(club: Served) -> Iterator[People]:
    found = People(club.app.state.settings.database)
    yield found
    found.close()


def made(owner: Client, name: str = "Roberta", **rules: Any) -> dict[str, Any]:
    answer = owner.post("/api/bots", {"name": name, "rules": rules})
    assert answer.status_code == 201, answer.text
    return BotMade.model_validate_json(answer.content).model_dump()


def bot_of(url: str, found: dict[str, Any]) -> Client:
    return Client(url, token=found["token"])


def challenge(client: Client, bot: str, **more: Any) -> Any:
    return client.post("/api/challenges", {"to": bot} | more)


def accepted(client: Client, bot: str, **more: Any) -> str:
    """A game with a bot that accepts at once; the table."""
    answer = challenge(client, bot, **more)
    assert answer.status_code == 201, answer.text
    table: str = answer.json()["sent"][0]["table"]
    assert table is not None
    return table


def test_a_bot_has_one_stream_for_everything(club: Served, people: People) -> None:
    ana, member = people.client(club.url, "Ana")
    found = made(ana)
    with ana, bot_of(club.url, found) as bot, Stream(bot, STREAM) as stream:
        assert challenge(ana, found["id"], game="plus-first-game", first="other").status_code == 201
        asked = BotChallenged.model_validate(stream.next("challenge")[2])
        assert (asked.name, asked.member, asked.game) == ("Ana", member, "plus-first-game")
        assert bot.post(f"/api/challenges/{asked.id}/accept").status_code == 200
        starts = BotStarts.model_validate(stream.next("start")[2])
        assert starts.seats == [1]
        assert [(player.name, player.bot) for player in starts.players] == [("Ana", False), ("Roberta", True)]
        table = starts.table
        for _ in range(4):
            turn = BotTurn.model_validate(stream.next("turn")[2])
            assert (turn.table, turn.seat) == (table, 1)
            if turn.waits_done:
                assert bot.act(table, "done", 1, seq=turn.seq).status_code == 200
                view = ana.view(table)
                while view["decision"] and view["decision"]["seat"] == 0:  # Ana's turn, until it is the bot's again
                    assert ana.answer(table, view).status_code == 200
                    view = ana.view(table)
                ana.act(table, "done", 0, seq=view["seq"])
            else:
                assert bot.act(table, "answers", 1, seq=turn.seq, answer=turn.options[0]).status_code == 200
        view = ana.view(table)
        assert [player["bot"] for player in view["players"]] == [False, True]
        assert all(player["connected"] for player in view["players"] if player["bot"])  # it listens, so it is there
        assert ana.act(table, "offers", 0, seq=view["seq"], kind="end").status_code == 200
        offer = stream.next("offer")[2]
        assert (offer["table"], offer["seat"], offer["kind"]) == (table, 1, "end")
        assert bot.act(table, f"offers/{offer['number']}", 1, accept=True).status_code == 200
        ends = BotEnds.model_validate(stream.next("end")[2])
        assert (ends.table, ends.reason) == (table, "agreed")


def test_whoever_comes_back_is_told_again_what_goes_on(club: Served, people: People) -> None:
    ana, _ = people.client(club.url, "Ana")
    found = made(ana, at_once=True)
    with ana, bot_of(club.url, found) as bot:
        table = accepted(ana, found["id"], first="other")
        assert challenge(ana, made(ana, "Other")["id"]).status_code == 201
        for _ in range(2):
            with Stream(bot, STREAM) as stream:
                assert stream.next("start")[2]["table"] == table
                assert stream.next("turn")[2]["table"] == table


def test_rules_say_what_a_bot_accepts(club: Served, people: People) -> None:
    ana, _ = people.client(club.url, "Ana")
    live, days = {"minutes": 10, "increment": 0}, None
    rules = {"presets": ["plus"], "clocks": ["live"], "least_minutes": 5, "most_minutes": 20, "rated": False}
    with ana, Client(club.url) as guest:
        bot = made(ana, **rules)["id"]
        good = {"game": "plus", "clock": live, "rated": False}
        for wrong in (
            {"game": "winter"},
            {"clock": days},
            {"clock": {"minutes": 3}},
            {"clock": {"minutes": 60}},
            {"rated": True},
        ):
            assert challenge(ana, bot, **good | wrong).json()["code"] == "bot_declines", wrong
        assert challenge(ana, bot, **good).status_code == 201
        assert challenge(guest, bot, **good, name="Somebody").status_code == 201  # guests too, unless the rules say no
        answer = ana.http.put(f"/api/bots/{bot}", json={"rules": rules | {"members_only": True}})
        assert answer.json()["rules"]["members_only"] is True
        with Client(club.url) as other:
            assert challenge(other, bot, **good).json()["code"] == "no_member"
        ana.http.put(f"/api/bots/{bot}", json={"rules": {"open": False}})
        assert challenge(ana, bot).json()["code"] == "bot_declines"


def test_a_guest_plays_a_bot(club: Served, people: People) -> None:
    ana, _ = people.client(club.url, "Ana")
    found = made(ana, at_once=True)
    with ana, Client(club.url) as guest:
        table = accepted(guest, found["id"], name="Roberta")  # called as the bot is
        view = guest.view(table)
        assert view["you"] == [0]
        assert [(player["name"], player["bot"]) for player in view["players"]] == [("Roberta", False), ("Roberta*", True)]
        assert guest.get("/api/challenges").json()["sent"][0]["table"] == table


def test_withdrawn_challenges_are_told(club: Served, people: People) -> None:
    ana, _ = people.client(club.url, "Ana")
    found = made(ana)
    with ana, bot_of(club.url, found) as bot, Stream(bot, STREAM) as stream:
        challenge(ana, found["id"])
        name = stream.next("challenge")[2]["id"]
        assert ana.post(f"/api/challenges/{name}/withdraw").status_code == 200
        assert BotSettled.model_validate(stream.next("settled")[2]).state == "withdrawn"


def test_bots_belong_to_members_and_are_few(settings: Settings) -> None:
    with served(replace(settings, bots_each=2)) as server:
        people = People(server.app.state.settings.database)
        (ana, _), (luis, _) = (people.client(server.url, name) for name in ("Ana", "Luis"))
        with ana, luis, Client(server.url) as guest:
            assert guest.post("/api/bots", {"name": "Bot"}).status_code == guest.get("/api/bots").status_code == 401
            first = made(ana, "Roberta")
            assert re.fullmatch(r"bot\.[\w-]{32}", first["token"])
            assert ana.post("/api/bots", {"name": "roberta"}).json()["code"] == "bot_name_taken"
            assert ana.post("/api/bots", {"name": "Luis"}).json()["code"] == "bot_name_taken"
            made(ana, "Second")
            assert ana.post("/api/bots", {"name": "Third"}).json()["code"] == "too_many_bots"
            assert [bot["name"] for bot in ana.get("/api/bots").json()["bots"]] == ["Roberta", "Second"]
            assert luis.get("/api/bots").json() == {"bots": [], "most": 2}
            path = f"/api/bots/{first['id']}"
            assert luis.http.put(path, json={"name": "Mine"}).json()["code"] == "no_bot"
            assert luis.post(f"{path}/token").json()["code"] == luis.http.delete(path).json()["code"] == "no_bot"
            with bot_of(server.url, first) as bot:
                assert bot.post("/api/bots", {"name": "Child"}).json()["code"] == "bot_cannot"
                assert bot.http.put(path, json={"name": "Robert"}).json()["name"] == "Robert"
                assert ana.get(STREAM).json()["code"] == "no_bot_asks"
                assert guest.get(STREAM).status_code == 401
            people.close()


def test_a_fresh_token_ends_the_old_one(club: Served, people: People) -> None:
    ana, _ = people.client(club.url, "Ana")
    found = made(ana)
    with ana, bot_of(club.url, found) as old, Stream(old, STREAM) as stream:
        token = ana.post(f"/api/bots/{found['id']}/token").json()["token"]
        assert stream.next("bye")
        assert old.get("/api/tables").json()["code"] == "unknown_bot"
        with Client(club.url, token=token) as new:
            assert new.get("/api/tables").json() == {"tables": []}


def test_a_bot_that_is_no_more_leaves_its_seats(club: Served, people: People) -> None:
    ana, _ = people.client(club.url, "Ana")
    found = made(ana, at_once=True)
    with ana, bot_of(club.url, found) as bot, Stream(bot, STREAM) as stream:
        table = accepted(ana, found["id"])
        stream.next("start")
        assert ana.http.delete(f"/api/bots/{found['id']}").status_code == 204
        assert stream.next("bye")
        assert bot.get(f"/api/tables/{table}").json()["code"] == "unknown_bot"
        end = time.monotonic() + 20
        while ana.view(table)["players"][1]["connected"]:
            assert time.monotonic() < end
            time.sleep(0.1)
        assert made(ana)["name"] == "Roberta"  # the name is free again


def test_a_bot_plays_at_so_many_tables(settings: Settings) -> None:
    with served(replace(settings, bot_tables=2, **MORE)) as server:
        people = People(server.app.state.settings.database)
        ana, _ = people.client(server.url, "Ana")
        found = made(ana, at_once=True)
        with ana, bot_of(server.url, found) as bot, Client(server.url) as guest:
            first = accepted(ana, found["id"])
            assert bot.post("/api/tables", {"seats": [{}, {"kind": "link"}]}).status_code == 201
            listed = guest.table("here", "link", listed=True)
            assert bot.post(f"/api/lobby/{listed['table']}/join", {}).json()["code"] == "bot_busy"
            assert bot.post("/api/lobby/quick", {}).json()["code"] == "bot_busy"
            assert bot.post("/api/tables", {}).json()["code"] == "bot_busy"
            claim = {"token": listed["seats"][1]["token"]}
            assert bot.post(f"/api/tables/{listed['table']}/claim", claim).json()["code"] == "bot_busy"
            assert challenge(guest, found["id"]).json()["code"] == "bot_busy"
            assert ana.act(first, "resign", 0).status_code == 200
            assert bot.post(f"/api/lobby/{listed['table']}/join", {}).json()["seats"] == [1]
            player = guest.view(listed["table"])["players"][1]
            assert (player["name"], player["bot"], player["member"]) == ("Roberta", True, found["id"])
        people.close()


def test_a_bot_is_marked_in_the_lobby_and_meets_nobody_unawares(club: Served, people: People) -> None:
    ana, _ = people.client(club.url, "Ana")
    found = made(ana)
    with ana, bot_of(club.url, found) as bot, Client(club.url) as guest, Stream(bot, STREAM):
        table = bot.post("/api/lobby/quick", {}).json()["table"]
        assert guest.post("/api/lobby/quick", {}).json()["made"] is True
        end = time.monotonic() + 20
        while not (shown := guest.get("/api/lobby").json())["here"]:
            assert time.monotonic() < end
            time.sleep(0.1)
        assert shown["here"][0]["bot"] is True
        entry = next(entry for entry in shown["tables"] if entry["table"] == table)
        assert entry["players"][0]["bot"] is True


def test_two_servers_serve_one_bot(cluster: Cluster) -> None:
    database = cluster.new_database()
    with Process(database, **MORE) as one, Process(database, **MORE) as two:
        people = People(database)
        ana, _ = people.client(two.url, "Ana")
        found = made(ana, at_once=True)
        with ana, bot_of(one.url, found) as bot, Stream(bot, STREAM) as stream:
            table = accepted(ana, found["id"], first="me")
            assert stream.next("start")[2]["table"] == table
            view = ana.view(table)
            while view["decision"] and view["decision"]["seat"] == 0:
                assert ana.answer(table, view).status_code == 200
                view = ana.view(table)
            ana.act(table, "done", 0, seq=view["seq"])
            assert stream.next("turn")[2]["table"] == table
            assert ana.view(table)["players"][1]["connected"]
        people.close()


def test_the_twenty_line_bot_plays_anyone_who_asks(club: Served, people: People, tmp_path: Path) -> None:
    ana, _ = people.client(club.url, "Ana")
    with ana, Client(club.url) as guest:
        found = made(ana)
        script = block("A bot that plays anyone").replace("http://localhost:8060", club.url).replace("TOKEN", found["token"])
        assert len([line for line in script.splitlines() if line.strip()]) <= 20
        (file := tmp_path / "bot.py").write_text(script, encoding="utf-8")
        bot = subprocess.Popen([sys.executable, str(file)])
        try:
            tables = []
            for client in (ana, guest):
                assert challenge(client, found["id"], game="plus-first-game", name="Ana").status_code == 201
                end = time.monotonic() + 60
                while (table := client.get("/api/challenges").json()["sent"][0]["table"]) is None:
                    assert time.monotonic() < end
                    assert bot.poll() is None
                    time.sleep(0.1)
                tables.append((client, table))
            for client, table in tables:
                end = time.monotonic() + 200
                while not (view := client.view(table))["over"]:
                    assert time.monotonic() < end
                    assert bot.poll() is None
                    if view["waits_done"] and view["waits_done"]["seat"] == 0:
                        client.act(table, "done", 0, seq=view["seq"])
                    elif view["decision"] and view["decision"]["options"]:
                        assert client.answer(table, view).status_code == 200
        finally:
            bot.kill()
            bot.wait(30)
