"""The tokens of the King and the Robber Baron."""

# not compiled: pictures only

from __future__ import annotations

from bastida.art.drawing import Hint
from bastida.art.strokes import GOLD, STONE, Paint, ball, path, rimmed


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


TOKENS = {"king": king, "baron": baron}

HINTS = {"Ki3": Hint(hub=(50, 64))}
