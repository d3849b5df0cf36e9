"""Sentences about a game, shared by the terminal and the web table: questions, answers, refusals, scorings.

Each is made from a value: ``Option``, ``Refusal``, ``Entry``. The catalogues hold the patterns, by key. Where a board shows the
place, ``where=False`` leaves out its coordinates, and with them the clause, which stands beside the sentence. A sentence about
``player`` is said to that player himself if the name is empty: in the second person, or without a name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from bastida.kernel.answers import Cell, Line, Noun, Option, Refusal, Scorer, Seat, Segment, Standing, Target
from bastida.kernel.ledger import Entry
from bastida.language.texts import Texts, fill

_ASIDE = re.compile(r"\[([^\]]*)\]")  # of an answer's pattern: what is said only where no board shows the place


def seat_letters(players: Sequence[str]) -> list[str]:
    """One letter for each player, different from all others, from the name if it can be."""
    taken: list[str] = []
    for player in players:
        plain = unicodedata.normalize("NFD", player).upper()  # Ò is O
        letters = [c for c in plain if c.isalnum() and c.isascii()]
        spare = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
        taken.append(next(c for c in [*letters, *spare] if c not in taken))
    return taken


def question(texts: Texts, kind: str, module: str, player: str) -> str:
    """What is asked, in a sentence; a question nobody has put into words is named as the record names it."""
    values = {"player": player, "question": texts.word(kind), "module": texts.word(module)}
    if not player and (own := texts.find("ask_you", module, kind)):
        return texts(own, **values)
    key = texts.find("ask", module, kind) or "ask.other"
    if player:
        return texts(key, **values)
    return begun(fill(re.sub(r"^\{player\}[,:] ", "", texts.pattern(key)), values))


def explanation(texts: Texts, kind: str, module: str) -> str:
    """What is behind a question, in two lines; empty if nobody has said it."""
    key = texts.find("explain", module, kind)
    return texts(key) if key else ""


def begun(sentence: str) -> str:
    """With a capital, also behind an opening ¿; what begins with a number stays."""
    first = 1 if sentence[:1] in ("¿", "¡") else 0
    return sentence[:first] + sentence[first : first + 1].upper() + sentence[first + 1 :]


def doer(texts: Texts, player: str) -> str:
    """Whom a line of the log begins with: a name, or you."""
    return player or texts("play.you")


# -- refusals ---------------------------------------------------------------------------------------------------------


def reason(texts: Texts, refusal: Refusal) -> str:
    """Why an answer is refused, without the clause."""
    return texts(
        f"refusal.{refusal.key}",
        **{name: value if isinstance(value, int) else spoken(texts, value) for name, value in refusal.fields.items()},
    )


def by_clause(refusal: Refusal) -> Refusal:
    """The same with its clause, if there is one, behind it."""
    if not refusal.clause:
        return refusal
    return Refusal("by_clause", fields={"problem": refusal, "clause": refusal.clause})


def told(texts: Texts, refusal: Refusal) -> str:
    """Why something is refused, with the clause behind it."""
    return reason(texts, by_clause(refusal))


def refused(texts: Texts, answer: str, refusal: Refusal) -> str:
    """The whole of it, with what was typed and the clause that decides."""
    if refusal.clause:
        return texts("play.refused_by", answer=answer, reason=reason(texts, refusal), clause=refusal.clause)
    return texts("play.refused", answer=answer, reason=reason(texts, refusal))


def spoken(texts: Texts, value: object) -> str:
    """A field of a sentence in words: what was typed stays as it is, words of the rules are said in the language."""
    if isinstance(value, Noun):
        return texts.word(value.word, value.number)
    if isinstance(value, Refusal):
        return reason(texts, value)
    if isinstance(value, Segment):
        return f"{value.said('cell')}, {segment(texts, value.name)}"
    if isinstance(value, Target):
        return value.said("cell")
    if isinstance(value, list | tuple):
        return ", ".join([spoken(texts, part) for part in value])
    return str(value)


def segment(texts: Texts, name: str) -> str:
    """A segment in words: ``camino norte`` for ``road N``."""
    kind, _, side = name.partition(" ")
    return texts("refusal.place", segment=texts.word(kind), side=texts.word(side)) if side else texts.word(kind)


def thing_word(texts: Texts, picture: str, number: int = 1) -> str:
    """A thing by the name of its picture, which may have a part for its kind and one for which of them it is."""
    kind, *which = picture.split("-")
    return " ".join([texts.word(kind, number), *map(texts.word, which)])


# -- answers ----------------------------------------------------------------------------------------------------------


def option_words(texts: Texts, option: Option, players: Sequence[str], done: bool = False, where: bool = True) -> str:
    """What an answer means, in words; the most special pattern of its verb that the catalogue has.

    What was ``done`` is told of somebody: it is no offer any more, and "your" would be wrong.
    """
    target = option.target
    figure = option.figure or (target.kind if isinstance(target, Standing) else "")
    name = target.name if isinstance(target, Segment) else target.where if isinstance(target, Standing) else ""
    kind, _, side = name.partition(" ")
    key = _pattern(texts, option, figure, kind, not side and bool(name), ("did", "answer") if done else ("answer",))
    if not key:
        return option.text
    values = {
        "figure": texts.word(figure) if figure else "",
        "cell": target.said("cell"),
        "segment": texts.word(kind) if kind else "",
        "side": texts.word(side) if side else "",
        "place": segment(texts, name) if name else "",
        "player": _player(target, players),
        "number": target.said("number"),
        "scorer": texts.word(target.said("scorer")) if target.said("scorer") else "",
        "start": texts.word(target.start) if isinstance(target, Line) else "",
        "end": texts.word(target.end) if isinstance(target, Line) else "",
        "turned": texts(f"table.turned_{target.turn}") if isinstance(target, Cell) else "",
        "detail": texts.word(option.detail) if option.detail else "",
        "typed": option.detail,
    }
    return fill(_ASIDE.sub(r"\1" if where else "", texts.pattern(key)), values)


def _pattern(texts: Texts, option: Option, figure: str, kind: str, whole: bool, sections: Sequence[str]) -> str:
    """The key of the most special pattern for an answer; empty if nobody has put its verb into words."""
    tails: list[list[str]] = [[f"_{part}"] for part in (f"{figure}_{kind}", option.detail, kind) if part.strip("_")]
    for equal in [*tails, ["_whole", ""] if whole else [""]]:
        for section in sections:
            for tail in equal:
                if key := texts.find(section, option.module, option.verb + tail):
                    return key
    return ""


def _player(target: Target, players: Sequence[str]) -> str:
    """The name of the player a target belongs to; empty if it is nobody's."""
    seat = target.number if isinstance(target, Seat) else target.seat if isinstance(target, Standing | Scorer) else None
    return players[seat] if seat is not None and seat < len(players) else ""


