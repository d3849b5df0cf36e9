"""The Scout: Shaman, Explorer, Canoe, Hunter on the bridge and Agriculture (SCOUT-01 to SCOUT-39)."""

# Long: every clause of its chapter is proved here, beside the book.

from __future__ import annotations

from dataclasses import asdict

import pytest

import bastida
from bastida import Game, SetupError
from bastida.rulebook.examples import example
from bastida.rulebook.playing import play as play_example
from bastida.table.setup import make_setup
from tests.rules.hunting import PIECES, answers, area, at_bonus, begin, move, party, pile, resting, stand, worth
from tests.rules.study import Box, catalogue, figures, final, kind, may, refused, scores, supply, tiles
from tests.seen import View

FILL = ("shaman", "agriculture", "bridge", "canoe", "explorer")


def dealt(pieces: str, **more: object) -> Game:
    """A whole game, with its stock, in which chance is answered here; these pieces are dealt."""
    game = Game(make_setup("hunters-scout", players=len(pieces.split()), **more), None)  # type: ignore[arg-type]
    for piece in pieces.split():
        game.play(piece)
    return game


def boxed(pieces: str, stock: str, **more: object) -> Game:
    """The same with a small stock, start tile included."""
    known = catalogue("hunters", ["scout"])
    setup = make_setup("hunters", sets=["scout"], players=len(pieces.split()), **more)  # type: ignore[arg-type]
    tiles = [(known[tile][0], stock.split().count(tile)) for tile in dict.fromkeys(stock.split())]
    special = [entry for tile, entry in known.items() if tile.startswith("sc")]
    game = Game(Box(**{**asdict(setup), "stock": (*tiles, *special)}), None)
    for piece in pieces.split():
        game.play(piece)
    return game


def play(game: Game, *given: str) -> Game:
    for answer in given:
        game.play(answer)
    return game


def kinds(game: Game, *given: str) -> list[str]:
    """The kinds of question these answers are given to."""
    found = []
    for answer in given:
        found.append(kind(game))
        game.play(answer)
    return found


def example_played(id_: str) -> Game:
    """A study after the lines of an example block."""
    return play_example(example(id_), "hunters").game


def in_front(game: Game) -> list[str | None]:
    return shown_in_front(game.view())


def shown_in_front(view: View) -> list[str | None]:
    """The one piece before each player, None if there is none."""
    found: list[str | None] = []
    for player in view["players"]:
        things = [(thing["picture"], thing["number"], thing["owner"]) for thing in player["holds"]]
        assert things in ([], *([(piece, 1, None)] for piece in PIECES))
        found.append(things[0][0] if things else None)
    return found


# -- components and set-up ---------------------------------------------------------------------------------------------


def test_SCOUT_01_five_pieces_for_hunters_and_gatherers_only() -> None:
    first = Game(make_setup("hunters-scout", players=5), None)
    assert answers(first) == list(PIECES)
    assert make_setup("hunters", sets=["scout"]).elements == ("scout",)
    for edition in ("plus", "winter"):
        with pytest.raises(SetupError, match="unknown set 'scout'"):
            bastida.new_game(edition, sets=["scout"])


@pytest.mark.parametrize("players", range(2, 6))
def test_SCOUT_02_and_SCOUT_R01_each_player_takes_one_of_the_mixed_pieces(players: int) -> None:
    game = Game(make_setup("hunters-scout", players=players), None)
    taken: list[str] = []
    for _ in range(players):
        assert game.decision is not None
        assert (game.decision.seat, game.decision.kind) == (None, "piece"), "chance deals"
        left = [piece for piece in PIECES if piece not in taken]
        assert answers(game) == left
        assert {int(game.engine.weight(option.number)) for option in game.options()} == {1}, "each as likely"
        taken.append(left[-1])
        game.play(left[-1])
    assert in_front(game) == taken
    assert kind(game) in ("special tile", "draw")


def test_SCOUT_03_the_pieces_lie_open() -> None:
    game = dealt("canoe shaman bridge")
    for seat in (None, 0, 1, 2):
        assert shown_in_front(game.view(seat)) == ["canoe", "shaman", "bridge"]


def test_SCOUT_04_pieces_nobody_took_leave_the_game() -> None:
    """None of the special tiles is in a pile; with two players three pieces never come."""
    game = dealt("shaman canoe")
    assert not any(tile.startswith("sc") for one in game.view()["piles"] for tile in one["mixed"])
    assert sum(one["left"] for one in game.view()["piles"]) == 78 + 12
    whole = bastida.new_game("hunters-scout", players=2, seed=3)
    while not whole.over:
        whole.play(next((option for option in whole.options() if option.text.startswith("lay")), whole.options()[0]))
    had = {step.text for step in whole.steps if step.kind == "piece"}
    laid = {tile.split("(")[0] for tile in tiles(whole) if tile.startswith("sc")}
    names = {"scExplorer": "explorer", "scCanoe": "canoe", "scBridge": "bridge", "scFarm": "agriculture"}
    assert {names[tile] for tile in laid} == had - {"shaman"}


# -- playing a special tile --------------------------------------------------------------------------------------------


def test_SCOUT_05_special_tiles_are_laid_like_land_tiles() -> None:
    game = party("canoe shaman", "hgM01(0,0)r0 : blue")
    play(game, "lay canoe")
    assert (kind(game), game.tile) == ("tile", "scCanoe")
    assert refused(game, "1,1 r0").clause == "HG-17"
    assert refused(game, "3,3 r0").clause == "HG-16"
    assert refused(game, "1,0 r0").clause == "HG-18"
    assert refused(game, "pass").clause == "HG-12"
    play(game, "0,-1 r0")
    assert tiles(game)[-1] == "scCanoe(0,-1)r0"
    assert move(game, "hgL05(1,-1)r2 : blue") == {"red": 2 + 2 + 1}, "later tiles are joined to it"


