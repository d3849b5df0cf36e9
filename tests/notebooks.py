"""The notebooks of ``docs/notebooks`` without Jupyter: run their cells and compare, or write, what comes out."""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "notebooks"


def read(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def cells(book: dict[str, Any]) -> list[dict[str, Any]]:
    """The cells with code."""
    return [cell for cell in book["cells"] if cell["cell_type"] == "code"]


def run(book: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """What comes out of every cell with code, run one after the other in one namespace."""
    names: dict[str, Any] = {"__name__": "__main__"}
    return [outputs(cell, names, number) for number, cell in enumerate(cells(book), 1)]


def outputs(cell: dict[str, Any], names: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """What is printed, and the value of the last line if it is an expression."""
    tree = ast.parse(source(cell))
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, f"cell {number}", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
    found: list[dict[str, Any]] = []
    if printed.getvalue():
        text = printed.getvalue().splitlines(keepends=True)
        found.append({"name": "stdout", "output_type": "stream", "text": text})
    if value is not None:
        data: dict[str, list[str]] = {"text/plain": repr(value).splitlines(keepends=True)}
        if hasattr(value, "_repr_svg_"):
            data = {"image/svg+xml": value._repr_svg_().splitlines(keepends=True), **data}
        found.append({"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return found


def write(file: Path, book: dict[str, Any]) -> None:
    """Keep what comes out, as Jupyter does."""
    for number, (cell, found) in enumerate(zip(cells(book), run(book), strict=True), 1):
        cell["outputs"], cell["execution_count"] = found, number
    file.write_text(json.dumps(book, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
