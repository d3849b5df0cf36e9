"""What a family of games offers to a set-up: editions, expansions, elements, presets."""

# not compiled: runs once at set-up

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from bastida.kernel.answers import parts
from bastida.kernel.book import Family, Script, compile_rules
from bastida.kernel.expansion import MANIFEST, ElementEntry, ExpansionError, Folder, StepEntry, Switch, line_of
from bastida.kernel.faults import all_of, crashed, why
from bastida.kernel.module import Module
from bastida.kernel.notation import FIELDS
from bastida.kernel.tile import Tile, TileSet
from bastida.kernel.tileset import CatalogueError, Problem, Terrain, load_files


def names(es: str, ca: str, en: str) -> dict[str, str]:
    """A name in three languages; the catalogues of others have a word for the English one, under ``[names]``."""
    return {"es": es, "ca": ca, "en": en}


@dataclass(frozen=True)
class Edition:
    """A base game: its box, its printing, its numbers, its looks."""

    id: str
    names: Mapping[str, str]
    printing: str
    sets: Sequence[str]  # tile sets in the box
    elements: Sequence[str]  # played unless left out
    seats: int  # players at most
    seats_clause: str
    colours: Sequence[str]
    youngest: str = "begins"  # what the book gives to the youngest player: "begins", or "decides" who does
    youngest_clause: str = ""
    settings: Mapping[str, object] = field(default_factory=dict)
    theme: str = "summer"  # how its tiles look
    person: str = "follower"  # the kind of figure that stands for a player
    lying_laps: bool = False  # a scoring figure that has gone round lies down, instead of tokens
    guide: Mapping[str, Sequence[str]] = field(default_factory=dict)  # tiles and figures worth a look
    box: Mapping[str, int] = field(default_factory=dict)  # its components besides tiles: word and number
    age: int = 0  # from which it is, 0 if the book names none
    whole: tuple[int, int] | None = None  # minutes of a game with everything in the box, at least and at most
    page: str = ""  # of docs/rules


@dataclass(frozen=True)
class Expansion:
    """A part that players add as a whole: a tile set, if it has one, and its elements."""

    id: str
    names: Mapping[str, str]
    elements: Sequence[str]
    tiles: str = ""
    folder: Folder | None = None


@dataclass(frozen=True)
class Element:
    """The smallest part that players may use or leave out: one rule module."""

    id: str
    module: Callable[[], Module]
    names: Mapping[str, str]
    needs: Sequence[str] = ()  # other elements without which it makes no sense
    needs_clause: str = ""
    tiles: str = ""  # the tile set without which it cannot be played
    seats: int = 0  # players at most, 0 = no limit of its own
    seats_clause: str = ""
    folder: Folder | None = None


@dataclass(frozen=True)
class Preset:
    """A named set-up, in the rulebooks' order of learning."""

    id: str
    names: Mapping[str, str]
    edition: str
    sets: Sequence[str] = ()
    elements: Sequence[str] | None = None  # None: whatever edition and expansions bring
    without: Sequence[str] = ()


@dataclass(frozen=True)
class House:
    """What a family brings itself, before its expansions come to it."""

    family: Family
    base: Callable[[], Module]  # the module that is always played
    module_order: Sequence[str]
    editions: Mapping[str, Edition]
    presets: Mapping[str, Preset]
    terrain: Terrain
    tiles: Path  # the folder of the boxes' own tiles
    finish: Callable[[Tile], Tile] = lambda tile: tile  # what the family adds to every tile it reads
    switches: Sequence[Switch] = ()  # doubts of the boxes' own books


