"""The example blocks of the pages as data."""

import re

import pytest

from bastida.rulebook.clauses import clause, pages
from bastida.rulebook.examples import Deploy, ExampleError, Move, Recall, example, examples, read_page


def block(*lines: str) -> str:
    return "\n".join(["Some words.", "```example", *lines, "```", "More words."])


def test_every_block_of_the_pages_is_read() -> None:
    fences = [line for text in pages().values() for line in text.splitlines() if line.startswith("```")]
    assert fences.count("```example") == fences.count("```") == len(fences) / 2
    assert len(examples()) == fences.count("```example")


def test_ids_of_blocks_are_unique_and_each_stands_under_its_clause() -> None:
    ids = [one.id for one in examples()]
    assert len(ids) == len(set(ids))
    for one in examples():
        parent = clause(re.sub(r"[a-z]$", "", one.id))
        assert f"id: {one.id}\n" in parent.body
        assert one.page == parent.page


def test_every_line_of_every_block_has_become_data() -> None:
    """Written out again from the data, each block is the text of the page."""

    def counts(values: dict[str, int]) -> str:
        return "".join(f" {word} {number}," for word, number in values.items()).rstrip(",")

    for one in examples():
        lines = pages()[one.page].splitlines()[one.line - 1 :]
        printed = lines[: lines.index("```")]
        written = [f"id: {one.id}", "moves:", *(f"  {move.raw}" for move in one.moves)]
        if one.edition:
            written.append(f"edition: {one.edition}")
        if one.turn and len({str(points) for points in one.turn.values()}) == 1:
            written.append(f"turn:{counts(dict(next(iter(one.turn.values()))))}")
        elif one.turn:
            written += [f"turn {edition}:{counts(dict(points))}" for edition, points in one.turn.items()]
        for key in ("back", "final", "completes"):
            values = getattr(one, key)
            if values is not None:
                written.append(f"{key}:{counts(values)}")
        for colour, goods in (one.goods or {}).items():
            written.append(f"goods: {colour}{counts(dict(goods))}")
        if one.double:
            written.append(f"double: {one.double}")
        for key, places in (("may", one.may), ("may not", one.may_not)):
            if places:
                texts = (f"{it.colour} {it.kind} {it.target}".replace(" follower", "") for it in places)
                written.append(f"{key}: {'; '.join(texts)}")
        for key, layings in (("legal", one.legal), ("illegal", one.illegal)):
            if layings:
                texts = (f"{it.tile}({it.x},{it.y})r{it.turns}" for it in layings)
                written.append(f"{key}: {'; '.join(texts)}")
        assert sorted(written) == sorted(printed), one.id


def test_every_figure_of_every_move_is_understood() -> None:
    moves = [move for one in examples() for move in one.moves]
    assert all((move.figure is None) == (move.action is None) == (" : " not in move.raw) for move in moves)


def test_BASE_E7_becomes_typed_data() -> None:
    found = example("BASE-E7")
    assert found.moves[0] == Move("D", 0, 0, 0, None, None, "D(0,0)r0")
    assert found.moves[1].action == Deploy("red", "follower", "road E")
    assert found.moves[2] == Move(
        "L", 1, 0, 0, "blue knight N", Deploy("blue", "follower", "city N"), "L(1,0)r0 : blue knight N"
    )
    assert found.may_not == (Deploy("blue", "follower", "road W"),)
    assert found.turn == {"winter": {"red": 3}, "plus": {"red": 3}}
    assert (found.back, found.completes, found.final) == ({"red": 1}, {"road": 1}, None)
    assert (found.edition, found.editions) == (None, ("winter", "plus"))


def test_BASE_E17_is_worth_more_in_the_plus_edition() -> None:
    assert example("BASE-E17").turn == {"winter": {"red": 2}, "plus": {"red": 4}}


def test_an_expectation_of_nothing_differs_from_no_expectation() -> None:
    nothing, none = example("BASE-E6"), example("BASE-E1")
    assert nothing.turn == {"winter": {}, "plus": {}}
    assert nothing.back == {}
    assert (none.turn, none.back, none.final) == (None, None, None)
    assert (none.goods, none.completes, none.double) == (None, None, None)


def test_a_case_of_one_edition_is_played_in_that_one_alone() -> None:
    found = example("WINTER-X1")
    assert found.editions == ("winter",)
    assert found.turn == {"winter": {"red": 2}}


def test_cells_may_be_negative_and_tiles_may_have_a_garden() -> None:
    assert example("BASE-E3").illegal[3] == Move("B", -1, -1, 0, None, None, "B(-1,-1)r0")
    assert example("ABBOT-X2").moves[1].tile == "V+garden"


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("red thief E", Deploy("red", "follower", "road E")),
        ("blue knight N", Deploy("blue", "follower", "city N")),
        ("yellow farmer Ws", Deploy("yellow", "follower", "field Ws")),
        ("black farmer inner", Deploy("black", "follower", "field inner")),
        ("pink monk", Deploy("pink", "follower", "monastery")),
        ("red big knight E", Deploy("red", "big", "city E")),
        ("red big thief E", Deploy("red", "big", "road E")),
        ("red big farmer Nw", Deploy("red", "big", "field Nw")),
        ("red abbot garden", Deploy("red", "abbot", "garden")),
        ("blue abbot monastery", Deploy("blue", "abbot", "monastery")),
        ("recall red abbot", Recall("red", "abbot")),
        ("red builder road W", Deploy("red", "builder", "road W")),
        ("red builder city S", Deploy("red", "builder", "city S")),
        ("green pig field Nw", Deploy("green", "pig", "field Nw")),
    ],
)
def test_figures_of_moves_are_named_by_role_or_kind(text: str, action: Deploy | Recall) -> None:
    (found,) = read_page(block("id: BASE-X99", "moves:", f"  D(0,0)r0 : {text}", "turn:"), "page.md")
    assert found.moves[0].action == action
    assert found.moves[0].figure == text


