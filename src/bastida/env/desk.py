"""What all environments have in common: the set-up, its action numbers and observations as spaces and arrays, pictures."""
# not compiled: arrays and spaces

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from bastida.env import graph as drawn
from bastida.env.encoding import FEATURES, Answers, Encoding
from bastida.env.graph import Graph
from bastida.env.layout import Layout
from bastida.env.playing import ILLEGAL, REWARDS, Play, write_bytes
from bastida.env.sheets import bytes_of
from bastida.env.watching import Sight
from bastida.kernel.engine import Engine
from bastida.players.player import Player
from bastida.table.setup import Setup, make_setup

OBSERVATIONS = ("planes", "dict", "graph")
ACTIONS = ("ids", "candidates")
CANDIDATES = 512  # rows of the list of answers; the most ever seen are 376
INT32 = np.iinfo(np.int32)

Bytes = NDArray[np.uint8]
Mask = NDArray[np.int8]
Numbers = NDArray[np.int32]


class GraphArrays(NamedTuple):
    """A position as a graph; ``docs/environments.md`` says what the columns are."""

    tiles: Numbers
    regions: Numbers
    holds: Numbers
    neighbours: Numbers
    spaces: Numbers
    figures: Numbers


def bytes_in(memory: Any) -> Bytes:
    """Memory of the compiled side as an array, which changes with it."""
    return np.frombuffer(memory, np.uint8)


def numbers_in(memory: Any) -> Numbers:
    """The same, of 32-bit numbers."""
    return np.frombuffer(memory, np.int32)


def one_of(what: str, value: str, known: Sequence[str]) -> int:
    """Where a word stands among those that may be said."""
    if value not in known:
        raise ValueError(f"{what} is one of {', '.join(known)}, not {value!r}")
    return known.index(value)


def setup_of(game: str | Setup, players: int | Sequence[str], parts: dict[str, Any]) -> Setup:
    """The set-up an environment is made for: a preset or edition and what ``bastida.new_game`` knows, or a Setup."""
    if isinstance(game, Setup):
        if parts:
            raise ValueError(f"a Setup is whole: {', '.join(parts)} cannot be given with it")
        setup = game
    else:
        setup = make_setup(game, players=players, **parts)
    if setup.study:
        raise ValueError("a study deals nothing, so nobody can learn from it")
    return setup


@lru_cache(maxsize=32)
def layout_of(setup: Setup, side: int) -> Layout:
    return Layout(setup.rules(), side)


