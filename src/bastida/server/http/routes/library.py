"""What can be played, the tiles, the pictures, the rules and the words: everything that is the same for everybody."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

import bastida
from bastida import __version__
from bastida.art import THEMES, figure_symbols, theme_defs, tile_symbol, track_symbol
from bastida.art.pieces import piece_symbols as drawn_pieces
from bastida.kernel.shelf import HOUSES, bounded, folders, remembered
from bastida.language.texts import texts
from bastida.rulebook.clauses import UnknownClause, clauses, modules
from bastida.server.http.access import Asker
from bastida.server.http.menu import all_sets, all_tiles, catalogue, rule_pages, tile_facts
from bastida.server.http.problems import Problem
from bastida.server.http.replies import IMMUTABLE, as_json, problems

router = APIRouter(prefix="/api", tags=["catalogue"])
SVG = "image/svg+xml"
TURNS = range(4)
PARTS = ("scored", "unfinished", "level", "about", "rules", "table", "play")  # sections of the texts


@router.get("/catalogue", responses=problems())
async def whole_catalogue(caller: Asker) -> Response:
    """Boxes, presets in the order of learning, expansions, elements, levels of the computer, colours, looks."""
    found: dict[str, Any] = await asyncio.to_thread(catalogue, caller.language)
    return as_json({"version": f"{__version__}-{drawn_with()}", **found})


@router.get("/catalogue/tiles", responses=problems(404))
async def tiles(caller: Asker, set: Annotated[str, Query(max_length=60, description="Id of a tile set")] = "") -> Response:
    """The tiles of a set, or of all: segments with anchors for figures and paths for highlights (100 by 100 units)."""
    if set and set not in all_sets():
        raise Problem("no_such_page")
    names = [set] if set else list(all_sets())
    facts = await asyncio.to_thread(lambda: [tile for name in names for tile in tile_facts(name)])
    return as_json({"tiles": facts})


@router.get("/art/{theme}/defs.svg", responses=problems(404))
async def defs(theme: str, request: Request) -> Response:
    """What the tiles of a theme are drawn with; a page needs it once."""
    return _picture(await asyncio.to_thread(_defs, _theme(theme)), request)


@router.get("/art/{theme}/tiles.svg", responses=problems(404))
async def tile_symbols(theme: str, request: Request, ids: Annotated[str, Query(max_length=4000)] = "") -> Response:
    """Tiles as symbols, each in all four turns; without ids all there are."""
    known = all_tiles()
    wanted = [name for name in ids.split(",") if name] or list(known)
    if any(name not in known for name in wanted):
        raise Problem("no_such_page")
    return _picture(await asyncio.to_thread(_tiles, _theme(theme), tuple(wanted)), request)


@router.get("/art/{theme}/pieces.svg", responses=problems(404))
async def piece_symbols(theme: str, request: Request, ids: Annotated[str, Query(max_length=4000)]) -> Response:
    """Pieces on tiles as symbols of the size of a tile, by the names that views give them."""
    _theme(theme)  # pieces look the same in all of them
    return _picture(await asyncio.to_thread(_pieces, tuple(ids.split(","))), request)


@router.get("/art/figures.svg", responses=problems())
async def figures(request: Request) -> Response:
    """Every figure as a symbol, in every colour."""
    return _picture(await asyncio.to_thread(_figures), request)


@router.get("/art/{theme}/track.svg", responses=problems(404))
async def track(theme: str, request: Request, dark: bool = False) -> Response:
    """The scoreboard as a symbol."""
    return _picture(_wrapped(track_symbol(_theme(theme), dark)), request)


def _theme(theme: str) -> str:
    if theme not in THEMES:
        raise Problem("no_such_page")
    return theme


@lru_cache(maxsize=8)
def _defs(theme: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg">{theme_defs(theme)}</svg>'


@bounded(64)
def _tiles(theme: str, names: tuple[str, ...]) -> str:
    known = all_tiles()
    return _wrapped("".join(tile_symbol(known[name], theme, turns) for name in names for turns in TURNS))


def _pieces(names: tuple[str, ...]) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(map(_piece, dict.fromkeys(names)))}</svg>'


@bounded(512)
def _piece(name: str) -> str:
    """One at a time: sets of names are strangers' to choose, and there is no end of them."""
    return drawn_pieces((name,), all_tiles())


@remembered
def _figures() -> str:
    return _wrapped(figure_symbols())


def _wrapped(symbols: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg"><defs>{symbols}</defs></svg>'


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


def _picture(svg: str, request: Request) -> Response:
    """Kept for ever by browsers when the address names a version."""
    caching = IMMUTABLE if "v" in request.query_params else "no-cache"
    return Response(svg, media_type=SVG, headers={"Cache-Control": caching})


# -- rules and words ------------------------------------------------------------------------------------------------------


@router.get("/rules", responses=problems())
async def rules(caller: Asker) -> Response:
    """The components of the rules."""
    return as_json({"components": await asyncio.to_thread(rule_pages, texts(caller.language))})


@router.get("/rules/{page}", responses=problems(404))
async def rule_page(page: str, caller: Asker) -> Response:
    """The clauses of a component, by its prefix."""
    prefix = page.upper()
    if prefix not in modules():
        raise Problem("no_such_page")
    try:
        found = await asyncio.to_thread(clauses, prefix, caller.language)
    except UnknownClause:
        raise Problem("no_such_page") from None
    module = modules()[prefix]
    shown = [
        {"id": one.id, "kind": one.kind, "section": one.section, "text": one.text, "body": one.body, "language": one.language}
        for one in found
    ]
    title = module.title if caller.language == "en" else module.spanish
    return as_json({"prefix": prefix, "name": title, "clauses": shown})


@router.get("/texts", responses=problems())
async def words(caller: Asker) -> Response:
    """The terms of the game in the caller's language, so that they are the same everywhere."""
    phrases = texts(caller.language)
    return as_json({"language": caller.language, "words": phrases.words, **{part: phrases.section(part) for part in PARTS}})
