"""What a worker does besides thinking: records and tables read, put into words, drawn. Nothing of it runs in the server.

A game is named by its ``source``: the text of a record, or what a table is made of and the answers given there. The last
few are kept, so that stepping through one, or drawing a table again after an answer, does not play it from its beginning.
"""

from __future__ import annotations

import gzip
import json
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from bastida import Game, Record, RecordError
from bastida.art import figure_symbols, piece_symbols, theme_defs, tile_symbol, track_symbol
from bastida.art.pictures.board import board_svg
from bastida.art.pictures.example import example_svg
from bastida.art.pictures.film import LINGER, filmed, moments
from bastida.art.pictures.raster import animation, png
from bastida.art.pictures.result import result_svg
from bastida.kernel.chance import Rng
from bastida.kernel.languages import FALLBACK
from bastida.language.refused import why
from bastida.language.texts import texts
from bastida.record.errors import NOWHERE
from bastida.record.model import with_variations
from bastida.rulebook.examples import example
from bastida.rulebook.telling import tell
from bastida.server.club.results import outcome as outcomes
from bastida.server.http.chapters import rule_chapter
from bastida.server.http.menu import all_tiles
from bastida.server.runtime import analysing
from bastida.server.table.features import features_of
from bastida.server.table.posing import listed as listed_problems
from bastida.server.table.posing import posed as posed_problem
from bastida.server.table.replaying import record_view, shown_steps, title_of
from bastida.server.table.state import kept_setup, new_game, setup_from
from bastida.server.table.studying import check as check_study
from bastida.server.table.studying import edit as edit_study
from bastida.server.table.studying import line as line_of_study
from bastida.server.table.studying import place as place_of_study

if TYPE_CHECKING:
    from PIL.Image import Image

LOG = logging.getLogger("bastida")
FILM_WIDTH = 640
FILM_DELAY = 600  # thousandths of a second per frame
PACKING = 5  # frames are put into the file in the time of painting one
GAMES = 8  # kept

_records: OrderedDict[str, tuple[Record, Game]] = OrderedDict()
_tables: OrderedDict[str, tuple[dict[str, Any], Game]] = OrderedDict()


def check(job: dict[str, Any]) -> dict[str, Any]:
    """A record in its text form, if every answer in it is as the rules have it."""
    data = job["text"]
    try:
        record = Record.from_json(data) if data.lstrip().startswith("{") else Record.from_text(data)
        answers = sum(len(row.answers) for row in with_variations(record.rows))
        if answers > job["most"]:
            raise RecordError(NOWHERE, why("record.read_here", number=answers, most=job["most"]))
        game: Game = record.replay()
        if record.position and not record.study:
            _play_out(record.replay(0))
    except RecordError as error:
        return {"wrong": error.told(texts(job["language"]))[:500]}
    return {
        "text": record.to_text(),
        "study": record.study,
        "position": record.position,
        "answers": record.answers,
        "steps": [step.text for step in game.steps],
        "setup": kept_setup(game.setup),
        "players": list(record.players),
        "name": title_of(game.setup, texts(job["language"])),
        "over": game.over,
    }


def _play_out(game: Game) -> None:
    """A stranger's position is played to its end here before it may become a table: what stumbles, stumbles here."""
    try:
        game.engine.copy().play_random(Rng(1))
    except Exception:  # ours: a position that was accepted can be played
        LOG.exception("a position that was accepted")
        raise RecordError(NOWHERE, why("record.wrong_position", value=why("position.cannot_be_asked"))) from None


def steps(job: dict[str, Any]) -> dict[str, Any]:
    """Every step of a record in words."""
    return _json(shown_steps(job["name"], *_record(job["text"]), job["language"]))


def view(job: dict[str, Any]) -> dict[str, Any]:
    """The table after so many steps."""
    return _json(record_view(job["name"], _at(job), job["language"], job.get("choices", False)))


def features(job: dict[str, Any]) -> dict[str, Any]:
    """The regions on a table, or in a record after so many steps."""
    game = _at(job)
    seq = job.get("seq", len(game.steps))
    return _json({"seq": seq, "features": features_of(game, job["fields"], job["owners"])})


def download(job: dict[str, Any]) -> dict[str, Any]:
    """A record to take home."""
    record = _record(job["text"])[0] if "text" in job else Record.from_game(_at(job), job["more"])
    return _packed((record.to_json() if job["form"] == "json" else record.to_text()).encode())


def picture(job: dict[str, Any]) -> dict[str, Any]:
    """The board as a drawing."""
    svg = board_svg(_at(job))
    return {"data": png(svg)} if job["form"] == "png" else _packed(svg.encode())


def result(job: dict[str, Any]) -> dict[str, Any]:
    """How a game ended, as a card."""
    svg = result_svg(_at(job), job["title"], job["line"], job["winners"])
    return {"data": png(svg)} if job["form"] == "png" else _packed(svg.encode())


