"""Coverage-guided fuzzing of everything that reads what strangers send. See docs/soak.md.

A target is a file of ``targets`` with one function ``one(data)``; the fuzzer (Atheris, in ``child``), the runner
(``python -m tests.fuzzing``) and the suite (``test_fuzzing``) all use it as it is.
"""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).parent
CORPUS = HERE / "corpus"  # in the repository: small, and each file reaches something that no other does
WORK = Path("build/fuzz")  # what was found on this machine, from where the next run goes on
FINDINGS = WORK / "findings"
TARGETS = ("texts", "jsons", "positions", "notation", "protocol", "setups", "settings", "expansions", "requests")
