"""What can be played: the two boxes, the expansions, their elements, and the presets in the books' order of learning."""

# not compiled: runs once at set-up

from __future__ import annotations

from bastida.carcassonne.base import Base
from bastida.carcassonne.farmers import Farmers
from bastida.carcassonne.modules.abbot import Abbot
from bastida.carcassonne.modules.circles import CropCircles
from bastida.carcassonne.modules.ferries import Ferries
from bastida.carcassonne.modules.flying import FlyingMachines
from bastida.carcassonne.modules.gold import GoldMines
from bastida.carcassonne.modules.inns import BigFollower, Inns
from bastida.carcassonne.modules.king import King
from bastida.carcassonne.modules.mage import MageAndWitch
from bastida.carcassonne.modules.messages import Messages
from bastida.carcassonne.modules.postman import Postman
from bastida.carcassonne.modules.river import River
from bastida.carcassonne.modules.robbers import Robbers
from bastida.carcassonne.modules.tower import Tower
from bastida.carcassonne.modules.traders import Builder, Goods, Pig
from bastida.carcassonne.order import FAMILY, MODULES
from bastida.carcassonne.terrain import tile_sets
from bastida.kernel.family import Edition, Element, Expansion, Games, Preset, names
from bastida.kernel.tile import TileSet

COLOURS = ("red", "blue", "yellow", "green", "black", "pink")