def test_places_are_named_by_segment() -> None:
    assert example("ABBOT-X1").may_not == (
        Deploy("red", "follower", "garden"),
        Deploy("red", "big", "garden"),
        Deploy("red", "abbot", "city S"),
        Deploy("red", "abbot", "field Nw"),
    )
    assert example("INNS-E6").may[4] == Deploy("red", "follower", "field inner")
    assert example("TRADERS-E6").may_not[2] == Deploy("red", "pig", "road W")


def test_goods_and_double_turns_are_read() -> None:
    assert example("TRADERS-E1").goods == {"red": {"wine": 1, "grain": 2}}
    assert example("TRADERS-E4").double == "red"
    assert example("TRADERS-E4b").double == "none"
    (two,) = read_page(block("id: BASE-X99", "moves:", "  D(0,0)r0", "goods: red wine 1, blue cloth 2, grain 1"), "p")
    assert two.goods == {"red": {"wine": 1}, "blue": {"cloth": 2, "grain": 1}}


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("score: red 3", "'score: red 3' does not open with a known key"),
        ("just words", "'just words' does not open with a known key"),
        ("", "'' does not open with a known key"),
        ("turn: red", "'red' has no number"),
        ("turn: red -1", "'red -1' has no number"),
        ("turn: crimson 3", "'crimson' is not a colour"),
        ("turn: red 3, red 4", "'red' stands twice"),
        ("turn: red 3,blue 4", "'red 3,blue' is not a colour"),
        ("edition: summer", "'summer' is not an edition"),
        ("completes: field 1", "'field' is not a feature"),
        ("goods: red salt 1", "'salt' is not a kind of goods"),
        ("goods: wine 1", "'wine 1' says not whose goods they are"),
        ("goods: red wine 1, wine 2", "'wine' stands twice for red"),
        ("double: nobody", "'nobody' is not a colour or none"),
        ("may: red road", "'road' is not a place on a tile"),
        ("may: red road Nw", "'road Nw' is not a place on a tile"),
        ("may: red field N", "'field N' is not a place on a tile"),
        ("may: red thief E", "'thief E' is not a place on a tile"),
        ("may: crimson road E", "'crimson' is not a colour"),
        ("may not:", "'' is not a place on a tile"),
        ("legal: D(0,0)", r"'D\(0,0\)' is not a tile with cell and turns"),
        ("legal: D(0,0)r4", r"'D\(0,0\)r4' is not a tile with cell and turns"),
        ("illegal: D(0,1)r0 : red thief E", "is about the tile alone and takes no figure"),
        ("  E(0,1)r0 : red rider E", "'red rider E' is not a figure"),
        ("  E(0,1)r0 : red knight", "'city' is not a place on a tile"),
        ("  E(0,1)r0 : recall red monk", "'recall red monk' is not a figure"),
        ("  E(0,1)r0:red knight N", "is not a tile with cell and turns"),
    ],
)
def test_a_line_that_cannot_be_read_is_named_with_page_line_and_block(line: str, problem: str) -> None:
    with pytest.raises(ExampleError, match=problem) as raised:
        read_page(block("id: BASE-X99", "moves:", "  D(0,0)r0", line), "page.md")
    assert str(raised.value).startswith("page.md, line 6, example BASE-X99: ")
    assert (raised.value.page, raised.value.line, raised.value.block) == ("page.md", 6, "BASE-X99")


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ((), "example without id: the block has no id"),
        (("moves:", "  D(0,0)r0", "turn:"), "example without id: the block has no id"),
        (("id: BASE-40", "moves:", "  D(0,0)r0", "turn:"), "'BASE-40' is not the id of an example"),
        (("id: BASE-X99", "turn:"), "the block has no moves"),
        (("id: BASE-X99", "moves: D(0,0)r0", "turn:"), "moves are listed on the lines below"),
        (("id: BASE-X99", "moves:", "  D(0,0)r0"), "the block expects nothing"),
        (("id: BASE-X99", "moves:", "  D(0,0)r0", "turn:", "turn:"), "'turn' stands twice"),
        (("id: BASE-X99", "moves:", "  D(0,0)r0", "turn:", "  red 3"), "'red 3' is indented, but only moves"),
        (("id: BASE-X99", "moves:", "  D(0,0)r0", "turn plus: red 4"), "turn winter and turn plus stand together"),
        (
            ("id: BASE-X99", "moves:", "  D(0,0)r0", "turn:", "turn plus:", "turn winter:"),
            "stand together, without turn",
        ),
    ],
)
def test_a_block_that_is_not_whole_is_an_error(lines: tuple[str, ...], problem: str) -> None:
    with pytest.raises(ExampleError, match=problem):
        read_page(block(*lines), "page.md")


def test_a_block_that_is_never_closed_is_an_error() -> None:
    with pytest.raises(ExampleError, match="the block is not closed"):
        read_page("```example\nid: BASE-X99\nmoves:\n", "page.md")


def test_an_unknown_example_is_an_error() -> None:
    with pytest.raises(LookupError, match="there is no example block 'BASE-E10'"):
        example("BASE-E10")
