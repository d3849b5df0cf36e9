"""The number of a position: 64 bits for all that matters for play from here on.

Every thing that is so (a tile lies there, a figure stands there, a player has so many points) is a word, and each word has a
pseudo-random number as in Zobrist's tables, only worked out from what it says instead of looked up. The number of a position
is their sum, so the order in which they are gone through does not count.

It is worked out when it is asked for and not kept up with every change: modules write to their columns as they like, search
changes thousands of numbers for every position it would look up, and a number that cannot be out of date needs no care.

Machine integers must stay inside 63 bits, so there are two halves of 32, and no multiplier has more than 31.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Final, final

from bastida.kernel.codes import ADVANCE, BLOCKER, FRAME, ITEM, OP_SCORE, OVER, RUN, SAVED
from bastida.kernel.figures import AREA, ON_TILE, SUPPLY
from bastida.kernel.native import i64, vec

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine
    from bastida.kernel.rules import Rules

HALF: Final = 0xFFFFFFFF

# What a word speaks of.
TABLE: Final = 1
TILE: Final = 2
FIGURE: Final = 3
POINTS: Final = 4
LEFT: Final = 5
TAIL: Final = 6
BOX: Final = 7
OWN: Final = 8
LOG: Final = 9
PRESENT: Final = 10
THING: Final = 11  # scored in a run
TOUCHED: Final = 12
TASK: Final = 13


@final
class Words:
    """Words as they are said, number by number, and the sum of those that are finished."""

    def __init__(self, low: i64, high: i64) -> None:
        self.low = low
        self.high = high
        self.one: i64 = 0
        self.other: i64 = 0

    def begin(self, what: i64) -> None:
        self.one = what
        self.other = what + 0x5851F42D
        self.say(what)

    def say(self, number: i64) -> None:
        """One more number of the word; those of more than 32 bits are said in two."""
        self.mix(number & HALF)
        rest = number >> 32
        if rest != 0:
            self.mix(rest & HALF)

    def mix(self, number: i64) -> None:
        one = ((self.one ^ number) * 0x5BD1E995) & HALF
        self.one = one ^ (one >> 15)
        other = ((self.other ^ number) * 0x2C1B3C6D) & HALF
        self.other = other ^ (other >> 13)

    def end(self) -> None:
        self.low = (self.low + stirred(self.one, 0x45D9F3B, 0x45D9F3B)) & HALF
        self.high = (self.high + stirred(self.other, 0x21F0AAAD, 0x735A2D97)) & HALF

    def total(self) -> int:
        return (int(stirred(self.high, 0x45D9F3B, 0x45D9F3B)) << 32) | int(stirred(self.low, 0x21F0AAAD, 0x735A2D97))


def stirred(number: i64, first: i64, second: i64) -> i64:
    """A number of 32 bits of which every bit depends on every bit of the given one."""
    number ^= number >> 16
    number = (number * first) & HALF
    number ^= number >> 15
    number = (number * second) & HALF
    return number ^ (number >> 16)


def give_key(rules: Rules, text: str) -> None:
    """Games that are played by other rules stand elsewhere: the text says which rules these are."""
    key = int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")
    rules.key_low = key & HALF
    rules.key_high = key >> 32


def position_hash(game: Engine) -> int:
    """The number of the position at which a game stands. What chance will bring is no part of it."""
    words = Words(game.rules.key_low, game.rules.key_high)
    asking = game.asked != OVER
    logged = log_counts(game)
    ordered = goes_by_order(game, asking, logged)
    words.begin(TABLE)
    words.say(game.turn)
    words.say(game.part)
    words.say(game.seat)
    words.say(game.asked)
    words.say(game.next_part)
    words.say(game.part_barred)
    words.say(game.stolen)
    words.end()
    say_tiles(game, words, ordered)
    say_figures(game, words, ordered)
    say_points(game, words)
    say_piles(game, words)
    own = game.rules.run_columns[0]
    say_own(words, 0, game.columns, 0, game.rules.column_start, 0, own)
    if logged:
        for at in range(game.phase_count * ADVANCE):
            say_at(words, LOG, at, game.phase_log[at])
    if asking:
        say_runs(game, words)
        say_tasks(game, words)
    return words.total()


def goes_by_order(game: Engine, asking: bool, logged: bool) -> bool:
    """Could anything mean a tile or a figure by its number? Then it counts in which order they came."""
    rules = game.rules
    if logged or (asking and (game.depth != 1 or game.run_level != 0 or game.item_count != game.item_base)):
        return True
    columns, start = game.columns, rules.column_start
    last = rules.column_size
    if not asking:
        last = rules.run_columns[0]
    for at in range(last):
        if columns[at] != start[at]:
            return True
    if asking:
        if game.stack[0] != 0 or game.stack[1] != RUN:
            return True
        for at in range(2, FRAME):
            if game.stack[at] != 0:
                return True
    return False


def log_counts(game: Engine) -> bool:
    """Does anybody still look at the advances of the last scoring? Not once it is over and the next has not come."""
    if game.phase_count == 0 or game.asked == OVER:
        return False
    if game.depth != 1:
        return True
    rules = game.rules
    for at in range(len(rules.op_step)):
        if rules.op_actor[at] == 0 and rules.op_step[at] == OP_SCORE:
            return game.step_at > at
    return True


def say_at(words: Words, what: i64, at: i64, number: i64) -> None:
    """A word of a number at a place."""
    words.begin(what)
    words.say(at)
    words.say(number)
    words.end()


def cell_name(game: Engine, slot: i64) -> i64:
    """The cell of a laid tile by its coordinates: the grid grows, and its cells change their numbers."""
    board = game.board
    cell = board.tile_cell[slot]
    return ((board.y(cell) & 0xFFFF) << 16) | (board.x(cell) & 0xFFFF)


def say_node(game: Engine, words: Words, node: i64) -> None:
    """A segment of a laid tile; -1 is none."""
    if node < 0:
        words.say(-1)
        return
    slot = game.regions.slot[node]
    words.say(cell_name(game, slot))
    words.say(node - game.board.tile_node[slot])


def say_tiles(game: Engine, words: Words, ordered: bool) -> None:
    """Each tile with its links, and with those of its segments that were scored as they stand."""
    board, regions = game.board, game.regions
    for slot in range(board.tiles):
        scored: i64 = 0
        flag: i64 = 1
        for node in range(board.tile_node[slot], board.tile_node[slot + 1]):
            if regions.done[regions.region[node]] != 0:
                scored += flag
            flag += flag
        words.begin(TILE)
        words.say(cell_name(game, slot))
        words.say(board.tile_shape[slot])
        words.say(board.tile_link[slot])
        words.say(scored)
        if ordered:
            words.say(slot)
        words.end()


def say_figures(game: Engine, words: Words, ordered: bool) -> None:
    rules, regions, places = game.rules, game.regions, game.figures.place
    for figure in range(rules.figure_total):
        place = places[figure]
        if place == SUPPLY:
            continue
        kind = rules.figure_kind[figure]
        words.begin(FIGURE)
        words.say(rules.figure_seat[figure])
        words.say(kind)
        if place < AREA:
            words.say(0)
            say_node(game, words, place)
            more = game.figures.more[figure]
            say_node(game, words, (more & (AREA - 1)) - 1)
            say_node(game, words, (more >> 20) - 1)
            barring: i64 = 0
            if (rules.places[kind] >> regions.kind(place)) & 1 == 0:
                if (regions.strength[regions.region[place]] // BLOCKER) & 255 != 0:
                    barring = 1
            words.say(barring)
        else:
            word = place >> 20
            words.say(word)
            index = place & (AREA - 1)
            if word == ON_TILE:
                index = cell_name(game, index)
            words.say(index)
        if ordered:
            words.say(figure)
        words.end()


def say_points(game: Engine, words: Words) -> None:
    points = game.points
    for at in range(2 * game.rules.seats):
        if points[at] != 0:
            say_at(words, POINTS, at, points[at])


def say_piles(game: Engine, words: Words) -> None:
    """What is left of each pile, what is known to lie below, what went to the box; a study's piles never run out."""
    piles, rules = game.piles, game.rules
    for at in range(len(piles.remaining)):
        if piles.remaining[at] != 0 and not rules.study:
            say_at(words, LEFT, at, piles.remaining[at])
        if piles.box[at] != 0:
            say_at(words, BOX, at, piles.box[at])
    for pile in range(len(rules.pile_row)):
        first = pile * rules.tail_room
        for at in range(first, first + piles.tail_size[pile]):
            say_at(words, TAIL, at, piles.tail[at])


