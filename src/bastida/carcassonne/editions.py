"""What can be played: the two boxes, the expansions, their elements, and the presets in the books' order of learning."""

# not compiled: runs once at set-up

from __future__ import annotations

from bastida.carcassonne.base import Base
from bastida.carcassonne.farmers import Farmers
from bastida.carcassonne.modules.abbot import Abbot
from bastida.carcassonne.modules.inns import BigFollower, Inns
from bastida.carcassonne.modules.river import River
from bastida.carcassonne.modules.traders import Builder, Goods, Pig
from bastida.carcassonne.order import FAMILY, MODULES
from bastida.carcassonne.terrain import tile_sets
from bastida.kernel.family import Edition, Element, Expansion, Games, Preset
from bastida.kernel.tile import TileSet

COLOURS = ("red", "blue", "yellow", "green", "black", "pink")


def _names(es: str, ca: str, en: str) -> dict[str, str]:
    return {"es": es, "ca": ca, "en": en}


EDITIONS = {
    edition.id: edition
    for edition in (
        Edition(
            "plus",
            _names("Carcassonne Plus", "Carcassonne Plus", "Carcassonne Plus"),
            printing="C2",
            sets=("base",),
            elements=("farmers",),
            seats=6,
            seats_clause="BASE-02",
            colours=COLOURS,
        ),
        Edition(
            "winter",
            _names("Edición Invierno", "Edició Hivern", "Winter Edition"),
            printing="C1",
            sets=("base", "winter"),
            elements=("farmers",),
            seats=5,
            seats_clause="BASE-01",
            colours=COLOURS[:5],
            settings={"short_city": True},  # BASE-61
        ),
    )
}

ELEMENTS = {
    element.id: element
    for element in (
        Element("farmers", Farmers, _names("Campesinos", "Pagesos", "Farmers")),
        Element("river", River, _names("El río", "El riu", "The River"), tiles="river"),
        Element("abbot", Abbot, _names("El abad", "L'abat", "The Abbot")),
        Element("inns", Inns, _names("Posadas y catedrales", "Hostals i catedrals", "Inns and cathedrals")),
        Element("big", BigFollower, _names("Seguidor mayor", "Seguidor gran", "Big follower")),
        Element("goods", Goods, _names("Mercancías", "Mercaderies", "Goods")),
        Element("builder", Builder, _names("Constructor", "Constructor", "Builder")),
        Element("pig", Pig, _names("Cerdo", "Porc", "Pig"), needs=("farmers",), needs_clause="TRADERS-45"),
    )
}

EXPANSIONS = {
    expansion.id: expansion
    for expansion in (
        Expansion("river", _names("El río", "El riu", "The River"), ("river",), "river"),
        Expansion("abbot", _names("El abad", "L'abat", "The Abbot"), ("abbot",)),
        Expansion(
            "inns", _names("Posadas y catedrales", "Hostals i catedrals", "Inns & Cathedrals"), ("inns", "big"), "inns"
        ),
        Expansion(
            "traders",
            _names("Constructores y comerciantes", "Constructors i comerciants", "Traders & Builders"),
            ("goods", "builder", "pig"),
            "traders",
        ),
    )
}

PRESETS = {
    preset.id: preset
    for preset in (
        Preset(
            "plus-first-game",
            _names("Plus: primera partida", "Plus: primera partida", "Plus: first game"),
            "plus",
            without=("farmers",),
        ),
        Preset("plus", _names("Plus", "Plus", "Plus"), "plus"),
        Preset("plus-river", _names("Plus con el río", "Plus amb el riu", "Plus with the River"), "plus", ("river",)),
        Preset("plus-abbot", _names("Plus con el abad", "Plus amb l'abat", "Plus with the Abbot"), "plus", ("abbot",)),
        Preset("plus-inns", _names("Plus con posadas", "Plus amb hostals", "Plus with Inns"), "plus", ("inns",)),
        Preset(
            "plus-traders",
            _names("Plus con comerciantes", "Plus amb comerciants", "Plus with Traders"),
            "plus",
            ("traders",),
        ),
        Preset(
            "plus-big",
            _names("Plus grande", "Plus gran", "Big Plus"),
            "plus",
            ("river", "abbot", "inns", "traders"),
        ),
        Preset(
            "winter-first-game",
            _names("Invierno: primera partida", "Hivern: primera partida", "Winter: first game"),
            "winter",
            without=("farmers",),
        ),
        Preset("winter", _names("Invierno", "Hivern", "Winter"), "winter"),
    )
}


def tile_set(name: str) -> TileSet:
    return tile_sets()[name]


GAMES = Games(FAMILY, Base, MODULES, EDITIONS, EXPANSIONS, ELEMENTS, PRESETS, tile_set)
