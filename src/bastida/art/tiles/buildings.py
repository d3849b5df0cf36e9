"""Houses, towers, gates, monasteries: what people built."""

from __future__ import annotations

from collections.abc import Callable

from bastida.art.themes import Theme

PLAIN_RED = "#b3261e"


def _line(t: Theme, width: str = ".4") -> str:
    return f'stroke="{t.ink}" stroke-width="{width}" stroke-linejoin="round"'


def _window(t: Theme) -> str:
    return t.ink if t.plain else "#7b5437"


def house(t: Theme) -> str:
    """Broad, the ridge across; the roof takes the colour of the place of use."""
    cap = (
        '<path d="M-2.3-3.9H2.3L3-2.3Q1.5-2.9 0-2.3T-3-2.3z" fill="#fff"/>'
        if t.snow
        else '<path d="M-2.3-3.9H2.3L2.6-3.1H-2.6z" fill="#fff" opacity=".35"/><path d="M0 .3L.8-3.9H2.3L4 .3z" opacity=".14"/>'
    )
    return (
        f'<path d="M-3.2-.2H3.2V3.4H-3.2z" fill="{t.plaster}" {_line(t, ".32")}/>'
        f'<path d="M-4 .3L-2.3-3.9H2.3L4 .3z" {_line(t, ".36")}/>{cap}'
        f'<path d="M-.7 3.4V1.6H.7V3.4zM-2.4 1.3h.9v.9h-.9zM1.5 1.3h.9v.9h-.9z" fill="{_window(t)}"/>'
    )


def gable(t: Theme) -> str:
    """Narrow, the gable in front."""
    roof = ' fill="#fff"' if t.snow else ""
    return (
        f'<path d="M-2.5 3.4V-.8L0-3.7 2.5-.8V3.4z" fill="{t.plaster}" {_line(t, ".32")}/>'
        f'<path d="M-3.5-.1L0-4.7 3.5-.1 2.5.6 0-2.7-2.5.6z"{roof} {_line(t, ".36")}/>'
        f'<path d="M-.6 3.4V1.7H.6V3.4zM-.5-.9H.5V.1H-.5z" fill="{_window(t)}"/>'
    )


def tall(t: Theme) -> str:
    """A tall house with a pointed roof."""
    cap = '<path d="M0-6.3L1.3-3.7Q0-3.2-1.3-3.7z" fill="#fff"/>' if t.snow else '<path d="M0-6.3L2.5-1.5H.4z" opacity=".14"/>'
    return (
        f'<path d="M-1.8 3.4V-1.8H1.8V3.4z" fill="{t.plaster}" {_line(t, ".32")}/>'
        f'<path d="M-2.5-1.5L0-6.3 2.5-1.5z" {_line(t, ".36")}/>{cap}'
        f'<path d="M-.5-.7H.5V.5H-.5zM-.5 3.4V1.9H.5V3.4z" fill="{_window(t)}"/>'
    )


def well(t: Theme) -> str:
    """A well on a paved square."""
    return (
        f'<circle r="6" fill="{t.street}"/><circle r="5" fill="none" stroke="{t.city_dark}" stroke-width=".5"'
        ' stroke-dasharray="1.2 1.4" opacity=".7"/>'
        f'<circle r="1.9" fill="{t.wall}" stroke="{t.wall_dark}" stroke-width=".5"/><circle r="1.1" fill="{t.river}"/>'
    )


def bastion(t: Theme) -> str:
    """A round tower of the wall, from above."""
    return (
        f'<circle r="3" fill="{t.wall_dark}"/><circle r="2.4" fill="{t.wall_light}"/>'
        f'<circle r="2.1" fill="none" stroke="{t.wall_dark}" stroke-width=".9" stroke-dasharray=".8 .85"/>'
        f'<circle r="1.3" fill="{t.wall}"/>'
    )


def gate(t: Theme) -> str:
    """A gate; the road comes from below."""
    tower = (
        f'<rect x="{{}}" y="-3.2" width="3.2" height="6" rx=".7" fill="{t.wall_light}" stroke="{t.wall_dark}"'
        ' stroke-width=".7"/>'
    )
    return (
        f'<path d="M-4-2H4V2.4H-4z" fill="{t.wall}" stroke="{t.wall_dark}" stroke-width=".6"/>'
        f'<path d="M-2.5 2.6V.6a2.5 2.5 0 0 1 5 0V2.6z" fill="{t.ink}"/>'
        + tower.format("-6.3")
        + tower.format("3.1")
        + f'<path d="M-5.7-1.5h2M3.7-1.5h2M-5.7.5h2M3.7.5h2" stroke="{t.wall_dark}" stroke-width=".5"/>'
    )


