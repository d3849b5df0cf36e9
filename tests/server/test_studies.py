"""Studies on the server: arranged, played, asked about, kept, shared and erased; what a stranger sends is refused."""

from __future__ import annotations

import random
from typing import Any

import pytest

import bastida
from bastida import Record
from bastida.server.http.study_models import Studies, StudyAnswers, StudySaved, StudyShown
from tests.server.clients import Client
from tests.server.running import Served

Shown = dict[str, Any]


@pytest.fixture(autouse=True)
def patient(client: Client) -> None:
    """A busy machine is no fault of the server."""
    client.http.timeout = 120


def step(client: Client, shown: Shown | None, verb: str, at: int | None = None, **more: Any) -> Shown:
    """A study after one step, which must be taken."""
    answer = sent(client, shown, verb, at, **more)
    assert answer.status_code == 200, answer.text
    found: Shown = answer.json()
    StudyShown.model_validate(found)
    return found


def sent(client: Client, shown: Shown | None, verb: str, at: int | None = None, **more: Any) -> Any:
    body: Shown = {"study": shown["study"] if shown else "", "at": shown["at"] if shown and at is None else at or 0}
    brush = more.pop("brush", None)
    return client.post("/api/studies/edit", {**body, "step": {"verb": verb, **more}, "brush": brush})


def begun(client: Client, game: str = "plus", **more: Any) -> Shown:
    return step(client, None, "begin", game=game, **more)


def test_a_position_is_arranged_step_by_step(client: Client) -> None:
    shown = begun(client)
    assert shown["arrange"]["hand"] == ""
    assert next(one["left"] for one in shown["arrange"]["tiles"] if one["tile"] == "X") == 1
    shown = step(client, shown, "lay", tile="X", x=1, y=0, turns=0, brush={"owner": "red", "figure": "follower"})
    assert {(one["x"], one["y"]) for one in shown["view"]["board"]} == {(0, 0), (1, 0)}
    place = next(one for one in shown["options"] if one["target"]["name"].startswith("road"))
    assert place["at"] and place["picture"] == "follower"
    target = {key: place["target"][key] for key in ("x", "y")} | {"segment": place["target"]["name"]}
    shown = step(client, shown, "stand", owner="red", figure="follower", **target)
    assert len(shown["view"]["figures"]) == 1
    shown = step(client, shown, "points", owner="blue", points=30)
    shown = step(client, shown, "supply", owner="blue", figure="follower", number=2)
    shown = step(client, shown, "turn", owner="blue")
    shown = step(client, shown, "bag", pile="stock", piece="A", number=0)
    shown = step(client, shown, "hand", tile="E")
    view = shown["view"]
    assert (view["active"], view["tile"], view["players"][1]["points"], view["players"][1]["supply"]["follower"]) == (
        1,
        "E",
        30,
        2,
    )
    assert view["decision"]["options"]
    assert bastida.position(bastida.from_position(shown["position"])) == shown["position"]
    shown = step(client, shown, "take", owner="red", figure="follower", **target)
    shown = step(client, shown, "lift", x=1, y=0)
    assert len(shown["view"]["board"]) == 1


def test_what_cannot_be_is_explained_with_its_clause_in_the_readers_language(client: Client) -> None:
    shown = begun(client)
    answer = sent(client, shown, "lay", tile="U", x=0, y=1, turns=0)
    assert (answer.status_code, answer.json()["code"], answer.json()["clause"]) == (422, "wrong_study", "BASE-25")
    body = {"study": shown["study"], "at": 0, "step": {"verb": "lay", "tile": "U", "x": 0, "y": 1, "turns": 0}}
    assert "camino" in client.post("/api/studies/edit?lang=es", body).json()["detail"]


def test_where_the_brush_may_go_is_the_rules_to_say(client: Client) -> None:
    shown = begun(client)
    body = {"study": shown["study"], "at": 0, "brush": {"tile": "X"}}
    found = client.post("/api/studies/edit", body).json()
    game = bastida.from_position(shown["position"])
    game.play("X")
    assert {one["text"] for one in found["options"]} == {str(option) for option in game.options()}


