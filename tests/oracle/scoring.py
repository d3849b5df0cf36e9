"""What regions are worth and who gets it: a function for each rule, chained in the order of the modules."""

from __future__ import annotations

from collections.abc import Callable

from tests.oracle.regions import Region, by_spot, completed, regions
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


VALUES: dict[str, Value] = {"base": base, "farmers": farmers}


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


def final_points(table: Table) -> list[int]:
    """What every seat gets if the game ends now: unfinished features, then fields (BASE-92 to BASE-108)."""
    found = regions(table)
    home = by_spot(found)
    total = [0] * table.played.seats
    for region in found:
        for seat in region.winners:
            total[seat] += value(table, home, region, False, seat)
    return total
