"""Whatever is kept because a stranger asked for it has a bound in entries and bytes, and nothing is kept without one."""

from __future__ import annotations

import ast
import gzip
import importlib
import inspect
import itertools
import pkgutil
import random
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest

import bastida
from bastida import Record
from bastida.art import THEMES
from bastida.server import Settings
from bastida.server.http import limits
from bastida.server.http.menu import all_tiles
from bastida.server.http.work import drawn, made
from bastida.server.runtime import holding
from bastida.server.runtime.caches import Cache
from tests.server.clients import Client
from tests.server.running import Served, served

# Packages that a request can reach.
REACHED = ("server", "art", "language", "kernel", "table", "record", "rulebook", "players", "carcassonne", "hunters")

# Tables of a module that are written to while the program runs, each with what bounds it.
KNOWN = {
    "kernel.shelf._folders": "expansions: the host's",
    "kernel.shelf._forget": "functions of the program",
    "kernel.shelf.problems": "expansions: the host's",
    "kernel.answers._parts": "forms of notation: the modules'",
    "kernel.answers._first": "forms of notation: the modules'",
    "table.session._grids": "sixteen",
    "server.runtime.reading._records": "GAMES, in a worker",
    "server.runtime.reading._tables": "GAMES, in a worker",
}
Remembering = type(lru_cache(lambda: None))
CHANGES = {"append", "add", "setdefault", "update", "insert", "extend", "appendleft", "__setitem__"}


def modules() -> Iterator[ModuleType]:
    for name in REACHED:
        package = importlib.import_module(f"bastida.{name}")
        yield package
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if "migrations" not in found.name and not found.name.endswith("__main__"):
                yield importlib.import_module(found.name)


def test_every_remembering_function_has_a_bound() -> None:
    found = {}
    for module in modules():
        owners = [module, *(one for _, one in inspect.getmembers(module, inspect.isclass) if one.__module__ == module.__name__)]
        for owner in owners:
            for name, value in list(vars(owner).items()):
                if isinstance(value, Remembering):
                    found[f"{module.__name__}.{name}"] = value.cache_info().maxsize
    assert len(found) > 25
    assert [name for name, most in found.items() if most is None] == []


def test_every_table_of_a_module_that_grows_is_known_with_what_bounds_it() -> None:
    """A module's dictionary, list or set that some function of it writes to is a cache without a name."""
    root = Path(bastida.__file__).parent
    found = set()
    for path in sorted(path for name in REACHED for path in (root / name).rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = set(containers(tree))
        dotted = ".".join(path.relative_to(root).with_suffix("").parts)
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                found |= {f"{dotted}.{name}" for name in changed(function) & names}
    assert found == set(KNOWN)


def containers(tree: ast.Module) -> Iterator[str]:
    """Names of a module that are bound to something that can grow."""
    for node in tree.body:
        if not isinstance(node, ast.Assign | ast.AnnAssign):
            continue
        value = node.value
        grows = isinstance(value, ast.Dict | ast.List | ast.Set | ast.DictComp | ast.ListComp | ast.SetComp) or (
            isinstance(value, ast.Call)
            and isinstance(value.func, ast.Name)
            and value.func.id in {"dict", "list", "set", "OrderedDict", "defaultdict", "Counter", "deque"}
        )
        if grows:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (target.id for target in targets if isinstance(target, ast.Name))


def changed(function: ast.AST) -> set[str]:
    """Names whose contents a function changes."""
    found = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name):
            found.add(node.value.id)
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Attribute) and called.attr in CHANGES and isinstance(called.value, ast.Name):
            found.add(called.value.id)
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
    local = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    named = {name for node in ast.walk(function) if isinstance(node, ast.Global) for name in node.names}
    return found - (local - named)


# -- the cache itself -----------------------------------------------------------------------------------------------------


def test_a_cache_keeps_within_its_entries_and_its_bytes() -> None:
    cache = Cache("test", 10, 1_000)
    for number in range(1_000):
        cache.put(number, bytes(number % 250))
        assert len(cache) <= 10
        assert cache.held <= 1_000
    cache.put("large", bytes(251))  # would push out too much of the rest
    assert cache.get("large") is None
    cache.put("a", b"1")
    cache.put("a", b"22")
    assert cache.get("a") == b"22"
    cache.clear()
    assert (len(cache), cache.held, cache.get("a")) == (0, 0, None)


def test_what_was_not_asked_for_longest_goes_first() -> None:
    cache = Cache("test", 2, 1_000)
    cache.put("a", b"a")
    cache.put("b", b"b")
    cache.get("a")
    cache.put("c", b"c")
    assert (cache.get("a"), cache.get("b"), cache.get("c")) == (b"a", None, b"c")


