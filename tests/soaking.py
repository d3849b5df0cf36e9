"""What long checks have come to: kept in a file, so that one that was stopped goes on where it was."""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from pathlib import Path

import bastida

FOLDER = Path("build/soak")


def digest() -> str:
    """The sources that are under test: what others came to does not count for them."""
    found = hashlib.sha256()
    for path in sorted(Path(bastida.__file__).parent.rglob("*.py")):
        found.update(path.read_bytes())
    return found.hexdigest()[:12]


class Kept:
    """The rounds of one check, a line of JSON for each."""

    def __init__(self, name: str) -> None:
        self.name, self.sources, self.begun = name, digest(), time.monotonic()
        self.path = FOLDER / f"{name}.jsonl"

    def rounds(self) -> list[dict[str, float]]:
        if not self.path.exists():
            return []
        lines = [json.loads(line) for line in self.path.read_text().splitlines()]
        return [line["figures"] for line in lines if line["sources"] == self.sources]

    def add(self, **figures: float) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        seconds, self.begun = round(time.monotonic() - self.begun, 1), time.monotonic()
        with self.path.open("a") as file:
            file.write(json.dumps({"sources": self.sources, "figures": {**figures, "seconds": seconds}}) + "\n")

    def totals(self) -> Counter[str]:
        total: Counter[str] = Counter()
        for figures in self.rounds():
            total.update(figures)
        return total

    def sum(self, figure: str) -> int:
        return int(self.totals()[figure])

    def told(self) -> str:
        """In one line, for the documents."""
        return f"{self.name}: " + ", ".join(f"{name} {count:,.0f}" for name, count in self.totals().items())
