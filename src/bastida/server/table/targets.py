"""From an answer's notation to what it points at on the table, and where that is: what a client draws and lets tap.

Only the words are looked at, the same that people read; which answers there are is the rules' affair. Board coordinates
have a tile's side as their unit: the tile on x,y covers x to x+1 and y to y+1.
"""

from __future__ import annotations

import re
from functools import cached_property
from math import hypot
from typing import Any

from bastida.art import anchors, tower_foot, tower_top
from bastida.art.curves import SIZE, Point, turn
from bastida.kernel.figures import TOWER
from bastida.kernel.names import segment_words
from bastida.kernel.tile import Tile
from bastida.table.game import Game

PLACE = re.compile(r"(-?\d+),(-?\d+) r([0-3])")
CELL = re.compile(r"(-?\d+),(-?\d+)")
PLAYER = re.compile(r"player (\d+)")
SPACE = re.compile(r"space (\d+)")
FERRY = re.compile(r"ferry ([NESW])-([NESW])")
SIDES = {"N": (0.5, 0.0), "E": (1.0, 0.5), "S": (0.5, 1.0), "W": (0.0, 0.5)}
STANDING_THERE = ("capture", "take back", "withdraw", "remove", "move")  # these words mean a figure that stands there
FROM_A_PILE = ("draw", "lay ")
APART = 0.17  # how far figures in one segment stand from each other
ROW = 0.64  # how wide a row of them may be


