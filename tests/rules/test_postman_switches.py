"""The Postman where a table settles its doubts the other way: switches lone_postman, postman_from, extra_post."""

from __future__ import annotations

import pytest

from tests.rules.pairs import between
from tests.rules.study import figures, lay, places, refused, scores
from tests.rules.test_postman import STAYED, WITH_ROAD, ask, home, messages_of, of_the_post, post

ALONE = "A(0,0)r3 : red postman road E; A(1,0)r1 : red pass / postman stays"


@pytest.mark.parametrize("reading", ["withdrawn", "bound"])
def test_POST_R5_a_postman_left_alone_is_withdrawn_or_stays(reading: str) -> None:
    game = ask(post(ALONE, switches={"lone_postman": reading}), "B(0,1)r0")
    assert of_the_post(game) == ({"withdraw postman"} if reading == "withdrawn" else set())
    if reading == "bound":
        assert refused(game, "withdraw postman").clause == "POST-R5"
        game.play("pass")
        assert "move postman player 1" in of_the_post(ask(game, "Po01(0,2)r0"))


@pytest.mark.parametrize("reading", ["withdrawn", "bound"])
def test_POST_R5_one_who_retains_somebody_is_withdrawn_in_any_case(reading: str) -> None:
    """POST-15: also if it is his owner's own follower."""
    game = post(STAYED, switches={"lone_postman": reading})
    lay(game, "B(0,1)r0 : red withdraw postman")
    assert home(game, "red", "blue", "yellow")
    own = post(ALONE, switches={"lone_postman": reading}, stand="red follower 1,0 road W")
    lay(own, "B(0,1)r0 : red withdraw postman")
    assert home(own, "red")


@pytest.mark.parametrize("reading", ["supply", "table"])
def test_POST_R6_to_the_new_tile_from_the_supply_or_from_the_table(reading: str) -> None:
    game = ask(post("A(0,0)r0 : red postman road S", switches={"postman_from": reading}), "B(1,0)r0")
    if reading == "supply":
        assert of_the_post(game) == set()
        assert refused(game, "postman monastery").clause == "POST-13"
        assert refused(game, "send postman 1,0 monastery").clause == "POST-20"
        return
    assert of_the_post(game) == {"send postman 1,0 monastery"}
    game.play("postman monastery")
    assert (figures(game), scores(game)) == (["red postman 1,0 monastery"], {})


def test_POST_R6_not_where_somebody_is_nor_to_a_field_and_only_from_a_zone() -> None:
    there = {"postman_from": "table"}
    game = post("U(0,0)r1 : blue thief E; B(0,1)r0 : red postman monastery", switches=there)
    ask(game, "U(1,0)r1")
    assert of_the_post(game) == set(), "Blue's road runs through the new tile"
    assert refused(game, "send postman 1,0 road E").clause == "POST-R6"
    assert refused(game, "send postman 1,0 field Nw").clause == "POST-06"
    tower = post("To12+garden(0,0)r0 : red floor 0,0; B(1,0)r0 : red postman 0,0 tower", sets=("tower",), switches=there)
    assert of_the_post(ask(tower, "B(2,0)r0")) == set()
    assert refused(tower, "send postman 2,0 monastery").clause == "POST-R6"


def test_POST_R6_whoever_he_retained_goes_home_and_an_office_pays_nothing() -> None:
    """POST-40, POST-33."""
    game = post(STAYED, switches={"postman_from": "table"})
    lay(game, "B(0,1)r0 : red send postman 0,1 monastery")
    assert figures(game) == ["red postman 0,1 monastery"]
    assert home(game, "blue", "yellow")
    office = post("Po01(0,0)r0 : red postman post_office", switches={"postman_from": "table"})
    lay(office, "B(0,-1)r0 : red send postman 0,-1 monastery")
    assert (figures(office), scores(office)) == (["red postman 0,-1 monastery"], {})


@between(MSG="POST")
@pytest.mark.parametrize("reading", ["barred", "allowed"])
def test_POST_R27_the_extra_tile_of_a_message_has_the_postmans_actions_or_has_not(reading: str) -> None:
    game = post(WITH_ROAD, sets=("messages",), switches={"extra_post": reading})
    assert messages_of(game, "4") == {"2 points", "tile"}
    for answer in ("tile", "Po01", "2,0 r3"):
        game.play(answer)
    if reading == "barred":
        assert of_the_post(game) == set()
        assert refused(game, "move postman player 1").clause == "POST-R27"
    else:
        assert "move postman player 1" in places(game)
        assert any(text.startswith("withdraw") for text in places(game))
