"""Positions in one line: everything that matters for what can still happen, and nothing of how it came about.

    position 1 | game carcassonne plus | elements farmers | seats red blue | first red | turn 2 1 blue | asks blue | ...

Sections are separated by `` | `` and made of words; docs/record.md lists them. Records hold hashes of this text.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Final

from bastida.kernel.engine import Engine
from bastida.language.refused import why
from bastida.record.describing import Sections, describe
from bastida.record.errors import MAX_POSITION, PositionError, quoted
from bastida.record.placing import asked, place, recall_notes, setup_from
from bastida.table.dealer import Dealer, SeededDealer
from bastida.table.game import Game
from bastida.table.setup import Setup

VERSION: Final = "1"
BAR: Final = " | "
HASH: Final = "p1"  # the kind of hash that is written
RETIRED: Final[frozenset[str]] = frozenset()  # kinds that older records have and nobody computes any more
IN_ORDER: Final = ("tiles", "seats", "tasks", "log", "turn", "game")  # sections whose words stand in a certain order


def position(game: Game) -> str:
    """The position of a game in one line, the same for everybody: it holds nothing of what is still to be drawn.

    >>> game = bastida.new_game("plus", seed=7)
    >>> bastida.position(game)[:40]
    'position 1 | game carcassonne plus | ele'
    """
    return written(describe(game.setup, game.engine))


def from_position(
    text: str,
    *,
    players: Sequence[str] | None = None,
    seed: int | str | None = None,
    dealer: Dealer | None = None,
) -> Game:
    """A game that stands at a position, to be played on from there.

    The players are called after their colours unless names are given. Chance is answered by the dealer or the seed;
    without either it waits to be answered with ``play``, like everybody else.

    >>> game = bastida.new_game("plus", seed=7)
    >>> again = bastida.from_position(bastida.position(game), seed=1)
    >>> again.tile == game.tile, again.options() == game.options()
    (True, True)
    """
    setup, engine = restored(text, tuple(players) if players is not None else None)
    game = Game(setup, None)
    adopt(game, engine)
    asked(game.options)  # what the answers mean is said by modules, too
    if seed is not None and dealer is None:
        dealer = SeededDealer(seed)
    if dealer is not None:
        deal_on(game, dealer)
    return game


def state_hash(setup: Setup, engine: Engine) -> str:
    """A short hash of the position."""
    sections = describe(setup, engine)
    sections.pop("expansions", None)  # a hash speaks of the table, not of versions
    text = written(sections)
    return f"{HASH} {blake2b(text.encode(), digest_size=8).hexdigest()}"


def position_hash(game: Game) -> int:
    """A number of 64 bits for the position as it matters for play: the same in every process, compiled or not.

    It knows no players, only seats, and nothing of what is still to be drawn. Ways to the same table have the same number, in
    whatever order tiles were laid and figures placed, unless a module's own numbers or a scoring under way go by that order.
    Another version of Bastida may number otherwise: what is kept has ``bastida.record.state_hash``.
    """
    return game.engine.position_hash()


def written(sections: Sections) -> str:
    return BAR.join(" ".join([key, *words]) for key, words in sections.items())


def restored(text: str, players: tuple[str, ...] | None = None) -> tuple[Setup, Engine]:
    """Set-up and engine of a position string."""
    sections = sections_of(text)
    setup = setup_from(sections, players)
    engine = place(setup, sections)
    _compare(sections, describe(setup, engine))
    return setup, engine


def sections_of(text: str) -> Sections:
    """The sections of a position as they are written; what their words say is looked at elsewhere."""
    if len(text) > MAX_POSITION:
        raise PositionError("", why("position.too_long", number=MAX_POSITION))
    if not text.isprintable():
        raise PositionError("", why("position.unprintable"), why("position.one_line"))
    sections: Sections = {}
    for part in text.split(BAR):
        key, *words = part.split(" ")
        if not key or not words or not all(words):
            raise PositionError("", why("position.no_section", value=quoted(part)), why("position.a_section"))
        if key in sections:
            raise PositionError(key, why("position.section_twice"), why("position.once"))
        sections[key] = words
    if next(iter(sections)) != "position":
        raise PositionError("", why("position.no_title", value=quoted(text)), f"position {VERSION}")
    if sections["position"] != [VERSION]:
        shown = quoted(" ".join(sections["position"]))
        raise PositionError("position", why("position.version", number=shown, known=VERSION), VERSION)
    return sections


def _compare(said: Sections, found: Sections) -> None:
    """Nothing of what was said may be lost: the engine must describe itself with the same words."""
    for key in (*said, *found):
        here, there = said.get(key, []), found.get(key, [])
        if key == "expansions":  # another version of one reads it as well as it can
            here, there = [[word.partition("=")[0] for word in words] for words in (here, there)]
        if here != there and (key in IN_ORDER or sorted(here) != sorted(there)):
            wrong = next((word for word in here if word not in there), key)
            raise PositionError(key, why("position.disagrees", value=quoted(wrong)), quoted(" ".join(there)))


def adopt(game: Game, engine: Engine) -> None:
    """Let a game stand at an engine's position; going back ends there."""
    game.stand_at(engine)
    recall_notes(engine)
    game.stand_at(engine)


def deal_on(game: Game, dealer: Dealer) -> None:
    """Give a game a dealer, who answers at once if it is his turn."""
    game.dealer = dealer
    game.deal()
