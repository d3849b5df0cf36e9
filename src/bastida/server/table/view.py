"""What a seat, or a spectator, may know of a table: view version 3, built up from nothing.

Only what is named here is ever sent. What is known of the game comes from ``bastida.table.view``; here is added what only a
table has: seats, clocks, log, offers, points to draw at, and sentences. Documents and the TypeScript types of the page come
from ``models.View``, and a test holds every view against it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from bastida.kernel.answers import Cell, Option
from bastida.kernel.ledger import Entry
from bastida.kernel.names import segment_on
from bastida.kernel.shelf import bounded
from bastida.language.sentences import arithmetic, entry_sentence, move_sentence, option_words, question, seat_letters
from bastida.language.texts import Texts, texts
from bastida.rulebook import lessons
from bastida.server.table.places import Places, Spots, cells_of, middle
from bastida.server.table.referee import may_undo
from bastida.server.table.state import AT_ONCE, Note, Table
from bastida.table.features import dead_cells
from bastida.table.game import Decision, Game
from bastida.table.rulings import unusual_rulings
from bastida.table.view import (
    decision_shown,
    entry_shown,
    game_shown,
    option_shown,
    standing,
    table_shown,
    tiles_shown,
    track_shown,
)

VERSION = 3
encoded = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Told:
    """A view in JSON, value by value; the lists that only grow line by line, so that what was told is not told again."""

    def __init__(self, values: dict[str, str], lines: dict[str, list[str]]) -> None:
        self.values, self.lines = values, lines

    def text(self) -> str:
        """The whole view."""
        values = [f'"{key}":{value}' for key, value in self.values.items()]
        return "{" + ",".join([*values, *(f'"{key}":{_listed(lines)}' for key, lines in self.lines.items())]) + "}"

    def since(self, before: Told) -> str:
        """What has changed: whole values by their key, and what was added to the growing lists.

        If something was taken back, ``keep`` says how many lines of such a list stay before what is added.
        """
        changed = [f'"{key}":{value}' for key, value in self.values.items() if before.values[key] != value]
        added, kept = [], []
        for key, lines in self.lines.items():
            old = before.lines[key]
            same = len(old)
            if lines[:same] != old:
                both = min(len(old), len(lines))
                same = next((at for at in range(both) if old[at] != lines[at]), both)
                kept.append(f'"{key}":{same}')
            if len(lines) > same or same < len(old):
                added.append(f'"{key}":{_listed(lines[same:])}')
        parts = {"set": changed, "append": added, "keep": kept}
        told = ",".join(f'"{name}":{{{",".join(part)}}}' for name, part in parts.items())
        return f'{{"seq":{self.values["seq"]},{told}}}'


class Teller:
    """Views of one table in one language. Tiles and lines of log and ledger are put into words once and kept."""

    def __init__(self, table: Table, language: str) -> None:
        self.table = table
        self.phrases = table.setup.texts(language)
        self._places: Places | None = None  # of the position of the last view
        self._spots: Spots = {}
        self._fixed = self.fixed()
        self._players = table.setup.players
        self._log: list[tuple[Note, str]] = []
        self._ledger: list[tuple[Entry, str]] = []
        self._board: list[tuple[int, str]] = []  # with the events that laid them
        self._ending: str | None = None

    def view(self, seats: Collection[int], connected: Collection[int], now: float) -> dict[str, Any]:
        """The table for somebody who has these seats; nobody's for a spectator."""
        view: dict[str, Any] = json.loads(self.told(seats, connected, now).text())
        return view

    def told(self, seats: Collection[int], connected: Collection[int], now: float) -> Told:
        """The same in JSON."""
        return self.personal(self.public(connected, now), seats)

    def personal(self, public: Told, seats: Collection[int]) -> Told:
        """A public view with what only these seats may see: the answers they may give, and whom they have muted."""
        mine = {"you": encoded(sorted(seats))}
        asked = self._asked()
        if asked is not None and asked.seat in seats and not self.table.seats[asked.seat or 0].resigned:
            assert self._places is not None
            mine["decision"] = f'{public.values["decision"][:-1]},"options":{self.options(self._places)}}}'
        elif asked is not None:
            mine["decision"] = f'{public.values["decision"][:-1]},"options":[]}}'
        mine["muted"] = encoded(sorted({muted for seat in seats for muted in self.table.mutes.get(seat, ())}))
        return Told(public.values | mine, public.lines)

    def public(self, connected: Collection[int], now: float) -> Told:
        """What everybody sees, without the answers that may be given."""
        table, phrases = self.table, self.phrases
        if table.setup.players != self._players:  # somebody sat down under another name
            self._players = table.setup.players
            self._log.clear()
            self._ledger.clear()
        game = table.seen
        shown = table_shown(game)
        places = self._places = Places(game, shown, self._spots)
        aids = table.config["aids"]
        over = table.outcome is not None
        values = {
            **shown,
            **self.turn(),
            "seq": table.seq,
            "status": table.status,
            "players": self.players(shown["players"], connected, now),
            "decision": self.decision(),
            "figures": places.figures,
            "pieces": places.pieces(),
            "piles": shown["piles"] if aids["remaining"] else [_closed(pile) for pile in shown["piles"]],
            "track": [{**piece, "label": self.on_track(piece)} for piece in shown["track"]],
            "beside": [{"picture": picture, "label": phrases.word(picture)} for picture in shown["beside"]],
            "dead": [list(cell) for cell in dead_cells(game.engine)] if aids["dead"] and not over else [],
            "projected": list(game.projected().values()) if aids["projected"] and not over else None,
            "over": over,
            "winners": table.outcome["winners"] if table.outcome else [],
            "outcome": table.outcome,
            "undo": may_undo(table),
            "waits_done": self.waits_done(now),
            "rematch": table.rematch,
            "offers": [self.offer(offer.number) for offer in table.offers.values()],
            "lesson": self.lesson(),
        }
        lines = {"board": self.board(), "ledger": self.ledger(), "log": self.log()}
        told = {key: encoded(value) for key, value in values.items() if key not in self._fixed}
        return Told(self._fixed | told | {"ending": self.ending()}, lines)

    def fixed(self) -> dict[str, str]:
        """What is true of a table from the beginning to the end."""
        table, config, setup = self.table, self.table.config, self.table.setup
        values = {
            "version": VERSION,
            "table": table.id,
            "game": {
                **game_shown(setup),
                "rulings": [asdict(ruling) for ruling in unusual_rulings(self.phrases, setup)],
                "preset": config["preset"],
                "name": game_name(self.phrases, table),
            },
            "theme": setup.box.theme,
            "person": setup.box.person,
            "scorers": [setup.box.person, *table.game.engine.rules.scorer_names[1:]],
            "settings": {
                "aids": config["aids"],
                "clock": config["clock"],
                "undo": config["undo"],
                "draw": config.get("draw", AT_ONCE),
                "duplicate": table.duplicate,
            },
        }
        return {key: encoded(value) for key, value in values.items()}

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

    def _asked(self) -> Decision | None:
        """The question of a player that is open now."""
        asked = self.table.game.decision
        return None if asked is None or asked.seat is None or self.table.outcome is not None else asked

    def decision(self) -> dict[str, Any] | None:
        table, asked = self.table, self._asked()
        if asked is None:
            return None
        _, base, *others = table.game.engine.rules.modules
        module = next((other for other in others if other.name == asked.module), base)
        return {
            **decision_shown(asked),
            "module": module.name,
            "clause": module.prefix,
            "question": question(self.phrases, asked.kind, asked.module, asked.player),
            "optional": any(option.declines for option in table.game.options()),
        }

    def board(self) -> list[str]:
        """The tiles with the events that laid them. What has been told stays the same, unless it was taken back."""
        kept, laid = self._board, self.table.laid
        while kept and (len(kept) > len(laid) or kept[-1][0] != laid[len(kept) - 1]):
            kept.pop()
        first = len(kept)
        new = tiles_shown(self.table.game.engine, first)
        kept += [(seq, encoded({**tile, "seq": seq})) for tile, seq in zip(new, laid[first:], strict=True)]
        return [line for _, line in kept]

    def options(self, places: Places) -> str:
        """Every answer: its value, its meaning in words, and where it is tapped."""
        players, language = self.table.setup.players, self.phrases.language
        found = []
        for option in self.table.game.options():
            if isinstance(option.target, Cell) and not option.module:
                found.append(_laying(language, option))
            else:
                words = option_words(self.phrases, option, players)
                found.append(encoded({**option_shown(option), "sentence": words, **places.of(option)}))
        return _listed(found)

    def turn(self) -> dict[str, Any]:
        """While a turn is not done it is still that turn, though the rules have gone on to the next."""
        steps = self.table.game.steps
        if self.table.unsaid is None or not steps:
            return {}
        active = next((step.seat for step in reversed(steps) if step.kind == "tile"), steps[-1].seat)
        return {"turn": steps[-1].turn, "part": steps[-1].part, "active": active}

    def waits_done(self, now: float) -> dict[str, Any] | None:
        """Whose turn was played and is not done, and for how long yet."""
        seat, at = self.table.waits, self.table.deals_at
        if seat is None or self.table.unsaid is None:
            return None
        return {"seat": seat, "left_ms": None if at is None else max(0, round((at - now) * 1000))}

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

    def lesson(self) -> dict[str, Any] | None:
        """How a lesson goes, and what may be shown to whoever asks for it."""
        table = self.table
        if table.lesson is None:
            return None
        standing = lessons.standing(table.lesson, table.game)
        if standing == lessons.OPEN and table.outcome is not None:
            standing = lessons.MISSED
        return {"standing": standing, "suggested": lessons.suggested(table.lesson, table.game)}

    def ledger(self) -> list[str]:
        entries, kept = self.table.seen.ledger, self._ledger
        same = 0
        while same < min(len(entries), len(kept)) and kept[same][0] is entries[same]:
            same += 1
        del kept[same:]
        kept += [(entry, encoded(self.scored(entry))) for entry in entries[same:]]
        return [line for _, line in kept]

    def scored(self, entry: Entry) -> dict[str, Any]:
        """A line of the ledger."""
        place = segment_on(self.table.seen.engine, entry.node) if entry.node >= 0 else None
        return {
            **entry_shown(entry),
            "region": None if place is None else {"x": place.x, "y": place.y, "segment": place.name},
            "sentence": entry_sentence(self.phrases, entry, self.table.setup.players[entry.seat]),
            "arithmetic": arithmetic(self.phrases, entry),
        }

    def ending(self) -> str:
        """The table before its final scoring, and how it changes with each line of it; put together once."""
        if self.table.outcome is None:
            return "null"
        if self._ending is None:
            self._ending = encoded(ending_of(self.table.seen, self._spots))
        return self._ending

    def log(self) -> list[str]:
        notes, kept = self.table.log, self._log
        same = 0
        while same < min(len(notes), len(kept)) and kept[same][0] is notes[same]:
            same += 1
        del kept[same:]
        kept += [(note, encoded(self._noted(note))) for note in notes[same:]]
        return [line for _, line in kept]

    def _noted(self, note: Note) -> dict[str, Any]:
        return {
            "seq": note.seq,
            "seat": note.seat,
            "kind": note.kind,
            "sentence": sentence(self.phrases, note, self.table),
            "cells": cells(note),
            "line": note.values.get("line"),
        }


