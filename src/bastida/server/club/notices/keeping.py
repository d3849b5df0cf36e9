"""Where notices go, in the database, and which games wait for whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from bastida.server.club.members.known import HOLDER, Member
from bastida.server.club.notices.schema import feeds, mailboxes, pushes
from bastida.server.club.notices.ways import Browser
from bastida.server.http.seat_tokens import digest
from bastida.server.runtime.schema import holds, tables
from bastida.server.runtime.store import Store

MOST_BROWSERS = 10  # of a member
MOST_FAILURES = 5  # in a row, after which a browser is not tried any more
MOST_WAITING = 50  # games told of in a digest or a feed


@dataclass(frozen=True)
class Mailbox:
    member: str
    address: str
    confirmed: bool
    language: str
    sent: float


@dataclass(frozen=True)
class Waiting:
    """A game that waits for a member."""

    table: str
    asked: float
    due: float | None


# -- browsers ---------------------------------------------------------------------------------------------------------------


def subscribe(store: Store, connection: Connection, member: str, browser: Browser, language: str, now: float) -> bool:
    """From now on a browser takes a member's notices; False if the member has too many."""
    key = digest(browser.endpoint)
    connection.execute(delete(pushes).where(pushes.c.digest == key, pushes.c.member_id != member))
    number = select(func.count()).select_from(pushes).where(pushes.c.member_id == member, pushes.c.digest != key)
    if (connection.scalar(number) or 0) >= MOST_BROWSERS:
        return False
    values: dict[str, Any] = {
        "endpoint": browser.endpoint,
        "public_key": browser.public_key,
        "secret": browser.secret,
        "language": language,
        "failures": 0,
    }
    new = (postgresql if store.postgres else sqlite).insert(pushes).values(digest=key, member_id=member, created=now, **values)
    connection.execute(new.on_conflict_do_update(index_elements=["digest"], set_=values))
    return True


def unsubscribe(connection: Connection, member: str, endpoint: str) -> None:
    connection.execute(delete(pushes).where(pushes.c.member_id == member, pushes.c.digest == digest(endpoint)))


def browsers(connection: Connection, member: str) -> list[tuple[Browser, str]]:
    """The browsers of a member, each with its language."""
    rows = connection.execute(select(pushes).where(pushes.c.member_id == member).order_by(pushes.c.created))
    return [(Browser(row.endpoint, row.public_key, row.secret), row.language) for row in rows]


def note_delivery(connection: Connection, browser: Browser, arrived: bool, gone: bool = False) -> None:
    """What came of a notice; a browser that takes none any more is forgotten."""
    mine = pushes.c.digest == digest(browser.endpoint)
    if gone:
        connection.execute(delete(pushes).where(mine))
        return
    connection.execute(update(pushes).where(mine).values(failures=0 if arrived else pushes.c.failures + 1))
    connection.execute(delete(pushes).where(mine, pushes.c.failures >= MOST_FAILURES))


# -- mail -------------------------------------------------------------------------------------------------------------------


def set_mailbox(connection: Connection, member: str, address: str, language: str, token: str, now: float) -> None:
    """A member's mailbox, which is written to once it is confirmed."""
    connection.execute(delete(mailboxes).where(mailboxes.c.member_id == member))
    connection.execute(
        insert(mailboxes).values(
            member_id=member, address=address, confirmed=False, token=digest(token), language=language, sent=now
        )
    )


def confirm(connection: Connection, token: str) -> bool:
    """Whoever has read the letter owns the mailbox; False if there is none with this token."""
    mine = mailboxes.c.token == digest(token)
    return connection.execute(update(mailboxes).where(mine).values(confirmed=True)).rowcount > 0


def end_mail(connection: Connection, token: str) -> bool:
    """No more letters; False if there is no mailbox with this token."""
    return connection.execute(delete(mailboxes).where(mailboxes.c.token == digest(token))).rowcount > 0


def drop_mailbox(connection: Connection, member: str) -> None:
    connection.execute(delete(mailboxes).where(mailboxes.c.member_id == member))


def mailbox(connection: Connection, member: str) -> Mailbox | None:
    row = connection.execute(select(mailboxes).where(mailboxes.c.member_id == member)).one_or_none()
    return None if row is None else Mailbox(row.member_id, row.address, row.confirmed, row.language, row.sent)


