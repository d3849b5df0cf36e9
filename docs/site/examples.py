"""What mkdocstrings runs: examples in docstrings, ``>>> ...``, become blocks of code."""

from __future__ import annotations

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"(?:^|\n\n)(>>> .*?)(?=\n\n|\Z)", re.DOTALL)


class Examples(griffe.Extension):
    """Puts fences around examples, and around drawings that are indented."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = EXAMPLE.sub("\n\n```pycon\n\\1\n```", obj.docstring.value).strip()
