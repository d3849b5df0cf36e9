"""The load rig of the benchmarks measures what it says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import bastida
from tests.server.running import once

ROOT = Path(__file__).parents[2]


@once
def test_the_load_rig_plays_and_measures() -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(bastida.__file__).parents[1])}
    command = [sys.executable, "-m", "benchmarks.tables", "--tables", "3", "--pace", "0.2", "--seconds", "2"]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=True)
    assert "tables held          3 (6 streams)" in run.stdout
    found = re.search(r"answers +([\d.]+) a second, (\d+) refused", run.stdout)
    assert found
    assert float(found[1]) > 1
    assert found[2] == "0"
    assert "p99" in run.stdout
    assert "processor share" in run.stdout
