"""R4: every figure of the description it was written from, by hand in small positions, and in whole games against the same
sums made again here from the public face alone."""

# Long: every figure of one description.

from __future__ import annotations

import tomllib
from collections import Counter
from importlib.resources import files
from math import prod
from typing import Any

import pytest

import bastida
from bastida import Game
from bastida.arena.match import Match, play_bag
from bastida.kernel import names
from bastida.kernel.chance import Rng
from bastida.kernel.codes import DEALER
from bastida.kernel.engine import Engine
from bastida.players.appraiser import Appraiser, fingerprint, left_in_bag, stuck
from bastida.players.references import lead
from bastida.players.registry import UnknownPlayer, make_player
from bastida.players.settle import laying
from tests.players.positions import random_game
from tests.rules.study import table

SIDES = "NESW"
STEP = {0: (0, -1), 1: (1, 0), 2: (0, 1), 3: (-1, 0)}
LOCKED = {
    "road": (0, 1.0, 2.5, 4.5, 7.5, 10.5, 14.5, 19.0),
    "city": (0, 0.5, 1.5, 3.0, 5.0, 8.0, 12.0, 17.0),
    "field": (0, 5, 10, 19, 28, 37, 47, 57),
}
NEAR = 0.001  # the shape of the table counts less than this


def with_bag(game: Game, bag: str) -> Engine:
    """The position with these tiles in the bag: ``"E*3 U*20"``."""
    engine = game.engine.copy()
    row, pieces = engine.rules.pile_row[engine.rules.stock[0]], engine.rules.pile_pieces[engine.rules.stock[0]]
    for number in range(len(pieces)):
        engine.piles.remaining[row + number] = 0
    for part in bag.split():
        tile, _, copies = part.partition("*")
        engine.piles.remaining[row + pieces.index(tile)] = int(copies or 1)
    return engine


def value(game: Game, bag: str, seat: int = 0) -> float:
    engine = with_bag(game, bag)
    player = Appraiser("r4")
    player.look(engine)
    return player.value(engine, seat)


def appraised(game: Game, bag: str) -> tuple[Appraiser, Engine]:
    engine = with_bag(game, bag)
    player = Appraiser("r4")
    player.look(engine)
    player.value(engine, 0)
    return player, engine


def region(engine: Engine, where: str) -> int:
    return int(engine.regions.region[names.find_node(engine, where)])


def gain(game: Game, bag: str, where: str, seat: int = 0, figures: int = 1) -> float:
    """What it is worth to Red that somebody stands there."""
    trial = game.copy()
    for _ in range(figures):
        trial.arrange(seat, "follower", where)
    return value(trial, bag) - value(game, bag)


# -- chances ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "p"), [(0, 0), (1, 0.5), (2, 0.75), (3, 0.875), (4, 0.9375), (5, 0.96875), (6, 0.984375)])
def test_chance_of_a_cell_by_the_tiles_that_fit_it(n: int, p: float) -> None:
    """The monasteries of the bag do not fit beside a city; E does in one turn, C in four, and each is one tile."""
    player, engine = appraised(table("plus", "D(0,0)r0", players=2), f"B*9 E*{n // 2} C*{n - n // 2}")
    assert player.chance_of(engine, region(engine, "0,0 city N")) == p


def test_chance_with_more_players() -> None:
    player, engine = appraised(table("plus", "D(0,0)r0", players=4), "E*2")
    assert player.chance_of(engine, region(engine, "0,0 city N")) == 1 - 0.75**2


def test_chances_of_different_cells_are_multiplied_and_the_same_cell_counts_once() -> None:
    player, engine = appraised(table("plus", "C(0,0)r0", players=2), "E*1")
    assert player.chance_of(engine, region(engine, "0,0 city N")) == 0.5**4
    player, engine = appraised(table("plus", "M(0,0)r2; M(1,0)r3; M(1,1)r0", players=2), "C*1")
    assert player.chance_of(engine, region(engine, "0,0 city E")) == 0.5  # over 0,1 it comes in twice