def monastery(t: Theme) -> str:
    cap = '<path d="M-8.5-.6L-7.3-4.2H3.7L4.3-2.2Q1-3.2-2-2T-8.5-.6z" fill="#fff"/>' if t.snow else ""
    roof = PLAIN_RED if t.plain else t.roofs[0]
    spire = t.ink if t.plain else t.slate
    return (
        '<ellipse cx="0" cy="7.8" rx="11.5" ry="3.6" fill="#000" opacity=".13"/>'
        f'<path d="M-10.5 4.5Q-10.8 9.3-6 9.6H7Q11 9.3 10.6 4.5" fill="{t.road}" stroke="{t.wall_dark}"'
        ' stroke-width="1.1" stroke-dasharray="1.7 .5"/>'
        f'<path d="M-8 0H5V8H-8z" fill="{t.plaster}" {_line(t, ".55")}/>'
        f'<path d="M-9 .8L-7.3-4.2H4.3L6 .8z" fill="{roof}" {_line(t, ".55")}/>{cap}'
        f'<path d="M3 8V-5.5H9V8z" fill="{t.wall_light}" {_line(t, ".55")}/>'
        f'<path d="M2.3-5.2L6-11 9.7-5.2z" fill="{spire}" {_line(t, ".55")}/>'
        f'<path d="M6-14.4V-10.6M4.7-13.2H7.3" stroke="{t.ink}" stroke-width=".9"/>'
        '<path d="M5-2.8a1 1 0 0 1 2 0V-.3H5zM4.8 8V5a1.2 1.2 0 0 1 2.4 0V8zM-6.5 5.8V3.5a.9.9 0 0 1 1.8 0V5.8zM-3.3'
        f' 5.8V3.5a.9.9 0 0 1 1.8 0V5.8zM-.1 5.8V3.5a.9.9 0 0 1 1.8 0V5.8z" fill="{t.ink}"/>'
    )


def post_office(t: Theme) -> str:
    roof = "#ffc400" if t.plain else "#d9a521"
    cap = '<path d="M-7-2.9L-5.5-6.5H5.5L6.3-4.6Q3-5.6 0-4.5T-7-2.9z" fill="#fff"/>' if t.snow else ""
    return (
        '<ellipse cx="0" cy="7.6" rx="11" ry="3.3" fill="#000" opacity=".13"/>'
        f'<path d="M-8-1.5H8V7.8H-8z" fill="{t.plaster}" {_line(t, ".55")}/>'
        f'<path d="M-9.3-1L-6.3-7.5H6.3L9.3-1z" fill="{roof}" {_line(t, ".55")}/>{cap}'
        f'<path d="M-5 .6H5V6H-5z" fill="#fff" {_line(t, ".7")}/>'
        f'<path d="M-5 .6L0 4 5 .6" fill="none" {_line(t, ".7")}/>'
        f'<circle cy="3.9" r="1" fill="#c0392b"/>'
        f'<path d="M6.3-7V-12.5l4 1.3-4 1.6" fill="{roof}" {_line(t, ".5")}/>'
    )


def foundation(t: Theme) -> str:
    """The base of a tower."""
    return (
        f'<path d="M-7-5.5H7L8 6.5H-8z" fill="#000" opacity=".15" transform="translate(.8 1)"/>'
        f'<rect x="-7" y="-7" width="14" height="14" rx="1.6" fill="{t.wall}" stroke="{t.wall_dark}" stroke-width="1"/>'
        f'<path d="M-7-3.5H7M-7 3.5H7M-3.5-7V7M3.5-7V7" stroke="{t.wall_dark}" stroke-width=".5"/>'
        f'<rect x="-3.9" y="-3.9" width="7.8" height="7.8" rx=".8" fill="{t.ink}" stroke="{t.wall_light}" stroke-width="1"/>'
        f'<path d="M-2.9 2.9L2.9 2.9V0z" fill="{t.wall_dark}"/>'
    )


def inn(t: Theme) -> str:
    """A house by a pond."""
    roof = PLAIN_RED if t.plain else "#a8402c"
    water = t.river_light if t.snow else t.river
    cap = '<path d="M-7-2.6L-5.3-6.3H1.3L2-4.7Q0-5.3-2.5-4.3T-7-2.6z" fill="#fff"/>' if t.snow else ""
    return (
        f'<path d="M-4 3.6C-1 1.9 6 1.4 7.7 4 9 6.6 4 8.2 0 8.1-5 8-7.5 5.6-4 3.6z" fill="{water}"'
        f' stroke="{t.river_edge}" stroke-width=".6"/>'
        f'<path d="M0 5.4q1.2-.8 2.4 0t2.4 0" fill="none" stroke="{t.river_light}" stroke-width=".6"/>'
        f'<path d="M-6.3-1.7H2.3V3.8H-6.3z" fill="{t.plaster}" {_line(t, ".5")}/>'
        f'<path d="M-7.5-1.2L-5.3-6.3H1.3L3.5-1.2z" fill="{roof}" {_line(t, ".5")}/>{cap}'
        f'<path d="M-3 3.8V.9h2V3.8zM-5.5.3h1.3v1.5h-1.3zM.2.3h1.3v1.5H.2z" fill="{t.ink}"/>'
        f'<path d="M-.5-6V-8.6H1V-6z" fill="{t.wall}" {_line(t, ".4")}/>'
        f'<path d="M3-2.2H6.5M6-2.2V.6" stroke="{t.ink}" stroke-width=".6"/><rect x="4.5" y="-1.7" width="3.2" height="3"'
        f' rx=".4" fill="{t.gold}" {_line(t, ".45")}/>'
    )