def test_variations_and_comments(client: Client) -> None:
    shown = step(client, begun(client), "hand", tile="E")
    first = step(client, shown, "play", text=shown["view"]["decision"]["options"][0]["text"])
    assert first["at"] == 1 and first["arrange"] is None
    second = step(client, first, "play", at=0, text=shown["view"]["decision"]["options"][1]["text"])
    assert [one["line"] for one in second["moves"]] == [True, False]
    second = step(client, second, "comment", text="bolder")
    second = step(client, second, "title", text="Two ways")
    second = step(client, second, "promote")
    assert second["moves"][0]["comments"] == ["bolder"]
    assert Record.from_text(second["study"]).version == 2
    drawn = step(client, second, "play", at=second["moves"][0]["number"], text="pass")
    assert drawn["draws"] and any(one["tile"] == "X" for one in drawn["draws"])
    drawn = step(client, drawn, "play", text="X")
    assert drawn["view"]["tile"] == "X"
    assert sent(client, drawn, "lay", at=0, tile="X", x=1, y=0, turns=0).json()["key"] == "study.has_moves"
    dropped = step(client, drawn, "drop")
    assert len(dropped["moves"]) == len(drawn["moves"]) - 1
    again = step(client, drawn, "here")
    assert not again["moves"] and again["title"] == "Two ways" and again["position"] == drawn["position"]


def test_positions_and_records_are_taken_in(client: Client) -> None:
    game = bastida.new_game("plus-river", players=["Ana", "Luis"], seed=4)
    chance = random.Random(4)
    for _ in range(25):
        game.play(chance.choice(game.options()))
    record = Record.from_game(game)
    for text in (record.to_text(), record.to_json(), record.to_text().strip()):
        assert len(step(client, None, "import", text=text)["moves"]) == record.answers
    shown = step(client, None, "import", text=bastida.position(game))
    assert shown["position"] == bastida.position(game)
    for wrong in ("position 1 | nothing", "{}", "[]", "<xml/>", "x" * 300_000, "bastida record 9\n"):
        assert sent(client, None, "import", text=wrong).status_code == 422
    study = Record.from_game(bastida.new_game("plus", players=2, study=True)).to_text()
    assert sent(client, None, "import", text=study).status_code == 422


def test_the_computer_is_asked(client: Client) -> None:
    shown = step(client, begun(client), "hand", tile="E")
    answer = client.post("/api/studies/ask", {"study": shown["study"], "at": 0})
    assert answer.status_code == 200, answer.text
    found = answer.json()
    StudyAnswers.model_validate(found)
    offered = {one["text"] for one in shown["view"]["decision"]["options"]}
    assert found["lines"] and all(one["option"] in offered for one in found["lines"])
    nobody = client.post("/api/studies/ask", {"study": begun(client)["study"], "at": 0})
    assert (nobody.status_code, nobody.json()["key"]) == (422, "analysis.nobody_asked")


@pytest.mark.parametrize("seats", [[{"name": "Eva"}, {"kind": "computer", "level": "random"}], [{}, {}]])
def test_it_is_played_on_at_a_table(client: Client, seats: list[Any]) -> None:
    shown = step(client, step(client, begun(client), "points", owner="red", points=12), "hand", tile="E")
    shown = step(client, shown, "play", text=shown["view"]["decision"]["options"][0]["text"])
    line = client.post("/api/studies/line", {"study": shown["study"], "at": shown["at"]}).json()["record"]
    made = client.table(record={"text": line}, seats=seats)
    view = made["view"]
    laid = [{key: tile[key] for key in ("tile", "x", "y", "turns")} for tile in view["board"]]
    assert laid[:2] == bastida.from_position(shown["position"]).view()["board"]
    assert view["players"][0]["points"] >= 12
    end = client.play(made["table"], random.Random(1))
    assert end["over"]


