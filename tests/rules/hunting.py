"""Positions of Hunters & Gatherers, in the words of ``study``: rows of tiles, bonus tiles, who is where.

Tiles are laid freely: more copies than the box has, and no start tile. Where a move completes a forest with a nugget,
the next move is the bonus tile.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from bastida import Feature, Game
from bastida.kernel.names import find_node, node_name
from tests.rules.study import ASK, Turn, kind, lay, may, study, table

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


def area(game: Game, where: str) -> Feature:
    """The area that holds a segment, named by any of its sides: ``0,0 meadow Nw``."""
    node = find_node(game.engine, where)
    assert node >= 0, f"there is no {where}"
    return next(feature for feature in game.features() if node_name(game.engine, node) in feature.segments)


def worth(game: Game, where: str) -> int:
    """What the area of a segment would be worth at the end."""
    return area(game, where).worth


# -- with the Scout ----------------------------------------------------------------------------------------------------

PIECES = ("shaman", "explorer", "canoe", "bridge", "agriculture")
USUAL = {"special tile": "draw", "refuse": "keep", "shaman": "pass", "figure": "pass"}
MOVE = re.compile(r"(\w+)\((-?\d+,-?\d+)\)(r[0-3])(?: : (\w+)(?: (.+))?)?")


def party(pieces: str, moves: str = "", **more: Any) -> Game:
    """A study with these pieces, one for each player, after these moves.

    ``canoe(0,0)r0 : red`` lays a special tile. The move before it is, unless it says otherwise, of the player before.
    """
    dealt = pieces.split()
    texts = [text.strip() for text in re.split(r"[;\n]", moves) if text.strip()]
    colours = [_colour(text) for text in texts]
    seats = ("red", "blue", "yellow", "green", "black")[: len(dealt)]
    for number, text in enumerate(texts[1:]):
        if text.startswith(PIECES) and not colours[number]:
            colours[number] = seats[seats.index(colours[number + 1]) - 1]
    first = seats.index(colours[0]) if texts and texts[0].startswith(PIECES) else 0
    game = study("hunters-scout", players=len(dealt), start=False, first=first, **more)
    for piece in dealt:
        game.play(piece)
    for text, colour in zip(texts, colours, strict=True):
        move(game, text, colour)
    return game


def _colour(text: str) -> str:
    found = MOVE.fullmatch(text)
    assert found, f"{text!r} is no move"
    return found[4] or ""


def move(game: Game, text: str, colour: str = "") -> dict[str, int]:
    """Play a move to the end of its turn, or of its part before a bonus tile; the points it brought, by colour.

    Of the answers, with " / " between them, each is given to the first question it fits; all others get the usual one.
    """
    found = MOVE.fullmatch(text)
    assert found, f"{text!r} is no move"
    tile, cell, turns, told, rest = found.groups()
    begin(game, told or colour or "red", tile in PIECES)
    game.play(f"lay {tile}" if tile in PIECES else tile)
    entries, left = len(game.ledger), rest.split(" / ") if rest else []
    while kind(game) not in ("draw", "") and not (kind(game) == "special tile" and game.tile is None):
        if kind(game) == "tile":
            game.play(f"{cell} {turns}")
        elif left == [ASK]:
            if kind(game) == "figure":
                return {}
            game.play(USUAL[kind(game)])
        else:
            game.play(left.pop(0) if left and may(game, left[0]) else USUAL[kind(game)])
    assert not left, f"{text}: nobody was asked for {' / '.join(left)}"
    points: Counter[str] = Counter()
    for entry in game.ledger[entries:]:
        points[game.setup.colours[entry.seat]] += entry.points
    return dict(points)


def begin(game: Game, colour: str, special: bool = False) -> None:
    """Come to the draw of a colour's turn, or to the question whether he lays his special tile."""
    if kind(game) == "special tile" and not (special and active(game) == colour):
        game.play("draw")
    if active(game) != colour:
        assert not special, f"it is not {colour}'s turn"
        game.turn_to(colour)
