"""Results on disk: a line of JSON for the match, then a line for every game, only ever appended.

A run may be interrupted at any moment. A line that was cut off is dropped when the file is opened again, and the games that
are there are not played a second time.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, TextIO

from bastida.arena.match import Match, Result
from bastida.kernel.answers import Refusal
from bastida.language.refused import Refused, why

VERSION = 1


class StoreError(Refused):
    """A file of results that cannot be gone on with."""


class Store:
    """The results of one match, in a file or (None) only in memory."""

    def __init__(self, match: Match, path: Path | None = None) -> None:
        self.match = match
        self.results: dict[tuple[int, int], Result] = {}
        self._file: TextIO | None = None
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists() and path.stat().st_size:
                self._read(path)
                self._file = path.open("a", encoding="utf-8")
            else:
                self._file = path.open("a", encoding="utf-8")
                self._write([{"arena": VERSION, "match": match.as_json()}])

    def _read(self, path: Path) -> None:
        """Take up what was played; half a line at the end, left by a sudden stop, goes."""
        content = path.read_bytes()
        whole = content.rfind(b"\n") + 1
        found, results = parse(content[:whole].decode("utf-8", "replace"), path.name)
        if found != self.match:
            problem = why("arena.other_match", word=path.name, found=describe(found), match=describe(self.match))
            raise StoreError(problem)
        if whole < len(content):
            os.truncate(path, whole)
        self.results = {(result.bag, result.rotation): result for result in results}

    def _write(self, lines: list[dict[str, Any]]) -> None:
        if self._file is not None:
            self._file.write("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))
            self._file.flush()
            os.fsync(self._file.fileno())

    def add(self, results: list[Result]) -> None:
        for result in results:
            self.results[result.bag, result.rotation] = result
        self._write([result.as_json() for result in results])

    def has(self, bag: int) -> bool:
        """Has a bag been played in all rotations?"""
        return all((bag, rotation) in self.results for rotation in range(len(self.match.players)))

    def bag(self, bag: int) -> list[Result]:
        return [self.results[bag, rotation] for rotation in range(len(self.match.players))]

    def all(self, bags: int) -> list[Result]:
        """The games of the first so many bags, as far as they are complete, in order."""
        return [result for bag in range(bags) if self.has(bag) for result in self.bag(bag)]

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def read(path: Path) -> tuple[Match, list[Result]]:
    """The match in a file, with its games."""
    return parse(path.read_text(encoding="utf-8"), path.name)


def parse(text: str, name: str) -> tuple[Match, list[Result]]:
    lines = text.splitlines()
    try:
        head = json.loads(lines[0])
        if head["arena"] != VERSION:
            raise StoreError(why("arena.other_version", word=name))
        match = Match.from_json(head["match"])
        return match, [Result(**json.loads(line)) for line in lines[1:]]
    except StoreError:
        raise
    except (IndexError, KeyError, TypeError, ValueError):
        raise StoreError(why("arena.no_results", word=name)) from None


def describe(match: Match) -> Refusal:
    return why("arena.match", players=" - ".join(match.players), game=match.game, seed=match.seed)
