"""Tournaments over days, during maintenance, and with seeds by rating."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import insert

from bastida.server import Settings
from bastida.server.club.host import board
from bastida.server.club.notices import keeping
from bastida.server.club.results.schema import ratings
from bastida.server.http.tournament_models import TournamentShown
from bastida.server.table.clocks import DAY
from tests.server.running import Served, served
from tests.server.test_days import DAYS, SLACK, Passing
from tests.server.test_tournaments import Club, Player, Shown, standing

SLOW = {"days": 2}


@pytest.fixture
def passing(monkeypatch: pytest.MonkeyPatch) -> Passing:
    return Passing(monkeypatch)


@pytest.fixture
def running(database: str, settings: Settings, passing: Passing) -> Iterator[Served]:
    with served(replace(settings, database=database, holiday_days=20)) as one:
        yield one


@pytest.fixture
def club(running: Served) -> Iterator[Club]:
    with Club(running, "Ana", "Blai", "Carla", "Didac") as met:
        yield met


def until(look: Callable[[], Any], seconds: float = 20) -> Any:
    """What a look finds, once it finds something."""
    end = time.monotonic() + seconds
    while not (found := look()) and time.monotonic() < end:
        time.sleep(0.05)
    return found


def begun(club: Club, *players: Player, **plan: Any) -> tuple[str, Shown]:
    organiser = club.players[0]
    name = organiser.make(**{"rounds": 1, "games": 1, "clock": SLOW, **plan})
    for player in players or club:
        player.ask(f"/{name}/entries")
    return name, organiser.ask(f"/{name}/start")


def tables(shown: Shown, round_: int = -1) -> list[Shown]:
    return [table for match in shown["rounds"][round_]["matches"] for table in match["tables"]]


def maintenance(running: Served, on: bool) -> None:
    """What ``bastida admin maintenance`` does; true at the server within two seconds."""
    with running.live.store.engine.execution_options(writes=True).begin() as connection:
        board.set_maintenance(connection, on)
    assert until(lambda: running.app.state.house.host.board.maintenance is on)


# -- over days ----------------------------------------------------------------------------------------------------------------


def test_games_over_days_begin_at_once_and_wait_for_whoever_begins(club: Club, running: Served) -> None:
    ana = club.players[0]
    name, shown = begun(club, together=True, games=2)
    TournamentShown.model_validate(shown)
    assert [table["status"] for table in tables(shown)] == ["playing"] * 4, "nobody has to come"
    for player in club:
        seen = player.look(name)
        mine = [table for table in tables(seen) if table["your_turn"]]
        (turn,) = (table["table"] for table in mine)
        assert [seen["mine"]["entry"]] == [table["seats"][0] for table in mine], "the first seat begins"
        assert seen["mine"]["table"] == turn, "the game that waits comes first"
        assert next(iter(player.client.get("/api/tables").json()["tables"]))["table"] == turn
        with running.live.store.engine.connect() as connection:
            assert [one.table for one in keeping.waiting(connection, player.member.id)] == [turn], "it is told of"
        assert player.ask(f"/{name}/sit")["tables"][0] == turn
    table = next(one for one in tables(shown) if one["seats"][0] == ana.look(name)["mine"]["entry"])
    view = ana.client.view(table["table"])
    assert view["settings"]["clock"]["days"] == 2
    while (view := ana.client.view(table["table"]))["decision"]["options"]:
        ana.client.answer(table["table"], view, view["decision"]["options"][0]["text"])
    seen = club.of(shown, table["seats"][1]).look(name)
    assert len([one for one in tables(seen) if one["your_turn"]]) == 2


def test_whoever_never_answers_forfeits_and_whoever_stops_loses_the_game(club: Club, passing: Passing) -> None:
    ana, blai, *_ = club.players
    name, shown = begun(club, ana, blai, games=2, scoring="points")
    (first,) = (table for table in tables(shown) if table["status"] == "playing")
    one, other = (club.of(shown, number) for number in first["seats"])
    while (view := one.client.view(first["table"]))["decision"]["options"]:
        one.client.answer(first["table"], view, view["decision"]["options"][0]["text"])
    passing.seconds += 1.9 * DAYS
    time.sleep(1.5)
    assert ana.look(name)["rounds"][0]["matches"][0]["forfeit"] == ""
    passing.seconds += 0.2 * DAYS  # the other one has never answered
    assert until(lambda: ana.look(name)["state"] == "over")
    shown = ana.look(name)
    (match,) = shown["rounds"][0]["matches"]
    assert match["forfeit"] == ("first" if match["first"] == other.look(name)["mine"]["entry"] else "second")
    assert [table["status"] for table in match["tables"]] == ["over", "later"], "there is no return game"
    assert standing(shown) == [(one.name, 1, 2), (other.name, 2, 0)]
    assert {line["field"] for line in shown["standings"]} == {0.0, -20.0}

    name, shown = begun(club, ana, blai, games=1, scoring="points")
    (table,) = tables(shown)
    one, other = (club.of(shown, number) for number in table["seats"])
    for player in (one, other):
        while (view := player.client.view(table["table"]))["decision"]["options"]:
            player.client.answer(table["table"], view, view["decision"]["options"][0]["text"])
    passing.seconds += 2.1 * DAYS  # one has answered once, and no more
    assert until(lambda: ana.look(name)["state"] == "over")
    shown = ana.look(name)
    (match,) = shown["rounds"][0]["matches"]
    assert match["forfeit"] == ""
    assert match["tables"][0]["given_up"] is True
    assert standing(shown) == [(other.name, 1, 2), (one.name, 2, 0)]


def test_a_holiday_counts_at_tables_that_open_during_it(club: Club, passing: Passing) -> None:
    ana, blai, *_ = club.players
    for player in (ana, blai):
        assert player.client.http.put("/api/me/holiday", json={"days": 10}).status_code == 200
    name, shown = begun(club, ana, blai)
    (table,) = tables(shown)
    assert until(lambda: ana.client.view(table["table"])["seq"] == 3), "both clocks stand still"
    passing.seconds += 9 * DAYS
    time.sleep(1.5)
    assert ana.look(name)["state"] == "running"
    assert ana.client.view(table["table"])["players"][0]["clock_ms"] == pytest.approx(2 * DAY, abs=SLACK)
    passing.seconds += 3.1 * DAYS
    assert until(lambda: ana.look(name)["state"] == "over")


def test_nobody_changes_the_pace_of_a_tournament(club: Club) -> None:
    ana, blai, *_ = club.players

    def offered(shown: Shown, kind: str, **more: Any) -> str:
        (table,) = tables(shown)
        view = ana.client.view(table["table"])
        answer = ana.client.act(table["table"], "offers", view["you"][0], seq=view["seq"], kind=kind, **more)
        return str(answer.json().get("code", "done"))

    _, slow = begun(club, ana, blai)
    assert offered(slow, "adjourn") == "tournament_pace"
    assert offered(slow, "slow", days=7) == "tournament_pace"
    assert offered(slow, "end") == "done"
    name, live = begun(club, ana, blai, clock={"minutes": 10})
    for player in (ana, blai):
        player.ask(f"/{name}/sit")
    assert offered(live, "slow", days=7) == "tournament_pace"
    assert offered(live, "adjourn") == "done", "the organiser decides what becomes of it"


def test_games_over_days_end_on_time_and_in_no_other_way(club: Club) -> None:
    for at_zero in ("computer", "claim", "nothing"):
        plan = {"clock": {"days": 3, "at_zero": at_zero}}
        assert club.players[0].refused("", {"name": "Cup", "plan": plan}) == (400, "bad_request")
    for days in (1, 7):
        assert club.players[0].look(club.players[0].make(clock={"days": days}))["plan"]["clock"]["days"] == days
    assert club.players[0].refused("", {"name": "Cup", "plan": {"clock": {"days": 8}}}) == (400, "bad_request")


# -- maintenance --------------------------------------------------------------------------------------------------------------


def test_no_round_begins_during_maintenance_and_it_begins_by_itself_after_it(club: Club, running: Served) -> None:
    ana, blai, *_ = club.players
    soon = round((running.live.now() + 1.5) * 1000)
    plan = {"rounds": 2, "games": 1, "pause_minutes": 0, "scoring": "points"}
    by_itself = ana.make(starts=soon, **plan)
    by_hand = ana.make(**plan)
    two_games, shown = begun(club, ana, blai, clock=None, games=2)
    for player in (ana, blai):
        player.ask(f"/{by_itself}/entries")
        player.ask(f"/{by_hand}/entries")
    (first, _) = tables(shown)
    maintenance(running, True)
    assert ana.refused(f"/{by_hand}/start") == (409, "maintenance")
    ana.client.act(first["table"], "resign", 0 if club.of(shown, first["seats"][0]) is ana else 1)
    time.sleep(3)
    assert ana.look(by_itself)["state"] == "entry"
    assert tables(ana.look(two_games))[1]["status"] == "later", "nor does a return game"
    maintenance(running, False)
    assert until(lambda: ana.look(by_itself)["state"] == "running")
    assert until(lambda: tables(ana.look(two_games))[1]["status"] == "waiting")
    assert ana.ask(f"/{by_hand}/start")["state"] == "running"
    # Between two rounds it is the same.
    (table,) = tables(ana.look(by_hand))
    ana.client.act(table["table"], "resign", 0 if club.of(ana.look(by_hand), table["seats"][0]) is ana else 1)
    maintenance(running, True)
    rounds = len(ana.look(by_hand)["rounds"])
    time.sleep(2)
    assert len(ana.look(by_hand)["rounds"]) == rounds
    maintenance(running, False)
    assert until(lambda: ana.look(by_hand)["round"] == 2)


# -- seeds by rating ----------------------------------------------------------------------------------------------------------


def rate(running: Served, player: Player, mu: float) -> None:
    with running.live.store.engine.execution_options(writes=True).begin() as connection:
        values = {"sigma": 4.0, "careful": mu - 8.0, "games": 9, "at": 1.0}
        connection.execute(insert(ratings).values(player=player.member.id, scale="base", mu=mu, **values))


def test_seeds_by_rating_and_the_unrated_behind(club: Club, running: Served) -> None:
    ana, blai, carla, didac = club.players
    eva, fina = club.come("Eva"), club.come("Fina")
    for player, mu in ((carla, 33.0), (fina, 30.0), (ana, 27.0)):
        rate(running, player, mu)
    common = {"games": 1, "by_rating": True, "clock": None}

    def seeds(shown: Shown) -> list[str]:
        return [entry["name"] for entry in sorted(shown["entries"], key=lambda entry: entry["seed"])]

    def met(shown: Shown) -> set[frozenset[str]]:
        names = {entry["number"]: entry["name"] for entry in shown["entries"]}
        matches = shown["rounds"][0]["matches"]
        return {frozenset((names[one["first"]], names[one["second"]])) for one in matches if one["second"]}

    def byes(shown: Shown) -> list[int]:
        return [match["first"] for match in shown["rounds"][0]["matches"] if not match["second"]]

    name, shown = begun(club, lot=False, **common)
    assert seeds(shown) == ["Carla", "Fina", "Ana", "Blai", "Didac", "Eva"], "who has no rating comes behind, as entered"
    assert met(shown) == {frozenset(("Carla", "Blai")), frozenset(("Fina", "Didac")), frozenset(("Ana", "Eva"))}
    assert ana.look(name)["plan"]["by_rating"] is True
    _, shown = begun(club, **common)
    assert seeds(shown)[:3] == ["Carla", "Fina", "Ana"], "the others by lot"
    assert set(seeds(shown)[3:]) == {"Blai", "Didac", "Eva"}
    _, shown = begun(club, pairing="knock_out", lot=False, **common)
    assert met(shown) == {frozenset(("Ana", "Eva")), frozenset(("Blai", "Didac"))}
    assert byes(shown) == [3, 6], "the best have the byes"
    _, shown = begun(club, ana, carla, fina, pairing="round_robin", most=8, **common)
    assert seeds(shown) == ["Carla", "Fina", "Ana"]
    name = eva.make(**common)
    for player in (ana, blai, carla):
        player.ask(f"/{name}/entries")
    shown = eva.ask(f"/{name}/start", {"order": [2]})
    assert seeds(shown) == ["Blai", "Carla", "Ana"], "what the organiser says goes before"
    assert byes(shown) == [1], "the last has the bye"
    assert didac and fina