def test_SCOUT_06_instead_of_drawing_in_any_one_turn() -> None:
    """The owner is asked in each of his turns until he does it; he draws nothing then, and afterwards as usual."""
    game = dealt("canoe shaman")
    before = pile(game, "stock")["left"]
    assert (kind(game), answers(game)) == ("special tile", ["draw", "lay canoe"])
    play(game, "draw", "hgM01", "0,-1 r0", "pass", "hgM02", "0,-2 r0", "pass")
    assert (kind(game), game.seat, pile(game, "stock")["left"]) == ("special tile", 0, before - 2)
    play(game, "lay canoe")
    assert kinds(game, "-1,0 r0") == ["tile"]
    assert (game.seat, pile(game, "stock")["left"], kind(game)) == (1, before - 2, "draw")
    play(game, "hgF01", "1,-1 r0", "pass")
    assert (game.seat, kind(game), in_front(game)) == (0, "draw", [None, "shaman"])


def test_SCOUT_R02_who_has_drawn_cannot_change_to_his_special_tile() -> None:
    game = party("canoe shaman", "hgM01(0,0)r0 : blue")
    play(game, "draw", "hgM02")
    assert refused(game, "lay canoe").clause == "SCOUT-R02"


@pytest.mark.parametrize(
    ("piece", "cell", "figure", "role"),
    [
        ("explorer", "0,1 r0", "red member 0,1 forest N", "gatherer"),
        ("canoe", "0,1 r2", "red member 0,1 river S", "fisher"),
        ("bridge", "0,1 r0", "red member 0,1 meadow Nw", "hunter"),
        ("agriculture", "0,1 r0", "red hut 0,1 meadow Nw", ""),
    ],
)
def test_SCOUT_07_and_SCOUT_R05_its_figure_must_be_deployed_and_nothing_else(
    piece: str, cell: str, figure: str, role: str
) -> None:
    """It stands there without a question, and none is asked for another."""
    above = "hgF01(0,0)r1" if piece == "explorer" else "hgM01(0,0)r0"
    game = party(f"{piece} {next(one for one in FILL if one != piece)}", f"{above} : blue")
    play(game, f"lay {piece}", cell)
    assert figures(game) == [figure]
    (shown,) = game.view()["figures"]
    assert (shown["role"], shown["lying"]) == (role, role == "hunter")
    assert game.seat == 1, "Red's turn is over"
    assert in_front(game)[0] is None
    used = "hut" if piece == "agriculture" else "member"
    assert supply(game, "red", used) == (1 if used == "hut" else 4)


@pytest.mark.parametrize("piece", ["explorer", "canoe", "bridge", "agriculture"])
def test_SCOUT_08_without_its_figure_in_the_reserve_it_cannot_be_laid(piece: str) -> None:
    game = party(f"{piece} {next(one for one in FILL if one != piece)}", "hgR13(0,0)r0 : blue; hgR13(0,1)r0 : blue")
    assert kind(game) == "special tile"
    used = "hut" if piece == "agriculture" else "member"
    where = {"hut": "system E", "member": "meadow Nw"}[used]
    play(game, "draw")
    count = supply(game, "red", used)
    stand(game, *[f"red {used} 0,0 {where}"] * count)
    move(game, "hgM01(0,2)r0 : blue")
    assert (game.seat, kind(game)) == (0, "draw"), "nothing is asked"
    assert refused(game, f"lay {piece}").clause == "SCOUT-08"
    other = {"hut": "member", "member": "hut"}[used]
    assert supply(game, "red", other) > 0, "another kind of figure does not help"


def test_SCOUT_09_and_SCOUT_R09_its_figure_stays_when_its_area_is_scored() -> None:
    """The gatherer of the Explorer scores with Blue's, who goes home."""
    game = party("explorer shaman", "hgF01(0,-1)r1 : blue; explorer(0,0)r0 : red")
    assert figures(game) == ["red member 0,0 forest N"]
    stand(game, "blue member 0,-1 forest S")
    assert move(game, "hgF01(1,0)r2 : blue") == {"red": 6, "blue": 6}
    assert figures(game) == ["red member 0,0 forest N"]
    assert supply(game, "blue", "member") + resting(game, "blue") == 5
    assert supply(game, "red", "member") == 4


def test_SCOUT_09_the_fixed_figures_stay_to_the_end_of_whole_games() -> None:
    seen = 0
    for seed in range(12):
        game = bastida.new_game("hunters-scout", players=5, seed=seed)
        fixed: set[str] = set()
        while not game.over:
            option = next((one for one in game.options() if one.text.startswith("lay")), None)
            game.play(option or game.options()[-1 if seed % 2 else 0])
            special = {(one["x"], one["y"]) for one in game.view()["board"] if one["tile"].startswith("sc")}
            now = {one for one in figures(game) if tuple(map(int, one.split()[2].split(","))) in special}
            assert game.over or fixed <= now
            fixed = fixed if game.over else now
        seen += len(fixed)
    assert seen > 40, "of 12 x 4 nearly all were laid"


