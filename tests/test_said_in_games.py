"""What is said while a game is played: whole random games of both families, told in three languages to Òscar, Inés and Anna.

Questions, answers, refusals, lines of the log and scorings are made as the terminal and the page make them, and none may show
what a reader should never see: a name as the subject of a verb, «1 puntos», «y Inés», «al est», notation, a word of another
language or of another box's book.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

import pytest

from bastida import Game, IllegalOption, Option, new_game
from bastida.kernel.shelf import folders
from bastida.language.sentences import entry_sentence, move_sentence, option_words, question, told
from bastida.language.texts import LANGUAGES, Texts, catalogue, keyed
from bastida.table.setup import FAMILIES, make_setup
from tests.test_words import by_edition

NAMES = ("Òscar", "Inés", "Anna")
NAMED = "|".join(NAMES)
GAMES = {  # a box with everything that goes with it, and without
    "plus": ("plus", FAMILIES["carcassonne"].expansions),
    "winter": ("winter", FAMILIES["carcassonne"].expansions),
    "winter alone": ("winter", ()),
    "hunters": ("hunters", FAMILIES["hunters"].expansions),
}
TIMES = 2
PLACES = ("city N", "road S", "field Nw", "monastery", "garden", "river E", "lake", "meadow N", "forest W", "tower", "village")
NOTATION = ("no_answer",)  # refusals whose examples are what may be typed
ENGLISH = ("the", "and", "with", "against", "your", "from", "this", "that", "not", "for", "here", "there", "nobody")
ALIKE = {
    "animal",
    "fire",
    "last",
    "magic",
    "member",
    "segment",
    "start",
}  # names in the code that are words, or parts of words, elsewhere
WRONG = {
    "es": (
        r"\by (?=[IÍ]|Hi[^aeo])",
        r"(?<![-,\d])1 \w+[aeo]s\b",
        r"\b(de|a) el\b",
        r"\b(cláusula|conforme|provisión|petición)",
    ),
    "ca": (
        r"\b(al|del) (est|oest)\b",
        rf"\b(de|el|la|per) ({NAMED})\b",
        r"(?<![-,\d])1 \w+(es|ts|rs)\b",
        r"\b(despatx|collita|tram de riu)",
    ),
    "en": (rf"({NAMED})'s\b", r"(?<![-,\d])1 \w+[^s]s\b(?! ×)", r"\b(lay|lays|cell|region|pennant|thief)\b"),
    "de": (
        rf"\b(des|vom|zum|beim) ({NAMED})\b",
        r"(?<![-,\d])1 (Punkten|Punkte|Gefolgsleute|Wiesen|Städte|Straßen|Klöster|Fische|Teile|Türme|Turmsteine|Felder)\b",
        r"\b[Dd]u (legt|nimmt|gewinnt)\b",
        r"\b(Karten?|Regionen|Region|Segmente?|Klauseln?|Cloister|Kacheln?)\b",
    ),
}
EVERYWHERE = (
    rf"({NAMED}) [a-zà-ÿ]",  # a name and then a verb
    r"[{}@|_]",
    r"\binner",
    r"\br[0-3]\b",
    r"\bplayer \d",
    r"\s[,;:)]|\(\s",
    r"\.\.|: :|,,",
)


class Saying(NamedTuple):
    """Something said, and where in a game."""

    kind: str
    text: str


class Told(NamedTuple):
    """A game as it is told in one language."""

    language: str
    edition: str
    texts: Texts
    sayings: frozenset[Saying]


@lru_cache(maxsize=1)
def games() -> list[Told]:
    """Every game is played a few times and told in every language."""
    return [one for name in GAMES for seed in range(TIMES) for one in played(name, seed)]


def played(name: str, seed: int) -> Iterator[Told]:
    edition, expansions = GAMES[name]
    rng = random.Random(seed)
    game = new_game(edition, sets=list(expansions), players=list(NAMES), seed=str(seed))
    voices = [game.setup.texts(language) for language in LANGUAGES]
    said: list[set[Saying]] = [set() for _ in voices]
    tried: list[str] = []
    entries = 0
    while (decision := game.decision) is not None:
        options = game.options()
        told_options = options if len(options) < 12 else rng.sample(options, 12)
        refusals = list(refused(game, [*wishes(game, rng), *rng.sample(tried, min(3, len(tried)))]))
        chosen = choice(rng, options)
        for texts, sayings in zip(voices, said, strict=True):
            if decision.seat is not None:
                sayings.add(Saying("question", question(texts, decision.kind, decision.module, decision.player)))
                sayings.update(Saying("answer", option_words(texts, option, NAMES)) for option in told_options)
                sayings.add(Saying("log", move_sentence(texts, chosen, decision.player, "", NAMES)))
                sayings.add(Saying("to you", question(texts, decision.kind, decision.module, "")))
                sayings.add(Saying("to you", move_sentence(texts, chosen, "", "", NAMES, where=False)))
                sayings.add(Saying("page", move_sentence(texts, chosen, decision.player, "", NAMES, where=False)))
                sayings.update(Saying("page", option_words(texts, option, NAMES, where=False)) for option in told_options)
            sayings.update(Saying("refusal", told(texts, error.refusal)) for error in refusals)
        tried += [option.text for option in rng.sample(options, min(2, len(options)))]
        game.play(chosen)
        for entry in game.ledger[entries:]:
            for texts, sayings in zip(voices, said, strict=True):
                sayings.add(Saying("scoring", entry_sentence(texts, entry, NAMES[entry.seat])))
                sayings.add(Saying("page", entry_sentence(texts, entry, NAMES[entry.seat], where=False)))
                sayings.add(Saying("to you", entry_sentence(texts, entry, "", where=False)))
        entries = len(game.ledger)
    for texts, sayings in zip(voices, said, strict=True):
        yield Told(texts.language, edition, texts, frozenset(sayings))


def choice(rng: random.Random, options: list[Option]) -> Option:
    """Any answer, and seldom the one that does nothing."""
    doing = [option for option in options if not option.declines]
    return rng.choice(doing if doing and rng.random() < 0.8 else options)


def wishes(game: Game, rng: random.Random) -> list[str]:
    """Answers that are mostly refused."""
    figures = game.engine.rules.figure_names
    cell = f"{rng.randrange(-4, 5)},{rng.randrange(-4, 5)} r{rng.randrange(4)}"
    return ["pass", cell, f"{rng.choice(list(figures))} {rng.choice(PLACES)}"]


def refused(game: Game, wanted: Iterable[str]) -> Iterator[IllegalOption]:
    for text in wanted:
        try:
            game.find(text)
        except IllegalOption as error:
            if error.refusal.key not in NOTATION:
                yield error


def found(language: str, *patterns: str) -> list[tuple[str, str, str]]:
    """What was said in a language that one of the patterns finds."""
    wrong = re.compile("|".join(f"(?:{pattern})" for pattern in patterns))
    return sorted(
        (told.edition, saying.kind, saying.text)
        for told in games()
        if told.language == language
        for saying in told.sayings
        if wrong.search(saying.text)
    )


# -- tests ------------------------------------------------------------------------------------------------------------


def test_much_is_said() -> None:
    kinds = {saying.kind for one in games() for saying in one.sayings}
    assert kinds == {"question", "answer", "log", "refusal", "scoring", "to you", "page"}
    for one in games():
        assert len({saying.text for saying in one.sayings if saying.kind == "refusal"}) > 15, one.edition


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_numbers_and_signs_are_right(language: str) -> None:
    assert found(language, *EVERYWHERE, *WRONG[language]) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_hears_no_coordinates_and_no_clauses(language: str) -> None:
    """The board shows where, and a link beside the sentence leads to the clause."""
    codes = re.compile(r"-?\d+,-?\d+|\b[A-Z]+-[EXR]?\d+|[\[\]]")
    told = {one for game in games() if game.language == language for one in game.sayings if one.kind in ("to you", "page")}
    assert len(told) > 100
    assert [one for one in told if codes.search(one.text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_reads_alone_is_not_called_by_name(language: str) -> None:
    told = {one.text for game in games() if game.language == language for one in game.sayings if one.kind == "to you"}
    questions = {one for one in told if one.endswith("?")}
    assert len(questions) > 15
    assert [one for one in told if re.match(NAMED, one) or re.match(r"¿?[a-zà-ÿ]", one)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_begins_with_the_name_that_can_be_left_out(language: str) -> None:
    tables = [catalogue(language), *(folder.table("words", f"{language}.toml") for folder in folders().values() if folder.ours)]
    tables += [edition for table in tables for edition in table.get("editions", {}).values()]
    asked = [text for table in tables for text in table.get("ask", {}).values()]
    assert len(asked) > 25
    assert [text for text in asked if not re.match(r"\{player\}[,:] ", text) or "{player}" in text[8:]] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_is_singular_and_two_are_not(language: str) -> None:
    texts = make_setup("plus").texts(language)
    pairs = [word.split("|") for word in texts.words.values() if "|" in word]
    pairs += [
        word.split("|") for one in games() if one.language == language for word in one.texts.words.values() if "|" in word
    ]
    wrong = {rf"(?<![-,\d])1 {many}\b" for one, many in pairs if one != many}
    wrong |= {rf"\b(?:0|[2-9]|\d\d) {one}\b(?! \w)" for one, many in pairs if one != many}
    assert found(language, *sorted(wrong)) == []


@pytest.mark.parametrize("language", ["es", "ca"])
def test_no_word_is_left_in_english(language: str) -> None:
    names = {name for name in make_setup("plus").texts("en").words if re.fullmatch(r"[a-z_]{3,}", name)} - ALIKE
    foreign = (vocabulary("en") - vocabulary(language)) | names | set(ENGLISH)
    assert {"follower", "road", "take", "completed", "tile"} <= foreign
    assert found(language, rf"\b(?:{'|'.join(sorted(foreign))})\b") == []


def vocabulary(language: str) -> set[str]:
    """Every word of three letters or more that a catalogue and our expansions have."""
    tables = [catalogue(language), *(folder.table("words", f"{language}.toml") for folder in folders().values() if folder.ours)]
    texts = [text for table in tables for _, text in keyed(table)]
    texts += [word for table in tables for word in table.get("words", {}).values()]
    texts += [name for folder in folders().values() for name in [folder.names[language]] if folder.ours]
    for table in tables:
        for edition in table.get("editions", {}).values():
            texts += [text for part in edition.values() for text in part.values()]
    return {word for text in texts for word in re.findall(r"(?<![{@\w])[a-zà-ÿ·]{3,}(?![\w}])", text.lower())}


def spoken_by(one: Told) -> list[str]:
    """What the expansions of a game call their own things: a robber is a ladrón, whatever is on the road."""
    played = FAMILIES[make_setup(one.edition).games.family.name].expansions
    tables = [folders()[name].table("words", f"{one.language}.toml").get("words", {}) for name in played]
    return [word for table in tables for word in table.values()]


@pytest.mark.parametrize("language", ["es", "ca"])
def test_every_game_is_told_in_the_words_of_its_book(language: str) -> None:
    rows = [(word, terms) for spoken, word, terms in by_edition() if spoken == language]
    wrong = []
    for one in (one for one in games() if one.language == language):
        known = " ".join(spoken_by(one))
        own = {one.texts.word(word) for word, _ in rows}
        others = {term for _, terms in rows for term in terms.values() if term} - own
        foreign = [term for term in others if not re.search(rf"\b{term}", known)]
        pattern = re.compile(rf"\b(?:{'|'.join(foreign)})(?:s|es)?\b")
        wrong += [(one.edition, saying) for saying in one.sayings if foreign and pattern.search(saying.text)]
    assert wrong == []
