"""Names in the records that are published. They are kept without any; whoever may be named is named when they are sent."""

from __future__ import annotations

import gzip
from collections.abc import Sequence

NOBODY = "-"  # whoever has no name here
PLAYER = "player "  # begins the lines of a record's header that name the players, in the order of the seats
LONGEST = 40  # letters of a name in a record


def without_names(number: int) -> list[str]:
    """So many players without a name; no two are called alike, as records want it."""
    return distinct([None] * number)


def distinct(names: Sequence[str | None]) -> list[str]:
    """Names as a record may have them: all different, and something for whoever has none."""
    found: list[str] = []
    given = [name for name in names if name is not None]
    for name in names:
        one = NOBODY if name is None else name[:LONGEST]
        while one in found or (name is None and one in given):
            one = one + NOBODY if name is None else one[: LONGEST - 1] + "*"
        found.append(one)
    return found


def with_names(text: str, names: Sequence[str | None]) -> str:
    """A record in which the players are called so."""
    head, _, body = text.partition("\n\n")
    rows, called = head.split("\n"), iter(distinct(names))
    for number, row in enumerate(rows):
        if row.startswith(PLAYER):
            rows[number] = f"{row.partition(':')[0]}: {next(called)}"
    return "\n".join(rows) + "\n\n" + body


def packed(text: str) -> bytes:
    return gzip.compress(text.encode(), 6, mtime=0)


def unpacked(data: bytes) -> str:
    return gzip.decompress(data).decode()
