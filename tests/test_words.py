"""What players read: the words of the book on the table, names and numbers that any sentence can take."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from bastida.kernel.expansion import Folder
from bastida.kernel.shelf import folders
from bastida.language.texts import LANGUAGES, Texts, catalogue, keyed, texts
from bastida.rulebook.guide import components, guide
from bastida.rulebook.lessons import lessons
from bastida.table.setup import FAMILIES, make_setup

ROOT = Path(__file__).parents[1]
GLOSSARY = ROOT / "docs" / "rules" / "README.md"
PAGE = ROOT / "web" / "src" / "i18n" / "en.json"
BOXES = {"Carcassonne Plus": "plus", "Winter Edition": "winter", "Hunters & Gatherers": "hunters"}
TECHNICAL = (  # for those who run a server or write files, not for players at a table
    *(
        "help.",
        "refusal.record.",
        "refusal.position.",
        "refusal.part.",
        "refusal.usage.",
        "refusal.setup.",
        "refusal.expansion.",
        "refusal.tiles.",
        "arena.",
        "simulate.",
    ),
    *(
        "serve.",
        "tables.",
        "admin.",
        "copies.",
        "worker.",
        "tiles.",
        "error.",
        "pictures.",
        "presets.",
        "command",
        "rules.",
        "refusal.analysis.",
        "refusal.arena.",
        "refusal.player.",
    ),
)
NAMES = ("Òscar", "Inés", "Anna")
WRONG = {
    "es": (
        r"\bal (est|oest)\b",
        r"\by (I|Hi)(?!a|e|o|u)",
        r"\b1 \w+(tas|zas|tos|nes|sas)\b",
        r"\b[Tt]ú (coloca|gana|pasa)",
        r"\binner",
    ),
    "ca": (r"\bal (est|oest)\b", r"\b(de|el|la) (Òscar|Inés|Anna)\b", r"\b1 \w+(tes|ces|unts|orns)\b", r"\binner"),
    "en": (r"\b1 (\w+s)\b(?! ×)", r"(Òscar|Inés|Anna)'s\b", r"\binner"),
    "de": (
        r"\b1 (Punkten?|Zügen?|Tagen?|Spielen?|Plätzen?|Minuten|Personen|Stellungen|Regelpunkte|Wiesen|Städte)\b(?<!1 Punkt)",
        r"\b(Òscar|Inés|Anna)s\b",
        r"\b(des|vom|zum|beim) (Òscar|Inés|Anna)\b",
        r"\b([Dd]u|[Ww]ir) (legt|nimmt|gewinnt)",
        r"\binner\b",
    ),
}


@lru_cache(maxsize=1)
def by_edition() -> list[tuple[str, str, dict[str, str]]]:
    """The table "Words by edition" of the glossary: language, word, and the term of each box."""
    section = GLOSSARY.read_text(encoding="utf-8").split("### Words by edition")[1].split("###")[0]
    rows = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in section.splitlines() if line.startswith("|")]
    boxes = [BOXES[name] for name in rows[0][2:]]
    return [(row[0], row[1], dict(zip(boxes, row[2:], strict=True))) for row in rows[2:]]


def voice(language: str, edition: str) -> Texts:
    """What is said at a table with everything that goes with an edition."""
    games = next(games for games in FAMILIES.values() if edition in games.editions)
    return make_setup(edition, sets=list(games.expansions)).texts(language)


def said(language: str, edition: str) -> Iterator[tuple[str, str]]:
    """Every text and guide that a player of an edition may read, with where it stands."""
    spoken = voice(language, edition)
    family = next(games.family.name for games in FAMILIES.values() if edition in games.editions)
    for key, text in spoken.items():
        if not key.startswith(TECHNICAL):
            yield key, text
    yield from ((f"words.{word}", text) for word, text in spoken.words.items())
    for id, component in components().items():
        if id == edition or (component.folder is not None and component.folder.ours and component.folder.family == family):
            entry = guide(language, edition)[id]
            yield from ((f"guide.{id}", text) for text in (entry.short, *entry.steps))


@pytest.mark.parametrize(("language", "word", "terms"), by_edition())
def test_the_catalogues_use_the_words_of_the_glossary(language: str, word: str, terms: dict[str, str]) -> None:
    for edition, term in terms.items():
        if term:
            assert texts(language, edition).word(word) == term


@pytest.mark.parametrize("edition", list(BOXES.values()))
@pytest.mark.parametrize("language", ["es", "ca"])
def test_no_text_uses_a_word_of_another_book(language: str, edition: str) -> None:
    own = {term for spoken, _, terms in by_edition() if spoken == language for box, term in terms.items() if box == edition}
    others = {term for spoken, _, terms in by_edition() if spoken == language for term in terms.values()} - own - {""}
    known = " ".join(voice(language, edition).words.values())
    foreign = [term for term in others if not re.search(rf"\b{term}", known)]
    assert foreign
    found = [(key, text) for key, text in said(language, edition) for term in foreign if re.search(rf"\b{term}(s|es)?\b", text)]
    assert found == []


def test_in_english_one_thing_has_one_word() -> None:
    """Players place tiles on spaces; lay, cell, region, pennant and thief are words of notation and code."""
    page: dict[str, str] = json.loads(PAGE.read_text(encoding="utf-8"))
    told = [*page.items(), *(text for edition in BOXES.values() for text in said("en", edition))]
    told += [
        (step.id, text) for lesson in lessons().values() for step in lesson.steps.values() for text in step.told("en").values()
    ]
    other = r"\b(lay|lays|laying|cells?|regions?|zones?|pennants?|thief|thieves|aids|second part|his own|the look)\b"
    bare = [(key, re.sub(r"\{\w+\}", "", text)) for key, text in told]
    assert [(key, text) for key, text in bare if re.search(other, text, re.IGNORECASE)] == []


def test_a_robber_and_a_follower_on_the_road_have_two_words() -> None:
    assert make_setup("winter").texts("es").word("thief") == "ladrón"
    with_robbers = make_setup("winter", sets=["robbers"]).texts("es")
    assert (with_robbers.word("thief"), with_robbers.word("robber")) == ("bandido", "ladrón")


@pytest.mark.parametrize("edition", ["", *BOXES.values()])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_takes_any_name_and_any_number(language: str, edition: str) -> None:
    spoken = texts(language, edition)
    wrong = []
    for key, _ in spoken.items():
        for number, name in ((0, NAMES[0]), (1, NAMES[1]), (2, NAMES[2])):
            told = spoken(key, n=number, player=name, players=spoken.listed(NAMES), tile="D", cell="1,0", left=number)
            wrong += [(key, told) for pattern in WRONG[language] if "|" not in told and re.search(pattern, told)]
            if "{@" in told:
                wrong.append((key, told))
    assert wrong == []


def test_names_are_listed_as_people_say_them() -> None:
    spanish, catalan, english = (texts(language).listed for language in ("es", "ca", "en"))
    assert spanish(["Ana", "Luis", "Eva"]) == "Ana, Luis y Eva"
    assert spanish(["Ana", "Inés"]) == "Ana e Inés"
    assert spanish(["Ana", "Hilario"]) == "Ana e Hilario"
    assert spanish(["Ana", "Yolanda"]) == "Ana y Yolanda"
    assert catalan(["Anna", "Òscar", "Inés"]) == "Anna, Òscar i Inés"
    assert english(["Anna", "Inés"]) == "Anna and Inés"
    assert english(["Anna"]) == "Anna"
    assert texts("de").listed(["Anna", "Òscar", "Inés"]) == "Anna, Òscar und Inés"


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("es", "Turno 3 · Inés · queda 1 loseta", "Turno 3 · Inés · quedan 2 losetas"),
        ("ca", "Torn 3 · Inés · queda 1 lloseta", "Torn 3 · Inés · queden 2 llosetes"),
        ("en", "Turn 3 · Inés · 1 tile left", "Turn 3 · Inés · 2 tiles left"),
        ("de", "Zug 3 · Inés · noch 1 Plättchen", "Zug 3 · Inés · noch 2 Plättchen"),
    ],
)
def test_one_is_singular(language: str, one: str, two: str) -> None:
    assert texts(language)("play.turn", turn=3, player="Inés", n=1) == one
    assert texts(language)("play.turn", turn=3, player="Inés", n=2) == two


# -- as the catalogues are written ------------------------------------------------------------------------------------

NOUNS = ("tile", "monastery", "thief", "farmer")  # rows of the glossary that no text may write out: ``{@tile}``
OTHER = {  # words for things that have another one in the glossary
    "es": r"\b(regi[oó]n(es)?|provisi[oó]n|pistas?|jugador(es)? automáticos?|aldeas?|cimientos?|garrotes?|canje\w+|oscuras?"
    r"|bosque cerrado|no cabe|casan|casilla oscura|puntos por (concepto|procedencia)|loseta extra)\b",
    "ca": r"\b(regi[oó](ns)?|despatx(os)?|collita|trams? de riu|robar|robes|refus\w+|fonaments?|garrots?|caix(a|es)|bosc tancat"
    r"|no hi cap|des[pb]lega\w*|així que|sense més|va a pels)\b",
}


def written(language: str) -> Iterator[tuple[Folder | None, str, str]]:
    """Every text for players as it stands in the files, with the expansion that says it and its key."""
    for key, text in keyed(catalogue(language)):
        if not key.startswith(TECHNICAL):
            yield None, key, text
    for folder in folders().values():
        if folder.ours:
            yield from ((folder, key, text) for key, text in keyed(folder.table("words", f"{language}.toml")))
            guides = folder.table("guide", f"{language}.toml")
            for part in (*guides.values(), *(one for anew in guides.get("editions", {}).values() for one in anew.values())):
                yield from ((folder, f"guide.{folder.id}", text) for text in (part.get("short", ""), *part.get("steps", ())))


def edition_words(language: str, edition: str) -> set[str]:
    rows = [(word, terms) for spoken, word, terms in by_edition() if spoken == language and word in NOUNS]
    return {terms[edition] for _, terms in rows if terms[edition]}


@pytest.mark.parametrize("language", ["es", "ca"])
def test_no_text_writes_out_what_books_call_differently(language: str) -> None:
    """A text takes the word from the edition on the table. A family with one box may write its own; what an expansion has by
    the same word is another thing: the ladrón of the Robbers.
    """
    everywhere = set().union(*(edition_words(language, edition) for edition in BOXES.values()))
    wrong = []
    for folder, key, text in written(language):
        boxes = list(FAMILIES[folder.family].editions) if folder is not None else list(BOXES.values())
        allowed = edition_words(language, boxes[0]) if len(boxes) == 1 else set()
        own = " ".join(folder.table("words", f"{language}.toml").get("words", {}).values()) if folder is not None else ""
        for term in everywhere - allowed:
            if re.search(rf"\b{term}(s|es)?\b", text, re.IGNORECASE) and not re.search(term, own, re.IGNORECASE):
                wrong.append((folder.id if folder is not None else "", key, text))
    assert wrong == []


@pytest.mark.parametrize("language", list(OTHER))
def test_one_thing_has_one_word(language: str) -> None:
    found = [(key, text) for _, key, text in written(language) if re.search(OTHER[language], text, re.IGNORECASE)]
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_is_the_subject_of_a_verb(language: str) -> None:
    """A name is followed by a sign, never by a word; what is asked or told says «{player}: ...»."""
    named = re.compile(r"\{(player|players|name)\} [a-zà-ÿ]")
    any_name_will_do = {"final.winner", "problem.name_taken"}
    found = [(key, text) for _, key, text in written(language) if named.search(text) and key not in any_name_will_do]
    assert found == []
