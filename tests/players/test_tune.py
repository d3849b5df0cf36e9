"""Tuning by matches: it finds what wins, goes on where it was stopped, and writes nothing unasked."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from bastida.kernel.engine import Engine
from bastida.players import tune
from bastida.players.fit import duel, value_at
from bastida.players.one_turn import OneTurnPlayer
from bastida.players.player import Player
from bastida.players.references import Random
from bastida.players.registry import make_player

BEST = {"general.tempo": 4.0, "general.fade": 2.0}


class Ready(Player):
    """Always gives the first answer there is."""

    def choose(self, game: Engine, seed: int) -> int:
        return int(game.list_options().items[0])


def worth(player: Player) -> float:
    """How good a player would be if only two weights counted; any other player is as good as 0."""
    if not isinstance(player, OneTurnPlayer):
        return 0.0
    table = player.table
    return -sum((value_at(table, tune.path_of(name)) - best) ** 2 for name, best in BEST.items())


def pretended(game: str, one: Player, other: Player, seeds: Iterable[int]) -> Iterator[float]:
    """Matches without games: the better player is ahead, and chance adds something."""
    for seed in seeds:
        yield worth(one) - worth(other) + (seed * 7919 % 11 - 5) / 5


@pytest.fixture
def pretending(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tune, "duel", pretended)


def tuned(path: Path, *more: str) -> Any:
    names = ",".join(f"{name}=0.2" for name in BEST)
    tune.main(["--state", str(path), "--only", names, "--check", "0", "--drift", "12", *more])
    return json.loads(path.read_text(encoding="utf-8"))


def test_a_duel_is_the_same_from_both_sides_and_every_time() -> None:
    one, other = Ready("ready"), Random("random")
    leads = list(duel("plus-first-game", one, other, range(2)))
    assert leads == list(duel("plus-first-game", one, other, range(2)))
    assert leads == [-lead for lead in duel("plus-first-game", other, one, range(2))]
    assert list(duel("plus-first-game", other, other, range(1))) == [0.0]


def test_it_finds_the_weights_that_win(pretending: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = tuned(tmp_path / "state.json", "--steps", "300", "--bags", "2", "--check", "3")
    assert found["weights"] == pytest.approx(BEST, abs=0.6)
    said = capsys.readouterr().out
    assert "step 300 of 300" in said
    assert "new against old" in said
    assert "against appraiser" in said


def test_stopped_and_gone_on_with_it_comes_to_the_same(
    pretending: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    whole = tuned(tmp_path / "whole.json", "--steps", "20")
    played = tune.advance

    def stop_at_7(state: tune.State, table: Any) -> Any:
        if len(state.steps) == 7:
            raise KeyboardInterrupt
        return played(state, table)

    monkeypatch.setattr(tune, "advance", stop_at_7)
    with pytest.raises(KeyboardInterrupt):
        tuned(tmp_path / "state.json", "--steps", "20")
    monkeypatch.setattr(tune, "advance", played)
    assert len(json.loads((tmp_path / "state.json").read_text(encoding="utf-8"))["steps"]) == 7
    assert tuned(tmp_path / "state.json", "--steps", "20") == whole


def test_a_state_of_another_run_is_refused(pretending: None, tmp_path: Path) -> None:
    tuned(tmp_path / "state.json", "--steps", "2")
    with pytest.raises(SystemExit, match="begun with other values of: seed"):
        tuned(tmp_path / "state.json", "--steps", "2", "--seed", "5")
    with pytest.raises(SystemExit, match="begun with other values of: rest"):
        tuned(tmp_path / "state.json", "--steps", "2", "--set", "general.meeting=0.9")


def test_weights_are_written_only_into_files_that_are_named(pretending: None, tmp_path: Path) -> None:
    source = files("bastida.players") / "weights.toml"
    before = source.read_text(encoding="utf-8")
    copy = tmp_path / "weights.toml"
    copy.write_text(before, encoding="utf-8")
    again = tmp_path / "again.json"
    found = tuned(tmp_path / "state.json", "--steps", "5")
    assert copy.read_text(encoding="utf-8") == before
    shutil.copy(tmp_path / "state.json", again)
    tuned(again, "--steps", "5", "--write", str(copy))
    after = copy.read_text(encoding="utf-8")
    changes = [(old, new) for old, new in zip(before.splitlines(), after.splitlines(), strict=True) if old != new]
    assert [new.split("#")[0].split() for _, new in changes] == [
        [name.split(".")[1], "=", str(found["weights"][name])] for name in ("general.fade", "general.tempo")
    ]
    assert source.read_text(encoding="utf-8") == before


def test_a_match_of_changed_weights(pretending: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tune.main(["--state", str(tmp_path / "s.json"), "--steps", "0", "--set", "general.tempo=4", "--check", "11"])
    gain = (4 - value_at(OneTurnPlayer("today").table, ("general", "tempo"))) ** 2
    assert f"new against old {gain:+.2f}" in capsys.readouterr().out


def test_names_that_mean_nothing_are_refused(tmp_path: Path) -> None:
    state = str(tmp_path / "state.json")
    for wrong in (
        ["--only", "general.nothing"],
        ["--set", "general.hand=3"],
        [],
        ["--only", "general.fade", "--pool", "nobody"],
    ):
        with pytest.raises(SystemExit):
            tune.main(["--state", state, *wrong])


def test_the_pool_is_of_players_there_are() -> None:
    for name in tune.POOL:
        assert name == tune.ITSELF or make_player(name)
