"""Which clauses the tests cite: a test function in its name as ``BASE_40`` or in its body as ``BASE-40``, or an example block
of the pages that is played. What stands outside a test function proves nothing.

The orphan test and the documentation's table of clauses and tests both rest on it.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bastida.rulebook.clauses import Clause, clauses, modules
from bastida.rulebook.examples import examples

TESTS = Path(__file__).resolve().parent
WIDEST = 5  # ids of a range: who cites more at once proves none of them
PLAYED = "rules/test_examples_played.py"  # plays every example block of the pages
# These speak about ids and pages, not about the game: naming a clause here proves nothing.
NO_PROOF = {"citations.py", "pairs.py", "test_clauses.py", "test_clauses_translated.py", "test_examples.py", "test_orphans.py"}

PROVEN = ("clause", "example", "case")  # kinds that must be cited; rulings are only counted

_WORD = rf"(?<![A-Za-z0-9])({'|'.join(modules())})[-_]([EXR]?)(\d+)([a-z]?)(?![A-Za-z0-9])"
_RANGE = re.compile(rf"{_WORD}[\s_]to[\s_]{_WORD}")
_ID = re.compile(_WORD)

Key = tuple[str, str, int, str]  # prefix, letter of the kind, number, suffix letter


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table of clauses and tests."""

    prefix: str
    title: str
    asked: int  # clauses, examples and cases of the module
    cited: int
    rulings: int
    rulings_cited: int
    tests: int  # test functions that cite the module


def keys_in(text: str) -> Iterator[tuple[Key, int]]:
    """Every id a text cites, with its place in the text; a range that is not too wide gives all its numbers."""
    for found in _ID.finditer(text):
        yield _key(found.groups()), found.start()
    for found in _RANGE.finditer(text):
        first, last = _key(found.groups()[:4]), _key(found.groups()[4:])
        if first[:2] == last[:2] and last[2] - first[2] < WIDEST:
            for number in range(first[2] + 1, last[2]):
                yield (*first[:2], number, ""), found.start()


def key_of(clause: Clause) -> Key:
    return next(keys_in(clause.id))[0]


@cache
def citations(folder: Path = TESTS) -> dict[Key, set[str]]:
    """By id the tests that cite it, ``rules/test_base.py::test_BASE_40_...``, and its example block if it is played."""
    found: dict[Key, set[str]] = {}
    for name, text in _texts(folder):
        owners = _test_functions(text)
        for key, start in keys_in(text):
            owner = owners.get(text.count("\n", 0, start) + 1)
            if owner:
                found.setdefault(key, set()).add(f"{name}::{owner}")
        if name == PLAYED:
            for example in examples():
                found.setdefault(next(keys_in(example.id))[0], set()).add(f"{name}::{example.id}")
    return found


def orphans(prefix: str, folder: Path = TESTS) -> tuple[Clause, ...]:
    """The clauses, examples and cases of a module that no test cites."""
    cited = citations(folder)
    return tuple(one for one in clauses(prefix) if one.kind in PROVEN and key_of(one) not in cited)


def strangers(folder: Path = TESTS) -> dict[str, set[str]]:
    """Ids that tests cite and no page defines, with the places. The inner numbers of a range may have gaps."""
    known = {key_of(one) for one in clauses()}
    found: dict[str, set[str]] = {}
    for name, text in _texts(folder):
        for match in _ID.finditer(text):
            if _key(match.groups()) not in known:
                found.setdefault(match[0], set()).add(name)
    return found


def table(folder: Path = TESTS) -> tuple[Row, ...]:
    """One row per module for the documentation."""
    cited = citations(folder)
    rows = []
    for module in modules().values():
        asked = [one for one in clauses(module.prefix) if one.kind in PROVEN]
        rulings = [one for one in clauses(module.prefix) if one.kind == "ruling"]
        places = {place for key, where in cited.items() if key[0] == module.prefix for place in where if "::test" in place}
        counts = (
            sum(key_of(one) in cited for one in asked),
            len(rulings),
            sum(key_of(one) in cited for one in rulings),
        )
        rows.append(Row(module.prefix, module.title, len(asked), *counts, len(places)))
    return tuple(rows)


def _texts(folder: Path) -> Iterator[tuple[str, str]]:
    """The files that can cite, by their path inside the folder."""
    for path in sorted(folder.rglob("*")):
        if path.suffix == ".py" and path.name not in NO_PROOF:
            yield path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8")


def _key(groups: tuple[str, ...]) -> Key:
    prefix, letter, number, suffix = groups
    return prefix, letter, int(number), suffix


def _test_functions(source: str) -> dict[int, str]:
    """The test function, decorators included, that each line of a file belongs to."""
    owners: dict[int, str] = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            owners.update(dict.fromkeys(range(first, (node.end_lineno or first) + 1), node.name))
    return owners
