"""Builders, pigs and goods as drawings: tokens, and what is printed in cities."""

# not compiled: pictures only

from __future__ import annotations

from bastida.art.drawing import Drawing, Figure, Hint, Sign
from bastida.art.strokes import RIM, STONE, WOOD, Paint, ball, path, rimmed
from bastida.art.themes import Theme
from bastida.art.tiles.ink import larger, line, plate


def builder(p: Paint) -> Drawing:
    """Square shoulders, a flat cap and a hammer."""
    body = "M28 42H72Q79 42 80 49L85 90Q85 95 80 95H20Q15 95 15 90L20 49Q21 42 28 42Z"
    cap = "M30 19Q50 1 70 19L74 22V27H26V22Z"
    sheen = path("M29 47H39L33 89H21Z", p.light)
    hammer = path("M79 94L82 46", "none", p.dark, 9) + path("M79 93L82 46", "none", WOOD.light, 4.5)
    head = path("M68 31H94Q98 31 98 36V46Q98 49 94 49H68Z", STONE.light, p.dark, 4)
    return Drawing((body, ball(50, 27, 14), cap), sheen + hammer + head, (48, 70, 1.1))


def pig(p: Paint) -> Drawing:
    """A stout pig, seen from the side."""
    tail = path("M11 52C2 49 4 40 10 42", "none", RIM, 11) + path("M11 52C2 49 4 40 10 42", "none", p.dark, 5)
    legs = "M22 70H35V93H22ZM39 74H50V93H39ZM58 74H69V93H58ZM72 70H82V93H72Z"
    body = (
        "M10 57C10 38 28 31 46 32C58 32 64 34 70 37L76 26L84 38"
        "C90 42 92 46 92 50L98 52V67H91C86 75 76 79 66 80C54 82 38 82 28 79C16 76 10 69 10 57Z"
    )
    face = path(ball(81, 49, 3.4), p.dark) + path("M92 54V64", "none", p.dark, 3.5)
    back = path("M19 51C23 41 34 37 48 38C40 42 28 44 19 51Z", p.light)
    return Drawing((legs, body), tail + back + face, (47, 60, 1.1))


# -- tokens


def wine_token() -> str:
    body = "M24 14H76C86 34 86 70 76 92H24C14 70 14 34 24 14Z"
    hoops = path("M19 30H81M17 52H83M19 75H81", "none", "#3d0a20", 6)
    grapes = path(
        "".join(ball(x, y, 6.5) for x, y in ((40, 45), (50, 45), (60, 45), (45, 54), (55, 54), (50, 63))),
        "#d9a7e0",
        "#3d0a20",
        2.5,
    )
    return (
        rimmed((body,), Paint("#8c2f55", "#b5557b", "#3d0a20", "#ffffff"))
        + hoops
        + path(ball(50, 52, 21), "#fff3df", "#3d0a20", 4)
        + grapes
    )


def grain_token() -> str:
    sheaf = (
        "M50 56C36 44 20 34 22 12C30 8 34 16 36 22C36 10 42 4 50 4S64 10 64 22"
        "C66 16 70 8 78 12C80 34 64 44 50 56C58 70 70 80 72 95H28C30 80 42 70 50 56Z"
    )
    ears = path("M50 10V52M36 24L47 50M64 24L53 50M50 64V92M42 72L37 92M58 72L63 92", "none", "#7a5600", 4)
    return (
        rimmed((sheaf,), Paint("#f2c230", "#ffe48a", "#5e4200", "#ffffff"))
        + ears
        + path("M36 53H64V62H36Z", "#b5462f", "#5e4200", 4)
    )


def cloth_token() -> str:
    roll = "M10 34Q10 24 20 24H76V66H20Q10 66 10 56Z"
    sheet = "M28 66H90Q94 66 94 72V82Q94 92 84 92H34Q28 92 28 84Z"
    end = path("M76 24A12 21 0 0 1 76 66A12 21 0 0 1 76 24Z", "#c9f1ee", "#0b3b3f", 4)
    swirl = path("M76 34A6 11 0 0 1 76 56A4 7 0 0 1 76 42", "none", "#0b3b3f", 3)
    return (
        rimmed((sheet, roll), Paint("#2f9da3", "#7fd3d3", "#0b3b3f", "#ffffff"))
        + path("M18 33H66M18 43H66", "none", "#8fe0dd", 4)
        + end
        + swirl
        + path("M36 78H86", "none", "#8fe0dd", 4)
    )


# -- on tiles


def wine(t: Theme) -> str:
    return (
        plate(t)
        + f'<path d="M-4-3.4Q0-5 4-3.4 5.2 0 4 3.4 0 5-4 3.4-5.2 0-4-3.4z" fill="#8c2f4b" {line(t, ".6")}/>'
        + '<path d="M-4.6-1.7Q0-2.9 4.6-1.7M-4.6 1.7Q0 2.9 4.6 1.7" fill="none" stroke="#e9c9a0" stroke-width=".9"/>'
        + f'<circle r="1" fill="#e9c9a0" {line(t, ".4")}/>'
    )


def grain(t: Theme) -> str:
    ears = "".join(
        f'<path d="M{x} 4.6Q{x * 0.4:.1f} 0 {x * 1.3:.1f}-4.6" fill="none" stroke="#c08a1c" stroke-width="1.1"/>'
        f'<ellipse cx="{x * 1.2:.1f}" cy="-3.4" rx="1" ry="2.1" fill="#f0b92c" {line(t, ".35")}/>'
        for x in (-3, -1, 1, 3)
    )
    return plate(t) + ears + f'<path d="M-2.6.9H2.6V2.3H-2.6z" fill="#9c3b2c" {line(t, ".4")}/>'


def cloth(t: Theme) -> str:
    return (
        plate(t)
        + f'<path d="M-4.8-2.6L3-4.2V1.6L-4.8 3.4z" fill="#2f8f84" {line(t, ".6")}/>'
        + f'<ellipse cx="3" cy="-1.3" rx="1.7" ry="2.9" fill="#8fd3c8" {line(t, ".6")}/>'
        + f'<path d="M3-1.3q.9-.3.6.8-.7.9-1.3-.4.3-1.8 1.5-1.5" fill="none" {line(t, ".45")}/>'
        + '<path d="M-4.8.2L1.3-1.2" stroke="#f3e2a0" stroke-width="1"/>'
    )


FIGURES = {"builder": Figure(builder), "pig": Figure(pig, height=0.88)}

TOKENS = {"wine": wine_token, "grain": grain_token, "cloth": cloth_token}

MARKS = {name: Sign(larger(draw, 1.25), room=9.0) for name, draw in (("wine", wine), ("grain", grain), ("cloth", cloth))}

HINTS = {"HC": Hint(ends={1: (73, 56)}, sag={0: (0, 0)})}
