"""The lobby: what it shows and to whom, sitting down and watching without a link, quick games, several servers."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from bastida.server import Settings
from bastida.server.club.lobby import listings
from bastida.server.club.lobby.schema import listings as lines
from bastida.server.http.lobby_models import LobbyChanged, LobbyShown, LobbyYou
from tests.server.clients import Client, Stream
from tests.server.conftest import PLENTY
from tests.server.people import People
from tests.server.postgres import Cluster
from tests.server.running import Process, Served, served

LOBBY = "/api/lobby"
EVENTS = f"{LOBBY}/events"
CLOCK = {"minutes": 10.0, "increment": 5.0, "at_zero": "lose"}


@pytest.fixture
def club(database: str) -> Iterator[Served]:
    """A server of either kind of database."""
    with served(Settings(database=database, think_seconds=0.2, **PLENTY | {"joins_per_minute": 100_000})) as running:
        yield running


@pytest.fixture
def people(club: Served) -> Iterator[People]:
    found = People(club.app.state.settings.database)
    yield found
    found.close()


def shown(client: Client, **wanted: Any) -> dict[str, Any]:
    """The lobby, as soon as it is as wanted."""
    end = time.monotonic() + 20
    while True:
        answer = client.get(LOBBY)
        assert answer.status_code == 200, answer.text
        found = LobbyShown.model_validate_json(answer.content).model_dump()
        if all(found[key] == value for key, value in wanted.items()):
            return found
        assert time.monotonic() < end, (wanted, found)
        time.sleep(0.1)


def table_in(found: dict[str, Any], table: str) -> dict[str, Any]:
    entry: dict[str, Any] = next(entry for entry in found["tables"] if entry["table"] == table)
    return entry


def join(client: Client, table: str, **more: Any) -> Any:
    return client.post(f"{LOBBY}/{table}/join", more)


def test_an_open_table_is_shown_and_anybody_sits_down(club: Served) -> None:
    with Client(club.url) as host, Client(club.url) as guest, Client(club.url) as late:
        host.table("here", "link")  # for whoever has the link, and nobody else
        made = host.table("here", "link", game="plus", sets=["inns"], clock=CLOCK, listed=True)
        table = made["table"]
        entry = table_in(shown(guest, open=1), table)
        assert (entry["state"], entry["free"], entry["edition"]) == ("open", 1, "plus")
        assert entry["clock"] == CLOCK | {"days": None}
        assert entry["parts"] == ["Inns & Cathedrals"]
        assert [player["name"] for player in entry["players"]] == ["P0", None]
        assert made["view"]["settings"]["listed"] is True and made["view"]["settings"]["watch"] is False

        answer = join(guest, table, name="Luis", colour="green")
        assert answer.json() == {"table": table, "seats": [1]}
        assert join(guest, table).json() == {"table": table, "seats": [1]}  # again changes nothing
        assert join(late, table).json()["code"] == "no_free_seat"
        view = guest.view(table)
        assert view["status"] == "playing"
        assert [(player["name"], player["taken"]) for player in view["players"]] == [("P0", True), ("Luis", True)]
        token = made["seats"][1]["token"]  # the host's own link to that seat is good no longer
        assert late.post(f"/api/tables/{table}/claim", {"token": token}).json()["code"] == "link_used"
        with Client(club.url, token=token) as cheat:
            assert cheat.get(f"/api/tables/{table}").status_code == 401
        shown(guest, open=0, tables=[])


def test_whoever_follows_the_link_takes_the_seat_out_of_the_lobby(club: Served) -> None:
    with Client(club.url) as host, Client(club.url) as guest:
        made = host.table("here", "link", "link", listed=True, watch=True)
        table = made["table"]
        claim = {"token": made["seats"][2]["token"], "name": "Eva"}
        assert guest.post(f"/api/tables/{table}/claim", claim).status_code == 200
        entry = table_in(shown(guest, open=1), table)
        while entry["free"] != 1:
            entry = table_in(shown(guest, open=1), table)
        assert [player["name"] for player in entry["players"]] == ["P0", None, "Eva"]
        with Client(club.url) as other:
            assert join(other, table).json()["seats"] == [1]  # the seat that is left
            assert join(host, table).json()["seats"] == [0]  # whoever sits there already stays


def test_two_at_once_get_one_seat(club: Served) -> None:
    with Client(club.url) as host, ThreadPoolExecutor(6) as pool:
        for _ in range(3):
            table = host.table("here", "link", "link", listed=True)["table"]
            guests = [Client(club.url) for _ in range(6)]
            answers = list(pool.map(lambda guest, table=table: join(guest, table), guests))
            seats = [answer.json()["seats"][0] for answer in answers if answer.status_code == 200]
            assert sorted(seats) == [1, 2]
            assert {answer.json()["code"] for answer in answers if answer.status_code != 200} == {"no_free_seat"}
            for guest in guests:
                guest.http.close()


def test_only_what_the_lobby_shows_can_be_joined_or_watched(club: Served) -> None:
    with Client(club.url) as host, Client(club.url) as guest:
        table = host.table("here", "link")["table"]
        for what in ("join", "watch"):
            assert guest.post(f"{LOBBY}/{table}/{what}", {}).json()["code"] == "not_listed"
            assert guest.post(f"{LOBBY}/nothing/{what}", {}).json()["code"] == "no_table"
            assert guest.post(f"{LOBBY}/No~Name/{what}", {}).status_code in (400, 404)
        duplicate = host.post("/api/duplicates", {"game": "plus"}).json()
        asked = {"duplicate": duplicate["code"], "organiser": duplicate["token"], "listed": True}
        assert host.post("/api/tables", asked).status_code == 400
        asked = {"duplicate": duplicate["code"], "organiser": duplicate["token"], "watch": True}
        assert host.post("/api/tables", asked).status_code == 400
        assert host.post("/api/tables", {"rating": {"least": 1000}}).status_code == 400


def test_a_running_table_is_watched(club: Served) -> None:
    with Client(club.url) as host, Client(club.url) as guest:
        table = host.table("here", "here", watch=True)["table"]
        entry = table_in(shown(guest, running=1, open=0), table)
        assert (entry["state"], entry["free"]) == ("running", 0)
        assert guest.get(f"/api/tables/{table}").status_code == 401
        assert guest.post(f"{LOBBY}/{table}/watch").json() == {"table": table, "seats": []}
        assert guest.view(table)["you"] == []
        assert host.post(f"{LOBBY}/{table}/watch").json() == {"table": table, "seats": [0, 1]}
        assert host.act(table, "resign", 0).status_code == 200
        shown(guest, running=0)
        again = host.post(f"/api/tables/{table}/rematch", {"seat": 0, "key": "again"}).json()["table"]
        assert host.view(again)["settings"]["watch"] is True
        table_in(shown(guest, running=1), again)


def test_the_lobby_moves_by_itself_in_every_language(club: Served) -> None:
    with (
        Client(club.url) as host,
        Client(club.url) as guest,
        Stream(guest, EVENTS, language="es") as stream,
        Stream(guest, EVENTS, language="en") as english,
    ):
        you = LobbyYou.model_validate(stream.next()[2])
        assert (you.member, you.may_make) == (None, True)
        assert LobbyShown.model_validate(stream.next("lobby")[2]).tables == []
        english.next("lobby")
        table = host.table("here", "link", sets=["inns"], listed=True, watch=True)["table"]

        def change(of: Stream, key: str) -> LobbyChanged:
            while True:
                found = LobbyChanged.model_validate(of.next("change")[2])
                if getattr(found, key):
                    return found

        assert change(stream, "tables").tables[0].parts == ["Posadas y catedrales"]
        assert change(english, "tables").tables[0].parts == ["Inns & Cathedrals"]
        assert join(guest, table).status_code == 200
        entry = change(stream, "tables").tables[0]
        assert (entry.state, entry.free) == ("running", 0)
        assert host.act(table, "resign", 0).status_code == 200
        assert change(stream, "gone").gone == [table]
        club.live.dismiss()
        assert stream.next("bye")[2] == {"stopping": True}


def test_members_are_here_by_name_and_guests_as_a_number(club: Served, people: People) -> None:
    ana, member = people.client(club.url, "Ana", colour="blue")
    with ana, Client(club.url) as guest:
        shown(guest, guests=0, here=[])
        with Stream(ana, EVENTS) as stream, Stream(guest, EVENTS):
            assert stream.next("you")[2] == {"member": member, "name": "Ana", "may_make": True}
            found = shown(guest, members=1, guests=1)
            assert found["here"] == [{"id": member, "name": "Ana", "colour": "blue", "bot": False}]
        shown(guest, members=0, guests=0)
        table = ana.table("here", "here")["table"]
        with ana.listen(table) as at_table:  # whoever plays is here too
            at_table.next("view")
            shown(guest, members=1)
        shown(guest, members=0)


def test_a_member_sits_down_under_his_own_name_on_every_device(club: Served, people: People) -> None:
    ana, member = people.client(club.url, "Ana")
    with ana, Client(club.url) as host, people.device(club.url, member) as phone:
        table = host.table("here", "link", listed=True)["table"]
        assert join(ana, table, name="Somebody").json()["seats"] == [1]
        player = phone.view(table)["players"][1]
        assert (player["name"], player["member"], player["bot"]) == ("Ana", member, False)
        assert join(phone, table).json()["seats"] == [1]


def test_whoever_was_blocked_cannot_sit_down_with_the_other(club: Served, people: People) -> None:
    (ana, first), (luis, second), (eva, third) = (people.client(club.url, name) for name in ("Ana", "Luis", "Eva"))
    with ana, luis, eva:
        people.block(first, second)
        people.block(third, first, "mute")
        for host, guest in ((ana, luis), (luis, ana)):
            table = host.table("here", "link", listed=True)["table"]
            assert join(guest, table).json()["code"] == "not_met"
            assert host.view(table)["status"] == "waiting"
            assert join(eva, table).status_code == 200  # to mute somebody is not to block
        for one in (ana, luis):  # nor do they meet in a quick game
            assert one.post(f"{LOBBY}/quick", {}).json()["made"]


def test_a_range_of_rating_keeps_others_out(club: Served, people: People) -> None:
    (ana, first), (luis, second) = (people.client(club.url, name) for name in ("Ana", "Luis"))
    ratings = {first: 1500, second: 1200}
    club.app.state.house.lobby.rate = lambda connection, wanted: [ratings.get(member) for member, _ in wanted]
    with ana, luis, Client(club.url) as guest:
        table = ana.table("here", "link", listed=True, rating={"least": 1300, "most": 1700})["table"]
        entry = table_in(shown(guest, open=1), table)
        assert entry["rating"] == {"least": 1300, "most": 1700}
        assert entry["players"][0]["rating"] == 1500
        assert join(luis, table).json()["code"] == join(guest, table).json()["code"] == "rating_range"
        ratings[second] = 1300
        assert join(luis, table).status_code == 200


def test_a_table_that_everybody_has_left_is_offered_no_longer(club: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listings, "FRESH", 2.0)
    monkeypatch.setattr("bastida.server.club.lobby.presence.AGAIN", 0.5)
    monkeypatch.setattr("bastida.server.runtime.rooms.HEARD", 0.5)
    monkeypatch.setattr("bastida.server.runtime.audience.HEARD", 0.5)
    with Client(club.url) as host, Client(club.url) as guest:
        table = host.table("here", "link", listed=True)["table"]
        with host.listen(table) as stream:
            stream.next("view")
            until = time.monotonic() + 4
            while time.monotonic() < until:
                shown(guest, open=1)
                time.sleep(0.2)
        shown(guest, open=0)
        with host.listen(table):  # and again when somebody is back
            shown(guest, open=1)
        playing = host.table("here", "here", watch=True)["table"]
        shown(guest, running=1)
        shown(guest, running=0)  # the same with a game that nobody plays
        with host.listen(playing):
            shown(guest, running=1)


# -- quick games ------------------------------------------------------------------------------------------------------------


def quick(client: Client, **more: Any) -> dict[str, Any]:
    answer = client.post(f"{LOBBY}/quick", more)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_quick_game_is_with_whoever_waits_for_the_same(club: Served) -> None:
    with Client(club.url) as ana, Client(club.url) as luis, Client(club.url) as eva:
        first = quick(ana, game="plus", pace="fast", name="Ana")
        assert first["made"] and first["seats"] == [0]
        assert quick(ana, game="plus", pace="fast") == {**first, "made": False}  # and still waits there
        other = quick(eva, game="plus", pace="untimed", name="Eva")
        assert other["made"] and other["table"] != first["table"]
        found = quick(luis, game="plus", pace="fast", name="Ana")  # the name that somebody has is not insisted on
        assert (found["table"], found["seats"], found["made"]) == (first["table"], [1], False)
        view = ana.view(first["table"])
        assert view["status"] == "playing"
        assert view["settings"]["clock"] == {"minutes": 5.0, "increment": 5.0, "at_zero": "lose"}
        listed = eva.table("here", "link", game="plus", clock={"minutes": 15, "increment": 10}, listed=True)["table"]
        assert quick(luis, game="plus", pace="normal")["table"] == listed  # any table that is like it will do
        assert ana.post(f"{LOBBY}/quick", {"game": "nothing"}).status_code == 422


def test_those_who_come_at_once_meet(club: Served) -> None:
    with ThreadPoolExecutor(8) as pool:
        clients = [Client(club.url) for _ in range(8)]
        found = list(pool.map(lambda client: quick(client, game="winter"), clients))
        tables: dict[str, list[int]] = {}
        for one in found:
            tables.setdefault(one["table"], []).extend(one["seats"])
        assert sorted(map(sorted, tables.values())) == [[0, 1]] * 4
        for client in clients:
            client.http.close()


# -- many -------------------------------------------------------------------------------------------------------------------


def test_many_tables_are_shown_by_the_hundred(settings: Settings) -> None:
    with served(settings) as server, Client(server.url) as host:
        names = [host.table("here", "link", listed=True)["table"] for _ in range(230)]
        found = shown(host, open=230)
        assert len(found["tables"]) == listings.PAGE
        pages = [LobbyShown.model_validate_json(host.get(f"{LOBBY}?page={page}").content) for page in (1, 2, 3, 4)]
        assert [len(page.tables) for page in pages] == [100, 100, 30, 0]
        assert {entry.table for page in pages for entry in page.tables} == set(names)
        assert host.get(f"{LOBBY}?page=101").status_code == 400
        assert len(server.app.state.house.lobby.known) <= 2 * listings.PAGE


def test_however_many_look_the_database_is_asked_once(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(settings) as server, Client(server.url) as client, ThreadPoolExecutor(20) as pool:
        lobby, reads = server.app.state.house.lobby, []
        read = lobby._read
        monkeypatch.setattr(lobby, "_read", lambda page: reads.append(time.monotonic()) or read(page))
        streams = [Stream(client, EVENTS) for _ in range(30)]
        for stream in streams:
            stream.next("lobby")
        began = time.monotonic()
        while time.monotonic() < began + 3:
            assert {answer.status_code for answer in pool.map(lambda _: client.get(LOBBY), range(20))} == {200}
        assert all(later - earlier >= 0.99 for earlier, later in itertools.pairwise(reads))
        client.table("here", "link", listed=True)
        for stream in streams:
            while not stream.next("change")[2]["tables"]:  # before it only the number of guests has changed
                pass
        for stream in streams:
            stream.close()
        end = time.monotonic() + 20
        while lobby.boards:
            assert time.monotonic() < end
            time.sleep(0.05)


def test_sitting_down_has_a_limit(settings: Settings) -> None:
    with served(replace(settings, joins_per_minute=3)) as server, Client(server.url) as host, Client(server.url) as guest:
        tables = [host.table("here", "link", listed=True)["table"] for _ in range(4)]
        codes = [join(guest, table).status_code for table in tables]
        assert codes == [200, 200, 200, 429]
        assert host.post(f"{LOBBY}/quick", {}).status_code == 429  # of the same address


def test_what_is_over_is_listed_no_longer(club: Served) -> None:
    with Client(club.url) as host:
        done, waits = (host.table("here", "here", watch=True)["table"] for _ in range(2))
        assert host.act(done, "resign", 0).status_code == 200
        store = club.live.store
        with store.engine.execution_options(writes=True).begin() as connection:
            listings.tidy(connection, time.time())
            assert list(connection.scalars(select(lines.c.table_id))) == [waits]


# -- several servers --------------------------------------------------------------------------------------------------------


def test_two_servers_show_the_same_lobby(cluster: Cluster) -> None:
    database = cluster.new_database()
    with Process(database, joins_per_minute=1000) as one, Process(database, joins_per_minute=1000) as two:
        people = People(database)
        ana, member = people.client(one.url, "Ana")
        with ana, Client(two.url) as guest, Stream(guest, EVENTS) as stream, Stream(ana, EVENTS):
            stream.next("lobby")
            found = shown(guest, members=1, guests=1)
            assert found["here"][0]["id"] == member
            table = ana.table("here", "link", listed=True, watch=True)["table"]
            table_in(shown(guest, open=1), table)
            while not any(entry["table"] == table for entry in stream.next("change")[2]["tables"]):
                pass
            with ThreadPoolExecutor(8) as pool:
                guests = [Client(server.url) for server in (one, two) * 4]
                answers = list(pool.map(lambda client: join(client, table), guests))
                assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
                found_seats = [client.post(f"{LOBBY}/quick", {"game": "winter"}) for client in guests[:2]]
                assert len({answer.json()["table"] for answer in found_seats}) == 1
                again = list(pool.map(lambda client: quick(client, game="hunters"), guests))
                assert sorted(seat for one in again for seat in one["seats"]) == [0, 0, 0, 0, 1, 1, 1, 1]
                assert len({one["table"] for one in again}) == 4
                for client in guests:
                    client.http.close()
            shown(ana, open=0)
        people.close()
        with Client(two.url) as guest:
            with Stream(ana := people_device(database, one.url, member), EVENTS):
                shown(guest, members=1)
                one.kill()  # whoever was at a server that has died is here no longer
                end = time.monotonic() + 60
                while guest.get(LOBBY).json()["members"]:
                    assert time.monotonic() < end
                    time.sleep(0.2)
            ana.http.close()


def people_device(database: str, url: str, member: str) -> Client:
    people = People(database)
    try:
        return people.device(url, member)
    finally:
        people.close()
