"""Sentences about a game, shared by the terminal and the web table: questions, answers, refusals, scorings."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bastida.kernel.ledger import Entry
from bastida.language.texts import Texts
from bastida.table.game import Decision, IllegalOption


def seat_letters(players: Sequence[str]) -> list[str]:
    """One letter for each player, different from all others, from the name if it can be."""
    taken: list[str] = []
    for player in players:
        letters = [c.upper() for c in player if c.isalnum() and len(c.upper()) == 1 and c.upper().isascii()]
        spare = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
        taken.append(next(c for c in [*letters, *spare] if c not in taken))
    return taken


def question(texts: Texts, decision: Decision) -> str:
    """What is asked, in a sentence; a question nobody has put into words is named as the record names it."""
    key = f"ask.{decision.kind}"
    if texts.has(key):
        return texts(key, player=decision.player)
    return texts("ask.other", player=decision.player, question=texts.word(decision.kind), module=texts.word(decision.module))


def refusal(texts: Texts, error: IllegalOption) -> str:
    """Why an answer is refused, with the clause that decides."""
    reason = texts.sentence(error.reason)
    if error.clause:
        return texts("play.refused_by", answer=error.text, reason=reason, clause=error.clause)
    return texts("play.refused", answer=error.text, reason=reason)


def entry_title(texts: Texts, entry: Entry) -> str:
    """What was scored: ``ciudad completada``, ``campo``, ``mercancías``."""
    key = f"scored.{entry.source}" if entry.finished else f"unfinished.{entry.source}"
    return texts(key) if texts.has(key) else texts.word(entry.source, 1)


def arithmetic(texts: Texts, entry: Entry) -> str:
    """``3 losetas × 2 + 1 escudo × 2 = 8``; empty where there is nothing to add up."""
    if not entry.lines:
        return ""
    terms = " + ".join(f"{texts.count(amount, what)} × {each}" for what, amount, each in entry.lines)
    if entry.halved:
        return f"({terms}) ÷ 2 = {entry.points}"
    return f"{terms} = {entry.points}"


def entry_sentence(texts: Texts, entry: Entry, player: str) -> str:
    """One line of the ledger in words, with its arithmetic, its cells and its clause."""
    points = f"{entry.points:+d} {texts.word('point', abs(entry.points))}"
    parts = [texts("score.line", player=player, points=points, what=entry_title(texts, entry))]
    if entry.cells:
        cells = [f"{x},{y}" for x, y in entry.cells]
        shown = " ".join(cells[:6]) + (" …" if len(cells) > 6 else "")
        parts.append(texts("score.cells", cells=shown))
    if total := arithmetic(texts, entry):
        parts.append(f": {total}")
    if entry.clause:
        parts.append(f" ({entry.clause})")
    return "".join(parts)


def option_words(texts: Texts, text: str, players: Sequence[str]) -> str:
    """What an answer means; notation says "player 2" where people say a name."""

    def name(found: re.Match[str]) -> str:
        number = int(found[1])
        return players[number - 1] if 0 < number <= len(players) else found[0]

    return re.sub(r"@([0-9]{1,2})\b", name, texts.notation(text))


def move_sentence(texts: Texts, kind: str, player: str, text: str, tile: str, players: Sequence[str]) -> str:
    """What somebody did, in a line."""
    if kind == "tile" and tile:
        return texts("play.did_tile", player=player, tile=tile, place=text)
    if text == "pass":
        return texts("play.did_pass", player=player)
    return texts("play.did", player=player, what=option_words(texts, text, players))
