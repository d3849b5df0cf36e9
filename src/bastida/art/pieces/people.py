"""The figures of the boxes, and the shapes that those of expansions share with them."""

from __future__ import annotations

from bastida.art.drawing import Drawing, Figure
from bastida.art.strokes import RIM, STONE, WOOD, Paint, ball, figures_text, initial, path

BELL = "M50 36C66 36 71 52 77 68C81 79 86 86 86 90Q86 95 80 95H20Q14 95 14 90C14 86 19 79 23 68C29 52 34 36 50 36Z"
SHEEN = "M43 44C35 49 30 64 25 78C23 84 21 87 21 88.5H32C33 74 36 56 43 44Z"
HEAD = ball(50, 25, 17)
GLEAM = ball(44, 19, 5)
SHIELD = "M10 8H90V50C90 76 70 90 50 98C30 90 10 76 10 50Z"


def follower(p: Paint) -> Drawing:
    """A cloaked wanderer: a round head on a bell of a cloak."""
    return Drawing((BELL, HEAD), path(SHEEN, p.light) + path(GLEAM, p.light), (53, 72, 1.15))


def member(p: Paint) -> Drawing:
    """A hunter in furs with a spear; the hem of the fur is ragged."""
    fur = "M50 36C65 36 70 48 74 60L85 90L75 86L68 95L59 88L50 96L41 88L32 95L25 86L15 90L26 60C30 48 35 36 50 36Z"
    hair = "M31 26C29 10 39 4 50 4S71 10 69 26L62 17L56 22L50 15L44 22L38 17Z"
    spear = path("M86 96L82 24", "none", p.dark, 9) + path("M86 95L82 26", "none", WOOD.light, 4.5)
    tip = path("M81 2L90 22L82 29L74 22Z", STONE.light, p.dark, 4)
    return Drawing((fur, ball(50, 25, 17), hair), path(SHEEN, p.light) + spear + tip, (48, 68, 1.1))


def hut(p: Paint) -> Drawing:
    """A tent of hides on crossed poles."""
    poles = path("M42 3L56 28M58 3L44 28", "none", RIM, 12) + path("M42 4L56 28M58 4L44 28", "none", WOOD.dark, 6)
    hide = "M50 17L94 88Q96 95 88 95H12Q4 95 6 88Z"
    door = path("M72 94L62 58L50 94Z", p.dark)
    seams = path("M44 36L20 86Q19 89 23 89H33Z", p.light) + path("M26 66Q50 73 74 66", "none", p.dark, 3)
    return Drawing((hide,), poles + seams + door, (45, 53, 0.85))


def lettered(name: str) -> Figure:
    """A figure that nobody has drawn: a shield with its first letter."""

    def draw(p: Paint) -> Drawing:
        return Drawing((SHIELD,), figures_text(initial(name), 50, 40, 40, p.ink, 7), (50, 76, 0.9))

    return Figure(draw, own=STONE)


FIGURES = {
    "follower": Figure(follower),
    "member": Figure(member),
    "hut": Figure(hut, height=0.8, behind=True),
}
