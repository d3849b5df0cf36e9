"""Positions in a line: ``table("plus", "D(0,0)r0; U(1,0)r1 : red thief E")`` is a study after these moves.

A move is a tile with cell and turns; after " : " stands the colour whose turn it is and what it answers, several
answers with " / " between them. A colour alone passes, "red ?" stops at the figure question, "recall red abbot" takes
back. Without a colour it is Red's turn, and he passes. The first move may be the start tile, which lies there already;
with any other first move the table begins empty. ``box`` is no study but a game that is dealt, from a stock of a few
tiles, known or invented. Everything here reads the public face; ``completed`` and ``state`` also look at the engine.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import pytest

import bastida
from bastida import Game, IllegalOption, Setup
from bastida.kernel.book import compile_rules
from bastida.kernel.ledger import Entry
from bastida.kernel.rules import Rules
from bastida.kernel.tile import Tile
from bastida.table.setup import make_setup, played_tiles
from tests.seen import held

MOVE = re.compile(r"(?P<tile>[A-Za-z][\w+]*)\((?P<x>-?\d+),(?P<y>-?\d+)\)r(?P<turns>[0-3])(?: : (?P<rest>.+))?")
SEATS = {"plus": 6, "winter": 5, "hunters": 5, "hunters-scout": 5}
ASK = "?"


class Unplayable(AssertionError):
    """A move of a position that the game does not take."""


@dataclass(frozen=True)
class Turn:
    """What came of a move. Colours, features and goods with nothing are left out."""

    points: dict[str, int]  # won in step 3
    back: dict[str, int]  # figures that went home
    completes: dict[str, int]  # features completed, by kind
    goods: dict[str, dict[str, int]]  # tokens taken
    double: str  # the colour that may play a second part, or "none"
    lines: tuple[Entry, ...]  # of the ledger


def study(edition: str = "plus", *, players: int | None = None, **more: Any) -> Game:
    """A study with all colours at the table."""
    return bastida.new_game(edition, study=True, players=players or SEATS.get(edition, 6), **more)


def table(edition: str, moves: str, **more: Any) -> Game:
    """A study after these moves, separated by semicolons or lines."""
    texts = [text.strip() for text in re.split(r"[;\n]", moves) if text.strip()]
    game = study(edition, **more)
    if texts and texts[0] == tiles(game)[0]:
        texts = texts[1:]
    elif texts:
        game = study(edition, start=False, **more)
    for text in texts:
        _play(game, text)
    return game


def last_turn(edition: str, moves: str, **more: Any) -> Turn:
    """What came of the last of these moves."""
    before, _, last = moves.strip().rpartition(";")
    return lay(table(edition, before, **more), last.strip())


def lay(game: Game, text: str) -> Turn:
    """Play one move of a study to the end of its part, or to a question that it does not answer."""
    before, entries, features = game.view(), len(game.ledger), completed(game)
    colour, placed = _play(game, text)
    after, lines = game.view(), game.ledger[entries:]
    supplies, tokens = _supplies(before), _goods(before)
    supplies[colour] -= placed
    points: Counter[str] = Counter()
    for line in lines:
        points[game.setup.colours[line.seat]] += line.points
    return Turn(
        points=_some(points),
        back=_some({who: count - supplies[who] for who, count in _supplies(after).items()}),
        completes=_some({what: count - features[what] for what, count in completed(game).items()}),
        goods={
            who: taken
            for who, owned in _goods(after).items()
            if (taken := _some({what: count - tokens[who][what] for what, count in owned.items()}))
        },
        double=colour if kind(game) == "second part" else "none",
        lines=tuple(lines),
    )


def _play(game: Game, text: str) -> tuple[str, int]:
    """Play a move; tell who played it and how many figures were put down."""
    found = MOVE.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"{text!r} is not a move such as 'U(1,0)r1 : red thief E'")
    colour, answers = _who(found["rest"])
    asking = answers == [ASK]
    hand_to(game, colour)
    _answer(game, text, found["tile"])
    if kind(game) != "tile":
        raise Unplayable(f"{text}: {found['tile']} fits nowhere\n{describe(game)}")
    _answer(game, text, f"{found['x']},{found['y']} r{found['turns']}")
    placed = 0
    while not asking and kind(game) not in ("draw", "second part", ""):
        at = kind(game)
        if not answers and at != "figure":
            break
        answer = answers.pop(0) if answers else "pass"
        _answer(game, text, answer)
        placed += at == "figure" and answer != "pass" and not answer.startswith(("recall", "take back"))
    if answers and not asking:
        raise Unplayable(f"{text}: nobody was asked for {' / '.join(answers)}\n{describe(game)}")
    return colour, placed


def _who(rest: str | None) -> tuple[str, list[str]]:
    """The colour whose turn it is and its answers."""
    first, _, others = (rest or "red").partition(" ")
    if first == "recall":
        first, _, figure = others.partition(" ")
        others = f"recall {figure}"
    return first, others.split(" / ") if others else []


def hand_to(game: Game, colour: str) -> None:
    """Bring a study to the draw of a colour's turn; a second part that was earned goes to its owner or is declined."""
    if kind(game) == "second part":
        assert game.decision is not None
        assert game.decision.seat is not None
        own = game.setup.colours[game.decision.seat] == colour
        game.play("second part" if own else "no second part")
    if game.setup.colours[game.seat] != colour:
        game.turn_to(colour)


