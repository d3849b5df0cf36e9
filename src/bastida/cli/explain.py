"""Games in words: what is asked, what an answer means, why points were given, who stands where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from bastida.cli.board import ON_THE_BOARD, figure_label
from bastida.cli.paint import seat_sign
from bastida.kernel.ledger import Entry
from bastida.language.sentences import seat_letters
from bastida.language.texts import Texts
from bastida.table.game import Game


def player_name(player: Mapping[str, Any], letter: str) -> Text:
    """A player's letter on the colour of the seat, then the name."""
    return Text.assemble(seat_sign(letter, player["colour"]), " ", (player["name"], "bold"))


def points_word(texts: Texts, points: int) -> str:
    return texts.count(points, "point")


def supplies(texts: Texts, player: Mapping[str, Any]) -> str:
    return " · ".join(texts.count(number, kind) for kind, number in player["supply"].items())


def belongings(texts: Texts, view: Mapping[str, Any], seat: int) -> str:
    """What lies before a player: what the modules show by seat, prisoners, and both figures on the scoreboard."""
    found = []
    for shown in view["modules"].values():
        for name, value in shown.items():
            if by_seat(value):
                found.append(in_words(texts, name, value["seats"][seat]))
    captives = [f for f in view["figures"] if f.get("place") == "captive" and f.get("index") == seat]
    if captives:
        letters = seat_letters([player["name"] for player in view["players"]])
        found.append(texts("shown.captives", value=" ".join(figure_label(figure, letters) for figure in captives)))
    track = view["players"][seat].get("track", ())
    if len(track) == 2:
        first, second = (figure["space"] for figure in track)
        found.append(texts("shown.track", first=first, second=second))
    return " · ".join(text for text in found if text)


def by_seat(value: object) -> bool:
    """Does a module show this of each player?"""
    return isinstance(value, Mapping) and "seats" in value


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
        if name not in ON_THE_BOARD and not by_seat(value)
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