def test_a_monastery_asks_for_the_cells_around_it_that_touch_a_tile() -> None:
    """Beside D and B there are five cells among the eight; two corners touch nothing yet."""
    player, engine = appraised(table("plus", "D(0,0)r0; B(0,1)r0", players=2), "U*1")
    assert player.chance_of(engine, region(engine, "0,1 monastery")) == 0.5**5


# -- worth --------------------------------------------------------------------------------------------------------------

ROW = "D(0,0)r0; E(0,1)r2; E(-1,1)r2; E(1,1)r2; E(2,1)r2"  # four cities of one tile, each with a cell of its own
SURE = "E*3 U*12"


def test_worth_of_a_city() -> None:
    game = table("plus", "D(0,0)r0; M(0,-1)r3", players=2)
    for bag, chance in (("B*9", 0.0), ("E*1", 0.5), ("E*2", 0.75), ("E*3", 1.0), ("E*9", 1.0)):
        player, engine = appraised(game, bag)
        assert player.worth_of(engine, region(engine, "0,0 city N")) == pytest.approx(3 * (1 + 0.8 * chance))


def test_two_cells_are_certain_from_four_and_four_tiles_on() -> None:
    game = table("plus", "G(0,0)r0", players=2)
    for copies, chance in ((3, 0.875**2), (4, 1.0)):
        player, engine = appraised(game, f"E*{copies}")
        assert player.worth_of(engine, region(engine, "0,0 city E")) == pytest.approx(2 * (1 + 0.8 * chance) / 2)


@pytest.mark.parametrize("bag", ["B*9", "U*1", "U*9"])
def test_worth_of_a_road_is_its_tiles(bag: str) -> None:
    player, engine = appraised(table("plus", "D(0,0)r0; U(1,0)r1", players=2), bag)
    assert player.worth_of(engine, region(engine, "0,0 road E")) == 2


@pytest.mark.parametrize(("bag", "chance"), [("B*9", 0.0), ("U*3", 0.875**5), ("U*9", 1.0)])
def test_worth_of_a_monastery(bag: str, chance: float) -> None:
    player, engine = appraised(table("plus", "D(0,0)r0; B(0,1)r0", players=2), bag)
    assert player.worth_of(engine, region(engine, "0,1 monastery")) == pytest.approx(2 + 0.5 * chance * 7)


# -- what follows, by hand ----------------------------------------------------------------------------------------------


def test_followers_in_cities_of_one_tile() -> None:
    game = table("plus", ROW, players=2)
    for x, more in ((-1, 1.15), (0, 0.65), (1, 0.15), (2, -0.35)):
        assert gain(game, SURE, f"{x},1 city S") == pytest.approx(more)
        game.arrange(0, "follower", f"{x},1 city S")


def test_a_follower_on_a_road() -> None:
    assert gain(table("plus", "D(0,0)r0", players=2), SURE, "0,0 road E") == pytest.approx(-0.15)
    assert gain(table("plus", "D(0,0)r0; U(1,0)r1", players=2), SURE, "0,0 road E") == pytest.approx(0.85)


def test_a_follower_on_a_monastery_even_the_last_one() -> None:
    game = table("plus", "D(0,0)r0; B(0,1)r0", players=2)
    assert gain(game, "U*12", "0,1 monastery") == pytest.approx(1 + 1 + 0.5 * 7 - 0.15)
    for _ in range(6):
        game.arrange(0, "follower", "0,0 road E")
    assert gain(game, "U*12", "0,1 monastery") == pytest.approx(1.35)


def test_farmers() -> None:
    """Two closed cities between a field in the north and one in the south, and a road with a third field behind it."""
    game = table("plus", "E(0,0)r2; E(0,1)r0; E(1,0)r2; E(1,1)r0; U(2,0)r0", players=2)
    for where, cities, price in (("0,0 field Nw", 2, 5.15), ("0,1 field Sw", 2, 5.15), ("2,0 field Ne", 0, 9.15)):
        assert gain(game, "B*12", where) == pytest.approx(2.97 * cities - price)
        game.arrange(0, "follower", where)