class Ground:
    """The table of a game as places."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.engine = game.engine
        board = self.engine.board
        self.slots: dict[tuple[int, int], int] = {}
        for slot in range(board.tiles):
            cell = board.tile_cell[slot]
            self.slots[int(board.x(cell)), int(board.y(cell))] = slot
        self.cells = list(self.slots)

    @cached_property
    def newest(self) -> tuple[int, int] | None:
        """The tile just laid, which answers without a cell are about."""
        slot = int(self.engine.run_slot)
        return self.cells[slot] if slot >= 0 else None

    def tile(self, at: tuple[int, int]) -> tuple[Tile, int]:
        """The tile on a cell, and how it is turned."""
        board, slot = self.engine.board, self.slots[at]
        return self.engine.rules.tiles[board.kind(slot)], int(board.turns(slot))

    def segment(self, at: tuple[int, int], words: str) -> tuple[str, int] | None:
        """A segment of a laid tile by any of its names: the name we write, and its place in the tile."""
        rules, slot = self.engine.rules, self.slots[at]
        wanted = words.casefold()
        for number, names in enumerate(segment_words(self.engine, slot)):
            if any(name.casefold() == wanted for name in names):
                return names[0], int(rules.seg_source[rules.seg_first[self.engine.board.kind(slot)] + number])
        return None

    def spots(self, at: tuple[int, int], place: int, wanted: int = 1) -> list[list[float]]:
        """Where so many figures stand in one segment: on its anchors, or in a row if those are too close."""
        tile, turns = self.tile(at)
        found = [_on_board(at, turn(spot, turns)) for spot in anchors(tile)[place].spots[:wanted]]
        pairs = [(a, b) for number, a in enumerate(found) for b in found[:number]]
        if len(found) == wanted and all(hypot(a[0] - b[0], a[1] - b[1]) >= APART for a, b in pairs):
            return found
        (x, y), step = found[0], min(APART, ROW / wanted)
        left = min(max(x - step * (wanted - 1) / 2, at[0] + 0.13), at[0] + 0.87 - step * (wanted - 1))
        return [[round(left + step * number, 3), round(y + 0.03 * (number % 2), 3)] for number in range(wanted)]

    def tower(self, at: tuple[int, int], height: int | None) -> list[float]:
        """The foot of a tower, or (with a height) its top."""
        tile, turns = self.tile(at)
        return _on_board(at, tower_foot(tile, turns) if height is None else tower_top(tile, turns, height))

    # -- options -------------------------------------------------------------------------------------------------------

    def target(self, text: str, kind: str) -> dict[str, Any]:
        """What an answer points at: ``figure`` (if it names one), ``target`` and ``at``."""
        found: dict[str, Any] = {}
        figure = next((word for word in text.split() if word in self.engine.rules.figure_names), None)
        if kind in ("robber", "theft"):
            figure = "robber" if kind == "robber" and text != "pass" else None
        if figure is not None:
            found["figure"] = figure
        target, at = self._target(text, kind, figure)
        return {**found, "target": target, "at": at}

    def _target(self, text: str, kind: str, figure: str | None) -> tuple[dict[str, Any], list[float] | None]:
        if placed := PLACE.fullmatch(text):
            x, y, turns = map(int, placed.groups())
            return {"type": "cell", "x": x, "y": y, "turns": turns}, [x + 0.5, y + 0.5]
        if cell := CELL.search(text):
            return self._at_cell((int(cell[1]), int(cell[2])), text[: cell.start()], text[cell.end() :].strip(), kind)
        if space := SPACE.search(text):
            return {"type": "track", "space": int(space[1])}, None
        if player := PLAYER.search(text):
            seat = int(player[1]) - 1
            if figure is not None and kind == "figure":
                return self._standing(figure, seat)
            return {"type": "seat", "seat": seat}, None
        if kind == "scoring figure":
            return {"type": "track", "seat": self._asked(), "figure": text}, None
        if text.startswith(FROM_A_PILE):
            return {"type": "pile"}, None
        if kind == "exchange":
            return {"type": "seat", "seat": self._asked()}, None
        if text.startswith(STANDING_THERE) and figure is not None:
            return self._standing(figure, self._asked())
        if self.newest is not None and (figure is not None or kind == "ferry") and kind != "postman":  # "stays" is no place
            return self._at_cell(self.newest, "", text.partition(" ")[2] if kind != "ferry" else text, kind)
        return {"type": "none"}, None

    def _at_cell(self, at: tuple[int, int], before: str, words: str, kind: str) -> tuple[dict[str, Any], list[float] | None]:
        """Something on a laid tile: a segment, who stands there, its tower, or the tile as a whole."""
        x, y = at
        if at not in self.slots:
            return {"type": "cell", "x": x, "y": y}, [x + 0.5, y + 0.5]
        stands = before.startswith(STANDING_THERE) or kind == "message action"
        if segment := self.segment(at, words):
            target: dict[str, Any] = {"type": "figure" if stands else "segment", "x": x, "y": y, "segment": segment[0]}
            if stands and (player := PLAYER.search(before)):
                target["seat"] = int(player[1]) - 1
            return target, self.spots(at, segment[1])[0]
        if ferry := FERRY.search(words):
            a, b = SIDES[ferry[1]], SIDES[ferry[2]]
            return {"type": "tile", "x": x, "y": y}, [x + (a[0] + b[0]) / 2, y + (a[1] + b[1]) / 2]
        if "tower" in words or before.startswith("floor"):
            return {"type": "figure" if stands else "tile", "x": x, "y": y}, self.tower(at, None)
        return {"type": "tile", "x": x, "y": y}, [x + 0.5, y + 0.5]

    def _standing(self, figure: str, seat: int | None) -> tuple[dict[str, Any], list[float] | None]:
        """Where a figure of a seat, or a neutral one, stands: in a segment, on a tower, or with whoever has it."""
        rules, figures, regions = self.engine.rules, self.engine.figures, self.engine.regions
        for number in range(rules.figure_total):
            owner = int(rules.figure_seat[number])
            if rules.figure_names[rules.figure_kind[number]] != figure or owner not in (seat, rules.seats):
                continue
            whose = {"seat": owner} if owner < rules.seats else {}
            node = int(figures.node(number))
            if node >= 0:
                slot = int(regions.slot[node])
                at = self.cells[slot]
                name = segment_words(self.engine, slot)[node - self.engine.board.tile_node[slot]][0]
                place = self.segment(at, name)
                assert place is not None
                return {"type": "figure", "x": at[0], "y": at[1], "segment": name, **whose}, self.spots(at, place[1])[0]
            if figures.place[number] >= 0 and figures.place_word(number) == TOWER:
                at = self.cells[int(figures.place_index(number))]
                return {"type": "figure", "x": at[0], "y": at[1], **whose}, self.tower(at, None)
        return {"type": "seat", "seat": seat} if seat is not None else {"type": "none"}, None

    def _asked(self) -> int | None:
        decision = self.game.decision
        return decision.seat if decision is not None else None


def _on_board(at: tuple[int, int], point: Point) -> list[float]:
    return [round(at[0] + point[0] / SIZE, 3), round(at[1] + point[1] / SIZE, 3)]
