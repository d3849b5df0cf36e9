"""Every kind of question that ``todo`` and ``hunters-scout`` can ask is answered by the control that is made for it."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from functools import cache

import pytest
from playwright.sync_api import Browser, Page, expect

import bastida
from tests.server.running import Served
from tests.web.conftest import USUAL, Visitor
from tests.web.hands import Control, Hands, Sight
from tests.web.targets import check_targets

TODO = {
    "tile": "cell",
    "figure": "spot",
    "order": "spot",
    "second part": "answer",
    "scoring figure": "answer",
    "message action": "answer",
    "land": "spot",
    "ferry": "spot",
    "turn ferry": "spot",
    "ingot": "spot",
    "take ingot": "spot",
    "magic": "spot",
    "remove magic": "spot",
    "robber": "space",
    "theft": "space",
    "circle": "answer",
    "circle add": "spot",
    "circle take back": "spot",
    "capture": "spot",
    "exchange": "answer",
    "ransom": "answer",
    "postman": "answer",
}
HUNTERS = {"special tile": "answer", "refuse": "answer", "shaman": "spot"}
# Games in which rare questions come up; others are tried when the rules have changed and these no longer will do.
KNOWN = {"todo": (0, 1, 3, 9, 47, 69, 98, 1065), "hunters-scout": (6,)}


@cache
def games(preset: str) -> dict[str, tuple[str, int]]:
    """For every kind of question a game at random in which it is asked: its record, and after how many steps."""
    wanted = set(TODO if preset == "todo" else HUNTERS)
    found: dict[str, tuple[str, int]] = {}
    for seed in itertools.chain(KNOWN[preset], range(2000)):
        chance = random.Random(seed)
        game = bastida.new_game(preset, players=["Ana", "Luis"], seed=seed)
        asked: dict[str, int] = {}
        while not game.over and wanted - found.keys() - asked.keys():
            assert game.decision is not None
            asked.setdefault(game.decision.kind, len(game.steps))
            options = game.options()
            game.play(chance.choice([option for option in options if str(option) != "pass"] or options))
        text = bastida.Record.from_game(game).to_text()
        found |= {kind: (text, step) for kind, step in asked.items() if kind in wanted - found.keys()}
        if not wanted - found.keys():
            break
    return found


@pytest.fixture(scope="module")
def regular(browser: Browser, server: Served) -> Iterator[Visitor]:
    """Somebody who goes from table to table, and has the drawings already."""
    visitor = Visitor(browser.new_context(**USUAL), server.url, "")
    yield visitor
    visitor.context.close()


@pytest.mark.parametrize(("preset", "kind"), [("todo", kind) for kind in TODO] + [("hunters-scout", kind) for kind in HUNTERS])
def test_a_question_is_answered_by_its_control(regular: Visitor, preset: str, kind: str) -> None:
    record, step = games(preset)[kind]
    regular.table("here", "here", record={"text": record, "step": step})
    hands = Hands(regular.page)
    sight = hands.look()
    assert sight.kind == kind
    regular.shot(f"question-{kind.replace(' ', '-')}")
    control = own_control(sight, (TODO | HUNTERS)[kind])
    check_help(regular.page)
    for size in ("phone", "desk"):
        check_targets(regular.page, size)
    sight, control = again(hands, control)
    after = hands.answer(sight, control)
    assert after.seq > sight.seq
    assert not regular.faults


def again(hands: Hands, control: Control) -> tuple[Sight, Control]:
    """The same control after the page has changed its size, or another of its kind if that has gone out of sight."""
    sight = hands.look()
    found = sight.of(control.control)
    return sight, next((one for one in found if one.text == control.text), found[-1])


def check_help(page: Page) -> None:
    """Two lines, a picture and a page that says more, behind the sign beside the question."""
    page.get_by_test_id("why").click()
    help = page.get_by_test_id("help")
    expect(help.locator("p").first).not_to_be_empty()
    expect(help.locator("svg, img").first).to_be_visible()
    expect(help.get_by_role("link").first).to_be_visible()
    page.get_by_test_id("why").click()
    expect(help).to_have_count(0)


def own_control(sight: Sight, name: str) -> Control:
    found = sight.of(name)
    assert found, f"{sight.kind!r} has only {[(one.control, one.text) for one in sight.controls]}"
    return found[-1]
