"""Opponents with a habit, to measure against besides the reference opponents: R4 with other numbers, frozen like it.

Each does one thing more than is good for it, so that whoever never meets that thing in games against itself meets it here.
The raider of ``ranking.py`` is one of them: it invades.
"""

from __future__ import annotations

from typing import final

from bastida.kernel.engine import Engine
from bastida.kernel.native import i64
from bastida.kernel.rules import Rules
from bastida.players.appraiser import JOINABLE, Appraiser
from bastida.players.ranking import ground


@final
class Farmer(Appraiser):
    """Goes into fields at half their price, for the cities that may be closed too, and joins those of others."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.field_price = 0.5
        self.fed = 2.0  # for a city beside a field that is certain to be closed
        self.city: i64 = -1  # the kind of segment that fields feed

    def learn(self, rules: Rules) -> None:
        super().learn(rules)
        self.city = rules.segment_names.index("city") if "city" in rules.segment_names else -1

    def worth_of_field(self, game: Engine, region: i64, now: float) -> float:
        """With the open cities beside it, as likely as they are closed."""
        regions, rules = game.regions, game.rules
        cities: list[i64] = []
        node = region
        while True:
            touched = rules.seg_touch[regions.row[node]]
            other = regions.first[node]
            while touched != 0:
                city = regions.region[other]
                if touched & 1 != 0 and regions.kind(other) == self.city and regions.ends(city) != 0 and city not in cities:
                    cities.append(city)
                touched >>= 1
                other += 1
            node = regions.next[node]
            if node == region:
                break
        for city in cities:
            now += self.fed * self.chance_of(game, city)
        return now

    def joins(self, game: Engine) -> float:
        """Fields with farmers too."""
        board, regions = game.board, game.regions
        total = super().joins(game)
        for opening in range(board.opens):
            if self.filled[opening] >= JOINABLE:
                for side in range(4):
                    following = (side + 1) & 3
                    slot = board.at[board.beyond(board.open_cell[opening], side)] - 1
                    other = board.at[board.beyond(board.open_cell[opening], following)] - 1
                    if slot >= 0 and other >= 0:
                        a, b = ground(game, slot, (side + 2) & 3, True), ground(game, other, (following + 2) & 3, False)
                        if a >= 0 and b >= 0:
                            a, b = regions.region[a], regions.region[b]
                            if a != b and regions.strength[a] != 0 and regions.strength[b] != 0:
                                total += self.joined(game, a, b, self.filled[opening])
        return total


@final
class Blocker(Appraiser):
    """Spoils the cities of others: they count double, and a rival's stuck follower as much as one of its own."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.rival_city = 2.0
        self.rival_stuck = 1.0


@final
class Hoarder(Appraiser):
    """Parts with a follower only for something sure: ten times its worth in hand, and features at twice their price."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.in_hand = 1.5
        self.empty = 12.0
        self.lock_up = 2.0
