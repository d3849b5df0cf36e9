"""Analyses on the server: a queue of their own, pass by pass, kept in the database, and never of a game under way."""

# Long: one queue, from the question to the kept answer.

from __future__ import annotations

import asyncio
import gzip
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import delete, select

import bastida
from bastida import Record
from bastida.language.texts import texts
from bastida.server import Settings
from bastida.server.http.limits import Bucket
from bastida.server.http.record_models import AnalysisShown, AnalysisStanding
from bastida.server.http.view_models import View
from bastida.server.runtime import kept
from bastida.server.runtime.analyses import MOST, Analyses
from bastida.server.runtime.analysing import MOST_ANSWERS, judge
from bastida.server.runtime.queues import NOBODY, Busy, Who
from bastida.server.runtime.schema import analyses, records, stretches
from bastida.server.runtime.store import Store
from bastida.server.runtime.workers import Unanswered
from tests.server.clients import Client
from tests.server.conftest import PLENTY
from tests.server.running import Served, apart, served

ME, YOU = ("address", "browser"), ("elsewhere", "browser")


def played(steps: int, seed: int = 1) -> bastida.Game:
    game = bastida.new_game("plus-first-game", players=["Ana", "Luis"], seed=seed)
    chance = random.Random(seed)
    while not game.over and len(game.steps) < steps:
        game.play(chance.choice(game.options()))
    return game


# -- the whole way, with a process that really looks at a few answers -------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    file = tmp_path_factory.mktemp("analyses") / "table.sqlite3"
    settings = Settings(database=f"sqlite:///{file}", analysis_passes="quick", **PLENTY)
    with served(settings) as running:
        yield running


def upload(client: Client, content: str) -> str:
    answer = client.http.post("/api/records", content=content)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def asked_until(client: Client, name: str, state: str) -> dict[str, Any]:
    for _ in range(600):  # a second each, while it is under way
        answer = client.post(f"/api/records/{name}/analysis")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        AnalysisStanding.model_validate(found)
        if found["state"] == state:
            return found
    raise AssertionError(found)


def test_a_record_is_analysed_and_found_again_by_its_link(client: Client, server: Served) -> None:
    game = played(3)
    name = upload(client, Record.from_game(game).to_text())
    assert client.get(f"/api/records/{name}/analysis").json()["code"] == "no_analysis"
    ready = asked_until(client, name, "ready")
    assert (ready["ready"], ready["done"], ready["budget"]) == ("quick", ready["of"], "quick")
    with Client(server.url) as other:  # whoever has the link
        found = other.get(f"/api/records/{name}/analysis?lang=es").json()
    AnalysisShown.model_validate(found)
    review = bastida.review(game, budget="quick")
    assert [one["loss"] for one in found["answers"]] == [round(one.loss, 4) for one in review.answers]
    assert [one["luck"] for one in found["events"]] == [[round(luck, 4) for luck in one.luck] for one in review.events]
    assert [side["player"] for side in found["sides"]] == ["Ana", "Luis"]
    assert [side["levels"] for side in found["sides"]] == [side.levels for side in review.sides]
    assert found["sides"][0]["like"].startswith(texts("es")(f"level.{found['sides'][0]['levels'][0]}"))
    assert {moment["step"] for moment in found["moments"]} == {moment.step for moment in review.moments}
    wrong = [one for one in found["answers"] if one["mark"] in ("inaccuracy", "mistake", "blunder")]
    assert wrong, "a player at random makes errors"
    for one in wrong:
        best = next(answer.best for answer in review.answers if answer.step == one["step"])
        assert [option["text"] for option in one["better"]] == best[: len(one["better"])]
        assert one["better"][0]["text"] == best[0]
        assert all(option["at"] for option in one["better"] if option["target"]["type"] in ("cell", "segment"))
    assert any(one["why"] for one in wrong)
    rows = server.live.store.engine
    with rows.connect() as connection:  # what was found so far is not kept twice
        assert connection.scalars(select(stretches.c.number).where(stretches.c.record_id == name)).all() == []


