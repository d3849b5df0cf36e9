"""Do the tests notice a fault? Puts small ones into rules and referee, one at a time, and runs the tests each time.

    python tools/mutants.py                    everything, some minutes on two cores
    python tools/mutants.py king referee       some of it
    python tools/mutants.py --show king        also what changed in every mutant that nobody noticed

A mutant is a copy of a function with one thing changed: a number, a comparison, an argument left out. mutmut makes them and
runs the tests that reach the function; a mutant that some test refuses is killed. Ends with 1 when fewer than nine of ten are.
Everything lies below build/mutants.

Left out of the count are the numbers with which a module of rules begins: its set-up replaces them before anybody reads
them, so no test can tell them apart, and none should.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLACE = ROOT / "build" / "mutants"
COPIED = ("src", "tests", "docs", "tools", "benchmarks", "examples", "pyproject.toml", "README.md", "CONTRIBUTING.md")
LEAST = 0.9
# A mutant runs in a copy of a process that has run all tests before: what that remembers of set-ups is not the mutant's.
FRESH = """

@pytest.fixture(autouse=True)
def nothing_is_remembered() -> None:
    import sys

    for name, module in list(sys.modules.items()):
        if name.startswith("bastida"):
            for thing in list(vars(module).values()):
                if hasattr(thing, "cache_clear"):
                    thing.cache_clear()
"""
RULES = "src/bastida/carcassonne/expansions/{0}/rules.py"
BEGINNING = re.compile(r"ǁ__init____mutmut_\d+$")
SURVIVED, UNTESTED = 0, 33  # what mutmut writes down: the tests passed, or none came by


@dataclass(frozen=True)
class Subject:
    """A file, the tests that prove it, and which of its mutants say nothing."""

    name: str
    file: str
    tests: tuple[str, ...]
    idle: re.Pattern[str] | None = BEGINNING


@dataclass
class Found:
    subject: Subject
    killed: int
    survived: list[str]

    @property
    def share(self) -> float:
        return self.killed / max(1, self.killed + len(self.survived))


def of_rules(name: str) -> Subject:
    return Subject(name, RULES.format(name), (f"tests/rules/test_{name}.py",))


SUBJECTS = (
    of_rules("abbot"),
    of_rules("king"),
    of_rules("gold"),
    of_rules("flying"),
    of_rules("robbers"),
    Subject(
        "referee",
        "src/bastida/server/table/referee.py",
        (
            "tests/server/test_answers.py",
            "tests/server/test_clocks.py",
            "tests/server/test_hidden.py",
            "tests/server/test_blocks.py",
        ),
        None,
    ),
)


def prepared(subject: Subject) -> Path:
    """The folder in which its mutants live, with the sources as they are now."""
    folder = PLACE / subject.name
    folder.mkdir(parents=True, exist_ok=True)
    for name in COPIED:
        source, target = ROOT / name, folder / name
        if source.is_dir():
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.egg-info"))
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    with (folder / "tests" / "conftest.py").open("a", encoding="utf-8") as file:
        file.write(FRESH)
    settings = {"paths_to_mutate": [subject.file], "tests_dir": list(subject.tests), "also_copy": list(COPIED)}
    lines = [f"{name} = {json.dumps(value)}" for name, value in settings.items()]
    with (folder / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write("\n".join(["", "[tool.mutmut]", *lines, ""]))
    return folder


def tried(subject: Subject, jobs: int) -> Found:
    folder = prepared(subject)
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "BASTIDA_MODE")}
    command = [sys.executable, "-m", "mutmut", "run", "--max-children", str(jobs)]
    log = folder / "run.log"
    with log.open("w", encoding="utf-8") as output:
        done = subprocess.run(command, cwd=folder, env=environment, stdout=output, stderr=subprocess.STDOUT, check=False)
    kept = folder / "mutants" / f"{subject.file}.meta"
    if done.returncode or not kept.exists():
        raise SystemExit(f"{subject.name}: mutmut did not come to an end; all it said is in {log}")
    ends = json.loads(kept.read_text(encoding="utf-8"))["exit_code_by_key"]
    idle = {name for name in ends if subject.idle and subject.idle.search(name)}
    survived = [name for name, end in ends.items() if end in (SURVIVED, UNTESTED, None) and name not in idle]
    return Found(subject, len(ends) - len(idle) - len(survived), survived)


def show(found: Found) -> None:
    for name in found.survived:
        command = [sys.executable, "-m", "mutmut", "show", name]
        done = subprocess.run(command, cwd=PLACE / found.subject.name, capture_output=True, text=True, check=False)
        changed = [line for line in done.stdout.splitlines() if re.match(r"[-+](?![-+])", line)]
        print("\n".join([f"  {name}", *(f"    {line}" for line in changed)]))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python tools/mutants.py", description="Put faults in; do the tests notice?")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of {', '.join(one.name for one in SUBJECTS)}")
    parser.add_argument("--show", action="store_true", help="what changed in every mutant that survived")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args(arguments)
    unknown = set(given.names) - {one.name for one in SUBJECTS}
    if unknown:
        parser.error(f"{', '.join(sorted(unknown))}: there is {', '.join(one.name for one in SUBJECTS)}")
    few = False
    print("| file | mutants | killed | share |\n| --- | ---: | ---: | ---: |")
    for subject in SUBJECTS:
        if not given.names or subject.name in given.names:
            found = tried(subject, given.jobs)
            few |= found.share < LEAST
            total = found.killed + len(found.survived)
            print(
                f"| `{subject.file.removeprefix('src/bastida/')}` | {total} | {found.killed} | {found.share:.0%} |", flush=True
            )
            if given.show:
                show(found)
    return 1 if few else 0


if __name__ == "__main__":
    sys.exit(main())
