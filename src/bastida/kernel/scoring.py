"""Scoring: what was completed, what it is worth and to whom, booking the points, and going home.

Values and winners of all items are frozen before the first is booked, so that scoring one never changes another.
Where a module says that the order matters, or a player must choose which scoring figure advances, the booking is a
task that asks.
"""

# Long: one task from what was completed to who goes home; its order is the rule.

from __future__ import annotations

from typing import TYPE_CHECKING

from bastida.kernel.codes import (
    ADVANCE,
    BOOKING,
    FRAME,
    ITEM,
    ITEM_BOOKED,
    ITEM_KIND,
    ITEM_NODE,
    ITEM_POINTS,
    ITEM_WINNERS,
    PHASE,
    RECALL,
)
from bastida.kernel.figures import AREA, RESTING, area
from bastida.kernel.native import bit, grown, i64
from bastida.kernel.options import Options
from bastida.kernel.regions import ENDS

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine


def slots_of(game: Engine, region: i64) -> list[i64]:
    """The tiles of a region, in the order they were laid; for a neighbourhood, its own and those around it."""
    regions, board = game.regions, game.board
    slots: list[i64] = []
    if game.rules.is_hood[regions.kind(region)] != 0:
        centre = board.tile_cell[regions.slot[region]]
        slots.append(regions.slot[region])
        for number in range(8):
            other = board.at[board.around(centre, number)] - 1
            if other >= 0:
                slots.append(other)
    else:
        node = region
        while True:
            if regions.slot[node] not in slots:
                slots.append(regions.slot[node])
            node = regions.next[node]
            if node == region:
                break
    slots.sort()
    return slots


def majority(game: Engine, region: i64) -> i64:
    """A bit for each seat with the greatest strength in a region."""
    return leaders(game.regions.strength[region], game.rules.seats)


def leaders(strength: i64, seats: i64) -> i64:
    """A bit for each seat with the most strength, as packed in a region."""
    most: i64 = 1
    found: i64 = 0
    for seat in range(seats):
        here = (strength >> (8 * seat)) & 255
        if here > most:
            most = here
            found = bit(seat)
        elif here == most:
            found |= bit(seat)
    return found


def worth(game: Engine, region: i64, finished: bool, seat: i64) -> i64:
    """Points of a region for a seat: as a completed one, or as if the game ended now. ``bill`` says why."""
    bill = game.bill
    bill.clear()
    for module in game.rules.on_worth:
        module.worth(game, region, finished, seat, bill)
    return bill.total()


def complete(game: Engine, region: i64) -> bool:
    return game.regions.count[region] & ENDS == 0 and game.rules.completes[game.regions.kind(region)] != 0


def add_item(game: Engine, kind: i64, node: i64, points: i64, winners: i64) -> i64:
    """Note a thing to be scored in this run; returns where."""
    at = game.item_count * ITEM
    if at + ITEM > len(game.items):
        game.items = grown(game.items, 2 * (at + ITEM), 0)
    items = game.items
    items[at] = kind
    items[at + 1] = node
    items[at + 2] = points
    items[at + 3] = winners
    items[at + 4] = 0
    game.item_count += 1
    return game.item_count - 1


def item(game: Engine, number: i64, field: i64) -> i64:
    return game.items[number * ITEM + field]


def score(game: Engine) -> bool:
    """Step 3: find what was completed, freeze values and winners, book them. True if a task was pushed."""
    recalls = game.item_count
    game.phase_count = 0
    collect(game)
    if game.item_count == game.item_base:
        return False
    freeze(game, recalls)
    sort_items(game, recalls)
    if len(game.rules.on_award_figure) == 0 and not order_asked(game, recalls):
        for number in range(game.item_base, game.item_count):
            book(game, number)
        return False
    game.push(0, BOOKING, -1, -1, 0)
    return True


