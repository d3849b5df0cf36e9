"""An expansion is a folder: what its ``expansion.toml`` declares, and the files that stand beside it.

    expansion.toml   who it is, what it brings, what players may use of it (see ``KEYS`` and below)
    rules.py         its rule modules;  forecast.py, drawing.py  what computer players and pictures know of it
    tiles.toml       its tiles;  clauses/en.md, es.md ...  its rules in words
    words/en.toml ...  all it says;  guide/en.toml ...  two lines and a few steps;  lesson.toml  what it teaches, and
    lesson/de.toml ...  the words of it in languages that lesson.toml does not hold

Nobody outside the folder needs to know its name. Folders of others are read the same way as ours, and checked: whatever
is wrong is said with the file and the line.
"""

# Long: one format of folder, read and judged.

# not compiled: runs once at set-up

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from bastida.kernel.answers import Refusal
from bastida.kernel.faults import Fault, crashed, either, why
from bastida.kernel.languages import LANGUAGES
from bastida.kernel.system import problem_of

MANIFEST = "expansion.toml"
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
VALUE = re.compile(r"(?=.{1,40}$)[a-z0-9_]+( [a-z0-9_]+)*")
STEP = re.compile(r"[A-Z][A-Z0-9_]{0,39}")
VERSION = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+-]{0,19}")  # it stands in records
PREFIX = re.compile(r"[A-Z]{2,12}")
PRINTED: Mapping[str, type | tuple[type, ...]] = {
    "tile_marks": (list, dict),
    "symbols": list,
    "centre": list,
    "segment_marks": dict,
    "ends": dict,
    "lines": list,
    "apart": list,
    "closed": list,
    "pairs": list,
}
SCRIPTS = ("turn", "final", "setup")
FOREIGN = "bastida_expansion_"  # under this name, with its id, the files of a folder outside any package are imported

KEYS: Mapping[str, type | tuple[type, ...]] = {
    "id": str,  # how it is called in set-ups and records
    "family": str,  # to which games it belongs
    "version": str,  # kept in records of games with an expansion that is not ours
    "names": dict,  # by language
    "prefix": str,  # of its clauses
    "chosen": bool,  # players add it as a whole; not so for what comes with a box
    "element": list,  # what players may use or leave out: a rule module each
    "step": list,  # steps of its own in a turn, in the set-up or in the final scoring
    "colours": list,  # of players: those that editions without them get, each with a seat
    "colours_with": list,  # only where one of these elements is played too
    "switch": list,  # doubts of its book that a table may settle either way
    "segments": list,  # kinds of segment, figure and piles' words of its own
    "figures": list,
    "words": list,  # what its bills speak of
    "printed": dict,  # what its tiles show besides what the family knows
    "guide": dict,  # by the id of a part: what is worth a look, and what the rulebook says of it (see GUIDE_KEYS)
    "theme": list,  # what problems may be about
    "order": list,  # what decides where its modules meet others
    "strength": dict,  # how matches show that computer players understand it: against whom, in how many bags
}
NEEDED = ("id", "family", "version", "names", "element")
ELEMENT_KEYS: Mapping[str, type] = {
    "id": str,
    "rules": str,  # the class in rules.py
    "forecast": str,  # the class in forecast.py
    "names": dict,
    "needs": list,  # other elements without which it makes no sense
    "needs_clause": str,
    "tiles": bool,  # it cannot be played without the tiles of the folder
    "seats": int,  # players at most
    "seats_clause": str,
}
SWITCH_KEYS: Mapping[str, type] = {
    "id": str,  # how it is called in set-ups and records; its words are ``switch.<id>`` of ``words``
    "values": list,  # the readings, the usual one first
    "clause": str,  # the ruling it is about
    "elements": list,  # it matters only where all of these are played; its folder's first one if none are named
    "seats": dict,  # players at most, by value; none for a value that is not named
    "seats_unless": list,  # with any of these elements there is no such limit
    "seats_clause": str,  # what says so, if it is not the ruling
}
GUIDE_KEYS: Mapping[str, type] = {
    "tiles": list,  # worth a look
    "figures": list,
    "minutes": int,  # that it adds to a game, 0 if the book says none
    "box": dict,  # its components besides tiles: word and number
}
LESSON_KEYS: Mapping[str, type | tuple[type, ...]] = {  # of a step of a lesson
    "id": str,
    "position": str,  # where it begins; the learner, red, is asked
    "aim": (dict, list),  # what must be seen, all of it if there are several
    "answers": list,  # one way to reach it
    "clauses": list,
    "deals": dict,  # what chance brings
    "replies": list,  # what the rival answers
    **dict.fromkeys(LANGUAGES, dict),
}
LESSON_WORDS = ("title", "rule", "task", "done", "missed")  # the last only if the aim can be missed
SEEN_IN = ("answers", "ledger", "figures", "pieces", "holds", "track", "beside", "board")  # where an aim may look
THEME_KEYS: Mapping[str, type] = {
    "id": str,  # its words are ``theme.<id>`` of ``words``
    "seen": list,  # a turn is about it if any of these is seen in it
}
THEME_SEEN: Mapping[str, type] = {  # in what is seen of a turn, and what must be true of it
    "in": str,
    "verb": str,
    "figure": str,
    "segment": str,
    "source": str,
    "picture": str,
}
THEME_IN = ("answers", "ledger", "holds", "tile")  # the last: a tile of the folder is laid
STEP_KEYS: Mapping[str, type] = {"name": str, "element": str, "script": str, "after": str, "before": str}


