"""Animals from the side, each told from the others by its outline alone."""

from __future__ import annotations

from collections.abc import Callable

from bastida.art.themes import Theme


def _line(t: Theme, width: str = ".55") -> str:
    return f'stroke="{t.ink}" stroke-width="{width}" stroke-linejoin="round" stroke-linecap="round"'


def deer(t: Theme) -> str:
    """Slender, a small head held high under antlers."""
    return (
        '<path d="M5.2-7.3L4-10.5M5.2-7.3Q2-9 2.6-12M3-9.4L.8-10.2M7-7.5Q9.5-9.5 8.6-12.3M8.6-9.7L10.8-10.8" fill="none"'
        f' stroke="{t.ink}" stroke-width=".9" stroke-linecap="round"/>'
        '<path d="M-8-1.5Q-6-3.6-1-3.2 2.3-3.3 3.8-6.3L5-7.8 7-7.8 9.8-5.6 9.3-4.6 6.7-4.7Q6.5-1 4.6 1L5 8H3.8L2.7 2Q-1'
        f' 3-4 1.8L-4.6 4.2-4.2 8H-5.4L-6.3 4 -7 1.8-8 8H-9.1L-8.6.8z" fill="#b4713a" {_line(t)}/>'
        '<path d="M-7.8-1.2l-1.5-.6.6 1.6z" fill="#fff"/><path d="M-3.5-1.5h0M-1-1.2h0M-2 .2h0M1-.8h0" stroke="#f3ddb8"'
        ' stroke-width=".9" stroke-linecap="round"/>'
        f'<circle cx="7" cy="-6.3" r=".5" fill="{t.ink}"/>'
    )


def mammoth(t: Theme) -> str:
    """A hill of hair with trunk and tusks."""
    return (
        '<path d="M-10.5 8V0Q-10-6-4-7.2-1-8-.5-8.6 2-11.3 5.2-9.6 8.3-8.3 8.6-4 8.5 1 9.8 4.5 10.3 6.3 8.8 6.4 7.3 6 7'
        f' 2.5L6-.6Q5.5 1.5 4.6 2V8H1.5V3.5Q-2 4.7-5 3.5L-5.3 8z" fill="#7a4e2e" {_line(t, ".6")}/>'
        '<path d="M-8-2Q-7.5 2-8.3 4M-5-3Q-4 0-5 3M-2-3.5Q-1 0-1.8 3M1-4Q1.8-1 1 2" fill="none" stroke="#4d2f1a"'
        ' stroke-width=".8" stroke-linecap="round"/>'
        f'<path d="M5.6-2.3Q5 3 9 2.6 11.8 2 11.7-1.8 10.5.6 8.8.4 7.3-.2 7.3-2.6z" fill="#fffbe8" {_line(t, ".5")}/>'
        f'<path d="M1-7Q-1.5-4 1-2.5 3.3-3.5 2.7-6z" fill="#8f6038" {_line(t, ".4")}/><circle cx="5.2" cy="-6" r=".7"'
        f' fill="#fff"/><circle cx="5.3" cy="-6" r=".4" fill="{t.ink}"/>'
    )


