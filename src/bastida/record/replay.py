"""From a record to its game: every answer is given again, and everything the record claims is compared."""

from __future__ import annotations

from bastida.record.errors import MAX_STUDY_ANSWERS, PositionError, RecordError, quoted
from bastida.record.making import kind_word, result_of, score_of
from bastida.record.model import CHANCE, Answer, Record, Row, Score
from bastida.record.positions import HASH, RETIRED, adopt, deal_on, restored, state_hash
from bastida.record.setups import find_setup
from bastida.record.text import result_line, score_line
from bastida.table.dealer import Dealer
from bastida.table.game import Game, IllegalOption
from bastida.table.setup import Setup, SetupError


def replay(record: Record, upto: int | None, dealer: Dealer | None) -> Game:
    """Play a record again; RecordError says where it is not as the rules have it."""
    if upto is not None and not 0 <= upto <= record.answers:
        raise ValueError(f"the record has {record.answers} answers, so there is no position {upto}")
    setup = setup_of(record)
    if record.study and record.answers > MAX_STUDY_ANSWERS:
        raise RecordError(record.places.get("study", ""), f"a study has at most {MAX_STUDY_ANSWERS} answers")
    game = Game(setup, None)
    if record.position:
        _place(game, record.position, record.places.get("position", ""))
    left = record.answers if upto is None else upto
    for number, row in enumerate(record.rows):
        if upto is not None and left == 0:
            break
        answers = row.answers[:left]
        left -= len(answers)
        before = len(game.ledger)
        if row.arranged:
            if not setup.study:
                raise RecordError(row.where, "only a study can be arranged at will", "answers")
            _place(game, row.arranged, row.where)
        for answer in answers:
            _play(game, row, answer)
        if len(answers) == len(row.answers):
            after = record.rows[number + 1].where if number + 1 < len(record.rows) else ""
            if record.result is not None and not after:
                after = record.result.where or "the result"
            _check_scores(game, row, before, after)
            _check_hash(game, row)
    else:
        _check_result(game, record)
    if dealer is not None:
        deal_on(game, dealer)
    return game


def setup_of(record: Record) -> Setup:
    """The set-up of a record; RecordError names the header that is wrong."""
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
        keys = {"family": "family", "edition": "edition", "set": "sets", "element": "elements", "empty": "start"}
        found = next((key for word, key in keys.items() if word in problem.split(":")[0]), "players")
        raise RecordError(record.places.get(found, ""), f"this set-up cannot be played: {problem}") from None


def _place(game: Game, text: str, where: str) -> None:
    try:
        setup, engine = restored(text, game.setup.players)
    except PositionError as error:
        raise RecordError(where, f"the position is wrong: {error}") from None
    if setup != game.setup:
        raise RecordError(where, "the position is one of another set-up than the header's")
    adopt(game, engine)


def _play(game: Game, row: Row, answer: Answer) -> None:
    where = answer.where or row.where
    decision = game.decision
    if decision is None:
        raise RecordError(where, "the game was over before this", "the end of the record")
    colours = game.setup.colours
    head = (game.turn, int(game.engine.part), colours[game.seat])
    if head != (row.turn, row.part, row.player):
        said = f"turn {row.turn}, part {row.part} of {row.player}"
        raise RecordError(row.where, f"{said} does not come now", f"turn {head[0]}, part {head[1]} of {head[2]}")
    asked = CHANCE if decision.seat is None else "" if decision.seat == game.seat else colours[decision.seat]
    kind = kind_word(decision.kind)
    if (answer.by, answer.kind) != (asked, kind):
        named = {CHANCE: "chance", "": row.player}
        said = f"{answer.kind!r} is not what is asked now of {named.get(answer.by, answer.by)}"
        raise RecordError(where, said, f"{kind!r}, asked of {named.get(asked, asked)}")
    try:
        game.play(answer.text)
    except IllegalOption as error:
        shown = ", ".join(str(option) for option in game.options()[:6])
        reason = error.reason.partition("; for example:")[0] + (f" ({error.clause})" if error.clause else "")
        raise RecordError(where, f"{kind} {quoted(answer.text)} is refused: {reason}", f"for example {shown}") from None
    except (ArithmeticError, LookupError, TypeError, ValueError):  # a text that no rule understands
        raise RecordError(where, f"{kind} {quoted(answer.text)} makes no sense here") from None


def _check_scores(game: Game, row: Row, before: int, after: str) -> None:
    """What a turn scored. Lines may be missing only where the whole record ends."""
    found = [score_of(game.setup, entry) for entry in game.ledger[before:]]
    for said, right in zip(row.scores, found, strict=False):
        if said != right:
            raise RecordError(said.where or row.where, f"{_shown(said)} was not scored here", _shown(right))
    if len(row.scores) > len(found):
        extra = row.scores[len(found)]
        raise RecordError(extra.where or row.where, f"{_shown(extra)} was not scored here", "no further line")
    if len(row.scores) < len(found) and (row.hash or after):
        place = row.hash_where if row.hash else after
        raise RecordError(place or row.where, "a scoring line is missing before this", _shown(found[len(row.scores)]))


def _shown(score: Score) -> str:
    return quoted(score_line(score)[:100])


def _check_hash(game: Game, row: Row) -> None:
    """Hashes of a kind that is no longer computed say nothing."""
    version = row.hash.partition(" ")[0]
    if not version or version in RETIRED:
        return
    where = row.hash_where or row.where
    if version != HASH:
        raise RecordError(where, f"there is no kind of hash {version!r}", HASH)
    right = state_hash(game.setup, game.engine)
    if right != row.hash:
        raise RecordError(where, f"the position does not have the hash {row.hash!r}", right)


def _check_result(game: Game, record: Record) -> None:
    said = record.result
    if said is None:
        return
    right = result_of(game)
    if right is None:
        raise RecordError(said.where, "the game is not over yet", "no result")
    if said != right:
        raise RecordError(said.where, "this is not the result", result_line(right, record.colours))
