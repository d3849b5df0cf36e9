"""What one seat may know of a game, built up from nothing: only what is named here is ever shown.

No module of these games gives a player a secret, so seats differ only in who is asked; what is hidden from everybody
is the order of what is still to come, and the state does not hold it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bastida.kernel import names
from bastida.kernel.answers import Option
from bastida.kernel.engine import Engine
from bastida.kernel.ledger import Entry
from bastida.kernel.rules import Rules
from bastida.kernel.shown import Held, OnBoard, Shown
from bastida.table.scoreboard import on_track

if TYPE_CHECKING:
    from bastida.table.game import Decision, Game
    from bastida.table.setup import Setup

VERSION = 2


def view_of(game: Game, seat: int | None) -> dict[str, Any]:
    """The game as a seat sees it (None: a spectator), in plain lists, dicts, texts and numbers."""
    decision = game.decision
    asked: dict[str, Any] | None = None
    if decision is not None:
        asked = {**decision_shown(decision), "options": []}
        if decision.seat is not None and decision.seat == seat:
            asked["options"] = [option_shown(option) for option in game.options()]
    return {
        "version": VERSION,
        "you": seat,
        **position_shown(game),
        "decision": asked,
        "ledger": [entry_shown(entry) for entry in game.ledger],
    }


def position_shown(game: Game) -> dict[str, Any]:
    """What everybody sees of a game, without the question and without what has been scored so far."""
    return {**table_shown(game), "board": tiles_shown(game.engine)}


def tiles_shown(engine: Engine, first: int = 0) -> list[dict[str, Any]]:
    """The tiles on the table in the order they were laid, or those from one on."""
    return [_tile(engine, slot) for slot in range(first, engine.board.tiles)]


def table_shown(game: Game) -> dict[str, Any]:
    """A position but for its tiles, which only ever become more."""
    engine, setup, shown = game.engine, game.setup, things(game.engine)
    return {
        "game": game_shown(setup),
        "turn": game.turn,
        "part": int(engine.part),
        "active": game.seat,
        "players": [_player(game, number, shown) for number in range(setup.seats)],
        "tile": game.tile,
        "figures": [_figure(engine, number) for number in standing(engine)],
        "piles": [_pile(engine, number) for number in range(len(engine.rules.pile_names))],
        "pieces": [piece_shown(piece) for piece in shown.board],
        "track": [{"space": piece.space, "picture": piece.picture, "owner": piece.owner} for piece in shown.track],
        "beside": [thing.picture for thing in shown.beside],
        "over": game.over,
        "winners": game.winners(),
    }


def game_shown(setup: Setup) -> dict[str, Any]:
    """What is played."""
    return {
        "family": setup.family,
        "edition": setup.edition,
        "sets": list(setup.sets),
        "elements": list(setup.elements),
        "switches": setup.unusual,
    }


def decision_shown(decision: Decision) -> dict[str, Any]:
    """Who is asked what."""
    return {"seat": decision.seat, "kind": decision.kind, "module": decision.module}


def things(engine: Engine) -> Shown:
    """What the modules of a game show, in their order."""
    shown = Shown()
    for module in engine.rules.modules:
        module.shown(engine, shown)
    return shown


def option_shown(option: Option) -> dict[str, Any]:
    """An answer in plain words and numbers: its notation, and its value part by part."""
    target = option.target
    place = dict(zip(type(target).__match_args__, target.key(), strict=True))
    return {
        "text": option.text,
        "verb": option.verb,
        "figure": option.figure,
        "target": {"type": type(target).__name__.casefold(), **place},
        "detail": option.detail,
        "declines": option.declines,
        "module": option.module,
    }


def piece_shown(piece: OnBoard) -> dict[str, Any]:
    return {
        "picture": piece.picture,
        "x": piece.x,
        "y": piece.y,
        "number": piece.number,
        "ends": list(piece.ends),
        "closed": piece.closed,
    }


def _held(thing: Held) -> dict[str, Any]:
    return {"picture": thing.picture, "number": thing.number, "owner": thing.owner, "record": thing.record}


def _player(game: Game, seat: int, shown: Shown) -> dict[str, Any]:
    engine, rules = game.engine, game.engine.rules
    scorers = int(rules.figures_per_seat) - shown.gone.count(seat)
    totals = [int(engine.points[seat * 2 + figure]) for figure in range(scorers)]
    return {
        "name": game.setup.players[seat],
        "colour": game.setup.colours[seat],
        "points": int(engine.score_of(seat)),
        "track": [track_shown(total, game.setup.box.lying_laps) for total in totals],
        "supply": {
            name: int(engine.figures.available(seat, kind))
            for kind, name in enumerate(rules.figure_names)
            if rules.issued[seat * rules.figure_kinds + kind]
        },
        "holds": [_held(thing) for thing in shown.held if thing.seat == seat],
    }


def track_shown(points: int, lying_laps: bool) -> dict[str, Any]:
    """A scoring figure on the scoreboard; only ransom can take it below 0, where it waits on space 0."""
    shown = on_track(max(points, 0), lying_laps)
    return {
        "points": points,
        "space": shown.space,
        "laps": shown.laps,
        "lying": shown.lying,
        "tokens": list(shown.tokens),
    }


def _tile(engine: Engine, slot: int) -> dict[str, Any]:
    board = engine.board
    cell = board.tile_cell[slot]
    return {
        "tile": engine.rules.tiles[board.kind(slot)].id,
        "x": int(board.x(cell)),
        "y": int(board.y(cell)),
        "turns": int(board.turns(slot)),
    }


def standing(engine: Engine) -> list[int]:
    """The figures outside the supply, in the order in which they are shown."""
    return [figure for figure in range(engine.rules.figure_total) if engine.figures.place[figure] >= 0]


def _figure(engine: Engine, figure: int) -> dict[str, Any]:
    rules, figures = engine.rules, engine.figures
    seat = int(rules.figure_seat[figure])
    shown: dict[str, Any] = {
        "seat": seat if seat < rules.seats else None,
        "kind": rules.figure_names[rules.figure_kind[figure]],
    }
    node = figures.node(figure)
    if node >= 0:
        where, kind = engine.regions.kind(node), rules.figure_kind[figure]
        slot = engine.regions.slot[node]
        cell = engine.board.tile_cell[slot]
        shown |= {
            "x": int(engine.board.x(cell)),
            "y": int(engine.board.y(cell)),
            "segment": names.segment_name(engine, slot, node - engine.board.tile_node[slot]),
            **_bearing(rules, kind, where),
        }
    else:
        shown |= {"place": rules.area_names[int(figures.place_word(figure))], "index": int(figures.place_index(figure))}
    return shown


def lies(rules: Rules, figure: str, segment: str) -> bool:
    """Would a figure of this kind lie on this kind of segment?"""
    return bool(_bearing(rules, rules.figure_names.index(figure), rules.segment_names.index(segment))["lying"])


def _bearing(rules: Rules, kind: int, where: int) -> dict[str, Any]:
    """What a figure is on a kind of segment, and whether it lies there; one that may not be a follower there is nobody."""
    follower = bool(rules.follower[kind] and rules.places[kind] >> where & 1)
    segment = rules.segment_names[where]
    return {
        "role": rules.roles.get(segment, "") if follower else "",
        "lying": follower and segment == rules.ground,  # BASE-39, HG-27
    }


def _pile(engine: Engine, pile: int) -> dict[str, Any]:
    rules, piles = engine.rules, engine.piles
    pieces, row = rules.pile_pieces[pile], rules.pile_row[pile]
    start, tiles = pile * rules.tail_room, {tile.id for tile in rules.tiles}
    return {
        "name": rules.pile_names[pile],
        "tiles": all(piece in tiles for piece in pieces),
        "turns": pile in rules.stock,
        "left": int(piles.size(pile)),
        "mixed": {
            piece: int(piles.remaining[row + number]) for number, piece in enumerate(pieces) if piles.remaining[row + number]
        },
        "below": [pieces[piles.tail[start + place]] for place in range(piles.tail_size[pile])],
        "box": {piece: int(piles.box[row + number]) for number, piece in enumerate(pieces) if piles.box[row + number]},
    }


def entry_shown(entry: Entry) -> dict[str, Any]:
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
    }
