"""Changing inputs with some sense: words, numbers and lines instead of bits. libFuzzer changes bits by itself."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

NUMBERS = (
    b"0 1 -1 2 3 4 7 10 20 100 127 128 255 256 1000 65535 65536 99999 1000000 2147483647 2147483648 4611686018427387904"
    b" 9223372036854775807 -9223372036854775808 9999999999999999999999999999999999999999 1e999 nan 0.5 -0"
).split()
SIGNS = [b"\x00", b"\n", b"\xff", "é".encode(), "\u202e".encode(), "٣".encode(), b'"', b"\\", b"\xed\xa0\x80", b"%00", b"~"]
GLUES = (b" ", b"\n", b"; ", b" | ", b",", b":", b"\n--\n", b"=")
NUMBER = re.compile(rb"-?[0-9]+")
WORD = re.compile(rb"[A-Za-z_][A-Za-z0-9_-]*")


def words_of(inputs: Sequence[bytes], most: int = 400) -> list[bytes]:
    """What inputs are made of, in the order in which it comes."""
    found: dict[bytes, None] = {}
    for data in inputs:
        found.update(dict.fromkeys(word for word in WORD.findall(data) if 1 < len(word) < 24))
    return list(found)[:most]


class Mutator:
    """Changes inputs with what other inputs of the same kind are made of."""

    def __init__(self, inputs: Sequence[bytes]) -> None:
        self.inputs = list(inputs) or [b""]
        self.words = words_of(self.inputs) or [b"x"]
        self.ways: list[Callable[[bytes, random.Random], bytes]] = [
            self.other_number, self.other_number, self.other_number, self.next_number, self.other_word, self.other_word,
            self.swapped, self.doubled, self.dropped, self.borrowed, self.sign, self.cut,
        ]  # fmt: skip

    def changed(self, data: bytes, seed: int) -> bytes:
        """An input with a few changes; the same for the same seed."""
        chance = random.Random(seed)
        for _ in range(chance.choice((1, 1, 1, 2, 3, 6))):
            data = chance.choice(self.ways)(data, chance)
        return data

    def new(self, seed: int) -> bytes:
        """Some input of the corpus, changed."""
        return self.changed(random.Random(seed).choice(self.inputs), seed)

    # -- the ways

    def _put(self, data: bytes, shape: re.Pattern[bytes], chance: random.Random, put: Callable[[bytes], bytes]) -> bytes:
        places = [found.span() for found in shape.finditer(data)]
        if not places:
            return data
        start, end = chance.choice(places)
        return data[:start] + put(data[start:end]) + data[end:]

    def other_number(self, data: bytes, chance: random.Random) -> bytes:
        return self._put(data, NUMBER, chance, lambda _: chance.choice(NUMBERS))

    def next_number(self, data: bytes, chance: random.Random) -> bytes:
        return self._put(data, NUMBER, chance, lambda old: b"%d" % (int(old[:18]) + chance.choice((-1, 1))))

    def other_word(self, data: bytes, chance: random.Random) -> bytes:
        return self._put(data, WORD, chance, lambda _: chance.choice(self.words))

    def _pieces(self, data: bytes, chance: random.Random) -> tuple[bytes, list[bytes]]:
        glues = [glue for glue in GLUES if glue in data] or [b" "]
        glue = chance.choice(glues)
        return glue, data.split(glue)

    def swapped(self, data: bytes, chance: random.Random) -> bytes:
        glue, pieces = self._pieces(data, chance)
        a, b = chance.randrange(len(pieces)), chance.randrange(len(pieces))
        pieces[a], pieces[b] = pieces[b], pieces[a]
        return glue.join(pieces)

    def doubled(self, data: bytes, chance: random.Random) -> bytes:
        glue, pieces = self._pieces(data, chance)
        pieces.insert(chance.randrange(len(pieces) + 1), chance.choice(pieces))
        return glue.join(pieces)

    def dropped(self, data: bytes, chance: random.Random) -> bytes:
        glue, pieces = self._pieces(data, chance)
        if len(pieces) > 1:
            del pieces[chance.randrange(len(pieces))]
        return glue.join(pieces)

    def borrowed(self, data: bytes, chance: random.Random) -> bytes:
        """A piece takes the place of another, from some other input."""
        glue, pieces = self._pieces(data, chance)
        pieces[chance.randrange(len(pieces))] = chance.choice(chance.choice(self.inputs).split(glue))
        return glue.join(pieces)

    def sign(self, data: bytes, chance: random.Random) -> bytes:
        at = chance.randrange(len(data) + 1)
        return data[:at] + chance.choice(SIGNS) + data[at + chance.randrange(2) :]

    def cut(self, data: bytes, chance: random.Random) -> bytes:
        at = chance.randrange(len(data) + 1)
        return data[:at] + data[at + chance.randrange(1, 40) :]
