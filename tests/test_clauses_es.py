"""The Spanish pages of the rules say what the English ones say: the same clauses, numbers, ids and marks."""

import re
import shutil
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner

from bastida.cli import app
from bastida.rulebook.clauses import Clause, clause, clauses, modules, pages, search
from tests.test_clauses import ROOT, copy_of_the_reader

PAGES = [module.page for module in modules().values()]
BLOCK = re.compile(r"```.*?```", re.DOTALL)
KEPT = {  # what a translation leaves as it is
    "numbers": re.compile(r"\d+"),
    "ids": re.compile(r"\b[A-Z]+-[EXR]?\d+[a-z]?\b"),
    "modules": re.compile(rf"\b(?:{'|'.join(modules())})\b"),
    "code": re.compile(r"`[^`]*`"),
    "names": re.compile(r"\b(?:JCloisterZone|WikiCarpedia|Carcassonne Central)\b"),
}
MARKS = {r"\[Winter\b": r"\[Invierno\b", r"\[Plus\b": r"\[Plus\b", r"[Oo]pen doubt": "[Dd]uda abierta"}


def defined(text: str) -> list[str]:
    return re.findall(r"^- \*\*([A-Z]+-[EXR]?\d+[a-z]?)\*\*", text, re.MULTILINE)


def words(one: Clause) -> str:
    """All a clause says but for its example blocks, which are for programs."""
    return f"{one.text}\n{BLOCK.sub('', one.body)}"


def pairs(page: str) -> list[tuple[Clause, Clause]]:
    prefix = next(module.prefix for module in modules().values() if module.page == page)
    return list(zip(clauses(prefix), clauses(prefix, "es"), strict=True))


def test_every_module_has_a_spanish_page() -> None:
    assert set(pages("es")) == set(PAGES)


@pytest.mark.parametrize("page", PAGES)
def test_a_spanish_page_defines_the_clauses_of_the_english_one_in_its_order(page: str) -> None:
    assert defined(pages("es")[page]) == defined(pages()[page])


@pytest.mark.parametrize("page", PAGES)
def test_every_clause_is_in_spanish(page: str) -> None:
    english = set(pages()[page].splitlines())
    assert [line for line in pages("es")[page].splitlines() if line in english and not re.fullmatch(r"[|\s-]*", line)] == []
    for one, spanish in pairs(page):
        assert spanish.text != one.text, one.id
        assert spanish.section != one.section, one.id


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("kept", KEPT)
def test_a_translation_keeps_numbers_ids_and_names(page: str, kept: str) -> None:
    for one, spanish in pairs(page):
        assert Counter(KEPT[kept].findall(words(spanish))) == Counter(KEPT[kept].findall(words(one))), one.id


@pytest.mark.parametrize("page", PAGES)
def test_marks_of_editions_and_open_doubts_are_translated(page: str) -> None:
    for one, spanish in pairs(page):
        for english, translated in MARKS.items():
            assert len(re.findall(translated, words(spanish))) == len(re.findall(english, words(one))), one.id


@pytest.mark.parametrize("page", PAGES)
def test_everything_but_the_words_is_that_of_the_english_clause(page: str) -> None:
    for one, spanish in pairs(page):
        assert (spanish.id, spanish.kind, spanish.sources, spanish.page) == (one.id, one.kind, one.sources, one.page)
        assert BLOCK.findall(spanish.body) == BLOCK.findall(one.body)


@pytest.mark.parametrize("page", PAGES)
def test_tables_have_the_same_rows_and_the_same_notation(page: str) -> None:
    for one, spanish in pairs(page):
        rows = [
            [line.split("|")[1:4] for line in each.body.splitlines() if line.startswith("|")][1:] for each in (one, spanish)
        ]
        assert rows[0] == rows[1], one.id  # id, copies and sides; the segments are in words


def test_a_clause_can_be_had_in_a_language() -> None:
    spanish = clause("base 40", "es")
    assert spanish.text.startswith("No se puede poner un seguidor en una zona en la que ya hay un seguidor")
    assert spanish.section == "Paso 2: poner un seguidor"
    assert spanish.language == "es"
    assert clause("base 40", "en") == clause("base 40")


def test_a_block_with_an_id_of_its_own_has_the_words_of_its_example() -> None:
    example, variant = clause("ABBOT-X1", "es"), clause("ABBOT-X1b", "es")
    assert (variant.text, variant.section) == (example.text, example.section)
    assert variant.body == clause("ABBOT-X1b").body


def test_a_board_shared_by_several_examples_is_told_in_spanish_too() -> None:
    assert clause("HG-E24", "es").body.startswith("- Las cuatro siguientes comparten un tablero.")


def test_catalan_reads_spanish_and_an_unknown_language_english() -> None:
    assert clauses(language="ca") == clauses(language="es")
    assert clauses(language="fr") == clauses()


def test_search_looks_for_words_of_the_language() -> None:
    assert [one.id for one in search("DISPENSADOR desconocida", "es")] == ["TOWER-04", "TOWER-R1"]
    assert search("dispensador desconocida") == ()
    assert "WINTER-13" in [one.id for one in search("WinTierL camino s-w", "es")]


def installed(folder: Path) -> ModuleType:
    """The reader with a copy of the pages, as a wheel has them."""
    reader = copy_of_the_reader(folder)
    shutil.copytree(ROOT / "docs" / "rules", folder / "bastida" / "rules_text")
    return reader


def test_a_clause_that_is_not_translated_yet_is_shown_in_english(tmp_path: Path) -> None:
    copy = installed(tmp_path)
    page = tmp_path / "bastida" / "rules_text" / "es" / "winter.md"
    one, other = [clause.id for clause in clauses("WINTER")[:2]]
    page.write_text(f"## Cláusulas\n\n- **{one}** Los animales son dibujos.\n", encoding="utf-8")
    assert copy.clause(one, "es").text == "Los animales son dibujos."
    assert copy.clause(other, "es").text == clause(other).text
    assert copy.clause(other, "es").language == "en"


def test_a_page_in_catalan_would_come_before_the_spanish_one(tmp_path: Path) -> None:
    copy = installed(tmp_path)
    page = tmp_path / "bastida" / "rules_text" / "ca" / "winter.md"
    page.parent.mkdir()
    one, other = [clause.id for clause in clauses("WINTER")[:2]]
    page.write_text(f"## Clàusules\n\n- **{one}** Els animals són dibuixos.\n", encoding="utf-8")
    assert copy.clause(one, "ca").text == "Els animals són dibuixos."
    assert copy.clause(other, "ca").text == clause(other, "es").text


@pytest.mark.parametrize(
    ("language", "said"),
    [("es", "No se puede poner un seguidor"), ("ca", "No se puede poner un seguidor"), ("en", "A follower may not")],
)
def test_the_command_shows_a_clause_in_the_language_of_the_screen(language: str, said: str) -> None:
    shown = CliRunner().invoke(app, ["rules", "BASE-40", "--lang", language]).output
    assert said in shown
    assert "BASE-40" in shown


def test_the_command_looks_for_spanish_words() -> None:
    assert "ABBOT-12" in CliRunner().invoke(app, ["rules", "jardín", "seguidor", "mayor", "--lang", "es"]).output
    assert "ABBOT-12" in CliRunner().invoke(app, ["rules", "--module", "abbot", "jardín", "mayor", "--lang", "es"]).output
