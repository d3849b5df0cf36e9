"""A review as comments of the game's record: a line for every answer and every event of chance that was looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bastida.analysis.model import Answer, Event, Review
from bastida.record import Comment, Record

PREFIX: Final = "%eval "  # of the comments that are ours, and are replaced by the next review
LONGEST: Final = 200  # characters of a best line


def annotated(record: Record, review: Review) -> Record:
    """The record with the review in its comments; what others wrote stays."""
    told = {one.step: of_answer(one) for one in review.answers} | {one.step: of_event(one) for one in review.events}
    rows, step = [], 0
    for row in record.rows:
        kept = [comment for comment in row.comments if not comment.text.startswith(PREFIX)]
        ours = [
            Comment(number, PREFIX + told[step + number - 1])
            for number in range(1, len(row.answers) + 1)
            if step + number - 1 in told
        ]
        step += len(row.answers)
        rows.append(replace(row, comments=(*kept, *ours)))
    return replace(record, rows=tuple(rows))


def of_answer(one: Answer) -> str:
    words = [values(one.margins, one.chances)]
    if one.mark:
        words.append(f"{one.mark} {one.loss:.1f} {one.loss_chance:.3f}")
    if one.best:
        line = " | ".join(one.best)
        words.append(f"best {line if len(line) <= LONGEST else one.best[0]}")
    return " ".join(words)


def of_event(one: Event) -> str:
    return f"{values(one.margins, one.chances)} luck {one.luck[one.seat]:+.1f} {one.luck_chance[one.seat]:+.3f}"


def values(margins: Sequence[float], chances: Sequence[float]) -> str:
    return f"margin {'/'.join(f'{one:+.1f}' for one in margins)} chance {'/'.join(f'{one:.3f}' for one in chances)}"
