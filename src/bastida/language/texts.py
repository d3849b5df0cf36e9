"""What people read, in Spanish, Catalan and English: one catalogue per language, for every surface.

A catalogue is a file here, ``es.toml``, and what each expansion says in its own folder, ``words/es.toml``. It holds

- texts with a key, ``play.turn``, and values in braces. Questions (``ask``), answers (``answer``) and refusals (``refusal``)
  of an expansion are kept under its id, ``refusal.tower.no_floor``, so that two expansions may use one word;
- words of the notation and of the rules (``[words]``), singular and plural parted by a bar: ``tile = "loseta|losetas"``.

What a language lacks is said in English, and nothing ever fails for want of a word.
"""

from __future__ import annotations

import locale
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

from bastida.kernel.expansion import Folder
from bastida.kernel.shelf import folders, remembered

LANGUAGES = ("es", "ca", "en")
FALLBACK = "en"
VARIABLE = "BASTIDA_LANG"
OWNED = ("ask", "answer", "refusal")  # sections that an expansion has for itself
_NEXT_BEST = {"es": ("es", "en", "ca"), "ca": ("ca", "es", "en"), "en": ("en", "es", "ca")}
_FIELD = re.compile(r"\{(\w+)\}")


def choose_language(wanted: str | None = None) -> str:
    """The language asked for, or that of the environment, or English."""
    for candidate in (wanted, os.environ.get(VARIABLE)):
        if candidate and (found := _language_of(candidate)):
            return found
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(variable):
            return _language_of(os.environ[variable]) or FALLBACK
    return _language_of(locale.getlocale()[0] or "") or FALLBACK


def _language_of(name: str) -> str | None:
    code = re.split(r"[_.@-]", name.strip().casefold(), maxsplit=1)[0]
    code = {"spanish": "es", "catalan": "ca", "english": "en"}.get(code, code)
    return code if code in LANGUAGES else None


@lru_cache(maxsize=16)
def catalogue(language: str) -> Mapping[str, Any]:
    """The catalogue file of a language, as it stands."""
    text = (files("bastida.language") / f"{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@remembered
def texts(language: str) -> Texts:
    """The texts of a language."""
    return Texts(language)


class Texts:
    """Everything that can be said in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._keyed: dict[str, str] = {}
        self._words: dict[str, str] = {}
        self._said_by: dict[str, str] = {}  # by key: the expansion of somebody else that says it, or nothing for ours
        self._folder_of = {element.id: folder.id for folder in folders().values() for element in folder.elements}
        for spoken in dict.fromkeys((FALLBACK, language)):
            self._take(catalogue(spoken))
            for folder in folders().values():
                self._take(folder.table("words", f"{spoken}.toml"), folder)

    def _take(self, table: Mapping[str, Any], folder: Folder | None = None) -> None:
        """Take in a catalogue; what an expansion of somebody else says never replaces what is there from others."""
        speaker = "" if folder is None or folder.ours else folder.id
        for key, text in keyed(table):
            name = key if folder is None else _owned(key, folder.id)
            if self._may_say(name, speaker):
                self._keyed[name] = text
        for word, text in table.get("words", {}).items():
            if self._may_say(f"words.{word}", speaker):
                self._words[word] = text

    def _may_say(self, key: str, speaker: str) -> bool:
        """Ours may always; others what nobody has said before them, and that in every language."""
        if speaker and self._said_by.get(key, speaker) != speaker:
            return False
        self._said_by[key] = speaker
        return True

    def __call__(self, key: str, /, **values: object) -> str:
        """The text with this key; the key itself if there is none."""
        return fill(self._keyed.get(key, key), values)

    @property
    def words(self) -> Mapping[str, str]:
        """Every word of the game, singular and plural parted by a bar."""
        return self._words

    def section(self, name: str) -> dict[str, str]:
        """All texts whose keys begin with a name, by the rest of their keys."""
        return {key.removeprefix(f"{name}."): text for key, text in self._keyed.items() if key.startswith(f"{name}.")}

    def has(self, key: str) -> bool:
        return key in self._keyed

    def find(self, section: str, module: str, name: str) -> str:
        """The key of a module's question or answer: its expansion's own, or the general one; empty if there is none."""
        for key in (f"{section}.{self._folder_of.get(module, module)}.{name}", f"{section}.{name}"):
            if key in self._keyed:
                return key
        return ""

    def word(self, word: str, number: int = 1) -> str:
        """A word of the game, in the plural unless there is one of it; an unknown word as it is."""
        found = self._words.get(word)
        if found is None:
            return word.replace("_", " ")
        one, _, more = found.partition("|")
        return one if number == 1 or not more else more

    def count(self, number: int, word: str) -> str:
        return f"{number} {self.word(word, number)}"

    def name(self, names: Mapping[str, str], otherwise: str = "") -> str:
        """A name that comes in several languages."""
        return next((names[code] for code in _NEXT_BEST[self.language] if names.get(code)), otherwise)


def _owned(key: str, folder: str) -> str:
    section, _, rest = key.partition(".")
    return f"{section}.{folder}.{rest}" if section in OWNED else key


def fill(text: str, values: Mapping[str, object]) -> str:
    """Put values into the braces of a text; braces without a value stay, so that nothing in a name can do harm."""
    return _FIELD.sub(lambda found: str(values.get(found[1], found[0])), text)


def keyed(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """All texts with keys: ``play.turn`` for ``turn`` of the table ``play``."""
    for name, value in table.items():
        if not prefix and name == "words":
            continue
        if isinstance(value, str):
            yield f"{prefix}{name}", value.strip("\n")
        else:
            yield from keyed(value, f"{prefix}{name}.")
