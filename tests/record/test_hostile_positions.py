"""Whatever a position says, reading it gives a PositionError or a game that can be played to its end."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import bastida
from bastida import COMPILED
from bastida.kernel.ranges import between
from bastida.language.texts import texts
from bastida.record import PositionError, from_position, position
from bastida.table.game import Game
from bastida.table.setup import Setup
from tests.properties.setups import random_setup
from tests.record.hostile_positions import attack, changed, play_out, some_positions
from tests.server.running import soak_only

EVERYTHING = list(bastida.new_game("plus", seed=0).setup.games.expansions)
BAR = " | "


def asked_for(kind: str, preset: str = "todo", players: int = 3) -> Game:
    """A random game at the first question of a kind."""
    for seed in range(60):
        rng = random.Random(seed)
        game = bastida.new_game(preset, players=players, seed=seed)
        while game.decision is not None:
            if game.decision.kind == kind:
                return game
            game.play(rng.choice(game.options()))
    raise AssertionError(f"nobody was ever asked for {kind}")


def with_section(text: str, section: str) -> str:
    """A position with one of its sections as given, or with one more."""
    key = section.split(" ")[0]
    sections = text.split(BAR)
    if not any(one.split(" ")[0] == key for one in sections):
        return BAR.join([*sections, section])
    return BAR.join(section if one.split(" ")[0] == key else one for one in sections)


def section_of(text: str, key: str) -> str:
    return next(one for one in text.split(BAR) if one.split(" ")[0] == key)


def refused(text: str) -> PositionError:
    with pytest.raises(PositionError) as error:
        from_position(text)
    assert error.value.problem
    for language in ("es", "ca", "en"):
        assert error.value.told(texts(language)).isprintable()
    return error.value


# -- by name ----------------------------------------------------------------------------------------------------------


@cache
def middle(preset: str = "todo", answers: int = 60, seed: int = 3) -> str:
    rng = random.Random(seed)
    game = bastida.new_game(preset, players=3, seed=seed)
    while len(game.steps) < answers or game.decision is None or game.decision.kind != "figure":
        game.play(rng.choice(game.options()))
    return position(game)


@pytest.mark.parametrize(
    "task",
    [
        "robbers.1:1000:0:1",  # thieves without a seat: nobody was ever found who steals
        "robbers.1:7:0:0",  # nobody has noted anything
        "robbers.1:0:0:0",
        "robbers.0:99",
        "circles.2:1:0:4611686018427387904",  # so many seats left
        "circles.2:1:99:2",
        "circles.2:9:0:2",
        "messages.0:0:4611686018427387904",  # points without end
        "messages.0:7:3:-1",
        "messages.0:0:3:1000",
        "messages.3:99",
        "messages.3:1",  # a message that nobody drew
        "messages.1",  # asks nothing
        "messages.2",  # draws, but for nothing
        "tower.2:59",
        "tower.3:9",
        "ferries.2:0:0:0:0",
        "ferries.2:500:-1:-1:-1",
        "ferries.1",
        "flying.1:99",
        "flying.2:0:9999",
        "gold.2:9:0",
        "postman.0:0:4611686018427387904",
        "mage.2",
        "mage.7",  # there is no such task
        "builder.0:1",  # it has no argument
        "phase:-:1",
        "setup",
    ],
)
def test_a_task_that_no_module_has_put_there_is_refused(task: str) -> None:
    text = middle()
    error = refused(with_section(text, f"tasks run {task}"))
    assert error.section in ("tasks", "asks", "figures", "left.messages", "counters")


@pytest.mark.parametrize("theft", ["robbers.1:1000:0:1", "robbers.1:1008:0", "robbers.1:7:0:1"])
def test_a_thief_without_a_seat_that_waits_below_another_question_is_refused(theft: str) -> None:
    """The one that stopped a server: it was accepted, and when its turn came nobody was ever found who steals."""
    text = position(asked_for("robber", "todo", 4))
    run, *others = section_of(text, "tasks").split(" ")[1:]
    error = refused(with_section(text, " ".join(["tasks", run, theft, *others])))
    assert error.section == "tasks"


def test_a_thief_without_a_seat_is_refused_where_thefts_are_asked_for() -> None:
    text = position(asked_for("theft", "todo", 4))
    tasks = section_of(text, "tasks")
    assert "robbers.1:" in tasks
    for wrong in ("robbers.1:1000:0:1", "robbers.1:16:0", "robbers.1:15:3", "robbers.1:0"):
        hostile = with_section(text, " ".join([*tasks.split(" ")[:-1], wrong]))
        assert hostile != text
        refused(hostile)


def test_a_message_of_endless_points_is_refused_where_a_figure_is_chosen() -> None:
    text = position(asked_for("scoring figure"))
    tasks = section_of(text, "tasks")
    for wrong in ("messages.0:0:4611686018427387904", "messages.0:3:5:-1", "messages.0:0:5:60"):
        refused(with_section(text, " ".join([*tasks.split(" ")[:-1], wrong])))


def test_a_circle_that_goes_round_for_ever_is_refused_where_circles_act() -> None:
    text = position(asked_for("circle"))
    for wrong in ("circles.2:1:0:4611686018427387904", "circles.2:1:0:4", "circles.2:2:0:1"):
        error = refused(with_section(text, f"tasks run {wrong}"))
        assert error.section == "tasks"


def test_nothing_lies_on_a_run_whose_tile_is_still_in_hand() -> None:
    """It was passed over then, and the steps after it looked at a tile that was never laid."""
    rng = random.Random(2)
    game = bastida.new_game("todo", players=3, seed=2)
    while len(game.steps) < 60 or game.decision is None or game.decision.kind != "tile":
        game.play(rng.choice(game.options()))
    error = refused(with_section(position(game), f"tasks run phase messages.0:{game.seat}:3:-1"))
    assert error.section == "tasks"


def test_a_stock_of_thirty_thousand_tiles_is_refused() -> None:
    text = middle("plus", 30)
    stock = section_of(text, "left.stock").split(" ")
    heap = " ".join([stock[0], *(word.partition("=")[0] + "=999" for word in stock[1:])])
    error = refused(with_section(text, heap))
    assert error.section == "left.stock"
    assert "at most" in error.right


@pytest.mark.parametrize(
    ("section", "old", "new"),
    [
        ("left.stock", "V=", "V=1"),  # one more, below the limit of its pile or above
        ("turn", "turn ", "turn 1"),
    ],
)
def test_a_tile_too_many_and_a_turn_out_of_order_are_refused(section: str, old: str, new: str) -> None:
    text = middle("plus", 30)
    here = section_of(text, section)
    assert old in here
    refused(with_section(text, here.replace(old, new)))


@pytest.mark.parametrize(
    "word",
    [
        "tower.count=0:60",
        "tower.count=0:4611686018427387904",
        "tower.height=0:99",
        "tower.floors=0:1",
        "tower.site=0:400",
        "gold.lying=250:1",
        "gold.lying=0:4611686018427387904",
        "gold.owned=0:-1",
        "king.holder=0:3",
        "king.record=0:-4",
        "robbers.space=0:50",
        "robbers.space=0:4611686018427387904",
        "river.course=2:4",
        "river.course=0:4611686018427387904",
        "goods.tokens=0:4611686018427387904",
        "ferries.lying=0:9",
        "ferries.turned=3:0",
        "builder.earned=0:2",
    ],
)
def test_a_number_out_of_its_range_is_refused_by_its_name(word: str) -> None:
    text = middle()
    name = word.partition("=")[0]
    own = [one for one in section_of(text, "own").split(" ") if not one.startswith(name)] if " | own " in text else ["own"]
    error = refused(with_section(text, " ".join([*own, word])))
    assert error.section == "own"
    assert name.partition(".")[0] in error.problem


def test_what_would_be_right_is_said_with_its_meaning() -> None:
    error = refused(with_section(middle(), "own king.holder=0:9"))
    assert error.right == "a seat, counted from 0: 0 to 2"
    assert "un puesto, contado desde 0: de 0 a 2" in error.told(texts("es"))
    assert "un seient, comptat des del 0: de 0 a 2" in error.told(texts("ca"))


def test_figures_stand_where_their_kind_may() -> None:
    text = position(bastida.new_game("plus-first-game", draws=["V"], seed=1))
    for wrong in ("red.follower=0,0.field.Nw", "red.follower=on_tile@0,0", "red.follower=held@blue", "red.follower=aside@1"):
        assert refused(with_section(text, f"figures {wrong}")).section == "figures"
    assert refused(with_section(text, "figures red.follower=0,0.road.E&0,0.city.N")).section == "figures"
    assert refused(with_section(text, "done 0,0.city.N")).section == "done"


def test_a_range_that_holds_nothing_is_a_fault_of_its_module() -> None:
    with pytest.raises(ValueError, match="no number lies between 3 and 2"):
        between(3, 2)


# -- by chance --------------------------------------------------------------------------------------------------------


@cache
def some_tables() -> list[tuple[Setup, list[str]]]:
    rng = random.Random("some tables")
    setups = [random_setup(rng, study=number == 4) for number in range(5)]
    return [(setup, some_positions(setup, 7, 120)) for setup in setups]


@settings(deadline=None, max_examples=400 if COMPILED else 40, suppress_health_check=list(HealthCheck))
@given(table=st.integers(0, 4), which=st.integers(0, 1000), seed=st.integers(0, 2**32), changes=st.integers(1, 3))
def test_what_is_accepted_can_be_played_to_its_end(table: int, which: int, seed: int, changes: int) -> None:
    setup, texts = some_tables()[table]
    rng = random.Random(seed)
    text = texts[which % len(texts)]
    for _ in range(changes):
        text = changed(text, rng.choice(texts), rng, setup)
    play_out(text, seed)


@pytest.mark.parametrize("seed", range(8 if COMPILED else 1))
def test_what_is_accepted_of_any_game_can_be_played_to_its_end(seed: int) -> None:
    count = attack(seed, each=6 if COMPILED else 2, every=60 if COMPILED else 400)
    assert count[True]
    assert count[False]


@pytest.mark.parametrize("seed", range(4 if COMPILED else 1))
def test_what_is_accepted_as_a_study_can_be_played_on(seed: int) -> None:
    assert attack(1000 + seed, each=4 if COMPILED else 2, every=100, study=True)[False]


@pytest.mark.soak
@soak_only
@pytest.mark.parametrize("seed", range(4))
def test_what_is_accepted_can_be_played_to_its_end_whoever_changed_it(seed: int) -> None:
    assert attack(10_000 + seed, games=20, each=40)[False]
    assert attack(20_000 + seed, games=8, each=40, study=True)[False]
