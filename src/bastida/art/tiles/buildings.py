"""Houses, towers, gates, monasteries: what people built."""

from __future__ import annotations

from collections.abc import Callable

from bastida.art.themes import Theme
from bastida.art.tiles.ink import PLAIN_RED, larger, line


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
        f'<path d="M-3.2-.2H3.2V3.4H-3.2z" fill="{t.plaster}" {line(t, ".32")}/>'
        f'<path d="M-4 .3L-2.3-3.9H2.3L4 .3z" {line(t, ".36")}/>{cap}'
        f'<path d="M-.7 3.4V1.6H.7V3.4zM-2.4 1.3h.9v.9h-.9zM1.5 1.3h.9v.9h-.9z" fill="{_window(t)}"/>'
    )


def gable(t: Theme) -> str:
    """Narrow, the gable in front."""
    roof = ' fill="#fff"' if t.snow else ""
    return (
        f'<path d="M-2.5 3.4V-.8L0-3.7 2.5-.8V3.4z" fill="{t.plaster}" {line(t, ".32")}/>'
        f'<path d="M-3.5-.1L0-4.7 3.5-.1 2.5.6 0-2.7-2.5.6z"{roof} {line(t, ".36")}/>'
        f'<path d="M-.6 3.4V1.7H.6V3.4zM-.5-.9H.5V.1H-.5z" fill="{_window(t)}"/>'
    )


def tall(t: Theme) -> str:
    """A tall house with a pointed roof."""
    cap = '<path d="M0-6.3L1.3-3.7Q0-3.2-1.3-3.7z" fill="#fff"/>' if t.snow else '<path d="M0-6.3L2.5-1.5H.4z" opacity=".14"/>'
    return (
        f'<path d="M-1.8 3.4V-1.8H1.8V3.4z" fill="{t.plaster}" {line(t, ".32")}/>'
        f'<path d="M-2.5-1.5L0-6.3 2.5-1.5z" {line(t, ".36")}/>{cap}'
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
    turret = (
        f'<rect x="{{}}" y="-3.2" width="3.2" height="6" rx=".7" fill="{t.wall_light}" stroke="{t.wall_dark}"'
        ' stroke-width=".7"/>'
    )
    return (
        f'<path d="M-4-2H4V2.4H-4z" fill="{t.wall}" stroke="{t.wall_dark}" stroke-width=".6"/>'
        f'<path d="M-2.5 2.6V.6a2.5 2.5 0 0 1 5 0V2.6z" fill="{t.ink}"/>'
        + turret.format("-6.3")
        + turret.format("3.1")
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
        f'<path d="M-8 0H5V8H-8z" fill="{t.plaster}" {line(t, ".55")}/>'
        f'<path d="M-9 .8L-7.3-4.2H4.3L6 .8z" fill="{roof}" {line(t, ".55")}/>{cap}'
        f'<path d="M3 8V-5.5H9V8z" fill="{t.wall_light}" {line(t, ".55")}/>'
        f'<path d="M2.3-5.2L6-11 9.7-5.2z" fill="{spire}" {line(t, ".55")}/>'
        f'<path d="M6-14.4V-10.6M4.7-13.2H7.3" stroke="{t.ink}" stroke-width=".9"/>'
        '<path d="M5-2.8a1 1 0 0 1 2 0V-.3H5zM4.8 8V5a1.2 1.2 0 0 1 2.4 0V8zM-6.5 5.8V3.5a.9.9 0 0 1 1.8 0V5.8zM-3.3'
        f' 5.8V3.5a.9.9 0 0 1 1.8 0V5.8zM-.1 5.8V3.5a.9.9 0 0 1 1.8 0V5.8z" fill="{t.ink}"/>'
    )


SYMBOLS: dict[str, Callable[[Theme], str]] = {
    "house": larger(house, 1.25),
    "gable": larger(gable, 1.25),
    "tall": larger(tall, 1.25),
    "bastion": bastion,
    "well": well,
    "gate": larger(gate, 1.2),
    "monastery": larger(monastery, 1.3),
}
