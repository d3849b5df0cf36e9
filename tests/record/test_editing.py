"""Positions set up by hand: every step leads to a position that can be played to its end, or says why not."""

from __future__ import annotations

import random

import pytest

import bastida
from bastida.language.texts import LANGUAGES, texts
from bastida.record.editing import ArrangeError, Arrangement, begun
from bastida.record.positions import sections_of
from bastida.table.setup import make_setup

PLUS = begun(make_setup("plus", players=2))


def refused(text: str, verb: str, *args: object) -> ArrangeError:
    """The refusal of a step."""
    with pytest.raises(ArrangeError) as raised:
        getattr(Arrangement(text), verb)(*args)
    for language in LANGUAGES:
        assert raised.value.told(texts(language))
    return raised.value


def test_everything_begins_before_the_first_draw() -> None:
    game = bastida.from_position(PLUS)
    assert game.decision is not None and game.decision.kind == "draw"
    assert not game.setup.study


@pytest.mark.parametrize("preset", ["todo", "hunters-scout"])
def test_any_arrangement_can_be_played_to_its_end(preset: str) -> None:
    chance = random.Random(preset)
    setup = make_setup(preset, players=3)
    text = begun(setup)
    tiles = [tile.id for tile in Arrangement(text).engine.rules.tiles]
    refusals = 0
    for number in range(24):
        here = Arrangement(text)
        rules, owner = here.engine.rules, chance.choice(setup.colours)
        kinds = [name for kind, name in enumerate(rules.figure_names) if rules.issued[kind]]
        figure, tile = chance.choice(kinds), chance.choice(tiles)
        try:
            match number % 8:
                case 3:
                    place = chance.choice(here.places(owner, figure)).target
                    text = here.stand(owner, figure, f"{place.x},{place.y} {place.name}")  # type: ignore[attr-defined]
                case 5:
                    laid = chance.choice(bastida.from_position(text).view()["board"])
                    text = here.lift(laid["x"], laid["y"])
                case 6:
                    text = Arrangement(here.turn(owner)).points(owner, chance.randrange(100))
                case 7:
                    text = here.supply(owner, figure, 0)
                case _:
                    cell = chance.choice(here.fits(tile)).target
                    text = here.lay(tile, cell.x, cell.y, cell.turn)  # type: ignore[attr-defined]
        except (ArrangeError, IndexError):  # it may not: then nothing has changed
            refusals += 1
        assert bastida.position(bastida.from_position(text)) == text
    assert refusals < 20
    game = bastida.from_position(text, seed=1)
    while not game.over:
        game.play(chance.choice(game.options()))


@pytest.mark.parametrize(
    "preset", ["plus-river", "plus-ferries", "plus-mage", "plus-king", "winter-tower", "hunters", "hunters-scout"]
)
def test_tiles_of_every_kind_of_set_up_are_laid_and_lifted(preset: str) -> None:
    here = Arrangement(begun(make_setup(preset, players=2)))
    drawn = [
        word.partition("=")[0] for key, words in sections_of(here.text).items() if key.startswith("left.") for word in words
    ]
    tiles = [tile.id for tile in here.engine.rules.tiles if tile.id in drawn]
    tile = next(tile for tile in tiles if _fits(here, tile))
    cell = here.fits(tile)[0].target
    after = Arrangement(here.lay(tile, cell.x, cell.y, cell.turn))  # type: ignore[attr-defined]
    assert after.engine.board.tiles == 2
    assert after.lift(cell.x, cell.y) == here.text  # type: ignore[attr-defined]


def _fits(here: Arrangement, tile: str) -> bool:
    try:
        return bool(here.fits(tile))
    except ArrangeError:
        return False


def test_BASE_23_BASE_25_a_tile_that_does_not_fit_is_explained_with_its_clause() -> None:
    assert refused(PLUS, "lay", "U", 3, 3, 0).refusal.clause == "BASE-23"
    assert refused(PLUS, "lay", "U", 0, 1, 0).refusal.clause == "BASE-25"


def test_a_tile_comes_out_of_the_bag_and_goes_back_there() -> None:
    text = Arrangement(PLUS).lay("U", 1, 0, 1)
    count = {word.partition("=")[0]: int(word.partition("=")[2]) for word in sections_of(text)["left.stock"]}
    whole = {word.partition("=")[0]: int(word.partition("=")[2]) for word in sections_of(PLUS)["left.stock"]}
    assert count == {**whole, "U": whole["U"] - 1}
    assert Arrangement(text).lift(1, 0) == PLUS


def test_no_more_tiles_lie_there_than_the_boxes_hold() -> None:
    text = Arrangement(PLUS).lay("X", 1, 0, 0)
    assert refused(text, "lay", "X", -1, 0, 0).refusal.key == "arrange.no_copy"
    assert refused(text, "bag", "stock", "X", 1).refusal.key == "arrange.bag"
    assert refused(text, "lift", 0, 0).refusal.key == "arrange.start_tile"
    assert refused(text, "lift", 7, 7).refusal.key == "arrange.no_tile"


def test_tiles_left_must_hold_together() -> None:
    text = Arrangement(Arrangement(PLUS).lay("U", 1, 0, 1)).lay("U", 2, 0, 1)
    assert refused(text, "lift", 1, 0).refusal.key == "arrange.apart"


