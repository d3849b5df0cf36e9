"""What a request may do at a table. Every function looks at the table and proposes events, or refuses with a Problem.

Nothing is changed here: ``live`` makes proposals come true.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bastida.players.registry import usual_level
from bastida.server.http.problems import Problem
from bastida.server.table.clocks import Clock
from bastida.server.table.naming import readable
from bastida.server.table.state import AT_ONCE, COMPUTER, Offer, Played, Table, played_on, to_be_done
from bastida.table.game import IllegalOption

TEXT_MOST = 200  # characters of an answer
CHAT_MOST = 500
NAME_MOST = 40
UNDO_MOST = 30  # times one answer may be taken back
OFFERS_MOST = 5  # of a seat about one position
EVENTS_MOST = 10_000  # of a table, far more than a game has: then it only goes on to its end


@dataclass(frozen=True)
class Thinking:
    """What a computer's answer took, in seconds, and what it expects: points ahead at the end, and the chance of winning."""

    seconds: float = 0.0
    margin: float | None = None
    chance: float | None = None

    def expects(self) -> dict[str, float]:
        """What is kept of it; nothing where the player cannot tell."""
        if self.margin is None or self.chance is None:
            return {}
        return {"margin": round(self.margin, 1), "chance": round(min(1.0, max(0.0, self.chance)), 3)}


@dataclass(frozen=True)
class Proposal:
    """An event that has no number yet."""

    kind: str
    seat: int | None = None
    body: dict[str, Any] = field(default_factory=dict)
    played: Played | None = None  # the game after it, so that nobody plays it again


def check_running(table: Table) -> None:
    """Nothing more happens at a table that is over or adjourned."""
    if table.outcome is not None:
        raise Problem("over")
    if table.adjourned:
        raise Problem("adjourned")


def check_playing(table: Table, seat: int) -> None:
    """Whoever has given up has no more say in the game."""
    if table.seats[seat].resigned:
        raise Problem("resigned")


def check_short(table: Table) -> None:
    """A table that has gone on for ever still takes answers, and everything that ends it, but no more than that."""
    if table.seq >= EVENTS_MOST:
        raise Problem("too_long")


def check_fresh(table: Table, seen: int) -> None:
    """A request must have seen the present position. Chat and offers do not make it old."""
    if not table.position_seq <= seen <= table.seq:
        raise Problem("stale", seen=seen, seq=table.seq)


def answer(table: Table, seat: int, seen: int, text: str, now: float) -> list[Proposal]:
    """An answer to the question that is asked, with what chance deals after it."""
    check_running(table)
    check_playing(table, seat)
    check_fresh(table, seen)
    if table.asked != seat:
        asked = table.awaited
        raise Problem("not_asked", player=table.setup.players[asked] if asked is not None else "")
    return [*_back(table, seat), play(table, seat, text, now, waits=waits_after(table))]


def _back(table: Table, seat: int) -> list[Proposal]:
    """Whoever acts for a seat that a computer plays has come back."""
    return [Proposal("return", seat, {"seat": seat})] if table.seats[seat].stand_in else []


def waits_after(table: Table) -> bool:
    """Does a person's turn wait, so that it can be taken back, before the next tile is drawn?"""
    return bool(table.config.get("draw", AT_ONCE) != AT_ONCE and table.config["undo"] != "off")


def play(table: Table, seat: int, text: str, now: float, waits: bool = False, thinking: Thinking | None = None) -> Proposal:
    """The event of an answer, whoever gives it. If it ends a turn that ``waits``, what comes next is not dealt with it."""
    before = table.game
    try:
        played = played_on(before, [text[:TEXT_MOST]], table.dealer, table.lesson, waits)
    except IllegalOption as error:
        raise Problem.illegal(error, table.setup) from None
    game = played.game
    waits = waits and len(game.steps) == len(before.steps) + 1 and to_be_done(game)
    body: dict[str, Any] = {"steps": [step.text for step in game.steps[len(before.steps) :]]}
    if waits:
        body["waits"] = True
    if table.clock is not None:
        over = not waits and (game.over or game.turn != before.turn)
        clock = table.clock.stopped(now, table.pauses, over)
        if thinking is not None and table.seats[seat].kind == COMPUTER:
            clock.charge(seat, thinking.seconds, over)
        body["clock"] = clock.kept()
    if thinking is not None and (expects := thinking.expects()):
        body["expects"] = expects
    return Proposal("play", seat, body, played)


