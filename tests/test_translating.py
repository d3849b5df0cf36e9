"""Languages that are whole, half done or only begun, and what is said of them."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bastida.cli import app
from bastida.kernel import languages
from bastida.kernel.expansion import ExpansionError, read_folder
from bastida.kernel.languages import FALLBACK, LANGUAGES, WITH_CLAUSES, spoken_for
from bastida.language import texts as said
from bastida.language.texts import Texts, catalogue, texts
from bastida.rulebook import guide as guides
from bastida.rulebook.clauses import clauses, modules, pages
from bastida.rulebook.lessons import lessons
from bastida.rulebook.translating import PAGE, Part, compared, oddity, translated

HALF: Mapping[str, Any] = {
    "ask": {"tile": "{player}, sett brikka"},
    "words": {"tile": "brikke|brikker"},
    "names": {"Plus with the River": "Plus med elva"},
}


@pytest.fixture
def half_done(monkeypatch: pytest.MonkeyPatch) -> str:
    """A language that somebody has begun, which German helps out."""
    norwegian = {"name": "Norsk", "system": "norwegian", "then": ["de"], "clauses": False}
    monkeypatch.setitem(languages._FOUND, "nb", norwegian)  # type: ignore[arg-type]
    monkeypatch.setattr(said, "catalogue", lambda language: HALF if language == "nb" else catalogue(language))
    return "nb"


# -- the list -------------------------------------------------------------------------------------------------------------


def test_every_language_falls_back_to_those_there_are_and_at_last_to_english() -> None:
    for language in LANGUAGES:
        chain = spoken_for(language)
        assert chain[0] == language and chain[-1] == FALLBACK and set(chain) <= set(LANGUAGES)
    assert spoken_for("ca") == ("ca", "es", "en")
    assert spoken_for("de") == ("de", "en")
    assert spoken_for("tlh") == ("en",)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_with_clauses_has_them_all_and_one_without_has_none(language: str) -> None:
    pages_needed = {module.page for module in modules().values()}
    assert pages_needed <= set(pages(language)) if language in WITH_CLAUSES else not pages(language)


def test_clauses_that_nobody_has_translated_are_in_english() -> None:
    assert clauses("BASE", "de") == clauses("BASE")
    assert modules()["RIVER"].title_in("de") == "The River"


# -- half done ------------------------------------------------------------------------------------------------------------


def test_what_a_half_done_language_lacks_is_said_in_the_next_best_one_sentence_by_sentence(half_done: str) -> None:
    for edition in ("", "plus", "hunters"):
        spoken, german = Texts(half_done, edition), texts("de", edition)
        assert spoken("ask.tile", player="Kari") == "Kari, sett brikka"
        assert spoken.count(2, "tile") == "2 brikker"
        assert spoken("ask.order", player="Kari") == german("ask.order", player="Kari")
        assert {key for key, _ in spoken.items()} == {key for key, _ in german.items()}
        assert spoken.words.keys() == german.words.keys()
    assert Texts(half_done, "hunters")("table.unplaceable") == texts("de", "hunters")("table.unplaceable")


def test_so_are_names_guides_and_lessons(half_done: str) -> None:
    spoken = Texts(half_done)
    assert spoken.name({"es": "Plus con el río", "en": "Plus with the River"}) == "Plus med elva"
    assert spoken.name({"es": "La Torre", "en": "The Tower"}) == "Der Turm"
    assert spoken.name({"es": "El foso", "en": "The Moat"}) == "The Moat"
    assert spoken.name({"ca": "La Torre"}) == "La Torre"  # any name rather than none
    german = guides.guide("de")
    assert {id: entry.steps for id, entry in guides.guide(half_done).items()}.keys() == german.keys()
    assert all(entry.short and entry.steps for entry in guides.guide(half_done).values())
    step = lessons()["plus"].steps["road"]
    assert step.told(half_done) == step.told("de")


def test_a_language_that_nobody_has_begun_is_english() -> None:
    assert catalogue("tlh") == {}
    assert dict(Texts("tlh").items()) == dict(texts("en").items())
    assert guides.guide("tlh").keys() == guides.guide("en").keys()


# -- expansions of others -------------------------------------------------------------------------------------------------


def test_a_lesson_may_lie_apart_and_is_checked(tmp_path: Path) -> None:
    folder = tmp_path / "moats"
    (folder / "lesson").mkdir(parents=True)
    (folder / "expansion.toml").write_text(
        'id = "moats"\nfamily = "carcassonne"\nversion = "1"\nnames = { en = "Moats" }\n'
        '[[element]]\nid = "moats"\nrules = "Moats"\n'
    )
    words = folder / "lesson" / "de.toml"
    words.write_text('[dig]\ntitle = "Graben"\n')
    assert read_folder(folder).id == "moats"
    words.write_text("[dig]\ntitel = 3\n")
    with pytest.raises(ExpansionError, match="key 'titel' is not known"):
        read_folder(folder)
    words.write_text("dig = 3\n")
    with pytest.raises(ExpansionError, match="no table"):
        read_folder(folder)


# -- what is said of a language -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_our_languages_are_whole_and_nothing_in_them_is_odd(language: str) -> None:
    parts = translated(language)
    assert [(part.file, part.missing, part.extra, part.odd) for part in parts if part.missing or part.extra or part.odd] == []
    assert sum(part.number for part in parts) > 2000
    if PAGE.is_dir():  # only a checkout has the texts of the page as they are written
        assert any(part.file == f"web/src/i18n/{language}.json" for part in parts)


@pytest.mark.parametrize(
    ("english", "text", "problem"),
    [
        ("{n} tile|{n} tiles", "{n} Plättchen|{n} Plättchen", ""),
        ("{n} tile|{n} tiles", "{n} {@tile:n}", ""),
        ("{n} tile|{n} tiles", "{n} Plättchen", "plural"),
        ("{player}: yes", "{spieler}: ja", "fields"),
        ("{player}: yes", "ja", "fields"),
        ("yes", "  ", "empty"),
        ("the tile", "das {@moonstone}", "words"),
        ("a floor[ at {cell}]", "ein Stein[ auf {cell}", "brackets"),
        ("a floor[ at {cell}]", "ein Stein auf {cell}", "brackets"),
        ("place the tile here", "place the tile here", "same"),
        ("OK", "OK", ""),
    ],
)
def test_an_odd_text_is_found(english: str, text: str, problem: str) -> None:
    assert oddity(english, text) == problem


def test_what_is_missing_and_what_is_too_much_is_named() -> None:
    part = compared("de.toml", {"a": "one", "b": "two"}, {"b": "zwei", "c": "drei"})
    assert part == Part("de.toml", 2, ["a"], ["c"], [])
    assert part.done == 1


def test_the_command_tells_it(monkeypatch: pytest.MonkeyPatch) -> None:
    run = CliRunner().invoke
    listed = run(app, ["translations", "--lang", "en"])
    assert listed.exit_code == 0
    assert all(f"{code}  " in listed.output for code in LANGUAGES) and "Deutsch" in listed.output
    assert "Nothing is missing" in run(app, ["translations", "de", "--lang", "en"]).output
    unknown = run(app, ["translations", "dee", "--lang", "en"])
    assert unknown.exit_code != 0 and "there is no language dee" in unknown.stderr
    half = [Part("x.toml", 4, ["a", "b"], ["c"], [("d", "fields")]), Part("y.toml", 2, ["e", "f"])]
    monkeypatch.setattr(sys.modules["bastida.cli.translations"], "translated", lambda code: half)
    shown = run(app, ["translations", "de", "--lang", "en"])
    assert shown.exit_code == 1
    for line in (
        "33 % (2 of 6)",
        "x.toml  50 %",
        "a: missing",
        "c: English has no such text",
        "d: other fields",
        "nothing yet: 2 texts",
    ):
        assert line in shown.output
    assert "e: missing" not in shown.output
    assert "e: missing" in run(app, ["translations", "de", "--whole", "--lang", "en"]).output
    assert json.loads(run(app, ["translations", "de", "--json"]).output)[0] == {
        "file": "x.toml", "texts": 4, "missing": ["a", "b"], "extra": ["c"], "odd": [{"key": "d", "problem": "fields"}],
    }  # fmt: skip
