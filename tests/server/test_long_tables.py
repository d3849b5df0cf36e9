"""However long somebody goes on, a table, its view and what is remembered of it stay small."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bastida.server.table import keys, referee, state
from tests.server.clients import Client, updated
from tests.server.running import Served


def cycle(client: Client, table: str) -> list[int]:
    """Answer and take back; the statuses."""
    view = client.view(table)
    answer = client.answer(table, view)
    undone = client.act(table, "undo", view["decision"]["seat"], seq=client.view(table)["seq"])
    return [answer.status_code, undone.status_code]


def test_an_answer_is_taken_back_only_so_often_and_the_log_tells_it_in_one_line(client: Client) -> None:
    table = client.table(game="plus-first-game")["table"]
    before = client.view(table)
    for _ in range(referee.UNDO_MOST):
        assert cycle(client, table) == [200, 200]
    after = client.view(table, "es")
    assert len(after["log"]) == len(before["log"]) + 1
    assert after["log"][-1]["sentence"] == f"P0: última respuesta deshecha (×{referee.UNDO_MOST})"
    assert len(json.dumps(after)) < len(json.dumps(before)) + 500
    assert cycle(client, table) == [200, 409]
    view = client.view(table)
    refused = client.act(table, "undo", 0, seq=view["seq"])
    assert refused.json()["code"] == "too_often"
    assert client.answer(table, view).status_code == 200  # the game goes on,
    turn = client.view(table)["turn"]
    while client.view(table)["turn"] == turn:
        client.answer(table, client.view(table))
    assert cycle(client, table) == [200, 200]  # and of the next answer nothing was taken back yet


def test_what_was_taken_back_leaves_the_log_of_every_listener(client: Client) -> None:
    made = client.table(game="plus-first-game")
    table = made["table"]
    with client.listen(table) as stream:
        view = stream.next("view")[2]
        for number in range(6):
            assert cycle(client, table) == [200, 200]
            if number % 2:
                turn = client.view(table)["turn"]
                while client.view(table)["turn"] == turn:
                    client.answer(table, client.view(table))
            last = client.view(table)["seq"]
            while view["seq"] < last:
                change = stream.next("update")[2]
                assert not {"log", "board", "ledger"} & set(change["set"])  # only what has changed is sent
                view = updated(view, change)
            assert view == client.view(table) | {"players": view["players"]}
    lines = [line["kind"] for line in view["log"]]
    assert lines.count("undo") == 3
    assert lines.count("tile") == 3


def test_offers_about_one_position_have_an_end(server: Served, client: Client) -> None:
    table = client.table("here", "link")["table"]
    for _ in range(referee.OFFERS_MOST):
        number = client.act(table, "offers", 0, seq=client.view(table)["seq"], kind="end").json()["seq"]
        assert client.act(table, f"offers/{number}", 0, accept=False).status_code == 200
    refused = client.act(table, "offers", 0, seq=client.view(table)["seq"], kind="end")
    assert (refused.status_code, refused.json()["code"]) == (409, "too_often")
    assert client.answer(table, client.view(table)).status_code == 200
    assert client.act(table, "offers", 0, seq=client.view(table)["seq"], kind="end").status_code == 200


def test_saying_yes_again_is_nothing_new(server: Served, client: Client) -> None:
    made = client.table("here", "link", "link")
    table = made["table"]
    with Client(server.url, token=made["seats"][1]["token"]) as other:
        number = client.act(table, "offers", 0, seq=1, kind="end").json()["seq"]
        seqs = {other.act(table, f"offers/{number}", 1, accept=True).json()["seq"] for _ in range(5)}
    assert seqs == {3}
    assert client.view(table)["seq"] == 3


def test_remarks_in_the_log_are_bounded(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state, "REMARKS", 10)
    monkeypatch.setattr(referee, "OFFERS_MOST", 1_000)
    table = client.table("here", "link")["table"]
    client.answer(table, client.view(table))
    answers = len(client.view(table)["log"])
    for _ in range(40):
        number = client.act(table, "offers", 0, seq=client.view(table)["seq"], kind="end").json()["seq"]
        client.act(table, f"offers/{number}", 0, accept=False)
        log = client.view(table)["log"]
        assert len(log) <= answers + 10
    assert log[0]["kind"] == "tile"  # what was answered stays
    assert [line["kind"] for line in log[-2:]] == ["offer", "decline"]


def test_keys_in_memory_are_bounded_and_none_is_ever_used_twice(
    server: Served, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keys, "KEYS", 5)
    made = client.table()
    table = made["table"]
    first = client.answer(table, made["view"], key="the-first")
    for number in range(12):
        assert client.act(table, "chat", 0, text=f"line {number}").status_code == 200
    kept = server.live.rooms[table].table
    assert kept is not None
    assert len(kept.keys) == 5
    before = client.view(table)["seq"]
    again = client.answer(table, made["view"], key="the-first")
    assert again.json() == first.json()
    assert client.view(table)["seq"] == before
    assert server.live.rooms[table].table is kept  # nothing had to be read again


def test_a_table_that_goes_on_for_ever_only_takes_what_ends_it(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    made = client.table("here", "here", "here", game="plus-first-game")
    table = made["table"]
    client.answer(table, made["view"])
    monkeypatch.setattr(referee, "EVENTS_MOST", 2)
    seq = client.view(table)["seq"]
    for what, more in (
        ("undo", {"seq": seq}),
        ("chat", {"text": "on and on"}),
        ("mute", {"muted_seat": 1}),
        ("offers", {"seq": seq, "kind": "adjourn"}),
        ("offers", {"seq": seq, "kind": "undo"}),
    ):
        refused = client.act(table, what, 0, **more)
        assert (refused.status_code, refused.json()["code"]) == (409, "too_long"), what
    assert client.answer(table, client.view(table)).status_code == 200
    assert client.act(table, "resign", 0).status_code == 200
    assert client.act(table, "offers", 1, seq=client.view(table)["seq"], kind="end").status_code == 200
    assert client.view(table)["over"]


def test_a_mute_that_was_sent_twice_counts_once(client: Client) -> None:
    """Though nothing changes at first: sent again with the same key later, it must not undo what was said since."""
    table = client.table("here", "link")["table"]
    for on, key in ((False, "first"), (True, "second"), (False, "first")):
        client.act(table, "mute", 0, muted_seat=1, on=on, key=key)
    assert client.view(table)["muted"] == [1]


def test_a_stranger_does_not_use_up_what_a_seat_may_say(
    server: Served, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[str] = []
    limits = server.app.state.limits

    async def take(name: str) -> None:
        taken.append(name)

    monkeypatch.setattr(limits, "check_chat", take)
    table = client.table("here", "link")["table"]
    with Client(server.url) as stranger:
        assert stranger.act(table, "chat", 0, text="spam").status_code == 401
        assert client.act(table, "chat", 1, text="spam").status_code == 403
    assert taken == []
    assert client.act(table, "chat", 0, text="hello").status_code == 200
    assert taken == [f"{table}/0"]


# -- whoever has given up ---------------------------------------------------------------------------------------------------


def test_a_resigned_seat_has_no_more_say(server: Served, client: Client) -> None:
    made = client.table("here", "link", "link", game="plus-first-game")
    table = made["table"]
    client.answer(table, made["view"])
    assert client.act(table, "resign", 0).status_code == 200
    with Client(server.url, token=made["seats"][1]["token"]) as other:
        while (view := client.view(table))["decision"]["seat"] == 0:  # a computer plays on for it
            pass
        number = other.act(table, "offers", 1, seq=view["seq"], kind="adjourn").json()["seq"]
    view = client.view(table)
    assert view["undo"] != 0
    refused: list[tuple[str, dict[str, Any]]] = [
        ("answers", {"seq": view["seq"], "answer": "pass"}),
        ("undo", {"seq": view["seq"]}),
        ("offers", {"seq": view["seq"], "kind": "end"}),
        (f"offers/{number}", {"accept": False}),
        ("resign", {}),
        ("stand-in", {"how": "return"}),
        ("stand-in", {"how": "computer", "seat": 1, "by": 0}),
    ]
    for what, more in refused:
        answer = client.act(table, what, **({"seat": 0} | more))
        assert (answer.status_code, answer.json()["code"]) == (409, "resigned"), what
    assert client.post(f"/api/tables/{table}/hint", {"seat": 0}).json()["code"] == "resigned"
    assert client.act(table, "chat", 0, text="good luck").status_code == 200  # it may still talk
    assert client.view(table)["offers"] == view["offers"]