def say_own(words: Words, level: i64, held: vec[i64], first: i64, start: vec[i64], begin: i64, end: i64) -> None:
    """The modules' columns from ``begin`` to ``end`` as far as they have changed; they are held from ``first`` on."""
    for at in range(end - begin):
        if held[first + at] != start[begin + at]:
            words.begin(OWN)
            words.say(level)
            words.say(begin + at)
            words.say(held[first + at])
            words.end()


def say_runs(game: Engine, words: Words) -> None:
    """The present run, and those that wait below it."""
    rules, saved = game.rules, game.saved
    begin, end = rules.run_columns[0], rules.run_columns[1]
    width = SAVED + end - begin
    for level in range(game.run_level):
        at = level * width
        say_run(game, words, level, saved[at], saved[at + 1], saved[at + 2], saved[at + 3], saved[at + 4], saved[at + 5])
        say_items(game, words, level, saved[at + 6], saved[at + 7], saved[at + 8], saved[at + 9])
        say_own(words, level, saved, at + SAVED, rules.column_start, begin, end)
    level = game.run_level
    say_run(game, words, level, game.step_at, game.run_kind, game.run_slot, game.run_source, game.run_pile, game.run_rights)
    say_items(game, words, level, game.item_base, game.item_count, game.touched_base, game.touched_count)
    say_own(words, level, game.columns, begin, rules.column_start, begin, end)


def say_run(
    game: Engine, words: Words, level: i64, step_at: i64, kind: i64, slot: i64, source: i64, pile: i64, rights: i64
) -> None:
    words.begin(PRESENT)
    words.say(level)
    words.say(step_at)
    words.say(kind)
    if slot < 0:
        words.say(-1)
    else:
        words.say(cell_name(game, slot))
    words.say(source)
    words.say(pile)
    words.say(rights)
    words.end()


def say_items(game: Engine, words: Words, level: i64, base: i64, count: i64, touched_base: i64, touched_count: i64) -> None:
    for number in range(base, count):
        words.begin(THING)
        words.say(level)
        words.say(number - base)
        for field in range(ITEM):
            words.say(game.items[number * ITEM + field])
        words.end()
    for at in range(touched_base, touched_count):
        words.begin(TOUCHED)
        words.say(level)
        words.say(at - touched_base)
        say_node(game, words, game.touched[at])
        words.end()


def say_tasks(game: Engine, words: Words) -> None:
    stack = game.stack
    for at in range(game.depth):
        words.begin(TASK)
        words.say(at)
        for field in range(FRAME):
            words.say(stack[at * FRAME + field])
        words.end()
