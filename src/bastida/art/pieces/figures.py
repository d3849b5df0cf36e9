"""Every piece as a drawing of its own: figures in the colours of the seats, and what belongs to nobody (`tokens`).

A drawing fills a square of 100 by 100 and stands on its lower edge. Each has a dark outline with a light rim around it,
so that it can be told from any ground, and a piece of a player bears the mark of its colour on its chest: red a disc,
blue a square, yellow a triangle, green two bars, black a plus, pink a heart. Symbols are named by what they show:
``fig-follower-red``, ``fig-follower-red-lying``, ``fig-ingot``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bastida.art.curves import number
from bastida.art.pieces.tokens import THINGS
from bastida.art.strokes import PAPER, RIM, SEATS, STONE, WOOD, Paint, ball, path, rimmed

SIDE = 100  # of the square a drawing fills
NEUTRAL = {
    "mage": Paint("#f08a24", "#ffba6e", "#5f2d00", "#ffffff"),
    "witch": Paint("#7d4bb3", "#b38be0", "#2c1150", "#ffffff"),
}
MARKS = {
    "red": "M-10 0A10 10 0 0 1 10 0A10 10 0 0 1-10 0Z",
    "blue": "M-9-9H9V9H-9Z",
    "yellow": "M0-11L12 9H-12Z",
    "green": "M-11-8.5H11V-2H-11ZM-11 2H11V8.5H-11Z",
    "black": "M-3.7-11.5H3.7V-3.7H11.5V3.7H3.7V11.5H-3.7V3.7H-11.5V-3.7H-3.7Z",
    "pink": (
        "M0 11C-7 5-12 0-12-5C-12-9.5-9-11.5-6-11.5C-3-11.5-1-9.5 0-7.5C1-9.5 3-11.5 6-11.5C9-11.5 12-9.5 12-5C12 0 7 5 0 11Z"
    ),
}
STANDING, LYING, ON_TOWER = "standing", "lying", "tower"
POSES = (STANDING, LYING, ON_TOWER)


@dataclass(frozen=True)
class Drawing:
    """A figure: outlines that together make its shape, what is drawn over them, and where its mark goes."""

    shape: tuple[str, ...]
    detail: str
    mark: tuple[float, float, float]  # x, y, size


# -- figures of the players ---------------------------------------------------------------------------------------------

BELL = "M50 36C66 36 71 52 77 68C81 79 86 86 86 90Q86 95 80 95H20Q14 95 14 90C14 86 19 79 23 68C29 52 34 36 50 36Z"
SHEEN = "M43 44C35 49 30 64 25 78C23 84 21 87 21 88.5H32C33 74 36 56 43 44Z"
HEAD = ball(50, 25, 17)
GLEAM = ball(44, 19, 5)


def follower(p: Paint) -> Drawing:
    """A cloaked wanderer: a round head on a bell of a cloak."""
    return Drawing((BELL, HEAD), path(SHEEN, p.light) + path(GLEAM, p.light), (53, 72, 1.15))


def big(p: Paint) -> Drawing:
    """A burly one with a broad hat and a belt."""
    body = "M50 30C74 30 80 48 86 66C90 78 96 85 96 90Q96 96 89 96H11Q4 96 4 90C4 85 10 78 14 66C20 48 26 30 50 30Z"
    brim = "M18 21Q50 11 82 21Q85 27 79 28Q50 21 21 28Q15 27 18 21Z"
    crown = "M33 18C33 3 42 1 50 4C58 1 67 3 67 18Q50 14 33 18Z"
    sheen = "M38 40C28 46 22 62 16 78C13 84 12 87 12 89H26C27 74 30 56 38 40Z"
    belt = path("M13 70Q50 80 87 70", "none", p.dark, 4)
    return Drawing((body, ball(50, 29, 15), crown, brim), path(sheen, p.light) + belt, (53, 56, 1.2))


def abbot(p: Paint) -> Drawing:
    """A tall pointed mitre, and a stole down the cloak."""
    mitre = "M50 1L68 22Q66 34 50 34Q34 34 32 22Z"
    cross = path("M50 8V27M43 17H57", "none", p.light, 4.5)
    stole = path("M41 42L37 92M59 42L63 92", "none", p.light, 3.5)
    return Drawing((BELL, ball(50, 34, 11), mitre), stole + cross, (50, 74, 1.05))


def postman(p: Paint) -> Drawing:
    """A peaked cap, and a letter in the hand."""
    cap = "M32 20C32 6 41 3 50 3S68 6 68 20ZM28 20H77Q78 26 71 26H32Z"
    letter = path("M60 62H96V88H60Z", PAPER.light, p.dark, 4) + path("M60 63L78 77L96 63", "none", p.dark, 3.5)
    return Drawing((BELL, ball(50, 26, 15), cap), path(SHEEN, p.light) + letter, (42, 72, 1.0))


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


def mage(p: Paint) -> Drawing:
    """A starry pointed hat and a staff."""
    hat = "M50-2L69 26Q50 33 31 26Z"
    beard = "M37 33Q50 42 63 33L50 62Z"
    staff = path("M84 30V95", "none", p.dark, 9) + path("M84 30V94", "none", WOOD.light, 4.5)
    orb = path(ball(84, 25, 9), "#bff0ff", p.dark, 4)
    star = path("M50 7L52.5 13L59 13.5L54 17.5L56 24L50 20L44 24L46 17.5L41 13.5L47.5 13Z", p.light)
    return Drawing(
        (BELL, ball(50, 32, 14), hat),
        path(SHEEN, p.light) + path(beard, "#ffffff", p.dark, 3) + staff + orb + star,
        (49, 77, 0.9),
    )


def witch(p: Paint) -> Drawing:
    """A bent hat with a wide brim, and a broom."""
    hat = "M36 26C38 14 42 6 64 0C61 7 62 14 65 26Z"
    brim = "M20 25Q50 18 80 25Q85 32 77 33Q50 27 23 33Q15 32 20 25Z"
    broom = path("M16 34L19 70", "none", p.dark, 9) + path("M16 34L19 70", "none", WOOD.light, 4.5)
    twigs = path("M13 69H26L31 95H8Z", "#d9b26a", p.dark, 4) + path("M17 72L15 93M22 72L24 93", "none", p.dark, 2.5)
    return Drawing(
        (BELL, ball(50, 34, 14), hat, brim), path("M40 23Q50 20 64 23", "none", p.light, 4) + broom + twigs, (56, 72, 1.05)
    )


def robber(p: Paint) -> Drawing:
    """A hood, a mask, and a sack over the shoulder."""
    hood = "M50 2C66 4 72 18 70 34Q50 46 30 34C28 18 34 4 50 2Z"
    sack = "M72 46C70 40 76 36 80 40C86 36 92 40 89 46C100 54 100 74 88 79C76 82 64 76 65 64C65 56 68 50 72 46Z"
    mask = path("M31 21Q50 16 69 21V30Q60 33 50 28Q40 33 31 30Z", p.dark)
    eyes = path(ball(42, 25, 3.4) + ball(58, 25, 3.4), "#ffffff")
    return Drawing((BELL, hood, sack), path(SHEEN, p.light) + mask + eyes, (46, 72, 1.05))


def messenger(p: Paint) -> Drawing:
    """A walker with a long robe and a scroll held up high: the second scoring figure."""
    robe = "M50 38C62 38 66 52 70 66L84 88Q86 95 78 95H22Q14 95 16 88L30 66C34 52 38 38 50 38Z"
    arm = "M60 46L80 30L87 38L66 60Z"
    scroll = path("M68 6H92Q96 6 96 11V31H72Q68 31 68 26Z", PAPER.light, p.dark, 4) + path(
        "M74 14H90M74 22H88", "none", p.dark, 3
    )
    plait = path("M36 24C30 34 30 42 35 47", "none", p.dark, 8) + path("M36 24C30 34 30 42 35 46", "none", p.light, 3.5)
    return Drawing((arm, robe, ball(47, 25, 16)), path(ball(42, 19, 5), p.light) + plait + scroll, (50, 74, 1.1))


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


PEOPLE: dict[str, Callable[[Paint], Drawing]] = {
    "follower": follower,
    "big": big,
    "abbot": abbot,
    "postman": postman,
    "builder": builder,
    "pig": pig,
    "mage": mage,
    "witch": witch,
    "robber": robber,
    "messenger": messenger,
    "member": member,
    "hut": hut,
}
HEIGHTS = {"big": 1.18, "pig": 0.88, "hut": 0.8}  # beside a follower


def person(kind: str, colour: str | None, pose: str) -> str:
    """The inside of a symbol: a figure of a seat's colour, or of its own where it has no owner."""
    paint = SEATS[colour] if colour else NEUTRAL.get(kind, STONE)
    drawing = PEOPLE[kind](paint)
    body = rimmed(drawing.shape, paint) + drawing.detail
    x, y, size = drawing.mark
    mark = MARKS[colour] if colour else ""
    if pose == LYING:
        body = f'<g transform="rotate(-90 50 54)">{body}</g>'
        x, y = 50 + (y - 54), 54 - (x - 50)
    spot = (
        f'<path transform="translate({number(x)} {number(y)}) scale({size:g})" d="{mark}" fill="{paint.ink}"/>' if mark else ""
    )
    if pose == ON_TOWER:
        wall = "M6 98V70H22V77H35V70H51V77H65V70H78V77H94V98Z"
        lifted = f'<g transform="translate(8 -6) scale(.84)">{body}{spot}</g>'
        return (
            lifted
            + path(wall, STONE.fill, STONE.dark, 4)
            + path("M9 86H91M28 87V96M50 79V85M72 87V96", "none", STONE.dark, 2.5)
        )
    return body + spot