def test_a_tie_is_worth_nothing_and_locks_up_only_fields() -> None:
    game = table("plus", ROW, players=2)
    game.arrange(1, "follower", "0,1 city S")
    before = 0.15 - 1.8 + 0.5  # the rival's follower, seen from here
    assert gain(game, SURE, "0,1 city S") == pytest.approx(-0.15 - before + 0.15)
    game = table("plus", "E(0,0)r2; E(0,1)r0", players=2)
    field = next(f for f in game.features() if f.kind == "field").segments[0]
    game.arrange(1, "follower", field)
    assert gain(game, "B*12", field) == pytest.approx(-0.15 + 2.97 - 5)


def test_closing_a_city_of_ones_own() -> None:
    game = table("plus", "D(0,0)r0; E(0,1)r2 : red knight S", players=2)
    after = table("plus", "D(0,0)r0; E(0,1)r2 : red knight S; E(0,2)r0", players=2)
    assert value(after, SURE) - value(game, SURE) == pytest.approx(2 * 2 - 1.8 + 0.5 + 0.15, abs=NEAR)


def test_roads_joined_give_back_a_step_of_the_price() -> None:
    apart = table("plus", "D(0,0)r0 : red; D(0,-1)r2; D(1,-1)r2; D(2,-1)r2; D(2,0)r0", players=2)
    for where in ("0,0 road E", "2,0 road E"):
        apart.arrange(0, "follower", where)
    joined = table("plus", "D(0,0)r0 : red; D(0,-1)r2; D(1,-1)r2; D(2,-1)r2; D(2,0)r0; D(1,0)r0", players=2)
    for where in ("0,0 road E", "2,0 road E"):
        joined.arrange(0, "follower", where)
    assert value(joined, "B*9") - value(apart, "B*9") == pytest.approx(1 + 1.5, abs=NEAR)  # and a tile more


@pytest.mark.parametrize(("chance", "cost"), [(0, 12), (0.1875, 3), (0.2, 1.2), (0.375, 1.2), (0.5, 1.2), (0.5625, 0), (1, 0)])
def test_stuck_followers(chance: float, cost: float) -> None:
    assert stuck(chance) == cost


@pytest.mark.parametrize(
    ("bag", "mine", "rival"), [("B*16", -12, 3), ("E*1 B*15", -1.2, 0.3), ("E*2 B*14", 0, 0), ("B*15", 0, 0)]
)
def test_each_stuck_follower_counts_while_there_are_turns_to_miss_it(bag: str, mine: float, rival: float) -> None:
    game = table("plus", "D(0,0)r0; E(0,1)r2", players=2)
    chance = {"B*16": 0, "B*15": 0, "E*1 B*15": 0.5, "E*2 B*14": 0.75}[bag]
    plain = 1 + 0.8 * chance - 0.5
    assert gain(game, bag, "0,1 city S", 0, 2) == pytest.approx(plain - 0.3 + 2 * mine)
    assert gain(game, bag, "0,1 city S", 1, 2) == pytest.approx(-plain + 0.3 + 2 * rival)


def test_making_a_rivals_city_impossible() -> None:
    game = table("plus", "D(0,0)r0; E(0,1)r2 : blue knight S", players=2)
    assert value(game, "B*20") - value(game, "B*17 E*3") == pytest.approx(0.8 + 3)


def test_an_empty_hand() -> None:
    game = table("plus", "D(0,0)r0", players=2)
    for _ in range(6):
        game.arrange(0, "follower", "0,0 road E")
    assert gain(game, "U*12", "0,0 road E") == pytest.approx(-4.15)
    assert gain(game, "U*12", "0,0 road E", 1) == pytest.approx(0.15)


