"""Programs that play, well or badly, over the line protocol."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "engine-protocol.md"
GREETING = 'print("hellook", flush=True)'


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], str]:
    """The command that runs a piece of Python."""

    def write(code: str) -> str:
        path = tmp_path / f"bot{len(list(tmp_path.glob('bot*')))}.py"
        path.write_text(code, encoding="utf-8")
        return shlex.join([sys.executable, str(path)])

    return write


def bot_of_the_page() -> str:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return str(code)
