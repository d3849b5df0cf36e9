"""Who sits where at the terminal: colours, the order around the table, and who begins.

Numbers count the players as they were named, people first and then the computer, whatever order they sit in.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bastida.cli.app import fail, words
from bastida.cli.screen import Screen, ask
from bastida.kernel.languages import FALLBACK
from bastida.language.texts import Texts, texts


@dataclass(frozen=True)
class Seating:
    """The players in the order of their seats, with their colours, the levels of the computer, and the seat that begins."""

    names: list[str]
    colours: list[str]
    levels: dict[int, str]
    first: int


def seated(
    phrases: Texts,
    names: Sequence[str],
    colours: Sequence[str],
    levels: Mapping[int, str],
    order: str | None,
    first: str | None,
    seed: str,
) -> Seating:
    """Everybody at the table. What is left to chance follows from the seed, so that the same seed is the same game."""
    chance = random.Random(f"{seed}/seats")
    places = list(range(len(names)))
    if is_word(phrases, order, "start.random"):
        chance.shuffle(places)
    else:
        chosen = [player_of(phrases, names, wanted) for wanted in words(order)]
        for number in chosen:
            if chosen.count(number) > 1:
                fail("play.twice", player=names[number])
        places = [*chosen, *(number for number in places if number not in chosen)]
    begins = places[0]
    if is_word(phrases, first, "start.random"):
        begins = chance.choice(places)
    elif first is not None:
        begins = player_of(phrases, names, first)
    return Seating(
        [names[number] for number in places],
        [colours[number] for number in places],
        {seat: levels[number] for seat, number in enumerate(places) if number in levels},
        places.index(begins),
    )


def is_word(phrases: Texts, answer: str | None, key: str) -> bool:
    """Is it one of the words of a key, in the reader's language or in English?"""
    known = {spelling for spoken in (phrases, texts(FALLBACK)) for spelling in spoken(key).split("|")}
    return answer is not None and answer.strip().casefold() in known


def player_of(phrases: Texts, names: Sequence[str], wanted: str) -> int:
    """The player of a name, or of a number from 1."""
    wanted = wanted.strip()
    for spelling in (str, str.casefold):
        for number, name in enumerate(names):
            if spelling(name) == spelling(wanted):
                return number
    if wanted.isdecimal() and wanted.isascii() and 1 <= int(wanted[:6]) <= len(names):
        return int(wanted) - 1
    fail("play.no_player", player=wanted, players=", ".join(numbered(names)))


def numbered(names: Sequence[str]) -> list[str]:
    """``1 Ana``."""
    return [f"{number} {name}" for number, name in enumerate(names, 1)]


def colours_for(phrases: Texts, wanted: str | None, offered: Sequence[str]) -> list[str]:
    """The colours asked for, by their names here or in English, and after them the others of the box in its order."""
    called = {name.casefold(): colour for colour in offered for name in (phrases.word(colour), colour)}
    chosen = []
    for word in words(wanted):
        if word.casefold() not in called:
            fail("play.no_colour", colour=word, colours=", ".join(phrases.word(colour) for colour in offered))
        chosen.append(called[word.casefold()])
    return [*chosen, *(colour for colour in offered if colour not in chosen)]


def ask_colours(screen: Screen, names: Sequence[str], offered: Sequence[str]) -> str:
    """Which colours they want, in the order of their names."""
    phrases = screen.texts
    usual = ", ".join(phrases.word(colour) for colour in offered[: len(names)])
    known = {name.casefold() for colour in offered for name in (phrases.word(colour), colour)}
    while True:
        answer = ask(screen, phrases("start.colours", players=", ".join(names), usual=usual))
        wanted = [word.casefold() for word in words(answer)]
        if set(wanted) <= known and len(set(wanted)) == len(wanted) <= len(names):
            return answer
        screen.say("start.no_colours", style="red", colours=", ".join(phrases.word(colour) for colour in offered))


def ask_first(screen: Screen, names: Sequence[str], youngest: str) -> str:
    """Who begins; the books give this to the youngest player, who begins or decides who does (BASE-13, BASE-14, HG-09)."""
    phrases = screen.texts
    by_book = phrases(f"start.youngest_{youngest}")
    random_word = phrases("start.random").partition("|")[0]
    question = phrases("start.first", book=by_book, players=", ".join(numbered(names)), random=random_word, usual=names[0])
    known = {*(name.casefold() for name in names), *(str(number) for number in range(1, len(names) + 1))}
    while True:
        answer = ask(screen, question) or names[0]
        if answer.casefold() in known or is_word(phrases, answer, "start.random"):
            return answer
        screen.say("start.no_first", style="red")
