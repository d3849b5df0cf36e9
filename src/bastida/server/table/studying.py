"""Studies: a position of one's own, its variations, and what is shown of them. Workers do this; nothing here is kept.

A study travels as the text of its record. Every step takes that text and gives back another.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from bastida import Game, Record, RecordError, SetupError
from bastida.analysis.thinking import check_question, told
from bastida.kernel.answers import Cell, Option, Refusal
from bastida.language.refused import Refused, why
from bastida.language.sentences import option_words, reason
from bastida.language.texts import texts
from bastida.players.search import SearchPlayer
from bastida.record.editing import ArrangeError, Arrangement, begun
from bastida.record.errors import NOWHERE
from bastida.record.positions import from_position, position
from bastida.record.studying import ABOUT, ROOT, Study, begun_at
from bastida.server.table.places import Places
from bastida.server.table.replaying import table_of
from bastida.server.table.state import Note
from bastida.server.table.view import Teller, sentence
from bastida.table.game import IllegalOption
from bastida.table.setup import make_setup
from bastida.table.view import option_shown, position_shown

MOST_MOVES = 1_500  # of a study here, variations included
MOST_TEXT = 200_000  # characters of a study here
MOST_TITLE = 100
TITLE = "title"
NODES = 5_000_000  # that an answer looks at: seconds end it before
LINES = 4

Job = dict[str, Any]


def edit(job: Job) -> Job:
    """A study after one step, and all that is shown of it; or why not."""
    return _refused_or(job, lambda: _edited(job))


def check(job: Job) -> Job:
    """A study as it is kept, if it can be."""

    def checked() -> Job:
        study = _read(job["study"])
        return {"study": _written(study), "title": study.head.more.get(TITLE, "")[:MOST_TITLE]}

    return _refused_or(job, checked)


def line(job: Job) -> Job:
    """The record of the line that leads to a move."""
    return _refused_or(job, lambda: {"record": _read(job["study"]).line(job["at"]).to_text()})


def place(job: Job) -> Job:
    """The position after a move, and who plays."""

    def found() -> Job:
        game = _read(job["study"]).game(job["at"])
        check_question(game)
        return {"position": position(game), "players": list(game.setup.players)}

    return _refused_or(job, found)


def ask(job: Job, thinks: Callable[[SearchPlayer | None], None]) -> Job:
    """The best answers in a position, with what is expected of them; ``thinks`` is told who does."""

    def asked() -> Job:
        game = from_position(job["position"], players=job["players"])
        check_question(game)
        player = SearchPlayer("analysis", NODES)
        thinks(player)
        player.deadline = min(player.deadline or math.inf, time.monotonic() + job["think"])
        try:
            player.choose(game.engine.copy(), 0)
        finally:
            thinks(None)
        found = told(game, player.outlooks(), LINES, int(player.seen)).as_json()
        return {**found, "lines": [{**one, **_said(game, one["line"], job["language"])} for one in found["lines"]]}

    return _refused_or(job, asked)


# -- steps -----------------------------------------------------------------------------------------------------------------


def _edited(job: Job) -> Job:
    done, at = job["step"], job["at"]
    if done is not None and done["verb"] in ("begin", "import"):
        study, at = (_begin(done, job["language"]) if done["verb"] == "begin" else _import(done["text"], job["language"])), ROOT
    else:
        study = _read(job["study"])
        if done is not None:
            study, at = _step(study, at, done)
    return {"study": _written(study), **shown(study, at, job["brush"], job["language"])}


def _begin(done: Job, language: str) -> Study:
    setup = make_setup(
        done["game"],
        sets=done["sets"],
        elements=done["elements"],
        without=done["without"],
        switches=done["switches"],
        players=done["players"],
    )
    return _named(begun(setup), language)


def _named(text: str, language: str) -> Study:
    """A study of a position whose players are called after their colours."""
    setup = begun_at(text).replay(0).setup
    phrases = setup.texts(language)
    return _within(begun_at(text, None, [phrases.word(colour).capitalize() for colour in setup.colours]))


def _import(text: str, language: str) -> Study:
    text = text.strip()
    if text.startswith("position "):
        return _named(text, language)
    if text.startswith("{"):
        return _within(Record.from_json(text))
    return _within(Record.from_text(text + "\n"))


def _read(text: str) -> Study:
    return _within(Record.from_text(text))


def _within(record: Record) -> Study:
    return Study(record, MOST_MOVES)


def _written(study: Study) -> str:
    text = study.record().to_text()
    Record.from_text(text)  # nobody gets a text that could not be read again
    if len(text) > MOST_TEXT or len(study.moves) > MOST_MOVES:
        raise RecordError(NOWHERE, why("study.too_long", number=MOST_MOVES))
    return text


def _step(study: Study, at: int, done: Job) -> tuple[Study, int]:
    match done["verb"]:
        case "play":
            return study, study.play(at, done["text"])
        case "comment":
            study.comment(at, done["text"])
            return study, at
        case "title":
            study.head_line(TITLE, done["text"][:MOST_TITLE].strip())
            return study, at
        case "drop":
            return study, study.drop(at)
        case "promote":
            study.promote(at)
            return study, at
        case "here":  # the position after a move is where a study begins anew
            return _again(study, position(study.game(at))), ROOT
    if study.moves:
        raise ArrangeError(why("study.has_moves"))
    return _again(study, _arranged(Arrangement(position(study.first)), done)), ROOT


def _again(study: Study, text: str) -> Study:
    """A study of another position under the same headers."""
    more = {key: said for key, said in study.head.more.items() if key in (TITLE, ABOUT)}
    return _within(begun_at(text, more, study.first.setup.players))


def _arranged(here: Arrangement, done: Job) -> str:
    match done["verb"]:
        case "lay":
            return here.lay(done["tile"], done["x"], done["y"], done["turns"])
        case "lift":
            return here.lift(done["x"], done["y"])
        case "stand":
            return here.stand(done["owner"], done["figure"], f"{done['x']},{done['y']} {done['segment']}")
        case "take":
            return here.take(done["owner"], done["figure"], f"{done['x']},{done['y']} {done['segment']}")
        case "points":
            return here.points(done["owner"], done["points"], done["scorer"])
        case "supply":
            return here.supply(done["owner"], done["figure"], done["number"])
        case "bag":
            return here.bag(done["pile"], done["piece"], done["number"])
        case "turn":
            return here.turn(done["owner"])
    return here.hand(done["tile"])


# -- what is shown ---------------------------------------------------------------------------------------------------------


def shown(study: Study, at: int, brush: Job | None, language: str) -> Job:
    """A study after one of its moves."""
    game = study.game(at)
    table = table_of("study", game)
    view = Teller(table, language).view(range(len(table.seats)), range(len(table.seats)), time.time())
    found = {
        "at": at,
        "title": study.head.more.get(TITLE, ""),
        "about": study.head.more.get(ABOUT, ""),
        "position": position(game),
        "view": view,
        "moves": _moves(study, language),
        "draws": _draws(game, language),
        "arrange": None,
        "options": [],
    }
    if not study.moves:
        here = _arrangement(position(game))
        if here is not None:
            found["arrange"] = _palette(here)
            found["options"] = _brushed(here, game, brush, language)
    return found


def _arrangement(text: str) -> Arrangement | None:
    """The position under somebody's hands; None where it is played, not arranged."""
    try:
        return Arrangement(text)
    except ArrangeError:
        return None


