"""The description of the API: every answer has a shape, examples are true, and it says who may ask."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter

import bastida
from bastida.language.texts import LANGUAGES
from bastida.server.http import catalogue_models
from bastida.server.http.all_models import MODULES
from bastida.server.http.described import EXAMPLES, RECORD, TAGS, operations
from tests.server.clients import Client

STREAM = "text/event-stream"
NOTHING = "204"


@pytest.fixture(scope="module")
def schema(server: Any) -> dict[str, Any]:
    with Client(server.url) as client:
        found: dict[str, Any] = client.get("/openapi.json").json()
        return found


def model_of(name: str) -> type[BaseModel]:
    found = next(getattr(module, name) for module in MODULES if hasattr(module, name))
    assert issubclass(found, BaseModel)
    return found


def resolved(schema: dict[str, Any], shape: dict[str, Any]) -> dict[str, Any]:
    return schema["components"]["schemas"][shape["$ref"].rpartition("/")[2]] if "$ref" in shape else shape


def test_every_answer_that_grants_something_has_a_shape(schema: dict[str, Any]) -> None:
    bare = []
    for path, method, operation in operations(schema):
        granted = {status: answer for status, answer in operation["responses"].items() if status.startswith("2")}
        assert granted, (method, path)
        for status, answer in granted.items():
            contents = answer.get("content", {})
            if status != NOTHING and (not contents or not all(content.get("schema") for content in contents.values())):
                bare.append(f"{method} {path}")
    assert not bare


def test_every_request_says_what_it_does_and_belongs_somewhere(schema: dict[str, Any]) -> None:
    for path, method, operation in operations(schema):
        assert operation["description"], (method, path)
        assert 5 < len(operation["summary"]) < 140, (method, path, operation["summary"])
        assert set(operation["tags"]) <= set(TAGS), (method, path)
    assert [tag["name"] for tag in schema["tags"]] == list(TAGS)


def test_it_says_who_may_ask(schema: dict[str, Any]) -> None:
    """A cookie or a token where strangers are refused, and nothing where everybody may ask."""
    known = schema["components"]["securitySchemes"]
    assert known["token"]["scheme"] == "bearer" and known["seat_cookie"]["in"] == "cookie"
    for path, method, operation in operations(schema):
        assert {name for way in operation["security"] for name in way} <= set(known), (method, path)
        must = bool(operation["security"]) and {} not in operation["security"]
        assert must == ("401" in operation["responses"]), (method, path)


def test_strangers_are_refused_where_it_says_so(schema: dict[str, Any], client: Client, server: Any) -> None:
    table = client.table("here", "link")["table"]
    with Client(server.url) as stranger:
        for path, method, operation in operations(schema):
            if method != "get" or not path.startswith("/api/tables/{table}"):
                continue
            address = path.replace("{table}", table).replace("{form}", "svg" if "record" not in path else "bst")
            assert operation["security"] == [{"seat_cookie": []}, {"token": []}], path
            assert stranger.get(address).status_code == 401, path


def test_every_body_and_every_place_in_a_path_has_an_example(schema: dict[str, Any]) -> None:
    for path, method, operation in operations(schema):
        for media, content in operation.get("requestBody", {}).get("content", {}).items():
            if "example" in content or "examples" in content or (media == "application/json" and path == "/api/records"):
                continue
            shapes = content["schema"].get("anyOf", [content["schema"]])
            assert any(resolved(schema, shape).get("examples") for shape in shapes), (method, path)
        for parameter in operation.get("parameters", ()):
            if parameter["in"] == "path":
                assert "example" in parameter, (method, path, parameter["name"])


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_one(name: str) -> None:
    model_of(name).model_validate_json(json.dumps(EXAMPLES[name]))


def test_the_example_of_a_record_is_a_record(client: Client) -> None:
    bastida.Record.from_text(RECORD).check()
    made = client.http.post("/api/records", content=RECORD, headers={"Content-Type": "text/plain"})
    assert made.status_code == 201 and made.json()["steps"] == 3


def test_the_example_of_a_problem_is_what_is_said(client: Client) -> None:
    made = client.table()
    answer = client.act(made["table"], "answers", 0, seq=made["view"]["seq"], answer="5,5 r0")
    assert answer.json() == EXAMPLES["ProblemShown"]


def test_the_three_requests_of_the_page_play(client: Client, server: Any, tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "api" / "http.md").read_text(encoding="utf-8")
    block = page.partition("```sh\n")[2].partition("```")[0].replace("\\\n", " ").replace("http://localhost:8060", server.url)
    made, seen = block.splitlines()[:2]

    def run(line: str) -> dict[str, Any]:
        done = subprocess.run(["bash", "-euc", line], capture_output=True, text=True, timeout=60, check=True, cwd=tmp_path)
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    table = run(made)
    names = {"TABLE": table["table"], "TOKEN": table["seats"][0]["token"]}
    option = run(filled(seen, names))["decision"]["options"][0]["text"]
    assert run(filled(block.splitlines()[2], {**names, "1,0 r1": option})) == {"seq": 2}


def filled(line: str, names: dict[str, str]) -> str:
    for name, value in names.items():
        line = line.replace(name, value)
    return line


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_the_same_for_everybody_has_the_shape_it_should(client: Client, language: str) -> None:
    asked = {
        "/api/catalogue?edition=winter": catalogue_models.CatalogueShown,
        "/api/catalogue/tiles": catalogue_models.TilesShown,
        "/api/rules?edition=plus": catalogue_models.RulesShown,
        "/api/rules/TOWER?": catalogue_models.ChapterShown,
        "/api/texts?": catalogue_models.TextsShown,
    }
    for path, model in asked.items():
        answer = client.get(f"{path}{'&' if '?' in path else '?'}lang={language}")
        TypeAdapter(model).validate_json(answer.content)
