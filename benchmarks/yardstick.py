"""The C reference: compiled when a compiler is there, and run in the same minute as what it is compared with."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).resolve().parent / "reference" / "ref.c"
FLAGS = ("-O2",)
BLOCKS, GAMES = 3, 500  # a run takes about twenty milliseconds


class Yardstick:
    """A compiled reference in a folder of its own; ``compiler`` is empty when there is none."""

    def __init__(self) -> None:
        self.compiler = ""
        self._folder = tempfile.TemporaryDirectory(prefix="bastida-bench-")
        self._program = Path(self._folder.name) / "ref"
        for name in (os.environ.get("CC"), "gcc", "cc", "clang"):
            compiler = shutil.which(name) if name else None
            if compiler and self._compile(compiler):
                self.compiler = Path(compiler).name
                return

    def _compile(self, compiler: str) -> bool:
        command = [compiler, *FLAGS, "-o", str(self._program), str(SOURCE)]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0

    def run(self, blocks: int = BLOCKS, games: int = GAMES) -> dict[str, Any]:
        """Rates of games and copies, and the sums of points of the games played."""
        command = [str(self._program), str(blocks), str(games)]
        found: dict[str, Any] = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
        return found

    def rate(self) -> float | None:
        """Games per second, now; None without a compiler."""
        return float(self.run()["games"]) if self.compiler else None

    def close(self) -> None:
        self._folder.cleanup()
