"""The catalogue: complete in every language, and harmless whatever it meets."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bastida
from bastida.kernel.answers import Option, Refusal
from bastida.language.sentences import option_words, reason, refused
from bastida.language.texts import LANGUAGES, catalogue, choose_language, fill, keyed, texts
from bastida.rulebook.clauses import clause
from bastida.table.setup import make_setup


def test_clauses_named_in_texts_exist() -> None:
    for language in LANGUAGES:
        for _, text in keyed(catalogue(language)):
            for found in re.findall(r"\b(?!UTF-8\b)[A-Z]+-[EXR]?\d+\b", text):
                assert clause(found)


def test_the_glossary_words_are_used() -> None:
    spanish = texts("es")
    assert spanish.count(2, "tile") == "2 losetas"
    assert spanish.count(1, "pennant") == "1 escudo"
    assert spanish.word("thief") == "bandido"
    assert spanish.word("farmer") == "campesino"
    assert texts("ca").word("big") == "seguidor gran"


@pytest.mark.parametrize("language", ["es", "ca", "de"])
def test_refusals_of_the_base_game_are_translated(language: str) -> None:
    said = texts(language)
    game = bastida.new_game(players=["Ana", "Luis"], draws=["V", "V"], seed=1, without=["farmers"])
    seen = []
    for answer in ("0,0 r0", "1,1 r0", "5,5 r0", "1,0 r2", "nonsense"):
        with pytest.raises(bastida.IllegalOption) as refused:
            game.play(answer)
        seen.append(refused.value)
    game.play("1,0 r0")
    for answer in ("mage road W", "follower river N", "follower field Nw"):
        with pytest.raises(bastida.IllegalOption) as refused:
            game.play(answer)
        seen.append(refused.value)
    for error in seen:
        translated = reason(said, error.refusal)
        assert translated != error.reason
        assert "{" not in translated
        assert "refusal." not in translated
        assert " in the " not in translated


@pytest.mark.parametrize("language", ["es", "ca", "de"])
def test_problems_of_a_setup_are_translated(language: str) -> None:
    with pytest.raises(bastida.SetupError) as refused:
        make_setup("pluss", sets=["rivr", "zzz"], without=["xyz"], players=["A", "A", "", "D", "E", "F", "G"])
    assert len(refused.value.problems) > 4
    for problem in refused.value.problems:
        translated = reason(texts(language), problem)
        assert translated != reason(texts("en"), problem)
        assert "{" not in translated
        assert "refusal." not in translated


def test_what_people_type_is_not_translated() -> None:
    nonsense = Refusal("no_answer", fields={"question": repr("ransom"), "examples": ["no ransom", "pass"]})
    assert reason(texts("es"), nonsense).endswith("por ejemplo: no ransom, pass")
    assert "road follower tower" in refused(texts("es"), "road follower tower", nonsense)
    with pytest.raises(bastida.SetupError) as wrong:
        make_setup("plus", sets=["towr"])
    assert reason(texts("es"), wrong.value.problems[0]).endswith("¿querías decir tower?")


def test_what_has_no_translation_is_shown_as_it_came() -> None:
    said = texts("es")
    assert reason(said, Refusal("no.such.reason")) == "refusal.no.such.reason"
    assert said.word("pancake_flipper") == "pancake flipper"
    assert said("no.such.key") == "no.such.key"
    assert said.name({"en": "Pancake"}) == "Pancake"
    assert said.name({}, "otherwise") == "otherwise"


@pytest.mark.parametrize("language", LANGUAGES)
@given(text=st.text(max_size=60))
def test_any_text_can_stand_in_a_sentence(language: str, text: str) -> None:
    said = texts(language)
    assert text in refused(said, text, Refusal("no_such_figure", "BASE-01", {"figure": text}))
    assert isinstance(said.word(text), str)
    assert option_words(said, Option(text, detail=text), [text]) == text or said.has(f"answer.{text}")
    assert fill(text, {}) == text


def test_a_value_is_never_read_as_a_text() -> None:
    assert fill("{a} {b}", {"a": "{b}", "b": "x"}) == "{b} x"


def test_languages_are_recognised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BASTIDA_LANG", raising=False)
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert choose_language("ca_ES") == "ca"
    assert choose_language("es-MX") == "es"
    assert choose_language("tlh") == "en"
    assert choose_language() == "en"
