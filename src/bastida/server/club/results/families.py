"""Families of set-ups: games that are enough alike for one rating. No expansion is named here; how many there are decides."""

from __future__ import annotations

from bastida.table.setup import FAMILIES, Setup

BASE, FEW, BIG, EVERYTHING = "base", "few", "big", "everything"
MANY = 4  # expansions from which on a game is a big one
BOTS = "+bots"  # behind the name of a family: the scale of games at which a program sat
CHIEF = next(iter(FAMILIES))  # the family of games whose first box is told apart by the number of its expansions


def family_of(setup: Setup) -> str:
    """The family of a set-up: another box is one of its own; with the first box it goes by the number of expansions."""
    if setup.family != CHIEF or setup.edition != next(iter(setup.games.editions)):
        return setup.edition[:16]
    number = len(setup.expansions)
    whole = max(len(preset.sets) for preset in setup.games.presets.values() if preset.edition == setup.edition)
    return BASE if number == 0 else EVERYTHING if number >= whole else BIG if number >= MANY else FEW


def families() -> list[str]:
    """All there are, in their order."""
    others = [edition for games in FAMILIES.values() for edition in games.editions]
    return [BASE, FEW, BIG, EVERYTHING, *others[1:]]


def scale_of(family: str, bots: bool) -> str:
    """The scale on which games of a family are rated."""
    return family + BOTS if bots else family
