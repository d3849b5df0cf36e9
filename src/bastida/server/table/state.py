"""A table as the sum of its events: whatever is true of it follows from applying them in order, and from nothing else.

Requests are judged by ``referee``, which proposes events and changes nothing here.
"""

# Long: every event of a table and what it changes: one sum, in one place.

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bastida.kernel.answers import Option
from bastida.kernel.codes import DEALER, OVER
from bastida.kernel.ledger import Entry
from bastida.record import from_position
from bastida.record.setups import find_setup
from bastida.rulebook import lessons
from bastida.server.runtime.store import Event, TableRow
from bastida.server.table.clocks import Clock, Pauses
from bastida.server.table.dealing import dealer_for
from bastida.server.table.keys import Keys
from bastida.table.dealer import Dealer
from bastida.table.dealer import Event as Chance
from bastida.table.game import Game
from bastida.table.setup import Setup
from bastida.table.view import game_shown

CHAT_KEPT = 200
REMARKS = 100  # lines of the log that tell of no answer: offers, undone answers ...
HERE, LINK, COMPUTER = "here", "link", "computer"
AT_ONCE, BY_HAND = "at_once", "done"  # when the next tile is drawn; else after a moment
MOMENT = 3.0  # seconds in which a turn that was played can be taken back before the next tile is drawn


@dataclass
class Seat:
    """Who plays on a seat."""

    kind: str
    level: str | None
    taken: bool
    resigned: bool = False
    stand_in: str | None = None  # the level of a computer that plays on
    member: str | None = None  # who sat down here, if it was a member
    bot: bool = False  # and whether that is a program

    @property
    def computer(self) -> str | None:
        """The level of the computer that answers for this seat now."""
        return self.level if self.kind == COMPUTER else self.stand_in


@dataclass(frozen=True)
class Expected:
    """What a computer expected of the game when it gave an answer."""

    step: int  # the answer
    margin: float  # points ahead of the best rival at the end
    chance: float  # of winning


@dataclass
class Offer:
    """Something a seat has proposed and the others have not all accepted yet."""

    number: int
    seat: int
    kind: str  # undo, end, adjourn, slow
    accepted: set[int]
    days: int = 0  # for every turn, if the offer is to go on slowly


@dataclass(frozen=True)
class Note:
    """A line of the log before it is put into words."""

    seq: int
    seat: int | None
    kind: str  # tile, figure ..., chance, score, undo, offer, resign ...
    option: Option | None = None  # what was answered
    tile: str = ""
    entry: Entry | None = None
    values: dict[str, Any] = field(default_factory=dict)
    step: int = -1  # the answer or event of chance it tells of; -1: none, it is a remark


class Noting:
    """A dealer that notes how long the ledger of a game is whenever it is asked."""

    def __init__(self, game: Game, dealer: Dealer) -> None:
        self.game, self.dealer = game, dealer
        self.booked: list[int] = []

    def choose(self, event: Chance) -> int:
        self.booked.append(len(self.game.ledger))
        return self.dealer.choose(event)


@dataclass(frozen=True)
class Played:
    """A game that has gone on, with the length of its ledger after each of its new steps."""

    game: Game
    booked: list[int]


def played_on(
    game: Game, texts: Iterable[str], dealer: Dealer, lesson: lessons.Step | None = None, waits: bool = False
) -> Played:
    """Answers and what chance deals after them, played on a copy; IllegalOption if one cannot be given.

    In a lesson the rival answers at once. One who ``waits`` draws no tile yet.
    """
    after = game.copy()
    booked = play_all(after, texts)
    if waits and to_be_done(after):
        return Played(after, booked)
    booked += _dealt(after, dealer)
    while lesson is not None and (text := lessons.reply(lesson, after)) is not None:
        booked += [*play_all(after, [text]), *_dealt(after, dealer)]
    return Played(after, booked)


def _dealt(game: Game, dealer: Dealer) -> list[int]:
    """Let chance deal; the length of the ledger after each of its steps."""
    game.dealer = noting = Noting(game, dealer)
    game.deal()
    game.dealer = None
    return [*noting.booked[1:], len(game.ledger)] if noting.booked else []


def to_be_done(game: Game) -> bool:
    """Is the next thing that happens a tile that is drawn, or the end?"""
    asked = game.decision
    return asked is None or (asked.seat is None and asked.kind == "draw")


def play_all(game: Game, texts: Iterable[str]) -> list[int]:
    """Give answers one after the other; the length of the ledger after each."""
    booked = []
    for text in texts:
        game.play(text)
        booked.append(len(game.ledger))
    return booked


