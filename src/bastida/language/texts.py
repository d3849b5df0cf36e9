"""What people read, in Spanish, Catalan and English: one catalogue file per language in ``texts``, for every surface.

Three kinds of text stand in a catalogue:

- texts with a key, ``play.turn``, and values in braces;
- words of the notation and of the rules (``[words]``), singular and plural parted by a bar: ``tile = "loseta|losetas"``;
- sentences and notation that other parts of the program write in English (``[sentences]``, ``[notation]``), recognised by
  their shape: ``"there is a tile on {cell} already" = "ya hay una loseta en {cell}"``. What no shape fits is shown as it
  came, so a new module speaks English until somebody translates it, and nothing ever fails for want of a word.
"""

from __future__ import annotations

import locale
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("es", "ca", "en")
FALLBACK = "en"
VARIABLE = "BASTIDA_LANG"
# Fields of sentences that hold what people type, which stays as it is in every language.
AS_TYPED = frozenset("examples names near known word element others option command argument arguments value".split())
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


@cache
def catalogue(language: str) -> Mapping[str, Any]:
    """The catalogue file of a language, as it stands."""
    text = (files("bastida.language") / f"{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def texts(language: str) -> Texts:
    """The texts of a language."""
    return Texts(language)


class Texts:
    """Everything that can be said in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._keyed = dict(keyed(catalogue(FALLBACK)))
        self._keyed.update(keyed(catalogue(language)))
        self._words: dict[str, str] = {**catalogue(FALLBACK)["words"], **catalogue(language)["words"]}
        self._sentences = _shapes(catalogue(language).get("sentences", {}))
        self._notation = _shapes(catalogue(language).get("notation", {}))

    def __call__(self, key: str, /, **values: object) -> str:
        """The text with this key; the key itself if there is none."""
        return fill(self._keyed.get(key, key), values)

    def has(self, key: str) -> bool:
        return key in self._keyed

    def either(self, key: str, otherwise: str, /, **values: object) -> str:
        """The text with this key, or else that with the other key."""
        return self(key if key in self._keyed else otherwise, **values)

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

    def sentence(self, english: str) -> str:
        """A sentence of another part of the program, translated if its shape is known."""
        return self._by_shape(self._sentences, english) or english

    def notation(self, text: str) -> str:
        """What an option's notation means, in words."""
        known = self._by_shape(self._notation, text)
        return known if known is not None else " ".join(self.word(word) for word in text.split(" "))

    def _by_shape(self, shapes: list[tuple[re.Pattern[str], str]], text: str) -> str | None:
        for shape, translation in shapes:
            found = shape.fullmatch(text)
            if found:
                parts = found.groupdict().items()
                return fill(translation, {name: part if name in AS_TYPED else self._words_in(part) for name, part in parts})
        return None

    def _words_in(self, text: str) -> str:
        """Known words of a captured part are translated, names and numbers stay; a part may be sentences joined by "and"."""
        if text in self._words:
            return self.word(text)
        parts = [self._by_shape(self._sentences, part) for part in text.split(" and ")]
        if all(part is not None for part in parts):
            return f" {self.word('and')} ".join(part for part in parts if part is not None)
        if (whole := self._by_shape(self._sentences, text)) is not None:
            return whole
        return re.sub(r"[\w]+", lambda found: self.word(found[0]) if found[0] in self._words else found[0], text)


def fill(text: str, values: Mapping[str, object]) -> str:
    """Put values into the braces of a text; braces without a value stay, so that nothing in a name can do harm."""
    return _FIELD.sub(lambda found: str(values.get(found[1], found[0])), text)


def keyed(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """All texts with keys: ``play.turn`` for ``turn`` of the table ``play``."""
    for name, value in table.items():
        if not prefix and name in ("words", "sentences", "notation"):
            continue
        if isinstance(value, str):
            yield f"{prefix}{name}", value.strip("\n")
        else:
            yield from keyed(value, f"{prefix}{name}.")


def _shapes(table: Mapping[str, str]) -> list[tuple[re.Pattern[str], str]]:
    found = []
    for english, translation in table.items():
        parts = re.split(r"(\{\w+\})", english)
        pattern = "".join(f"(?P{part[1:-1].join('<>')}.+?)" if _FIELD.fullmatch(part) else re.escape(part) for part in parts)
        found.append((re.compile(pattern, re.DOTALL), translation))
    return found
