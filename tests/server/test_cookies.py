"""The browser's cookie: signed by the servers of one database, and nobody's otherwise."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from bastida.server import Settings
from bastida.server.http.seat_tokens import Seal, new_token
from bastida.server.runtime.shared import Shared
from bastida.server.runtime.store import Store
from tests.server.clients import Client
from tests.server.running import Served, once, served

pytestmark = once


def cookie(client: Client) -> tuple[str, str]:
    ((name, value),) = client.http.cookies.items()
    return name, value


def test_a_seal_opens_what_it_has_signed_and_nothing_else() -> None:
    seal, other = Seal(b"1" * 32), Seal(b"2" * 32)
    token = new_token()
    signed = seal.signed(token)
    assert seal.opened(signed) == token
    assert other.opened(signed) is None
    assert seal.name != other.name
    for wrong in ("", ".", token, token + ".", signed[:-1], signed + "0", new_token() + signed[32:], "é" * 32 + signed[32:]):
        assert seal.opened(wrong) is None
    assert seal.opened(signed.upper()) is None


@pytest.mark.parametrize("known", ["a" * 32, "a" * 32 + "." + "0" * 64])
def test_a_cookie_that_was_not_made_here_is_not_adopted(server: Served, client: Client, known: str) -> None:
    """Else whoever plants one in a browser sits at all its tables."""
    client.table()
    name, _ = cookie(client)
    with Client(server.url) as victim:
        victim.http.cookies.update({name: known, "bastida": known[:32]})
        made = victim.table()
        planted = {name: known, "bastida": known[:32]}
        with Client(server.url) as thief:
            thief.http.cookies.update(planted)
            assert thief.get(f"/api/tables/{made['table']}").status_code == 401
            assert thief.get("/api/tables").json()["tables"] == []


def test_over_https_only_the_host_itself_can_set_it(server: Served, client: Client) -> None:
    plain = client.post("/api/tables", {}).headers["set-cookie"]
    safe = client.post("/api/tables", {}, headers={"X-Forwarded-Proto": "https"}).headers["set-cookie"]
    assert not plain.startswith("__Host-")
    assert safe.startswith("__Host-bastida-")
    assert "Secure" in safe
    assert "Domain" not in safe
    name, _, value = safe.partition(";")[0].partition("=")
    with Client(server.url) as other:
        for headers, seen in (({"X-Forwarded-Proto": "https"}, 1), ({}, 0)):
            sent = {**headers, "Cookie": f"{name}={value}"}
            assert len(other.get("/api/tables", headers=sent).json()["tables"]) == seen
        unsafe = {"X-Forwarded-Proto": "https", "Cookie": f"{name.removeprefix('__Host-')}={value}"}
        assert other.get("/api/tables", headers=unsafe).json()["tables"] == []


def test_two_servers_of_one_machine_do_not_take_each_others(settings: Settings, tmp_path: Path) -> None:
    other = replace(settings, database=f"sqlite:///{tmp_path / 'other.sqlite3'}")
    with served(settings) as one, served(other) as two, Client(one.url) as client:
        client.table()
        with Client(two.url) as elsewhere:
            elsewhere.http.cookies.update(client.http.cookies)
            elsewhere.table()
            client.http.cookies.update(elsewhere.http.cookies)
        assert len(client.get("/api/tables").json()["tables"]) == 1


def test_all_servers_of_a_database_have_one_secret(database: str) -> None:
    """Also those that start at the same moment."""
    stores = [Store(database) for _ in range(4)]
    found: list[bytes] = []
    threads = [threading.Thread(target=lambda store=store: found.append(Shared(store).secret("cookies"))) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    again = Shared(stores[0]).secret("cookies")
    for store in stores:
        store.close()
    assert found == [again] * 4
    assert len(again) == 32
