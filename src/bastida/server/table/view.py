"""What a seat, or a spectator, may know of a table: view version 3, built up from nothing.

Only what is named here is ever sent. What is known of the game comes from ``bastida.table.view``; here is added what only a
table has: seats, clocks, log, offers, points to draw at, and sentences. Documents and the TypeScript types of the page come
from ``http.view_models.View``, and a test holds every view against it.
"""

# Long: all that is ever sent of a table; whoever looks for a leak reads one file.

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from bastida.kernel.answers import Cell, Option, Segment
from bastida.kernel.ledger import Entry
from bastida.kernel.names import segment_on
from bastida.kernel.shelf import bounded
from bastida.language.sentences import (
    arithmetic,
    doer,
    entry_sentence,
    explanation,
    move_sentence,
    option_words,
    question,
    seat_letters,
)
from bastida.language.texts import Texts, texts
from bastida.rulebook import lessons
from bastida.rulebook.guide import components, guide
from bastida.server.table.places import Places, Spots, cells_of, middle, picture_of
from bastida.server.table.referee import may_undo
from bastida.server.table.state import AT_ONCE, COMPUTER, Note, Table
from bastida.table.features import dead_cells
from bastida.table.game import Decision, Game
from bastida.table.rulings import unusual_rulings
from bastida.table.setup import Setup
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
Waits = Mapping[int, float]  # seconds by seat
NOBODY: Waits = {}
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
        self._players, self._timing = table.setup.players, table.timing
        self._log: list[tuple[Note, str, str]] = []  # told of a player, and to the player himself
        self._ledger: list[tuple[Entry, str, str]] = []
        self._board: list[tuple[int, str]] = []  # with the events that laid them
        self._ending: str | None = None

    def view(self, seats: Collection[int], connected: Collection[int], now: float, waits: Waits = NOBODY) -> dict[str, Any]:
        """The table for somebody who has these seats; nobody's for a spectator."""
        view: dict[str, Any] = json.loads(self.told(seats, connected, now, waits).text())
        return view

    def told(
        self,
        seats: Collection[int],
        connected: Collection[int],
        now: float,
        waits: Waits = NOBODY,
        unheard: Collection[str] = (),
    ) -> Told:
        """The same in JSON. ``unheard`` are members whose chat the reader does not want to see."""
        return self.personal(self.public(connected, now, waits), seats, unheard)

    def personal(self, public: Told, seats: Collection[int], unheard: Collection[str] = ()) -> Told:
        """A public view with what only these seats may see: the answers they may give, and whom they have muted.

        Whoever has one seat is spoken to; where several people look at one screen, each has a name.
        """
        reader = self.reader(seats)
        mine = {"you": encoded(sorted(seats))}
        asked = self._asked()
        if asked is not None:
            assert self._places is not None
            may = asked.seat in seats and not self.table.seats[asked.seat or 0].resigned
            options = self.options(self._places) if may else "[]"
            words = encoded(self.question(asked, may, reader))
            mine["decision"] = f'{public.values["decision"][:-1]},"question":{words},"options":{options}}}'
        mine["muted"] = encoded(sorted(self.table.unheard_by(seats, unheard)))
        if reader is None:
            return Told(public.values | mine, public.lines)
        if self.table.offers:
            mine["offers"] = encoded([self.offer(offer.number, reader) for offer in self.table.offers.values()])
        lines = {
            "ledger": [to if entry.seat == reader else of for entry, of, to in self._ledger],
            "log": [to if note.seat == reader else of for note, of, to in self._log],
        }
        return Told(public.values | mine, public.lines | lines)

    def reader(self, seats: Collection[int]) -> int | None:
        """The one seat of whoever reads; None if there are more, or none."""
        playing = [seat for seat in seats if self.table.seats[seat].computer is None and not self.table.seats[seat].resigned]
        own = playing or list(seats)
        return own[0] if len(own) == 1 else None

    def public(self, connected: Collection[int], now: float, waits: Waits = NOBODY) -> Told:
        """What everybody sees, without the answers that may be given.

        ``waits``: in how many seconds the others may go on without seats that are away.
        """
        table, phrases = self.table, self.phrases
        if table.timing != self._timing:  # agreed on since
            self._timing, self._fixed = table.timing, self.fixed()
        if table.setup.players != self._players:  # somebody sat down under another name
            self._players = table.setup.players
            self._log.clear()
            self._ledger.clear()
            self._ending = None
        game = table.seen
        shown = table_shown(game)
        places = self._places = Places(game, shown, self._spots)
        aids = table.config["aids"]
        over = table.outcome is not None
        last = over or table.held is not None  # no tile comes any more
        values = {
            **shown,
            **self.turn(),
            "seq": table.seq,
            "status": table.status,
            "players": self.players(shown["players"], connected, now, waits),
            "decision": self.decision(),
            "figures": places.figures,
            "pieces": places.pieces(),
            "piles": shown["piles"] if aids["remaining"] else [_closed(pile) for pile in shown["piles"]],
            "track": [{**piece, "label": self.on_track(piece)} for piece in shown["track"]],
            "beside": [{"picture": picture, "label": phrases.word(picture)} for picture in shown["beside"]],
            "dead": [list(cell) for cell in dead_cells(game.engine)] if aids["dead"] and not last else [],
            "projected": list(game.projected().values()) if aids["projected"] and not over else None,
            "expected": self.expected() if aids["hints"] and not last else [],
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
            "game": game_told(self.phrases, table),
            "theme": setup.box.theme,
            "person": setup.box.person,
            "scorers": [setup.box.person, *table.game.engine.rules.scorer_names[1:]],
            "settings": {
                "aids": config["aids"],
                "clock": self.table.timing,
                "undo": config["undo"],
                "draw": config.get("draw", AT_ONCE),
                "pace": table.pace,
                "rated": table.rated,
                "duplicate": table.duplicate,
                "listed": config.get("listed", False),
                "watch": config.get("watch", False),
                "tournament": config.get("tournament", {}).get("id"),
            },
        }
        return {key: encoded(value) for key, value in values.items()}

    # -- parts ---------------------------------------------------------------------------------------------------------

    def players(
        self, shown: Sequence[Mapping[str, Any]], connected: Collection[int], now: float, waits: Waits
    ) -> list[dict[str, Any]]:
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
                "member": seat.member,
                "bot": seat.bot,
                "connected": seat.computer is not None or number in connected,
                "stand_in_ms": round(waits[number] * 1000) if number in waits else None,
                "resigned": seat.resigned,
                "holds": [{**thing, "label": self.held(thing)} for thing in player["holds"]],
                "clock_ms": max(0, clock.left(number, now, table.pauses)) if clock is not None else None,
                "clock_running": clock is not None and clock.running == number,
            }
            for number, (seat, player) in enumerate(zip(table.seats, shown, strict=True))
        ]

    def expected(self) -> list[dict[str, Any]]:
        """What the computers expected when they answered last: a hint, for it tells what the best answers would bring."""
        phrases, found = self.phrases, []
        for seat, told in sorted(self.table.expects.items()):
            points = round(told.margin)
            key = "table.expects_ahead" if points > 0 else "table.expects_behind" if points < 0 else "table.expects_level"
            chance = round(100 * told.chance)
            sentence = phrases(key, points=phrases.count(abs(points), "point"), chance=chance)
            found.append({"seat": seat, "margin": told.margin, "chance": told.chance, "sentence": sentence})
        return found

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
        options = table.game.options()
        return {
            **decision_shown(asked),
            "module": module.name,
            "clause": module.prefix,
            "optional": any(option.declines for option in options),
            "help": self.help(asked, options),
        }

    def help(self, asked: Decision, options: Sequence[Option]) -> dict[str, Any]:
        """What is behind a question: two lines, a picture, and the component whose rules and lesson say more."""
        edition, module = self.table.setup.edition, asked.module
        known = components()
        id = next((id for id in (self.phrases.folder_of(module), module) if id in known), edition)
        text = explanation(self.phrases, asked.kind, module) or guide(self.phrases.language, edition)[id].short
        placing = isinstance(options[0].target, Cell)  # the tile itself is seen
        drawn = None if placing else next((name for option in options if (name := picture_of(option))), None)
        picture = drawn or next(iter(known[id].figures), None)
        tile = None if picture else next(iter(known[id].tiles), None)
        return {"text": text, "component": id, "picture": picture, "tile": tile}

    def question(self, asked: Decision, may: bool, reader: int | None) -> str:
        """What is asked, said to whoever may answer; for others, who is waited for."""
        seat = self.table.seats[asked.seat or 0]
        if seat.computer is not None:
            return self.phrases("table.thinking" if seat.kind == COMPUTER else "table.thinking_for", player=asked.player)
        if not may:
            return self.phrases("table.waiting_for", player=asked.player)
        return question(self.phrases, asked.kind, asked.module, "" if asked.seat == reader else asked.player)

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
                words = option_words(self.phrases, option, players, where=False)
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

    def offer(self, number: int, reader: int | None = None) -> dict[str, Any]:
        offer = self.table.offers[number]
        key = f"table.offered_{offer.kind}" if offer.seat == reader else f"table.offer_{offer.kind}"
        return {
            "number": number,
            "seat": offer.seat,
            "kind": offer.kind,
            "accepted": sorted(offer.accepted),
            "sentence": self.phrases(
                key, player=self.table.setup.players[offer.seat], days=self.phrases.count(offer.days, "day")
            ),
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
        for entry in entries[same:]:
            kept.append((entry, encoded(self.scored(entry)), encoded(self.scored(entry, to_you=True))))
        return [line for _, line, _ in kept]

    def scored(self, entry: Entry, to_you: bool = False) -> dict[str, Any]:
        """A line of the ledger, told of whoever scored or to that player."""
        return self.scored_at(entry, segment_on(self.table.seen.engine, entry.node) if entry.node >= 0 else None, to_you)

    def scored_at(self, entry: Entry, place: Segment | None, to_you: bool = False) -> dict[str, Any]:
        """The same, if it is known where it was."""
        player = "" if to_you else self.table.setup.players[entry.seat]
        return {
            **entry_shown(entry),
            "region": None if place is None else {"x": place.x, "y": place.y, "segment": place.name},
            "sentence": entry_sentence(self.phrases, entry, player, where=False),
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
        kept += [(note, self._noted(note), self._noted(note, to_you=True)) for note in notes[same:]]
        return [line for _, line, _ in kept]

    def _noted(self, note: Note, to_you: bool = False) -> str:
        return encoded(
            {
                "seq": note.seq,
                "seat": note.seat,
                "kind": note.kind,
                "sentence": sentence(self.phrases, note, self.table, to_you),
                "clause": note.entry.clause if note.entry is not None else "",
                "tile": note.tile if note.kind == "unplaceable" else "",
                "cells": cells(note),
                "line": note.values.get("line"),
            }
        )


@bounded(8192)
def _laying(language: str, option: Option) -> str:
    """The answer that lays a tile on a cell: the same at every table, and most of all answers there are."""
    assert isinstance(option.target, Cell)
    words = option_words(texts(language), option, (), where=False)
    tapped = {"at": middle(option.target.x, option.target.y), "space": None, "picture": None, "removes": False, "lying": False}
    return encoded({**option_shown(option), "sentence": words, **tapped})


def sentence(phrases: Texts, note: Note, table: Table, to_you: bool = False) -> str:
    """A line of the log in words, told of whoever did it or to that player. The board shows where."""
    players: Sequence[str] = table.setup.players
    player = "" if note.seat is None or to_you else players[note.seat]
    if note.entry is not None:
        return entry_sentence(phrases, note.entry, player, where=False)
    if note.kind == "unplaceable":
        return phrases("table.unplaceable")
    if note.kind == "chance" and note.option is not None:
        result = option_words(phrases, note.option, players, where=False)
        return phrases("play.chance", what=phrases.word(note.values["what"]), result=result)
    if note.option is not None:
        return move_sentence(phrases, note.option, player, note.tile, players, where=False)
    if note.values.get("times", 1) > 1:
        return phrases("table.undos", player=doer(phrases, player), times=note.values["times"])
    days = phrases.count(note.values.get("days", 0), "day")
    offer = phrases(f"table.kind_{note.values['offer']}", days=days) if "offer" in note.values else ""
    return phrases(f"table.{note.kind}", player=doer(phrases, player), offer=offer, days=days)


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
    still = set(standing(game.engine))
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


def game_told(phrases: Texts, table: Table) -> dict[str, Any]:
    """What is played, in words too."""
    return {
        **game_shown(table.setup),
        "rulings": [asdict(ruling) for ruling in unusual_rulings(phrases, table.setup)],
        "preset": table.config["preset"],
        "name": game_name(phrases, table),
    }


def game_name(phrases: Texts, table: Table) -> str:
    return name_of(phrases, table.setup, table.config["preset"])


def name_of(phrases: Texts, setup: Setup, preset: str | None) -> str:
    """What a game is called: as ready-made, else by its box."""
    games = setup.games
    ready = games.presets.get(preset or "")
    return phrases.name(games.editions[setup.edition].names if ready is None else ready.names)


def parts_of(phrases: Texts, setup: Setup) -> list[str]:
    """The expansions that are played, whole or in part, by their names."""
    games, elements = setup.games, set(setup.elements)
    return [
        phrases.name(expansion.names, expansion.id)
        for expansion in games.expansions.values()
        if expansion.tiles in setup.sets or not elements.isdisjoint(expansion.elements)
    ]


def _closed(pile: Mapping[str, Any]) -> dict[str, Any]:
    """A pile of which only its size is told."""
    return {"name": pile["name"], "tiles": pile["tiles"], "turns": pile["turns"], "left": pile["left"]}


def _listed(lines: Sequence[str]) -> str:
    return f"[{','.join(lines)}]"
