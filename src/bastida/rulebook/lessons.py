"""Lessons: real positions to be played at an ordinary table, each with one thing to do.

A lesson belongs to a component and is a file: ``lesson.toml`` in the folder of an expansion, ``lessons/<id>.toml`` beside
this file for a box. Words in other languages may lie apart, by step: ``lesson/de.toml`` in the folder,
``lessons/de/<id>.toml`` for a box. It has a few steps. A step is a position (docs/record.md) in which the learner, always
red, is asked, and an aim that shows in what a player sees of the game. It lasts one turn. Nothing here knows a rule or
names a component; a test plays every step with its suggested answers. docs/write-an-expansion.md describes the file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from bastida.kernel.expansion import Folder
from bastida.kernel.languages import LANGUAGES, spoken_for
from bastida.kernel.shelf import remembered
from bastida.language.texts import texts
from bastida.rulebook.guide import components
from bastida.table.dealer import Dealer, Event
from bastida.table.game import Game
from bastida.table.setup import FAMILIES
from bastida.table.view import option_shown, view_of

LEARNER = 0  # the seat
RIVAL = "Berta"
OPEN, REACHED, MISSED = "open", "reached", "missed"
AT_LEAST = ("points", "number", "record")  # all other numbers of an aim are exact
USUALLY: Mapping[str, Any] = {"seat": LEARNER, "number": 1}  # where a thing has a seat or a number, and the aim names none


@dataclass(frozen=True)
class Step:
    """One thing to learn."""

    id: str
    position: str
    aim: tuple[Mapping[str, Any], ...]  # things that must all be seen
    answers: tuple[str, ...]  # one way to reach it
    clauses: tuple[str, ...]  # that it is about
    words: Mapping[str, Mapping[str, str]]  # by language: title, rule, task, done; and missed, if it can be missed
    deals: Mapping[str, Sequence[str]]  # what chance brings, by its question, one after the other
    replies: tuple[str, ...]  # what the rival answers if asked within the turn

    def told(self, language: str) -> Mapping[str, str]:
        """Its words; what a language lacks in the next best one, sentence by sentence."""
        told: dict[str, str] = {}
        for spoken in reversed(spoken_for(language)):
            told |= self.words.get(spoken, {})
        return told


@dataclass(frozen=True)
class Lesson:
    """What is to be learnt about a component."""

    component: str
    steps: Mapping[str, Step]


@remembered
def lessons() -> dict[str, Lesson]:
    """Every lesson by its component, in the order of learning. What comes with a box is taught at the end of its course."""
    found: dict[str, Lesson] = {}
    for id, component in components().items():
        folder = component.folder
        if folder is None:
            included = [one for one in _included(id) if one.text("lesson.toml") is not None]
            parts = [_box(id), *(_taught(one) for one in included)]
        elif folder.id == id and folder.chosen:
            parts = [_taught(folder)]
        else:
            continue
        steps = [_step(entry, apart) for part, apart in parts for entry in part.get("step", ())]
        if steps:
            found[id] = Lesson(id, {step.id: step for step in steps})
    return found


def find(name: str) -> Step | None:
    """A step by its component and its own name, ``plus/road``; None if there is no such step."""
    component, _, step = name.partition("/")
    lesson = lessons().get(component)
    return lesson.steps.get(step) if lesson is not None else None


def players(language: str, name: str = "") -> tuple[str, str]:
    """What the learner, who may have a name, and the rival are called."""
    return name if name not in ("", RIVAL) else f"{texts(language)('table.player')} 1", RIVAL


_Table = Mapping[str, Any]


def _box(id: str) -> tuple[_Table, Mapping[str, _Table]]:
    """The lesson of a box, and the words that lie apart, by language and step."""
    home = files("bastida.rulebook") / "lessons"
    return _read(home / f"{id}.toml"), {language: _read(home / language / f"{id}.toml") for language in LANGUAGES}


def _taught(folder: Folder) -> tuple[_Table, Mapping[str, _Table]]:
    """The same of an expansion."""
    apart = {language: folder.table("lesson", f"{language}.toml") for language in LANGUAGES}
    return folder.table("lesson.toml"), apart


def _read(file: Traversable) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def _included(box: str) -> Iterable[Folder]:
    """Folders that players do not add but find in a box, if it is the first of its family."""
    for games in FAMILIES.values():
        if next(iter(games.editions)) == box:
            yield from (folder for folder in games.folders() if not folder.chosen)


def _step(entry: _Table, apart: Mapping[str, _Table]) -> Step:
    aim = entry["aim"]
    words = {language: {**entry.get(language, {}), **apart[language].get(entry["id"], {})} for language in LANGUAGES}
    return Step(
        id=entry["id"],
        position=entry["position"],
        aim=tuple(aim) if isinstance(aim, list) else (aim,),
        answers=tuple(entry["answers"]),
        clauses=tuple(entry["clauses"]),
        words={language: said for language, said in words.items() if said},
        deals=entry.get("deals", {}),
        replies=tuple(entry.get("replies", ())),
    )


# -- how a step goes --------------------------------------------------------------------------------------------------


def standing(step: Step, game: Game) -> str:
    """Is the aim reached, or the turn over without it?"""
    seen = _seen(game)
    if all(any(_is(thing, wanted) for thing in seen[wanted["in"]]) for wanted in step.aim):
        return REACHED
    return MISSED if game.over or game.seat != LEARNER else OPEN


def _seen(game: Game) -> dict[str, list[Mapping[str, Any]]]:
    """What an aim may look for: what the learner has answered and scored, and what lies on and beside the table."""
    view = view_of(game, None)
    answered = [{"question": step.kind, **option_shown(step.option)} for step in game.steps if step.seat == LEARNER]
    return {
        "answers": answered,
        "ledger": view["ledger"],
        "figures": view["figures"],
        "pieces": view["pieces"],
        "holds": view["players"][LEARNER]["holds"],
        "track": view["track"],
        "beside": [{"picture": picture} for picture in view["beside"]],
        "board": view["board"],
    }


def _is(thing: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Has a thing all that is wanted of it? A text may begin with the word that is wanted: ``city N`` is a ``city``."""
    usual = {key: value for key, value in USUALLY.items() if thing.get(key) is not None}
    for key, value in {**usual, **wanted}.items():
        if key == "in":
            continue
        here = thing.get(key)
        if isinstance(value, str):
            if here != value and not str(here).startswith(f"{value} "):
                return False
        elif here is None or (here < value if key in AT_LEAST else here != value):
            return False
    return True


