"""Trees that grow side by side, each in a process of its own where processes can be forked."""

from __future__ import annotations

import json
import mmap
import os
from typing import Final

from bastida.kernel.engine import Engine
from bastida.kernel.native import i64
from bastida.players.growth import Growth
from bastida.players.tree import Orders

HALF: Final = 15485863  # between their seeds


def grow_beside(growth: Growth, game: Engine, seed: i64, nodes: i64, halves: i64) -> None:
    """Grow a tree that was just planted, and others like it with seeds of their own; add their results to it.

    Elsewhere they come one after the other. The answer is the same, for each is a tree by itself.
    """
    settings, view = growth.settings, growth.opening.view
    children: list[tuple[int, int]] = []
    if hasattr(os, "fork"):
        growth.halt = mmap.mmap(-1, 1)
        for half in range(1, halves):
            reading, writing = os.pipe()
            child = os.fork()
            if child == 0:
                growth.go_on(game, Orders(game, seed + half * HALF, settings.orders), nodes)
                with os.fdopen(writing, "w") as out:
                    json.dump(results(growth), out)
                os._exit(0)
            os.close(writing)
            children.append((child, reading))
    found: list[list[float]] = []
    for half in range(len(children) + 1, halves):
        other = Growth(game, view, settings, growth.player)
        other.go_on(game, Orders(game, seed + half * HALF, settings.orders), nodes)
        found.append(results(other))
    growth.go_on(game, Orders(game, seed, settings.orders), nodes)
    if growth.halt is not None and not growth.in_time():
        growth.halt[0] = 1  # the others do not hear of a deadline that was moved
    for child, reading in children:
        with os.fdopen(reading) as into:
            text = into.read()
        os.waitpid(child, 0)
        if text:
            found.append([float(number) for number in json.loads(text)])
    growth.halt = None
    for one in found:
        add(growth, one)


def results(growth: Growth) -> list[float]:
    """Nodes looked at; of every answer at the root, its visits and for each seat its total and that of its squares."""
    tree = growth.tree
    found = [float(growth.opening.seen)]
    at = tree.child[0]
    while at >= 0:
        found.append(float(tree.visits[at]))
        for seat in range(tree.seats):
            found.append(tree.total[at * tree.seats + seat])
            found.append(tree.squares[at * tree.seats + seat])
        at = tree.sibling[at]
    return found


def add(growth: Growth, found: list[float]) -> None:
    """Add the results of another tree to this one."""
    tree = growth.tree
    growth.opening.seen += int(found[0])
    number = 1
    at = tree.child[0]
    while at >= 0:
        tree.visits[at] += int(found[number])
        tree.visits[0] += int(found[number])
        for seat in range(tree.seats):
            tree.total[at * tree.seats + seat] += found[number + 1 + 2 * seat]
            tree.total[seat] += found[number + 1 + 2 * seat]
            tree.squares[at * tree.seats + seat] += found[number + 2 + 2 * seat]
        number += 1 + 2 * tree.seats
        at = tree.sibling[at]