def tiger(t: Theme) -> str:
    """Striped, long in the tail, with sabres."""
    return (
        f'<path d="M-8-1Q-12-2-11-6.5" fill="none" stroke="{t.ink}" stroke-width="2.2" stroke-linecap="round"/><path'
        ' d="M-8-1Q-12-2-11-6.5" fill="none" stroke="#f0a22e" stroke-width="1.3" stroke-linecap="round"/>'
        '<path d="M-9 1Q-8.5-3-4-2.8L2.5-3.3Q3.3-6.8 6.8-6.8L7.6-8 8.7-6Q10.8-5 10.6-2.5L9.5-.8 6.5-.5Q6 1.5 5 2.2L6'
        f' 7H3.7L2.5 3Q-2 3.7-4.3 2.8L-4.7 7H-7L-6.8 4-8 7H-10z" fill="#f0a22e" {_line(t, ".6")}/>'
        f'<path d="M-6.5-2.3L-5.8.8M-4-2.5L-3.5 1M-1.3-2.7L-1 1.3M1.3-2.8L1.3.8M3.3-2.2L3.6.4" stroke="{t.ink}"'
        ' stroke-width=".9" stroke-linecap="round"/>'
        f'<path d="M7.3-1.2L7.6 3 8.5-1zM9.2-1.2L9.6 2.6 10.2-1.6z" fill="#fff" {_line(t, ".35")}/><circle cx="8"'
        f' cy="-4.3" r=".6" fill="{t.ink}"/><path d="M10.7-3.3l-.9.3" stroke="{t.ink}" stroke-width=".8"/>'
    )


def aurochs(t: Theme) -> str:
    """Black and heavy in front, with great horns."""
    return (
        '<path d="M-9.5 8V1Q-9.8-4-5-4.2L1-5.8Q4-7.8 6.5-5.5L9.8-2 9.6.6 7.3 1.2 5.3-.2Q5.3 2 4.3 3L4.5 8H2L1.5 3.5Q-2.5'
        f' 4.2-5 2.8L-5.8 8H-7.5L-7.3 4-8 8z" fill="#453227" {_line(t, ".6")}/>'
        '<path d="M-8-2.8Q-3-4 2-5" fill="none" stroke="#c9a678" stroke-width=".9"/>'
        '<path d="M6-5.3Q8.5-6.6 8.3-9.6 11.8-6.8 8.8-3.6zM5-5.5Q3.7-8.5 5.8-10.8 4.8-7.5 6.9-5.7z" fill="#fff6dd"'
        f" {_line(t, '.5')}/>"
        '<circle cx="7.5" cy="-2.4" r=".55" fill="#fff"/><path d="M9.7-.9Q9 .6 7.7.8" fill="none" stroke="#e8d5b7"'
        ' stroke-width="1"/><path d="M-9.5 0Q-11.5 2-10.5 5" fill="none" stroke="#453227" stroke-width="1"/>'
    )


def bear(t: Theme) -> str:
    """Round all over."""
    return (
        '<path d="M-9.5 8Q-11.5-5-3.5-5.5 0-6 2.5-5L3-7.2Q4.5-8 5.2-6.6 7-6.8 8-5.3L11-3.2Q11.5-1.3 9.5-1L6.5-.8Q6.3 1.5'
        f' 5.5 3L6 8H2.5L1.8 4Q-2 5-4.5 4L-5 8z" fill="#6b4427" {_line(t, ".6")}/>'
        '<path d="M8.2-3.7L10.9-3.3Q11.3-1.5 9.6-1.1L7.5-1.3z" fill="#c79b6b"/><circle cx="10.7" cy="-2.9" r=".8"'
        f' fill="{t.ink}"/><circle cx="7.2" cy="-4.3" r=".55" fill="{t.ink}"/>'
        '<path d="M-6-2Q-4 1-6.5 4M1-2Q2.5 1 1.5 4" fill="none" stroke="#4a2d17" stroke-width=".7" stroke-linecap="round"/>'
    )


def hare(t: Theme) -> str:
    return (
        '<path d="M-5 3.5Q-6.5-1-2-1.5 1-1.7 2-2.7L.8-7.5Q2-8.2 2.8-4.5L4-7.5Q5.3-7 4.3-3.8 6.5-3.3 6.3-1.5 5.5-.3 3.8 0'
        f'L4.5 3.5z" fill="#fffdf8" {_line(t, ".5")}/>'
        f'<circle cx="-5.2" cy="1.8" r="1.2" fill="#fff" {_line(t, ".4")}/><circle cx="4.5" cy="-2.3" r=".45"'
        f' fill="{t.ink}"/><path d="M-3 3.5Q-3.5.8-.8 1" fill="none" {_line(t, ".4")}/>'
    )


