"""What a seat, or a spectator, may know of a table: view version 3, built up from nothing.

Only what is named here is ever sent. What is known of the game comes from ``bastida.table.view``; here is added what only a
table has: seats, clocks, log, offers, points to draw at, and sentences. Documents and the TypeScript types of the page come
from ``models.View``, and a test holds every view against it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from bastida.kernel.answers import Cell
from bastida.kernel.ledger import Entry
from bastida.language.sentences import arithmetic, entry_sentence, move_sentence, option_words, question, seat_letters
from bastida.language.texts import Texts, texts
from bastida.server.table.places import Places, cells_of
from bastida.server.table.referee import may_undo
from bastida.server.table.state import Note, Table
from bastida.table.features import dead_cells
from bastida.table.view import decision_shown, entry_shown, option_shown, position_shown

VERSION = 3


class Teller:
    """Views of one table in one language. Lines of log and ledger are put into words once and kept."""

    def __init__(self, table: Table, language: str) -> None:
        self.table = table
        self.phrases = texts(language)
        self._places: Places | None = None  # of the position of the last view
        self._players = table.setup.players
        self._log: list[tuple[Note, dict[str, Any]]] = []
        self._ledger: list[tuple[Entry, dict[str, Any]]] = []

    def view(self, seats: Collection[int], connected: Collection[int], now: float) -> dict[str, Any]:
        """The table for somebody who has these seats; nobody's for a spectator."""
        public = self.public(connected, now)
        return self.personal(public, seats)

    def personal(self, public: dict[str, Any], seats: Collection[int]) -> dict[str, Any]:
        """A public view with what only these seats may see: the answers they may give, and whom they have muted."""
        mine = {**public, "you": sorted(seats)}
        decision = public["decision"]
        if decision is not None and decision["seat"] in seats and not self.table.seats[decision["seat"]].resigned:
            assert self._places is not None
            mine["decision"] = {**decision, "options": self.options(self._places)}
        mine["muted"] = sorted({muted for seat in seats for muted in self.table.mutes.get(seat, ())})
        return mine

    def public(self, connected: Collection[int], now: float) -> dict[str, Any]:
        """The view of a spectator."""
        table, phrases = self.table, self.phrases
        if table.setup.players != self._players:  # somebody sat down under another name
            self._players = table.setup.players
            self._log.clear()
            self._ledger.clear()
        shown = position_shown(table.game)
        places = self._places = Places(table.game, shown)
        config, setup = table.config, table.setup
        aids = config["aids"]
        over = table.outcome is not None
        return {
            **shown,
            "version": VERSION,
            "table": table.id,
            "seq": table.seq,
            "status": table.status,
            "you": [],
            "game": {**shown["game"], "preset": config["preset"], "name": game_name(phrases, table)},
            "theme": setup.box.theme,
            "person": setup.box.person,
            "scorers": [setup.box.person, *table.game.engine.rules.scorer_names[1:]],
            "settings": {"aids": aids, "clock": config["clock"], "undo": config["undo"], "duplicate": table.duplicate},
            "players": self.players(shown["players"], connected, now),
            "decision": self.decision(),
            "board": [{**tile, "seq": seq} for tile, seq in zip(shown["board"], table.laid, strict=True)],
            "figures": places.figures,
            "pieces": places.pieces(),
            "piles": shown["piles"] if aids["remaining"] else [_closed(pile) for pile in shown["piles"]],
            "track": [{**piece, "label": self.on_track(piece)} for piece in shown["track"]],
            "beside": [{"picture": picture, "label": phrases.word(picture)} for picture in shown["beside"]],
            "ledger": self.ledger(),
            "log": self.log(),
            "dead": [list(cell) for cell in dead_cells(table.game.engine)] if aids["dead"] and not over else [],
            "projected": list(table.game.projected().values()) if aids["projected"] and not over else None,
            "over": over,
            "winners": table.outcome["winners"] if table.outcome else [],
            "outcome": table.outcome,
            "undo": may_undo(table),
            "offers": [self.offer(offer.number) for offer in table.offers.values()],
            "muted": [],
        }

    # -- parts ---------------------------------------------------------------------------------------------------------

    def players(self, shown: Sequence[Mapping[str, Any]], connected: Collection[int], now: float) -> list[dict[str, Any]]:
        table = self.table
        letters = seat_letters(table.setup.players)
        clock = table.clock
        return [
            {
                **player,
                "seat": number,
                "letter": letters[number],
                "kind": seat.kind,
                "level": seat.level,
                "stand_in": seat.stand_in,
                "taken": seat.taken,
                "connected": seat.computer is not None or number in connected,
                "resigned": seat.resigned,
                "holds": [{**thing, "label": self.held(thing)} for thing in player["holds"]],
                "clock_ms": max(0, clock.left(number, now, table.pauses)) if clock is not None else None,
                "clock_running": clock is not None and clock.running == number,
            }
            for number, (seat, player) in enumerate(zip(table.seats, shown, strict=True))
        ]

    def held(self, thing: Mapping[str, Any]) -> str:
        """A thing before a player in words."""
        phrases, number = self.phrases, thing["number"]
        what = phrases.word(thing["picture"]) if number == 1 else phrases.count(number, thing["picture"])
        if thing["owner"] is not None:
            return phrases("table.thing_of", what=what, player=self.table.setup.players[thing["owner"]])
        return what if thing["record"] is None else phrases("table.thing_record", what=what, record=thing["record"])

    def on_track(self, piece: Mapping[str, Any]) -> str:
        """A piece on the scoreboard in words."""
        phrases, what = self.phrases, self.phrases.word(piece["picture"])
        if piece["owner"] is not None:
            what = phrases("table.thing_of", what=what, player=self.table.setup.players[piece["owner"]])
        return phrases("table.on_space", what=what, space=piece["space"])

    def decision(self) -> dict[str, Any] | None:
        table = self.table
        asked = table.game.decision
        if asked is None or asked.seat is None or table.outcome is not None:
            return None
        _, base, *others = table.game.engine.rules.modules
        module = next((other for other in others if other.name == asked.module), base)
        return {
            **decision_shown(asked),
            "module": module.name,
            "clause": module.prefix,
            "question": question(self.phrases, asked.kind, asked.module, asked.player),
            "optional": any(option.declines for option in table.game.options()),
            "options": [],
        }

    def options(self, places: Places) -> list[dict[str, Any]]:
        """Every answer: its value, its meaning in words, and where it is tapped."""
        players = self.table.setup.players
        return [
            {**option_shown(option), "sentence": option_words(self.phrases, option, players), **places.of(option)}
            for option in self.table.game.options()
        ]

    def offer(self, number: int) -> dict[str, Any]:
        offer = self.table.offers[number]
        player = self.table.setup.players[offer.seat]
        return {
            "number": number,
            "seat": offer.seat,
            "kind": offer.kind,
            "accepted": sorted(offer.accepted),
            "sentence": self.phrases(f"table.offer_{offer.kind}", player=player),
        }

    def ledger(self) -> list[dict[str, Any]]:
        entries = self.table.game.ledger
        kept = 0
        while kept < min(len(entries), len(self._ledger)) and self._ledger[kept][0] is entries[kept]:
            kept += 1
        del self._ledger[kept:]
        self._ledger += [(entry, self._scored(entry)) for entry in entries[kept:]]
        return [line for _, line in self._ledger]

    def _scored(self, entry: Entry) -> dict[str, Any]:
        return {
            **entry_shown(entry),
            "sentence": entry_sentence(self.phrases, entry, self.table.setup.players[entry.seat]),
            "arithmetic": arithmetic(self.phrases, entry),
        }

    def log(self) -> list[dict[str, Any]]:
        notes = self.table.log
        kept = 0
        while kept < min(len(notes), len(self._log)) and self._log[kept][0] is notes[kept]:
            kept += 1
        del self._log[kept:]
        self._log += [(note, self._told(note)) for note in notes[kept:]]
        return [line for _, line in self._log]

    def _told(self, note: Note) -> dict[str, Any]:
        return {
            "seq": note.seq,
            "seat": note.seat,
            "kind": note.kind,
            "sentence": sentence(self.phrases, note, self.table),
            "cells": cells(note),
        }


