"""The end of a turn and the end of a game: a moment to undo, the final scoring line by line, and what comes after it."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import bastida
from tests.web.checks import check_accessible, check_fits
from tests.web.conftest import DESK, PHONE, Visit, Visitor
from tests.web.forms import opened, sit
from tests.web.hands import Hands

TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


@cache
def game() -> bastida.Game:
    """One with figures of both in unfinished features at its end."""
    chance = random.Random(11)
    played = bastida.new_game("plus", players=["Ana", "Luis"], seed=11)
    while not played.over:
        played.play(chance.choice(played.options()))
    return played


def last_answer() -> dict[str, Any]:
    """What a table is continued from, so that one answer ends the game."""
    last = max(number for number, step in enumerate(game().steps) if step.seat is not None)
    return {"text": bastida.Record.from_game(game()).to_text(), "step": last}


def view_of(visitor: Visitor, table: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(visitor.text(f"/api/tables/{table}?lang=en"))
    return found


def points(page: Page) -> list[int]:
    """As they are shown: in the strip of a phone, or on the cards beside the board."""
    shown = [page.get_by_test_id(f"points-{seat}").locator("visible=true").first for seat in (0, 1)]
    return [int(one.inner_text().split()[0]) for one in shown]


def answer_last(visitors: list[Visitor], table: str) -> None:
    """The answer that ends the game, by whoever is asked."""
    view = view_of(visitors[0], table)
    who = next(one for one in visitors if view["decision"]["seat"] in view_of(one, table)["you"])
    options = view_of(who, table)["decision"]["options"]
    body = {"seat": view["decision"]["seat"], "seq": view["seq"], "key": "last", "answer": options[-1]["text"]}
    assert who.context.request.post(f"{who.url}/api/tables/{table}/answers", data=body).ok


def test_from_the_last_answer_to_the_rematch(visit: Visit) -> None:
    """Ana at a desk, Luis with a phone: both see everything counted, one asks for a rematch, the other sits down."""
    ana, luis = visit(), visit(**TOUCH)
    made = ana.table("here", "link", record=last_answer())
    table = made["table"]
    luis.page.goto(next(one["link"] for one in made["seats"] if one["seat"] == 1))
    sit(luis.page)
    answer_last([ana, luis], table)
    over = view_of(ana, table)
    ending = over["ending"]
    for visitor in (ana, luis):
        page = visitor.page
        final = [entry for entry in view_of(visitor, table)["ledger"] if entry["final"]]  # told to whoever scores
        expect(page.get_by_test_id("final-entry")).to_be_visible()
        figures = page.get_by_test_id("board").locator(".figure")
        expect(figures).to_have_count(len(ending["figures"]))
        assert points(page) == [player["points"] for player in ending["players"]]
        reached = [player["points"] for player in ending["players"]]
        for number, (line, entry) in enumerate(zip(ending["lines"][:3], final, strict=False), 1):
            page.get_by_test_id("final-next").click()
            expect(page.get_by_test_id("final-entry")).to_have_text(entry["sentence"])
            reached[entry["seat"]] = line["points"]
            assert points(page) == reached, number
            expect(page.get_by_test_id("board").locator(".glow .shape").first).to_be_attached()
            left = [figure for figure in ending["figures"] if figure["leaves"] is None or figure["leaves"] >= line["line"]]
            expect(figures).to_have_count(len(left))
        check_fits(page)
        visitor.shot(f"final-line-{'phone' if visitor is luis else 'desk'}")
        page.get_by_test_id("final-skip").click()
        expect(figures).to_have_count(len(over["figures"]))
        assert points(page) == [player["points"] for player in over["players"]]
        check_accessible(page)
        visitor.shot(f"result-{'phone' if visitor is luis else 'desk'}")
    [winner] = over["winners"]
    for seat, visitor in enumerate((ana, luis)):
        expected = "You win!" if seat == winner else f"{over['players'][winner]['name']} wins!"
        expect(visitor.page.get_by_test_id("winner")).to_have_text(expected)

    ana.page.get_by_test_id("rematch").click()
    expect(ana.page.get_by_test_id("lobby")).to_contain_text("The others see your offer")
    offer = luis.page.get_by_test_id("rematch-offer")
    expect(offer).to_contain_text("Ana")
    offer.get_by_role("button").tap()
    new = luis.page.get_by_test_id("table")
    expect(new).to_have_attribute("data-status", "playing")
    name = new.get_attribute("data-table")
    assert name not in (table, None)
    expect(ana.page.locator(f'[data-table="{name}"]')).to_have_attribute("data-status", "playing")
    again = view_of(ana, str(name))
    assert [player["name"] for player in again["players"]] == ["Ana", over["players"][1]["name"]]
    assert again["game"] == over["game"]


@pytest.mark.parametrize("more", [{"viewport": DESK}, TOUCH], ids=["desk", "phone"])
def test_a_moment_to_undo(visit: Visit, more: dict[str, Any]) -> None:
    visitor = visit(**more)
    table = visitor.table("here", "here", draw="moment")["table"]
    page, hands = visitor.page, Hands(visitor.page, touch="has_touch" in more)
    sight = hands.look()
    sight = hands.answer(sight, sight.of("cell")[0])
    hands.point(sight.of("pass")[0])
    expect(page.get_by_test_id("done")).to_be_visible()
    check_fits(page)
    visitor.shot(f"moment-{'phone' if hands.touch else 'desk'}")
    hands.press("undo", "pass")
    assert view_of(visitor, table)["decision"]["kind"] == "figure"
    hands.point(hands.look().of("pass")[0])
    hands.press("undo", "pass")
    hands.press("undo", "cell")
    assert len(view_of(visitor, table)["board"]) == 1
    sight = hands.look()
    sight = hands.answer(sight, sight.of("cell")[0])
    hands.point(sight.of("pass")[0])
    hands.press("done", "cell")
    view = view_of(visitor, table)
    assert (view["active"], view["undo"]) == (1, None)
    expect(page.get_by_test_id("undo")).to_have_count(0)
    sight = hands.look()
    sight = hands.answer(sight, sight.of("cell")[0])
    hands.point(sight.of("pass")[0])
    page.get_by_test_id("done").wait_for()
    expect(page.get_by_test_id("cell").first).to_be_visible()  # nobody says anything: the moment passes
    assert view_of(visitor, table)["turn"] == 3


def test_a_turn_ends_with_a_key_where_the_players_say_so(visit: Visit) -> None:
    visitor = visit()
    table = visitor.table("here", "here", draw="done")["table"]
    hands = Hands(visitor.page)
    sight = hands.look()
    hands.answer(sight, sight.of("cell")[0])
    visitor.page.keyboard.press("p")
    visitor.page.get_by_test_id("done").wait_for()
    expect(visitor.page.get_by_test_id("question")).to_contain_text("Done")
    check_accessible(visitor.page)
    waiting = view_of(visitor, table)["seq"]
    visitor.page.keyboard.press("u")
    expect(visitor.page.get_by_test_id("done")).to_have_count(0)
    assert hands.look(waiting).of("pass")
    visitor.page.keyboard.press("p")
    visitor.page.get_by_test_id("done").wait_for()
    visitor.page.keyboard.press("Enter")
    hands.look()
    assert view_of(visitor, table)["active"] == 1


def test_a_new_table_gives_people_a_moment_and_computers_none(visit: Visit) -> None:
    visitor = visit()
    page = opened(visitor.go("#/new"))
    page.get_by_test_id("table-rules").locator("summary").click()
    draw = page.get_by_test_id("draw")
    expect(draw.get_by_label("At once")).to_be_checked()
    page.get_by_test_id("kind-1").select_option("here")
    expect(draw.get_by_label("After a moment")).to_be_checked()
    draw.get_by_label("Done").check()
    page.get_by_test_id("start").click()
    page.get_by_test_id("table").wait_for()
    table = str(page.get_by_test_id("table").get_attribute("data-table"))
    assert view_of(visitor, table)["settings"]["draw"] == "done"


def test_against_the_computer_the_next_level_is_one_tap_away(visit: Visit) -> None:
    visitor = visit(**TOUCH)
    levels = [level["id"] for level in json.loads(visitor.text("/api/catalogue"))["levels"]]
    seats = [{"kind": "here", "name": "Ana"}, {"kind": "computer", "level": levels[0]}]
    made = visitor.table(seats=seats, game="plus", sets=["river"], without=["farmers"], aids={"hints": False})
    page, table = visitor.page, made["table"]
    visitor.context.request.post(f"{visitor.url}/api/tables/{table}/resign", data={"seat": 0, "key": "resign"})
    expect(page.get_by_test_id("why")).to_have_text("You: resigned")
    expect(page.get_by_test_id("final-next")).to_have_count(0)  # nobody watches a game being counted that was given up
    page.get_by_test_id("level-up").tap()
    page.locator(f'[data-table]:not([data-table="{table}"])').wait_for()
    new = view_of(visitor, str(page.get_by_test_id("table").get_attribute("data-table")))
    old = view_of(visitor, table)
    assert new["players"][1]["level"] == levels[1]
    assert new["players"][1]["name"] != old["players"][1]["name"]
    assert (new["game"], new["settings"]) == (old["game"], old["settings"])


def test_a_game_is_shared_with_a_picture_and_a_link_for_everybody(visit: Visit) -> None:
    ana, stranger = visit(), visit()
    ana.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=ana.url)
    table = ana.table("here", "here", record=last_answer())["table"]
    answer_last([ana], table)
    page = ana.page
    page.get_by_test_id("final-skip").click()
    page.get_by_test_id("share").click()
    link = page.get_by_test_id("share-link").input_value()
    page.get_by_test_id("share-copy").click()
    expect(page.get_by_test_id("share-copy")).to_contain_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == link
    expect(page.get_by_test_id("sharing").get_by_role("img")).to_be_visible()
    page.wait_for_function("document.querySelector('[data-testid=sharing] img').naturalWidth === 1200")
    check_accessible(page)
    ana.shot("share")
    stranger.page.goto(link)
    stranger.page.get_by_test_id("replay").wait_for()


def test_the_final_scoring_goes_on_by_itself_and_can_be_skipped(visit: Visit) -> None:
    visitor = visit(reduced_motion="no-preference")
    table = visitor.table("here", "here", record=last_answer())["table"]
    answer_last([visitor], table)
    told, final = visitor.page.get_by_test_id("final-entry"), view_of(visitor, table)["ending"]["lines"]
    first, second = (view_of(visitor, table)["ledger"][line["line"]]["sentence"] for line in final[:2])
    expect(told).to_have_text(first)
    moved = visitor.page.get_by_test_id("motion").get_attribute("data-moves")
    expect(told).to_have_text(second)
    expect(visitor.page.get_by_test_id("motion")).not_to_have_attribute("data-moves", str(moved))  # points fly, figures go home
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.get_by_test_id("winner")).to_be_visible()
    visitor.page.get_by_test_id("final-again").click()
    expect(told).to_have_text(first)
    visitor.page.reload()
    expect(visitor.page.get_by_test_id("winner")).to_be_visible()  # whoever comes later sees the result


def test_what_is_told_stays_in_sight_while_the_card_grows_with_its_words(visit: Visit) -> None:
    """In Spanish a line takes two or three rows of a small phone: the board must not go back to the last tile for that."""
    visitor = visit(**TOUCH | {"viewport": {"width": 360, "height": 640}}, locale="es-ES")
    table = visitor.table("here", "here", record=last_answer())["table"]
    page = visitor.page
    answer_last([visitor], table)
    for line in view_of(visitor, table)["ending"]["lines"]:
        page.get_by_test_id("final-next").tap()
        if not view_of(visitor, table)["ledger"][line["line"]]["cells"]:
            continue
        page.wait_for_timeout(150)  # longer than the card takes to get its size
        page.wait_for_function(
            """() => {
                const lit = document.querySelector('.glow').getBoundingClientRect();
                const card = document.querySelector('[data-testid=final]').getBoundingClientRect();
                const [x, y] = [(lit.left + lit.right) / 2, (lit.top + lit.bottom) / 2];
                return x > 0 && x < innerWidth && y > 0 && y < card.top;
            }"""
        )