def collect(game: Engine) -> None:
    board, region, count = game.board, game.regions.region, game.regions.count
    for node in range(board.tile_node[game.run_slot], board.tile_node[game.run_slot + 1]):
        if count[region[node]] & ENDS == 0:
            add_completed(game, node)
    for i in range(game.touched_base, game.touched_count):
        node = game.touched[i]
        if count[region[node]] & ENDS == 0:
            add_completed(game, node)


def add_completed(game: Engine, node: i64) -> None:
    """Note a region without open ends, once, if its kind can be completed and it was not scored before."""
    region = game.regions.region[node]
    if game.regions.done[region] != 0 or game.rules.completes[game.regions.kind(node)] == 0:
        return
    for number in range(game.item_base, game.item_count):
        if item(game, number, ITEM_KIND) >= 0 and game.regions.region[item(game, number, ITEM_NODE)] == region:
            return
    add_item(game, game.regions.kind(node), node, 0, 0)


def freeze(game: Engine, first: i64) -> None:
    items = game.items
    for number in range(first, game.item_count):
        at = number * ITEM
        region = game.regions.region[items[at + ITEM_NODE]]
        winners = majority(game, region)
        items[at + ITEM_WINNERS] = winners
        if winners != 0:
            items[at + ITEM_POINTS] = worth(game, region, True, lowest(winners))
            if game.recorder is not None:
                game.recorder.note(game, number, region, True)


def sort_items(game: Engine, first: i64) -> None:
    """By kind of segment, otherwise as found."""
    items = game.items
    for number in range(first + 1, game.item_count):
        here = number
        while here > first and items[here * ITEM] < items[(here - 1) * ITEM]:
            for field in range(ITEM):
                a, b = here * ITEM + field, (here - 1) * ITEM + field
                items[a], items[b] = items[b], items[a]
            if game.recorder is not None:
                game.recorder.swap_notes(here, here - 1)
            here -= 1


def order_asked(game: Engine, first: i64) -> bool:
    paying: i64 = 0
    for number in range(first, game.item_count):
        if item(game, number, ITEM_WINNERS) != 0:
            paying += 1
    if paying < 2:
        return False
    return any_order(game)


def book(game: Engine, number: i64) -> None:
    """Give the points of an item to its winners, none of whom has a choice to make."""
    items = game.items
    at = number * ITEM
    items[at + ITEM_BOOKED] = 1
    winners, points = items[at + ITEM_WINNERS], items[at + ITEM_POINTS]
    seat = game.seat
    for paid in range(game.rules.seats):
        if (winners >> seat) & 1 != 0:
            award(game, seat, points, number)
        seat = game.next_seat(seat)


def book_items(game: Engine) -> None:
    """The task that books items one by one, asking for their order and for the figure that advances.

    Arguments: the item being booked (-1: choose the next), the next seat to pay (-1: none yet), seats looked at.
    """
    while True:
        number = game.arg(0)
        if number < 0:
            if not choose_item(game):
                return
            number = game.arg(0)
        if game.arg(1) < 0:
            game.set_arg(1, game.seat)
            game.set_arg(2, 0)
        while game.arg(2) < game.rules.seats:
            seat = game.arg(1)
            game.set_arg(1, game.next_seat(seat))
            game.set_arg(2, game.arg(2) + 1)
            if (item(game, number, ITEM_WINNERS) >> seat) & 1 != 0:
                depth = game.depth
                award(game, seat, item(game, number, ITEM_POINTS), number)
                if game.depth != depth:
                    return
        items = game.items
        items[number * ITEM + ITEM_BOOKED] = 1
        game.set_arg(0, -1)
        game.set_arg(1, -1)


def choose_item(game: Engine) -> bool:
    """Find or ask for the next item; False if the task ended or asked."""
    out = game.choices
    out.clear()
    list_items(game, out)
    if out.count == 0:
        game.pop()
        return False
    if out.count == 1 or not any_order(game):
        game.set_arg(0, out.items[0])
        return True
    game.listed = True
    game.asked = game.seat
    return False


