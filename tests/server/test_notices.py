"""Notices of games over days: once for each turn, only to whom they belong, and never to an address a stranger chose."""

from __future__ import annotations

import json
import queue
import re
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

from bastida.server import Settings
from bastida.server.club.notices.telling import THREADS
from bastida.server.club.notices.ways import allowed, right_keys
from tests.server.clients import Client
from tests.server.postboxes import MailServer, PushService, mail_server, push_service
from tests.server.running import Served, served
from tests.server.test_days import member

ATOM = "{http://www.w3.org/2005/Atom}"
PUBLIC = "https://club.example"


@pytest.fixture
def pushing() -> Iterator[PushService]:
    with push_service() as service:
        yield service


@pytest.fixture
def mail() -> Iterator[MailServer]:
    with mail_server() as server:
        yield server


@pytest.fixture
def running(database: str, settings: Settings, pushing: PushService, mail: MailServer) -> Iterator[Served]:
    more = {"push_hosts": pushing.host, "smtp": mail.url, "mail_from": "club@example.org", "public_url": PUBLIC}
    with served(replace(settings, database=database, hosts="*", origins="*", **more)) as one:
        notices = one.app.state.house.notices
        notices.grace, notices.rests, notices.digest = 0.0, 0.1, 0.0
        yield one


def slow_table(ana: Client, eva: Client) -> str:
    """A table over days at which both sit; Ana is asked."""
    made = ana.table("here", "link", clock={"days": 2})
    assert eva.post(f"/api/tables/{made['table']}/claim", {"token": made["seats"][1]["token"]}).status_code == 200
    return str(made["table"])


def play_turn(client: Client, table: str, seat: int) -> None:
    while client.view(table)["decision"]["seat"] == seat:
        assert client.answer(table, client.view(table)).status_code == 200


def until(true: Callable[[], bool], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def put(client: Client, path: str, body: Any) -> Any:
    return client.http.put(path, json=body)


# -- to browsers ------------------------------------------------------------------------------------------------------------


def test_whoever_is_asked_gets_one_notice_that_only_his_browser_can_read(running: Served, pushing: PushService) -> None:
    with Client(running.url) as ana, Client(running.url, language="es") as eva:
        member(running, ana, "Ana")
        member(running, eva, "Eva")
        assert put(eva, "/api/notices/push", pushing.subscription()).json()["browsers"] == 1
        assert put(eva, "/api/notices/push", pushing.subscription()).json()["browsers"] == 1, "the same browser again"
        table = slow_table(ana, eva)
        play_turn(ana, table, 0)
        path, headers, text = pushing.opened()
        told = json.loads(text)
        assert path == "/one"
        assert (told["title"], told["tag"]) == ("Te toca", table)
        assert "Ana" in told["body"]
        assert headers["Content-Encoding"] == "aes128gcm"
        assert headers["Authorization"].startswith("vapid t=")
        with pytest.raises(queue.Empty):
            pushing.received.get(timeout=0.6)  # some sweeps later there was no second one
        play_turn(eva, table, 1)
        play_turn(ana, table, 0)
        assert json.loads(pushing.opened()[2])["tag"] == table, "the next turn is told again"


def test_a_browser_that_takes_none_any_more_is_forgotten_and_a_busy_service_is_not(
    running: Served, pushing: PushService
) -> None:
    with Client(running.url) as ana, Client(running.url) as eva:
        member(running, ana, "Ana")
        member(running, eva, "Eva")
        put(eva, "/api/notices/push", pushing.subscription())
        table = slow_table(ana, eva)
        pushing.status = 503
        play_turn(ana, table, 0)
        pushing.opened()
        play_turn(eva, table, 1)
        assert eva.get("/api/notices").json()["browsers"] == 1
        pushing.status = 410
        play_turn(ana, table, 0)
        pushing.opened()
        until(lambda: eva.get("/api/notices").json()["browsers"] == 0)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://127.0.0.1:22/x",
        "https://127.0.0.1/x",
        "https://evil.example/fcm.googleapis.com",
        "https://fcm.googleapis.com.evil.example/x",
        "https://fcm.googleapis.com@evil.example/x",
        "https://user@fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x",
        "http://fcm.googleapis.com/x",
        "ftp://fcm.googleapis.com/x",
        "https://[::1]/x",
        "https://[/x",
        "https://fcm.googleapis.com:99999/x",
        "",
    ],
)
def test_nobody_is_spoken_to_whom_the_host_does_not_know(endpoint: str) -> None:
    assert not allowed(endpoint, Settings().known_push_hosts)


def test_push_services_of_the_usual_browsers_are_known() -> None:
    known = Settings().known_push_hosts
    for host in ("fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com", "db5p.notify.windows.com"):
        assert allowed(f"https://{host}/wpush/v2/abc", known)