class ExpansionError(Fault):
    """A folder that is no expansion as it should be: which file, which line if one can be told, and what is wrong.

    ``refusal`` is all of it as a value, to be told in any language; ``problem`` only what is wrong.
    """

    def __init__(self, file: Path | str, problem: Refusal, line: int = 0) -> None:
        self.file = str(file)
        self.line = line
        self.problem = problem
        place = why("expansion.line", file=self.file, line=line) if line else self.file
        super().__init__(why("at", place=place, problem=problem))

    def __reduce__(self) -> tuple[type[ExpansionError], tuple[str, Refusal, int]]:
        return type(self), (self.file, self.problem, self.line)


@dataclass(frozen=True)
class ElementEntry:
    """An element as its folder declares it."""

    id: str
    rules: str
    names: Mapping[str, str]
    forecast: str = ""
    needs: tuple[str, ...] = ()
    needs_clause: str = ""
    tiles: bool = False
    seats: int = 0
    seats_clause: str = ""


@dataclass(frozen=True)
class Switch:
    """A doubt that each table may settle for itself: the readings of a book's sentence, the usual one first."""

    id: str
    values: tuple[str, ...]
    clause: str
    elements: tuple[str, ...] = ()  # without all of them it changes nothing, and is not offered
    seats: Mapping[str, int] = field(default_factory=dict, hash=False)  # players at most, by value
    seats_unless: tuple[str, ...] = ()  # elements with any of which there is no such limit
    seats_clause: str = ""

    @property
    def usual(self) -> str:
        return self.values[0]


@dataclass(frozen=True)
class Theme:
    """What a problem may be about, by what is seen of its turn: any of these."""

    id: str
    seen: tuple[Mapping[str, str], ...] = field(hash=False)


@dataclass(frozen=True)
class StepEntry:
    """A step of its own: in which script, after or before which other, and whose module acts in it."""

    name: str
    element: str
    script: str
    after: str = ""
    before: str = ""


@dataclass(frozen=True)
class Folder:
    """One expansion: its declaration, and the way to its files."""

    path: Path
    package: str  # the package its files are imported from
    ours: bool  # part of Bastida, not brought by somebody else
    id: str
    family: str
    version: str
    names: Mapping[str, str]
    elements: tuple[ElementEntry, ...]
    prefix: str = ""
    chosen: bool = True
    steps: tuple[StepEntry, ...] = ()
    switches: tuple[Switch, ...] = ()
    colours: tuple[str, ...] = ()
    colours_with: tuple[str, ...] = ()
    segments: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    printed: Mapping[str, Any] = field(default_factory=dict)
    guide: Mapping[str, Any] = field(default_factory=dict)
    themes: tuple[Theme, ...] = ()
    order: tuple[tuple[str, str, str, str, str], ...] = ()
    strength: Mapping[str, Any] = field(default_factory=dict)

    @property
    def has_tiles(self) -> bool:
        return (self.path / "tiles.toml").is_file()

    def code(self, file: str) -> ModuleType | None:
        """One of its Python files (``rules``, ``forecast``, ``drawing``), imported when first needed; None if it has none."""
        if self.package.startswith(FOREIGN):
            return _imported(self, file) if (self.path / f"{file}.py").is_file() else None
        name = f"{self.package}.{file}"
        if name not in sys.modules and not any(self.path.glob(f"{file}.*")):
            return None
        return import_module(name)

    def member(self, file: str, name: str) -> Any:
        """A class or table of one of its Python files."""
        module = self.code(file)
        found = getattr(module, name, None)
        if found is None:
            raise ExpansionError(self.path / f"{file}.py", why("expansion.no_member", name=repr(name), manifest=MANIFEST))
        return found

    def text(self, *parts: str) -> str | None:
        """One of its text files, or None if it has none."""
        path = self.path.joinpath(*parts)
        return read_text(path) if path.is_file() else None

    def table(self, *parts: str) -> dict[str, Any]:
        """One of its TOML files, empty if it has none."""
        text = self.text(*parts)
        return parsed(self.path.joinpath(*parts), text) if text is not None else {}

    def files(self) -> Iterator[Path]:
        """All its files, for telling versions of it apart."""
        return (path for path in sorted(self.path.rglob("*")) if path.is_file() and "__pycache__" not in path.parts)


