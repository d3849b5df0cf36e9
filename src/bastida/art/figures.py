"""Every piece as a drawing of its own: figures in the colours of the seats, and what belongs to nobody.

A drawing fills a square of 100 by 100 and stands on its lower edge. Each has a dark outline with a light rim around it,
so that it can be told from any ground, and a piece of a player bears the mark of its colour on its chest: red a disc,
blue a square, yellow a triangle, green two bars, black a plus, pink a heart. Symbols are named by what they show:
``fig-follower-red``, ``fig-follower-red-lying``, ``fig-ingot``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bastida.art.curves import number

SIDE = 100  # of the square a drawing fills
RIM = "#fffdf4"


@dataclass(frozen=True)
class Paint:
    """The shades of one colour."""

    fill: str
    light: str
    dark: str
    ink: str  # of the mark on it


SEATS = {
    "red": Paint("#d62839", "#f0616d", "#5c0912", "#ffffff"),
    "blue": Paint("#2463c7", "#5c95ee", "#0b2350", "#ffffff"),
    "yellow": Paint("#f6c614", "#ffe57a", "#5e4700", "#3f2f00"),
    "green": Paint("#27934a", "#5fc37d", "#07381a", "#ffffff"),
    "black": Paint("#35353f", "#686876", "#0b0b0f", "#ffffff"),
    "pink": Paint("#f28cbf", "#ffc3df", "#6b1646", "#6b1646"),
}
STONE = Paint("#b9b2a3", "#dcd7ca", "#3d382e", "#ffffff")
WOOD = Paint("#b07a43", "#d6a56c", "#43280d", "#ffffff")
GOLD = Paint("#f1b71d", "#ffe48a", "#6a4700", "#6a4700")
PAPER = Paint("#f7ecd0", "#fffaf0", "#5a4420", "#5a4420")
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


# -- strokes ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Drawing:
    """A figure: outlines that together make its shape, what is drawn over them, and where its mark goes."""

    shape: tuple[str, ...]
    detail: str
    mark: tuple[float, float, float]  # x, y, size


def path(data: str, fill: str = "none", stroke: str = "", width: float = 0.0) -> str:
    line = f' stroke="{stroke}" stroke-width="{number(width)}"' if stroke else ""
    return f'<path d="{data}" fill="{fill}"{line}/>'


def ball(x: float, y: float, r: float) -> str:
    """A circle as path data."""
    a, b, c = number(x - r), number(x + r), number(r)
    return f"M{a} {number(y)}A{c} {c} 0 0 1 {b} {number(y)}A{c} {c} 0 0 1 {a} {number(y)}Z"


def rimmed(shapes: tuple[str, ...], paint: Paint, rim: float = 11, line: float = 5) -> str:
    """Shapes of one colour with one light rim around all of them and a dark outline each."""
    around = path("".join(shapes), RIM, RIM, rim)
    return around + "".join(path(shape, paint.fill, paint.dark, line) for shape in shapes)


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
HEIGHTS = {"big": 1.18, "pig": 0.88, "hut": 0.95}  # beside a follower


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


# -- what belongs to nobody ---------------------------------------------------------------------------------------------


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


THINGS: dict[str, Callable[[], str]] = {
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


# -- numbers: drawn, so that they look the same wherever there are no fonts ---------------------------------------------

DIGITS = {
    "0": "M5 1C8.5 1 9 4.5 9 8S8.5 15 5 15S1 11.5 1 8S1.5 1 5 1Z",
    "1": "M2 4.5L6 1V15",
    "2": "M1 4.5C1 2 3 1 5 1S9 2 9 4.8C9 8.5 1.5 11 1 15H9.2",
    "3": "M1.5 1H8.5L4.5 6.5C7.5 6.5 9 8.2 9 10.7S7.2 15 4.8 15S1.3 14 1 12.2",
    "4": "M7 15V1L.8 10.8H9.6",
    "5": "M8.5 1H2.5L2 7.2C3 6.4 4 6.2 5 6.2C7.5 6.2 9 8 9 10.5S7.3 15 4.8 15S1.3 14 1 12.2",
    "6": "M8 1.2C4 2 1 6 1 10.5C1 13.5 2.8 15 5 15S9 13.3 9 10.7S7.4 6.6 5.2 6.6S1.3 8 1 10.5",
    "7": "M1 1H9C6 5 4.5 9 4 15",
    "8": (
        "M5 7.2C2.8 7.2 1.7 5.9 1.7 4.1S3 1 5 1S8.3 2.3 8.3 4.1S7.2 7.2 5 7.2Z"
        "M5 7.2C2.5 7.2 1 8.9 1 11.1S2.7 15 5 15S9 13.3 9 11.1S7.5 7.2 5 7.2Z"
    ),
    "9": "M2 14.8C6 14 9 10 9 5.5C9 2.5 7.2 1 5 1S1 2.7 1 5.3S2.6 9.4 4.8 9.4S8.7 8 9 5.5",
    "-": "M1.5 8H8.5",
    "+": "M1 8H9M5 4V12",
    "×": "M1.5 4.5L8.5 11.5M8.5 4.5L1.5 11.5",
    ",": "M4 13.5L2.5 17",
    "/": "M8.5 1L1.5 15",
}
ADVANCE = {"1": 9, ",": 7}


def figures_text(text: str, x: float, y: float, height: float, colour: str, weight: float, rim: str = "") -> str:
    """Digits drawn around a point, `weight` thick; with a rim they can be read on any ground."""
    scale = height / 16
    width = sum(ADVANCE.get(sign, 13) for sign in text) - 3
    at, strokes = 0, list[str]()
    for sign in text:
        strokes.append(f'<path d="{DIGITS[sign]}" transform="translate({at} 0)"/>' if at else f'<path d="{DIGITS[sign]}"/>')
        at += ADVANCE.get(sign, 13)
    place = f"translate({number(x - width * scale / 2)} {number(y - height / 2)}) scale({scale:.3g})"
    pen = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    inner = "".join(strokes)
    under = f'<g stroke="{rim}" stroke-width="{weight * 2.1 / scale:.3g}">{inner}</g>' if rim else ""
    return f'<g transform="{place}" {pen}>{under}<g stroke="{colour}" stroke-width="{weight / scale:.3g}">{inner}</g></g>'


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
