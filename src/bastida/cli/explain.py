"""Games in words: what is asked, what an answer means, why points were given, who stands where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from bastida.cli.board import figure_label
from bastida.cli.paint import seat_sign
from bastida.kernel.ledger import Entry
from bastida.language.sentences import seat_letters, thing_word
from bastida.language.texts import Texts
from bastida.table.game import Game


def player_name(player: Mapping[str, Any], letter: str) -> Text:
    """A player's letter on the colour of the seat, then the name."""
    return Text.assemble(seat_sign(letter, player["colour"]), " ", (player["name"], "bold"))


def points_word(texts: Texts, points: int) -> str:
    return texts.count(points, "point")


def supplies(texts: Texts, player: Mapping[str, Any]) -> str:
    return " · ".join(texts.count(number, kind) for kind, number in player["supply"].items())


def belongings(texts: Texts, view: Mapping[str, Any], seat: int, scorers: Sequence[str] = ()) -> str:
    """What lies before a player, figures of others, pieces on the scoreboard, and the scoring figures if there are several."""
    player = view["players"][seat]
    own = [thing for thing in player["holds"] if thing["record"] is None and thing["number"]]
    found = [texts.count(thing["number"], thing["picture"]) for thing in own if thing["owner"] is None]
    taken = [thing for thing in own if thing["owner"] is not None]
    if taken:
        letters = seat_letters([other["name"] for other in view["players"]])
        figures = [{"seat": thing["owner"], "kind": thing["picture"]} for thing in taken for _ in range(thing["number"])]
        labels = [figure_label(figure, letters) for figure in figures]
        found.append(texts("shown.taken", figures=" ".join(labels)))
    found += [on_space(texts, piece) for piece in view["track"] if piece["owner"] == seat]
    track = player["track"]
    if len(track) > 1:
        where = [(texts.word(name), figure["space"]) for name, figure in zip(scorers, track, strict=False)]
        found.append(", ".join(texts("shown.scorer", figure=name, space=space) for name, space in where))
    return " · ".join(text for text in found if text)


def on_space(texts: Texts, piece: Mapping[str, Any]) -> str:
    """A piece on the scoreboard: ``ladrón en la casilla 12``."""
    return texts("shown.on_space", what=thing_word(texts, piece["picture"]), space=piece["space"])


def common_things(texts: Texts, view: Mapping[str, Any]) -> list[str]:
    """What everybody looks at and is not drawn on the board: records and who holds them, what lies beside the table."""
    found = [
        texts("shown.holder", what=texts.word(thing["picture"]), player=player["name"], record=thing["record"])
        for player in view["players"]
        for thing in player["holds"]
        if thing["record"] is not None
    ]
    found += [on_space(texts, piece) for piece in view["track"] if piece["owner"] is None]
    if view["beside"]:
        found.append(texts("shown.beside", value=", ".join(thing_word(texts, picture) for picture in view["beside"])))
    return found


def players_table(texts: Texts, game: Game) -> Table:
    """A line for each player: who, points, figures left, and what else lies before them; a mark at whoever is asked."""
    view, decision = game.view(None), game.decision
    asked = decision.seat if decision is not None else None
    scorers = game.engine.rules.scorer_names
    letters = seat_letters([player["name"] for player in view["players"]])
    grid = Table.grid(padding=(0, 1))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True, justify="right")
    grid.add_column()
    for seat, player in enumerate(view["players"]):
        who = Text.assemble(("▶ " if seat == asked else "  ", "bold"), player_name(player, letters[seat]))
        points = Text(f"{points_word(texts, player['points'])} ", style="bold")
        parts = [supplies(texts, player), belongings(texts, view, seat, scorers)]
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
