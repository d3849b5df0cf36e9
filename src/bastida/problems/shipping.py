"""Make the file of problems that is shipped from what the miner has found:

    python -m bastida.problems.shipping mined.jsonl --most 600

Of each preset the problems are taken from all ratings in turn, those about an expansion first, so that none is forgotten.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from bastida import from_position, presets
from bastida.problems.library import FILE
from bastida.problems.mining import read
from bastida.problems.model import Asked, Problem
from bastida.problems.themes import themes_of


def made(entry: Mapping[str, Any]) -> Problem:
    """A problem from a line of the miner's file, with its themes."""
    questions = tuple(Asked(one["kind"], one["answer"], one["close"], one["rest"]) for one in entry["questions"])
    game = from_position(entry["position"])
    decision = game.decision
    assert decision is not None
    assert decision.seat is not None
    themes = themes_of(game, decision.seat, [one.answer for one in questions])
    return Problem(entry["id"], entry["preset"], entry["seats"], entry["position"], questions, tuple(entry["found"]), themes)


def mixed(found: Sequence[Problem]) -> Iterator[Problem]:
    """Problems of one preset: from every rating one in turn, those with a theme of an expansion first."""
    ratings: dict[int, list[Problem]] = defaultdict(list)
    for problem in sorted(found, key=lambda one: not any("." in theme for theme in one.themes)):
        ratings[problem.rating].append(problem)
    for row in zip_longest(*(ratings[rating] for rating in sorted(ratings, reverse=True))):
        yield from (problem for problem in row if problem is not None)


def chosen(found: Sequence[Problem], most: int) -> list[Problem]:
    """As many problems, of every preset about the same number."""
    rows = [list(mixed([one for one in found if one.preset == preset])) for preset in presets()]
    turns = [problem for row in zip_longest(*rows) for problem in row if problem is not None][:most]
    places = {name: place for place, name in enumerate(presets())}
    return sorted(turns, key=lambda one: (places[one.preset], one.rating, one.id))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--most", type=int, default=600)
    asked = parser.parse_args(arguments)
    found = [made(entry) for entry in read(asked.file) if "rounds" not in entry]
    lines = [json.dumps(one.as_json(), ensure_ascii=False, separators=(",", ":")) for one in chosen(found, asked.most)]
    Path(__file__).with_name(FILE).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    print(len(lines))


if __name__ == "__main__":
    main()
