"""What a seat, or a spectator, may know of a table: view version 2, built up from nothing.

Only what is named here is ever sent. It goes on top of ``bastida.table.view``, which is built the same way; documents and the
TypeScript types of the page come from ``models.View``, and a test holds every view against it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from bastida.kernel.ledger import Entry
from bastida.language.sentences import arithmetic, entry_sentence, move_sentence, option_words, question, seat_letters
from bastida.language.texts import Texts, texts
from bastida.server.table.referee import may_undo
from bastida.server.table.state import Note, Table
from bastida.server.table.targets import PLACE, Ground
from bastida.table.features import dead_cells

VERSION = 2
WAYS_OUT = frozenset({"pass", "no capture", "no ransom", "leave ferries", "no second part"})  # answers that decline


class Teller:
    """Views of one table in one language. Lines of log and ledger are put into words once and kept."""

    def __init__(self, table: Table, language: str) -> None:
        self.table = table
        self.said = texts(language)
        self._log: list[dict[str, Any]] = []
        self._ledger: list[tuple[Entry, dict[str, Any]]] = []

    def view(self, seats: Collection[int], connected: Collection[int], now: float) -> dict[str, Any]:
        """The table for somebody who has these seats; nobody's for a spectator."""
        public = self.public(connected, now)
        return self.personal(public, seats)

    def personal(self, public: dict[str, Any], seats: Collection[int]) -> dict[str, Any]:
        """A public view with what only these seats may see: the answers they may give, and whom they have muted."""
        mine = {**public, "you": sorted(seats)}
        decision = public["decision"]
        if decision is not None and decision["seat"] in seats:
            mine["decision"] = {**decision, "options": self.options()}
        mine["muted"] = sorted({muted for seat in seats for muted in self.table.mutes.get(seat, ())})
        return mine

    def public(self, connected: Collection[int], now: float) -> dict[str, Any]:
        """The view of a spectator."""
        table, said = self.table, self.said
        shown = table.game.view(None)
        ground = Ground(table.game)
        config, setup = table.config, table.setup
        aids = config["aids"]
        over = table.outcome is not None
        return {
            "version": VERSION,
            "table": table.id,
            "seq": table.seq,
            "status": table.status,
            "you": [],
            "game": {**shown["game"], "preset": config["preset"], "name": game_name(said, table)},
            "theme": setup.box.theme,
            "settings": {"aids": aids, "clock": config["clock"], "undo": config["undo"], "duplicate": table.duplicate},
            "turn": shown["turn"],
            "part": shown["part"],
            "active": shown["active"],
            "players": self.players(shown, connected, now),
            "tile": shown["tile"],
            "decision": self.decision(),
            "board": [{**tile, "seq": seq} for tile, seq in zip(shown["board"], table.laid, strict=True)],
            "figures": figures(shown, ground),
            "pieces": pieces(shown, ground),
            "piles": shown["piles"] if aids["remaining"] else [{"name": p["name"], "left": p["left"]} for p in shown["piles"]],
            "modules": shown["modules"],
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

    def players(self, shown: Mapping[str, Any], connected: Collection[int], now: float) -> list[dict[str, Any]]:
        table = self.table
        letters = seat_letters(table.setup.players)
        clock = table.clock
        return [
            {
                "seat": number,
                "name": table.setup.players[number],
                "colour": player["colour"],
                "letter": letters[number],
                "kind": seat.kind,
                "level": seat.level,
                "stand_in": seat.stand_in,
                "taken": seat.taken,
                "connected": seat.computer is not None or number in connected,
                "resigned": seat.resigned,
                "points": player["points"],
                "track": player["track"],
                "supply": player["supply"],
                "holds": holds(shown, number),
                "clock_ms": max(0, clock.left(number, now, table.pauses)) if clock is not None else None,
                "clock_running": clock is not None and clock.running == number,
            }
            for number, (seat, player) in enumerate(zip(table.seats, shown["players"], strict=True))
        ]

    def decision(self) -> dict[str, Any] | None:
        table = self.table
        asked = table.game.decision
        if asked is None or asked.seat is None or table.outcome is not None:
            return None
        _, base, *others = table.game.engine.rules.modules
        module = next((other for other in others if other.name == asked.module), base)
        return {
            "seat": asked.seat,
            "kind": asked.kind,
            "module": module.name,
            "clause": module.prefix,
            "question": question(self.said, asked),
            "optional": any(option.text in WAYS_OUT for option in table.game.options()),
            "options": [],
        }

    def options(self) -> list[dict[str, Any]]:
        """Every answer with its notation, its meaning in words, what it points at, and where."""
        game = self.table.game
        decision = game.decision
        assert decision is not None
        ground, players = Ground(game), self.table.setup.players
        return [
            {
                "text": option.text,
                "sentence": meaning(self.said, option.text, players),
                **ground.target(option.text, decision.kind),
            }
            for option in game.options()
        ]

    def offer(self, number: int) -> dict[str, Any]:
        offer = self.table.offers[number]
        player = self.table.setup.players[offer.seat]
        return {
            "number": number,
            "seat": offer.seat,
            "kind": offer.kind,
            "accepted": sorted(offer.accepted),
            "sentence": self.said(f"table.offer_{offer.kind}", player=player),
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
            "turn": entry.turn,
            "seat": entry.seat,
            "points": entry.points,
            "figure": entry.figure,
            "final": entry.final,
            "source": entry.source,
            "clause": entry.clause,
            "finished": entry.finished,
            "lines": [list(line) for line in entry.lines],
            "halved": entry.halved,
            "cells": [list(cell) for cell in entry.cells],
            "sentence": entry_sentence(self.said, entry, self.table.setup.players[entry.seat]),
            "arithmetic": arithmetic(self.said, entry),
        }

    def log(self) -> list[dict[str, Any]]:
        self._log += [
            {
                "seq": note.seq,
                "seat": note.seat,
                "kind": note.kind,
                "sentence": sentence(self.said, note, self.table),
                "cells": cells(note),
            }
            for note in self.table.log[len(self._log) :]
        ]
        return list(self._log)


def meaning(said: Texts, text: str, players: Sequence[str]) -> str:
    """What an answer means, for people who see no picture."""
    if placed := PLACE.fullmatch(text):
        return said("table.place", cell=f"{placed[1]},{placed[2]}", turned=said(f"table.turned_{placed[3]}"))
    return option_words(said, text, players)


def sentence(said: Texts, note: Note, table: Table) -> str:
    """A line of the log in words."""
    players: Sequence[str] = table.setup.players
    player = players[note.seat] if note.seat is not None else ""
    if note.entry is not None:
        return entry_sentence(said, note.entry, player)
    if note.kind == "chance":
        return said("play.chance", what=said.word(note.values["what"]), result=said.notation(note.text))
    if note.kind == "unplaceable":
        return said("play.unplaceable", tile=note.tile)
    if said.has(f"table.{note.kind}"):
        offer = said(f"table.kind_{note.values['offer']}") if "offer" in note.values else ""
        return said(f"table.{note.kind}", player=player, offer=offer)
    if note.kind == "tile" and (placed := PLACE.fullmatch(note.text)):
        return said("table.laid", player=player, cell=f"{placed[1]},{placed[2]}")
    return move_sentence(said, note.kind, player, note.text, note.tile, players)


def cells(note: Note) -> list[list[int]]:
    """Where a line of the log happened: the tile that was laid, or what was scored."""
    if note.entry is not None:
        return [list(cell) for cell in note.entry.cells]
    placed = PLACE.fullmatch(note.text) if note.kind == "tile" else None
    return [[int(placed[1]), int(placed[2])]] if placed else []


def game_name(said: Texts, table: Table) -> str:
    games, preset = table.setup.games, table.config["preset"]
    return said.name(games.presets[preset].names if preset in games.presets else games.editions[table.setup.edition].names)


def figures(shown: Mapping[str, Any], ground: Ground) -> list[dict[str, Any]]:
    """Every figure outside the supply, those on the board with the point they stand on."""
    groups: dict[tuple[tuple[int, int], str], list[dict[str, Any]]] = {}
    found = []
    for figure in shown["figures"]:
        mine = dict(figure)
        found.append(mine)
        if "x" in figure:
            groups.setdefault(((figure["x"], figure["y"]), figure["segment"]), []).append(mine)
        elif figure["place"] == "tower":
            at = ground.cells[figure["index"]]
            height = next(t["height"] for t in shown["modules"]["tower"]["towers"] if (t["x"], t["y"]) == at)
            mine |= {"x": at[0], "y": at[1], "at": ground.tower(at, height)}
    for (at, segment), standing in groups.items():
        place = ground.segment(at, segment)
        assert place is not None
        for mine, spot in zip(standing, ground.spots(at, place[1], len(standing)), strict=True):
            mine["at"] = spot
    return found


def pieces(shown: Mapping[str, Any], ground: Ground) -> list[dict[str, Any]]:
    """What modules have laid on tiles: towers, ferries, ingots."""
    found: list[dict[str, Any]] = []
    for things in shown["modules"].values():
        for tower in things.get("towers", ()):
            x, y = tower["x"], tower["y"]
            at = ground.tower((x, y), None)
            found.append({"kind": "tower", "x": x, "y": y, "at": at, "n": tower["height"], "closed": tower["closed"]})
        for ferry in things.get("ferries", ()):
            x, y = ferry["x"], ferry["y"]
            found.append({"kind": "ferry", "x": x, "y": y, "at": [x + 0.5, y + 0.5], "ends": list(ferry["ends"])})
        for cell, number in things.get("lying", {}).items():
            x, y = map(int, cell.split(","))
            found.append({"kind": "ingot", "x": x, "y": y, "at": [x + 0.83, y + 0.9], "n": number})
    return found


def holds(shown: Mapping[str, Any], seat: int) -> list[dict[str, Any]]:
    """What lies before a player: goods, ingots, floors, a special piece, prisoners, the King ..."""
    found: list[dict[str, Any]] = []
    for things in shown["modules"].values():
        for name, value in things.items():
            if isinstance(value, Mapping) and value.get("holder") == seat:
                found.append({"thing": name, "n": value["record"]})
            elif isinstance(value, Mapping) and "seats" in value:
                found += _held(name, value["seats"][seat])
    for figure in shown["figures"]:
        if figure.get("place") == "captive" and figure["index"] == seat:
            found.append({"thing": "captive", "of": figure["kind"], "seat": figure["seat"]})
    return found


def _held(name: str, value: object) -> list[dict[str, Any]]:
    if isinstance(value, bool) or value is None:
        return []
    if isinstance(value, int):
        return [{"thing": name, "n": value}]
    if isinstance(value, str):
        return [{"thing": name, "of": value}]
    if isinstance(value, Mapping):
        return [{"thing": thing, "n": number} for thing, number in value.items() if number]
    return []


# -- updates --------------------------------------------------------------------------------------------------------------

GROWING = ("board", "ledger", "log")  # lists to which an update only adds


def update(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """What has changed between two views: whole values by their key, and what was added to the growing lists."""
    changed: dict[str, Any] = {}
    added: dict[str, Any] = {}
    for key, value in new.items():
        before = old.get(key)
        if before == value:
            continue
        if key in GROWING and before is not None and value[: len(before)] == before:
            added[key] = value[len(before) :]
        else:
            changed[key] = value
    return {"seq": new["seq"], "set": changed, "append": added}
