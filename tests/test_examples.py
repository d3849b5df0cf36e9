"""The example blocks of the pages as data."""

import re

import pytest

from bastida.rulebook.clauses import clause, pages
from bastida.rulebook.examples import Answers, ExampleError, Laying, example, examples, read_page


def block(*lines: str) -> str:
    return "\n".join(["Some words.", "```example", *lines, "```", "More words."])


def test_every_block_of_the_pages_is_read() -> None:
    fences = [line.strip() for text in pages().values() for line in text.splitlines() if line.strip().startswith("```")]
    assert fences.count("```example") == fences.count("```") == len(fences) / 2
    assert len(examples()) == fences.count("```example")


def test_ids_of_blocks_are_unique_and_each_stands_under_its_clause() -> None:
    ids = [one.id for one in examples()]
    assert len(ids) == len(set(ids))
    items = {id_ for text in pages().values() for id_ in re.findall(r"^- \*\*([A-Z]+-[EX]\d+[a-z]?)\*\*", text, re.MULTILINE)}
    for one in examples():
        parent = clause(one.id if one.id in items else re.sub(r"[a-z]$", "", one.id))
        assert f"id: {one.id}\n" in parent.body
        assert one.page == parent.page


def test_every_key_of_every_block_has_become_data() -> None:
    """What a block says is in the data: a field for every key, a line for every move."""
    fields = {"may not": "may_not", "stands not": "stands_not", "goods": "takes"}
    for one in examples():
        lines = pages()[one.page].splitlines()[one.line - 1 :]
        printed = [line.strip() for line in lines[: [line.strip() for line in lines].index("```")]]
        keys = [line.partition(":")[0] for line in printed if line not in [move.raw for move in one.moves]]
        assert len(printed) == len(keys) + len(one.moves), one.id
        for key in {"turn" if key.startswith("turn ") else key for key in keys}:
            assert getattr(one, fields.get(key, key)) is not None, (one.id, key)


def test_BASE_E7_becomes_typed_data() -> None:
    found = example("BASE-E7")
    laid, red, blue = found.moves
    assert (laid.laying, laid.answers) == (Laying("D", 0, 0, 0), Answers("", ()))
    assert red.answers == Answers("red", ("thief E",))
    assert (str(blue.laying), blue.answers, blue.raw) == (
        "L(1,0)r0",
        Answers("blue", ("knight N",)),
        "L(1,0)r0 : blue knight N",
    )
    assert found.may_not == (Answers("blue", ("road W",)),)
    assert found.turn == {"winter": {"red": 3}, "plus": {"red": 3}}
    assert (found.back, found.completes, found.final) == ({"red": 1}, {"road": 1}, None)
    assert (found.edition, set(found.editions)) == (None, {"winter", "plus"})


def test_BASE_E17_is_worth_more_in_the_plus_edition() -> None:
    assert example("BASE-E17").turn == {"winter": {"red": 2}, "plus": {"red": 4}}


def test_an_expectation_of_nothing_differs_from_no_expectation() -> None:
    nothing, none = example("BASE-E6"), example("BASE-E1")
    assert nothing.turn == {"winter": {}, "plus": {}}
    assert nothing.back == {}
    assert (none.turn, none.back, none.final) == (None, None, None)
    assert (none.takes, none.completes, none.double) == (None, None, None)


def test_a_case_of_one_edition_is_played_in_that_one_alone() -> None:
    found = example("WINTER-X1")
    assert found.editions == ("winter",)
    assert found.turn == {"winter": {"red": 2}}


def test_a_page_of_another_family_has_its_editions() -> None:
    (found,) = read_page(block("id: HG-X99", "moves:", "  hgF01(0,0)r0", "turn: red 3"), "hunters-gatherers.md")
    assert found.editions == ("hunters",)
    assert found.turn == {"hunters": {"red": 3}}


def test_cells_may_be_negative_and_tiles_may_have_a_garden() -> None:
    assert example("BASE-E3").illegal[3] == Laying("B", -1, -1, 0)
    assert example("ABBOT-X2").moves[1].laying == Laying("V+garden", 0, 1, 0)


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("D(0,0)r0 : red thief E", Answers("red", ("thief E",))),
        ("D(0,0)r0 : recall red abbot", Answers("red", ("recall abbot",))),
        ("D(0,0)r0 : red floor 0,0 / blue: pass / [2]", Answers("red", ("floor 0,0", "blue: pass", "[2]"))),
        ("D(0,0)r0 : red ?", Answers("red", ("?",))),
        ("D(0,0)r0 : pink", Answers("pink", ())),
        ("D(0,0)r0", Answers("", ())),
        ("red: second part", Answers("red", ("second part",))),
        ("[canoe] / [shaman]", Answers("", ("[canoe]", "[shaman]"))),
        ("arrange red follower 1,0 road N", Answers("red", ("follower 1,0 road N",))),
        ("arrange neutral witch 1,0 road N", Answers("neutral", ("witch 1,0 road N",))),
        ("credit blue 48", Answers("blue", ("48",))),
        ("credit blue messenger 3", Answers("blue", ("messenger 3",))),
    ],
)
def test_a_line_is_a_tile_and_answers_or_only_answers(text: str, answers: Answers) -> None:
    (found,) = read_page(block("id: BASE-X99", "moves:", f"  {text}", "turn:"), "page.md")
    (line,) = found.moves
    assert (line.answers, line.raw, line.number) == (answers, text, 5)
    assert (line.laying is not None) == text.startswith("D(")
    assert line.verb == (text.split(" ")[0] if text.startswith(("arrange", "credit")) else "")