def _answer(game: Game, move: str, answer: str) -> None:
    try:
        game.play(answer)
    except IllegalOption as refused:
        raise Unplayable(f"{move}: {refused}\n{describe(game)}") from refused


# -- small boxes -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Box(Setup):
    """A set-up with a stock of its own."""

    stock: tuple[tuple[Tile, int], ...] = ()

    def rules(self) -> Rules:
        games = self.games
        return compile_rules(
            games.family,
            [tile for tile, _ in self.stock],
            [copies for _, copies in self.stock],
            [games.base(), *(games.elements[element].module() for element in self.elements)],
            self.seats,
            settings={**games.editions[self.edition].settings, **self.switches},
            study=self.study,
            start=self.start,
            first_seat=self.first,
        )


def catalogue(edition: str, sets: Iterable[str] = ()) -> dict[str, tuple[Tile, int]]:
    """The tiles of an edition with their copies, by id."""
    setup = make_setup(edition, sets=sets)
    played = played_tiles(setup.games, setup.games.editions[edition], setup.sets)
    return {tile.id: (tile, copies) for tile, copies in played}


def box(edition: str, stock: str, draws: str = "", invented: Iterable[Tile] = (), **more: Any) -> Game:
    """A game whose whole stock, start tile included, is ``"D E E C"``, dealt in the order of ``draws``."""
    known = {tile_id: tile for tile_id, (tile, _) in catalogue(edition).items()} | {tile.id: tile for tile in invented}
    counted = Counter(stock.split())
    setup = make_setup(edition, **more)
    small = Box(**{**asdict(setup), "stock": tuple((known[one], count) for one, count in counted.items())})
    return bastida.new_game(small, draws=draws.split(), seed=0)


# -- looking -----------------------------------------------------------------------------------------------------------


def kind(game: Game) -> str:
    """The kind of the present question; empty when the game is over."""
    return game.decision.kind if game.decision else ""


def tiles(game: Game) -> list[str]:
    """The table: ``["D(0,0)r0", "U(1,0)r1"]`` in the order in which they were laid."""
    return [f"{one['tile']}({one['x']},{one['y']})r{one['turns']}" for one in game.view()["board"]]


def figures(game: Game) -> list[str]:
    """The figures on tiles: ``["red follower 1,0 road E"]``."""
    return [
        f"{game.setup.colours[one['seat']]} {one['kind']} {one['x']},{one['y']} {one['segment']}"
        for one in game.view()["figures"]
        if "segment" in one
    ]


def supply(game: Game, colour: str, figure: str = "follower") -> int:
    """How many figures of a kind a colour has in its supply."""
    return int(game.view()["players"][game.setup.colours.index(colour)]["supply"][figure])


def scores(game: Game) -> dict[str, int]:
    """Points by colour; whoever has none is left out."""
    return _some(dict(zip(game.setup.colours, game.scores().values(), strict=True)))


