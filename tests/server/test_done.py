"""Until the next tile is drawn a turn can be taken back: where the table says so, it waits a moment or for a word."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import bastida
from bastida.server import Settings
from bastida.server.http.view_models import View as Documented
from bastida.server.table import state
from tests.server.clients import Client, View
from tests.server.running import Process, Served, once, served
from tests.server.test_time import Times, times  # noqa: F401 (a fixture)

GAME = "plus-first-game"


def turn_played(client: Client, table: str) -> View:
    """The first option of everything, to the end of the turn."""
    view = client.view(table)
    while view["waits_done"] is None:
        assert client.answer(table, view).status_code == 200
        view = client.view(table)
    return view


def done(client: Client, table: str, view: View, **more: Any) -> Any:
    seat = view["waits_done"]["seat"] if view["waits_done"] else 0
    return client.act(table, "done", **({"seat": seat, "seq": view["seq"]} | more))


def drawn(client: Client, table: str, seconds: float = 20.0) -> View:
    """The view once the next tile was drawn, without anybody asking for it."""
    end = time.monotonic() + seconds
    while (view := client.view(table))["decision"] is None:
        assert time.monotonic() < end, "nothing was drawn"
        time.sleep(0.02)
    return view


def steps(client: Client, table: str) -> list[str]:
    record = bastida.Record.from_text(client.get(f"/api/tables/{table}/record.bst").text)
    return [step.text for step in record.replay().steps]


@pytest.mark.parametrize("draw", ["moment", "done"])
def test_a_whole_turn_is_taken_back_answer_by_answer(client: Client, draw: str) -> None:
    made = client.table(game=GAME, draw=draw)
    table, first = made["table"], made["view"]
    assert first["settings"]["draw"] == draw
    view = turn_played(client, table)
    Documented.model_validate(view)
    assert (view["tile"], view["decision"], view["undo"], view["active"], view["turn"]) == (None, None, 0, 0, 1)
    assert view["waits_done"]["seat"] == 0
    assert (view["waits_done"]["left_ms"] is None) == (draw == "done")
    left, answers = [pile["left"] for pile in view["piles"]], 0
    assert left == [pile["left"] for pile in first["piles"]], "the bag is as it was"
    while view["undo"] == 0:
        assert client.act(table, "undo", 0, seq=view["seq"]).status_code == 200
        view = client.view(table)
        answers += 1
    assert answers == 2
    assert view["waits_done"] is None
    assert (view["tile"], view["decision"]["kind"], len(view["board"])) == (first["tile"], "tile", 1)
    assert view["figures"] == []


def test_done_draws_the_next_tile_and_nothing_is_taken_back_any_more(client: Client) -> None:
    made = client.table(game=GAME, draw="done")
    table = made["table"]
    assert done(client, table, made["view"]).json()["code"] == "not_waiting"
    view = turn_played(client, table)
    assert done(client, table, view, seat=1).json()["code"] == "not_waiting"
    assert done(client, table, view, seq=view["seq"] - 1).json()["code"] == "stale"
    before = steps(client, table)
    body = {"seat": 0, "seq": view["seq"], "key": "once"}
    replies = [client.post(f"/api/tables/{table}/done", body) for _ in range(2)]
    assert [reply.json() for reply in replies] == [{"seq": view["seq"] + 1}] * 2
    after = client.view(table)
    assert after["seq"] == view["seq"] + 1, "sent twice, it was done once"
    assert (after["active"], after["decision"]["seat"], after["undo"], after["turn"]) == (1, 1, None, 2)
    assert after["tile"] is not None
    assert steps(client, table) == [*before, after["tile"]], "of the wait the record has no trace"
    assert client.act(table, "undo", 0, seq=after["seq"]).json()["code"] == "nothing_to_undo"
    assert client.act(table, "undo", 0, seq=view["seq"]).json()["code"] == "stale"


def test_the_moment_passes_and_the_tile_is_drawn(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state, "MOMENT", 0.6)
    table = client.table(game=GAME, draw="moment")["table"]
    view = turn_played(client, table)
    assert 0 < view["waits_done"]["left_ms"] <= 600
    with client.listen(table) as stream:
        assert stream.next("view")[2]["waits_done"] is not None
        told = stream.next("update")[2]["set"]
        assert told["waits_done"] is None
        assert told["decision"]["seat"] == 1
        assert told["tile"]
    after = client.view(table)
    assert client.act(table, "undo", 0, seq=after["seq"]).json()["code"] == "nothing_to_undo"


def test_nobody_else_answers_or_is_hinted_at_before_the_turn_is_done(client: Client) -> None:
    table = client.table(game=GAME, draw="done")["table"]
    view = turn_played(client, table)
    refused = client.act(table, "answers", 1, seq=view["seq"], answer="pass")
    assert refused.json()["code"] == "not_asked"
    assert "P0" in refused.json()["detail"]
    assert client.post(f"/api/tables/{table}/hint", {"seat": 1}).json()["code"] == "not_asked"
    listed = client.get("/api/tables").json()["tables"]
    assert [one["your_turn"] for one in listed if one["table"] == table] == [True]


@pytest.mark.parametrize("undo", ["off", "free"])
def test_without_a_wait_the_tile_is_drawn_with_the_last_answer(client: Client, undo: str) -> None:
    """As everybody knows it: the usual setting, and a table at which nothing is taken back."""
    table = client.table(game=GAME, undo=undo, draw="done" if undo == "off" else "at_once")["table"]
    while (view := client.view(table))["turn"] == 1:
        assert view["waits_done"] is None
        client.answer(table, view)
    assert (view["waits_done"], view["tile"] is not None, view["undo"]) == (None, True, None)


def test_computers_need_no_wait(client: Client) -> None:
    seats = [{"kind": "here", "name": "P0"}, {"kind": "computer", "level": "random"}]
    table = client.table(game=GAME, seats=seats, draw="done")["table"]
    view = turn_played(client, table)
    assert done(client, table, view).status_code == 200
    end = time.monotonic() + 30
    while (view := client.view(table))["turn"] < 3:
        assert view["waits_done"] is None
        assert time.monotonic() < end
    assert view["decision"]["seat"] == 0


def test_the_clock_of_the_player_runs_until_the_turn_is_done(client: Client) -> None:
    clock = {"minutes": 1, "increment": 30, "at_zero": "lose"}
    table = client.table(game=GAME, draw="done", clock=clock)["table"]
    view = turn_played(client, table)
    for _ in range(3):  # an increment comes with the end of the turn, and not with each time it is played
        assert [player["clock_running"] for player in view["players"]] == [True, False]
        assert view["players"][0]["clock_ms"] <= 60_000
        assert client.act(table, "undo", 0, seq=view["seq"]).status_code == 200
        view = turn_played(client, table)
    time.sleep(1.5)  # more than is forgiven
    assert client.view(table)["players"][0]["clock_ms"] < 59_600
    assert done(client, table, view).status_code == 200
    view = client.view(table)
    assert [player["clock_running"] for player in view["players"]] == [False, True]
    assert 80_000 < view["players"][0]["clock_ms"] < 89_600


def test_a_clock_that_falls_while_the_turn_waits_is_lost(client: Client) -> None:
    clock = {"minutes": 0.7 / 60, "increment": 0, "at_zero": "lose"}
    table = client.table(game=GAME, draw="done", clock=clock)["table"]
    turn_played(client, table)
    end = time.monotonic() + 20
    while not (view := client.view(table))["over"]:
        assert time.monotonic() < end
        time.sleep(0.05)
    assert view["outcome"] == {"reason": "time_lost", "winners": [1]}


def test_a_moment_that_the_table_waits_costs_no_time(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has played in time has; only who takes back has thought on meanwhile."""
    monkeypatch.setattr(state, "MOMENT", 2.5)
    clock = {"minutes": 2 / 60, "increment": 1, "at_zero": "lose"}
    table = client.table(game=GAME, draw="moment", clock=clock)["table"]
    view = turn_played(client, table)
    left = view["players"][0]["clock_ms"]
    assert [player["clock_running"] for player in view["players"]] == [False, False]
    time.sleep(0.5)
    assert client.view(table)["players"][0]["clock_ms"] == left
    assert client.act(table, "undo", 0, seq=view["seq"]).status_code == 200
    view = client.view(table)
    assert view["players"][0]["clock_running"]
    assert view["players"][0]["clock_ms"] <= left - 500
    view = turn_played(client, table)
    left = view["players"][0]["clock_ms"]
    end = time.monotonic() + 20
    while (view := client.view(table))["waits_done"] is not None:  # longer than what is left
        assert time.monotonic() < end
        time.sleep(0.05)
    assert view["outcome"] is None
    assert [player["clock_running"] for player in view["players"]] == [False, True]
    assert view["players"][0]["clock_ms"] == left + 1_000


