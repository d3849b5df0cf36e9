"""What every input must come to, whoever made it: refused in words, or accepted and as good as any game of ours."""

from __future__ import annotations

import logging
import random
import resource
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from bastida import Game
from bastida.kernel.answers import Refusal
from bastida.language.sentences import reason
from bastida.language.texts import LANGUAGES, texts
from tests.properties.checks import ALWAYS, MODULES, ORACLE, SAMPLED, table_of, tile_total
from tests.properties.games import ANSWERS_AT_MOST

THOROUGH = 0.01  # share of questions at which everything is checked
LEDGER = "final points equal the oracle"  # who reads from the ledger what of a scoring under way is paid
NOT_WHOLE = ("tiles are conserved", "ledger sums to the scores", *MODULES)  # modules' checks look back at what was played
IN_PLAY = ("tiles are conserved", "ledger sums to the scores")  # in a study anything may be arranged
STUDY_ANSWERS = 60  # a study has no end of its own
LONG = 4_000  # characters of a sentence at most
CALLS = 3_000_000  # of functions while one input is read and replayed
BYTES = 64_000_000  # while one input is read and replayed


class Stumbled(AssertionError):
    """A fault of ours that was caught on its way and only written to the log."""


class TooMuch(AssertionError):
    """An input that costs more than any input may."""


# -- refused ----------------------------------------------------------------------------------------------------------


def said(error: Any) -> None:
    """A refusal can be told in every language, on one line that is not endless."""
    for language in LANGUAGES:
        proper(error.told(texts(language)))
    proper(str(error))


def refused(refusal: Refusal) -> None:
    for language in LANGUAGES:
        proper(reason(texts(language), refusal))


def proper(text: str) -> None:
    assert text, "a refusal without a word"
    assert len(text) <= LONG, f"a refusal of {len(text)} characters"
    assert text.isprintable(), f"a refusal that cannot be printed: {text!r}"


# -- what it may cost -------------------------------------------------------------------------------------------------

played = 1  # of so many accepted inputs one is played to its end: in the suite a few, in a fuzzer all
counting = False  # the suite counts; a fuzzer has libFuzzer's limits of time and memory instead


@contextmanager
def reading() -> Iterator[None]:
    """While an input is read: nothing of ours stumbles unheard, and if somebody counts, it costs what it may."""
    logger = logging.getLogger("bastida")
    logger.addHandler(LISTENER)
    if not counting:
        try:
            yield
        finally:
            logger.removeHandler(LISTENER)
        return
    calls = 0

    def called(frame: FrameType, event: str, _: object) -> None:
        nonlocal calls
        calls += 1
        if calls > CALLS:
            sys.setprofile(None)
            raise TooMuch(f"more than {CALLS:,} calls of functions")

    before, peak = sys.getprofile(), largest()
    sys.setprofile(called)
    try:
        yield
    finally:
        sys.setprofile(before)
        logger.removeHandler(LISTENER)
    if largest() - peak > BYTES:
        raise TooMuch(f"{largest() - peak:,} bytes more than ever before")


def largest() -> int:
    """How large this process has been, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


class _Listener(logging.Handler):
    """Faults that are caught and logged are faults all the same."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1] is not None:
            raise Stumbled(record.getMessage()) from record.exc_info[1]


LISTENER = _Listener(logging.ERROR)


# -- accepted ---------------------------------------------------------------------------------------------------------


def plays_to_its_end(game: Game, data: bytes, *, whole: bool = True, without: Collection[str] = ()) -> None:
    """A random game from here to the end, with the checks of ``tests/properties``.

    ``whole``: it began at the beginning. Else the ledger does not hold all points. Tiles are counted from here on in any
    case. Who plays is decided by the input, so that it fails again when it is tried again.
    """
    chance = random.Random(data)
    if chance.randrange(played):
        return
    tiles = tile_total(game.engine)
    fresh = game.copy()
    fresh.dealer = None
    left_out = {*without, *(() if whole else NOT_WHOLE), *(IN_PLAY if game.setup.study else ())}
    look(fresh, left_out, thorough=True)
    most = len(fresh.steps) + (STUDY_ANSWERS if game.setup.study else ANSWERS_AT_MOST)
    while not fresh.over and len(fresh.steps) < most:
        fresh.play(chance.choice(fresh.options()))
        look(fresh, left_out, thorough=chance.random() < THOROUGH)
        assert game.setup.study or tile_total(fresh.engine) == tiles, "tiles come or go"
    assert game.setup.study or fresh.over, "the game does not end"
    look(fresh, left_out, thorough=True)


def look(game: Game, left_out: Collection[str], *, thorough: bool) -> None:
    """The checks that hold for a game as it stands."""
    for name, one in {**ALWAYS, **(SAMPLED if thorough else {})}.items():
        if name not in left_out:
            one(game)
    if thorough and not game.setup.study:
        table = table_of(game)
        modules = {module.name: MODULES[module.name] for module in game.engine.rules.modules[1:] if module.name in MODULES}
        for name, other in {**ORACLE, **modules}.items():
            if name in left_out or (name == LEDGER and game.engine.item_count > game.engine.item_base):
                continue
            other(game, table)