def fox(t: Theme) -> str:
    """Takes its coat from the place of use: a fox, or a wolf."""
    return (
        f'<path d="M-4-1Q-9-4.5-10.5.5-8 2.5-4 1z" {_line(t, ".5")}/><path d="M-10.5.5Q-10-1.8-8.5-2.2L-8.3 1.6Q-9.7'
        ' 1.5-10.5.5z" fill="#fff"/>'
        '<path d="M-5 4.5L-5.3-.8Q-3-2.3 1.5-1.6L2.5-3.8 2.4-6 4-4.6 5.6-6.2 6-3.8 8.8-1.8 8-.9 5.3-.7 4.3 1 4.6 4.5H3.3'
        f'L2.5 1.5H-2.5L-3.3 4.5z" {_line(t, ".5")}/>'
        f'<path d="M5.3-.8L8.7-1.8 6.5-2Q5-1.8 4.5 0z" fill="#fff"/><circle cx="8.6" cy="-1.7" r=".5" fill="{t.ink}"/>'
        f'<circle cx="5.5" cy="-3" r=".45" fill="{t.ink}"/>'
    )


def boar(t: Theme) -> str:
    return (
        '<path d="M-6.5 4.5L-7-.5Q-5.5-4 0-3.8L2.5-4.5 4-2.8 7.5.5 7.3 1.8 4 1.7 3.5 4.5H1.8L1.3 2.5H-3.5L-4.2 4.5z"'
        f' fill="#5d4a3f" {_line(t, ".5")}/>'
        f'<path d="M-5-2.8l.5-1.5 1 1 .9-1.4.9 1.2 1-1.3.8 1.1" fill="none" {_line(t, ".5")}/><path d="M5.5 1.5L6.7-.6'
        f' 6.3 1.6z" fill="#fff" {_line(t, ".3")}/><circle cx="4" cy="-1.1" r=".45" fill="#fff"/>'
    )


def bird(t: Theme) -> str:
    """Takes its coat from the place of use."""
    return (
        f'<path d="M-6.5 1.5L-2-1.5Q-1-4.5 2-4.5 4-4.3 4.3-2.5L6.3-1.8 4.3-1.2Q4 2.5.5 3-3 3-6.5 1.5z" {_line(t, ".5")}/>'
        '<path d="M-3.5 1Q-1-1.5 1.8-.5 1 2-3.5 1z" fill="#000" opacity=".25"/><path d="M0 3V5M1.5 2.8V5M-1 5H3"'
        f' fill="none" {_line(t, ".5")}/><circle cx="2.6" cy="-2.9" r=".5" fill="#fff"/>'
    )


SYMBOLS: dict[str, Callable[[Theme], str]] = {
    "deer": deer,
    "mammoth": mammoth,
    "tiger": tiger,
    "aurochs": aurochs,
    "bear": bear,
    "hare": hare,
    "fox": fox,
    "boar": boar,
    "bird": bird,
}

# The animals of the Winter Edition: symbol, coat, size.  They have no effect.
WINTER = {
    "WinTierA": ("hare", "", 1.0),
    "WinTierB": ("fox", "#d9722e", 0.9),
    "WinTierC": ("bird", "#3a3f4a", 1.0),
    "WinTierD": ("bird", "#5f8f6a", 1.0),
    "WinTierE": ("deer", "", 0.75),
    "WinTierF": ("fox", "#9aa0a6", 1.0),
    "WinTierG": ("boar", "", 1.0),
    "WinTierH": ("bear", "", 0.8),
    "WinTierI": ("hare", "", 1.0),
    "WinTierJ": ("bird", "#c0492f", 0.9),
    "WinTierK": ("fox", "#d9722e", 0.9),
    "WinTierL": ("deer", "", 0.75),
}
