"""What the parts beside the core need, by the extra that installs it: ``pip install "bastida[table]"``.

The core (engine, records, players, arena, command, SVG) does without all of these. Whatever needs more asks for it by
``need`` where it begins, so that whoever lacks it reads what to install instead of the name of a module.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib.util import find_spec

from bastida.language.refused import Refused, why

# The modules that an extra brings and that our code imports; pyproject.toml says which packages they come from.
MODULES: Mapping[str, tuple[str, ...]] = {
    "table": ("fastapi", "uvicorn", "sqlalchemy", "alembic"),
    "pictures": ("resvg_py", "PIL"),
    "env": ("numpy", "gymnasium", "pettingzoo"),
    "ray": ("ray",),
    "data": ("numpy", "pyarrow"),
    "postgres": ("psycopg",),
}


class MissingExtra(Refused, ImportError):
    """A part of Bastida is asked for whose packages are not installed; ``extra`` is what to install."""

    def __init__(self, extra: str) -> None:
        super().__init__(why("extra.missing", extra=extra))
        self.extra = extra


def has(extra: str) -> bool:
    """Is all there that this extra installs?"""
    return all(_is_there(module) for module in MODULES[extra])


def need(extra: str) -> None:
    """Raise `MissingExtra` unless all is there that this extra installs."""
    if not has(extra):
        raise MissingExtra(extra)


def _is_there(module: str) -> bool:
    if module in sys.modules:
        return sys.modules[module] is not None
    return find_spec(module) is not None
