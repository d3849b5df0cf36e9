"""German has the longest words of our languages: on a phone none of them is cut off or runs out of its place."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.checks import check_fits
from tests.web.conftest import PHONE, Visit, Visitor
from tests.web.test_every_screen import SCREENS, check_texts

# Texts that are wider than the box that hides what is too much, that lie outside the screen where nothing can be scrolled, or
# that run over the edge of their button.
# The names of players may end in dots, and what only screen readers read is clipped away or lies in a box of one pixel.
CUT = """() => [...document.querySelectorAll('body *')].filter((one) => {
  if (![...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())) return false;
  if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || one.closest('svg, .name')) return false;
  const { width, left, right } = one.getBoundingClientRect();
  if (width < 2 || getComputedStyle(one).clipPath === 'inset(50%)') return false;
  const scrolls = (box) => box && (/auto|scroll/.test(getComputedStyle(box).overflowX) || scrolls(box.parentElement));
  const outside = (left < -1 || right > innerWidth + 1) && !scrolls(one.parentElement);
  const button = one.closest('button, a.button')?.getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(one);
  const lines = button ? [...words.getClientRects()] : [];
  const over = lines.some((line) => line.left < button.left - 1 || line.right > button.right + 1);
  return outside || over || (/hidden|clip/.test(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth + 1);
}).map((one) => `${one.tagName} ${one.className}: ${one.textContent.trim().slice(0, 60)}`)"""
SMALL = {"width": 360, "height": 640}


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.__name__)
def test_no_german_word_is_cut_off_on_a_phone(visit: Visit, screen: Callable[[Visitor], None]) -> None:
    visitor = visit(locale="de-DE", has_touch=True)  # not as a phone, which shows a page that is too wide smaller
    screen(visitor)
    check_texts(visitor.page, "de")
    visitor.page.set_viewport_size(PHONE)
    visitor.page.wait_for_timeout(100)
    visitor.shot(f"german-{screen.__name__}")
    for size in (PHONE, SMALL):
        visitor.page.set_viewport_size(size)
        visitor.page.wait_for_timeout(100)
        check_fits(visitor.page)
        assert visitor.page.evaluate(CUT) == []
