"""A pen that writes SVG: a handful of elements, as short as they can be, and symbols used by name."""

from __future__ import annotations

from bastida.art.collected import signs
from bastida.art.curves import Point, number, pair, turn
from bastida.art.themes import Theme

DOWN: tuple[Point, ...] = ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0))  # on the unturned tile, by quarter turns


def attributes(fill: str | None, stroke: str | None, width: float | None) -> str:
    text = f' fill="{fill}"' if fill else ""
    if stroke:
        text += f' stroke="{stroke}"'
    if width:
        text += f' stroke-width="{number(width)}"'
    return text


class Painter:
    """Collects the elements of one drawing and the symbols it uses.

    The tile is painted unturned; `turns` says how it will lie, so that houses, trees and animals can be set upright.
    """

    def __init__(self, theme: Theme, turns: int = 0) -> None:
        self.theme = theme
        self.turns = turns % 4
        self.down = DOWN[self.turns]
        self.right: Point = (self.down[1], -self.down[0])
        self.parts: list[str] = []
        self.used: dict[str, None] = {}

    def depth(self, point: Point) -> float:
        """How far down on the table a point lies: what is deeper is painted later."""
        return point[0] * self.down[0] + point[1] * self.down[1]

    def is_right(self, point: Point) -> bool:
        """Does a point lie in the right part of the tile as it is seen?"""
        return turn(point, self.turns)[0] > 55

    def add(self, text: str) -> None:
        self.parts.append(text)

    def path(
        self, data: str, fill: str | None = "none", stroke: str | None = None, width: float | None = None, more: str = ""
    ) -> None:
        self.add(f'<path d="{data}"{attributes(fill, stroke, width)}{more}/>')

    def circle(self, point: Point, radius: float, fill: str, stroke: str | None = None, width: float | None = None) -> None:
        x, y = number(point[0]), number(point[1])
        self.add(f'<circle cx="{x}" cy="{y}" r="{number(radius)}"{attributes(fill, stroke, width)}/>')

    def use(self, name: str, point: Point, scale: float = 1.0, angle: float = 0.0, flip: bool = False, fill: str = "") -> None:
        """Draw a symbol with its middle at a point."""
        sign = signs().get(name)
        upright = self.turns if sign is None or not sign.flat else 0
        tint = f' fill="{fill}"' if fill else ""
        if scale == 1.0 and not angle and not flip:
            name += f"-{upright}" if upright else ""
            self.used[name] = None
            self.add(f'<use href="#{self.theme.prefix}-{name}" x="{number(point[0])}" y="{number(point[1])}"{tint}/>')
            return
        self.used[name] = None
        change = f"translate({pair(point)})"
        if angle or upright:
            change += f"rotate({number(angle - 90 * upright)})"
        if flip:
            change += f"scale({-scale:.2g} {scale:.2g})"
        elif scale != 1.0:
            change += f"scale({scale:.2g})"
        self.add(f'<use href="#{self.theme.prefix}-{name}" transform="{change}"{tint}/>')

    def text(self) -> str:
        return "".join(self.parts)
