"""What must hold at every question of every game. ``check(game)`` runs the registries below.

A check takes a game and raises AssertionError. ``ALWAYS`` holds the cheap ones, ``SAMPLED`` slower ones, ``ORACLE`` those
that compare with the oracle's table, ``MODULES`` what holds where a certain module is played: add its invariants there.
"""

# Long: all invariants in one registry.

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from bastida import Game, Option, from_position, position
from bastida.hunters.expansions.scout.rules import PIECES
from bastida.kernel.codes import DEALER, FRAME, OP_DRAW, OP_PLACE, OVER, RUN
from bastida.kernel.engine import Engine
from bastida.kernel.figures import AREA, HELD, ON_TILE, SUPPLY
from bastida.kernel.names import find_node, node_name, slot_name
from bastida.kernel.rules import Rules
from bastida.kernel.shelf import remembered
from bastida.record.judging import judge_column
from bastida.rulebook.clauses import clauses
from bastida.table.setup import Setup
from tests.oracle.compare import (
    rings,
    same_done,
    same_final_points,
    same_majorities,
    same_open_cells,
    same_placements,
    same_regions,
    same_values,
)
from tests.oracle.deploying import actions
from tests.oracle.messages import payments
from tests.oracle.parts import played
from tests.oracle.regions import by_spot, completed, components, regions
from tests.oracle.table import Table, read, spot_of
from tests.seen import by_seat, pieces

Check = Callable[[Game], None]
TableCheck = Callable[[Game, Table], None]


def table_of(game: Game) -> Table:
    return read(game.engine, settings_of(game.setup))


def settings_of(setup: Setup) -> dict[str, object]:
    return {**setup.games.editions[setup.edition].settings, **setup.switches}


# -- questions --------------------------------------------------------------------------------------------------------


def asks_or_is_over(game: Game) -> None:
    """Somebody is asked and can answer, or the game is over."""
    options = game.engine.list_options().numbers()
    if game.over:
        assert game.decision is None
        assert options == []
        return
    assert game.decision is not None
    assert options, f"{game.decision} has no answer"
    assert len(options) == len(set(options)), f"{game.decision} lists an answer twice: {options}"
    assert game.engine.asked == DEALER or 0 <= game.engine.asked < game.setup.seats
    assert game.decision.kind
    assert game.decision.module


