import sys; sys.path[:0]=["/work/main/tests","/work/main"]
from web.conftest import *
from web.hands import Hands
def test_x(visit):
    visitor = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    visitor.table("here", "here")
    page, hands = visitor.page, Hands(visitor.page, touch=True)
    cell = hands.look().of("cell")[0]
    touch = visitor.context.new_cdp_session(page)
    for step, kind in enumerate(["touchStart", *["touchMove"] * 6, "touchEnd"]):
        points = [] if kind == "touchEnd" else [{"x": cell.x + 10 * step, "y": cell.y}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    print([c.x for c in hands.look().of("cell")])
    page.get_by_test_id("fit").tap()
    for _ in range(4):
        page.wait_for_timeout(300); print([c.x for c in hands.look().of("cell")])
    page.get_by_test_id("fit").tap()
    page.wait_for_timeout(300); print([c.x for c in hands.look().of("cell")])
