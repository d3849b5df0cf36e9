"""The API as others use it: the documents' bot and curl, the OpenAPI page against the server itself, the catalogue."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, given
from hypothesis import settings as rounds
from schemathesis.checks import not_a_server_error

from bastida.kernel.shelf import folders
from bastida.language.texts import LANGUAGES
from bastida.server.http.menu import all_sets, all_tiles
from tests.server.clients import Client
from tests.server.running import SOAK, Served, once

DOCUMENT = Path(__file__).parents[2] / "docs" / "server.md"


def block(title: str) -> str:
    """A block of code of the documents, by the heading before it."""
    text = DOCUMENT.read_text(encoding="utf-8")
    found = re.search(rf"^### {re.escape(title)}\n.*?^```\w+\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert found, title
    return found[1]


def test_the_ten_line_bot_plays_a_game(server: Served, client: Client, tmp_path: Path) -> None:
    made = client.table("here", "here", game="plus-first-game")
    bots = []
    for seat in made["seats"]:
        script = block("A bot in Python").replace("http://localhost:8060", server.url)
        script = script.replace("TABLE", made["table"]).replace("TOKEN", seat["token"])
        assert len([line for line in script.splitlines() if line.strip()]) <= 10
        file = tmp_path / f"bot{seat['seat']}.py"
        file.write_text(script, encoding="utf-8")
        bots.append(subprocess.Popen([sys.executable, str(file)]))
    for bot in bots:
        assert bot.wait(120) == 0
    assert client.view(made["table"])["over"]


def test_the_same_with_curl(server: Served, client: Client, tmp_path: Path) -> None:
    made = client.table()
    option = made["view"]["decision"]["options"][0]["text"]
    script = block("The same with curl").replace("http://localhost:8060", server.url)
    script = script.replace("TABLE", made["table"]).replace("TOKEN", made["seats"][0]["token"]).replace("1,0 r0", option)
    run = subprocess.run(["bash", "-euc", script], capture_output=True, text=True, timeout=60, check=False, cwd=tmp_path)
    assert '{"seq":2}' in run.stdout, run
    assert "event: view" in run.stdout
    assert client.view(made["table"])["seq"] == 2


@once
@pytest.mark.soak
def test_the_server_is_as_its_openapi_page_says(server: Served, client: Client) -> None:
    """Requests made up from the description: never an error of the server, always a documented answer."""
    made = client.table()
    schema = schemathesis.openapi.from_dict(client.get("/openapi.json").json()).exclude(path_regex="events|film|picture")
    schema.config.update(base_url=server.url)
    headers = {"Authorization": f"Bearer {made['seats'][0]['token']}"}
    for found in schema.get_all_operations():
        check(found.ok(), made["table"], headers)


def check(operation: schemathesis.APIOperation, table: str, headers: dict[str, str]) -> None:
    documented = set(operation.definition.raw["responses"]) | {"404", "405"}

    @rounds(max_examples=100 if SOAK else 4, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(case=operation.as_strategy())
    def call(case: schemathesis.Case) -> None:
        if "table" in case.path_parameters:
            case.path_parameters["table"] = table
        response = case.call(headers=headers)
        case.validate_response(response, checks=[not_a_server_error])
        assert str(response.status_code) in documented, response.text

    call()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_has_everything_in_words(client: Client, language: str) -> None:
    found = client.get(f"/api/catalogue?lang={language}").json()
    for part in ("editions", "presets", "expansions", "elements", "levels", "colours"):
        assert found[part]
        assert all(entry["name"] for entry in found[part])
    for entry in (*found["editions"], *found["expansions"], *found["elements"]):
        assert entry["summary"]
        assert all(tile in all_tiles() for tile in entry["pictures"])
    words = client.get(f"/api/texts?lang={language}").json()
    assert words["words"]["tile"]
    for folder in folders().values():
        assert set(folder.table("words", f"{language}.toml").get("words", {})) <= set(words["words"])
    pages = client.get(f"/api/rules?lang={language}").json()["components"]
    for page in pages:
        clauses = client.get(f"/api/rules/{page['prefix'].lower()}?lang={language}").json()["clauses"]
        assert len(clauses) == page["clauses"]


def test_tiles_have_places_and_areas(client: Client) -> None:
    tiles = client.get("/api/catalogue/tiles").json()["tiles"]
    assert len(tiles) == sum(len(tile_set.tiles) for tile_set in all_sets().values())
    for tile in tiles:
        for segment in tile["segments"]:
            assert 0 <= min(segment["anchor"]) <= max(segment["anchor"]) <= 1
            assert segment["path"].startswith("M")
    assert client.get("/api/catalogue/tiles?set=none").status_code == 404


def test_pictures_are_symbols_that_browsers_keep(client: Client) -> None:
    from bastida.art import symbol_id

    answer = client.get("/api/art/summer/tiles.svg?ids=D,V&v=1")
    ids = {node.get("id") for node in ET.fromstring(answer.text).iter() if node.tag.endswith("symbol")}
    assert ids == {symbol_id(all_tiles()[tile], "summer", turns) for tile in ("D", "V") for turns in range(4)}
    assert "immutable" in answer.headers["cache-control"]
    for path in ("summer/defs.svg", "figures.svg", "stone/track.svg"):
        ET.fromstring(client.get(f"/api/art/{path}").text)
    assert client.get("/api/art/nope/defs.svg").status_code == 404
    assert client.get("/api/art/summer/tiles.svg?ids=D,nope").status_code == 404


def test_the_catalogue_tells_how_pictures_are_shown(client: Client) -> None:
    pictures = client.get("/api/catalogue").json()["pictures"]
    symbols = {node.get("id") for node in ET.fromstring(client.get("/api/art/figures.svg").text).iter()}
    for name, about in pictures.items():
        assert about["height"] > 0
        assert (f"fig-{name}-red" if about["coloured"] else f"fig-{name}") in symbols
    person = client.table()["view"]["person"]
    assert pictures[person] == {"coloured": True, "height": 1.0}


def test_pieces_are_drawn_by_the_names_that_views_give_them(client: Client) -> None:
    made = client.table(game="plus-tower")
    view = client.play(made["table"], random.Random(3), lambda view: any(piece["number"] for piece in view["pieces"]))
    names = [piece["drawing"] for piece in view["pieces"]]
    answer = client.get(f"/api/art/summer/pieces.svg?ids={','.join(names)}&v=1")
    drawn = {node.get("id"): node for node in ET.fromstring(answer.text).iter() if node.tag.endswith("symbol")}
    assert set(drawn) == set(names)
    assert all(len(drawn[piece["drawing"]]) for piece in view["pieces"] if piece["number"])
    assert "immutable" in answer.headers["cache-control"]
    assert "symbol" not in client.get("/api/art/summer/pieces.svg?ids=nothing,piece.x.y.9.9.,<x>").text
    assert client.get("/api/art/nope/pieces.svg?ids=x").status_code == 404
    assert client.get("/api/art/summer/pieces.svg").status_code == 400


def test_features_tell_owners_and_tints_as_far_as_aids_allow(client: Client) -> None:
    made = client.table(game="plus")
    found = client.get(f"/api/tables/{made['table']}/features").json()
    assert found["seq"] == 1
    fields = [feature for feature in found["features"] if feature["kind"] == "field"]
    assert len({feature["tint"] for feature in fields}) == len(fields) > 1
    without = client.table(aids={"fields": False, "owners": False})
    assert client.get(f"/api/tables/{without['table']}/features").json()["code"] == "aid_off"
    some = client.table(aids={"fields": False})
    kinds = {feature["kind"] for feature in client.get(f"/api/tables/{some['table']}/features").json()["features"]}
    assert "field" not in kinds


def test_the_api_page_lists_every_request(client: Client) -> None:
    page = client.get("/api/docs/plain").text
    for path in client.get("/openapi.json").json()["paths"]:
        assert path in page


def test_a_checkout_without_the_built_page_says_so(client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("bastida.server.http.routes.pages.STATIC", tmp_path)
    assert "API" in client.get("/?lang=es").text
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("the page", encoding="utf-8")
    (tmp_path / "assets" / "main-abc123.js").write_text("1", encoding="utf-8")
    (tmp_path.parent / "secret.txt").write_text("secret", encoding="utf-8")
    page = client.get("/t/whatever")
    assert (page.text, page.headers["cache-control"]) == ("the page", "no-cache")
    script = client.get("/assets/main-abc123.js")
    assert "immutable" in script.headers["cache-control"]
    for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt", "/assets/none.js"):
        assert client.get(path).status_code == 404


def test_the_page_was_made_for_this_api(client: Client) -> None:
    """``web/openapi.json`` is what the page's types are generated from: ``curl .../openapi.json``, then ``npm run api``."""
    kept = Path(__file__).parents[2] / "web" / "openapi.json"
    assert json.loads(kept.read_text(encoding="utf-8")) == client.get("/openapi.json").json()
