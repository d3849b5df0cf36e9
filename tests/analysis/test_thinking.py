"""The best answers to one question."""

from __future__ import annotations

import subprocess
import sys
import time as clock

import pytest

import bastida
from bastida.analysis.reviewing import AnalysisError
from bastida.analysis.thinking import MOST, while_thinking
from bastida.kernel.engine import Engine
from bastida.players.registry import Timed, make_player
from tests.analysis.games import short
from tests.cli.conftest import environment


def test_lines_come_best_first_with_everything_that_is_expected() -> None:
    game = short(left=4, seats=3, seed=4)
    found = bastida.analyse(game, nodes=400, lines=4)
    assert found.nodes >= 400
    assert found.options == len(game.options())
    assert len(found.lines) == min(4, found.options)
    for line in found.lines:
        assert len(line.margins) == 3
        assert sum(line.chances) == pytest.approx(1.0)
        assert line.line[0] == line.option
        assert game.find(line.option)
    assert found.lines[0].margins[found.seat] > found.lines[-1].margins[found.seat]


def test_the_same_position_seed_and_nodes_give_the_same() -> None:
    """Whatever order the bag has: two games that were dealt alike so far, and will not be."""
    line = bastida.position(short(left=6, seed=4))
    one, other = (bastida.analyse(bastida.from_position(line, seed=seed), nodes=300, seed=2) for seed in ("a", "b"))
    assert one == other
    assert bastida.position(short(left=6, seed=4)) == line


def test_a_time_alone_is_used_to_its_end() -> None:
    """No number of positions ends it before."""
    began = clock.monotonic()
    found = bastida.analyse(bastida.new_game("plus", players=2, seed=1), time=1.0)
    assert 0.9 <= clock.monotonic() - began < 20
    assert found.nodes > 100


def test_a_single_answer_is_told_too() -> None:
    game = bastida.new_game("plus", draws=["L", "Q"], seed=1)
    game.play("0,-1 r2")
    game.play("pass")
    assert [option.text for option in game.options()] == ["0,1 r2"]
    (line,) = bastida.analyse(game).lines
    assert line.option == "0,1 r2"
    assert len(line.margins) == 2


def test_it_tells_what_it_expects_while_it_thinks() -> None:
    """And whoever has heard enough may leave: the search ends with him."""
    game = short(left=8, seed=6)
    player = make_player(f"search:nodes={MOST}")
    for so_far in while_thinking(player, game.engine, 1, every=0.05):
        assert {int(one.option) for one in so_far} == {option.number for option in game.options()}
        break
    assert player.deadline > 0.0


class Broken(Timed):
    """A search that stumbles."""

    def choose(self, game: Engine, seed: int) -> int:
        raise ZeroDivisionError


def test_a_fault_of_the_search_is_not_lost() -> None:
    player = Broken("broken", make_player("search"), 1.0)
    with pytest.raises(ZeroDivisionError):
        list(while_thinking(player, short().engine, 1, every=0.05))


def test_what_cannot_be_analysed_is_refused() -> None:
    game = short(left=3, seed=6)
    for wrong, said in (({"nodes": 0}, "0 positions"), ({"time": 0}, "0 seconds"), ({"time": 1e9}, "3600 at most")):
        with pytest.raises(AnalysisError, match=said):
            bastida.analyse(game, **wrong)  # type: ignore[arg-type]
    with pytest.raises(AnalysisError, match="study"):
        bastida.analyse(bastida.new_game("plus", study=True))
    game.rewind(0)
    with pytest.raises(AnalysisError, match="asks no player"):
        bastida.analyse(game)


def test_the_public_face_loads_no_player_before_it_is_asked() -> None:
    code = (
        "import sys, bastida; sys.exit(any(name.startswith(('bastida.players', 'bastida.analysis')) for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], env=environment(), timeout=120, check=False).returncode == 0
