"""Nodes and regions: which segments of laid tiles belong together, with running totals.

A node is one segment of one laid tile. Nodes of a region form a ring, and every node knows its region, so that asking
is one look-up; joining relabels the smaller ring and swaps two links. The totals of a region are kept under its name:

- ``count``: open ends, nodes and distinct tiles, packed into one integer so that a join is one addition;
- ``marks``: up to seven printed things a byte each (pennants, inns, fish ...), meaning by kind of segment;
- ``strength``: a byte of follower strength per seat, and a seventh byte for pieces that bar without counting;
- ``done``: the region was completed and scored as it stands.

A region can also be taken apart again: ``reset`` makes its nodes single, and the engine joins them anew.
"""

from __future__ import annotations

from typing import Final, final

from bastida.kernel.native import column, grown, i64, vec
from bastida.kernel.rules import Rules

ENDS: Final = 0xFFFF
ONE_NODE: Final = 1 << 16
ONE_TILE: Final = 1 << 32
GAP: Final = 1 << 56  # among the marks: closed, but around an empty cell (see ``holes``)


@final
class Regions:
    def __init__(self, rules: Rules, source: Regions | None = None) -> None:
        self.rules = rules
        if source is None:
            room: i64 = rules.node_room
            self.region: vec[i64] = vec[i64](list(range(room)))  # a node starts as a region of its own
            self.next: vec[i64] = vec[i64](list(range(room)))
            self.row = column(room, 0)  # row of the segment tables
            self.slot = column(room, 0)  # the tile it lies on
            self.first = column(room, 0)  # the first node of that tile
            self.count = column(room, 0)
            self.marks = column(room, 0)
            self.strength = column(room, 0)
            self.done = column(room, 0)
            self.nodes: i64 = 0
            self.gaps: i64 = 0  # regions that are closed around an empty cell
        else:
            self.region = source.region[:]
            self.next = source.next[:]
            self.row = source.row[:]
            self.slot = source.slot[:]
            self.first = source.first[:]
            self.count = source.count[:]
            self.marks = source.marks[:]
            self.strength = source.strength[:]
            self.done = source.done[:]
            self.nodes = source.nodes
            self.gaps = source.gaps

    # -- reading --------------------------------------------------------------------------------------------------

    def kind(self, node: i64) -> i64:
        """Kind of segment."""
        return self.rules.seg_kind[self.row[node]]

    def ends(self, region: i64) -> i64:
        return self.count[region] & ENDS

    def size(self, region: i64) -> i64:
        """Number of segments."""
        return (self.count[region] >> 16) & 0xFFFF

    def tiles(self, region: i64) -> i64:
        """Number of distinct tiles; for a neighbourhood, its own and those around it."""
        return self.count[region] >> 32

    def mark(self, region: i64, byte: i64) -> i64:
        return (self.marks[region] >> (8 * byte)) & 255

    def strength_of(self, region: i64, seat: i64) -> i64:
        return (self.strength[region] >> (8 * seat)) & 255

    # -- changing -------------------------------------------------------------------------------------------------

    def add(self, kind: i64, slot: i64) -> i64:
        """Nodes for the segments of a new tile, each a region of its own; returns the first."""
        rules = self.rules
        first = self.nodes
        row = rules.seg_first[kind]
        last = rules.seg_first[kind + 1]
        if first + 16 > len(self.row):
            self.more_room()
        rows, slots, firsts, count, marks = self.row, self.slot, self.first, self.count, self.marks
        node = first
        while row < last:
            rows[node] = row
            slots[node] = slot
            firsts[node] = first
            count[node] = rules.seg_count[row]
            marks[node] = rules.seg_marks[row]
            node += 1
            row += 1
        self.nodes = node
        return first

    def more_room(self) -> None:
        old: i64 = len(self.row)
        size = 2 * old + 16
        self.region = grown(self.region, size, 0)
        self.next = grown(self.next, size, 0)
        for node in range(old, size):
            self.region[node] = node
            self.next[node] = node
        self.row = grown(self.row, size, 0)
        self.slot = grown(self.slot, size, 0)
        self.first = grown(self.first, size, 0)
        self.count = grown(self.count, size, 0)
        self.marks = grown(self.marks, size, 0)
        self.strength = grown(self.strength, size, 0)
        self.done = grown(self.done, size, 0)

    def join(self, a: i64, b: i64) -> None:
        """Two ends have met: each closes one, and their regions become one."""
        count = self.count
        keep = self.region[a]
        gone = self.region[b]
        if keep != gone:
            if (count[keep] >> 16) < (count[gone] >> 16):
                keep, gone = gone, keep
                a, b = b, a
            shared = self.rename(b, keep)
            ring, marks, strength = self.next, self.marks, self.strength
            ring[a], ring[b] = ring[b], ring[a]
            count[keep] += count[gone] - (shared << 32)
            marks[keep] += marks[gone]
            strength[keep] += strength[gone]
            self.done[keep] = 0
        count[keep] -= 2

    def rename(self, start: i64, name: i64) -> i64:
        """Give a ring of nodes a new region; return how many of its tiles that region already had."""
        region = self.region
        old = region[start]
        shared: i64 = 0
        node = start
        while True:
            alike = self.rules.seg_twins[self.row[node]]
            if alike != 0:
                first = self.first[node]
                if self.has_any(first, alike, name):
                    shared += 1
                if self.has_any(first, alike, old):  # a tile with several nodes in the ring counts at the last of them
                    shared -= 1
            region[node] = name
            node = self.next[node]
            if node == start:
                return shared

    def has_any(self, node: i64, mask: i64, region: i64) -> bool:
        while mask != 0:
            if mask & 1 != 0 and self.region[node] == region:
                return True
            mask >>= 1
            node += 1
        return False

    def close_end(self, node: i64) -> None:
        """An end is closed without joining anything."""
        self.count[self.region[node]] -= 1

    def reset(self, node: i64) -> None:
        """Take a whole region apart: every node of its ring becomes a single one with its printed values."""
        rules = self.rules
        start = node
        while True:
            following = self.next[node]
            row = self.row[node]
            self.region[node] = node
            self.next[node] = node
            self.count[node] = rules.seg_count[row]
            self.marks[node] = rules.seg_marks[row]
            self.strength[node] = 0
            self.done[node] = 0
            if following == start:
                return
            node = following
