"""Positions of Hunters & Gatherers, in the words of ``study``: rows of tiles, bonus tiles, who is where.

Tiles are laid freely: more copies than the box has, and no start tile. Where a move completes a forest with a nugget,
the next move is the bonus tile.
"""

from __future__ import annotations

from typing import Any

from rules.study import Turn, kind, lay, table

from bastida import Game

# Three segments with one nugget, 6 points: the last of these tiles completes the forest, a bonus tile follows.
ALMOST = "hgF01(0,0)r0 : red gatherer E; hgF09(1,0)r0"
NUGGET = f"{ALMOST}; hgF01(2,0)r2"


def hunt(moves: str, **more: Any) -> Game:
    return table("hunters", moves, **more)


def rows(*lines: str, x: int = 0, y: int = 0) -> str:
    """The moves that lay rows of tiles, ``"hgR02r3 . hgM01r0"``, from a cell to the east and south."""
    moves = []
    for dy, line in enumerate(lines):
        for dx, word in enumerate(line.split()):
            if word != ".":
                moves.append(f"{word[:-2]}({x + dx},{y + dy}){word[-2:]}")
    return "; ".join(moves)


def bonus(game: Game, move: str) -> Turn:
    """Lay the bonus tile that is due, for the player whose turn it is: ``hbFire(0,1)r0 : hunter Nw``."""
    assert at_bonus(game), "no bonus tile is due"
    laying, _, answers = move.partition(" : ")
    return lay(game, f"{laying} : {active(game)} {answers}".strip())


def at_bonus(game: Game) -> bool:
    """Is a bonus tile about to be drawn?"""
    return kind(game) == "draw" and game.engine.run_level > 0


def active(game: Game) -> str:
    return game.setup.colours[game.seat]


def answers(game: Game) -> list[str]:
    return [str(option) for option in game.options()]


def stand(game: Game, *figures: str) -> Game:
    """Put figures of the supply anywhere: ``"red member 0,0 meadow Nw"``."""
    for figure in figures:
        colour, what, where = figure.split(" ", 2)
        game.arrange(colour, what, where)
    return game


def resting(game: Game, colour: str) -> int:
    """Members that have come home in this turn and cannot be used yet."""
    seat = game.setup.colours.index(colour)
    return sum(one.get("place") == "resting" and one["seat"] == seat for one in game.view()["figures"])


def pile(game: Game, name: str) -> dict[str, Any]:
    return next(one for one in game.view()["piles"] if one["name"] == name)


def worth(game: Game, where: str) -> int:
    """What the area of a segment, ``0,0 meadow Nw``, would be worth at the end."""
    return next(feature.worth for feature in game.features() if where in feature.segments)