def test_SCOUT_10_the_shaman_is_never_placed() -> None:
    game = party("shaman canoe", "hgM01(0,0)r0 : blue")
    assert (game.seat, kind(game)) == (0, "draw"), "its owner is not asked"
    assert refused(game, "lay shaman").clause == "SCOUT-10"
    assert refused(game, "lay canoe").clause == "SCOUT-06", "which lies in front of Blue"


def test_SCOUT_R03_a_special_tile_without_a_legal_place_stays_with_its_owner() -> None:
    """It fits only at the river of Blue's fisher, which bars it; with a meadow open it can be laid in a later turn."""
    game = party("canoe shaman", "hgL16(0,0)r0 : blue fisher S")
    assert (game.seat, kind(game)) == (0, "draw")
    assert refused(game, "lay canoe").clause == "SCOUT-R03"
    assert in_front(game)[0] == "canoe"
    move(game, "hgF01(1,0)r2 : red")
    move(game, "hgM01(2,0)r0 : blue")
    assert answers(game) == ["draw", "lay canoe"]


def test_SCOUT_R04_it_neither_empties_the_supply_nor_ends_the_game() -> None:
    game = boxed("canoe shaman", "hgStart hgM01")
    play(game, "lay canoe", "-1,0 r0")
    assert (game.over, game.seat, pile(game, "stock")["left"]) == (False, 1, 1)
    play(game, "hgM01", "0,-1 r0", "pass")
    assert game.over
    kept = boxed("canoe shaman", "hgStart hgM01 hgM01")
    play(kept, "draw", "hgM01", "0,-1 r0", "pass", "hgM01", "0,-2 r0", "pass")
    assert kept.over, "the last land tile ends it, whatever lies in front of the players"
    assert in_front(kept)[0] == "canoe"
    assert scores(kept) == {}, "and a piece that was not played is worth nothing (SCOUT-R03)"


# -- Shaman ------------------------------------------------------------------------------------------------------------

HUNTER = "hgM01(0,0)r0 : red hunter Nw"


def test_SCOUT_11_once_in_each_of_his_turns() -> None:
    """Two of Red's members are out: he takes one back, and is not asked again before his next turn."""
    game = party("shaman canoe", f"{HUNTER}; hgR13(0,1)r0 : red fisher E; hgM01(1,0)r0 : blue")
    play(game, "hgM02")
    assert answers(game) == ["pass", "take back 0,0 meadow Nw", "take back 0,1 river E"]
    play(game, "take back 0,0 meadow Nw")
    assert (supply(game, "red", "member"), figures(game)) == (4, ["red member 0,1 river E"])
    assert refused(game, "take back 0,1 river E").clause == "SCOUT-11"
    assert kinds(game, "2,0 r0", "pass") == ["tile", "figure"]
    assert game.seat == 1
    move(game, "hgM02(3,0)r0 : blue")
    play(game, "hgM02")
    assert answers(game) == ["pass", "take back 0,1 river E"]


def test_SCOUT_11_only_in_his_own_turns_and_only_his_own_members() -> None:
    game = party("shaman canoe", f"{HUNTER}; hgR13(0,1)r0 : blue fisher E")
    begin(game, "blue")
    play(game, "hgM02")
    assert kind(game) == "tile", "in Blue's turn nobody is asked"
    assert refused(game, "take back 0,0 meadow Nw").clause == "SCOUT-11"
    play(game, "1,0 r0")
    play(game, "hgM02")
    assert kind(game) == "shaman"
    assert refused(game, "take back 0,1 river E").clause == "SCOUT-11"


def test_SCOUT_12_and_SCOUT_R23_any_moment_of_his_turn() -> None:
    """Before the tile is laid, before the figure, before and on the bonus tile, and at the end."""
    game = party("shaman canoe", f"{HUNTER}; hgF01(0,1)r0; hgF09(1,1)r0")
    begin(game, "red")
    given = ("hgF01", "pass", "2,1 r2", "pass", "pass", "hbAur1", "pass", "3,1 r1", "pass", "pass", "pass")
    assert kinds(game, *given) == [
        *("draw", "shaman", "tile", "shaman", "figure"),
        *("draw", "shaman", "tile", "shaman", "figure", "shaman"),
    ]
    assert game.seat == 1
    for window in (1, 3, 6, 8, 10):
        again = party("shaman canoe", f"{HUNTER}; hgF01(0,1)r0; hgF09(1,1)r0")
        begin(again, "red")
        play(again, *given[:window])
        assert (kind(again), may(again, "take back 0,0 meadow Nw")) == ("shaman", True)
        play(again, "take back 0,0 meadow Nw")
        assert supply(again, "red", "member") == 5


def test_SCOUT_13_huts_cannot_be_taken_back() -> None:
    game = party("shaman canoe", f"{HUNTER}; hgR13(0,1)r0 : red hut river E; hgM01(1,0)r0 : blue")
    play(game, "hgM02")
    assert answers(game) == ["pass", "take back 0,0 meadow Nw"]
    assert refused(game, "take back 0,1 system E").clause == "SCOUT-13"


def test_SCOUT_14_nor_members_in_a_closed_meadow() -> None:
    """HG-R32: the meadow inside a ring of bends has no open side."""
    ring = "hgR01(0,0)r0 : red hunter Es; hgR02(1,0)r1; hgR04(1,1)r2 : red hunter Sw"
    game = party("shaman canoe", f"{ring}; hgM01(2,0)r0 : blue")
    play(game, "hgM02")
    assert may(game, "take back 0,0 meadow Es")
    closed = party("shaman canoe", f"{ring}; hgR01(0,1)r3 : blue; hgM01(2,0)r0 : blue")
    play(closed, "hgM02")
    assert kind(closed) == "shaman", "for the other hunter"
    assert refused(closed, "take back 0,0 meadow Es").clause == "SCOUT-14"