def test_where_the_others_are_asked_nothing_is_drawn_until_they_have_replied(
    client: Client, server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(state, "MOMENT", 0.5)
    made = client.table("here", "link", game=GAME, draw="moment", undo="ask")
    table = made["table"]
    with Client(server.url) as guest:
        assert guest.post(f"/api/tables/{table}/claim", {"token": made["seats"][1]["token"]}).status_code == 200
        view = turn_played(client, table)
        assert client.act(table, "undo", 0, seq=view["seq"]).status_code == 200
        time.sleep(1.0)
        view = client.view(table)
        assert view["waits_done"] == {"seat": 0, "left_ms": None}
        offer = view["offers"][0]["number"]
        assert guest.act(table, f"offers/{offer}", 1, accept=True).status_code == 200
        assert client.view(table)["decision"]["seat"] == 0, "taken back"
        view = turn_played(client, table)
        assert client.act(table, "undo", 0, seq=view["seq"]).status_code == 200
        offer = client.view(table)["offers"][0]["number"]
        time.sleep(0.7)
        assert guest.act(table, f"offers/{offer}", 1, accept=False).status_code == 200
        assert drawn(client, table)["decision"]["seat"] == 1


def test_whoever_gives_up_while_the_turn_waits_keeps_nobody_waiting(client: Client) -> None:
    table = client.table("here", "here", "here", game=GAME, draw="done")["table"]
    turn_played(client, table)
    assert client.act(table, "resign", 0).status_code == 200
    view = drawn(client, table)
    assert view["decision"]["seat"] == 1
    assert view["undo"] is None


def test_an_adjourned_turn_waits_anew_when_the_players_come_back(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state, "MOMENT", 0.6)
    table = client.table(game=GAME, draw="moment")["table"]
    view = turn_played(client, table)
    assert client.act(table, "offers", 0, seq=view["seq"], kind="adjourn").status_code == 200
    time.sleep(1.0)
    view = client.view(table)
    assert (view["status"], view["waits_done"], view["tile"]) == ("adjourned", None, None)
    assert client.act(table, "stand-in", 0, how="return").status_code == 200
    assert client.view(table)["waits_done"]["left_ms"] > 300
    assert drawn(client, table)["decision"]["seat"] == 1


def test_the_last_turn_waits_too_and_nothing_is_counted_before_it_is_done(client: Client) -> None:
    table = client.table(game=GAME, draw="done")["table"]
    chance = random.Random(4)
    while True:
        view = client.view(table)
        if view["waits_done"] is None:
            assert client.answer(table, view, chance.choice(view["decision"]["options"])["text"]).status_code == 200
        elif sum(pile["left"] for pile in view["piles"]) > 0:
            assert done(client, table, view).status_code == 200
        else:
            break
    assert (view["over"], view["status"], view["outcome"], view["ending"]) == (False, "playing", None, None)
    assert not any(entry["final"] for entry in view["ledger"])
    assert view["figures"], "they stand until they are scored"
    assert view["dead"] == [], "no tile comes any more: there is nothing to tell of the open cells"
    seat = view["waits_done"]["seat"]
    told, points = len(view["log"]), [player["points"] for player in view["players"]]
    scored = len(view["ledger"])
    assert client.act(table, "undo", seat, seq=view["seq"]).status_code == 200
    back = client.view(table)
    assert back["decision"]["seat"] == seat
    assert client.answer(table, back, back["decision"]["options"][-1]["text"]).status_code == 200
    view = client.view(table)
    assert done(client, table, view).status_code == 200
    over = client.view(table)
    Documented.model_validate(over)
    assert (over["over"], over["waits_done"], over["undo"], over["outcome"]["reason"]) == (True, None, None, "finished")
    final = [entry for entry in over["ledger"] if entry["final"]]
    told += len(over["ledger"]) - len(final) - scored  # the other answer may score at once what the first did not
    assert [line["line"] for line in over["log"] if line["line"] is not None] == list(range(len(over["ledger"])))
    assert len(over["log"]) == told + len(final) + 1, "the answer that was taken back is one more line"
    assert [player["points"] for player in over["ending"]["players"]] == points
    game = bastida.Record.from_text(client.get(f"/api/tables/{table}/record.bst").text).replay()
    assert list(game.scores().values()) == [player["points"] for player in over["players"]]


# -- servers that stop, die and come back ----------------------------------------------------------------------------------


@pytest.mark.parametrize("draw", ["moment", "done"])
def test_a_server_that_was_stopped_goes_on_waiting(database: str, settings: Settings, times: Times, draw: str) -> None:  # noqa: F811
    ready = replace(settings, database=database)
    with served(ready) as running, Client(running.url) as client:
        made = client.table(game=GAME, draw=draw, clock={"minutes": 10, "increment": 0, "at_zero": "lose"})
        table, cookies = made["table"], client.http.cookies
        before = turn_played(client, table)
    if draw == "moment":
        times.passed += 60
    with served(ready) as running, Client(running.url) as client:
        client.http.cookies.update(cookies)
        if draw == "moment":  # its time was up while no server ran
            view = drawn(client, table)
            assert view["decision"]["seat"] == 1
            assert view["undo"] is None
        else:
            view = client.view(table)
            assert view["waits_done"] == {"seat": 0, "left_ms": None}
            assert view["board"] == before["board"]
            assert [player["clock_running"] for player in view["players"]] == [True, False]
            assert client.act(table, "undo", 0, seq=view["seq"]).status_code == 200
            assert client.view(table)["decision"]["seat"] == 0
        assert view["players"][0]["clock_ms"] > 590_000, "while no server runs nobody's clock does"


@once
def test_a_server_that_was_killed_draws_when_the_time_is_up(database: str) -> None:
    with Process(database) as server, Client(server.url) as client:
        table = client.table(game=GAME, draw="moment")["table"]
        tiles = len(turn_played(client, table)["board"])
        server.kill()
        server.start()
        view = drawn(client, table)
        assert view["decision"]["seat"] == 1
        assert len(view["board"]) == tiles
        assert len(steps(client, table)) == 4  # drawn, laid, passed or placed, and the next one drawn once


def test_two_servers_draw_one_tile(cluster: Any, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has a timer of its own for the moment; one of them draws."""
    monkeypatch.setattr(state, "MOMENT", 0.4)
    ready = replace(settings, database=cluster.new_database())
    with served(ready) as one, served(ready) as other, Client(one.url) as client:
        table = client.table(game=GAME, draw="moment")["table"]
        with Client(other.url) as second:
            second.http.cookies.update(client.http.cookies)
            second.view(table)
            for turn in range(1, 6):
                turn_played(client, table)
                view = drawn(client, table)
                assert view["turn"] == turn + 1
                until(lambda view=view: second.view(table)["seq"] == view["seq"])
                assert second.view(table)["tile"] == view["tile"]
        game = bastida.Record.from_text(client.get(f"/api/tables/{table}/record.bst").text).replay()
        # A tile that fits nowhere is drawn again (BASE-31), so turns are counted: the rules let nobody draw twice otherwise.
        assert len({step.turn for step in game.steps if step.kind == "draw"}) == 6


def until(true: Callable[[], bool], seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)
