"""Studies that are kept: whoever knows the name of one may look at it, the browser that made it may change and erase it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, select, update

from bastida.server.runtime.schema import studies
from bastida.server.runtime.store import Store

MOST = 200  # of one browser


@dataclass(frozen=True)
class Kept:
    """A study in the database."""

    id: str
    changed: float
    holder: str
    title: str
    text: str


def add(connection: Connection, study: Kept) -> bool:
    """Keep a new one; False if the browser has enough of them."""
    mine = connection.scalar(select(func.count()).select_from(studies).where(studies.c.holder == study.holder)) or 0
    if mine >= MOST:
        return False
    connection.execute(
        insert(studies).values(
            id=study.id, created=study.changed, changed=study.changed, holder=study.holder, title=study.title, text=study.text
        )
    )
    return True


def change(connection: Connection, study: Kept) -> bool:
    """Keep another text under the same name; False if it is not this browser's."""
    mine = studies.c.id == study.id, studies.c.holder == study.holder
    values = {"changed": study.changed, "title": study.title, "text": study.text}
    return connection.execute(update(studies).where(*mine).values(values)).rowcount > 0


def erase(connection: Connection, name: str, holder: str) -> bool:
    """Forget one; False if it is not this browser's."""
    mine = studies.c.id == name, studies.c.holder == holder
    return connection.execute(delete(studies).where(*mine)).rowcount > 0


def find(store: Store, name: str) -> Kept | None:
    with store.engine.connect() as connection:
        row = connection.execute(select(studies).where(studies.c.id == name)).one_or_none()
    return None if row is None else Kept(row.id, row.changed, row.holder, row.title, row.text)


def listed(store: Store, holder: str) -> list[Kept]:
    """Those of a browser without their texts, the one changed last first."""
    wanted = select(studies.c.id, studies.c.changed, studies.c.title).where(studies.c.holder == holder)
    with store.engine.connect() as connection:
        rows = connection.execute(wanted.order_by(studies.c.changed.desc(), studies.c.id)).all()
    return [Kept(row.id, row.changed, holder, row.title, "") for row in rows]
