"""What a worker does for an analysis: judges a record, looks at stretches of it, puts them together, puts them into words."""

from __future__ import annotations

import gzip
import json
import time
from base64 import b64decode
from collections.abc import Sequence
from typing import Any

from bastida import Game, Record
from bastida.analysis.model import Answer, levels_of, likeness, rating_of
from bastida.analysis.reviewing import BUDGETS, AnalysisError, bare, checked, put_together
from bastida.analysis.stretch import look_at, parts_of
from bastida.kernel.answers import Option
from bastida.language.refused import why
from bastida.language.sentences import option_words, reasons_sentence
from bastida.language.texts import Texts, texts
from bastida.players.reasons import difference
from bastida.server.table.places import Places
from bastida.table.view import option_shown, table_shown

SEED = 0  # the same game has the same analysis
MOST_ANSWERS = 2_500  # of a game that is analysed here; the longest games of the boxes have less than half of it
WORTH_WORDS = ("inaccuracy", "mistake", "blunder")
MOST_WORDS = 80  # errors that are put into words, the worst


def judge(record: Record, job: dict[str, Any]) -> dict[str, Any]:
    """Whether a record can be analysed, and what tells it apart from a game that is still being played."""
    try:
        game = checked(record)
        if record.answers > MOST_ANSWERS:
            raise AnalysisError(why("analysis.long", number=record.answers, most=MOST_ANSWERS))
    except AnalysisError as error:
        return {"wrong": error.told(texts(job["language"]))}
    return {"over": game.over, "table": record.more.get("table", ""), "steps": [step.text for step in game.steps]}


def analyse(record: Record, whole: Game, job: dict[str, Any]) -> dict[str, Any]:
    """Some stretches of a game from one on, as many as can be looked at in a few seconds; at least one."""
    text, budget, number = bare(record), BUDGETS[job["budget"]], len(parts_of(whole.steps))
    began = time.monotonic()
    found: list[dict[str, Any]] = []
    for stretch in range(job["first"], number):
        found.append(look_at(text, budget, SEED, stretch))
        if time.monotonic() - began >= job["enough"]:
            break
    return {"of": number, "stretches": found, "took": time.monotonic() - began}


def conclude(whole: Game, job: dict[str, Any]) -> dict[str, Any]:
    """All stretches together, and for the errors what the better answer had for it."""
    review = put_together(whole, job["stretches"], BUDGETS[job["budget"]], SEED)
    found = review.as_json()
    errors = [one for one in review.answers if one.mark in WORTH_WORDS and one.best]
    worst = sorted(errors, key=lambda one: -one.loss_chance)[:MOST_WORDS]
    reasons = {one.step: [reason.told() for reason in _difference(whole, one)] for one in worst}
    for told in found["answers"]:
        told["why"] = reasons.get(told["step"])
    return packed(found)


def _difference(whole: Game, one: Answer) -> list[Any]:
    """What the better answers had for them. Those given afterwards in the same turn count with the one given."""
    game = _at(whole, one.step)
    turn = [step.option for step in whole.steps[one.step :] if step.turn == one.turn and step.seat == one.seat]
    better = _followed(game, one.best)
    return difference(game, turn, [option for option, _ in better]) if better else []


def told(whole: Game, job: dict[str, Any]) -> dict[str, Any]:
    """An analysis for the page: the answers that were better as they are drawn, and why in words."""
    review = json.loads(gzip.decompress(b64decode(job["review"])))
    phrases, players = whole.setup.texts(job["language"]), whole.setup.players
    person = whole.setup.box.person
    answers = []
    for one in review["answers"]:
        answers.append(
            {
                **{key: one[key] for key in KEPT_OF_ANSWERS},
                "better": [] if one["why"] is None else better_shown(_at(whole, one["step"]), one["best"], phrases),
                "why": reasons_sentence(phrases, one["why"] or [], players, person),
            }
        )
    sides = []
    for side in review["sides"]:
        levels = levels_of(side["error"])
        words = {"word": phrases(f"analysis.rating.{rating_of(side['error'])}"), "like": likeness(phrases, levels)}
        sides.append({**side, "levels": levels, **words})
    return packed(
        {
            "budget": job["budget"],
            "over": review["over"],
            "answers": answers,
            "events": [{key: one[key] for key in KEPT_OF_EVENTS} for one in review["events"]],
            "sides": sides,
            "moments": [{key: one[key] for key in KEPT_OF_MOMENTS} for one in review["moments"]],
        }
    )


KEPT_OF_ANSWERS = ("step", "turn", "seat", "kind", "options", "mark", "loss", "loss_chance", "margins", "chances")
KEPT_OF_EVENTS = ("step", "turn", "seat", "kind", "luck", "luck_chance", "margins", "chances")
KEPT_OF_MOMENTS = ("step", "turn", "seat", "chance", "mark", "swing", "points")


def better_shown(game: Game, line: Sequence[str], phrases: Texts) -> list[dict[str, Any]]:
    """The answers of a better line as the view has its options: in words, and where each is drawn."""
    found = []
    for option, at in _followed(game, line):
        words = option_words(phrases, option, game.setup.players, where=False)
        places = Places(at, table_shown(at), {})
        found.append({**option_shown(option), "sentence": words, **places.of(option)})
    return found


def _followed(game: Game, line: Sequence[str]) -> list[tuple[Option, Game]]:
    """The answers of a line, each with the game before it, until somebody else or chance is asked."""
    copy, found = game.copy(), []
    seat = game.decision.seat if game.decision is not None else None
    for text in line:
        asked = copy.decision
        if asked is None or asked.seat is None or asked.seat != seat:
            break
        option = next((option for option in copy.options() if option.text == text), None)
        if option is None:
            break
        found.append((option, copy.copy()))
        copy.play(option)
    return found


def _at(whole: Game, step: int) -> Game:
    game = whole.copy()
    game.rewind(step)
    return game


def packed(value: object) -> dict[str, Any]:
    return {"data": gzip.compress(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(), 6, mtime=0)}