def suggested(step: Step, game: Game) -> str | None:
    """The next answer on the suggested way, or the first of it that is possible now."""
    if game.decision is None or game.decision.seat != LEARNER:
        return None
    given = [one.text for one in game.steps if one.seat == LEARNER]
    on_the_way = step.answers[len(given) :] if given == list(step.answers[: len(given)]) else step.answers
    possible = {option.text for option in game.options()}
    return next((answer for answer in on_the_way if answer in possible), None)


def reply(step: Step, game: Game) -> str | None:
    """What the rival answers if asked within the learner's turn: what the step says, or nothing that matters."""
    decision = game.decision
    if decision is None or decision.seat in (None, LEARNER) or game.seat != LEARNER:
        return None
    options = game.options()
    wanted = [option for text in step.replies for option in options if option.text == text]
    return [*wanted, *(option for option in options if option.declines), *options][0].text


class Prepared:
    """A dealer that deals what a step has prepared, as far as it can come, and leaves the rest to another."""

    def __init__(self, step: Step, rest: Dealer) -> None:
        self.deals, self.rest = step.deals, rest

    def choose(self, event: Event) -> int:
        prepared, names = self.deals.get(event.kind, ()), event.names
        wanted = prepared[event.nth] if event.nth < len(prepared) else ""
        return names.index(wanted) if wanted in names else self.rest.choose(event)
