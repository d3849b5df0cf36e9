"""The ledger: every point awarded, to whom, for what, with its arithmetic and its clause. Search plays without it."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from bastida.kernel.native import i64

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine


@final
class Note:
    """Why points are given: kept when values are frozen, used when they are booked."""

    def __init__(self, source: str, clause: str, finished: bool) -> None:
        self.source = source
        self.clause = clause
        self.finished = finished
        self.lines: list[tuple[str, int, int]] = []  # what, how many, points each
        self.halved = False
        self.cells: list[tuple[int, int]] = []
        self.node = -1  # of the region it is for, if it is for one

    def __reduce__(self) -> tuple[object, ...]:  # compiled classes cannot be pickled without it
        return (note_again, (self.source, self.clause, self.finished, self.lines, self.halved, self.cells, self.node))


def note_again(
    source: str,
    clause: str,
    finished: bool,
    lines: list[tuple[str, int, int]],
    halved: bool,
    cells: list[tuple[int, int]],
    node: int,
) -> Note:
    """A note that comes from another process."""
    note = Note(source, clause, finished)
    note.lines = lines
    note.halved = halved
    note.cells = cells
    note.node = node
    return note


@final
class Entry:
    """One line of the ledger."""

    def __init__(self, turn: int, seat: int, points: int, figure: int, final: bool, note: Note) -> None:
        self.turn = turn
        self.seat = seat
        self.points = points
        self.figure = figure  # which scoring figure moved
        self.final = final  # in the final scoring
        self.source = note.source
        self.clause = note.clause
        self.finished = note.finished
        self.lines = note.lines
        self.halved = note.halved
        self.cells = note.cells
        self.node = note.node
        self.standing: list[int] = []  # of the final scoring: the figures on the table before it, and
        self.totals: list[int] = []  # what the player's scoring figures have after it

    def __reduce__(self) -> tuple[object, ...]:
        note = note_again(self.source, self.clause, self.finished, self.lines, self.halved, self.cells, self.node)
        booked = (self.turn, self.seat, self.points, self.figure, self.final)
        return (entry_again, (booked, note, self.standing, self.totals))

    def arithmetic(self) -> str:
        """The sum in signs: ``3 tile x 2 + 1 pennant x 2 = 8``."""
        if not self.lines:
            return str(self.points)
        terms = " + ".join(f"{amount} {what} x {each}" for what, amount, each in self.lines)
        return f"({terms}) / 2 = {self.points}" if self.halved else f"{terms} = {self.points}"


def entry_again(booked: tuple[int, int, int, int, bool], note: Note, standing: list[int], totals: list[int]) -> Entry:
    """An entry that comes from another process."""
    turn, seat, points, figure, final = booked
    entry = Entry(turn, seat, points, figure, final, note)
    entry.standing = standing
    entry.totals = totals
    return entry


@final
class Recorder:
    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.notes: dict[int, Note] = {-1: Note("", "", True)}  # by item; -1 for the next points
        self.ending: Engine | None = None  # the table before the final scoring

    def end(self, game: Engine) -> None:
        """The final scoring begins."""
        self.ending = game.copy()

    def note(self, game: Engine, number: i64, region: i64, finished: bool) -> None:
        """Keep the bill just written for a region, under an item's number or (-1) for the next points."""
        rules, bill = game.rules, game.bill
        note = Note(bill.source or rules.segment_names[game.regions.kind(region)], bill.clause, finished)
        for line in range(bill.lines):
            if bill.amount[line] != 0:
                note.lines.append((rules.words[bill.what[line]], int(bill.amount[line]), int(bill.each[line])))
        note.halved = bill.halved
        note.cells = cells_of(game, region)
        note.node = int(region)
        self.keep(number, note)

    def keep(self, number: i64, note: Note) -> None:
        self.notes[int(number)] = note

    def remark(self, game: Engine, number: i64, source: str, clause: str, node: i64) -> None:
        """Keep a reason that is no completed region: a recall, goods, a message."""
        note = Note(source, clause, True)
        if node >= 0:
            cell = game.board.tile_cell[game.regions.slot[node]]
            note.cells = [(int(game.board.x(cell)), int(game.board.y(cell)))]
        self.keep(number, note)

    def swap_notes(self, a: i64, b: i64) -> None:
        notes = self.notes
        first, second = notes.pop(int(a), None), notes.pop(int(b), None)
        if first is not None:
            notes[int(b)] = first
        if second is not None:
            notes[int(a)] = second

    def points(self, game: Engine, seat: i64, figure: i64, points: i64, number: i64) -> None:
        note = self.notes[int(number)] if int(number) in self.notes else self.notes[-1]
        entry = Entry(int(game.turn), int(seat), int(points), int(figure), game.scoring_end(), note)
        if entry.final:
            place = game.figures.place
            entry.standing = [one for one in range(int(game.rules.figure_total)) if place[one] >= 0]
            entry.totals = [int(game.points[seat * 2]), int(game.points[seat * 2 + 1])]
        self.entries.append(entry)


def cells_of(game: Engine, region: i64) -> list[tuple[int, int]]:
    """The cells a region lies on, in the order they were laid."""
    board = game.board
    cells: list[tuple[int, int]] = []
    for slot in game.slots_of(region):
        cell = board.tile_cell[slot]
        cells.append((int(board.x(cell)), int(board.y(cell))))
    return cells
