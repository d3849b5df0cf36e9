"""Before somebody sits down: what a link tells of its table, and which address it has for other devices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest

from bastida import Record
from bastida.server import Settings
from bastida.server.http import reach
from bastida.server.http.table_models import Invitation, Reach
from bastida.server.runtime import addresses
from bastida.server.runtime.addresses import is_loopback, machine_addresses
from tests.server.clients import Client
from tests.server.running import Served, served

LAN = ["192.168.1.20", "10.8.0.3"]


@pytest.fixture
def guest(server: Served) -> Iterator[Client]:
    with Client(server.url) as one:
        yield one


def ask(client: Client, made: dict[str, Any], token: str, **more: Any) -> httpx.Response:
    return client.post(f"/api/tables/{made['table']}/invitation", {"token": token}, **more)


def told(client: Client, made: dict[str, Any], seat: int = 1) -> dict[str, Any]:
    answer = ask(client, made, made["seats"][seat]["token"])
    assert answer.status_code == 200, answer.text
    Invitation.model_validate(answer.json())
    found: dict[str, Any] = answer.json()
    return found


def sit(client: Client, made: dict[str, Any], seat: int = 1, **more: Any) -> httpx.Response:
    return client.post(f"/api/tables/{made['table']}/claim", {"token": made["seats"][seat]["token"], **more})


def test_a_link_tells_who_invites_to_what(client: Client, guest: Client) -> None:
    made = client.table("here", "link", "computer", game="plus", sets=["inns"], without=["big"], clock={"minutes": 20})
    card = told(guest, made)
    assert (card["seat"], card["you"], card["host"], card["status"]) == (1, [], "P0", "waiting")
    assert card["game"]["name"] == "Carcassonne Plus"
    assert card["parts"] == ["Inns & Cathedrals"]
    assert card["size"] == "90 tiles"
    assert card["minutes"] == 55
    assert card["clock"] == {"minutes": 20, "increment": 0, "at_zero": "lose"}
    assert [(one["name"], one["kind"], one["taken"]) for one in card["players"]] == [
        ("P0", "here", True), ("P1", "link", False), ("P2", "computer", True),
    ]  # fmt: skip
    assert [one["id"] for one in card["colours"]] == ["blue", "green", "black", "pink"]  # its own, then those nobody has
    assert card["colours"][0]["name"] == "blue"


def test_it_speaks_the_language_of_the_guest(client: Client, guest: Client) -> None:
    made = client.table("here", "link", sets=["inns"])
    answer = ask(guest, made, made["seats"][1]["token"], headers={"Accept-Language": "es"})
    assert answer.json()["parts"] == ["Posadas y catedrales"]
    assert answer.json()["colours"][0] == {"id": "blue", "name": "azul"}


def test_looking_at_an_invitation_changes_nothing(client: Client, guest: Client) -> None:
    made = client.table("here", "link")
    before = client.view(made["table"])
    for _ in range(3):
        told(guest, made)
    assert "set-cookie" not in ask(guest, made, made["seats"][1]["token"]).headers
    assert client.view(made["table"]) == before
    assert guest.get(f"/api/tables/{made['table']}").status_code == 401  # whoever has only looked has no seat
    assert sit(guest, made).status_code == 200


def test_whoever_sits_down_has_the_name_and_the_colour_they_chose(server: Served, client: Client, guest: Client) -> None:
    made = client.table("here", "link")
    table = made["table"]
    with client.listen(table) as stream:
        stream.next("view")
        assert sit(guest, made, name="Núria", colour="pink").status_code == 200
        player = stream.next("update")[2]["set"]["players"][1]
    assert (player["name"], player["colour"], player["letter"], player["taken"]) == ("Núria", "pink", "N", True)
    server.live.rooms[table].forget()  # read again from what was kept
    assert [one["colour"] for one in client.view(table)["players"]] == ["red", "pink"]
    client.answer(table, client.view(table))
    record = Record.from_text(client.get(f"/api/tables/{table}/record.bst").text)
    assert (record.players, record.colours) == (("P0", "Núria"), ("red", "pink"))
    record.replay()


@pytest.mark.parametrize("colour", ["red", "mauve", "Blue"])
def test_a_colour_that_is_not_free_is_refused_and_the_link_stays_good(client: Client, guest: Client, colour: str) -> None:
    made = client.table("here", "link")
    refused = sit(guest, made, colour=colour)
    assert (refused.status_code, refused.json()["code"]) == (422, "colour_taken")
    assert not client.view(made["table"])["players"][1]["taken"]
    assert sit(guest, made, colour="blue").status_code == 200


def test_two_guests_cannot_have_the_same_colour(server: Served, client: Client, guest: Client) -> None:
    made = client.table("here", "link", "link")
    assert sit(guest, made, 1, colour="green").status_code == 200
    with Client(server.url) as other:
        assert "green" not in [one["id"] for one in told(other, made, 2)["colours"]]
        assert sit(other, made, 2, colour="green").json()["code"] == "colour_taken"
        assert sit(other, made, 2, colour="blue").status_code == 200  # which the first one has left
    assert [one["colour"] for one in client.view(made["table"])["players"]] == ["red", "green", "blue"]


def test_a_colour_that_an_expansion_brings_may_be_chosen(client: Client, guest: Client) -> None:
    made = client.table("here", "link", game="winter", sets=["inns", "tower"])
    assert "pink" in [one["id"] for one in told(guest, made)["colours"]]
    assert sit(guest, made, colour="pink").status_code == 200


def test_a_link_that_is_used_up_or_none_tells_nothing(server: Served, client: Client, guest: Client) -> None:
    made, other = client.table("here", "link"), client.table("here", "link")
    sit(guest, made)
    assert told(guest, made)["you"] == [1]  # whoever sits there may follow it again
    with Client(server.url) as stranger:
        token = made["seats"][1]["token"]
        assert ask(stranger, made, token).json()["code"] == "link_used"
        assert ask(stranger, other, token).json()["code"] == "unknown_token"
        assert ask(stranger, other, "x" * 32).json()["code"] == "unknown_token"
        assert ask(stranger, {"table": "nowhere"}, token).json()["code"] == "no_table"
        assert ask(stranger, other, "").status_code == 400
        assert stranger.get(f"/api/tables/{other['table']}/invitation?token={token}").status_code in (404, 405)


def test_whoever_made_the_table_is_told_that_they_sit_there_already(client: Client) -> None:
    assert told(client, client.table("here", "link"))["you"] == [0]


def test_links_to_watch_and_for_another_device_have_no_colour_to_choose(client: Client, guest: Client) -> None:
    made = client.table("here", "link")
    watch = ask(guest, made, made["watch"].partition("#")[2]).json()
    assert (watch["seat"], watch["colours"]) == (None, [])
    own = client.post(f"/api/tables/{made['table']}/seats/0/link", {}).json()["token"]
    device = ask(guest, made, own).json()
    assert (device["seat"], device["players"][0]["taken"], device["colours"]) == (0, True, [])


def test_a_table_at_which_nobody_of_its_maker_plays_has_no_host(client: Client, guest: Client) -> None:
    assert told(guest, client.table("link", "link"))["host"] is None


def test_a_link_of_a_duplicate_tells_nothing_of_its_tiles(client: Client, guest: Client) -> None:
    duplicate = client.post("/api/duplicates", {"game": "plus"}).json()
    made = client.table("link", "link", duplicate=duplicate["code"], organiser=duplicate["token"])
    card = told(guest, made)
    assert set(card) == set(Invitation.model_fields)  # no board, no tile, no pile
    assert not {"duplicate", "seed"} & set(card["game"])
    assert guest.get(f"/api/tables/{made['table']}").status_code == 401


# -- addresses ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with two addresses."""
    monkeypatch.setattr(reach, "machine_addresses", lambda host: LAN if host == "0.0.0.0" else [host])


