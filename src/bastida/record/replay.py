"""From a record to its game: every answer is given again, and everything the record claims is compared."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Final

from bastida.kernel.answers import Refusal
from bastida.kernel.codes import DEALER
from bastida.language.refused import why
from bastida.language.sentences import by_clause
from bastida.record.errors import MAX_STUDY_ANSWERS, NOWHERE, Place, PositionError, RecordError, quoted
from bastida.record.model import CHANCE, Answer, Record, Row, Score, with_variations
from bastida.record.positions import HASH, RETIRED, adopt, deal_on, restored, state_hash
from bastida.record.setups import cannot_be_played, find_setup, missing_expansion
from bastida.record.text import result_line, score_line
from bastida.record.writing import kind_word, result_of, score_of
from bastida.table.dealer import Dealer
from bastida.table.game import Game, IllegalOption
from bastida.table.setup import Setup, SetupError

STRANGER: Final = -99  # the seat of whoever does not play; nobody asks it anything
LOG = logging.getLogger("bastida")
# Where a set-up that cannot be played is wrong; what is not here is a matter of the players.
HEADERS: Final = {
    "setup.unknown_family": "family",
    "setup.unknown_edition": "edition",
    "setup.unknown_tile_set": "sets",
    "setup.unknown_set": "sets",
    "setup.needs_tiles": "sets",
    "setup.tiles_need_element": "sets",
    "setup.no_such_parts": "sets",
    "setup.unknown_element": "elements",
    "setup.needs_elements": "elements",
    "setup.do_not_go_together": "elements",
    "setup.empty_table": "start",
}


def replay(record: Record, upto: int | None, dealer: Dealer | None) -> Game:
    """Play a record again; RecordError says where it is not as the rules have it."""
    if upto is not None and not 0 <= upto <= record.answers:
        raise ValueError(f"the record has {record.answers} answers, so there is no position {upto}")
    setup = setup_of(record)
    if record.study and sum(len(row.answers) or 1 for row in with_variations(record.rows)) > MAX_STUDY_ANSWERS:
        raise RecordError(record.places.get("study", NOWHERE), why("record.study_answers", number=MAX_STUDY_ANSWERS))
    game = Game(setup, None)
    if record.position:
        _place(game, record.position, record.places.get("position", NOWHERE))
    end = record.result.where or Place(result=True) if record.result is not None else NOWHERE
    whole = upto is None or upto == record.answers
    if _play_rows(game, record.rows, upto, end) and whole:
        _check_result(game, record)
    if dealer is not None:
        deal_on(game, dealer)
    return game


def _play_rows(game: Game, rows: Sequence[Row], most: int | None, end: Place) -> bool:
    """Play rows, or their first ``most`` answers; whether that was all. ``end``: what stands behind the last of them.

    Variations are looked at only where everything is.
    """
    left = sum(len(row.answers) for row in rows) if most is None else most
    for number, row in enumerate(rows):
        if most is not None and left == 0:
            return False
        answers = row.answers[:left]
        left -= len(answers)
        before = len(game.ledger)
        if row.arranged:
            if not game.setup.study:
                raise RecordError(row.where, why("only_a_study"), why("record.answers"))
            _place(game, row.arranged, row.where)
        variations = row.variations if most is None else ()
        for place in range(0 if variations else _given(game, row, answers), len(answers)):
            for variation in variations:
                if variation.answer == place + 1:
                    _play_rows(game.copy(), variation.rows, None, NOWHERE)
            _play(game, row, answers[place], row.place(place + 1))
        if len(answers) == len(row.answers):
            after = rows[number + 1].where if number + 1 < len(rows) else NOWHERE
            _check_scores(game, row, before, after or end)
            _check_hash(game, row)
    return True


def setup_of(record: Record) -> Setup:
    """The set-up of a record; RecordError names the header that is wrong."""
    lacking = missing_expansion(record.family, record.expansions)
    if lacking:
        place = record.places.get(f"expansion {lacking}", NOWHERE)
        raise RecordError(place, why("record.needs_expansion", word=repr(lacking), version=record.expansions[lacking]))
    try:
        return find_setup(
            record.family,
            record.edition,
            record.sets,
            record.elements,
            record.switches,
            record.colours,
            record.players,
            record.colours.index(record.first),
            record.study,
            record.start,
        )
    except SetupError as error:
        problem = error.problems[0]
        place = record.places.get(_header(record, problem)) or record.places.get("players", NOWHERE)
        raise RecordError(place, cannot_be_played([problem])) from None


def _header(record: Record, problem: Refusal) -> str:
    """The header that is wrong."""
    if problem.key in ("setup.unknown_switch", "setup.unknown_value", "setup.idle_switch"):
        wanted = problem.fields.get("option", problem.fields["word"])
        return next((f"switch {name}" for name in record.switches if repr(name) == wanted), "players")
    return HEADERS.get(problem.key, "players")


def _place(game: Game, text: str, where: Place) -> None:
    try:
        setup, engine = restored(text, game.setup.players)
    except PositionError as error:
        raise RecordError(where, why("record.wrong_position", value=error.whole())) from None
    if setup != game.setup:
        raise RecordError(where, why("record.other_setup"))
    adopt(game, engine)


def _given(game: Game, row: Row, answers: Sequence[Answer]) -> int:
    """Give the answers of a row as far as they are just what is asked and spelt as we spell them; returns how many.

    Nothing less is asked of them than in ``_play``, which takes other spellings and says what is wrong.
    """
    seats = {colour: seat for seat, colour in enumerate(game.setup.colours)}
    active = seats.pop(row.player, STRANGER)  # an answer of the active player names nobody
    seats[""], seats[CHANCE] = active, DEALER
    before = len(game.steps)
    try:
        return game.follow(
            row.turn, row.part, active, [(seats.get(answer.by, STRANGER), answer.kind, answer.text) for answer in answers]
        )
    except Exception:  # a rule stumbles: the game is as before that answer, and ``_play`` says where
        return len(game.steps) - before


def _play(game: Game, row: Row, answer: Answer, where: Place) -> None:
    decision = game.decision
    if decision is None:
        raise RecordError(where, why("record.was_over"), why("record.end_of_record"))
    colours = game.setup.colours
    head = (game.turn, int(game.engine.part), colours[game.seat])
    if head != (row.turn, row.part, row.player):
        problem = why("record.not_this_turn", number=row.turn, count=row.part, word=row.player)
        raise RecordError(row.where, problem, why("record.this_turn", number=head[0], count=head[1], word=head[2]))
    asked = CHANCE if decision.seat is None else "" if decision.seat == game.seat else colours[decision.seat]
    kind = kind_word(decision.kind)
    if (answer.by, answer.kind) != (asked, kind):
        named: dict[str, object] = {CHANCE: why("record.chance"), "": row.player}
        problem = why("record.not_asked", option=repr(answer.kind), who=named.get(answer.by, answer.by))
        raise RecordError(where, problem, why("record.asked", option=repr(kind), who=named.get(asked, asked)))
    try:
        game.play(answer.text)
    except IllegalOption as error:
        shown = [str(option) for option in game.options()[:6]]
        problem = why("record.refused", value=f"{kind} {quoted(answer.text)}", reason=_because(error.refusal))
        raise RecordError(where, problem, why("record.for_example", examples=shown)) from None
    except Exception:  # ours: a rule stumbles over a text instead of refusing it
        LOG.exception("the answer %r to %r", answer.text, kind)
        raise RecordError(where, why("record.no_sense", value=f"{kind} {quoted(answer.text)}")) from None


def _because(refusal: Refusal) -> Refusal:
    """Why an answer is refused, without the examples, which stand behind."""
    if refusal.key == "no_answer":
        return why("not_an_answer", question=refusal.fields["question"])
    return by_clause(refusal)


def _check_scores(game: Game, row: Row, before: int, after: Place) -> None:
    """What a turn scored. Lines may be missing only where the whole record ends."""
    found = [score_of(game.setup, entry) for entry in game.ledger[before:]]
    for said, right in zip(row.scores, found, strict=False):
        if said != right:
            raise RecordError(said.where or row.where, why("record.not_scored", value=_shown(said)), _shown(right))
    if len(row.scores) > len(found):
        extra = row.scores[len(found)]
        raise RecordError(
            extra.where or row.where, why("record.not_scored", value=_shown(extra)), why("record.no_further_line")
        )
    if len(row.scores) < len(found) and (row.hash or after):
        place = row.hash_where if row.hash else after
        raise RecordError(place or row.where, why("record.score_missing"), _shown(found[len(row.scores)]))


def _shown(score: Score) -> str:
    return quoted(score_line(score)[:100])


def _check_hash(game: Game, row: Row) -> None:
    """Hashes of a kind that is no longer computed say nothing."""
    version = row.hash.partition(" ")[0]
    if not version or version in RETIRED:
        return
    where = row.hash_where or row.where
    if version != HASH:
        raise RecordError(where, why("record.hash_kind", value=repr(version)), HASH)
    right = state_hash(game.setup, game.engine)
    if right != row.hash:
        raise RecordError(where, why("record.other_hash", value=repr(row.hash)), right)


def _check_result(game: Game, record: Record) -> None:
    said = record.result
    if said is None:
        return
    right = result_of(game)
    if right is None:
        raise RecordError(said.where, why("record.not_over"), why("record.without_result"))
    if said != right:
        raise RecordError(said.where, why("record.other_result"), result_line(right, record.colours))
