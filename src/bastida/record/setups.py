"""Set-ups of records and positions: what their words say, checked like any other set-up."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

from bastida.kernel.answers import Refusal
from bastida.language.refused import unknown, why
from bastida.language.sentences import by_clause
from bastida.table.setup import FAMILIES, Setup, SetupError, make_setup

LOG = logging.getLogger("bastida")
TOLD = 5  # problems in one sentence at most


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
        raise SetupError([unknown("setup.unknown_family", family, FAMILIES, 0)])
    if edition not in games.editions:
        raise SetupError([unknown("setup.unknown_edition", edition, games.editions, 0)])
    expansions = {expansion.tiles: name for name, expansion in games.expansions.items() if expansion.tiles}
    strange = [name for name in sets if name not in expansions]
    if strange:
        raise SetupError([unknown("setup.unknown_tile_set", strange[0], expansions, 0)])
    strange = [name for name in elements if name not in games.elements]
    if strange:  # one is enough: a file may name thousands
        raise SetupError([unknown("setup.unknown_element", strange[0], games.elements)])
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
        raise SetupError([why("setup.no_such_parts")])
    try:
        setup.rules()
    except Exception as error:  # ours: a combination nobody thought of must not stop whoever reads a file
        LOG.exception("the rules of %s", setup)
        raise SetupError([why("setup.do_not_go_together", problem=error)]) from error
    return setup


def missing_expansion(family: str, expansions: Mapping[str, str]) -> str:
    """The first of some expansions that is not there; empty if all are."""
    games = FAMILIES.get(family)
    known = [folder.id for folder in games.folders()] if games is not None else list(expansions)
    return next((name for name in expansions if name not in known), "")


def cannot_be_played(problems: Sequence[Refusal]) -> Refusal:
    """What is wrong with a set-up, in one sentence that has an end."""
    problems = problems[:TOLD]
    told = by_clause(problems[-1])
    for problem in reversed(problems[:-1]):
        told = why("several", one=by_clause(problem), other=told)
    return why("cannot_be_played", problem=told)
