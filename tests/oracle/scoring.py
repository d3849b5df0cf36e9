"""What regions are worth and who gets it: a function for each rule, chained in the order of the modules."""

from __future__ import annotations

from collections.abc import Callable

from tests.oracle.regions import Region, bars, by_spot, completed, regions
from tests.oracle.table import Spot, Table

# table, all regions by spot, the region, scored as completed?, for which seat, points so far -> points
Value = Callable[[Table, dict[Spot, Region], Region, bool, int, int], int]


def base(table: Table, home: dict[Spot, Region], region: Region, finished: bool, seat: int, points: int) -> int:
    """Roads, cities and monasteries (BASE-56, BASE-59 to BASE-62, BASE-64, BASE-93 to BASE-95)."""
    if region.kind == "road":
        return region.tiles
    if region.kind == "city":
        short = finished and region.tiles == 2 and bool(table.played.settings.get("short_city"))
        each = 2 if finished and not short else 1
        return each * (region.tiles + region.mark("pennants"))
    if region.kind == "monastery":
        return region.tiles
    return points


def farmers(table: Table, home: dict[Spot, Region], region: Region, finished: bool, seat: int, points: int) -> int:
    """Three points for every completed city that touches the field (BASE-99 to BASE-106)."""
    if region.kind != "field":
        return points
    touched = {home[number, city] for number, position in region.spots for city in table.segment((number, position)).touches}
    return 3 * sum(completed(table, city) for city in touched)


def abbot(table: Table, home: dict[Spot, Region], region: Region, finished: bool, seat: int, points: int) -> int:
    """A garden counts like a monastery (ABBOT-18, ABBOT-33)."""
    return region.tiles if region.kind == "garden" else points


def inns(table: Table, home: dict[Spot, Region], region: Region, finished: bool, seat: int, points: int) -> int:
    """Inn roads two a tile, cathedral cities three a tile and pennant, unfinished nothing (INNS-06 to INNS-15)."""
    if region.kind == "road" and region.mark("inn"):
        return 2 * region.tiles if finished else 0
    if region.kind == "city" and region.mark("cathedral"):
        return 3 * (region.tiles + region.mark("pennants")) if finished else 0
    return points


def pig(table: Table, home: dict[Spot, Region], region: Region, finished: bool, seat: int, points: int) -> int:
    """Four points a city instead of three in the field of the own pig (TRADERS-50 to TRADERS-52)."""
    own = any(piece.kind == "pig" and piece.seat == seat and piece.spot in region.spots for piece in table.pieces)
    return points // 3 * 4 if own else points


def mage(table: Table, home: dict[Spot, Region], region: Region, finished: bool, seat: int, points: int) -> int:
    """A point more for every tile with the mage, half of it all, rounded up, with the witch (MAGE-20 to MAGE-31)."""
    magic = {piece.kind for piece in table.pieces if piece.spot in region.spots and piece.kind in ("mage", "witch")}
    points += region.tiles if "mage" in magic else 0
    return (points + 1) // 2 if "witch" in magic else points  # both only after a ferry (MAGE-R4)


def hunters(table: Table, home: dict[Spot, Region], region: Region, finished: bool, seat: int, points: int) -> int:
    """Forests, rivers, huts and meadows (HG-41, HG-48 to HG-50, HG-88, HG-91, HG-95 to HG-103, HG-111)."""
    if region.kind == "forest":
        return 2 * (len(region.spots) + region.mark("mushrooms")) if finished else 0
    if region.kind == "river":
        return len(region.spots) + lake_fish(table, region) if finished else 0
    if region.kind == "system":
        return region.mark("fish")
    if region.kind == "meadow":
        eaten = 0 if region.mark("fire") else min(region.mark("deer"), region.mark("tiger"))
        return 2 * (sum(map(region.mark, ("deer", "mammoth", "aurochs", "bear"))) - eaten)
    return points


def lake_fish(table: Table, region: Region) -> int:
    """Fish in the different lakes at the ends of a river (HG-R09)."""
    lakes = {
        (number, end)
        for number, position in region.spots
        for end in table.segment((number, position)).ends
        if end.startswith("lake")
    }
    return sum(table.laid[number].tile.segments[table.laid[number].tile.find(end)].marks["fish"] for number, end in lakes)