def found(settings: Settings, host: str, path: str = "/api/reach", **headers: str) -> dict[str, Any]:
    with served(settings) as server, Client(server.url) as client:
        answer = client.get(path, headers={"Host": host, **headers})
        assert answer.status_code == 200, answer.text
        shown: dict[str, Any] = answer.json()
        Reach.model_validate(shown)
        return shown


@pytest.mark.usefixtures("here")
def test_a_page_opened_as_localhost_is_told_the_addresses_of_the_network(settings: Settings) -> None:
    everybody = replace(settings, host="0.0.0.0")
    with served(everybody) as server, Client(server.url) as client:
        for host in ("localhost:8061", "127.0.0.1:8061", "[::1]:8061"):
            shown = client.get("/api/reach", headers={"Host": host}).json()
            assert shown == {"addresses": [f"http://{name}:8061" for name in LAN], "network": True}
        made = client.post("/api/tables", {"seats": [{}, {"kind": "link"}]}, headers={"Host": "localhost:8061"}).json()
        assert made["seats"][1]["link"].startswith("http://192.168.1.20:8061/t/")
        assert made["watch"].startswith("http://192.168.1.20:8061/t/")


@pytest.mark.usefixtures("here")
def test_strangers_are_not_told_the_addresses_of_the_machine(settings: Settings) -> None:
    """Behind a proxy that passes on no name, a request for localhost may come from anywhere."""
    shown = found(replace(settings, host="0.0.0.0"), "localhost", **{"X-Forwarded-For": "203.0.113.9"})
    assert shown == {"addresses": [], "network": True}