def test_figures_stand_where_the_rules_have_places_for_them() -> None:
    text = Arrangement(PLUS).lay("U", 1, 0, 1)
    places = [str(option) for option in Arrangement(text).places("red", "follower")]
    assert "follower 1,0 road E" in places
    assert refused(text, "stand", "red", "abbot", "1,0 road W").refusal.clause == "BASE-119"
    assert refused(text, "stand", "red", "follower", "1,0 city N").refusal.key == "no_such_segment"
    text = Arrangement(text).stand("red", "follower", "1,0 road W")
    assert "figures red.follower=1,0.road.E" in text
    assert refused(text, "take", "blue", "follower", "1,0 road W").refusal.key == "arrange.no_figure"
    taken = Arrangement(text).take("red", "follower", "1,0 road W")
    assert "figures" not in sections_of(taken)


def test_BASE_15_nobody_is_a_farmer_where_there_are_none() -> None:
    text = begun(make_setup("plus-first-game", players=2))
    assert refused(text, "stand", "red", "follower", "0,0 field En").refusal.clause == "BASE-15"


def test_BASE_76_nobody_stands_in_what_was_scored() -> None:
    text = Arrangement(PLUS).lay("X", 1, 0, 0)
    here = Arrangement(text)
    text = here.lay("A", -1, 0, next(o.target.turn for o in here.fits("A") if (o.target.x, o.target.y) == (-1, 0)))  # type: ignore[attr-defined]
    found = refused(text, "stand", "red", "follower", "0,0 road W")
    assert (found.refusal.key, found.refusal.clause) == ("gone_home", "BASE-76")


def test_a_tile_that_completes_something_sends_home_who_stands_there_and_points_stay_as_set() -> None:
    text = Arrangement(Arrangement(PLUS).stand("red", "follower", "0,0 road W")).points("red", 12)
    text = Arrangement(text).lay("X", 1, 0, 0)
    here = Arrangement(text)
    text = here.lay("A", -1, 0, next(o.target.turn for o in here.fits("A") if (o.target.x, o.target.y) == (-1, 0)))  # type: ignore[attr-defined]
    assert "figures" not in sections_of(text)
    assert list(bastida.from_position(text).scores().values()) == [12, 0]


def test_figures_that_have_no_part_in_it_are_out_of_the_game() -> None:
    text = Arrangement(PLUS).supply("red", "follower", 1)
    game = bastida.from_position(text, seed=2)
    assert game.view()["players"][0]["supply"]["follower"] == 1
    assert refused(text, "supply", "red", "follower", 8).refusal.fields["most"] == 7
    assert Arrangement(text).supply("red", "follower", 7) == PLUS
    while not game.over:
        game.play(game.options()[-1])
    assert sum(one.get("place") == "aside" for one in game.view()["figures"]) == 6


def test_BASE_46_whoever_has_nobody_left_stands_nobody() -> None:
    text = Arrangement(PLUS).supply("red", "follower", 0)
    assert refused(text, "stand", "red", "follower", "0,0 road W").refusal.clause == "BASE-46"


def test_turn_hand_and_bag() -> None:
    text = Arrangement(PLUS).turn("blue")
    assert bastida.from_position(text).seat == 1
    text = Arrangement(text).hand("E")
    game = bastida.from_position(text)
    assert (game.tile, game.decision.seat if game.decision else None) == ("E", 1)
    assert Arrangement(Arrangement(text).hand("V")).holds == "V"
    assert Arrangement(text).hand("") == Arrangement(PLUS).turn("blue")
    assert refused(text, "bag", "stock", "E", 9).refusal.fields["most"] == 3
    for word in sections_of(text)["left.stock"]:
        text = Arrangement(text).bag("stock", word.partition("=")[0], 0)
    assert "left.stock" not in sections_of(text)  # the last tile is in hand
    assert refused(text, "hand", "U").refusal.key == "arrange.not_in_bag"
    last = Arrangement(PLUS).hand("E")
    few = Arrangement(last).bag("stock", "U", 1)
    assert "U=1" in sections_of(few)["left.stock"]


def test_with_nothing_to_draw_there_is_no_position() -> None:
    text = Arrangement(PLUS).hand("E")
    for word in sections_of(text)["left.stock"]:
        text = Arrangement(text).bag("stock", word.partition("=")[0], 0)
    assert Arrangement(text).hand("") != text  # it goes back into the bag
    only = Arrangement(text).hand("")
    assert refused(only, "bag", "stock", "E", 0).refusal.key == "arrange.empty_bag"


def test_what_is_under_way_is_played_not_arranged() -> None:
    game = bastida.new_game("plus", players=2, draws=["E"], seed=1)
    game.play("0,-1 r2")
    with pytest.raises(ArrangeError):
        Arrangement(bastida.position(game))
    with pytest.raises(ArrangeError):
        Arrangement(bastida.position(bastida.new_game("plus", players=2, study=True)))


def test_what_modules_noted_of_a_game_is_not_lost_by_lifting() -> None:
    game = bastida.new_game("plus-king", players=2, seed=5)
    chance = random.Random(5)
    while "own" not in sections_of(bastida.position(game)) or game.decision is None or game.decision.kind != "tile":
        game.play(chance.choice(game.options()))
    text, laid = bastida.position(game), game.view()["board"][-1]
    assert refused(text, "lift", laid["x"], laid["y"]).refusal.key == "arrange.noted"


def test_nonsense_is_refused() -> None:
    for verb, args in (
        ("lay", ("nothing", 1, 0, 0)),
        ("stand", ("green", "follower", "0,0 road W")),
        ("stand", ("red", "dragon", "0,0 road W")),
        ("points", ("red", 10**7)),
        ("points", ("", 1)),
        ("bag", ("nothing", "U", 1)),
        ("turn", ("nobody",)),
        ("supply", ("red", "follower", -1)),
    ):
        refused(PLUS, verb, *args)
    with pytest.raises(ArrangeError):
        Arrangement("position 1 | nonsense x")