def postman(table: Table, home: dict[Spot, Region], region: Region, finished: bool, seat: int, points: int) -> int:
    """An office counts like a monastery; what was scored and still holds followers gives nothing more (POST-43 to POST-52)."""
    if not finished and completed(table, region) and region.spots <= table.scored:
        return 0
    return region.tiles if region.kind == "post_office" else points


VALUES: dict[str, Value] = {"base": base, "farmers": farmers, "abbot": abbot, "inns": inns, "pig": pig, "mage": mage}
VALUES |= {"postman": postman, "hunters": hunters}


def value(table: Table, home: dict[Spot, Region], region: Region, finished: bool, seat: int) -> int:
    points = 0
    for name in table.played.modules:
        if name in VALUES:
            points = VALUES[name](table, home, region, finished, seat, points)
    return points


def newly_completed(table: Table, before: Table) -> list[Region]:
    """Regions that are completed now and were not, made of exactly these segments, before."""
    old = {region.spots for region in regions(before) if completed(before, region)}
    return [region for region in regions(table) if completed(table, region) and region.spots not in old]


def goods(table: Table) -> list[int]:
    """Ten points for the most tokens of each kind (TRADERS-19 to TRADERS-22)."""
    total = [0] * table.played.seats
    least = 0 if table.played.settings.get("unheld") == "everybody" else 1  # TRADERS-R2
    for kind in ("wine", "grain", "cloth"):
        tokens = table.held(kind)
        for seat, count in enumerate(tokens):
            total[seat] += 10 if count >= least and count == max(tokens) else 0
    return total


# What modules give at the end besides features, by name.
AT_THE_END: dict[str, Callable[[Table], list[int]]] = {"goods": goods}


def scout(table: Table) -> list[int]:
    """A point for each segment of the meadow in which the farm's hut lies (SCOUT-38)."""
    total = [0] * table.played.seats
    home = by_spot(regions(table))
    for piece in table.pieces:
        if piece.kind == "hut" and table.segment(piece.spot).kind == "meadow":
            total[piece.seat] += len(home[piece.spot].spots)
    return total


def gold(table: Table) -> list[int]:
    """One, two, three or four points an ingot, the more of them the more each (GOLD-31)."""
    return [held * min(4, (held + 2) // 3) if held else 0 for held in table.held("ingot")]


def robbers(table: Table) -> list[int]:
    """Three points for a robber that is still on the track (ROBBER-40)."""
    return [0 if space is None else 3 for space in table.on_track("robber")]


def king(table: Table) -> list[int]:
    """A point for each completed city to the King's holder, for each completed road to the Baron's (KING-19, KING-27)."""
    total = [0] * table.played.seats
    for token, kind in (("king", "city"), ("baron", "road")):
        for seat, number in enumerate(table.held(token)):
            if number:
                total[seat] += sum(region.kind == kind and completed(table, region) for region in regions(table))
    return total


AT_THE_END |= {"scout": scout, "gold": gold, "robbers": robbers, "king": king}


def owners(table: Table, region: Region) -> list[int]:
    """Who scores a region at the end: the majority, or the hunters on a dolmen (HG-104)."""
    if region.kind == "meadow" and region.mark("shrine"):
        on_it = [0] * table.played.seats
        for piece in table.pieces:
            if piece.spot in region.spots and table.segment(piece.spot).marks.get("shrine") and not bars(table, piece):
                on_it[piece.seat] += 1
        if any(on_it):
            return [seat for seat, count in enumerate(on_it) if count == max(on_it)]
    return region.winners


def final_points(table: Table) -> list[int]:
    """What every seat gets if the game ends now: features, fields (BASE-92 to BASE-108), and what modules give."""
    found = regions(table)
    home = by_spot(found)
    total = [0] * table.played.seats
    for region in found:
        for seat in owners(table, region):
            total[seat] += value(table, home, region, False, seat)
    for name in table.played.modules:
        if name in AT_THE_END:
            total = [sum(both) for both in zip(total, AT_THE_END[name](table), strict=True)]
    return total
