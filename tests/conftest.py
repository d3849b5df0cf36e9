"""Shared by all tests: is the suite running what it should?"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

import bastida
from bastida.kernel import shelf

MODES = {"interpreted": False, "compiled": True}
# Sources, documents and drawings are the same in both modes: what looks at them alone runs once, interpreted.
ONCE = (
    "test_architecture.py test_clauses.py test_clauses_translated.py test_guide.py test_leaks.py test_modules_page.py"
    " test_orphans.py test_release.py test_sentences.py test_telling.py test_every_lesson.py kernel/test_catalogue.py art"
).split()
collect_ignore = ONCE if os.environ.get("BASTIDA_MODE") == "compiled" else []
LONG = ("web/test_whole_games", "web/", "server/", "properties/")


def pytest_configure(config: pytest.Config) -> None:
    """``BASTIDA_MODE`` says which of the two speeds is meant; a wrong one would prove nothing."""
    mode = os.environ.get("BASTIDA_MODE")
    if not mode:
        return
    if mode not in MODES:
        raise pytest.UsageError(f"BASTIDA_MODE is {mode!r}, but must be {' or '.join(MODES)}")
    if MODES[mode] != bastida.COMPILED:
        raise pytest.UsageError(f"BASTIDA_MODE is {mode!r}, but the tests have found {bastida.__file__}")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long comes first, so that no process is left with it at the end."""
    items.sort(key=lambda item: next((rank for rank, part in enumerate(LONG) if part in item.nodeid), len(LONG)))


def pytest_report_header(config: pytest.Config) -> str:
    return f"bastida: {'compiled' if bastida.COMPILED else 'interpreted'}, {bastida.__file__}"


@pytest.fixture(params=["winter", "plus"])
def edition(request: pytest.FixtureRequest) -> str:
    """Both editions, for clauses without a mark."""
    return str(request.param)


@pytest.fixture(autouse=True)
def no_expansions_are_left_behind() -> Iterator[None]:
    """A command that names folders names them for its own process, which here is everybody's."""
    before = os.environ.get(shelf.VARIABLE)
    yield
    os.environ.pop(shelf.VARIABLE, None)
    if before is not None:
        os.environ[shelf.VARIABLE] = before
