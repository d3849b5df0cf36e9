"""Ratings in the database. They follow from the results in the order in which the games ended, and from nothing else.

Each scale remembers from which game on its ratings are to be made. A game that is counted sets that mark back to itself, if
it stands behind it; whoever holds the line of the scale goes on from there, some games at a time. So a game that comes late
is rated where it belongs, and making all anew is the same work from the first game on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, func, select, tuple_, update
from sqlalchemy.dialects import postgresql, sqlite

from bastida.server.club.results.families import family_of, scale_of
from bastida.server.club.results.scale import Rating, after, shown
from bastida.server.club.results.schema import games, ratings, results, scales
from bastida.server.runtime.store import Store
from bastida.table.setup import Setup

AT_ONCE = 25  # games in one transaction
GONE = "~"  # begins what an erased member is called
Key = tuple[float, str]
FIRST: Key = (0.0, "")


def wanted(connection: Connection, scale: str, at: float, table: str) -> None:
    """Ratings are to be made from this game on."""
    kind = postgresql if connection.dialect.name == "postgresql" else sqlite
    connection.execute(kind.insert(scales).values(name=scale).on_conflict_do_nothing())
    mark = _mark(connection, scale)
    if mark is None or (at, table) < mark:
        connection.execute(update(scales).where(scales.c.name == scale).values(since=at, since_id=table))


def lock_all(connection: Connection) -> None:
    """Nothing is rated until this transaction is over."""
    connection.execute(select(scales.c.name).order_by(scales.c.name).with_for_update()).all()


def of_members(connection: Connection, wanted: Sequence[tuple[str, Setup]]) -> list[int | None]:
    """The ratings of members at set-ups, as they are shown; None for whoever has none there."""
    scales_of = [scale_of(family_of(setup), bots=False) for _, setup in wanted]
    mine = ratings.c.player.in_({player for player, _ in wanted}), ratings.c.scale.in_(set(scales_of))
    known = {(row.player, row.scale): shown(row.mu) for row in connection.execute(select(ratings).where(*mine))}
    return [known.get((player, scale)) for (player, _), scale in zip(wanted, scales_of, strict=True)]


def unrated(store: Store) -> list[str]:
    """Scales on which there is something to do."""
    with store.engine.connect() as connection:
        return list(connection.scalars(select(scales.c.name).where(scales.c.since.is_not(None))))


def anew(connection: Connection) -> None:
    """All ratings are to be made from the first game on."""
    lock_all(connection)
    connection.execute(update(scales).values(since=FIRST[0], since_id=FIRST[1]))


def go_on(connection: Connection, scale: str, most: int = AT_ONCE) -> bool:
    """Inside a transaction of the writer: rate the next games of a scale; whether more are left."""
    mark = _mark(connection, scale)
    if mark is None:
        return False
    place = tuple_(games.c.at, games.c.table_id)
    wanted = select(games.c.table_id, games.c.at).where(games.c.scale == scale, place >= tuple_(*mark))
    found: list[Key] = [(row.at, row.table_id) for row in connection.execute(wanted.order_by(*place).limit(most + 1))]
    now, rest = found[:most], found[most:]
    changed = _rate(connection, scale, now)
    _now(connection, scale, changed)
    since, since_id = rest[0] if rest else (None, None)
    connection.execute(update(scales).where(scales.c.name == scale).values(since=since, since_id=since_id))
    return bool(rest)


def _mark(connection: Connection, scale: str) -> Key | None:
    """From where on there is something to do. Until the transaction is over nobody else works at this scale."""
    row = connection.execute(select(scales).where(scales.c.name == scale).with_for_update()).one_or_none()
    return None if row is None or row.since is None else (row.since, row.since_id)


def _rate(connection: Connection, scale: str, found: list[Key]) -> set[str]:
    """Rate games one after the other; the players whose ratings have changed."""
    if not found:
        return set()
    rows = connection.execute(
        select(results.c.table_id, results.c.seat, results.c.player, results.c.place)
        .where(results.c.table_id.in_([table for _, table in found]), results.c.scale == scale)
        .order_by(results.c.seat)
    ).all()
    standing: dict[str, Rating] = {}
    for player in sorted({row.player for row in rows}):
        standing[player] = _before(connection, scale, player, found[0])
    lines: list[dict[str, Any]] = []
    for _, table in found:
        sides = [row for row in rows if row.table_id == table]
        before = [standing[row.player] for row in sides]
        for row, old, new in zip(sides, before, after(before, [row.place for row in sides]), strict=True):
            standing[row.player] = new
            figures = {"mu": new.mu, "sigma": new.sigma, "mu_before": old.mu, "sigma_before": old.sigma}
            lines.append({"of_table": table, "of_seat": row.seat, **figures})
    line = results.c.table_id == bindparam("of_table"), results.c.seat == bindparam("of_seat")
    connection.execute(update(results).where(*line), lines)
    return set(standing)


def _before(connection: Connection, scale: str, player: str, key: Key) -> Rating:
    """A player's rating before a game."""
    row = connection.execute(_last(scale, player).where(tuple_(results.c.at, results.c.table_id) < tuple_(*key))).first()
    return Rating() if row is None else Rating(row.mu, row.sigma)


def _last(scale: str, player: str) -> Any:
    """A player's games on a scale, the last first."""
    mine = results.c.player == player, results.c.scale == scale, results.c.mu.is_not(None)
    order = results.c.at.desc(), results.c.table_id.desc()
    return select(results.c.mu, results.c.sigma, results.c.at).where(*mine).order_by(*order).limit(1)


def _now(connection: Connection, scale: str, players: Iterable[str]) -> None:
    """Keep the ratings of players as they are after their last game."""
    kind = postgresql if connection.dialect.name == "postgresql" else sqlite
    for player in sorted(players):
        if player.startswith(GONE):
            continue
        row = connection.execute(_last(scale, player)).one()
        mine = results.c.player == player, results.c.scale == scale, results.c.mu.is_not(None)
        number = connection.scalar(select(func.count()).select_from(results).where(*mine))
        careful = Rating(row.mu, row.sigma).careful
        values = {"mu": row.mu, "sigma": row.sigma, "careful": careful, "games": number, "at": row.at}
        put = kind.insert(ratings).values(player=player, scale=scale, **values)
        connection.execute(put.on_conflict_do_update(index_elements=["player", "scale"], set_=values))
