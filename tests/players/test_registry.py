"""Players by name."""

from __future__ import annotations

import time
import tomllib
from importlib.resources import files

import pytest

from bastida.language.texts import LANGUAGES, texts
from bastida.players.external import External
from bastida.players.fit import leaves
from bastida.players.making import make_evaluator
from bastida.players.player import Player
from bastida.players.references import Greedy, Playouts
from bastida.players.registry import (
    KINDS,
    SHORT,
    TUNING,
    Timed,
    UnknownPlayer,
    hurry,
    levels,
    make_player,
    usual_level,
    with_nodes,
)
from bastida.players.releases import weights_of
from bastida.players.search import SearchPlayer
from bastida.players.settings import Settings
from bastida.players.settle import quiet
from bastida.players.weights import PARTS, read_weights
from bastida.table.setup import make_setup
from tests.players.positions import random_game


@pytest.mark.parametrize("name", [*KINDS, *SHORT])
def test_every_name_makes_a_player_that_plays(name: str) -> None:
    game = make_setup("plus").engine()
    game.answer(game.list_options().numbers()[0])
    player = make_player(with_nodes(name, 20))
    assert isinstance(player, Player)
    assert game.list_options().has(int(player.choose(game, 1)))
    player.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_is_described(language: str) -> None:
    assert all(texts(language).has(f"arena.about.{name}") for name in (*KINDS, "external"))


def test_options_are_taken() -> None:
    player = make_player("playouts:nodes=7")
    assert isinstance(player, Playouts)
    assert player.nodes == 7
    assert player.name == "playouts:nodes=7"
    assert make_player("R1").name == "R1"
    assert isinstance(make_player("R1"), Greedy)


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("gredy", "unknown player 'gredy': did you mean greedy"),
        ("", "unknown player '': there are random, greedy"),
        ("xyz", "there are random, greedy"),
        ("greedy:nodes=5", "'nodes=5' of player 'greedy': it has none"),
        ("playouts:node=5", "there are nodes=..., time=..."),
        ("playouts:nodes", "unknown option 'nodes'"),
        ("playouts:nodes=0", "'nodes' is a whole number from 1 up, not '0'"),
        ("playouts:nodes=²", "whole number"),
        ("playouts:nodes=99999999999", "whole number"),
        ("playouts:time=never", "'time' is a number, not 'never'"),
        ("playouts:time=0", "seconds from 0.001 to 3600, not '0'"),
        ("playouts:time=nan", "seconds from 0.001 to 3600"),
        ("evaluator:blind=towr", "unknown module 'towr': there are"),
        ("evaluator:ignore=hands", "unknown module 'hands': there are"),
        ("evaluator:release=7", "unknown release '7': there are 0.1"),
        ("search:exploration=much", "'exploration' is a number, not 'much'"),
        ("level:0", "unknown level '0': there are 1 to"),
        ("level:99", "unknown level '99': there are 1 to"),
        ("level:", "unknown level '': there are 1 to"),
        ("level:genius", "unknown level 'genius': there are 1 to"),
    ],
)
def test_what_is_not_understood_is_refused_with_what_there_is(spec: str, sentence: str) -> None:
    with pytest.raises(UnknownPlayer) as refused:
        make_player(spec)
    assert sentence in str(refused.value)
    for language in ("es", "ca"):
        assert refused.value.told(texts(language)) != str(refused.value)


def test_a_search_can_be_tuned() -> None:
    player = make_player("search:nodes=9:orders=3:exploration=0.5:blind=tower+meetings:ignore=flying")
    assert isinstance(player, SearchPlayer)
    assert (player.nodes, player.settings.orders, player.settings.exploration) == (9, 3, 0.5)
    assert player.settings.scale == Settings().scale
    assert player.blind == ("tower", "meetings")
    assert player.ignore == ("flying",)


def test_every_setting_of_a_search_can_be_told() -> None:
    """The list is read from an object, which a compiled one must show too."""
    assert {"exploration", "trust", "halves", "tied", "playouts"} <= set(TUNING)
    player = make_player("search:trust=1.5:halves=3:tied=0.25:playouts=7")
    assert isinstance(player, SearchPlayer)
    told = player.settings
    assert (told.trust, told.halves, told.tied, told.playouts) == (1.5, 3, 0.25, 7)


@pytest.mark.parametrize("preset", ["plus", "hunters"])
@pytest.mark.parametrize("part", PARTS)
def test_a_player_may_be_blind_to_parts_of_the_evaluation(part: str, preset: str) -> None:
    rules, table = make_setup(preset).rules(), read_weights()
    differ = 0
    for seed in range(8):
        game = random_game(preset, seed, lambda game: quiet(game) and game.board.tiles >= 30)
        seeing, blind = make_evaluator(rules, table), make_evaluator(rules, table, (part,))
        seeing.measure(game)
        blind.measure(game)
        differ += list(seeing.values) != list(blind.values)
    assert differ


def test_levels_have_numbers_and_names() -> None:
    assert usual_level() in levels()
    for number, name in enumerate(levels(), 1):
        by_number, by_name, bare = make_player(f"level:{number}"), make_player(f"level:{name}"), make_player(name)
        assert type(by_number) is type(by_name) is type(bare)
        assert bare.name == name


def test_a_clock_is_kept_to() -> None:
    game = make_setup("plus").engine()
    game.answer(game.list_options().numbers()[0])
    player = make_player("playouts:nodes=1000000:time=0.05")
    assert isinstance(player, Timed)
    began = time.monotonic()
    player.choose(game, 1)
    assert time.monotonic() - began < 2
    assert player.thought is not None
    player.deadline = time.monotonic()  # of whoever asks: earlier than its own
    player.seconds = 60
    player.choose(game, 1)
    assert time.monotonic() - began < 4
    hurry(player)
    assert player.player.deadline == player.deadline > 0


def test_budgets_are_added_where_there_are_any() -> None:
    assert with_nodes("playouts", 5) == "playouts:nodes=5"
    assert with_nodes("R3:nodes=2", 5) == "R3:nodes=2:nodes=5"
    assert with_nodes("greedy", 5) == "greedy"


def test_the_command_of_a_program_may_have_colons() -> None:
    player = make_player("external:nodes=9:run --at http://x:1", make_setup("plus"))
    assert isinstance(player, External)
    assert player.command == ["run", "--at", "http://x:1"]


def test_a_release_plays_with_its_own_weights_and_settings() -> None:
    old = make_player("search:release=0.1:nodes=50:scale=30")
    assert isinstance(old, SearchPlayer)
    assert old.table["general"]["hand"][0] == -24.8405
    assert (old.settings.narrow, old.settings.luck, old.settings.scale) == (0, 0.0, 30.0)
    assert make_player("evaluator:release=0.1").table["farmers"]["city"] == 1.3913


def test_a_release_knows_every_weight_of_today() -> None:
    """What came after it is in it as what changes nothing."""
    assert set(leaves(read_weights())) <= set(leaves(weights_of("0.1")))
    own = tomllib.loads((files("bastida.players.releases") / "0.1.toml").read_text(encoding="utf-8"))["weights"]
    assert set(leaves(read_weights())) == set(leaves(own))


def test_a_search_that_is_told_a_time_uses_it() -> None:
    player = make_player("search:time=2")
    assert isinstance(player, Timed)
    assert isinstance(player.player, SearchPlayer)
    assert player.player.nodes == 10_000_000
    bounded = make_player("search:time=2:nodes=70")
    assert isinstance(bounded, Timed)
    assert isinstance(bounded.player, SearchPlayer)
    assert bounded.player.nodes == 70
