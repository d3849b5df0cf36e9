"""What happens on the table is seen, heard and told: motion, sounds, title, notices, unread chat, and the computer's pace."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.running import Served
from tests.server.sleeping import Sleep
from tests.web.checks import check_accessible, check_fits
from tests.web.conftest import DESK, PHONE, Visit, Visitor
from tests.web.forms import opened, sit
from tests.web.hands import Hands
from tests.web.test_camera import at_a_large_board

MOVING = {"reduced_motion": "no-preference"}
SCREENS = {"desk": {"viewport": DESK}, "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True}}
MOST = 1500  # milliseconds of a move

# Timers that are held: motion goes on until the test lets it end, however busy the machine is.
HOLD = """
window.held = [];
const real = window.setTimeout;
window.setTimeout = (work, after, ...rest) => {
  if (!window.holding || !after) return real(work, after, ...rest);
  window.held.push({ after, work });
  return 0;
};
window.release = (most) => {
  const due = window.held.filter(({ after }) => after <= most).sort((a, b) => a.after - b.after);
  window.held = window.held.filter(({ after }) => after > most);
  for (const { work } of due) work();
};
"""
# How long the motions last that run now, and how many copies fly.
MOTIONS = """() => {
  const own = document.getAnimations().filter((one) => one.id !== 'hidden' && one.constructor === Animation); // no styles
  return {
    ends: own.map(({ effect }) => effect.getComputedTiming().endTime),
    copies: document.querySelector('[data-testid=motion]').childElementCount,
    hidden: document.getAnimations().filter(({ id }) => id === 'hidden').length,
    properties: [...new Set(own.flatMap(({ effect }) => effect.getKeyframes().flatMap(Object.keys)))].sort(),
  };
}"""
PLAIN = {"composite", "computedOffset", "easing", "offset", "opacity", "transform"}


def answer(visitor: Visitor, table: str, *, decline: bool = False, **more: Any) -> dict[str, Any]:
    """Answer beside the page; the view after it."""
    path = f"{visitor.url}/api/tables/{table}"
    view = visitor.context.request.get(path).json()
    options = view["decision"]["options"]
    option = next((one for one in options if one["declines"] == decline), options[0])
    body = {"seat": view["decision"]["seat"], "seq": view["seq"], "answer": option["text"], "key": f"k{view['seq']}"}
    done = visitor.context.request.post(f"{path}/answers", data=body | more)
    assert done.ok, done.text()
    after: dict[str, Any] = visitor.context.request.get(path).json()
    return after


def sat_down(visitor: Visitor, made: dict[str, Any], seat: int = 1) -> None:
    """Take the seat of a link beside the page."""
    claimed = visitor.context.request.post(
        f"{visitor.url}/api/tables/{made['table']}/claim", data={"token": made["seats"][seat]["token"]}
    )
    assert claimed.ok, claimed.text()


def watching(visit: Visit, **more: Any) -> tuple[Visitor, str, Visitor]:
    """Somebody who plays beside the page, the table, and somebody who watches with motion and held timers."""
    host, guest = visit(), visit(**MOVING | more)
    made = host.table("here", "here")
    host.page.goto("about:blank")
    guest.page.add_init_script(HOLD)
    guest.page.goto(made["watch"])
    guest.page.locator(f'[data-table="{made["table"]}"]').wait_for()
    expect(guest.page.get_by_test_id("hand")).to_be_visible()
    guest.page.evaluate("window.holding = true")
    return host, made["table"], guest


def check_seen(page: Page, view: dict[str, Any]) -> None:
    expect(page.get_by_test_id("table")).to_have_attribute("data-seq", str(view["seq"]))


def check_over(page: Page) -> None:
    """Nothing flies, and nothing is hidden any more."""
    expect(page.get_by_test_id("motion")).to_have_attribute("data-running", "")
    assert page.evaluate(MOTIONS) == {"ends": [], "copies": 0, "hidden": 0, "properties": []}


# -- motion ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("screen", SCREENS)
def test_anothers_move_flies_in_and_is_over_in_time(visit: Visit, screen: str) -> None:
    host, table, guest = watching(visit, **SCREENS[screen])
    page, motion = guest.page, guest.page.get_by_test_id("motion")
    for kind, moves in (("tile", 1), ("figure", 2)):
        view = answer(host, table)
        check_seen(page, view)
        expect(motion).to_have_attribute("data-moves", str(moves))
        expect(motion).to_have_attribute("data-running", "yes")
        seen = page.evaluate(MOTIONS)
        assert seen["copies"] >= 1, kind
        assert seen["hidden"] >= 1, kind  # what is real waits below
        assert max(seen["ends"]) <= MOST
        assert set(seen["properties"]) <= PLAIN
        check_fits(page)
        page.evaluate(f"release({MOST})")
        check_over(page)
    newest = view["board"][-1]
    assert (
        page.locator(f'[data-cell="{newest["x"]},{newest["y"]}"]').evaluate("one => getComputedStyle(one).visibility")
        == "visible"
    )
    check_accessible(page)


@pytest.mark.parametrize("screen", SCREENS)
def test_a_tap_or_a_key_skips_it(visit: Visit, screen: str) -> None:
    host, table, guest = watching(visit, **SCREENS[screen])
    page = guest.page
    for skip in ("tap", "key"):
        check_seen(page, answer(host, table))
        expect(page.get_by_test_id("motion")).to_have_attribute("data-running", "yes")
        if skip == "key":
            page.keyboard.press("Shift")
        elif screen == "phone":
            page.touchscreen.tap(200, 200)
        else:
            page.mouse.click(200, 200)
        check_over(page)


def test_the_next_move_ends_it_at_once(visit: Visit) -> None:
    host, table, guest = watching(visit)
    first = answer(host, table)["board"][-1]
    motion = guest.page.get_by_test_id("motion")
    expect(motion).to_have_attribute("data-moves", "1")
    check_seen(guest.page, answer(host, table))
    expect(motion).to_have_attribute("data-moves", "2")
    cell = guest.page.locator(f'[data-cell="{first["x"]},{first["y"]}"]')
    assert cell.evaluate("one => getComputedStyle(one).visibility") == "visible"
    assert max(guest.page.evaluate(MOTIONS)["ends"]) <= MOST


def test_an_answer_is_taken_while_something_moves(visit: Visit) -> None:
    ana, luis = visit(**MOVING), visit()
    ana.page.add_init_script(HOLD)
    made = ana.table("link", "here", first=0)
    sat_down(luis, made, 0)
    page = ana.page
    expect(page.get_by_test_id("hand")).to_be_visible()
    page.evaluate("window.holding = true")
    answer(luis, made["table"])
    view = answer(luis, made["table"], decline=True)
    check_seen(page, view)
    expect(page.get_by_test_id("motion")).to_have_attribute("data-running", "yes")
    # by what assistive devices do: no pointer and no key comes before it
    page.get_by_test_id("cell").first.dispatch_event("click")
    expect(page.get_by_test_id("motion")).to_have_attribute("data-running", "yes")
    page.get_by_test_id("confirm").dispatch_event("click")
    check_seen(page, view | {"seq": view["seq"] + 1})


def test_less_motion_means_none(visit: Visit) -> None:
    host, table, guest = watching(visit, reduced_motion="reduce")
    for _ in range(3):
        check_seen(guest.page, answer(host, table))
        assert guest.page.evaluate(MOTIONS)["copies"] == 0
    assert guest.page.get_by_test_id("motion").get_attribute("data-moves") is None


def test_far_away_tiles_are_painted_with_less_in_them(visit: Visit) -> None:
    visitor = visit(viewport=PHONE)
    page = at_a_large_board(visitor, 80)
    painted = "[...document.querySelectorAll('.tiles image')].map((one) => one.getAttribute('href'))"
    all_painted = f"{painted}.length === document.querySelectorAll('.tiles > *').length"
    page.wait_for_function(f"() => {painted}.length >= 80 && {all_painted}")
    near = set(page.evaluate(painted))
    page.get_by_test_id("fit").click()
    page.wait_for_function(f"(near) => {painted}.every((one) => !near.includes(one))", arg=list(near))
    visitor.shot("far-away")
    for _ in range(6):
        page.keyboard.press("+")
    page.wait_for_function(f"(near) => {painted}.every((one) => near.includes(one))", arg=list(near))


# -- the computer's pace --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pace", ["fast", "normal"])
def test_the_computer_pauses_unless_it_is_to_be_fast(
    visit: Visit, server: Served, monkeypatch: pytest.MonkeyPatch, pace: str
) -> None:
    sleep = Sleep()
    monkeypatch.setattr(server.live.computers, "sleep", sleep)
    monkeypatch.setattr(server.live, "settings", replace(server.live.settings, pause_seconds=1000.0))
    page = opened(visit().go("#/new"))
    page.get_by_test_id("table-rules").locator("summary").first.click()
    expect(page.get_by_test_id("pace-normal")).to_be_checked()
    page.get_by_test_id(f"pace-{pace}").check()
    page.get_by_label("First player").select_option("0")
    page.get_by_test_id("start").click()
    hands = Hands(page)
    sight = hands.look()
    hands.answer(sight, sight.of("cell")[0])
    table = page.get_by_test_id("table")
    page.get_by_test_id("pass").click()
    if pace == "normal":
        assert sleep.asleep.wait(60)
        expect(table).to_have_attribute("data-kind", "")  # still the computer's turn, and nothing is stuck
        page.get_by_test_id("menu").click()
        page.keyboard.press("Escape")
        sleep.open.set()
    expect(table).to_have_attribute("data-kind", "tile")
    assert any(sleep.asked) == (pace == "normal")


# -- sounds ---------------------------------------------------------------------------------------------------------------

DEAF = """
window.devices = 0; window.notes = 0;
Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } }); // looking at the page is no tap
const Real = window.AudioContext;
window.AudioContext = class extends Real {
  constructor(...rest) { super(...rest); window.devices++; }
  createOscillator() { window.notes++; return super.createOscillator(); }
};
"""


def test_nothing_is_heard_before_the_first_tap_nor_with_the_switch_off(visit: Visit) -> None:
    host, guest = visit(), visit(allowed="AudioContext encountered an error")
    made = host.table("here", "here")
    page, table = guest.page, made["table"]
    page.add_init_script(DEAF)
    page.goto(made["watch"])
    page.locator(f'[data-table="{table}"]').wait_for()
    check_seen(page, answer(host, table))
    assert page.evaluate("devices") == 0
    page.mouse.click(300, 300)
    answer(host, table)
    page.wait_for_function("() => notes > 0")
    page.get_by_test_id("menu").click()
    page.get_by_test_id("sound").uncheck()
    page.keyboard.press("Escape")
    page.evaluate("notes = 0")
    check_seen(page, answer(host, table))
    page.reload()
    page.locator(f'[data-table="{table}"]').wait_for()
    page.mouse.click(300, 300)
    check_seen(page, answer(host, table))
    page.evaluate("new Promise((done) => setTimeout(done, 50))")  # sounds of a calm page come at once
    assert page.evaluate("notes") == 0
    page.get_by_test_id("menu").click()
    expect(page.get_by_test_id("sound")).not_to_be_checked()


# -- whose turn it is -----------------------------------------------------------------------------------------------------

BELL = """
window.told = [];
window.asked = 0;
window.Notification = class {
  static permission = 'default';
  static async requestPermission() { window.asked++; Notification.permission = 'granted'; return 'granted'; }
  constructor(title, { body }) { window.told.push([title, body]); }
  close() {}
};
Object.defineProperty(document, 'hidden', { get: () => window.away ?? false });
"""


def test_the_tab_and_a_notice_tell_whose_turn_it_is(visit: Visit) -> None:
    ana, luis = visit(allowed="Service Worker", service_workers="block", viewport=PHONE), visit()
    ana.page.add_init_script(BELL)
    made = ana.table("here", "link")
    table, page = made["table"], ana.page
    expect(page).to_have_title("Plus · Bastida")  # nobody plays yet
    sat_down(luis, made)
    expect(page).to_have_title("● Your turn · Plus · Bastida")
    offer = page.get_by_test_id("notify-offer")
    expect(offer).to_have_count(0)
    sight = Hands(page).look()
    Hands(page).answer(sight, sight.of("cell")[0])
    expect(offer).to_be_visible()
    ana.shot("notice-offer")
    check_accessible(page)
    assert page.evaluate("asked") == 0
    offer.get_by_role("button", name="Yes, please").click()
    expect(offer).to_have_count(0)
    assert page.evaluate("asked") == 1
    page.get_by_test_id("pass").click()
    expect(page).to_have_title("Plus · Bastida")
    page.evaluate("away = true")
    answer(luis, table)
    answer(luis, table, decline=True)
    expect(page).to_have_title("● Your turn · Plus · Bastida")
    page.wait_for_function("() => told.length > 0")
    assert page.evaluate("told.map(([title]) => title)") == ["Your turn · Plus"]


def test_against_the_computer_no_notice_is_offered(visit: Visit) -> None:
    visitor = visit(allowed="Service Worker", service_workers="block")
    visitor.page.add_init_script(BELL)
    visitor.table("here", "computer")
    hands = Hands(visitor.page)
    hands.play(2)
    expect(visitor.page.get_by_test_id("notify-offer")).to_have_count(0)
    visitor.page.get_by_test_id("menu").click()
    expect(visitor.page.get_by_test_id("notify")).not_to_be_checked()


# -- chat -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("screen", SCREENS)
def test_unread_chat_has_a_badge(visit: Visit, screen: str) -> None:
    ana, luis = visit(**SCREENS[screen]), visit()
    made = ana.table("here", "link")
    sat_down(luis, made)
    page = ana.page

    def say(visitor: Visitor, seat: int, number: int) -> None:
        body = {"seat": seat, "key": f"chat{seat}{number}", "text": f"line {number}"}
        assert visitor.context.request.post(f"{visitor.url}/api/tables/{made['table']}/chat", data=body).ok

    badge = page.get_by_test_id("unread" if screen == "desk" else "panel-unread")
    expect(badge).to_have_count(0)
    say(luis, 1, 1)
    say(ana, 0, 2)
    say(luis, 1, 3)
    expect(badge).to_have_text("2")
    expect(badge).to_be_in_viewport(ratio=1)
    ana.shot(f"unread-{screen}")
    if screen == "phone":
        expect(page.get_by_test_id("panel")).to_have_accessible_name("Players, scoreboard and log, 2 unread messages")
        page.get_by_test_id("panel").click()
    check_accessible(page)
    page.get_by_test_id("tab-chat").click()
    expect(badge).to_have_count(0)
    say(luis, 1, 4)
    expect(page.get_by_test_id("chat")).to_contain_text("line 4")
    expect(badge).to_have_count(0)  # it is being looked at
    page.reload()
    page.locator(f'[data-table="{made["table"]}"]').wait_for()
    page.get_by_test_id("panel" if screen == "phone" else "tab-log").click()
    page.get_by_test_id("tab-chat").click()
    expect(page.get_by_test_id("chat")).to_contain_text("line 4")
    expect(badge).to_have_count(0)


def test_what_others_say_or_offer_leaves_what_is_chosen(visit: Visit) -> None:
    ana, luis = visit(), visit()
    made = ana.table("here", "link")
    luis.page.goto(next(one["link"] for one in made["seats"] if one["seat"] == 1))
    sit(luis.page)
    page, table = ana.page, made["table"]
    place = page.get_by_test_id("cell").first
    place.click()
    expect(page.get_by_test_id("confirm")).to_be_enabled()
    seq = int(str(page.get_by_test_id("table").get_attribute("data-seq")))
    body = {"seat": 1, "seq": seq, "key": "end", "kind": "end"}
    assert luis.context.request.post(f"{luis.url}/api/tables/{table}/offers", data=body).ok
    expect(page.get_by_test_id("offer")).to_be_visible()
    expect(page.get_by_test_id("confirm")).to_be_enabled()
    turned = page.get_by_test_id("hand").get_attribute("data-turns")
    page.get_by_test_id("offer").get_by_role("button").last.click()
    expect(page.get_by_test_id("offer")).to_have_count(0)
    expect(page.get_by_test_id("hand")).to_have_attribute("data-turns", str(turned))
    expect(page.get_by_test_id("confirm")).to_be_enabled()


def test_whoever_has_given_up_is_asked_nothing(visit: Visit) -> None:
    """A computer plays on for them: neither the tab nor the dock says that it is their turn."""
    ana, luis = visit(), visit()
    made = ana.table("here", "link", "here")
    luis.page.goto(next(one["link"] for one in made["seats"] if one["seat"] == 1))
    sit(luis.page)
    path = f"{luis.url}/api/tables/{made['table']}"
    assert luis.context.request.post(f"{path}/resign", data={"seat": 1, "key": "resign"}).ok
    expect(luis.page.get_by_test_id("question")).to_contain_text("Waiting")
    for _ in range(2):  # Ana lays her tile and places nobody
        view = ana.context.request.get(path).json()
        options = view["decision"]["options"]
        body = {"seat": 0, "seq": view["seq"], "key": str(view["seq"]), "answer": options[-1]["text"]}
        assert ana.context.request.post(f"{path}/answers", data=body).ok
    for _ in range(20):
        assert "●" not in luis.page.title()
        assert luis.page.get_by_test_id("ask-hint").count() == 0
        luis.page.wait_for_timeout(50)