def done(table: Table, seat: int, seen: int, now: float) -> list[Proposal]:
    """Say that one's turn is done: the next tile is drawn, or the game is counted."""
    check_running(table)
    check_playing(table, seat)
    check_fresh(table, seen)
    if table.waits != seat:
        raise Problem("not_waiting")
    return [dealt(table, seat, now)]


def dealt(table: Table, seat: int | None, now: float) -> Proposal:
    """What comes after a turn that has waited, because somebody said so or (None) because its time was up."""
    before = table.game
    played = played_on(before, [], table.dealer)
    body: dict[str, Any] = {"steps": [step.text for step in played.game.steps[len(before.steps) :]]}
    if table.clock is not None:
        over = before.over or before.turn != before.steps[-1].turn
        clock = table.clock.stopped(now, table.pauses, over, answered=seat is not None)
        if over and table.rests is not None and table.rests not in clock.out:
            clock.ms[table.rests] = clock.renewed(clock.ms[table.rests])
        body["clock"] = clock.kept()
    return Proposal("done", seat, body, played)


def may_undo(table: Table) -> int | None:
    """The seat that may take back an answer: its own, if neither chance nor anybody else came after it."""
    steps = table.game.steps
    closed = table.outcome is not None or table.adjourned or table.config["undo"] == "off"
    seat = None if closed or len(steps) <= first_steps(table) else steps[-1].seat
    return None if seat is None or table.seats[seat].kind == COMPUTER or table.seats[seat].resigned else seat


def undo_target(table: Table, seat: int) -> int:
    """To how many steps a seat may go back."""
    if may_undo(table) != seat:
        raise Problem("nothing_to_undo")
    target = len(table.game.steps) - 1
    if table.taken_back.get(target, 0) >= UNDO_MOST:
        raise Problem("too_often")
    return target


def first_steps(table: Table) -> int:
    """Steps that came with the table (of a record that is continued) are not taken back."""
    return int(table.config.get("first_steps", 0))


def undo(table: Table, seat: int, seen: int, now: float) -> list[Proposal]:
    """Take back, at once or when the others have agreed."""
    check_running(table)
    check_playing(table, seat)
    check_fresh(table, seen)
    check_short(table)
    mode = table.config["undo"]
    if mode == "off":
        raise Problem("undo_off")
    target = undo_target(table, seat)
    if mode == "ask":
        return offer(table, seat, seen, "undo", now)
    return [*_back(table, seat), undone(table, seat, target, now)]


def undone(table: Table, seat: int, target: int, now: float) -> Proposal:
    """Taken back: whoever goes on thinking has thought meanwhile, too."""
    body = stopped(table, now)
    if body and table.rests is not None and table.unsaid is not None:
        ms = body["clock"]["ms"]
        ms[table.rests] = max(0, ms[table.rests] - max(0, round((now - table.unsaid) * 1000)))
    return Proposal("undo", seat, {"to": target, **body})


def stopped(table: Table, now: float) -> dict[str, Any]:
    """What an event keeps of the clocks when nobody has answered."""
    clock: Clock | None = table.clock
    return {} if clock is None else {"clock": clock.stopped(now, table.pauses, False, answered=False).kept()}