def test_every_neighbour_of_the_last_tile_counts_a_little() -> None:
    one, two = table("plus", "D(0,0)r0", players=2), table("plus", "D(0,0)r0; U(1,0)r1", players=2)
    assert value(two, "B*3") - value(one, "B*3") == pytest.approx(0.0001)


# A city of one tile (A) and one of two (B) that a tile on 1,0 would join round its corner.
CORNER = "E(0,0)r1; B(0,-1)r0; G(1,-1)r1; E(1,-2)r2"
A, B = 1.8, 3.6


@pytest.mark.parametrize(
    ("in_a", "in_b", "adds"),
    [
        ((1, 0), (0, 0), 0.5 * B),
        ((1, 0), (1, 0), 0),
        ((1, 0), (0, 1), 0.5 * (B - A)),
        ((2, 0), (0, 1), B),
        ((1, 1), (1, 0), 0.5 * A),
        ((1, 1), (0, 0), 0),
        ((0, 1), (0, 0), -0.5 * B),
        ((0, 0), (0, 0), 0),
    ],
)
@pytest.mark.parametrize(("copies", "chance"), [(1, 0.0), (2, 0.75), (3, 0.875)])
def test_joins(in_a: tuple[int, int], in_b: tuple[int, int], adds: float, copies: int, chance: float) -> None:
    game = table("plus", CORNER, players=2)
    for where, counts in (("0,0 city E", in_a), ("1,-1 city S", in_b)):
        for seat, number in enumerate(counts):
            for _ in range(number):
                game.arrange(seat, "follower", where)
    player, engine = appraised(game, f"N*{copies} B*5")
    snapped = 1.0 if chance > 0.85 else chance
    assert player.joins(engine) == pytest.approx(chance * adds * (1 + 0.8 * snapped) / 1.8)


def test_no_join_straight_across_a_cell() -> None:
    game = table("plus", "E(0,0)r1; B(0,-1)r0; B(1,-1)r0; B(2,-1)r0; E(2,0)r3", players=2)
    game.arrange(0, "follower", "0,0 city E")
    player, engine = appraised(game, "F*2 G*9")
    assert player.joins(engine) == 0


# -- the same again, from the public face -------------------------------------------------------------------------------


def layouts() -> dict[str, Any]:
    text = (files("bastida.carcassonne") / "tiles" / "base.toml").read_text(encoding="utf-8")
    return {tile["id"]: tile for tile in tomllib.loads(text)["tile"]}


LAYOUTS = layouts()


def shown(tile: str, turns: int) -> str:
    """The four sides of a tile: c, r or f."""
    sides = ["f"] * 4
    for kind in ("city", "road"):
        for part in LAYOUTS[tile].get(kind, []):
            for side in part["sides"].split():
                sides[(SIDES.index(side) + turns) % 4] = kind[0]
    return "".join(sides)


