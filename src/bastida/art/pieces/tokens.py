"""Pieces that belong to no seat: ingots, ferries, floors, tokens, goods, messages, and what the Scout brings."""

from __future__ import annotations

from collections.abc import Callable

from bastida.art.curves import number
from bastida.art.strokes import GOLD, PAPER, STONE, WOOD, Paint, ball, figures_text, path, rimmed
from bastida.art.themes import STONE as STONE_AGE
from bastida.art.themes import Theme
from bastida.art.tiles import buildings, signs


def ingot() -> str:
    front, top, end = "M6 82L18 52H68L78 82Z", "M18 52L34 36H82L68 52Z", "M68 52L82 36L95 66L78 82Z"
    drawn = rimmed((front, end, top), GOLD) + path(top, GOLD.light, GOLD.dark, 5) + path(end, "#c98f0c", GOLD.dark, 5)
    return drawn + path("M26 60H58L62 73H21Z", "none", "#c98f0c", 4)


def ferry() -> str:
    """A flat boat seen from above, lying from west to east."""
    hull = "M4 50C12 34 26 30 40 30H60C74 30 88 34 96 50C88 66 74 70 60 70H40C26 70 12 66 4 50Z"
    planks = path("M22 40V60M36 35V65M50 34V66M64 35V65M78 40V60", "none", WOOD.dark, 3)
    return (
        rimmed((hull,), WOOD)
        + path("M14 50C22 39 30 36 42 36H58C70 36 78 39 86 50C78 61 70 64 58 64H42C30 64 22 61 14 50Z", WOOD.light)
        + planks
    )


def floor() -> str:
    return f'<g transform="translate(0 -10)">{block(0)}</g>'


def block(y: float) -> str:
    """One floor of a tower: a drum of stone, its upper side seen a little."""
    side = f"M14 {number(y + 66)}V{number(y + 86)}A36 17 0 0 0 86 {number(y + 86)}V{number(y + 66)}Z"
    joints = f"M30 {number(y + 81)}V{number(y + 98)}M50 {number(y + 84)}V{number(y + 102)}M70 {number(y + 81)}V{number(y + 98)}"
    top = f"M14 {number(y + 66)}A36 17 0 0 1 86 {number(y + 66)}A36 17 0 0 1 14 {number(y + 66)}Z"
    return path(side, STONE.fill, STONE.dark, 4) + path(joints, "none", STONE.dark, 2.5) + path(top, STONE.light, STONE.dark, 4)


RISE = 20  # how much a floor adds to a tower
MOST = 110  # higher towers are pressed together


def tower(height: int) -> tuple[str, float]:
    """A tower of so many floors, standing on 50 100, and how high its upper side is above the lowest floor's."""
    reach = min(RISE * (height - 1), MOST) if height else 0
    rise = reach / max(1, height - 1)
    return "".join(block(-rise * n - 8) for n in range(height)), reach


def king() -> str:
    disc = rimmed((ball(50, 52, 44),), Paint("#7b1e3a", "#a63d5c", "#2e0612", "#ffffff"))
    crown = "M22 70V36L36 50L50 28L64 50L78 36V70Z"
    return (
        disc
        + path(ball(50, 52, 37), "none", GOLD.fill, 3)
        + path(crown, GOLD.fill, GOLD.dark, 4)
        + path(ball(36, 62, 3.5) + ball(50, 62, 3.5) + ball(64, 62, 3.5), "#7b1e3a")
    )


def baron() -> str:
    disc = rimmed((ball(50, 52, 44),), Paint("#2f4858", "#54758a", "#0d1a22", "#ffffff"))
    helm = "M26 72V46C26 28 38 22 50 22S74 28 74 46V72H58V58H42V72Z"
    slit = path("M32 46H68V53H32Z", "#12202a") + path("M50 22V44", "none", STONE.dark, 4)
    plume = path("M50 22C52 10 66 8 74 15C66 16 60 20 56 24Z", "#d62839", "#5c0912", 3)
    return disc + path(ball(50, 52, 37), "none", STONE.light, 3) + plume + path(helm, STONE.light, STONE.dark, 4) + slit


def wine() -> str:
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


def grain() -> str:
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


def cloth() -> str:
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


def message(which: int) -> str:
    """A sealed letter with its number."""
    sheet = "M10 18H90Q95 18 95 24V78Q95 84 90 84H10Q5 84 5 78V24Q5 18 10 18Z"
    fold = path("M7 21L50 50L93 21", "none", PAPER.dark, 4)
    seal = path(ball(50, 56, 25), "#b3202f", "#4d060d", 4)
    return rimmed((sheet,), PAPER) + fold + seal + figures_text(str(which), 50, 56, 30, "#ffffff", 4.5)


def lap(points: int) -> str:
    """The token for laps: 50 on one side, 100 on the other."""
    paint = GOLD if points >= 100 else Paint("#d7dce2", "#ffffff", "#3c4650", "#3c4650")
    shield = "M12 10H88V52C88 74 70 88 50 97C30 88 12 74 12 52Z"
    inner = path("M20 18H80V52C80 69 66 80 50 88C34 80 20 69 20 52Z", paint.light)
    return rimmed((shield,), paint) + inner + figures_text(str(points), 50, 46, 34 if points < 100 else 27, paint.dark, 5)


HIDE = Paint("#e9d3a4", "#fbf0d3", "#4a2f12", "#4a2f12")


def shaman() -> str:
    """A mask with feathers."""
    feathers = "M30 34L16 4Q34 8 40 28ZM44 27L50 0L56 27ZM60 28Q66 8 84 4L70 34Z"
    face = "M26 40Q50 22 74 40Q80 72 50 97Q20 72 26 40Z"
    eyes = path("M34 52Q41 45 46 54Q40 58 34 52ZM66 52Q59 45 54 54Q60 58 66 52ZM41 74Q50 82 59 74Q50 70 41 74Z", WOOD.dark)
    paint = path("M29 62L42 66M71 62L58 66M50 34V46", "none", "#b3202f", 4)
    return rimmed((feathers,), Paint("#b3202f", "#d9626d", "#4d060d", "#ffffff")) + rimmed((face,), HIDE) + eyes + paint


def hide(draw: Callable[[Theme], str], scale: float, down: float = 0.0) -> str:
    """A picture of a tile on a piece of hide: one of the Scout's special tiles."""
    skin = "M12 12Q30 6 50 10Q72 5 89 12Q95 30 91 50Q95 74 88 90Q70 95 50 91Q28 96 12 90Q5 70 9 50Q5 28 12 12Z"
    return rimmed((skin,), HIDE) + f'<g transform="translate(50 {number(51 + down)}) scale({scale:g})">{draw(STONE_AGE)}</g>'


THINGS: dict[str, Callable[[], str]] = {
    "shaman": shaman,
    "explorer": lambda: hide(signs.tent, 5.0, 6),
    "canoe": lambda: hide(signs.canoe, 5.2),
    "bridge": lambda: hide(signs.bridge, 3.4),
    "agriculture": lambda: hide(buildings.hut, 3.8),
    "ferry": ferry,
    "ingot": ingot,
    "floor": floor,
    "king": king,
    "baron": baron,
    "wine": wine,
    "grain": grain,
    "cloth": cloth,
    **{f"message-{which}": (lambda which=which: message(which)) for which in range(1, 9)},  # type: ignore[misc]
    "lap-50": lambda: lap(50),
    "lap-100": lambda: lap(100),
}
