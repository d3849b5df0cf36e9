"""Pictures of the wells: the well that is printed on tiles, and the bucket before a player."""

from bastida.art.drawing import Sign, marked
from bastida.art.strokes import GOLD, path, rimmed
from bastida.art.themes import Theme


def bucket() -> str:
    """100 by 100, standing on its lower edge."""
    return rimmed(("M22 40H78L70 94H30Z",), GOLD) + path("M24 40A26 30 0 0 1 76 40", "none", GOLD.dark, 5)


def well(theme: Theme) -> str:
    """Around its own middle, in units of the tile."""
    return (
        f'<circle r="6.5" fill="{theme.wall}" stroke="{theme.wall_dark}" stroke-width="1.2"/>'
        f'<circle r="4" fill="#3f7fb5" stroke="{theme.wall_dark}" stroke-width=".8"/>'
    )


TOKENS = {"bucket": bucket}
MARKS = {"wells_well": Sign(well, room=8.0, shown=marked("well"))}
