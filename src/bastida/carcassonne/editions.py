"""What can be played: the two boxes, and the presets in the books' order of learning. Expansions declare themselves."""

# not compiled: runs once at set-up

from __future__ import annotations

from pathlib import Path

from bastida.carcassonne.base import Base
from bastida.carcassonne.order import FAMILY, MODULES
from bastida.carcassonne.terrain import TERRAIN
from bastida.kernel.expansion import Switch
from bastida.kernel.family import Edition, House, Preset, names

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
            youngest="begins",
            youngest_clause="BASE-14",
            theme="summer",
            guide={"tiles": ("D", "V", "E", "B"), "figures": ("follower",)},
            box={"follower": 48, "lap_token": 8},
            age=7,
            whole=(90, 120),
            page="base",
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
            youngest="decides",
            youngest_clause="BASE-13",
            settings={"short_city": True},  # BASE-61
            theme="snow",
            lying_laps=True,  # BASE-113
            guide={"tiles": ("WinTierA", "WinTierE", "WinTierJ"), "figures": ("follower",)},
            box={"follower": 40, "scoreboard": 1},
            age=8,
            page="winter",
        ),
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
            names("Plus con despachos", "Plus amb missatges", "Plus with Messages"),
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
        Preset("plus-tower", names("Plus con La Torre", "Plus amb La Torre", "Plus with the Tower"), "plus", ("tower",)),
        Preset(
            "plus-king",
            names("Plus con el Rey y el Barón", "Plus amb el Rei i el Baró", "Plus with the King and the Baron"),
            "plus",
            ("king",),
        ),
        Preset(
            "plus-postman",
            names("Plus con El Cartero", "Plus amb El Carter", "Plus with the Postman"),
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
            names("Plus: la caja entera", "Plus: la capsa sencera", "Plus: the whole box"),
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
            names("Invierno con La Torre", "Hivern amb La Torre", "Winter with the Tower"),
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
            names("Invierno con El Cartero", "Hivern amb El Carter", "Winter with the Postman"),
            "winter",
            ("postman",),
        ),
    )
}


SWITCHES = (
    Switch("again", ("at once", "next turn"), "TURN-R17"),  # figures that came home in this turn
    Switch("hole", ("complete", "incomplete"), "BASE-R16"),  # a city around an empty cell
)

HOUSE = House(FAMILY, Base, MODULES, EDITIONS, PRESETS, TERRAIN, Path(__file__).parent / "tiles", switches=SWITCHES)