def any_order(game: Engine) -> bool:
    for module in game.rules.on_order:
        if module.order_matters(game):
            return True
    return False


def list_items(game: Engine, out: Options) -> None:
    """Items not booked yet that pay somebody; a recall comes before all others."""
    for number in range(game.item_base, game.item_count):
        if item(game, number, ITEM_BOOKED) == 0 and item(game, number, ITEM_WINNERS) != 0:
            out.add(number)
            if item(game, number, ITEM_KIND) == RECALL:
                return


def award(game: Engine, seat: i64, points: i64, note: i64) -> None:
    """Points for a seat; a module may ask which scoring figure takes them. ``note``: what the recorder knows of
    it.
    """
    if points == 0:
        game.spend()
        if game.recorder is not None:
            game.recorder.points(game, seat, 0, 0, note)
        return
    for module in game.rules.on_award_figure:
        figure = module.award_figure(game, seat, points, note)
        if figure >= 0:
            move_forward(game, seat, figure, points, note)
        return
    move_forward(game, seat, 0, points, note)


def move_forward(game: Engine, seat: i64, figure: i64, points: i64, note: i64) -> None:
    game.spend()
    totals = game.points
    start = totals[seat * 2 + figure]
    totals[seat * 2 + figure] = start + points
    if game.recorder is not None:
        game.recorder.points(game, seat, figure, points, note)
    if len(game.rules.on_phase_over) > 0 or len(game.rules.on_award_figure) > 0:
        log_advance(game, seat, figure, start, points)


def log_advance(game: Engine, seat: i64, figure: i64, start: i64, points: i64) -> None:
    at = game.phase_count * ADVANCE
    if at + ADVANCE > len(game.phase_log):
        game.phase_log = grown(game.phase_log, 2 * (at + ADVANCE), 0)
    log = game.phase_log
    log[at] = seat
    log[at + 1] = figure
    log[at + 2] = start
    log[at + 3] = points
    log[at + 4] = game.stolen
    game.phase_count += 1


def advance_of(game: Engine, number: i64, field: i64) -> i64:
    """What the log says of an advance of the present scoring phase."""
    return game.phase_log[number * ADVANCE + field]


def pay(game: Engine, seat: i64, points: i64, source: str, clause: str, node: i64) -> None:
    """Points outside step 3, as a scoring phase of their own."""
    game.phase_count = 0
    game.push(0, PHASE, 0, 0, 0)
    remark(game, -1, source, clause, node)
    award(game, seat, points, -1)


def end_phase(game: Engine) -> None:
    """The task that lets modules act, one after the other, when a scoring phase is over."""
    number = game.arg(0)
    if number == len(game.rules.on_phase_over):
        game.pop()
        return
    game.set_arg(0, number + 1)
    game.rules.on_phase_over[number].phase_over(game)


def take_points(game: Engine, seat: i64, figure: i64, points: i64, source: str, clause: str) -> None:
    """A player pays: his scoring figure moves back, which is no advance."""
    game.spend()
    totals = game.points
    totals[seat * 2 + figure] -= points
    if game.recorder is not None:
        game.recorder.remark(game, -1, source, clause, -1)
        game.recorder.points(game, seat, figure, -points, -1)


def score_of(game: Engine, seat: i64) -> i64:
    return game.points[seat * 2] + game.points[seat * 2 + 1]


def return_figures(game: Engine) -> None:
    """After the scoring the figures of completed regions go home, and the regions are done."""
    for number in range(game.item_base, game.item_count):
        if item(game, number, ITEM_KIND) >= 0:
            go_home(game, game.regions.region[item(game, number, ITEM_NODE)], number)


def go_home(game: Engine, region: i64, item: i64) -> None:
    if game.regions.strength[region] != 0:
        sweep(game, region, item)
    done = game.regions.done
    done[region] = 1


