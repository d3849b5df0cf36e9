"""How far a language is translated, and what is odd in it: every text that people read, beside the English one.

The texts are those of the catalogues, of the expansions that come with Bastida, of guides and lessons, the names of boxes
and of what they hold, and, in a checkout, those of the page. The clauses of the rules are not counted: whoever reads a language
without them reads them in another one.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bastida.kernel.family import Games
from bastida.kernel.languages import FALLBACK, LANGUAGES
from bastida.kernel.shelf import folders
from bastida.language.texts import texts
from bastida.table.setup import FAMILIES

PACKAGE = Path(__file__).resolve().parents[1]
PAGE = PACKAGE.parents[1] / "web" / "src"  # of a checkout
OPTIONAL = ("editions", "names")  # sections that a language may have otherwise than English, or not at all
ENGLISH_ONLY = {  # the word for the question is one of the record's, which only English sentences can hold
    "refusal.no_answer": {"question"},
    "refusal.not_an_answer": {"question"},
}
SAME = "same"  # as in English
LIKELY = 3  # words from which a text that is the same in English is likely to be forgotten
_FIELD = re.compile(r"\{(\w+)\}")
_COUNTED = ":n}"  # a word of the game, as many as the number says
_GAME_WORD = re.compile(r"\{@(\w+)")

Texts = Mapping[str, str]


@dataclass
class Part:
    """The texts of one file in a language, beside the English ones."""

    file: str  # where they lie, or belong
    number: int  # of texts in English
    missing: list[str] = field(default_factory=list)  # keys that only English has
    extra: list[str] = field(default_factory=list)  # keys that English has not
    odd: list[tuple[str, str]] = field(default_factory=list)  # a key, and what is odd about its text: a key of ``translations``

    @property
    def done(self) -> int:
        return self.number - len(self.missing)


def translated(language: str) -> list[Part]:
    """Every part of a language, file by file."""
    parts = [compared(file, english, own) for file, english, own in _files(language)]
    if language == FALLBACK:
        for part in parts:
            part.odd = [(key, problem) for key, problem in part.odd if problem != SAME]
    return [*parts, _names(language)]


def compared(file: str, english: Texts, own: Texts) -> Part:
    """The texts of a file in a language, beside the English ones."""
    part = Part(file, len(english), [key for key in english if key not in own], [key for key in own if key not in english])
    for key, text in own.items():
        if key in english and (problem := oddity(english[key], text, ENGLISH_ONLY.get(key, set()))):
            part.odd.append((key, problem))
    return part


def oddity(english: str, text: str, may_lack: Set[str] = frozenset()) -> str:
    """What is odd about a text; empty if nothing is. Some fields it may do without."""
    if not text.strip():
        return "empty"
    if (set(_FIELD.findall(english)) ^ set(_FIELD.findall(text))) - may_lack:
        return "fields"
    if any(word.lower() not in _words() for word in _GAME_WORD.findall(text)):
        return "words"
    if "|" in english and "|" not in text and _COUNTED not in text:
        return "plural"
    if any(text.count(left) != text.count(right) for left, right in ("[]", "{}")) or ("[" in english) != ("[" in text):
        return "brackets"
    if text == english and "--" not in text and len(re.findall(r"[^\W\d_]{3,}", _FIELD.sub("", text))) >= LIKELY:
        return SAME
    return ""


def _words() -> Mapping[str, str]:
    """The words of the game, in every edition the same ones."""
    return texts(FALLBACK).words


# -- where the texts are ------------------------------------------------------------------------------------------------------


def _files(language: str) -> Iterator[tuple[str, Texts, Texts]]:
    """Every file that a language can have: its name, the texts in English and those in the language."""
    for home in (PACKAGE / "language", PACKAGE / "rulebook" / "guides"):
        yield _pair(home, language, _toml)
    for lesson in sorted((PACKAGE / "rulebook" / "lessons").glob("*.toml")):
        yield _lesson(lesson, lesson.parent / language / lesson.name, language)
    for folder in folders().values():
        if folder.ours:
            for part in ("words", "guide"):
                yield _pair(folder.path / part, language, _toml)
            if (file := folder.path / "lesson.toml").is_file():
                yield _lesson(file, folder.path / "lesson" / f"{language}.toml", language)
    for page in sorted(PAGE.rglob(f"{FALLBACK}.json")):
        yield _pair(page.parent, language, _json)


def _pair(home: Path, language: str, read: Any) -> tuple[str, Texts, Texts]:
    suffix = ".json" if read is _json else ".toml"
    own = home / f"{language}{suffix}"
    return _label(own), read(home / f"{FALLBACK}{suffix}"), read(own)


def _lesson(file: Path, apart: Path, language: str) -> tuple[str, Texts, Texts]:
    """The words of a lesson in English, and in a language: in the lesson itself or apart."""
    steps = tomllib.loads(file.read_text(encoding="utf-8"))["step"]
    english = {f"{step['id']}.{key}": text for step in steps for key, text in step[FALLBACK].items()}
    inside = {f"{step['id']}.{key}": text for step in steps for key, text in step.get(language, {}).items()}
    return _label(file if inside else apart), english, {**inside, **_toml(apart)}


def _label(file: Path) -> str:
    """A file as a translator finds it in a checkout."""
    root = PACKAGE.parents[1]
    return file.relative_to(root).as_posix()


def _toml(file: Path) -> dict[str, str]:
    if not file.is_file():
        return {}
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    return dict(_flat({name: part for name, part in table.items() if name not in OPTIONAL}))


def _json(file: Path) -> dict[str, str]:
    return dict(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else {}


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{name}.")
        elif isinstance(value, list):
            yield from ((f"{prefix}{name}.{place}", text) for place, text in enumerate(value, 1))
        else:
            yield f"{prefix}{name}", value


# -- names --------------------------------------------------------------------------------------------------------------------


def _names(language: str) -> Part:
    """What is called something: a name stands where it is declared, or under ``[names]`` by the English one."""
    known = {english: names for names in _named() if (english := names.get(FALLBACK))}
    found = {name for _, table in _tables(language) for name in table.get("names", {})}
    needed = {english: names for english, names in known.items() if len({names.get(code) for code in ("es", FALLBACK)}) > 1}
    missing = [english for english, names in needed.items() if language not in names and english not in found]
    return Part(f"[names] of {language}.toml", len(needed), missing, sorted(found - known.keys()))


def _tables(language: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    homes = [PACKAGE / "language", *(folder.path / "words" for folder in folders().values() if folder.ours)]
    for file in (home / f"{language}.toml" for home in homes):
        if file.is_file():
            yield _label(file), tomllib.loads(file.read_text(encoding="utf-8"))


def _named() -> Iterator[Mapping[str, str]]:
    """The names of everything that has some and comes with Bastida."""
    for games in FAMILIES.values():
        yield from (edition.names for edition in games.editions.values())
        yield from (preset.names for preset in games.presets.values())
        for folder in games.folders():
            if folder.ours:
                yield folder.names
                yield from (element.names for element in folder.elements)
        yield from _in_sets(games)


def _in_sets(games: Games) -> Iterator[Mapping[str, str]]:
    for tile_set in games.tile_sets.values():
        yield tile_set.names
        yield from (card.names for card in tile_set.cards)


def shares() -> dict[str, tuple[int, int]]:
    """Of every language, how many texts there are and how many English has."""
    parts = {language: translated(language) for language in LANGUAGES}
    return {language: (sum(part.done for part in mine), sum(part.number for part in mine)) for language, mine in parts.items()}