def film(job: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A game as an animation; before it, how far it is."""
    record = _record(job["text"])[0] if "text" in job else Record.from_game(_at(job))
    number = len(moments(record, 1))
    frames: list[Image] = []
    for frame in filmed(record, 1, FILM_WIDTH):
        frames.append(frame)
        yield {"told": [len(frames), number + number // PACKING]}
    delays = [FILM_DELAY] * (len(frames) - 1) + [FILM_DELAY * LINGER]
    yield {"data": animation(frames, ".webp", delays)}


def art(job: dict[str, Any]) -> dict[str, Any]:
    """Drawings as symbols, in one sheet. A tile is drawn once in each turn and kept, as all art is."""
    theme, names = job["theme"], job["names"]
    if job["what"] == "tiles":
        known = all_tiles()
        return _sheet("".join(tile_symbol(known[name], theme, turns) for name in names for turns in range(4)))
    if job["what"] == "pieces":
        return _sheet(piece_symbols(names, all_tiles()))
    if job["what"] == "example":
        return _packed(example_svg(tell(example(names[0]), texts(FALLBACK))).encode())
    if job["what"] == "track":
        return _sheet(track_symbol(theme, "dark" in names))
    return _sheet(figure_symbols() if job["what"] == "figures" else theme_defs(theme))


def chapter(job: dict[str, Any]) -> dict[str, Any]:
    """The clauses of a module, and what their examples show."""
    return _json(rule_chapter(job["prefix"], texts(job["language"])))


def posed(job: dict[str, Any]) -> dict[str, Any]:
    """The list of problems, or one of them."""
    return _json(posed_problem(job["id"], job["language"]) if "id" in job else listed_problems(job["language"]))


def judge(job: dict[str, Any]) -> dict[str, Any]:
    """Whether a record can be analysed."""
    return analysing.judge(_record(job["text"])[0], job)


def analyse(job: dict[str, Any]) -> dict[str, Any]:
    """Some stretches of a game compared with what might have been."""
    return analysing.analyse(*_record(job["text"]), job)


def conclude(job: dict[str, Any]) -> dict[str, Any]:
    """A whole analysis."""
    return analysing.conclude(_record(job["text"])[1], job)


def analysis(job: dict[str, Any]) -> dict[str, Any]:
    """An analysis in words."""
    return analysing.told(_record(job["text"])[1], job)


def outcome(job: dict[str, Any]) -> dict[str, Any]:
    """What came of a game for everybody at its table."""
    return outcomes.outcome(_at(job), job)


def _sheet(symbols: str) -> dict[str, Any]:
    wrapped = symbols if symbols.startswith("<defs>") else f"<defs>{symbols}</defs>"
    return _packed(f'<svg xmlns="http://www.w3.org/2000/svg">{wrapped}</svg>'.encode())


JOBS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "check": check,
    "steps": steps,
    "view": view,
    "features": features,
    "download": download,
    "picture": picture,
    "result": result,
    "art": art,
    "chapter": chapter,
    "posed": posed,
    "judge": judge,
    "analyse": analyse,
    "conclude": conclude,
    "analysis": analysis,
    "outcome": outcome,
    "luck": outcomes.luck_of,
    "edit study": edit_study,
    "check study": check_study,
    "line of study": line_of_study,
    "place of study": place_of_study,
}


def _json(value: object) -> dict[str, Any]:
    return _packed(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def _packed(data: bytes) -> dict[str, Any]:
    return {"data": gzip.compress(data, 6, mtime=0)}


def _record(text: str) -> tuple[Record, Game]:
    """A record and its game at the end."""
    if text not in _records:
        record = Record.from_text(text)
        _records[text] = record, record.replay()
        while len(_records) > GAMES:
            _records.popitem(last=False)
    _records.move_to_end(text)
    return _records[text]


def _at(job: dict[str, Any]) -> Game:
    """The game of a job after as many steps as it says, or at its end; with the tile just drawn in hand."""
    whole = _record(job["text"])[1] if "text" in job else _table(job["table"])
    step = job.get("step")
    game = whole.copy()
    if step is not None and step < len(game.steps):
        game.rewind(step)
    return game


def _table(made: dict[str, Any]) -> Game:
    """The game of a table: what was kept of it earlier, gone on with or taken back to where it stands now."""
    plan, steps = {key: made[key] for key in ("setup", "position")}, made["steps"]
    known = _tables.get(made["id"])
    if known is None or known[0] != plan:
        known = plan, new_game(setup_from(plan["setup"]), plan["position"])
    game = known[1]
    common = 0
    for step, text in zip(game.steps, steps, strict=False):
        if step.text != text:
            break
        common += 1
    try:
        if common < len(game.steps):
            game.rewind(common)
        for text in steps[common:]:
            game.play(text)
    except BaseException:
        _tables.pop(made["id"], None)
        raise
    _tables[made["id"]] = known
    _tables.move_to_end(made["id"])
    while len(_tables) > GAMES:
        _tables.popitem(last=False)
    return game