def test_a_subscription_that_is_none_is_refused(running: Served, pushing: PushService) -> None:
    good = pushing.subscription()
    assert right_keys(good["public_key"], good["secret"])
    with Client(running.url) as ana:
        assert put(ana, "/api/notices/push", good).json()["code"] == "no_member"
        member(running, ana, "Ana")
        for wrong in (
            {"endpoint": "https://evil.example/x"},
            {"public_key": "AAAA"},
            {"secret": "short"},
            {"public_key": "é" * 20},
            {"secret": "A" * 23},
        ):
            assert put(ana, "/api/notices/push", good | wrong).json()["code"] == "wrong_push"
        for number in range(10):
            assert put(ana, "/api/notices/push", pushing.subscription(str(number))).status_code == 200
        assert put(ana, "/api/notices/push", pushing.subscription("11")).json()["code"] == "too_many_browsers"
        assert ana.post("/api/notices/push/end", {"endpoint": pushing.subscription("3")["endpoint"]}).json()["browsers"] == 9


# -- by mail ----------------------------------------------------------------------------------------------------------------


def test_a_mailbox_is_asked_first_told_in_a_digest_and_ended_in_one_tap(running: Served, mail: MailServer) -> None:
    with Client(running.url) as ana, Client(running.url, language="ca") as eva:
        member(running, ana, "Ana")
        member(running, eva, "Eva")
        assert put(eva, "/api/notices/mail", {"address": "eva@example.org"}).json()["confirmed"] is False
        asking = mail.next()
        assert (asking["To"], asking["From"]) == ("eva@example.org", "club@example.org")
        (token,) = re.findall(rf"{PUBLIC}/#/notices/confirm-(\S+)", asking.get_content())
        tables = [slow_table(ana, eva), slow_table(ana, eva)]
        play_turn(ana, tables[0], 0)
        with pytest.raises(queue.Empty):
            mail.letters.get(timeout=0.6)  # nothing before somebody has confirmed
        with Client(running.url) as anybody:
            assert anybody.post("/api/notices/mail/confirm/nonsense").json()["code"] == "no_mailbox"
            assert anybody.post(f"/api/notices/mail/confirm/{token}").status_code == 200
        letter = mail.next()
        assert letter["Subject"] == "Bastida: hi ha partides que t'esperen"
        assert f"{PUBLIC}/#/table/{tables[0]}" in letter.get_content()
        assert tables[1] not in letter.get_content()
        play_turn(ana, tables[1], 0)
        both = mail.next()
        assert all(table in both.get_content() for table in tables), "a digest names all that waits"
        assert both["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        (stop,) = re.findall(r"<.*(/api/notices/mail/stop/\S+)>", both["List-Unsubscribe"])
        with Client(running.url) as anybody:
            answer = anybody.http.post(stop, data={"List-Unsubscribe": "One-Click"})
            assert answer.status_code == 200, answer.text
            assert anybody.post(stop).json()["code"] == "no_mailbox"
        assert eva.get("/api/notices").json()["address"] is None


def test_nobody_floods_a_mailbox(running: Served, mail: MailServer) -> None:
    with Client(running.url) as ana:
        member(running, ana, "Ana")
        codes = [put(ana, "/api/notices/mail", {"address": "victim@example.org"}).status_code for _ in range(8)]
        assert codes == [200] * 5 + [429] * 3
        for wrong in ("x", "a@b@c", "a b@c.org", "a@c.org\nBcc: x@y.org", "a@c.org, b@c.org", "é@c.org"):
            assert put(ana, "/api/notices/mail", {"address": wrong}).status_code == 400


def test_without_a_mail_server_letters_are_refused(client: Client, server: Served) -> None:
    member(server, client, "Mailless")
    assert client.get("/api/notices").json()["mails"] is False
    assert put(client, "/api/notices/mail", {"address": "eva@example.org"}).json()["code"] == "no_mail"


# -- the feed ---------------------------------------------------------------------------------------------------------------


def test_a_feed_lists_what_waits_for_whoever_made_it(running: Served) -> None:
    with Client(running.url) as ana, Client(running.url) as eva:
        member(running, ana, "Ana & <Eva>")
        table = slow_table(ana, eva)
        first = ana.post("/api/notices/feed").json()["address"].removeprefix(PUBLIC)
        with Client(running.url) as reader:
            answer = reader.get(first)
            assert answer.headers["content-type"].startswith("application/atom+xml")
            entries = ElementTree.fromstring(answer.content).findall(f"{ATOM}entry")
            assert [entry.find(f"{ATOM}link").attrib["href"] for entry in entries] == [f"{PUBLIC}/#/table/{table}"]
            play_turn(ana, table, 0)
            assert not ElementTree.fromstring(reader.get(first).content).findall(f"{ATOM}entry")
            second = ana.post("/api/notices/feed").json()["address"].removeprefix(PUBLIC)
            assert reader.get(first).json()["code"] == "no_feed"
            assert reader.get(second).status_code == 200
            assert ana.http.delete("/api/notices/feed").json()["feed"] is False
            assert reader.get(second).json()["code"] == "no_feed"


def test_nothing_is_sent_any_more_when_the_server_has_stopped(settings: Settings) -> None:
    began, go, late = threading.Event(), threading.Event(), list[int]()

    def send() -> None:
        began.set()
        go.wait(10)

    with served(settings) as running:
        threads = running.app.state.house.notices.threads
        under_way = [threads.submit(send) for _ in range(THREADS)]
        waiting = threads.submit(late.append, 1)
        assert began.wait(10)
        threading.Timer(0.5, go.set).start()
    assert all(one.done() for one in under_way), "what was under way has got there"
    assert waiting.cancelled()
    assert not late
    assert not [one for one in threading.enumerate() if one.name.startswith("notices")]
