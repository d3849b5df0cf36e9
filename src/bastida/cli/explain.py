"""Games in words: what is asked, what an answer means, why points were given, who stands where."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from bastida.cli.board import ON_THE_BOARD, figure_label, seat_letters
from bastida.cli.paint import seat_sign
from bastida.game import Decision, Game, IllegalOption
from bastida.kernel.ledger import Entry
from bastida.texts import Texts

FOR_ALL = frozenset({"beside"})  # lists that are not by seat, whatever their length


def player_name(player: Mapping[str, Any], letter: str) -> Text:
    """A player's letter on the colour of the seat, then the name."""
    return Text.assemble(seat_sign(letter, player["colour"]), " ", (player["name"], "bold"))


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


def points_word(texts: Texts, points: int) -> str:
    return texts.count(points, "point")


def supplies(texts: Texts, player: Mapping[str, Any]) -> str:
    return " · ".join(texts.count(number, kind) for kind, number in player["supply"].items())


def belongings(texts: Texts, view: Mapping[str, Any], seat: int) -> str:
    """What lies before a player: what the modules show by seat, prisoners, and both figures on the scoreboard."""
    found = []
    for shown in view["modules"].values():
        for name, value in shown.items():
            if by_seat(name, value, len(view["players"])):
                found.append(in_words(texts, name, value[seat]))
    captives = [f for f in view["figures"] if f.get("place") == "captive" and f.get("index") == seat]
    if captives:
        letters = seat_letters([player["name"] for player in view["players"]])
        found.append(texts("shown.captives", value=" ".join(figure_label(figure, letters) for figure in captives)))
    track = view["players"][seat].get("track", ())
    if len(track) == 2:
        first, second = (figure["space"] for figure in track)
        found.append(texts("shown.track", first=first, second=second))
    return " · ".join(text for text in found if text)


def by_seat(name: str, value: object, seats: int) -> bool:
    """Is what a module shows a list with a place for each player?"""
    if name in ON_THE_BOARD or name in FOR_ALL or not isinstance(value, list) or len(value) != seats:
        return False
    return not any(isinstance(part, Mapping) and "x" in part for part in value)


def in_words(texts: Texts, name: str, value: object, players: Sequence[str] = ()) -> str:
    """A thing a module shows: numbers with their word, nothing for nothing."""
    if value is None or value is False or value in ("", [], {}):
        return ""
    if isinstance(value, Mapping) and "holder" in value:
        if value["holder"] is None or not players:
            return ""
        who, record = players[value["holder"]], value.get("record", "")
        return texts("shown.holder", what=texts.word(name), player=who, record=record)
    if texts.has(f"shown.{name}"):
        inner = ", ".join(texts.word(str(part)) for part in value) if isinstance(value, list) else value
        return texts(f"shown.{name}", value=inner)
    if value is True:
        return texts.word(name)
    if isinstance(value, int):
        return texts.count(value, name) if value else ""
    if isinstance(value, str):
        return texts.word(value)
    if isinstance(value, Mapping):
        return ", ".join(part for key, inner in value.items() if (part := in_words(texts, str(key), inner)))
    if isinstance(value, Iterable):
        return ", ".join(part for inner in value if (part := in_words(texts, name, inner)))
    return f"{texts.word(name)} {value}"


def common_things(texts: Texts, view: Mapping[str, Any]) -> list[str]:
    """What modules show that belongs to no single player and is not drawn on the board."""
    players = [player["name"] for player in view["players"]]
    found = [
        in_words(texts, name, value, players)
        for shown in view["modules"].values()
        for name, value in shown.items()
        if name not in ON_THE_BOARD and not by_seat(name, value, len(players))
    ]
    return [text for text in found if text]


def players_table(texts: Texts, view: Mapping[str, Any], asked: int | None) -> Table:
    """A line for each player: who, points, figures left, and what else lies before them."""
    letters = seat_letters([player["name"] for player in view["players"]])
    grid = Table.grid(padding=(0, 1))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True, justify="right")
    grid.add_column()
    for seat, player in enumerate(view["players"]):
        who = Text.assemble(("▶ " if seat == asked else "  ", "bold"), player_name(player, letters[seat]))
        points = Text(f"{points_word(texts, player['points'])} ", style="bold")
        parts = [supplies(texts, player), belongings(texts, view, seat)]
        grid.add_row(who, points, Text(" · ".join(part for part in parts if part)))
    return grid


def tiles_left(game: Game) -> int:
    """How many tiles are still to be drawn in turns."""
    engine = game.engine
    return sum(int(engine.piles.size(pile)) for pile in engine.rules.stock)


def by_source(entries: Iterable[Entry]) -> dict[str, dict[int, int]]:
    """Points by what they were given for, and by seat."""
    found: dict[str, dict[int, int]] = {}
    for entry in entries:
        seats = found.setdefault(entry.source, {})
        seats[entry.seat] = seats.get(entry.seat, 0) + entry.points
    return found


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
