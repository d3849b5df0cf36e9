"""The scoreboard: a ring of fifty spaces with room for everybody."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from bastida.art import THEMES, track_spaces, track_spots, track_symbol
from bastida.art.pictures.track import COLUMNS, HEIGHT, ROWS, SPACE, WIDTH, space_at
from bastida.table.scoreboard import SPACES


def test_the_scoreboard_is_a_ring_of_fifty_spaces() -> None:
    places = [(space.x, space.y) for space in track_spaces()]
    assert [space.number for space in track_spaces()] == list(range(SPACES))
    assert len(set(places)) == SPACES == 2 * (COLUMNS + ROWS) - 4
    for (ax, ay), (bx, by) in zip(places, [*places[1:], places[0]], strict=True):
        assert abs(ax - bx) + abs(ay - by) == SPACE
    assert space_at(SPACES) == space_at(0)


def test_MSG_10_every_fifth_space_is_dark() -> None:
    assert [space.number for space in track_spaces() if space.dark] == list(range(0, SPACES, 5))


@pytest.mark.parametrize("pieces", range(19))
def test_any_number_of_pieces_stands_on_a_space_or_hard_by(pieces: int) -> None:
    for space in track_spaces():
        spots = track_spots(space.number, pieces)
        assert len(spots) == pieces
        assert len({(spot.x, spot.y) for spot in spots}) == pieces
        assert [spot.y for spot in spots] == sorted(spot.y for spot in spots)
        if pieces <= 6:  # one for each seat
            assert all(abs(spot.x - space.x) <= SPACE / 2 and abs(spot.y - space.y) <= SPACE / 2 for spot in spots)


@pytest.mark.parametrize("theme", THEMES)
def test_the_ring_is_a_symbol_for_day_and_night(theme: str) -> None:
    day, night = (ElementTree.fromstring(track_symbol(theme, dark)) for dark in (False, True))
    assert day.get("id") == night.get("id") == "track"
    assert [float(value) for value in str(day.get("viewBox")).split()] == [0, 0, WIDTH, HEIGHT]
    for ring in (day, night):
        assert len([element for element in ring.iter() if element.tag == "rect"]) == SPACES
    assert {e.get("fill") for e in day.iter() if e.tag == "rect"}.isdisjoint(e.get("fill") for e in night.iter())