@dataclass(frozen=True)
class Games:
    """One family, complete with the expansions that are there."""

    house: House
    module_order: Sequence[str]
    expansions: Mapping[str, Expansion]
    elements: Mapping[str, Element]

    @cached_property
    def terrain(self) -> Terrain:
        """What may be printed on the tiles of its boxes and expansions."""
        terrain = self.house.terrain
        for folder in self.folders():
            terrain = terrain.printed(folder.printed)
        return terrain

    @cached_property
    def tile_sets(self) -> Mapping[str, TileSet]:
        """All tile sets by their id, read when first needed."""
        return _tile_sets(self.house, self.terrain, self.folders())

    @property
    def family(self) -> Family:
        return self.house.family

    @property
    def base(self) -> Callable[[], Module]:
        return self.house.base

    @property
    def editions(self) -> Mapping[str, Edition]:
        return self.house.editions

    @property
    def presets(self) -> Mapping[str, Preset]:
        return self.house.presets

    @cached_property
    def switches(self) -> Mapping[str, Switch]:
        """Every doubt that a table may settle either way, in the order of learning."""
        found = [*self.house.switches, *(switch for folder in self.folders() for switch in folder.switches)]
        return {switch.id: switch for switch in found}

    def switches_of(self, elements: Iterable[str]) -> list[Switch]:
        """Those that matter where these elements are played."""
        played = set(elements)
        return [switch for switch in self.switches.values() if played.issuperset(switch.elements)]

    def colours_of(self, edition: Edition, elements: Sequence[str]) -> tuple[str, ...]:
        """The colours of an edition, and those that the expansions of these elements bring to it."""
        brought: list[str] = []
        for folder in [self.elements[element].folder for element in elements]:
            if folder is not None and (not folder.colours_with or set(folder.colours_with).intersection(elements)):
                brought += folder.colours
        return tuple(dict.fromkeys((*edition.colours, *brought)))

    def seats_of(self, edition: Edition, elements: Sequence[str], switches: Mapping[str, str]) -> tuple[int, str]:
        """How many may play, and the clause that says so: every colour brought to the edition gives a seat more."""
        more = len(self.colours_of(edition, elements)) - len(edition.colours)
        limits = [(edition.seats + more, edition.seats_clause)]
        for element in elements:
            entry = self.elements[element]
            if entry.seats:
                limits.append((entry.seats, entry.seats_clause))
        for switch in self.switches_of(elements):
            most = switch.seats.get(switches.get(switch.id, switch.usual))
            if most and not set(switch.seats_unless).intersection(elements):
                limits.append((most, switch.seats_clause))
        return min(limits)

    def tile_set(self, name: str) -> TileSet:
        return self.tile_sets[name]

    def folders(self) -> list[Folder]:
        """Its expansions' folders, ours and others', in the order of learning."""
        found = [element.folder for element in self.elements.values() if element.folder is not None]
        return list({folder.id: folder for folder in found}.values())

    def family_with(self, elements: Iterable[str]) -> Family:
        """The family as a game with these elements needs it: with what expansions of others add to it."""
        family = self.house.family
        seen: set[str] = set()
        for element in elements:
            folder = self.elements[element].folder
            if folder is not None and not folder.ours and folder.id not in seen:
                seen.add(folder.id)
                family = _extended(family, folder)
        return family


def compose(house: House, folders: Iterable[Folder]) -> Games:
    """A family with the expansions of these folders; ours stand in the order of its ``order.py``, others after them."""
    order = list(house.module_order)
    mine = [folder for folder in folders if folder.family == house.family.name]
    order += [element.id for folder in mine if not folder.ours for element in folder.elements]

    def place(folder: Folder) -> int:
        return min(order.index(element.id) for element in folder.elements)

    mine.sort(key=place)
    elements = [(folder, element) for folder in mine for element in folder.elements]
    elements.sort(key=lambda pair: order.index(pair[1].id))
    return Games(
        house,
        tuple(order),
        {folder.id: _expansion(folder) for folder in mine if folder.chosen},
        {element.id: _made(folder, element) for folder, element in elements},
    )


def _expansion(folder: Folder) -> Expansion:
    parts = tuple(element.id for element in folder.elements)
    return Expansion(folder.id, folder.names, parts, folder.id if folder.has_tiles else "", folder)