def test_SCOUT_15_the_only_way_to_get_a_hunter_back() -> None:
    """HG-72, HG-76: whoever has no Shaman keeps his hunters where they are."""
    game = party(
        "canoe shaman", "hgM01(0,0)r0 : blue hunter Nw; hgM01(1,0)r0 : red; hgM02(2,0)r0 : blue take back 0,0 meadow Nw"
    )
    assert supply(game, "blue", "member") == 5
    other = party("canoe shaman", "hgM01(0,0)r0 : red hunter Nw; hgM01(1,0)r0 : red; hgM02(2,0)r0 : red")
    assert figures(other) == ["red member 0,0 meadow Nw"]
    assert refused(other, "take back 0,0 meadow Nw").clause == "SCOUT-11"


def test_SCOUT_R19_a_member_taken_back_is_free_on_the_bonus_tile_too() -> None:
    """Unlike the gatherer that came home by the scoring (HG-73)."""
    game = party("shaman canoe", "hgF01(0,0)r0 : red gatherer E; hgF09(1,0)r0; hgM01(0,1)r0; hgM01(0,2)r0; hgM01(0,3)r0")
    stand(game, *(f"red member 0,{y} meadow Nw" for y in (1, 1, 2, 3)))
    begin(game, "red")
    play(game, "hgF01", "pass", "2,0 r2", "pass")
    assert at_bonus(game)
    assert (supply(game, "red", "member"), resting(game, "red")) == (0, 1)
    play(game, "hbAur1", "take back 0,1 meadow Nw", "3,0 r1")
    assert may(game, "fisher N")
    play(game, "fisher N")
    assert (supply(game, "red", "member"), resting(game, "red"), game.seat) == (1, 0, 1)


def test_SCOUT_R20_a_completed_area_is_out_of_reach_until_it_is_scored() -> None:
    game = party("shaman canoe", "hgL05(0,0)r0 : red fisher E; hgM01(0,1)r0 : red hunter Nw")
    begin(game, "red")
    play(game, "hgL05")
    assert may(game, "take back 0,0 river E"), "before the completing tile is laid"
    play(game, "pass", "1,0 r2")
    assert kind(game) == "shaman"
    assert refused(game, "take back 0,0 river E").clause == "SCOUT-R20"
    assert may(game, "take back 0,1 meadow Nw")


def test_SCOUT_R20_a_member_deployed_this_turn_may_be_taken_back() -> None:
    game = party("shaman canoe", "hgM01(0,0)r0; hgF01(1,0)r0 : red gatherer E / take back 1,0 forest E")
    assert (figures(game), supply(game, "red", "member"), game.seat) == ([], 5, 1)


def test_SCOUT_R21_a_dolmen_hunter_taken_back_ends_the_effect() -> None:
    """Blue's two hunters get the mammoth then. The marker on the scoreboard is no member in this sense."""
    game = party("shaman canoe", "hbShrine(0,0)r0 : red hunter Nw; hgM01(0,-1)r0; hgM01(-1,0)r0 : blue")
    stand(game, "blue member 0,-1 meadow Nw", "blue member 0,-1 meadow Nw")
    assert final(game) == {"red": 4}
    begin(game, "red")
    play(game, "hgF01")
    assert answers(game) == ["pass", "take back 0,0 meadow Nw"]
    play(game, "take back 0,0 meadow Nw")
    assert final(game) == {"blue": 4}


def test_SCOUT_R22_a_figure_on_a_special_tile_is_out_of_the_shamans_reach() -> None:
    """With one piece each it cannot be his own; so one is put there."""
    game = party("shaman explorer", f"{HUNTER}; explorer(0,1)r2 : blue")
    stand(game, "red member 0,1 forest S")
    play(game, "hgM02")
    assert answers(game) == ["pass", "take back 0,0 meadow Nw"]
    assert refused(game, "take back 0,1 forest S").clause == "SCOUT-09"


# -- Explorer ----------------------------------------------------------------------------------------------------------


def test_SCOUT_16_not_joined_to_a_forest_with_gatherers() -> None:
    """Of any player, the owner included; at any distance; an empty forest or a meadow are free."""
    for colour in ("red", "blue"):
        wood = f"hgF01(0,0)r0 : {colour} gatherer E; hgF09(1,0)r0; hgF09(2,0)r0"
        game = party("explorer shaman", f"{wood}; hgM01(0,1)r0 : blue")
        play(game, "lay explorer")
        assert refused(game, "3,0 r2").clause == "SCOUT-16"
        assert refused(game, "3,0 r3").clause == "SCOUT-16"
        assert may(game, "0,2 r1"), "at a meadow"
    empty = party("explorer shaman", "hgF01(0,0)r0; hgF09(1,0)r0 : blue; hgM01(0,1)r0 : blue")
    play(empty, "lay explorer")
    assert may(empty, "2,0 r2")
    hunters = party("explorer shaman", "hgM01(0,0)r0 : blue hunter Nw")
    play(hunters, "lay explorer")
    assert may(hunters, "0,1 r2"), "hunters in the meadow do not matter"