def sentence(phrases: Texts, note: Note, table: Table) -> str:
    """A line of the log in words."""
    players: Sequence[str] = table.setup.players
    player = players[note.seat] if note.seat is not None else ""
    if note.entry is not None:
        return entry_sentence(phrases, note.entry, player)
    if note.kind == "unplaceable":
        return phrases("play.unplaceable", tile=note.tile)
    if note.option is None:
        if note.values.get("times", 1) > 1:
            return phrases("table.undos", player=player, times=note.values["times"])
        offer = phrases(f"table.kind_{note.values['offer']}") if "offer" in note.values else ""
        return phrases(f"table.{note.kind}", player=player, offer=offer)
    if note.kind == "chance":
        return phrases(
            "play.chance", what=phrases.word(note.values["what"]), result=option_words(phrases, note.option, players)
        )
    if isinstance(note.option.target, Cell):
        return phrases("table.laid", player=player, cell=note.option.target.said("cell"))
    return move_sentence(phrases, note.option, player, note.tile, players)


def cells(note: Note) -> list[list[int]]:
    """Where a line of the log happened: what was laid, placed, moved or scored."""
    if note.entry is not None:
        return [list(cell) for cell in note.entry.cells]
    return [] if note.option is None else cells_of(note.option.target)


def game_name(phrases: Texts, table: Table) -> str:
    games, preset = table.setup.games, table.config["preset"]
    return phrases.name(games.presets[preset].names if preset in games.presets else games.editions[table.setup.edition].names)


def _closed(pile: Mapping[str, Any]) -> dict[str, Any]:
    """A pile of which only its size is told."""
    return {"name": pile["name"], "tiles": pile["tiles"], "left": pile["left"]}


# -- updates --------------------------------------------------------------------------------------------------------------

GROWING = ("board", "ledger", "log")  # lists that mostly only grow


def update(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """What has changed between two views: whole values by their key, and what was added to the growing lists.

    If something was taken back, ``keep`` says how many lines of such a list stay before what is added.
    """
    changed: dict[str, Any] = {}
    added: dict[str, Any] = {}
    kept: dict[str, int] = {}
    for key, value in new.items():
        before = old.get(key)
        if before == value:
            continue
        if key in GROWING and before is not None:
            same = 0
            while same < min(len(before), len(value)) and before[same] == value[same]:
                same += 1
            if same < len(before):
                kept[key] = same
            added[key] = value[same:]
        else:
            changed[key] = value
    return {"seq": new["seq"], "set": changed, "append": added, "keep": kept}
