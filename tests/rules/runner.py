"""Plays the example blocks of the rules pages through the public face and says what came out otherwise.

The meaning of the words is that of "Notation of positions" in base.md: ``turn``, ``back``, ``completes``, ``goods`` and
``double`` are about the last line, ``final`` is the final scoring alone, ``may`` and ``legal`` with their negations are
tried on copies. Whoever is not named gets nothing. A line without a figure is Red's, unless the block says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bastida import Game
from bastida.rulebook.examples import Deploy, Example
from tests.rules.study import Turn, final, fits, hand_to, kind, lay, may, study, tiles

# Which expansions the examples of a page are played with.
SETS: dict[str, tuple[str, ...]] = {
    "base.md": (),
    "winter.md": (),
    "river.md": ("river",),
    "abbot.md": ("abbot", "inns"),
    "inns.md": ("abbot", "inns"),
    "traders.md": ("abbot", "inns", "traders"),
}


def differences(example: Example, edition: str, sets: Iterable[str] | None = None) -> list[str]:
    """Play an example and list every expectation that was not met; an illegal line raises Unplayable."""
    game = study(edition, sets=SETS[example.page] if sets is None else sets)
    first, *others = [move.raw for move in example.moves]
    wrong: list[str] = []
    if first != tiles(game)[0]:
        wrong.append(f"the first line is {first}, but {tiles(game)[0]} lies on the table")
    for line in others[:-1]:
        lay(game, line)
    before = game.copy()
    if others:
        turn = lay(game, _with_player(example, others[-1]))
        wrong += _last_line(example, edition, turn)
    if example.final is not None:
        wrong += _compare("final", example.final, final(game))
    for place in (*example.may, *example.may_not):
        wanted = place in example.may
        if _open(before, others[-1], place) != wanted:
            wrong.append(f"{'may' if wanted else 'may not'}: {place.colour} {place.kind} {place.target}")
    for laying in (*example.legal, *example.illegal):
        wanted = laying in example.legal
        if fits(game, laying.raw) != wanted:
            wrong.append(f"{'legal' if wanted else 'illegal'}: {laying.raw}")
    return wrong


def report(example: Example, edition: str, wrong: Iterable[str]) -> str:
    """The failure as a reader of the page wants it."""
    lines = [f"{example.id} in the {edition} edition ({example.page}, line {example.line})"]
    lines += [f"    {move.raw}" for move in example.moves]
    return "\n".join([*lines, *(f"  {line}" for line in wrong)])


def _with_player(example: Example, line: str) -> str:
    """The last line with the colour that the expectations are about."""
    if " : " in line:
        return line
    named = [*(example.goods or {}), *([example.double] if example.double not in (None, "none") else [])]
    return f"{line} : {named[0]}" if named else line


def _last_line(example: Example, edition: str, turn: Turn) -> list[str]:
    wrong: list[str] = []
    if example.turn is not None:
        found = _compare("turn", example.turn[edition], turn.points)
        wrong += [f"{line} ({'; '.join(one.arithmetic() for one in turn.lines) or 'no points'})" for line in found]
    if example.back is not None:
        wrong += _compare("back", example.back, turn.back)
    if example.completes is not None:
        wrong += _compare("completes", example.completes, turn.completes)
    if example.goods is not None:
        for colour in sorted(example.goods.keys() | turn.goods.keys()):
            wrong += _compare(f"goods of {colour}", example.goods.get(colour, {}), turn.goods.get(colour, {}))
    if example.double is not None and example.double != turn.double:
        wrong.append(f"double: expected {example.double}, got {turn.double}")
    return wrong


def _compare(what: str, expected: Mapping[str, int], found: Mapping[str, int]) -> list[str]:
    expected = {word: number for word, number in expected.items() if number}
    if expected == dict(found):
        return []
    expect, got = (", ".join(f"{word} {number}" for word, number in sorted(one.items())) for one in (expected, found))
    return [f"{what}: expected {expect or 'nothing'}, got {got or 'nothing'}"]


def _open(before: Game, line: str, place: Deploy) -> bool:
    """Whether a colour that laid the last line could put a figure there."""
    trial = before.copy()
    hand_to(trial, place.colour)
    lay(trial, f"{line.split(' : ')[0]} : {place.colour} ?")
    return kind(trial) == "figure" and may(trial, f"{place.kind} {place.target}")
