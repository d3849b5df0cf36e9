"""What a seat sees: the planes and numbers say what the public view says, and nothing that is hidden."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import bastida
from bastida import Game
from bastida.env.desk import Bytes, Desk, layout_of, split
from bastida.env.graph import FIGURE, REGION
from bastida.env.layout import Layout
from bastida.env.sheets import bytes_of
from bastida.env.watching import Sight
from bastida.table.setup import make_setup
from tests.env.sample import SAMPLE


def advance(preset: str, seed: int, answers: int, **options: Any) -> Game:
    game, rng = bastida.new_game(preset, seed=seed, **options), random.Random(seed)
    for _ in range(answers):
        game.play(rng.choice(game.options()))
    return game


def observed(layout: Layout, game: Game, seat: int) -> Bytes:
    memory = bytes_of(layout.size)
    Sight(layout, memory, 0).look(game.engine, seat)
    return np.frombuffer(memory, np.uint8).reshape(layout.shape)


def named(layout: Layout, sheet: Bytes) -> tuple[dict[str, Bytes], dict[str, int]]:
    """The planes and the numbers by name."""
    planes, numbers = split(layout, sheet)
    assert len(set(layout.names)) == len(layout.names)
    by_name = dict(zip(layout.names, np.moveaxis(planes, -1, 0), strict=True))
    return by_name, dict(zip(layout.number_names, map(int, numbers), strict=True))


@pytest.mark.parametrize("preset", SAMPLE)
def test_planes_and_numbers_say_what_the_view_says(preset: str) -> None:
    game = advance(preset, 3, 70)
    layout = layout_of(game.setup, 0)
    for seat in range(2):
        planes, numbers = named(layout, observed(layout, game, seat))
        view = game.view(seat)
        corner_x = numbers["centre x + 128"] - 128 - layout.side // 2
        corner_y = numbers["centre y + 128"] - 128 - layout.side // 2
        laid = {(tile["x"] - corner_x, tile["y"] - corner_y) for tile in view["board"]}
        rows, columns = planes["tile"].nonzero()
        assert laid == set(zip(columns.tolist(), rows.tolist(), strict=True))
        on_board = [figure for figure in view["figures"] if "x" in figure]
        mine = [figure for figure in on_board if figure["seat"] == seat]
        assert int(planes["figures: mine"].sum()) >= len(mine) > 0
        for figure in mine:
            assert planes["figures: mine"][figure["y"] - corner_y, figure["x"] - corner_x] > 0
            assert planes[f"figures: {figure['kind']}"][figure["y"] - corner_y, figure["x"] - corner_x] > 0
        for number in range(2):
            player = view["players"][(seat + number) % 2]
            who = f"seat +{number}: "
            points = sum(
                numbers[f"{who}points of {scorer}"] + 256 * numbers[f"{who}points of {scorer} / 256"]
                for scorer in game.engine.rules.scorer_names
            )
            assert points == player["points"]
            for kind, left in player["supply"].items():
                assert numbers[f"{who}{kind} in supply"] == left
        for pile in view["piles"]:
            for piece, left in pile["mixed"].items():
                assert numbers[f"{pile['name']}: {piece} left"] == left
        assert numbers["turn"] == view["turn"]
        asked = view["decision"]
        assert numbers["asked: seat"] == (asked["seat"] - seat) % 2
        if view["tile"] is not None:
            assert game.engine.rules.tiles[numbers["tile in hand"] - 1].id == view["tile"]
        fits = np.stack([planes[f"fits in turn {turn}"] for turn in range(4)])
        wanted = [option.target for option in game.options()] if asked["seat"] == seat and asked["kind"] == "tile" else []
        assert int(fits.sum()) == len(wanted)
        for cell in wanted:
            assert fits[cell.turn, cell.y - corner_y, cell.x - corner_x] == 1  # type: ignore[attr-defined]


def test_what_is_mine_is_the_rivals_for_the_other_seat() -> None:
    game = advance("plus", 8, 60)
    layout = layout_of(game.setup, 0)
    one, other = (named(layout, observed(layout, game, seat))[0] for seat in range(2))
    strength = 0
    for name in layout.names:
        if name.startswith("my strength"):
            twin = name.replace("my strength", "best rival")
            assert (one[name] == other[twin]).all() and (one[twin] == other[name]).all()
            strength += int(one[name].sum())
    assert strength > 0


@pytest.mark.parametrize("preset", SAMPLE)
def test_what_is_still_to_come_changes_nothing_that_is_seen(preset: str) -> None:
    game = advance(preset, 2, 40)
    layout = layout_of(game.setup, 0)
    seen = observed(layout, game, 0)
    for seed in range(3):
        assert (observed(layout, game.determinise(seed), 0) == seen).all()


def test_a_memory_that_was_used_before_shows_nothing_of_it() -> None:
    late, early = advance("plus", 5, 75), advance("plus", 6, 10)
    layout = layout_of(late.setup, 0)
    memory = bytes_of(layout.size)
    sight = Sight(layout, memory, 0)
    sight.look(late.engine, 1)
    sight.look(early.engine, 0)
    assert bytes(memory) == observed(layout, early, 0).tobytes()


def test_what_lies_outside_the_planes_is_left_out() -> None:
    game = advance("plus", 5, 75)
    small, large = Layout(game.setup.rules(), 5), Layout(game.setup.rules(), 51)
    inside, whole = named(small, observed(small, game, 0))[0], named(large, observed(large, game, 0))[0]
    assert int(whole["tile"].sum()) == len(game.view()["board"]) > int(inside["tile"].sum()) > 0
    assert (whole["tile"][23:28, 23:28] == inside["tile"]).all()
    with pytest.raises(ValueError, match="odd"):
        Layout(game.setup.rules(), 4)


def desk_for(preset: str, **options: Any) -> Desk:
    usual = {"reward": "win", "observation": "planes", "actions": "ids", "illegal": "raise"}
    return Desk(preset, 2, {}, **{**usual, **options})


@pytest.mark.parametrize("preset", SAMPLE)
def test_the_graph_has_every_tile_region_and_figure(preset: str) -> None:
    game = advance(preset, 4, 60)
    desk = desk_for(preset)
    desk.play.game = game.engine
    rules = game.engine.rules
    graph = desk.graph(0)
    assert [(x, y) for _, x, y, *_ in graph.tiles.tolist()] == [(tile["x"], tile["y"]) for tile in game.view()["board"]]
    regions = [dict(zip(REGION, row, strict=True)) for row in graph.regions.tolist()]
    assert len(graph.holds) == game.engine.regions.nodes
    assert {region for _, region, _ in graph.holds.tolist()} == set(range(len(regions)))
    for number, region in enumerate(regions):
        assert region["segments"] == sum(row[1] == number for row in graph.holds.tolist())
        node = next(node for node, row in enumerate(graph.holds.tolist()) if row[1] == number)
        name = game.engine.regions.region[node]
        assert region["mine"] == game.engine.regions.strength_of(name, 0)
        assert region["seat +1"] == game.engine.regions.strength_of(name, 1)
        assert rules.segment_names[region["kind"]] == rules.segment_names[game.engine.regions.kind(node)]
    on_board = [figure for figure in game.view()["figures"] if "x" in figure]
    figures = [dict(zip(FIGURE, row, strict=True)) for row in graph.figures.tolist() if row[3] >= 0]
    assert len(figures) == len(on_board) > 0
    for tile, beyond, side in graph.neighbours.tolist():
        step = {1: (1, 0), 2: (0, 1)}[side]
        assert tuple(graph.tiles[tile, 1:3] + step) == tuple(graph.tiles[beyond, 1:3])


def test_observations_and_masks_go_into_buffers() -> None:
    desk = desk_for("plus")
    desk.play.begin(1)
    sheet, mask = np.full(desk.layout.shape, 7, np.uint8), bytearray(int(desk.encoding.size))
    desk.observe_into(sheet, 0)
    desk.mask_into(mask)
    assert (sheet == desk.planes(0)).all()
    assert mask == desk.mask().tobytes()
    with pytest.raises((ValueError, IndexError)):
        desk.observe_into(np.zeros(10, np.uint8), 0)


def test_setups_that_cannot_be_played_are_refused() -> None:
    with pytest.raises(ValueError, match="reward is one of win, margin, points"):
        desk_for("plus", reward="fame")
    with pytest.raises(ValueError, match="a study deals nothing"):
        Desk(make_setup("plus", study=True), 2, {}, reward="win", observation="planes", actions="ids", illegal="raise")