def _moves(study: Study, language: str) -> list[Job]:
    """All moves in the order of the record, each in words."""
    setup = study.first.setup
    phrases = setup.texts(language)
    table = table_of("study", study.first.copy())
    teller = Teller(table, language)
    drawn: dict[int, str] = {ROOT: study.first.tile or ""}
    depths = study.depths()
    found = []
    for number in study.order():
        move = study.moves[number]
        step = move.step
        drawn[number] = step.text if step.kind == "draw" else drawn[move.before]
        kind = "chance" if step.seat is None else step.kind
        note = Note(number, step.seat, kind, step.option, drawn[number], values={"what": step.kind})
        found.append(
            {
                "number": number,
                "before": move.before,
                "line": study.after(move.before)[0] == number,
                "depth": depths[number],
                "turn": step.turn,
                "seat": step.seat,
                "kind": step.kind,
                "text": step.text,
                "sentence": sentence(phrases, note, table),
                "scored": [teller.scored_at(entry, place) for entry, place in zip(move.scored, move.places, strict=True)],
                "comments": move.comments,
            }
        )
    return found


def _draws(game: Game, language: str) -> list[Job]:
    """What chance may bring here."""
    asked = game.decision
    if asked is None or asked.seat is not None:
        return []
    phrases, players, tiles = game.setup.texts(language), game.setup.players, asked.kind == "draw"
    return [
        {"text": option.text, "tile": option.text if tiles else None, "sentence": option_words(phrases, option, players)}
        for option in game.options()
    ]


