"""Records as tables: any step of a game that was played, in the same view as a game under way. Workers do this."""

from __future__ import annotations

import time
from typing import Any

from bastida import Game, Record
from bastida.language.texts import Texts
from bastida.server.http.models import Aids
from bastida.server.runtime.store import TableRow
from bastida.server.table.state import HERE, Note, Table, kept_setup, play_all
from bastida.server.table.view import Teller, sentence
from bastida.table.setup import Setup


def title_of(setup: Setup, phrases: Texts) -> str:
    """What is played, in the reader's language: the preset, else the box."""
    preset = setup.preset()
    return phrases.name(setup.games.presets[preset].names if preset else setup.games.editions[setup.edition].names)


def table_of(name: str, game: Game) -> Table:
    """A table that stands where a game stands, for looking at it."""
    setup = game.setup
    config: dict[str, Any] = {
        "setup": kept_setup(setup),
        "preset": setup.preset(),
        "seats": [{"kind": HERE}] * setup.seats,
        "clock": None,
        "aids": Aids().model_dump(),
        "undo": "off",
    }
    table = Table(TableRow(name, time.time(), config, None), None, ())
    table.show(game)
    return table


def record_view(name: str, game: Game, language: str, choices: bool = False) -> dict[str, Any]:
    """What a spectator would see of a game; or, with the choices, whoever is asked."""
    table = table_of(name, game)
    asked = game.decision
    seats = (asked.seat,) if choices and asked is not None and asked.seat is not None else ()
    return Teller(table, language).view(seats, range(len(table.seats)), time.time())


def shown_steps(name: str, record: Record, whole: Game, language: str) -> dict[str, Any]:
    """Every step of a record with its sentence and what was scored at it; ``whole`` is its game at the end."""
    table = table_of(name, whole)
    phrases = whole.setup.texts(language)
    teller = Teller(table, language)
    scored = [teller.scored(entry) for entry in whole.ledger]
    booked = _booked(whole)
    steps = []
    drawn = ""
    for number, step in enumerate(whole.steps):
        if step.kind == "draw":
            drawn = step.text
        kind = "chance" if step.seat is None else step.kind
        note = Note(number + 1, step.seat, kind, step.option, drawn, values={"what": step.kind})
        steps.append(
            {
                "step": number + 1,
                "turn": step.turn,
                "seat": step.seat,
                "kind": step.kind,
                "text": step.text,
                "sentence": sentence(phrases, note, table),
                "scored": scored[booked[number] : booked[number + 1]],
            }
        )
    return {
        "id": name,
        "name": title_of(whole.setup, phrases),
        "players": list(record.players),
        "colours": list(record.colours),
        "steps": steps,
        "points": list(whole.scores().values()),
        "over": whole.over,
    }


def _booked(whole: Game) -> list[int]:
    """How many lines of the ledger there are after each number of steps."""
    game = whole.copy()
    game.rewind(0)
    return [len(game.ledger), *play_all(game, [step.text for step in whole.steps])]
