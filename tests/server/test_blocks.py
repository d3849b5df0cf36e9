"""Whom a member does not want to hear or to meet: at every table, from now on, on every server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from bastida.server import Settings
from bastida.server.club.members import blocking
from bastida.server.http.members_models import BlockShown
from tests.server.clients import Client
from tests.server.conftest import PLENTY
from tests.server.postgres import Cluster
from tests.server.running import Process, Served, once, served
from tests.server.test_members import sign_up

pytestmark = once


@pytest.fixture
def running(database: str) -> Iterator[Served]:
    with served(Settings(database=database, **PLENTY)) as one:
        yield one


def block(client: Client, other: str, **wanted: bool) -> list[dict[str, Any]]:
    answer = client.http.put(f"/api/me/blocks/{other}", json=wanted)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = [BlockShown.model_validate(one).model_dump() for one in answer.json()]
    return found


def together(one: Client, other: Client) -> str:
    """A table with both."""
    made = one.table("here", "link")
    assert other.post(f"/api/tables/{made['table']}/claim", {"token": made["seats"][1]["token"]}).status_code == 200
    table: str = made["table"]
    return table


def heard(client: Client, table: str) -> list[str]:
    """The chat of a table, up to a line of the reader's own."""
    seat = client.view(table)["you"][0]
    found: list[str] = []
    with client.listen(table) as stream:
        while "the end" not in found:
            kind, _, told = stream.next()
            if kind == "chat":
                found.append(told["text"])
            elif kind == "view":
                assert client.act(table, "chat", seat, text="the end").status_code == 200
        return found


def test_a_muted_member_is_not_heard_at_any_table_now_or_later(running: Served) -> None:
    with Client(running.url) as ana, Client(running.url) as luis:
        sign_up(ana, "Ana")
        id = sign_up(luis, "Luis")["member"]["id"]
        first = together(ana, luis)
        with ana.listen(first) as stream:
            stream.next("view")
            assert block(ana, id, mute=True) == [{"member": id, "name": "Luis", "colour": "red", "block": False, "mute": True}]
            stream.next("bye")  # it begins anew, without him
        luis.act(first, "chat", 1, text="psst")
        with ana.listen(first) as stream:
            assert stream.next("view")[2]["muted"] == [1]
            luis.act(first, "chat", 1, text="psst again")
            ana.act(first, "chat", 0, text="the end")
            assert stream.next("chat")[2]["text"] == "the end"
        second = together(ana, luis)
        luis.act(second, "chat", 1, text="here too")
        assert heard(ana, second) == ["the end"]
        assert heard(luis, second) == ["here too", "the end"]
        assert ana.view(second)["muted"] == [1]
        assert block(ana, id, mute=False) == []
        assert "here too" in heard(ana, second)


def test_a_member_who_watches_does_not_hear_whom_he_has_muted(running: Served) -> None:
    with Client(running.url) as ana, Client(running.url) as luis, Client(running.url) as eva:
        sign_up(ana, "Ana")
        id = sign_up(luis, "Luis")["member"]["id"]
        sign_up(eva, "Eva")
        block(eva, id, block=True)
        made = ana.table("here", "link")
        luis.post(f"/api/tables/{made['table']}/claim", {"token": made["seats"][1]["token"]})
        eva.post(f"/api/tables/{made['table']}/claim", {"token": made["watch"].partition("#")[2]})
        with eva.listen(made["table"]) as stream:
            stream.next("view")
            luis.act(made["table"], "chat", 1, text="unheard")
            ana.act(made["table"], "chat", 0, text="heard")
            assert stream.next("chat")[2]["text"] == "heard"


def test_a_mute_at_one_server_holds_at_the_other(cluster: Cluster) -> None:
    database = cluster.new_database()
    with ExitStack() as opened:
        one, two = (opened.enter_context(Process(database)) for _ in range(2))
        ana, luis, phone = (opened.enter_context(Client(url)) for url in (one.url, two.url, two.url))
        made = sign_up(ana, "Ana")
        phone.post("/api/me/sign-in", {"phrase": made["phrase"]})
        id = sign_up(luis, "Luis")["member"]["id"]
        table = together(ana, luis)
        with phone.listen(table) as stream:
            stream.next("view")
            block(ana, id, mute=True)
            stream.next("bye")
        luis.act(table, "chat", 1, text="psst")
        assert heard(phone, table) == ["the end"]


def test_who_blocks_whom_keeps_both_apart_and_their_bots(running: Served) -> None:
    ids = []
    with Client(running.url) as ana:
        ids.append(sign_up(ana, "Ana")["member"]["id"])
        for name in ("Luis", "Eva"):
            with Client(running.url) as other:
                ids.append(sign_up(other, name)["member"]["id"])
        one, blocked, third = ids
        block(ana, blocked, block=True)
        with running.live.store.engine.begin() as connection:
            connection.exec_driver_sql(
                "INSERT INTO members (id, created, seen, name, folded, colour, owner, wishes)"
                f" VALUES ('bot', 0, 0, 'Bot', 'bot', 'red', '{blocked}', '{{}}')"
            )
        with running.live.store.engine.connect() as connection:
            meet = [
                blocking.may_meet(connection, *who)
                for who in ((one, [third]), (one, []), (blocked, [third]), (one, ["bot", third]), (one, [third, blocked]),
                            (blocked, [one]), ("bot", [one]), ("bot", [third]))
            ]  # fmt: skip
        assert meet == [True, True, True, False, False, False, False, True]
        block(ana, blocked, block=False)
        with running.live.store.engine.connect() as connection:
            assert blocking.may_meet(connection, blocked, [one])


def test_one_cannot_block_oneself_nobody_or_without_end(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocking, "MOST", 2)
    others = []
    for number in range(3):
        with Client(client.url) as other:
            others.append(sign_up(other, f"Other {number}")["member"]["id"])
    with Client(client.url) as stranger:
        assert stranger.http.put(f"/api/me/blocks/{others[0]}", json={"mute": True}).json()["code"] == "no_member"
    mine = sign_up(client, "Blocker")["member"]["id"]
    for wrong in (mine, "nobody"):
        assert client.http.put(f"/api/me/blocks/{wrong}", json={"mute": True}).json()["code"] == "no_such_member"
    assert client.http.put(f"/api/me/blocks/{others[0]}", json={}).status_code == 400
    block(client, others[0], mute=True, block=True)
    assert client.http.put(f"/api/me/blocks/{others[1]}", json={"mute": True}).json()["code"] == "too_many_blocks"
