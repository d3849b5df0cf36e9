"""What is public: the names in the ``__all__`` of every module and the public parts of classes, read without importing."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[1] / "src"
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Name:
    """A public name, and what is said of it."""

    module: str  # where it is defined
    name: str  # ``Game.play``
    docstring: str


def file_of(module: str) -> Path:
    path = SOURCE.joinpath(*module.split("."))
    return path / "__init__.py" if (path / "__init__.py").is_file() else path.with_suffix(".py")


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(file_of(module).read_text(encoding="utf-8"))


def modules() -> list[str]:
    files = sorted((SOURCE / "bastida").rglob("*.py"))
    return [".".join(file.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__") for file in files]


def listed(module: str) -> list[str]:
    """The names in ``__all__``; also those in groups, ``*("a", "b")``."""
    if "__all__" not in file_of(module).read_text(encoding="utf-8"):
        return []
    for node in tree(module).body:
        if isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == "__all__" for target in node.targets
        ):
            return [
                part.value for part in ast.walk(node.value) if isinstance(part, ast.Constant) and isinstance(part.value, str)
            ]
    return []


def found(module: str, name: str) -> tuple[str, ast.stmt, ast.stmt | None]:
    """Where a name is defined, its definition, and the statement behind it."""
    body = flat(tree(module).body)
    for number, node in enumerate(body):
        if isinstance(node, Function | ast.ClassDef) and node.name == name:
            return module, node, None
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                return module, node, body[number + 1] if number + 1 < len(body) else None
    for node in body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "bastida":
            for alias in node.names:
                if (alias.asname or alias.name) == name:
                    return found(node.module, alias.name)
    raise LookupError(f"{module}.{name} is defined nowhere")


def flat(body: list[ast.stmt]) -> list[ast.stmt]:
    """Statements with those below an ``if``."""
    return [part for node in body for part in (flat([*node.body, *node.orelse]) if isinstance(node, ast.If) else [node])]


def bases(module: str, node: ast.ClassDef) -> Iterator[tuple[str, ast.ClassDef]]:
    """The classes of ours that a class is made from, the nearest first."""
    for base in node.bases:
        if isinstance(base, ast.Name):
            try:
                home, parent, _ = found(module, base.id)
            except LookupError:  # not ours
                continue
            if isinstance(parent, ast.ClassDef):
                yield home, parent
                yield from bases(home, parent)


def methods(node: ast.ClassDef) -> dict[str, str]:
    """The public methods and properties of a class, with their docstrings."""
    return {
        part.name: ast.get_docstring(part) or ""
        for part in node.body
        if isinstance(part, Function) and not part.name.startswith("_") and not is_setter(part)
    }


def is_setter(node: Function) -> bool:
    return any(isinstance(mark, ast.Attribute) and mark.attr == "setter" for mark in node.decorator_list)


def said(module: str, name: str) -> Iterator[Name]:
    """What is said of a name, and of the parts of a class; a method may leave it to the class it comes from."""
    home, node, behind = found(module, name)
    if isinstance(node, ast.ClassDef):
        yield Name(home, name, ast.get_docstring(node) or "")
        family = [(home, node), *bases(home, node)]
        for part in dict.fromkeys(part for _, one in family for part in methods(one)):
            yield Name(home, f"{name}.{part}", next((text for _, one in family if (text := methods(one).get(part))), ""))
    elif isinstance(node, Function):
        yield Name(home, name, ast.get_docstring(node) or "")
    elif isinstance(behind, ast.Expr) and isinstance(behind.value, ast.Constant) and isinstance(behind.value.value, str):
        yield Name(home, name, behind.value.value)
    else:
        yield Name(home, name, "")


def names(module: str) -> list[Name]:
    """Every public name of a module."""
    return [one for name in listed(module) for one in said(module, name)]
