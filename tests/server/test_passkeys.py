"""Passkeys: made and used at a name of this server, each challenge once, by the browser that asked for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from bastida.server import Settings
from bastida.server.club.members import passkeys
from bastida.server.http.members_models import PasskeyShown
from tests.server.authenticator import PRESENT, Authenticator, letters, read
from tests.server.clients import Client
from tests.server.conftest import PLENTY
from tests.server.running import Served, once, served
from tests.server.test_members import account, sign_up

pytestmark = once


@pytest.fixture
def running(database: str) -> Iterator[Served]:
    with served(Settings(database=database, **PLENTY)) as one:
        yield one


def by_name(running: Served) -> str:
    """The server by a name: passkeys know no addresses."""
    return running.url.replace("127.0.0.1", "localhost")


def begin(client: Client, what: str = "passkey-sign-in") -> dict[str, Any]:
    answer = client.post(f"/api/me/{what}/begin")
    assert answer.status_code == 200, answer.text
    options: dict[str, Any] = answer.json()["options"]
    return options


def with_passkey(client: Client, name: str) -> Authenticator:
    """A new member with a passkey."""
    sign_up(client, name)
    device = Authenticator(client.url)
    made = client.post("/api/me/passkeys", {"credential": device.make(begin(client, "passkeys")), "label": "Key"})
    assert made.status_code == 201, made.text
    PasskeyShown.model_validate(made.json())
    return device


def test_a_passkey_signs_in_on_another_device(running: Served) -> None:
    with Client(by_name(running)) as home, Client(by_name(running)) as phone:
        device = with_passkey(home, "Ana")
        table = home.table("here", "link")["table"]
        assert home.get("/api/me").json()["passkeys"] is True
        assert [one["label"] for one in account(home)["passkeys"]] == ["Key"]
        answer = phone.post("/api/me/passkey-sign-in", {"credential": device.sign(begin(phone)), "device": "Telephone"})
        assert answer.status_code == 200, answer.text
        assert answer.json()["member"]["name"] == "Ana"
        assert phone.view(table)["you"] == [0]
        assert "Telephone" in [one["label"] for one in account(home)["devices"]]
        path = f"/api/me/passkeys/{letters(device.id)}"
        assert phone.http.delete(path).status_code == 204
        assert phone.http.delete(path).json()["code"] == "no_such_device"
        again = phone.post("/api/me/passkey-sign-in", {"credential": device.sign(begin(phone))})
        assert again.json()["code"] == "wrong_passkey"


def test_an_answer_is_good_once_and_in_one_browser(running: Served) -> None:
    with Client(by_name(running)) as home, Client(by_name(running)) as thief:
        device = with_passkey(home, "Ana")
        signed = device.sign(begin(home))
        stolen = thief.post("/api/me/passkey-sign-in", {"credential": signed})
        assert (stolen.status_code, stolen.json()["code"]) == (409, "stale_passkey")
        begin(thief)
        assert thief.post("/api/me/passkey-sign-in", {"credential": signed}).json()["code"] == "stale_passkey"
        assert home.post("/api/me/passkey-sign-in", {"credential": signed}).status_code == 200
        replayed = home.post("/api/me/passkey-sign-in", {"credential": signed})
        assert (replayed.status_code, replayed.json()["code"]) == (409, "stale_passkey")


def test_a_challenge_is_used_up_by_a_wrong_answer_and_grows_old(running: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    with Client(by_name(running)) as home:
        device = with_passkey(home, "Ana")
        options = begin(home)
        forged = device.sign(options)
        forged["response"]["signature"] = letters(b"nothing")
        assert home.post("/api/me/passkey-sign-in", {"credential": forged}).json()["code"] == "wrong_passkey"
        assert home.post("/api/me/passkey-sign-in", {"credential": device.sign(options)}).json()["code"] == "stale_passkey"
        monkeypatch.setattr(passkeys, "LASTS", 0.0)
        options = begin(home)
        assert home.post("/api/me/passkey-sign-in", {"credential": device.sign(options)}).json()["code"] == "stale_passkey"


def elsewhere(device: Authenticator) -> None:
    device.origin = "https://elsewhere.example"


def unverified(device: Authenticator) -> None:
    device.flags = PRESENT


def counted_back(device: Authenticator) -> None:
    device.count = 0


def of_somebody_else(device: Authenticator) -> None:
    device.user = b"somebody"


def another_key(device: Authenticator) -> None:
    device.key = Authenticator(device.origin).key


def unknown(device: Authenticator) -> None:
    device.id = bytes(16)


@pytest.mark.parametrize("wrong", [elsewhere, unverified, counted_back, of_somebody_else, another_key, unknown])
def test_what_an_authenticator_must_not_say_is_refused(server: Served, wrong: Callable[[Authenticator], None]) -> None:
    with Client(by_name(server)) as home, Client(by_name(server)) as phone:
        device = with_passkey(home, f"Owner {wrong.__name__}")
        assert phone.post("/api/me/passkey-sign-in", {"credential": device.sign(begin(phone))}).status_code == 200
        phone.post("/api/me/sign-out", {})
        wrong(device)
        refused = phone.post("/api/me/passkey-sign-in", {"credential": device.sign(begin(phone))})
        assert (refused.status_code, refused.json()["code"]) == (403, "wrong_passkey")
        assert phone.get("/api/me").json()["member"] is None


def test_nonsense_is_no_passkey(server: Served) -> None:
    with Client(by_name(server)) as client:
        sign_up(client, "Nonsense")
        device = Authenticator(client.url)
        for broken in ("clientDataJSON", "attestationObject"):
            made = device.make(begin(client, "passkeys"))
            said = read(made["response"][broken])
            for data in (b"", b"\x00", b"\xff" * 50, said[:-7], b"\x9f" * 5_000, b"[" * 5_000):
                body = {**made, "response": {**made["response"], broken: letters(data) or "A"}}
                answer = client.post("/api/me/passkeys", {"credential": body})
                assert answer.status_code in (403, 409), (broken, answer.text)
        assert account(client)["passkeys"] == []


def test_a_passkey_is_made_only_by_a_member_and_at_a_name(server: Served, client: Client) -> None:
    assert client.post("/api/me/passkeys/begin").json()["code"] == "no_member"
    assert client.get("/api/me").json()["passkeys"] is False
    sign_up(client, "By figures")
    for path in ("passkeys/begin", "passkey-sign-in/begin"):
        assert client.post(f"/api/me/{path}").json()["code"] == "no_passkeys_here"


def test_the_public_address_and_allowed_origins_count_where_they_bear_the_same_name(settings: Settings) -> None:
    named = replace(settings, public_url="https://club.example/", origins="https://club.example:8443, https://other.example")
    with served(named) as running, Client(running.url) as client:
        client.http.headers["Host"] = "club.example"
        sign_up(client, "Named")
        for origin, status in (
            ("https://club.example", 201), ("https://club.example:8443", 201), ("http://club.example", 201),
            ("https://other.example", 403), ("https://club.example.evil.example", 403),
        ):  # fmt: skip
            options = begin(client, "passkeys")
            assert options["rp"]["id"] == "club.example"
            answer = client.post("/api/me/passkeys", {"credential": Authenticator(origin).make(options)})
            assert answer.status_code == status, origin


def test_challenges_and_passkeys_have_an_end(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passkeys, "MOST", 2)
    monkeypatch.setattr(passkeys, "MOST_OPEN", 12)
    store = server.live.store

    def open_now() -> int:
        with store.engine.connect() as connection:
            return int(connection.exec_driver_sql("SELECT count(*) FROM ceremonies").scalar_one())

    with Client(by_name(server)) as client:
        with_passkey(client, "Many")
        for status in (201, 403):
            made = Authenticator(client.url).make(begin(client, "passkeys"))
            assert client.post("/api/me/passkeys", {"credential": made}).status_code == status
        before = open_now()
        for _ in range(passkeys.MOST_OF_BROWSER + 3):
            begin(client)
        assert open_now() <= before + passkeys.MOST_OF_BROWSER
    for _ in range(15):
        with Client(by_name(server)) as other:
            begin(other)
    assert open_now() == 12