def move_sentence(texts: Texts, option: Option, player: str, tile: str, players: Sequence[str], where: bool = True) -> str:
    """What somebody did, in a line."""
    target = option.target
    player = doer(texts, player)
    if isinstance(target, Cell) and not where:
        return texts("table.laid", player=player)
    if isinstance(target, Cell) and tile:
        turned = texts(f"table.turned_{target.turn}")
        return texts("play.did_tile", player=player, tile=tile, cell=target.said("cell"), turned=turned)
    if option.verb == "pass":
        return texts("play.did_pass", player=player)
    return texts("play.did", player=player, what=option_words(texts, option, players, True, where))


# -- scorings ---------------------------------------------------------------------------------------------------------


def entry_title(texts: Texts, entry: Entry) -> str:
    """What was scored: ``ciudad completada``, ``campo``, ``mercancías``."""
    return scored_title(texts, entry.source, entry.finished)


def scored_title(texts: Texts, source: str, finished: bool) -> str:
    key = f"scored.{source}" if finished else f"unfinished.{source}"
    return texts(key) if texts.has(key) else texts.word(source, 1)


def source_title(texts: Texts, source: str) -> str:
    """What points came from, completed or not: ``caminos``, ``agricultura``."""
    return texts(f"source.{source}") if texts.has(f"source.{source}") else texts.word(source, 2)


def arithmetic(texts: Texts, entry: Entry) -> str:
    """``3 losetas × 2 + 1 escudo × 2 = 8``; empty where there is nothing to add up."""
    if not entry.lines:
        return ""
    terms = " + ".join(f"{_counted(texts, what, amount)} × {each}" for what, amount, each in entry.lines)
    if entry.halved:
        return f"({terms}) ÷ 2 = {entry.points}"
    return f"{terms} = {entry.points}"


def _counted(texts: Texts, what: str, amount: int) -> str:
    """``3 losetas``; what is not itself counted says it in its own way: ``mago: 3``."""
    return texts(f"bill.{what}", n=amount) if texts.has(f"bill.{what}") else texts.count(amount, what)


def entry_sentence(texts: Texts, entry: Entry, player: str, where: bool = True) -> str:
    """One line of the ledger in words with its arithmetic, and with its cells and its clause."""
    sign = "−" if entry.points < 0 else "+"
    points = f"{sign}{abs(entry.points)} {texts.word('point', abs(entry.points))}"
    what = entry_title(texts, entry)
    parts = [
        texts("score.line", player=player, points=points, what=what)
        if player
        else texts("score.line_you", points=points, what=what)
    ]
    if where and entry.cells:
        cells = [f"{x},{y}" for x, y in entry.cells]
        shown = " ".join(cells[:6]) + (" …" if len(cells) > 6 else "")
        parts.append(texts("score.cells", cells=shown))
    if total := arithmetic(texts, entry):
        parts.append(f": {total}")
    if where and entry.clause:
        parts.append(f" ({entry.clause})")
    return "".join(parts)


# -- hints ------------------------------------------------------------------------------------------------------------


def reasons_sentence(texts: Texts, reasons: Sequence[Mapping[str, Any]], players: Sequence[str], person: str) -> str:
    """Why an answer is advised, by the parts that ``players.reasons`` found: ``completed city: +8; ...``."""
    return begun("; ".join(_reason(texts, reason, players, person) for reason in reasons))


def _reason(texts: Texts, reason: Mapping[str, Any], players: Sequence[str], person: str) -> str:
    n, seat = reason["n"], reason["seat"]
    return texts(
        f"advice.{reason['key']}",
        n=n,
        what=scored_title(texts, reason["source"], reason["finished"]) if reason["source"] else "",
        figures=texts.count(n, person),
        player=players[seat] if seat is not None else "",
    )
