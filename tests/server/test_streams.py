"""Obligations 4 and 5: a dropped client resumes unnoticed, two tabs agree, a restart loses nothing."""

from __future__ import annotations

import time

import pytest

from tests.server.clients import Client, updated
from tests.server.running import Mortal, Served, once


def test_the_first_message_is_the_view_and_its_id_the_sequence(client: Client) -> None:
    made = client.table()
    with client.listen(made["table"]) as stream:
        name, seq, view = stream.next()
        assert (name, seq, view["seq"]) == ("view", 1, 1)
        assert view["decision"]["options"]
        client.answer(made["table"], view)
        name, seq, change = stream.next("update")
        assert seq == change["seq"] == 2


def test_a_client_that_has_the_newest_gets_nothing_twice(client: Client) -> None:
    made = client.table()
    client.answer(made["table"], made["view"])
    with client.listen(made["table"], last=2) as stream:
        assert stream.next()[0] == "presence"
        client.answer(made["table"], client.view(made["table"]))
        assert stream.next("update")[1] == 3


@pytest.mark.parametrize("last", [0, 1, 99])
def test_a_client_that_missed_something_gets_the_whole_view(client: Client, last: int) -> None:
    made = client.table()
    client.answer(made["table"], made["view"])
    with client.listen(made["table"], last=last) as stream:
        name, seq, view = stream.next()
        assert (name, seq) == ("view", 2)
        assert view == client.view(made["table"])


def test_a_dropped_client_resumes_without_the_other_losing_anything(server: Served, client: Client) -> None:
    made = client.table("here", "link")
    table = made["table"]
    with Client(server.url, token=made["seats"][1]["token"]) as other, other.listen(table) as theirs:
        mine = client.listen(table)
        seen = mine.next("view")[2]
        mine.close()
        client.answer(table, client.view(table))
        with client.listen(table, last=seen["seq"]) as again:
            assert again.next("view")[2] == client.view(table)
        view = theirs.next("view")[2]
        while view["seq"] < 2:
            view = updated(view, theirs.next("update")[2])
        assert view["board"] == client.view(table)["board"]


def test_two_tabs_of_one_seat_agree(client: Client) -> None:
    made = client.table()
    with client.listen(made["table"]) as one, client.listen(made["table"]) as other:
        views = [one.next("view")[2], other.next("view")[2]]
        assert client.answer(made["table"], views[0]).status_code == 200
        assert client.answer(made["table"], views[1]).json()["code"] == "stale"
        changes = [stream.next("update")[2] for stream in (one, other)]
        assert changes[0] == changes[1]
        assert updated(views[0], changes[0]) == client.view(made["table"])


def test_everybody_sees_who_is_there(server: Served, client: Client) -> None:
    made = client.table("here", "link")
    with client.listen(made["table"]) as mine:
        mine.next("presence")
        with Client(server.url, token=made["seats"][1]["token"]) as other, other.listen(made["table"]):
            assert mine.next("presence")[2]["seats"][1]["connected"]
        gone = mine.next("presence")[2]["seats"]
        assert gone[0]["connected"]
        assert not gone[1]["connected"]


def test_chat_is_heard_kept_for_latecomers_and_can_be_muted(server: Served, client: Client) -> None:
    made = client.table("here", "link", "link")
    table = made["table"]
    others = [Client(server.url, token=made["seats"][seat]["token"]) for seat in (1, 2)]
    with others[0] as one, others[1] as two, client.listen(table) as mine:
        assert one.act(table, "chat", 1, text="hola  \n a\ttodos").status_code == 200
        assert mine.next("chat")[2]["text"] == "hola a todos"
        assert client.act(table, "mute", 0, muted_seat=1).status_code == 200
        one.act(table, "chat", 1, text="unheard")
        two.act(table, "chat", 2, text="heard")
        assert mine.next("chat")[2]["text"] == "heard"
        assert client.view(table)["muted"] == [1]
        with client.listen(table) as late:
            assert [text["text"] for name, _, text in [late.next(), late.next()] if name == "chat"] == ["heard"]
        with two.listen(table) as unmuted:
            assert [unmuted.next("chat")[2]["text"] for _ in range(3)] == ["hola a todos", "unheard", "heard"]
        client.act(table, "mute", 0, muted_seat=1, on=False)
        assert client.view(table)["muted"] == []
        assert two.view(table)["muted"] == []


@once
def test_a_restart_ends_streams_cleanly_and_they_resume(database: str) -> None:
    with Mortal(database) as server, Client(server.url) as client:
        made = client.table()
        table = made["table"]
        stream = client.listen(table)
        seen = stream.next("view")[2]
        server.stop()
        assert stream.next("bye")[2] == {"stopping": True}
        with pytest.raises(EOFError):
            stream.next()
        stream.close()
        server.start()
        with client.listen(table, last=seen["seq"]) as again:
            assert again.next()[0] == "presence"
            assert client.answer(table, seen).status_code == 200
            assert again.next("update")[1] == seen["seq"] + 1


@once
@pytest.mark.parametrize("end", ["stopped", "killed"])
def test_clocks_stand_still_while_the_server_is_down(database: str, end: str) -> None:
    with Mortal(database) as server, Client(server.url) as client:
        made = client.table(clock={"minutes": 5, "increment": 0, "at_zero": "lose"})
        seen = time.monotonic()
        before = client.view(made["table"])["players"][0]["clock_ms"]
        server.stop() if end == "stopped" else server.kill()
        down = time.monotonic()
        time.sleep(3.0)
        up = time.monotonic()
        server.start()
        after = client.view(made["table"])["players"][0]["clock_ms"]
        served = time.monotonic() - seen - (up - down)
        assert before - after <= served * 1000 + 500
        time.sleep(0.1)
        assert client.view(made["table"])["players"][0]["clock_ms"] < after
