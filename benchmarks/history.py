"""``python -m benchmarks.history``: measure, add the figures to docs/history.json, and draw them all.

Meant for every night, or every change that could cost speed. Figures are shares of the C reference, so that entries of
different machines can stand in one line. What is a tenth slower than it usually was is named, and the command then ends
with 1. ``--quick`` takes seconds and is less exact, ``--only-picture`` measures nothing.
"""

from __future__ import annotations

import argparse
import datetime
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any
from xml.sax.saxutils import escape

import bastida
from benchmarks.__main__ import FULL, QUICK, run
from benchmarks.report import Report, processor
from benchmarks.rows import COMPILED, MODES, ROWS

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "docs" / "history.json"
PICTURE = ROOT / "docs" / "pictures" / "history.svg"
SLOWER = 0.9  # of what it usually was
USUAL = 5  # the latest entries, whose middle is what is usual
Entry = dict[str, Any]

WIDTH, HEIGHT, LEFT, RIGHT, ROOM = 860, 420, 56, 250, 30
COLOURS = (
    "#1b6ca8",
    "#c0392b",
    "#27864a",
    "#8e5ea2",
    "#b9770e",
    "#16817a",
    "#5d6d7e",
    "#a04000",
    "#2e4053",
    "#7d3c98",
    "#5b8c00",
)


def entry(report: Report, when: str, commit: str) -> Entry:
    """What is kept of a run: the shares of C, and by how much what should be small was smaller than it may be."""
    shares = {}
    for result in report.results:
        figure = result.share
        if result.row.at_most and result.rounds and (asked := result.row.asked_in(result.mode)):
            figure = asked / median(rate for rate, _ in result.rounds)
        if figure is not None:
            shares[f"{result.row.name} {result.mode}"] = float(f"{figure:.4g}")
    return {
        "date": when,
        "version": bastida.__version__,
        "commit": commit,
        "machine": processor(),
        "python": report.python,
        "shares": shares,
    }


def slower(entries: Sequence[Entry]) -> list[str]:
    """What the last entry does slower than the ones before it usually did."""
    if not entries:
        return []
    found = []
    for name, share in entries[-1]["shares"].items():
        before = [one["shares"][name] for one in entries[:-1] if name in one["shares"]][-USUAL:]
        if before and share < SLOWER * median(before):
            found.append(f"{name}: {share:.3g}, usually {median(before):.3g}")
    return found


def picture(entries: Sequence[Entry]) -> str:
    """A line for every compiled row: its share beside that of its first entry. Higher is faster."""
    names = [f"{row.name} {COMPILED}" for row in ROWS]
    lines = {name: [one["shares"].get(name) for one in entries] for name in names}
    lines = {name: values for name, values in lines.items() if any(values)}
    relative = {name: beside_first(values) for name, values in lines.items()}
    most = max([1.25, *(value for values in relative.values() for value in values if value)])
    least = min([0.75, *(value for values in relative.values() for value in values if value)])

    def x(at: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (at / (len(entries) - 1) if len(entries) > 1 else 0.5)

    def y(value: float) -> float:
        return ROOM + (HEIGHT - 2 * ROOM) * (most - value) / (most - least)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        "<title>Speed of Bastida over time, beside the first entry</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
    ]
    for value in (least, 1.0, most):
        parts.append(f'<path d="M{LEFT} {y(value):.1f}H{WIDTH - RIGHT}" stroke="#ccc"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end" fill="#444">{value:.2f}</text>')
    for at in {0, len(entries) - 1}:
        parts.append(
            f'<text x="{x(at):.1f}" y="{HEIGHT - 8}" text-anchor="middle" fill="#444">{escape(entries[at]["date"])}</text>'
        )
    ends = sorted(relative, key=lambda name: -next(value for value in reversed(relative[name]) if value))
    for place, name in enumerate(ends):
        colour = COLOURS[place % len(COLOURS)]
        points = [(x(at), y(value)) for at, value in enumerate(relative[name]) if value]
        path = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{colour}"/>' for a, b in points]
        label = ROOM + place * (HEIGHT - 2 * ROOM) / max(1, len(ends) - 1)
        last = next(value for value in reversed(lines[name]) if value)
        text = f"{name.removesuffix(f' {COMPILED}')} {last:.3g}"
        parts.append(f'<text x="{WIDTH - RIGHT + 16}" y="{label + 4:.1f}" fill="{colour}">{escape(text)}</text>')
    return "\n".join([*parts, "</svg>", ""])


def beside_first(values: Sequence[float | None]) -> list[float | None]:
    first = next(value for value in values if value)
    return [value / first if value else None for value in values]


def commit() -> str:
    done = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        "python -m benchmarks.history", description="Measure, and add the figures to those of before."
    )
    parser.add_argument("--quick", action="store_true", help="some seconds instead of a minute, less exact")
    parser.add_argument("--compiled", metavar="FOLDER", help="where a compiled package lies, instead of the installed one")
    parser.add_argument("--only-picture", action="store_true", help="measure nothing, draw what is there")
    parser.add_argument("--file", type=Path, default=FILE)
    parser.add_argument("--picture", type=Path, default=PICTURE)
    given = parser.parse_args(arguments)
    entries: list[Entry] = json.loads(given.file.read_text(encoding="utf-8")) if given.file.exists() else []
    if not given.only_picture:
        report = run(ROWS, MODES, QUICK if given.quick else FULL, given.compiled)
        print(report.text(), end="")
        entries.append(entry(report, datetime.date.today().isoformat(), commit()))
        given.file.write_text(json.dumps(entries, indent=1) + "\n", encoding="utf-8")
    if not entries:
        print("there is nothing to draw yet")
        return 1
    given.picture.write_text(picture(entries), encoding="utf-8")
    found = slower(entries)
    print("\n".join(["", *(f"slower  {line}" for line in found)] if found else ["", "nothing is slower than usual"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