def places(game: Game) -> set[str]:
    """Everything the active player may do at the figure question."""
    assert kind(game) == "figure", f"the question is {kind(game)!r}\n{describe(game)}"
    return {str(option) for option in game.options()}


def may(game: Game, answer: str) -> bool:
    """Whether an answer to the present question is taken."""
    try:
        game.find(answer)
    except IllegalOption:
        return False
    return True


def fits(game: Game, laying: str, colour: str = "red") -> bool:
    """Whether a further tile, such as ``U(1,0)r1``, may be laid so."""
    found = MOVE.fullmatch(laying)
    assert found, laying
    trial = game.copy()
    hand_to(trial, colour)
    trial.play(found["tile"])
    return kind(trial) == "tile" and may(trial, f"{found['x']},{found['y']} r{found['turns']}")


def final(game: Game) -> dict[str, int]:
    """Points of the final scoring alone if the game ended now, by colour; whoever has none is left out."""
    ended = game.copy()
    if not ended.over:
        ended.finish()
    points: Counter[str] = Counter()
    for entry in ended.ledger[len(game.ledger) :]:
        points[game.setup.colours[entry.seat]] += entry.points
    difference = {
        colour: ended.scores()[player] - game.scores()[player]
        for colour, player in zip(game.setup.colours, game.setup.players, strict=True)
    }
    assert _some(points) == _some(difference), "the ledger and the scores of the final scoring differ"
    assert ended.scores() == game.projected(), "the projected scores are not those of the final scoring"
    return _some(points)


def completed(game: Game) -> Counter[str]:
    """How many features of each kind on the table are completed."""
    engine = game.engine
    regions, rules = engine.regions, engine.rules
    found = {int(regions.region[node]) for node in range(regions.nodes)}
    return Counter(rules.segment_names[regions.kind(region)] for region in found if engine.complete(region))


def describe(game: Game) -> str:
    """The position in words, for messages."""
    return "\n".join(
        [
            f"  tiles: {'; '.join(tiles(game))}",
            f"  figures: {'; '.join(figures(game)) or 'none'}",
            f"  scores: {game.scores()}",
            f"  question: {kind(game) or 'none'}",
        ]
    )


def _supplies(view: dict[str, Any]) -> Counter[str]:
    """Figures with their owners, those that must rest included (HG-73)."""
    resting = Counter(one["seat"] for one in view["figures"] if one.get("place") == "resting")
    return Counter(
        {player["colour"]: sum(player["supply"].values()) + resting[seat] for seat, player in enumerate(view["players"])}
    )


def _goods(view: dict[str, Any]) -> dict[str, dict[str, int]]:
    return {
        player["colour"]: {what: held(view, seat, what) for what in ("wine", "grain", "cloth")}
        for seat, player in enumerate(view["players"])
    }


def _some(counts: Mapping[str, int]) -> dict[str, int]:
    return {what: count for what, count in counts.items() if count}


# -- refusing ----------------------------------------------------------------------------------------------------------


def refused(game: Game, answer: str) -> IllegalOption:
    """The refusal of an answer, which has changed nothing."""
    before = state(game)
    with pytest.raises(IllegalOption) as raised:
        game.play(answer)
    assert state(game) == before, f"the refused answer {answer!r} has changed the game"
    return raised.value


_ASIDE = {"rules", "recorder", "bill", "choices", "listed"}  # no part of the position


def state(game: Game) -> dict[str, Any]:
    """Every number of a game, for comparing; and its steps and ledger."""
    return {
        "engine": _numbers(game.engine),
        "steps": list(game.steps),
        "ledger": [(entry.turn, entry.seat, entry.points, entry.source, entry.clause) for entry in game.ledger],
    }


def _numbers(thing: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in dir(thing):
        if name.startswith("_") or name in _ASIDE:
            continue
        value = getattr(thing, name)
        if isinstance(value, int):
            found[name] = value
        elif isinstance(value, Iterable):
            found[name] = list(value)
        elif not callable(value):
            found[name] = _numbers(value)
    return found
