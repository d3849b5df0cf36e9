"""Everything that a server keeps, for whoever wants to read it without Bastida: games as records, tables as lines of JSON.

Secrets stay where they are: whoever reads an export cannot sit down on anybody's seat.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from bastida import Record
from bastida.server.club.host.checking import names
from bastida.server.club.host.copying import copied_tables, one_moment, plain, read
from bastida.server.runtime.caretaker import reason_of
from bastida.server.runtime.opening import opened
from bastida.server.runtime.schema import beats, buckets, kept, streams, tokens
from bastida.server.runtime.store import Store

SECRET = frozenset(  # columns of any table
    {"digest", "browser", "phrase", "key", "token", "seed", "secret", "auth", "p256dh", "endpoint", "password", "holder"}
)
LEFT_OUT = frozenset(table.name for table in (kept, tokens, beats, buckets, streams))


@dataclass
class Exported:
    """What was written."""

    games: int = 0
    rows: dict[str, int] = field(default_factory=dict)
    unreadable: dict[str, str] = field(default_factory=dict)  # tables of which no record can be made, and why


def export(store: Store, folder: Path, step: Callable[[int], None]) -> Exported:
    """Write all of it into a folder."""
    found = Exported()
    games = folder / "games"
    games.mkdir(parents=True, exist_ok=True)
    _tables(store, folder, found)
    pauses = store.pauses()
    for name, status, _ in names(store):
        try:
            table, _ = opened(store, name, pauses)
            record = Record.from_game(table.game, {"table": name, "status": status})
            (games / f"{name}.bst").write_text(record.to_text(), encoding="utf-8")
            found.games += 1
        except Exception as error:
            found.unreadable[name] = reason_of(error)
        step(found.games)
    return found


def _tables(store: Store, folder: Path, found: Exported) -> None:
    """Each table of the database as a file of lines, without what is secret."""
    shown = {
        table.name: [column.name for column in table.columns if column.name not in SECRET]
        for table in copied_tables()
        if table.name not in LEFT_OUT
    }
    for name in shown:
        (folder / f"{name}.jsonl").write_text("", encoding="utf-8")
        found.rows[name] = 0
    with one_moment(store) as connection:
        for table, batch in read(connection):
            if table.name not in shown:
                continue
            columns, wanted = [column.name for column in table.columns], shown[table.name]
            with (folder / f"{table.name}.jsonl").open("a", encoding="utf-8") as output:
                for row in batch:
                    line = {name: plain(value) for name, value in zip(columns, row, strict=True) if name in wanted}
                    output.write(json.dumps(line, ensure_ascii=False) + "\n")
            found.rows[table.name] += len(batch)
