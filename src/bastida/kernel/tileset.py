# not compiled: runs once at set-up
"""Reads the catalogue files: one TOML file per tile set, checked to the last half-side before it is used.

    [set]     id (the file's name), es, en, tiles (how many in the box), book; if need be ca or another language, editions (its
              printings), needs (other sets), source (of all its tiles), copies (the source of their numbers), word (for one
              of its tiles)
    [[tile]]  id; count (a number, or one per printing); lists of segments; centre (a word or a list of words); joins
              (things that touch and so part the ground where nothing else shows it); source ("published" if left out)
    [[card]]  a piece without terrain: id, es, en, count; if need be ca or another language

Segments are named by kind and place in their list, "city 0".  A whole-side kind has `sides`, and `corner` if it
reaches a corner between two sides that are not its own; a line kind has `sides`, `ends` (what stops it on the tile, as
many as are missing to two sides) and `figures = false` if nobody may stand there; the ground kind has `edges`
(half-sides, "" if it is closed in) and the numbers of the whole-side segments it borders.  Which kinds there are, and
all further words of segments, tiles and cards, is for the family to say: its Terrain.
"""

# Long: one format of file, read and judged to the last half-side.

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from importlib.resources.abc import Traversable
from itertools import combinations
from pathlib import Path
from typing import Any, Final, NamedTuple

from bastida.kernel.answers import Refusal
from bastida.kernel.faults import Fault, all_of, either, why
from bastida.kernel.geometry import PORT_NAMES, SIDE_NAMES, middle
from bastida.kernel.languages import LANGUAGES
from bastida.kernel.tile import Card, Segment, Tile, TileSet, segment_name

# How a value is written, as the sentences ``tiles.form.flag`` ... say.  Instead, a tuple of words means: one of them, or a
# list of them.
FLAG: Final = "flag"
COUNT: Final = "count"
TEXT: Final = "text"
TEXTS: Final = "texts"
PLACES: Final = "places"
_NUMBERS: Final = "numbers"
_COPIES: Final = "copies"
_TABLE: Final = "table"
_TABLES: Final = "tables"
_LINKS: Final = "links"
Form = str | tuple[str, ...]

CORNERS: Final = ("NW", "NE", "SE", "SW")  # corner k lies between side k - 1 and side k
SOURCES: Final = ("published", "derived", "designed")
_OTHER_NAMES: Final[Mapping[str, Form]] = {language: TEXT for language in LANGUAGES if language not in ("es", "en")}
_SET_KEYS: Final[Mapping[str, Form]] = {"id": TEXT, "es": TEXT, "en": TEXT, "tiles": COUNT, "book": TEXT}
_SET_OPTIONS: Final[Mapping[str, Form]] = {
    **_OTHER_NAMES,
    "editions": TEXTS,
    "needs": TEXTS,
    "source": SOURCES,
    "copies": SOURCES,
    "word": TEXT,
}
_CARD_KEYS: Final[Mapping[str, Form]] = {"id": TEXT, "es": TEXT, "en": TEXT, "count": COUNT}


