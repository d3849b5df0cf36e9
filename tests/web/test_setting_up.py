"""A table in three taps, names that are asked for once, and what the first page lists."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.checks import check_accessible, check_fits
from tests.web.conftest import DESK, PHONE, Visit, Visitor
from tests.web.forms import choose, opened
from tests.web.hands import Hands

FINGER = 44  # pixels
HAND: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
SIZES = pytest.mark.parametrize("device", [{"viewport": DESK}, HAND], ids=["desk", "phone"])


def table(visitor: Visitor) -> dict[str, Any]:
    """The table in sight, as this browser sees it."""
    visitor.page.get_by_test_id("table").wait_for()
    found: dict[str, Any] = json.loads(visitor.text(f"/api/tables/{visitor.page.url.rpartition('/')[2]}"))
    return found


def names(visitor: Visitor) -> list[str]:
    return [player["name"] for player in table(visitor)["players"]]


# -- three taps -----------------------------------------------------------------------------------------------------------


def test_three_taps_on_a_phone(visit: Visit) -> None:
    visitor = visit(name="Ana", **HAND)
    page = visitor.go()
    page.get_by_test_id("new-alone").tap()
    page.get_by_test_id("edition-winter").tap()
    page.get_by_test_id("start").tap()
    view = table(visitor)
    assert view["game"]["preset"] == "winter"
    assert [(player["name"], player["kind"]) for player in view["players"]] == [("Ana", "here"), ("Computer", "computer")]


@pytest.mark.parametrize(("who", "kinds"), [("here", ["here", "here"]), ("link", ["here", "link"])])
def test_the_other_two_ways(visit: Visit, who: str, kinds: list[str]) -> None:
    visitor = visit()
    page = visitor.go()
    page.get_by_test_id(f"new-{who}").click()
    page.get_by_test_id("start").click()
    view = table(visitor)
    assert [player["kind"] for player in view["players"]] == kinds
    assert [player["name"] for player in view["players"]] == ["Player 1", "Player 2"]


def test_everything_else_is_behind_more_within_two_screens_of_a_phone(visit: Visit) -> None:
    visitor = visit(locale="es-ES", **HAND)
    page = visitor.go("#/new")
    page.get_by_test_id("start").wait_for()
    more = page.get_by_test_id("more").bounding_box()
    assert more
    assert more["y"] + more["height"] <= 2 * PHONE["height"]
    expect(page.get_by_test_id("start")).to_be_in_viewport()
    for name in ("set-inns", "seat-1", "rulings", "table-rules"):
        expect(page.get_by_test_id(name)).to_have_count(0)
    for name in ("who-alone", "who-here", "who-link", "more-players", "edition-plus", "edition-hunters", "all-steps", "start"):
        box = page.get_by_test_id(name).bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= FINGER, name
    check_fits(page)
    check_accessible(page)
    visitor.shot("phone-new-table")
    opened(page)
    for name in ("set-inns", "seat-1", "rulings", "table-rules"):
        expect(page.get_by_test_id(name)).to_be_visible()
    check_fits(page)


def test_players_are_added_and_taken_away_up_to_what_the_game_allows(visit: Visit) -> None:
    visitor = visit(name="Ana")
    page = visitor.go("#/new/here")
    for name in ("Luis", "Eva"):
        page.get_by_test_id("more-players").click()
        page.get_by_role("textbox").last.fill(name)
    page.get_by_test_id("name-1").fill("Pau")
    for _ in range(2):
        page.get_by_test_id("more-players").click()
    expect(page.get_by_test_id("more-players")).to_be_disabled()  # six
    choose(page, "edition-winter")
    expect(page.get_by_test_id("players")).to_have_text("5")
    page.get_by_test_id("fewer").click()
    page.get_by_test_id("start").click()
    assert names(visitor) == ["Ana", "Pau", "Luis", "Eva"]


def test_the_levels_are_a_ladder_with_what_was_measured(visit: Visit) -> None:
    visitor = visit(**HAND)
    page = visitor.go("#/new/alone")
    levels = json.loads(visitor.text("/api/catalogue?lang=en"))["levels"]
    assert len(levels) == 8
    ladder = page.get_by_test_id("ladder")
    ladder.locator("summary").tap()
    for number, level in enumerate(levels, 1):
        rung = page.get_by_test_id(f"level-{level['id']}")
        expect(rung).to_contain_text(f"{number} {level['name']} {level['about']}", use_inner_text=False)
        if level["wins"]:
            expect(rung).to_contain_text(f"Wins {100 * level['wins']['value']:.0f}".rsplit(" ", 1)[0])
            expect(rung).to_contain_text(f"against level {number - 1}.")
        else:
            expect(rung).not_to_contain_text("Wins")
    check_accessible(page)
    visitor.shot("phone-ladder")
    page.get_by_test_id("level-ranking").tap()
    expect(ladder).not_to_have_attribute("open", "")
    expect(ladder.locator("summary")).to_have_text("Level 4 · Journeyman")
    expect(page.get_by_test_id("level-now")).to_contain_text("Wins 69% of the games against level 3.")
    page.get_by_test_id("start").tap()
    assert table(visitor)["players"][1]["level"] == "ranking"


def test_the_next_step_of_the_learning_order_and_what_was_played_last(visit: Visit) -> None:
    visitor = visit()
    page = visitor.go("#/new/here")
    expect(page.get_by_test_id("favourites")).to_have_count(0)
    expect(page.get_by_test_id("preset-plus-first-game")).to_contain_text("next step")
    for step in ("plus-first-game", "plus-inns"):
        page = visitor.go("#/new/here")
        choose(page, f"preset-{step}")
        page.get_by_test_id("start").click()
        page.get_by_test_id("table").wait_for()
        visitor.go("#/nowhere")
    page = visitor.go("#/new/here")
    expect(page.get_by_test_id("next-step")).to_have_count(1)
    expect(page.get_by_test_id("preset-plus-traders")).to_contain_text("next step")
    expect(page.get_by_test_id("preset-plus-inns").get_by_text("played")).to_be_attached()
    favourites = page.get_by_test_id("favourites").get_by_role("button")
    assert favourites.all_inner_texts() == ["Plus with Inns", "Plus: first game"]
    expect(favourites.first).to_have_attribute("aria-pressed", "true")
    favourites.last.click()
    expect(page.locator("footer")).to_contain_text("Plus: first game")
    page.get_by_test_id("start").click()
    assert table(visitor)["game"]["preset"] == "plus-first-game"


def test_a_clock_ends_the_game_at_zero_unless_said_otherwise(visit: Visit) -> None:
    visitor = visit()
    page = opened(visitor.go("#/new/here"))
    page.get_by_test_id("table-rules").locator("summary").click()
    page.get_by_label("Play with a clock").check()
    expect(page.get_by_label("At zero")).to_have_value("lose")
    page.get_by_test_id("start").click()
    assert table(visitor)["settings"]["clock"]["at_zero"] == "lose"


# -- names ----------------------------------------------------------------------------------------------------------------


@SIZES
def test_the_name_is_asked_for_once_and_used_everywhere(visit: Visit, device: dict[str, Any]) -> None:
    visitor = visit(name=None, locale="es-ES", **device)
    page = visitor.go()
    page.get_by_test_id("play-now").click()
    dialog = page.get_by_test_id("name-dialog")
    expect(page.get_by_test_id("my-name")).to_be_focused()
    check_accessible(page)
    visitor.shot(f"name-{device['viewport']['width']}")
    page.keyboard.type("  Núria ")
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    assert names(visitor) == ["Núria", "Ordenador"]
    expect(page.get_by_test_id("question")).to_contain_text("Te toca")
    visitor.go().get_by_test_id("play-now").click()
    assert names(visitor) == ["Núria", "Ordenador"]
    visitor.go("#/nowhere")
    visitor.go("#/learn/plus/road").get_by_test_id("coach").wait_for()
    expect(page.get_by_test_id("player-0").first).to_contain_text("Núria")


def test_no_name_is_an_answer_too(visit: Visit) -> None:
    visitor = visit(name=None, locale="es-ES")
    visitor.go().get_by_test_id("play-now").click()
    visitor.page.get_by_test_id("name-skip").click()
    assert names(visitor) == ["Jugador 1", "Ordenador"]
    visitor.go().get_by_test_id("play-now").click()
    assert names(visitor) == ["Jugador 1", "Ordenador"]  # not asked again


def test_escape_plays_without_a_name(visit: Visit) -> None:
    visitor = visit(name=None)
    visitor.go("#/new/link").get_by_test_id("start").click()
    visitor.page.get_by_test_id("name-dialog").wait_for()
    visitor.page.keyboard.press("Escape")
    assert names(visitor) == ["Player 1", "Player 2"]


def test_whoever_types_a_name_into_the_form_is_not_asked_again(visit: Visit) -> None:
    visitor = visit(name=None)
    page = visitor.go("#/new/here")
    page.get_by_test_id("name-0").fill("Ana")
    page.get_by_test_id("start").click()
    assert names(visitor) == ["Ana", "Player 2"]
    visitor.go().get_by_test_id("play-now").click()
    assert names(visitor) == ["Ana", "Computer"]


def test_the_name_is_changed_in_the_settings(visit: Visit) -> None:
    visitor = visit(name="Ana")
    page = visitor.go()
    page.get_by_test_id("settings-name").fill("Anna")
    page.get_by_test_id("settings-name").press("Tab")
    page.get_by_test_id("play-now").click()
    assert names(visitor)[0] == "Anna"
    page.get_by_test_id("menu").click()
    page.get_by_role("dialog").get_by_test_id("settings-name").fill("Marta")
    page.get_by_role("dialog").get_by_test_id("settings-name").press("Tab")
    visitor.go().get_by_test_id("play-now").click()
    assert names(visitor)[0] == "Marta"


# -- the first page -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("locale", "play"), [("de-DE", "Jetzt spielen"), ("fr-FR", "Play now"), ("es-AR", "Jugar ya"), ("ca", "Juga ara")]
)
def test_a_browser_is_spoken_to_in_its_language_or_in_english(visit: Visit, locale: str, play: str) -> None:
    visitor = visit(locale=locale)
    page = visitor.go()
    expect(page.get_by_test_id("play-now")).to_have_text(play)
    page.get_by_test_id("play-now").click()
    asked = {"Play now": "place the tile", "Jetzt spielen": "Lege das Plättchen"}.get(play, "")
    expect(page.get_by_test_id("question")).to_contain_text(asked)


def finish(page: Page) -> None:
    page.get_by_test_id("menu").click()
    for _ in range(2):
        page.get_by_test_id("resign").click()
    page.get_by_test_id("final-skip").or_(page.get_by_test_id("winner")).first.wait_for()


@SIZES
def test_finished_games_are_listed_apart(visit: Visit, device: dict[str, Any]) -> None:
    visitor = visit(**device)
    page = visitor.page
    done = visitor.table("here", "here")["table"]
    finish(page)
    going_on = visitor.table("here", "here", game="winter")["table"]
    visitor.go()
    expect(page.get_by_test_id("continue").get_by_role("link")).to_have_count(1)
    expect(page.get_by_test_id("continue").get_by_role("link")).to_have_attribute("href", f"#/table/{going_on}")
    finished = page.get_by_test_id("finished")
    expect(finished.locator("summary")).to_have_text("1 finished game")
    expect(finished.get_by_role("link")).not_to_be_visible()
    finished.locator("summary").click()
    expect(finished.get_by_role("link")).to_have_attribute("href", f"#/table/{done}")
    check_fits(page)
    check_accessible(page)
    visitor.shot(f"home-finished-{device['viewport']['width']}")
    finished.get_by_role("link").click()
    expect(page.locator(f'[data-table="{done}"]')).to_have_attribute("data-status", "over")


def test_a_game_of_this_device_is_set_up_again_by_hands_alone(visit: Visit) -> None:
    """What was chosen behind "more" is there again, and a finger plays on."""
    visitor = visit(**HAND)
    page = opened(visitor.go("#/new/here"))
    choose(page, "set-inns")
    page.get_by_test_id("start").tap()
    table(visitor)
    visitor.go("#/nowhere")
    visitor.go("#/new")
    page.get_by_test_id("start").tap()
    assert "inns" in table(visitor)["game"]["elements"]
    hands = Hands(page, touch=True)
    sight = hands.look()
    assert hands.answer(sight, sight.of("cell")[0]).seq > sight.seq
