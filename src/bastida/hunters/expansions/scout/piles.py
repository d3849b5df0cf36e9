"""Several face-down piles, one before each player, where a table has them (HG-07, SCOUT-R24).

The tiles were mixed together, so those that nobody has seen are as likely in one pile as in another: the kernel's stock
keeps them all, and only how many lie in each pile is known. A refused tile lies under its own pile, below these; when
they are gone it is the next of that pile, and everybody knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bastida.kernel.codes import DEALER, STOCK
from bastida.kernel.native import i64

if TYPE_CHECKING:
    from bastida.hunters.expansions.scout.rules import Scout
    from bastida.kernel.engine import Engine

NONE: Final = -1


def stock(game: Engine) -> i64:
    """The kernel's pile of land tiles."""
    return game.rules.stock[0]


def deal(scout: Scout, game: Engine) -> None:
    """Piles as even as can be; the first ones have a tile more."""
    columns, seats = game.columns, game.rules.seats
    tiles = game.piles.mixed[stock(game)]
    for pile in range(seats):
        columns[scout.unseen + pile] = (tiles + seats - 1 - pile) // seats


def known(scout: Scout, game: Engine, pile: i64) -> i64:
    """How many refused tiles lie under a pile."""
    count: i64 = 0
    for place in range(game.piles.tail_size[stock(game)]):
        if game.columns[scout.under + place] == pile:
            count += 1
    return count


def size(scout: Scout, game: Engine, pile: i64) -> i64:
    return game.columns[scout.unseen + pile] + known(scout, game, pile)


def may_draw(scout: Scout, game: Engine, pile: i64) -> bool:
    """From a pile with tiles; but what was just refused is replaced by another, if there is one (SCOUT-21)."""
    columns, tiles = game.columns, size(scout, game, pile)
    if tiles == 1 and columns[scout.refused] != 0 and pile == columns[scout.source] and columns[scout.unseen + pile] == 0:
        return game.piles.size(stock(game)) == 1
    return tiles > 0


def own_pile(scout: Scout, game: Engine) -> i64:
    """The pile before the active player, or the next one clockwise with tiles."""
    pile = game.seat
    while not may_draw(scout, game, pile):
        pile = game.next_seat(pile)
    return pile


def choices(scout: Scout, game: Engine) -> i64:
    """Among how many piles the active player may choose."""
    count: i64 = 0
    for pile in range(game.rules.seats):
        if may_draw(scout, game, pile):
            count += 1
    return count


def first_known(scout: Scout, game: Engine, pile: i64) -> i64:
    """The place in the stock's tail of the tile that lies highest of those known under a pile."""
    place: i64 = 0
    while game.columns[scout.under + place] != pile:
        place += 1
    return place


def next_tile(scout: Scout, game: Engine, pile: i64) -> i64:
    """The tile that a pile will give, if that is known; or NONE."""
    if game.columns[scout.unseen + pile] > 0:
        return NONE
    return game.piles.tail[stock(game) * game.rules.tail_room + first_known(scout, game, pile)]


def take_from(scout: Scout, game: Engine, pile: i64) -> None:
    """A tile that nobody has seen is the dealer's to name; a known one is taken up at once."""
    columns = game.columns
    columns[scout.source] = pile
    if columns[scout.unseen + pile] > 0:
        columns[scout.unseen + pile] -= 1
        return
    place = first_known(scout, game, pile)
    kind = game.piles.pull(stock(game), place)
    last = scout.under + game.piles.tail_size[stock(game)]
    for at in range(scout.under + place, last):
        columns[at] = columns[at + 1]
    columns[last] = 0
    game.run_pile = stock(game)
    game.take_up(kind)


def put_back(scout: Scout, game: Engine) -> None:
    """The tile just put under the stock lies under the pile it came from (SCOUT-20)."""
    columns = game.columns
    columns[scout.under + game.piles.tail_size[stock(game)] - 1] = columns[scout.source]


def odd(scout: Scout, game: Engine) -> str:
    """The unseen tiles of the stock lie in the piles, but for one that is being drawn; so do the known ones."""
    columns = game.columns
    unseen = game.piles.mixed[stock(game)]
    if game.asked == DEALER and game.owner() == 0 and game.run_source == STOCK:
        unseen -= 1
    for pile in range(game.rules.seats):
        unseen -= columns[scout.unseen + pile]
    if unseen != 0:
        return "scout.unseen"
    for place in range(game.piles.tail_size[stock(game)], scout.room):
        if columns[scout.under + place] != 0:
            return "scout.under"
    return ""
