"""Huts in notation, and why an answer is refused: the clauses of this family."""

# not compiled: words only

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bastida.kernel.answers import Noun, Option, Refusal, Segment
from bastida.kernel.deploy import PLACE
from bastida.kernel.names import segment_words, tile_on
from bastida.kernel.refusals import ARRANGE, Clauses, is_resting, why_no_figure, why_no_tile, why_not_arranged

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine

SETTLE = "settle"  # the verb for a hut, which stands on a river or lake of the new tile
ON_LAKE = ("no_member_on_lake", "HG-R12")

CLAUSES = Clauses(
    must_lay="HG-12",
    empty_cell="HG-16",
    whole_side="HG-16",
    corner="HG-17",
    same_sides="HG-18",
    figures="HG-04",
    supply="HG-36",
    new_tile="HG-24",
    barred="HG-22",
    places="HG-28",
    closed={},
    printed={"lake": ON_LAKE, "lake2": ON_LAKE},
    occupied="HG-29",
    home="HG-71",
    edge="HG-20",
)
BONUS_CLAUSES = replace(CLAUSES, must_lay="HG-113")


def hut_names(game: Engine, number: int) -> list[str]:
    """What the place of a hut is called: the lake, or the river by any of its sides (HG-28, HG-R12), or the system."""
    names = segment_words(game, game.run_slot)[number]
    rivers = [name.replace(game.rules.second_layer, "river") for name in names]
    return [*lake_names(game, game.run_slot, number), *rivers, *names]


def lake_names(game: Engine, slot: int, number: int) -> list[str]:
    """What the lake of a system's segment is called, if there is one: ``lake``, the second one of a tile ``lake2``."""
    rules, kind = game.rules, game.board.kind(slot)
    segment = rules.tiles[kind].segments[rules.seg_source[rules.seg_first[kind] + number]]
    return ["lake" + (str(segment.index + 1) if segment.index else "")] if segment.ends else []


def other_huts(game: Engine, option: Option) -> list[str]:
    """The other ways to say where a hut goes."""
    known = segment_words(game, game.run_slot)
    target = option.target
    number = next(at for at, words in enumerate(known) if isinstance(target, Segment) and words[0] == target.name)
    return [f"{option.figure} {name}" for name in hut_names(game, number)]


def why_not(game: Engine, question: str, wish: Option) -> Refusal | None:
    """What the base rules have against an answer."""
    if question == "tile":
        return why_no_tile(game, wish, CLAUSES if game.run_source < 0 else BONUS_CLAUSES)
    if question == ARRANGE:
        return why_not_arranged(game, wish, CLAUSES)
    if question != "figure":
        return None
    names = game.rules.figure_names
    kind = names.index(wish.figure) if wish.figure else int(game.rules.followers[0])
    if game.figures.available(game.seat, kind) == 0 and is_resting(game, game.seat, kind):
        return Refusal("resting", "HG-73")
    place = place_of(wish)
    if names[kind] == "hut" and place.startswith(("river", "lake", "system")):
        return why_no_hut(game, kind, place)
    if place in CLAUSES.printed:
        tile = tile_on(game, game.run_slot)
        wish = Option(PLACE, Segment(tile.x, tile.y, place), wish.figure)
    return why_no_figure(game, wish, CLAUSES)


def place_of(wish: Option) -> str:
    """The name of the place that a wish speaks of; ``fisher lake`` speaks of the lake."""
    if wish.verb in (SETTLE, ""):
        return wish.detail
    name = wish.target.said("segment")
    return name.rpartition(" ")[2] if name.endswith(tuple(CLAUSES.printed)) else name


def why_no_hut(game: Engine, kind: int, place: str) -> Refusal:
    if game.figures.available(game.seat, kind) == 0:
        return Refusal("none_left", CLAUSES.supply, {"figures": Noun(game.rules.figure_names[kind], 2)})
    for number, words in enumerate(segment_words(game, game.run_slot)):
        if words[0].startswith(game.rules.second_layer) and place in hut_names(game, number):
            return Refusal("hut_there", "HG-31")
    return Refusal("no_place_for_hut", CLAUSES.places)
