"""Inns, cathedrals and the big follower as drawings."""

# not compiled: pictures only

from __future__ import annotations

from bastida.art.drawing import Drawing, Figure, Sign
from bastida.art.strokes import Paint, ball, path
from bastida.art.themes import Theme
from bastida.art.tiles.ink import PLAIN_RED, larger, line


def big(p: Paint) -> Drawing:
    """A burly one with a broad hat and a belt."""
    body = "M50 30C74 30 80 48 86 66C90 78 96 85 96 90Q96 96 89 96H11Q4 96 4 90C4 85 10 78 14 66C20 48 26 30 50 30Z"
    brim = "M18 21Q50 11 82 21Q85 27 79 28Q50 21 21 28Q15 27 18 21Z"
    crown = "M33 18C33 3 42 1 50 4C58 1 67 3 67 18Q50 14 33 18Z"
    sheen = "M38 40C28 46 22 62 16 78C13 84 12 87 12 89H26C27 74 30 56 38 40Z"
    belt = path("M13 70Q50 80 87 70", "none", p.dark, 4)
    return Drawing((body, ball(50, 29, 15), crown, brim), path(sheen, p.light) + belt, (53, 56, 1.2))


def inn(t: Theme) -> str:
    """A house by a pond."""
    roof = PLAIN_RED if t.plain else "#a8402c"
    water = t.river_light if t.snow else t.river
    cap = '<path d="M-7-2.6L-5.3-6.3H1.3L2-4.7Q0-5.3-2.5-4.3T-7-2.6z" fill="#fff"/>' if t.snow else ""
    return (
        f'<path d="M-4 3.6C-1 1.9 6 1.4 7.7 4 9 6.6 4 8.2 0 8.1-5 8-7.5 5.6-4 3.6z" fill="{water}"'
        f' stroke="{t.river_edge}" stroke-width=".6"/>'
        f'<path d="M0 5.4q1.2-.8 2.4 0t2.4 0" fill="none" stroke="{t.river_light}" stroke-width=".6"/>'
        f'<path d="M-6.3-1.7H2.3V3.8H-6.3z" fill="{t.plaster}" {line(t, ".5")}/>'
        f'<path d="M-7.5-1.2L-5.3-6.3H1.3L3.5-1.2z" fill="{roof}" {line(t, ".5")}/>{cap}'
        f'<path d="M-3 3.8V.9h2V3.8zM-5.5.3h1.3v1.5h-1.3zM.2.3h1.3v1.5H.2z" fill="{t.ink}"/>'
        f'<path d="M-.5-6V-8.6H1V-6z" fill="{t.wall}" {line(t, ".4")}/>'
        f'<path d="M3-2.2H6.5M6-2.2V.6" stroke="{t.ink}" stroke-width=".6"/><rect x="4.5" y="-1.7" width="3.2" height="3"'
        f' rx=".4" fill="{t.gold}" {line(t, ".45")}/>'
    )


def cathedral(t: Theme) -> str:
    roof = t.ink if t.plain else t.slate
    tip = '<path d="M-9-14.5l-1.5 3h3zM9-14.5l-1.5 3h3z" fill="#fff"/>' if t.snow else ""
    return (
        '<ellipse cx="1" cy="13" rx="15" ry="3.5" fill="#000" opacity=".18"/>'
        f'<path d="M-6-2L0-8.5 6-2V13H-6z" fill="{t.wall_light}" {line(t, ".7")}/>'
        f'<path d="M-7-1.5L0-9.3 7-1.5 5.8-.6 0-7-5.8-.6z" fill="{roof}" {line(t, ".6")}/>'
        f'<path d="M-12-6H-6V13H-12zM6-6H12V13H6z" fill="{t.wall_light}" {line(t, ".7")}/>'
        f'<path d="M-12.7-5.7L-9-14.5-5.3-5.7zM12.7-5.7L9-14.5 5.3-5.7z" fill="{roof}" {line(t, ".7")}/>{tip}'
        f'<path d="M-9-17.5v3.5M-10.2-16.4h2.4M9-17.5v3.5M7.8-16.4h2.4M0-12.5V-8.8M-1.2-11.4H1.2" stroke="{t.ink}"'
        ' stroke-width=".8"/>'
        f'<circle cy="1.8" r="3" fill="#3f6fae" {line(t, ".6")}/><path d="M0-1.2V4.8M-3 1.8H3M-2.1-.3L2.1 3.9M2.1-.3'
        f'L-2.1 3.9" stroke="{t.wall_light}" stroke-width=".5"/>'
        '<path d="M-2 13V9a2 2 0 0 1 4 0V13zM-10 .5V-2.5a1 1 0 0 1 2 0V.5zM8 .5V-2.5a1 1 0 0 1 2 0V.5zM-10 7V4a1 1 0 0 1'
        f' 2 0V7zM8 7V4a1 1 0 0 1 2 0V7z" fill="{t.ink}"/>'
    )


FIGURES = {"big": Figure(big, height=1.18)}

MARKS = {
    "inn": Sign(larger(inn, 1.3), room=10.0, lower=0.5),
    "cathedral": Sign(larger(cathedral, 1.35), room=20.0, lower=2.0, central=True),
}