@dataclass(frozen=True)
class Terrain:
    """What may be printed on the tiles of one family of games, and in which words."""

    whole: str  # the kind that takes whole sides
    lines: tuple[str, ...]  # kinds that leave by the middle of a side
    ground: str  # the kind that lies around them
    ends: Mapping[str, Mapping[str, str]]  # line kind: word or kind that may stop it: the centre this needs, or ""
    marks: Mapping[str, Mapping[str, Form]]  # kind: further keys of its segments
    tile_marks: Mapping[str, Form]  # further keys of tiles and cards
    inner: tuple[str, ...] = ()  # kinds that touch no side
    centre: tuple[str, ...] = ()  # words of `centre` that are segments: places for figures
    symbols: tuple[str, ...] = ()  # words of `centre` that are only marks of the tile
    apart: tuple[str, ...] = ()  # ends that each line has for itself; lines with any other end in common meet there
    borders: str = ""  # key by which ground lists the whole-side segments it borders; "" if no rule asks
    bridge: str = ""  # tile mark that lets lines and whole-side segments cross
    closed: tuple[str, ...] = ()  # kinds on which nobody ever stands
    needed: Mapping[str, str] = field(default_factory=dict)  # kind: key that each of its segments must have
    pairs: tuple[tuple[str, str], ...] = ()  # tile mark and centre word that never stand alone

    @property
    def kinds(self) -> tuple[str, ...]:
        """The lists of segments a tile may have, in the order of Tile.segments."""
        return (self.whole, *self.lines, *self.inner, self.ground)

    def printed(self, more: Mapping[str, Any]) -> Terrain:
        """With what the tiles of an expansion show besides; flags where a list of words is given, or words to choose from."""
        marks = {kind: dict(keys) for kind, keys in self.marks.items()}
        for kind, keys in more.get("segment_marks", {}).items():
            marks[kind] = {**marks.get(kind, {}), **_forms(keys)}
        ends = {kind: dict(words) for kind, words in self.ends.items()}
        for kind, words in more.get("ends", {}).items():
            ends[kind] = {**ends.get(kind, {}), **words}
        return replace(
            self,
            lines=(*self.lines, *more.get("lines", ())),
            apart=(*self.apart, *more.get("apart", ())),
            closed=(*self.closed, *more.get("closed", ())),
            ends=ends,
            marks=marks,
            tile_marks={**self.tile_marks, **_forms(more.get("tile_marks", {}))},
            centre=tuple(dict.fromkeys([*self.centre, *more.get("centre", ())])),
            symbols=tuple(dict.fromkeys([*self.symbols, *more.get("symbols", ())])),
            pairs=(*self.pairs, *(tuple(pair) for pair in more.get("pairs", ()))),
        )

    def keys(self, kind: str) -> dict[str, Form]:
        """All keys a segment of this kind may have."""
        keys = dict(self.marks.get(kind, {}))
        if kind == self.whole:
            keys |= {"sides": TEXT, "corner": CORNERS}
        elif kind in self.lines:
            keys |= {"sides": TEXT, "ends": TEXTS, "figures": FLAG}
        elif kind == self.ground:
            keys |= {"edges": TEXT} | ({self.borders: _NUMBERS} if self.borders else {})
        return keys


def _forms(keys: Mapping[str, Any] | list[str]) -> dict[str, Form]:
    """Keys as a folder declares them: a list of flags, or each with "flag", "count" or its words."""
    if isinstance(keys, list):
        return dict.fromkeys(keys, FLAG)
    known = {"flag": FLAG, "count": COUNT, "text": TEXT, "places": PLACES}
    return {key: tuple(form) if isinstance(form, list) else known[form] for key, form in keys.items()}


class Problem(NamedTuple):
    """Something wrong with a catalogue file: in which set, in which part of it ("tile We1", "[set]"), and what."""

    set: str
    part: str  # "tile", "card", "set", or none
    id: str  # of the tile or card
    what: Refusal

    def told_in(self, known: str = "") -> Refusal:
        """All of it; the file is left out if the reader knows it."""
        problem = self.what
        if self.part:
            place = "[set]" if self.part == "set" else why("tiles.card" if self.part == "card" else "tiles.tile", id=self.id)
            problem = why("at", place=place, problem=problem)
        return problem if self.set == known else why("at", place=f"{self.set}.toml", problem=problem)


