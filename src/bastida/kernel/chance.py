"""A small, fast generator for play-outs. Games that people play are dealt by ``bastida.table.dealer`` instead."""

from __future__ import annotations

from typing import final

from bastida.kernel.native import i64


@final
class Rng:
    """Thirty-two bits of xorshift: the same numbers compiled and interpreted."""

    def __init__(self, seed: i64) -> None:
        self.state: i64 = ((seed * 2654435761) ^ 0x9E3779B9) & 0xFFFFFFFF
        if self.state == 0:
            self.state = 0x9E3779B9
        for _ in range(8):
            self.below(2)

    def below(self, n: i64) -> i64:
        x = self.state
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
        self.state = x
        return (x * n) >> 32
