"""A short course in the rulebook's steps: real positions to be played at an ordinary table, each with one thing to do.

A lesson is a position (docs/record.md) in which the learner, always red, has a tile in hand, and an aim that shows in the
view of the table. Nothing here knows a rule; a test plays every lesson with its suggested answers. Words are in the
language files beside this one.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

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


# In the order of learning.
LESSONS: Mapping[str, Lesson] = {
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
        Lesson(
            "farmers",
            _position(
                5,
                "D(0,0)r0 E(0,-1)r2 U(1,0)r1 E(1,-1)r0 E(1,-2)r2",
                "V",
                figures="blue.follower=1,0.road.E",
                rest="done 0,0.city.N 1,-1.city.N",
                elements="elements farmers",
            ),
            Aim("points", "field", 6),
            ("0,-2 r1", "follower field Ne"),
            ("BASE-86", "BASE-99"),
        ),
    )
}


@cache
def words(language: str) -> Mapping[str, Any]:
    """What a language says: the names of the players, and of every lesson its title, rule, task, done and missed."""
    found: dict[str, Any] = tomllib.loads(
        (files("bastida.rulebook") / "lesson_texts" / f"{language}.toml").read_text(encoding="utf-8")
    )
    return found
