"""Set-ups: which game is played, with which parts, by whom. Everything wrong with one is said at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bastida.carcassonne.editions import HOUSE as CARCASSONNE
from bastida.hunters.editions import HOUSE as HUNTERS
from bastida.kernel import shelf
from bastida.kernel.answers import Refusal
from bastida.kernel.book import compile_rules
from bastida.kernel.engine import Engine
from bastida.kernel.expansion import ExpansionError, Folder, read_folder
from bastida.kernel.family import Edition, Games, Preset, check, compose
from bastida.kernel.family import played_tiles as played_tiles
from bastida.kernel.hashing import give_key
from bastida.kernel.languages import FALLBACK
from bastida.kernel.module import Module
from bastida.kernel.rules import Rules
from bastida.language.refused import unknown, why
from bastida.language.sentences import told
from bastida.language.texts import Texts, texts

HOUSES = (CARCASSONNE, HUNTERS)


@shelf.remembered
def families() -> dict[str, Games]:
    """Every family by name, with the expansions that are there; one that cannot be used is noted in ``shelf.problems``.

    Those of others stand in the order of their names, one that needs another behind it: the same wherever and in whatever
    order they were found, so that records made in one place are true in another.
    """
    found = {}
    for house in HOUSES:
        mine = [folder for folder in shelf.folders().values() if folder.family == house.family.name]
        good = [folder for folder in mine if folder.ours]
        waiting = sorted((folder for folder in mine if not folder.ours), key=lambda folder: folder.id)
        wrong: list[ExpansionError] = []
        while waiting:
            refused = []
            wrong = []
            for folder in waiting:
                try:
                    check(house, good, folder)
                    good.append(folder)
                except ExpansionError as error:
                    refused.append(folder)
                    wrong.append(error)
            if len(refused) == len(waiting):
                break
            waiting = refused
        shelf.problems += wrong
        found[house.family.name] = compose(house, good)
    return found


def add_expansion(path: Path | str) -> Folder:
    """Make the expansion in a folder known; ExpansionError says what is wrong with it, in which file and line.

    From then on its tiles and elements can be played like any others: ``bastida.new_game("plus", sets=["its-name"])``.
    """
    folder = read_folder(Path(path))
    present = families()
    shelf.welcome(folder)
    house = next(house for house in HOUSES if house.family.name == folder.family)
    try:
        check(house, present[folder.family].folders(), folder)
    except ExpansionError:
        shelf.drop_code(folder)
        raise
    shelf.put(folder)
    return folder


class _Families(Mapping[str, Games]):
    """The families as they are now."""

    def __getitem__(self, name: str) -> Games:
        return families()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(families())

    def __len__(self) -> int:
        return len(families())


FAMILIES = _Families()


class SetupError(ValueError):
    """A set-up that cannot be played; ``problems`` lists everything that is wrong with it, as values."""

    def __init__(self, problems: Sequence[Refusal]) -> None:
        self.problems = list(problems)
        super().__init__(self.problems)

    def told(self, phrases: Texts) -> str:
        """All of it in a reader's language."""
        return "; ".join([told(phrases, problem) for problem in self.problems])

    def __str__(self) -> str:
        return self.told(texts(FALLBACK))


