"""The table's protocol against a simple model of it: several clients do whatever comes to mind, and nothing else happens."""

# Long: one model of the whole protocol.

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck
from hypothesis import settings as rounds
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule, run_state_machine_as_test

import bastida
from bastida.server import Settings
from bastida.server.runtime import hours
from bastida.server.runtime.workers import Pool
from bastida.server.table import state
from bastida.server.table.dealing import OrderedDealer
from tests.server.clients import Client, Stream, updated
from tests.server.conftest import PLENTY
from tests.server.model import PATIENCE, Model
from tests.server.running import SOAK, Served, once, served

BROWSERS = ["b:0", "b:1", "b:2"]
MINUTES = 600
PAUSED = 5_000.0  # seconds a server is away
VERBS = st.sampled_from(["legal", "legal", "legal", "illegal", "stale", "again"])
CHANGING = ("clock_ms", "clock_running", "connected", "stand_in_ms")  # of players: seen when asked, not told


class Protocol(RuleBasedStateMachine):
    """One table, three browsers, programs with tokens, a spectator."""

    def __init__(self) -> None:
        super().__init__()
        self.stack, self.running = ExitStack(), ExitStack()
        self.folder = Path(tempfile.mkdtemp())
        self.stack.callback(shutil.rmtree, self.folder)
        patch = pytest.MonkeyPatch()
        self.stack.callback(patch.undo)
        self.passed = self.jump = 0.0
        real, steady = time.time, time.monotonic
        patch.setattr(hours, "wall", lambda: real() + self.jump + self.passed)
        patch.setattr(hours, "passing", lambda: steady() + self.passed)
        patch.setattr(Pool, "ask", thoughtless)
        patch.setattr(state, "dealer_for", lambda setup, _: OrderedDealer(setup, "the same every time"))
        self.clients: dict[str, Client] = {}
        self.streams: dict[str, tuple[Stream, dict[str, Any]]] = {}
        self.keys: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = []
        self.secrets: dict[str, str] = {}  # tokens by the names they have here
        self.links: dict[int, list[str]] = {}  # those of each seat, good or not
        self.asleep: set[str] = set()  # browsers that are closed
        self.unheard: dict[int, set[str]] = {}  # by number of a line of chat: whose streams do not tell it
        self.number = self.restarts = 0
        self.start()

    def start(self) -> None:
        settings = Settings(
            database=f"sqlite:///{self.folder / 'table.sqlite3'}", claim_seconds=int(PATIENCE), think_seconds=0.1, **PLENTY
        )
        self.server: Served = self.running.enter_context(served(settings))
        old, self.clients = self.clients, {}
        for who in [*BROWSERS, "b:watcher"]:
            self.clients[who] = Client(self.server.url)
            if who in old:
                self.clients[who].http.cookies.update(old[who].http.cookies)
        for client in old.values():
            client.http.close()

    def teardown(self) -> None:
        for stream, _ in self.streams.values():
            stream.close()
        for client in self.clients.values():
            client.http.close()
        self.running.close()
        self.stack.close()

    def client(self, who: str) -> Client:
        if who not in self.clients:
            self.clients[who] = Client(self.server.url, token=self.secrets[who])
        return self.clients[who]

    def given(self, seat: int, token: str) -> str:
        """A name for a token, the same every time."""
        name = f"token {len(self.secrets)}"
        self.secrets[name] = token
        self.links.setdefault(seat, []).append(name)
        self.model.seats[seat].tokens.add(name)
        return name

    @initialize(
        kinds=st.sampled_from([["here", "link"], ["here", "here"], ["here", "link", "link"], ["here", "link", "computer"]]),
        undo=st.sampled_from(["free", "free", "ask", "off"]),
        seated=st.sampled_from([True, True, True, False]),
        draw=st.sampled_from(["at_once", "done"]),
    )
    def create(self, kinds: list[str], undo: str, seated: bool, draw: str) -> None:
        clock = {"minutes": MINUTES, "increment": 0, "at_zero": "lose"}
        seats = [
            {"kind": kind, "name": f"P{n}"} | ({"level": "random"} if kind == "computer" else {})
            for n, kind in enumerate(kinds)
        ]
        made = self.clients["b:0"].table(seats=seats, undo=undo, draw=draw, clock=clock, game="plus-first-game")
        self.table: str = made["table"]
        token = made["watch"].partition("#")[2]
        assert self.post("b:watcher", "claim", {"token": token}).json()["watching"]
        self.model = Model(kinds, undo, self.replayed(), draw == "done")
        self.model.watches.add("b:watcher")
        self.model.holds["b:0"] = {number for number, kind in enumerate(kinds) if kind == "here"}
        for given in made["seats"]:
            self.given(given["seat"], given["token"])
        if seated:
            for seat, who in zip([seat for seat, kind in enumerate(kinds) if kind == "link"], BROWSERS[1:], strict=False):
                self.sit(who, seat, self.links[seat][0], "cookie", None)
        self.settle()

    # -- helpers -------------------------------------------------------------------------------------------------------

    def post(self, who: str, path: str, body: dict[str, Any]) -> httpx.Response:
        return self.client(who).post(f"/api/tables/{self.table}/{path}", body)

    def replayed(self) -> bastida.Game:
        text = self.clients["b:watcher"].get(f"/api/tables/{self.table}/record.bst").text
        record = bastida.Record.from_text(text)
        return record.replay()

    def settle(self) -> None:
        """Wait for the computer, then take in what it did and what was dealt."""
        until(lambda: not self.computing(self.clients["b:watcher"].view(self.table)))
        self.model.seen(self.replayed())

    def computing(self, view: dict[str, Any]) -> bool:
        if view["status"] in ("adjourned", "over"):
            return False
        if view["decision"] is None:
            return view["waits_done"] is None  # the server is about to deal
        return self.model.seats[view["decision"]["seat"]].computer

    def anybody(self, data: st.DataObject) -> str:
        """A browser, or a program with some token that is or was good."""
        tokens = [token for all_of_seat in self.links.values() for token in all_of_seat]
        seated = [who for who in [*BROWSERS, *self.tokens()[-2:]] if self.model.seats_of(who)]
        return data.draw(st.sampled_from([*seated * 5, *BROWSERS, "b:watcher", *tokens[-2:]]), "who")

    def a_seat(self, data: st.DataObject, who: str) -> int:
        mine = sorted(self.model.seats_of(who))
        return data.draw(st.sampled_from([*mine * 5, *range(len(self.model.seats))]), "seat")

    def heard(self, who: str) -> None:
        """Whoever asks for something is there."""
        self.asleep.discard(who)
        for seat in self.model.seats_of(who):
            self.model.seats[seat].left = self.model.now

    def judged(self, answer: httpx.Response, reasons: set[str]) -> bool:
        """Whether a request was accepted; it must be, unless there is a reason."""
        if answer.status_code < 300:
            assert not reasons, reasons
            return True
        assert answer.json()["code"] in reasons, (answer.text, reasons)
        return False

    def act(self, who: str, path: str, seat: int, reasons: set[str], **more: Any) -> dict[str, Any] | None:
        """Send something; what was answered if it was accepted. What is accepted changes nothing when it is sent again."""
        strange = self.model.strangers(who, seat)
        self.number += 1
        body = {"seat": seat, "key": f"k{self.number}", **more}
        answer = self.post(who, path, body)
        if not strange:
            self.heard(who)
        if not self.judged(answer, strange or reasons):
            return None
        found: dict[str, Any] = answer.json()
        self.keys.append((who, path, body, found))
        if found["seq"] <= self.model.seq:  # nothing has happened: somebody had agreed before
            self.keys.pop()
        return found

    # -- playing -------------------------------------------------------------------------------------------------------

    @rule(data=st.data(), how=VERBS)
    def answer(self, data: st.DataObject, how: str) -> None:
        model = self.model
        asked = [who for who in [*BROWSERS, *self.tokens()] if model.asked in model.seats_of(who)]
        who = data.draw(st.sampled_from(asked)) if asked and how != "illegal" else self.anybody(data)
        mine = model.seats_of(who)
        seat = model.asked if model.asked in mine and how != "illegal" else self.a_seat(data, who)
        assert seat is not None
        options = [str(option) for option in model.game.options()] if model.game.decision is not None else ["pass"]
        text = data.draw(st.sampled_from(options), "text") if how != "illegal" else "50,50 r0"
        seen = model.position_seq - 1 if how == "stale" else data.draw(st.integers(model.position_seq, model.seq), "seen")
        reasons = model.no_answer(seat, seen, text)
        done = self.act(who, "answers", seat, reasons, seq=seen, answer=text)
        if done is not None:
            model.back(seat)
            model.answer(seat, text)
            self.settle()

    @rule(data=st.data(), how=st.sampled_from(["legal", "legal", "legal", "stale"]))
    def done(self, data: st.DataObject, how: str) -> None:
        model = self.model
        holders = [who for who in [*BROWSERS, *self.tokens()] if model.waits in model.seats_of(who)]
        who = data.draw(st.sampled_from(holders)) if holders else self.anybody(data)
        seat = model.waits if model.waits in model.seats_of(who) else self.a_seat(data, who)
        assert seat is not None
        seen = model.position_seq - 1 if how == "stale" else data.draw(st.integers(model.position_seq, model.seq), "seen")
        if self.act(who, "done", seat, model.not_done(seat, seen), seq=seen) is not None:
            model.done()
            self.settle()

    @rule(data=st.data())
    def undo(self, data: st.DataObject) -> None:
        model = self.model
        holders = [who for who in [*BROWSERS, *self.tokens()] if model.undoable() in model.seats_of(who)]
        who = data.draw(st.sampled_from(holders)) if holders else self.anybody(data)
        may = model.undoable()
        seat = may if may is not None and may in model.seats_of(who) else self.a_seat(data, who)
        reasons = model.closed() | model.gone(seat) | model.no_undo(seat)
        if model.undo_mode == "ask":
            reasons |= model.no_offer(seat, model.seq, "undo")
        if self.act(who, "undo", seat, reasons, seq=model.seq) is not None:
            if model.undo_mode == "ask":
                model.offer(seat, "undo", set())
            else:
                model.back(seat)
                model.undo()
            self.settle()

    def tokens(self) -> list[str]:
        """Those that are good now."""
        good = {token for seat in self.model.seats for token in seat.tokens}
        return [name for name in self.secrets if name in good]

    @rule(data=st.data())
    def play_on(self, data: st.DataObject) -> None:
        """Whoever can, answers; so that there is a game to quarrel about."""
        for _ in range(data.draw(st.integers(1, 4), "answers")):
            self.answer(data, "legal")
            if self.model.waits is not None and data.draw(st.booleans(), "done"):
                self.done(data, "legal")

    @rule(data=st.data(), kind=st.sampled_from(["undo", "undo", "end", "adjourn", "adjourn"]))
    def offer(self, data: st.DataObject, kind: str) -> None:
        who, model = self.anybody(data), self.model
        seat = self.a_seat(data, who)
        if self.act(who, "offers", seat, model.no_offer(seat, model.seq, kind), seq=model.seq, kind=kind) is not None:
            model.offer(seat, kind, set(model.seats_of(who)))
            self.settle()

    @rule(data=st.data(), accept=st.booleans())
    def reply(self, data: st.DataObject, accept: bool) -> None:
        who, model = self.anybody(data), self.model
        seat = self.a_seat(data, who)
        number = data.draw(st.sampled_from([*model.offers] * 5 + [2]), "number")
        if self.act(who, f"offers/{number}", seat, model.no_reply(seat, number, accept), accept=accept) is not None:
            model.reply(seat, number, accept)
            self.settle()

    @precondition(lambda self: self.number > 30)
    @rule(data=st.data())
    def resign(self, data: st.DataObject) -> None:
        who, model = self.anybody(data), self.model
        seat = self.a_seat(data, who)
        if self.act(who, "resign", seat, ({"over"} if model.over else set()) | model.gone(seat)) is not None:
            model.resign(seat)
            self.settle()

    @rule(data=st.data(), how=st.sampled_from(["computer", "computer", "adjourn", "return", "return", "claim"]))
    def stand_in(self, data: st.DataObject, how: str) -> None:
        model = self.model
        who = data.draw(st.sampled_from([who for who in BROWSERS if who not in self.asleep] or BROWSERS), "who")
        by = self.a_seat(data, who)
        seats = range(len(model.seats))
        seat = (
            by
            if how == "return"
            else data.draw(st.sampled_from([*([model.awaited] * 5 if model.awaited is not None else []), *seats]))
        )
        self.go_on(who, by, seat, how)

    @precondition(lambda self: self.passed < 8 * PATIENCE and self.model.awaited is not None)
    @rule(data=st.data(), how=st.sampled_from(["computer", "computer", "adjourn", "claim"]))
    def somebody_stays_away(self, data: st.DataObject, how: str) -> None:
        """Whoever is asked goes, and is waited for; then the others go on without."""
        model, seat = self.model, self.model.awaited
        assert seat is not None
        waiting = [who for who in BROWSERS if model.seats_of(who) and seat not in model.seats_of(who)]
        if waiting:
            for who in [who for who in self.streams if seat in model.listens[who]]:
                stream, _ = self.streams.pop(who)
                stream.close()
                self.left(who)
            self.time_passes({who for who in BROWSERS if who not in waiting})
            who = data.draw(st.sampled_from(waiting), "who")
            self.go_on(who, data.draw(st.sampled_from(sorted(model.seats_of(who))), "by"), seat, how)

    def go_on(self, who: str, by: int, seat: int, how: str) -> None:
        model = self.model
        strange = model.strangers(who, by) if model.seats_of(who) else {"no_seat", "watching"}
        reasons = strange or model.no_stand_in(by, seat, how)
        self.number += 1
        answer = self.post(who, "stand-in", {"seat": seat, "by": by, "how": how, "key": f"k{self.number}"})
        if not model.strangers(who):
            self.heard(who)
        if self.judged(answer, reasons):
            model.stand_in(seat, how)
            self.settle()

    @rule(data=st.data(), text=st.sampled_from(["hello", "well played", "¿y ahora?"]))
    def chat(self, data: st.DataObject, text: str) -> None:
        who = self.anybody(data)
        seat = self.a_seat(data, who)
        if self.act(who, "chat", seat, set(), text=text) is not None:
            said = self.model.event()
            self.unheard[said] = {who for who in self.streams if seat in self.model.muted(who)}

    @rule(data=st.data(), on=st.booleans())
    def mute(self, data: st.DataObject, on: bool) -> None:
        who = self.anybody(data)
        seat, muted = self.a_seat(data, who), data.draw(st.integers(0, len(self.model.seats) - 1), "muted")
        if self.act(who, "mute", seat, {"bad_request"} if muted == seat else set(), muted_seat=muted, on=on) is not None:
            self.model.mute(seat, muted, on)

    @precondition(lambda self: self.keys)
    @rule(data=st.data())
    def send_again(self, data: st.DataObject) -> None:
        """A request that was accepted, with the same key: the same answer, and nothing happens."""
        who, path, body, found = data.draw(st.sampled_from(self.keys), "again")
        answer = self.post(who, path, body)
        strange = self.model.strangers(who, body["seat"])
        if not strange:
            self.heard(who)
        if self.judged(answer, strange):
            assert answer.json() == found

    # -- sitting down --------------------------------------------------------------------------------------------------

    @rule(
        data=st.data(),
        keep=st.sampled_from(["cookie", "cookie", "token"]),
        name=st.sampled_from([None, "Eva", "P0"]),
        colour=st.sampled_from([None, None, "green", "blue", "red", "mauve"]),
    )
    def claim(self, data: st.DataObject, keep: str, name: str | None, colour: str | None) -> None:
        who = data.draw(st.sampled_from(BROWSERS), "who")
        seat = data.draw(st.sampled_from(sorted(self.links)), "seat")
        self.sit(who, seat, data.draw(st.sampled_from(self.links[seat]), "token"), keep, name, colour)

    def sit(self, who: str, seat: int, token: str, keep: str, name: str | None, colour: str | None = None) -> None:
        model = self.model
        sits, mine = model.seats[seat], model.holds.setdefault(who, set())
        again = seat in mine and keep == "cookie" and token in sits.tokens | sits.used
        reasons: set[str] = set()
        if not again:
            if token not in sits.tokens:
                reasons = {"link_used"} if token in sits.used else {"unknown_token"}
            if not sits.taken and name in {other.name for other in model.seats if other is not sits}:
                reasons.add("name_taken")
            theirs = {other.colour for other in model.seats if other is not sits}
            if not sits.taken and (colour == "mauve" or colour in theirs):
                reasons.add("colour_taken")
        answer = self.post(who, "claim", {"token": self.secrets[token], "name": name, "keep": keep, "colour": colour})
        if not self.judged(answer, reasons) or again:
            return
        model.take(seat, name, colour)
        sits.tokens.discard(token)
        sits.used.add(token)
        if keep == "token":
            self.given(seat, answer.json()["token"])
        else:
            mine.add(seat)
        assert answer.json()["seats"] == sorted(mine | {seat})
        self.end_streams()
        self.settle()

    @rule(data=st.data(), others=st.booleans(), revoke=st.booleans())
    def links_anew(self, data: st.DataObject, others: bool, revoke: bool) -> None:
        who, model = self.anybody(data), self.model
        seat = self.a_seat(data, who)
        path = f"/api/tables/{self.table}/seats/{seat}/link"
        client = self.client(who)
        answer = client.http.delete(path, params={"others": others}) if revoke else client.post(path, {"others": others})
        strange = model.strangers(who, seat)
        if not self.judged(answer, strange):
            return
        self.heard(who)
        sits = model.seats[seat]
        sits.tokens = {who} & sits.tokens if revoke else set()
        sits.used = set()
        if not revoke:
            self.given(seat, answer.json()["token"])
        if others:
            for browser, mine in model.holds.items():
                if browser != who:
                    mine.discard(seat)
        self.end_streams()

    # -- listening -----------------------------------------------------------------------------------------------------

    @rule(data=st.data())
    def listen(self, data: st.DataObject) -> None:
        who, model = self.anybody(data), self.model
        if who not in self.streams:
            stream = self.client(who).listen(self.table)
            strange = model.strangers(who)
            assert (stream.status == 200) == (not strange)
            if strange:
                stream.close()
                return
            model.listens[who] = frozenset(model.seats_of(who))
            self.streams[who] = stream, stream.next("view")[2]

    @precondition(lambda self: self.streams)
    @rule(data=st.data(), resume=st.booleans())
    def drop_and_come_back(self, data: st.DataObject, resume: bool) -> None:
        who = data.draw(st.sampled_from(sorted(self.streams)), "who")
        self.follow()
        stream, view = self.streams.pop(who)
        stream.close()
        self.left(who)
        if resume:
            self.streams[who] = self.client(who).listen(self.table, last=view["seq"]), view
            self.model.listens[who] = frozenset(self.model.seats_of(who))

    def left(self, who: str) -> None:
        """A stream was closed; wait until the server has noticed."""
        gone = self.model.listens.pop(who)
        room = self.server.live.rooms[self.table]
        until(lambda: len(room.listeners()) <= len(self.streams) and gone <= room.away.keys() | room.connected())
        for seat in gone:
            self.model.seats[seat].left = self.model.now

    def end_streams(self) -> None:
        """Whoever has lost a seat, or got one, must come again."""
        for who in sorted(self.streams):
            if self.model.listens[who] != self.model.seats_of(who):
                stream, _ = self.streams.pop(who)
                stream.next("bye")
                stream.close()
                self.left(who)

    def follow(self) -> None:
        """Every stream adds up to what its listener sees when asking."""
        for who, (stream, view) in self.streams.items():
            asked = self.client(who).view(self.table)
            self.heard(who)
            told, last = view["seq"], asked["seq"]
            while who in self.unheard.get(last, ()):
                last -= 1
            while told < last:
                kind, seq, data = stream.next()
                if kind == "update":
                    view = updated(view, data)
                elif kind == "view":
                    view = data
                told = seq if seq is not None else told
            assert steady(view) == steady(asked), who
            self.streams[who] = stream, view | {"seq": told}

    # -- time and restarts ---------------------------------------------------------------------------------------------

    @precondition(lambda self: self.passed < 8 * PATIENCE)
    @rule(asleep=st.sets(st.sampled_from(BROWSERS)))
    def time_passes(self, asleep: set[str]) -> None:
        """Some are gone meanwhile, and stay so until they do something again."""
        model = self.model
        self.follow()
        for who in sorted(asleep & set(self.streams)):
            stream, _ = self.streams.pop(who)
            stream.close()
            self.left(who)
        self.asleep |= asleep
        if model.awaited is not None and model.status == "playing":
            model.seats[model.awaited].clock += 1.1 * PATIENCE
        self.passed += 1.1 * PATIENCE
        model.now += 1.1 * PATIENCE

    @rule(jump=st.sampled_from([3600.0, -3600.0]))
    def clock_is_set(self, jump: float) -> None:
        self.jump += jump

    @precondition(lambda self: self.number > 10 * (1 + self.restarts))
    @rule(jump=st.sampled_from([0.0, 3600.0, -3600.0]))
    def restart(self, jump: float) -> None:
        self.restarts += 1
        self.follow()
        for stream, _ in self.streams.values():
            stream.close()
        self.running.close()
        self.jump += jump
        self.passed += PAUSED
        self.start()
        model = self.model
        model.now += PAUSED
        for seat in model.seats:
            seat.left = model.now
        self.clients["b:watcher"].view(self.table)  # from now on the server knows who is away
        for who, (_, view) in list(self.streams.items()):
            self.streams[who] = self.client(who).listen(self.table, last=view["seq"]), view

    # -- what everybody sees -------------------------------------------------------------------------------------------

    @invariant()
    def everybody_sees_the_same(self) -> None:
        model, game = self.model, self.model.game
        self.follow()
        awake = [who for who in BROWSERS if who not in self.asleep]
        strangers = [who for who in awake if model.strangers(who)]
        for who in [*(who for who in awake if who not in strangers), *strangers[:1], "b:watcher"]:
            answer = self.client(who).get(f"/api/tables/{self.table}")
            if not self.judged(answer, model.strangers(who)):
                continue
            self.heard(who)
            view, mine = answer.json(), model.seats_of(who)
            assert view["you"] == sorted(mine)
            assert (view["seq"], view["status"], view["over"]) == (model.seq, model.status, model.over)
            assert [player["name"] for player in view["players"]] == [seat.name for seat in model.seats]
            assert [player["colour"] for player in view["players"]] == [seat.colour for seat in model.seats]
            assert [player["resigned"] for player in view["players"]] == [seat.resigned for seat in model.seats]
            assert [bool(player["stand_in"]) for player in view["players"]] == [seat.stand_in for seat in model.seats]
            assert [player["taken"] for player in view["players"]] == [seat.taken for seat in model.seats]
            counted = game.projected() if model.over else game.scores()
            assert [player["points"] for player in view["players"]] == list(counted.values())
            assert view["waits_done"] == (None if model.waits is None else {"seat": model.waits, "left_ms": None})
            assert len(view["board"]) == game.engine.board.tiles
            assert view["undo"] == model.undoable()
            shown = {offer["number"]: (offer["seat"], offer["kind"], set(offer["accepted"])) for offer in view["offers"]}
            assert shown == {n: (offer.seat, offer.kind, offer.accepted) for n, offer in model.offers.items()}
            assert view["muted"] == sorted(model.muted(who))
            decision = game.decision
            if model.over or decision is None or decision.seat is None:
                assert view["decision"] is None
            else:
                assert view["decision"]["seat"] == decision.seat
                may = decision.seat in mine and not model.seats[decision.seat].resigned
                options = [str(option) for option in game.options()] if may else []
                assert [option["text"] for option in view["decision"]["options"]] == options
            for player, seat in zip(view["players"], model.seats, strict=True):
                assert abs(MINUTES * 60 - seat.clock - player["clock_ms"] / 1000) < 0.5 * PATIENCE
            told = [line["kind"] for line in view["log"] if line["kind"] in ("tile", "figure")]
            assert len(told) == len(model.answers)


def until(come_about: Callable[[], bool]) -> None:
    """Wait for something that the server does by itself."""
    end = time.monotonic() + 120
    while not come_about():
        assert time.monotonic() < end, "it never comes about"
        time.sleep(0.001)


def steady(view: dict[str, Any]) -> dict[str, Any]:
    players = [{key: value for key, value in player.items() if key not in CHANGING} for player in view["players"]]
    return view | {"players": players, "seq": 0}


ASK = Pool.ask


async def thoughtless(pool: Pool, job: dict[str, Any], *given: Any, **more: Any) -> dict[str, Any]:
    """The computer does not think long, and the same every time; all other work is done as always."""
    if job["do"] != "think":
        return await ASK(pool, job, *given, **more)
    return {"answer": bastida.from_position(job["position"], players=job["players"]).options()[0].text}


@once
@pytest.mark.soak
def test_the_protocol_is_as_simple_as_its_model() -> None:
    run_state_machine_as_test(  # type: ignore[no-untyped-call]
        Protocol,
        settings=rounds(
            max_examples=400 if SOAK else 15,
            stateful_step_count=150 if SOAK else 60,
            derandomize=not SOAK,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
