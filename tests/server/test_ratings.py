"""Ratings follow from the results in the order of their ends, however they came in; places and families are as they should."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, insert, select

import bastida
from bastida.server.club.results import bests, rating
from bastida.server.club.results.ended import Ended, Side
from bastida.server.club.results.families import families, family_of
from bastida.server.club.results.scale import START, Rating, after, doubt, shown
from bastida.server.club.results.schema import bests as remembered
from bastida.server.club.results.schema import games, ratings, results
from bastida.server.runtime.store import Store
from bastida.table.setup import make_setup
from tests.server.club_games import store_of, write

PLAYERS = "abcdef"
Game = tuple[float, list[str], list[int]]  # when, who, points


@st.composite
def histories(draw: st.DrawFn) -> tuple[list[Game], list[int], list[int]]:
    """Games, the order in which they come in, and after how many of them ratings go on."""
    number = draw(st.integers(1, 14))
    found: list[Game] = []
    for at in range(number):
        who = draw(st.lists(st.sampled_from(PLAYERS), min_size=2, max_size=6, unique=True))
        found.append((float(at + 1), who, [draw(st.integers(0, 6)) for _ in who]))
    order = draw(st.permutations(range(number)))
    pauses = draw(st.lists(st.integers(0, number), max_size=5))
    return found, order, pauses


def add(connection: Connection, name: str, game: Game) -> None:
    """A game as counting writes it."""
    at, who, points = game
    line = {"table_id": name, "at": at, "public": True, "scale": "base"}
    year = 2000 + int(at) % 3
    connection.execute(
        insert(games).values(**line, year=year, family="base", ended="finished", setup="{}", tries=0, analysed=-1)
    )
    places = [1 + sum(other > mine for other in points) for mine in points]
    sides = [
        {**line, "seat": seat, "player": player, "kind": "member", "place": place, "points": mine}
        for seat, (player, place, mine) in enumerate(zip(who, places, points, strict=True))
    ]
    connection.execute(insert(results), sides)
    rating.wanted(connection, "base", at, name)
    bests.take(connection, name, bests.plain([(seat, True, mine) for seat, mine in enumerate(points)]))


def standing(connection: Connection) -> tuple[list[Any], list[Any], list[Any]]:
    """Every figure of ratings and of what is remembered."""
    figures = results.c.mu, results.c.sigma, results.c.mu_before, results.c.sigma_before
    return (
        [
            tuple(row)
            for row in connection.execute(select(results.c.table_id, results.c.seat, *figures).order_by("table_id", "seat"))
        ],
        [tuple(row) for row in connection.execute(select(ratings).order_by(ratings.c.player))],
        sorted(tuple(row) for row in connection.execute(select(remembered))),
    )


def rate(store: Store, most: int) -> None:
    while write(store, lambda connection: rating.go_on(connection, "base", most)):
        pass


def come_in(
    store: Store, history: tuple[list[Game], list[int], list[int]], most: int
) -> tuple[list[Any], list[Any], list[Any]]:
    found, order, pauses = history
    for number, which in enumerate(order):
        write(store, lambda connection: add(connection, f"g{which:02}", found[which]))  # noqa: B023 - done at once
        if number in pauses:
            rate(store, most)
    rate(store, most)
    return write(store, standing)  # type: ignore[no-any-return]


def check(store: Store, history: tuple[list[Game], list[int], list[int]], most: int) -> None:
    incremental = come_in(store, history, most)
    assert all(None not in row for row in incremental[0])
    expected: dict[str, Rating] = {}
    for _, who, points in history[0]:
        before = [expected.get(player, Rating()) for player in who]
        places = [1 + sum(other > mine for other in points) for mine in points]
        expected |= zip(who, after(before, places), strict=True)
    assert {row[0]: (row[2], row[3]) for row in incremental[1]} == {
        player: (one.mu, one.sigma) for player, one in expected.items()
    }
    write(store, rating.anew)
    rate(store, most)
    assert write(store, standing) == incremental


@given(history=histories(), most=st.integers(1, 6))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_the_order_in_which_games_come_in_the_figures_are_those_of_the_order_of_their_ends(
    history: tuple[list[Game], list[int], list[int]], most: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    store = store_of(f"sqlite:///{tmp_path_factory.mktemp('rated') / 'x.sqlite3'}")
    try:
        check(store, history, most)
    finally:
        store.close()


def test_the_same_on_either_database(database: str) -> None:
    chance = random.Random(3)
    found: list[Game] = []
    for at in range(60):
        who = chance.sample(PLAYERS, chance.randint(2, 6))
        found.append((float(at + 1), who, [chance.randrange(5) for _ in who]))
    order = list(range(60))
    chance.shuffle(order)
    store = store_of(database)
    try:
        check(store, (found, order, [10, 30, 31]), 7)
    finally:
        store.close()


def test_a_rating_says_who_plays_better_and_how_sure_that_is() -> None:
    new = Rating()
    assert (shown(new.mu), doubt(new.sigma)) == (START, 200)
    first, second = after([new, new], [1, 2])
    assert first.mu > new.mu > second.mu
    assert first.sigma < new.sigma
    tied = after([new, new], [1, 1])
    assert tied[0] == tied[1]
    six = after([new] * 6, [1, 2, 3, 4, 5, 6])
    assert [one.mu for one in six] == sorted((one.mu for one in six), reverse=True)
    strong, weak = Rating(30.0, 2.0), Rating(20.0, 2.0)
    expected = after([strong, weak], [1, 2])[0].mu - strong.mu
    surprise = after([strong, weak], [2, 1])[1].mu - weak.mu
    assert surprise > 3 * expected > 0


@pytest.mark.parametrize(
    ("points", "winners", "gave_up", "places"),
    [
        ([50, 40], [0], [], [1, 2]),
        ([40, 40], [0, 1], [], [1, 1]),
        ([50, 40, 40, 30], [0], [], [1, 2, 2, 4]),
        ([90, 40, 60], [2], [0], [3, 2, 1]),  # who gives up comes in behind everybody, whatever the points
        ([90, 80, 10], [2], [0, 1], [2, 3, 1]),
    ],
)
def test_places(points: list[int], winners: list[int], gave_up: list[int], places: list[int]) -> None:
    sides = [Side("here", None, str(seat), None, seat in gave_up) for seat in range(len(points))]
    assert Ended("t", 1.0, "finished", sides, points, winners, {}, {}).places() == places


@pytest.mark.parametrize(
    ("game", "family", "expansions"),
    [
        ("plus", "base", 0),
        ("plus-first-game", "base", 0),
        ("plus-river", "few", 1),
        ("plus-big", "big", 4),
        ("plus-all", "big", 11),
        ("todo", "everything", 14),
        ("winter", "winter", 0),
        ("winter-tower", "winter", 1),
        ("hunters", "hunters", 0),
        ("hunters-scout", "hunters", 1),
    ],
)
def test_families_of_set_ups(game: str, family: str, expansions: int) -> None:
    setup = make_setup(game)
    assert (family_of(setup), len(setup.expansions)) == (family, expansions)


def test_every_preset_has_a_family() -> None:
    assert {family_of(make_setup(name)) for name in bastida.presets()} == set(families())
    assert len(families()) == 6
