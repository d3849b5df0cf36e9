"""``bastida rulings``: the doubts of the rulebooks that a table may settle, and what a game settles otherwise than usual."""

from __future__ import annotations

from typing import Any

import click
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from bastida.cli.app import SpokenCommand, as_json, chosen, common, given, parts_options, pass_screen, tell_json, words
from bastida.cli.screen import Screen
from bastida.kernel.expansion import Switch
from bastida.kernel.family import Games
from bastida.language.texts import Texts
from bastida.table.rulings import book, doubt, reading, unusual_rulings
from bastida.table.setup import FAMILIES, Setup, make_setup

PARTS = ("game", "sets", "elements", "without")


@click.command("rulings", cls=SpokenCommand)
@parts_options
@as_json
@common
@pass_screen
@click.pass_context
def rulings(
    context: click.Context,
    screen: Screen,
    game: str,
    sets: str | None,
    elements: str | None,
    without: str | None,
    as_json: bool,
) -> None:
    families = list(FAMILIES.values())
    wanted = {switch.id for games in families for switch in games.switches.values()}
    if any(given(context, name) for name in PARTS):
        setup = make_setup(game, sets=words(sets), elements=chosen(elements), without=words(without))
        families, wanted = [setup.games], set(setup.switches)
    if as_json:
        tell_json(
            [
                listed(screen.texts, games, switch)
                for games in families
                for switch in games.switches.values()
                if switch.id in wanted
            ]
        )
        return
    if not wanted:
        screen.say("rulings.none")
        return
    screen.say("rulings.title", style="bold")
    for games in families:
        before = ""
        for switch in games.switches.values():
            if switch.id in wanted:
                place = where(screen.texts, games, switch)
                if place != before:
                    screen.blank()
                    screen.show(Text(place, style="bold underline"))
                show_doubt(screen, switch)
                before = place
    screen.blank()
    screen.say("rulings.how", style="dim")


def listed(phrases: Texts, games: Games, switch: Switch) -> dict[str, Any]:
    readings = {value: reading(phrases, switch, value) for value in switch.values}
    return {
        "id": switch.id,
        "clause": switch.clause,
        "parts": where(phrases, games, switch),
        "doubt": doubt(phrases, switch),
        "book": book(phrases, switch),
        "usual": switch.usual,
        "readings": readings,
    }


def where(phrases: Texts, games: Games, switch: Switch) -> str:
    """The parts whose book leaves the doubt."""
    names = [games.elements[element].names for element in switch.elements]
    return ", ".join(phrases.name(name) for name in names or [edition.names for edition in games.editions.values()])


def show_doubt(screen: Screen, switch: Switch) -> None:
    phrases = screen.texts
    screen.show(Text.assemble("  ", (doubt(phrases, switch), "bold"), f" ({switch.clause})"))
    screen.show(Padding(Text(book(phrases, switch)), (0, 0, 0, 4)))
    grid = Table.grid(padding=(0, 2))
    for value in switch.values:
        told = reading(phrases, switch, value)
        usual = phrases("rulings.usual", reading=told) if value == switch.usual else told
        grid.add_row(Text(f"    {switch.id}={value.replace(' ', '-')}", style="bold", no_wrap=True), Text(usual))
    screen.show(grid)


def show_unusual(screen: Screen, setup: Setup) -> None:
    """What is played here otherwise than usual; nothing, where everything is as usual."""
    found = list(unusual_rulings(screen.texts, setup))
    if found:
        screen.say("rulings.here", style="yellow")
    for ruling in found:
        screen.show(Text(f"  {screen.texts('rulings.one', name=ruling.name, reading=ruling.reading, clause=ruling.clause)}"))
