"""Which requests were answered already: the same key again changes nothing."""

from __future__ import annotations

from collections import OrderedDict

KEYS = 200  # of a seat that are remembered here; those before them only in the database


class Keys:
    """Which requests of each seat were answered, and with what: the newest ones."""

    def __init__(self) -> None:
        self._kept: dict[int | None, OrderedDict[str, int]] = {}
        self._more: set[int | None] = set()

    def get(self, seat: int | None, key: str) -> int | None:
        kept = self._kept.get(seat)
        return None if kept is None else kept.get(key)

    def note(self, seat: int | None, key: str, seq: int) -> None:
        kept = self._kept.setdefault(seat, OrderedDict())
        kept[key] = seq
        if len(kept) > KEYS:
            kept.popitem(last=False)
            self._more.add(seat)

    def more(self, seat: int | None) -> bool:
        """Older ones were forgotten, and only the database knows of them."""
        return seat in self._more

    def __len__(self) -> int:
        return sum(map(len, self._kept.values()))
