"""Caches of what strangers ask for: so many entries and so many bytes at most, the one not asked for longest goes first.

All of them are in one list, so that a test can fill them and count.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import ClassVar
from weakref import WeakSet


class Cache:
    """Bytes by a key. What is larger than a quarter of the whole is not kept."""

    every: ClassVar[WeakSet[Cache]] = WeakSet()

    def __init__(self, name: str, entries: int, size: int) -> None:
        self.name, self.entries, self.size = name, entries, size
        self.held = 0  # bytes
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        Cache.every.add(self)

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Hashable) -> bytes | None:
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def put(self, key: Hashable, value: bytes) -> None:
        if key in self._kept:
            self.held -= len(self._kept.pop(key))
        if len(value) > self.size // 4:
            return
        self._kept[key] = value
        self.held += len(value)
        while self.held > self.size or len(self._kept) > self.entries:
            self.held -= len(self._kept.popitem(last=False)[1])

    def drop(self, key: Hashable) -> None:
        self.held -= len(self._kept.pop(key, b""))

    def clear(self) -> None:
        self._kept.clear()
        self.held = 0
