"""How well chances of winning hold: what was said against what came, as tables, as one number and as a picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from statistics import mean
from typing import Final, NamedTuple

from bastida.arena.statistics import Interval, mean_interval

BANDS: Final = 10  # of chances
STAGES: Final = (("early", 2 / 3), ("middle", 1 / 3), ("late", 0.0))  # by the part of the tiles that is left
NAMES: Final = tuple(name for name, _ in STAGES)
COLOURS: Final = dict(zip(NAMES, ("#2456a6", "#c79a00", "#c8342b"), strict=True))
SIZE, GAP, MARGIN, TOP, ROW = 190, 34, 46, 58, 4  # of the picture: a panel, between panels, around them; panels of a row
FULL: Final = 400  # turns and seats behind a dot of full size
LEAST: Final = 50  # turns and seats that are worth a dot


class Said(NamedTuple):
    """The chance given to a seat at a turn, and its share of the victory."""

    stage: str
    chance: float
    won: float


@dataclass(frozen=True)
class Group:
    """Games of one sort: those that are shown, game by game, of as many as there are."""

    name: str
    games: int
    players: int
    said: Sequence[Sequence[Said]]


class Band(NamedTuple):
    """What was said on an average, what came, and of how many turns and seats."""

    said: float
    came: float
    number: int


def stage_of(part: float) -> str:
    """The stage of a game with such a part of its tiles left."""
    return next(name for name, least in STAGES if part >= least)


def bands(group: Group, stage: str) -> list[Band]:
    """The tenths of the chances said, the lowest first; one that was never said has the number 0."""
    seen: list[list[Said]] = [[] for _ in range(BANDS)]
    for game in group.said:
        for one in game:
            if one.stage == stage:
                seen[min(BANDS - 1, int(one.chance * BANDS))].append(one)
    return [
        Band(mean(one.chance for one in some), mean(one.won for one in some), len(some)) if some else Band(0, 0, 0)
        for some in seen
    ]


def brier(group: Group, stage: str | None = None) -> Interval:
    """The mean square of chance less outcome, over turns and seats; its limits take a game as one, for turns hang together."""
    games = [[(one.chance - one.won) ** 2 for one in game if stage in (None, one.stage)] for game in group.said]
    return mean_interval([mean(game) for game in games if game])


def table(group: Group) -> list[str]:
    """What was said and what came, by tenths and stages; in brackets of how many turns and seats."""
    rows = [f"| chance said | {' | '.join(NAMES)} |", "| --- " * (1 + len(STAGES)) + "|"]
    columns = [bands(group, name) for name in NAMES]
    for number in range(BANDS):
        cells = [
            f"{100 * one.said:.0f} → {100 * one.came:.0f} ({one.number})" if one.number else ""
            for one in (column[number] for column in columns)
        ]
        rows.append(f"| {100 * number // BANDS}-{100 * (number + 1) // BANDS} % | {' | '.join(cells)} |")
    return rows


def summary(groups: Sequence[Group]) -> list[str]:
    """Brier scores by stage, and what it would be to say the same of everybody."""
    rows = [f"| games | number | Brier score, all | {' | '.join(NAMES)} | nothing known |", "| --- " * (4 + len(STAGES)) + "|"]
    for group in groups:
        scores = [brier(group, stage) for stage in (None, *NAMES)]
        told = " | ".join(f"{one.value:.3f} ± {(one.high - one.low) / 2:.3f}" for one in scores)
        even = (1 - 1 / group.players) / group.players
        rows.append(f"| {group.name} | {group.games} | {told} | {even:.3f} |")
    return rows


def picture(groups: Sequence[Group]) -> str:
    """An SVG: a panel for every sort of game, with what came over what was said."""
    rows = math.ceil(len(groups) / ROW)
    width = 2 * MARGIN + min(ROW, max(1, len(groups))) * (SIZE + GAP) - GAP
    height = TOP + rows * (SIZE + GAP + 16) + MARGIN
    keys = "".join(
        f'<circle cx="{MARGIN + 290 + 90 * place}" cy="22" r="5" fill="{COLOURS[name]}"/>'
        f'<text x="{MARGIN + 300 + 90 * place}" y="26">{name}</text>'
        for place, name in enumerate(NAMES)
    )
    panels = "".join(
        panel(group, MARGIN + (place % ROW) * (SIZE + GAP), TOP + (place // ROW) * (SIZE + GAP + 16))
        for place, group in enumerate(groups)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">'
        f'<rect width="100%" height="100%" fill="#fff"/>'
        f'<text x="{MARGIN}" y="26" font-size="14">Chance said (→) and games won (↑)</text>'
        f"{keys}{panels}</svg>\n"
    )


def panel(group: Group, left: int, top: int) -> str:
    """One sort of game: a line for every stage, a dot for every tenth (small if rarely seen); dashed what would be right."""
    parts = [
        f'<text x="{left}" y="{top - 6}">{escape(group.name)} ({group.games})</text>',
        f'<rect x="{left}" y="{top}" width="{SIZE}" height="{SIZE}" fill="none" stroke="#999"/>',
        f'<path d="M{left} {top + SIZE}L{left + SIZE} {top}" stroke="#333" stroke-dasharray="4 4"/>',
    ]
    parts += [
        f'<text x="{left + SIZE * tick / 100:.0f}" y="{top + SIZE + 14}" text-anchor="middle" fill="#555">{tick}</text>'
        for tick in (0, 50, 100)
    ]
    for name in NAMES:
        dots = [
            (left + SIZE * one.said, top + SIZE * (1 - one.came), one.number)
            for one in bands(group, name)
            if one.number >= LEAST
        ]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in dots)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{COLOURS[name]}" stroke-width="1.5"/>')
        for x, y, number in dots:
            size = 1.5 + 2.5 * min(1.0, math.sqrt(number / FULL))
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}" fill="{COLOURS[name]}"/>')
    return "".join(parts)
