"""A whole base game, with or without farmers, played by the oracle: slow, and without a line of the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bastida.kernel.tile import Tile
from tests.oracle.deploying import free_segments, names
from tests.oracle.parts import Played
from tests.oracle.placing import placements
from tests.oracle.regions import by_spot, regions
from tests.oracle.scoring import final_points, newly_completed, value
from tests.oracle.table import Table

Answer = tuple[object, ...]  # ("draw", id), ("tile", x, y, turns), ("figure", kind, position), ("pass",)
UNDERSTOOD = {"base", "farmers"}


@dataclass(frozen=True)
class Play:
    """A position: what is asked, and everything needed to answer it."""

    table: Table
    bag: Counter[str]
    tiles: dict[str, Tile] = field(repr=False)
    supply: tuple[int, ...]  # followers by seat
    points: tuple[int, ...]
    seat: int = 0
    question: str = "draw"  # draw, tile, figure, over
    hand: str = ""
    before: Table | None = None  # the table before the tile of this turn
    box: tuple[str, ...] = ()

    @classmethod
    def begin(cls, played: Played, box: Sequence[tuple[Tile, int]], start: str, first: int = 0) -> Play:
        """The start tile lies at 0,0 and the rest is in the bag (BASE-05 to BASE-08)."""
        assert set(played.modules) <= UNDERSTOOD, f"the oracle plays only {UNDERSTOOD}"
        tiles = {tile.id: tile for tile, _ in box}
        bag = Counter({tile.id: copies for tile, copies in box})
        bag[start] -= 1
        table = Table(played).lay(tiles[start], 0, 0, 0)
        followers = (played.issued["follower"],) * played.seats
        return cls(table, +bag, tiles, followers, (0,) * played.seats, first)._draw_or_end()

    # -- questions and answers ----------------------------------------------------------------------------------------

    def options(self) -> list[Answer]:
        if self.question == "draw":
            return [("draw", tile) for tile in self.bag]
        if self.question == "tile":
            return [("tile", *place) for place in sorted(placements(self.table, self.tiles[self.hand]))]
        if self.question == "figure":
            return [("pass",), *(("figure", "follower", position) for position in self._free())]
        return []

    def texts(self, option: Answer) -> set[str]:
        """What an option may be called."""
        if option[0] == "draw":
            return {str(option[1])}
        if option[0] == "tile":
            return {f"{option[1]},{option[2]} r{option[3]}"}
        if option[0] == "pass":
            return {"pass"}
        last = self.table.laid[-1]
        assert isinstance(option[2], int)
        return {f"{option[1]} {name}" for name in names(last, option[2], self.table.played.around)}

    def answer(self, option: Answer) -> Play:
        if option[0] == "draw":
            return self._drawn(str(option[1]))
        if option[0] == "tile":
            _, x, y, turns = option
            assert isinstance(x, int)
            assert isinstance(y, int)
            assert isinstance(turns, int)
            table = self.table.lay(self.tiles[self.hand], x, y, turns)
            laid = replace(self, table=table, before=self.table, question="figure", hand="")
            return laid if laid._free() else laid._score()
        if option[0] == "figure":
            assert isinstance(option[2], int)
            supply = _changed(self.supply, self.seat, -1)
            table = self.table.put(self.seat, "follower", (len(self.table.laid) - 1, option[2]))
            return replace(self, table=table, supply=supply)._score()
        return self._score()

    def final(self) -> tuple[int, ...]:
        """Points if the game ended now."""
        return tuple(map(sum, zip(self.points, final_points(self.table), strict=True)))

    # -- the steps of a turn ------------------------------------------------------------------------------------------

    def _free(self) -> list[int]:
        return free_segments(self.table, "follower") if self.supply[self.seat] else []

    def _draw_or_end(self) -> Play:
        if self.bag:
            return replace(self, question="draw")
        supply = (self.table.played.issued["follower"],) * self.table.played.seats  # BASE-96
        return replace(self, question="over", points=self.final(), supply=supply, table=replace(self.table, pieces=()))

    def _drawn(self, tile: str) -> Play:
        """A tile that fits nowhere goes to the box, and the same player draws again (BASE-31)."""
        bag = +(self.bag - Counter([tile]))
        if placements(self.table, self.tiles[tile]):
            return replace(self, bag=bag, question="tile", hand=tile)
        return replace(self, bag=bag, box=(*self.box, tile))._draw_or_end()

    def _score(self) -> Play:
        """Step 3 (BASE-67 to BASE-76), and on to the next player."""
        assert self.before is not None
        points, supply, table = self.points, self.supply, self.table
        home = by_spot(regions(self.table))
        for region in newly_completed(self.table, self.before):
            for seat in region.winners:
                points = _changed(points, seat, value(self.table, home, region, True, seat))
            for piece in self.table.pieces:
                if piece.spot in region.spots:
                    supply = _changed(supply, piece.seat, 1)
            table = table.without(set(region.spots))
        seat = (self.seat + 1) % self.table.played.seats
        return replace(self, table=table, points=points, supply=supply, seat=seat, before=None)._draw_or_end()


def _changed(values: tuple[int, ...], place: int, by: int) -> tuple[int, ...]:
    return (*values[:place], values[place] + by, *values[place + 1 :])


def perft(play: Play, depth: int) -> int:
    """Leaves of the tree of answers, chance included."""
    options = play.options()
    if depth == 0 or not options:
        return 1
    if depth == 1:
        return len(options)
    return sum(perft(play.answer(option), depth - 1) for option in options)