def read_text(path: Path) -> str:
    """A text file, or an error that says why it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise ExpansionError(path, why("expansion.unreadable", problem=problem_of(error))) from None
    except UnicodeDecodeError as error:
        raise ExpansionError(path, why("expansion.no_utf8", number=error.start)) from None


def _imported(folder: Folder, file: str) -> ModuleType:
    """A file of a folder outside any package, as a module of a package of its own, so that it can import its neighbours."""
    if folder.package not in sys.modules:
        package = ModuleType(folder.package, f"The expansion {folder.id}.")
        package.__path__ = [str(folder.path)]
        sys.modules[folder.package] = package
    name = f"{folder.package}.{file}"
    if name in sys.modules:
        return sys.modules[name]
    path = folder.path / f"{file}.py"
    spec = spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        del sys.modules[name]
        raise ExpansionError(
            error.filename or path, why("expansion.no_python", problem=error.msg), error.lineno or 0
        ) from error
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise ExpansionError(path, crashed(error), line_of(error, folder.path)) from error
    return module


def line_of(error: BaseException, folder: Path) -> int:
    """The last line of the folder's own code that an error passed through."""
    line, trace = 0, error.__traceback__
    while trace is not None:
        if Path(trace.tb_frame.f_code.co_filename).is_relative_to(folder):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


# -- reading a declaration --------------------------------------------------------------------------------------------