class CatalogueError(Fault):
    """A catalogue file is wrong; `problems` has everything found in it, each naming file and tile."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(all_of([problem.told_in() for problem in self.problems]))


def load_set(source: Traversable | Path | str, terrain: Terrain) -> TileSet:
    """Read and check one catalogue file."""
    problems: list[Problem] = []
    file = Path(source) if isinstance(source, str) else source
    tile_set = _read_set(file, terrain, problems, file.name.removesuffix(".toml"))
    if tile_set is None or problems:
        raise CatalogueError(problems)
    return tile_set


def load_sets(folder: Traversable | Path | str, terrain: Terrain) -> dict[str, TileSet]:
    """Read and check every catalogue file of a folder, each named by its set, also against each other."""
    files = (Path(folder) if isinstance(folder, str) else folder).iterdir()
    return load_files({file.name.removesuffix(".toml"): file for file in files if file.name.endswith(".toml")}, terrain)


def load_files(files: Mapping[str, Traversable], terrain: Terrain) -> dict[str, TileSet]:
    """Read and check catalogue files, by the id of their set, also against each other."""
    problems: list[Problem] = []
    sets: dict[str, TileSet] = {}
    owner: dict[str, str] = {}
    for name in sorted(files):
        tile_set = _read_set(files[name], terrain, problems, name)
        if tile_set is None:
            continue
        sets[tile_set.id] = tile_set
        for piece in [tile.id for tile in tile_set.tiles] + [card.id for card in tile_set.cards]:
            if owner.setdefault(piece, name) != name:
                problems.append(Problem(name, "tile", piece, why("tiles.taken", other=f"{owner[piece]}.toml")))
    for tile_set in sets.values():
        missing = [] if problems else [need for need in tile_set.needs if need not in sets]
        problems += [Problem(tile_set.id, "set", "", why("tiles.needs", word=repr(need))) for need in missing]
    if problems:
        raise CatalogueError(problems)
    return sets


def _read_set(file: Traversable, terrain: Terrain, problems: list[Problem], name: str) -> TileSet | None:
    """The set of a file; in what is wrong the file is called after the set it should hold."""
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        problems.append(Problem(name, "", "", why("expansion.no_toml", problem=str(error))))
        return None
    report = _Report(problems, name)
    report.check(data, {"set": _TABLE, "tile": _TABLES}, {"card": _TABLES})
    if not report.good:
        return None
    info = data["set"]
    report = _Report(problems, name, "set")
    report.check(info, _SET_KEYS, _SET_OPTIONS)
    if not report.good:
        return None
    if info["id"] != name:
        report.say(why("tiles.not_its_id", word=repr(info["id"])))
    printings = tuple(_listed(info.get("editions", "")))
    readers = [_Reader(problems, name, raw, terrain) for raw in data["tile"]]
    tiles: list[Tile] = []
    seen: set[str] = set()
    for reader in readers:
        tile = reader.read(info["id"], printings, info.get("source", SOURCES[0]))
        if tile is not None:
            tiles.append(tile)
        if reader.id in seen:
            reader.say(why("tiles.twice"))
        seen.add(reader.id)
    for printing in printings:
        count = sum(reader.copies(printing) for reader in readers)
        if count != info["tiles"]:
            if printing:
                report.say(why("tiles.count_of", n=count, number=info["tiles"], printing=printing))
            else:
                report.say(why("tiles.count", n=count, number=info["tiles"]))
    return TileSet(
        id=info["id"],
        names=_names(info),
        count=info["tiles"],
        printings=printings,
        needs=tuple(_listed(info.get("needs", []))),
        tiles=tuple(tiles),
        cards=_read_cards(name, data.get("card", []), terrain, problems),
        book=info["book"],
        word=info.get("word", "tile"),
        copies_source=info.get("copies", SOURCES[0]),
    )


def _read_cards(file: str, raws: list[dict[str, Any]], terrain: Terrain, problems: list[Problem]) -> tuple[Card, ...]:
    cards: list[Card] = []
    for raw in raws:
        report = _Report(problems, file, "card", raw)
        report.check(raw, _CARD_KEYS, {**terrain.tile_marks, **_OTHER_NAMES})
        if report.good:
            marks = {key: word for key, word in _tile_marks(raw, terrain).items() if key not in _CARD_KEYS}
            cards.append(Card(raw["id"], _names(raw), raw["count"], marks))
    return tuple(cards)


def _names(raw: Mapping[str, Any]) -> dict[str, str]:
    """The name of a set or card in every language that has one."""
    return {language: raw[language] for language in LANGUAGES if language in raw}


def _tile_marks(raw: Mapping[str, Any], terrain: Terrain) -> dict[str, str]:
    given = {key: raw[key] for key in terrain.tile_marks if raw.get(key, False) is not False}
    return {key: "yes" if value is True else " ".join(map(str, _listed(value))) for key, value in given.items()}


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_list(value: Any, test: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and all(map(test, value))


_FITS: Final[Mapping[str, Callable[[Any], bool]]] = {
    FLAG: lambda value: isinstance(value, bool),
    COUNT: _is_count,
    TEXT: _is_text,
    TEXTS: lambda value: _is_list(_listed(value), _is_text),
    PLACES: _is_text,
    _NUMBERS: lambda value: _is_list(value, _is_count),
    _COPIES: lambda value: _is_list(list(value.values()) if isinstance(value, dict) else [value], _is_count),
    _TABLE: lambda value: isinstance(value, dict),
    _TABLES: lambda value: _is_list(value, _FITS[_TABLE]),
    _LINKS: lambda value: _is_list(value, lambda link: _is_list(link, _is_text)),
}


class _Report:
    """Collects what is wrong with one thing."""

    def __init__(self, problems: list[Problem], file: str, part: str = "", raw: Mapping[str, Any] | None = None) -> None:
        self.problems, self.file, self.part, self.good = problems, file, part, True
        self.id = str((raw or {}).get("id", "?"))

    def say(self, what: Refusal, of: str = "") -> None:
        """Something is wrong, perhaps with a segment of it."""
        problem = why("at", place=of, problem=what) if of else what
        self.problems.append(Problem(self.file, self.part, self.id, problem))
        self.good = False

    def check(self, raw: Mapping[str, Any], keys: Mapping[str, Form], options: Mapping[str, Form], of: str = "") -> None:
        """Every key is known, every key of `keys` is there, every value is of its form."""
        for key in [key for key in keys if key not in raw]:
            self.say(why("expansion.missing", key=repr(key)), of)
        for key, value in raw.items():
            form = keys.get(key) or options.get(key)
            if form is None:
                self.say(why("tiles.unknown_key", key=repr(key)), of)
            elif isinstance(form, tuple):
                for word in [word for word in _listed(value) if word not in form]:
                    self.say(why("tiles.no_word", key=key, word=repr(word), known=form), of)
            elif not _FITS[form](value):
                self.say(why("tiles.must_be", key=key, form=why(f"tiles.form.{form}")), of)


class _Part:
    """A segment while its tile is being read."""

    def __init__(self, kind: str, index: int, entry: Mapping[str, Any]) -> None:
        self.kind, self.index, self.entry = kind, index, entry
        self.name = f"{kind} {index}"
        self.ports: list[int] = []
        self.ends: list[str] = _listed(entry.get("ends", []))
        self.corners: list[str] = _listed(entry.get("corner", []))

    @property
    def rim(self) -> set[int]:
        """Its points among the sixteen of the outline, clockwise: a corner, the three ports of a side, and so on."""
        points = {port // 3 * 4 + port % 3 + 1 for port in self.ports}
        points |= {4 * CORNERS.index(corner) for corner in self.corners}
        return points | {4 * k for k in range(4) if {3 * k, (3 * k - 1) % 12} <= set(self.ports)}


class _Wall(NamedTuple):
    """Segments that touch on the tile: no ground passes between them."""

    parts: list[_Part]

    def named(self) -> Refusal | str:
        """``road 0 and village 1``."""
        found: Refusal | str = self.parts[0].name
        for part in self.parts[1:]:
            found = why("tiles.and", one=found, other=part.name)
        return found

    @property
    def rim(self) -> set[int]:
        return {point for part in self.parts for point in part.rim}


def _cross(a: Set[int], b: Set[int]) -> bool:
    """Do two sets of points of the outline alternate, so that their areas must cross inside the tile?"""
    order = sorted([(point, 0) for point in a] + [(point, 1) for point in b])
    return sum(order[i - 1][1] != who for i, (_, who) in enumerate(order)) >= 4


class _Reader(_Report):
    """Reads and checks one tile."""

    def __init__(self, problems: list[Problem], file: str, raw: Mapping[str, Any], terrain: Terrain) -> None:
        super().__init__(problems, file, "tile", raw)
        self.raw, self.terrain = raw, terrain
        self.parts: dict[str, _Part] = {}  # by name, in the order of Tile.segments
        self.owner: dict[int, _Part] = {}  # by port
        self.centre: list[str] = _listed(raw.get("centre", []))

    def read(self, set_id: str, printings: tuple[str, ...], source: str) -> Tile | None:
        for step in (self.read_words, self.read_parts, self.check_cover, self.check_ends, self.check_drawing):
            if self.good:
                step()
        count = self.raw.get("count")
        if isinstance(count, dict) and count.keys() != set(printings):
            self.say(why("tiles.printings", known=printings))
        return self.tile(set_id, printings, source) if self.good else None

    def of(self, *kinds: str) -> list[_Part]:
        return [part for part in self.parts.values() if part.kind in kinds]

    def copies(self, printing: str) -> int:
        count = self.raw.get("count", 0)
        number = count.get(printing, 0) if isinstance(count, dict) else count
        return number if _is_count(number) else 0

    def read_words(self) -> None:
        terrain = self.terrain
        options: dict[str, Form] = {"source": SOURCES, "centre": terrain.centre + terrain.symbols, "joins": _LINKS}
        options |= dict.fromkeys(terrain.kinds, _TABLES) | dict(terrain.tile_marks)
        self.check(self.raw, {"id": TEXT, "count": _COPIES}, options)
        for mark, word in terrain.pairs:
            if (mark in self.raw) != (word in self.centre):
                self.say(why("tiles.pair", key=mark, word=word))

    def read_parts(self) -> None:
        terrain = self.terrain
        for kind in terrain.kinds:
            for index, entry in enumerate(self.raw.get(kind, [])):
                part = _Part(kind, index, entry)
                self.parts[part.name] = part
                self.read_part(part)
        lines = {port for line in self.of(*terrain.lines) for port in line.ports}
        for ground in self.of(terrain.ground):  # the middle of a side that is all its own
            sides = [side for side in range(4) if {3 * side, 3 * side + 2} <= set(ground.ports)]
            ground.ports += [middle(side) for side in sides if middle(side) not in lines]
        for key in [key for key, form in terrain.tile_marks.items() if form == PLACES]:
            for place in self.raw.get(key, "").split():
                if place not in self.raw and self.named(place) not in self.parts:
                    self.say(why("tiles.not_there", key=key, word=repr(place)))

    def read_part(self, part: _Part) -> None:
        terrain, kind = self.terrain, part.kind
        keys = terrain.keys(kind)
        place = "edges" if "edges" in keys else "sides"
        needed = [key for key in (place, terrain.needed.get(kind)) if key in keys]
        self.check(part.entry, {key: keys[key] for key in needed}, keys, of=part.name)
        for word in str(part.entry.get(place, "")).split():
            if place == "sides" and word in SIDE_NAMES:
                port = middle(SIDE_NAMES.index(word))
                part.ports += [port - 1, port, port + 1] if kind == terrain.whole else [port]
            elif place == "edges" and word in PORT_NAMES and word not in SIDE_NAMES:
                part.ports.append(PORT_NAMES.index(word))
            else:
                self.say(why("tiles.no_side" if place == "sides" else "tiles.no_half", word=repr(word)), part.name)

    def check_cover(self) -> None:
        whole, ground, lines = self.terrain.whole, self.terrain.ground, self.terrain.lines
        rule = why("tiles.side", whole=whole, lines=either(lines), ground=ground)
        for side, name in enumerate(SIDE_NAMES):
            ports = range(3 * side, 3 * side + 3)
            held = [(port, part) for port in ports for part in self.parts.values() for p in part.ports if p == port]
            self.owner |= held
            if [port for port, _ in held] == list(ports):
                (_, first), (_, centre), (_, second) = held
                if first is centre is second or (centre.kind in lines and first.kind == second.kind == ground):
                    continue
            found = dict.fromkeys(f"{p.name} ({PORT_NAMES[port]})" if p.kind == ground else p.name for port, p in held)
            self.say(why("tiles.cover", side=name, found=list(found) or why("tiles.nothing"), rule=rule))

    def named(self, text: str) -> str:
        """The part, or else the word, meant by a text: "lake0" is "lake 0"."""
        name = segment_name(text)
        return f"{name[0]} {name[1]}" if name else text

    def check_ends(self) -> None:
        terrain, lines = self.terrain, self.of(*self.terrain.lines)
        for line in lines:
            if len(line.ports) + len(line.ends) != 2:
                self.say(why("tiles.two_ends", number=len(line.ports), count=len(line.ends)), line.name)
            if not line.ports and line.entry.get("figures", True):
                self.say(why("tiles.no_exit", segment=line.name))
            words = terrain.ends[line.kind]
            for end in line.ends:
                kind, _, number = self.named(end).partition(" ")
                if kind not in words or (self.named(end) not in self.parts if kind in terrain.kinds else number):
                    self.say(why("tiles.no_end", segment=line.name, word=repr(end), known=list(words)))
                elif words[kind] and words[kind] not in self.centre:
                    self.say(why("tiles.no_centre", segment=line.name, end=repr(end), word=words[kind]))
        reached = {self.named(end) for line in lines for end in line.ends}
        for part in self.of(*terrain.inner):
            if part.name not in reached:
                self.say(why("tiles.none_ends", lines=either(terrain.lines), segment=part.name))
        known = self.parts.keys() | {word for words in terrain.ends.values() for word in words}
        for text in (text for link in self.raw.get("joins", []) for text in link):
            if self.named(text) not in known:
                self.say(why("tiles.not_there", key="joins", word=repr(text)))

    def walls(self) -> list[_Wall]:
        groups = [{part.name} for part in self.parts.values() if part.kind != self.terrain.ground]
        links = [{self.named(text) for text in link} for link in self.raw.get("joins", [])]
        for part in self.parts.values():
            links += [{part.name, self.named(end)} for end in part.ends if end not in self.terrain.apart]
        for link in links:
            touching = [group for group in groups if group & link]
            groups = [group for group in groups if not group & link] + [link.union(*touching)]
        return [_Wall([part for part in self.parts.values() if part.name in group]) for group in groups]

    def check_drawing(self) -> None:
        """Can the tile be drawn: nothing crosses, and the ground is parted where the entry says so and only there?"""
        terrain, walls, grounds = self.terrain, self.walls(), self.of(self.terrain.ground)
        if not (terrain.bridge and self.raw.get(terrain.bridge)):
            singles = [_Wall([part]) for part in self.parts.values() if part.kind != terrain.ground]
            for things in (singles, walls):
                for a, b in combinations(things, 2) if self.good else ():
                    if _cross(a.rim, b.rim):
                        self.say(why("tiles.crosses_unbridged", one=a.named(), other=b.named()))
        for ground in grounds:
            for wall in walls:
                if _cross(ground.rim, wall.rim):
                    self.say(why("tiles.crosses", one=ground.name, other=wall.named()))
        for one, other in combinations(grounds, 2):
            if _cross(one.rim, other.rim):
                self.say(why("tiles.crosses", one=one.name, other=other.name))
            elif one.ports and other.ports and not any(_cross(one.rim | other.rim, wall.rim) for wall in walls):
                self.say(why("tiles.not_parted", one=one.name, other=other.name))
        for k, corner in enumerate(CORNERS):
            left, right = self.owner[(3 * k - 1) % 12], self.owner[3 * k]
            reached = [part for part in self.of(terrain.whole) if corner in part.corners]
            if terrain.whole in (left.kind, right.kind):
                if reached:
                    self.say(why("tiles.needless_corner", segment=reached[0].name, corner=corner, whole=terrain.whole))
            elif left is right and reached:
                self.say(why("tiles.split_corner", segment=reached[0].name, corner=corner, other=left.name))
            elif left is not right and not reached:
                self.say(why("tiles.open_corner", one=left.name, other=right.name, corner=corner, whole=terrain.whole))
        if terrain.borders:
            self.check_borders(walls)

    def check_borders(self, walls: list[_Wall]) -> None:
        whole, borders = self.of(self.terrain.whole), self.terrain.borders
        for ground in self.of(self.terrain.ground):
            listed: list[int] = ground.entry.get(borders, [])
            if len(set(listed)) != len(listed) or any(number >= len(whole) for number in listed):
                self.say(why("tiles.borders", key=borders, listed=str(listed), number=len(whole)), ground.name)
                continue
            if not ground.ports and not listed:
                self.say(why("tiles.closed_in", segment=ground.name, whole=self.terrain.whole))
            for k, corner in enumerate(CORNERS):
                beside = (self.owner[(3 * k - 1) % 12], self.owner[3 * k])
                for part in whole if ground in beside else ():
                    if (part in beside or corner in part.corners) and part.index not in listed:
                        self.say(why("tiles.not_listed", segment=ground.name, other=part.name, corner=corner))
            for part in (whole[number] for number in listed):
                for wall in walls:
                    apart = part not in wall.parts and not _cross(part.rim, wall.rim)
                    if apart and _cross(ground.rim | part.rim, wall.rim):
                        self.say(why("tiles.behind", segment=ground.name, other=part.name, wall=wall.named()))

    def tile(self, set_id: str, printings: tuple[str, ...], source: str) -> Tile:
        terrain = self.terrain
        segments = [self.segment(part) for part in self.parts.values()]
        centre = [Segment(kind, 0, ()) for kind in terrain.centre if kind in self.centre]
        marks = _tile_marks(self.raw, terrain) | {word: "yes" for word in self.centre if word in terrain.symbols}
        if self.raw.get("source", source) != SOURCES[0]:
            marks["source"] = self.raw.get("source", source)
        north, east, south, west = (self.owner[middle(side)].kind for side in range(4))
        return Tile(
            id=self.raw["id"],
            segments=(*segments, *centre),
            sides=(north, east, south, west),
            copies={printing: self.copies(printing) for printing in printings},
            marks=marks,
            set_id=set_id,
            joins=tuple(tuple(link) for link in self.raw.get("joins", [])),
        )

    def segment(self, part: _Part) -> Segment:
        marks: dict[str, int] = {}
        for key, form in self.terrain.marks.get(part.kind, {}).items():
            value = part.entry.get(key, [])
            if isinstance(form, tuple):
                marks |= {word: _listed(value).count(word) for word in form}
            else:
                marks[key] = int(value or 0)
        positions = list(self.parts)
        borders = part.entry.get(self.terrain.borders, [])
        return Segment(
            kind=part.kind,
            index=part.index,
            ports=tuple(sorted(part.ports)),
            marks={word: number for word, number in marks.items() if number},
            ends=tuple(part.ends),
            touches=tuple(positions.index(f"{self.terrain.whole} {number}") for number in borders),
            figures=part.entry.get("figures", True) and part.kind not in self.terrain.closed,
            corners=tuple(part.corners),
        )