class Sums:
    """The description, read once more: two players, the base game with farmers."""

    def __init__(self, game: Game, bag: Counter[str], me: int) -> None:
        self.view, self.bag, self.me = game.view(), bag, me
        self.fields = [feature for feature in game.features() if feature.kind == "field"]
        self.laid = {(one["x"], one["y"]): (one["tile"], one["turns"]) for one in self.view["board"]}
        self.left = sum(bag.values())
        self.name: dict[tuple[str, int, int, int], int] = {}  # of the road or city by kind, cell and side
        self.kind: dict[int, str] = {}
        self.tiles: dict[int, set[tuple[int, int]]] = {}
        self.arms: Counter[int] = Counter()
        self.find_features()
        self.count: dict[Any, list[int]] = {}
        for figure in self.view["figures"]:
            kind, _, side = figure["segment"].partition(" ")
            x, y = figure["x"], figure["y"]
            if kind != "field":
                where = ("monastery", x, y) if kind == "monastery" else self.name[kind, x, y, SIDES.index(side[0])]
                self.count.setdefault(where, [0, 0])[figure["seat"]] += 1

    def find_features(self) -> None:
        parts = []  # each with the number of the part whose name it bears
        for (x, y), (tile, turns) in self.laid.items():
            for kind in ("city", "road"):
                for part in LAYOUTS[tile].get(kind, []):
                    for side in part["sides"].split():
                        self.name[kind, x, y, (SIDES.index(side) + turns) % 4] = len(parts)
                    parts.append((kind, (x, y), part.get("pennants", 0)))
        bears = list(range(len(parts)))
        for (kind, x, y, side), number in self.name.items():
            other = self.name.get((kind, x + STEP[side][0], y + STEP[side][1], (side + 2) % 4))
            if other is not None:
                old, new = bears[number], bears[other]
                bears = [new if name == old else name for name in bears]
        self.name = {where: bears[number] for where, number in self.name.items()}
        for number, (kind, cell, arms) in enumerate(parts):
            self.kind[bears[number]] = kind
            self.tiles.setdefault(bears[number], set()).add(cell)
            self.arms[bears[number]] += arms

    def cells(self) -> set[tuple[int, int]]:
        found = {(x + dx, y + dy) for x, y in self.laid for dx, dy in STEP.values()}
        return found - set(self.laid)

    def chance(self, cell: tuple[int, int]) -> float:
        asked = []
        for side, (dx, dy) in STEP.items():
            there = self.laid.get((cell[0] + dx, cell[1] + dy))
            asked.append(shown(*there)[(side + 2) % 4] if there else "")
        n = sum(
            copies
            for tile, copies in self.bag.items()
            if any(all(a in ("", b) for a, b in zip(asked, shown(tile, turns), strict=True)) for turns in range(4))
        )
        return 1 - 0.5**n

    def whole(self, where: Any) -> float:
        if isinstance(where, tuple):
            _, x, y = where
            around = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
            return prod(self.chance(cell) for cell in around & self.cells())
        return prod(self.chance(cell) for cell in self.ends(where))

    def ends(self, number: int) -> set[tuple[int, int]]:
        beyond = {(x + STEP[side][0], y + STEP[side][1]) for (_, x, y, side), n in self.name.items() if n == number}
        return beyond - set(self.laid)

    def worth(self, where: Any) -> float:
        chance = self.whole(where)
        chance = 1.0 if chance > 0.85 else chance
        if isinstance(where, tuple):
            _, x, y = where
            a = sum((x + dx, y + dy) in self.laid for dx in (-1, 0, 1) for dy in (-1, 0, 1))
            return a + 0.5 * chance * (9 - a)
        units = len(self.tiles[where]) + self.arms[where]
        return units * (1 + 0.8 * chance) if self.kind[where] == "city" else len(self.tiles[where])

    def sign(self, seat: int) -> int:
        return 1 if seat == self.me else -1

    def total(self) -> float:
        players = self.view["players"]
        total = sum(self.sign(seat) * player["points"] for seat, player in enumerate(players))
        held: Counter[tuple[int, str]] = Counter()
        for where, counts in self.count.items():
            owners = [seat for seat in (0, 1) if counts[seat] == max(counts)]
            total += sum(self.sign(seat) for seat in owners) * self.worth(where)
            if len(owners) == 1 and not isinstance(where, tuple):
                held[owners[0], self.kind[where]] += 1
            if self.left >= 16:
                chance = self.whole(where)
                cost = 12 if chance < 0.0001 else 3 if chance < 0.2 else 1.2 if chance < 0.55 else 0
                total += cost * (counts[1 - self.me] / 4 - counts[self.me])
        for field in self.fields:
            total += 0.99 * field.worth * sum(self.sign(seat) for seat in field.owners)
            for seat in field.owners:
                held[seat, "field"] += 1
        for (seat, kind), number in held.items():
            total -= self.sign(seat) * LOCKED[kind][number]
        for seat, player in enumerate(players):
            hand = player["supply"]["follower"]
            total += self.sign(seat) * (0.15 * hand if hand else -4)
        last = self.view["board"][-1]
        total += 0.0001 * sum((last["x"] + dx, last["y"] + dy) in self.laid for dx, dy in STEP.values())
        return total + self.joins()

    def joins(self) -> float:
        total = 0.0
        for cell in self.cells():
            if self.chance(cell) < 0.55:
                continue
            for side in range(4):
                for kind in ("city", "road"):
                    a, b = (
                        self.name.get((kind, cell[0] + STEP[way][0], cell[1] + STEP[way][1], (way + 2) % 4))
                        for way in (side, (side + 1) % 4)
                    )
                    if a is None or b is None or a == b:
                        continue
                    first, second = self.count.get(a, [0, 0]), self.count.get(b, [0, 0])
                    both = [one + other for one, other in zip(first, second, strict=True)]
                    for seat in (0, 1):
                        for where, counts in ((a, first), (b, second)):
                            change = (both[seat] == max(both) > 0) - (counts[seat] == max(counts) > 0)
                            if change:
                                total += self.sign(seat) * 0.5 * self.chance(cell) * change * self.worth(where)
        return total


