"""Results: every finished game of members is counted once, shown to whoever may see it, and taken home."""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import bastida
from bastida.server import Settings
from bastida.server.club.results import exporting, listing, pages, people, rating
from bastida.server.runtime.store import Store
from bastida.table.setup import make_setup
from tests.server.clients import Client
from tests.server.club_games import finished, join, played, write
from tests.server.conftest import PLENTY
from tests.server.running import Served, served


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was missed is looked for all the time."""
    monkeypatch.setattr("bastida.server.club.results.results.SWEEP", 0.2)


@pytest.fixture
def here(database: str, hurried: None) -> Iterator[Served]:
    with served(Settings(database=database, think_seconds=0.2, **PLENTY)) as running:
        yield running


@pytest.fixture
def store(here: Served) -> Store:
    return here.live.store


def counted(client: Client, table: str, read: bool = True) -> dict[str, Any]:
    """The result of a table, when it is there (and its record was read)."""
    end = time.monotonic() + 90
    while time.monotonic() < end:
        answer = client.get(f"/api/club/games/{table}")
        if answer.status_code == 200 and (answer.json()["record"] or not read):
            found: dict[str, Any] = answer.json()
            return found
        time.sleep(0.05)
    raise TimeoutError(answer.text)


def club_rating(club: dict[str, Any], name: str) -> int:
    return next(int(one["rating"]) for one in club["ranks"] if one["name"] == name)


def test_a_game_of_two_members_is_counted_rated_and_told(here: Served, store: Store) -> None:
    ana, token = join(store, "Ana")
    luis, _ = join(store, "Luis")
    table = finished(store, [ana, luis])
    points = list(played(1).scores().values())
    with Client(here.url) as anybody, Client(here.url, token) as mine:
        found = counted(anybody, table)
        assert (found["rated"], found["bots"], found["family"], found["how"]) == (True, False, "base", "finished")
        assert [(side["member"], side["name"], side["points"]) for side in found["sides"]] == [
            (ana, "Ana", points[0]),
            (luis, "Luis", points[1]),
        ]
        first, second = sorted(found["sides"], key=lambda side: side["place"])
        assert first["rating"]["before"] == second["rating"]["before"] == 1500
        assert first["rating"]["after"] > 1500 > second["rating"]["after"]
        page = anybody.get(f"/api/members/{ana}").json()
        assert (page["games"], page["detailed"], page["mine"], page["private"]) == (1, 1, False, False)
        assert [one["family"] for one in page["ratings"]] == ["base"]
        assert [(one["name"], one["games"]) for one in page["opponents"]] == [("Luis", 1)]
        assert sum(one["points"] for one in page["sources"]) == points[0]
        assert len(page["curves"][0]["points"]) == 1
        assert mine.get(f"/api/members/{ana}").json()["mine"]
        listed = anybody.get(f"/api/members/{ana}/games").json()
        assert [one["table"] for one in listed["games"]] == [table]
        assert listed["before"] is None


def test_the_club_has_ranks_a_table_and_what_it_remembers(here: Served, store: Store) -> None:
    ana, _ = join(store, "Ana")
    luis, _ = join(store, "Luis")
    hermit, _ = join(store, "Hermit", private=True)
    with Client(here.url) as anybody:
        for seed in (1, 2, 3):
            counted(anybody, finished(store, [ana, luis], seed, at=1_700_000_000.0 + seed))
        counted(anybody, finished(store, [hermit, ana], 4, at=1_700_000_100.0))
        club = anybody.get("/api/club?lang=en").json()
        assert (club["games"], club["years"], club["families"]) == (4, [2023], ["base"])
        assert {one["name"] for one in club["ranks"]} == {"Ana", "Luis"}
        careful = [one["rating"] - 2 * one["uncertainty"] for one in club["ranks"]]
        assert careful == sorted(careful, reverse=True)
        assert {one["name"]: one["games"] for one in club["table"]} == {"Ana": 4, "Luis": 3}
        most = max(max(played(seed).scores().values()) for seed in (1, 2, 3, 4))
        assert next(one["value"] for one in club["bests"] if one["kind"] == "points") == most
        cities = [entry for seed in (1, 2, 3, 4) for entry in played(seed).ledger if entry.source == "city"]
        greatest = next(one for one in club["bests"] if (one["kind"], one["source"]) == ("region", "city"))
        assert greatest["value"] == max(len(set(entry.cells)) for entry in cities)
        assert greatest["name"] == "cities"
        nothing = anybody.get("/api/club?year=1999").json()
        assert (nothing["bests"], nothing["table"], len(nothing["ranks"])) == ([], [], 2)
        wanted = [(ana, make_setup("plus")), (ana, make_setup("winter")), ("nobody", make_setup("plus"))]
        with store.engine.connect() as connection:
            assert rating.of_members(connection, wanted) == [club_rating(club, "Ana"), None, None]


def test_what_does_not_count(here: Served, store: Store) -> None:
    ana, token = join(store, "Ana")
    luis, _ = join(store, "Luis")
    bot, _ = join(store, "Robot", owner=ana)
    tables = {
        "guest": finished(store, [ana, None], 1),
        "unrated": finished(store, [ana, luis], 2, rated=False),
        "both sides": finished(store, [ana, ana], 3),
        "a record": finished(store, [ana, luis], 5, first_steps=3),
    }
    with_bot = finished(store, [ana, bot], 4)
    with Client(here.url) as anybody, Client(here.url, token) as mine:
        found = counted(anybody, with_bot)
        assert found["rated"] and found["bots"]
        for what, table in tables.items():
            answer = counted(mine, table, read=False)
            assert not answer["rated"] and not answer["public"], what
            assert anybody.get(f"/api/club/games/{table}").status_code == 404, what
        page, own = (one.get(f"/api/members/{ana}").json() for one in (anybody, mine))
        assert (page["games"], own["games"]) == (1, 6)  # she sat on two seats once
        assert [(one["family"], one["bots"]) for one in page["ratings"]] == [("base", True)]
        assert anybody.get("/api/club").json()["ranks"] == []
        assert {one["name"] for one in anybody.get("/api/club?bots=true").json()["ranks"]} == {"Ana", "Robot"}


def test_who_gives_up_is_last_and_a_rematch_counts_as_the_game_did(here: Served, store: Store) -> None:
    _, token = join(store, "Ana")
    _, other = join(store, "Luis")
    with Client(here.url, token) as mine, Client(here.url, other) as his:
        made = mine.table("here", "link")
        link = next(one["token"] for one in made["seats"] if one["seat"] == 1)
        assert his.post(f"/api/tables/{made['table']}/claim", {"token": link}).status_code == 200
        assert mine.view(made["table"])["settings"]["rated"]
        assert mine.act(made["table"], "resign", 0).status_code == 200
        found = counted(mine, made["table"])
        assert [(side["name"], side["place"]) for side in found["sides"]] == [("Ana", 2), ("Luis", 1)]
        assert (found["how"], found["rated"]) == ("resign", True)
        again = mine.act(made["table"], "rematch", 0)
        assert mine.view(again.json()["table"])["settings"]["rated"]


def test_a_table_of_a_duplicate_counts_when_the_duplicate_is_closed(here: Served, store: Store) -> None:
    ana, _ = join(store, "Ana")
    luis, _ = join(store, "Luis")
    with Client(here.url) as anybody:
        made = anybody.post("/api/duplicates", {"game": "plus"}).json()
        waits = finished(store, [ana, luis], 2, at=1_700_000_001.0, duplicate=made["code"])
        counted(anybody, finished(store, [ana, luis], 3, at=1_700_000_002.0))
        assert anybody.get(f"/api/club/games/{waits}").json()["code"] == "no_result"
        assert waits not in anybody.get("/api/club/results.csv").text
        anybody.post(f"/api/duplicates/{made['code']}/close", {"token": made["token"]})
        found = counted(anybody, waits)
        assert {side["rating"]["before"] for side in found["sides"]} == {1500}  # it is rated where it belongs
        assert len(anybody.get(f"/api/members/{ana}").json()["curves"][0]["points"]) == 2


def test_a_member_keeps_its_page_to_itself_and_who_is_erased_has_no_name(here: Served, store: Store) -> None:
    ana, token = join(store, "Ana", private=True)
    luis, _ = join(store, "Luis")
    with Client(here.url) as anybody, Client(here.url, token) as mine:
        table = finished(store, [ana, luis], 1)
        found = counted(anybody, table)
        assert [side["name"] for side in found["sides"]] == ["-", "Luis"]
        assert found["sides"][0]["member"] is None
        for path in (f"/api/members/{ana}", f"/api/members/{ana}/games"):
            answer = anybody.get(path)
            assert (answer.status_code, answer.json()["code"]) == (403, "private_member")
            assert mine.get(path).status_code == 200
        assert "player red: -\n" in anybody.get(f"/api/club/games/{table}/record.bst").text
        assert anybody.get("/api/members/nobody").json()["code"] == "no_such_member"
        member = pages.find(store, luis)
        assert member is not None
        taken = write(store, lambda connection: here.app.state.house.exporters["results"](connection, member))
        assert [one["table_id"] for one in taken["results"]] == [table]
        json.dumps(taken)
        write(store, lambda connection: [erase(connection, member) for erase in here.app.state.house.erasers])
        with store.engine.begin() as connection:
            connection.exec_driver_sql(f"DELETE FROM members WHERE id = '{luis}'")
        found = counted(mine, table)
        assert [side["name"] for side in found["sides"]] == ["Ana", "-"]
        assert luis not in anybody.get("/api/club/results.csv").text
        text = anybody.get("/api/club/games.bst").text
        assert "Luis" not in text and "Ana" not in text
        assert write(store, lambda connection: people.export(connection, member)) == {"results": [], "ratings": []}


def test_all_of_it_is_taken_home_some_at_a_time(
    here: Served, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporting, "AT_ONCE", 2)
    monkeypatch.setattr(listing, "MOST", 2)
    formula, _ = join(store, "=1+1|calc")
    luis, _ = join(store, 'Lu"is, él')
    with Client(here.url) as anybody:
        tables = [finished(store, [formula, luis], seed, at=1_700_000_000.0 + seed) for seed in (1, 2)]
        tables.append(finished(store, [formula, None, luis], 6, at=1_700_000_003.0))
        for table in tables:
            counted(anybody, table)
        assert [len(page) for page in exporting.pages(store)] == [2, 1]
        newest = anybody.get(f"/api/members/{luis}/games").json()
        assert ([one["table"] for one in newest["games"]], newest["before"]) == (tables[:0:-1], tables[1])
        oldest = anybody.get(f"/api/members/{luis}/games?before={tables[1]}").json()
        assert ([one["table"] for one in oldest["games"]], oldest["before"]) == (tables[:1], None)
        assert anybody.get(f"/api/members/{luis}/games?before=nonsense").json() == {"games": [], "before": None}
        answer = anybody.get("/api/club/results.csv")
        assert answer.headers["content-type"] == "text/csv; charset=utf-8"
        rows = list(csv.DictReader(io.StringIO(answer.text)))
        assert [row["table"] for row in rows] == [table for table, n in zip(tables, (2, 2, 3), strict=True) for _ in range(n)]
        assert {row["name"] for row in rows} == {"'=1+1|calc", 'Lu"is, él', "-"}
        assert not any(cell.startswith(("=", "+", "@")) for row in rows for cell in row.values())
        lines = anybody.get("/api/club/results.json").json()
        assert [(line["seat"], line["points"]) for line in lines[:2]] == list(enumerate(played(1).scores().values()))
        assert {line["name"] for line in lines} == {"=1+1|calc", 'Lu"is, él', "-"}
        file = tmp_path / "games.bst"
        file.write_bytes(anybody.get("/api/club/games.bst").content)
        found = list(bastida.load_many(file))
        assert [list(game.scores().values()) for game in found] == [
            list(played(seed, seats).scores().values()) for seed, seats in ((1, 2), (2, 2), (6, 3))
        ]
        assert found[2].setup.players == ("=1+1|calc", "-", 'Lu"is, él')


def test_a_table_that_anybody_may_watch_is_public_and_a_computer_is_called_by_its_level(here: Served, store: Store) -> None:
    ana, _ = join(store, "Ana")
    table = finished(store, [ana, None], 1, watch=True, rated=False)
    seats = [{"kind": "here", "level": None, "member": ana}, {"kind": "computer", "level": "greedy"}]
    other = finished(store, [ana, None], 2, watch=True, seats=seats)
    with Client(here.url) as anybody:
        found = counted(anybody, table)
        assert (found["rated"], found["public"], found["sides"][1]["kind"]) == (False, True, "guest")
        side = counted(anybody, other)["sides"][1]
        assert (side["kind"], side["level"], side["name"]) == ("computer", "greedy", "Apprentice")
        page = anybody.get(f"/api/members/{ana}").json()
        assert (page["games"], page["ratings"]) == (2, [])


def test_exports_have_a_limit(tmp_path: Path) -> None:
    limited = PLENTY | {"exports_per_hour": 2}
    with served(Settings(database=f"sqlite:///{tmp_path / 'x.sqlite3'}", **limited)) as running, Client(running.url) as client:
        assert client.get("/api/club/results.json").json() == []
        assert client.get("/api/club/games.bst").text == ""
        answer = client.get("/api/club/results.csv")
        assert (answer.status_code, answer.json()["code"]) == (429, "too_many_exports")
