"""Positions set up by hand: lay and lift tiles, stand and take figures, set points, supplies, bag, turn and the tile in hand.

Every step leads from one position to another that can be played on from, or raises ``ArrangeError``, which says why not and by
which clause. Tiles are laid as at the table, by the rules but without a figure, so that modules note what there is to note of
them; points stay as they were set. What belongs to one module alone (goods, floors, gold) is not set by hand: it is played, or
written into the position.
"""

# Long: every step with which a board is set up by hand.

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bastida.kernel.answers import Noun, Option, Refusal, Segment
from bastida.kernel.codes import OP_DRAW, OP_PLACE, OVER, RUN
from bastida.kernel.deploy import PLACE, PLACES
from bastida.kernel.engine import Engine
from bastida.kernel.figures import ASIDE, SUPPLY, area
from bastida.kernel.laying import allowed_turns
from bastida.kernel.names import find_node, segment_on
from bastida.kernel.refusals import ARRANGE
from bastida.language.refused import Refused, why
from bastida.record.describing import Sections, describe
from bastida.record.errors import MAX_TILES, PositionError
from bastida.record.naming import NEUTRAL, NOTHING
from bastida.record.positions import adopt, position, restored, sections_of, written
from bastida.table.game import Game, IllegalOption
from bastida.table.setup import Setup

MOST_QUESTIONS: Final = 300  # that one tile raises, at most, while it is laid by hand
MOST_POINTS: Final = 9_999
TABLE: Final = ("tiles", "figures", "own", "done")  # sections that laying a tile changes
ANYWHERE: Final = PLACES.partition("|")[2]  # how a figure on any tile is written
PASSING: Final = ("log", "counters", "tasks")  # of a turn under way


class ArrangeError(Refused):
    """A position cannot be set up so: why, with the clause that decides if there is one."""


def begun(setup: Setup) -> str:
    """The position before the first draw, from which everything else is arranged. Questions of the set-up are answered."""
    return position(_ready(replace(setup, study=False, start=True)))