@bounded(8192)
def _laying(language: str, option: Option) -> str:
    """The answer that lays a tile on a cell: the same at every table, and most of all answers there are."""
    assert isinstance(option.target, Cell)
    words = option_words(texts(language), option, ())
    tapped = {"at": middle(option.target.x, option.target.y), "picture": None, "removes": False, "lying": False}
    return encoded({**option_shown(option), "sentence": words, **tapped})


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


def ending_of(game: Game, spots: Spots) -> dict[str, Any] | None:
    """The table of a game that is over before the final scoring, and what each line of that changes."""
    before = game.before_end()
    final = [(line, entry) for line, entry in enumerate(game.ledger) if entry.final]
    if before is None or not final:
        return None
    shown = table_shown(before)
    leaves: dict[int, int] = {}  # by figure: the line before which it was last on the table
    for line, entry in final:
        leaves |= dict.fromkeys(entry.standing, line)
    still = {number for number in standing(game.engine)}
    figures = zip(standing(before.engine), Places(before, shown, spots).figures, strict=True)
    lying = game.setup.box.lying_laps
    return {
        "players": [{key: player[key] for key in ("points", "track", "supply")} for player in shown["players"]],
        "figures": [
            {**figure, "leaves": None if number in still else leaves.get(number, final[0][0] - 1)} for number, figure in figures
        ],
        "lines": [
            {
                "line": line,
                "points": sum(entry.totals),
                "track": [track_shown(total, lying) for total in entry.totals[: len(shown["players"][entry.seat]["track"])]],
            }
            for line, entry in final
        ],
    }


def game_name(phrases: Texts, table: Table) -> str:
    games, preset = table.setup.games, table.config["preset"]
    return phrases.name(games.presets[preset].names if preset in games.presets else games.editions[table.setup.edition].names)


def _closed(pile: Mapping[str, Any]) -> dict[str, Any]:
    """A pile of which only its size is told."""
    return {"name": pile["name"], "tiles": pile["tiles"], "left": pile["left"]}


def _listed(lines: Sequence[str]) -> str:
    return f"[{','.join(lines)}]"
