"""A whole game of Hunters & Gatherers, with or without the Scout, played by the oracle: slow, and without the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bastida.kernel.tile import Tile
from tests.oracle.deploying import free_segments, names
from tests.oracle.parts import Played
from tests.oracle.placing import placements
from tests.oracle.regions import Region, by_spot, regions
from tests.oracle.scoring import final_points, newly_completed, value
from tests.oracle.table import Piece, Spot, Table

Answer = tuple[str, object]  # the question and what is chosen
PIECES = ("shaman", "explorer", "canoe", "bridge", "agriculture")
TILE = {"explorer": "scExplorer", "canoe": "scCanoe", "bridge": "scBridge", "agriculture": "scFarm"}
STANDS_IN = {"explorer": "forest", "canoe": "river", "bridge": "meadow", "agriculture": "meadow"}


@dataclass(frozen=True)
class Hunt:
    """A position: what is asked, and everything needed to answer it."""

    table: Table
    tiles: dict[str, Tile] = field(repr=False)
    piles: dict[str, Counter[str]]  # land and bonus: what is still mixed
    below: dict[str, tuple[str, ...]]  # refused tiles under each of them
    reserve: dict[tuple[int, str], int]  # by seat and kind
    points: tuple[int, ...]
    seat: int
    question: str = ""
    hand: str = ""
    pile: str = "land"  # where the tile of this moment comes from; "hand" for a special tile
    before: Table | None = None  # the table before that tile
    resting: tuple[int, ...] = ()  # seats of members that came home in this turn
    bonus_done: bool = False
    shaman_done: bool = False
    refused: frozenset[str] = frozenset()  # piles of which a tile was refused in this turn
    heaps: tuple[tuple[int, tuple[str, ...]], ...] = ()  # by seat, where land lies in several: unseen tiles, refused ones below
    source: int = -1  # the heap of the land tile of this turn
    window: str = ""  # what follows the Shaman's question
    pieces: tuple[str, ...] = ()  # by seat; empty once laid
    explorer: int = -1
    canoe: tuple[int, int] | None = None  # number of its tile, seat

    @classmethod
    def begin(cls, played: Played, box: Sequence[tuple[Tile, int]], first: int) -> Hunt:
        tiles = {tile.id: tile for tile, _ in box}
        land = Counter({tile.id: copies for tile, copies in box if tile.set_id == "hg" and tile.id != "hgStart"})
        bonus = Counter({tile.id: copies for tile, copies in box if tile.set_id == "hg_bonus"})
        reserve = {(seat, kind): count for seat in range(played.seats) for kind, count in played.issued.items()}
        hunt = cls(
            Table(played).lay(tiles["hgStart"], 0, 0, 0),
            tiles,
            {"land": land, "bonus": bonus},
            {"land": (), "bonus": ()},
            reserve,
            (0,) * played.seats,
            first,
        )
        if played.settings.get("piles") == "several":  # SCOUT-R24
            more = land.total() % played.seats
            heaps = tuple((land.total() // played.seats + (seat < more), ()) for seat in range(played.seats))
            hunt = replace(hunt, heaps=heaps)
        return replace(hunt, question="piece") if "scout" in played.modules else hunt._turn()

    # -- questions and answers ----------------------------------------------------------------------------------------

    def options(self) -> list[Answer]:
        found: dict[str, list[object]] = {
            "piece": [piece for piece in PIECES if piece not in self.pieces],
            "special tile": ["draw", "lay"],
            "pile": self._heaps() if self.question == "pile" else [],
            "draw": list(+self.piles[self.pile]) or list(self.below[self.pile][:1]) if self.question == "draw" else [],
            "refuse": ["keep", "refuse"],
            "shaman": ["pass", *self._taken_back()],
            "tile": sorted(placements(self.table, self.tiles[self.hand])) if self.question == "tile" else [],
            "figure": ["pass", *self._places()] if self.question == "figure" else [],
        }
        return [(self.question, choice) for choice in found.get(self.question, [])]

    def texts(self, answer: Answer) -> set[str]:
        """What an answer may be called."""
        question, choice = answer
        if question == "tile":
            assert isinstance(choice, tuple)
            return {f"{choice[0]},{choice[1]} r{choice[2]}"}
        if choice == "lay":
            return {f"lay {self.pieces[self.seat]}"}
        if question == "pile":
            assert isinstance(choice, int)
            unseen, known = self.heaps[choice]
            return {f"pile player {choice + 1}" if unseen else f"pile player {choice + 1} {known[0]}"}
        if question == "figure" and isinstance(choice, tuple):
            kind, position = choice
            return {f"{kind} {name}" for name in names(self.table.laid[-1], position, set())}
        if isinstance(choice, Piece):
            laid = self.table.laid[choice.spot[0]]
            return {f"take back {laid.x},{laid.y} {name}" for name in names(laid, choice.spot[1], set())}
        return {str(choice)}

    def weight(self, answer: Answer) -> int:
        return self.piles[self.pile].get(str(answer[1]), 1) if self.question == "draw" else 1

    def answer(self, answer: Answer) -> Hunt:
        question, choice = answer
        if question == "piece":
            dealt = replace(self, pieces=(*self.pieces, str(choice)))
            return dealt if len(dealt.pieces) < self.table.played.seats else dealt._turn()
        if question == "special tile":
            if choice == "draw":
                return self._draw("land")
            return replace(self, hand=TILE[self.pieces[self.seat]], pile="hand")._shaman("tile")
        if question == "pile":
            assert isinstance(choice, int)
            return self._from_heap(choice)
        if question == "draw":
            return self._drawn(str(choice))
        if question == "refuse":
            return self._shaman("tile") if choice == "keep" else self._given_up()
        if question == "shaman":
            return self._after_shaman(choice)
        if question == "tile":
            assert isinstance(choice, tuple)
            return self._laid(*choice)
        if isinstance(choice, tuple):
            return self._put(choice[0], ((len(self.table.laid) - 1, choice[1]),))._score()
        return self._score()

    # -- the turn -----------------------------------------------------------------------------------------------------

    def _turn(self) -> Hunt:
        """A turn begins, unless no land tile is left (HG-86)."""
        if not self._left("land"):
            return self._end()
        return replace(self, question="special tile") if self._special() else self._draw("land")

    def _special(self) -> bool:
        piece = self.pieces[self.seat] if self.pieces else ""
        if piece not in TILE:
            return False
        figure = "hut" if piece == "agriculture" else "member"
        return self.reserve[self.seat, figure] > 0 and bool(placements(self.table, self.tiles[TILE[piece]]))

    def _left(self, pile: str) -> bool:
        """Are there tiles in a pile?"""
        return bool(+self.piles[pile] or self.below[pile] or (pile == "land" and any(known for _, known in self.heaps)))

    def _draw(self, pile: str) -> Hunt:
        if not self._left(pile):
            return self._end() if pile == "land" else self._shaman("next")
        if pile == "land" and self.heaps:
            heaps = self._heaps()
            if self.explorer >= 0 and len(heaps) > 1:
                return replace(self, question="pile")
            return self._from_heap(min(heaps, key=lambda heap: (heap - self.seat) % len(self.heaps)))
        return replace(self, question="draw", pile=pile)

    def _heaps(self) -> list[int]:
        """Where a land tile may be drawn: not the one that was just refused, unless there is no other (SCOUT-21)."""
        full = [seat for seat, (unseen, known) in enumerate(self.heaps) if unseen or known]
        refused = self.source if "land" in self.refused and self.heaps[self.source][0] == 0 else -1
        others = [seat for seat in full if seat != refused or len(self.heaps[seat][1]) > 1]
        return others or full

    def _from_heap(self, heap: int) -> Hunt:
        unseen, known = self.heaps[heap]
        after = replace(self, source=heap, pile="land")
        if unseen:
            return replace(after._heap(heap, unseen - 1, known), question="draw")
        return after._heap(heap, 0, known[1:])._in_hand(known[0])

    def _heap(self, heap: int, unseen: int, known: tuple[str, ...]) -> Hunt:
        return replace(self, heaps=(*self.heaps[:heap], (unseen, known), *self.heaps[heap + 1 :]))

    def _drawn(self, tile: str) -> Hunt:
        piles, below = dict(self.piles), dict(self.below)
        if +piles[self.pile]:
            piles[self.pile] = piles[self.pile] - Counter([tile])
        else:
            below[self.pile] = below[self.pile][1:]
        return replace(self, piles=piles, below=below)._in_hand(tile)

    def _in_hand(self, tile: str) -> Hunt:
        if not placements(self.table, self.tiles[tile]):
            return self._draw(self.pile)
        drawn = replace(self, hand=tile)
        one = self.table.played.settings.get("refusals") == "one"  # SCOUT-R06
        done = bool(self.refused) if one else self.pile in self.refused
        if self.explorer == self.seat and not done and self._left(self.pile):
            return replace(drawn, question="refuse")
        return drawn._shaman("tile")

    def _given_up(self) -> Hunt:
        after = replace(self, hand="", refused=self.refused | {self.pile})
        if self.pile == "land" and self.heaps:
            unseen, known = self.heaps[self.source]
            after = after._heap(self.source, unseen, (*known, self.hand))
        else:
            after = replace(after, below={**self.below, self.pile: (*self.below[self.pile], self.hand)})
        return after._draw(self.pile)

    def _shaman(self, window: str) -> Hunt:
        mine = self.pieces and self.pieces[self.seat] == "shaman"
        asked = replace(self, window=window)
        if mine and not self.shaman_done and self._taken_back():
            return replace(asked, question="shaman")
        return asked._go_on()

    def _taken_back(self) -> list[Piece]:
        home = by_spot(regions(self.table))
        return [
            piece
            for piece in self.table.pieces
            if (piece.seat, piece.kind) == (self.seat, "member") and home[piece.spot].ends and not self._is_fixed(piece)
        ]

    def _after_shaman(self, choice: object) -> Hunt:
        if not isinstance(choice, Piece):
            return self._go_on()
        left = tuple(piece for piece in self.table.pieces if piece is not choice)
        freed = replace(self, table=replace(self.table, pieces=left), shaman_done=True)
        return freed._give(self.seat, "member", 1)._go_on()

    def _go_on(self) -> Hunt:
        if self.window == "tile":
            return replace(self, question="tile")
        if self.window == "figure":
            free = self.pile != "hand" and self._places()
            return replace(self, question="figure") if free else self._score()
        return self._next()

    def _next(self) -> Hunt:
        """The next player's turn; all members that came home are free again (HG-73)."""
        after = self
        for seat in self.resting:
            after = after._give(seat, "member", 1)
        seat = (self.seat + 1) % self.table.played.seats
        fresh = replace(after, seat=seat, resting=(), bonus_done=False, shaman_done=False, refused=frozenset(), source=-1)
        return fresh._turn()

    def _end(self) -> Hunt:
        gained = final_points(self.table)
        return replace(self, question="over", points=tuple(map(sum, zip(self.points, gained, strict=True))))

    # -- tiles and figures --------------------------------------------------------------------------------------------

    def _laid(self, x: int, y: int, turns: int) -> Hunt:
        table = self.table.lay(self.tiles[self.hand], x, y, turns)
        after = replace(self, table=table, before=self.table, hand="")
        return (after._fix() if self.pile == "hand" else after)._shaman("figure")

    def _fix(self) -> Hunt:
        """The figure of the special tile (SCOUT-07)."""
        piece, number = self.pieces[self.seat], len(self.table.laid) - 1
        segments = self.table.laid[number].tile.segments
        spots = tuple((number, at) for at, segment in enumerate(segments) if segment.kind == STANDS_IN[piece])
        pieces = tuple("" if seat == self.seat else one for seat, one in enumerate(self.pieces))
        after = replace(self, pieces=pieces)._put("hut" if piece == "agriculture" else "member", spots)
        if piece == "explorer":
            after = replace(after, explorer=self.seat)
        return replace(after, canoe=(number, self.seat)) if piece == "canoe" else after

    def _places(self) -> list[tuple[str, int]]:
        kinds = [kind for kind in ("member", "hut") if self.reserve[self.seat, kind] > 0]
        return [(kind, position) for kind in kinds for position in free_segments(self.table, kind)]

    def _put(self, kind: str, spots: tuple[Spot, ...]) -> Hunt:
        piece = Piece(self.seat, kind, spots[0], spots[1:])
        table = replace(self.table, pieces=(*self.table.pieces, piece))
        return replace(self, table=table)._give(self.seat, kind, -1)

    def _give(self, seat: int, kind: str, count: int) -> Hunt:
        return replace(self, reserve={**self.reserve, (seat, kind): self.reserve[seat, kind] + count})

    def _is_fixed(self, piece: Piece) -> bool:
        return "power" in self.table.laid[piece.spot[0]].tile.marks

    # -- scoring ------------------------------------------------------------------------------------------------------

    def _score(self) -> Hunt:
        """Step 3: points, the Canoe's fish, members home, a bonus tile (HG-114)."""
        assert self.before is not None
        done = newly_completed(self.table, self.before)
        home = by_spot(regions(self.table))
        points = list(self.points)
        for region in done:
            for seat in region.winners:
                points[seat] += value(self.table, home, region, True, seat)
            if self.canoe is not None and region.kind == "river" and self._in_canoe_system(home, region):
                system = self.table.played.settings.get("canoe_lake") == "system"
                points[self.canoe[1]] += max(self._system_fish(home) if system else self._fish(region), default=0)
        after = replace(self, points=tuple(points), before=None)._bring_home(done)
        if not self.bonus_done and any(region.kind == "forest" and region.mark("nuggets") for region in done):
            return replace(after, bonus_done=True)._draw("bonus")
        return after._shaman("next")

    def _bring_home(self, done: list[Region]) -> Hunt:
        after, stay = self, []
        for piece in self.table.pieces:
            if any(piece.spot in region.spots for region in done) and not self._is_fixed(piece):
                if self.table.played.settings.get("returned") == "at once":
                    after = after._give(piece.seat, piece.kind, 1)
                else:
                    after = replace(after, resting=(*after.resting, piece.seat))
            else:
                stay.append(piece)
        return replace(after, table=replace(after.table, pieces=tuple(stay)))

    def _in_canoe_system(self, home: dict[Spot, Region], river: Region) -> bool:
        """Does the river share a system with the Canoe (SCOUT-25)?"""
        assert self.canoe is not None
        canoe = {region.spots for spot, region in home.items() if spot[0] == self.canoe[0] and region.kind == "system"}
        mine = set()
        for number, position in river.spots:
            tile = self.table.laid[number].tile
            for at, segment in enumerate(tile.segments):
                if segment.kind == "system" and set(tile.segments[position].ports) <= set(segment.ports):
                    mine.add(home[number, at].spots)
        return bool(mine & canoe)

    def _system_fish(self, home: dict[Spot, Region]) -> list[int]:
        """Fish in each of the lakes of the Canoe's system (SCOUT-R11)."""
        assert self.canoe is not None
        spots = next(region.spots for spot, region in home.items() if spot[0] == self.canoe[0] and region.kind == "system")
        return [self.table.segment(spot).marks.get("fish", 0) for spot in spots]

    def _fish(self, river: Region) -> list[int]:
        """Fish in each of the lakes at the ends of a river."""
        found = []
        for number, position in river.spots:
            tile = self.table.laid[number].tile
            ends = [end for end in tile.segments[position].ends if end.startswith("lake")]
            found += [tile.segments[tile.find(end)].marks["fish"] for end in ends]
        return found
