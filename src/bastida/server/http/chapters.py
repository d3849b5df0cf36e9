"""The rules of one module as a page shows them: clauses in words, and their examples played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bastida.art.pictures.example import example_tiles
from bastida.language.texts import Texts
from bastida.rulebook.clauses import Clause, clauses, modules
from bastida.rulebook.examples import ExampleError, blocks_of, prose
from bastida.rulebook.telling import Fact, tell


def rule_chapter(prefix: str, phrases: Texts) -> dict[str, Any]:
    """The clauses of a module in a language."""
    module = modules()[prefix]
    return {
        "prefix": prefix,
        "name": module.title_in(phrases.language),
        "clauses": [
            {
                "id": one.id,
                "kind": one.kind,
                "section": one.section,
                "text": one.text,
                "body": prose(one.body),
                "language": one.language,
                "examples": list(_examples(one, phrases)),
            }
            for one in listed(prefix, phrases.language)
        ],
    }


def listed(prefix: str, language: str) -> list[Clause]:
    """The clauses of a module that have a place of their own: a further example stands under the clause it belongs to."""
    further = {block.id for one in clauses(prefix) for block in blocks_of(one) if block.id != one.id}
    return [one for one in clauses(prefix, language) if one.id not in further]


def _examples(clause: Clause, phrases: Texts) -> Iterator[dict[str, Any]]:
    """What the examples under a clause show; those of an expansion that cannot be played are left out."""
    try:
        told = [tell(one, phrases) for one in blocks_of(clause)]
    except ExampleError:
        return
    for one in told:
        across, down = example_tiles(one)
        yield {
            "id": one.id,
            "theme": one.picture.setup.box.theme,
            "across": across,
            "down": down,
            "facts": [_fact(fact) for fact in one.facts],
            "moves": list(one.moves),
        }


def _fact(fact: Fact) -> dict[str, Any]:
    tiles = [{"tile": one.tile, "x": one.x, "y": one.y, "turns": one.turns} for one in fact.tiles]
    return {"about": fact.about, "said": list(fact.said), "tiles": tiles}
