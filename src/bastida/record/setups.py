"""Set-ups of records and positions: what their words say, checked like any other set-up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bastida.table.setup import FAMILIES, Setup, SetupError, make_setup


def find_setup(
    family: str,
    edition: str,
    sets: Sequence[str],
    elements: Sequence[str],
    switches: Mapping[str, str],
    colours: Sequence[str],
    players: Sequence[str],
    first: int,
    study: bool,
    start: bool,
) -> Setup:
    """The set-up with exactly these parts; SetupError says what is wrong with them."""
    games = FAMILIES.get(family)
    if games is None:
        raise SetupError([f"unknown family {family!r}: there are {', '.join(FAMILIES)}"])
    if edition not in games.editions:
        raise SetupError([f"unknown edition {edition!r}: there are {', '.join(games.editions)}"])
    expansions = {expansion.tiles: name for name, expansion in games.expansions.items() if expansion.tiles}
    unknown = [name for name in sets if name not in expansions]
    if unknown:
        raise SetupError([f"unknown tile set {unknown[0]!r}: there are {', '.join(expansions) or 'none'}"])
    setup = make_setup(
        edition,
        sets=[expansions[name] for name in sets],
        elements=elements,
        players=players,
        colours=colours,
        first=first,
        switches=switches,
        study=study,
        start=start,
    )
    found = (setup.family, setup.edition, set(setup.sets), set(setup.elements), setup.players)
    if found != (family, edition, set(sets), set(elements), tuple(players)):
        raise SetupError(["these parts do not make a set-up that can be played"])
    try:
        setup.rules()
    except Exception as error:  # a combination nobody thought of must not stop whoever reads a file
        raise SetupError([f"these parts do not go together ({error})"]) from error
    return setup