def cathedral(t: Theme) -> str:
    roof = t.ink if t.plain else t.slate
    tip = '<path d="M-9-14.5l-1.5 3h3zM9-14.5l-1.5 3h3z" fill="#fff"/>' if t.snow else ""
    return (
        '<ellipse cx="1" cy="13" rx="15" ry="3.5" fill="#000" opacity=".18"/>'
        f'<path d="M-6-2L0-8.5 6-2V13H-6z" fill="{t.wall_light}" {_line(t, ".7")}/>'
        f'<path d="M-7-1.5L0-9.3 7-1.5 5.8-.6 0-7-5.8-.6z" fill="{roof}" {_line(t, ".6")}/>'
        f'<path d="M-12-6H-6V13H-12zM6-6H12V13H6z" fill="{t.wall_light}" {_line(t, ".7")}/>'
        f'<path d="M-12.7-5.7L-9-14.5-5.3-5.7zM12.7-5.7L9-14.5 5.3-5.7z" fill="{roof}" {_line(t, ".7")}/>{tip}'
        f'<path d="M-9-17.5v3.5M-10.2-16.4h2.4M9-17.5v3.5M7.8-16.4h2.4M0-12.5V-8.8M-1.2-11.4H1.2" stroke="{t.ink}"'
        ' stroke-width=".8"/>'
        f'<circle cy="1.8" r="3" fill="#3f6fae" {_line(t, ".6")}/><path d="M0-1.2V4.8M-3 1.8H3M-2.1-.3L2.1 3.9M2.1-.3'
        f'L-2.1 3.9" stroke="{t.wall_light}" stroke-width=".5"/>'
        '<path d="M-2 13V9a2 2 0 0 1 4 0V13zM-10 .5V-2.5a1 1 0 0 1 2 0V.5zM8 .5V-2.5a1 1 0 0 1 2 0V.5zM-10 7V4a1 1 0 0 1'
        f' 2 0V7zM8 7V4a1 1 0 0 1 2 0V7z" fill="{t.ink}"/>'
    )


def hut(t: Theme) -> str:
    """The hut of Agriculture, with its furrows."""
    return (
        f'<path d="M-9.5 4.5Q0 1.5 9.5 4.5L8.5 9.5Q0 7-8.5 9.5z" fill="{t.wood}" opacity=".75"/>'
        f'<path d="M-8.7 6Q0 3.3 8.7 6M-8.4 7.7Q0 5.2 8.4 7.7" fill="none" stroke="{t.crop}" stroke-width=".8"'
        ' stroke-dasharray="1 .6"/>'
        f'<path d="M-5-1.5H5V4.5Q0 6-5 4.5z" fill="#d8b27c" {_line(t, ".5")}/>'
        f'<path d="M-7.5 0Q-3-4.5 0-10 3-4.5 7.5 0 0 2.8-7.5 0z" fill="#b98c3f" {_line(t, ".6")}/>'
        f'<path d="M0-10L-3.6.8M0-10V1.3M0-10L3.6.8" stroke="{t.ink}" stroke-width=".4" opacity=".6"/>'
        f'<path d="M-1.3 5.2V1.9a1.3 1.3 0 0 1 2.6 0V5.2z" fill="{t.ink}"/>'
    )


def _larger(draw: Callable[[Theme], str], scale: float) -> Callable[[Theme], str]:
    return lambda theme: f'<g transform="scale({scale})">{draw(theme)}</g>'


SYMBOLS: dict[str, Callable[[Theme], str]] = {
    "house": _larger(house, 1.25),
    "gable": _larger(gable, 1.25),
    "tall": _larger(tall, 1.25),
    "bastion": bastion,
    "well": well,
    "gate": _larger(gate, 1.2),
    "monastery": _larger(monastery, 1.3),
    "post_office": _larger(post_office, 1.25),
    "tower": foundation,
    "inn": _larger(inn, 1.3),
    "cathedral": _larger(cathedral, 1.35),
    "farm": hut,
}
