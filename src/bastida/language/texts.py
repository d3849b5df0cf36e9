"""What people read, in every language of ``kernel/languages.json``: one catalogue per language, for every surface.

A catalogue is a file here, ``es.toml``, and what each expansion says in its own folder, ``words/es.toml``. It holds

- texts with a key, ``play.turn``, and values in braces. Questions (``ask``, and ``ask_you`` where the only reader is asked in
  other words), two lines that explain them (``explain``), answers (``answer``), what is said of them afterwards (``did``)
  and refusals (``refusal``) of an expansion are kept under its id, ``refusal.tower.no_floor``, so that two expansions may
  use one word;
- words of the notation and of the rules (``[words]``), singular and plural parted by a bar: ``tile = "loseta|losetas"``;
- names of boxes, presets, expansions, tiles, where the file that declares them has none in this language: under ``[names]``,
  by the English name;
- what an edition says in its own way (``[editions.winter.words]``, ``[editions.winter.ask]`` ...): each book has its terms,
  and whatever is played with an edition speaks as its book does. ``Texts`` for an edition lay these over the rest.

A text takes words of the game from there: ``{@tile}`` is one tile, ``{@tile+}`` several, ``{@tile:n}`` as many as the value
``n`` says; with a capital, ``{@Tile}``, it begins a sentence. A text with a number ``n`` may have two forms parted by a bar:
one and more. In answers, and in what is said of them, square brackets hold what is said only where no board shows the place:
``a floor on the tower[ at {cell}]``. What a language lacks is said in the next best one (``spoken_for``), at last in
English, sentence by sentence; nothing ever fails for want of a word.
"""

from __future__ import annotations

import locale
import os
import re
import tomllib
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any

from bastida.kernel.expansion import Folder
from bastida.kernel.languages import FALLBACK as FALLBACK  # for whoever needs both this file and the list
from bastida.kernel.languages import LANGUAGES as LANGUAGES
from bastida.kernel.languages import SYSTEM_NAMES, spoken_for
from bastida.kernel.shelf import folders, remembered

VARIABLE = "BASTIDA_LANG"
CODE = re.compile(r"[A-Za-z]{2,3}(?:[_-][A-Za-z0-9]+)*(?:[.@].*)?")  # of any language: es, de, ast, ca_ES.UTF-8
OWNED = ("ask", "ask_you", "explain", "answer", "did", "refusal", "theme")  # sections that an expansion has for itself
_FIELD = re.compile(r"\{(\w+)\}")
_WORD = re.compile(r"\{@(\w)(\w*)(?:(\+)|:(\w+))?\}")
APART = ("words", "editions", "names")  # sections of a catalogue that are no texts with keys


def choose_language(wanted: str | None = None) -> str:
    """The language asked for, or that of the environment; English for whoever asks for one that is not spoken here."""
    for candidate in (wanted, os.environ.get(VARIABLE)):
        if candidate and ((found := _language_of(candidate)) or CODE.fullmatch(candidate.strip())):
            return found or FALLBACK
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(variable):
            return _language_of(os.environ[variable]) or FALLBACK
    return _language_of(locale.getlocale()[0] or "") or FALLBACK


def _language_of(name: str) -> str | None:
    code = re.split(r"[_.@-]", name.strip().casefold(), maxsplit=1)[0]
    code = SYSTEM_NAMES.get(code, code)
    return code if code in LANGUAGES else None


@lru_cache(maxsize=16)
def catalogue(language: str) -> Mapping[str, Any]:
    """The catalogue file of a language, as it stands; empty if nobody has begun it."""
    file = files("bastida.language") / f"{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def texts(language: str, edition: str = "", elements: Collection[str] = ()) -> Texts:
    """The texts of a language; with an edition and the elements played with it, in the words of its book."""
    if not edition:
        return _texts(language)
    wanted = [folder for folder, own in _speakers(language, edition) if not own.isdisjoint(elements)]
    return _texts(language, edition, tuple(wanted))


@remembered
def _speakers(language: str, edition: str) -> list[tuple[str, frozenset[str]]]:
    """The expansions that say something of their own for an edition, each with its elements."""
    return [
        (folder.id, frozenset(element.id for element in folder.elements))
        for folder in folders().values()
        if any(edition in folder.table("words", f"{spoken}.toml").get("editions", {}) for spoken in spoken_for(language))
    ]


@remembered
def _texts(language: str, edition: str = "", speakers: tuple[str, ...] = ()) -> Texts:
    return Texts(language, edition, speakers)


