"""How a person plays at the page: looks at what is in sight, points at it with mouse, finger or keys, and confirms."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Error, Page

LOOK = Path(__file__).with_name("look.js").read_text(encoding="utf-8")
PATIENCE = 30_000  # milliseconds
LATE = 8_000  # after which somebody whose tap has done nothing taps again
MISSES = 3  # such taps in a whole game: a busy machine drops one now and then, a page must not
AT_ONCE = ("answer", "pass", "space", "seat")  # one click answers
ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
SHOWN_FIRST = ("cell", "spot")  # one click shows, another confirms


@dataclass(frozen=True)
class Control:
    """Something in sight that stands for an answer, or changes what is shown."""

    control: str
    text: str
    x: float
    y: float
    width: float
    height: float
    chosen: bool


@dataclass(frozen=True)
class Sight:
    """A table that asks, or is over."""

    seq: int
    over: bool
    kind: str
    controls: tuple[Control, ...]

    def of(self, *names: str) -> list[Control]:
        return [control for control in self.controls if control.control.startswith(names)]


def same(control: Control, sight: Sight) -> Control:
    """A control where it is now."""
    found = [one for one in sight.of(control.control) if one.text == control.text or (one.chosen and control.chosen)]
    assert found, f"{control} is gone"
    return found[0]


@dataclass
class Hands:
    """Two hands at a page, which remember by which controls they have answered which questions."""

    page: Page
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    touch: bool = False
    used: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    missed: int = 0

    def look(self, seq: int = -1, patience: int = PATIENCE) -> Sight:
        """What is asked now, or next after ``seq``."""
        seen: dict[str, Any] = self.page.evaluate(LOOK, {"seq": seq, "patience": patience})
        return Sight(seen["seq"], seen["over"], seen["kind"], tuple(Control(**control) for control in seen["controls"]))

    def point(self, control: Control) -> None:
        """A click or a tap, as the device sends it."""
        self.at(control.x, control.y)

    def press(self, name: str, then: str | Callable[[int], object]) -> None:
        """Point at something that is no answer, by its test id, so that something else comes into sight or about."""
        thing = self.page.get_by_test_id(name)
        while True:
            thing.click(trial=True)  # waits until it stands still
            box = thing.bounding_box()
            assert box, f"{name} is not in sight"
            self.at(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            try:
                self.page.get_by_test_id(then).first.wait_for(timeout=LATE) if isinstance(then, str) else then(LATE)
            except Error:
                self.miss(f"nothing comes of {name}")
            else:
                return

    def miss(self, problem: str) -> None:
        self.missed += 1
        assert self.missed <= MISSES, f"{problem}, pointed at {self.missed} times"

    def at(self, x: float, y: float) -> None:
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    @cached_property
    def devtools(self) -> CDPSession:
        return self.page.context.new_cdp_session(self.page)

    # -- answers ----------------------------------------------------------------------------------------------------------

    def answer(self, sight: Sight, control: Control) -> Sight:
        """Answer by a control, to the next question."""
        self.used[sight.kind][control.control] += 1
        if control.control not in SHOWN_FIRST:
            return self.until_next(sight, control)
        if not control.chosen:
            sight = self.show(control)
        turn = sight.of("turn")
        for _ in range(self.chance.randrange(3) if turn else 0):
            self.point(turn[0])
        again = [one for one in sight.of("spot") if one.chosen]  # a tile would turn
        return self.until_next(sight, self.chance.choice(sight.of("confirm") + again))

    def show(self, control: Control) -> Sight:
        """Point at what one click shows and another confirms, once more if it was missed; what is in sight then."""
        self.point(control)
        sight = self.look()
        while not [one for one in sight.of(control.control) if one.chosen]:
            self.miss(f"{control.text} cannot be chosen")
            self.point(same(control, sight))
            sight = self.look()
        return sight

    def until_next(self, sight: Sight, control: Control) -> Sight:
        """Point at a control that answers, once more if nothing comes of it."""
        while True:
            self.point(control)
            try:
                return self.look(sight.seq, LATE)
            except Error:
                self.miss(f"{control.control} {control.text} does not answer {sight.kind!r}")
                now = self.look()
                if now.seq != sight.seq:  # it did, late
                    return now
                control = same(control, now)

    def by_keys(self, sight: Sight) -> Sight:
        """Go from place to place with the arrows, turn, and confirm."""
        self.used[sight.kind]["keys"] += 1
        for key in self.chance.choices(ARROWS, k=self.chance.randint(1, 3)):
            self.page.keyboard.press(key)
        if sight.of("cell") and self.chance.random() < 0.5:
            self.page.keyboard.press(self.chance.choice(["r", "Shift+R"]))
        while True:
            self.page.keyboard.press("Enter")
            try:
                return self.look(sight.seq, LATE)
            except Error:
                self.miss(f"Enter does not answer {sight.kind!r}")

    def by_typing(self, sight: Sight, text: str) -> Sight:
        """Type the answer in notation."""
        self.used[sight.kind]["typed"] += 1
        self.page.get_by_test_id("all-answers").click()
        self.page.get_by_test_id("typed").fill(text)
        self.page.keyboard.press("Enter")
        return self.look(sight.seq)

    def by_list(self, sight: Sight, text: str) -> Sight:
        """Take the answer from the list of all: one that has a place is shown there first."""
        self.used[sight.kind]["listed"] += 1
        self.page.get_by_test_id("all-answers").click()
        self.page.get_by_test_id("list").locator(f'[data-option="{text}"]').click()
        if shown := self.look().of("confirm"):
            self.point(shown[0])
        return self.look(sight.seq)

    # -- whole games ------------------------------------------------------------------------------------------------------

    def choose(self, sight: Sight) -> Control:
        """Any control in sight; declining only where nothing else is offered."""
        found = sight.of(*SHOWN_FIRST, *AT_ONCE)
        assert found, f"nothing to answer {sight.kind!r} with"
        return self.chance.choice([one for one in found if one.control != "pass"] or found)

    def play(self, most: int = 2000, keys: float = 0.0) -> Sight:
        """Play at random until the game is over or so many questions were answered; some of them by keys."""
        sight = self.look()
        for _ in range(most):
            if sight.over:
                break
            figures = sight.of("figure-")
            if figures and self.chance.random() < 0.3:
                self.point(self.chance.choice(figures))
                sight = self.look()
            if sight.of(*SHOWN_FIRST) and self.chance.random() < keys:
                sight = self.by_keys(sight)
            else:
                sight = self.answer(sight, self.choose(sight))
        return sight
