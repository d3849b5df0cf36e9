"""Fuzz the readers, one after the other.

python -m tests.fuzzing                          every target for a minute each, going on where it stopped
python -m tests.fuzzing positions --seconds 600  one of them for ten minutes
python -m tests.fuzzing --keep                   take over into the corpus what reaches something new
python -m tests.fuzzing positions --input FILE   one input again, with its traceback
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tests.fuzzing import CORPUS, FINDINGS, TARGETS, WORK
from tests.fuzzing.seeds import SEEDS
from tests.soaking import Kept

LONGEST = 8_192  # bytes of an input in the fuzzer; readers are tried with longer ones elsewhere
SECONDS = 25  # for one input, games to the end included: a slow machine, not a limit of the readers
MEGABYTES = 2_048
STATUS = re.compile(r"^#(\d+)\s+\w+ +cov: (\d+) ft: (\d+) corp: (\d+)/", re.MULTILINE)


@dataclass
class Run:
    """What one run of a fuzzer came to."""

    executions: int = 0
    edges: int = 0
    inputs: int = 0
    megabytes: int = 0

    @classmethod
    def read(cls, log: str) -> Run:
        lines = STATUS.findall(log)
        runs = re.findall(r"stat::number_of_executed_units: +(\d+)", log)
        memory = re.findall(r"stat::peak_rss_mb: +(\d+)", log)
        last = lines[-1] if lines else ("0", "0", "0", "0")
        return cls(int(runs[-1] if runs else last[0]), int(last[1]), int(last[3]), int(memory[-1] if memory else 0))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing", description="fuzz the readers")
    parser.add_argument("targets", nargs="*", metavar="target", help=f"of {', '.join(TARGETS)}; all unless named")
    parser.add_argument("--seconds", type=float, default=float(os.environ.get("FUZZ_SECONDS", "60")), help="for each target")
    parser.add_argument("--keep", action="store_true", help="bring what reaches something new into the corpus")
    parser.add_argument("--input", type=Path, help="one input again")
    options = parser.parse_args(arguments)
    targets = options.targets or TARGETS
    if strange := [name for name in targets if name not in TARGETS]:
        parser.error(f"there is no target {strange[0]}")
    for name in targets:
        if options.input:
            importlib.import_module(f"tests.fuzzing.targets.{name}").one(options.input.read_bytes())
        elif options.keep:
            keep(name)
        else:
            fuzz(name, options.seconds)
    found = sorted(file for name in targets for file in (FINDINGS / name).glob("*") if file.suffix != ".txt")
    for file in found:
        print(f"found: {file}")
    return 1 if found else 0


def flags(name: str) -> list[str]:
    limits = [f"-max_len={LONGEST}", f"-timeout={SECONDS}", f"-rss_limit_mb={MEGABYTES}"]
    return [*limits, f"-artifact_prefix={FINDINGS / name}/", "-print_final_stats=1", "-reload=0"]


def fuzz(name: str, seconds: float) -> None:
    """Run a fuzzer for so long; one that libFuzzer has stopped is started again."""
    own = WORK / name
    for folder in (own, FINDINGS / name, CORPUS / name):
        folder.mkdir(parents=True, exist_ok=True)
    for data in SEEDS[name]():
        (own / hashlib.sha1(data).hexdigest()).write_bytes(data)
    kept = Kept(f"fuzz-{name}")
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) >= 1:
        before = len(list((FINDINGS / name).iterdir()))
        run = child(name, [f"-max_total_time={int(left)}", *flags(name), str(own), str(CORPUS / name)])
        new = len([file for file in (FINDINGS / name).iterdir() if file.suffix != ".txt"]) - before
        kept.add(executions=run.executions, found=max(0, new))
        print(
            f"{name:>10}: {run.executions:,} inputs, {run.edges:,} edges, {run.inputs} kept, {run.megabytes} MB"
            f" | so far: {kept.told().partition(': ')[2]}",
            flush=True,
        )
        if not run.executions:
            raise SystemExit(f"the fuzzer of {name} does not start: {WORK / name}.log")


def child(name: str, arguments: list[str]) -> Run:
    log = WORK / f"{name}.log"
    command = [sys.executable, "-m", "tests.fuzzing.child", name, *arguments]
    with log.open("wb") as output:
        subprocess.run(command, stdout=output, stderr=output, check=False, preexec_fn=lambda: os.nice(10))
    return Run.read(log.read_text(errors="replace"))


def keep(name: str) -> None:
    """The smallest set of inputs that reaches what the corpus and this machine's findings reach; under their hashes."""
    old = CORPUS / name
    old.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        child(name, ["-set_cover_merge=1", "-use_counters=0", *flags(name), place, str(old), str(WORK / name)])
        new = {file.name: file for file in Path(place).iterdir()}
        print(f"{name:>10}: {len(list(old.iterdir()))} inputs before, {len(new)} now")
        for file in old.iterdir():
            if file.name not in new:
                file.unlink()
        for file in new.values():
            shutil.copy(file, old / file.name)


if __name__ == "__main__":
    sys.exit(main())
