"""Example blocks in words, for whoever reads the rules: what was done, what came of it, and how it adds up.

Players are called by their colours. Nothing of the notation is shown: answers and scorings are said as at the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from bastida.kernel.answers import Option
from bastida.kernel.ledger import Entry
from bastida.kernel.notation import PASS
from bastida.language.sentences import (
    arithmetic,
    entry_title,
    move_sentence,
    option_words,
    reason,
    segment,
    thing_word,
)
from bastida.language.texts import Texts
from bastida.language.texts import texts as texts_of
from bastida.rulebook.examples import NEUTRAL, Answers, Example, Laying
from bastida.rulebook.playing import NOBODY, Played, ended, may, play
from bastida.table.game import Game
from bastida.table.setup import FAMILIES


@dataclass(frozen=True)
class Fact:
    """Something that the example shows: what it is about and what is so, or tiles that may or may not be laid."""

    about: str
    said: tuple[str, ...]
    tiles: tuple[Laying, ...] = ()


@dataclass(frozen=True)
class Told:
    """An example in one language."""

    id: str
    edition: str
    picture: Game
    pieces: tuple[Mapping[str, Any], ...]  # on the tiles of the picture
    track: Game | None  # whose scoreboard belongs to the picture, if the example speaks of it
    facts: tuple[Fact, ...]
    moves: tuple[str, ...]


def shown_edition(example: Example) -> str:
    """The edition in which an example is shown: its own, that of its page, or the first."""
    page = PurePath(example.page).stem
    editions = FAMILIES[example.family].editions
    own = (edition.id for edition in editions.values() if edition.page == page)
    return example.edition or next(own, next(iter(editions)))


def tell(example: Example, texts: Texts) -> Told:
    """Play an example and say it, in the words of the edition that it is shown in."""
    edition = shown_edition(example)
    names = {colour: texts.word(colour).capitalize() for colour in FAMILIES[example.family].editions[edition].colours}
    played = play(example, edition, names)
    return _Teller(played, texts_of(texts.language, edition, played.game.setup.elements)).tell()


class _Teller:
    def __init__(self, played: Played, texts: Texts) -> None:
        self.played, self.texts = played, texts
        self.example, self.game = played.example, played.game
        self.names = [self.name(colour) for colour in self.game.setup.colours]

    def tell(self) -> Told:
        facts = tuple(fact for fact in self.facts() if fact.said or fact.tiles)
        played = self.played
        track = None if self.example.track is None else played.scored
        return Told(self.example.id, played.edition, played.picture, played.pieces, track, facts, tuple(self.moves()))

    def name(self, colour: str) -> str:
        return self.texts.word(colour).capitalize()

    # -- what is so ------------------------------------------------------------------------------------------------------

    def facts(self) -> Iterator[Fact]:
        example, texts = self.example, self.texts
        editions = FAMILIES[example.family].editions
        if example.edition and len(editions) > 1:
            yield Fact(texts("example.edition"), (texts.name(editions[example.edition].names),))
        if example.turn is not None:
            yield from self.turn(example.turn)
        if example.final is not None:
            yield Fact(
                texts("example.final"),
                (self.points(example.final), *self.sums(ended(self.game).ledger[len(self.game.ledger) :])),
            )
        if example.points is not None:
            yield Fact(texts("example.points"), (self.points(example.points),))
        if example.track is not None:
            yield Fact(texts("example.track"), tuple(self.on_track(*one) for one in example.track.items()))
        if example.completes is not None:
            yield Fact(texts("example.completes"), (self.counted(example.completes),))
        if example.back is not None:
            yield Fact(texts("example.back"), (self.points(example.back),))
        if example.takes is not None:
            yield Fact(texts("example.takes"), self.things(example.takes))
        if example.double is not None:
            who = texts("example.nobody") if example.double == NOBODY else self.name(example.double)
            yield Fact(texts("example.double"), (who,))
        if example.draws is not None:
            who = texts("example.nobody") if example.draws == NOBODY else self.name(example.draws)
            yield Fact(texts("example.draws"), (who,))
        if example.holds is not None:
            yield Fact(texts("example.holds"), self.things(example.holds))
        if example.record is not None:
            yield Fact(texts("example.record"), tuple(f"{thing_word(texts, what)}: {n}" for what, n in example.record.items()))
        yield from self.on_the_table()
        yield from self.choices()

    def turn(self, turn: Mapping[str, Mapping[str, int]]) -> Iterator[Fact]:
        texts, editions = self.texts, FAMILIES[self.example.family].editions
        sums = tuple(self.sums(self.played.turn.entries))
        if len({str(points) for points in turn.values()}) == 1:
            yield Fact(texts("example.turn"), (self.points(turn[self.played.edition]), *sums))
        else:
            for edition, points in turn.items():
                about = f"{texts('example.turn')} ({texts.name(editions[edition].names)})"
                yield Fact(about, (self.points(points), *(sums if edition == self.played.edition else ())))

    def sums(self, entries: Sequence[Entry]) -> Iterator[str]:
        """How points came about."""
        for entry in entries:
            total = arithmetic(self.texts, entry) or self.texts.count(entry.points, "point")
            yield f"{self.names[entry.seat]}: {entry_title(self.texts, entry)}: {total}"

    def on_the_table(self) -> Iterator[Fact]:
        example, texts = self.example, self.texts
        if example.pieces is not None:
            yield Fact(texts("example.pieces"), tuple(map(self.piece, example.pieces.items())))
        if example.beside is not None:
            things = tuple(thing_word(texts, what) for what in example.beside)
            yield Fact(texts("example.beside"), things or (texts("example.nothing"),))
        if example.supply is not None:
            yield Fact(texts("example.supply"), self.things(example.supply))
        if example.worth is not None:
            worth = (f"{self.place(where)}: {texts.count(n, 'point')}" for where, n in example.worth.items())
            yield Fact(texts("example.worth"), tuple(worth))
        yield Fact(texts("example.joined"), tuple(map(self.group, example.joined)))
        yield Fact(texts("example.apart"), tuple(map(self.group, example.apart)))
        yield Fact(texts("example.stands"), tuple(map(self.figure, example.stands)))
        yield Fact(texts("example.stands_not"), tuple(map(self.figure, example.stands_not)))

    def choices(self) -> Iterator[Fact]:
        example, texts = self.example, self.texts
        decision = self.game.decision if example.options else None
        if decision is not None:
            chance = decision.kind if decision.seat is None else ""
            options = (option_words(texts, option, self.names) for option in self.game.options())
            yield Fact(texts("example.options"), tuple(self.by_chance(chance, one) if chance else one for one in options))
        yield Fact(texts("example.may"), tuple(map(self.answers, example.may)))
        yield Fact(texts("example.may_not"), tuple(map(self.answers, example.may_not)))
        yield Fact(texts("example.legal"), (), example.legal)
        yield Fact(texts("example.illegal"), (), example.illegal)

    # -- words -----------------------------------------------------------------------------------------------------------

    def points(self, counts: Mapping[str, int]) -> str:
        said = [f"{self.name(colour)} {number}" for colour, number in counts.items() if number]
        return ", ".join(said) or self.texts("example.nobody")

    def counted(self, counts: Mapping[str, int]) -> str:
        said = [self.texts.count(number, kind) for kind, number in counts.items() if number]
        return ", ".join(said) or self.texts("example.nothing")

    def things(self, things: Mapping[str, Mapping[str, int]]) -> tuple[str, ...]:
        said = []
        for colour, counts in things.items():
            parts = ", ".join(self.thing(what, number) for what, number in counts.items())
            said.append(f"{self.name(colour)}: {parts}")
        return tuple(said) or (self.texts("example.nobody"),)

    def thing(self, what: str, number: int) -> str:
        colour, _, rest = what.partition(" ")
        if rest:
            return f"{number} {thing_word(self.texts, rest, number)} ({self.name(colour)})"
        return f"{number} {thing_word(self.texts, what, number)}"

    def piece(self, piece: tuple[str, int]) -> str:
        what, _, cell = piece[0].rpartition(" ")
        return f"{thing_word(self.texts, what)} ({cell}): {piece[1]}"

    def place(self, text: str) -> str:
        """ "1,0 road N" in words."""
        cell, _, name = text.partition(" ")
        return f"{segment(self.texts, name)} ({cell})"

    def group(self, places: Sequence[str]) -> str:
        """ "0,0 river E" and "1,0 river W" in words, their kind once."""
        kind = places[0].split(" ")[1]
        sides = []
        for place in places:
            cell, _, *side = place.split(" ")
            sides.append(" ".join([*map(self.texts.word, side), f"({cell})"]))
        return f"{self.texts.word(kind)}: {' + '.join(sides)}"

    def figure(self, text: str) -> str:
        """ "red follower 1,0 road N" in words."""
        colour, kind, where = text.split(" ", 2)
        said = f"{self.texts.word(kind)}, {self.place(where)}"
        return said if colour == NEUTRAL else f"{self.name(colour)}: {said}"

    def on_track(self, who: str, numbers: tuple[int, ...]) -> str:
        space, *tokens = numbers
        said = self.texts("example.space", player=self.scorer(who), space=space)
        return f"{said} + {' + '.join(map(str, tokens))}" if tokens else said

    def scorer(self, text: str) -> str:
        """ "red messenger" in words."""
        colour, _, figure = text.partition(" ")
        return f"{self.name(colour)} ({thing_word(self.texts, figure)})" if figure else self.name(colour)

    def answers(self, answers: Answers) -> str:
        """Answers in words, each with its player where it is another one; what is declined on the way is not said."""
        tried = may(self.played, answers)
        said: list[str] = []
        for number, text in enumerate(answers.texts):
            option = tried.options[number] if number < len(tried.options) else None
            if option is None or number == len(answers.texts) - 1 or not (option.declines or option.verb == PASS):
                said.append(self.answer(answers.colour, text, option, first=not said))
        why = f" ({reason(self.texts, tried.refusal)})" if tried.refusal else ""
        return f"{'; '.join(said)}{why}"

    def answer(self, colour: str, text: str, option: Option | None, first: bool) -> str:
        """One of several answers; its player is named if he is not the one before."""
        who, colon, rest = text.partition(": ")
        what = option_words(self.texts, option, self.names) if option else rest if colon else text
        if text.startswith("["):
            return self.by_chance(option.verb, what) if option else text[1:-1]
        if colon and who in self.game.setup.colours:
            return self.texts("play.did", player=self.name(who), what=what)
        return self.texts("play.did", player=self.name(colour), what=what) if first else what

    def by_chance(self, kind: str, result: str) -> str:
        return self.texts("play.chance", what=self.texts.word(kind), result=result)

    # -- what was done ---------------------------------------------------------------------------------------------------

    def moves(self) -> Iterator[str]:
        texts = self.texts
        for line, first, last in self.played.spans:
            if line.verb:
                yield self.by_hand(line.verb, line.answers)
            tile = ""
            for number, step in enumerate(self.game.steps[first:last], first):
                if number in self.played.aside:
                    continue
                if step.kind == "draw":
                    tile = step.text
                elif step.seat is None:
                    yield self.by_chance(step.kind, option_words(texts, step.option, self.names))
                elif not step.option.declines and step.option.verb != PASS:
                    yield move_sentence(texts, step.option, self.names[step.seat], tile, self.names)

    def by_hand(self, verb: str, answers: Answers) -> str:
        (text,) = answers.texts
        if verb == "credit":
            scorer, _, points = text.rpartition(" ")
            return f"{self.scorer(f'{answers.colour} {scorer}'.rstrip())}: {self.texts.count(int(points), 'point')}"
        return self.figure(f"{answers.colour} {text}")