def parsed(path: Path, text: str) -> dict[str, Any]:
    """The table of a TOML file; an error says the line."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ExpansionError(path, why("expansion.too_deep")) from None
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        raise ExpansionError(path, why("expansion.no_toml", problem=str(error)), int(found[1]) if found else 0) from None


def read_folder(path: Path, package: str = "", *, ours: bool = False) -> Folder:
    """The expansion in a folder, checked."""
    file = path / MANIFEST
    if not file.is_file():
        raise ExpansionError(file, why("expansion.no_manifest"))
    text = read_text(file)
    data = parsed(file, text)
    check = _Check(file, text)
    check.keys(data, KEYS, NEEDED)
    check.name(data["id"], "id")
    check.names(data["names"], "names")
    elements = tuple(_element(check, entry, data) for entry in data["element"])
    if not elements:
        check.fail(why("expansion.no_element"), "element")
    if len({element.id for element in elements}) < len(elements):
        check.fail(why("expansion.element_twice"), "element")
    if not VERSION.fullmatch(data["version"]):
        check.fail(why("expansion.no_version", value=repr(data["version"])), "version")
    if "prefix" in data and not PREFIX.fullmatch(data["prefix"]):
        check.fail(why("expansion.no_prefix", value=repr(data["prefix"])), "prefix")
    check.keys(data.get("printed", {}), PRINTED, ())
    for entry in data.get("guide", {}).values():
        check.keys(entry, GUIDE_KEYS, ())
        check.keys(entry.get("box", {}), dict.fromkeys(entry.get("box", {}), int), ())
    steps = tuple(_step(check, entry, elements) for entry in data.get("step", ()))
    switches = tuple(_switch(check, entry, elements) for entry in data.get("switch", ()))
    for key in ("segments", "figures", "words", "colours", "colours_with"):
        for word in data.get(key, ()):
            check.name(word, key)
    themes = tuple(_theme(check, entry) for entry in data.get("theme", ()))
    order = tuple(_ruling(check, row) for row in data.get("order", ()))
    folder = Folder(
        path=path,
        package=package or FOREIGN + data["id"],
        ours=ours,
        id=data["id"],
        family=data["family"],
        version=data["version"],
        names=data["names"],
        elements=elements,
        prefix=data.get("prefix", ""),
        chosen=data.get("chosen", True),
        steps=steps,
        switches=switches,
        colours=tuple(data.get("colours", ())),
        colours_with=tuple(data.get("colours_with", ())),
        segments=tuple(data.get("segments", ())),
        figures=tuple(data.get("figures", ())),
        words=tuple(data.get("words", ())),
        printed=data.get("printed", {}),
        guide=data.get("guide", {}),
        themes=themes,
        order=order,
        strength=data.get("strength", {}),
    )
    if not ours:
        _check_texts(folder)
    return folder


def _check_texts(folder: Folder) -> None:
    """Whatever the folder says can be read and is text: a page that cannot be told would be missed by everybody."""
    for path in folder.files():
        parts = path.relative_to(folder.path).parts
        if path.suffix == ".toml" and parts[0] in ("words", "guide", "forecast.toml"):
            table = folder.table(*parts)
            for section, entries in table.items():
                if not isinstance(entries, dict):
                    _Check(path, read_text(path)).fail(why("expansion.no_section", word=section), section)
                texts = [text for text in entries.values() if not (section == "switch" and isinstance(text, dict))]
                texts += [text for one in entries.values() if isinstance(one, dict) for text in one.values()]
                if parts[0] == "words" and not all(isinstance(text, str) for text in texts):
                    raise ExpansionError(path, why("expansion.no_text", word=section))
        elif parts == ("lesson.toml",):
            check = _Check(path, folder.text(*parts) or "")
            table = folder.table(*parts)
            check.keys(table, {"step": list}, ("step",))
            for entry in table["step"]:
                _check_lesson(check, entry)
        elif path.suffix == ".toml" and parts[0] == "lesson":
            check = _Check(path, folder.text(*parts) or "")
            for step in folder.table(*parts).values():
                check.keys(step, dict.fromkeys(LESSON_WORDS, str), ())
        elif path.suffix == ".md":
            folder.text(*parts)


def _check_lesson(check: _Check, entry: Any) -> None:
    """A step of a lesson says what it must, in words that are known."""
    check.keys(entry, LESSON_KEYS, ("id", "position", "aim", "answers", "clauses", "en"))
    check.name(entry["id"], "id")
    for key in ("answers", "clauses", "replies"):
        if not all(isinstance(text, str) for text in entry.get(key, ())):
            check.fail(why("expansion.texts", key=repr(key)), key)
    for texts in entry.get("deals", {}).values():
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            check.fail(why("expansion.deals"), "deals")
    for wanted in entry["aim"] if isinstance(entry["aim"], list) else [entry["aim"]]:
        if not isinstance(wanted, dict) or wanted.get("in") not in SEEN_IN:
            check.fail(why("expansion.aim", known=SEEN_IN), "aim")
    for language in LANGUAGES:
        if language in entry:
            check.keys(entry[language], dict.fromkeys(LESSON_WORDS, str), LESSON_WORDS[:-1])


def _element(check: _Check, entry: Mapping[str, Any], data: Mapping[str, Any]) -> ElementEntry:
    check.keys(entry, ELEMENT_KEYS, ("id", "rules"))
    check.name(entry["id"], "id")
    names = entry.get("names", data["names"])
    check.names(names, "names")
    if entry.get("seats", 2) < 2:
        check.fail(why("expansion.seats", n=entry["seats"]), "seats")
    given = {key: value for key, value in entry.items() if key not in ("names", "needs")}
    return ElementEntry(**given, names=names, needs=tuple(entry.get("needs", ())))


def _switch(check: _Check, entry: Mapping[str, Any], elements: Sequence[ElementEntry]) -> Switch:
    check.keys(entry, SWITCH_KEYS, ("id", "values", "clause"))
    check.name(entry["id"], "id")
    values = entry["values"]
    if len(values) < 2 or len(set(map(str, values))) < len(values):
        check.fail(why("expansion.switch_values", word=entry["id"]), "values")
    for value in values:
        if not isinstance(value, str) or not VALUE.fullmatch(value):
            check.fail(why("expansion.switch_value", value=repr(value)), "values")
    for element in entry.get("elements", ()):
        check.name(element, "elements")
    seats = entry.get("seats", {})
    for value, most in seats.items():
        if value not in values or not isinstance(most, int) or most < 2:
            check.fail(why("expansion.switch_seats", word=entry["id"], value=f"{value} = {most!r}"), "seats")
    for element in entry.get("seats_unless", ()):
        check.name(element, "seats_unless")
    return Switch(
        entry["id"],
        tuple(values),
        entry["clause"],
        tuple(entry.get("elements") or (elements[0].id,)),
        seats,
        tuple(entry.get("seats_unless", ())),
        entry.get("seats_clause", entry["clause"]),
    )


def _step(check: _Check, entry: Mapping[str, Any], elements: Sequence[ElementEntry]) -> StepEntry:
    check.keys(entry, STEP_KEYS, ("name", "element", "script"))
    if not STEP.fullmatch(entry["name"]):
        check.fail(why("expansion.step_name", value=repr(entry["name"])), "name")
    if entry["element"] not in [element.id for element in elements]:
        check.fail(why("expansion.step_element", step=entry["name"], word=repr(entry["element"])), "element")
    if entry["script"] not in SCRIPTS:
        check.fail(why("expansion.step_script", word=repr(entry["script"]), known=SCRIPTS), "script")
    if ("after" in entry) == ("before" in entry):
        check.fail(why("expansion.step_place", step=entry["name"]), "name")
    return StepEntry(**entry)


def _theme(check: _Check, entry: Any) -> Theme:
    check.keys(entry, THEME_KEYS, ("id", "seen"))
    check.name(entry["id"], "id")
    if not entry["seen"]:
        check.fail(why("expansion.theme_unseen", word=entry["id"]), "seen")
    for wanted in entry["seen"]:
        check.keys(wanted, THEME_SEEN, ("in",))
        if wanted["in"] not in THEME_IN:
            check.fail(why("expansion.theme_in", known=THEME_IN), "seen")
    return Theme(entry["id"], tuple(entry["seen"]))


def _ruling(check: _Check, row: Any) -> tuple[str, str, str, str, str]:
    if not (isinstance(row, list) and len(row) == 5 and all(isinstance(word, str) for word in row)):
        check.fail(why("expansion.ruling"), "order")
    return (row[0], row[1], row[2], row[3], row[4])


class _Check:
    """Says what is wrong with a declaration, and on which line."""

    def __init__(self, file: Path, text: str) -> None:
        self.file, self.lines = file, text.splitlines()

    def fail(self, problem: Refusal, key: str = "") -> NoReturn:
        raise ExpansionError(self.file, problem, self.line(key))

    def line(self, key: str) -> int:
        """The first line that sets a key or opens its table; 0 if there is none."""
        shape = re.compile(rf"\s*(?:\[+\s*)?{re.escape(key)}\s*(?:=|\]|\.)") if key else None
        return next((number for number, line in enumerate(self.lines, 1) if shape and shape.match(line)), 0)

    def keys(self, table: Any, known: Mapping[str, Any], needed: Sequence[str]) -> None:
        if not isinstance(table, dict):
            self.fail(why("expansion.no_table", value=repr(table)))
        for key, value in table.items():
            if key not in known:
                self.fail(why("expansion.unknown_key", key=repr(key), known=list(known)), key)
            if not isinstance(value, known[key]) or (known[key] is int and isinstance(value, bool)):
                kinds = known[key] if isinstance(known[key], tuple) else (known[key],)
                names = either([kind.__name__ for kind in kinds])
                self.fail(why("expansion.kind", key=repr(key), kinds=names, value=repr(value)), key)
        for key in needed:
            if key not in table:
                self.fail(why("expansion.missing", key=repr(key)))

    def name(self, word: Any, key: str) -> None:
        if not isinstance(word, str) or not NAME.fullmatch(word):
            self.fail(why("expansion.no_name", value=repr(word)), key)

    def names(self, names: Any, key: str) -> None:
        if not isinstance(names, dict) or not isinstance(names.get("en"), str):
            self.fail(why("expansion.names"), key)
        for language, name in names.items():
            if not isinstance(name, str) or not name.strip() or not name.isprintable():
                self.fail(why("expansion.name_in", word=repr(language)), key)