def _palette(here: Arrangement) -> Job:
    """What can be laid, stood and counted."""
    rules = here.engine.rules
    return {
        "hand": here.holds,
        "tiles": [{"tile": tile.id, "left": here.spare(tile.id)} for tile in rules.tiles],
        "piles": [
            {
                "name": name,
                "pieces": [
                    {"piece": piece, "left": int(here.engine.piles.remaining[int(rules.pile_row[pile]) + at])}
                    for at, piece in enumerate(rules.pile_pieces[pile])
                ],
            }
            for pile, name in enumerate(rules.pile_names)
            if pile in rules.tile_piles
        ],
        "neutral": [
            name
            for kind, name in enumerate(rules.figure_names)
            if rules.issued[int(rules.seats) * int(rules.figure_kinds) + kind]
        ],
    }


def _brushed(here: Arrangement, game: Game, brush: Job | None, language: str) -> list[Job]:
    """Where what somebody holds may go."""
    if brush is None:
        return []
    try:
        options = here.fits(brush["tile"]) if brush["tile"] else here.places(brush["owner"], brush["figure"])
    except ArrangeError:
        return []
    places = Places(game, position_shown(game), {})
    phrases, players = game.setup.texts(language), game.setup.players
    return [_option(option, option_words(phrases, option, players), places) for option in options]


def _option(option: Option, words: str, places: Places) -> Job:
    at = places.of(option) if not isinstance(option.target, Cell) else {**places.of(option), "picture": None}
    return {**option_shown(option), "sentence": words, **at}


def _said(game: Game, answers: list[str], language: str) -> Job:
    """A line in words."""
    trial, phrases, found = game.copy(), game.setup.texts(language), []
    for text in answers:
        try:
            option = trial.find(text)
        except IllegalOption:
            break
        found.append(option_words(phrases, option, game.setup.players))
        trial.play(option)
    return {"sentences": found}


# -- refusals --------------------------------------------------------------------------------------------------------------


def _words(job: Job) -> Any:
    return texts(job["language"])


def _refused_or(job: Job, make: Callable[[], Job]) -> Job:
    """What comes of it; or why nothing does, in words and with its clause."""
    try:
        return make()
    except IllegalOption as error:
        return _wrong(error.refusal, reason(_words(job), error.refusal))
    except Refused as error:
        return _wrong(error.refusal, error.told(_words(job)))
    except SetupError as error:
        return {"wrong": error.told(_words(job))[:500], "key": "", "clause": ""}


def _wrong(refusal: Refusal, said: str) -> Job:
    return {"wrong": said[:500], "key": refusal.key, "clause": refusal.clause}