def test_a_study_is_kept_shared_and_erased(server: Served, client: Client) -> None:
    shown = step(client, begun(client), "title", text="Mine")
    made = client.post("/api/studies", {"study": shown["study"]})
    assert made.status_code == 201, made.text
    StudySaved.model_validate(made.json())
    name = made.json()["id"]
    with Client(server.url) as other:
        seen = other.get(f"/api/studies/{name}").json()
        assert (seen["mine"], seen["study"], seen["title"]) == (False, shown["study"], "Mine")
        for answer in (
            other.http.put(f"/api/studies/{name}", json={"study": shown["study"]}),
            other.http.delete(f"/api/studies/{name}"),
        ):
            assert (answer.status_code, answer.json()["code"]) == (403, "not_your_study")
        assert other.get("/api/studies").json() == {"studies": []}
    changed = step(client, shown, "title", text="Still mine")
    answer = client.http.put(f"/api/studies/{name}", json={"study": changed["study"]})
    assert (answer.status_code, answer.json()["title"]) == (200, "Still mine")
    listed = client.get("/api/studies").json()
    Studies.model_validate(listed)
    assert [one["title"] for one in listed["studies"]] == ["Still mine"]
    assert client.get(f"/api/studies/{name}").json()["mine"]
    assert client.http.delete(f"/api/studies/{name}").status_code == 204
    assert client.get(f"/api/studies/{name}").json()["code"] == "no_study"


def test_a_title_is_one_short_line(client: Client) -> None:
    shown = begun(client)
    assert sent(client, shown, "title", text="two\nlines").json()["code"] == "wrong_study"
    assert len(step(client, shown, "title", text="x" * 500)["title"]) == 100
    long = shown["study"].replace("first: red\n", f"first: red\ntitle: {'x' * 500}\n")
    assert len(client.post("/api/studies", {"study": long}).json()["title"]) == 100


def test_nobody_keeps_more_than_there_is_room_for(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bastida.server.runtime.studies.MOST", 1)
    study = {"study": begun(client)["study"]}
    assert client.post("/api/studies", study).status_code == 201
    assert client.post("/api/studies", study).json()["code"] == "too_many_studies"


def test_nonsense_is_refused_and_nothing_breaks(client: Client) -> None:
    shown = begun(client)
    steps: list[Any] = [
        {"verb": "fly"},
        {"verb": "lay"},
        {"verb": "lay", "tile": "U", "x": 10**9, "y": 0, "turns": 0},
        {"verb": "points", "owner": "red", "points": "many"},
        {"verb": "begin", "game": "plus", "players": 99},
        {"verb": "comment", "text": "x" * 2_000},
        [],
    ]
    for wrong in steps:
        assert client.post("/api/studies/edit", {"study": shown["study"], "step": wrong}).status_code == 400
    known: list[Any] = [
        {"verb": "begin", "game": "nothing"},
        {"verb": "play", "text": "fly away"},
        {"verb": "drop"},
        {"verb": "hand", "tile": "nothing"},
        {"verb": "stand", "owner": "red", "figure": "dragon", "x": 0, "y": 0, "segment": "road W"},
    ]
    for wrong in known:
        answer = client.post("/api/studies/edit", {"study": shown["study"], "step": wrong})
        assert (answer.status_code, answer.json()["code"]) == (422, "wrong_study"), wrong
    for text in ("", "nonsense", shown["study"].replace("record 1", "record 7"), "x" * 150_000):
        assert client.post("/api/studies/edit", {"study": text, "at": 0}).status_code == 422
        assert client.post("/api/studies", {"study": text}).status_code == 422
        assert client.post("/api/studies/ask", {"study": text}).status_code == 422
    assert client.post("/api/studies/edit", {"study": shown["study"], "at": 77}).status_code == 422
    assert client.post("/api/studies", {"study": "x" * 250_000}).status_code in (400, 413)


def test_the_process_of_the_server_opens_no_study(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("in the server's process")

    shown = begun(client)
    monkeypatch.setattr(Record, "from_text", never)
    monkeypatch.setattr("bastida.record.positions.restored", never)
    again = step(client, shown, "turn", owner="blue")
    assert client.post("/api/studies", {"study": again["study"]}).status_code == 201