@dataclass(frozen=True)
class Setup:
    """A checked set-up. ``sets`` are the tile sets beyond the edition's own box."""

    family: str
    edition: str
    sets: tuple[str, ...]
    elements: tuple[str, ...]
    players: tuple[str, ...]
    colours: tuple[str, ...]
    first: int = 0
    switches: Mapping[str, str] = field(default_factory=dict, hash=False)
    study: bool = False  # tiles are named, not dealt, and may be any
    start: bool = True  # the start tile lies on the table

    @property
    def games(self) -> Games:
        """The family it belongs to."""
        return FAMILIES[self.family]

    @property
    def box(self) -> Edition:
        """Its edition: the box with its numbers and looks."""
        return self.games.editions[self.edition]

    @property
    def unusual(self) -> dict[str, str]:
        """The doubts that this table settles in another way than the usual one.

        Records and positions name no others, so that a switch added later does not change old ones.
        """
        return {name: value for name, value in self.switches.items() if value != self.games.switches[name].usual}

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.players)

    @property
    def expansions(self) -> list[str]:
        """The expansions of which something is in play, tiles or elements."""
        played = set(self.elements)
        known = self.games.expansions
        return [name for name, one in known.items() if one.tiles in self.sets or not played.isdisjoint(one.elements)]

    @property
    def foreign(self) -> dict[str, str]:
        """The expansions in it that are not ours, with their versions."""
        parts = [self.games.elements[element].folder for element in self.elements]
        parts += [expansion.folder for expansion in self.games.expansions.values() if expansion.tiles in self.sets]
        return {folder.id: folder.version for folder in parts if folder is not None and not folder.ours}

    def texts(self, language: str) -> Texts:
        """What there is to say at this table, in a language and in the words of its edition's book."""
        return texts(language, self.edition, self.elements)

    def rules(self) -> Rules:
        """The tables of this set-up, made once and shared."""
        switches = tuple(sorted(self.switches.items()))
        return _rules(
            self.family,
            self.edition,
            self.sets,
            self.elements,
            self.seats,
            self.first,
            switches,
            self.study,
            self.start,
        )

    def engine(self) -> Engine:
        """A new game at its first question."""
        engine = Engine(self.rules())
        engine.start()
        return engine

    def preset(self) -> str | None:
        """The preset with exactly these parts, if there is one."""
        for name in self.games.presets:
            edition, sets, elements = _parts(self.games, name)
            if (edition.id, tuple(sets), frozenset(elements)) == (self.edition, self.sets, frozenset(self.elements)):
                return name
        return None


def presets() -> dict[str, Preset]:
    """All presets of all families, by name.

    >>> "plus-river" in bastida.presets()
    True
    """
    return {name: preset for games in FAMILIES.values() for name, preset in games.presets.items()}


def make_setup(
    game: str = "plus",
    *,
    sets: Iterable[str] = (),
    elements: Iterable[str] | None = None,
    without: Iterable[str] = (),
    players: int | Sequence[str] = 2,
    colours: Sequence[str] | None = None,
    first: int = 0,
    switches: Mapping[str, str] | None = None,
    study: bool = False,
    start: bool = True,
) -> Setup:
    """A set-up from a preset or edition, expansions to add, and elements to use (``elements``) or leave out
    (``without``).
    """
    problems: list[Refusal] = []
    games, name = _find_game(game, problems)
    edition, tile_sets, chosen = _parts(games, name)
    for wanted in sets:
        expansion = games.expansions.get(wanted)
        if expansion is None:
            problems.append(unknown("setup.unknown_set", wanted, games.expansions))
            continue
        if expansion.tiles and expansion.tiles not in tile_sets:
            tile_sets.append(expansion.tiles)
        chosen += [element for element in expansion.elements if element not in chosen]
    if elements is not None:
        chosen = list(dict.fromkeys(elements))
    left_out = list(without)
    for element in [*chosen, *left_out]:
        if element not in games.elements:
            problems.append(unknown("setup.unknown_element", element, games.elements))
    chosen = [element for element in chosen if element not in left_out and element in games.elements]
    settings = _check_switches(games, chosen, switches or {}, problems)
    table_colours = games.colours_of(edition, chosen)
    names = _check_players(table_colours, games.seats_of(edition, chosen, settings), players, problems)
    seat_colours = _check_colours(table_colours, names, colours, problems)
    for element in chosen:
        needed = games.elements[element].tiles
        if needed and needed not in tile_sets:
            problems.append(why("setup.needs_tiles", element=repr(element), word=repr(needed)))
        missing = [need for need in games.elements[element].needs if need not in chosen]
        if missing:
            others: dict[str, object] = {"element": repr(element), "others": [repr(need) for need in missing]}
            problems.append(Refusal("setup.needs_elements", games.elements[element].needs_clause, others))
    if not start and not study:
        problems.append(why("setup.empty_table"))
    if names and not 0 <= first < len(names):
        problems.append(why("setup.no_first", number=first, most=len(names) - 1))
    problems += [
        why("setup.tiles_need_element", word=repr(name), element=repr(name))
        for name in tile_sets
        if name in games.elements and games.elements[name].tiles == name and name not in chosen
    ]
    if problems:
        raise SetupError(problems)
    order = list(games.module_order)
    chosen.sort(key=order.index)
    tile_order = [expansion.tiles for expansion in games.expansions.values() if expansion.tiles]
    tile_sets.sort(key=tile_order.index)
    return Setup(
        games.family.name,
        edition.id,
        tuple(tile_sets),
        tuple(chosen),
        tuple(names),
        tuple(seat_colours),
        first,
        settings,
        study,
        start,
    )


