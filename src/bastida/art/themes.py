"""The looks: summer (Plus), snow (Winter), stone (Hunters & Gatherers), plain (print and small screens).

The grounds of a theme differ in lightness and not only in hue, so that eyes that see few colours, and printers that
have none, still tell city, road, field, river and forest apart; a test holds them to it.

`surroundings` has the colours of what lies around the tiles, by day and by night: the table, panels, texts, the
scoreboard, and the seats as they are written in a text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

TERRAINS = ("city", "road", "field", "river", "forest")


@dataclass(frozen=True)
class Theme:
    """One look: its colours for everything that is drawn."""

    name: str
    prefix: str  # of the ids of its symbols
    # grounds, lightest to darkest within a theme as the test asks
    field: str
    road: str
    city: str
    river: str
    forest: str
    # shades of them
    field_light: str
    field_dark: str
    road_edge: str
    city_dark: str
    street: str
    river_edge: str
    river_light: str
    forest_dark: str
    leaf: str
    leaf_light: str
    pine: str
    # things
    ink: str = "#3b2a1d"
    wall: str = "#b9b2a5"
    wall_dark: str = "#5d5348"
    wall_light: str = "#e4dfd3"
    plaster: str = "#f3e2bd"
    roofs: tuple[str, ...] = ("#b8452f", "#cb6236", "#a8402e", "#c4552f", "#d07a41")
    slate: str = "#5f6f86"
    wood: str = "#8a5a33"
    crop: str = "#e6c244"
    gold: str = "#f5c52c"
    snow: bool = False  # white caps on roofs and trees
    plain: bool = False  # no decoration: fewer, larger things
    flowers: tuple[str, ...] = ("#fff7d6", "#f2d349", "#e98a7a")


SUMMER = Theme(
    name="summer",
    prefix="su",
    field="#a9ca62",
    road="#f8efd8",
    city="#c99a63",
    river="#3d85b8",
    forest="#2d6138",
    field_light="#b9d673",
    field_dark="#86ab45",
    road_edge="#a98e60",
    city_dark="#a97c4a",
    street="#dcb988",
    river_edge="#2a648f",
    river_light="#8fc4e2",
    forest_dark="#1f4a2a",
    leaf="#4e8f3d",
    leaf_light="#7fb651",
    pine="#2f6b3c",
)

SNOW = replace(
    SUMMER,
    name="snow",
    prefix="sn",
    field="#edf3f6",
    road="#cfb996",
    city="#917a72",
    river="#69a3ca",
    forest="#2f5552",
    field_light="#ffffff",
    field_dark="#bccfda",
    road_edge="#8d7656",
    city_dark="#75625b",
    street="#b8a59c",
    river_edge="#3f7aa3",
    river_light="#d6ecf7",
    forest_dark="#20403f",
    leaf="#6f8f86",
    leaf_light="#ffffff",
    pine="#3d6a60",
    wall="#aeb3b8",
    wall_light="#f4f7f9",
    roofs=("#a9503e", "#8f4a3f", "#b8674a"),
    snow=True,
    flowers=("#c9dae4", "#b4c9d6", "#d9e6ee"),
)

STONE = replace(
    SUMMER,
    name="stone",
    prefix="st",
    field="#cfc872",
    road="#f7eeda",
    city="#c4935c",
    river="#3e86ad",
    forest="#33592f",
    field_light="#ddd685",
    field_dark="#a8a24b",
    river_edge="#27617f",
    river_light="#93cbdc",
    forest_dark="#233f22",
    leaf="#4f8038",
    leaf_light="#7ea548",
    pine="#356136",
    flowers=("#fbf3cf", "#e2a24a", "#d9765a"),
)

PLAIN = replace(
    SUMMER,
    name="plain",
    prefix="pl",
    field="#ffffff",
    road="#bfbfbf",
    city="#b06c3c",
    river="#6ca7d6",
    forest="#2a5c33",
    field_light="#ffffff",
    field_dark="#b5b5b5",
    road_edge="#000000",
    city_dark="#7e4a26",
    river_edge="#12466e",
    river_light="#ffffff",
    forest_dark="#0e2f16",
    leaf="#4c8a52",
    leaf_light="#4c8a52",
    pine="#4c8a52",
    ink="#000000",
    wall="#ffffff",
    wall_dark="#000000",
    wall_light="#ffffff",
    plaster="#ffffff",
    roofs=("#ffffff",),
    plain=True,
)

THEMES = {theme.name: theme for theme in (SUMMER, SNOW, STONE, PLAIN)}
"""Every theme by name."""


def theme_named(name: str) -> Theme:
    if name in THEMES:
        return THEMES[name]
    raise ValueError(f"no theme is called {name!r}; themes are {', '.join(THEMES)}")


# -- around the tiles ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Surroundings:
    """The colours of a page that shows games in a theme."""

    table: str  # what the tiles lie on
    page: str  # behind everything
    panel: str  # cards, dialogues, menus
    line: str  # borders of panels and of what can be pressed
    text: str
    faint: str  # text of less weight
    accent: str  # links, the button to press, what is chosen: as a text or as a ground
    on_accent: str  # text on it
    warning: str  # refusals and clocks that run out, as a text
    wood: str  # the scoreboard: its rim, its spaces and the numbers on them
    space: str
    space_odd: str
    space_ink: str
    space_dark: str  # every fifth space
    space_dark_ink: str
    seats: Mapping[str, str]  # each seat's colour for names and thin lines on a panel


SEATS_BY_DAY = {
    "red": "#b81c2d",
    "blue": "#1d54ad",
    "yellow": "#775700",
    "green": "#176b34",
    "black": "#26262e",
    "pink": "#a82a70",
}
SEATS_BY_NIGHT = {
    "red": "#ff868e",
    "blue": "#8db8ff",
    "yellow": "#f6c614",
    "green": "#6fd28f",
    "black": "#c9c9d6",
    "pink": "#f7a3cd",
}

DAY = Surroundings(
    table="#d9cba8",
    page="#f4f1ea",
    panel="#f6eedb",
    line="#8d774b",
    text="#2c2414",
    faint="#675838",
    accent="#1f5f3a",
    on_accent="#ffffff",
    warning="#9c2320",
    wood="#5b4526",
    space="#e3d0a4",
    space_odd="#ecdcb6",
    space_ink="#69562f",
    space_dark="#7d5f34",
    space_dark_ink="#fff6df",
    seats=SEATS_BY_DAY,
)
NIGHT = Surroundings(
    table="#332d21",
    page="#16140f",
    panel="#242019",
    line="#8a7b5a",
    text="#f3ead6",
    faint="#b9ac8d",
    accent="#8fd19e",
    on_accent="#10240f",
    warning="#ff9a8f",
    wood="#120f0a",
    space="#4a4130",
    space_odd="#534936",
    space_ink="#cbbd98",
    space_dark="#a98a52",
    space_dark_ink="#1b150a",
    seats=SEATS_BY_NIGHT,
)

AROUND: Mapping[str, tuple[Surroundings, Surroundings]] = {  # by theme: by day, by night
    "summer": (DAY, NIGHT),
    "snow": (
        replace(
            DAY,
            table="#a9bccb",
            page="#eef3f7",
            panel="#fbfdff",
            line="#6b8194",
            text="#16212b",
            faint="#4c5f70",
            accent="#17517d",
        ),
        replace(
            NIGHT,
            table="#263341",
            page="#10161c",
            panel="#1b242d",
            line="#6f8799",
            text="#e8f0f6",
            faint="#9db0bf",
            accent="#8ec9f0",
            on_accent="#0b2233",
        ),
    ),
    "stone": (
        replace(DAY, table="#c9b48c", page="#f3ece0", panel="#f8f0e0", accent="#8a3d12"),
        replace(NIGHT, table="#382c1c", page="#17120c", panel="#261f16", accent="#f0a76a", on_accent="#2b1605"),
    ),
    "plain": (
        replace(
            DAY,
            table="#dcdcdc",
            page="#ffffff",
            panel="#ffffff",
            line="#000000",
            text="#000000",
            faint="#3d3d3d",
            accent="#003f8a",
        ),
        replace(
            NIGHT,
            table="#1c1c1c",
            page="#000000",
            panel="#000000",
            line="#ffffff",
            text="#ffffff",
            faint="#d0d0d0",
            accent="#7cc0ff",
            on_accent="#000000",
        ),
    ),
}


def surroundings(theme: str = "summer", dark: bool = False) -> Surroundings:
    """What lies around the tiles of a theme, by day or by night."""
    return AROUND[theme_named(theme).name][dark]
