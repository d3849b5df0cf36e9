"""The looks: summer (Plus), snow (Winter), stone (Hunters & Gatherers), plain (print and small screens).

The grounds of a theme differ in lightness and not only in hue, so that eyes that see few colours, and printers that
have none, still tell city, road, field, river and forest apart; a test holds them to it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

TERRAINS = ("city", "road", "field", "river", "forest")


@dataclass(frozen=True)
class Theme:
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
    plaster: str = "#f6e8c9"
    roofs: tuple[str, ...] = ("#b8452f", "#cb6236", "#9c3b2c", "#c4552f", "#d98a4a")
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


def theme_named(name: str) -> Theme:
    if name in THEMES:
        return THEMES[name]
    raise ValueError(f"no theme is called {name!r}; themes are {', '.join(THEMES)}")
