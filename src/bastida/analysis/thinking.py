"""The best answers to one question, with what is expected of each; also while the search is still at it."""

from __future__ import annotations

import threading
import time as clock
from collections.abc import Callable, Iterator
from typing import Final

from bastida.analysis.model import Line, Outlooks
from bastida.analysis.reviewing import AnalysisError
from bastida.analysis.stretch import in_notation
from bastida.analysis.valuing import Budget, Valuer
from bastida.kernel.engine import Engine
from bastida.language.refused import why
from bastida.players.player import Outlook, Player
from bastida.players.registry import Timed, hurry
from bastida.players.search import SearchPlayer
from bastida.table.game import Game

USUAL: Final = 20_000  # positions, if neither positions nor seconds are given
MOST: Final = 10_000_000  # positions that fit into memory: the end of any thinking
LONGEST: Final = 3600.0  # seconds
EVERY: Final = 0.5  # seconds between two reports


def analyse(
    game: Game,
    *,
    nodes: int | None = None,
    time: float | None = None,
    lines: int = 3,
    seed: int = 0,
    progress: Callable[[Outlooks], None] | None = None,
) -> Outlooks:
    """The best answers to the present question: as many ``lines``, the best first.

    The search looks at ``nodes`` positions, or thinks for ``time`` seconds, or whichever ends first. ``progress`` is told twice
    a second what it expects so far. It knows what is still to be drawn, never in which order: a position, a seed and a number
    of positions always give the same.

    >>> game = bastida.new_game("plus", draws=["E"], seed=7)
    >>> found = bastida.analyse(game, nodes=50, lines=2)
    >>> found.kind, found.options, len(found.lines)
    ('tile', 4, 2)
    """
    if nodes is not None and not 1 <= nodes <= MOST:
        raise AnalysisError(why("analysis.nodes", number=nodes, most=MOST))
    if time is not None and not 0.0 < time <= LONGEST:
        raise AnalysisError(why("analysis.seconds", value=f"{time:g}", most=f"{LONGEST:g}"))
    check_question(game)
    if nodes is None:
        nodes = USUAL if time is None else MOST
    player = SearchPlayer("analysis", nodes)
    if time is not None:
        player.deadline = clock.monotonic() + time
    if progress is None:
        player.choose(game.engine.copy(), seed)
    else:
        for so_far in while_thinking(player, game.engine, seed):
            progress(told(game, so_far, lines, int(player.seen)))
    return told(game, player.outlooks(), lines, int(player.seen))


def check_question(game: Game) -> None:
    """A position that asks a player, in a game that is dealt."""
    if game.setup.study:
        raise AnalysisError(why("analysis.study"))
    if game.decision is None or game.decision.seat is None:
        raise AnalysisError(why("analysis.nobody_asked"))


def told(game: Game, outlooks: list[Outlook], lines: int, nodes: int) -> Outlooks:
    """What a search expects, in notation."""
    valuer = Valuer(game.setup, Budget(1), 0)
    engine = game.engine
    asked = game.decision
    assert asked is not None
    assert asked.seat is not None
    options = game.options()
    if not outlooks:  # there is nothing to choose
        outlooks = [Outlook(options[0].number, valuer.margins(engine), 0, 0.0, [options[0].number])]
    found = []
    for one in outlooks[: max(1, lines)]:
        line = in_notation(game, engine, [int(number) for number in one.line])
        margins = [float(margin) for margin in one.margins]
        wins = valuer.chances_of(engine, margins)
        found.append(Line(line[0], margins, wins, float(one.spread), int(one.visits), line))
    return Outlooks(asked.seat, asked.player, asked.kind, len(options), nodes, found)


class _Thinker(threading.Thread):
    """A search at work beside the one who waits for it."""

    def __init__(self, player: Player, engine: Engine, seed: int) -> None:
        super().__init__(daemon=True)
        self.player, self.engine, self.seed = player, engine.copy(), seed
        self.fault: BaseException | None = None

    def run(self) -> None:
        try:
            self.player.choose(self.engine, self.seed)
        except BaseException as fault:
            self.fault = fault


def searcher(player: Player) -> SearchPlayer | None:
    """The search that a player is, if it is one."""
    inner = player.player if isinstance(player, Timed) else player
    return inner if isinstance(inner, SearchPlayer) else None


def while_thinking(player: Player, engine: Engine, seed: int, every: float = EVERY) -> Iterator[list[Outlook]]:
    """What a search expects, now and then, until it has its answer. Values may lag by one pass of the search."""
    search = searcher(player)
    assert search is not None
    thinker = _Thinker(player, engine, seed)
    thinker.start()
    try:
        while thinker.is_alive():
            thinker.join(every)
            outlooks = search.outlooks() if thinker.is_alive() else []
            if any(one.visits for one in outlooks):
                yield outlooks
    finally:
        while thinker.is_alive():  # whoever listened has left, or was interrupted
            hurry(player)
            thinker.join(every)
    if thinker.fault is not None:
        raise thinker.fault