def test_SCOUT_17_its_member_is_a_gatherer_in_the_forest() -> None:
    game = party("explorer shaman", "hgM01(0,1)r0; explorer(0,0)r0 : red")
    assert figures(game) == ["red member 0,0 forest N"]
    assert area(game, "0,0 forest E").strength == (1, 0)
    begin(game, "blue")
    play(game, "hgF01", "1,0 r2")
    assert refused(game, "gatherer W").clause == "HG-29"


EXPLORED = "hgM01(0,0)r0; explorer(0,1)r2 : red; hgM01(0,-1)r0 : blue"


def test_SCOUT_18_the_owner_may_refuse_the_first_tile_of_each_of_his_turns() -> None:
    game = party("explorer shaman", EXPLORED)
    play(game, "hgM02")
    assert (kind(game), answers(game), game.tile) == ("refuse", ["keep", "refuse"], "hgM02")
    play(game, "refuse")
    assert (kind(game), game.seat, game.tile) == ("draw", 0, None)
    play(game, "hgF01")
    assert (kind(game), game.tile) == ("tile", "hgF01")
    play(game, "1,0 r0", "pass")
    play(game, "hgM02")
    assert kind(game) == "tile", "Blue has no such right"
    assert refused(game, "refuse").clause == "SCOUT-18"
    play(game, "0,-2 r0", "pass")
    play(game, "hgM02")
    assert kind(game) == "refuse", "in his next turn again"
    play(game, "keep")
    assert kind(game) == "tile"


def test_SCOUT_18_and_SCOUT_R08_the_right_hangs_on_the_tile_on_the_table() -> None:
    """Not before it is laid; and still when its forest is completed."""
    before = party("explorer shaman", "hgM01(0,0)r0 : blue")
    play(before, "draw", "hgM02")
    assert kind(before) == "tile"
    assert refused(before, "refuse").clause == "SCOUT-18"
    game = party("explorer shaman", f"{EXPLORED}; hgF01(0,2)r3 : blue; hgF01(-1,1)r0 : blue")
    assert scores(game)["red"] == 6
    play(game, "hbFire", "1,0 r0", "pass")
    play(game, "hgM02")
    assert (game.seat, kind(game)) == (0, "refuse")


def test_SCOUT_19_the_first_bonus_tile_too() -> None:
    game = party("explorer shaman", f"{EXPLORED}; hgF01(1,-1)r0 : blue; hgF09(2,-1)r0 : blue")
    play(game, "hgF01", "keep", "3,-1 r2", "pass")
    assert at_bonus(game)
    play(game, "hbFire")
    assert (kind(game), game.tile) == ("refuse", "hbFire")
    play(game, "refuse", "hbMush1")
    assert (kind(game), game.tile) == ("tile", "hbMush1")
    assert refused(game, "refuse").clause == "SCOUT-21"


def test_SCOUT_R06_refusing_the_land_tile_and_the_bonus_tile_are_two_rights() -> None:
    game = party("explorer shaman", f"{EXPLORED}; hgF01(1,-1)r0 : blue; hgF09(2,-1)r0 : blue")
    play(game, "hgM02", "refuse", "hgF01", "3,-1 r2", "pass")
    play(game, "hbFire")
    assert kind(game) == "refuse"


def laid_explorer(stock: str = "") -> Game:
    """A dealt game after Red has laid the Explorer at once, in the north of the start tile, and Blue a tile."""
    game = boxed("explorer shaman", f"hgStart {stock}") if stock else dealt("explorer shaman")
    play(game, "lay explorer", "0,-1 r0")
    return play(game, "hgM01", "-1,-1 r0", "pass")


def test_SCOUT_20_a_refused_tile_goes_under_the_pile_it_came_from() -> None:
    game = laid_explorer()
    size = pile(game, "stock")["left"]
    play(game, "hgM02")
    assert pile(game, "stock")["left"] == size - 1
    play(game, "refuse")
    stock = pile(game, "stock")
    assert (stock["left"], stock["below"], stock["box"]) == (size, ["hgM02"], {})
    assert "hgM02" not in stock["mixed"]
    assert "hgM02" not in answers(game), "it comes last"
    assert pile(game, "bonus")["left"] == 12


def test_SCOUT_20_the_refused_tile_comes_when_all_others_have_come() -> None:
    game = laid_explorer("hgM01 hgM02 hgF01 hgF02")
    play(game, "hgM02", "refuse")
    assert sorted(answers(game)) == ["hgF01", "hgF02"]
    play(game, "hgF01", "-2,-1 r2", "pass")
    assert answers(game) == ["hgF02"]
    play(game, "hgF02", "-1,-2 r0", "pass")
    assert answers(game) == ["hgM02"]


def test_SCOUT_21_the_second_tile_must_be_laid() -> None:
    game = party("explorer shaman", EXPLORED)
    play(game, "hgM02", "refuse", "hgF01")
    assert kind(game) == "tile"
    assert refused(game, "refuse").clause == "SCOUT-21"
    assert refused(game, "pass").clause == "HG-12"


def test_SCOUT_R07_a_tile_that_fits_nowhere_does_not_use_up_the_refusal() -> None:
    """No river side is open: the lakes with four arms go to the box, before and after the refusal."""
    game = boxed("explorer shaman", "hgStart hgM01 hgM01 hgS04 hgM02 hgL12 hgL12 hgF01")
    play(game, "lay explorer", "0,-1 r0", "hgS04", "-1,0 r3", "pass")
    play(game, "hgL12")
    assert (kind(game), game.seat) == ("draw", 0)
    play(game, "hgM02")
    assert kind(game) == "refuse"
    play(game, "refuse", "hgL12", "hgM01")
    assert (kind(game), game.tile) == ("tile", "hgM01")
    assert pile(game, "stock")["box"] == {"hgL12": 2}


