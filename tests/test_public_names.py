"""Everything public says what it is, examples in docstrings do what they say, and the reference has all of it."""

from __future__ import annotations

import ast
import doctest
import re
from pathlib import Path

import pytest

import bastida
from tests import public

API = Path(__file__).resolve().parents[1] / "docs" / "api"
# Packages whose names are for programs of others. Those of single modules are for ourselves: documented, not in the reference.
FACES = [name for name in public.modules() if name.count(".") < 2 and public.listed(name)]
EVERY = [one for module in public.modules() for one in public.names(module)]


def test_every_public_name_says_what_it_is() -> None:
    silent = {f"{one.module}: {one.name}" for one in EVERY if len(one.docstring.split()) < 2}
    assert not silent, "without a docstring"


def test_an_undocumented_name_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "bastida" / "odd"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(
        'from bastida.odd.inner import SPEED, Wheel, turn\n__all__ = ["SPEED", *("Wheel", "turn")]\n', encoding="utf-8"
    )
    (package / "inner.py").write_text(
        'SPEED = 1\n\n\nclass Part:\n    def roll(self):\n        """Go on."""\n\n\nclass Wheel(Part):\n    """Round."""\n\n'
        "    def roll(self): ...\n    def stop(self): ...\n    def _rest(self): ...\n\n\ndef turn(): ...\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(public, "SOURCE", tmp_path)
    public.tree.cache_clear()
    try:
        assert [one.name for one in public.names("bastida.odd") if not one.docstring] == ["SPEED", "Wheel.stop", "turn"]
    finally:
        public.tree.cache_clear()


@pytest.mark.parametrize("one", [one for one in EVERY if ">>>" in one.docstring], ids=lambda one: f"{one.module}.{one.name}")
def test_the_example_of_a_docstring_does_what_it_says(
    one: public.Name, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTestParser().get_doctest(one.docstring, {"bastida": bastida}, one.name, None, 0)
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert results.attempted and not results.failed


def test_what_a_program_needs_most_has_an_example() -> None:
    shown = {one.name for one in EVERY if ">>>" in one.docstring}
    wanted = (
        "new_game",
        "Game.play",
        "Game.options",
        "Game.copy",
        "Game.determinise",
        "Game.view",
        "Record",
        "Option",
        "Player",
    )
    assert not set(wanted) - shown


@pytest.mark.parametrize("face", FACES)
def test_every_public_name_is_in_the_reference(face: str) -> None:
    shown = {
        name for page in API.glob("*.md") for name in re.findall(r"^::: (\S+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    }
    defined = {f"{public.found(face, name)[0]}.{name}": f"{face}.{name}" for name in public.listed(face)}
    assert not {name for home, name in defined.items() if not {name, home, *again(name)} & shown}


def again(name: str) -> set[str]:
    """The same thing in the face of the whole package, which passes some functions on."""
    last = name.rpartition(".")[2]
    if last not in public.listed("bastida"):
        return set()
    one, other = public.found(*name.rsplit(".", 1))[1], public.found("bastida", last)[1]
    passed_on = isinstance(other, public.Function) and f"{name.removeprefix('bastida.')}(" in ast.unparse(other)
    return {f"bastida.{last}"} if one is other or passed_on else set()


def test_the_reference_names_only_what_is_there() -> None:
    for page in sorted(API.glob("*.md")):
        for name in re.findall(r"^::: (\S+)$", page.read_text(encoding="utf-8"), re.MULTILINE):
            module, _, last = name.rpartition(".")
            public.found(module, last)
