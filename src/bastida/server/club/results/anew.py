"""Results, ratings and what the club remembers, made anew from the tables that are over; a server may be running meanwhile.

What came of each game is read from its table again: points and places are put right, a table that could not be counted is
counted now. Who sat there stays as it was kept, for whoever was erased since is named by no table any more; so do games
whose table is gone. Ratings and bests then follow from the results. Done twice, the same comes out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import Connection, delete, func, or_, select, tuple_, update

from bastida.server.club.results import bests, counting, rating
from bastida.server.club.results.ended import Ended
from bastida.server.club.results.results import UNREADABLE
from bastida.server.club.results.schema import bests as remembered
from bastida.server.club.results.schema import games, results
from bastida.server.runtime.schema import duplicates, tables
from bastida.server.runtime.store import Store

AT_ONCE = 50  # tables or games of one transaction
TABLES, RATED, BESTS = "tables", "rated", "remembered"  # what there is to do, as whoever looks on is told
Key = tuple[float, str]
Step = Callable[[str, int], None]
T = TypeVar("T")


@dataclass
class Anew:
    """What was done."""

    tables: int = 0  # that are over
    counted: int = 0  # of them, games that were missing
    corrected: int = 0  # games with other points or places than their table says
    unreadable: int = 0  # tables nothing can be read from
    rated: int = 0  # games
    remembered: int = 0  # games that were gone through for the greatest of their kind


def recompute(store: Store, now: float, step: Step = lambda name, number: None) -> Anew:
    """Make everything anew, some tables or games at a time."""
    done = Anew()
    for name in _over(store):
        _take(store, name, now, done)
        step(TABLES, 1)
    _write(store, rating.anew)
    for scale in rating.unrated(store):
        while _write(store, lambda connection: rating.go_on(connection, scale, AT_ONCE)):  # noqa: B023 - done at once
            step(RATED, AT_ONCE)
    with store.engine.connect() as connection:
        done.rated = connection.scalar(select(func.count()).where(games.c.scale.is_not(None))) or 0
    _write(store, lambda connection: connection.execute(delete(remembered)))
    for some in _games(store):
        _write(store, lambda connection: _remember(connection, some))  # noqa: B023 - done at once
        done.remembered += len(some)
        step(BESTS, len(some))
    return done


def _write(store: Store, work: Callable[[Connection], T]) -> T:
    with store.engine.execution_options(writes=True).begin() as connection:
        return work(connection)


def _over(store: Store) -> Iterator[str]:
    """The tables that are over and may be counted."""
    closed = select(duplicates.c.code).where(duplicates.c.closed)
    wanted = (
        select(tables.c.id)
        .where(tables.c.status == "over", tables.c.fault.is_(None))
        .where(or_(tables.c.duplicate.is_(None), tables.c.duplicate.in_(closed)))
        .order_by(tables.c.id)
        .limit(AT_ONCE)
    )
    last = ""
    while True:
        with store.engine.connect() as connection:
            names = list(connection.scalars(wanted.where(tables.c.id > last)))
        yield from names
        if len(names) < AT_ONCE:
            return
        last = names[-1]


def _take(store: Store, name: str, now: float, done: Anew) -> None:
    """Read what came of a table again."""
    done.tables += 1
    try:
        told = counting.read(store, name)
        if told is None:
            raise ValueError(name)
        counted, corrected = _write(store, lambda connection: _put_right(connection, told, now))
    except UNREADABLE:
        done.unreadable += 1
    else:
        done.counted += counted
        done.corrected += corrected


def _put_right(connection: Connection, told: Ended, now: float) -> tuple[bool, bool]:
    """Whether a game was missing, and whether what is kept of it was otherwise."""
    wanted = select(results.c.seat, results.c.place, results.c.points).where(results.c.table_id == told.table)
    kept = [(row.seat, row.place, row.points) for row in connection.execute(wanted.order_by(results.c.seat))]
    if not kept:
        connection.execute(update(tables).where(tables.c.id == told.table).values(counted=False))
        return counting.count(connection, told, now), False
    right = [(seat, place, points) for seat, (place, points) in enumerate(zip(told.places(), told.points, strict=True))]
    if kept == right:
        return False, False
    if len(kept) != len(right):
        raise ValueError(told.table)
    for seat, place, points in right:
        mine = results.c.table_id == told.table, results.c.seat == seat
        connection.execute(update(results).where(*mine).values(place=place, points=points))
    return False, True


def _games(store: Store) -> Iterator[Sequence[Key]]:
    """All games in the order in which they ended, some at a time."""
    place, key = tuple_(games.c.at, games.c.table_id), rating.FIRST
    while True:
        wanted = select(games.c.at, games.c.table_id).where(place > tuple_(*key)).order_by(*place).limit(AT_ONCE)
        with store.engine.connect() as connection:
            found = [(row.at, row.table_id) for row in connection.execute(wanted)]
        if not found:
            return
        yield found
        key = found[-1]


def _remember(connection: Connection, names: Sequence[Key]) -> None:
    for _, table in names:
        bests.take_all(connection, table)
