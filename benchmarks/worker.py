"""A process that measures one mode of the package: ``python -m benchmarks.worker``.

It first says what it runs, then answers every line ``row preset seconds`` with one line; both are JSON. Which package it
finds is decided by whoever starts it, with PYTHONPATH.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.rows import COMPILED, Row

ROOT = Path(__file__).resolve().parent.parent


def serve() -> None:
    import bastida
    from benchmarks.measures import Duration, Import, Measure, Ratio, make_measure

    print(json.dumps({"compiled": bastida.COMPILED}), flush=True)
    made: dict[str, Measure | Duration | Import | Ratio] = {}
    for line in sys.stdin:
        name, preset, seconds = line.split()
        if name not in made:
            made[name] = make_measure(name, preset)
        print(json.dumps(made[name].rate(float(seconds))), flush=True)


class NotThere(Exception):
    """The package cannot be run in this mode here."""


class Worker:
    """The other end: starts the process and asks it."""

    def __init__(self, mode: str, compiled_at: str | None = None) -> None:
        path = compiled_at if mode == COMPILED else str(ROOT / "src")
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        if path is not None:
            environment["PYTHONPATH"] = path
        self.process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.worker"],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            if self.answer()["compiled"] != (mode == COMPILED):
                raise NotThere(f"the package that was found is not {mode}")
        except NotThere:
            self.close()
            raise

    def measure(self, row: Row, seconds: float) -> float:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{row.name} {row.preset} {seconds}\n")
        self.process.stdin.flush()
        return float(self.answer())

    def answer(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise NotThere("the package cannot be run, or broke off")
        return json.loads(line)

    def close(self) -> None:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


if __name__ == "__main__":
    serve()