def some_game(seed: int, turn: int) -> Game:
    """Two players who place many followers, at the question for a tile of some turn."""
    game, rng = bastida.new_game("plus", players=2, seed=seed), Rng(seed)
    player = Appraiser("r4")
    while game.turn < turn or (game.decision is not None and game.decision.kind != "tile"):
        options = game.options()
        choice = options[rng.below(len(options))]
        if rng.below(2) == 0:
            number = player.choose(game.engine, seed)
            choice = next(option for option in options if option.number == number)
        game.play(choice)
    return game


def bag_of(game: Game) -> Counter[str]:
    return Counter(game.view()["piles"][0]["mixed"])


@pytest.mark.parametrize("turn", [2, 10, 20, 30, 40, 50, 54, 55, 56, 60, 66, 69])
def test_whole_positions(turn: int) -> None:
    for seed in range(2):
        game = some_game(100 * seed + turn, turn)
        for me in (0, 1):
            player = Appraiser("r4")
            player.look(game.engine)
            assert player.value(game.engine, me) == pytest.approx(Sums(game, bag_of(game), me).total(), abs=1e-9)


# -- the two settings ---------------------------------------------------------------------------------------------------


def test_faithful_counts_the_bag_without_one_tile_drawn_blindly() -> None:
    drawn: Counter[str] = Counter()
    for seed in range(6):
        game = some_game(seed, 40 + 4 * seed)
        player = Appraiser("r4", faithful=True)
        player.look(game.engine)
        found = player.value(game.engine, 0)
        assert found == player.value(game.engine, 0)  # the draw belongs to the position
        bag = bag_of(game)
        might = {tile: Sums(game, bag - Counter([tile]), 0).total() for tile in bag}
        matching = [tile for tile, worth in might.items() if abs(worth - found) < 1e-9]
        assert matching
        drawn.update(matching[:1])
    assert len(drawn) > 2


def test_blind_draws_are_as_frequent_as_the_tiles_of_the_bag() -> None:
    engine = random_game("plus", 1, lambda game: laying(game) and game.board.tiles > 30)
    player = Appraiser("r4", faithful=True)
    player.look(engine)
    draws: Counter[int] = Counter()
    others = [random_game("plus", seed, lambda game: laying(game) and game.board.tiles > 30) for seed in range(120)]
    for other in others:  # positions of other games with the bag of this one
        assert player.draw_blindly(other)
        draws.update(int(kind) for kind in player.taken)
        for kind in player.taken:
            player.bag[kind] += 1
        player.taken = []
    assert len(draws) > 15
    for kind, times in draws.items():
        expected = len(others) * int(player.bag[kind]) / int(player.total)
        assert times < expected + 4 * expected**0.5 + 1


def test_a_tile_that_fits_nowhere_is_thrown_away_and_another_drawn() -> None:
    """C, all city, fits nowhere around a monastery; U does. Both leave the bag, which then counts as empty."""
    engine = with_bag(table("plus", "B(0,0)r0", players=2), "C*5 U*1")
    player = Appraiser("r4", faithful=True)
    player.look(engine)
    assert player.draw_blindly(engine)
    assert engine.rules.tiles[player.taken[-1]].id == "U"
    assert all(engine.rules.tiles[kind].id == "C" for kind in player.taken[:-1])


