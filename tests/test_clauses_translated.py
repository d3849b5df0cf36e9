"""The Spanish and the Catalan pages of the rules say what the English ones say: the same clauses, numbers, ids and marks."""

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

LANGUAGES = ("es", "ca")
PAGES = [module.page for module in modules().values()]
BLOCK = re.compile(r"```.*?```", re.DOTALL)
KEPT = {  # what a translation leaves as it is
    "numbers": re.compile(r"\d+"),
    "ids": re.compile(r"\b[A-Z]+-[EXR]?\d+[a-z]?\b"),
    "modules": re.compile(rf"\b(?:{'|'.join(modules())})\b"),
    "code": re.compile(r"`[^`]*`"),
    "names": re.compile(r"\b(?:JCloisterZone|WikiCarpedia|Carcassonne Central)\b"),
}
MARKS = {
    "es": {r"\[Winter\b": r"\[Invierno\b", r"\[Plus\b": r"\[Plus\b", r"[Oo]pen doubt": "[Dd]uda abierta"},
    "ca": {r"\[Winter\b": r"\[Hivern\b", r"\[Plus\b": r"\[Plus\b", r"[Oo]pen doubt": "[Dd]ubte obert"},
}
CITED = re.compile(r"`[^`]*`|(?:WikiCarpedia|Hivern|Carcassonne Plus) \([^)]*\)")  # notation, titles of pages and chapters
SAME = r"[|\s-]*|#+ (?:\d+\. )?(?:Figures|Components)"  # a line that may read as in English: no words, or Catalan ones
ENGLISH = r"the|with|when|which|tiles?|players?|followers?|roads?|city|cities|fields?|turn|points?|scored"
SPANISH = r"losetas?|piezas?|ciudad|ciudades|caminos?|puntos|cuando|también|jugadores|seguidores|siempre|después|hay|muy"
FOREIGN = {"es": re.compile(rf"\b(?:{ENGLISH})\b"), "ca": re.compile(rf"\b(?:{ENGLISH}|{SPANISH})\b")}
OTHER_BOOKS = {  # words that the book of a page does not use, or that mean another thing
    ("es", "base.md"): r"aldeas?|claustros?|granjeros?|cruces? de caminos|puntuación final",
    ("es", "winter.md"): r"losetas?|monasterios|campesinos?|bandidos?|aldeas?|encrucijadas?|recuento|figuras? de puntuación",
    ("es", "turn.md"): r"piezas? de inicio|claustros?|granjeros?|provisión|incompletos?",
    ("es", "hunters-gatherers.md"): r"losetas?|seguidor(?:es)?|zonas?(?! de juego)|manantial(?:es)?|mont[oó]n(?:es)?",
    ("ca", "hunters-gatherers.md"): r"llosetes|lloseta|seguidors?|fonts?|trams?",
}
NOT_CATALAN = r"despatx(?:os)?|cercles? de collita|regi(?:ó|ons)|caix(?:a|es)|refus\w+|fonaments?|així que|idiomes|idioma"

languages = pytest.mark.parametrize("language", LANGUAGES)
every_page = pytest.mark.parametrize("page", PAGES)


def defined(text: str) -> list[str]:
    return re.findall(r"^- \*\*([A-Z]+-[EXR]?\d+[a-z]?)\*\*", text, re.MULTILINE)


def words(one: Clause) -> str:
    """All a clause says but for its example blocks, which are for programs."""
    return f"{one.text}\n{BLOCK.sub('', one.body)}"


def pairs(page: str, language: str) -> list[tuple[Clause, Clause]]:
    prefix = next(module.prefix for module in modules().values() if module.page == page)
    return list(zip(clauses(prefix), clauses(prefix, language), strict=True))


@languages
def test_every_module_has_a_page_in_the_language(language: str) -> None:
    assert set(pages(language)) == set(PAGES)


@languages
@every_page
def test_a_page_defines_the_clauses_of_the_english_one_in_its_order(page: str, language: str) -> None:
    assert defined(pages(language)[page]) == defined(pages()[page])


