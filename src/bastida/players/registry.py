"""Players by name: ``greedy``, ``search:nodes=800``, ``evaluator:blind=tower``, ``level:4``, ``external:./bot``, ``bot:Bot``.

A name, then options after colons, each ``key=value``; for an external program its command comes last. Every name and option
of ours stands in ``KINDS``; players of others are a program, a class of a module, or a name an installed package has given.
Whatever is not understood is refused with a sentence that says what would be.
"""
# not compiled: runs once for every player

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath

from bastida.kernel.engine import Engine
from bastida.language.refused import there_are, unknown, why
from bastida.players.appraiser import Appraiser
from bastida.players.external import External, split
from bastida.players.foreign import UnknownPlayer as UnknownPlayer
from bastida.players.foreign import installed, is_foreign, make_in_python, title
from bastida.players.levels import LEVELS, MEASURED, Share
from bastida.players.one_turn import OneTurnPlayer
from bastida.players.player import Player
from bastida.players.ranking import Raider, Ranking
from bastida.players.references import Greedy, Playouts, Random
from bastida.players.releases import releases, settings_of, weights_of
from bastida.players.search import SearchPlayer
from bastida.players.settings import Settings
from bastida.players.styles import Blocker, Farmer, Hoarder
from bastida.players.weights import PARTS
from bastida.table.setup import FAMILIES, Setup

Options = Mapping[str, str]


@dataclass(frozen=True)
class Kind:
    """One kind of player: how it is made from its name and options, and which options it has, with their usual values."""

    make: Callable[[str, Options], Player]
    options: Mapping[str, str] = field(default_factory=dict)


class Timed(Player):
    """Another player with so many seconds for each answer; it must know how to stop at its deadline."""

    def __init__(self, name: str, player: Player, seconds: float) -> None:
        super().__init__(name)
        self.player = player
        self.seconds = seconds

    def choose(self, game: Engine, seed: int) -> int:
        end = time.monotonic() + self.seconds
        self.player.deadline = min(end, self.deadline) if self.deadline else end
        option = int(self.player.choose(game, seed))
        self.thought = self.player.thought
        return option

    def close(self) -> None:
        self.player.close()


NODES = 4000  # of a search that is told neither nodes nor a time
ANY = 10_000_000  # nodes of a search that is told a time alone: as many as fit into memory
TUNING = tuple(name for name in dir(Settings()) if not name.startswith("_"))  # what a search may be told


def make_evaluator(name: str, options: Options) -> OneTurnPlayer:
    release = release_of(options)
    nodes, blind, ignore = number("nodes", options["nodes"], 1), modules(options["blind"], PARTS), modules(options["ignore"])
    return OneTurnPlayer(name, nodes, blind, ignore, weights_of(release) if release else None)


def make_search(name: str, options: Options) -> SearchPlayer:
    settings = Settings()
    release = release_of(options)
    if release:
        for key, value in settings_of(release).items():
            setattr(settings, key, value)
    for key in TUNING:
        if options[key]:
            usual = getattr(settings, key)
            setattr(settings, key, fraction(key, options[key]) if isinstance(usual, float) else number(key, options[key], 0))
    nodes = number("nodes", options["nodes"], 1) if options["nodes"] else ANY if options["time"] else NODES
    blind, ignore = modules(options["blind"], PARTS), modules(options["ignore"])
    return SearchPlayer(name, nodes, blind, ignore, weights_of(release) if release else None, settings)


def release_of(options: Options) -> str:
    """An earlier release, or no text for the players of today."""
    release = options["release"]
    if release and release not in releases():
        raise UnknownPlayer(unknown("player.release", release, releases(), 0))
    return release


CLEAN, FAITHFUL = "clean", "faithful"


def make_appraiser(name: str, options: Options) -> Appraiser:
    setting = options["setting"]
    if setting not in (CLEAN, FAITHFUL):
        hint = there_are([f"setting={CLEAN}", f"setting={FAITHFUL}"])
        raise UnknownPlayer(why("player.option", option=repr(f"setting={setting}"), word=repr("appraiser"), hint=hint))
    return Appraiser(name, setting == FAITHFUL)


KINDS: dict[str, Kind] = {
    "random": Kind(lambda name, options: Random(name)),
    "greedy": Kind(lambda name, options: Greedy(name)),
    "ranking": Kind(lambda name, options: Ranking(name)),
    "appraiser": Kind(make_appraiser, {"setting": CLEAN}),
    "raider": Kind(lambda name, options: Raider(name)),
    "farmer": Kind(lambda name, options: Farmer(name)),
    "blocker": Kind(lambda name, options: Blocker(name)),
    "hoarder": Kind(lambda name, options: Hoarder(name)),
    "playouts": Kind(
        lambda name, options: Playouts(name, number("nodes", options["nodes"], 1)),
        {"nodes": "800", "time": ""},
    ),
    "evaluator": Kind(make_evaluator, {"nodes": "3000", "blind": "", "ignore": "", "release": ""}),
    "search": Kind(
        make_search,
        {"nodes": "", "time": "", "blind": "", "ignore": "", "release": "", **dict.fromkeys(TUNING, "")},
    ),
}
LEVEL = "level"
EXTERNAL = "external"
EXAMPLES = ["external:./mybot", "external:time=1:./mybot --fast"]
SHORT = {"R0": "random", "R1": "greedy", "R2": "ranking", "R3": "playouts", "R4": "appraiser"}


