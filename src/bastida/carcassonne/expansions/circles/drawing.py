"""Crop circles as drawings, with the signs in their middle: pitchfork, club, shield."""

# not compiled: pictures only

from __future__ import annotations

from bastida.art.drawing import Hint, Hub, Sign
from bastida.art.themes import Theme
from bastida.art.tiles.layout import GROUND, Layout, Thing
from bastida.art.tiles.painter import Painter
from bastida.kernel.tile import Tile


def rings(t: Theme) -> str:
    """Rings pressed into the grain, for a radius of 15."""
    crop, flat = t.crop, "#fff6cc" if not t.snow else "#fffbe8"
    return (
        f'<circle r="14.3" fill="none" stroke="{t.wood}" stroke-width=".8"/>'
        f'<circle r="12.3" fill="none" stroke="{flat}" stroke-width="1.5"/>'
        f'<circle r="13.5" fill="none" stroke="{t.wood}" stroke-width=".7" stroke-dasharray=".6 1.1" opacity=".6"/>'
        f'<circle r="9.8" fill="{flat}" stroke="{t.wood}" stroke-width=".8"/><circle r="11" fill="none" stroke="{crop}"'
        ' stroke-width=".4"/>'
    )


def farmer(t: Theme) -> str:
    return (
        '<path d="M0 8V-2M-4-7.5V-3.5Q-4-1.5-2-1.5H2Q4-1.5 4-3.5V-7.5M0-7.5V-1.5" fill="none" stroke="#5b3a12"'
        ' stroke-width="1.9" stroke-linecap="round"/>'
    )


def thief(t: Theme) -> str:
    return (
        '<path d="M-5.5 6.5L1-1" stroke="#5b3a12" stroke-width="2.2" stroke-linecap="round"/>'
        '<path d="M-.8 0Q-1.5-6 3.5-7 8-6.5 6-1.5 3.5 2.5-.8 0z" fill="#5b3a12"/>'
        '<path d="M1.5-4h0M4-4.5h0M3-2h0" stroke="#fff6cc" stroke-width="1.3" stroke-linecap="round"/>'
    )


def knight(t: Theme) -> str:
    return (
        '<path d="M-5.5-6.5H5.5V0Q5.5 5.5 0 8-5.5 5.5-5.5 0z" fill="#5b3a12"/>'
        '<path d="M-3.7-4.7H0V5.7Q-3.7 3.6-3.7 0z" fill="#fff6cc"/>'
    )


def circle(painter: Painter, tile: Tile, plan: Layout, thing: Thing) -> None:
    """Ripe grain with rings in it, and the sign of those it concerns."""
    theme = painter.theme
    painter.path(thing.area.data, theme.crop)
    if not any(segment.kind in GROUND for segment in tile.segments):  # it fills all that is between the cities
        for size in (0.84, 0.68):
            shift = f"{50 - 50 * size:.0f}"
            more = f' stroke-dasharray="2 1.2" transform="translate({shift} {shift})scale({size})"'
            painter.path(thing.area.data, stroke=theme.wood, width=0.7, more=more)
    painter.use("circle", thing.centre, thing.radius / 15)
    painter.use(tile.marks["circle"], thing.centre, thing.radius / 15)


MARKS = {"circle": Sign(rings, flat=True), "farmer": Sign(farmer), "thief": Sign(thief), "knight": Sign(knight)}

HUBS = {"circle": Hub(15.0, circle, mark="crop_circle", filling=17.0)}

HINTS = {
    "Korn1": Hint(hub=(55, 46), radius=15, bend={0: 45}),
    "Korn2": Hint(hub=(63, 37), radius=15),
    "Korn3": Hint(hub=(50, 62), radius=15),
    "Korn4": Hint(hub=(50, 60), radius=15),
    "Korn5": Hint(hub=(50, 50), radius=24),
    "Korn6": Hint(walls={"0": 9, "1": 9}),
}
