"""Pennants, gardens, fish, nuggets ...: what is printed on the tiles of the boxes."""

from __future__ import annotations

from collections.abc import Callable

from bastida.art.themes import Theme
from bastida.art.tiles.animals import tiger
from bastida.art.tiles.ink import larger, line


def pennant(t: Theme) -> str:
    return (
        '<path d="M-5.2-5.8H5.2V.5Q5.2 5 0 7.2-5.2 5-5.2.5z" fill="#000" opacity=".2" transform="translate(.7 .8)"/>'
        f'<path d="M-5.2-5.8H5.2V.5Q5.2 5 0 7.2-5.2 5-5.2.5z" fill="#fff" {line(t, ".7")}/>'
        '<path d="M-4-4.6H4V.4Q4 3.9 0 5.8-4 3.9-4 .4z" fill="#2756a8"/>'
        '<path d="M-1-4.6H1V5.3L0 5.8-1 5.3zM-4-1.6H4V.4H-4z" fill="#f7d84a"/>'
    )


def garden(t: Theme) -> str:
    hedge, bed = ("#4f8468", "#dfe9ee") if t.snow else ("#3f7f35", "#8fc35a")
    beds = ""
    for n, (x, y) in enumerate(((-6.5, -6.5), (1.5, -6.5), (-6.5, 1.5), (1.5, 1.5))):
        beds += f'<rect x="{x:.1f}" y="{y:.1f}" width="5" height="5" rx=".6" fill="{bed}" stroke="{hedge}" stroke-width=".8"/>'
        tint = ("#e0567a", "#f2c62e", "#f2c62e", "#e0567a")[n]
        beds += (
            f'<path d="M{x + 1.5:.1f} {y + 1.5:.1f}h0M{x + 3.5:.1f} {y + 1.5:.1f}h0M{x + 2.5:.1f} {y + 2.6:.1f}h0'
            f'M{x + 1.5:.1f} {y + 3.6:.1f}h0M{x + 3.5:.1f} {y + 3.6:.1f}h0" stroke="{tint}" stroke-width="1.3"'
            ' stroke-linecap="round"/>'
        )
    return (
        f'<rect x="-8.6" y="-8.6" width="17.2" height="17.2" rx="2" fill="{t.road}" stroke="{hedge}" stroke-width="1.9"/>'
        f'<rect x="-9.5" y="-9.5" width="19" height="19" rx="2.6" fill="none" {line(t, ".4")}/>'
        + beds
        + f'<circle r="2.1" fill="{t.river_light}" stroke="{t.wall_dark}" stroke-width=".7"/>'
    )


def fish(t: Theme) -> str:
    return (
        f'<path d="M-4.6-2.2L-2.2 0-4.6 2.2Q-3.9 0-4.6-2.2z" fill="#fff" {line(t, ".45")}/>'
        f'<path d="M-3 0Q0-3.3 4.6 0 0 3.3-3 0z" fill="#fff" {line(t, ".5")}/>'
        f'<circle cx="2.5" cy="-.4" r=".55" fill="{t.ink}"/><path d="M.9-1.2q-.7 1.2 0 2.4" fill="none" stroke="{t.ink}"'
        ' stroke-width=".4"/>'
    )


def nugget(t: Theme) -> str:
    return (
        '<ellipse cx=".5" cy="3.8" rx="6" ry="1.5" fill="#000" opacity=".25"/>'
        f'<path d="M-5.5 2.5L-4.5-1.8-1-4.5 2.5-3.8 5.5-.5 4.8 3 1 4.3-3 4z" fill="{t.gold}" {line(t, ".7")}/>'
        '<path d="M-4-1.2L-1-3.5 1.8-2.9-.8-.9z" fill="#fff3b0"/><path d="M1 4L2-.2 5.2 0 4.4 2.8z" fill="#cf951a"/>'
    )


def mushrooms(t: Theme) -> str:
    one = (
        f'<path d="M-1.4 0V4.5H1.4V0z" fill="#fff6e2" {line(t, ".5")}/><path d="M-4.5.5Q-4-4.5 0-4.5 4-4.5 4.5.5 0'
        f' 1.9-4.5.5z" fill="#d23a2c" {line(t, ".6")}/><path d="M-2-1.3h0M1-2.8h0M2.4-.7h0" stroke="#fff"'
        ' stroke-width="1.5" stroke-linecap="round"/>'
    )
    return f'<g transform="translate(3.9 2)scale(.75)">{one}</g><g transform="translate(-3.6-.6)">{one}</g>'