def offer(
    table: Table, seat: int, seen: int, kind: str, now: float, agreed: Sequence[int] = (), days: int = 0
) -> list[Proposal]:
    """Propose to take back, to end, to adjourn or to go on over days; the computer and whoever sits beside agree at once."""
    check_running(table)
    check_playing(table, seat)
    check_fresh(table, seen)
    if kind != "end":
        check_short(table)
    if kind == "undo":
        if table.config["undo"] == "off":
            raise Problem("undo_off")
        undo_target(table, seat)
    if "tournament" in table.config and (kind == "slow" or (kind == "adjourn" and table.slow)):
        raise Problem("tournament_pace")
    if any(one.seat == seat and one.kind == kind for one in table.offers.values()):
        raise Problem("offer_open")
    if table.offered.get(seat, 0) >= OFFERS_MOST:
        raise Problem("too_often")
    accepted = {seat, *agreed}
    slow = {"days": days} if kind == "slow" else {}
    made = Proposal("offer", seat, {"offer": kind, "accepted": sorted(accepted), **slow})
    if set(table.people()) <= accepted:
        return [made, *settled(table, Offer(0, seat, kind, accepted, days), now)]
    return [made]


def reply(table: Table, seat: int, number: int, accept: bool, now: float) -> list[Proposal]:
    """Agree to an offer, or not; the last one who agrees settles it."""
    check_running(table)
    check_playing(table, seat)
    found = table.offers.get(number)
    if found is None:
        raise Problem("no_offer")
    if seat == found.seat and accept:
        raise Problem("own_offer")
    if accept and seat in found.accepted:
        return []  # said already
    everybody = set(table.people()) <= found.accepted | {seat}
    said = Proposal("reply", seat, {"offer": number, "accept": accept, "settled": accept and everybody})
    return [said, *settled(table, found, now)] if accept and everybody else [said]


def settled(table: Table, found: Offer, now: float) -> list[Proposal]:
    """What an offer that everybody accepts leads to."""
    if found.kind == "undo":
        return [undone(table, found.seat, undo_target(table, found.seat), now)]
    if found.kind == "end":
        return [Proposal("end", found.seat, stopped(table, now))]
    if found.kind == "slow":
        return [Proposal("slow", found.seat, {"days": found.days})]
    return [Proposal("adjourn", found.seat, stopped(table, now))]


def resign(table: Table, seat: int, now: float) -> list[Proposal]:
    """Give up. With more than two players a computer plays the seat to the end."""
    if table.outcome is not None:
        raise Problem("over")
    check_playing(table, seat)
    return [gone(table, seat, "resign", now)]


def gone(table: Table, seat: int, why: str, now: float) -> Proposal:
    return Proposal("resign", seat, {"seat": seat, "why": why, "level": usual_level(), **stopped(table, now)})


def stand_in(table: Table, by: int, seat: int, how: str, away: float | None, patience: float, now: float) -> list[Proposal]:
    """Go on without somebody who is away (since so many seconds; None: is here), or come back."""
    if table.outcome is not None:
        raise Problem("over")
    check_playing(table, by)
    if how == "return":
        if seat != by:
            raise Problem("wrong_seat")
        if table.seats[seat].stand_in is None and not table.adjourned:
            raise Problem("not_away", seconds=0)
        return [Proposal("return", by, {"seat": seat})]
    check_running(table)
    if how != "claim":
        check_short(table)
    if seat == by or table.seats[seat].kind == COMPUTER or table.seats[seat].resigned:
        raise Problem("wrong_seat")
    if waits_for(table, seat, away, patience) != 0.0:
        waits = 0.0 if away is None else max(0.0, patience - away)
        raise Problem("not_away", seconds=round(waits), retry=waits)
    if how == "claim":
        return [gone(table, seat, "claim", now)]
    if how == "computer":
        return [Proposal("stand_in", by, {"seat": seat, "level": usual_level(), **stopped(table, now)})]
    return [Proposal("adjourn", by, stopped(table, now))]


