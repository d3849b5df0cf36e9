"""A match: a line-up of players, a game, and bags, each played once in every rotation of the seats.

In rotation r, seat s is taken by player (s + r) modulo the number of players. A game is a function of the match's seed, its
bag and its rotation, as long as players have node budgets and not clocks.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from bastida.arena.bags import Bag
from bastida.kernel.codes import DEALER, OVER
from bastida.kernel.engine import Engine
from bastida.kernel.ledger import Recorder
from bastida.players.foreign import Fault, NeverStarted
from bastida.players.player import Player
from bastida.players.references import Random
from bastida.players.registry import make_player
from bastida.table.game import Game
from bastida.table.setup import Setup, make_setup

if TYPE_CHECKING:
    from bastida.arena.luck import Luck

NAME = 36  # characters of a player's name in records
MOST_FAULTS = 10  # after so many in a game a program is not asked any more in it
SEEDS = 0x7FFFFFFF
STAND_IN = Random("stand-in")


@dataclass(frozen=True)
class Match:
    """Who plays what. ``players`` are texts that ``make_player`` understands; the first is the one in question."""

    players: tuple[str, ...]
    game: str = "plus"
    sets: tuple[str, ...] = ()
    elements: tuple[str, ...] | None = None
    without: tuple[str, ...] = ()
    seed: int = 1
    switches: Mapping[str, str] = field(default_factory=dict, hash=False)
    ledger: bool = False  # tell points apart by source, and farmers by success; a little slower
    luck: bool = False  # tell what chance brought; some seconds for a game

    @cached_property
    def setup(self) -> Setup:
        return self.seated(range(len(self.players)))

    def seated(self, seats: Sequence[int]) -> Setup:
        """The set-up with the players' names on their seats."""
        names = [self.players[player][:NAME] for player in seats]
        named = [name if names.count(name) == 1 else f"{name} {seat + 1}" for seat, name in enumerate(names)]
        return make_setup(
            self.game,
            sets=self.sets,
            elements=self.elements,
            without=self.without,
            switches=self.switches,
            players=named,
        )

    def pair(self, first: int, second: int) -> Match:
        """The same match for two of the players only."""
        return replace(self, players=(self.players[first], self.players[second]))

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Match:
        values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
        return cls(**values)


@dataclass
class Result:
    """One game. Lists are by player, in the order of the line-up."""

    bag: int
    rotation: int
    points: list[int]
    asked: list[int]  # questions with a choice
    seconds: list[float]
    slowest: list[float]
    faults: list[dict[str, int]]
    turns: int
    sources: dict[str, int] = field(default_factory=dict)  # points of everybody, if a ledger was kept
    farmers: list[int] = field(default_factory=list)  # who stayed to the end, if a ledger was kept
    idle: list[int] = field(default_factory=list)  # those of them who brought no points
    luck: list[float] = field(default_factory=list)  # what chance brought, in points, if that was looked at
    luck_share: list[float] = field(default_factory=list)  # the same in chance of winning
    answers: list[int] = field(default_factory=list)  # of everybody, chance included; only kept for records

    def as_json(self) -> dict[str, Any]:
        kept = asdict(self)
        del kept["answers"]
        kept["seconds"] = [round(value, 4) for value in self.seconds]
        kept["slowest"] = [round(value, 4) for value in self.slowest]
        kept["luck"] = [round(value, 3) for value in self.luck]
        kept["luck_share"] = [round(value, 5) for value in self.luck_share]
        return kept


def play_bag(match: Match, bag: int) -> list[Result]:
    """The games of one bag, in all rotations."""
    players = [make_player(spec, match.setup) for spec in match.players]
    try:
        return [play_game(match, players, bag, rotation) for rotation in range(len(players))]
    finally:
        for player in players:
            player.close()


def play_game(match: Match, players: Sequence[Player], bag: int, rotation: int) -> Result:
    count = len(players)
    seats = [(seat + rotation) % count for seat in range(count)]  # player by seat
    game = match.setup.engine()
    if match.ledger:
        game.recorder = Recorder()
    luck = luck_of(match, bag) if match.luck else None
    chance = Bag(f"{match.seed}/{bag}")
    result = Result(bag, rotation, [], [0] * count, [0.0] * count, [0.0] * count, [{} for _ in players], 0)
    while game.asked != OVER:
        if game.asked == DEALER:
            answer = chance.choose(game)
            if luck is not None:
                luck.see(game, answer)
        else:
            answer = answer_of(game, players, seats[int(game.asked)], f"{match.seed}/{bag}/{len(result.answers)}", result)
        result.answers.append(answer)
        before = game.copy() if match.ledger else game
        game.answer(answer)
    result.points = [int(game.score_of(seats.index(player))) for player in range(count)]
    result.turns = max(0, int(game.turn) - 1)
    if luck is not None:
        result.luck = [luck.margins[seats.index(player)] for player in range(count)]
        result.luck_share = [luck.chances[seats.index(player)] for player in range(count)]
    if game.recorder is not None:
        for entry in game.recorder.entries:
            result.sources[entry.source] = result.sources.get(entry.source, 0) + entry.points
        found = [farmers_of(before, seats.index(player)) for player in range(count)]
        result.farmers, result.idle = [number for number, _ in found], [idle for _, idle in found]
    return result


def luck_of(match: Match, seed: int) -> Luck:
    from bastida.arena.luck import Luck  # by way of the analysis, which plays with this module

    return Luck(match.setup, seed)


def farmers_of(game: Engine, seat: int) -> tuple[int, int]:
    """Figures of a seat in regions that are never completed, and those of them that would bring nothing now."""
    farmers = idle = 0
    for figure in range(game.rules.seat_first[seat], game.rules.seat_first[seat + 1]):
        node = game.figures.node(figure)
        if node >= 0 and not game.rules.completes[game.regions.kind(node)]:
            region = game.regions.region[node]
            farmers += 1
            idle += not (game.majority(region) >> seat & 1 and game.worth(region, False, seat) > 0)
    return farmers, idle


def answer_of(game: Engine, players: Sequence[Player], player: int, seed: str, result: Result) -> int:
    """A player's answer, with its time. Where one of others fails, any answer is given for it, and the fault is counted.

    A program that has never started ends the match: there is nothing to measure.
    """
    faults, number = result.faults[player], zlib.crc32(seed.encode()) & SEEDS
    began = time.perf_counter()
    try:
        answer = int((players[player] if sum(faults.values()) < MOST_FAULTS else STAND_IN).choose(game, number))
    except NeverStarted:
        raise
    except Fault as fault:
        faults[fault.kind] = faults.get(fault.kind, 0) + 1
        answer = int(STAND_IN.choose(game, number))
    took = time.perf_counter() - began
    result.asked[player] += 1
    result.seconds[player] += took
    result.slowest[player] = max(result.slowest[player], took)
    return answer


def as_game(match: Match, result: Result) -> Game:
    """A game just played, as people and records have it."""
    count = len(match.players)
    game = Game(match.seated([(seat + result.rotation) % count for seat in range(count)]))
    for number in result.answers:
        game.play(next(option for option in game.options() if option.number == number))
    return game