def _made(folder: Folder, element: ElementEntry) -> Element:
    def module() -> Module:
        made = folder.member("rules", element.rules)()
        if not isinstance(made, Module):
            raise ExpansionError(folder.path / "rules.py", why("expansion.no_module", name=element.rules))
        return made

    return Element(
        element.id,
        module,
        element.names,
        element.needs,
        element.needs_clause,
        folder.id if element.tiles else "",
        element.seats,
        element.seats_clause,
        folder,
    )


def _tile_sets(house: House, terrain: Terrain, folders: Sequence[Folder]) -> dict[str, TileSet]:
    files = {path.stem: path for path in sorted(house.tiles.glob("*.toml"))}
    files |= {folder.id: folder.path / "tiles.toml" for folder in folders if folder.has_tiles}
    found = load_files(files, terrain)
    return {name: replace(one, tiles=tuple(house.finish(tile) for tile in one.tiles)) for name, one in found.items()}


def check(house: House, ours: Sequence[Folder], folder: Folder) -> None:
    """Whether a folder of somebody else goes with a family; ExpansionError says what is wrong, in which file."""
    try:
        _check(house, ours, folder)
    except ExpansionError:
        raise
    except (Exception, SystemExit) as error:
        raise ExpansionError(folder.path / MANIFEST, crashed(error), line_of(error, folder.path)) from error


def _check(house: House, ours: Sequence[Folder], folder: Folder) -> None:
    games = compose(house, [*ours, folder])
    try:
        _ = games.tile_sets
    except CatalogueError as error:
        own = all_of([problem.told_in(folder.id) for problem in error.problems])
        raise ExpansionError(folder.path / "tiles.toml", own, _tile_line(folder, error.problems[0])) from None
    family = house.family
    _extended(family, folder)
    for name in folder.figures:
        if name in family.figures:
            raise ExpansionError(folder.path / MANIFEST, why("expansion.figure_taken", word=repr(name)))
    for name in folder.segments:
        if name in family.segments:
            raise ExpansionError(folder.path / MANIFEST, why("expansion.segment_taken", word=repr(name)))
    if strange := [name for name in folder.colours_with if name not in games.elements]:
        raise ExpansionError(folder.path / MANIFEST, why("expansion.colours_with", word=repr(strange[0])))
    known_switches = [switch.id for switch in (*house.switches, *(switch for one in ours for switch in one.switches))]
    for switch in folder.switches:
        if switch.id in known_switches:
            raise ExpansionError(folder.path / MANIFEST, why("expansion.switch_taken", word=repr(switch.id)))
        if strange := [name for name in (*switch.elements, *switch.seats_unless) if name not in games.elements]:
            raise ExpansionError(folder.path / MANIFEST, why("expansion.switch_about", switch=switch.id, word=repr(strange[0])))
    for element in folder.elements:
        for need in element.needs:
            if need not in games.elements:
                raise ExpansionError(folder.path / MANIFEST, why("expansion.needs", element=element.id, word=repr(need)))
    for element in folder.elements:
        try:
            made = games.elements[element.id].module()
        except ExpansionError:
            raise
        except Exception as error:
            problem = why("at", place=f"{element.rules}()", problem=crashed(error))
            raise ExpansionError(folder.path / "rules.py", problem, line_of(error, folder.path)) from error
        for verb, forms in made.notation.items():
            fields = [field for form in forms.split("|") for field in parts(form)[1::2]]
            wrong = [field for field in fields if field not in FIELDS]
            if wrong or not forms.isprintable() or ";" in forms or not forms.strip():
                problem = why("expansion.notation", verb=repr(verb), value=repr(forms), known=list(FIELDS))
                raise ExpansionError(folder.path / "rules.py", problem)
        if made.name != element.id:
            problem = why("expansion.module_name", name=element.rules, value=repr(made.name), right=repr(element.id))
            raise ExpansionError(folder.path / "rules.py", problem)
        if element.forecast:
            folder.member("forecast", element.forecast)

    _declare(house, games, folder)


