"""Pennants, goods, crop circles, flying machines: the marks that matter to the rules."""

from __future__ import annotations

from collections.abc import Callable

from bastida.art.themes import Theme
from bastida.art.tiles.animals import tiger


def _line(t: Theme, width: str = ".5") -> str:
    return f'stroke="{t.ink}" stroke-width="{width}" stroke-linejoin="round"'


def pennant(t: Theme) -> str:
    return (
        '<path d="M-5.2-5.8H5.2V.5Q5.2 5 0 7.2-5.2 5-5.2.5z" fill="#000" opacity=".2" transform="translate(.7 .8)"/>'
        f'<path d="M-5.2-5.8H5.2V.5Q5.2 5 0 7.2-5.2 5-5.2.5z" fill="#fff" {_line(t, ".7")}/>'
        '<path d="M-4-4.6H4V.4Q4 3.9 0 5.8-4 3.9-4 .4z" fill="#2756a8"/>'
        '<path d="M-1-4.6H1V5.3L0 5.8-1 5.3zM-4-1.6H4V.4H-4z" fill="#f7d84a"/>'
    )


def _plate(t: Theme) -> str:
    return f'<circle cx=".5" cy=".7" r="7" fill="#000" opacity=".2"/><circle r="7" fill="#fffaf0" {_line(t, ".8")}/>'


def wine(t: Theme) -> str:
    return (
        _plate(t)
        + f'<path d="M-4-3.4Q0-5 4-3.4 5.2 0 4 3.4 0 5-4 3.4-5.2 0-4-3.4z" fill="#8c2f4b" {_line(t, ".6")}/>'
        + '<path d="M-4.6-1.7Q0-2.9 4.6-1.7M-4.6 1.7Q0 2.9 4.6 1.7" fill="none" stroke="#e9c9a0" stroke-width=".9"/>'
        + f'<circle r="1" fill="#e9c9a0" {_line(t, ".4")}/>'
    )


def grain(t: Theme) -> str:
    ears = "".join(
        f'<path d="M{x} 4.6Q{x * 0.4:.1f} 0 {x * 1.3:.1f}-4.6" fill="none" stroke="#c08a1c" stroke-width="1.1"/>'
        f'<ellipse cx="{x * 1.2:.1f}" cy="-3.4" rx="1" ry="2.1" fill="#f0b92c" {_line(t, ".35")}/>'
        for x in (-3, -1, 1, 3)
    )
    return _plate(t) + ears + f'<path d="M-2.6.9H2.6V2.3H-2.6z" fill="#9c3b2c" {_line(t, ".4")}/>'


def cloth(t: Theme) -> str:
    return (
        _plate(t)
        + f'<path d="M-4.8-2.6L3-4.2V1.6L-4.8 3.4z" fill="#2f8f84" {_line(t, ".6")}/>'
        + f'<ellipse cx="3" cy="-1.3" rx="1.7" ry="2.9" fill="#8fd3c8" {_line(t, ".6")}/>'
        + f'<path d="M3-1.3q.9-.3.6.8-.7.9-1.3-.4.3-1.8 1.5-1.5" fill="none" {_line(t, ".45")}/>'
        + '<path d="M-4.8.2L1.3-1.2" stroke="#f3e2a0" stroke-width="1"/>'
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
        f'<rect x="-9.5" y="-9.5" width="19" height="19" rx="2.6" fill="none" {_line(t, ".4")}/>'
        + beds
        + f'<circle r="2.1" fill="{t.river_light}" stroke="{t.wall_dark}" stroke-width=".7"/>'
    )


def flying(t: Theme) -> str:
    """A flying machine; it points to the north, and an arrow says so."""
    wing = "#fff" if t.plain else "#f3dfae"
    return (
        f'<path d="M0-14.5L4.2-9.3H1.7V-6H-1.7V-9.3H-4.2z" fill="#d9482b" {_line(t, ".7")}/>'
        '<path d="M-1.5-2.5Q-7-6.5-11.5-.5-8.5-.8-8.3 2-5.5.3-4.8 3.2-3 1.6-1.5 3zM1.5-2.5Q7-6.5 11.5-.5 8.5-.8 8.3 2'
        f' 5.5.3 4.8 3.2 3 1.6 1.5 3z" fill="{wing}" {_line(t, ".7")}/>'
        f'<path d="M-1.8-1Q-6.5-4-10-.8M1.8-1Q6.5-4 10-.8M-1.6.8L-6 .4M1.6.8L6 .4" fill="none" stroke="{t.wood}"'
        ' stroke-width=".5"/>'
        f'<path d="M0-6Q2.3-3 1.7 4L3.6 9.5 0 7.8-3.6 9.5-1.7 4Q-2.3-3 0-6z" fill="{t.wood}" {_line(t, ".7")}/>'
        f'<circle cy="-1.3" r="1.5" fill="{t.plaster}" {_line(t, ".5")}/>'
    )


