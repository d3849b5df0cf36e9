"""Numbers with a meaning: who is asked, steps, tasks, rights, items, causes."""

from typing import Final

# Who is asked, besides the seats.
NOBODY: Final = -1  # nobody yet: the loop goes on
DEALER: Final = -2
OVER: Final = -3

# Steps of a run that the kernel takes itself.
OP_DRAW: Final = 1
OP_PLACE: Final = 2
OP_FIGURE: Final = 3
OP_SCORE: Final = 4
OP_RETURN: Final = 5
OP_END: Final = 6
OP_PHASE: Final = 7

# Steps of a run that are taken, a bit each.
EVERY_STEP: Final = -1
UNKNOWN: Final = 0  # not worked out yet

# Tasks of the kernel.
FRAME: Final = 8
RUN: Final = 1
FINAL: Final = 2
SETUP: Final = 3
BOOKING: Final = 4
PHASE: Final = 5

# What a run may do.
FREELY: Final = 0
ONLY_ITS_TILE: Final = 1  # figures go on the new tile and nowhere else
NO_FIGURE: Final = 2  # its figure is fixed: nothing may be chosen
TAKING_BACK: Final = 3  # nothing more is put down, but what stands may be taken back

# An item: one thing scored in the run.
ITEM: Final = 5
ITEM_KIND: Final = 0  # kind of segment, or RECALL
ITEM_NODE: Final = 1
ITEM_POINTS: Final = 2
ITEM_WINNERS: Final = 3  # a bit per seat
ITEM_BOOKED: Final = 4
RECALL: Final = -1

# Why a figure left its place.
BY_OWNER: Final = 1
BY_CAPTURE: Final = 2
BY_EFFECT: Final = 3

# An advance, as the log of a scoring phase keeps it.
ADVANCE: Final = 5
ADVANCE_SEAT: Final = 0
ADVANCE_FIGURE: Final = 1
ADVANCE_START: Final = 2  # the total it started from
ADVANCE_POINTS: Final = 3
ADVANCE_STOLEN: Final = 4

BLOCKER: Final = 1 << 48  # in a region's strength: one piece that bars without counting

# What one answer may take at most, and what may grow. The most steps seen in 3,000 random games with everything were 49,
# the most answers of a game 728, the most options 376.
MOST_STEPS: Final = 20_000
MOST_ROOM: Final = 1 << 20  # numbers in a column that grows: tasks, items, touched nodes, advances, options
MOST_ANSWERS: Final = 50_000  # of a game that is played at random to its end

STOCK: Final = -1
HAND: Final = -2
SAVED: Final = 10
