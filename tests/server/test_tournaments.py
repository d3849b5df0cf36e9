"""Tournaments over the API: from entry to standings, and everything that comes between."""

# Long: one story, from entry to standings.

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import update

from bastida.record import Record
from bastida.server import Settings
from bastida.server.club.tournaments.schema import tournaments
from bastida.server.http.seat_tokens import digest
from bastida.server.http.tournament_models import Tournaments, TournamentShown
from bastida.server.table.dealing import OrderedDealer, commitment
from tests.server.clients import Client
from tests.server.members import Enrolled, enrol
from tests.server.running import Served, served

Shown = dict[str, Any]
SMALL = {"game": "plus-first-game"}


class Player:
    """A member with a client."""

    def __init__(self, running: Served, name: str, owner: str | None = None) -> None:
        self.member: Enrolled = enrol(running.live.store.engine, name, owner)
        self.client = Client(running.url, token=self.member.token)
        self.name = name

    def ask(self, path: str, body: object = None, status: int = 200) -> Any:
        answer = self.client.post(f"/api/tournaments{path}", {} if body is None else body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def refused(self, path: str, body: object = None) -> tuple[int, str]:
        answer = self.client.post(f"/api/tournaments{path}", {} if body is None else body)
        return answer.status_code, answer.json().get("code", "")

    def look(self, name: str) -> Shown:
        shown: Shown = self.client.get(f"/api/tournaments/{name}").json()
        return shown

    def make(self, name: str = "Cup", setup: dict[str, Any] | None = None, **plan: Any) -> str:
        made = self.ask("", {"name": name, "setup": setup or SMALL, "plan": plan}, 201)
        return str(made["id"])


class Club:
    """Players of one server, for as long as a test lasts."""

    def __init__(self, running: Served, *names: str) -> None:
        self.running = running
        self.players = [Player(running, name) for name in names]

    def __enter__(self) -> Club:
        return self

    def __exit__(self, *_: object) -> None:
        for player in self:
            player.client.http.close()

    def __iter__(self) -> Iterator[Player]:
        return iter(self.players)

    def come(self, name: str, owner: str | None = None) -> Player:
        self.players.append(Player(self.running, name, owner))
        return self.players[-1]

    def enter(self, name: str) -> None:
        for player in self:
            player.ask(f"/{name}/entries")

    def of(self, shown: Shown, number: int) -> Player:
        member = next(entry["member"] for entry in shown["entries"] if entry["number"] == number)
        return next(player for player in self if player.member.id == member)

    def play(self, shown: Shown, table: Shown, end: Callable[[Player, Player, str], None]) -> None:
        one, other = (self.of(shown, number) for number in table["seats"])
        end(one, other, table["table"])

    def play_round(self, name: str, end: Callable[[Player, Player, str], None]) -> Shown:
        """Play all tables of the round, and the return games when they are there."""
        player = self.players[0]
        while True:
            shown = player.look(name)
            round_ = shown["rounds"][-1]
            if round_["ended"] is not None:
                return shown
            for match in round_["matches"]:
                for table in match["tables"]:
                    if table["status"] in ("waiting", "playing"):
                        self.play(shown, table, end)
            time.sleep(0.02)


def to_the_end(seed: str) -> Callable[[Player, Player, str], None]:
    """Both play at random until the game is over."""

    def end(one: Player, other: Player, table: str) -> None:
        chance = random.Random(f"{seed}{table}")
        both = [one, other]
        while not (view := both[0].client.view(table))["over"]:
            if not view["decision"]["options"]:
                both.reverse()
                continue
            answer = both[0].client.answer(table, view, chance.choice(view["decision"]["options"])["text"])
            assert answer.status_code == 200, answer.text

    return end


def second_gives_up(one: Player, other: Player, table: str) -> None:
    assert other.client.act(table, "resign", 1).status_code == 200


def better_named_wins(one: Player, other: Player, table: str) -> None:
    """The one whose name comes first in the alphabet."""
    loser, seat = (other, 1) if one.name < other.name else (one, 0)
    assert loser.client.act(table, "resign", seat).status_code == 200


@pytest.fixture
def club(server: Served) -> Iterator[Club]:
    with Club(server, "Ana", "Blai", "Carla", "Didac") as met:
        yield met


def standing(shown: Shown) -> list[tuple[str, int, int]]:
    names = {entry["number"]: entry["name"] for entry in shown["entries"]}
    return [(names[line["number"]], line["rank"], line["match_points"]) for line in shown["standings"]]


def draws(record: str) -> list[str]:
    return [step.text for step in Record.from_text(record).replay().steps if step.kind == "draw"]


@pytest.mark.slow
def test_four_players_from_entry_to_standings(database: str, settings: Settings) -> None:
    with served(replace(settings, database=database)) as running, Club(running, "Ana", "Blai", "Carla", "Didac") as club:
        ana, blai = club.players[:2]
        name = ana.make("Spring cup", pairing="swiss", rounds=2)
        club.enter(name)
        assert blai.refused(f"/{name}/start") == (403, "not_your_tournament")
        shown = ana.ask(f"/{name}/start")
        TournamentShown.model_validate(shown)
        assert (shown["state"], shown["round"], shown["rounds_in_all"], len(shown["rounds"][0]["matches"])) == (
            "running",
            1,
            2,
            2,
        )
        assert [table["status"] for match in shown["rounds"][0]["matches"] for table in match["tables"]] == [
            "waiting",
            "later",
        ] * 2
        assert all(bag["seed"] is None and len(bag["commitment"]) == 64 for bag in shown["rounds"][0]["bags"])
        for player in club:
            tables = player.ask(f"/{name}/sit")["tables"]
            assert tables == [player.look(name)["mine"]["table"]]
        assert [table["status"] for match in ana.look(name)["rounds"][0]["matches"] for table in match["tables"]] == [
            "playing", "later",
        ] * 2  # fmt: skip
        view = ana.client.view(ana.look(name)["mine"]["table"])
        assert view["settings"]["tournament"] == name
        assert {player["member"] for player in view["players"]} < {player.member.id for player in club}
        first = club.play_round(name, to_the_end("one"))
        TournamentShown.model_validate(first)
        check_bags(first, first["rounds"][0], running.url)
        check_points(first, first["rounds"][0])
        assert ana.refused(f"/{name}/start") == (409, "entry_closed")
        ana.ask(f"/{name}/round")
        shown = club.play_round(name, second_gives_up)
        assert (shown["state"], shown["round"]) == ("over", 2)
        met = [frozenset((match["first"], match["second"])) for one in shown["rounds"] for match in one["matches"]]
        assert len(set(met)) == 4  # no rematch
        assert sum(line["match_points"] for line in shown["standings"]) == 8
        assert sum(line["field"] for line in shown["standings"]) == pytest.approx(0, abs=0.05)
        assert [line["rank"] for line in shown["standings"]] == sorted(line["rank"] for line in shown["standings"])
        assert ana.refused(f"/{name}/round") == (409, "tournament_over")
        listed = blai.client.get("/api/tournaments").json()
        Tournaments.model_validate(listed)
        assert [(one["id"], one["state"], one["players"]) for one in listed["tournaments"]] == [(name, "over", 4)]


def check_bags(shown: Shown, round_: Shown, url: str) -> None:
    """Every table of a game had the same order of tiles: that of the seed, whose hash was published before."""
    with Client(url) as anybody:
        for game, bag in enumerate(round_["bags"]):
            assert commitment(bag["seed"]) == bag["commitment"]
            orders = []
            for match in round_["matches"]:
                path = f"/api/tournaments/{shown['id']}/tables/{match['tables'][game]['table']}"
                record = anybody.get(f"{path}/record.bst").text
                orders.append(draws(record))
                assert anybody.get(f"{path}/picture.svg").status_code == 200
                played = Record.from_text(record).replay()
                table, _, token = match["tables"][game]["watch"].rpartition("/")[2].partition("#")
                assert anybody.post(f"/api/tables/{table}/claim", {"token": token}).json()["watching"]
            shared = min(map(len, orders)) - 3  # tiles that fitted nowhere come again at the end
            assert shared > 20
            assert [order[:shared] for order in orders] == [orders[0][:shared]] * len(orders)
            dealer = OrderedDealer(played.setup, bag["seed"])
            order = [tile for _, tile in sorted((at, tile) for tile, places in dealer.places.items() for at in places)]
            order.remove("D")  # it lay there at the beginning
            assert order[:10] == orders[0][:10]


def check_points(shown: Shown, round_: Shown) -> None:
    """What the server says is what comes out by hand."""
    for game, bag in enumerate(round_["bags"]):
        leads = [match["tables"][game]["points"][0] - match["tables"][game]["points"][1] for match in round_["matches"]]
        assert bag["mean"] == pytest.approx(sum(leads) / len(leads), abs=0.01)
    for match in round_["matches"]:
        one, back = (table["points"] for table in match["tables"])
        ahead = (one[0] - one[1] - round_["bags"][0]["mean"]) - (back[0] - back[1] - round_["bags"][1]["mean"])
        assert match["field"][0] == pytest.approx(ahead, abs=0.02)
        assert match["match_points"] == ([2, 0] if ahead > 0.001 else [0, 2] if ahead < -0.001 else [1, 1])


def test_byes_late_joiners_and_leavers_in_a_swiss(club: Club) -> None:
    ana, blai, carla, didac = club.players
    name = ana.make(rounds=3, games=1, scoring="points")
    for player in (ana, blai, carla):
        player.ask(f"/{name}/entries")
    ana.ask(f"/{name}/start")
    assert didac.ask(f"/{name}/entries")["mine"]["entry"] == 4
    assert didac.ask(f"/{name}/entries")["mine"]["entry"] == 4  # once more changes nothing
    shown = club.play_round(name, better_named_wins)
    assert [match["second"] for match in shown["rounds"][0]["matches"]][-1] == 0  # the bye is the last
    assert next(line for line in standing(shown) if line[0] == "Didac")[2] == 0  # nothing for what he missed
    ana.ask(f"/{name}/round")
    shown = ana.look(name)
    assert all(match["second"] for match in shown["rounds"][1]["matches"])
    match = next(match for match in shown["rounds"][1]["matches"] if 2 in (match["first"], match["second"]))
    blai.ask(f"/{name}/withdraw")  # in the middle of it
    shown = club.play_round(name, better_named_wins)
    found = next(one for one in shown["rounds"][1]["matches"] if one["board"] == match["board"])
    assert found["forfeit"] == ("first" if found["first"] == 2 else "second")
    ana.ask(f"/{name}/round")
    shown = club.play_round(name, better_named_wins)
    assert 2 not in [number for one in shown["rounds"][2]["matches"] for number in (one["first"], one["second"])]
    assert shown["state"] == "over"
    byes = [one["first"] for round_ in shown["rounds"] for one in round_["matches"] if not one["second"]]
    assert len(byes) == len(set(byes)) == 2
    assert blai.refused(f"/{name}/entries") == (409, "entry_closed")


def test_a_round_robin_and_a_knock_out(club: Club) -> None:
    ana, *_, didac = club.players
    name = ana.make(pairing="round_robin", most=8, games=1, scoring="points", lot=False, pause_minutes=0)
    club.enter(name)
    ana.ask(f"/{name}/start")
    while club.play_round(name, better_named_wins)["state"] != "over":
        time.sleep(0.05)
    assert standing(ana.look(name)) == [("Ana", 1, 6), ("Blai", 2, 4), ("Carla", 3, 2), ("Didac", 4, 0)]

    name = ana.make(pairing="knock_out", games=2, scoring="points", lot=False)
    club.enter(name)
    shown = ana.ask(f"/{name}/start", {"order": [4, 3, 2, 1]})
    assert [(match["first"], match["second"]) for match in shown["rounds"][0]["matches"]] == [(4, 1), (3, 2)]
    didac.ask(f"/{name}/withdraw")
    shown = club.play_round(name, better_named_wins)
    ana.ask(f"/{name}/round")
    shown = club.play_round(name, better_named_wins)
    assert (shown["state"], shown["rounds_in_all"]) == ("over", 2)
    assert [line[:2] for line in standing(shown)[:2]] == [("Ana", 1), ("Blai", 2)]


def test_computers_fill_up(club: Club) -> None:
    ana, blai, carla, _ = club.players
    name = ana.make(rounds=1, games=1, computer="random", fill=4, pace="fast")
    for player in (ana, blai, carla):
        player.ask(f"/{name}/entries")
    shown = ana.ask(f"/{name}/start")
    computers = [entry for entry in shown["entries"] if entry["level"] == "random"]
    assert len(computers) == 1 and len(shown["rounds"][0]["matches"]) == 2

    def end(one: Player, other: Player, table: str) -> None:
        second_gives_up(one, other, table)

    while not (shown := ana.look(name))["rounds"][-1]["ended"]:
        for match in shown["rounds"][-1]["matches"]:
            table = match["tables"][0]
            if table["status"] in ("waiting", "playing"):
                seat = next(place for place, number in enumerate(table["seats"]) if number != computers[0]["number"])
                player = club.of(shown, table["seats"][seat])
                player.client.act(table["table"], "resign", seat)
        time.sleep(0.05)
    assert shown["state"] == "over"


def test_two_computers_play_only_where_the_host_lets_them(club: Club, settings: Settings) -> None:
    ana = club.players[0]
    name = ana.make(pairing="round_robin", most=8, games=1, computer="random", fill=3, pace="fast", pause_minutes=0)
    ana.ask(f"/{name}/entries")
    shown = ana.ask(f"/{name}/start")
    assert len(shown["entries"]) == 4
    assert [match["forfeit"] for match in shown["rounds"][0]["matches"]].count("none") == 1
    with served(replace(settings, computer_tables=True)) as running, Club(running, "Ana") as others:
        other = others.players[0]
        name = other.make(pairing="knock_out", computer="random", fill=2, games=1, pace="fast")
        shown = other.ask(f"/{name}/start")
        end = time.monotonic() + 60
        while other.look(name)["state"] != "over" and time.monotonic() < end:
            time.sleep(0.1)
        shown = other.look(name)
        assert shown["state"] == "over"
        assert shown["rounds"][0]["matches"][0]["tables"][0]["points"] is not None


def hurry(running: Served, name: str, **values: Any) -> None:
    """Change what the organiser decided, beyond what may be asked for."""
    store = running.live.store
    with store.engine.execution_options(writes=True).begin() as connection:
        config = json.loads(connection.exec_driver_sql("SELECT config FROM tournaments WHERE id = ?", (name,)).scalar() or "")
        changed = json.dumps(config | values)
        connection.execute(update(tournaments).where(tournaments.c.id == name).values(config=changed))


def test_whoever_does_not_come_forfeits(club: Club, server: Served) -> None:
    ana = club.players[0]
    name = ana.make(rounds=1)
    club.enter(name)
    ana.ask(f"/{name}/start")
    ana.ask(f"/{name}/sit")
    time.sleep(0.1)
    assert ana.look(name)["rounds"][0]["ended"] is None
    hurry(server, name, wait_minutes=0.001)
    end = time.monotonic() + 30
    while not (shown := ana.look(name))["rounds"][0]["ended"] and time.monotonic() < end:
        time.sleep(0.1)
    lines = {line[0]: line[2] for line in standing(shown)}
    assert lines == {player.name: 2 if player is ana else 0 for player in club}
    fields = {line["number"]: line["field"] for line in shown["standings"]}
    assert fields == {1: 0.0, 2: -20.0, 3: -20.0, 4: -20.0}
    assert shown["state"] == "over"


def test_whoever_answers_has_come(club: Club, server: Served) -> None:
    ana, blai, *_ = club.players
    name = ana.make(rounds=1, games=1)
    for player in (ana, blai):
        player.ask(f"/{name}/entries")
    shown = ana.ask(f"/{name}/start")
    table = shown["rounds"][0]["matches"][0]["tables"][0]
    first = club.of(shown, table["seats"][0])
    view = first.client.view(table["table"])
    assert [player["taken"] for player in view["players"]] == [False, False]
    assert first.client.answer(table["table"], view).status_code == 200
    end = time.monotonic() + 10
    while not first.client.view(table["table"])["players"][0]["taken"] and time.monotonic() < end:
        time.sleep(0.02)
    assert [player["taken"] for player in first.client.view(table["table"])["players"]] == [True, False]


def test_adjourned_tables_wait_and_the_organiser_decides(club: Club) -> None:
    ana, blai, *_ = club.players
    name = ana.make(rounds=1, games=1)
    for player in (ana, blai):
        player.ask(f"/{name}/entries")
    shown = ana.ask(f"/{name}/start")
    table = shown["rounds"][0]["matches"][0]["tables"][0]
    one, other = (club.of(shown, number) for number in table["seats"])
    for player in (one, other):
        player.ask(f"/{name}/sit")
    view = one.client.view(table["table"])
    assert one.client.act(table["table"], "offers", 0, seq=view["seq"], kind="adjourn").status_code == 200
    number = other.client.view(table["table"])["offers"][0]["number"]
    assert other.client.act(table["table"], f"offers/{number}", 1, accept=True).status_code == 200
    assert ana.look(name)["rounds"][0]["matches"][0]["tables"][0]["status"] == "adjourned"
    assert blai.refused(f"/{name}/forfeit", {"board": 1, "who": "both"}) == (403, "not_your_tournament")
    assert ana.refused(f"/{name}/forfeit", {"board": 2, "who": "both"}) == (404, "no_match")
    shown = ana.ask(f"/{name}/forfeit", {"board": 1, "who": "none"})
    assert shown["state"] == "over"
    assert [line[2] for line in standing(shown)] == [1, 1]
    assert one.client.view(table["table"])["over"]


def test_who_may_enter_and_decide(club: Club, client: Client) -> None:
    ana, blai, carla, didac = club.players
    answer = client.post("/api/tournaments", {"name": "Mine"})
    assert (answer.status_code, answer.json()["code"]) == (401, "no_member")
    name = ana.make(open=False, most=2)
    assert client.post(f"/api/tournaments/{name}/entries", {}).status_code == 401
    assert blai.refused(f"/{name}/entries") == (403, "not_invited")
    assert blai.refused(f"/{name}/entries", {"code": "h7k2m9xqp4wd"}) == (403, "not_invited")
    assert blai.look(name)["mine"]["code"] is None
    code = ana.look(name)["mine"]["code"]
    blai.ask(f"/{name}/entries", {"code": code})
    assert ana.refused(f"/{name}/start") == (409, "too_few_players")
    carla.ask(f"/{name}/entries", {"code": code})
    assert didac.refused(f"/{name}/entries", {"code": code}) == (409, "tournament_full")
    assert blai.refused(f"/{name}/withdraw", {"number": 2}) == (403, "not_your_tournament")
    ana.ask(f"/{name}/withdraw", {"number": 2})
    assert ana.refused(f"/{name}/withdraw") == (409, "not_entered")
    didac.ask(f"/{name}/entries", {"code": code})
    bot = club.come("Bot", blai.member.id)
    free = ana.make()
    assert bot.refused(f"/{free}/entries") == (403, "no_bots")
    with_bots = ana.make(bots=True)
    assert next(entry for entry in bot.ask(f"/{with_bots}/entries")["entries"])["bot"]
    assert ana.ask(f"/{free}/cancel")["state"] == "cancelled"
    assert ana.refused(f"/{free}/cancel") == (409, "tournament_over")
    for _ in range(3):
        ana.make()
    assert ana.refused("", {"name": "Sixth"}) == (409, "too_many_tournaments")
    assert ana.refused("/none/start") == (404, "no_tournament")
    assert ana.refused("", {"name": "x", "plan": {"computer": "no such level"}})[1] == "wrong_setup"
    assert ana.refused("", {"name": "x", "plan": {"pairing": "round_robin", "most": 90}})[1] == "bad_request"


def test_nobody_holds_a_round_up_by_coming_and_going(club: Club) -> None:
    ana, blai, *_ = club.players
    name = ana.make()
    answers = [blai.client.post(f"/api/tournaments/{name}/{what}", {}).status_code for what in ("entries", "withdraw") * 16]
    assert answers == [200] * 30 + [429] * 2


def test_a_tournament_is_called_off(club: Club) -> None:
    ana = club.players[0]
    name = ana.make(rounds=3, together=True)
    club.enter(name)
    shown = ana.ask(f"/{name}/start")
    assert all(table["status"] == "waiting" for match in shown["rounds"][0]["matches"] for table in match["tables"])
    assert len(ana.ask(f"/{name}/sit")["tables"]) == 2  # both games at once
    shown = ana.ask(f"/{name}/cancel")
    assert shown["state"] == "cancelled"
    assert shown["rounds"][0]["ended"] is not None
    assert [line[2] for line in standing(shown)] == [1] * 4
    assert digest(shown["rounds"][0]["bags"][0]["seed"]) == shown["rounds"][0]["bags"][0]["commitment"]


def test_it_starts_by_itself(club: Club) -> None:
    ana, blai, *_ = club.players
    soon = round((time.time() + 1.0) * 1000)
    name = ana.make(rounds=1, starts=soon)
    assert ana.look(name)["next_at"] == soon
    for player in (ana, blai):
        player.ask(f"/{name}/entries")
    end = time.monotonic() + 20
    while (shown := ana.look(name))["state"] == "entry" and time.monotonic() < end:
        time.sleep(0.05)
    assert shown["state"] == "running"
    assert time.time() * 1000 >= soon