def test_SCOUT_R07_with_no_other_tile_left_nothing_can_be_refused() -> None:
    game = laid_explorer("hgM01 hgM02")
    play(game, "hgM02")
    assert (kind(game), pile(game, "stock")["left"]) == ("tile", 0)
    assert refused(game, "refuse").clause == "SCOUT-R07"


def test_SCOUT_R07_when_nothing_else_fits_the_refused_tile_comes_back_and_must_be_laid() -> None:
    game = boxed("explorer shaman", "hgStart hgS04 hgM02 hgL12")
    play(game, "lay explorer", "0,-1 r0", "hgS04", "-1,0 r3", "pass")
    play(game, "hgM02", "refuse", "hgL12")
    assert answers(game) == ["hgM02"]
    play(game, "hgM02")
    assert kind(game) == "tile"
    assert refused(game, "refuse").clause == "SCOUT-21"


# -- Canoe -------------------------------------------------------------------------------------------------------------


def test_SCOUT_22_none_of_its_rivers_joined_to_a_river_with_fishers() -> None:
    for colour in ("red", "blue"):
        game = party("canoe shaman", f"hgL05(0,0)r0 : {colour} fisher E; hgR13(1,0)r0; hgM01(0,1)r0 : blue")
        play(game, "lay canoe")
        for turns in (0, 2, 3):
            assert refused(game, f"2,0 r{turns}").clause == "SCOUT-22"
        assert may(game, "0,2 r2"), "at a meadow"
    hut = party("canoe shaman", "hgL05(0,0)r0; hgR13(1,0)r0 : blue hut river E")
    play(hut, "lay canoe")
    assert may(hut, "2,0 r0"), "a hut does not matter"


def test_SCOUT_23_and_SCOUT_24_its_fisher_counts_in_each_of_three_rivers() -> None:
    """On the lake, as one piece: one member of the reserve, a strength of one in every river."""
    game = party("canoe shaman", "hgM01(0,1)r0; canoe(0,0)r0 : red")
    assert supply(game, "red", "member") == 4
    assert len(game.view()["figures"]) == 1
    for side in "NEW":
        assert area(game, f"0,0 river {side}").strength == (1, 0)
    assert area(game, "0,0 system N").strength == (0, 0), "no hut"
    for cell, turns in (("1,0", 2), ("0,-1", 1), ("-1,0", 0)):
        assert move(game, f"hgL05({cell})r{turns} : blue") == {"red": 2 + 2 + 1}
    assert figures(game) == ["red member 0,0 river N"]


def test_SCOUT_R09_beaten_or_tied_it_counts_as_one_fisher() -> None:
    """Blue's fishers were on another river that a tile joins to an arm: with one they tie, with two Blue scores alone."""
    for fishers, points in ((1, {"red": 5 + 1, "blue": 5}), (2, {"blue": 5, "red": 1})):
        game = party("canoe shaman", "hgM01(0,1)r0; canoe(0,0)r0 : red; hgM01(1,1)r0; hgM01(2,1)r0; hgL05(2,0)r2")
        stand(game, *["blue member 2,0 river W"] * fishers)
        assert move(game, "hgR13(1,0)r0 : blue") == points
        assert figures(game) == ["red member 0,0 river N"], "Blue's go home, the Canoe's stays"


def test_SCOUT_R10_nobody_can_deploy_a_fisher_in_its_rivers_but_huts_are_free() -> None:
    game = party("canoe shaman", "hgM01(0,1)r0; canoe(0,0)r0 : red")
    for cell, side in (("1,0", "W"), ("-1,0", "E")):
        trial = game.copy()
        begin(trial, "blue")
        play(trial, "hgR13", f"{cell} r0")
        assert refused(trial, f"fisher {side}").clause == "SCOUT-R10"
        assert may(trial, f"hut river {side}")


def test_SCOUT_25_and_SCOUT_R11_every_river_of_its_system_occupied_or_not_and_no_other() -> None:
    game = party("canoe shaman", "hgL12(1,0)r0; canoe(0,0)r0 : red")
    assert move(game, "hgL05(1,-1)r1 : blue") == {"red": 2}, "nobody's river, completed by Blue"
    assert move(game, "hgL05(1,1)r3 : red") == {"red": 2}, "and one that the owner completes"
    apart = party("canoe shaman", "hgM01(0,1)r0; canoe(0,0)r0 : red; hgM01(0,2)r0; hgL05(0,3)r0 : blue fisher E")
    assert move(apart, "hgL05(1,3)r2 : blue") == {"blue": 4}, "a river of another system"


def test_SCOUT_R11_the_system_is_looked_at_after_the_tile_was_laid() -> None:
    """The completing tile itself joins the river to the Canoe's system: through its lake."""
    game = party("canoe shaman", "hgM01(0,1)r0; canoe(0,0)r0 : red; hgM01(1,1)r0; hgM01(2,1)r0; hgL05(2,0)r2 : blue fisher W")
    turn = move(game, "hgL04(1,0)r3 : blue")
    assert turn == {"red": (2 + 2) + 1 + 1, "blue": 2 + 2}, "Red's own river and a fish for it, and a fish for Blue's"