class Desk:
    """One game with what environments show of it."""

    def __init__(
        self,
        game: str | Setup,
        players: int | Sequence[str],
        parts: dict[str, Any],
        *,
        reward: str,
        observation: str,
        actions: str,
        illegal: str,
        side: int = 0,
        automatic: Sequence[Player | None] | None = None,
    ) -> None:
        self.setup = setup_of(game, players, parts)
        self.rules = self.setup.rules()
        self.seats = int(self.rules.seats)
        self.encoding = Encoding(self.rules)
        self.layout = layout_of(self.setup, side)
        one_of("illegal", illegal, ILLEGAL)
        one_of("observation", observation, OBSERVATIONS)
        self.observation = observation
        self.by_candidate = one_of("actions", actions, ACTIONS) == 1
        self.illegal = illegal
        self.size = CANDIDATES if self.by_candidate else int(self.encoding.size)
        mask, sight = bytes_of(self.encoding.size), bytes_of(self.layout.size)
        answers = Answers(self.encoding, mask, 0)
        kind = one_of("reward", reward, REWARDS)
        self.play = Play(
            self.setup.engine(), answers, Sight(self.layout, sight, 0), kind, list(automatic or [None] * self.seats)
        )
        self.mask_view: Mask = bytes_in(mask).view(np.int8)
        self.sight_view: Bytes = bytes_in(sight).reshape(self.layout.shape)
        self.graph_memory: Graph | None = None

    @property
    def engine(self) -> Engine:
        """The integers underneath; change them only on a copy."""
        return self.play.game

    # -- spaces -------------------------------------------------------------------------------------------------------

    def action_space(self) -> spaces.Discrete:
        return spaces.Discrete(self.size)

    def observation_space(self) -> spaces.Space[Any]:
        planes = spaces.Box(0, 255, self.layout.shape, np.uint8)
        if self.observation == "planes":
            return planes
        found: dict[str, spaces.Space[Any]] = {"action_mask": spaces.Box(0, 1, (self.size,), np.int8)}
        if self.observation == "dict":
            found["observation"] = planes
        else:
            for name, (rows, width) in self.graph_rooms().items():
                found[name] = spaces.Box(INT32.min, INT32.max, (rows, width), np.int32)
            found["counts"] = spaces.Box(0, INT32.max, (len(self.graph_rooms()),), np.int32)
        if self.by_candidate:
            found["candidates"] = spaces.Box(INT32.min, INT32.max, (CANDIDATES, len(FEATURES)), np.int32)
        return spaces.Dict(found)

    def graph_rooms(self) -> dict[str, tuple[int, int]]:
        """Rows and columns that the parts of a graph may have."""
        one = self.graph_writer
        nodes = int(one.node_room)
        return {
            "tiles": (int(one.tile_room), int(one.tile_width)),
            "regions": (nodes, len(drawn.REGION)),
            "holds": (nodes, len(drawn.HOLD)),
            "neighbours": (2 * int(one.tile_room), len(drawn.NEIGHBOUR)),
            "spaces": (int(one.space_room), len(drawn.SPACE)),
            "figures": (int(one.figure_room), len(drawn.FIGURE)),
        }

    @property
    def graph_writer(self) -> Graph:
        if self.graph_memory is None:
            self.graph_memory = Graph(self.layout)
        return self.graph_memory

    # -- arrays -------------------------------------------------------------------------------------------------------

    def mask(self, asked: bool = True) -> Mask:
        """A byte for every action: 1 if it is an answer now. All 0 for a seat that is not asked."""
        if not asked:
            return np.zeros(self.size, np.int8)
        if self.by_candidate:
            mask = np.zeros(CANDIDATES, np.int8)
            mask[: min(int(self.play.answers.count), CANDIDATES)] = 1
            return mask
        return self.mask_view.copy()

    def planes(self, seat: int) -> Bytes:
        """What a seat sees, as planes."""
        self.play.look(seat)
        return self.sight_view.copy()

    def candidates(self) -> Numbers:
        """The answers to the present question as rows of numbers, one for each."""
        answers = self.play.answers
        rows: Numbers = numbers_in(answers.describe(self.engine)).reshape(-1, len(FEATURES))
        return rows[: int(answers.count)].copy()

    def graph(self, seat: int) -> GraphArrays:
        """What a seat sees, as a graph."""
        writer = self.graph_writer
        writer.draw(self.engine, seat)
        counts = numbers_in(writer.counts)
        return GraphArrays(*(rows[:count].copy() for rows, count in zip(self._graph_views(), counts, strict=True)))

    def _graph_views(self) -> list[Numbers]:
        writer = self.graph_writer
        memories = (writer.tiles, writer.regions, writer.holds, writer.neighbours, writer.spaces, writer.figures)
        rooms = self.graph_rooms().values()
        return [numbers_in(memory).reshape(room) for memory, room in zip(memories, rooms, strict=True)]

    def padded_candidates(self, asked: bool) -> Numbers:
        rows: Numbers = np.zeros((CANDIDATES, len(FEATURES)), np.int32)
        if asked:
            found = self.candidates()[:CANDIDATES]
            rows[: len(found)] = found
        return rows

    def observe(self, seat: int, asked: bool) -> Any:
        """The observation of a seat."""
        if self.observation == "planes":
            return self.planes(seat)
        found: dict[str, Any] = {"action_mask": self.mask(asked)}
        if self.observation == "dict":
            found["observation"] = self.planes(seat)
        else:
            graph = self.graph(seat)
            for name, rows, room in zip(GraphArrays._fields, graph, self.graph_rooms().values(), strict=True):
                found[name] = np.zeros(room, np.int32)
                found[name][: len(rows)] = rows
            found["counts"] = np.array([len(rows) for rows in graph], np.int32)
        if self.by_candidate:
            found["candidates"] = self.padded_candidates(asked)
        return found

    def info(self) -> dict[str, Any]:
        """What goes beside an observation that has no room for it."""
        if self.observation != "planes":
            return {}
        found: dict[str, Any] = {"action_mask": self.mask()}
        if self.by_candidate:
            found["candidates"] = self.padded_candidates(True)
        return found

    # -- buffers ------------------------------------------------------------------------------------------------------

    def observe_into(self, buffer: Any, seat: int) -> None:
        """Write the planes a seat sees into a buffer of bytes: an array of the observation's size, shared memory ..."""
        self.play.look(seat)
        write_bytes(self.play.sight.memory, 0, self.layout.size, memoryview(buffer).cast("B"))

    def mask_into(self, buffer: Any) -> None:
        """Write the mask of the action numbers into a buffer of bytes."""
        write_bytes(self.play.answers.mask, 0, int(self.encoding.size), memoryview(buffer).cast("B"))

    # -- answering ----------------------------------------------------------------------------------------------------

    def act(self, action: int) -> bool:
        """Answer with an action; False if it is none, and the game stands where it stood unless ``illegal`` is "first"."""
        play = self.play
        if self.by_candidate:
            legal = 0 <= action < min(int(play.answers.count), CANDIDATES)
            if legal:
                play.take(action)
        else:
            legal = play.act(action)
        if legal:
            return True
        if self.illegal == "raise":
            raise ValueError(f"action {action} is not among the answers; the mask says which are")
        if self.illegal == "first":
            play.take(0)
            return True
        return False


def split(layout: Layout, observation: Bytes) -> tuple[Bytes, Bytes]:
    """The planes of an observation, and the numbers behind them; also of a whole batch."""
    planes = observation[..., : layout.planes]
    rest = np.moveaxis(observation[..., layout.planes :], -1, -3)
    return planes, rest.reshape(*rest.shape[:-3], -1)[..., : len(layout.number_names)]
