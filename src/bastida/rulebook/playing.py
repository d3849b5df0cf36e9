"""Example blocks played through the public face: what came of the last line, and which expectations were not met.

A line gives its answers one after the other, each to the first question it fits. A question that it does not answer is
declined; before the tile is laid, the one answer is taken after which the line can go on. Nothing here names an expansion:
answers are notation, things are those of the view.
"""

# Long: one notation of examples, played and compared.

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any

from bastida.kernel.answers import Option, Refusal, Segment
from bastida.kernel.codes import OP_DRAW, RUN
from bastida.kernel.figures import AREA, RESTING, SUPPLY
from bastida.kernel.ledger import Entry
from bastida.kernel.names import find_node, node_name
from bastida.kernel.notation import DRAW, PASS, wishes
from bastida.record import PositionError, from_position
from bastida.rulebook.examples import FIRST, NEUTRAL, Answers, Example, ExampleError, Laying, Line
from bastida.table.features import Feature
from bastida.table.game import Game, IllegalOption
from bastida.table.setup import FAMILIES, Setup, SetupError, make_setup

ASK = "?"  # the line stops at the question it has come to
NOBODY = "none"
UNASKED = "no_answer"  # the key of the refusal that only says that something else is asked


@dataclass(frozen=True)
class Turn:
    """What came of a line. Colours, features and things with nothing are left out."""

    points: dict[str, int]
    back: dict[str, int]  # figures that went home
    completes: dict[str, int]  # features, by kind
    takes: dict[str, dict[str, int]]  # things that lie before the players now and did not before
    double: str  # the colour that may play a second part, or "none"
    draws: str  # the colour that must draw another tile before its turn is over, or "none"
    entries: tuple[Entry, ...]  # of the ledger


@dataclass(frozen=True)
class Played:
    """A block after its last line."""

    example: Example
    edition: str
    game: Game
    before: Game  # the last line
    turn: Turn
    spans: tuple[tuple[Line, int, int], ...]  # the lines with their steps: from and to
    picture: Game  # with the figures that went home in the last line where they stood
    pieces: tuple[Mapping[str, Any], ...]  # of its view, with what was taken in the last line where it lay
    scored: Game  # before the first points of the last line; the end if there were none
    aside: frozenset[int]  # steps of somebody else before his turn was handed over: no part of a line


class Unanswered(ExampleError):
    """A line with answers that fit no question; ``left`` are those."""

    def __init__(self, page: str, line: int, block: str, problem: str, left: Sequence[str]) -> None:
        super().__init__(page, line, block, problem)
        self.left = left


def play(example: Example, edition: str, names: Mapping[str, str] | None = None, sets: Iterable[str] | None = None) -> Played:
    """Play a block in an edition; ExampleError if a line cannot be played."""
    return _Player(example, _begun(example, edition, names, sets)).play(edition)


@dataclass(frozen=True)
class Tried:
    """Answers that were tried: whether the last is taken, what each of them means, and why the last is refused."""

    taken: bool
    options: tuple[Option, ...]
    refusal: Refusal | None


def may(played: Played, answers: Answers) -> Tried:
    """Could a colour that plays the last line give these answers? All but the last must be taken, the last is in question."""
    player = _Player(played.example, played.before.copy())
    last = played.example.moves[-1].laying if played.example.moves else None
    tile = player.laid(last) if last else []
    taken = player.takes(answers.colour, [*tile, *answers.texts], len(tile))
    if taken:
        return Tried(True, tuple(player.given[len(tile) :]), None)
    if player.refused is None:  # nobody was asked any more
        asked = _Player(played.example, played.before.copy())
        asked.answer(answers.colour, [*tile, ASK], len(tile))
        wanted = wishes(asked.game.engine, player.said(answers.colour, answers.texts[-1])[1])
        player.refused = [wish for wish in wanted if wish.verb != DRAW], Refusal(UNASKED)
    meant, refusal = player.refused
    return Tried(False, (*player.given[len(tile) :], *meant[:1]), None if refusal.key == UNASKED else refusal)


def fits(played: Played, laying: Laying) -> bool:
    """Could a further tile be laid so?"""
    player = _Player(played.example, played.game.copy())
    return player.takes(FIRST, player.laid(laying), 2)


