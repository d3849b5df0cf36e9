"""From a game to its record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from bastida.kernel.engine import Engine
from bastida.kernel.ledger import Entry, Recorder
from bastida.language.refused import why
from bastida.record.describing import describe
from bastida.record.errors import NOWHERE, RecordError
from bastida.record.model import CHANCE, Answer, Record, Result, Row, Score
from bastida.record.positions import state_hash, written
from bastida.record.shapes import kept_key, part, phrase, word
from bastida.table.game import Game, Step
from bastida.table.setup import Setup

HASH_EVERY: Final = 10  # turns
LONG: Final = 1_000  # characters after which a turn goes on on a new line


def make_record(game: Game, more: Mapping[str, str]) -> Record:
    """Play the answers again beside the game, noting who was active, what was scored, and a hash now and then."""
    setup = game.setup
    first = game.kept(0)
    assert first is not None, "a game keeps its beginning"
    engine = first.copy()
    began = describe(setup, engine)
    usual = began == describe(setup, setup.engine())
    for key, value in more.items():
        kept_key(key, NOWHERE)
        if not value.isprintable() or not value or value != value.strip():
            raise RecordError(NOWHERE, why("record.unprintable_header", word=repr(key)))
    return Record(
        family=setup.family,
        edition=setup.edition,
        sets=setup.sets,
        elements=setup.elements,
        switches={name: phrase(value, NOWHERE, part("switch_named", word=name)) for name, value in setup.unusual.items()},
        colours=setup.colours,
        players=setup.players,
        first=setup.colours[setup.first],
        study=setup.study,
        start=setup.start,
        position="" if usual else written(began),
        more=dict(more),
        expansions={name: phrase(value, NOWHERE, part("version")) for name, value in setup.foreign.items()},
        rows=tuple(_rows(game, engine)),
        result=result_of(game),
    )


@dataclass
class _Draft:
    turn: int
    part: int
    player: str
    answers: list[Answer] = field(default_factory=list)
    scores: list[Score] = field(default_factory=list)
    arranged: str = ""
    hash: str = ""
    length: int = 0

    def done(self) -> Row:
        return Row(self.turn, self.part, self.player, tuple(self.answers), self.arranged, tuple(self.scores), self.hash)


def _rows(game: Game, engine: Engine) -> list[Row]:
    setup = game.setup
    recorder = engine.recorder = Recorder()
    drafts: list[_Draft] = []
    for number, step in enumerate(game.steps):
        kept = game.kept(number)
        if setup.study and kept is not None and describe(setup, kept) != describe(setup, engine):
            engine = kept.copy()
            engine.recorder = recorder
            drafts.append(_arranged(setup, engine))
        head = (int(engine.turn), int(engine.part), setup.colours[engine.seat])
        last = drafts[-1] if drafts else None
        if last is None or last.arranged or last.length > LONG or head != (last.turn, last.part, last.player):
            if last is not None and last.turn != head[0] and last.turn % HASH_EVERY == 0:
                last.hash = state_hash(setup, engine)
            last = _Draft(*head)
            drafts.append(last)
        answer = answer_of(setup, step, int(engine.seat))
        last.answers.append(answer)
        last.length += len(answer.text) + len(answer.kind)
        before = len(recorder.entries)
        engine.answer(step.number)
        last.scores += [score_of(setup, entry) for entry in recorder.entries[before:]]
    if describe(setup, engine) != describe(setup, game.engine):
        if not setup.study:
            raise RecordError(NOWHERE, why("record.does_not_follow"))
        drafts.append(_arranged(setup, game.engine))
    elif drafts:
        drafts[-1].hash = state_hash(setup, engine)
    return [draft.done() for draft in drafts]


def _arranged(setup: Setup, engine: Engine) -> _Draft:
    """In a study: whatever was done without an answer is kept as the position that came of it."""
    where = written(describe(setup, engine))
    return _Draft(int(engine.turn), int(engine.part), setup.colours[engine.seat], arranged=where)


def answer_of(setup: Setup, step: Step, active: int) -> Answer:
    by = CHANCE if step.seat is None else "" if step.seat == active else setup.colours[step.seat]
    return Answer(kind_word(step.kind), phrase(step.text, NOWHERE, part("an_answer"), empty=True), by)


def kind_word(kind: str) -> str:
    """What is asked, as one word."""
    return word(kind.replace(" ", "_"), NOWHERE, part("asked"))


def score_of(setup: Setup, entry: Entry) -> Score:
    source = phrase(entry.source, NOWHERE, part("a_source"), empty=True)
    clause = phrase(entry.clause, NOWHERE, part("a_clause"), empty=True)
    return Score(setup.colours[entry.seat], entry.points, source, clause, sum_of(entry))


def sum_of(entry: Entry) -> str:
    """The arithmetic as version 1 of the format writes it, whatever the ledger shows to players."""
    if not entry.lines:
        return str(entry.points)
    terms = " + ".join(f"{amount} {what} x {each}" for what, amount, each in entry.lines)
    return f"({terms}) / 2 = {entry.points}" if entry.halved else f"{terms} = {entry.points}"


def result_of(game: Game) -> Result | None:
    """Points and winners, once the game is over."""
    if not game.over:
        return None
    colours = dict(zip(game.setup.players, game.setup.colours, strict=True))
    return Result(tuple(game.scores().values()), tuple(colours[name] for name in game.winners()))