def _declare(house: House, games: Games, folder: Folder) -> None:
    """Let its modules declare what they have, in the first of the boxes: what makes no sense is said before anybody plays."""
    elements = with_needs(games, [element.id for element in folder.elements])
    edition = next(iter(house.editions.values()))
    wanted = {games.elements[element].tiles for element in elements} | {folder.id if folder.has_tiles else ""}
    sets = [one.tiles for one in games.expansions.values() if one.tiles and one.tiles in wanted]
    tiles = played_tiles(games, edition, sets)
    modules = [house.base(), *(games.elements[element].module() for element in elements)]
    try:
        compile_rules(
            games.family_with(elements),
            [tile for tile, _ in tiles],
            [copies for _, copies in tiles],
            modules,
            2,
            settings={**edition.settings, **{switch.id: switch.usual for switch in games.switches_of(elements)}},
        )
    except Exception as error:
        raise ExpansionError(folder.path / "rules.py", crashed(error), line_of(error, folder.path)) from error


def with_needs(games: Games, elements: Sequence[str]) -> list[str]:
    """The elements and everything they cannot do without, in the order of the modules."""
    found: set[str] = set()
    waiting = list(elements)
    while waiting:
        element = waiting.pop()
        if element not in found:
            found.add(element)
            waiting += games.elements[element].needs
    return sorted(found, key=list(games.module_order).index)


def played_tiles(games: Games, edition: Edition, sets: Sequence[str]) -> list[tuple[Tile, int]]:
    """The tiles of a set-up with their copies, in the order of the catalogue."""
    found = []
    for name in (*edition.sets, *sets):
        tile_set = games.tile_set(name)
        printing = edition.printing if edition.printing in tile_set.printings else tile_set.printings[0]
        found += [(tile, tile.copies[printing]) for tile in tile_set.tiles if tile.copies.get(printing)]
    return found


def _tile_line(folder: Folder, problem: Problem) -> int:
    """The line of tiles.toml on which the tile stands that a problem is about; 0 if it is about none."""
    text = folder.text("tiles.toml") or ""
    wanted = f'id = "{problem.id}"' if problem.part == "tile" else "[set]"
    return next((number for number, line in enumerate(text.splitlines(), 1) if line.startswith(wanted)), 0)


def _extended(family: Family, folder: Folder) -> Family:
    """A family with the kinds, marks and steps of an expansion that it does not know itself."""
    marks = {kind: tuple(words) for kind, words in family.marks.items()}
    for kind, words in folder.printed.get("segment_marks", {}).items():
        marks[kind] = (*marks.get(kind, ()), *(word for word in words if word not in marks.get(kind, ())))
    scripts = {"turn": family.script, "final": family.final, "setup": family.setup}
    for step in folder.steps:
        scripts[step.script] = _with_step(scripts[step.script], step, folder)
    return replace(
        family,
        segments=_joined(family.segments, folder.segments),
        figures=_joined(family.figures, folder.figures),
        words=_joined(family.words, folder.words),
        steps=_joined(family.steps, [step.name for step in folder.steps]),
        marks=marks,
        script=scripts["turn"],
        final=scripts["final"],
        setup=scripts["setup"],
    )


def _joined(known: Sequence[str], more: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys([*known, *more]))


def _with_step(script: Script, step: StepEntry, folder: Folder) -> Script:
    """A script with one more step; in one that is there already the module acts last."""
    names = [name for name, _ in script]
    if step.name in names:
        return [(name, (*actors, step.element) if name == step.name else actors) for name, actors in script]
    wanted = step.after or step.before
    if wanted not in names:
        known: list[object] = [*names] or [why("none")]
        problem = why("expansion.no_step", step=step.name, word=repr(wanted), known=known)
        raise ExpansionError(folder.path / MANIFEST, problem)
    at = names.index(wanted) + (1 if step.after else 0)
    return [*script[:at], (step.name, (step.element,)), *script[at:]]