def make_player(spec: str, setup: Setup | None = None) -> Player:
    """The player a text means. Those of others need the set-up; without one there are only ours."""
    word, _, rest = spec.partition(":")
    if word == EXTERNAL:
        return make_external(spec, rest, setup)
    if of_others(spec):
        if setup is None:
            raise UnknownPlayer(why("player.not_here_either", player=spec))
        return make_in_python(spec, setup)
    if word == LEVEL:
        return make_kind(levels()[level_named(rest)], spec)
    return make_kind(levels().get(spec, spec), spec)


def make_kind(text: str, name: str) -> Player:
    word, _, rest = text.partition(":")
    word = SHORT.get(word, word)
    kind = KINDS.get(word)
    if kind is None:
        known = list(dict.fromkeys([*levels(), *KINDS, *installed(), EXTERNAL]))
        raise UnknownPlayer(unknown("player.unknown", word, known, 1))
    options = read_options(word, kind.options, rest)
    player = kind.make(name, options)
    seconds = options.get("time", "")
    return Timed(name, player, seconds_of("time", seconds)) if seconds else player


def of_others(spec: str) -> bool:
    """Is this a player of others: code that is not ours would run?"""
    word, _, rest = spec.partition(":")
    if word == EXTERNAL:
        return True
    ours = word == LEVEL or spec in levels() or SHORT.get(word, word) in KINDS
    return not ours and is_foreign(word, rest)


def title_of(spec: str) -> str:
    """A short name for a player of others."""
    word, _, rest = spec.partition(":")
    if word != EXTERNAL:
        return title(spec)
    _, _, command = budget_in(rest)
    words = split(command)
    return PurePath(words[0]).name if words else spec


def levels() -> Mapping[str, str]:
    """The levels offered to people, the weakest first: their names, and the players behind them."""
    return LEVELS


def measured(level: str, game: str = "plus") -> Share | None:
    """How many games a level wins against the one before it, if that was measured."""
    names = list(levels())
    place = names.index(level)
    return MEASURED.get(game, {}).get((levels()[level], levels()[names[place - 1]])) if place else None


def usual_level() -> str:
    """For whoever does not say: one in the middle."""
    return list(levels())[len(levels()) // 2]


def level_named(text: str) -> str:
    """A level by its number, from 1, or its name."""
    names = list(levels())
    if text.isascii() and text.isdecimal() and len(text) < 4 and 1 <= int(text) <= len(names):
        return names[int(text) - 1]
    if text not in names:
        raise UnknownPlayer(why("player.level", word=repr(text), number=len(names), known=names))
    return text


def with_nodes(spec: str, nodes: int) -> str:
    """The same player with another budget, if it has one."""
    word = spec.partition(":")[0]
    kind = KINDS.get(SHORT.get(word, word))
    return f"{spec}:nodes={nodes}" if kind is not None and "nodes" in kind.options else spec


def hurry(player: Player) -> None:
    """Have a player that is thinking in another thread answer with the best it has."""
    player.deadline = time.monotonic()
    if isinstance(player, Timed):
        player.player.deadline = player.deadline


def make_external(spec: str, rest: str, setup: Setup | None) -> External:
    nodes, seconds, command = budget_in(rest)
    if not command.strip():
        raise UnknownPlayer(why("player.no_command", examples=EXAMPLES))
    if setup is None:
        raise UnknownPlayer(why("player.not_here"))
    return External(spec, command, setup, nodes, seconds)


def budget_in(rest: str) -> tuple[int, float, str]:
    """``nodes=800:time=1:./mybot --fast``: the budget, then the command."""
    nodes, seconds = 0, 0.0
    while (part := rest.partition(":"))[0].startswith(("nodes=", "time=")):
        key, _, value = part[0].partition("=")
        if key == "nodes":
            nodes = number(key, value, 1)
        else:
            seconds = seconds_of(key, value)
        rest = part[2]
    return nodes, seconds, rest


def read_options(player: str, usual: Options, text: str) -> Options:
    options = dict(usual)
    for part in filter(None, text.split(":")):
        key, _, value = part.partition("=")
        if key not in options or not value:
            hint = there_are([f"{name}=..." for name in options]) if options else why("player.no_options")
            raise UnknownPlayer(why("player.option", option=repr(part), word=repr(player), hint=hint))
        options[key] = value
    return options


def modules(text: str, more: Iterable[str] = ()) -> tuple[str, ...]:
    """Rule modules, or what else there is to be blind to: ``tower+meetings``."""
    known = [*(name for games in FAMILIES.values() for name in games.elements), *more]
    chosen = tuple(filter(None, text.split("+")))
    for name in chosen:
        if name not in known:
            raise UnknownPlayer(unknown("player.module", name, known, 0))
    return chosen


def number(name: str, text: str, least: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 10) or not least <= int(text) <= 10**9:
        raise UnknownPlayer(why("player.whole_number", name=repr(name), least=least, value=repr(text)))
    return int(text)


def fraction(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise UnknownPlayer(why("player.number", name=repr(name), value=repr(text))) from None


def seconds_of(name: str, text: str) -> float:
    value = fraction(name, text)
    if not 0.001 <= value <= 3600:
        raise UnknownPlayer(why("player.seconds", name=repr(name), value=repr(text)))
    return value
