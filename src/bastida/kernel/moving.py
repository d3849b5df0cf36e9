"""Figures come and go: the verbs that move them between supply, nodes and other places, with their strength."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bastida.kernel.codes import BLOCKER, BY_CAPTURE
from bastida.kernel.figures import AREA, HELD, SUPPLY, area
from bastida.kernel.native import i64
from bastida.kernel.options import PASS, Options

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine


def list_actions(game: Engine, out: Options) -> None:
    out.add(PASS)
    for module in game.rules.on_actions:
        module.actions(game, out)


def stand(game: Engine, figure: i64, node: i64) -> None:
    """Put a figure from its owner's supply on a node."""
    game.figures.take(figure, node)
    add_strength(game, figure, node)


def add_strength(game: Engine, figure: i64, node: i64) -> None:
    rules = game.rules
    strength = game.regions.strength
    strength[game.regions.region[node]] += rules.power[rules.figure_kind[figure]] << (8 * rules.figure_seat[figure])


def stand_in_all(game: Engine, figure: i64, a: i64, b: i64, c: i64) -> None:
    """Put a figure in two or three regions at once, as one piece: nodes of one tile, -1 for none."""
    game.figures.take(figure, a)
    more = game.figures.more
    more[figure] = (b + 1) | ((c + 1) << 20)
    game.spread += 1
    add_spread(game, figure)


def block(game: Engine, figure: i64, node: i64) -> None:
    """Put a figure where it bars others but counts for nothing."""
    game.figures.take(figure, node)
    strength = game.regions.strength
    strength[game.regions.region[node]] += BLOCKER


def leave(game: Engine, figure: i64) -> None:
    """Take a figure's strength out of the region, or regions, it stands in."""
    if game.figures.more[figure] == 0:
        take_strength(game, figure, game.figures.place[figure])
        return
    for region in regions_under(game, figure):
        take_strength(game, figure, region)
    game.spread -= 1


def add_spread(game: Engine, figure: i64) -> None:
    for region in regions_under(game, figure):
        add_strength(game, figure, region)


def regions_under(game: Engine, figure: i64) -> list[i64]:
    """The different regions a figure stands in."""
    found: list[i64] = []
    more = game.figures.more[figure]
    for node in (game.figures.place[figure], (more & (AREA - 1)) - 1, (more >> 20) - 1):
        if node >= 0 and game.regions.region[node] not in found:
            found.append(game.regions.region[node])
    return found


def take_strength(game: Engine, figure: i64, node: i64) -> None:
    rules = game.rules
    strength = game.regions.strength
    strength[game.regions.region[node]] -= rules.power[rules.figure_kind[figure]] << (8 * rules.figure_seat[figure])


def send_home(game: Engine, figure: i64, cause: i64) -> None:
    """Take a figure from wherever it stands back to its owner's supply."""
    node = game.figures.node(figure)
    if node >= 0:
        leave(game, figure)
    game.figures.put_back(figure)
    tell_left(game, figure, node, cause)


def move(game: Engine, figure: i64, node: i64, cause: i64) -> None:
    """Move a figure on the table to another node."""
    old = game.figures.node(figure)
    place = game.figures.place
    if old >= 0:
        take_strength(game, figure, old)
    place[figure] = node
    add_strength(game, figure, node)
    tell_left(game, figure, old, cause)


def capture(game: Engine, figure: i64, by: i64) -> None:
    """A figure becomes a prisoner of a seat."""
    carry_off(game, figure, area(HELD, by), BY_CAPTURE)


def carry_off(game: Engine, figure: i64, where: i64, cause: i64) -> None:
    """From the table, or the supply, to a place that is no node."""
    node = game.figures.node(figure)
    place = game.figures.place
    if node >= 0:
        take_strength(game, figure, node)
        place[figure] = where
    elif place[figure] == SUPPLY:
        game.figures.take(figure, where)
    else:
        place[figure] = where
    tell_left(game, figure, node, cause)


def tell_left(game: Engine, figure: i64, node: i64, cause: i64) -> None:
    game.spend()
    for module in game.rules.on_figure_left:
        module.figure_left(game, figure, node, cause)
