"""What a player in Python is to those who write one: a name, and a choice among the options of a game."""

from __future__ import annotations

from typing import Protocol

from bastida.kernel.answers import Option
from bastida.table.game import Game


class Player(Protocol):
    """A player of your own: any class with a name and a ``choose``.

    ``bastida play --computer mybot:Bot`` seats it, ``bastida arena mybot:Bot greedy`` lets it play matches, and
    ``mybot:Bot:nodes=500`` makes it with ``Bot(nodes=500)``. If it has an attribute ``seed``, that is set to a number before
    every question, so that chance of its own can be repeated; if it has a ``close``, that is called in the end.

    >>> class Hasty:
    ...     name = "Hasty"
    ...     def choose(self, game):
    ...         return game.options()[0]
    >>> game = bastida.new_game("plus", seed=7)
    >>> str(Hasty().choose(game))
    '1,0 r1'
    """

    name: str

    def choose(self, game: Game) -> Option | str:
        """One of ``game.options()``, or its notation, for the seat that is asked (``game.decision.seat``).

        The game is the player's own to try things on. Chance deals anew in it: what is still to come is not known to it.
        """
