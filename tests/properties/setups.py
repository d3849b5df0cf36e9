"""Random set-ups, drawn from whatever the package offers: a module that is added takes part by itself."""

from __future__ import annotations

import random

from bastida.kernel.family import Games
from bastida.table.setup import FAMILIES, Setup, make_setup


def random_setup(rng: random.Random, *, study: bool = False) -> Setup:
    """Any family, edition, expansions, elements (with or without their tiles) and number of players that go together.

    Every second one settles the doubts of its books in any way.
    """
    games = FAMILIES[rng.choice(list(FAMILIES))]
    edition = games.editions[rng.choice(list(games.editions))]
    style = rng.random()
    if style < 0.2:  # a preset as it stands
        name = rng.choice([name for name, preset in games.presets.items() if preset.edition == edition.id] or [edition.id])
        parts = make_setup(name)
        sets, elements = [], list(parts.elements)
    else:
        name = edition.id
        share = rng.choice([0.15, 0.4, 0.7, 1.0])
        sets = [expansion for expansion in games.expansions if rng.random() < share]
        elements = [element for element in games.elements if rng.random() < share]
        if style < 0.6:  # expansions as the box has them
            elements += [element for expansion in sets for element in games.expansions[expansion].elements]
        tiles = {games.expansions[expansion].tiles for expansion in sets}
        elements = [element for element in elements if games.elements[element].tiles in {"", *tiles}]
        elements += [element.id for element in games.elements.values() if element.tiles and element.tiles in tiles]
        elements = with_needs(games, elements)
    switches = {switch.id: rng.choice(switch.values) for switch in games.switches_of(elements)} if rng.random() < 0.5 else {}
    players = rng.randint(2, most_players(games, edition.id, elements, switches))
    first = rng.randrange(players)
    return make_setup(name, sets=sets, elements=elements, players=players, first=first, switches=switches, study=study)


def with_needs(games: Games, elements: list[str]) -> list[str]:
    """The elements and everything they cannot do without."""
    found = dict.fromkeys(elements)
    for element in elements:
        found.update(dict.fromkeys(with_needs(games, list(games.elements[element].needs))))
    return list(found)


def most_players(games: Games, edition: str, elements: list[str], switches: dict[str, str] | None = None) -> int:
    return games.seats_of(games.editions[edition], elements, switches or {})[0]


def describe(setup: Setup) -> str:
    """As a call that makes the same set-up again."""
    sets = [name for name, expansion in setup.games.expansions.items() if expansion.tiles in setup.sets]
    first = f", first={setup.first}" if setup.first else ""
    first += f", switches={setup.unusual}" if setup.unusual else ""
    return f"make_setup({setup.edition!r}, sets={sets}, elements={list(setup.elements)}, players={setup.seats}{first})"