def test_SCOUT_26_the_lake_with_most_fish_counts() -> None:
    """Between lakes with 1 and 4 fish the owner takes the 4; a river without a lake gives nothing."""
    game = party("canoe shaman", "hbFish1(1,0)r0; canoe(0,0)r0 : red")
    assert [entry.points for entry in game.ledger] == [2 + 5, 4]
    dry = party("canoe shaman", "hgS04(1,0)r1; canoe(0,0)r0 : red")
    assert [entry.points for entry in dry.ledger] == [2 + 1, 1], "from a spring to the Canoe's own lake"


def test_SCOUT_25_once_for_each_river_a_tile_completes() -> None:
    """hgL04 between the Canoe and a lake completes two rivers of the system: fish for both."""
    game = party("canoe shaman", "hgM01(0,1)r0; canoe(0,0)r0 : red; hgM01(1,1)r0; hgM01(2,1)r0; hbFish3(2,0)r2")
    move(game, "hgL04(1,0)r3 : blue")
    assert [(entry.source, entry.points) for entry in game.ledger] == [("river", 4), ("canoe", 1), ("canoe", 3)]
    assert [entry.clause for entry in game.ledger] == ["HG-41", "SCOUT-25", "SCOUT-25"]


def test_SCOUT_R12_two_arms_in_one_river_count_once() -> None:
    """A river from arm to arm: one fisher, scored once, the lake's fish once."""
    game = party("canoe shaman", "hgM01(0,1)r0; canoe(0,0)r0 : red; hgR01(1,0)r2; hgR01(1,-1)r1 : blue")
    assert area(game, "0,0 river E").strength == (1, 0)
    assert move(game, "hgR01(0,-1)r0 : blue") == {"red": 5 + 1 + 1}
    river = area(game, "0,0 river N")
    assert river == area(game, "0,0 river E")
    assert (len(river.segments), river.strength) == (5, (1, 0))
    assert area(game, "0,0 river W").strength == (1, 0)


def test_SCOUT_R12_one_fisher_of_two_arms_ties_with_one() -> None:
    """Blue's single fisher in the joined river is not beaten by the two arms."""
    game = party("canoe shaman", "hgM01(0,1)r0; canoe(0,0)r0 : red; hgR01(1,0)r2; hgR01(1,-1)r1")
    stand(game, "blue member 1,-1 river W")
    assert move(game, "hgR01(0,-1)r0 : blue") == {"red": 6 + 1, "blue": 6}


# -- Hunter on the bridge ----------------------------------------------------------------------------------------------

# To the west of a meadow: a forest, and behind it another meadow that nobody is in.
FREE_MEADOW = "hgF01(-1,0)r2; hgF01(-2,0)r0"


def test_SCOUT_27_neither_of_its_meadows_joined_to_one_with_hunters() -> None:
    for colour in ("red", "blue"):
        game = party("bridge shaman", f"hgM01(0,0)r0 : {colour} hunter Nw; {FREE_MEADOW} : blue")
        play(game, "lay bridge")
        for place in ("0,-1 r0", "0,1 r0", "0,1 r2", "-1,1 r0"):
            assert refused(game, place).clause == "SCOUT-27"
        assert may(game, "-3,0 r1")
    river = party("bridge shaman", "hgR13(0,0)r0; hgR13(1,0)r0 : blue fisher E")
    play(river, "lay bridge")
    assert may(river, "2,0 r0"), "a fisher under the bridge does not matter"


def test_SCOUT_28_and_SCOUT_29_its_hunter_is_in_both_meadows() -> None:
    game = party("bridge shaman", "hgR13(-1,0)r0; bridge(0,0)r0 : red")
    assert (supply(game, "red", "member"), len(game.view()["figures"])) == (4, 1)
    for half in ("Nw", "Es"):
        assert area(game, f"0,0 meadow {half}").strength == (1, 0)
    assert area(game, "0,0 river E").strength == (0, 0)


def test_SCOUT_30_nobody_can_deploy_a_hunter_in_either() -> None:
    game = party("bridge shaman", "hgR13(-1,0)r0; bridge(0,0)r0 : red")
    for cell, half in (("0,-1", "Sw"), ("0,1", "Nw")):
        for colour in ("red", "blue"):
            trial = game.copy()
            begin(trial, colour)
            play(trial, "hgF11", f"{cell} r0")
            assert refused(trial, f"hunter {half}").clause == "SCOUT-30"
            assert may(trial, "gatherer E")


def test_SCOUT_31_it_counts_as_one_hunter_in_each_majority() -> None:
    """Blue's hunters come in by joining: one ties, two win."""
    for hunters, points in ((1, {"red": 4 + 2, "blue": 4}), (2, {"blue": 4, "red": 2})):
        game = party("bridge shaman", "hgR13(-1,0)r0; bridge(0,0)r0 : red; hgM01(0,-1)r0; hgM02(0,-2)r0")
        stand(game, *["blue member 0,-2 meadow Nw"] * hunters)
        assert final(game) == points, "a mammoth and a deer in the north, the bear in the south"


def test_SCOUT_32_and_SCOUT_R14_the_bear_is_worth_two_and_no_tiger_eats_it() -> None:
    """It stands in the south meadow. With tied hunters each gets it."""
    game = party("bridge shaman", "hgM01(0,-1)r0; bridge(0,0)r0 : red; hgF06(0,1)r2; hgF06(-1,1)r0")
    assert worth(game, "0,0 meadow Es") == 2, "two tigers, no deer, the bear"
    stand(game, "blue member 0,1 meadow Wn")
    assert final(game) == {"red": 2 + 2, "blue": 2}
    stand(game, "blue member 0,1 meadow Wn")
    assert final(game) == {"red": 2, "blue": 2}