class Table:
    """A table under way."""

    def __init__(self, row: TableRow, seed: str | None, pauses: Pauses) -> None:
        config = row.config
        self.id, self.created, self.config, self.duplicate = row.id, row.created, config, row.duplicate
        self.setup = setup_from(config["setup"])
        self.lesson = lessons.find(config.get("lesson", ""))
        dealer = dealer_for(self.setup, seed)
        self.dealer: Dealer = dealer if self.lesson is None else lessons.Prepared(self.lesson, dealer)
        self.game = new_game(self.setup, config.get("position", ""))
        self.seats = [
            Seat(seat["kind"], seat.get("level"), seat["kind"] != LINK, member=seat.get("member"), bot=seat.get("bot", False))
            for seat in config["seats"]
        ]
        clock = config["clock"]
        self.clock = Clock.asked(clock, len(self.seats)) if clock else None
        self.timing: dict[str, Any] | None = clock  # what was asked for, or agreed on since
        self.pauses = pauses
        self.seq = 0
        self.position_seq = 0  # of the last event that changed what is asked,
        self.position_at = row.created  # and when that was
        self.adjourned = False
        self.outcome: dict[str, Any] | None = None  # reason and winners, once it is over
        self.counted: Game | None = None  # with its final scoring, if it was ended early
        self.held: Game | None = None  # before its final scoring, while its last turn is not done
        self.unsaid: float | None = None  # since when a turn that was played is not done
        self.expects: dict[int, Expected] = {}  # by seat, if its last answer was a computer's that could tell
        self.rematch: dict[str, Any] | None = None  # the table of the next game, and who asked for it
        self.offers: dict[int, Offer] = {}
        self.keys = Keys()
        self.offered: dict[int, int] = {}  # by seat: how many offers it has made about this position
        self.taken_back: dict[int, int] = {}  # by step: how often it was taken back
        self.log: list[Note] = []
        self.remarks = 0  # how many of them tell of no answer
        self.told = len(self.game.ledger)  # lines of it that the log has told, or that were there before
        self.chat: list[dict[str, Any]] = []
        self.mutes: dict[int, set[int]] = {}
        self.named = 0  # the last event that gave or took a name
        self.laid: list[int] = [0] * self.game.engine.board.tiles  # by tile on the table: the event that laid it
        self.touched = row.created
        self.waited_for: int | None = None  # the seat that was asked after the last event,
        self.asked_since = row.created  # and since when

    def show(self, game: Game) -> None:
        """Stand where a game stands that was played elsewhere: for looking at records."""
        self.game, self.setup = game, game.setup
        self.seq = self.position_seq = len(game.steps)
        self.laid = [0] * game.engine.board.tiles
        self.told = 0
        self._tell(self.seq, 0, [0] * (len(game.steps) - 1) + [len(game.ledger)] * bool(game.steps))
        if game.over:
            self._over("finished", [game.setup.players.index(name) for name in game.winners()])

    # -- what follows --------------------------------------------------------------------------------------------------

    @property
    def status(self) -> str:
        if self.outcome is not None:
            return "over"
        if self.adjourned:
            return "adjourned"
        return "playing" if all(seat.taken for seat in self.seats) else "waiting"

    @property
    def asked(self) -> int | None:
        """The seat that must answer; None when nobody does."""
        decision = self.game.decision
        return decision.seat if decision is not None and self.outcome is None and not self.adjourned else None

    @property
    def owes(self) -> bool:
        """A turn was played, and what comes after it was not dealt yet."""
        return self.outcome is None and not self.adjourned and int(self.game.engine.asked) in (DEALER, OVER)

    @property
    def waits(self) -> int | None:
        """The seat that may take back what it has played, or say that it is done, before the next tile is drawn."""
        seat = self.game.steps[-1].seat if self.owes and self.game.steps else None
        return None if seat is None or self.seats[seat].computer is not None else seat

    @property
    def awaited(self) -> int | None:
        """The seat that everybody waits for: to answer, or to be done."""
        return self.waits if self.asked is None else self.asked

    @property
    def deals_at(self) -> float | None:
        """When the server deals what it owes; None if it owes nothing, or somebody has to say something first."""
        if not self.owes or self.unsaid is None:
            return None
        if self.waits is None:  # nobody is left who could take back
            return self.touched
        asked_back = any(offer.kind == "undo" for offer in self.offers.values())
        return None if asked_back or self.config.get("draw") == BY_HAND else self.unsaid + MOMENT

    @property
    def rests(self) -> int | None:
        """The seat whose turn is played and ends by itself in a moment: that costs it no time, unless it takes back."""
        return self.waits if self.deals_at is not None else None

    @property
    def computer(self) -> str | None:
        """The level of the computer whose turn it is."""
        return self.seats[self.asked].computer if self.asked is not None else None

    @property
    def at_zero(self) -> str:
        """What happens when a clock reaches zero."""
        return str(self.timing["at_zero"]) if self.timing is not None else "nothing"

    @property
    def slow(self) -> bool:
        """A game over days: nobody is expected to sit there."""
        return self.clock is not None and self.clock.days > 0

    @property
    def pace(self) -> str:
        """How fast the computer plays; tables of earlier versions do not say."""
        return str(self.config.get("pace", "normal"))

    @property
    def rated(self) -> bool:
        """Whether it counts for ratings, if members play; tables of earlier versions do not say, and do not."""
        return bool(self.config.get("rated", False))

    def people(self) -> list[int]:
        """Seats of people who are still playing."""
        return [number for number, seat in enumerate(self.seats) if seat.kind != COMPUTER and not seat.resigned]

    def next_due(self, thinking: float) -> float | None:
        """When the server must act: a clock falls, a tile is to be drawn, or a computer should have answered."""
        return self.touched + thinking if self.computer is not None else self.acts_at()

    def acts_at(self) -> float | None:
        """When a clock falls, or the server deals what it owes."""
        falls = self.clock.falls(self.pauses) if self.clock is not None else None
        return min((at for at in (falls, self.deals_at) if at is not None), default=None)

    def result(self) -> dict[str, Any] | None:
        """Points and winners, once the table is over."""
        if self.outcome is None:
            return None
        names, points = self.setup.players, list(self.final_scores().values())
        return {"players": list(names), "points": points, **self.outcome}

    @property
    def seen(self) -> Game:
        """The game as it is shown: one that was ended early is counted, one whose last turn is not done is not yet."""
        return self.counted or self.held or self.game

    def final_scores(self) -> dict[str, int]:
        """The points; of a game that was ended early, those it would have had in the end."""
        return self.seen.scores()

    def unheard_by(self, seats: Iterable[int], members: Collection[str]) -> set[int]:
        """Seats whose chat is not shown to whoever has these seats and does not want to hear some members."""
        muted = {muted for seat in seats for muted in self.mutes.get(seat, ())}
        if not members:
            return muted
        return muted | {number for number, seat in enumerate(self.seats) if seat.member in members and number not in seats}

    # -- events --------------------------------------------------------------------------------------------------------

    def apply(self, event: Event, played: Played | None = None) -> None:
        """Take in an event; ``played`` is the game after it, if it has been played already."""
        if event.seq != self.seq + 1:
            raise ValueError(f"table {self.id}: event {event.seq} does not follow {self.seq}")
        self.seq, self.touched = event.seq, event.at
        if event.key is not None:
            self.keys.note(event.seat, event.key, event.seq)
        if event.kind in PLAYED:
            self._play(event, played)
        else:
            APPLY[event.kind](self, event)
        if (awaited := self.awaited) != self.waited_for:
            self.waited_for, self.asked_since = awaited, event.at
        if not self.owes:
            self.unsaid = None
        elif self.unsaid is None:
            self.unsaid = event.at
        if self.clock is not None:
            if "clock" in event.body:
                self.clock.restore(event.body["clock"])
                self.clock.since = event.at
            self._run_clock(event)

    def _run_clock(self, event: Event) -> None:
        """Whose clock runs from now on."""
        assert self.clock is not None
        awaited = self.awaited if self.status == "playing" and self.computer is None and self.rests is None else None
        if awaited != self.clock.running:
            self.clock.run(awaited, event.at)

    def _moved(self, event: Event) -> None:
        """The position has changed: what was offered before lies open no longer."""
        self.position_seq, self.position_at = event.seq, event.at
        self.offers.clear()
        self.offered.clear()

    def _play(self, event: Event, played: Played | None) -> None:
        first = len(self.game.steps)
        if played is None:
            played = Played(self.game, play_all(self.game, event.body["steps"]))
        game = self.game = played.game
        self.held = game.before_end() if game.over and event.body.get("waits") else None
        if event.seat is not None and event.kind == "play":
            self._expect(event.seat, first, event.body.get("expects"))
        self._tell(event.seq, first, played.booked)
        self.laid += [event.seq] * (game.engine.board.tiles - len(self.laid))
        self._moved(event)
        if game.over and self.outcome is None and self.held is None:
            self._over("finished", [game.setup.players.index(name) for name in game.winners()])

    def _expect(self, seat: int, step: int, expects: dict[str, float] | None) -> None:
        """Keep what a computer said it expects. After an answer without a word about it, that of a computer stands."""
        if expects is not None:
            self.expects[seat] = Expected(step, expects["margin"], expects["chance"])
        elif self.seats[seat].computer is None:
            self.expects.pop(seat, None)

    def _tell(self, seq: int, first: int, booked: Sequence[int]) -> None:
        """Note what was done from a step on, and after each step what was scored."""
        steps, ledger = self.game.steps, self.seen.ledger
        for number, after in enumerate(booked, first):
            step = steps[number]
            if step.seat is not None:
                drawn = next((earlier.text for earlier in reversed(steps[:number]) if earlier.kind == "draw"), "")
                self.log.append(Note(seq, step.seat, step.kind, step.option, drawn, step=number))
            elif step.kind != "draw":
                self.log.append(Note(seq, None, "chance", step.option, values={"what": step.kind}, step=number))
            elif number > 0 and steps[number - 1].kind == "draw" and steps[number - 1].part == step.part:
                self.log.append(Note(seq, None, "unplaceable", tile=steps[number - 1].text, step=number))
            self._tell_scores(seq, number, ledger, min(after, len(ledger)))

    def _tell_scores(self, seq: int, step: int, ledger: Sequence[Entry], end: int) -> None:
        """Note what the log has not told yet of a ledger, up to a line."""
        for line in range(self.told, end):
            entry = ledger[line]
            self.log.append(Note(seq, entry.seat, "score", entry=entry, values={"line": line}, step=step))
        self.told = end

    def _undo(self, event: Event) -> None:
        to = event.body["to"]
        self.game.rewind(to)
        self.held = None
        self.taken_back[to] = self.taken_back.get(to, 0) + 1
        del self.laid[self.game.engine.board.tiles :]
        self.told = len(self.game.ledger)
        self.expects = {seat: told for seat, told in self.expects.items() if told.step < to}
        self._moved(event)
        self.log = [note for note in self.log if note.step < to]  # what was taken back is told no longer
        last = self.log[-1] if self.log else None
        times = 1
        if last is not None and last.kind == "undo" and last.seat == event.seat:
            times += self.log.pop().values["times"]
            self.remarks -= 1
        self._remark(Note(event.seq, event.seat, "undo", values={"times": times}))

    def _remark(self, note: Note) -> None:
        """A line of the log that tells of no answer. Of too many of them the older half is dropped."""
        self.log.append(note)
        self.remarks += 1
        if self.remarks > REMARKS:
            self.remarks //= 2
            old = [number for number, kept in enumerate(self.log) if kept.step < 0][: -self.remarks]
            for number in reversed(old):
                del self.log[number]

    def _take(self, event: Event) -> None:
        seat = event.body["seat"]
        self.seats[seat].taken = True
        self.seats[seat].member, self.seats[seat].bot = event.body.get("member"), event.body.get("bot", False)
        self._call(event)
        self._remark(Note(event.seq, seat, "take"))

    def _call(self, event: Event) -> None:
        """A seat has another name or colour."""
        seat = event.body["seat"]
        players, colours = list(self.setup.players), list(self.setup.colours)
        players[seat] = event.body.get("name") or players[seat]
        colours[seat] = event.body.get("colour") or colours[seat]
        self.setup = replace(self.setup, players=tuple(players), colours=tuple(colours))
        for game in (self.game, self.counted, self.held):
            if game is not None:
                game.setup = self.setup
        self.named = event.seq

    def _erase(self, event: Event) -> None:
        """Whoever played here is known no longer, nor what they said; what they played stays."""
        seat = event.body["seat"]
        self.seats[seat].member, self.seats[seat].bot = None, False
        self._call(event)
        if event.body["said"]:
            self.chat = [line for line in self.chat if line["seat"] != seat]

    def _offer(self, event: Event) -> None:
        assert event.seat is not None
        self.offered[event.seat] = self.offered.get(event.seat, 0) + 1
        kind, days = event.body["offer"], event.body.get("days", 0)
        self.offers[event.seq] = Offer(event.seq, event.seat, kind, set(event.body["accepted"]), days)
        self._remark(Note(event.seq, event.seat, "offer", values={"offer": kind, "days": days}))

    def _reply(self, event: Event) -> None:
        assert event.seat is not None
        offer = self.offers[event.body["offer"]]
        if event.body["accept"]:
            offer.accepted.add(event.seat)
        else:
            del self.offers[offer.number]
        if event.body["accept"] and event.body.get("settled"):
            del self.offers[offer.number]
        kind = "accept" if event.body["accept"] else "decline"
        self._remark(Note(event.seq, event.seat, kind, values={"offer": offer.kind, "days": offer.days}))

    def _resign(self, event: Event) -> None:
        seat, why = event.body["seat"], event.body["why"]
        self.seats[seat].resigned = True
        self.seats[seat].stand_in = event.body.get("level")
        self._moved(event)
        self._remark(Note(event.seq, seat, why))
        left = [number for number, other in enumerate(self.seats) if not other.resigned]
        if len(left) == 1:
            self._over(why, left)

    def _stand_in(self, event: Event) -> None:
        seat = event.body["seat"]
        self.seats[seat].stand_in = event.body["level"]
        self._moved(event)
        self._remark(Note(event.seq, seat, "time_computer" if event.seat is None else "stand_in"))

    def _return(self, event: Event) -> None:
        seat = event.body["seat"]
        if not self.seats[seat].resigned:
            self.seats[seat].stand_in = None
            self.expects.pop(seat, None)
        self.adjourned = False
        self._moved(event)
        self._remark(Note(event.seq, seat, "return"))

    def _adjourn(self, event: Event) -> None:
        self.adjourned = True
        self._moved(event)
        self._remark(Note(event.seq, event.seat, "adjourn"))

    def _time(self, event: Event) -> None:
        """A clock has reached zero and the game goes on: the others may claim it, or nothing happens."""
        assert self.clock is not None
        self.clock.out.add(event.body["seat"])
        self._remark(Note(event.seq, event.body["seat"], "time"))

    def _slow(self, event: Event) -> None:
        """Everybody has agreed to go on over days."""
        self.timing = {"days": event.body["days"], "increment": 0.0, "at_zero": "claim"}
        self.clock = Clock.asked(self.timing, len(self.seats))
        self._remark(Note(event.seq, event.seat, "slow", values={"days": event.body["days"]}))

    def _holiday(self, event: Event) -> None:
        """A player is away for some days, or back: a slow clock stands still for so long."""
        if self.clock is not None and self.clock.days:
            self.clock.rest(event.body["seat"], event.at, event.body["until"])

    def _end(self, event: Event) -> None:
        scores = list(self.game.projected().values())
        self._moved(event)
        self._remark(Note(event.seq, None, "agreed"))
        self._over("agreed", [seat for seat, points in enumerate(scores) if points == max(scores)])

    def _rematch(self, event: Event) -> None:
        self.rematch = {"table": event.body["table"], "seat": event.seat}
        self._remark(Note(event.seq, event.seat, "rematch"))

    def _chat(self, event: Event) -> None:
        if not event.body["text"]:  # it was erased
            return
        self.chat.append({"seq": event.seq, "seat": event.seat, "text": event.body["text"], "at": round(event.at * 1000)})
        del self.chat[:-CHAT_KEPT]

    def _mute(self, event: Event) -> None:
        assert event.seat is not None
        muted = self.mutes.setdefault(event.seat, set())
        if event.body["on"]:
            muted.add(event.body["muted"])
        else:
            muted.discard(event.body["muted"])

    def _over(self, reason: str, winners: Sequence[int]) -> None:
        self.outcome = {"reason": reason, "winners": list(winners)}
        self.held = None
        if not self.game.over:
            self.counted = self.game.ended()
        ledger = self.seen.ledger
        self._tell_scores(self.seq, len(self.game.steps), ledger, len(ledger))