def test_without_a_tile_that_fits_the_final_scoring_is_counted() -> None:
    game = table("plus", "B(0,0)r0", players=2)
    game.arrange(0, "follower", "0,0 monastery")
    engine = with_bag(game, "C*20")
    player = Appraiser("r4", faithful=True)
    player.look(engine)
    assert player.value(engine, 0) == pytest.approx(1 + 1 - 0.15)


def test_a_bag_of_one_tile_counts_as_empty_when_it_is_drawn_blindly() -> None:
    game = some_game(3, 70)
    assert sum(bag_of(game).values()) == 1
    player = Appraiser("r4", faithful=True)
    player.look(game.engine)
    assert player.value(game.engine, 0) == pytest.approx(Sums(game, Counter(), 0).total(), abs=1e-9)


def last_tile(seed: int) -> Engine:
    engine = random_game("plus", seed, lambda game: game.asked >= 0 and left_in_bag(game) == 0)
    assert engine.asked != DEALER
    return engine


def endings(engine: Engine, seat: int) -> list[Engine]:
    """All positions in which the game may end."""
    if engine.asked != seat:
        return [engine]
    found = []
    for option in engine.list_options().numbers():
        copy = engine.copy()
        copy.answer(option)
        found += endings(copy, seat)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_clean_plays_the_last_tile_for_the_final_margin(seed: int) -> None:
    engine = last_tile(seed)
    seat, player = int(engine.asked), Appraiser("r4")
    player.choose(engine, 1)
    assert player.thought is not None
    assert player.thought.margin == max(lead(end, seat) for end in endings(engine, seat))


@pytest.mark.parametrize("seed", range(3))
def test_faithful_counts_what_is_open_twice_in_the_last_turn(seed: int) -> None:
    """The game is kept from ending by a tile more in the bag, so that followers still stand when they are appraised."""
    engine = last_tile(seed)
    seat, player, clean = int(engine.asked), Appraiser("r4", faithful=True), Appraiser("clean")
    player.choose(engine, 1)
    more = engine.copy()
    more.piles.mixed[more.rules.stock[0]] += 1
    clean.look(engine)
    values = []
    for after in endings(more, seat):
        final = after.copy()
        final.finish()
        clean.me = seat
        values.append(lead(final, seat) + clean.appraise(after))
    assert player.thought is not None
    assert player.thought.margin == pytest.approx(max(values))


def test_the_fingerprint_of_a_position_tells_turns_and_figures_apart() -> None:
    engine = random_game("plus", 4, lambda game: game.asked >= 0 and game.board.tiles > 20)
    ends = endings(engine, int(engine.asked))
    assert len({int(fingerprint(end)) for end in ends}) == len(ends)


def test_settings_are_told_by_name() -> None:
    clean, faithful, short = (make_player(name) for name in ("appraiser", "appraiser:setting=faithful", "R4:setting=clean"))
    assert isinstance(clean, Appraiser)
    assert isinstance(faithful, Appraiser)
    assert isinstance(short, Appraiser)
    assert (clean.faithful, faithful.faithful, short.faithful) == (False, True, False)
    with pytest.raises(UnknownPlayer) as refused:
        make_player("appraiser:setting=exact")
    assert "there are setting=clean, setting=faithful" in str(refused.value)


@pytest.mark.parametrize(("preset", "players"), [("plus-first-game", 2), ("winter", 3), ("hunters", 2), ("plus-abbot", 2)])
def test_both_settings_play_whole_games(preset: str, players: int) -> None:
    line_up = ("appraiser", "appraiser:setting=faithful", "greedy")[:players]
    for result in play_bag(Match(line_up, preset, seed=1), 0)[:1]:
        assert min(result.points) > 0
        assert not any(result.faults)
