"""The corpus of the fuzzers, read again, and some inputs that nobody has seen; what they found, mended, stays mended.

Costs are counted, not timed: calls of functions, and how large the process has been, while an input is read.
"""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Callable, Iterator

import pytest

from bastida import PositionError, from_position
from bastida.cli.engine import Talk
from bastida.players.registry import UnknownPlayer, make_player
from bastida.server.runtime.settings import WrongSetting, read_settings
from tests.fuzzing import CORPUS, TARGETS, accepted
from tests.fuzzing.mutating import Mutator
from tests.fuzzing.targets import requests

# New inputs for each target: together a few seconds. Where most are accepted each of them is a whole game.
NEW = {"texts": 300, "jsons": 300, "positions": 300, "notation": 150, "protocol": 200, "setups": 60, "settings": 1_000}
NEW |= {"expansions": 6, "requests": 100}
PLAYED = 6
BYTES_OF_ALL = 1_000_000
ENDLESS = "9" * 5_000  # more digits than Python reads


@pytest.fixture
def one(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[bytes], None]]:
    """A target, counted."""
    monkeypatch.setattr(accepted, "counting", True)
    monkeypatch.setattr(accepted, "played", PLAYED)
    yield importlib.import_module(f"tests.fuzzing.targets.{request.param}").one
    requests.close()


def corpus(name: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted((CORPUS / name).iterdir())]


@pytest.mark.parametrize(("one", "name"), [(name, name) for name in TARGETS], indirect=["one"], ids=TARGETS)
def test_every_input_of_the_corpus_is_refused_in_words_or_played_to_its_end(one: Callable[[bytes], None], name: str) -> None:
    for data in corpus(name):
        one(data)


@pytest.mark.parametrize(("one", "name"), [(name, name) for name in TARGETS], indirect=["one"], ids=TARGETS)
def test_so_are_inputs_that_nobody_has_seen(one: Callable[[bytes], None], name: str) -> None:
    mutator = Mutator(corpus(name))
    for seed in range(NEW[name]):
        one(mutator.new(seed))


def test_the_corpus_is_small_and_named_by_what_is_in_it() -> None:
    files = [path for name in TARGETS for path in (CORPUS / name).iterdir()]
    assert {path.parent.name for path in CORPUS.glob("*/*")} == set(TARGETS)
    assert sum(path.stat().st_size for path in files) < BYTES_OF_ALL
    for path in files:
        assert path.name == hashlib.sha1(path.read_bytes()).hexdigest(), path


def test_who_counts_notices_what_costs_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accepted, "counting", True)
    monkeypatch.setattr(accepted, "CALLS", 1_000)
    with pytest.raises(accepted.TooMuch), accepted.reading():
        for number in range(10_000):
            str.upper(str(number))
    sizes = iter((0, accepted.BYTES + 1, accepted.BYTES + 1))
    monkeypatch.setattr(accepted, "largest", lambda: next(sizes))
    with pytest.raises(accepted.TooMuch), accepted.reading():
        pass


# -- what was found ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", ["elements {} | seats red blue", "elements farmers | seats red {}"])
def test_thousands_of_unknown_words_are_refused_in_one_sentence(part: str) -> None:
    """Each had its own problem, and a sentence of thousands was deeper than Python can speak."""
    words = part.format(" ".join(f"a{number}" for number in range(2_500)))
    with pytest.raises(PositionError) as error:
        from_position(f"position 1 | game carcassonne plus | {words} | first red")
    accepted.said(error.value)


@pytest.mark.parametrize("budget", [f"seed {ENDLESS}", f"nodes {ENDLESS}", "movetime " + "9" * 400, "nodes " + "9" * 30])
def test_a_budget_nobody_can_count_does_not_end_the_engine(budget: str) -> None:
    said: list[str] = []
    Talk("search", said.append).hear(f"go {budget}")
    assert said[0].startswith("error say it like this")


@pytest.mark.parametrize("player", [f"search:nodes={ENDLESS}", f"level:{ENDLESS}", "search:time=nan", "search:time=inf"])
def test_a_player_nobody_can_count_to_is_unknown(player: str) -> None:
    with pytest.raises(UnknownPlayer):
        make_player(player)


@pytest.mark.parametrize("setting", ["RATE=nan", "RATE=1e999", "THINK_SECONDS=-1", "PORT=65536", f"BURST={ENDLESS}"])
def test_a_setting_that_is_no_number_one_can_use_is_refused(setting: str) -> None:
    name, _, value = setting.partition("=")
    with pytest.raises(WrongSetting):
        read_settings({f"BASTIDA_{name}": value})


def test_a_data_folder_of_a_user_nobody_knows_is_a_folder_of_that_name() -> None:
    assert read_settings({"BASTIDA_DATA": "~nobody-at-all/games"}).folder.name == "games"
