"""Two servers on one PostgreSQL: any of them serves any table, and listeners of both hear everything."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from bastida import Record
from tests.server.clients import Client, updated
from tests.server.postgres import Cluster
from tests.server.running import Mortal, Process, once

pytestmark = once


@pytest.fixture(scope="module")
def two(cluster: Cluster) -> Iterator[tuple[Process, Process]]:
    database = cluster.new_database()
    with Mortal(database) as one, Mortal(database) as other:
        yield one, other


def test_a_game_is_played_and_heard_across_servers(two: tuple[Process, Process]) -> None:
    with Client(two[0].url) as here:
        made = here.table("here", "link", game="plus-first-game")
        table = made["table"]
        with (
            Client(two[1].url, token=made["seats"][1]["token"]) as there,
            here.listen(table) as mine,
            there.listen(table) as theirs,
        ):
            views = [mine.next("view")[2], theirs.next("view")[2]]
            chance = random.Random(1)
            for _ in range(20):
                player = (here, there)[views[0]["decision"]["seat"]]
                view = views[views[0]["decision"]["seat"]]
                assert player.answer(table, view, chance.choice(view["decision"]["options"])["text"]).status_code == 200
                views = [updated(views[0], mine.next("update")[2]), updated(views[1], theirs.next("update")[2])]
                assert views[0]["seq"] == views[1]["seq"]
                assert views[0]["board"] == views[1]["board"]


def test_presence_is_known_at_both_servers(two: tuple[Process, Process]) -> None:
    with Client(two[0].url) as here:
        made = here.table("here", "link")
        with here.listen(made["table"]) as mine:
            with Client(two[1].url, token=made["seats"][1]["token"]) as there, there.listen(made["table"]) as theirs:
                while not mine.next("presence")[2]["seats"][1]["connected"]:
                    pass
                while not all(seat["connected"] for seat in theirs.next("presence")[2]["seats"]):
                    pass
            while mine.next("presence")[2]["seats"][1]["connected"]:
                pass


def test_of_answers_sent_to_both_at_once_one_counts(two: tuple[Process, Process]) -> None:
    with Client(two[0].url) as here:
        made = here.table(game="plus-first-game")
        table, tokens = made["table"], [seat["token"] for seat in made["seats"]]
        with Client(two[1].url, token=tokens[0]) as there, here.listen(table) as mine, there.listen(table) as theirs:
            for number in range(12):
                view = here.view(table)
                answers: list[int] = []
                threads = [
                    threading.Thread(target=send, args=(server.url, tokens, view, f"{number}-{place}", answers))
                    for place, server in enumerate(two)
                ]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
                assert sorted(answers) == [200, 409]
                assert here.view(table)["seq"] == view["seq"] + 1
            for stream in (mine, theirs):  # whoever lost a race still hears of it
                seen = stream.next("view")[2]
                while seen["seq"] < view["seq"] + 1:
                    seen = updated(seen, stream.next("update")[2])
                assert seen["board"] == here.view(table)["board"]
        Record.from_text(here.get(f"/api/tables/{table}/record.bst").text).check()


def send(url: str, tokens: list[str], view: dict[str, Any], key: str, answers: list[int]) -> None:
    with Client(url, token=tokens[view["decision"]["seat"]]) as client:
        answers.append(client.answer(view["table"], view, key=key).status_code)


def test_the_same_key_at_the_other_server_changes_nothing(two: tuple[Process, Process]) -> None:
    with Client(two[0].url) as here:
        made = here.table()
        first = here.answer(made["table"], made["view"], key="once")
        with Client(two[1].url, token=made["seats"][0]["token"]) as there:
            again = there.answer(made["table"], made["view"], key="once")
        assert first.json() == again.json()


def test_a_computer_answers_whichever_server_was_asked(two: tuple[Process, Process]) -> None:
    with Client(two[0].url) as here:
        made = here.table(game="plus-first-game", seats=[{"name": "Ana"}, {"kind": "computer", "level": "random"}])
        table = made["table"]
        with Client(two[1].url, token=made["seats"][0]["token"]) as there:
            for number in range(8):
                view = (here, there)[number % 2].play(table, random.Random(number), lambda view: view["turn"] >= 6)
            assert view["turn"] >= 6
