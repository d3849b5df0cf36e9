"""The answers to a question, as integers; the list is reused from question to question."""

from __future__ import annotations

from typing import Final, final

from bastida.kernel.native import column, grown, i64, vec

ACTORS: Final = 64  # an action is its number * ACTORS + the module that owns it; 0 is "pass"
PASS: Final = 0


def unpack_action(option: i64) -> tuple[i64, i64]:
    """The module that owns an action of the figure step, and its number there."""
    return option & (ACTORS - 1), option >> 6


def unpack_placement(option: i64) -> tuple[i64, i64]:
    """The cell on which a tile is laid, and its quarter turns."""
    return option >> 2, option & 3


@final
class Options:
    def __init__(self) -> None:
        self.items: vec[i64] = column(24, 0)
        self.count: i64 = 0

    def clear(self) -> None:
        self.count = 0

    def add(self, option: i64) -> None:
        count = self.count
        if count == len(self.items):
            self.items = grown(self.items, 2 * count, 0)
        items = self.items
        items[count] = option
        self.count = count + 1

    def add_action(self, module: i64, action: i64) -> None:
        self.add(action * ACTORS + module)

    def add_actions(self, module: i64, action: i64, step: i64, chosen: i64) -> None:
        """An action, and others so many numbers further each: those with a bit in ``chosen``."""
        option = action * ACTORS + module
        items, count = self.items, self.count
        while chosen > 0:
            if chosen & 1 != 0:
                if count == len(items):
                    items = grown(items, 2 * count, 0)
                    self.items = items
                items[count] = option
                count += 1
            chosen >>= 1
            option += step * ACTORS
        self.count = count

    def has(self, option: i64) -> bool:
        items = self.items
        for i in range(self.count):
            if items[i] == option:
                return True
        return False

    def numbers(self) -> list[int]:
        """As an ordinary list, for code outside the engine."""
        return [self.items[i] for i in range(self.count)]