def test_SCOUT_R14_with_a_dolmen_hunter_in_the_meadow_only_he_gets_the_bear() -> None:
    game = party("bridge shaman", "hgM01(0,-1)r0; bridge(0,0)r0 : red; hbShrine(0,1)r0")
    stand(game, "blue member 0,1 meadow Nw")
    assert final(game) == {"red": 2, "blue": 2}, "the mammoth in the north is Red's"


def test_SCOUT_R13_joined_they_are_one_meadow_with_one_hunter() -> None:
    game = example_played("SCOUT-X4")
    assert area(game, "0,0 meadow Nw").strength == (1, 0)


# -- Agriculture -------------------------------------------------------------------------------------------------------


def test_SCOUT_33_its_meadow_not_joined_to_one_with_hunters() -> None:
    for colour in ("red", "blue"):
        game = party("agriculture shaman", f"hgM01(0,0)r0 : {colour} hunter Nw; hgM02(1,0)r0; {FREE_MEADOW} : blue")
        play(game, "lay agriculture")
        assert refused(game, "2,0 r0").clause == "SCOUT-33"
        assert may(game, "-3,0 r0")
    river = party("agriculture shaman", "hgR13(0,0)r0 : blue fisher E")
    play(river, "lay agriculture")
    assert may(river, "1,0 r1"), "fishers do not matter"


def test_SCOUT_34_and_SCOUT_35_its_hut_lies_in_the_meadow() -> None:
    game = party("agriculture shaman", "hgM01(0,-1)r0; agriculture(0,0)r0 : red")
    assert figures(game) == ["red hut 0,0 meadow Nw"]
    assert (supply(game, "red", "hut"), supply(game, "red", "member")) == (1, 5)
    assert area(game, "0,0 system S").strength == (0, 0)
    assert area(game, "0,0 meadow Nw").strength == (0, 0), "it is no hunter either"


def test_SCOUT_36_and_SCOUT_R17_other_huts_can_go_into_the_river_system() -> None:
    """And it has no part in their majority."""
    game = party("agriculture shaman", "hgM01(0,-1)r0; agriculture(0,0)r0 : red")
    begin(game, "blue")
    play(game, "hgL12", "0,1 r0")
    assert may(game, "hut lake")
    play(game, "hut lake")
    assert final(game) == {"blue": 2, "red": 2 + 2}, "two fish for Blue; four segments for Red's meadow"


def test_SCOUT_37_and_SCOUT_R18_no_hunter_can_be_deployed_in_its_meadow() -> None:
    """Tested after the tile was laid, for everybody, at any distance."""
    game = party("agriculture shaman", "hgM01(0,-1)r0; agriculture(0,0)r0 : red; hgM02(1,0)r0")
    for colour in ("red", "blue"):
        trial = game.copy()
        begin(trial, colour)
        play(trial, "hgF11", "2,0 r1")
        assert refused(trial, "hunter Wn").clause == "SCOUT-37"
        assert may(trial, "gatherer N")


def test_SCOUT_38_and_SCOUT_X5_a_point_for_each_segment_of_the_meadow() -> None:
    """SCOUT-R16: five segments on four tiles; animals and tigers do not matter."""
    game = example_played("SCOUT-X5")
    game.finish()
    (entry,) = game.ledger
    assert (entry.points, entry.source, entry.clause) == (5, "farm", "SCOUT-38")


def test_SCOUT_R16_open_or_closed_with_tigers_fire_or_dolmen_it_is_the_same() -> None:
    game = party("agriculture shaman", "hgM01(0,-1)r0; agriculture(0,0)r0 : red")
    assert final(game) == {"red": 2}, "the tile's own segment counts"
    for number, tile in enumerate(("hbFire(1,0)r0", "hgF06(-1,0)r0", "hbShrine(1,-1)r3"), 3):
        move(game, tile)
        assert final(game) == {"red": number}, tile


def test_SCOUT_39_independent_of_the_points_of_hunters() -> None:
    """SCOUT-R18: hunters that come in by joining score as usual."""
    game = party("agriculture shaman", "hgM01(0,-1)r0; agriculture(0,0)r0 : red")
    stand(game, "blue member 0,-1 meadow Nw")
    assert final(game) == {"red": 2, "blue": 2}


def test_SCOUT_R15_bridge_and_agriculture_keep_out_of_each_others_meadows() -> None:
    game = party("bridge agriculture", "hgM01(0,0)r0; agriculture(0,1)r0 : blue; hgR13(1,0)r1; hgR13(2,0)r1 : blue")
    play(game, "lay bridge")
    assert refused(game, "0,-1 r0").clause == "SCOUT-R15"
    assert may(game, "3,0 r1")
    other = party("bridge agriculture", "hgM01(0,0)r0; bridge(0,1)r0 : red; hgR13(1,0)r1 : red")
    play(other, "lay agriculture")
    assert refused(other, "0,-1 r2").clause == "SCOUT-33"


def test_SCOUT_R15_joined_later_both_score() -> None:
    """Each on its bank of a river, until a lake with a meadow all round it joins the banks."""
    game = party("bridge agriculture", "hgR15(0,0)r0; bridge(-1,0)r1 : red; agriculture(1,0)r0 : blue")
    assert final(game) == {"red": 2 + 2, "blue": 2}, "a deer and the bear; two segments"
    move(game, "hgL05(0,-1)r1")
    assert area(game, "1,0 meadow Nw").strength == (1, 0)
    assert final(game) == {"red": 4 + 2, "blue": 5}, "a deer and a mammoth, and the bear; five segments"