def waits_for(table: Table, seat: int, away: float | None, patience: float) -> float | None:
    """In how many seconds the others may go on without a seat that is away (as for ``stand_in``); None: they may not."""
    if table.outcome is not None or table.adjourned or table.seats[seat].kind == COMPUTER or table.seats[seat].resigned:
        return None
    if table.clock is not None and seat in table.clock.out and table.at_zero == "claim":
        return 0.0
    if table.slow:  # nobody has to sit there
        return None
    return None if table.awaited != seat or away is None else max(0.0, patience - away)


def time_is_up(table: Table, now: float) -> list[Proposal]:
    """What happens when the running clock has reached zero, or a turn has waited long enough; else nothing."""
    clock = table.clock
    falls = clock.falls(table.pauses) if clock is not None else None
    if (deals := table.deals_at) is not None and deals <= min(now, falls if falls is not None else now):
        return [dealt(table, None, now)]
    if clock is None or clock.running is None or falls is None or falls > now:
        return []
    seat, at_zero = clock.running, table.at_zero
    if at_zero == "lose":
        return [gone(table, seat, "time_lost", now)]
    if at_zero == "computer":
        return [Proposal("stand_in", None, {"seat": seat, "level": usual_level(), **stopped(table, now)})]
    return [Proposal("time", None, {"seat": seat})]


def take(
    table: Table, seat: int, name: str | None, colour: str | None = None, member: Mapping[str, Any] | None = None
) -> list[Proposal]:
    """Sit down for the first time, under one's own name and in a colour of one's choice if one gives them."""
    if table.seats[seat].taken:
        return []
    if name:
        name = readable(name)
        if not 0 < len(name) <= NAME_MOST:
            raise Problem("bad_request", reason="name")
        if name in [other for number, other in enumerate(table.setup.players) if number != seat]:
            raise Problem("name_taken", name=name)
    if colour and colour not in free_colours(table, seat):
        raise Problem("colour_taken")
    return [Proposal("take", seat, {"seat": seat, "name": name, **({"colour": colour} if colour else {}), **(member or {})})]


def free_colours(table: Table, seat: int) -> list[str]:
    """The colours that whoever sits down may have: that of the seat, and those nobody has."""
    setup = table.setup
    theirs = [colour for number, colour in enumerate(setup.colours) if number != seat]
    own = setup.colours[seat]
    return list(dict.fromkeys([own, *(one for one in setup.games.colours_of(setup.box, setup.elements) if one not in theirs)]))


def rematch(table: Table, seat: int, new: str) -> list[Proposal]:
    """Play again, at a new table. There is one rematch of a game: whoever comes later sits down there."""
    check_rematch(table)
    if table.rematch is not None:
        raise Problem("rematch_made")
    return [Proposal("rematch", seat, {"table": new})]


def check_rematch(table: Table) -> None:
    """A game that is over may be played again; a lesson is no game."""
    if table.outcome is None:
        raise Problem("not_over")
    if table.lesson is not None:
        raise Problem("no_rematch")


def chat(table: Table, seat: int, text: str) -> list[Proposal]:
    """Say something."""
    check_short(table)
    said = readable(text[:CHAT_MOST])
    if not said:
        raise Problem("bad_request", reason="text")
    return [Proposal("chat", seat, {"text": said})]


def mute(table: Table, seat: int, muted: int, on: bool) -> list[Proposal]:
    """Stop, or start again, listening to somebody."""
    if not 0 <= muted < len(table.seats) or muted == seat:
        raise Problem("bad_request", reason="muted_seat")
    check_short(table)
    return [Proposal("mute", seat, {"muted": muted, "on": on})]


def holiday(table: Table, seat: int, until: float) -> list[Proposal]:
    """The clock of a slow game stands still for a player who is away until then, or runs again from now on."""
    clock = table.clock
    if table.outcome is not None or clock is None or not clock.days or table.seats[seat].resigned:
        return []
    if (taken := clock.holidays.get(seat)) and taken[-1][1] == until:
        return []  # said already
    return [Proposal("holiday", seat, {"seat": seat, "until": until})]
