"""Obligations 7 and 8: players who go away, offers, resignation, and how far taking back reaches."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bastida.server import Settings
from tests.server.clients import Client
from tests.server.running import Served, served

THINGS = ("pieces", "track", "beside")  # what modules put on the table


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server at which nobody waits long."""
    file = tmp_path_factory.mktemp("hasty") / "table.sqlite3"
    settings = Settings(
        database=f"sqlite:///{file}", claim_seconds=0, think_seconds=0.5, pause_seconds=0.0, tables_per_hour=10_000
    )
    with served(replace(settings, rate=1e5, burst=100_000)) as running:
        yield running


# -- who is away ----------------------------------------------------------------------------------------------------------


def test_nobody_goes_on_without_somebody_who_is_there_or_only_just_left(server: Served, client: Client) -> None:
    made = client.table("link", "here")
    table = made["table"]
    refused = client.act(table, "stand-in", 0, how="claim")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_away")
    assert int(refused.headers["retry-after"]) > 30
    with Client(server.url, token=made["seats"][0]["token"]) as other, other.listen(table) as stream:
        stream.next("view")
        assert client.act(table, "stand-in", 0, how="claim").json()["code"] == "not_away"


@pytest.mark.parametrize("how", ["claim", "computer", "adjourn"])
def test_the_others_go_on_without_a_player_who_stays_away(hasty: Served, how: str) -> None:
    with Client(hasty.url) as client:
        made = client.table("link", "here")
        table = made["table"]
        assert client.act(table, "stand-in", 0, how=how).status_code == 200
        view = client.view(table)
        if how == "claim":
            assert view["outcome"] == {"reason": "claim", "winners": [1]}
            return
        with Client(hasty.url, token=made["seats"][0]["token"]) as back:
            if how == "adjourn":
                assert view["status"] == "adjourned"
                assert back.answer(table, back.view(table), "1,0 r0", seat=0).json()["code"] == "adjourned"
            else:
                assert view["players"][0]["stand_in"]
            assert client.act(table, "stand-in", 0, how="return").json()["code"] == "wrong_seat"
            assert back.act(table, "stand-in", 0, how="return").status_code == 200
            again = back.view(table)
            assert again["status"] == "waiting"
            assert again["players"][0]["stand_in"] is None


def test_a_player_who_is_not_asked_is_not_missed(hasty: Served) -> None:
    with Client(hasty.url) as client:
        made = client.table("here", "link")
        assert client.act(made["table"], "stand-in", 1, how="claim").json()["code"] == "not_away"


def test_nobody_can_delete_a_table(client: Client) -> None:
    made = client.table()
    for path in (f"/api/tables/{made['table']}", "/api/tables"):
        assert client.http.delete(path).status_code == 405
    assert client.view(made["table"])["seq"] == 1


# -- giving up and agreeing -----------------------------------------------------------------------------------------------


def test_with_three_a_computer_plays_on_for_whoever_gives_up(client: Client) -> None:
    made = client.table("here", "here", "here", game="plus-first-game")
    table = made["table"]
    assert client.act(table, "resign", 0).status_code == 200
    view = client.view(table)
    assert view["players"][0]["resigned"]
    assert not view["over"]
    seen = client.play(table, random.Random(1), lambda view: view["active"] == 2)
    assert seen["active"] == 2
    assert client.act(table, "resign", 1).status_code == 200
    assert client.view(table)["winners"] == [2]


@pytest.mark.parametrize(("kind", "status"), [("end", "over"), ("adjourn", "adjourned")])
def test_an_offer_holds_when_everybody_agrees(server: Served, client: Client, kind: str, status: str) -> None:
    made = client.table("here", "link", "link")
    table = made["table"]
    others = [Client(server.url, token=made["seats"][seat]["token"]) for seat in (1, 2)]
    with others[0] as one, others[1] as two:
        number = client.act(table, "offers", 0, seq=1, kind=kind).json()["seq"]
        offer = client.view(table, "es")["offers"][0]
        assert (offer["number"], offer["seat"], offer["kind"], offer["accepted"]) == (number, 0, kind, [0])
        assert offer["sentence"].startswith("Has propuesto ")
        assert one.view(table, "es")["offers"][0]["sentence"].startswith("P0: ¿")
        assert client.act(table, "offers", 0, seq=2, kind=kind).json()["code"] == "offer_open"
        assert client.act(table, f"offers/{number}", 0, accept=True).json()["code"] == "own_offer"
        assert one.act(table, f"offers/{number}", 1, accept=True).status_code == 200
        assert client.view(table)["status"] == "waiting"
        assert two.act(table, f"offers/{number}", 2, accept=True).status_code == 200
        view = client.view(table)
        assert view["status"] == status
        assert view["offers"] == []
        assert two.act(table, f"offers/{number}", 2, accept=True).json()["code"] in ("over", "adjourned")


