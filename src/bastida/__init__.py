"""Bastida: the Carcassonne family of games, exactly by the book.

>>> import bastida
>>> game = bastida.new_game("plus", players=["Ana", "Luis"], seed=7)
>>> game.decision.kind
'tile'
"""

from __future__ import annotations

import os
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence

from bastida.kernel.answers import (
    Cell,
    Line,
    Nothing,
    Option,
    Pile,
    Refusal,
    Scorer,
    Seat,
    Segment,
    Space,
    Standing,
    Target,
    Tile,
)
from bastida.kernel.expansion import ExpansionError
from bastida.kernel.native import COMPILED
from bastida.record import PositionError, Record, RecordError, from_position, load, load_many, position, position_hash, save
from bastida.table.dealer import Dealer, Event, SecretDealer, SeededDealer, StackedDealer
from bastida.table.features import Feature
from bastida.table.game import Decision, Game, GameOver, IllegalOption, Step
from bastida.table.player import Player
from bastida.table.setup import Setup, SetupError, add_expansion, make_setup, presets
from bastida.table.stacked import StackedDeal

if typing.TYPE_CHECKING:
    from bastida.analysis import Outlooks, Review, Spread

__version__ = "0.1.0"
__all__ = [
    "COMPILED",
    "Cell",
    "Decision",
    "ExpansionError",
    "Feature",
    "Game",
    "GameOver",
    "IllegalOption",
    "Line",
    "Nothing",
    "Option",
    "Pile",
    "Player",
    "PositionError",
    "Record",
    "RecordError",
    "Refusal",
    "Scorer",
    "Seat",
    "Segment",
    "Setup",
    "SetupError",
    "Space",
    "StackedDeal",
    "Standing",
    "Step",
    "Target",
    "Tile",
    "add_expansion",
    "analyse",
    "from_position",
    "load",
    "load_many",
    "new_game",
    "position",
    "position_hash",
    "presets",
    "review",
    "save",
]


def new_game(
    game: str | Setup = "plus",
    *,
    sets: Iterable[str] = (),
    elements: Iterable[str] | None = None,
    without: Iterable[str] = (),
    players: int | Sequence[str] = 2,
    colours: Sequence[str] | None = None,
    first: int | str = 0,
    switches: Mapping[str, str] | None = None,
    seed: int | str | None = None,
    draws: Iterable[str] | None = None,
    rolls: Iterable[int | str] | None = None,
    study: bool = False,
    start: bool = True,
) -> Game:
    """A new game of a preset or edition (or of a Setup), dealt from a seed, or freshly mixed without one.

    ``switches`` settles doubts of the rulebooks otherwise than usual, such as ``{"returned": "at once"}`` with the hunters;
    ``bastida rulings`` lists them. ``first`` is the seat that begins, or "random". ``draws`` stacks the bag and ``rolls``
    loads the die, from the first event on. A ``study`` deals nothing by itself: tiles are named with ``play`` before they
    are laid, any tile as often as wanted, for whoever ``turn_to`` says; with ``start=False`` it begins with an empty table,
    and the first tile goes to any cell.

    >>> game = bastida.new_game("plus", sets=["river", "inns"], without=["farmers"], players=["Ana", "Luis"], seed=7)
    >>> game
    <Game plus, turn 1: Ana 0, Luis 0; tile for Ana>
    """
    setup = game
    if first == "random":  # BASE-R21
        number = len(setup.players) if isinstance(setup, Setup) else players if isinstance(players, int) else len(players)
        first = (SecretDealer() if seed is None else SeededDealer(f"{seed}/first")).choose(
            Event(0, "first", 0, [str(seat) for seat in range(number)], [1] * number)
        )
    if isinstance(setup, str):
        setup = make_setup(
            setup,
            sets=sets,
            elements=elements,
            without=without,
            players=players,
            colours=colours,
            first=int(first),
            switches=switches,
            study=study,
            start=start,
        )
    dealer: Dealer = SecretDealer() if seed is None else SeededDealer(seed)
    if draws is not None or rolls is not None:
        dealer = StackedDealer(draws or (), rolls or (), dealer)
    return Game(setup, None if setup.study else dealer)


def analyse(
    game: Game,
    *,
    nodes: int | None = None,
    time: float | None = None,
    lines: int = 3,
    seed: int = 0,
    progress: Callable[[Outlooks], None] | None = None,
) -> Outlooks:
    """The best answers to the present question, with the points and the chances of winning expected of each.

    The search looks at ``nodes`` positions, or thinks for ``time`` seconds. docs/analysis.md says what the numbers mean.

    >>> game = bastida.new_game("plus", draws=["E"], seed=7)
    >>> [line.option for line in bastida.analyse(game, nodes=50, lines=1).lines]
    ['0,-1 r2']
    """
    from bastida import analysis  # stands above this module, and is loaded when it is wanted

    return analysis.analyse(game, nodes=nodes, time=time, lines=lines, seed=seed, progress=progress)


def review(
    game: Record | Game,
    *,
    budget: str = "quick",
    nodes: int | None = None,
    seed: int = 0,
    jobs: int = 1,
    spread: Spread | None = None,
    resume: str | os.PathLike[str] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Every answer of a game compared with the best one, and every event of chance with what it might have brought.

    ``budget`` is quick, normal or deep. ``jobs`` processes share the work, or Ray does it if ``spread`` is
    ``bastida.arena.spread.ray_cluster(address)``; ``resume`` is a file from which an interrupted review goes on;
    ``progress`` is told how much is done, of how much. docs/analysis.md says what the numbers mean.
    """
    from bastida import analysis

    return analysis.review(
        game, budget=budget, nodes=nodes, seed=seed, jobs=jobs, spread=spread, resume=resume, progress=progress
    )
