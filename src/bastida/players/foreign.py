"""Players of others: they see a game of their own, as honest as their seat may, and answer with one of its options.

A player in Python is a class with ``choose(game)``, as ``bastida.Player`` says. ``mybot:Bot`` is the class ``Bot`` of the
module ``mybot``; an installed package gives one a name by an entry point of the group ``bastida.players``. Only whoever
names the players of a match or of a table may load code: a caller that gives no set-up gets none of them.
"""
# not compiled: calls the code of others

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from bastida.kernel.answers import Option, Refusal
from bastida.kernel.engine import Engine
from bastida.kernel.languages import FALLBACK
from bastida.language.refused import Refused, why
from bastida.language.sentences import told
from bastida.language.texts import texts
from bastida.players.player import Player
from bastida.table.dealer import SecretDealer
from bastida.table.game import Game, IllegalOption
from bastida.table.setup import Setup

GROUP = "bastida.players"


class UnknownPlayer(Refused):
    """A player that cannot be made; it says what there is."""


class Fault(Exception):
    """A player of others failed: ``kind`` is time-out, crash or illegal, ``refusal`` says how."""

    def __init__(self, kind: str, refusal: Refusal) -> None:
        super().__init__(kind, refusal)
        self.kind = kind
        self.refusal = refusal

    def __str__(self) -> str:
        return told(texts(FALLBACK), self.refusal)


class NeverStarted(Fault):
    """A program that has never greeted: nothing can be expected of it later."""


class Foreign(Player):
    """Somebody else's player at a seat."""

    def __init__(self, name: str, setup: Setup) -> None:
        super().__init__(name)
        self.setup = setup

    def choose(self, game: Engine, seed: int) -> int:
        return self.answer(seen(self.setup, game), seed).number

    def answer(self, game: Game, seed: int) -> Option:
        """One of the options of a game that is the player's own; Fault if it fails."""
        options = game.options()
        return options[0] if len(options) == 1 else self.chosen(game, seed)

    def chosen(self, game: Game, seed: int) -> Option:
        """The answer to a question with several options."""
        raise NotImplementedError


class InPython(Foreign):
    """A player in Python."""

    def __init__(self, name: str, setup: Setup, player: Any) -> None:
        super().__init__(name, setup)
        self.player = player

    def chosen(self, game: Game, seed: int) -> Option:
        options = game.options()
        try:
            if hasattr(self.player, "seed"):
                self.player.seed = seed
            answer = self.player.choose(game.copy())
            text = str(answer)
        except (Exception, SystemExit) as error:
            raise Fault("crash", raised("player.raised", self.name, error)) from error
        try:
            return next((option for option in options if option == answer), None) or game.find(text)
        except IllegalOption:
            raise Fault("illegal", why("player.no_option", value=repr(text[:80]))) from None

    def close(self) -> None:
        if hasattr(self.player, "close"):
            try:
                self.player.close()
            except Exception as error:
                raise Fault("crash", raised("player.raised", self.name, error)) from error


def seen(setup: Setup, engine: Engine) -> Game:
    """A game that stands where an engine does, and knows no more than what lies open."""
    game = Game(setup)
    game.stand_at(engine.copy())
    game.dealer = SecretDealer()
    return game


def raised(key: str, name: str, error: BaseException) -> Refusal:
    said = " ".join(str(error).split())[:200]
    return why(key, player=name, problem=f"{type(error).__name__}: {said}" if said else type(error).__name__)


# -- where they are found --------------------------------------------------------------------------------------------------


def installed() -> Mapping[str, EntryPoint]:
    """The players of installed packages by name."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def is_foreign(word: str, rest: str) -> bool:
    """Does a name that is none of ours mean a player in Python?"""
    return word in installed() or names_class(word, rest)


def names_class(module: str, rest: str) -> bool:
    """``mybot:Bot``, perhaps with options behind it."""
    name = rest.partition(":")[0]
    return name.isidentifier() and all(part.isidentifier() for part in module.split("."))


def make_in_python(spec: str, setup: Setup) -> InPython:
    """The player that ``mybot:Bot:nodes=500`` or an installed name means; UnknownPlayer says why there is none."""
    maker, options = found(spec)
    try:
        player = maker(**options)
    except Exception as error:
        raise UnknownPlayer(raised("player.not_made", spec, error)) from error
    if not callable(getattr(player, "choose", None)):
        raise UnknownPlayer(why("player.no_choose", player=spec))
    return InPython(spec, setup, player)


def title(spec: str) -> str:
    """What a player in Python is called, without making it."""
    maker, _ = found(spec)
    name = getattr(maker, "name", None)
    return name if isinstance(name, str) and name else str(getattr(maker, "__name__", spec))


def found(spec: str) -> tuple[Callable[..., Any], dict[str, Any]]:
    """Whatever makes a player, and with which options."""
    word, _, rest = spec.partition(":")
    entry = installed().get(word)
    try:
        if entry is not None:
            return entry.load(), options_in(spec, rest)
        name, _, more = rest.partition(":")
        return class_in(word, name, spec), options_in(spec, more)
    except UnknownPlayer:
        raise
    except Exception as error:
        raise UnknownPlayer(raised("player.not_loaded", spec, error)) from error


def class_in(module: str, name: str, spec: str) -> Any:
    """A class of a module, which may lie in the present folder."""
    if os.getcwd() not in sys.path and "" not in sys.path:
        sys.path.append(os.getcwd())
    try:
        loaded = importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is not None and (module == error.name or module.startswith(f"{error.name}.")):
            raise UnknownPlayer(why("player.no_module", player=spec, word=repr(module))) from None
        raise
    maker = getattr(loaded, name, None)
    if not callable(maker):
        raise UnknownPlayer(why("player.no_class", word=repr(module), name=repr(name)))
    return maker


def options_in(spec: str, text: str) -> dict[str, Any]:
    """``nodes=500:style=calm`` as arguments."""
    given: dict[str, Any] = {}
    for part in filter(None, text.split(":")):
        key, equals, value = part.partition("=")
        if not equals or not key.isidentifier():
            raise UnknownPlayer(why("player.no_argument", option=repr(part), player=spec))
        given[key] = number_or_text(value)
    return given


def number_or_text(value: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            continue
    return value
