"""What a set-up fixes for the whole game, as tables: tiles, figures, piles, the order of steps, who listens to what.

A ``Rules`` object is made once per set-up by ``book.compile_rules`` and shared by every copy of every game played
with it. Rows are named by what they are indexed with; a *shape* is a tile kind in one turn: kind * 4 + turns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from bastida.kernel.bill import Bill
from bastida.kernel.module import Module
from bastida.kernel.native import column, i64, vec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bastida.kernel.ranges import FurtherRun, Range, Task
    from bastida.kernel.tile import Tile


@final
class Rules:
    def __init__(self) -> None:
        # The table.
        self.seats: i64 = 0
        self.first_seat: i64 = 0
        self.key_low: i64 = 0  # two halves of a number for the set-up, see ``hashing``
        self.key_high: i64 = 0
        self.study = False  # piles never run out and any tile may be named: for examples and studies
        self.tile_room: i64 = 0
        self.node_room: i64 = 0
        self.column_size: i64 = 0
        self.column_start: vec[i64] = column(0, 0)
        self.turn_columns: vec[i64] = column(2, 0)  # where the columns of each scope begin and end
        self.part_columns: vec[i64] = column(2, 0)
        self.run_columns: vec[i64] = column(2, 0)
        self.figures_per_seat: i64 = 1  # scoring figures
        # Tiles, by kind, shape, side.
        self.tiles: list[Tile] = []
        self.start_kind: i64 = -1
        self.start_turns: i64 = 0
        self.needs: i64 = 0
        self.farthest: i64 = 0  # cells from the first tile to the edge of the table, 0: no edge
        self.wall: i64 = -1  # the need of a cell beyond the edge, which nothing meets
        self.side_class: vec[i64] = column(0, 0)  # by kind
        self.fits: vec[i64] = column(0, 0)  # by side class and need: a bit per turn
        self.ways: vec[i64] = column(0, 0)  # by side class and need: how many turns
        self.filtered: vec[i64] = column(0, 0)  # by kind: modules have a say in its placement
        self.edge: vec[i64] = column(0, 0)  # by shape and side: kind of side
        self.digit: vec[i64] = column(0, 0)  # by shape and side: what the cell beyond must show there
        # by kind of side: which connectors cross it (bits 0 left, 1 middle, 2 right, 3 second layer)
        self.links: vec[i64] = column(0, 0)
        self.connector: vec[i64] = column(0, 0)  # by shape, side and connector: segment of the tile, or -1
        self.hood_first: vec[i64] = column(0, 0)  # by kind: its neighbourhood segments, from ... to
        self.hood_end: vec[i64] = column(0, 0)
        # Segments of tile kinds, by row.
        self.seg_first: vec[i64] = column(0, 0)  # by kind
        self.seg_kind: vec[i64] = column(0, 0)
        self.seg_count: vec[i64] = column(0, 0)
        self.seg_marks: vec[i64] = column(0, 0)
        self.seg_twins: vec[i64] = column(0, 0)  # bit per other segment of the tile that may belong to the same region
        self.seg_touch: vec[i64] = column(0, 0)  # bit per segment of the tile that this one borders
        self.seg_loose: vec[i64] = column(0, 0)  # open ends inside the tile that a link may join
        self.seg_source: list[int] = []  # position in Tile.segments
        # The bill being written, and its words.
        self.bill = Bill()
        self.words: list[str] = []
        # Names of segments by shape, and of figures on them, made when first asked for.
        self.said_segments: dict[int, list[list[str]]] = {}
        # Kinds of segment.
        self.segment_names: list[str] = []
        self.side_names: list[str] = []  # kinds of side in play
        self.keeps_on_tile = False  # effects on followers anywhere on the board do not reach those on things of tiles
        self.rests = False  # figures that come home from a scoring rest until the next turn, or its next part
        self.roles: dict[str, str] = {}  # by kind of segment: what a follower there is called
        self.ground = ""  # the kind that fills what is left of a tile
        self.second_layer = ""  # the kind that runs under the others; a name for programs
        self.completes: vec[i64] = column(0, 0)
        self.is_hood: vec[i64] = column(0, 0)
        self.whole: vec[i64] = column(0, 0)  # 1 for kinds that are not completed around an empty cell
        self.any_whole = False
        self.inside: vec[i64] = column(0, 0)  # by tile kind: a bit for each segment that meets the others of these inside
        self.any_inside = False
        # Figures.
        self.figure_names: list[str] = []
        self.figure_kinds: i64 = 0
        self.figure_total: i64 = 0
        self.area_names: list[str] = []  # places that are no nodes, by their number
        self.scorer_names: list[str] = []  # what a player's scoring figures are called
        self.issued: vec[i64] = column(0, 0)  # by seat and kind
        self.figure_first: vec[i64] = column(0, 0)  # by seat and kind
        self.seat_first: vec[i64] = column(0, 0)  # by seat; the neutral seat and an end mark come last
        self.figure_seat: vec[i64] = column(0, 0)
        self.figure_kind: vec[i64] = column(0, 0)
        self.power: vec[i64] = column(0, 0)  # by figure kind: strength in a majority; 0 for special figures
        self.places: vec[i64] = column(0, 0)  # by figure kind: a bit per kind of segment
        self.open_to: vec[i64] = column(0, 0)  # by figure kind and tile kind: a bit per segment of the tile
        self.follower: vec[i64] = column(0, 0)  # by figure kind: 1 for followers
        self.bound: vec[i64] = column(0, 0)  # by figure kind: 1 if it goes to its own places and nowhere else
        self.prolongs: vec[i64] = column(0, 0)  # by figure kind: 1 if it earns something when its region is prolonged
        self.followers: vec[i64] = column(0, 0)  # the kinds of follower in play
        # Piles.
        self.pile_names: list[str] = []
        self.pile_pieces: list[list[str]] = []
        self.pile_row: vec[i64] = column(0, 0)
        self.pile_start: vec[i64] = column(0, 0)
        self.pile_mixed: vec[i64] = column(0, 0)
        self.pile_tail: vec[i64] = column(0, 0)
        self.pile_tail_size: vec[i64] = column(0, 0)
        self.tail_room: i64 = 1
        self.stock: vec[i64] = column(0, 0)  # the piles a turn draws from, one after the other
        # The order of steps: who acts (0 = kernel, else a module) and in which step.
        self.step_names: list[str] = []
        self.kernel_step_names: dict[int, str] = {}  # by what the kernel does in them
        self.op_actor: vec[i64] = column(0, 0)
        self.op_step: vec[i64] = column(0, 0)
        self.tile_steps: vec[i64] = column(0, 0)  # by tile kind: a bit for each step that is taken with it
        self.scored_steps: i64 = 0  # a bit for each step that is taken only if something was scored
        self.op_draw: i64 = 0  # where a draw begins, and with it a run that was not started by a turn
        self.op_drawn: i64 = 0  # where a run goes on once a tile is in hand
        self.final_actor: vec[i64] = column(0, 0)
        self.final_step: vec[i64] = column(0, 0)
        self.setup_actor: vec[i64] = column(0, 0)
        self.setup_step: vec[i64] = column(0, 0)
        # Modules and what they listen to.
        self.modules: vec[Module] = vec[Module]()  # number 0 is a stand-in for the kernel
        self.on_placements: vec[Module] = vec[Module]()
        self.on_actions: vec[Module] = vec[Module]()
        self.on_worth: vec[Module] = vec[Module]()
        self.on_order: vec[Module] = vec[Module]()
        self.on_award_figure: vec[Module] = vec[Module]()
        self.on_phase_over: vec[Module] = vec[Module]()
        self.on_stays: vec[Module] = vec[Module]()
        self.on_figure_left: vec[Module] = vec[Module]()
        self.on_asking: vec[Module] = vec[Module]()
        # Module columns, by name, for records and positions.
        self.column_names: list[str] = []
        self.column_offset: dict[str, int] = {}
        self.column_length: dict[str, int] = {}
        # What may stand in a position: see ``ranges``.
        self.column_holds: dict[str, Sequence[Range]] = {}  # by name: what its numbers mean, by place or one for all
        self.columns_by_tile: list[str] = []  # those whose places are laid tiles
        self.tasks: dict[tuple[int, int], Task] = {}  # by module and routine
        self.further_runs: list[FurtherRun] = []
        self.turn_rights: list[int] = []  # what the run of a turn's tile may do
        self.pile_full: list[list[int]] = []  # by pile and piece: how many there are at the start
        self.tile_piles: list[int] = []  # piles of tiles
        self.held_kinds: dict[int, int] = {}  # tile kinds that players hold and are in no pile, with their copies
        self.barring: list[int] = []  # by figure kind: a bit per kind of segment where it may only bar others
        self.spreads = False  # figures may stand in several regions
