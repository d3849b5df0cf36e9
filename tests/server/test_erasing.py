"""What the server has of a member can be taken home, and is gone afterwards: from every table of the database."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import text

from bastida import Record
from bastida.server import Settings
from bastida.server.club.members.erasing import NOBODY
from bastida.server.club.schema import metadata
from tests.server.clients import Client
from tests.server.conftest import PLENTY
from tests.server.postgres import Cluster
from tests.server.running import Process, Served, once, served
from tests.server.test_blocks import block, together
from tests.server.test_members import STUDY, sign_up

pytestmark = once
NAME = "Quirina Òdena"


@pytest.fixture
def running(database: str) -> Iterator[Served]:
    with served(Settings(database=database, think_seconds=0.2, **PLENTY)) as one:
        yield one


def dump(running: Served) -> str:
    """Everything the database holds, as text."""
    found = []
    with running.live.store.engine.connect() as connection:
        for table in metadata.sorted_tables:
            found += [
                f"{table.name}: {json.dumps(list(map(str, row)), ensure_ascii=False)}"
                for row in connection.execute(table.select())
            ]
    return "\n".join(found)


def erase(client: Client, name: str = NAME) -> None:
    answer = client.post("/api/me/erase", {"name": name})
    assert answer.status_code == 204, answer.text


def test_the_export_has_everything(running: Served) -> None:
    with Client(running.url) as ana, Client(running.url) as luis:
        id = sign_up(ana, NAME, "blue")["member"]["id"]
        luis_id = sign_up(luis, "Luis")["member"]["id"]
        running.app.state.house.exporters["more"] = lambda connection, member: {"of": member.id}
        assert ana.post("/api/studies", {"study": STUDY}).status_code == 201
        block(ana, luis_id, mute=True)
        table = together(ana, luis)
        ana.act(table, "chat", 0, text="well met")
        luis.act(table, "chat", 1, text="not hers")
        ana.answer(table, ana.view(table))
        answer = ana.get("/api/me/export")
        assert "attachment" in answer.headers["content-disposition"]
        found = answer.json()
        assert found["bastida_member"] == 1
        assert (found["member"]["id"], found["member"]["name"], found["member"]["colour"]) == (id, NAME, "blue")
        assert len(found["devices"]) == 1
        assert found["blocks"][0]["name"] == "Luis"
        assert found["more"] == {"of": id}
        assert "family: carcassonne" in found["studies"][0]["text"]
        (one,) = found["tables"]
        assert (one["table"], one["seats"], one["status"]) == (table, [0], "playing")
        assert [said["text"] for said in one["said"]] == ["well met"]
        record = Record.from_text(one["record"])
        record.check()
        assert (record.answers, record.players[0]) == (len(record.replay().steps), NAME)
        assert "not hers" not in answer.text
    with Client(running.url) as stranger:
        assert stranger.get("/api/me/export").json()["code"] == "no_member"


def test_of_whoever_is_erased_the_name_is_nowhere(running: Served) -> None:
    """A member with everything: games over, under way and waiting, at one device, a rematch nobody has sat down to."""
    live = running.live
    with Client(running.url) as ana, Client(running.url) as luis, Client(running.url) as phone:
        hot = ana.table("here", "here", seats=[{"name": NAME, "kind": "here"}, {"name": "Second", "kind": "here"}])["table"]
        made = sign_up(ana, NAME, "blue")
        sign_up(luis, "Luis Ferrer")
        assert phone.post("/api/me/sign-in", {"phrase": made["phrase"]}).status_code == 200
        assert ana.post("/api/studies", {"study": STUDY.replace("Red", NAME)}).status_code == 201
        over, under_way = together(ana, luis), together(luis, ana)
        ana.act(over, "chat", 0, text=f"{NAME} was here")
        ana.act(over, "resign", 0)
        again = luis.post(f"/api/tables/{over}/rematch", {"seat": 1, "key": "again"}).json()["table"]
        seats = [{"name": NAME}, {"kind": "link"}, {"kind": "link"}]
        waiting = ana.table("here", "link", "link", seats=seats, listed=True)["table"]
        luis.act(under_way, "chat", 0, text="stays")
        ana.act(under_way, "chat", 1, text="goes")
        shared = luis.http.post("/api/records", content=luis.get(f"/api/tables/{over}/record.bst").content).json()["id"]
        assert NAME in luis.get(f"/api/records/{shared}/record.bst").text
        assert NAME in dump(running)
        with luis.listen(under_way) as stream:
            stream.next("view")
            refused = ana.post("/api/me/erase", {"name": "Luis Ferrer"})
            assert refused.json()["code"] == "not_the_name"
            erase(ana, NAME.upper())
            while True:
                change = stream.next("update")[2]["set"]
                if change.get("players", [{}, {"name": NAME}])[1]["name"] == NOBODY:
                    break
        found = dump(running)
        for gone in (NAME, NAME.split()[0], made["member"]["id"], "Second", '"goes"', "was here"):
            assert gone not in found, [line for line in found.splitlines() if gone in line][:3]
        assert "Luis Ferrer" in found
        assert "stays" in found
        with live.store.engine.connect() as connection:
            results = {row.id: row.result for row in connection.execute(text("SELECT id, result FROM tables"))}
        assert json.loads(results[under_way])["reason"] == "resign"
        assert json.loads(results[over])["players"] == [NOBODY, "Luis Ferrer"]
        assert results[waiting] is None  # a computer plays on for whoever else comes
        for table, seat in ((over, 0), (under_way, 1), (again, 0)):
            view = luis.view(table)
            player = view["players"][seat]
            assert (player["name"], player["member"]) == (NOBODY, None)
            assert NAME not in json.dumps(view, ensure_ascii=False)
            record = luis.get(f"/api/tables/{table}/record.bst").text
            assert NAME not in record
            Record.from_text(record).check()
        text_now = luis.get(f"/api/records/{shared}/record.bst").text
        assert NAME not in text_now
        Record.from_text(text_now).check()
        for client in (ana, phone):
            assert client.get("/api/me").json()["member"] is None
            assert client.get("/api/tables").json() == {"tables": []}
        assert phone.post("/api/me/sign-in", {"phrase": made["phrase"]}).json()["code"] == "wrong_phrase"
        sign_up(ana, NAME)  # somebody else may be called so now
        assert hot not in [one["table"] for one in ana.get("/api/tables").json()["tables"]]


def test_tables_go_on_and_are_the_same_when_they_are_read_again(running: Served) -> None:
    with Client(running.url) as ana, Client(running.url) as luis, Client(running.url) as eva:
        sign_up(ana, NAME)
        made = luis.table("here", "link", "link", without=["farmers"])
        for client, seat in ((ana, 1), (eva, 2)):
            client.post(f"/api/tables/{made['table']}/claim", {"token": made["seats"][seat]["token"]})
        table = made["table"]
        luis.answer(table, luis.view(table))
        erase(ana)
        view = luis.view(table)
        assert view["status"] == "playing"
        assert (view["players"][1]["name"], view["players"][1]["resigned"]) == (NOBODY, True)
        assert view["players"][1]["stand_in"]
        running.live.rooms[table].forget()
        again = luis.view(table)
        for one in (view, again):
            one.pop("seq"), one.pop("log")
        assert {key: again[key] for key in ("players", "game", "board")} == {
            key: view[key] for key in ("players", "game", "board")
        }


def test_other_areas_have_their_say_and_bots_go_with_their_owner(running: Served) -> None:
    said: list[str] = []
    house = running.app.state.house

    async def leave(member: Any) -> None:
        said.append(f"leaves {member.name}")

    house.leaving.append(leave)
    house.erasers.append(lambda connection, member: said.append(f"erased {member.name}"))
    with Client(running.url) as ana:
        id = sign_up(ana, NAME)["member"]["id"]
        with running.live.store.engine.begin() as connection:
            connection.execute(
                text(
                    "INSERT INTO members (id, created, seen, name, folded, colour, owner, wishes)"
                    f" VALUES ('robot', 0, 0, 'Robot', 'robot', 'red', '{id}', '{{}}')"
                )
            )
        erase(ana)
    assert said == ["leaves Robot", "erased Robot", f"leaves {NAME}", f"erased {NAME}"]
    assert "Robot" not in dump(running)


def test_a_table_out_of_order_loses_the_name_too(running: Served) -> None:
    with Client(running.url) as ana, Client(running.url) as luis:
        sign_up(ana, NAME)
        broken, unreadable = together(ana, luis), together(luis, ana)
        listed = ana.table("here", "link", listed=True)["table"]
        with running.live.store.engine.begin() as connection:
            connection.execute(text("UPDATE tables SET fault = 'test'"))
            connection.execute(text("UPDATE tables SET config = '{' || config WHERE id = :id"), {"id": unreadable})
        for table in (broken, unreadable, listed):
            running.live.rooms.pop(table)
            running.live.warm.pop(table)
        erase(ana)
        assert NAME not in dump(running)


def test_a_name_erased_at_one_server_is_gone_at_the_other(cluster: Cluster) -> None:
    database = cluster.new_database()
    with Process(database) as one, Process(database) as two, Client(one.url) as ana, Client(two.url) as luis:
        sign_up(ana, NAME)
        table = together(ana, luis)
        assert luis.view(table)["players"][0]["name"] == NAME
        assert NAME in luis.get(f"/api/tables/{table}/record.bst").text
        with luis.listen(table) as stream:
            stream.next("view")
            erase(ana)
            while stream.next("update")[2]["set"].get("players", [{"name": NAME}])[0]["name"] == NAME:
                pass
        assert luis.view(table)["players"][0]["name"] == NOBODY
        assert NAME not in luis.get(f"/api/tables/{table}/record.bst").text


def test_games_of_members_that_were_played_out_survive_an_erasure(running: Served) -> None:
    with Client(running.url) as ana, Client(running.url) as luis:
        sign_up(ana, NAME)
        seats = [{"name": NAME, "kind": "here"}, {"name": "Other", "kind": "here"}]
        table = ana.table("here", "here", game="plus-first-game", seats=seats)["table"]
        view = ana.play(table, random.Random(3))
        record = ana.get(f"/api/tables/{table}/record.bst").text
        shared = luis.http.post("/api/records", content=record).json()["id"]
        erase(ana)
        text_now = luis.get(f"/api/records/{shared}/record.bst").text
        assert NAME not in text_now
        assert list(Record.from_text(text_now).replay().scores().values()) == [player["points"] for player in view["players"]]