def setup_of(example: Example, edition: str, names: Mapping[str, str] | None, sets: Iterable[str] | None) -> Setup:
    """What a block is played with; by default the expansion of its page and as many players as there can be."""
    page = PurePath(example.page).stem
    own = (page,) if page in FAMILIES[example.family].expansions else ()
    chosen = tuple(sets) if sets is not None else own if example.sets is None else example.sets
    colours = example.seats or FAMILIES[example.family].editions[edition].colours
    for count in range(len(colours), 1, -1):
        try:
            return make_setup(
                edition,
                sets=chosen,
                elements=example.elements,
                without=example.without,
                players=[names[colour] if names else colour for colour in colours[:count]],
                colours=colours[:count],
                switches=example.switches,
                study=True,
            )
        except SetupError as refused:
            if example.seats or count == 2:  # fewer players do not help
                raise ExampleError(example.page, example.line, example.id, str(refused)) from None
    raise AssertionError("no set-up has fewer than two players")


def _begun(example: Example, edition: str, names: Mapping[str, str] | None, sets: Iterable[str] | None) -> Game:
    """The table before the first line."""
    if example.position is not None:
        try:
            game = from_position(example.position)
            return from_position(example.position, players=[names[colour] for colour in game.setup.colours]) if names else game
        except PositionError as wrong:
            raise ExampleError(example.page, example.line, example.id, str(wrong)) from None
    setup = setup_of(example, edition, names, sets)
    game = Game(setup, None)
    first = next((line.laying for line in example.moves if line.laying), None)
    return game if first in layings(game) else Game(replace(setup, start=False), None)


