"""How much of a board may be shown while its round is played: no tile that a player of the same bag does not know yet.

Whoever plays can look on without being known. So a board is shown to everybody only as far as the table that is furthest
behind has got: its players have laid those tiles, and learn nothing from where others laid them.
"""

from __future__ import annotations

from collections import OrderedDict

from bastida.server.club.tournaments.kept import Round, Tournament
from bastida.server.runtime.live import Live
from bastida.server.table.dealing import OrderedDealer
from bastida.server.table.state import Table

FRESH = 2.0  # seconds for which an answer is given again
KEPT = 200


class Curtain:
    """How many tiles of a bag may be shown."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.kept: OrderedDict[str, tuple[float, int | None]] = OrderedDict()

    async def tiles(self, found: Tournament, playing: Round, game: int) -> int | None:
        """As many as everybody who has them before him has laid; None: all of them are over."""
        code, now = playing.bags[game], self.live.now()
        if code in self.kept and now - self.kept[code][0] < FRESH:
            return self.kept[code][1]
        most: int | None = None
        for match in playing.matches:
            if match.bye or (match.forfeit and match.tables[game] is None):
                continue
            name = match.tables[game]
            at = found.at.get(name or "")
            if at is not None and at.over:
                continue
            count = 0
            if name is not None and at is not None and not at.faulty:
                async with self.live.entered(name) as (_, table):
                    count = laid(table)
            most = count if most is None else min(most, count)
        self.kept[code] = now, most
        self.kept.move_to_end(code)
        while len(self.kept) > KEPT:
            self.kept.popitem(last=False)
        return most


def laid(table: Table) -> int:
    """Tiles of the shared order that were drawn and laid at a table."""
    bag, count, last = _bag(table), 0, ""
    for step in table.game.steps:
        if step.kind == "draw":
            last = step.text
        elif step.kind == "tile" and last in bag:
            count, last = count + 1, ""
    return count


def step_before(table: Table, most: int) -> int:
    """The step of a table up to which not more than so many tiles of the shared order were drawn."""
    bag, drawn = _bag(table), 0
    for number, step in enumerate(table.game.steps):
        if step.kind == "draw" and step.text in bag:
            drawn += 1
            if drawn > most:
                return number
    return len(table.game.steps)


def _bag(table: Table) -> frozenset[str]:
    dealer = table.dealer
    return frozenset(dealer.places) if isinstance(dealer, OrderedDealer) else frozenset()
