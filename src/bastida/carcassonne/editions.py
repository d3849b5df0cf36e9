"""What can be played: the two boxes, the expansions, their elements, and the presets in the books' order of learning."""

# not compiled: runs once at set-up

from __future__ import annotations

from bastida.carcassonne.base import Base
from bastida.carcassonne.farmers import Farmers
from bastida.carcassonne.modules.abbot import Abbot
from bastida.carcassonne.modules.inns import BigFollower, Inns
from bastida.carcassonne.modules.river import River
from bastida.carcassonne.modules.traders import Builder, Goods, Pig
from bastida.carcassonne.modules.circles import CropCircles
from bastida.carcassonne.modules.ferries import Ferries
from bastida.carcassonne.modules.flying import FlyingMachines
from bastida.carcassonne.modules.gold import GoldMines
from bastida.carcassonne.modules.king import King
from bastida.carcassonne.modules.mage import MageAndWitch
from bastida.carcassonne.modules.messages import Messages
from bastida.carcassonne.modules.postman import Postman
from bastida.carcassonne.modules.robbers import Robbers
from bastida.carcassonne.modules.tower import Tower
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
        Element("flying", FlyingMachines, _names("Máquinas voladoras", "Màquines voladores", "Flying Machines")),
        Element("messages", Messages, _names("Despachos", "Despatxos", "Messages")),
        Element("ferries", Ferries, _names("Transbordadores", "Transbordadors", "Ferries")),
        Element("gold", GoldMines, _names("Minas de oro", "Mines d'or", "Gold Mines")),
        Element("mage", MageAndWitch, _names("Mago y bruja", "Mag i bruixa", "Mage & Witch")),
        Element("robbers", Robbers, _names("Ladrones", "Lladres", "Robbers")),
        Element("circles", CropCircles, _names("Círculos en los cultivos", "Cercles als conreus", "Crop Circles")),
        Element("tower", Tower, _names("La Torre", "La Torre", "The Tower")),
        Element("king", King, _names("El Rey y el Barón Ladrón", "El Rei i el Baró Lladre", "The King and the Robber Baron")),
        Element("postman", Postman, _names("El Cartero", "El Carter", "The Postman"), seats=5, seats_clause="POST-02"),
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
        Expansion("flying", ELEMENTS["flying"].names, ("flying",), "flying"),
        Expansion("messages", ELEMENTS["messages"].names, ("messages",)),
        Expansion("ferries", ELEMENTS["ferries"].names, ("ferries",), "ferries"),
        Expansion("gold", ELEMENTS["gold"].names, ("gold",), "gold"),
        Expansion("mage", ELEMENTS["mage"].names, ("mage",), "mage"),
        Expansion("robbers", ELEMENTS["robbers"].names, ("robbers",), "robbers"),
        Expansion("circles", ELEMENTS["circles"].names, ("circles",), "circles"),
        Expansion("tower", ELEMENTS["tower"].names, ("tower",), "tower"),
        Expansion("king", ELEMENTS["king"].names, ("king",), "king"),
        Expansion("postman", ELEMENTS["postman"].names, ("postman",), "postman"),
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