def circle(t: Theme) -> str:
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


def gold(t: Theme) -> str:
    bar = (
        f'<path d="M{{x}} {{y}}l1.2-2.8h4.6l1.2 2.8z" fill="{t.gold}" {_line(t, ".55")}/><path d="M{{a}} {{b}}h3.6"'
        ' stroke="#fff3b0" stroke-width=".7"/>'
    )
    return (
        f'<path d="M-8 5.5Q-7.5 1-4 .5-3-4 0-4.5 3.5-4 4.5 0 8 1 8 5.5z" fill="{t.wall}" {_line(t, ".6")}/>'
        + bar.format(x=-7, y=4.6, a=-5.3, b=2.9)
        + bar.format(x=0, y=4.6, a=1.7, b=2.9)
        + bar.format(x=-3.5, y=1.6, a=-1.8, b=-0.1)
    )


def magic(t: Theme) -> str:
    return (
        f'<circle r="7" fill="#6b3fa0" {_line(t, ".7")}/><circle r="5.8" fill="none" stroke="#e7d3ff" stroke-width=".5"/>'
        '<path d="M0-5.4L1.6-1.7 5.1-1.7 2.4.7 3.3 4.5 0 2.3-3.3 4.5-2.4.7-5.1-1.7-1.6-1.7z" fill="#ffe45c"/>'
    )


def robber(t: Theme) -> str:
    """A face behind a mask, under a broad hat."""
    return (
        _plate(t)
        + f'<path d="M-3.6-1V2Q-3.6 5.2 0 5.6 3.6 5.2 3.6 2V-1z" fill="#e8bd92" {_line(t, ".5")}/>'
        + '<path d="M-3.6 2.6Q-3.4 5.3 0 5.6 3.4 5.3 3.6 2.6 1.5 3.5 0 2.8-1.5 3.5-3.6 2.6z" fill="#4a3020"/>'
        + '<path d="M-4.2-1.3H4.2L3.7 1.6Q1.8 2.3 0 1-1.8 2.3-3.7 1.6z" fill="#17171c"/>'
        + '<circle cx="-1.7" cy="0" r=".8" fill="#fff"/><circle cx="1.7" cy="0" r=".8" fill="#fff"/>'
        + '<path d="M-6.3-1.2Q-3.5-2.3-3-2.7L-2.3-5.3Q0-6.3 2.3-5.3L3-2.7Q3.5-2.3 6.3-1.2 0-.2-6.3-1.2z" fill="#8c2f2a"'
        f" {_line(t, '.5')}/>"
    )


def pier(t: Theme) -> str:
    """A landing stage; the lake lies above, the road comes from below."""
    return (
        f'<path d="M-3-4.5H3V4H-3z" fill="{t.wood}" {_line(t, ".45")}/>'
        f'<path d="M-3-2.6H3M-3-.8H3M-3 1H3M-3 2.7H3" stroke="{t.ink}" stroke-width=".4"/>'
        f'<circle cx="-3" cy="-4.3" r=".9" fill="{t.ink}"/><circle cx="3" cy="-4.3" r=".9" fill="{t.ink}"/>'
    )


def fish(t: Theme) -> str:
    return (
        f'<path d="M-4.6-2.2L-2.2 0-4.6 2.2Q-3.9 0-4.6-2.2z" fill="#fff" {_line(t, ".45")}/>'
        f'<path d="M-3 0Q0-3.3 4.6 0 0 3.3-3 0z" fill="#fff" {_line(t, ".5")}/>'
        f'<circle cx="2.5" cy="-.4" r=".55" fill="{t.ink}"/><path d="M.9-1.2q-.7 1.2 0 2.4" fill="none" stroke="{t.ink}"'
        ' stroke-width=".4"/>'
    )


def nugget(t: Theme) -> str:
    return (
        '<ellipse cx=".5" cy="3.8" rx="6" ry="1.5" fill="#000" opacity=".25"/>'
        f'<path d="M-5.5 2.5L-4.5-1.8-1-4.5 2.5-3.8 5.5-.5 4.8 3 1 4.3-3 4z" fill="{t.gold}" {_line(t, ".7")}/>'
        '<path d="M-4-1.2L-1-3.5 1.8-2.9-.8-.9z" fill="#fff3b0"/><path d="M1 4L2-.2 5.2 0 4.4 2.8z" fill="#cf951a"/>'
    )