def test_one_no_ends_an_offer_and_so_does_an_answer(server: Served, client: Client) -> None:
    made = client.table("here", "link")
    table = made["table"]
    with Client(server.url, token=made["seats"][1]["token"]) as other:
        number = client.act(table, "offers", 0, seq=1, kind="end").json()["seq"]
        assert other.act(table, f"offers/{number}", 1, accept=False).status_code == 200
        assert client.view(table)["offers"] == []
        assert other.act(table, f"offers/{number}", 1, accept=True).json()["code"] == "no_offer"
        client.act(table, "offers", 0, seq=3, kind="end")
        assert client.answer(table, client.view(table)).status_code == 200
        assert client.view(table)["offers"] == []


def test_alone_against_the_computer_one_agrees_with_oneself(client: Client) -> None:
    made = client.table("here", "computer", seats=[{"name": "Ana"}, {"kind": "computer", "level": "random"}])
    assert client.act(made["table"], "offers", 0, seq=1, kind="end").status_code == 200
    assert client.view(made["table"])["outcome"]["reason"] == "agreed"


# -- taking back ----------------------------------------------------------------------------------------------------------


def test_undo_goes_back_to_the_last_chance_event_or_other_answer(client: Client) -> None:
    """As a property of a whole game: before every answer one goes back as far as it goes, and on again."""
    made = client.table(game="plus-big")
    table, chance = made["table"], random.Random(5)
    view = made["view"]
    own = 0  # answers of the seat since chance or somebody else
    for _ in range(70):
        seat = view["decision"]["seat"]
        states = [view]
        refused = client.act(table, "undo", 1 - seat, seq=view["seq"])
        assert refused.json()["code"] == "nothing_to_undo"
        option = chance.choice(view["decision"]["options"])["text"]
        assert client.answer(table, view, option).status_code == 200
        after = client.view(table)
        dealt = after["tile"] is not None or after["over"] or after["decision"]["seat"] != seat
        undone = client.act(table, "undo", seat, seq=after["seq"])
        assert (after["undo"] == seat) == (undone.status_code == 200)  # the view has told
        if undone.status_code == 200:
            assert not dealt or after["decision"]["kind"] != "tile"
            back = client.view(table)
            same = {key: back[key] for key in ("board", "figures", "decision", "ledger", "tile", "piles", "turn", *THINGS)}
            assert same == {key: states[0][key] for key in same}
            for part in ("points", "holds", "supply"):
                assert [player[part] for player in back["players"]] == [player[part] for player in view["players"]]
            assert client.answer(table, back, option).status_code == 200
            own += 1
        else:
            assert undone.json()["code"] == "nothing_to_undo"
        view = client.view(table)
    assert own > 5


def test_undo_never_crosses_a_draw(client: Client) -> None:
    made = client.table(game="plus-first-game")
    table = made["table"]
    view = client.play(table, random.Random(2), lambda view: view["turn"] == 3)
    assert view["tile"] is not None
    for seat in (0, 1):
        assert client.act(table, "undo", seat, seq=view["seq"]).json()["code"] == "nothing_to_undo"


def test_where_undo_must_be_asked_for_the_others_decide(server: Served, client: Client) -> None:
    made = client.table("here", "link", undo="ask")
    table = made["table"]
    client.answer(table, made["view"])
    with Client(server.url, token=made["seats"][1]["token"]) as other:
        number = client.act(table, "undo", 0, seq=2).json()["seq"]
        assert client.view(table)["tile"] is None
        assert other.act(table, f"offers/{number}", 1, accept=True).status_code == 200
        assert client.view(table)["tile"] == made["view"]["tile"]


def test_where_undo_is_off_nothing_is_taken_back(client: Client) -> None:
    made = client.table(undo="off")
    client.answer(made["table"], made["view"])
    assert client.view(made["table"])["undo"] is None
    assert client.act(made["table"], "undo", 0, seq=2).json()["code"] == "undo_off"
    assert client.act(made["table"], "offers", 0, seq=2, kind="undo").json()["code"] == "undo_off"
