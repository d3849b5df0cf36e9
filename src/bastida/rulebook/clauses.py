"""The rule clauses, read from the pages of the rules specification.

Every refusal, scoring line and test names a clause such as ``BASE-40``. This file turns such an id into the words of
the clause. The pages of the boxes are ``docs/rules`` of the source tree; the wheel carries the same pages as
``bastida/rules_text``. The page of an expansion is in its folder.

The English pages define the clauses. The folders beside them, ``es`` and ``ca``, say the same in another language: pages of
the same names with the same ids, and nothing but words. Sources and example blocks stand in the English pages alone.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from textwrap import dedent

from bastida.kernel.expansion import ExpansionError
from bastida.kernel.faults import why
from bastida.kernel.languages import FALLBACK, spoken_for
from bastida.kernel.shelf import folders, problems, remembered

__all__ = ["Clause", "Module", "UnknownClause", "clause", "clauses", "modules", "pages", "search"]

LANGUAGE = FALLBACK  # of the pages that define the clauses
KINDS = {"": "clause", "E": "example", "X": "case", "R": "ruling"}

_Key = tuple[str, str, int, str]  # prefix, letter of the kind, number, suffix letter

_HEADING = re.compile(r"#+\s+(.*\S)")
_ITEM = re.compile(r"- \*\*([A-Z]+-[EXR]?\d+[a-z]?)\*\*\s*(.*)")
_BLOCK_ID = re.compile(r"id:\s*(\S+)\s*$")
_BLOCKS = re.compile(r"^```example\n.*?^```$", re.MULTILINE | re.DOTALL)
_MODULE_ROW = re.compile(r"\|\s*([A-Z]+)\s*\|[^|]*\|[^|]*\|\s*\[?([\w-]+\.md)\b")
_TITLE = re.compile(r"#\s+(.*?)\s*\(([^)]*)\)")
_HEADED = re.compile(r"#\s+(.*)")
_BRACKET = re.compile(r"\s*\[([^\]]*)\]")
BOOKS = ("Winter Edition", "Hunters & Gatherers", "Carcassonne Plus", "The Postman", "The Tower")
_BOOK = re.compile(rf"({'|'.join(BOOKS)})\b")
_NO_BOOK = re.compile(r"[A-Z]+-[EXR]?\d|cases? [A-Z]+-|tile data|FAQ")  # sources that are no section of a rulebook
_EDITION_MARK = re.compile(r"(Winter(?! Edition)|Plus)\b")


@dataclass(frozen=True, slots=True)
class Clause:
    """One statement of the rules; ``body`` holds the lines, table or example blocks that stand under it."""

    id: str
    prefix: str
    number: int
    kind: str  # "clause", "example" (printed in a rulebook), "case" (our own) or "ruling"
    text: str
    sources: tuple[str, ...]
    body: str
    page: str
    section: str
    language: str  # in which text, section and the prose of the body are


@dataclass(frozen=True, slots=True)
class Module:
    """One module of the rules: its clause prefix, its names and its page."""

    prefix: str
    title: str
    spanish: str
    page: str

    def title_in(self, language: str) -> str:
        """Its name in a language: what its page there is headed, or that of the next best language."""
        for spoken in spoken_for(language):
            if spoken == LANGUAGE:
                break
            if heading := _HEADED.match(pages(spoken).get(self.page, "")):
                return heading[1]
        return self.title


class UnknownClause(LookupError):
    """No clause has this id; ``suggestions`` are ids that come near it."""

    def __init__(self, wanted: str, suggestions: tuple[str, ...] = ()) -> None:
        self.wanted = wanted
        self.suggestions = suggestions
        hint = f"did you mean {' or '.join(suggestions)}?" if suggestions else "ids look like BASE-40 or POST-E2"
        super().__init__(f"there is no clause {wanted!r}; {hint}")


def clause(wanted: str, language: str = LANGUAGE) -> Clause:
    """The clause with this id; ``base 40``, ``BASE40`` and ``base-040`` all mean BASE-40.

    Its words are in the language, if they have been translated.
    """
    key = _key(wanted)
    found = _index(language).get(key) if key else None
    if found is None:
        raise UnknownClause(wanted, _near(wanted, key))
    return found


def clauses(prefix: str | None = None, language: str = LANGUAGE) -> tuple[Clause, ...]:
    """All clauses, examples, cases and rulings in the order of the pages, or those of one module."""
    if prefix is None:
        return tuple(_index(language).values())
    wanted = prefix.strip().upper()
    if wanted not in modules():
        raise UnknownClause(prefix, tuple(get_close_matches(wanted, modules(), n=3)))
    return tuple(one for one in _index(language).values() if one.prefix == wanted)


def search(words: str, language: str = LANGUAGE) -> tuple[Clause, ...]:
    """The clauses in which all the words occur, whatever their case and accents."""
    wanted = _fold(words).split()
    if not wanted:
        return ()
    every = clauses(language=language)
    return tuple(one for one in every if all(word in _fold(f"{one.id} {one.text} {one.body}") for word in wanted))


@remembered
def modules() -> dict[str, Module]:
    """The modules by prefix, in the order of the table of the README page."""
    found: dict[str, Module] = {}
    for prefix, page in _MODULE_ROW.findall(pages()["README.md"]):
        title = _TITLE.match(pages()[page])
        if title is None:
            raise ValueError(f"{page} does not open with a title and its Spanish name")
        found[prefix] = Module(prefix, title[1], title[2], page)
    for folder in folders().values():
        page = f"{folder.id}.md"
        if not folder.ours and folder.prefix and page in pages():
            wrong = [item.id for item in _items(pages()[page]) if item.id.rpartition("-")[0] != folder.prefix]
            if folder.prefix in found or wrong:
                problem = why("expansion.prefix_taken", prefix=folder.prefix)
                if wrong:
                    problem = why("expansion.prefix", prefix=folder.prefix, word=wrong[0])
                problems.append(ExpansionError(folder.path / "clauses" / "en.md", problem))
                continue
            found[folder.prefix] = Module(folder.prefix, folder.names["en"], folder.names.get("es", folder.names["en"]), page)
    return found


@remembered
def pages(language: str = LANGUAGE) -> dict[str, str]:
    """The text of every page by file name; none in a language without pages of its own."""
    home = _folder() if language == LANGUAGE else _folder() / language
    found = {path.name: path.read_text(encoding="utf-8") for path in home.glob("*.md")}
    for folder in folders().values():
        if (text := folder.text("clauses", f"{language}.md")) is not None:
            found[f"{folder.id}.md"] = text
    return dict(sorted(found.items()))


def _folder() -> Path:
    package = Path(__file__).resolve().parents[1]
    packed = package / "rules_text"
    for folder in (packed, *(parent / "docs" / "rules" for parent in package.parents)):
        if (folder / "base.md").is_file():
            return folder
    raise FileNotFoundError(f"the rules pages are neither in {packed} nor in docs/rules of a source tree")


# Reading a page


@dataclass(slots=True)
class _Item:
    """A list item of a page with the lines that belong to it."""

    id: str
    statement: str
    section: str
    lines: list[str] = field(default_factory=list)

    @property
    def body(self) -> str:
        return dedent("\n".join(self.lines)).strip("\n")


def _items(page: str) -> Iterator[_Item]:
    """The list items that define an id. A plain list item introduces those after it, up to the next heading."""
    item: _Item | None = None
    section = ""
    intro: list[str] = []
    fenced = False
    for line in page.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        elif not fenced:
            if heading := _HEADING.match(line):
                section, intro = heading[1], []
            defined = _ITEM.match(line)
            plain = line.startswith("- ") and not defined
            # Blank and indented lines, tables and blocks go on with the item; anything else at the margin ends it.
            if item and (defined or not (line == "" or line[0] in " |")):
                yield item
                item = None
            if plain:
                intro.append(line)
            if defined:
                item = _Item(defined[1], defined[2], section, list(intro))
                continue
        if item:
            item.lines.append(line)
    if item:
        yield item


@remembered
def _index(language: str = LANGUAGE) -> dict[_Key, Clause]:
    found: dict[_Key, Clause] = {}
    for module in modules().values():
        translated = _translated(module.page, language)
        for item in _items(pages()[module.page]):
            text, sources = _split(item.statement)
            section, body, spoken = item.section, item.body, LANGUAGE
            if item.id in translated:
                spoken, said = translated[item.id]
                text, section = said.statement, said.section
                body = "\n\n".join([said.body, *_BLOCKS.findall(body)]) if said.body else body
            for id_, shown in {item.id: body, **dict(_variants(item))}.items():
                key = _key(id_)
                if key is None or key[0] != module.prefix or key in found:
                    raise ValueError(f"{module.page}: {id_} is defined twice or on the wrong page")
                kind = KINDS[key[1]]
                found[key] = Clause(id_, key[0], key[2], kind, text, sources, shown, module.page, section, spoken)
    return found


def _translated(page: str, language: str) -> dict[str, tuple[str, _Item]]:
    """What the page says in a language, by id, with the folder it comes from: what one lacks is looked for in the next."""
    found: dict[str, tuple[str, _Item]] = {}
    for folder in reversed([spoken for spoken in spoken_for(language) if spoken != LANGUAGE]):
        found.update((item.id, (folder, item)) for item in _items(pages(folder).get(page, "")))
    return found


def _variants(item: _Item) -> Iterator[tuple[str, str]]:
    """Example blocks under an item that carry an id of their own: the block ABBOT-X1b under ABBOT-X1."""
    for block in "\n".join(item.lines).split("```example\n")[1:]:
        named = _BLOCK_ID.match(block.split("\n", 1)[0])
        if named and named[1] != item.id:
            yield named[1], f"```example\n{block.split('```')[0]}```"


def _split(statement: str) -> tuple[str, tuple[str, ...]]:
    """A statement without its source brackets, and the sources; marks such as [Winter] stay in the text."""
    sources: list[str] = []

    def take(bracket: re.Match[str]) -> str:
        inside = bracket[1]
        closes = bracket.end() == len(statement)
        if _EDITION_MARK.match(inside) or not (closes or _BOOK.match(inside) or _NO_BOOK.match(inside)):
            return bracket[0]
        sources.extend(_sources(inside))
        return ""

    return _BRACKET.sub(take, statement).strip(), tuple(sources)


def _sources(bracket: str) -> Iterator[str]:
    """Each source with its rulebook: "The Tower, Contenido; Preparación" names the same book twice."""
    book = ""
    for part in bracket.split("; "):
        if named := _BOOK.match(part):
            book = f"{named[1]}, "
            yield part
        else:
            yield part if _NO_BOOK.match(part) else book + part


# Ids


def _key(wanted: str) -> _Key | None:
    """The parts of an id however it is written, or None if it cannot be one."""
    shape = re.fullmatch(r"([A-Z]+)[\s_-]*([EXR]?)[\s_-]*(\d+)([A-Z]?)", wanted.strip().upper())
    if shape is None:
        return None
    prefix, letter = shape[1], shape[2]
    if not letter and prefix not in modules() and prefix[:-1] in modules() and prefix[-1] in KINDS:
        prefix, letter = prefix[:-1], prefix[-1]  # written in one piece: BASEE2
    return prefix, letter, int(shape[3]), shape[4].lower()


def _near(wanted: str, key: _Key | None) -> tuple[str, ...]:
    """Up to three ids like the wanted one: its nearest numbers in the module first, then those spelled alike."""
    near: list[str] = []
    spelled = wanted.strip().upper()
    if key:
        prefix, letter, number, _ = key
        prefix = next(iter(get_close_matches(prefix, modules(), n=1)), prefix)
        spelled = f"{prefix}-{letter}{number:02d}"
        same = [one for one in _index().values() if (one.prefix, one.kind) == (prefix, KINDS[letter])]
        near += [one.id for one in sorted(same, key=lambda one: abs(one.number - number))[:2]]
    elif spelled in modules():
        near += [clauses(spelled)[0].id]
    near += get_close_matches(spelled, [one.id for one in _index().values()], n=3, cutoff=0.8)
    return tuple(dict.fromkeys(near))[:3]


def _fold(text: str) -> str:
    """Lower case without accents."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c)).casefold()