def test_what_is_played_and_what_comes_of_it_is_read() -> None:
    lines = (
        *("id: BASE-X99", "edition: plus", "sets: inns traders", "elements: farmers", "without: none", "switches: a=b c=d"),
        *(
            "seats: red blue",
            "position: position 1 | game",
            "points: red 3, blue -2",
            "goods: red wine 1, blue cloth 2, grain 1",
        ),
        *("holds: red blue follower 1, king 1", "record: king 3", "track: red 1 100 50, red messenger 7"),
        *("pieces: tower 0,0 2", "beside: mage, message-6", "supply: red big 1", "worth: 1,0 field Nw 4"),
        *("stands: red follower 1,0 road N; neutral mage 0,0 city E", "stands not: blue big 0,0 tower"),
        *("draws: blue", "joined: 0,0 road E + 1,0 road W; 0,0 city N + 0,-1 city S", "apart: 0,0 field Nw + 1,0 field Nw"),
        *("options: pass; no capture", "may: red floor 0,0 / no capture; blue road N"),
    )
    (found,) = read_page(block(*lines), "page.md")
    assert (found.sets, found.elements, found.without) == (("inns", "traders"), ("farmers",), ())
    assert (found.switches, found.seats, found.position) == ({"a": "b", "c": "d"}, ("red", "blue"), "position 1 | game")
    assert found.points == {"red": 3, "blue": -2}
    assert found.takes == {"red": {"wine": 1}, "blue": {"cloth": 2, "grain": 1}}
    assert found.holds == {"red": {"blue follower": 1, "king": 1}}
    assert (found.record, found.track, found.pieces) == (
        {"king": 3},
        {"red": (1, 100, 50), "red messenger": (7,)},
        {"tower 0,0": 2},
    )
    assert (found.supply, found.worth) == ({"red": {"big": 1}}, {"1,0 field Nw": 4})
    assert found.stands == ("red follower 1,0 road N", "neutral mage 0,0 city E")
    assert (found.stands_not, found.beside) == (("blue big 0,0 tower",), ("mage", "message-6"))
    assert found.draws == "blue"
    assert found.joined == (("0,0 road E", "1,0 road W"), ("0,0 city N", "0,-1 city S"))
    assert found.apart == (("0,0 field Nw", "1,0 field Nw"),)
    assert found.options == ("pass", "no capture")
    assert found.may == (Answers("red", ("floor 0,0", "no capture")), Answers("blue", ("road N",)))


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("score: red 3", "'score: red 3' does not open with a known key"),
        ("just words", "'just words' does not open with a known key"),
        ("", "'' does not open with a known key"),
        ("turn hunters: red 3", "does not open with a known key"),
        ("turn: red", "'red' has no number"),
        ("turn: red -1", "'red -1' has no number"),
        ("turn: crimson 3", "'crimson' is not a colour"),
        ("turn: red 3, red 4", "'red' stands twice"),
        ("turn: red 3,blue 4", "'red 3,blue' is not a colour"),
        ("edition: summer", "'summer' is not an edition"),
        ("completes: meadow 1", "'meadow' is not a feature"),
        ("goods: wine 1", "'wine 1' says not whose they are"),
        ("goods: red wine 1, wine 2", "'wine' stands twice for red"),
        ("double: nobody", "'nobody' is not a colour or none"),
        ("draws: everybody", "'everybody' is not a colour or none"),
        ("joined: 0,0 road E", "'0,0 road E' are not segments of one kind"),
        ("joined: 0,0 road E + 1,0 city W", "are not segments of one kind"),
        ("apart: road + city", "'road . city' are not segments of one kind"),
        ("apart:", "nothing is listed"),
        ("seats: red crimson", "'crimson' is not a colour"),
        ("switches: yes", "'yes' is not a switch and its value"),
        ("track: red", "'red' is not a colour, or one of its figures, with its space"),
        ("track: red 3 messenger", "'red 3 messenger' is not a colour, or one of its figures, with its space"),
        ("track: neutral robber 3", "'neutral' is not a colour"),
        ("pieces: 3", "'3' says not what is counted"),
        ("stands: crimson follower 0,0 road N", "'crimson' is not a colour"),
        ("options:", "nothing is listed"),
        ("may: red", "'red' is not a colour and its answer"),
        ("may: crimson road E", "'crimson' is not a colour"),
        ("may: red floor 0,0 / [2", r"'\[2' is not an answer"),
        ("may not:", "'' is not a colour and its answer"),
        ("legal: D(0,0)", r"'D\(0,0\)' is not a tile with cell and turns"),
        ("legal: D(0,0)r4", r"'D\(0,0\)r4' is not a tile with cell and turns"),
        ("illegal: D(0,1)r0 : red thief E", "is about the tile alone and takes no figure"),
        ("  E(0,1)r0 : crimson knight E", "'crimson' is not a colour"),
        ("  E(0,1)r0:red knight N", "is not a tile with cell and turns"),
        ("  arrange red", "'red' is not a colour and its answer"),
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
        (("id: BASE-X99", "turn:"), "the block has no moves and no position"),
        (("id: BASE-X99", "moves: D(0,0)r0", "turn:"), "moves are listed on the lines below"),
        (("id: BASE-X99", "moves:", "  D(0,0)r0"), "the block expects nothing"),
        (("id: BASE-X99", "moves:", "  D(0,0)r0", "turn:", "turn:"), "'turn' stands twice"),
        (("id: BASE-X99", "moves:", "  D(0,0)r0", "turn:", "  red 3"), "'red 3' is indented, but only moves"),
        (("id: BASE-X99", "moves:", "  D(0,0)r0", "turn plus: red 4"), "turn plus and turn winter stand together"),
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
