"""How a match went, as a picture: share of wins and margin of the first player, bag after bag, with their intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from statistics import mean

from bastida.arena.match import Match, Result
from bastida.arena.statistics import Interval, by_bag, margin_of, mean_interval, share_interval, share_of

WIDTH, HEIGHT, LEFT, TOP = 720, 220, 64, 48
POINTS = 200  # of a curve
FIRST = 5  # bags before which intervals say nothing


def plot(match: Match, results: Sequence[Result], labels: tuple[str, str, str]) -> str:
    """An SVG with two panels; ``labels`` name the share, the margin and the bags."""
    bags = by_bag(results)
    shares = [[share_of(result, 0) for result in bag] for bag in bags]
    margins = [mean(margin_of(result, 0) for result in bag) for bag in bags]
    counts = sorted({max(FIRST, round(len(bags) * step / POINTS)) for step in range(1, POINTS + 1)})
    counts = [count for count in counts if count <= len(bags)]
    chance = 1 / len(match.players)
    upper = panel(TOP, labels[0], counts, [share_interval(shares[:count]) for count in counts], chance, 100)
    lower = panel(TOP + HEIGHT + 50, labels[1], counts, [mean_interval(margins[:count]) for count in counts], 0.0, 1)
    title = escape(f"{' · '.join(match.players)} — {match.game}, seed {match.seed}")
    size = f"{WIDTH + LEFT + 30} {2 * HEIGHT + TOP + 100}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" font-family="sans-serif" font-size="13">'
        f'<rect width="100%" height="100%" fill="#fff"/><text x="{LEFT}" y="24" font-size="15">{title}</text>{upper}{lower}'
        f'<text x="{LEFT + WIDTH / 2}" y="{2 * HEIGHT + TOP + 88}" text-anchor="middle">{escape(labels[2])}</text></svg>\n'
    )


def panel(top: int, label: str, counts: Sequence[int], values: Sequence[Interval], level: float, times: int) -> str:
    """One curve with its band and a dashed line where nobody is better."""
    if not counts:
        return ""
    settled = values[len(values) // 10 :]
    low = min([level, *(value.low for value in settled)])
    high = max([level, *(value.high for value in settled)])
    room = (high - low or 1) * 0.08
    low, high = low - room, high + room

    def x(count: int) -> float:
        return LEFT + WIDTH * count / counts[-1]

    def y(value: float) -> float:
        return top + HEIGHT * (1 - (min(max(value, low), high) - low) / (high - low))

    def path(points: Sequence[tuple[int, float]]) -> str:
        return " ".join(f"{x(count):.1f},{y(value):.1f}" for count, value in points)

    over = [(count, value.high) for count, value in zip(counts, values, strict=True)]
    under = [(count, value.low) for count, value in zip(counts, values, strict=True)]
    line = [(count, value.value) for count, value in zip(counts, values, strict=True)]
    ticks = "".join(
        f'<text x="{LEFT - 6}" y="{y(tick) + 4:.1f}" text-anchor="end">{times * tick:.3g}</text>'
        f'<path d="M{LEFT} {y(tick):.1f}h{WIDTH}" stroke="#ddd"/>'
        for tick in ticks_between(low, high)
    )
    last = values[-1]
    found = f"{label}: {times * last.value:.1f} [{times * last.low:.1f}, {times * last.high:.1f}]"
    return (
        f'<text x="{LEFT}" y="{top - 8}">{escape(found)}</text>{ticks}'
        f'<polygon points="{path(over + under[::-1])}" fill="#7aa6c2" fill-opacity="0.35"/>'
        f'<polyline points="{path(line)}" fill="none" stroke="#1f5a80" stroke-width="2"/>'
        f'<path d="M{LEFT} {y(level):.1f}h{WIDTH}" stroke="#333" stroke-dasharray="5 4"/>'
        f'<text x="{LEFT + WIDTH}" y="{top + HEIGHT + 18}" text-anchor="end">{counts[-1]}</text>'
    )


def ticks_between(low: float, high: float) -> list[float]:
    """Four to nine round numbers."""
    size = 10 ** math.floor(math.log10(high - low))
    step = next(size * part for part in (1, 0.5, 0.2, 0.1) if (high - low) / (size * part) >= 4)
    return [step * number for number in range(math.ceil(low / step), math.floor(high / step) + 1)]
