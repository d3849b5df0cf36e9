"""Native integers and integer columns: compiled types when compiled, plain ``int`` and ``list`` when not.

One source, two speeds: ``vec[i64]`` is a flat array of machine integers under mypyc and a list otherwise, because an
interpreted list is twice as fast as an interpreted array. Numbers must stay inside 63 bits.
"""

from typing import Any, Final

from bastida.kernel.codes import MOST_ROOM
from bastida.kernel.runaway import Runaway

COMPILED = not __file__.endswith(".py")  # mypy is told that this is always true
"""Whether the engine runs compiled. The results are the same without; it is only slower."""
if COMPILED:
    from librt.vecs import vec as vec
    from mypy_extensions import i64 as i64
else:

    class vec:
        """``vec[i64](values)`` is just ``list(values)``."""

        def __class_getitem__(cls, item: Any) -> Any:
            return list

    def i64(value: int = 0) -> int:
        """Just the number."""
        return value


__all__ = ["COMPILED", "bit", "column", "grown", "i64", "vec"]


def column(size: i64, value: i64) -> vec[i64]:
    """A new column of ``size`` equal numbers."""
    return vec[i64]([value] * size)


def grown(old: vec[i64], size: i64, value: i64) -> vec[i64]:
    """A longer copy of a column, filled up with ``value``; no game needs one of millions."""
    if size > MOST_ROOM:
        raise Runaway("numbers in a column")
    new = column(size, value)
    for i in range(len(old)):
        new[i] = old[i]
    return new


_BITS: Final = vec[i64]([1 << number for number in range(62)])


def bit(number: i64) -> i64:
    """``1 << number``: the compiler shifts a literal as a 32-bit number, so bits come from a table."""
    return _BITS[number]
