"""The base game before the first turn: players, colours, tiles, figures, and the set-ups that are refused."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import bastida
from bastida import Game, SetupError
from bastida.language.sentences import told
from bastida.language.texts import texts
from bastida.table.dealer import Event
from bastida.table.setup import make_setup
from tests.rules.study import box, catalogue, figures, final, kind, places, refused, state, study, supply, table, tiles

# BASE-03, BASE-04 and WINTER-07: the same copies in both boxes.
LAYOUTS = dict(
    zip(
        "ABCDEFGHIJKLMNOPQRSTUVWX",
        (2, 4, 1, 4, 5, 2, 1, 3, 2, 3, 3, 3, 2, 3, 2, 3, 1, 3, 2, 1, 8, 9, 4, 1),
        strict=True,
    )
)
ANIMALS = {f"WinTier{letter}": 1 for letter in "ABCDEFGHIJKL"}


def problems(*args: Any, **setup: Any) -> list[str]:
    with pytest.raises(SetupError) as raised:
        bastida.new_game(*args, **setup)
    return [told(texts("en"), problem) for problem in raised.value.problems]


def stock(game: Game) -> Counter[str]:
    """What is still to be drawn, and how often."""
    return Counter({tile: left for pile in game.view()["piles"] for tile, left in pile["mixed"].items()})


def by_layout(counts: Counter[str]) -> dict[str, int]:
    """A copy with a garden counted with its layout."""
    found: Counter[str] = Counter()
    for tile, number in counts.items():
        found[tile.removesuffix("+garden")] += number
    return dict(found)


class Watcher:
    """A dealer that notes what it is offered, and deals the first."""

    def __init__(self, wish: str = "") -> None:
        self.wish = wish
        self.offers: list[dict[str, int]] = []

    def choose(self, event: Event) -> int:
        self.offers.append(dict(zip(event.names, event.weights, strict=True)))
        return event.names.index(self.wish) if self.wish in event.names else 0


# -- players and colours -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "most", "clause"), [("winter", 5, "BASE-01"), ("plus", 6, "BASE-02")])
def test_BASE_01_and_BASE_02_two_to_five_players_in_winter_and_to_six_in_plus(edition: str, most: int, clause: str) -> None:
    for players in range(2, most + 1):
        assert len(bastida.new_game(edition, players=players).setup.players) == players
    for players in (0, 1, most + 1):
        assert problems(edition, players=players) == [
            f"{players} player{'s' * (players != 1)}: this game is for 2 to {most} ({clause})"
        ]


def test_BASE_10_winter_has_five_colours_and_forty_figures() -> None:
    assert figures_in_the_box("winter", players=5) == 40
    assert len(study("winter").setup.colours) == 5
    assert problems("winter", colours=["red", "pink"]) == ["unknown colour 'pink': there are red, blue, yellow, green, black"]


def test_BASE_11_plus_has_six_colours_and_forty_eight_figures() -> None:
    assert figures_in_the_box("plus", players=6) == 48
    assert set(study("plus").setup.colours) == {"yellow", "red", "pink", "green", "blue", "black"}


def figures_in_the_box(edition: str, players: int) -> int:
    """Followers and scoring figures of a full table."""
    shown = study(edition, players=players).view()["players"]
    return sum(sum(player["supply"].values()) + len(player["track"]) for player in shown)


def test_BASE_12_each_player_chooses_a_colour_and_no_two_share_one(edition: str) -> None:
    game = bastida.new_game(edition, players=["Ana", "Luis"], colours=["black", "green"])
    assert [(one["name"], one["colour"]) for one in game.view()["players"]] == [("Ana", "black"), ("Luis", "green")]
    assert problems(edition, players=3, colours=["black", "green", "black"]) == ["two players have the same colour (BASE-12)"]
    assert problems(edition, players=2, colours=["black"]) == ["colours: 1; players: 2"]


def test_BASE_13_and_BASE_14_the_table_says_who_begins(edition: str) -> None:
    """Ages are unknown: the first seat begins unless another is named (BASE-R21)."""
    assert [asked(bastida.new_game(edition, players=3, first=first)) for first in range(3)] == [0, 1, 2]
    assert asked(bastida.new_game(edition, players=3)) == 0
    assert problems(edition, players=3, first=3) == ["first player 3 does not exist: seats are 0 to 2"]


def asked(game: Game) -> int | None:
    return game.decision.seat if game.decision else None


# -- tiles -------------------------------------------------------------------------------------------------------------


def test_BASE_03_winter_has_84_tiles_twelve_of_them_with_animals() -> None:
    game = study_less("winter")
    all_tiles = stock(game) + Counter(["D"])
    assert by_layout(all_tiles) == LAYOUTS | ANIMALS
    assert sum(LAYOUTS.values()) == 72
    assert sum(all_tiles.values()) == 84


def test_BASE_04_plus_has_the_same_72_tiles_without_animals() -> None:
    all_tiles = stock(study_less("plus")) + Counter(["D"])
    assert by_layout(all_tiles) == LAYOUTS
    assert sum(all_tiles.values()) == 72
    gardens = {tile: number for tile, number in all_tiles.items() if tile.endswith("+garden")}
    assert gardens == {f"{layout}+garden": 1 for layout in "EHIMNRUV"}


@pytest.mark.parametrize("layout", list("EHIMNRUV"))
def test_BASE_04_a_garden_has_no_effect_without_the_abbot(layout: str) -> None:
    seen = []
    for tile in (layout, f"{layout}+garden"):
        game = table("plus", "D(0,0)r0; U(1,0)r1; E(0,-1)r2")
        game.play(tile)
        cells = [str(option) for option in game.options()]
        game.play(cells[0])
        seen.append((cells, places(game)))
    assert seen[0] == seen[1]
    assert not any("garden" in place for place in seen[1][1])


@pytest.mark.parametrize(("edition", "left"), [("winter", 83), ("plus", 71)])
def test_BASE_05_the_start_tile_is_one_of_the_four_of_layout_D(edition: str, left: int) -> None:
    game = study_less(edition)
    assert tiles(game) == ["D(0,0)r0"]
    assert stock(game)["D"] == 3
    assert sum(stock(game).values()) == left


def test_BASE_06_the_start_tile_lies_there_without_a_player_or_a_follower(edition: str) -> None:
    game = bastida.new_game(edition, players=3)
    assert (tiles(game), figures(game), list(game.ledger)) == (["D(0,0)r0"], [], [])
    assert (game.turn, kind(game), asked(game)) == (1, "tile", 0)
    assert [step.kind for step in game.steps] == ["draw"], "nobody but the dealer has done anything"


def study_less(edition: str) -> Game:
    """A game without a dealer, stopped before its first draw."""
    return Game(make_setup(edition), None)


def test_BASE_07_a_drawn_tile_is_a_random_one_of_those_not_yet_drawn(edition: str) -> None:
    """Every tile still face down is as likely as any other: a layout weighs as much as it has copies left."""
    dealer = Watcher(wish="V")
    game = Game(make_setup(edition), dealer)
    left = Counter({tile: copies for tile, (_, copies) in catalogue(edition).items()}) - Counter(["D"])
    drawn = 0
    while not game.over:
        if kind(game) == "tile":
            assert game.tile is not None
            assert len(dealer.offers) == drawn + 1, "nothing was unplaceable so far"
            assert dealer.offers[drawn] == dict(left)
            left -= Counter([game.tile])
            drawn += 1
        if drawn == 12:
            break
        game.play(game.options()[0])
    copies = catalogue(edition)["V"][1]
    assert [step.text for step in game.steps if step.kind == "draw"][:copies] == ["V"] * copies
    assert "V" not in left


def test_BASE_07_nothing_in_a_game_knows_which_tile_comes_next(edition: str) -> None:
    """The same answers and the same draws so far give the same game, whatever the seed holds for later (BASE-R22)."""
    games = [bastida.new_game(edition, draws=["U", "V", "B"], seed=seed) for seed in (1, 2)]
    for game in games:
        for _ in range(2):
            game.play(game.options()[0])
            game.play("pass")
    assert state(games[0]) == state(games[1])
    assert games[0].view(0) == games[1].view(0)
    assert [str(option) for option in games[0].options()] == [str(option) for option in games[1].options()]
    ahead = {bastida.new_game(edition, seed=seed).tile for seed in range(20)}
    assert len(ahead) > 1, "the seed does decide what is dealt"


# -- figures -----------------------------------------------------------------------------------------------------------


def test_BASE_08_each_player_has_seven_followers_and_a_scoring_figure_on_space_0(edition: str) -> None:
    for player in study(edition).view()["players"]:
        assert player["supply"] == {"follower": 7}
        assert [(figure["space"], figure["laps"]) for figure in player["track"]] == [(0, 0)]
        assert player["points"] == 0


def test_BASE_09_the_scoring_figure_never_joins_the_followers(edition: str) -> None:
    """In a whole game each player has seven followers, on the table or in the supply, and one figure that scores."""
    game = bastida.new_game(edition, players=3, seed=9)
    fewest = 7
    while not game.over:
        game.play(game.options()[-1])
        shown = game.view()
        standing = Counter(figure["seat"] for figure in shown["figures"])
        for seat, player in enumerate(shown["players"]):
            assert player["supply"]["follower"] + standing[seat] == 7
            assert len(player["track"]) == 1
            fewest = min(fewest, player["supply"]["follower"])
    assert fewest == 0, "a player ran out of followers and still had only seven"


# -- without farmers ---------------------------------------------------------------------------------------------------

FIELD_AND_CITY = "D(0,0)r0; U(1,0)r1 : red farmer Nw; E(0,-1)r2"


def test_BASE_15_without_farmers_nobody_may_place_one(edition: str) -> None:
    game = table(edition, "D(0,0)r0; U(1,0)r1 : red ?", without=["farmers"])
    assert places(game) == {"pass", "follower road E"}
    refusal = refused(game, "farmer Nw")
    assert (refusal.clause, refusal.reason) == ("BASE-15", "this game is played without farmers")


def test_BASE_15_without_farmers_nothing_else_changes(edition: str) -> None:
    """Played side by side: the same tiles, the same questions, the same options but for the fields."""
    games = [bastida.new_game(edition, players=2, seed=15, without=out) for out in ((), ("farmers",))]
    for _ in range(120):
        assert games[0].decision == games[1].decision
        with_farmers, without = ([str(option) for option in game.options()] for game in games)
        assert [text for text in with_farmers if "field" not in text] == without
        answer = without[-1]
        for game in games:
            game.play(answer)
            while kind(game) == "figure" and [str(one) for one in game.options() if "field" not in str(one)] == ["pass"]:
                game.play("pass")  # only fields are open here: the other game does not ask
        assert games[0].scores() == games[1].scores()
        if games[0].over:
            break
    assert games[0].scores() != {"Red": 0, "Blue": 0}


def test_BASE_15_without_farmers_fields_are_not_scored(edition: str) -> None:
    moves = "D(0,0)r0; U(1,0)r1; E(0,-1)r2"
    game = table(edition, moves, without=["farmers"])
    game.arrange("red", "follower", "1,0 field Nw")
    assert final(game) == {}
    game = table(edition, moves)
    game.arrange("red", "follower", "1,0 field Nw")
    assert final(game) == {"red": 3}


def test_BASE_15_is_off_by_default(edition: str) -> None:
    assert "farmers" in bastida.new_game(edition).setup.elements
    assert "farmers" not in bastida.new_game(f"{edition}-first-game").setup.elements
    assert "follower field Nw" in places(table(edition, "D(0,0)r0; U(1,0)r1 : red ?"))
    assert final(table(edition, FIELD_AND_CITY)) == {"red": 3}


# -- set-ups that are refused ------------------------------------------------------------------------------------------


def test_everything_wrong_with_a_set_up_is_said_at_once() -> None:
    found = problems("winter", sets=["rivver"], without=["farmer"], players=7, colours=["red", "red"], first=-1)
    assert len(found) == 6
    for part in (
        "unknown set 'rivver': did you mean river?",
        "unknown element 'farmer': did you mean farmers?",
        "7 players: this game is for 2 to 5 (BASE-01)",
        "two players have the same colour (BASE-12)",
        "colours: ",
        "first player -1 does not exist",
    ):
        assert any(part in problem for problem in found), part


@pytest.mark.parametrize(
    ("setup", "problem"),
    [
        ({"game": "plu"}, "unknown game 'plu': did you mean plus?"),
        ({"game": "plus", "sets": ["tar pits"]}, "unknown set 'tar pits': there are river"),
        ({"game": "plus", "elements": ["farmer"]}, "unknown element 'farmer': did you mean farmers?"),
        ({"game": "plus", "players": ["Ana", "Ana"]}, "two players have the same name"),
        ({"game": "plus", "players": ["Ana", " "]}, "a player has no name"),
        ({"game": "plus", "players": ["Ana", "x" * 41]}, "a player's name must be printable"),
        ({"game": "plus", "players": ["Ana", "Lu\nis"]}, "a player's name must be printable"),
        ({"game": "plus", "colours": ["red", "reed"]}, "unknown colour 'reed': did you mean red"),
        ({"game": "plus", "start": False}, "only a study begins with an empty table"),
    ],
)
def test_a_set_up_that_cannot_be_played_says_why(setup: dict[str, Any], problem: str) -> None:
    (found,) = problems(setup.pop("game"), **setup)
    assert found.startswith(problem)


def test_a_refused_set_up_is_a_value_error_with_all_problems_in_its_text() -> None:
    with pytest.raises(ValueError, match=r"7 players.*; two players have the same colour \(BASE-12\)"):
        bastida.new_game("plus", players=7, colours=["red", "blue", "green", "black", "pink", "yellow", "red"])


def test_a_small_box_deals_its_own_tiles() -> None:
    """What the tests of the end of the game stand on."""
    game = box("plus", "D E E U", "U E E")
    assert (tiles(game), game.tile, stock(game)) == (["D(0,0)r0"], "U", Counter({"E": 2}))
    assert supply(game, "red") == 7


def test_a_stacked_bag_serves_a_game_and_its_copies_independently() -> None:
    """What one of them draws, however far it is ahead, is not taken from the other."""
    stacked = ["U", "U", "U", "U", "V", "V", "V"]
    game = bastida.new_game("plus", draws=stacked, seed=1)
    copy = game.copy(same_future=True)
    for one in (*[copy] * 4, game, copy):
        one.play(one.options()[0])
        one.play("pass")
    assert [step.text for step in copy.steps if step.kind == "draw"] == stacked[:6]
    assert [step.text for step in game.steps if step.kind == "draw"] == stacked[:2]