def test_the_question_of_a_step_can_be_asked_again(client: Client) -> None:
    game = played(8)
    name = upload(client, Record.from_game(game).to_text())
    step = next(number for number, one in enumerate(game.steps) if one.seat is not None)
    before = client.get(f"/api/records/{name}/view?step={step}").json()
    asked = client.get(f"/api/records/{name}/view?step={step}&choices=true").json()
    View.model_validate(asked)
    assert before["decision"]["options"] == []
    assert game.steps[step].text in [option["text"] for option in asked["decision"]["options"]]
    assert asked["you"] == [asked["decision"]["seat"]]
    drawn = next(number for number, one in enumerate(game.steps) if one.seat is None)
    assert client.get(f"/api/records/{name}/view?step={drawn}&choices=true").json()["you"] == []


def test_no_analysis_of_a_game_that_is_being_played(client: Client, server: Served) -> None:
    table = client.table(game="plus-first-game")["table"]
    client.play(table, random.Random(1), lambda view: len(view["board"]) > 3)
    text = client.get(f"/api/tables/{table}/record.bst").text
    nameless = "\n".join(line for line in text.splitlines() if table not in line) + "\n"
    assert nameless != text
    for client_at, sent in ((client, text), (client, nameless)):
        name = upload(client_at, sent)
        answer = client_at.post(f"/api/records/{name}/analysis?lang=ca")
        assert (answer.status_code, answer.json()["code"]) == (409, "being_played"), answer.text
    with Client(server.url) as other:
        assert other.post(f"/api/records/{upload(other, text)}/analysis").json()["code"] == "being_played"
    seat = client.view(table)["decision"]["seat"]
    assert client.act(table, "resign", seat).status_code == 200
    over = client.get(f"/api/tables/{table}/record.bst").text
    name = upload(client, over)
    assert client.post(f"/api/records/{name}/analysis").status_code == 200
    assert client.http.delete(f"/api/records/{name}/analysis").status_code == 204


def test_what_cannot_be_analysed_is_refused_with_the_reason(client: Client) -> None:
    assert client.post("/api/records/nothing/analysis").json()["code"] == "no_record"
    study = bastida.new_game("plus", players=2, study=True)
    study.play(study.options()[0])
    answer = client.post(f"/api/records/{upload(client, Record.from_game(study).to_text())}/analysis")
    assert (answer.status_code, answer.json()["code"]) == (422, "not_analysable")
    assert "study" in answer.json()["detail"]
    nothing = bastida.new_game("plus", players=2, seed=1)
    answer = client.post(f"/api/records/{upload(client, Record.from_game(nothing).to_text())}/analysis")
    assert answer.json()["code"] == "not_analysable"


class Long(Record):
    """A record that says it is longer than any game."""

    @property
    def answers(self) -> int:
        return MOST_ANSWERS + 1


def test_a_record_that_is_too_long_is_refused() -> None:
    record = Record.from_game(played(8))
    long = Long(**{name: getattr(record, name) for name in record.__dataclass_fields__})
    assert str(MOST_ANSWERS) in judge(long, {"language": "en"})["wrong"]


