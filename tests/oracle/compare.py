"""The engine against the oracle: every total of every region, every open cell, every placement, every value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bastida import Game
from bastida.kernel import laying
from bastida.kernel.codes import BLOCKER, ITEM_BOOKED, ITEM_KIND, ITEM_NODE, ITEM_POINTS, RECALL
from bastida.kernel.engine import Engine
from bastida.kernel.ledger import Entry
from tests.oracle.placing import Placement, open_cells, placements
from tests.oracle.regions import Region, by_spot, completed, regions
from tests.oracle.scoring import final_points, value
from tests.oracle.table import Spot, Table, spot_of

Marks = Mapping[str, Sequence[str]]  # by kind of segment: the names of its counted marks, in their order


def rings(engine: Engine) -> dict[int, list[int]]:
    """The nodes of every region of the engine, by the region's name, following the rings."""
    members: dict[int, list[int]] = {}
    following = list(engine.regions.next)
    for node, name in enumerate(list(engine.regions.region)[: engine.regions.nodes]):
        members.setdefault(name, []).append(node)
    for name, nodes in members.items():
        ring, node = [name], following[name]
        while node != name and len(ring) <= len(nodes):
            ring.append(node)
            node = following[node]
        assert sorted(ring) == nodes, f"the ring of region {name} is {ring}, its nodes are {nodes}"
    return members