@languages
@every_page
def test_every_clause_is_in_the_language(page: str, language: str) -> None:
    english = set(pages()[page].splitlines())
    said = pages(language)[page].splitlines()
    assert [line for line in said if line in english and not re.fullmatch(SAME, line)] == []
    for one, translated in pairs(page, language):
        assert translated.language == language, one.id
        assert translated.text != one.text, one.id


@languages
@every_page
def test_no_word_of_another_language_is_left_in_a_clause(page: str, language: str) -> None:
    for _, translated in pairs(page, language):
        assert FOREIGN[language].findall(CITED.sub("", words(translated))) == [], translated.id


@pytest.mark.parametrize(("language", "page"), OTHER_BOOKS)
def test_a_page_has_the_words_of_its_own_book(language: str, page: str) -> None:
    for _, translated in pairs(page, language):
        said = f"{translated.section}\n{words(translated)}"
        assert re.findall(rf"\b(?:{OTHER_BOOKS[language, page]})\b", said, re.IGNORECASE) == [], translated.id


def test_a_clause_for_winter_alone_has_the_words_of_the_winter_book() -> None:
    for one in clauses("BASE", "es"):
        if one.text.startswith("[Invierno]") and "[Plus]" not in one.text:
            assert re.findall(r"\b(?:losetas?|campos?|monasterios?|figuras? de puntuación)\b", words(one)) == [], one.id


@every_page
def test_catalan_pages_have_the_words_of_the_glossary(page: str) -> None:
    assert re.findall(rf"\b(?:{NOT_CATALAN})\b", CITED.sub("", pages("ca")[page]), re.IGNORECASE) == []


@languages
@every_page
@pytest.mark.parametrize("kept", KEPT)
def test_a_translation_keeps_numbers_ids_and_names(page: str, language: str, kept: str) -> None:
    for one, translated in pairs(page, language):
        assert Counter(KEPT[kept].findall(words(translated))) == Counter(KEPT[kept].findall(words(one))), one.id


@languages
@every_page
def test_marks_of_editions_and_open_doubts_are_translated(page: str, language: str) -> None:
    for one, translated in pairs(page, language):
        for english, said in MARKS[language].items():
            assert len(re.findall(said, words(translated))) == len(re.findall(english, words(one))), one.id


@languages
@every_page
def test_everything_but_the_words_is_that_of_the_english_clause(page: str, language: str) -> None:
    for one, translated in pairs(page, language):
        assert (translated.id, translated.kind, translated.sources) == (one.id, one.kind, one.sources)
        assert translated.page == one.page
        assert BLOCK.findall(translated.body) == BLOCK.findall(one.body)


@languages
@every_page
def test_clauses_stand_together_under_a_heading_as_in_english(page: str, language: str) -> None:
    headings = {(one.section, translated.section) for one, translated in pairs(page, language)}
    assert len({english for english, _ in headings}) == len(headings)


@languages
@every_page
def test_tables_have_the_same_rows_and_the_same_notation(page: str, language: str) -> None:
    for one, translated in pairs(page, language):
        rows = [
            [line.split("|")[1:4] for line in each.body.splitlines() if line.startswith("|")][1:] for each in (one, translated)
        ]
        assert rows[0] == rows[1], one.id  # id, copies and sides; the segments are in words


@pytest.mark.parametrize(
    ("language", "text", "section"),
    [
        ("es", "No se puede poner un seguidor en una zona en la que ya hay un seguidor", "Paso 2: poner un seguidor"),
        ("ca", "No es pot posar un seguidor en una zona on ja hi ha un seguidor", "Pas 2: posar un seguidor"),
    ],
)
def test_a_clause_can_be_had_in_a_language(language: str, text: str, section: str) -> None:
    translated = clause("base 40", language)
    assert translated.text.startswith(text)
    assert translated.section == section
    assert translated.language == language
    assert clause("base 40", "en") == clause("base 40")