class Arrangement:
    """A position under the hands of somebody who sets it up."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.setup, self.engine = _read(text)
        if self.setup.study:
            raise ArrangeError(why("arrange.study"))
        if not _draws(self.engine) and not self.holds:
            raise ArrangeError(why("arrange.under_way"))

    @property
    def holds(self) -> str:
        """The tile in hand; empty before a draw."""
        engine = self.engine
        laying = engine.owner() == 0 and engine.routine() == RUN and engine.op() == OP_PLACE
        return self.tile(int(engine.run_kind)) if laying and engine.asked != OVER and engine.run_level == 0 else ""

    def tile(self, kind: int) -> str:
        return self.engine.rules.tiles[kind].id

    # -- tiles ---------------------------------------------------------------------------------------------------------

    def fits(self, tile: str) -> list[Option]:
        """Where and how a tile may be laid."""
        return self._with(tile).options()

    def lay(self, tile: str, x: int, y: int, turns: int) -> str:
        """A tile on the table; it comes out of the bag, or from outside if some were left out."""
        game = self._with(tile)
        try:
            game.play(f"{x},{y} r{turns}")
        except IllegalOption as error:
            raise ArrangeError(error.refusal) from None
        _settle(game)
        return self._from(describe(game.setup, game.engine), -1, tile)

    def lift(self, x: int, y: int) -> str:
        """A tile off the table into the bag, and the figures on it into their supplies. The others must hold together."""
        engine = self.engine
        slot = int(engine.board.slot_at(x, y))
        if slot < 0:
            raise ArrangeError(why("arrange.no_tile"))
        if slot == 0:
            raise ArrangeError(why("arrange.start_tile"))
        said = sections_of(self.text)
        if self._laid_again(-1).get("own", []) != said.get("own", []):  # more was noted than that they lie there
            raise ArrangeError(why("arrange.noted"))
        table = self._laid_again(slot)
        name = f"{x},{y}"
        table["figures"] = [kept for word in said.get("figures", []) if (kept := _without(word, name))]
        return self._from(table, 1, self.tile(int(engine.board.kind(slot))))

    def _with(self, tile: str) -> Game:
        """A study of the same table in which somebody has this tile in hand."""
        kind = self._kind(tile)
        if self.engine.board.tiles >= MAX_TILES:
            raise ArrangeError(why("arrange.many_tiles"))
        if self._spare(kind) <= 0:
            raise ArrangeError(why("arrange.no_copy", number=self._most(kind), tile=tile))
        game = _study(self.setup, sections_of(self.text))
        try:
            game.play(tile)
        except IllegalOption:
            raise ArrangeError(why("arrange.fits_nowhere")) from None
        if game.decision is None or game.decision.kind != "tile":
            raise ArrangeError(why("arrange.fits_nowhere"))
        return game

    def _laid_again(self, without: int) -> Sections:
        """The table as it is when its tiles are laid anew, one of them perhaps left out, with nobody's figures."""
        board = self.engine.board
        game = _study(self.setup, _empty(self.setup))
        waiting = [slot for slot in range(1, board.tiles) if slot != without]
        while waiting:
            left = [slot for slot in waiting if not _lays(game, self.engine, slot)]
            if len(left) == len(waiting):
                raise ArrangeError(why("arrange.apart"))
            waiting = left
        found = describe(game.setup, game.engine)
        return {key: found.get(key, []) for key in TABLE}

    def _from(self, table: Sections, change: int, tile: str) -> str:
        """This position with another table, and one copy of a tile more or less in the bag."""
        said = sections_of(self.text)
        for key in TABLE:
            said[key] = table.get(key, [])
        rules = self.engine.rules
        said["own"] = [word for word in said["own"] if rules.column_offset[word.partition("=")[0]] < rules.turn_columns[0]]
        kind = self._kind(tile)
        for pile in rules.tile_piles:
            have = int(self.engine.piles.remaining[int(rules.pile_row[pile]) + kind])
            if have > 0 if change < 0 else have < rules.pile_full[pile][kind]:
                _count(said, rules.pile_names[pile], tile, have + change)
                break
        return self._checked(said)

    def spare(self, tile: str) -> int:
        """Copies of a tile that lie neither on the table nor in somebody's hand."""
        return max(0, self._spare(self._kind(tile)))

    def _kind(self, tile: str) -> int:
        found = next((kind for kind, one in enumerate(self.engine.rules.tiles) if one.id == tile), -1)
        if found < 0:
            raise ArrangeError(why("position.no_tile", word=repr(tile[:40])))
        return found

    def _most(self, kind: int) -> int:
        """How many copies the boxes hold."""
        rules = self.engine.rules
        return sum(rules.pile_full[pile][kind] for pile in rules.tile_piles) + int(kind == rules.start_kind)

    def _spare(self, kind: int) -> int:
        board = self.engine.board
        laid = sum(int(board.kind(slot)) == kind for slot in range(board.tiles))
        return self._most(kind) - laid - int(self.holds == self.tile(kind))

    # -- figures -------------------------------------------------------------------------------------------------------

    def places(self, owner: str, figure: str) -> list[Option]:
        """Where a figure of a player may stand; nobody's without a colour."""
        engine, rules = self.engine, self.engine.rules
        kind = self._figure(figure)
        free = [
            node
            for node in range(engine.regions.nodes)
            if rules.places[kind] >> int(engine.regions.kind(node)) & 1 and self._against(owner, figure, node) is None
        ]
        found = [Option(PLACE, segment_on(engine, node), figure) for node in free]
        for option in found:
            option.form = ANYWHERE
        return found

    def stand(self, owner: str, figure: str, place: str) -> str:
        """A figure of somebody's supply on a segment, ``1,0 road N``."""
        self._figure(figure)
        node = find_node(self.engine, place)
        if node < 0:
            raise ArrangeError(why("no_such_segment"))
        refusal = self._against(owner, figure, node)
        if refusal is not None:
            raise ArrangeError(refusal)
        engine = self.engine
        engine.stand(engine.figures.pick(self._seat(owner), self._figure(figure)), node)
        return self._arranged()

    def take(self, owner: str, figure: str, place: str) -> str:
        """A figure from a segment back into the supply."""
        engine, rules = self.engine, self.engine.rules
        node, seat, kind = find_node(engine, place), self._seat(owner), self._figure(figure)
        for piece in range(rules.figure_total):
            if (
                rules.figure_seat[piece] == seat
                and rules.figure_kind[piece] == kind
                and engine.figures.node(piece) == node >= 0
            ):
                engine.leave(piece)
                engine.figures.put_back(piece)
                return self._arranged()
        raise ArrangeError(why("arrange.no_figure"))

    def supply(self, owner: str, figure: str, number: int) -> str:
        """How many of a player's figures wait in the supply; those neither there nor on the table have no part in it."""
        engine, rules, out = self.engine, self.engine.rules, area(ASIDE, 0)
        seat, kind = self._seat(owner), self._figure(figure)
        row = seat * int(rules.figure_kinds) + kind
        pieces = range(int(rules.figure_first[row]), int(rules.figure_first[row] + rules.issued[row]))
        free = [piece for piece in pieces if engine.figures.place[piece] in (SUPPLY, out)]
        if not 0 <= number <= len(free):
            raise ArrangeError(why("arrange.supply", most=len(free)))
        for piece in free:
            if engine.figures.place[piece] != SUPPLY:
                engine.figures.put_back(piece)
        for piece in free[number:]:
            engine.figures.take(piece, out)
        return self._arranged()

    def _against(self, owner: str, figure: str, node: int) -> Refusal | None:
        """What the rules have against a figure on a segment."""
        engine, rules = self.engine, self.engine.rules
        seat, kind = self._seat(owner), self._figure(figure)
        if seat == rules.seats:  # nobody's: modules say where it goes
            if engine.figures.available(seat, kind) <= 0:
                return Refusal("none_in_supply", fields={"figures": Noun(figure, 2)})
            stands = rules.places[kind] >> int(engine.regions.kind(node)) & 1
            return None if stands else Refusal("wrong_place", fields=self._said(figure, node))
        asked, engine.seat = engine.seat, seat
        try:
            wish = Option(PLACE, segment_on(engine, node), figure)
            found = (module.refusal(engine, ARRANGE, wish) for module in reversed(list(rules.modules[1:])))
            return next((one for one in found if one is not None), None)
        finally:
            engine.seat = asked

    def _said(self, figure: str, node: int) -> dict[str, object]:
        place: Segment = segment_on(self.engine, node)
        return {"figure": Noun(figure), "segment": Noun(place.name.partition(" ")[0])}

    def _figure(self, figure: str) -> int:
        known = self.engine.rules.figure_names
        if figure not in known:
            raise ArrangeError(why("position.no_figure", word=repr(figure[:40])))
        return known.index(figure)

    def _seat(self, owner: str) -> int:
        if owner in ("", NEUTRAL):
            return int(self.engine.rules.seats)
        if owner not in self.setup.colours:
            raise ArrangeError(why("no_player", word=repr(owner[:40])))
        return self.setup.colours.index(owner)

    # -- numbers -------------------------------------------------------------------------------------------------------

    def points(self, owner: str, points: int, scorer: int = 0) -> str:
        """The points of a player, or of one of his scoring figures."""
        rules, seat = self.engine.rules, self._seat(owner)
        if seat == rules.seats or not 0 <= scorer < rules.figures_per_seat or abs(points) > MOST_POINTS:
            raise ArrangeError(why("arrange.points", most=MOST_POINTS))
        self.engine.points[seat * 2 + scorer] = points
        return self._arranged()

    def bag(self, pile: str, piece: str, number: int) -> str:
        """How many copies of a piece a pile still holds."""
        rules = self.engine.rules
        if pile not in rules.pile_names or piece not in rules.pile_pieces[rules.pile_names.index(pile)]:
            raise ArrangeError(why("position.no_piece", word=repr(piece[:40])))
        at = rules.pile_names.index(pile)
        kind = rules.pile_pieces[at].index(piece)
        most = rules.pile_full[at][kind]
        if at in rules.tile_piles:
            here = int(self.engine.piles.remaining[int(rules.pile_row[at]) + kind])
            others = (
                sum(int(self.engine.piles.remaining[int(rules.pile_row[other]) + kind]) for other in rules.tile_piles) - here
            )
            most = min(most, self._spare(kind) - others)
        if not 0 <= number <= most:
            raise ArrangeError(why("arrange.bag", most=max(0, most), tile=piece))
        said = sections_of(self.text)
        said.pop(f"box.{pile}", None)
        _count(said, pile, piece, number)
        return self._checked(said, fresh=not self.holds)

    def turn(self, owner: str) -> str:
        """Whose turn it is, with the number of a turn that can be his."""
        seat = self._seat(owner)
        rules, engine = self.engine.rules, self.engine
        if seat == rules.seats:
            raise ArrangeError(why("no_player", word=repr(owner)))
        right = int(rules.first_seat + engine.turn - 1) % int(rules.seats)
        engine.turn += (seat - right) % int(rules.seats)
        engine.part = 1
        engine.seat = seat
        if engine.asked >= 0:
            engine.asked = seat
        return self._arranged()

    def hand(self, tile: str) -> str:
        """The tile in hand; with none the next one is still to be drawn."""
        text = self.text
        if self.holds:
            said = sections_of(text)
            kind, before = self._kind(self.holds), self.holds
            pile = self.engine.rules.pile_names[int(self.engine.run_pile)]
            have = int(self.engine.piles.remaining[int(self.engine.rules.pile_row[int(self.engine.run_pile)]) + kind])
            _count(said, pile, before, have + 1)
            text = self._checked(said)
        if not tile:
            return text
        again = Arrangement(text)
        game = Game(again.setup, None)
        adopt(game, again.engine)
        again._kind(tile)
        try:
            game.play(tile)
        except IllegalOption:
            raise ArrangeError(why("arrange.not_in_bag")) from None
        if game.tile != tile:
            raise ArrangeError(why("arrange.fits_nowhere"))
        return position(game)

    # -- writing -------------------------------------------------------------------------------------------------------

    def _arranged(self) -> str:
        self.engine.listed = False
        text = written(describe(self.setup, self.engine))
        _read(text)
        return text

    def _checked(self, said: Sections, fresh: bool = True) -> str:
        """A position of these sections, if it is one; a fresh one is before a draw from the first pile that has something."""
        said = {key: words for key, words in said.items() if words}
        if not fresh:
            return _same(written(said))
        for key in [key for key in said if key.startswith("run") or key in PASSING]:
            del said[key]
        said["asks"] = ["dealer"]
        start = _empty(self.setup)["run0"]
        problem: ArrangeError | None = None
        for pile in [self.engine.rules.pile_names[int(one)] for one in self.engine.rules.stock]:
            said["run0"] = [f"pile={pile}" if word.startswith("pile=") else word for word in start]
            try:
                return _same(written(said))
            except ArrangeError as error:
                problem = problem or error
        if not any(f"left.{name}" in said or f"tail.{name}" in said for name in self.engine.rules.pile_names):
            problem = ArrangeError(why("arrange.empty_bag"))
        assert problem is not None
        raise problem