class _Player:
    """One block at the table."""

    def __init__(self, example: Example, game: Game) -> None:
        self.example, self.game = example, game
        self.at = example.line
        self.stood: dict[int, int] = {}  # figures that stood on nodes during the line
        self.placed: Counter[str] = Counter()
        self.entries = len(game.ledger)  # before the line
        self.scored = game  # when the line had not won points yet
        self.given: list[Option] = []  # what the line has answered
        self.aside: set[int] = set()
        self.refused: tuple[list[Option], Refusal] | None = None  # how its next answer was understood first, and refused

    def error(self, problem: str) -> ExampleError:
        return ExampleError(self.example.page, self.at, self.example.id, problem)

    def play(self, edition: str) -> Played:
        lines = list(self.example.moves)
        if lines and lines[0].laying in layings(self.game) and not self.example.position:
            lines.pop(0)
        before, spans = self.game.copy(), []
        for line in lines:
            before = self.game.copy()
            self.at = line.number
            self.stood, self.placed = self.figures(), Counter()
            self.entries, self.scored = len(self.game.ledger), before
            start = len(self.game.steps)
            self.line(line)
            spans.append((line, start, len(self.game.steps)))
        self.at = self.example.line
        if len(self.game.ledger) == self.entries:
            self.scored = self.game
        turn = self.outcome(before)
        return Played(
            example=self.example,
            edition=edition,
            game=self.game,
            before=before,
            turn=turn,
            spans=tuple(spans),
            picture=self.pictured(),
            pieces=tuple(self.lying(turn)),
            scored=self.scored,
            aside=frozenset(self.aside),
        )

    # -- lines -----------------------------------------------------------------------------------------------------------

    def line(self, line: Line) -> None:
        if line.verb:
            self.set(line)
            return
        colour = line.answers.colour or self.usual(line)
        answers = list(line.answers.texts)
        if line.laying is not None:
            answers = [*self.laid(line.laying), *answers]
        self.answer(colour, answers, 2 if line.laying is not None else 0)

    def laid(self, laying: Laying) -> list[str]:
        """The answers that draw and lay a tile; where it is printed only with something more, that copy stands for it."""
        printed = [tile.id for tile in self.game.engine.rules.tiles]
        more = [id_ for id_ in printed if id_.startswith(f"{laying.tile}+")]
        tile = more[0] if laying.tile not in printed and len(more) == 1 else laying.tile
        return [f"[{tile}]", laying.cell]

    def usual(self, line: Line) -> str:
        """Whose line it is if it does not say: of those the expectations are about, or the usual one; chance has no colour."""
        if line.laying is None:
            return ""
        example = self.example
        named = [*(example.takes or {}), *([example.double] if example.double not in (None, NOBODY) else [])]
        return named[0] if named and line is example.moves[-1] else FIRST

    def set(self, line: Line) -> None:
        """Something that is set by hand: a figure of the supply on a segment, or the points of a scoring figure."""
        colour, text = line.answers.colour, line.answers.texts[0]
        try:
            if line.verb == "credit":
                scorer, _, points = text.rpartition(" ")
                self.game.credit(colour, int(points), self.game.engine.rules.scorer_names.index(scorer) if scorer else 0)
            else:
                figure, _, where = text.partition(" ")
                self.game.arrange(None if colour == NEUTRAL else colour, figure, where)
        except ValueError as refused:
            raise self.error(f"{line.raw}: {refused}") from None

    def answer(self, colour: str, answers: list[str], laying: int = 0) -> None:
        """Give the answers of a line; the first ``laying`` are the tile's own. Afterwards its turn, or its part, is over."""
        asking, left = answers[-1:] == [ASK], answers[:-1] if answers[-1:] == [ASK] else answers
        turn: tuple[int, int, int] | None = None
        tile = len(left) - laying  # so many are left when it lies
        while not self.game.over:
            decision = self.game.decision
            assert decision is not None
            if self.at_draw() and colour and self.active() != colour and turn is None:
                self.hand_to(colour)
                continue
            if turn is not None and not self.goes_on(turn):
                break
            if left and self.fits(self.game, colour, left[0]):
                turn = turn or self.moment()
                self.given.append(self.give(left.pop(0)))
                self.refused = None
                continue
            if decision.seat is None or (not left and asking):
                break
            option = self.otherwise(colour, left[0] if len(left) > tile else "")
            if option is None or (not left and self.doubled() != NOBODY):
                break
            self.give(option)
            if turn is None and self.at_draw() and colour and self.active() != colour:
                self.aside.add(len(self.game.steps) - 1)
        if left:
            why = f"; {IllegalOption(left[0], self.refused[1])}" if self.refused else ""
            asked = f"{self.game.decision.kind!r} is asked" if self.game.decision else "the game is over"
            problem = f"nobody was asked for {' / '.join(left)} ({asked}){why}\n{described(self.game)}"
            raise Unanswered(self.example.page, self.at, self.example.id, problem, tuple(left))

    def takes(self, colour: str, answers: list[str], laying: int) -> bool:
        """Are these answers taken? If not, it must be the last one, and one that the game understands."""
        try:
            self.answer(colour, list(answers), laying)
        except Unanswered as refused:
            if len(refused.left) > 1 or not understood(self.game, self.said(colour, refused.left[-1])[1]):
                raise
            return False
        return True

    def moment(self) -> tuple[int, int, int]:
        return self.game.turn, int(self.game.engine.part), self.game.seat

    def goes_on(self, turn: tuple[int, int, int]) -> bool:
        return turn == self.moment()

    def fits(self, game: Game, colour: str, text: str) -> bool:
        """Is the answer one to the present question, asked of whom it should be?"""
        decision = game.decision
        assert decision is not None
        who, said = self.said(colour, text)
        if (decision.seat is None) != (who is None):
            return False
        if decision.seat is None and colour and game.setup.colours[game.seat] != colour and at_draw(game):
            return False
        if decision.seat is not None and game.setup.colours[decision.seat] != who:
            return False
        try:
            game.find(said)
        except IllegalOption as illegal:
            if game is self.game and self.refused is None:
                self.refused = wishes(game.engine, said), illegal.refusal
            return False
        return True

    def said(self, colour: str, text: str) -> tuple[str | None, str]:
        """Who answers what: "[E]" is chance's, "blue: pass" another player's."""
        if text.startswith("["):
            return None, text[1:-1]
        who, colon, rest = text.partition(": ")
        return (who, rest) if colon and who in self.game.setup.colours else (colour, text)

    def otherwise(self, colour: str, following: str) -> Option | None:
        """What is answered if the line says nothing: no, or the one thing after which the tile can be drawn and laid.

        If the question has no such answer: the one thing after which a tile is drawn, and the turn can be handed over.
        """
        options = self.game.options()
        going_on: list[Option] = []
        at_a_draw: list[Option] = []
        for option in options[:8] if following else ():
            trial = self.game.copy()
            trial.play(option)
            if trial.decision is not None and self.fits(trial, colour, following):
                going_on.append(option)
            if at_draw(trial):
                at_a_draw.append(option)
        declining = [option for option in options if option.declines or option.verb == PASS]
        for found in (going_on, declining[:1], at_a_draw):
            if len(found) == 1:
                return found[0]
        return None

    def give(self, answer: Option | str) -> Option:
        option = answer if isinstance(answer, Option) else self.game.find(self.said("", answer)[1])
        decision = self.game.decision
        piece = -1
        if option.figure and isinstance(option.target, Segment) and decision is not None and decision.seat is not None:
            piece = self.note_placed(decision.seat, option)
        place = self.game.engine.figures.place
        home = {figure for figure in range(len(place)) if place[figure] == SUPPLY and figure != piece}
        self.game.play(option)
        now = self.figures()
        self.placed.update(self.owner(figure) for figure in now if figure in home)  # the rules themselves have put it there
        self.stood |= now
        if len(self.game.ledger) == self.entries:
            self.scored = self.game.copy()
        return option

    def note_placed(self, seat: int, option: Option) -> int:
        """A figure of the supply is put on a segment, and may be home again before anybody is asked anything."""
        engine = self.game.engine
        piece = int(engine.figures.pick(seat, engine.rules.figure_names.index(option.figure)))
        node = find_node(engine, f"{option.target.said('cell')} {option.target.said('segment')}")
        if piece < 0 or node < 0:
            return -1
        self.stood[piece] = node
        self.placed[self.game.setup.colours[seat]] += 1
        return piece

    def owner(self, figure: int) -> str:
        """The colour of a figure; empty if it is nobody's."""
        seat = int(self.game.engine.rules.figure_seat[figure])
        return self.game.setup.colours[seat] if seat < self.game.setup.seats else ""

    # -- whose turn ------------------------------------------------------------------------------------------------------

    def active(self) -> str:
        return self.game.setup.colours[self.game.seat]

    def at_draw(self) -> bool:
        return at_draw(self.game)

    def hand_to(self, colour: str) -> None:
        try:
            self.game.turn_to(colour)
        except (IllegalOption, ValueError) as refused:
            raise self.error(f"it is not {colour}'s turn: {refused}") from None

    # -- what came of it -------------------------------------------------------------------------------------------------

    def figures(self) -> dict[int, int]:
        """The nodes on which figures stand."""
        figures = self.game.engine.figures
        found = {figure: int(figures.node(figure)) for figure in range(self.game.engine.rules.figure_total)}
        return {figure: node for figure, node in found.items() if node >= 0}

    def outcome(self, before: Game) -> Turn:
        game = self.game
        entries = tuple(game.ledger[len(before.ledger) :])
        points: Counter[str] = Counter()
        for entry in entries:
            points[game.setup.colours[entry.seat]] += entry.points
        home, now = supplies(before), supplies(game)
        finished, done = completed(before), completed(game)
        return Turn(
            points=some(points),
            back=some({who: now[who] - home[who] + self.placed[who] for who in now}),
            completes=some({kind: done[kind] - finished[kind] for kind in done}),
            takes={
                colour: taken
                for seat, colour in enumerate(game.setup.colours)
                if (taken := some(held(game, seat) - held(before, seat)))
            },
            double=self.doubled(),
            draws=self.drawing(),
            entries=entries,
        )

    def doubled(self) -> str:
        """The colour that may go on with another part of its turn."""
        game = self.game
        if game.decision is None or game.decision.seat != game.seat:
            return NOBODY
        for option in game.options()[:2]:
            trial = game.copy()
            trial.play(option)
            if trial.seat == game.seat and trial.turn == game.turn and trial.engine.part > game.engine.part:
                return self.active()
        return NOBODY

    def drawing(self) -> str:
        """The colour that draws another tile in the turn that it plays."""
        decision = self.game.decision
        drawn = decision is not None and decision.seat is None and decision.kind == DRAW and self.game.engine.run_level > 0
        return self.active() if drawn else NOBODY

    def pictured(self) -> Game:
        """The table as it was scored: whoever went home in the last line still stands."""
        shown = self.game.copy()
        place = shown.engine.figures.place
        for figure, node in self.stood.items():
            if place[figure] == SUPPLY or (place[figure] >= AREA and shown.engine.figures.place_word(figure) == RESTING):
                place[figure] = node
        return shown

    def lying(self, turn: Turn) -> Iterator[Mapping[str, Any]]:
        """The things on tiles; those that somebody has taken lie where they lay when it was scored."""
        taken = {what for things in turn.takes.values() for what in things}
        for game, wanted in ((self.game, False), (self.scored, True)):
            yield from (piece for piece in game.view()["pieces"] if (piece["picture"] in taken) == wanted)


