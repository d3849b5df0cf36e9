"""``python -m benchmarks``: measure, beside the C reference, and print the table."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.report import Report, Result
from benchmarks.rows import MODES, ROWS, Row
from benchmarks.worker import NotThere, Worker
from benchmarks.yardstick import Yardstick


@dataclass(frozen=True)
class Pace:
    rounds: int
    seconds: float  # of one round, without C's share of it


FULL, QUICK = Pace(9, 0.2), Pace(3, 0.05)


def run(rows: Sequence[Row], modes: Sequence[str], pace: Pace, compiled_at: str | None = None) -> Report:
    """Measure rows in all modes, C just before every round."""
    report, yardstick = Report(), Yardstick()
    report.compiler = yardstick.compiler
    if not yardstick.compiler:
        report.notes.append("no C compiler: shares cannot be told")
    workers = {}
    for mode in modes:
        try:
            workers[mode] = Worker(mode, compiled_at)
        except NotThere as reason:
            report.notes.append(f"{mode} was left out: {reason}")
    try:
        for row in rows:
            report.results += [measure(row, mode, worker, yardstick, pace) for mode, worker in workers.items()]
    finally:
        for worker in workers.values():
            worker.close()
        yardstick.close()
    return report


def measure(row: Row, mode: str, worker: Worker, yardstick: Yardstick, pace: Pace) -> Result:
    result = Result(row, mode)
    for _ in range(pace.rounds):
        beside = yardstick.rate()
        result.rounds.append((worker.measure(row, pace.seconds), beside))
    return result


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m benchmarks", description="Bastida's speed, measured beside a C reference.")
    parser.add_argument("--quick", action="store_true", help="some seconds instead of a minute, less exact")
    parser.add_argument(
        "--only", action="append", metavar="NAME", choices=[row.name for row in ROWS], help="this row; may be repeated"
    )
    parser.add_argument("--mode", action="append", choices=MODES, help="one mode instead of both")
    parser.add_argument("--compiled", metavar="FOLDER", help="where a compiled package lies, instead of the installed one")
    parser.add_argument("--markdown", action="store_true", help="print the table as Markdown")
    parser.add_argument("--json", metavar="FILE", type=Path, help="also write everything measured to a file")
    given = parser.parse_args(arguments)
    rows = [row for row in ROWS if not given.only or row.name in given.only]
    report = run(rows, given.mode or MODES, QUICK if given.quick else FULL, given.compiled)
    print(report.markdown() if given.markdown else report.text(), end="")
    if given.json:
        given.json.write_text(json.dumps(report.data(), indent=1) + "\n", encoding="utf-8")
    return 0 if report.results else 1


if __name__ == "__main__":
    sys.exit(main())
