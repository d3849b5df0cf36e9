"""Players of others at the tables: the host's list, and how a worker has them answer.

``players`` of the settings is the whole list, names and players with semicolons between: ``Ann=mybot:Ann;Fish=external:fish``.
A seat asks for a name of it and never for a player, so nobody but the host says what is run.
"""

from __future__ import annotations

from bastida.players.external import External
from bastida.players.foreign import Foreign
from bastida.players.player import Player
from bastida.players.registry import levels, make_player, of_others
from bastida.table.setup import Setup, make_setup

GAME = "plus"  # any: what a player is made for before there is a table
MOST = 40  # characters of a name, as of a player's


def guests_of(text: str) -> dict[str, str]:
    """The players of a list by the names they sit down under; ValueError if it is none."""
    found: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, _, player = (word.strip() for word in part.partition("="))
        if not player or not 0 < len(name) <= MOST or not name.isprintable() or name in found or name in levels():
            raise ValueError(part)
        if not of_others(player) or player.startswith("external:"):
            make_player(player, make_setup(GAME))  # starts nothing and loads nothing; says what is wrong with it
        found[name] = player
    return found


class Guests:
    """The players of a worker, which stay from one answer to the next: a program is started once, a net is loaded once."""

    def __init__(self) -> None:
        self.players: dict[str, Player] = {}
        self.own: dict[str, float] = {}  # seconds that the host gave to a program

    def player(self, spec: str, setup: Setup, seconds: float) -> Player:
        """The player, for a question of this set-up that it has so long for."""
        player = self.players.get(spec)
        if player is None:
            player = self.players[spec] = make_player(spec, setup)
            self.own[spec] = player.seconds if isinstance(player, External) else 0.0
        if isinstance(player, Foreign):
            player.setup = setup
        if isinstance(player, External):
            player.seconds = min(self.own[spec] or seconds, seconds)
        return player
