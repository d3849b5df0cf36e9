"""Every screen in every language and look: axe finds nothing, no text is missing, nothing is wider than a phone."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import bastida
from bastida.kernel.languages import LANGUAGES
from tests.web.checks import WEB, check_accessible, check_fits, take_drawings_away
from tests.web.conftest import DESK, PHONE, Visit, Visitor
from tests.web.forms import choose, opened
from tests.web.hands import Hands

WORDS = {code: json.loads((WEB / "src" / "i18n" / f"{code}.json").read_text(encoding="utf-8")) for code in LANGUAGES}
# "home.play", "{player}" and "undefined" are what a missing text looks like.
KEY = re.compile(r"\b(?:" + "|".join(sorted({key.partition(".")[0] for key in WORDS["en"]})) + r")\.[a-z]+(?:_[a-z]+)*\b")
HOLE = re.compile(r"\{\w*\}|\bundefined\b|\bNaN\b|\[object ")


def check_texts(page: Page, code: str) -> None:
    expect(page.locator("html")).to_have_attribute("lang", code)
    shown = page.evaluate(
        "document.body.innerText + [...document.querySelectorAll('[aria-label], [title]')]"
        ".map((one) => `\\n${one.getAttribute('aria-label') ?? ''}\\n${one.getAttribute('title') ?? ''}`).join('')"
    )
    assert shown.strip()
    assert not KEY.findall(shown)
    assert not HOLE.findall(shown)


def home(visitor: Visitor) -> None:
    visitor.go().get_by_test_id("play-now").wait_for()


def new_table(visitor: Visitor) -> None:
    page = opened(visitor.go("#/new"))
    choose(page, "preset-todo")
    shut = page.locator("details:not([open]) > summary")
    while shut.count():
        shut.first.click()


def waiting(visitor: Visitor) -> None:
    visitor.go("#/new/link").get_by_test_id("start").click()
    visitor.page.get_by_test_id("show-qr").first.click()


def invited(visitor: Visitor) -> None:
    made = visitor.table("here", "link", "link", game="hunters", clock={"minutes": 10}, switches={"returned": "at once"})
    visitor.go("#/nowhere")
    visitor.context.clear_cookies()
    visitor.page.goto(made["seats"][1]["link"])
    visitor.page.get_by_test_id("invitation").wait_for()


def asked_for_a_name(visitor: Visitor) -> None:
    visitor.go().evaluate("localStorage.removeItem('bastida.name')")
    visitor.page.reload()
    visitor.page.get_by_test_id("play-now").click()
    visitor.page.get_by_test_id("name-dialog").wait_for()


def at_a_table(visitor: Visitor) -> None:
    visitor.table("here", "computer", game="todo", aids={"projected": True}, clock={"minutes": 10})
    Hands(visitor.page).play(4)


def menu(visitor: Visitor) -> None:
    visitor.table("here", "link")
    visitor.page.get_by_test_id("menu").click()
    visitor.page.get_by_role("dialog").wait_for()


def answers(visitor: Visitor) -> None:
    visitor.table("here", "here", game="hunters-scout")
    visitor.page.get_by_test_id("all-answers").click()
    visitor.page.get_by_test_id("list").wait_for()


def ended(visitor: Visitor) -> None:
    """A table one answer before its end, and that answer."""
    game = bastida.new_game("plus-big", players=["Ana", "Luis"], seed=5)
    while not game.over:
        game.play(game.options()[-1])
    last = max(number for number, step in enumerate(game.steps) if step.seat is not None)
    visitor.table("here", "here", record={"text": bastida.Record.from_game(game).to_text(), "step": last})
    hands = Hands(visitor.page)
    sight = hands.look()
    assert hands.answer(sight, hands.choose(sight)).over
    visitor.page.get_by_test_id("final-skip").click()


def lost(visitor: Visitor) -> None:
    visitor.go("#/nowhere").get_by_role("heading").wait_for()


def lesson(visitor: Visitor) -> None:
    visitor.go("#/learn/plus/road").get_by_test_id("coach").wait_for()


def course(visitor: Visitor) -> None:
    visitor.go("#/learn").get_by_test_id("lesson-road").wait_for()


def rules(visitor: Visitor) -> None:
    visitor.go("#/rules").get_by_test_id("rules-plus").wait_for()


def chapter(visitor: Visitor) -> None:
    visitor.go("#/rules/TOWER-28").locator("#TOWER-28").wait_for()


def replay(visitor: Visitor) -> None:
    """From the file of a finished game, chosen on the first page."""
    game = bastida.new_game("winter", players=["Ana", "Luis"], seed=2)
    while not game.over:
        game.play(game.options()[-1])
    record = bastida.Record.from_game(game).to_text().encode()
    visitor.go().locator("#record").set_input_files({"name": "game.bst", "mimeType": "text/plain", "buffer": record})
    visitor.page.get_by_test_id("replay").wait_for()
    visitor.page.get_by_test_id("next-scoring").click()
    visitor.page.get_by_test_id("scored").wait_for()


def analysis(visitor: Visitor) -> None:
    """Of a turn that was played."""
    game = bastida.new_game("winter", players=["Ana", "Luis"], seed=2)
    while len(game.steps) < 3:
        game.play(game.options()[-1])
    record = bastida.Record.from_game(game).to_text()
    answer = visitor.context.request.post(f"{visitor.url}/api/records", data=record, headers={"Content-Type": "text/plain"})
    visitor.go(f"#/analyse/{answer.json()['id']}")
    visitor.page.locator('[data-testid=analyse]:not([data-shown="-1"])').wait_for()
    visitor.page.get_by_test_id("sides").wait_for()


def puzzles(visitor: Visitor) -> None:
    visitor.go("#/problems").get_by_test_id("problems").wait_for()


def puzzle(visitor: Visitor) -> None:
    page = visitor.go("#/problems/today")
    page.get_by_test_id("solve").wait_for()
    page.get_by_test_id("hint").click()
    page.get_by_test_id("hint").click()


def becoming_a_member(visitor: Visitor) -> None:
    visitor.context.clear_cookies()
    visitor.go("#/me").reload()
    visitor.page.get_by_test_id("colour-red").wait_for()


def a_member(visitor: Visitor) -> None:
    name = "N. " + secrets.token_hex(6)
    answer = visitor.context.request.post(f"{visitor.url}/api/me", data={"name": name, "colour": "green"})
    assert answer.status == 201, answer.text()
    visitor.go("#/me").reload()
    visitor.page.get_by_test_id("devices").wait_for()
    visitor.page.get_by_test_id("erase-more").click()
    visitor.context.clear_cookies()  # the other screens are those of a guest


def club(visitor: Visitor) -> None:
    visitor.go("#/club").get_by_test_id("club-family").wait_for()


def lobby(visitor: Visitor) -> None:
    visitor.go("#/lobby").get_by_test_id("here").wait_for()


def tournaments(visitor: Visitor) -> None:
    """With the form of a new one; a tournament itself is in ``test_tournaments``, where there are members."""
    visitor.go("#/tournaments").get_by_test_id("new-tournament").click()
    visitor.page.get_by_test_id("tournament-form").locator("summary").click()


SCREENS: list[Callable[[Visitor], None]] = [
    home, new_table, waiting, invited, at_a_table, menu, answers, ended, lost, lesson, course, rules, chapter, replay,
    analysis, puzzles, puzzle, club, lobby, tournaments, asked_for_a_name, becoming_a_member, a_member,
]  # fmt: skip


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.__name__)
def test_a_screen_on_a_desk_and_on_a_phone_in_the_dark(visit: Visit, screen: Callable[[Visitor], None]) -> None:
    visitor = visit()
    screen(visitor)
    page = visitor.page
    visitor.shot(f"screen-{screen.__name__}")
    check_texts(page, "en")
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-mode", "dark")
    visitor.shot(f"screen-{screen.__name__}-phone-dark")
    check_fits(page)
    take_drawings_away(page)
    check_accessible(page)
    page.set_viewport_size(DESK)
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).to_have_attribute("data-mode", "light")
    check_accessible(page)


@pytest.mark.parametrize("code", ["es", "ca", "de"])
def test_all_screens_in_a_language(visit: Visit, code: str) -> None:
    visitor = visit(locale=code)
    for screen in SCREENS:
        screen(visitor)
        check_texts(visitor.page, code)


def test_the_language_is_switched_in_mid_game_and_kept(visit: Visit) -> None:
    visitor = visit()
    visitor.table("here", "here")
    page = visitor.page
    question = page.get_by_test_id("question")
    expect(question).to_contain_text("Ana, place your tile")
    for code, words in (("es", "Ana, coloca tu loseta"), ("ca", "Ana, col·loca la teva lloseta")):
        page.get_by_test_id("menu").click()
        page.get_by_test_id(f"lang-{code}").click()
        page.keyboard.press("Escape")
        expect(question).to_contain_text(words)
        expect(page.get_by_test_id("turn")).to_contain_text(WORDS[code]["dock.turn"])
    page.reload()
    expect(question).to_contain_text("Ana, col·loca la teva lloseta")
    visitor.go()
    expect(page.get_by_test_id("play-now")).to_contain_text(WORDS["ca"]["home.play"])
