"""Every kind of question that a game can ask is explained in every language, with a picture and a page that says more."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest

import bastida
from bastida.art.pieces import picture_names
from bastida.kernel.shelf import folders
from bastida.language.sentences import explanation
from bastida.language.texts import LANGUAGES, texts
from bastida.rulebook.guide import components
from bastida.server.table.replaying import table_of
from bastida.server.table.view import Teller
from bastida.table import session

BY_CHANCE = {"draw", "roll", "message", "piece"}  # asked of the dealer
LONGEST = 175  # characters: two lines of the dock


def returned(function: ast.FunctionDef) -> set[str]:
    """The texts that a function may return."""
    values = [node.value for node in ast.walk(function) if isinstance(node, ast.Return) and node.value is not None]
    found = [part for value in values for part in ast.walk(value) if not isinstance(part, ast.Compare)]
    return {part.value for part in found if isinstance(part, ast.Constant) and isinstance(part.value, str)}


def asked_by(file: Path, name: str) -> set[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == name]
    return set().union(*(returned(function) for function in found)) - BY_CHANCE


def kinds() -> list[tuple[str, str]]:
    """Every kind of question with the expansion that asks it, as the sources have them."""
    own = [("", kind) for kind in sorted(asked_by(Path(session.__file__).with_name("session.py"), "kind_of"))]
    for folder in folders().values():
        rules = folder.text("rules.py")
        if folder.ours and rules is not None:
            tree = ast.parse(rules)
            found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == "question"]
            own += [(folder.id, kind) for function in found for kind in sorted(returned(function) - BY_CHANCE)]
    return own


def test_the_kinds_of_questions_are_found_in_the_sources() -> None:
    from tests.web.test_every_question import HUNTERS, TODO

    assert {kind for _, kind in kinds()} == set(TODO) | set(HUNTERS) | {"lake", "pile"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("module", "kind"), kinds())
def test_every_question_is_explained_in_two_lines(language: str, module: str, kind: str) -> None:
    for edition in ("plus", "winter", "hunters"):
        text = explanation(texts(language, edition), kind, module)
        assert text.endswith(".")
        assert 40 < len(text) < LONGEST, len(text)
        assert "{" not in text
    if language != "en":
        assert explanation(texts(language), kind, module) != explanation(texts("en"), kind, module)


@pytest.mark.parametrize("preset", ["todo", "hunters-scout"])
def test_the_view_explains_what_is_asked(preset: str) -> None:
    chance = random.Random(3)
    game = bastida.new_game(preset, players=["Ana", "Luis"], seed=3)
    tiles = {tile.id for tile in game.engine.rules.tiles}
    seen: set[str] = set()
    while not game.over and len(game.steps) < 260:
        asked = game.decision
        assert asked is not None
        if asked.kind not in seen:
            seen.add(asked.kind)
            table = table_of("name", game.copy())
            table.outcome = None
            help = Teller(table, "ca").view([0], [], 0.0)["decision"]["help"]
            assert help["text"] == explanation(game.setup.texts("ca"), asked.kind, asked.module)
            assert help["component"] in components()
            assert help["picture"] in picture_names() or help["tile"] in tiles, asked.kind
        game.play(chance.choice([option for option in game.options() if not option.declines] or game.options()))
    assert len(seen) > 2