def _find_game(game: str, problems: list[Refusal]) -> tuple[Games, str]:
    for games in FAMILIES.values():
        if game in games.presets or game in games.editions:
            return games, game
    known = [name for games in FAMILIES.values() for name in (*games.presets, *games.editions)]
    problems.append(unknown("setup.unknown_game", game, known))
    return families()[CARCASSONNE.family.name], next(iter(CARCASSONNE.editions))


def _parts(games: Games, name: str) -> tuple[Edition, list[str], list[str]]:
    """Edition, further tile sets and elements of a preset or edition."""
    preset = games.presets.get(name) or Preset(name, {}, name)
    edition = games.editions[preset.edition]
    elements = list(edition.elements)
    tile_sets: list[str] = []
    for expansion in (games.expansions[wanted] for wanted in preset.sets):
        if expansion.tiles:
            tile_sets.append(expansion.tiles)
        elements += [element for element in expansion.elements if element not in elements]
    if preset.elements is not None:
        elements = list(preset.elements)
    return edition, tile_sets, [element for element in elements if element not in preset.without]


def _check_players(
    colours: Sequence[str], limit: tuple[int, str], players: int | Sequence[str], problems: list[Refusal]
) -> list[str]:
    if isinstance(players, int):
        names = [colours[seat].capitalize() for seat in range(min(players, len(colours)))]
        count = players
    else:
        names = [str(player).strip() for player in players]
        count = len(names)
        if any(not name for name in names):
            problems.append(why("setup.no_name"))
        if len(set(names)) < len(names):
            problems.append(why("setup.same_name"))
        if any(len(name) > 40 or not name.isprintable() for name in names):
            problems.append(why("setup.bad_name"))
    most, clause = limit
    if not 2 <= count <= most:
        problems.append(Refusal("setup.seats", clause, {"n": count, "most": most}))
    return names


def _check_colours(
    known: Sequence[str], names: Sequence[str], colours: Sequence[str] | None, problems: list[Refusal]
) -> list[str]:
    if colours is None:
        return list(known[: len(names)])
    chosen = list(colours)
    if len(chosen) != len(names):
        problems.append(why("setup.colours", number=len(chosen), count=len(names)))
    if len(set(chosen)) < len(chosen):
        problems.append(Refusal("setup.same_colour", "BASE-12"))
    problems += [unknown("setup.unknown_colour", colour, known) for colour in chosen if colour not in known]
    return chosen


def _check_switches(
    games: Games, elements: Sequence[str], switches: Mapping[str, str], problems: list[Refusal]
) -> dict[str, str]:
    """Every switch that matters in this game with its value, the usual one where nothing else is said."""
    there = {switch.id: switch for switch in games.switches_of(elements)}
    for name, value in switches.items():
        if name not in games.switches:
            problems.append(_elsewhere(name) or unknown("setup.unknown_switch", name, there))
        elif value not in games.switches[name].values:
            problems.append(unknown("setup.unknown_value", value, games.switches[name].values, option=repr(name)))
        elif name not in there:
            needed = [repr(element) for element in games.switches[name].elements]
            problems.append(Refusal("setup.idle_switch", games.switches[name].clause, {"word": repr(name), "others": needed}))
    return {name: switches.get(name, switch.usual) for name, switch in there.items()}


def _elsewhere(switch: str) -> Refusal | None:
    """Why a doubt of another family does not matter here."""
    for games in FAMILIES.values():
        if switch in games.switches:
            boxes = [repr(edition) for edition in games.editions]
            return Refusal("setup.idle_switch", games.switches[switch].clause, {"word": repr(switch), "others": boxes})
    return None


@shelf.bounded(128)  # of up to 0.7 MB each
def _rules(
    family: str,
    edition_id: str,
    sets: tuple[str, ...],
    elements: tuple[str, ...],
    seats: int,
    first: int,
    switches: tuple[tuple[str, str], ...],
    study: bool,
    start: bool,
) -> Rules:
    games = FAMILIES[family]
    edition = games.editions[edition_id]
    tiles = played_tiles(games, edition, sets)
    modules: list[Module] = [games.base(), *(games.elements[element].module() for element in elements)]
    rules = compile_rules(
        games.family_with(elements),
        [tile for tile, _ in tiles],
        [copies for _, copies in tiles],
        modules,
        seats,
        settings={**edition.settings, **dict(switches)},
        study=study,
        start=start,
        first_seat=first,
    )
    give_key(rules, repr((family, edition_id, sets, elements, seats, first, switches, study, start)))
    return rules