# -- a flood --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def small(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A server whose bounds a test can reach; every request may say where it comes from."""
    for cache, entries, size in ((made, 20, 200_000), (drawn, 20, 400_000)):
        cache.clear()
        monkeypatch.setattr(cache, "entries", entries)
        monkeypatch.setattr(cache, "size", size)
    monkeypatch.setattr(limits, "ADDRESSES", 50)
    monkeypatch.setattr(holding, "KEPT", 50)
    changed = {**vars(settings), "cache_tables": 20, "trusted_proxies": "*"}
    with served(Settings(**changed)) as running:
        yield running
    for cache in (made, drawn):
        cache.clear()


def within(running: Served) -> None:
    """Everything that is kept for strangers is within its bound."""
    for cache in Cache.every:
        assert len(cache) <= cache.entries, cache.name
        assert cache.held == sum(map(len, cache._kept.values())) <= cache.size, cache.name
    live, bounds = running.live, running.app.state.limits
    for table in (bounds.requests, *bounds.kinds.values()):
        assert len(table.levels) <= limits.ADDRESSES
    assert len(live.seats) <= holding.KEPT
    assert len(live.warm) <= live.settings.cache_tables
    assert all(room.groups or room.heard or name in live.warm for name, room in live.rooms.items())
    assert len(live.pool.under_way) == 0
    for crew in live.pool.crews:
        assert not crew.done
        assert not crew.lane.held
    for module in modules():
        for value in list(vars(module).values()):
            if isinstance(value, Remembering):
                info = value.cache_info()
                assert info.maxsize is not None
                assert info.currsize <= info.maxsize


def requests(running: Served) -> Iterator[tuple[str, str, Any]]:
    """Thousands of different things to ask for."""
    chance = random.Random(1)
    tiles = list(all_tiles())
    game = bastida.new_game("plus-first-game", players=["Ana", "Luis"], seed=1)
    names = []
    with Client(running.url) as client:
        for number in range(6):
            for _ in range(4):
                game.play(game.options()[0])
            names.append(client.http.post("/api/records", content=Record.from_game(game).to_text()).json()["id"])
            client.table(game="plus", without=[], first=number % 2)
        token = client.table()["seats"][0]["token"]
    for number in range(400):
        some = ",".join(chance.choices(tiles, k=chance.randint(1, 6)))
        yield "GET", f"/api/art/{chance.choice(list(THEMES))}/tiles.svg?ids={some.replace('+', '%2B')}", None
        yield "GET", f"/api/art/summer/pieces.svg?ids=piece.tower.D.{number % 4}.{number % 100}.,nonsense{number}", None
    for name, step, language in itertools.product(names, range(0, 25, 3), ("es", "ca", "en", "xx")):
        yield "GET", f"/api/records/{name}/view?step={step}&lang={language}", None
    for name in names:
        for path in ("steps", "record.json", "picture.svg", "picture.svg?step=2"):
            yield "GET", f"/api/records/{name}/{path}", None
    for number in range(600):
        yield "GET", f"/api/records/nothing{number}/steps", None
        yield "GET", f"/api/tables/nothing{number}", {"Authorization": f"Bearer {token[:-6]}{number:06d}"}
        yield "GET", f"/api/catalogue?lang=x{number % 1000}", {"Accept-Language": f"x{number}-y"}
        yield "GET", f"/api/rules/NOTHING{number}", {"Cookie": f"bastida={token[:-6]}{number:06d}"}


def test_a_flood_of_different_requests_leaves_everything_within_its_bound(small: Served) -> None:
    with httpx.Client(base_url=small.url, trust_env=False, timeout=60) as http:
        seen = set()
        for number, (method, path, headers) in enumerate(requests(small)):
            address = f"10.0.{number // 250}.{number % 250}"
            answer = http.request(method, path, headers={"X-Forwarded-For": address, **(headers or {})})
            assert answer.status_code < 500, (path, answer.text)
            seen.add(answer.status_code)
            if number % 500 == 0:
                within(small)
        within(small)
    assert number > 3_000
    assert {200, 404} <= seen
    assert len(made) == 20  # the bounds were reached
    assert drawn.held > 100_000


# -- art ------------------------------------------------------------------------------------------------------------------


def test_a_sheet_holds_each_tile_once_however_often_it_is_asked_for(client: Client) -> None:
    once = client.get("/api/art/summer/tiles.svg?ids=D,V")
    often = client.get("/api/art/summer/tiles.svg?ids=" + ",".join(["V", "D"] * 800))
    assert often.status_code == 200
    assert often.text == once.text


def test_a_sheet_is_packed_once_and_sent_as_it_is(server: Served, client: Client) -> None:
    path = "/api/art/summer/tiles.svg?ids=A,B,C"
    first = client.http.get(path, headers={"Accept-Encoding": "gzip"})
    assert first.headers["content-encoding"] == "gzip"
    assert first.headers["vary"] == "Accept-Encoding"
    kept = [value for value in drawn._kept.values() if gzip.decompress(value).decode() == first.text]
    assert len(kept) == 1
    with httpx.stream("GET", server.url + path, headers={"Accept-Encoding": "gzip"}, trust_env=False) as answer:
        assert b"".join(answer.iter_raw()) == kept[0]
    plain = client.http.get(path, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == first.text