# -- symbols ------------------------------------------------------------------------------------------------------------


def figure_id(kind: str, colour: str | None = None, pose: str = STANDING) -> str:
    """The name of a symbol; neutral pieces have no colour in it."""
    return "-".join(["fig", kind, *([colour] if colour else []), *([pose] if pose != STANDING else [])])


def figure_drawing(kind: str, colour: str | None = None, pose: str = STANDING) -> str:
    """What is inside a symbol."""
    if kind in THINGS:
        return THINGS[kind]()
    if kind not in PEOPLE:
        raise KeyError(f"no figure is called {kind!r}; there are {', '.join((*PEOPLE, *THINGS))}")
    return person(kind, colour, pose)


def figure_symbol(kind: str, colour: str | None = None, pose: str = STANDING) -> str:
    """A piece as a symbol of 100 by 100, for the definitions of a picture."""
    name = figure_id(kind, colour, pose)
    return (
        f'<symbol id="{name}" viewBox="0 0 100 100" overflow="visible" stroke-linejoin="round" stroke-linecap="round">'
        f"{figure_drawing(kind, colour, pose)}</symbol>"
    )


def figure_use(
    kind: str, colour: str | None, foot: tuple[float, float], size: float, pose: str = STANDING, more: str = ""
) -> str:
    """A symbol used such that the piece stands on a point; `size` is the side of its square."""
    x, y = number(foot[0] - size / 2), number(foot[1] - size * 0.94)
    wide = number(size)
    return f'<use href="#{figure_id(kind, colour, pose)}" x="{x}" y="{y}" width="{wide}" height="{wide}"{more}/>'


