"""A short course in the rulebook's steps: real positions to be played at an ordinary table, each with one thing to do.

A lesson is a position (docs/record.md) in which the learner, always red, has a tile in hand, and an aim that shows in the
view of the table. Nothing here knows a rule; a test plays every lesson with its suggested answers. Words are in the
language files beside this one.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from bastida.kernel.expansion import Folder
from bastida.kernel.shelf import remembered
from bastida.language.texts import FALLBACK
from bastida.table.setup import FAMILIES

LEARNER = 0  # the seat


@dataclass(frozen=True)
class Aim:
    """What shows that a lesson has been understood: a tile laid, a figure standing, or points for something."""

    kind: str  # tile, figure, points
    source: str = ""  # of the points, as the ledger calls it
    points: int = 0  # at least


@dataclass(frozen=True)
class Lesson:
    """One thing to learn."""

    id: str
    position: str
    aim: Aim
    answers: tuple[str, ...]  # one way to reach it
    clauses: tuple[str, ...]  # that it is about


def _position(turn: int, tiles: str, hand: str, *, figures: str = "", rest: str = "left.stock A=1", elements: str = "") -> str:
    """A position in which red lays a tile. Usually one is left for the rival, so that the game is not over."""
    sections = (
        "position 1 | game carcassonne plus",
        elements,
        f"seats red blue | first red | turn {turn} 1 red | asks red | tiles {tiles}",
        figures and f"figures {figures}",
        "points red=0 blue=0",
        rest,
        f"run0 at=kernel.PLACE_TILE tile={hand} pile=stock",
    )
    return " | ".join(section for section in sections if section)


# Of the base game, in the order of learning.
FIRST: Mapping[str, Lesson] = {
    lesson.id: lesson
    for lesson in (
        Lesson(
            "tile",
            _position(1, "D(0,0)r0", "V"),
            Aim("tile"),
            ("1,0 r0",),
            ("BASE-25", "BASE-23"),
        ),
        Lesson(
            "follower",
            _position(1, "D(0,0)r0", "P"),
            Aim("figure"),
            ("0,-1 r3", "follower city S"),
            ("BASE-37", "BASE-40"),
        ),
        Lesson(
            "road",
            _position(
                3,
                "D(0,0)r0 W(-1,0)r0 G(0,-1)r1",
                "A",
                figures="red.follower=-1,0.road.E blue.follower=0,-1.city.N",
            ),
            Aim("points", "road", 3),
            ("1,0 r1", "follower monastery"),
            ("BASE-53", "BASE-56"),
        ),
        Lesson(
            "city",
            _position(
                3,
                "D(0,0)r0 F(0,-1)r1 V(1,0)r0",
                "E",
                figures="red.follower=0,-1.city.N blue.follower=1,0.road.S",
            ),
            Aim("points", "city", 8),
            ("0,-2 r2",),
            ("BASE-58", "BASE-59"),
        ),
        Lesson(
            "monastery",
            _position(
                9,
                "D(0,0)r0 B(0,1)r0 U(1,0)r1 E(1,1)r1 E(-1,1)r3 U(-1,0)r1 E(0,2)r2 V(-1,2)r0 U(2,0)r1",
                "V",
                figures="red.follower=0,1.monastery blue.follower=1,0.road.E/0,2.city.S",
            ),
            Aim("points", "monastery", 9),
            ("1,2 r3", "pass"),
            ("BASE-63", "BASE-64"),
        ),
        Lesson(
            "share",
            _position(
                5,
                "D(0,0)r0 G(0,-1)r1 U(1,0)r1 B(1,-1)r0 E(1,-2)r3",
                "N",
                figures="red.follower=0,-1.city.N blue.follower=1,-2.city.W",
            ),
            Aim("points", "city", 8),
            ("0,-2 r2",),
            ("BASE-81", "BASE-70"),
        ),
    )
}


@remembered
def lessons() -> dict[str, Lesson]:
    """Every lesson by its id: the course of the base game, then what each expansion teaches in its ``lesson.toml``."""
    found = dict(FIRST)
    for folder in _teaching():
        for entry in folder.table("lesson.toml")["lesson"]:
            aim = Aim(**entry["aim"])
            found[entry["id"]] = Lesson(entry["id"], entry["position"], aim, tuple(entry["answers"]), tuple(entry["clauses"]))
    return found


def _teaching() -> list[Folder]:
    """The folders that teach something, in the order of learning."""
    every = [folder for games in FAMILIES.values() for folder in games.folders()]
    return [folder for folder in every if "lesson" in folder.table("lesson.toml")]


@remembered
def words(language: str) -> Mapping[str, Any]:
    """What a language says: the names of the players, and of every lesson its title, rule, task, done and missed."""
    file = files("bastida.rulebook") / "lesson_texts" / f"{language}.toml"
    found: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    for folder in _teaching():
        for entry in folder.table("lesson.toml")["lesson"]:
            found[entry["id"]] = entry.get(language) or entry[FALLBACK]
    return found
