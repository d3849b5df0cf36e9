"""Several browsers at one table: links, a spectator, taking back, talking; and a computer that plays along."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.checks import check_accessible
from tests.web.conftest import PHONE, Visit, Visitor
from tests.web.forms import opened, sit
from tests.web.hands import Hands


def seq(visitor: Visitor) -> int:
    return int(visitor.page.get_by_test_id("table").get_attribute("data-seq") or -1)


def check_seen(visitor: Visitor, number: int) -> None:
    expect(visitor.page.get_by_test_id("table")).to_have_attribute("data-seq", str(number))


def test_two_browsers_and_a_spectator(visit: Visit) -> None:
    ana, luis, eva = visit(), visit(), visit()
    page = opened(ana.go("#/new/link"))
    page.get_by_label("First player").select_option("0")
    page.get_by_test_id("start").click()
    page.get_by_test_id("menu").click()
    links = page.get_by_test_id("links")
    seat, watch = (links.get_by_role("textbox", name=name).input_value() for name in ("Player 2", "To watch"))
    page.keyboard.press("Escape")

    luis.page.goto(seat)
    sit(luis.page, "Luis")
    assert seat.partition("#")[2] not in luis.page.url  # the token is a cookie now
    eva.go()
    eva.page.get_by_label("Paste the link").fill(watch)
    eva.page.get_by_role("button", name="Join").click()
    eva.page.get_by_test_id("table").wait_for()

    first, second = Hands(ana.page), Hands(luis.page)
    for _ in range(3):
        for hands, waiting in ((first, luis), (second, ana)):
            sight = hands.look()
            sight = hands.answer(sight, sight.of("cell")[0])
            expect(waiting.page.get_by_test_id("dock").get_by_test_id("confirm")).to_have_count(0)
            if sight.kind == "figure":
                hands.point(sight.of("pass")[0])
            hands.page.get_by_test_id("done").click()
    first.look()
    for visitor in (luis, eva):
        check_seen(visitor, seq(ana))
    for visitor in (ana, luis, eva):
        visitor.page.get_by_test_id("tab-log").click()
    told = [visitor.page.get_by_test_id("log").get_by_role("listitem").all_inner_texts() for visitor in (ana, luis, eva)]
    bare = [[line.rpartition(":")[2] for line in lines] for lines in told]
    assert bare[0] == bare[1] == bare[2]  # the same for all
    spoken = [["You: tile placed" in line for line in lines] for lines in told]
    assert sum(spoken[0]) == sum(spoken[1]) == 3  # each is told what they did themselves
    assert not any(spoken[2])
    assert len(told[2]) >= 6
    expect(eva.page.locator("[data-option]")).to_have_count(0)
    eva.shot("spectator")

    ana.page.get_by_test_id("tab-chat").click()
    ana.page.get_by_label("Say something to the table").fill("¡Hola!")
    ana.page.keyboard.press("Enter")
    for visitor in (luis, eva):
        visitor.page.get_by_test_id("tab-chat").click()
        expect(visitor.page.get_by_test_id("chat")).to_contain_text("¡Hola!")


def test_taking_back(visit: Visit) -> None:
    visitor = visit()
    visitor.table("here", "here")
    page, hands = visitor.page, Hands(visitor.page)
    tiles = page.locator(".tiles > *")
    sight = hands.look()
    expect(page.get_by_test_id("undo")).to_have_count(0)
    hand = page.get_by_test_id("hand").get_attribute("data-tile")
    sight = hands.answer(sight, sight.of("cell")[0])
    assert sight.kind == "figure"
    expect(tiles).to_have_count(2)
    page.get_by_test_id("undo").click()
    sight = hands.look(sight.seq)
    assert sight.kind == "tile"
    expect(tiles).to_have_count(1)
    expect(page.get_by_test_id("hand")).to_have_attribute("data-tile", hand or "")
    sight = hands.answer(sight, sight.of("cell")[-1])
    sight = hands.answer(sight, sight.of("spot")[0])
    expect(page.get_by_test_id("undo")).to_have_count(0)  # the next tile is drawn
    expect(tiles).to_have_count(2)


def test_taking_back_when_the_others_agree(visit: Visit) -> None:
    ana, luis = visit(), visit()
    made = ana.table("here", "link", undo="ask")
    luis.page.goto(made["seats"][1]["link"])
    sit(luis.page)
    hands = Hands(ana.page)
    sight = hands.look()
    hands.answer(sight, sight.of("cell")[0])
    for answer, kind in (("Decline", "figure"), ("Accept", "tile")):
        ana.page.get_by_test_id("undo").click()
        luis.page.get_by_test_id("offer").get_by_role("button", name=answer).click()
        expect(luis.page.get_by_test_id("offer")).to_have_count(0)
        expect(ana.page.get_by_test_id("table")).to_have_attribute("data-kind", kind)


def test_play_now_against_the_computer(visit: Visit) -> None:
    visitor = visit()
    page = visitor.go()
    visitor.shot("home")
    page.get_by_test_id("play-now").click()
    hands = Hands(page)
    hands.play(8)  # each question comes after an answer of the computer
    page.get_by_test_id("tab-log").click()
    expect(page.get_by_test_id("log").get_by_text(": tile placed")).not_to_have_count(0)
    page.get_by_test_id("ask-hint").click()
    expect(page.get_by_test_id("hint")).to_contain_text("% of games")
    visitor.shot("hint")
    visitor.go()
    page.get_by_test_id("continue").get_by_role("link").click()
    expect(page.get_by_test_id("table")).to_be_visible()


def test_five_players_have_room_on_a_phone(visit: Visit) -> None:
    """The points of all are in sight, and so is the way to the panel."""
    visitor = visit(viewport=PHONE)
    visitor.table("here", "here", "here", "here", "here", game="plus-all")
    page = visitor.page
    for name in ("menu", "panel", *(f"points-{seat}" for seat in range(5))):
        expect(page.get_by_test_id(name).first).to_be_in_viewport(ratio=1)
    page.get_by_test_id("panel").click()
    expect(page.get_by_test_id("tab-log")).to_be_visible()
    check_accessible(page)


def test_a_line_of_the_log_shows_its_tile(visit: Visit) -> None:
    visitor = visit()
    visitor.table("here", "here")
    hands = Hands(visitor.page)
    sight = hands.look()
    hands.answer(sight, sight.of("cell")[0])
    line = visitor.page.get_by_test_id("log").get_by_role("listitem").first
    expect(line).to_contain_text("Ana: tile placed")
    expect(line.locator("img")).to_be_visible()
    page, lit = visitor.page, visitor.page.locator(".glow")
    line.get_by_role("button").hover()
    expect(lit).to_have_count(1)  # the place on the board
    page.mouse.move(200, 200)
    expect(lit).to_have_count(0)
    line.get_by_role("button").click()
    expect(lit).to_have_count(1)
    check_accessible(page)


@pytest.mark.parametrize(
    ("code", "asked", "waiting", "done"),
    [
        ("es", "Te toca: coloca la loseta", "Esperando a Ana", "Tú: loseta colocada"),
        ("ca", "Et toca: col·loca la lloseta", "S'espera Ana", "Tu: lloseta col·locada"),
        ("en", "Your turn: place the tile", "Waiting for Ana", "You: tile placed"),
    ],
)
def test_each_is_spoken_to_and_waits_for_the_others(visit: Visit, code: str, asked: str, waiting: str, done: str) -> None:
    ana, luis = visit(locale=code), visit(locale=code, viewport=PHONE, has_touch=True)
    made = ana.table("here", "link")
    luis.page.goto(next(seat["link"] for seat in made["seats"] if seat["seat"] == 1))
    sit(luis.page)
    for visitor, words in ((ana, asked), (luis, waiting)):
        expect(visitor.page.get_by_test_id("question")).to_contain_text(words)
    hands = Hands(ana.page)
    sight = hands.look()
    hands.answer(sight, sight.of("cell")[0])
    expect(ana.page.get_by_test_id("log").get_by_role("listitem").first).to_contain_text(done)


def test_a_seat_goes_on_at_another_device_and_is_taken_back(visit: Visit) -> None:
    ana, phone, luis = visit(), visit("401", viewport=PHONE, locale="ca-ES"), visit(viewport=PHONE, locale="es-ES")
    ana.go("#/new/link").get_by_test_id("start").click()
    page = ana.page
    page.get_by_test_id("menu").click()
    guest = page.get_by_test_id("links").get_by_role("textbox", name="Player 2").input_value()
    luis.page.goto(guest)
    sit(luis.page, "Luis")
    expect(page.get_by_test_id("links").get_by_role("textbox")).to_have_count(1)  # used up; the other one is to watch

    own = page.get_by_test_id("own-links")
    own.locator("summary").click()
    page.get_by_test_id("another-0").click()
    link = own.get_by_role("textbox", name="Your seat").input_value()
    ana.shot("own-link")
    check_accessible(ana.page)
    phone.page.goto(link)
    phone.page.get_by_test_id("menu").click()
    phone.page.get_by_test_id("own-links").locator("summary").click()
    phone.page.get_by_test_id("another-0").click()
    expect(phone.page.get_by_test_id("own-links").get_by_role("textbox")).to_be_visible()
    phone.shot("own-link-phone")

    page.get_by_test_id("sign-out-0").click()
    expect(own.get_by_role("status")).to_contain_text("Only this device")
    expect(phone.page.get_by_role("heading", name="No es pot obrir la taula")).to_be_visible()
    luis.page.goto("about:blank")
    stranger = visit("403", locale="es-ES")
    stranger.page.goto(guest)
    expect(stranger.page.get_by_role("alert")).to_contain_text("Alguien se ha sentado ya con este enlace")


def test_a_seat_moves_up_with_its_colour_and_the_first_player(visit: Visit) -> None:
    page = opened(visit().go("#/new"))
    page.get_by_test_id("edition-winter").click()
    expect(page.get_by_text("By the book, whoever is youngest decides.")).to_be_visible()
    page.get_by_test_id("seat-1").get_by_role("textbox").fill("Luis")
    page.get_by_label("First player").select_option(label="Luis")
    page.get_by_test_id("up-1").click()
    expect(page.get_by_test_id("seat-0").get_by_role("textbox")).to_have_value("Luis")
    expect(page.get_by_label("Colour of player 1")).to_have_value("blue")
    expect(page.get_by_label("First player")).to_have_value("0")