# -- studies of the same table ---------------------------------------------------------------------------------------------


def _study(setup: Setup, said: Sections) -> Game:
    """A study with the table of a position, before a draw; tiles are named in it."""
    setup = replace(setup, study=True)
    fresh = describe(setup, _ready(setup).engine)
    kept = {key: words for key, words in said.items() if not key.startswith(("run", "left.", "tail.", "box.", *PASSING))}
    kept |= {
        key: words for key, words in fresh.items() if key.startswith(("run", "tail.")) or key in ("study", "asks", "tasks")
    }
    found, engine = _read(written(kept), setup.players)
    game = Game(found, None)
    adopt(game, engine)
    return game


def _ready(setup: Setup) -> Game:
    """A game before its first draw."""
    game = Game(setup, None)
    for _ in range(MOST_QUESTIONS):
        if _draws(game.engine):
            return game
        _decline(game)
    raise ArrangeError(why("arrange.not_begun"))


def _empty(setup: Setup) -> Sections:
    return sections_of(begun(setup))


def _lays(game: Game, table: Engine, slot: int) -> bool:
    """Lay a tile of a table in a study, if it can be laid there yet, in the turn of whoever is at turn there."""
    engine, board = game.engine, table.board
    kind, turns, cell = board.kind(slot), board.turns(slot), board.tile_cell[slot]
    here = engine.board.cell(board.x(cell), board.y(cell))
    opening = -1 - engine.board.at[here] if here >= 0 else -1
    if opening < 0 or not allowed_turns(engine, kind, opening) >> turns & 1:
        return False
    engine.seat = table.seat
    engine.answer(kind)
    engine.answer(here * 4 + turns)
    _settle(game)
    return True


