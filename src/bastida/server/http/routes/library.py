"""What can be played, the tiles, the pictures, the rules and the words: everything that is the same for everybody."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Response

import bastida
from bastida import __version__
from bastida.art import THEMES
from bastida.art.pieces.lying import DRAWING
from bastida.kernel.shelf import HOUSES, folders, remembered
from bastida.language.texts import texts
from bastida.rulebook.clauses import modules
from bastida.rulebook.examples import examples
from bastida.server.http.access import Asker, Caller
from bastida.server.http.catalogue_models import CatalogueShown, ChapterShown, RulesShown, TextsShown, TilesShown
from bastida.server.http.levels import shown_guests
from bastida.server.http.menu import all_sets, all_tiles, catalogue, rule_pages, tile_facts
from bastida.server.http.problems import Problem
from bastida.server.http.replies import IMMUTABLE, as_json, problems, sends
from bastida.server.http.seat_tokens import digest
from bastida.server.http.work import page, read, sent
from bastida.table.setup import FAMILIES

router = APIRouter(prefix="/api", tags=["catalogue"])
SVG = "image/svg+xml"
DRAWN = sends("A picture", SVG)
MOST_PIECES = 250  # in one sheet


def spoken_edition(
    edition: Annotated[str, Query(description="Id of a box, to be told in the words of its rulebook", max_length=40)] = "",
) -> str:
    """The edition in whose words something is told; none if there is no such box."""
    return edition if any(edition in games.editions for games in FAMILIES.values()) else ""


Spoken = Annotated[str, Depends(spoken_edition)]
PARTS = ("scored", "unfinished", "source", "level", "about", "rules", "table", "play")  # sections of the texts


@router.get("/catalogue", response_model=CatalogueShown, responses=problems())
async def whole_catalogue(caller: Asker, spoken: Spoken) -> Response:
    """Boxes, presets in the order of learning, expansions, elements, levels of the computer, colours, looks."""

    names = tuple(caller.settings.guests)

    def made() -> dict[str, Any]:
        guests = shown_guests(texts(caller.language, spoken), names)
        return {"version": f"{__version__}-{drawn_with()}", **catalogue(caller.language, spoken), "guests": guests}

    return await page(caller, ("catalogue", caller.language, spoken, names), made)


@router.get("/catalogue/tiles", response_model=TilesShown, responses=problems(404))
async def tiles(caller: Asker, set: Annotated[str, Query(max_length=60, description="Id of a tile set")] = "") -> Response:
    """The tiles of a set, or of all: segments with anchors for figures and paths for highlights (100 by 100 units)."""
    if set and set not in all_sets():
        raise Problem("no_such_page")
    names = (set,) if set else tuple(all_sets())
    return await page(caller, ("tiles", set), lambda: {"tiles": [tile for name in names for tile in tile_facts(name)]})


@router.get("/art/{theme}/defs.svg", response_class=Response, responses={**problems(404, 503), **DRAWN})
async def defs(theme: str, caller: Asker) -> Response:
    """What the tiles of a theme are drawn with; a page needs it once."""
    return await _sheet(caller, "defs", _theme(theme))


@router.get("/art/{theme}/tiles.svg", response_class=Response, responses={**problems(404, 503), **DRAWN})
async def tile_symbols(theme: str, caller: Asker, ids: Annotated[str, Query(max_length=4000)] = "") -> Response:
    """Tiles as symbols, each once and in all four turns; without ids all there are."""
    known = all_tiles()
    wanted = {name for name in ids.split(",") if name} or known
    if any(name not in known for name in wanted):
        raise Problem("no_such_page")
    return await _sheet(caller, "tiles", _theme(theme), sorted(wanted))


@router.get("/art/{theme}/pieces.svg", response_class=Response, responses={**problems(404, 503), **DRAWN})
async def piece_symbols(theme: str, caller: Asker, ids: Annotated[str, Query(max_length=4000)]) -> Response:
    """Pieces on tiles as symbols of the size of a tile, by the names that views give them."""
    _theme(theme)  # pieces look the same in all of them
    wanted = {name for name in ids.split(",") if DRAWING.fullmatch(name)}
    return await _sheet(caller, "pieces", "", sorted(wanted)[:MOST_PIECES])


@router.get("/art/figures.svg", response_class=Response, responses={**problems(503), **DRAWN})
async def figures(caller: Asker) -> Response:
    """Every figure as a symbol, in every colour."""
    return await _sheet(caller, "figures")


@router.get("/art/{theme}/track.svg", response_class=Response, responses={**problems(404, 503), **DRAWN})
async def track(theme: str, caller: Asker, dark: bool = False) -> Response:
    """The scoreboard as a symbol."""
    return await _sheet(caller, "track", _theme(theme), ["dark"] if dark else [])


def _theme(theme: str) -> str:
    if theme not in THEMES:
        raise Problem("no_such_page")
    return theme


async def _sheet(caller: Caller, what: str, theme: str = "", names: Sequence[str] = ()) -> Response:
    """A sheet of symbols: drawn by a worker, packed once. Browsers keep it for ever when the address names a version."""
    job = {"do": "art", "what": what, "theme": theme, "names": names}
    data = await read(caller, "art", job, (what, theme, digest(",".join(names))))
    caching = IMMUTABLE if "v" in caller.request.query_params else "no-cache"
    return await sent(caller, data, SVG, {"Cache-Control": caching})


@remembered
def drawn_with() -> str:
    """A mark of the program that draws: pictures kept for ever are fetched again when it changes."""
    package = Path(bastida.__file__).parent
    places = [
        package / "art",
        *(package / house / "tiles" for house in HOUSES),
        *(folder.path for folder in folders().values()),
    ]
    files = sorted(file for place in places for file in place.rglob("*") if file.suffix in (".py", ".toml"))
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:8]


# -- rules and words ------------------------------------------------------------------------------------------------------


@router.get("/rules", response_model=RulesShown, responses=problems())
async def rules(caller: Asker, spoken: Spoken) -> Response:
    """The components of the rules."""
    phrases = texts(caller.language, spoken)
    return await page(caller, ("rules", caller.language, spoken), lambda: {"components": rule_pages(phrases)})


@router.get("/rules/{page}", response_model=ChapterShown, responses=problems(404, 503))
async def rule_page(page: str, caller: Asker) -> Response:
    """The clauses of a component, by its prefix, with what its examples show."""
    prefix = page.upper()
    if prefix not in modules():
        raise Problem("no_such_page")
    job = {"do": "chapter", "prefix": prefix, "language": caller.language}  # its examples are played
    return await sent(caller, await read(caller, "art", job, (prefix, caller.language)), "application/json")


@router.get("/rules/{page}/{example}.svg", response_class=Response, responses={**problems(404, 503), **DRAWN})
async def example_picture(page: str, example: str, caller: Asker) -> Response:
    """The table of an example as it was scored, inside the scoreboard if the example speaks of it."""
    if page.upper() not in modules() or example not in {one.id for one in examples(page.upper())}:
        raise Problem("no_such_page")
    return await _sheet(caller, "example", "", [example])


@router.get("/texts", response_model=TextsShown, responses=problems())
async def words(caller: Asker, spoken: Spoken) -> Response:
    """The terms of the game in the caller's language and an edition's words, so that they are the same everywhere."""
    phrases = texts(caller.language, spoken)
    return as_json({"language": caller.language, "words": phrases.words, **{part: phrases.section(part) for part in PARTS}})
