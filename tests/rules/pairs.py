"""Tests that prove what two modules do together say so themselves: ``@between(RIVER="TOWER GOLD", TOWER="RIVER")``.

The pages' tables "Interactions" are compared with these marks in ``test_pairs.py``.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

Test = TypeVar("Test", bound=Callable[..., None])


def between(**pages: str) -> Callable[[Test], Test]:
    """By page of the rules, the other modules of which this test proves what the page says."""

    def marked(test: Test) -> Test:
        return test

    return marked


@cache
def proofs() -> dict[str, dict[str, tuple[str, ...]]]:
    """By page and by the other module, the tests that prove it, as file and function without ``test_``."""
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            for mark in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
                if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == between.__name__:
                    name = f"{path.stem}::{node.name}".replace("test_", "")  # type: ignore[union-attr]
                    for page in mark.keywords:
                        for other in str(ast.literal_eval(page.value)).split():
                            rows = found.setdefault(str(page.arg), {})
                            rows[other] = (*rows.get(other, ()), name)
    return found