def _settle(game: Game) -> None:
    """Decline whatever is asked after a tile was laid, up to the next draw."""
    for _ in range(MOST_QUESTIONS):
        engine = game.engine
        if game.over or (engine.owner() == 0 and engine.routine() == RUN and engine.op() == OP_DRAW):
            return
        _decline(game)
    raise ArrangeError(why("arrange.not_begun"))


def _decline(game: Game) -> None:
    options = game.options()
    game.play(next((option for option in options if option.declines), options[0]))


def _draws(engine: Engine) -> bool:
    """Is the tile of a turn drawn next?"""
    if engine.asked == OVER or engine.run_level or engine.depth != 1:
        return False
    return bool(engine.owner() == 0 and engine.routine() == RUN and engine.op() == OP_DRAW)


# -- words -----------------------------------------------------------------------------------------------------------------


def _count(said: Sections, pile: str, piece: str, number: int) -> None:
    words = [word for word in said.get(f"left.{pile}", []) if word.partition("=")[0] != piece]
    said[f"left.{pile}"] = [*words, f"{piece}={number}"] if number else words


def _without(word: str, cell: str) -> str:
    """Where the pieces of an owner are, those on a cell in the supply; empty if all are there then."""
    owner, _, places = word.partition("=")
    kept = [NOTHING if place.startswith(f"{cell}.") or place.endswith(f"@{cell}") else place for place in places.split("/")]
    while kept and kept[-1] == NOTHING:
        kept.pop()
    return f"{owner}={'/'.join(kept)}" if kept else ""


def _read(text: str, players: tuple[str, ...] | None = None) -> tuple[Setup, Engine]:
    try:
        return restored(text, players)
    except PositionError as error:
        raise ArrangeError(error.refusal) from error


def _same(text: str) -> str:
    """The position as it is always written."""
    setup, engine = _read(text)
    return written(describe(setup, engine))
