"""What a problem is about: found by looking at what its answers do, never by their text.

General themes are told by regions and by what was scored; an expansion declares its own in its folder (``[[theme]]``), by
what is seen of the turn. The words of a theme are ``theme.<id>`` of the catalogues, or ``theme.<folder>.<id>``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from bastida import Game
from bastida.kernel.expansion import Folder
from bastida.kernel.shelf import folders
from bastida.players.endgame import tiles_left
from bastida.table.features import Feature, dead_cells, features
from bastida.table.setup import Setup
from bastida.table.view import entry_shown, option_shown, view_of

CLOSE: Final = "close"  # something of one's own is scored
GIFT: Final = "gift"  # something of another's is scored
JOIN: Final = "join"  # what was another's is shared or taken
JOIN_GROUND: Final = "join_ground"  # the same, of the ground around the lines
BLOCK: Final = "block"  # something of another's can be completed no more
KEEP: Final = "keep"  # nobody is placed
LAST: Final = "last"  # few tiles are left
CLAIM: Final = "claim"  # somebody is placed, and nothing else of these happens
GROW: Final = "grow"  # nor that
GENERAL: Final = (CLOSE, GIFT, JOIN, JOIN_GROUND, BLOCK, KEEP, LAST, CLAIM, GROW)
FEW: Final = 8  # tiles left
NEXT: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))


class Turn:
    """A turn as a problem has it: the table before its answers, and after them."""

    def __init__(self, game: Game, seat: int, answers: Sequence[str]) -> None:
        self.seat = seat
        self.left = int(tiles_left(game.engine))
        kind = int(game.engine.run_kind)
        self.tile = game.engine.rules.tiles[kind].id if kind >= 0 else None  # of this turn, in hand or just laid
        self.before = features(game.engine.copy())
        self.dead = set(dead_cells(game.engine))
        self.held = held(game, seat)
        scored = len(game.ledger)
        self.joined: list[Feature] = []
        for answer in answers:
            past_forced(game, seat)
            laying = game.tile is not None
            game.play(answer)
            if laying and game.tile is None:
                self.joined = list(self.joins(features(game.engine.copy())))
        past_forced(game, seat)
        self.game = game
        self.answers = [{**flat(option_shown(step.option)), "question": step.kind} for step in game.steps if step.seat == seat]
        self.entries = [entry for entry in game.ledger[scored:] if not entry.final]
        self.newly_held = held(game, seat) - self.held

    def joins(self, after: Sequence[Feature]) -> Iterator[Feature]:
        """Features that were several before, not all of one player's, the asked seat's among them."""
        owner = {segment: feature for feature in self.before for segment in feature.segments}
        for feature in after:
            parts = {id(owner[segment]): owner[segment] for segment in feature.segments if segment in owner}
            mine = [part for part in parts.values() if part.strength[self.seat]]
            others = [part for part in parts.values() if sum(part.strength) > part.strength[self.seat]]
            if mine and any(part not in mine for part in others):
                yield feature

    def seen(self, folder: Folder) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """What the themes of a folder may look for."""
        own = {tile.id for tile in tiles_of(self.game.setup, folder.id)}
        return {
            "answers": self.answers,
            "ledger": [entry_shown(entry) for entry in self.entries if entry.seat == self.seat],
            "holds": [{"picture": picture} for picture, _ in self.newly_held],
            "tile": [{}] if self.tile in own else [],
        }


def own_themes(game: Game, seat: int, answers: Sequence[str]) -> tuple[str, ...]:
    """Those of expansions alone. The game is played on."""
    return tuple(_own(Turn(game, seat, answers)))


def themes_of(game: Game, seat: int, answers: Sequence[str]) -> tuple[str, ...]:
    """The themes of a turn; those of expansions, which say more, come first. The game is played on."""
    turn = Turn(game, seat, answers)
    found = (*_own(turn), *_general(turn))
    placed = any(answer["figure"] for answer in turn.answers)
    return found or (CLAIM if placed else GROW,)


def _own(turn: Turn) -> Iterator[str]:
    playing = set(turn.game.setup.elements) | set(turn.game.setup.sets)
    for folder in folders().values():
        if folder.family != turn.game.setup.family or playing.isdisjoint({folder.id, *(one.id for one in folder.elements)}):
            continue
        seen = turn.seen(folder)
        for theme in folder.themes:
            if any(_is(thing, wanted) for wanted in theme.seen for thing in seen[wanted["in"]]):
                yield f"{folder.id}.{theme.id}"


def _general(turn: Turn) -> Iterator[str]:
    ground = turn.game.engine.rules.ground
    if any(entry.finished and entry.seat == turn.seat and entry.points > 0 for entry in turn.entries):
        yield CLOSE
    elif any(entry.finished and entry.points > 0 for entry in turn.entries):
        yield GIFT
    if any(feature.kind != ground for feature in turn.joined):
        yield JOIN
    if any(feature.kind == ground for feature in turn.joined):
        yield JOIN_GROUND
    if _blocks(turn):
        yield BLOCK
    if turn.answers and turn.answers[-1]["declines"] and turn.answers[-1]["question"] == "figure":
        yield KEEP
    if turn.left <= FEW:
        yield LAST


def _blocks(turn: Turn) -> bool:
    """Is there a new place that nothing fits, beside something unfinished of another's alone?"""
    fresh = set(dead_cells(turn.game.engine)) - turn.dead
    beside = {(x + dx, y + dy) for x, y in fresh for dx, dy in NEXT}
    return any(
        not feature.completed
        and sum(feature.strength) > 0
        and not feature.strength[turn.seat]
        and feature.kind != turn.game.engine.rules.ground
        and not beside.isdisjoint(feature.cells)
        for feature in features(turn.game.engine.copy())
    )


def _is(thing: Mapping[str, Any], wanted: Mapping[str, str]) -> bool:
    """Has a thing all that is wanted? A text may begin with the word: ``city N`` is a ``city``."""
    for key, value in wanted.items():
        here = str(thing.get(key, ""))
        if key != "in" and here != value and not here.startswith(f"{value} "):
            return False
    return True


def flat(option: dict[str, Any]) -> dict[str, Any]:
    """An answer with its place beside what is done there."""
    return {**option["target"], "segment": option["target"].get("name", ""), **option}


def held(game: Game, seat: int) -> set[tuple[str, int]]:
    """What lies before a player: pictures and numbers."""
    return {(thing["picture"], thing["number"]) for thing in view_of(game, None)["players"][seat]["holds"]}


def tiles_of(setup: Setup, expansion: str) -> Sequence[Any]:
    """The tiles that an expansion brings."""
    found = setup.games.expansions.get(expansion)
    return setup.games.tile_sets[found.tiles].tiles if found is not None and found.tiles else ()


def past_forced(game: Game, seat: int) -> bool:
    """Give single answers; is the seat then asked for more than one?"""
    while game.decision is not None and game.decision.seat == seat:
        options = game.options()
        if len(options) > 1:
            return True
        game.play(options[0])
    return False
