"""The Scout where a table settles its doubts the other way: which lake the Canoe counts, and several piles."""

from __future__ import annotations

import pytest

import bastida
from tests.rules.hunting import answers, move, party
from tests.rules.study import kind, refused, scores
from tests.rules.test_scout import play


@pytest.mark.parametrize("reading", ["most", "chosen", "system"])
def test_SCOUT_26_and_SCOUT_R11_the_lake_with_most_fish_or_the_one_chosen(reading: str) -> None:
    """A river between a lake with 4 fish and the Canoe's own with 1, completed as the Canoe is laid."""
    game = party("canoe shaman", "hbFish1(1,0)r0 : blue", switches={"canoe_lake": reading})
    play(game, "lay canoe", "0,0 r0")
    if reading != "chosen":
        assert [entry.points for entry in game.ledger] == [2 + 5, 4]
        return
    assert (kind(game), sorted(answers(game))) == ("lake", ["lake 1", "lake 4"])
    assert refused(game, "lake 2").clause == "SCOUT-26"
    game.play("lake 1")
    assert [(entry.source, entry.points) for entry in game.ledger] == [("river", 2 + 5), ("canoe", 1)]


def test_SCOUT_R11_the_owner_chooses_also_in_the_turn_of_another() -> None:
    game = party("canoe shaman", "hgL12(1,0)r0; canoe(0,0)r0 : red lake 1", switches={"canoe_lake": "chosen"})
    play(game, "hgL05", "1,-1 r1", "pass")
    assert (kind(game), sorted(answers(game))) == ("lake", ["lake 1", "lake 2"])
    assert game.decision is not None
    assert (game.decision.seat, game.seat) == (0, 1)
    again = bastida.from_position(bastida.position(game))
    assert answers(again) == answers(game)
    before = scores(game)["red"]
    game.play("lake 2")
    assert scores(game)["red"] == before + 2


@pytest.mark.parametrize(("reading", "fish"), [("most", 2), ("system", 4)])
def test_SCOUT_R11_a_lake_of_the_river_or_of_the_whole_system(reading: str, fish: int) -> None:
    """A lake with 4 fish lies in the system, but at no end of the river that Blue completes."""
    moves = "hgL12(1,0)r0; canoe(0,0)r0 : red; hbFish1(1,1)r0"
    game = party("canoe shaman", moves, switches={"canoe_lake": reading})
    assert move(game, "hgL05(1,-1)r1 : blue") == {"red": fish}