# -- looking ---------------------------------------------------------------------------------------------------------------


def at_draw(game: Game) -> bool:
    """Is a turn about to begin with the draw of a tile?"""
    engine = game.engine
    begins = not engine.owner() and engine.routine() == RUN and engine.op() == OP_DRAW and not engine.run_level
    return game.decision is not None and game.decision.seat is None and begins


def understood(game: Game, text: str) -> bool:
    """Does a text speak of figures and kinds of segment that are in play?"""
    rules = game.engine.rules
    seats = range(rules.seats + 1)
    issued = {
        name for kind, name in enumerate(rules.figure_names) if any(rules.issued[s * rules.figure_kinds + kind] for s in seats)
    }
    place = re.compile(rf"({'|'.join(rules.segment_names)})( [nesw]{{1,2}}| inner\d*)?", re.IGNORECASE)
    return any(
        wish.verb != DRAW
        and (not wish.figure or wish.figure in issued)
        and (not isinstance(wish.target, Segment) or place.fullmatch(wish.target.name))
        for wish in wishes(game.engine, text)
    )


def layings(game: Game) -> list[Laying]:
    """The tiles on the table in the order in which they were laid."""
    return [Laying(one["tile"], one["x"], one["y"], one["turns"]) for one in game.view()["board"]]