def engine_region(engine: Engine, name: int, ring: Sequence[int], marks: Marks) -> Region:
    """What the engine says about a region, in the oracle's terms."""
    totals, rules = engine.regions, engine.rules
    kind = rules.segment_names[totals.kind(name)]
    printed = {word: int(totals.mark(name, byte)) for byte, word in enumerate(marks.get(kind, ()))}
    return Region(
        kind,
        frozenset(spot_of(engine, node) for node in ring),
        int(totals.ends(name)),
        int(totals.tiles(name)),
        tuple(sorted((word, count) for word, count in printed.items() if count)),
        tuple(int(totals.strength_of(name, seat)) for seat in range(rules.seats)),
        int(totals.strength[name] // BLOCKER),
    )


def same_regions(engine: Engine, table: Table, marks: Marks) -> None:
    """Partition, open ends, tiles, segments, marks, strengths, completion: all as the flood fill says."""
    totals, rules = engine.regions, engine.rules
    expected = {region.spots: region for region in regions(table)}
    found = rings(engine)
    sets = {frozenset(spot_of(engine, node) for node in ring) for ring in found.values()}
    assert sets == expected.keys(), f"only the engine: {sets - expected.keys()}; only the oracle: {expected.keys() - sets}"
    for name, ring in found.items():
        here = engine_region(engine, name, ring, marks)
        there = expected[here.spots]
        counted = tuple((word, count) for word, count in there.marks if word in marks.get(there.kind, ()))
        never = there.kind not in table.played.complete  # nobody asks for the tiles of a field (BASE-85)
        tiles = here.tiles if never else there.tiles
        wanted = Region(there.kind, there.spots, there.ends, tiles, counted, there.strength, there.barred)
        assert here == wanted, f"{here}, not {wanted}"
        assert totals.size(name) == len(ring)
        assert bool(engine.complete(name)) == completed(table, there), here
        assert all(rules.seg_kind[totals.row[node]] == totals.kind(name) for node in ring)


def same_done(engine: Engine) -> None:
    """Between two turns exactly the completed regions are done: none was forgotten, none is marked too early."""
    for name in rings(engine):
        assert bool(engine.regions.done[name]) == bool(engine.complete(name)), (name, spot_of(engine, name))


def same_open_cells(engine: Engine, table: Table) -> None:
    board = engine.board
    cells = list(board.open_cell)[: board.opens]
    assert len(cells) == len(set(cells))
    assert {(int(board.x(cell)), int(board.y(cell))) for cell in cells} == open_cells(table)
    grid = list(board.at)
    assert {cell for cell, what in enumerate(grid) if what < 0} == set(cells)
    assert sorted(what - 1 for what in grid if what > 0) == list(range(board.tiles))
    for opening, cell in enumerate(cells):
        assert grid[cell] == -1 - opening
    for slot in range(board.tiles):
        assert grid[board.tile_cell[slot]] == slot + 1


def engine_placements(engine: Engine, kind: int) -> list[Placement]:
    """Where the engine would let a tile kind be laid now."""
    board = engine.board
    found = []
    for opening in range(board.opens):
        turns, cell = laying.allowed_turns(engine, kind, opening), board.open_cell[opening]
        found += [(int(board.x(cell)), int(board.y(cell)), turn) for turn in range(4) if turns >> turn & 1]
    return found


def same_placements(engine: Engine, table: Table, kinds: Sequence[int] | None = None) -> None:
    """For every tile kind: what is looked up is what comparing side by side finds."""
    for kind in range(len(engine.rules.tiles)) if kinds is None else kinds:
        found = engine_placements(engine, kind)
        assert len(found) == len(set(found))
        expected = placements(table, engine.rules.tiles[kind])
        assert set(found) == expected, f"{engine.rules.tiles[kind].id}: {set(found) ^ expected}"


def same_values(engine: Engine, table: Table) -> None:
    """What every region is worth to every seat, completed ones also as completed."""
    home: dict[Spot, Region] = by_spot(regions(table))
    for name in rings(engine):
        region = home[spot_of(engine, name)]
        for seat in range(table.played.seats):
            for finished in {False, completed(table, region)}:
                points = value(table, home, region, finished, seat)
                found = engine.worth(name, finished, seat)
                assert found == points, f"{found}, not {points}, for seat {seat}, finished: {finished}, {region}"


def same_majorities(engine: Engine, table: Table) -> None:
    home = by_spot(regions(table))
    for name in rings(engine):
        bits = engine.majority(name)
        assert [seat for seat in range(table.played.seats) if bits >> seat & 1] == home[spot_of(engine, name)].winners


def same_final_points(game: Game, table: Table) -> None:
    """If the game ended now (BASE-92 to BASE-108), what is being scored being paid first, and only once (TURN-51)."""
    end = game.engine.copy()
    before = [int(end.score_of(seat)) for seat in range(table.played.seats)]
    end.finish()
    gained = [int(end.score_of(seat)) - points for seat, points in enumerate(before)]
    due, gone = under_way(game, table)
    expected = [sum(both) for both in zip(final_points(table.without(gone)), due, strict=True)]
    assert gained == expected, f"{gained}, not {expected}"


def under_way(game: Game, table: Table) -> tuple[list[int], set[Spot]]:
    """What the scoring under way still owes to each seat, and the spots whose pieces then go home."""
    engine, home = game.engine, by_spot(regions(table))
    due, gone = [0] * table.played.seats, set[Spot]()
    for number in range(engine.item_base, engine.item_count):
        if engine.item(number, ITEM_KIND) == RECALL:
            if not engine.item(number, ITEM_BOOKED):
                due[game.seat] += engine.item(number, ITEM_POINTS)
            continue
        region = home[spot_of(engine, engine.item(number, ITEM_NODE))]
        if region.spots <= table.scored:
            continue
        gone |= region.spots
        for seat in region.winners:
            points = value(table, home, region, True, seat)
            if not any(tells_of(entry, table, region) for entry in game.ledger if (entry.seat, entry.points) == (seat, points)):
                due[seat] += points
    return due, gone


def tells_of(entry: Entry, table: Table, region: Region) -> bool:
    """Is this line of the ledger about a region as it stands now?"""
    own = {(table.laid[spot[0]].x, table.laid[spot[0]].y) for spot in region.spots}
    return own <= set(entry.cells) and len(entry.cells) == region.tiles