EDITIONS = {
    edition.id: edition
    for edition in (
        Edition(
            "plus",
            names("Carcassonne Plus", "Carcassonne Plus", "Carcassonne Plus"),
            printing="C2",
            sets=("base",),
            elements=("farmers",),
            seats=6,
            seats_clause="BASE-02",
            colours=COLOURS,
        ),
        Edition(
            "winter",
            names("Edición Invierno", "Edició Hivern", "Winter Edition"),
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
        Element("farmers", Farmers, names("Campesinos", "Pagesos", "Farmers")),
        Element("river", River, names("El río", "El riu", "The River"), tiles="river"),
        Element("abbot", Abbot, names("El abad", "L'abat", "The Abbot")),
        Element("inns", Inns, names("Posadas y catedrales", "Hostals i catedrals", "Inns and cathedrals")),
        Element("big", BigFollower, names("Seguidor mayor", "Seguidor gran", "Big follower")),
        Element("goods", Goods, names("Mercancías", "Mercaderies", "Goods")),
        Element("builder", Builder, names("Constructor", "Constructor", "Builder")),
        Element("pig", Pig, names("Cerdo", "Porc", "Pig"), needs=("farmers",), needs_clause="TRADERS-45"),
        Element("flying", FlyingMachines, names("Máquinas voladoras", "Màquines voladores", "Flying Machines")),
        Element("messages", Messages, names("Despachos", "Despatxos", "Messages")),
        Element("ferries", Ferries, names("Transbordadores", "Transbordadors", "Ferries")),
        Element("gold", GoldMines, names("Minas de oro", "Mines d'or", "Gold Mines")),
        Element("mage", MageAndWitch, names("Mago y bruja", "Mag i bruixa", "Mage & Witch")),
        Element("robbers", Robbers, names("Ladrones", "Lladres", "Robbers")),
        Element("circles", CropCircles, names("Círculos en los cultivos", "Cercles als conreus", "Crop Circles")),
        Element("tower", Tower, names("La Torre", "La Torre", "The Tower")),
        Element("king", King, names("El Rey y el Barón Ladrón", "El Rei i el Baró Lladre", "The King and the Robber Baron")),
        Element("postman", Postman, names("El Cartero", "El Carter", "The Postman"), seats=5, seats_clause="POST-02"),
    )
}

EXPANSIONS = {
    expansion.id: expansion
    for expansion in (
        Expansion("river", names("El río", "El riu", "The River"), ("river",), "river"),
        Expansion("abbot", names("El abad", "L'abat", "The Abbot"), ("abbot",)),
        Expansion("inns", names("Posadas y catedrales", "Hostals i catedrals", "Inns & Cathedrals"), ("inns", "big"), "inns"),
        Expansion(
            "traders",
            names("Constructores y comerciantes", "Constructors i comerciants", "Traders & Builders"),
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

# The seven mini expansions of the Plus box.
MINIS = ("flying", "messages", "ferries", "gold", "mage", "robbers", "circles")

PRESETS = {
    preset.id: preset
    for preset in (
        Preset(
            "plus-first-game",
            names("Plus: primera partida", "Plus: primera partida", "Plus: first game"),
            "plus",
            without=("farmers",),
        ),
        Preset("plus", names("Plus", "Plus", "Plus"), "plus"),
        Preset("plus-river", names("Plus con el río", "Plus amb el riu", "Plus with the River"), "plus", ("river",)),
        Preset("plus-abbot", names("Plus con el abad", "Plus amb l'abat", "Plus with the Abbot"), "plus", ("abbot",)),
        Preset("plus-inns", names("Plus con posadas", "Plus amb hostals", "Plus with Inns"), "plus", ("inns",)),
        Preset(
            "plus-traders",
            names("Plus con comerciantes", "Plus amb comerciants", "Plus with Traders"),
            "plus",
            ("traders",),
        ),
        Preset(
            "plus-flying",
            names("Plus con máquinas voladoras", "Plus amb màquines voladores", "Plus with Flying Machines"),
            "plus",
            ("flying",),
        ),
        Preset(
            "plus-messages",
            names("Plus con despachos", "Plus amb despatxos", "Plus with Messages"),
            "plus",
            ("messages",),
        ),
        Preset(
            "plus-ferries",
            names("Plus con transbordadores", "Plus amb transbordadors", "Plus with Ferries"),
            "plus",
            ("ferries",),
        ),
        Preset(
            "plus-gold",
            names("Plus con minas de oro", "Plus amb mines d'or", "Plus with Gold Mines"),
            "plus",
            ("gold",),
        ),
        Preset(
            "plus-mage",
            names("Plus con mago y bruja", "Plus amb mag i bruixa", "Plus with Mage & Witch"),
            "plus",
            ("mage",),
        ),
        Preset("plus-robbers", names("Plus con ladrones", "Plus amb lladres", "Plus with Robbers"), "plus", ("robbers",)),
        Preset(
            "plus-circles",
            names("Plus con círculos", "Plus amb cercles", "Plus with Crop Circles"),
            "plus",
            ("circles",),
        ),
        Preset("plus-tower", names("Plus con La Torre", "Plus amb La Torre", "Plus with The Tower"), "plus", ("tower",)),
        Preset(
            "plus-king",
            names("Plus con el Rey y el Barón", "Plus amb el Rei i el Baró", "Plus with the King and the Baron"),
            "plus",
            ("king",),
        ),
        Preset(
            "plus-postman",
            names("Plus con El Cartero", "Plus amb El Carter", "Plus with The Postman"),
            "plus",
            ("postman",),
        ),
        Preset(
            "plus-big",
            names("Plus grande", "Plus gran", "Big Plus"),
            "plus",
            ("river", "abbot", "inns", "traders"),
        ),
        Preset(
            "plus-all",
            names("Plus: la caja entera", "Plus: la caixa sencera", "Plus: the whole box"),
            "plus",
            ("river", "abbot", "inns", "traders", *MINIS),
        ),
        Preset(
            "todo",
            names("Carcassonne con todo", "Carcassonne amb tot", "Carcassonne with everything"),
            "plus",
            ("river", "abbot", "inns", "traders", *MINIS, "tower", "king", "postman"),
        ),
        Preset(
            "winter-first-game",
            names("Invierno: primera partida", "Hivern: primera partida", "Winter: first game"),
            "winter",
            without=("farmers",),
        ),
        Preset("winter", names("Invierno", "Hivern", "Winter"), "winter"),
        Preset(
            "winter-tower",
            names("Invierno con La Torre", "Hivern amb La Torre", "Winter with The Tower"),
            "winter",
            ("tower",),
        ),
        Preset(
            "winter-king",
            names("Invierno con el Rey y el Barón", "Hivern amb el Rei i el Baró", "Winter with the King and the Baron"),
            "winter",
            ("king",),
        ),
        Preset(
            "winter-postman",
            names("Invierno con El Cartero", "Hivern amb El Carter", "Winter with The Postman"),
            "winter",
            ("postman",),
        ),
    )
}


def tile_set(name: str) -> TileSet:
    return tile_sets()[name]


GAMES = Games(FAMILY, Base, MODULES, EDITIONS, EXPANSIONS, ELEMENTS, PRESETS, tile_set)