def supplies(game: Game) -> Counter[str]:
    """Figures with their owners, those that must rest included."""
    view, engine = game.view(), game.engine
    resting = engine.rules.area_names[RESTING]
    found = Counter({player["colour"]: sum(player["supply"].values()) for player in view["players"]})
    for figure in view["figures"]:
        if figure.get("place") == resting and figure["seat"] is not None:
            found[game.setup.colours[figure["seat"]]] += 1
    return found


def held(game: Game, seat: int) -> Counter[str]:
    """What lies before a player, by name; figures of others with their colour before it."""
    found: Counter[str] = Counter()
    for thing in game.view()["players"][seat]["holds"]:
        owner = "" if thing["owner"] in (None, seat) else f"{game.setup.colours[thing['owner']]} "
        found[f"{owner}{thing['picture']}"] += thing["number"]
    return found


def on_track(game: Game) -> dict[str, tuple[int, ...]]:
    """The spaces on the scoreboard with the tokens behind them: "red" for the first scoring figure, "red messenger"."""
    view = game.view()
    colours = game.setup.colours
    found: dict[str, tuple[int, ...]] = {}
    for colour, player in zip(colours, view["players"], strict=True):
        for number, (name, one) in enumerate(zip(game.engine.rules.scorer_names, player["track"], strict=False)):
            found[f"{colour} {name}" if number else colour] = (one["space"], *one["tokens"])
    for piece in view["track"]:
        owner = NEUTRAL if piece["owner"] is None else colours[piece["owner"]]
        found[f"{owner} {piece['picture']}"] = (piece["space"],)
    return found


def completed(game: Game) -> Counter[str]:
    """How many features of each kind are completed."""
    return Counter(feature.kind for feature in game.features() if feature.completed)


def standing(game: Game) -> list[str]:
    """The figures on the table: "red follower 1,0 road N", "red follower 0,0 tower"."""
    view = game.view()
    found = []
    for figure in view["figures"]:
        colour = NEUTRAL if figure["seat"] is None else game.setup.colours[figure["seat"]]
        if "segment" in figure:
            found.append(f"{colour} {figure['kind']} {figure['x']},{figure['y']} {figure['segment']}")
        elif figure["index"] < len(view["board"]):
            laid = view["board"][figure["index"]]
            found.append(f"{colour} {figure['kind']} {laid['x']},{laid['y']} {figure['place']}")
    return found


def feature_at(game: Game, where: str) -> Feature | None:
    """The feature that a segment belongs to, named by any of its sides: "1,0 road N"."""
    node = find_node(game.engine, where)
    if node < 0:
        return None
    name = node_name(game.engine, node)
    return next(feature for feature in game.features() if name in feature.segments)


def some(counts: Mapping[str, int]) -> dict[str, int]:
    return {what: count for what, count in counts.items() if count}


def described(game: Game) -> str:
    """The position in words, for messages."""
    return "\n".join(
        [
            f"  tiles: {'; '.join(map(str, layings(game)))}",
            f"  figures: {'; '.join(standing(game)) or 'none'}",
            f"  scores: {game.scores()}",
            f"  question: {game.decision.kind if game.decision else 'none'}",
        ]
    )


def ended(game: Game) -> Game:
    """The game as it would be if it ended now."""
    over = game.copy()
    if not over.over:
        over.finish()
    return over


def final(game: Game) -> dict[str, int]:
    """Points of the final scoring alone if the game ended now, by colour."""
    points: Counter[str] = Counter()
    for entry in ended(game).ledger[len(game.ledger) :]:
        points[game.setup.colours[entry.seat]] += entry.points
    return some(points)