def mushrooms(t: Theme) -> str:
    one = (
        f'<path d="M-1.4 0V4.5H1.4V0z" fill="#fff6e2" {_line(t, ".5")}/><path d="M-4.5.5Q-4-4.5 0-4.5 4-4.5 4.5.5 0'
        f' 1.9-4.5.5z" fill="#d23a2c" {_line(t, ".6")}/><path d="M-2-1.3h0M1-2.8h0M2.4-.7h0" stroke="#fff"'
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
        f' fill="#e5502a" {_line(t, ".7")}/>'
        '<path d="M-3 5Q-4.5 1-1.5-.5-.5 1 .5-3.5 4.5 1 3 5 0 6.5-3 5z" fill="#ffd23f"/></g>'
    )


def dolmen(t: Theme) -> str:
    return (
        '<ellipse cx="0" cy="8" rx="11" ry="2.5" fill="#000" opacity=".2"/>'
        f'<path d="M-8.5 8L-7.5-2H-3.5L-3 8zM3 8L3.5-2H7.5L8.5 8z" fill="{t.wall}" {_line(t, ".7")}/>'
        f'<path d="M-11-1.5L-9-6.5Q0-9.5 9.5-6.5L11-1.5Q0-.3-11-1.5z" fill="{t.wall_light}" {_line(t, ".7")}/>'
        f'<path d="M-3 8L-3.5-1.2H3.5L3 8z" fill="{t.ink}" opacity=".55"/><path d="M-6-4.3L-1-5.3M2-5.8L6-4.8M-6.5 1.5'
        f'L-5.7 4M5.7.5L6.3 3.5" stroke="{t.wall_dark}" stroke-width=".6"/>'
    )


def volcano(t: Theme) -> str:
    return (
        f'<path d="M-15 11.5Q-7.5 6-4.5-6H4.5Q7.5 6 15 11.5 0 14.5-15 11.5z" fill="#80695c" {_line(t, ".7")}/>'
        '<path d="M4.5-6Q7.5 6 15 11.5 9 12.9 3.5 13 5 3 2-6z" fill="#5f4c42"/>'
        '<path d="M-4.5-6Q-2-4.5-2.5 0T-3.5 7Q-.8 5-.5.5 1 3 .8 6 3.5 2 2-3L4.5-6Q0-4.5-4.5-6z" fill="#e5502a"/>'
        f'<ellipse cy="-6" rx="4.5" ry="1.4" fill="#ffb02e" {_line(t, ".5")}/>'
        '<path d="M-2-8Q-5-10.5-2.5-12.5-2-15.5 1-14.5 4.5-15 4-12 6-10 2.5-8.3 0-9.5-2-8z" fill="#fff" opacity=".75"/>'
    )


def canoe(t: Theme) -> str:
    return (
        f'<path d="M-7-1.5Q0 1 7-1.5 5.5 2.8 0 2.8-5.5 2.8-7-1.5z" fill="#b5763a" {_line(t, ".6")}/>'
        f'<path d="M-1-4.5L3 4M3.8 3.2l.4 2.2" stroke="{t.ink}" stroke-width=".8" stroke-linecap="round"/>'
    )


def tent(t: Theme) -> str:
    return (
        f'<path d="M-7 6L0-6 7 6z" fill="#d9b27a" {_line(t, ".6")}/><path d="M-2 6L0 .5 2 6z" fill="{t.ink}"/>'
        f'<path d="M-1.5-8.5L0-6 1.5-8.5M-3.5 0L-5 3M3.5 0L5 3" fill="none" stroke="{t.ink}" stroke-width=".7"/>'
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


def _larger(draw: Callable[[Theme], str], scale: float) -> Callable[[Theme], str]:
    return lambda theme: f'<g transform="scale({scale})">{draw(theme)}</g>'


def bridge(t: Theme) -> str:
    """A wooden bridge over a river that runs from left to right."""
    planks = "M-5.5-7.5h11m-11 2.5h11m-11 2.5h11m-11 2.5h11m-11 2.5h11m-11 2.5h11m-11 2.5h11"
    return (
        f'<path d="M-5.5-10H5.5V10H-5.5z" fill="{t.wood}" {_line(t, ".6")}/>'
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
    "pennants": _larger(pennant, 1.35),
    "wine": _larger(wine, 1.25),
    "grain": _larger(grain, 1.25),
    "cloth": _larger(cloth, 1.25),
    "garden": garden,
    "flying_machine": _larger(flying, 1.15),
    "circle": circle,
    "farmer": farmer,
    "thief": thief,
    "knight": knight,
    "gold": _larger(gold, 1.3),
    "magic": _larger(magic, 1.2),
    "robber": _larger(robber, 1.2),
    "pier": pier,
    "fish": _larger(fish, 1.75),
    "nuggets": nugget,
    "mushrooms": mushrooms,
    "fire": fire,
    "shrine": dolmen,
    "volcano": volcano,
    "canoe": canoe,
    "tent": tent,
    "spring": spring,
    "bridge": bridge,
    "pond": pond,
}
