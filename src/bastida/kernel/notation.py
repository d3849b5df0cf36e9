"""Reading notation: the one parser for what people type and what records hold. Writing it is ``Option.text``.

Each module says how its verbs are written (``Module.notation``), with fields in braces; here those forms are read
backwards, so that a text which is no answer to the question still becomes a value that modules can refuse with a reason.
"""

# not compiled: words only

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from bastida.kernel.answers import (
    NOTHING,
    Cell,
    Line,
    Option,
    Pile,
    Scorer,
    Seat,
    Segment,
    Space,
    Standing,
    Target,
    Tile,
    parts,
)
from bastida.kernel.names import segment_words

if TYPE_CHECKING:
    from bastida.kernel.engine import Engine

# Answers to the kernel's own questions.
FORMS: Mapping[str, str] = {"lay": "{cell} {turn}", "pass": "pass", "draw": "{detail}", "score": "{cell} {segment}"}
LAY, PASS, DRAW, SCORE = FORMS
FIELDS: Mapping[str, str] = {
    "cell": r"(?P<x>-?\d{1,9}),(?P<y>-?\d{1,9})",
    "turn": r"r(?P<turn>[0-3])",
    "ends": r"(?P<start>[nesw])-(?P<end>[nesw])",
    "player": r"player (?P<player>\d{1,2})",
    "number": r"(?P<number>\d{1,9})",
    "figure": r"(?P<figure>[a-z_]+)",
    "segment": r"(?P<segment>[a-z_]+(?: [a-z0-9]+)?)",
    "scorer": r"(?P<scorer>[a-z_]+)",
    "pile": r"(?P<pile>[a-z_]+)",
    "detail": r"(?P<detail>[^ ]+)",
}

_CELL = re.compile(f" {FIELDS['cell']}")


def plain(text: str) -> str:
    """Texts are compared without regard to case, brackets and spacing: ``(1,0)r2`` is ``1,0 r2``."""
    text = text.casefold().replace("(", " ").replace(")", " ").replace(", ", ",").replace(" ,", ",")
    head, r, tail = text.rpartition("r")
    if r and tail.strip() in {"0", "1", "2", "3"} and "," in head:
        text = f"{head} r{tail.strip()}"
    return " ".join(text.split())


@lru_cache(maxsize=512)
def _shape(form: str) -> re.Pattern[str]:
    pattern = ""
    for at, part in enumerate(parts(form)):
        pattern += re.escape(part.casefold()) if at % 2 == 0 else FIELDS[part]
    return re.compile(pattern)


def wishes(game: Engine, text: str) -> list[Option]:
    """Everything a text may mean in this game, legal or not, what leaves least open first."""
    found: list[tuple[int, Option]] = []
    for said in _variants(game, plain(text)):
        for name, verb, form in _forms(game):
            shape = _shape(form).fullmatch(said)
            wish = _read(game, verb, shape.groupdict()) if shape else None
            if wish is not None:
                wish.module, wish.form = name, form
                found.append((sum(map(len, parts(form)[1::2])) - 8 * len("".join(parts(form)[::2]).strip()), wish))
    return [wish for _, wish in sorted(found, key=lambda pair: pair[0])]


def unknown(game: Engine, text: str) -> Option:
    """A text that fits no form: no verb, the figure it begins with if it names one, and the rest as it is."""
    said = plain(text)
    first, _, rest = said.partition(" ")
    return Option("", figure=first, detail=rest) if first in game.rules.figure_names else Option("", detail=said)


def _forms(game: Engine) -> Iterator[tuple[str, str, str]]:
    """Module, verb and form of everything that can be said in this game."""
    for verb, form in FORMS.items():
        yield "", verb, form
    for module in game.rules.modules:
        for verb, forms in module.notation.items():
            for form in forms.split("|"):
                yield module.name, verb, form


def _variants(game: Engine, text: str) -> list[str]:
    """The text as it is, with the segment instead of a role (``thief N``), and with the usual figure if none is named."""
    rules = game.rules
    usual = rules.figure_names[rules.followers[0]] if len(rules.followers) else ""
    found = [text]
    for segment, role in rules.roles.items():
        for kind in rules.followers:
            name = rules.figure_names[kind]
            said = role if name == usual else f"{name} {role}"
            if text == said or text.startswith(said + " "):
                rest = text[len(said) :]
                cell = _CELL.match(rest)  # thief 1,0 S
                found.append(f"{name}{cell[0]} {segment}{rest[cell.end() :]}" if cell else f"{name} {segment}{rest}")
    if text.partition(" ")[0] not in rules.figure_names and text.partition(" ")[0] not in rules.roles.values():
        found.append(f"{usual} {text}")
    return found


def _read(game: Engine, verb: str, said: Mapping[str, str | None]) -> Option | None:
    """The value of the fields of a text; None if they cannot stand together."""
    figure = said.get("figure") or ""
    if figure and figure not in game.rules.figure_names:
        return None
    return Option(verb, _target(game, said, figure), figure, said.get("detail") or "")


def _target(game: Engine, said: Mapping[str, str | None], figure: str) -> Target:
    seat = int(said["player"] or 0) - 1 if said.get("player") else None
    segment = said.get("segment")
    if said.get("x") is not None:
        x, y = int(said["x"] or 0), int(said["y"] or 0)
        if said.get("turn") is not None:
            return Cell(x, y, int(said["turn"] or 0))
        if said.get("start"):
            return Line(x, y, (said["start"] or "").upper(), (said["end"] or "").upper())
        if segment is not None:
            name = _segment(game, game.board.slot_at(x, y), segment)
            return Segment(x, y, name) if seat is None else Standing(x, y, name, seat, figure)
        return Tile(x, y)
    slot = game.run_slot
    x, y = _cell(game, slot)
    if said.get("start"):
        return Line(x, y, (said["start"] or "").upper(), (said["end"] or "").upper())
    if segment is not None:
        return Segment(x, y, _segment(game, slot, segment))
    if said.get("scorer"):
        names = game.rules.scorer_names
        kind = said["scorer"] or ""
        return Scorer(int(game.asked) if seat is None else seat, names.index(kind) if kind in names else -1, kind)
    if seat is not None:
        return Seat(seat)
    if said.get("number"):
        return Space(int(said["number"] or 0))
    if said.get("pile"):
        return Pile(said["pile"] or "")
    return NOTHING


def _cell(game: Engine, slot: int) -> tuple[int, int]:
    if slot < 0:
        return 0, 0
    cell = game.board.tile_cell[slot]
    return int(game.board.x(cell)), int(game.board.y(cell))


def _segment(game: Engine, slot: int, text: str) -> str:
    """The name we write for a segment named by any of its sides; a text that names none as it is."""
    if slot >= 0:
        for words in segment_words(game, slot):
            if text in [word.casefold() for word in words]:
                return words[0]
    return text
