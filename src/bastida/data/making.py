"""Games played by computers for their data: every question with a choice becomes a row, every game a record.

Game number k is a function of the job and k alone, so it does not matter who plays which games, or when. Games are played in
small pieces, each kept in a file of its own as soon as it is there; whoever is interrupted plays only what is missing.
"""

from __future__ import annotations

import io
import json
import zlib
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any, Final

from bastida import __version__
from bastida.arena.bags import Bag
from bastida.arena.match import SEEDS, Match
from bastida.arena.spread import Spread
from bastida.data.folder import Folder
from bastida.data.seeing import VERSION as FEATURES
from bastida.data.shape import COLUMNS, VERSION, parquet, table
from bastida.kernel.chance import Rng
from bastida.kernel.codes import DEALER, OVER
from bastida.players.making import make_evaluator
from bastida.players.player import Player
from bastida.players.registry import make_player
from bastida.players.sight import Sight
from bastida.players.weights import read_weights
from bastida.record import Record
from bastida.table.game import Game

PIECE: Final = 10  # games
SQUEEZED: Final = "zstd"
PARTS: Final = 1_000_000  # of a share
OTHER: Final = 0x5BD1E995  # what is drawn here is not what a player draws from the same seed


@dataclass(frozen=True)
class Job:
    """Who plays what. Players change seats from game to game; ``explore`` is the share of answers that are any answer."""

    players: tuple[str, ...]
    game: str = "plus"
    sets: tuple[str, ...] = ()
    elements: tuple[str, ...] | None = None
    without: tuple[str, ...] = ()
    seed: int = 1
    switches: dict[str, str] = field(default_factory=dict, hash=False)
    explore: float = 0.0
    keep: float = 1.0  # of the positions, so many in one are kept, and the rest are only played

    def match(self) -> Match:
        """The match of which every game is one bag."""
        return Match(self.players, self.game, self.sets, self.elements, self.without, self.seed, self.switches)

    def about(self) -> dict[str, Any]:
        """What is kept of it in the folder, and must be the same when it is continued."""
        sight = sight_of(self.match())
        told = {
            "schema": VERSION,
            "version": __version__,
            "job": asdict(self),
            "features": FEATURES,
            "names": list(sight.names),
        }
        about: dict[str, Any] = json.loads(json.dumps(told))  # as it is read again: lists, no tuples
        return about


def make(
    job: Job,
    folder: Folder,
    games: int,
    spread: Spread,
    progress: Callable[[int, int], object] = lambda games, positions: None,
) -> None:
    """Play what is missing of so many games; ``progress`` is told how many games and positions there are."""
    match = job.match()
    for spec in match.players:
        make_player(spec, match.setup).close()  # a name that means nobody is refused here, not in some process
    about = job.about()
    folder.open(about)
    done = folder.games()
    progress(done, folder.positions())
    pieces = folder.missing(games, PIECE)
    played = spread(partial(play_piece, job, json.dumps(about).encode()), pieces)
    try:
        for first, end, rows, records in played:
            folder.keep(first, end, rows, records)
            done += end - first
            progress(done, folder.positions())
    finally:
        played.close()  # ends processes that are still at work
    folder.close()


def play_piece(job: Job, about: bytes, piece: tuple[int, int]) -> tuple[int, int, bytes, bytes]:
    """Some games: their numbers, their positions as Parquet, their records one after the other."""
    first, end = piece
    match = job.match()
    sight = sight_of(match)
    players = [make_player(spec, match.setup) for spec in match.players]
    rows: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    records = []
    try:
        for number in range(first, end):
            records.append(play(job, match, players, sight, number, rows))
    finally:
        for player in players:
            player.close()
    kept = io.BytesIO()
    parquet().write_table(table(rows, about), kept, compression=SQUEEZED)
    return first, end, kept.getvalue(), "".join(records).encode()


def sight_of(match: Match) -> Sight:
    return Sight(make_evaluator(match.setup.rules(), read_weights()))


def play(job: Job, match: Match, players: Sequence[Player], sight: Sight, number: int, rows: dict[str, list[Any]]) -> str:
    """One game: adds its rows, and returns its record."""
    count = len(players)
    rotation = number % count
    chance = Bag(f"{job.seed}/{number}")
    engine = match.setup.engine()
    answers: list[int] = []
    began = len(rows["game"])
    while engine.asked != OVER:
        if engine.asked == DEALER:
            answer = chance.choose(engine)
        else:
            seed = zlib.crc32(f"{job.seed}/{number}/{len(answers)}".encode()) & SEEDS
            player = (int(engine.asked) + rotation) % count
            answer = int(players[player].choose(engine, seed))
            options = engine.list_options().numbers()
            if len(options) > 1:
                rng = Rng(seed ^ OTHER)
                chosen = options.index(answer)
                if int(rng.below(PARTS)) < job.explore * PARTS:
                    answer = options[rng.below(len(options))]
                if int(rng.below(PARTS)) >= job.keep * PARTS:
                    answers.append(answer)
                    engine.answer(answer)
                    continue
                thought = players[player].thought
                rows["game"].append(number)
                rows["step"].append(len(answers))
                rows["turn"].append(int(engine.turn))
                rows["seat"].append(int(engine.asked))
                rows["player"].append(match.players[player])
                rows["chosen"].append(chosen)
                rows["played"].append(options.index(answer))
                rows["expected"].append(None if thought is None else thought.margin)
                rows["chance"].append(None if thought is None else thought.chance)
                rows["state"].append(list(sight.position(engine, engine.asked)))
                rows["features"].append(list(sight.answers(engine)))
        answers.append(answer)
        engine.answer(answer)
    game = Game(match.seated([(seat + rotation) % count for seat in range(count)]))
    asked = set(rows["step"][began:])
    for step, answer in enumerate(answers):
        named = game.options()
        if step in asked and game.decision is not None:
            rows["question"].append(game.decision.kind)
            rows["options"].append([str(option) for option in named])
        game.play(next(option for option in named if option.number == answer))
    points = [int(engine.score_of(seat)) for seat in range(count)]
    best = max(points)
    for seat in rows["seat"][began:]:
        rows["points"].append(points)
        rows["margin"].append(points[seat] - max(points[:seat] + points[seat + 1 :]))
        rows["victory"].append(1.0 / points.count(best) if points[seat] == best else 0.0)
    return Record.from_game(game, {"game": str(number)}).to_text()
