"""What somebody with an hour to spare tries at the club: each was possible once, or nearly."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import insert, text

from bastida.server import Settings
from bastida.server.club.host import board
from bastida.server.club.host import people as host
from bastida.server.club.members.erasing import erase
from bastida.server.club.members.schema import members
from bastida.server.club.notices.ways import Browser, Sender, Undelivered, allowed
from bastida.server.club.results.schema import ratings
from bastida.server.http.access import Caller
from bastida.server.http.limits import PROFILES
from bastida.server.http.seat_tokens import new_token
from tests.server.clients import Client, Stream
from tests.server.people import People
from tests.server.postboxes import push_service
from tests.server.postgres import Cluster
from tests.server.running import Served, served
from tests.server.test_bots import bot_of, challenge, made
from tests.server.test_challenges import PATH, ask
from tests.server.test_notices import play_turn
from tests.server.test_tournaments import Club

MORE = {"challenges_per_hour": 100_000, "joins_per_minute": 100_000}


@pytest.fixture
def running(database: str, settings: Settings) -> Iterator[Served]:
    with served(replace(settings, database=database, **MORE)) as one:
        yield one


@pytest.fixture
def people(running: Served) -> Iterator[People]:
    found = People(running.app.state.settings.database)
    yield found
    found.close()


def until(true: Callable[[], Any], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def writing(running: Served, work: Callable[[Any], object]) -> None:
    with running.live.store.engine.execution_options(writes=True).begin() as connection:
        work(connection)


# -- notices ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://a..push.apple.com/x",
        "https://" + "a" * 64 + ".push.apple.com/x",
        "https://.push.apple.com/x",
        "https://é.push.apple.com/x",
        "https://fcm.googleapis.com/\N{SNOWMAN}",
        "https://fcm.googleapis.com/a b",
        "https://fcm.googleapis.com/a\r\nHost: elsewhere",
        "https://fcm.googleapis.com\\@elsewhere/x",
    ],
)
def test_an_address_that_cannot_be_spoken_to_is_none(endpoint: str) -> None:
    assert not allowed(endpoint, ["fcm.googleapis.com", ".push.apple.com"])


def test_whatever_goes_wrong_with_a_notice_it_was_not_delivered() -> None:
    sender = Sender(b"x" * 32, "mailto:host@nowhere")  # an address that the standard does not take
    with pytest.raises(Undelivered), push_service() as service:
        sender.send(Browser(**service.subscription()), {"title": "x"})
    good = Sender(b"x" * 32, "mailto:host@example.org")
    for endpoint in ("https://a..push.apple.com/x", "http://127.0.0.1:9/\N{SNOWMAN}"):
        with pytest.raises(Undelivered), push_service() as service:
            good.send(Browser(**service.subscription() | {"endpoint": endpoint}), {"title": "x"})


def test_a_notice_that_fails_keeps_nobody_from_being_told(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    with push_service() as service, served(replace(settings, push_hosts=service.host)) as running:
        notices = running.app.state.house.notices
        notices.grace, notices.rests = 0.0, 0.1
        found = People(running.app.state.settings.database)
        (ana, _), (eva, _) = (found.client(running.url, name) for name in ("Ana", "Eva"))
        found.close()
        sent = notices.sender.send

        def send(browser: Browser, notice: dict[str, str]) -> None:
            if browser.endpoint.endswith("bad"):
                raise RuntimeError("nobody has thought of this")
            sent(browser, notice)

        monkeypatch.setattr(notices.sender, "send", send)
        with ana, eva:
            for client, name in ((ana, "bad"), (eva, "good")):
                told = {
                    "endpoint": f"{service.url}/{name}",
                    **{k: v for k, v in service.subscription().items() if k != "endpoint"},
                }
                assert client.http.put("/api/notices/push", json=told).status_code == 200
            tables = []
            for one, other in ((ana, eva), (eva, ana)):
                new = one.table("here", "link", game="plus-first-game", clock={"days": 2})
                other.post(f"/api/tables/{new['table']}/claim", {"token": new["seats"][1]["token"]})
                tables.append(new["table"])
            assert tables[1] in service.opened()[2]
            play_turn(ana, tables[0], 0)
            assert tables[0] in service.opened()[2]


# -- erased while something is under way --------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["join", "claim", "table", "challenge"])
def test_whoever_is_erased_meanwhile_sits_down_nowhere(
    running: Served, people: People, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "Evanescence"
    (ana, first), (eva, second) = people.client(running.url, "Ana"), people.client(running.url, name)
    with ana, eva:
        table = ana.table("here", "link", game="plus-first-game", listed=True)
        paths = {
            "join": (f"/api/lobby/{table['table']}/join", {}),
            "claim": (f"/api/tables/{table['table']}/claim", {"token": table["seats"][1]["token"]}),
            "table": ("/api/tables", {"game": "plus-first-game", "seats": [{}, {}]}),
            "challenge": (f"{PATH}/{ask(ana, second)}/accept", {}),
        }
        house = running.app.state.house

        async def meanwhile(caller: Caller) -> None:
            if caller.member is not None and caller.member.id == second:
                await erase(house, caller.member, None)

        monkeypatch.setattr(Caller, "check_busy", meanwhile)
        answer = eva.post(*paths[how])
        assert (answer.status_code, answer.json()["code"]) in ((401, "no_member"), (409, "challenge_over"))
        assert first
        with running.live.store.engine.connect() as connection:
            for column in ("tables.config", "events.body", "holds.holder", "challenges.name"):
                which, _, what = column.partition(".")
                wanted = text(f"SELECT count(*) FROM {which} WHERE {what} LIKE :name OR {what} LIKE :id")
                assert connection.scalar(wanted, {"name": f"%{name}%", "id": f"%{second}%"}) == 0, column


@pytest.mark.slow
def test_sitting_down_and_being_erased_at_once_leaves_nothing(running: Served, people: People) -> None:
    """Many members sit down wherever they can while they are erased, each in a thread of its own."""
    host_client, _ = people.client(running.url, "Host of many")
    with host_client, ThreadPoolExecutor(8) as threads:
        for turn in range(6):
            client, member = people.client(running.url, f"Ephemeral {turn}")
            tables = [host_client.table("here", "link", game="plus-first-game", listed=True)["table"] for _ in range(6)]
            with client:
                joins = [threads.submit(client.post, f"/api/lobby/{table}/join", {}) for table in tables]
                gone = threads.submit(client.post, "/api/me/erase", {"name": f"Ephemeral {turn}"})
                assert gone.result().status_code == 204
                assert {one.result().status_code for one in joins} <= {200, 401}
            with running.live.store.engine.connect() as connection:
                for which, what in (("tables", "config"), ("events", "body"), ("holds", "holder")):
                    wanted = text(f"SELECT count(*) FROM {which} WHERE {what} LIKE :name OR {what} LIKE :id")
                    found = connection.scalar(wanted, {"name": f"%Ephemeral {turn}%", "id": f"%{member}%"})
                    assert found == 0, which


# -- challenges and bots ------------------------------------------------------------------------------------------------------


def test_a_challenge_is_not_accepted_during_maintenance(running: Served, people: People) -> None:
    (ana, _), (luis, second) = people.client(running.url, "Ana"), people.client(running.url, "Luis")
    with ana, luis:
        name = ask(ana, second)
        writing(running, lambda connection: board.set_maintenance(connection, True))
        until(lambda: running.app.state.house.host.board.maintenance)
        answer = luis.post(f"{PATH}/{name}/accept")
        assert (answer.status_code, answer.json()["code"]) == (409, "maintenance")
        writing(running, lambda connection: board.set_maintenance(connection, False))
        until(lambda: not running.app.state.house.host.board.maintenance)
        assert luis.post(f"{PATH}/{name}/accept").status_code == 200


def test_guests_without_a_name_do_not_keep_members_away_from_a_bot(running: Served, people: People) -> None:
    ana, _ = people.client(running.url, "Ana")
    with ana:
        bot = made(ana)["id"]
        answers = []
        for _ in range(12):
            with Client(running.url) as guest:  # another cookie each time
                answers.append(challenge(guest, bot, game="plus-first-game", clock={"days": 3}))
        assert [answer.status_code for answer in answers] == [201] * 10 + [429] * 2
        sent = answers[0].json()["sent"][0]
        minutes = running.app.state.settings.challenge_minutes
        assert sent["expires"] - sent["created"] == pytest.approx(minutes * 60_000, abs=1_000), "nor for three days"
        assert challenge(ana, bot, game="plus-first-game").status_code == 201


def test_changes_of_bots_have_a_limit(running: Served, people: People) -> None:
    ana, _ = people.client(running.url, "Ana")
    with ana:
        bot = made(ana)["id"]
        with ThreadPoolExecutor(4) as threads:
            again = [
                threads.submit(ana.http.put, f"/api/bots/{bot}", json={"rules": {"open": bool(turn % 2)}})
                for turn in range(PROFILES + 3)
            ]
        codes = [one.result().status_code for one in again]
        assert codes.count(200) == PROFILES - 1
        assert codes.count(429) == 4
        assert ana.http.post(f"/api/bots/{bot}/token").status_code == 429


def test_the_stream_of_a_bot_ends_with_its_token_or_when_its_owner_is_banned(
    running: Served, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bastida.server.club.lobby.errands.LOOK", 0.2)
    ana, owner = people.client(running.url, "Ana")
    with ana:
        found = made(ana)
        with (
            bot_of(running.url, found) as bot,
            Stream(bot, "/api/bots/stream") as stream,
            Stream(ana, "/api/lobby/events") as at,
        ):
            challenge(ana, found["id"])
            stream.next("challenge")
            at.next("lobby")
            writing(running, lambda connection: host.ban(connection, owner))
            stream.next("bye")
            at.next("bye")
            assert bot.get("/api/lobby").status_code == 401


def test_a_fresh_token_ends_the_streams_at_other_servers_too(cluster: Cluster, settings: Settings) -> None:
    both = replace(settings, database=cluster.new_database(), **MORE)
    with served(both) as one, served(both) as other:
        found = People(both.database)
        ana, _ = found.client(one.url, "Ana")
        found.close()
        with ana:
            bot = made(ana)
            with bot_of(other.url, bot) as program, Stream(program, "/api/bots/stream") as stream:
                challenge(ana, bot["id"])
                stream.next("challenge")
                assert ana.post(f"/api/bots/{bot['id']}/token").status_code == 200
                stream.next("bye")


# -- what others may know ------------------------------------------------------------------------------------------------------


def test_the_lobby_tells_no_rating_of_whoever_keeps_to_itself(running: Served, people: People) -> None:
    (ana, first), (eva, second) = people.client(running.url, "Ana"), people.client(running.url, "Hermit")
    writing(
        running,
        lambda connection: [
            connection.execute(
                insert(ratings).values(player=one, scale="base", mu=30.0, sigma=4.0, careful=22.0, games=9, at=1.0)
            )
            for one in (first, second)
        ],
    )
    private = members.update().where(members.c.id == second).values(wishes=json.dumps({"private": True}))
    writing(running, lambda connection: connection.execute(private))
    with ana, eva:
        shown: dict[str, int | None] = {}
        made = [client.table("here", "link", game="plus-first-game", listed=True)["table"] for client in (ana, eva)]
        until(lambda: {table["table"] for table in ana.get("/api/lobby").json()["tables"]} >= set(made))
        for table in ana.get("/api/lobby").json()["tables"]:
            shown |= {player["member"]: player["rating"] for player in table["players"] if player["member"]}
        assert shown == {first: 1620, second: None}
        wanted = {"listed": True, "rating": {"least": 1600, "most": 1700}}
        narrow = ana.table("here", "link", game="plus-first-game", **wanted)["table"]
        assert eva.post(f"/api/lobby/{narrow}/join", {}).status_code == 200, "for a table that asks it counts"


# -- tournaments --------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_whoever_leaves_while_a_round_is_drawn_is_paired_with_nobody(running: Served) -> None:
    """Players come and go at the very moment at which the organiser starts; afterwards everything fits together."""
    chance = random.Random(5)
    with Club(running, *[f"Player {number}" for number in range(8)]) as club, ThreadPoolExecutor(8) as threads:
        for turn in range(5):
            ana, *others = club.players
            name = ana.make(f"Cup {turn}", rounds=2, games=1, clock={"days": 2} if turn % 2 else None)
            club.enter(name)
            leaving = chance.sample(others, 3)
            begun = threads.submit(ana.client.post, f"/api/tournaments/{name}/start", {})
            left = [threads.submit(one.client.post, f"/api/tournaments/{name}/withdraw", {}) for one in leaving]
            assert begun.result().status_code in (200, 409)
            assert {one.result().status_code for one in left} == {200}
            shown = ana.look(name)
            if shown["state"] == "entry":
                shown = ana.ask(f"/{name}/start")
            here = {entry["number"] for entry in shown["entries"] if entry["here"]}
            assert len(here) == 5

            def settled() -> bool:
                matches = ana.look(name)["rounds"][0]["matches"]  # noqa: B023 - used at once
                gone = [one for one in matches if one["second"] and not {one["first"], one["second"]} <= here]  # noqa: B023
                return all(one["forfeit"] for one in gone)

            until(settled)
            round_ = ana.look(name)["rounds"][0]["matches"]
            paired = [number for one in round_ for number in (one["first"], one["second"]) if number]
            assert len(paired) == len(set(paired))
            assert here <= set(paired)
            ana.ask(f"/{name}/cancel")


def test_a_quick_game_cannot_be_had_twice_by_coming_from_two_devices_at_once(running: Served, people: People) -> None:
    """The same member at two devices does not play itself."""
    member = people.join("Twice")
    one, other = people.device(running.url, member), people.device(running.url, member)
    with one, other, ThreadPoolExecutor(2) as threads:
        both = [
            threads.submit(client.post, "/api/lobby/quick", {"game": "plus-first-game", "pace": "untimed"})
            for client in (one, other)
        ]
        tables = {found.result().json()["table"] for found in both}
        for table in tables:
            assert [player["member"] for player in one.view(table)["players"]] == [member, None]


def test_every_feed_is_its_makers_and_a_token_opens_nothing_else(running: Served, people: People) -> None:
    (ana, _), (eva, _) = people.client(running.url, "Ana"), people.client(running.url, "Eva")
    with ana, eva, Client(running.url) as anybody:
        address = ana.post("/api/notices/feed").json()["address"]
        token = address.rpartition("/")[2]
        assert anybody.get(f"/api/notices/feed/{token}").status_code == 200
        for path in (f"/api/notices/mail/stop/{token}", f"/api/notices/mail/confirm/{token}"):
            assert eva.post(path).status_code == 404
        with Client(running.url, token=token) as thief:
            assert thief.get("/api/notices").status_code == 401
        assert eva.post("/api/notices/feed").status_code == 201
        assert anybody.get(f"/api/notices/feed/{token}").status_code == 200, "another's new feed leaves mine"
        assert ana.http.delete("/api/notices/feed").status_code == 200
        assert anybody.get(f"/api/notices/feed/{token}").status_code == 404
        assert anybody.get(f"/api/notices/feed/{new_token()}").status_code == 404
