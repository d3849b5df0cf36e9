"""No leaks: outside its own folder an expansion is named only in ``order.py``, in presets and in tests.

Names come from the registry: expansions, elements, and the kinds and steps that only they bring. A name counts where it is a
whole text of the program, a key of a table, a part of an identifier that is nobody else's word, or quoted in the page.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bastida.kernel.book import KERNEL
from bastida.kernel.shelf import folders
from bastida.table.setup import FAMILIES

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "bastida"
ALLOWED = {"order.py", "editions.py"}  # rulings and presets
# Words that mean something else as well, and what.
COMMON = {
    "river": "a kind of segment of Hunters & Gatherers, and what is printed on tiles of both families",
    "king": "a word of the rulings' texts",
    "big": "an adjective",
    "gold": "a colour",
    "goods": "what books call several things",
}


@cache
def names() -> dict[str, str]:
    """Every name that only one expansion has, with the folder it belongs to."""
    found = {}
    for folder in folders().values():
        found[folder.id] = folder.id
        found |= {element.id: folder.id for element in folder.elements}
    for games in FAMILIES.values():
        family = games.family
        for step, actors in (*family.script, *family.final, *family.setup):
            owners = {found[actor] for actor in actors if actor in found}
            if KERNEL not in actors and len(owners) == 1 and all(actor in found for actor in actors):
                found[step] = owners.pop()
    return {name: owner for name, owner in found.items() if name not in COMMON and name != "farmers"}


def test_there_are_names_to_look_for() -> None:
    assert {"tower", "messages", "pig", "RANSOM_1", "CIRCLE", "scout", "SHAMAN_1"} <= set(names())


def sources() -> Iterator[Path]:
    for path in sorted(SOURCE.rglob("*.py")):
        if "expansions" not in path.relative_to(SOURCE).parts and path.name not in ALLOWED:
            yield path


def named_in(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Texts that are a name as a whole, and identifiers of which a name is a part."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value, node.lineno
        words = []
        if isinstance(node, ast.Name):
            words = [node.id]
        elif isinstance(node, ast.Attribute):
            words = [node.attr]
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            words = [node.name]
        elif isinstance(node, ast.ImportFrom):
            words = [*(node.module or "").split("."), *(name.name for name in node.names)]
        for word in words:
            for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", word):
                yield part.casefold(), getattr(node, "lineno", 0)


@pytest.mark.parametrize("path", list(sources()), ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_no_source_names_an_expansion(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    wrong = sorted({f"{path.name}:{line}: {word}" for word, line in named_in(tree) if word in names()})
    assert not wrong, "\n".join(wrong)


def test_the_kernel_speaks_of_no_tower_prisoner_or_robber() -> None:
    for path in (SOURCE / "kernel").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\b(ROB|TOWER|CAPTIVE)\b", text), path.name


def test_no_general_catalogue_has_a_key_of_an_expansion() -> None:
    for path in sorted((SOURCE / "language").glob("*.toml")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            key = line.partition("=")[0].strip().strip('"[]') if " = " in line or line.startswith("[") else ""
            assert not set(re.split(r"[._ ]", key)) & set(names()), f"{path.name}:{number}: {line}"


def test_the_page_quotes_no_expansion() -> None:
    for path in sorted((ROOT / "web" / "src").rglob("*")):
        if path.suffix in (".ts", ".svelte", ".json") and path.name != "api.d.ts":
            text = path.read_text(encoding="utf-8")
            found = {word for word in re.findall(r"""['"`]([\w-]+)['"`]""", text) if word in names()}
            assert not found, f"{path.relative_to(ROOT)}: {sorted(found)}"
