"""A review as a picture: the chances of winning over the game, with errors and luck marked."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from bastida.analysis.model import Review

WIDTH: Final = 860
HEIGHT: Final = 320
LEFT: Final = 56
TOP: Final = 64
BAR: Final = 60  # height of the strip of luck, half above its middle
LEAST: Final = 0.01  # of win chance: luck below it has no bar
COLOURS: Final = {  # of the lines; players have colours of their own
    "red": "#c8342b",
    "blue": "#2456a6",
    "green": "#2f7d3a",
    "yellow": "#c79a00",
    "black": "#222222",
    "pink": "#c8579a",
    "grey": "#777777",
    "gray": "#777777",
    "purple": "#6b3fa0",
    "orange": "#d9731a",
}
MARKS: Final = {"inaccuracy": ("#e0b000", 3.0), "mistake": ("#e07000", 4.5), "blunder": ("#c00000", 6.0)}


def plot(review: Review, labels: Sequence[str], title: str) -> str:
    """An SVG; ``labels`` are the words for the chance of winning, luck, turn, inaccuracy, mistake and blunder."""
    curve = review.curve()
    last = max(1, curve[-1][0]) if curve else 1

    def x(step: int) -> float:
        return LEFT + WIDTH * step / last

    def y(chance: float) -> float:
        return TOP + HEIGHT * (1 - min(1.0, max(0.0, chance)))

    parts = [
        f'<path d="M{LEFT} {y(part / 4):.1f}h{WIDTH}" stroke="#ddd"/>'
        f'<text x="{LEFT - 6}" y="{y(part / 4) + 4:.1f}" text-anchor="end">{25 * part} %</text>'
        for part in range(5)
    ]
    for side in review.sides:
        points = " ".join(f"{x(step):.1f},{y(chances[side.seat]):.1f}" for step, chances in curve)
        colour = COLOURS.get(side.colour, "#555")
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        place = LEFT + side.seat * WIDTH / len(review.sides)
        parts.append(f'<text x="{place:.0f}" y="{TOP - 12}" fill="{colour}">{escape(side.player)}</text>')
    for one in review.answers:
        if one.mark in MARKS:
            colour, size = MARKS[one.mark]
            told = escape(f"{one.turn}: {one.text} ({100 * one.loss_chance:.0f} %)")
            parts.append(
                f'<circle cx="{x(one.step):.1f}" cy="{y(one.chances[one.seat]):.1f}" r="{size}" fill="{colour}" stroke="#fff">'
                f"<title>{told}</title></circle>"
            )
    middle = TOP + HEIGHT + 30 + BAR / 2
    parts.append(f'<path d="M{LEFT} {middle:.1f}h{WIDTH}" stroke="#999"/>')
    parts.append(f'<text x="{LEFT - 6}" y="{middle + 4:.1f}" text-anchor="end">{escape(labels[1])}</text>')
    sides = {side.seat: COLOURS.get(side.colour, "#555") for side in review.sides}
    for event in review.events:
        luck = event.luck_chance[event.seat]
        if abs(luck) >= LEAST:
            size = min(1.0, abs(luck) / 0.2) * BAR / 2
            at = middle - size if luck > 0 else middle
            told = escape(f"{event.turn}: {event.text} ({100 * luck:+.0f} %)")
            parts.append(
                f'<rect x="{x(event.step) - 1.5:.1f}" y="{at:.1f}" width="3" height="{size:.1f}" fill="{sides[event.seat]}">'
                f"<title>{told}</title></rect>"
            )
    keys = "".join(
        f'<circle cx="{LEFT + 12 + 160 * number}" cy="{TOP + HEIGHT + BAR + 56}" r="{size}" fill="{colour}"/>'
        f'<text x="{LEFT + 24 + 160 * number}" y="{TOP + HEIGHT + BAR + 60}">{escape(labels[3 + number])}</text>'
        for number, (colour, size) in enumerate(MARKS.values())
    )
    turns = max((one.turn for one in review.answers), default=0)
    parts.append(f'<text x="{LEFT + WIDTH}" y="{TOP + HEIGHT + BAR + 60}" text-anchor="end">{escape(labels[2])} {turns}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 30} {TOP + HEIGHT + BAR + 80}" '
        'font-family="sans-serif" font-size="13"><rect width="100%" height="100%" fill="#fff"/>'
        f'<text x="{LEFT}" y="26" font-size="15">{escape(title)} · {escape(labels[0])}</text>{"".join(parts)}{keys}</svg>\n'
    )
