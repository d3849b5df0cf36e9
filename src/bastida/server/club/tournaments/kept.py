"""Tournaments in the database. Functions that write work inside a transaction of the writer, under the tournament's lock."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from bastida.server.club.members.schema import members
from bastida.server.club.tournaments.pairing import NOBODY, Pair
from bastida.server.club.tournaments.schema import entries, matches, rounds, tournaments
from bastida.server.club.tournaments.standings import Match, Score
from bastida.server.runtime.schema import duplicates, tables

ENTRY, RUNNING, OVER, CANCELLED = "entry", "running", "over", "cancelled"
NONE, FIRST, SECOND, BOTH, NOT_PLAYED = "", "first", "second", "both", "none"
ON_TIME = "time_lost"
ENDED_EARLY = ("resign", "claim", ON_TIME)  # somebody has lost without playing to the end


class Stale(Exception):
    """The tournament is not as it was when this was decided."""


@dataclass(frozen=True)
class Entry:
    """Somebody who plays: a member, or a computer."""

    number: int
    member: str | None
    level: str | None
    name: str
    here: bool
    joined: int
    seed: int
    bot: bool = False
    colour: str | None = None

    @property
    def computer(self) -> bool:
        return self.level is not None


@dataclass(frozen=True)
class At:
    """A table of a match as its line in the database stands."""

    table: str
    created: float
    status: str
    result: dict[str, Any] | None
    faulty: bool
    awaits: int | None = None  # in a game over days, the seat it waits for

    @property
    def over(self) -> bool:
        return self.status == "over"


@dataclass(frozen=True)
class Paired:
    """A match of a round."""

    round: int
    board: int
    first: int
    second: int
    forfeit: str
    tables: tuple[str | None, ...]  # one for each game
    scores: tuple[Score | None, ...] | None  # once the round is over

    @property
    def bye(self) -> bool:
        return NOBODY in (self.first, self.second)

    @property
    def lost_by(self) -> tuple[int, ...]:
        """Who has forfeited it."""
        return {FIRST: (self.first,), SECOND: (self.second,), BOTH: (self.first, self.second)}.get(self.forfeit, ())

    def seats(self, game: int) -> tuple[int, int]:
        """Who sits where: in the return game the other way round."""
        return (self.first, self.second) if game == 0 else (self.second, self.first)

    def match(self, scores: Sequence[Score | None]) -> Match:
        """What standings are made of."""
        return Match(self.first, self.second, () if self.forfeit == NOT_PLAYED else tuple(scores), self.lost_by)


@dataclass(frozen=True)
class Round:
    number: int
    began: float
    ended: float | None
    bags: tuple[str, ...]
    matches: tuple[Paired, ...]


@dataclass(frozen=True)
class Tournament:
    """A tournament as a whole."""

    id: str
    created: float
    organiser: str | None
    name: str
    config: dict[str, Any]
    code: str
    seed: str
    state: str
    round: int
    version: int
    due: float | None
    entries: Mapping[int, Entry] = field(default_factory=dict)
    rounds: tuple[Round, ...] = ()
    at: Mapping[str, At] = field(default_factory=dict)  # tables of the round that is played

    @property
    def games(self) -> int:
        return int(self.config["games"])

    @property
    def days(self) -> int:
        """For every turn, where games go over days; else 0."""
        return int((self.config["clock"] or {}).get("days") or 0)

    @property
    def playing(self) -> Round | None:
        """The round that is being played."""
        return self.rounds[-1] if self.rounds and self.rounds[-1].ended is None else None

    def here(self) -> list[Entry]:
        """Who has not left, in the order of entry."""
        return [entry for entry in self.entries.values() if entry.here]

    def of_member(self, member: str | None) -> Entry | None:
        return next((entry for entry in self.entries.values() if member is not None and entry.member == member), None)

    def scores(self, match: Paired) -> tuple[Score | None, ...]:
        """The games of a match, as far as they are over."""
        if match.scores is not None:
            return match.scores
        return tuple(score_of(self.at[table]) if table is not None and table in self.at else None for table in match.tables)

    def played(self) -> list[list[Match]]:
        """The matches of the rounds that are over."""
        return [[one.match(self.scores(one)) for one in found.matches] for found in self.rounds if found.ended is not None]


def on_time(at: At) -> bool:
    """Was the game of a table lost on time?"""
    return at.over and at.result is not None and at.result["reason"] == ON_TIME


def score_of(at: At) -> Score | None:
    """What a table says about its game once it is over."""
    if not at.over or at.result is None:
        return None
    points, why, winners = at.result["points"], at.result["reason"], at.result["winners"]
    lost = next((seat for seat in (0, 1) if seat not in winners), None) if why in ENDED_EARLY else None
    return Score((points[0], points[1]), why == "finished", lost)


# -- reading ----------------------------------------------------------------------------------------------------------------


def read(connection: Connection, name: str) -> Tournament | None:
    """All there is to know of a tournament; of tables only those of the round that is played."""
    row = connection.execute(select(tournaments).where(tournaments.c.id == name)).one_or_none()
    if row is None:
        return None
    found = _tournament(row)
    with_matches = _rounds(connection, found)
    playing = with_matches[-1] if with_matches and with_matches[-1].ended is None else None
    names = [table for match in playing.matches for table in match.tables if table is not None] if playing else []
    return replace(found, entries=_entries(connection, name), rounds=with_matches, at=_at(connection, names))


def _tournament(row: Any) -> Tournament:
    return Tournament(
        row.id, row.created, row.organiser, row.name, json.loads(row.config), row.code, row.seed, row.state, row.round,
        row.version, row.due,
    )  # fmt: skip


def _entries(connection: Connection, name: str) -> dict[int, Entry]:
    wanted = (
        select(entries, members.c.name.label("called"), members.c.colour, members.c.owner)
        .outerjoin(members, members.c.id == entries.c.member_id)
        .where(entries.c.tournament_id == name)
        .order_by(entries.c.number)
    )
    return {
        row.number: Entry(
            row.number, row.member_id, row.level, row.name if row.called is None else row.called,
            row.here and (row.member_id is not None or row.level is not None), row.joined,
            row.seed, row.owner is not None, row.colour,
        )
        for row in connection.execute(wanted)
    }  # fmt: skip


def _rounds(connection: Connection, found: Tournament) -> tuple[Round, ...]:
    of_rounds: dict[int, list[Paired]] = {}
    wanted = select(matches).where(matches.c.tournament_id == found.id).order_by(matches.c.round, matches.c.board)
    for row in connection.execute(wanted):
        both = (row.first_table, row.return_table)[: found.games]
        scores = tuple(_score(one) for one in json.loads(row.scores)) if row.scores is not None else None
        of_rounds.setdefault(row.round, []).append(
            Paired(row.round, row.board, row.first, row.second, row.forfeit, both, scores)
        )
    lines = connection.execute(select(rounds).where(rounds.c.tournament_id == found.id).order_by(rounds.c.number))
    return tuple(
        Round(row.number, row.began, row.ended, tuple(json.loads(row.bags)), tuple(of_rounds.get(row.number, ())))
        for row in lines
    )


def _at(connection: Connection, names: Sequence[str]) -> dict[str, At]:
    columns = (tables.c.id, tables.c.created, tables.c.status, tables.c.result, tables.c.fault, tables.c.awaits)
    return {
        row.id: At(
            row.id, row.created, row.status, json.loads(row.result) if row.result else None, row.fault is not None, row.awaits
        )
        for row in connection.execute(select(*columns).where(tables.c.id.in_(names)))
    }


def _score(kept: Sequence[Any] | None) -> Score | None:
    return None if kept is None else Score((kept[0], kept[1]), kept[2], kept[3])


def listed(connection: Connection, before: float | None, state: str | None, most: int) -> list[tuple[Tournament, int]]:
    """Tournaments without their rounds, the newest first, with the number of those who play."""
    playing = select(func.count()).where(entries.c.tournament_id == tournaments.c.id, entries.c.here).scalar_subquery()
    wanted = select(tournaments, playing.label("here")).order_by(tournaments.c.created.desc()).limit(most)
    if before is not None:
        wanted = wanted.where(tournaments.c.created < before)
    if state is not None:
        wanted = wanted.where(tournaments.c.state == state)
    return [(_tournament(row), row.here) for row in connection.execute(wanted)]


def open_ones(connection: Connection, organiser: str) -> int:
    """How many tournaments of a member are not over."""
    mine = tournaments.c.organiser == organiser, tournaments.c.state.in_((ENTRY, RUNNING))
    return connection.scalar(select(func.count()).select_from(tournaments).where(*mine)) or 0


def seeds_of(connection: Connection, bags: Iterable[str]) -> dict[str, str]:
    wanted = select(duplicates.c.code, duplicates.c.seed).where(duplicates.c.code.in_(list(bags)))
    return {row.code: row.seed for row in connection.execute(wanted)}


# -- writing ----------------------------------------------------------------------------------------------------------------


def add(connection: Connection, new: Tournament) -> None:
    connection.execute(
        insert(tournaments).values(
            id=new.id, created=new.created, organiser=new.organiser, name=new.name, config=json.dumps(new.config),
            code=new.code, seed=new.seed, state=new.state, round=new.round, version=new.version, due=new.due,
        )
    )  # fmt: skip


def change(connection: Connection, seen: Tournament, **values: object) -> None:
    """Change a tournament that is still as it was seen; of several who try at once one succeeds."""
    same = tournaments.c.id == seen.id, tournaments.c.version == seen.version
    if connection.execute(update(tournaments).where(*same).values(version=seen.version + 1, **values)).rowcount == 0:
        raise Stale(seen.id)


def add_entry(connection: Connection, name: str, new: Entry) -> None:
    connection.execute(
        insert(entries).values(
            tournament_id=name, number=new.number, member_id=new.member, level=new.level,
            name=new.name if new.computer else "", here=new.here, joined=new.joined, seed=new.seed,
        )
    )  # fmt: skip


def set_entry(connection: Connection, name: str, number: int, **values: object) -> None:
    connection.execute(update(entries).where(entries.c.tournament_id == name, entries.c.number == number).values(**values))


def add_round(
    connection: Connection, name: str, number: int, now: float, bags: Sequence[str], pairs: Sequence[Pair], unplayed: set[Pair]
) -> None:
    connection.execute(insert(rounds).values(tournament_id=name, number=number, began=now, bags=json.dumps(list(bags))))
    rows = [
        {
            "tournament_id": name,
            "round": number,
            "board": board,
            "first": first,
            "second": second,
            "forfeit": NOT_PLAYED if (first, second) in unplayed else NONE,
        }
        for board, (first, second) in enumerate(pairs, 1)
    ]
    connection.execute(insert(matches), rows)


def end_round(connection: Connection, found: Tournament, playing: Round, now: float) -> None:
    """Keep the scores of a round, for whom the tables themselves may be gone one day."""
    mine = rounds.c.tournament_id == found.id, rounds.c.number == playing.number
    connection.execute(update(rounds).where(*mine).values(ended=now))
    for match in playing.matches:
        scores = [None if one is None else [*one.points, one.whole, one.lost] for one in found.scores(match)]
        line = matches.c.tournament_id == found.id, matches.c.round == match.round, matches.c.board == match.board
        connection.execute(update(matches).where(*line).values(scores=json.dumps(scores)))
    connection.execute(update(duplicates).where(duplicates.c.code.in_(playing.bags)).values(closed=True))


def seat_table(connection: Connection, name: str, match: Paired, game: int, table: str) -> None:
    """Bind a new table to its match, unless another server was faster, or the match is not to be played any more."""
    column = matches.c.first_table if game == 0 else matches.c.return_table
    free = _line(name, match), column.is_(None), matches.c.forfeit == NONE
    if connection.execute(update(matches).where(*free).values({column: table})).rowcount == 0:
        raise Stale(name)


def forfeit(connection: Connection, name: str, match: Paired, who: str) -> bool:
    """Somebody loses a match without playing it; False if that was said already."""
    free = _line(name, match), matches.c.forfeit == NONE, matches.c.scores.is_(None)
    return connection.execute(update(matches).where(*free).values(forfeit=who)).rowcount > 0


def _line(name: str, match: Paired) -> Any:
    same_board = (matches.c.round == match.round) & (matches.c.board == match.board)
    return (matches.c.tournament_id == name) & same_board