def figure_foot(kind: str, anchor: tuple[float, float], size: float) -> tuple[float, float]:
    """Where a piece has its feet so that it stands well at an anchor: a hut behind it, everything else around it."""
    return (anchor[0], anchor[1] + size * (-0.15 if kind == "hut" else 0.42))


def figure_symbols(colours: Iterable[str] = tuple(SEATS)) -> str:
    """The symbols of every piece, once for a whole drawing: each kind in each colour and pose, then what is nobody's."""
    seats = [(kind, colour, pose) for kind in PEOPLE for colour in colours for pose in POSES]
    rest = [(kind, None, STANDING) for kind in (*NEUTRAL, *THINGS)]
    return f"<defs>{''.join(figure_symbol(*piece) for piece in (*seats, *rest))}</defs>"


def figure_svg(kind: str, colour: str | None = None, pose: str = STANDING, size: int = SIDE) -> str:
    """A piece as a picture of its own."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="-6 -8 112 112"'
        f' stroke-linejoin="round" stroke-linecap="round">{figure_drawing(kind, colour, pose)}</svg>'
    )


def figures_svg(size: int = 64) -> str:
    """All pieces on one sheet: a row for each colour, then what belongs to nobody."""
    row = [(kind, STANDING) for kind in PEOPLE]
    row[1:1] = [("follower", LYING), ("follower", ON_TOWER)]
    row.insert(-1, ("member", LYING))
    step, parts = 116, list[str]()

    def put(kind: str, colour: str | None, pose: str, x: int, y: int) -> None:
        parts.append(f'<g transform="translate({x * step + 8} {y * step + 8})">{figure_drawing(kind, colour, pose)}</g>')

    for y, colour in enumerate(SEATS):
        for x, (kind, pose) in enumerate(row):
            put(kind, colour, pose, x, y)
    rest = [(kind, None) for kind in (*NEUTRAL, *THINGS)]
    for place, (kind, colour_of) in enumerate(rest):
        put(kind, colour_of, STANDING, place % len(row), len(SEATS) + place // len(row))
    height = (len(SEATS) + -(-len(rest) // len(row))) * step
    width = len(row) * step
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * size // step}" height="{height * size // step}"'
        f' viewBox="0 0 {width} {height}" stroke-linejoin="round" stroke-linecap="round">'
        f'<rect width="100%" height="100%" fill="#dfe3d3"/>{"".join(parts)}</svg>'
    )
