"""A table as simply as it can be said: who may do what, and what follows. Written apart from the server, to hold it against.

The model knows no dealing and no rules: it replays the answers it has seen accepted with the public library. Of a request
it tells *all* reasons to refuse it; the server may give any of them, and if there is none it must accept.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from bastida import Game

COLOURS = ["red", "blue", "yellow"]  # as they come
PATIENCE = 1_000.0  # seconds after which somebody is away


@dataclass
class Seat:
    kind: str
    name: str
    colour: str
    taken: bool
    resigned: bool = False
    stand_in: bool = False
    tokens: set[str] = field(default_factory=set)  # that are good now
    used: set[str] = field(default_factory=set)  # links that somebody has sat down with
    left: float = 0.0  # when it was last there
    clock: float = 0.0  # seconds it has used

    @property
    def computer(self) -> bool:
        return self.kind == "computer" or self.stand_in


@dataclass
class Offer:
    seat: int
    kind: str
    accepted: set[int]


class Model:
    """What is true of a table."""

    def __init__(self, kinds: list[str], undo: str, game: Game, waiting: bool = False) -> None:
        self.seats = [Seat(kind, f"P{number}", COLOURS[number], kind != "link") for number, kind in enumerate(kinds)]
        self.undo_mode, self.game = undo, game
        self.waiting = waiting and undo != "off"  # people say when their turn is done
        self.seq = self.position_seq = 1
        self.adjourned = self.over = False
        self.answers: list[tuple[int, str]] = []
        self.offers: dict[int, Offer] = {}
        self.offered: dict[int, int] = {}
        self.taken_back: dict[int, int] = {}
        self.keys: dict[tuple[int, str], int] = {}
        self.mutes: dict[int, set[int]] = {number: set() for number in range(len(kinds))}
        self.holds: dict[str, set[int]] = {}  # by browser
        self.watches: set[str] = set()
        self.listens: dict[str, frozenset[int]] = {}  # open streams, by whoever has one
        self.now = 0.0
        self.asked_since = 0.0

    # -- what follows --------------------------------------------------------------------------------------------------

    @property
    def status(self) -> str:
        if self.over:
            return "over"
        if self.adjourned:
            return "adjourned"
        return "playing" if all(seat.taken for seat in self.seats) else "waiting"

    @property
    def asked(self) -> int | None:
        decision = self.game.decision
        return None if decision is None or self.over or self.adjourned else decision.seat

    @property
    def owes(self) -> bool:
        """Something is to be dealt, or the game to be counted."""
        decision = self.game.decision
        return self.waiting and not self.over and not self.adjourned and (decision is None or decision.seat is None)

    @property
    def waits(self) -> int | None:
        """Who has to say that the turn is done: a person, who gave the last answer."""
        seat = self.game.steps[-1].seat if self.owes else None
        return None if seat is None or self.seats[seat].computer else seat

    @property
    def awaited(self) -> int | None:
        return self.waits if self.asked is None else self.asked

    @property
    def people(self) -> set[int]:
        return {number for number, seat in enumerate(self.seats) if seat.kind != "computer" and not seat.resigned}

    def undoable(self) -> int | None:
        """Who may take back: whoever did the last thing at all, if it was a person's answer."""
        steps = self.game.steps
        seat = steps[-1].seat if steps else None
        closed = self.over or self.adjourned or self.undo_mode == "off"
        return None if closed or seat is None or seat not in self.people else seat

    def seats_of(self, who: str) -> set[int]:
        """A browser is called b..., everything else is a token."""
        if who.startswith("b:"):
            return self.holds.get(who, set())
        return {number for number, seat in enumerate(self.seats) if who in seat.tokens}

    def muted(self, who: str) -> set[int]:
        return {muted for seat in self.seats_of(who) for muted in self.mutes[seat]}

    def here(self, seat: int) -> bool:
        return any(seat in seats for seats in self.listens.values())

    # -- reasons to refuse ---------------------------------------------------------------------------------------------

    def strangers(self, who: str, seat: int | None = None) -> set[str]:
        """Why somebody may not even ask, for a seat or just to look."""
        mine = self.seats_of(who)
        if not mine and who not in self.watches:
            return {"no_seat"}
        if seat is None or seat in mine:
            return set()
        return {"wrong_seat"} if mine else {"watching"}

    def closed(self) -> set[str]:
        return {"over"} if self.over else {"adjourned"} if self.adjourned else set()

    def gone(self, seat: int) -> set[str]:
        return {"resigned"} if self.seats[seat].resigned else set()

    def old(self, seen: int) -> set[str]:
        return set() if self.position_seq <= seen <= self.seq else {"stale"}

    def no_answer(self, seat: int, seen: int, text: str) -> set[str]:
        reasons = self.closed() | self.gone(seat) | self.old(seen)
        if self.asked != seat:
            return reasons | {"not_asked"}
        return reasons if text in {str(option) for option in self.game.options()} else reasons | {"illegal"}

    def not_done(self, seat: int, seen: int) -> set[str]:
        return self.closed() | self.gone(seat) | self.old(seen) | (set() if self.waits == seat else {"not_waiting"})

    def no_undo(self, seat: int) -> set[str]:
        reasons = {"undo_off"} if self.undo_mode == "off" else set()
        if self.undoable() != seat:
            return reasons | {"nothing_to_undo"}
        return reasons | ({"too_often"} if self.taken_back.get(len(self.game.steps) - 1, 0) >= 30 else set())

    def no_offer(self, seat: int, seen: int, kind: str) -> set[str]:
        reasons = self.closed() | self.gone(seat) | self.old(seen)
        if kind == "undo":
            reasons |= self.no_undo(seat)
        if any((offer.seat, offer.kind) == (seat, kind) for offer in self.offers.values()):
            reasons.add("offer_open")
        return reasons | ({"too_often"} if self.offered.get(seat, 0) >= 5 else set())

    def no_reply(self, seat: int, number: int, accept: bool) -> set[str]:
        reasons = self.closed() | self.gone(seat)
        if number not in self.offers:
            return reasons | {"no_offer"}
        return reasons | ({"own_offer"} if accept and self.offers[number].seat == seat else set())

    def no_stand_in(self, by: int, seat: int, how: str) -> set[str]:
        reasons = ({"over"} if self.over else set()) | self.gone(by)
        if how == "return":
            return reasons | (set() if self.seats[seat].stand_in or self.adjourned else {"not_away"})
        reasons |= self.closed()
        if seat == by or self.seats[seat].kind == "computer" or self.seats[seat].resigned:
            reasons.add("wrong_seat")
        away = not self.here(seat) and self.now - max(self.seats[seat].left, self.asked_since) >= PATIENCE
        return reasons | (set() if away and self.awaited == seat else {"not_away"})

    # -- what is done --------------------------------------------------------------------------------------------------

    def event(self) -> int:
        self.seq += 1
        return self.seq

    def moved(self) -> None:
        self.position_seq = self.seq
        self.offers.clear()
        self.offered.clear()

    def back(self, seat: int) -> None:
        """Whoever acts for a seat that a computer plays has come back."""
        if self.seats[seat].stand_in:
            self.event()
            self.seats[seat].stand_in = False
            self.moved()

    def answer(self, seat: int, text: str) -> None:
        """The game itself is read again afterwards: see ``seen``."""
        self.event()
        self.answers.append((seat, text))
        self.moved()

    def done(self) -> None:
        self.event()
        self.moved()

    def undo(self) -> None:
        self.event()
        target = len(self.game.steps) - 1
        self.taken_back[target] = self.taken_back.get(target, 0) + 1
        self.answers.pop()
        self.moved()

    def offer(self, seat: int, kind: str, agreed: set[int]) -> None:
        number = self.event()
        self.offered[seat] = self.offered.get(seat, 0) + 1
        self.offers[number] = Offer(seat, kind, {seat} | agreed)
        self.settle(number)

    def reply(self, seat: int, number: int, accept: bool) -> None:
        if not accept:
            self.event()
            del self.offers[number]
        elif seat not in self.offers[number].accepted:
            self.event()
            self.offers[number].accepted.add(seat)
            self.settle(number)

    def settle(self, number: int) -> None:
        offer = self.offers[number]
        if not self.people <= offer.accepted:
            return
        if offer.kind == "undo":
            self.undo()
        else:
            self.event()
            self.over = self.over or offer.kind == "end"
            self.adjourned = offer.kind == "adjourn"
            self.moved()

    def resign(self, seat: int) -> None:
        self.event()
        self.seats[seat].resigned = self.seats[seat].stand_in = True
        self.over = self.over or sum(not other.resigned for other in self.seats) == 1
        self.moved()

    def stand_in(self, seat: int, how: str) -> None:
        if how == "claim":
            self.resign(seat)
            return
        self.event()
        if how == "return":
            self.adjourned = False
            self.seats[seat].stand_in = self.seats[seat].resigned
        elif how == "computer":
            self.seats[seat].stand_in = True
        else:
            self.adjourned = True
        self.moved()

    def mute(self, seat: int, muted: int, on: bool) -> None:
        self.event()
        if (muted in self.mutes[seat]) != on:
            self.mutes[seat] ^= {muted}

    def take(self, seat: int, name: str | None, colour: str | None) -> None:
        if not self.seats[seat].taken:
            self.event()
            self.seats[seat].taken = True
            self.seats[seat].name = name or self.seats[seat].name
            self.seats[seat].colour = colour or self.seats[seat].colour

    def seen(self, game: Game) -> None:
        """The game as the server has it: the accepted answers, then those of computers, and what was dealt."""
        answers = [(step.seat, step.text) for step in game.steps if step.seat is not None]
        before = len(self.answers)
        assert answers[:before] == self.answers, (answers, self.answers)
        if self.owes and self.waits is None:  # whoever could have said it plays no more: the server goes on by itself
            self.done()
        for seat, text in answers[before:]:
            assert self.seats[seat].computer
            self.answer(seat, text)
        waited = self.awaited
        self.game = game
        self.over = self.over or (game.over and self.waits is None)
        if self.awaited != waited:
            self.asked_since = self.now
