"""A game as plain values, to go to another process and be the same game there; and two games compared.

This is for processes that run the same Bastida, not for keeping: what is kept is a record.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from bastida.kernel.engine import Engine
from bastida.kernel.ledger import Entry, Note
from bastida.kernel.native import i64, vec
from bastida.kernel.rules import Rules
from bastida.table.dealer import Dealer
from bastida.table.session import Session, Snapshot, Step
from bastida.table.setup import Setup

Numbers = dict[str, int | list[int]]  # an engine: its own numbers, and those of its parts as ``board.at``

PARTS: Final = ("board", "regions", "figures", "piles")
SHARED: Final = frozenset({"rules", "recorder", "choices", "listed", "bill", "spent"})  # no state of the game


@dataclass(frozen=True)
class Packed:
    """All there is to a game. Positions that follow from the answers are left out."""

    setup: Setup
    dealer: Dealer | None
    steps: list[Step]
    dealt: dict[str, int]
    engine: Numbers
    entries: list[Entry]
    notes: dict[int, Note]
    ending: Numbers | None
    by_hand: dict[int, tuple[Numbers, int, dict[int, Note]]]  # where somebody has put it, by the number of answers before


def pack(game: Session) -> Packed:
    recorder = game._recorder
    kept = {at: snapshot for at, snapshot in game._snapshots.items() if snapshot.by_hand}
    return Packed(
        game.setup,
        game.dealer,
        game.steps,
        game._dealt,
        numbers(game.engine),
        recorder.entries,
        recorder.notes,
        None if recorder.ending is None else numbers(recorder.ending),
        {at: (numbers(snapshot.engine), snapshot.entries, snapshot.notes) for at, snapshot in kept.items()},
    )


def unpack(packed: Packed, game: Session) -> None:
    """Make a game of the same set-up, fresh and without a dealer, the packed one."""
    rules, recorder = game.engine.rules, game._recorder
    game.dealer = packed.dealer
    game.steps = packed.steps
    game._dealt = packed.dealt
    game._engine = engine_of(rules, packed.engine)
    game._engine.recorder = recorder
    game._options = None
    recorder.entries = packed.entries
    recorder.notes = packed.notes
    recorder.ending = None if packed.ending is None else engine_of(rules, packed.ending)
    for at, (engine, entries, notes) in packed.by_hand.items():
        game._snapshots[at] = Snapshot(engine_of(rules, engine), entries, notes, True)


def same(a: Session, b: Session) -> bool:
    """Do both stand at the same position?"""
    return numbers(a.engine) == numbers(b.engine)


def numbers(engine: Engine) -> Numbers:
    """The whole state of an engine, found by looking, so that nothing can be forgotten."""
    found = _numbers("", engine)
    for part in PARTS:
        found |= _numbers(f"{part}.", getattr(engine, part))
    return found


def _numbers(prefix: str, part: object) -> Numbers:
    found: Numbers = {}
    for name in dir(part):
        if name.startswith("_") or name in SHARED or (not prefix and name in PARTS):
            continue
        value: Any = getattr(part, name)
        if not callable(value):
            found[prefix + name] = value if isinstance(value, int) else list(value)
    return found


def engine_of(rules: Rules, found: Numbers) -> Engine:
    """The engine with this state."""
    engine = Engine(rules)
    for name, value in found.items():
        part, dot, own = name.partition(".")
        owner, key = (getattr(engine, part), own) if dot else (engine, name)
        setattr(owner, key, value if isinstance(value, int) else vec[i64](value))
    return engine
