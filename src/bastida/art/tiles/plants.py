"""Trees, tufts, bushes, flowers, stones: what grows and lies about."""

from __future__ import annotations

from collections.abc import Callable

from bastida.art.themes import Theme


def tree(t: Theme) -> str:
    """A round tree seen a little from above."""
    if t.snow:
        top = '<path d="M-3.3-1.7C-3.9-3.4-2-5.4 0-5c2-.5 3.9 1.4 3.3 3.3Q2.2-2.9 1-2T-1.2-2.1-3.3-1.7z" fill="#fff"/>'
    else:
        top = f'<ellipse cx="-.8" cy="-3.2" rx="1.7" ry="1.3" fill="{t.leaf_light}"/>'
    return (
        '<ellipse cx=".6" cy="2.6" rx="3" ry="1.1" fill="#000" opacity=".18"/>'
        f'<path d="M-.5 2.6V0h1v2.6z" fill="{t.wood}"/>'
        '<path d="M0 1.2c-2.4.5-3.9-1.2-3.3-2.9C-3.9-3.4-2-5.4 0-5c2-.5 3.9 1.4 3.3 3.3C4 .1 2.3 1.7 0 1.2z"'
        f' fill="{t.leaf}" stroke="{t.forest_dark}" stroke-width=".4"/>' + top
    )


def pine(t: Theme) -> str:
    cap = (
        '<path d="M0-6.4L1.5-3.7Q0-3-1.5-3.7zM-2-1.8L0-2.6 2-1.8 1.7-1.1H-1.7z" fill="#fff"/>'
        if t.snow
        else (f'<path d="M0-6.4L-1.3-3.6-2.4-.6-3 1.7-.6 1.5z" fill="{t.leaf_light}" opacity=".45"/>')
    )
    return (
        '<ellipse cx=".5" cy="2.6" rx="2.6" ry="1" fill="#000" opacity=".18"/>'
        f'<path d="M-.5 2.7V1h1V2.7z" fill="{t.wood}"/>'
        f'<path d="M0-6.4L2-2.9H1.3L2.9-.3H2L3.5 1.9H-3.5L-2-.3H-2.9L-1.3-2.9H-2z" fill="{t.pine}"'
        f' stroke="{t.forest_dark}" stroke-width=".4" stroke-linejoin="round"/>' + cap
    )


def crown(t: Theme) -> str:
    """A crown from right above: the same however the tile is turned."""
    inner = "#fff" if t.snow else t.leaf_light
    return (
        f'<circle r="3.4" fill="{t.pine if t.snow else t.leaf}" stroke="{t.forest_dark}" stroke-width=".4"/>'
        f'<circle r="1.6" fill="{inner}" opacity=".8"/>'
    )


def bush(t: Theme) -> str:
    light = "#fff" if t.snow else t.leaf_light
    return (
        f'<path d="M-2.4 1c-.6-1.8.6-2.8 1.6-2.3C-.3-2.8 1.6-2.4 1.5-1 2.7-.9 2.8.6 2.2 1z" fill="{t.leaf}"'
        f' stroke="{t.forest_dark}" stroke-width=".35"/>'
        f'<circle cx="-.5" cy="-.7" r=".7" fill="{light}"/>'
    )


def tuft(t: Theme) -> str:
    return (
        f'<path d="M-1.2 0L-1.6-1.7M0 0V-2.3M1.2 0L1.7-1.6" fill="none" stroke="{t.field_dark}" stroke-width=".6"'
        ' stroke-linecap="round"/>'
    )


def flower(t: Theme) -> str:
    """Takes its colour from the place of use."""
    return f'<path d="M0 0V1.6" stroke="{t.field_dark}" stroke-width=".5"/><circle r=".8"/><circle r=".3" fill="#fff"/>'


def reeds(t: Theme) -> str:
    """They grow by the water."""
    head = "#fff" if t.snow else "#8a5a33"
    return (
        f'<path d="M-1.4 1.2L-1.8-2M0 1.4V-3M1.4 1.2L2-1.6" fill="none" stroke="{t.leaf}" stroke-width=".55"/>'
        f'<path d="M-1.8-2.2v-1.2M0-3.1v-1.5M2-1.8l.2-1.2" stroke="{head}" stroke-width="1" stroke-linecap="round"/>'
    )


def stone(t: Theme) -> str:
    return (
        f'<path d="M-1.8.9L-1.4-.6 0-1.2 1.5-.5 1.9.9z" fill="{t.wall}" stroke="{t.wall_dark}" stroke-width=".35"'
        ' stroke-linejoin="round"/>'
    )


def glade(t: Theme) -> str:
    """A lighter stretch of grass."""
    return f'<path d="M-11 .5C-10-4-4-5.5 0-4.8 5-6 11-3 10.8.8 10 4.8 4 5.3 0 4.6-5 6-11.5 4-11 .5z" fill="{t.field_light}"/>'


def _parcel(ground: str, lines: str, colour: str, more: str = "") -> str:
    return (
        f'<path d="M-8-4.6Q0-6 7.8-4.9L9 4Q0 5.8-8.6 4.7z" fill="{ground}"/>'
        f'<path d="{lines}" fill="none" stroke="{colour}" stroke-width=".8"{more}/>'
    )


ROWS = "M-7.8-2.9Q0-4.3 8-3.2M-8-1Q0-2.4 8.2-1.3M-8.1 .9Q0-.5 8.5.6M-8.3 2.8Q0 1.4 8.7 2.5"


def patch(t: Theme) -> str:
    """A strip of green corn."""
    return _parcel(t.field_light, ROWS, t.field_dark)


def crops(t: Theme) -> str:
    """A field of grain, or of stubble under snow."""
    ground, line = (t.field_light, t.field_dark) if t.snow else ("#dccb62", "#b39a3c")
    return _parcel(ground, ROWS, line, ' stroke-dasharray="1.3 .8"')


def plough(t: Theme) -> str:
    """Ploughed earth."""
    ground, line = (t.field_light, "#a8b9c4") if t.snow else ("#c8ad70", "#a58950")
    return _parcel(ground, ROWS, line)


def vines(t: Theme) -> str:
    ground, line = (t.field_light, "#a9bfb8") if t.snow else ("#c3cf7a", "#4e8f3d")
    return _parcel(ground, ROWS, line, ' stroke-dasharray=".1 1.9" stroke-linecap="round"').replace('width=".8"', 'width="1.4"')


def sheep(t: Theme) -> str:
    return (
        f'<path d="M-1.2 1.6v-1M1 1.6v-1" stroke="{t.ink}" stroke-width=".5"/>'
        '<path d="M-2 .7c-.9-.6-.6-2 .4-1.9.4-.9 1.8-.8 2-.1 1.2-.3 1.7 1 1.1 1.6C1.3 1-1.3 1.2-2 .7z" fill="#fff"'
        f' stroke="{t.ink}" stroke-width=".3"/>'
        f'<ellipse cx="2" cy="-.4" rx=".7" ry=".55" fill="{t.ink}"/>'
    )


SYMBOLS: dict[str, Callable[[Theme], str]] = {
    "tree": tree,
    "pine": pine,
    "crown": crown,
    "bush": bush,
    "tuft": tuft,
    "flower": flower,
    "stone": stone,
    "reeds": reeds,
    "glade": glade,
    "patch": patch,
    "plough": plough,
    "vines": vines,
    "crops": crops,
    "sheep": sheep,
}
