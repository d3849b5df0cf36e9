"""One fuzzer: ``python -m tests.fuzzing.child TARGET [flags of libFuzzer] FOLDER...``. See ``tests.fuzzing``.

A fault does not stop it: the first input that shows it is kept with its traceback, and the fuzzer goes on. Only what
libFuzzer itself stops (too long, too much memory, a crash of the interpreter) ends the process.
"""

from __future__ import annotations

import hashlib
import importlib
import logging
import sys
import traceback

import atheris

from tests.fuzzing import CORPUS, FINDINGS
from tests.fuzzing.mutating import Mutator

WORDS_OF_OURS = 0.6  # share of inputs that are changed by word instead of by bit


def main() -> None:
    name, *flags = sys.argv[1:]
    logging.disable(logging.WARNING)
    with atheris.instrument_imports(include=["bastida"]):
        one = importlib.import_module(f"tests.fuzzing.targets.{name}").one
    known = {place for file in (FINDINGS / name).glob("*.txt") if (place := file.read_text().partition("\n")[0])}

    def tried(data: bytes) -> None:
        try:
            one(data)
        except Exception as error:
            place = place_of(error)
            if place not in known:
                known.add(place)
                keep(name, data, place, error)

    inputs = [path.read_bytes() for path in sorted((CORPUS / name).glob("*"))]
    mutator = Mutator(inputs)

    def changed(data: bytes, most: int, seed: int) -> bytes:
        if seed % 100 < 100 * WORDS_OF_OURS:
            return mutator.changed(data, seed)[:most]
        return bytes(atheris.Mutate(data, most))

    again = f"{sys.executable} -m tests.fuzzing.child {name}"  # libFuzzer starts itself by its first argument when it merges
    atheris.Setup([again, *flags], tried, custom_mutator=changed)
    atheris.Fuzz()


def place_of(error: BaseException) -> str:
    """Where a fault is: its kind and the last line of ours that it went through."""
    cause = error.__cause__ if error.__cause__ is not None else error
    frames = [frame for frame in traceback.extract_tb(cause.__traceback__) if "/bastida/" in frame.filename]
    frames = frames or list(traceback.extract_tb(cause.__traceback__))
    last = frames[-1]
    return f"{type(error).__name__} {type(cause).__name__} {last.filename.rpartition('/bastida/')[2]}:{last.lineno}"


def keep(name: str, data: bytes, place: str, error: BaseException) -> None:
    folder = FINDINGS / name
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / hashlib.sha1(data).hexdigest()
    file.write_bytes(data)
    file.with_suffix(".txt").write_text(f"{place}\n\n{''.join(traceback.format_exception(error))}", errors="replace")
    print(f"FOUND {name}: {place}: {file}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