@pytest.mark.parametrize(
    ("change", "host", "shown"),
    [
        ({}, "localhost:8060", {"addresses": [], "network": False}),
        ({}, "127.0.0.1", {"addresses": [], "network": False}),
        ({"host": "192.168.7.7"}, "localhost:8060", {"addresses": ["http://192.168.7.7:8060"], "network": True}),
        ({"host": "0.0.0.0"}, "192.168.1.20:8060", {"addresses": ["http://192.168.1.20:8060"], "network": True}),
        ({"hosts": "club.example"}, "club.example", {"addresses": ["http://club.example"], "network": True}),
        ({"public_url": "https://club.example/"}, "localhost", {"addresses": ["https://club.example"], "network": True}),
    ],
)
@pytest.mark.usefixtures("here")
def test_the_address_of_a_link(settings: Settings, change: dict[str, str], host: str, shown: dict[str, Any]) -> None:
    assert found(replace(settings, **change), host) == shown


def test_addresses_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    assert machine_addresses("192.168.7.7") == ["192.168.7.7"]
    assert machine_addresses("fd00::7") == ["[fd00::7]"]
    known = ["127.0.1.1", "8.8.4.4", "192.168.1.20", "169.254.3.3", "192.168.1.20"]
    monkeypatch.setattr(addresses.socket, "getaddrinfo", lambda *_: [(0, 0, 0, "", (name, 0)) for name in known])
    monkeypatch.setattr(addresses, "ELSEWHERE", ("127.0.0.1", 9))  # the way there is no way out
    assert machine_addresses("0.0.0.0") == ["192.168.1.20", "8.8.4.4"]


@pytest.mark.parametrize("name", ["localhost", "LOCALHOST", "127.0.0.1", "127.3.2.1", "[::1]", "::1", "table.localhost"])
def test_names_of_this_machine_alone(name: str) -> None:
    assert is_loopback(name)


@pytest.mark.parametrize("name", ["192.168.1.2", "localhost.example", "0.0.0.0", "", "club.local"])
def test_names_that_others_can_use(name: str) -> None:
    assert not is_loopback(name)