def fire(t: Theme) -> str:
    """Flames, and the tiger that runs from them: part of the fire, it never counts (HG-R21)."""
    return (
        f'<g transform="translate(-11.5 4.5)scale(-.62 .62)">{tiger(t)}</g>'
        '<path d="M-3.6-1.5H-1M-4.5 1.5H-1.5" stroke="#fff" stroke-width=".9" stroke-linecap="round" opacity=".8"/>'
        '<g transform="translate(6 0)">'
        f'<path d="M-7 7.5L6.5 4.5M7 7.5L-6.5 4.5" stroke="{t.wood}" stroke-width="2.4" stroke-linecap="round"/>'
        '<path d="M-5.5 5Q-8-1-3.5-5-3.5-2-1.5-2-1-7 2-10.5 1.5-5.5 4.5-3 4.3-5 4.8-6 8 0 5.5 5 0 8-5.5 5z"'
        f' fill="#e5502a" {line(t, ".7")}/>'
        '<path d="M-3 5Q-4.5 1-1.5-.5-.5 1 .5-3.5 4.5 1 3 5 0 6.5-3 5z" fill="#ffd23f"/></g>'
    )


def dolmen(t: Theme) -> str:
    return (
        '<ellipse cx="0" cy="8" rx="11" ry="2.5" fill="#000" opacity=".2"/>'
        f'<path d="M-8.5 8L-7.5-2H-3.5L-3 8zM3 8L3.5-2H7.5L8.5 8z" fill="{t.wall}" {line(t, ".7")}/>'
        f'<path d="M-11-1.5L-9-6.5Q0-9.5 9.5-6.5L11-1.5Q0-.3-11-1.5z" fill="{t.wall_light}" {line(t, ".7")}/>'
        f'<path d="M-3 8L-3.5-1.2H3.5L3 8z" fill="{t.ink}" opacity=".55"/><path d="M-6-4.3L-1-5.3M2-5.8L6-4.8M-6.5 1.5'
        f'L-5.7 4M5.7.5L6.3 3.5" stroke="{t.wall_dark}" stroke-width=".6"/>'
    )


def volcano(t: Theme) -> str:
    return (
        f'<path d="M-15 11.5Q-7.5 6-4.5-6H4.5Q7.5 6 15 11.5 0 14.5-15 11.5z" fill="#80695c" {line(t, ".7")}/>'
        '<path d="M4.5-6Q7.5 6 15 11.5 9 12.9 3.5 13 5 3 2-6z" fill="#5f4c42"/>'
        '<path d="M-4.5-6Q-2-4.5-2.5 0T-3.5 7Q-.8 5-.5.5 1 3 .8 6 3.5 2 2-3L4.5-6Q0-4.5-4.5-6z" fill="#e5502a"/>'
        f'<ellipse cy="-6" rx="4.5" ry="1.4" fill="#ffb02e" {line(t, ".5")}/>'
        '<path d="M-2-8Q-5-10.5-2.5-12.5-2-15.5 1-14.5 4.5-15 4-12 6-10 2.5-8.3 0-9.5-2-8z" fill="#fff" opacity=".75"/>'
    )


def spring(t: Theme) -> str:
    """Stones around a source."""
    rock = (
        f'<path d="M{{}}l1.3-2.6 2.6-.4 1.6 1.7-.5 1.9z" fill="{t.wall}" stroke="{t.wall_dark}" stroke-width=".5"'
        ' stroke-linejoin="round"/>'
    )
    return (
        rock.format("-7.5 1.5")
        + rock.format("-4.6-3.3")
        + rock.format("2.4 1.7")
        + rock.format(".3-3.6")
        + '<circle r="2" fill="#fff" opacity=".75"/><circle r="3.3" fill="none" stroke="#fff" stroke-width=".6" opacity=".7"/>'
    )


def bridge(t: Theme) -> str:
    """A wooden bridge over a river that runs from left to right."""
    planks = "M-5.5-7.5h11m-11 2.5h11m-11 2.5h11m-11 2.5h11m-11 2.5h11m-11 2.5h11m-11 2.5h11"
    return (
        f'<path d="M-5.5-10H5.5V10H-5.5z" fill="{t.wood}" {line(t, ".6")}/>'
        f'<path d="{planks}" stroke="{t.ink}" stroke-width=".45"/>'
        f'<path d="M-5.5-11V11M5.5-11V11" stroke="{t.ink}" stroke-width="1.3" stroke-linecap="round"/>'
    )


def pond(t: Theme) -> str:
    """A frozen pond."""
    return (
        f'<path d="M-8 0q1-5 7-5t9 4q0 6-8 6t-8-5z" fill="{t.river_light}" stroke="{t.river_edge}" stroke-width=".8"/>'
        '<path d="M-4 0l5-2m1 4l4-2" fill="none" stroke="#fff" stroke-width=".9"/>'
    )


SYMBOLS: dict[str, Callable[[Theme], str]] = {
    "pennants": larger(pennant, 1.35),
    "garden": garden,
    "fish": larger(fish, 1.75),
    "nuggets": nugget,
    "mushrooms": mushrooms,
    "fire": fire,
    "shrine": dolmen,
    "volcano": volcano,
    "spring": spring,
    "bridge": bridge,
    "pond": pond,
}
