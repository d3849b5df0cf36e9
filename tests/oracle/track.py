"""The scoreboard kept by hand from the ledger: scoring figures, robbers, thefts, and how many messages are due."""

from __future__ import annotations

from dataclasses import dataclass, field

from bastida import Game
from bastida.kernel.ledger import Entry
from tests.seen import on_track

SPACES = 50
CLOSES = {"draw", "tile", "message", ""}  # questions at which no scoring phase is under way
BY_ITSELF = {"message", "ransom"}  # what opens a phase of its own


@dataclass
class Track:
    """Follows a game question by question; whatever the game did otherwise raises AssertionError."""

    seats: int
    first: int
    each_time: bool = False  # every advance that ends on a dark space counts (MSG-R2)
    totals: dict[tuple[int, int], int] = field(default_factory=dict)
    robbers: dict[int, int] = field(default_factory=dict)
    advances: list[tuple[int, int, int, int]] = field(default_factory=list)  # seat, figure, start, points
    thefts: list[Entry] = field(default_factory=list)
    active: int = 0
    ransom: bool = False
    entries: int = 0
    steps: int = 0
    due: int = 0  # messages that had to be drawn
    stolen: int = 0  # thefts seen
    carried: int = 0  # robbers that went along

    def follow(self, game: Game) -> None:
        """Take in what happened since the last question."""
        whole = game.setup.switches.get("ransom_half") == "whole"
        for entry in game.ledger[self.entries :]:
            if not entry.final:
                self._enter(entry, whole)
        self.entries = len(game.ledger)
        kind = game.decision.kind if game.decision else ""
        if kind in CLOSES:
            self._close()
        for step in game.steps[self.steps :]:
            if step.kind == "robber" and step.seat is not None and step.text != "pass":
                self.robbers[step.seat] = int(step.text.removeprefix("space "))
        self.steps = len(game.steps)
        if kind in ("draw", "tile"):
            self._compare(game)

    def _enter(self, entry: Entry, whole_ransom: bool) -> None:
        if entry.source == "robber":
            self.thefts.append(entry)
            return
        if self.thefts or entry.source in BY_ITSELF:
            self._close()
        self.active = (self.first + entry.turn - 1) % self.seats
        self.ransom = entry.source == "ransom"
        start = self.totals.get((entry.seat, entry.figure), 0)
        self.totals[entry.seat, entry.figure] = start + entry.points
        if entry.points > 0 and not (self.ransom and whole_ransom):  # nobody steals of it (TOWER-R22)
            self.advances.append((entry.seat, entry.figure, start, entry.points))

    def _close(self) -> None:
        """A scoring phase is over: the thefts must be those that its advances call for (ROBBER-20 to ROBBER-31)."""
        notes = {
            owner: {(points + 1) // 2 for seat, _, start, points in self.advances if seat != owner and start % SPACES == space}
            for owner, space in self.robbers.items()
        }
        clockwise = [(self.active + step) % self.seats for step in range(self.seats)]
        waiting = [seat for seat in clockwise if notes.get(seat)]
        assert [theft.seat for theft in self.thefts] == waiting, f"{waiting} steal, not {self.thefts}"
        moved = {(seat, figure) for seat, figure, _, _ in self.advances}
        ends = {(seat, start + points) for seat, _, start, points in self.advances}
        for theft in self.thefts:
            assert theft.points in notes[theft.seat], f"{theft.points} of {notes[theft.seat]}"
            start = self.totals.get((theft.seat, theft.figure), 0)
            self.totals[theft.seat, theft.figure] = start + theft.points
            moved.add((theft.seat, theft.figure))
            ends.add((theft.seat, start + theft.points))
            for owner, space in self.robbers.items():
                if space == start % SPACES and owner not in waiting:
                    self.robbers[owner] = (start + theft.points) % SPACES
                    self.carried += 1
            waiting.remove(theft.seat)
            del self.robbers[theft.seat]
            self.stolen += 1
        if not self.each_time:
            ends = {(seat, self.totals[seat, figure]) for seat, figure in moved}
        if not self.ransom and any(seat == self.active and total % 5 == 0 for seat, total in ends):
            self.due += 1
        self.advances, self.thefts, self.ransom = [], [], False

    def _compare(self, game: Game) -> None:
        view = game.view()
        for seat, player in enumerate(view["players"]):
            for figure, one in enumerate(player["track"]):
                assert one["space"] + SPACES * one["laps"] == self.totals.get((seat, figure), 0)
        if "robbers" in game.setup.elements:
            assert on_track(view, "robber") == self.robbers
        if "messages" in game.setup.elements:
            assert sum(step.kind == "message" for step in game.steps) == self.due