@languages
def test_a_block_with_an_id_of_its_own_has_the_words_of_its_example(language: str) -> None:
    example, variant = clause("ABBOT-X1", language), clause("ABBOT-X1b", language)
    assert (variant.text, variant.section) == (example.text, example.section)
    assert variant.body == clause("ABBOT-X1b").body


@pytest.mark.parametrize(
    ("language", "said"),
    [("es", "- Las cuatro siguientes comparten un tablero."), ("ca", "- Les quatre següents comparteixen un tauler.")],
)
def test_a_board_shared_by_several_examples_is_told_in_the_language_too(language: str, said: str) -> None:
    assert clause("HG-E24", language).body.startswith(said)


def test_an_unknown_language_reads_english() -> None:
    assert clauses(language="fr") == clauses()


def test_search_looks_for_words_of_the_language() -> None:
    assert [one.id for one in search("DISPENSADOR desconocida", "es")] == ["TOWER-04", "TOWER-R1"]
    assert search("dispensador desconocida") == ()
    assert "WINTER-13" in [one.id for one in search("WinTierL camino s-w", "es")]
    assert "WINTER-13" in [one.id for one in search("WinTierL CAMI s-w", "ca")]


def installed(folder: Path) -> ModuleType:
    """The reader with a copy of the pages, as a wheel has them."""
    reader = copy_of_the_reader(folder)
    shutil.copytree(ROOT / "docs" / "rules", folder / "bastida" / "rules_text")
    return reader


def test_a_wheel_has_the_pages_of_every_language(tmp_path: Path) -> None:
    copy = installed(tmp_path)
    for language in LANGUAGES:
        assert copy.clause("WINTER-10", language) == copy.clauses("WINTER", language)[9]
        assert copy.clause("WINTER-10", language).text == clause("WINTER-10", language).text


def test_a_clause_that_is_not_translated_yet_is_shown_in_english(tmp_path: Path) -> None:
    copy = installed(tmp_path)
    page = tmp_path / "bastida" / "rules_text" / "es" / "winter.md"
    one, other = [clause.id for clause in clauses("WINTER")[:2]]
    page.write_text(f"## Cláusulas\n\n- **{one}** Los animales son dibujos.\n", encoding="utf-8")
    assert copy.clause(one, "es").text == "Los animales son dibujos."
    assert copy.clause(other, "es").text == clause(other).text
    assert copy.clause(other, "es").language == "en"


def test_a_clause_that_is_not_in_catalan_yet_is_shown_in_spanish(tmp_path: Path) -> None:
    copy = installed(tmp_path)
    page = tmp_path / "bastida" / "rules_text" / "ca" / "winter.md"
    one, other = [clause.id for clause in clauses("WINTER")[:2]]
    page.write_text(f"## Clàusules\n\n- **{one}** Els animals són dibuixos.\n", encoding="utf-8")
    assert copy.clause(one, "ca").text == "Els animals són dibuixos."
    assert copy.clause(other, "ca").text == clause(other, "es").text
    assert copy.clause(other, "ca").language == "es"


@pytest.mark.parametrize(
    ("language", "said"),
    [("es", "No se puede poner un seguidor"), ("ca", "No es pot posar un seguidor"), ("en", "A follower may not")],
)
def test_the_command_shows_a_clause_in_the_language_of_the_screen(language: str, said: str) -> None:
    shown = CliRunner().invoke(app, ["rules", "BASE-40", "--lang", language]).output
    assert said in shown
    assert "BASE-40" in shown


@pytest.mark.parametrize(("language", "wanted"), [("es", "jardín seguidor mayor"), ("ca", "jardí seguidor gran")])
def test_the_command_looks_for_words_of_the_language(language: str, wanted: str) -> None:
    assert "ABBOT-12" in CliRunner().invoke(app, ["rules", *wanted.split(), "--lang", language]).output
    assert "ABBOT-12" in CliRunner().invoke(app, ["rules", "--module", "abbot", *wanted.split(), "--lang", language]).output
