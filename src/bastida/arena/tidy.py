"""Results as a table: a row for every player of every game. CSV, or Parquet by the extra ``data``."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from bastida.arena.match import Match, Result
from bastida.arena.statistics import better_than_rivals, margin_of, share_of
from bastida.extras import need

COLUMNS = (
    "game",
    "match_seed",
    "bag",
    "rotation",
    "player",
    "line_up",
    "seat",
    "points",
    "margin",
    "share",
    "score",
    "asked",
    "seconds",
    "slowest",
    "faults",
    "turns",
    "luck",
    "luck_share",
)


def rows(match: Match, results: Iterable[Result]) -> Iterator[dict[str, Any]]:
    """``share`` is of the victory, ``score`` against each rival; ``line_up`` and ``seat`` count from 1."""
    for result in results:
        for number, name in enumerate(match.players):
            yield {
                "game": match.game,
                "match_seed": match.seed,
                "bag": result.bag,
                "rotation": result.rotation,
                "player": name,
                "line_up": number + 1,
                "seat": (number - result.rotation) % len(match.players) + 1,
                "points": result.points[number],
                "margin": margin_of(result, number),
                "share": share_of(result, number),
                "score": better_than_rivals(result, number),
                "asked": result.asked[number],
                "seconds": round(result.seconds[number], 4),
                "slowest": round(result.slowest[number], 4),
                "faults": sum(result.faults[number].values()),
                "turns": result.turns,
                "luck": round(result.luck[number], 3) if result.luck else None,
                "luck_share": round(result.luck_share[number], 5) if result.luck_share else None,
            }


def write_csv(path: Path, found: Iterable[dict[str, Any]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(found)


def write_parquet(path: Path, found: Iterable[dict[str, Any]]) -> None:
    need("data")
    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    parquet.write_table(arrow.Table.from_pylist(list(found)), path)