def test_so_many_analyses_in_an_hour(client: Client, server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(server.app.state.limits.kinds, "analysis", Bucket(1 / 3600, 1))
    first, second = (upload(client, Record.from_game(played(8, seed)).to_text()) for seed in (11, 12))
    assert client.post(f"/api/records/{first}/analysis").status_code == 200
    answer = client.post(f"/api/records/{second}/analysis")
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_analyses")
    assert client.post(f"/api/records/{first}/analysis").status_code == 200  # asking again is not another one


# -- the queue, with a process of our own -----------------------------------------------------------------------------------


class Worker:
    """Looks at two stretches of five at a time, and can be told to fail or to wait."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, int]] = []
        self.fails: dict[str, str] = {}
        self.gate: asyncio.Event | None = None
        self.stops_at, self.stops_in = -2, ""  # the stretch that never ends, perhaps only in one pass

    async def ask(self, job: dict[str, Any], seconds: float, kind: str, who: Who, table: str) -> dict[str, Any]:
        assert kind == "analysis"
        self.asked.append((job["do"], job["budget"], job.get("first", -1)))
        if job.get("first") == self.stops_at and job["budget"] in (self.stops_in or job["budget"]):
            await asyncio.Event().wait()
        if self.gate is not None:
            await self.gate.wait()
        if reason := self.fails.get(job["budget"]):
            raise Unanswered(reason)
        if job["do"] == "conclude":
            return {"data": gzip.compress(json.dumps([told["stretch"] for told in job["stretches"]]).encode())}
        new = [{"stretch": number} for number in range(job["first"], min(job["first"] + 2, 5))]
        return {"of": 5, "stretches": new, "took": 1.0}


class Beside:
    """What analyses need of a server."""

    def __init__(self, store: Store, worker: Worker, **settings: Any) -> None:
        from bastida.server.runtime.writer import Writer

        self.store, self.pool, self.settings = store, worker, Settings(**settings)
        self.writer = Writer(store)
        self.tasks: list[asyncio.Task[Any]] = []

    def now(self) -> float:
        return 1.0

    def spawn(self, work: Any) -> asyncio.Task[Any]:
        self.tasks.append(asyncio.create_task(work))
        return self.tasks[-1]


class Bench:
    """Analyses with a clock and a worker of our own."""

    def __init__(self, database: str, worker: Worker | None = None, **settings: Any) -> None:
        self.store = Store(database.replace("postgresql://", "postgresql+psycopg://"))
        self.worker = worker or Worker()
        self.live = Beside(self.store, self.worker, **settings)
        self.analyses = Analyses(self.live)  # type: ignore[arg-type]  # only what it uses
        self.time = 0.0
        self.analyses.clock = lambda: self.time
        self.analyses.moment = 0.001

    async def record(self, name: str = "record") -> None:
        await self.live.writer.write(lambda connection: self.store.add_record(connection, name, "text"))

    async def settled(self) -> None:
        await asyncio.gather(*self.live.tasks, return_exceptions=True)

    def close(self) -> None:
        self.live.writer.close()
        self.store.close()


@pytest.fixture
def bench(database: str) -> Iterator[Bench]:
    one = Bench(database)
    yield one
    one.close()


def test_passes_are_made_one_after_the_other_and_kept(bench: Bench) -> None:
    async def run() -> None:
        await bench.record()
        assert (await bench.analyses.look("record", ME))["state"] == "none"
        bench.analyses.begin("record", ME)
        bench.analyses.begin("record", YOU)  # it is under way
        await bench.analyses.look("record", ME)
        await bench.settled()
        end = await bench.analyses.look("record", ME)
        assert end == {"state": "ready", "budget": "normal", "done": 5, "of": 5, "ready": "normal"}
        assert bench.worker.asked == [
            (what, budget, first)
            for budget in ("quick", "normal")
            for what, first in (("analyse", 0), ("analyse", 2), ("analyse", 4), ("conclude", -1))
        ]
        for budget in ("quick", "normal"):
            found = kept.result(bench.store, "record", budget)
            assert found is not None
            assert json.loads(gzip.decompress(found)) == [0, 1, 2, 3, 4]
        assert not bench.analyses.wanted(await bench.analyses.standing("record"))

    apart(run())


def test_a_deeper_pass_rests_when_nobody_looks_and_goes_on_when_somebody_does(bench: Bench) -> None:
    async def run() -> None:
        await bench.record()
        bench.time = 1000.0
        bench.analyses.begin("record", ME)
        await bench.settled()  # nobody has looked
        standing = await bench.analyses.look("record", ME)
        assert (standing["state"], standing["ready"]) == ("rests", "quick")
        assert ("analyse", "normal", 0) not in bench.worker.asked
        bench.analyses.begin("record", ME)
        await bench.analyses.look("record", ME)
        await bench.settled()
        assert (await bench.analyses.look("record", ME))["ready"] == "normal"

    apart(run())


def test_a_server_that_comes_back_goes_on_where_the_last_one_stopped(database: str) -> None:
    async def first(bench: Bench) -> None:
        await bench.record()
        bench.worker.stops_at = 4
        bench.analyses.begin("record", ME)
        while ("analyse", "quick", 4) not in bench.worker.asked:
            await asyncio.sleep(0.001)
        bench.live.tasks[0].cancel()  # as when a server is killed: what was committed stays
        await bench.settled()

    async def second(bench: Bench) -> None:
        await bench.analyses.resume()
        assert bench.analyses.under_way["record"].who == NOBODY
        await bench.settled()
        assert bench.worker.asked[:2] == [("analyse", "quick", 4), ("conclude", "quick", -1)]
        found = kept.result(bench.store, "record", "quick")
        assert found is not None
        assert json.loads(gzip.decompress(found)) == [0, 1, 2, 3, 4]

    for part in (first, second):
        one = Bench(database)
        apart(part(one))
        one.close()


def test_who_has_enough_under_way_is_refused_and_others_are_not(bench: Bench) -> None:
    async def run() -> None:
        bench.worker.gate = asyncio.Event()
        for number in range(5):
            await bench.record(f"record{number}")
        bench.analyses.begin("record0", ME)
        bench.analyses.begin("record1", ("address", "another browser"))
        with pytest.raises(Busy):
            bench.analyses.begin("record2", ME)
        bench.analyses.begin("record2", YOU)
        for number in range(MOST):
            bench.analyses.under_way.setdefault(f"filler{number}", bench.analyses.under_way["record2"])
        with pytest.raises(Busy):
            bench.analyses.begin("record3", ("third", ""))
        bench.worker.gate.set()
        for number in range(MOST):
            bench.analyses.under_way.pop(f"filler{number}", None)
        await bench.settled()

    apart(run())


def test_who_leaves_lets_it_rest_unless_somebody_else_looks(bench: Bench) -> None:
    async def run() -> None:
        await bench.record()
        bench.worker.gate = asyncio.Event()
        bench.analyses.begin("record", ME)
        await bench.analyses.look("record", ME)
        await bench.analyses.look("record", YOU)
        while not bench.worker.asked:
            await asyncio.sleep(0.001)
        await bench.analyses.leave("record", ("a stranger", ""))
        await bench.analyses.leave("record", ME)
        assert "record" in bench.analyses.under_way
        await bench.analyses.leave("record", YOU)
        assert "record" not in bench.analyses.under_way
        assert (await bench.analyses.look("record", ME))["state"] == "rests"
        await bench.analyses.resume()
        assert "record" not in bench.analyses.under_way  # nobody wants it

    apart(run())


def test_what_is_ready_stays_ready_when_somebody_leaves(bench: Bench) -> None:
    async def run() -> None:
        await bench.record()
        bench.worker.stops_at = 0
        bench.worker.stops_in = "normal"
        bench.analyses.begin("record", ME)
        await bench.analyses.look("record", ME)
        while ("analyse", "normal", 0) not in bench.worker.asked:
            await asyncio.sleep(0.001)
        bench.analyses.under_way["record"].budget = "quick"  # as between two passes
        await bench.analyses.leave("record", ME)
        assert kept.states(bench.store, "record")["quick"].state == kept.READY
        assert kept.result(bench.store, "record", "quick") is not None

    apart(run())


@pytest.mark.parametrize(("budget", "ready"), [("quick", None), ("normal", "quick")])
def test_what_fails_is_not_tried_again_and_what_was_found_before_stays(bench: Bench, budget: str, ready: str | None) -> None:
    async def run() -> None:
        await bench.record()
        bench.worker.fails[budget] = "TimeoutError"
        bench.analyses.begin("record", ME)
        await bench.analyses.look("record", ME)
        await bench.settled()
        standing = await bench.analyses.look("record", ME)
        assert (standing["state"], standing["ready"]) == ("failed", ready)
        assert not bench.analyses.wanted(await bench.analyses.standing("record"))

    apart(run())


def test_an_analysis_that_takes_too_long_ends(database: str) -> None:
    bench = Bench(database, analysis_minutes=1.5 / 60)

    async def run() -> None:
        await bench.record()
        bench.analyses.begin("record", ME)
        await bench.settled()
        assert (await bench.analyses.look("record", ME))["state"] == "failed"
        assert len(bench.worker.asked) == 2  # of a second each

    apart(run())
    bench.close()


def test_a_server_that_stops_leaves_it_to_be_gone_on_with(bench: Bench) -> None:
    async def run() -> None:
        await bench.record()
        bench.worker.fails["quick"] = "stopped"
        bench.analyses.begin("record", ME)
        await bench.settled()
        assert kept.states(bench.store, "record")["quick"].state == kept.WORKING
        assert kept.broken_off(bench.store, "quick") == ["record"]

    apart(run())


def test_an_analysis_goes_with_its_record(bench: Bench) -> None:
    async def run() -> None:
        await bench.record()
        bench.worker.fails["normal"] = "stopped"
        bench.analyses.begin("record", ME)
        await bench.analyses.look("record", ME)
        await bench.settled()
        await bench.live.writer.write(lambda connection: connection.execute(delete(records)) and None)
        with bench.store.engine.connect() as connection:
            assert connection.execute(select(analyses.c.record_id)).all() == []
            assert connection.execute(select(stretches.c.record_id)).all() == []

    apart(run())
