"""Pictures of the heralds, in the colours of the seats: the herald with his trumpet, and the banner on the scoreboard."""

from bastida.art.drawing import Drawing, Figure
from bastida.art.strokes import Paint


def herald(paint: Paint) -> Drawing:
    body = "M50 34A15 15 0 1 1 50.1 34ZM38 38H62L74 94H26Z"
    trumpet = "M60 26L92 10V34L62 32Z"
    return Drawing((body, trumpet), "", (50.0, 72.0, 1.0))


def banner(paint: Paint) -> Drawing:
    return Drawing(("M28 8H36V94H28Z", "M36 10H88L74 30L88 50H36Z"), "", (58.0, 30.0, 0.8))


FIGURES = {"herald": Figure(herald), "banner": Figure(banner)}