class Texts:
    """Everything that can be said in one language."""

    def __init__(self, language: str, edition: str = "", speakers: Collection[str] = ()) -> None:
        self.language = language
        self.edition = edition
        self._keyed: dict[str, str] = {}
        self._words: dict[str, str] = {}
        self._said_by: dict[str, str] = {}  # by key: the expansion of somebody else that says it, or nothing for ours
        self._names: dict[str, str] = {}  # by the English name, what is called so in this language
        self._folder_of = {element.id: folder.id for folder in folders().values() for element in folder.elements}
        for spoken in reversed(spoken_for(language)):
            said = {folder.id: folder.table("words", f"{spoken}.toml") for folder in folders().values()}
            self._take(catalogue(spoken))
            for id, table in said.items():
                self._take(table, folders()[id])
            if edition:
                self._take(catalogue(spoken).get("editions", {}).get(edition, {}))
                for id in speakers:
                    self._take(said[id].get("editions", {}).get(edition, {}), folders()[id])
        self._words = {word: self.spoken(text) for word, text in self._words.items()}
        self._keyed = {key: self.spoken(text) for key, text in self._keyed.items()}

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
        for name, text in table.get("names", {}).items():
            if self._may_say(f"names.{name}", speaker):
                self._names[name] = text

    def _may_say(self, key: str, speaker: str) -> bool:
        """Ours may always; others what nobody has said before them, and that in every language."""
        if speaker and self._said_by.get(key, speaker) != speaker:
            return False
        self._said_by[key] = speaker
        return True

    def __call__(self, key: str, /, **values: object) -> str:
        """The text with this key, for the number ``n`` if one is given; the key itself if there is none."""
        text = self._keyed.get(key, key)
        if "n" in values and "|" in text:
            one, _, more = text.partition("|")
            text = one if values["n"] == 1 else more
        return fill(self.spoken(text, values), values)

    def spoken(self, text: str, values: Mapping[str, object] | None = None) -> str:
        """A text with the words of the game in it. Those that follow a number wait until it is known."""
        if "{@" not in text:
            return text

        def said(found: re.Match[str]) -> str:
            first, rest, several, number = found.groups()
            if number and (values is None or number not in values):
                return found[0]
            many = 2 if several else values[number] if number and values else 1
            word = self.word(first.lower() + rest, 1 if many == 1 else 2)
            return word[:1].upper() + word[1:] if first.isupper() else word

        return _WORD.sub(said, text)

    @property
    def words(self) -> Mapping[str, str]:
        """Every word of the game, singular and plural parted by a bar."""
        return self._words

    def section(self, name: str) -> dict[str, str]:
        """All texts whose keys begin with a name, by the rest of their keys."""
        return {key.removeprefix(f"{name}."): text for key, text in self._keyed.items() if key.startswith(f"{name}.")}

    def items(self) -> Iterator[tuple[str, str]]:
        """All texts with their keys."""
        yield from self._keyed.items()

    def has(self, key: str) -> bool:
        return key in self._keyed

    def pattern(self, key: str) -> str:
        """The text with this key as it stands, without its values; the key itself if there is none."""
        return self._keyed.get(key, key)

    def folder_of(self, module: str) -> str:
        """The expansion that a module belongs to; itself if it belongs to none."""
        return self._folder_of.get(module, module)

    def find(self, section: str, module: str, name: str) -> str:
        """The key of a module's question or answer: its expansion's own, or the general one; empty if there is none."""
        for key in (f"{section}.{self.folder_of(module)}.{name}", f"{section}.{name}"):
            if key in self._keyed:
                return key
        return ""

    def word(self, word: str, number: int = 1) -> str:
        """A word of the game, in the plural unless there is one of it; an unknown word as it is."""
        found = self._words.get(word)
        if found is None:
            numbered = re.fullmatch(r"([a-z]+)(\d)", word)  # the second one of its kind on a tile
            return f"{self.word(numbered[1])} ({numbered[2]})" if numbered else word.replace("_", " ")
        one, _, more = found.partition("|")
        return one if number == 1 or not more else more

    def count(self, number: int, word: str) -> str:
        return f"{number} {self.word(word, number)}"

    def listed(self, names: Sequence[str]) -> str:
        """Names one after another: ``Ana, Luis y Eva``; in Spanish ``Ana e Inés``."""
        if len(names) < 2:
            return "".join(names)
        together = self("list.and_i" if _begins_with_i(names[-1]) else "list.and")
        return f"{', '.join(names[:-1])} {together} {names[-1]}"

    def name(self, names: Mapping[str, str], otherwise: str = "") -> str:
        """A name that comes in several languages, with the words of the game in it."""
        for code in dict.fromkeys((*spoken_for(self.language), *LANGUAGES)):
            if found := names.get(code) or (code == self.language and self._names.get(names.get(FALLBACK, ""))):
                return self.spoken(found)
        return self.spoken(otherwise)


def _begins_with_i(name: str) -> bool:
    """Whether a name begins with the sound of i, before which Spanish says e for y: Inés, Hilario, not Hiedra or Ian."""
    plain = unicodedata.normalize("NFD", name.casefold())
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return re.match(r"h?i(?![aeou])", plain) is not None


def _owned(key: str, folder: str) -> str:
    section, _, rest = key.partition(".")
    return f"{section}.{folder}.{rest}" if section in OWNED else key


def fill(text: str, values: Mapping[str, object]) -> str:
    """Put values into the braces of a text; braces without a value stay, so that nothing in a name can do harm."""
    return _FIELD.sub(lambda found: str(values.get(found[1], found[0])), text)


def keyed(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """All texts with keys: ``play.turn`` for ``turn`` of the table ``play``."""
    for name, value in table.items():
        if not prefix and name in APART:
            continue
        if isinstance(value, str):
            yield f"{prefix}{name}", value.strip("\n")
        else:
            yield from keyed(value, f"{prefix}{name}.")