PLAYED = ("start", "play", "done")  # events that hold answers, or what was dealt
APPLY: dict[str, Callable[[Table, Event], None]] = {
    "undo": Table._undo,
    "take": Table._take,
    "erase": Table._erase,
    "offer": Table._offer,
    "reply": Table._reply,
    "resign": Table._resign,
    "stand_in": Table._stand_in,
    "return": Table._return,
    "adjourn": Table._adjourn,
    "time": Table._time,
    "end": Table._end,
    "slow": Table._slow,
    "holiday": Table._holiday,
    "rematch": Table._rematch,
    "chat": Table._chat,
    "mute": Table._mute,
}


def setup_from(kept: dict[str, Any]) -> Setup:
    """The set-up a table was created with."""
    return find_setup(
        kept["family"],
        kept["edition"],
        kept["sets"],
        kept["elements"],
        kept["switches"],
        kept["colours"],
        kept["players"],
        kept["first"],
        False,
        True,
    )


def kept_setup(setup: Setup) -> dict[str, Any]:
    """A set-up as a table keeps it."""
    who = {"colours": list(setup.colours), "players": list(setup.players), "first": setup.first}
    return game_shown(setup) | who


def new_game(setup: Setup, position: str) -> Game:
    """A game at its beginning, or at a position, in which nobody deals: events hold what was dealt."""
    if not position:
        return Game(setup, None)
    return from_position(position, players=setup.players)
