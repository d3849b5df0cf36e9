"""Who deals at a table: fresh randomness, or for duplicate play one order of tiles that many tables share.

The order of a duplicate follows from a seed whose hash is published when the duplicate is made; the seed itself is shown
when all its tables are over, so that everybody can check that nothing was changed.
"""

from __future__ import annotations

import base64
import hmac
import random
from hashlib import sha256

from bastida.server.http.seat_tokens import BYTES
from bastida.table.dealer import Dealer, Event, SecretDealer
from bastida.table.setup import Setup, played_tiles


class OrderedDealer:
    """Tiles come in the order of a shuffled bag, whatever else happens between two draws.

    Dealers keep no account: how many copies of a tile are gone is told by how many are left.
    """

    def __init__(self, setup: Setup, seed: str) -> None:
        self.seed = seed
        bag = played_tiles(setup.games, setup.games.editions[setup.edition], setup.sets)
        order = [tile.id for tile, copies in bag for _ in range(copies)]
        random.Random(f"{seed}/order").shuffle(order)
        self.places: dict[str, list[int]] = {}
        for place, tile in enumerate(order):
            self.places.setdefault(tile, []).append(place)

    def choose(self, event: Event) -> int:
        names = [str(outcome) for outcome in event.outcomes]
        if event.kind == "draw" and all(name in self.places for name in names):
            nexts = [self._next(name, left) for name, left in zip(names, event.weights, strict=True)]
            return nexts.index(min(nexts))
        return event.at(random.Random(f"{self.seed}/{event.kind}/{event.nth}").random())

    def _next(self, tile: str, left: int) -> int:
        """The place in the order of the next copy of a tile of which so many are left."""
        places = self.places[tile]
        return places[max(0, len(places) - left)]


def dealer_for(setup: Setup, seed: str | None) -> Dealer:
    return SecretDealer() if seed is None else OrderedDealer(setup, seed)


def commitment(seed: str) -> str:
    """What is published of a seed before the games: its SHA-256."""
    return sha256(seed.encode()).hexdigest()


def watch_token(seed: str, table: str) -> str:
    """The token of a table's link for spectators: it follows from the seed, which is public by then."""
    made = hmac.digest(seed.encode(), table.encode(), "sha256")
    return base64.urlsafe_b64encode(made[:BYTES]).decode()