def due_mailboxes(connection: Connection, before: float, most: int) -> list[Mailbox]:
    """Mailboxes with games that wait since the last digest, which was long enough ago."""
    since = select(tables.c.id).join(holds, holds.c.table_id == tables.c.id)
    news = since.where(
        holds.c.holder == HOLDER + mailboxes.c.member_id,
        holds.c.seat == tables.c.awaits,
        tables.c.told > mailboxes.c.sent,
        tables.c.fault.is_(None),
    )
    wanted = select(mailboxes).where(mailboxes.c.confirmed, mailboxes.c.sent <= before, news.exists()).limit(most)
    return [Mailbox(row.member_id, row.address, True, row.language, row.sent) for row in connection.execute(wanted)]


def take_digest(connection: Connection, box: Mailbox, token: str, now: float) -> bool:
    """This server sends the digest, and no other does; the token in it ends them all."""
    mine = mailboxes.c.member_id == box.member, mailboxes.c.sent == box.sent, mailboxes.c.confirmed
    return connection.execute(update(mailboxes).where(*mine).values(sent=now, token=digest(token))).rowcount > 0


# -- the feed ---------------------------------------------------------------------------------------------------------------


def set_feed(connection: Connection, member: str, token: str | None) -> None:
    """A new address for a member's feed, or none; the old one leads nowhere."""
    connection.execute(delete(feeds).where(feeds.c.member_id == member))
    if token is not None:
        connection.execute(insert(feeds).values(member_id=member, digest=digest(token)))


def feed_of(connection: Connection, token: str) -> str | None:
    """Whose feed this is."""
    return connection.scalar(select(feeds.c.member_id).where(feeds.c.digest == digest(token)))


def has_feed(connection: Connection, member: str) -> bool:
    return connection.scalar(select(feeds.c.member_id).where(feeds.c.member_id == member)) is not None


def export(connection: Connection, member: Member) -> dict[str, object]:
    """Where a member's notices go; of secrets only that they are there."""
    box = mailbox(connection, member.id)
    return {
        "browsers": [browser.endpoint for browser, _ in browsers(connection, member.id)],
        "mailbox": None if box is None else {"address": box.address, "confirmed": box.confirmed},
        "feed": has_feed(connection, member.id),
        "wishes": member.wishes,
    }


# -- games that wait --------------------------------------------------------------------------------------------------------


def waiting(connection: Connection, member: str) -> Sequence[Waiting]:
    """The games over days that wait for a member, the most urgent first."""
    wanted = (
        select(tables.c.id, tables.c.asked, tables.c.due)
        .join(holds, and_(holds.c.table_id == tables.c.id, holds.c.seat == tables.c.awaits))
        .where(holds.c.holder == HOLDER + member, tables.c.fault.is_(None))
        .order_by(tables.c.due, tables.c.id)
        .limit(MOST_WAITING)
    )
    return [Waiting(row.id, row.asked or 0.0, row.due) for row in connection.execute(wanted)]


def untold(connection: Connection, after: float, before: float, most: int) -> list[tuple[str, int, float]]:
    """Games that wait for somebody since between two moments, of which nobody has been told: table, seat, since when."""
    wanted = (
        select(tables.c.id, tables.c.awaits, tables.c.asked)
        .where(
            tables.c.awaits.is_not(None),
            tables.c.asked > after,
            tables.c.asked <= before,
            or_(tables.c.told.is_(None), tables.c.told < tables.c.asked),
            tables.c.fault.is_(None),
        )
        .order_by(tables.c.asked)
        .limit(most)
    )
    return [(row.id, row.awaits, row.asked) for row in connection.execute(wanted)]


def take_telling(connection: Connection, table: str, asked: float, now: float) -> bool:
    """This server tells of a game, and no other does."""
    mine = tables.c.id == table, tables.c.asked == asked, or_(tables.c.told.is_(None), tables.c.told < tables.c.asked)
    return connection.execute(update(tables).where(*mine).values(told=now)).rowcount > 0


def members_at(connection: Connection, table: str, seat: int) -> list[str]:
    """The members who have a seat."""
    wanted = select(holds.c.holder).where(holds.c.table_id == table, holds.c.seat == seat, holds.c.holder.like(HOLDER + "%"))
    return [holder.removeprefix(HOLDER) for holder in connection.scalars(wanted)]
