"""The table of modules in the documentation is true."""

from tests.modules_page import PAGE, page


def test_the_page_of_modules_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "write it again with: python -m tests.modules_page"