def option_texts_are_unique_and_parse_back(game: Game) -> None:
    if game.over:
        return
    options = game.options()
    texts = Counter(option.text for option in options)
    assert all(option.text for option in options)
    assert max(texts.values()) == 1, [text for text, count in texts.items() if count > 1]
    owner: dict[str, int] = {}
    for option in options:
        for text in {option.text, *also(game, option)}:
            assert owner.setdefault(text.casefold(), option.number) == option.number, f"{text!r} means two things"
    for option in (options[0], options[len(options) // 2], options[-1]):
        for text in (option.text, *also(game, option), f"  {option.text.upper()} "):
            assert game.find(text).number == option.number, text


def also(game: Game, option: Option) -> list[str]:
    """The other texts that people may type for an answer."""
    owners = {module.name: module for module in game.engine.rules.modules}
    return owners[option.module].other_texts(game.engine, option) if option.module else []


def every_option_can_be_played(game: Game) -> None:
    before = game.engine.depth, game.engine.turn
    for number in game.engine.list_options().numbers():
        copy = game.engine.copy()
        copy.answer(number)
        assert copy.asked == OVER or copy.list_options().count > 0, number
    assert (game.engine.depth, game.engine.turn) == before


# -- figures, tiles, points -------------------------------------------------------------------------------------------


def figures_are_conserved(game: Game) -> None:
    """Each in one place; by seat and kind, those in the supply and those elsewhere are those issued."""
    engine, rules = game.engine, game.engine.rules
    bars = played(game.setup.elements, game.setup.seats).bars
    home: Counter[int] = Counter()
    for figure, place in enumerate(engine.figures.place):
        seat, kind = rules.figure_seat[figure], rules.figure_kind[figure]
        if place == SUPPLY:
            home[seat * rules.figure_kinds + kind] += 1
        elif place < AREA:
            assert 0 <= place < engine.regions.nodes, f"figure {figure} stands nowhere: {place}"
            word = rules.segment_names[engine.regions.kind(place)]
            allowed = rules.places[kind] >> engine.regions.kind(place) & 1 or word in bars.get(rules.figure_names[kind], ())
            assert allowed, f"a {rules.figure_names[kind]} may not stand on a {word}"
        else:
            assert engine.figures.place_word(figure) in range(1, 6)
    for row, count in enumerate(engine.figures.supply):
        assert count == home[row], f"row {row} of the supply says {count}, but {home[row]} figures are there"
    assert rules.figure_total == sum(rules.issued)


def tiles_are_conserved(game: Game) -> None:
    """In the piles, in the box, in the hand or on the table, but never gone (BASE-32, BASE-33).

    Tiles that players hold from the start, the special ones of SCOUT, are left out.
    """
    if not game.setup.study:
        assert tile_total(game.engine) == tiles_at_start(game.setup)


def tile_total(engine: Engine) -> tuple[int, ...]:
    rules, piles, board = engine.rules, engine.piles, engine.board
    ids = [tile.id for tile in rules.tiles]
    total = [0] * len(ids)
    for pile, kinds in enumerate(rules.pile_pieces):
        if list(kinds) == ids:
            row = rules.pile_row[pile]
            for kind in range(len(ids)):
                total[kind] += piles.remaining[row + kind] + piles.box[row + kind]
            tail = pile * rules.tail_room
            for place in range(piles.tail_size[pile]):
                total[piles.tail[tail + place]] += 1
    for slot in range(board.tiles):
        total[board.kind(slot)] += 1
    for kind in hands(engine):
        total[kind] += 1
    return tuple(int(count) for kind, count in enumerate(total) if "power" not in rules.tiles[kind].marks)


def hands(engine: Engine) -> list[int]:
    """Tiles drawn and not laid yet."""
    return [int(engine.run_kind)] if engine.run_kind >= 0 and engine.run_slot < 0 else []


@lru_cache(maxsize=256)
def _tiles_at_start(setup: Setup) -> tuple[int, ...]:
    return tile_total(setup.engine())


def tiles_at_start(setup: Setup) -> tuple[int, ...]:
    return _tiles_at_start(setup)


def ledger_sums_to_the_scores(game: Game) -> None:
    sums: Counter[tuple[int, int]] = Counter()
    for entry in game.ledger:
        sums[entry.seat, entry.figure] += entry.points
    for seat, player in enumerate(game.setup.players):
        for figure in (0, 1):  # with two scoring figures they are added up at the end (MSG-51)
            assert game.over or sums[seat, figure] == game.engine.points[2 * seat + figure]
        assert game.scores()[player] == sums[seat, 0] + sums[seat, 1] >= 0


def numbers_lie_in_their_ranges(game: Game) -> None:
    """What modules say of their columns and of the arguments of their tasks is wide enough for every game."""
    engine, rules = game.engine, game.engine.rules
    names = column_places(rules)
    for at, (number, start) in enumerate(zip(engine.columns, rules.column_start, strict=True)):
        if number != start:
            judge_column(engine, *names[at], "own")
    for depth in range(engine.depth):
        owner, routine, *args = (int(engine.stack[depth * FRAME + at]) for at in range(FRAME))
        if owner != 0 and not game.over:
            said = rules.tasks[owner, routine]
            assert not any(args[len(said.holds) :]), (owner, routine, args)
            for number, holds in zip(args, said.holds, strict=False):
                assert holds.has(engine, number), (owner, routine, args)


@lru_cache(maxsize=64)
def column_places(rules: Rules) -> list[tuple[str, int]]:
    """By number of the state: its column, and which place of it."""
    return [(name, place) for name in rules.column_names for place in range(rules.column_length[name])]


def its_position_is_accepted(game: Game) -> None:
    text = position(game)
    again = from_position(text, players=game.setup.players)
    assert position(again) == text


SUM = re.compile(r"(\()?((?:\d+ [a-z_ ]+ x \d+(?: \+ )?)+)(?(1)\) / 2) = (-?\d+)")


@remembered
def clause_ids() -> frozenset[str]:
    return frozenset(clause.id for clause in clauses())


def every_entry_adds_up(game: Game) -> None:
    for entry in game.ledger:
        assert entry.clause in clause_ids(), f"{entry.source}: the clause {entry.clause!r} is on no page"
        assert entry.source
        assert 0 <= entry.seat < game.setup.seats
        if not entry.lines:
            assert entry.arithmetic() == str(entry.points)
            continue
        found = SUM.fullmatch(entry.arithmetic())
        assert found, f"{entry.arithmetic()!r} is no sum"
        total = sum(int(line.split()[0]) * int(line.split()[-1]) for line in found[2].split(" + "))
        assert total == sum(amount * each for _, amount, each in entry.lines)
        assert bool(found[1]) == entry.halved
        assert int(found[3]) == entry.points == ((total + 1) // 2 if entry.halved else total), entry.arithmetic()


# -- the oracle -------------------------------------------------------------------------------------------------------


def regions_equal_the_oracle(game: Game, table: Table) -> None:
    same_regions(game.engine, table, game.setup.games.family.marks)
    same_majorities(game.engine, table)


def completed_regions_are_done_between_turns(game: Game, table: Table) -> None:
    engine = game.engine
    running = not game.over and engine.run_level == 0 and engine.owner() == 0 and engine.routine() == RUN
    if running and engine.op() in (OP_DRAW, OP_PLACE):
        same_done(engine)


def open_cells_equal_a_scan(game: Game, table: Table) -> None:
    same_open_cells(game.engine, table)


def placements_equal_trying_everything(game: Game, table: Table) -> None:
    """Every tile kind on small tables; on large ones the tile in hand and a few others."""
    kinds: Sequence[int] = range(len(game.engine.rules.tiles))
    if game.engine.board.tiles > 12:
        turn = int(game.engine.turn)
        kinds = [kind for kind in kinds if (kind + turn) % 16 == 0 or kind == game.engine.run_kind]
    same_placements(game.engine, table, kinds)


def figure_step_equals_the_oracle(game: Game, table: Table) -> None:
    """What may be done in step 2, as far as the oracle knows it; towers and postmen have tests of their own."""
    decision, engine = game.decision, game.engine
    if decision is None or decision.kind != "figure" or table.played.unknown():
        return
    if engine.run_level > 0 and "messages" in game.setup.elements:  # the extra tile of a message allows less (TURN-81)
        return
    if {"tower", "postman"} & set(game.setup.elements) or engine.part_barred:
        return
    rules, seat = game.engine.rules, game.seat

    def supply(figure: str) -> int:
        return int(game.engine.figures.available(seat, rules.figure_names.index(figure)))

    wanted = actions(table, seat, supply)
    found = [option.text for option in game.options()]
    assert len(found) == len(wanted), f"{found}, not {wanted}"
    for text in found:
        assert sum(text in names for names in wanted) == 1, f"{text!r} is not among {wanted}"


def values_equal_the_oracle(game: Game, table: Table) -> None:
    same_values(game.engine, table)


def final_points_equal_the_oracle(game: Game, table: Table) -> None:
    """The oracle knows our modules; what an expansion of somebody else pays at the end is not its affair."""
    folders = [game.setup.games.elements[element].folder for element in game.setup.elements]
    if not game.over and all(folder is not None and folder.ours for folder in folders):
        same_final_points(game, table)


# -- what holds for one module ----------------------------------------------------------------------------------------


def specials_stand_beside_an_own_follower(game: Game, table: Table) -> None:
    """No builder or pig in a region without a follower of its owner (TURN-06), once the ferries are done (TURN-42)."""
    if game.decision is not None and game.decision.kind in ("turn ferry", "remove magic"):
        return
    home = by_spot(regions(table))
    for piece in table.pieces:
        if piece.kind in table.played.special:
            assert home[piece.spot].strength[piece.seat], piece


def goods_are_those_of_completed_cities(game: Game, table: Table) -> None:
    """As many tokens as symbols in all cities scored so far (TRADERS-13, TRADERS-15)."""
    engine = game.engine
    if any(engine.complete(name) and not engine.regions.done[name] for name in rings(engine)):
        return  # step 3 has not come yet
    for kind in ("wine", "grain", "cloth"):
        printed = sum(region.mark(kind) for region in regions(table) if completed(table, region))
        assert printed == sum(table.held(kind)), kind


def towers_and_prisoners(game: Game, table: Table) -> None:
    """No two hold each other's followers (TOWER-57); floors are dealt or built (TOWER-19); one stands on a started tower
    (TOWER-23, TOWER-46); who may be captured is who a look at each cell in reach finds (TOWER-28)."""
    engine, seats = game.engine, game.setup.seats
    figures, follower = engine.figures, engine.rules.follower
    held = {
        (int(figures.place_index(figure)), int(engine.rules.figure_seat[figure]))
        for figure in range(engine.rules.figure_total)
        if figures.place_word(figure) == HELD
    }
    assert not any(captor == owner or (owner, captor) in held for captor, owner in held), held
    view = game.view()
    towers = pieces(view, "tower")
    heights = {cell: one["number"] for cell, one in towers.items()}
    assert sum(by_seat(view, "floor")) + sum(heights.values()) == seats * {2: 10, 3: 9, 4: 7, 5: 6, 6: 5}[seats]
    tops = [view["board"][one["index"]] for one in view["figures"] if one.get("place") == "tower"]
    assert len({(one["x"], one["y"]) for one in tops}) == len(tops)
    assert all(heights[one["x"], one["y"]] > 0 for one in tops)
    assert sum(one["closed"] for one in towers.values()) == len(tops)
    if game.decision is not None and game.decision.kind == "capture":
        floor = next(step for step in reversed(game.steps) if step.kind == "figure")  # a ransom may have come between
        x, y = (int(number) for number in floor.text.split()[1].split(","))
        far = range(-heights[x, y], heights[x, y] + 1)
        reach = {f"{x + d},{y}" for d in far} | {f"{x},{y + d}" for d in far}
        wanted = set()
        for figure in range(engine.rules.figure_total):
            seat, kind = int(engine.rules.figure_seat[figure]), int(engine.rules.figure_kind[figure])
            if figures.node(figure) >= 0:
                where = node_name(engine, figures.node(figure))
            elif figures.place_word(figure) == ON_TILE:
                where = f"{slot_name(engine, figures.place_index(figure))} tower"
            else:
                continue
            if follower[kind] and where.split()[0] in reach:
                wanted.add(f"capture player {seat + 1} {engine.rules.figure_names[kind]} {where}")
        assert {option.text for option in game.options()} == wanted | {"no capture"}


def retained_followers_have_a_postman(game: Game, table: Table) -> None:
    """A scored zone with followers holds a postman (POST-38, POST-40)."""
    if game.decision is None or game.decision.kind not in ("draw", "tile", "figure"):
        return
    for region in regions(table):
        if completed(table, region) and region.spots <= table.scored and region.occupied:
            assert any(piece.kind == "postman" and piece.spot in region.spots for piece in table.pieces), region


def a_ferry_on_every_lake(game: Game, table: Table) -> None:
    """It joins two of the road ends (FERRY-06, FERRY-07); only the lake of this run may still be waiting for its own."""
    for number, laid in enumerate(table.laid):
        ends = {at for at, segment in enumerate(laid.tile.segments) if segment.kind == "road" and "lake" in segment.ends}
        assert laid.link is None or (set(laid.link) <= ends and len(set(laid.link)) == 2), laid
        assert laid.link or not ends or number == game.engine.run_slot, laid
    assert len(pieces(game.view(), "ferry")) == sum(laid.link is not None for laid in table.laid)


def mage_and_witch(game: Game, table: Table) -> None:
    """On unfinished roads and cities between turns, never in one (MAGE-03, MAGE-05); the places offered are a look at each
    stretch of road and each city (MAGE-10)."""
    home = by_spot(regions(table))
    spots = [piece.spot for piece in table.pieces if piece.kind in ("mage", "witch")]
    kind = game.decision.kind if game.decision else ""
    assert all(home[spot].kind in ("road", "city") for spot in spots)
    if kind in ("draw", "tile") and game.engine.run_level == 0:
        assert all(home[spot].ends for spot in spots)
    together = game.setup.switches.get("ferry_magic") == "next tile"  # a ferry may leave them so (MAGE-R4)
    if kind not in ("remove magic", "ferry", "turn ferry") and not together:
        assert len({home[spot] for spot in spots}) == len(spots)
    if kind == "magic":
        parted = components(replace(table, laid=tuple(replace(laid, link=None) for laid in table.laid)))
        held = {home[spot] for spot in spots}
        stretches = [part for part in parted if home[min(part)].kind in ("road", "city")]
        free = [part for part in stretches if home[min(part)].ends and home[min(part)] not in held]
        found = [option.text.split(" ", 1) for option in game.options()]
        nodes = {where: spot_of(game.engine, find_node(game.engine, where)) for _, where in found}
        wanted = [(figure, part) for figure in ("mage", "witch") for part in free]
        assert len(found) == len(wanted)
        assert all(sum(word == figure and nodes[where] in part for word, where in found) == 1 for figure, part in wanted)


def messages_pay_what_the_table_says(game: Game, table: Table) -> None:
    """A message is offered with every way to carry it out; each pays as the naive count says (MSG-31 to MSG-43)."""
    drawn = [thing.picture for thing in table.shown.beside if thing.picture.startswith("message-")]
    if drawn in ([], ["message-4"]):
        return
    (message,) = drawn
    expected = payments(table, game.seat, int(message.removeprefix("message-")))
    texts = [option.text for option in game.options()]
    expected |= {text: 0 for text in texts if text.endswith(" tower")}  # in no feature (TOWER-R19)
    assert set(texts) == {"2 points", *expected}
    for answer, points in expected.items():
        used = game.copy()
        used.play(answer)
        if points:
            used.play("messenger")
        assert used.ledger[len(game.ledger)].points == points, answer


def robbers_go_where_others_stand(game: Game, table: Table) -> None:
    """On the ring of spaces; placed beside figures of others (ROBBER-02, ROBBER-03), and every theft is a choice."""
    out = table.on_track("robber")
    assert all(space is None or 0 <= space < 50 for space in out)
    decision = game.decision
    if decision is None or decision.module != "robbers" or decision.seat is None:
        return
    texts = [option.text for option in game.options()]
    if decision.kind == "robber":
        players = enumerate(game.view()["players"])
        spaces = {one["space"] for seat, player in players if seat != decision.seat for one in player["track"]}
        assert texts == [*(f"space {space}" for space in sorted(spaces - {out[decision.seat]})), "pass"]
    else:
        assert len({(int(text.split()[-1]) + 1) // 2 for text in texts}) > 1


def rivers_lie_over_systems(game: Game, table: Table) -> None:
    """A river lies in one system (HG-78), whose fish are those of its lakes, each once (HG-R11); fishers and huts do not
    count on each other's layer (HG-32)."""
    home = by_spot(regions(table))
    for region in regions(table):
        if region.kind == "river":
            under = set()
            for number, position in region.spots:
                tile = table.laid[number].tile
                for at, other in enumerate(tile.segments):
                    if other.kind == "system" and set(tile.segments[position].ports) <= set(other.ports):
                        under.add(home[number, at])
            assert len(under) == 1, under
        elif region.kind == "system":
            lakes = {(number, end) for number, at in region.spots for end in table.segment((number, at)).ends}
            tiles = {number: table.laid[number].tile for number, _ in lakes}
            assert region.mark("fish") == sum(
                tiles[number].segments[tiles[number].find(end)].marks["fish"] for number, end in lakes
            )
        figure = "hut" if region.kind == "system" else "member"
        for seat, strength in enumerate(region.strength):
            feet = [
                piece for piece in table.pieces if piece.spots & region.spots and (piece.seat, piece.kind) == (seat, figure)
            ]
            assert strength == len(feet), region


def special_tiles_keep_their_figure(game: Game, table: Table) -> None:
    """Each on its place, one for each (SCOUT-07, SCOUT-09), and nobody has two pieces (SCOUT-02)."""
    had = [thing.picture for thing in table.shown.held if thing.picture in PIECES]
    assert len(set(had)) == len(had)
    assert len({thing.seat for thing in table.shown.held if thing.picture in PIECES}) == len(had)
    for number, laid in enumerate(table.laid):
        if "power" in laid.tile.marks and not game.over:
            (piece,) = [one for one in table.pieces if one.spot[0] == number]
            where = laid.tile.marks["figure_on"]
            if where == "bridge":
                wanted = [laid.tile.find(name) for name in laid.tile.marks["bridge"].split()]
            elif where.startswith("lake"):
                wanted = [
                    at for at, segment in enumerate(laid.tile.segments) if where in segment.ends and segment.kind == "river"
                ]
            else:
                wanted = [laid.tile.find(where)]
            assert piece.spots == {(number, at) for at in wanted}, piece
            assert piece.kind == ("hut" if laid.tile.marks["figure"] == "hut" else "member")
            assert laid.tile.marks["power"] not in had


# -- registries -------------------------------------------------------------------------------------------------------

ALWAYS: dict[str, Check] = {
    "asks or is over": asks_or_is_over,
    "figures are conserved": figures_are_conserved,
    "tiles are conserved": tiles_are_conserved,
    "ledger sums to the scores": ledger_sums_to_the_scores,
    "numbers lie in their ranges": numbers_lie_in_their_ranges,
}

SAMPLED: dict[str, Check] = {
    "option texts are unique and parse back": option_texts_are_unique_and_parse_back,
    "every option can be played": every_option_can_be_played,
    "every entry adds up": every_entry_adds_up,
    "its position is accepted": its_position_is_accepted,
}

ORACLE: dict[str, TableCheck] = {
    "regions equal the oracle": regions_equal_the_oracle,
    "completed regions are done between turns": completed_regions_are_done_between_turns,
    "open cells equal a scan": open_cells_equal_a_scan,
    "placements equal trying everything": placements_equal_trying_everything,
    "figure step equals the oracle": figure_step_equals_the_oracle,
    "values equal the oracle": values_equal_the_oracle,
    "final points equal the oracle": final_points_equal_the_oracle,
}

# By name of the module: looked at where it is played, together with the sampled ones.
MODULES: dict[str, TableCheck] = {
    "builder": specials_stand_beside_an_own_follower,
    "pig": specials_stand_beside_an_own_follower,
    "goods": goods_are_those_of_completed_cities,
    "messages": messages_pay_what_the_table_says,
    "robbers": robbers_go_where_others_stand,
    "ferries": a_ferry_on_every_lake,
    "mage": mage_and_witch,
    "tower": towers_and_prisoners,
    "postman": retained_followers_have_a_postman,
    "hunters": rivers_lie_over_systems,
    "scout": special_tiles_keep_their_figure,
}


def check(game: Game, *, thorough: bool = True) -> None:
    """All checks that apply to a game as it stands; the name of the one that fails goes before its message."""
    for name, one in ALWAYS.items():
        _run(name, one, game)
    if thorough:
        for name, one in SAMPLED.items():
            _run(name, one, game)
        table = table_of(game)
        for name, other in ORACLE.items():
            _run(name, other, game, table)
        for module in game.engine.rules.modules[1:]:
            if module.name in MODULES:
                _run(module.name, MODULES[module.name], game, table)


def _run(name: str, one: Callable[..., None], *what: Game | Table) -> None:
    try:
        one(*what)
    except AssertionError as error:
        raise AssertionError(f"{name}: {error}") from error
