"""The engine protocol: lines in, lines out. A search is told to stop before it begins, so that no budget is endless."""

from __future__ import annotations

from bastida.cli.engine import Talk
from tests.fuzzing.accepted import LONG, reading

WORDS = frozenset("id protocol option hellook ready info answer error".split())
MOST_LINES = 20


def one(data: bytes) -> None:
    if b"external" in data:
        return  # another program: nothing that a fuzzer may choose
    heard: list[str] = []
    talk = Talk("greedy", heard.append)
    for line in data.decode(errors="replace").split("\n")[:MOST_LINES]:
        talk.stop()
        with reading():
            talk.hear(line)
    for line in heard:
        assert line.partition(" ")[0] in WORDS, line
        assert line.isprintable(), repr(line)
        assert len(line) <= LONG + len(data), len(line)  # a name that nobody knows is said again