def wind_up(game: Engine) -> None:
    """What is left of a scoring under way, nobody being asked: whoever has won is paid once, and the figures go home."""
    for number in range(game.item_base, game.item_count):
        winners = unpaid(game, number)
        for seat in range(game.rules.seats):
            if (winners >> seat) & 1 != 0:
                move_forward(game, seat, 0, item(game, number, ITEM_POINTS), number)
        if item(game, number, ITEM_KIND) >= 0:
            region = game.regions.region[item(game, number, ITEM_NODE)]
            if game.regions.done[region] == 0:
                go_home(game, region, number)


def unpaid(game: Engine, number: i64) -> i64:
    """A bit for each winner of an item who has not got its points yet."""
    if item(game, number, ITEM_BOOKED) != 0:
        return 0
    winners = item(game, number, ITEM_WINNERS)
    for depth in range(game.depth):
        at = depth * FRAME
        if game.stack[at] == 0 and game.stack[at + 1] == BOOKING and game.stack[at + 2] == number:
            paid = game.stack[at + 4]
            if depth < game.depth - 1:  # the last one is being asked which figure advances
                paid -= 1
            seat = game.seat
            for turn in range(paid):
                winners &= ~bit(seat)
                seat = game.next_seat(seat)
    return winners


def sweep(game: Engine, region: i64, item: i64) -> None:
    """Send home every figure of a region whose seat has strength in it, unless a module lets it stay."""
    rules = game.rules
    place, names = game.figures.place, game.regions.region
    packed = game.regions.strength[region]
    for seat in range(rules.seats):
        if (packed >> (8 * seat)) & 255 != 0:
            for figure in range(rules.seat_first[seat], rules.seat_first[seat + 1]):
                node = place[figure]
                if node >= 0 and node < AREA and names[node] == region:
                    if item < 0 or len(rules.on_stays) == 0 or not staying(game, figure, item):
                        game.leave(figure)
                        if rules.rests and item >= 0:
                            place[figure] = area(RESTING, 0)
                        else:
                            game.figures.put_back(figure)


def staying(game: Engine, figure: i64, item: i64) -> bool:
    for module in game.rules.on_stays:
        if module.stays(game, figure, item):
            return True
    return False


def score_standing(game: Engine, kind: i64) -> None:
    """Final scoring of every region of a kind that has followers in it; they are taken off afterwards."""
    regions, place = game.regions, game.figures.place
    for figure in range(game.rules.seat_first[game.rules.seats]):
        node = place[figure]
        if node < 0 or node >= AREA or regions.kind(node) != kind:
            continue
        region = regions.region[node]
        settle(game, region, majority(game, region))


def settle(game: Engine, region: i64, winners: i64) -> None:
    """Final scoring of one region for these seats; its figures are taken off."""
    reward(game, region, winners)
    sweep(game, region, -1)


def reward(game: Engine, region: i64, winners: i64) -> None:
    """Final points of one region for these seats."""
    for seat in range(game.rules.seats):
        if (winners >> seat) & 1 != 0:
            points = worth(game, region, False, seat)
            if game.recorder is not None:
                game.recorder.note(game, -1, region, False)
            score_at_end(game, seat, points)


def remark(game: Engine, number: i64, source: str, clause: str, node: i64) -> None:
    """Say why the next points (-1), or those of an item, are given."""
    if game.recorder is not None:
        game.recorder.remark(game, number, source, clause, node)


def score_at_end(game: Engine, seat: i64, points: i64) -> None:
    """Points of the final scoring: nobody chooses, nobody listens."""
    game.spend()
    totals = game.points
    totals[seat * 2] += points
    if game.recorder is not None:
        game.recorder.points(game, seat, 0, points, -1)


def lowest(mask: i64) -> i64:
    """Number of the lowest bit; of none, one that is no bit."""
    number: i64 = 0
    while mask & 1 == 0 and number < 63:
        mask >>= 1
        number += 1
    return number
