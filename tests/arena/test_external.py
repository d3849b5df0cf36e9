"""Other programs in the arena: the bot of the page, and everything that can go wrong with one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bastida.arena.match import MOST_FAULTS, Match, play_bag, play_game
from bastida.players import external
from bastida.players.external import External
from bastida.players.foreign import Fault
from bastida.players.registry import UnknownPlayer, make_player
from bastida.table.setup import make_setup, presets
from tests.arena.conftest import GREETING, bot_of_the_page

Program = Callable[[str], str]
ANSWERING = """
import json, sys
options = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "hello":
        print("id name Test\\nnonsense\\nhellook", flush=True)
    elif word == "options":
        options = json.loads(rest)
    elif word == "go":
        {go}
"""


def test_the_bot_of_the_page_has_ten_lines_and_plays_whole_games(program: Program) -> None:
    code = bot_of_the_page()
    assert len([line for line in code.splitlines() if line and not line.startswith("import")]) <= 10
    for result in play_bag(Match((f"external:{program(code)}", "random"), "plus-first-game"), 0):
        assert result.faults == [{}, {}]
        assert min(result.points) >= 0
        assert result.asked[0] > 30


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["todo", "winter-king", "hunters-scout"])
def test_it_plays_every_game_of_the_family(program: Program, preset: str) -> None:
    assert preset in presets()
    for result in play_bag(Match((f"external:{program(bot_of_the_page())}", "random"), preset), 0):
        assert result.faults == [{}, {}]


def test_what_it_is_told_and_what_it_tells(program: Program) -> None:
    go = 'print("info rank 1 nodes 12 margin 3.5 chance 0.61 line", options[0]); print("answer", options[-1], flush=True)'
    setup = make_setup("plus")
    player = make_player(f"external:nodes=50:time=2:{program(ANSWERING.format(go=go))}", setup)
    assert isinstance(player, External)
    assert (player.nodes, player.seconds) == (50, 2.0)
    engine = setup.engine()
    engine.answer(engine.list_options().numbers()[0])
    try:
        assert player.choose(engine, 1) == engine.list_options().numbers()[-1]
        assert player.thought is not None
        assert (player.thought.margin, player.thought.chance, player.thought.nodes) == (3.5, 0.61, 12)
    finally:
        player.close()


FAILURES = {
    "illegal": ANSWERING.format(go='print("answer castle at the moon", flush=True)'),
    "crash": ANSWERING.format(go="sys.exit(3)"),
    "time-out": ANSWERING.format(go="pass"),
}


@pytest.mark.parametrize("kind", FAILURES)
def test_faults_are_counted_and_the_game_goes_on(program: Program, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.setattr(external, "GRACE", 0.05 if kind == "time-out" else 30)
    match = Match((f"external:time=0.05:{program(FAILURES[kind])}", "random"), "plus-first-game")
    players = [make_player(spec, match.setup) for spec in match.players]
    try:
        result = play_game(match, players, 0, 0)
    finally:
        players[0].close()
    assert result.faults == [{kind: MOST_FAULTS}, {}]
    assert result.asked[0] > MOST_FAULTS


@pytest.mark.parametrize("code", ["", f"{GREETING}", "import time; time.sleep(60)", "print('x' * 10**6)"])
def test_programs_that_do_not_greet_or_end_at_once(program: Program, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    monkeypatch.setattr(external, "PATIENCE", 0.4)
    setup = make_setup("plus")
    engine = setup.engine()
    engine.answer(engine.list_options().numbers()[0])
    player = External("x", program(code), setup)
    with pytest.raises(Fault) as fault:
        player.choose(engine, 1)
    assert fault.value.kind in ("crash", "time-out")
    assert player.process is None


def test_a_program_that_is_not_there() -> None:
    setup = make_setup("plus")
    engine = setup.engine()
    engine.answer(engine.list_options().numbers()[0])
    with pytest.raises(Fault, match="cannot be started") as fault:
        External("x", "./no-such-program", setup).choose(engine, 1)
    assert fault.value.kind == "crash"


@pytest.mark.parametrize("spec", ["external", "external:", "external:nodes=5:", "external:nodes=x:bot", "external:time=0:bot"])
def test_external_players_without_a_command_or_with_a_wrong_budget(spec: str) -> None:
    with pytest.raises(UnknownPlayer):
        make_player(spec, make_setup("plus"))


def test_external_players_need_to_know_the_game() -> None:
    with pytest.raises(UnknownPlayer, match="cannot play here"):
        make_player("external:bot")
