"""Flat memory that arrays of NumPy look into: bytes and 32-bit numbers, written by compiled code without a copy."""

from __future__ import annotations

from array import array

from mypy_extensions import i32 as i32

from bastida.kernel.native import COMPILED, i64, vec

if COMPILED:
    from mypy_extensions import u8 as u8
else:

    def u8(value: int = 0) -> int:
        """A byte: a plain number where nothing is compiled."""
        return value

    def i32(value: int = 0) -> int:
        """A number of 32 bits: a plain one where nothing is compiled."""
        return value


__all__ = ["byte", "bytes_of", "i32", "numbers_of", "u8"]


def bytes_of(size: i64) -> vec[u8]:
    """So many bytes, all zero."""
    if COMPILED:
        return vec[u8]([0] * size)
    return bytearray(size)


def numbers_of(size: i64) -> vec[i32]:
    """So many 32-bit numbers, all zero."""
    if COMPILED:
        return vec[i32]([0] * size)
    return array("i", bytes(4 * size))


def byte(value: i64) -> u8:
    """A number as a byte: what is less than nothing counts from the top, what is too large stays at the top."""
    if value > 255:
        return u8(255)
    return u8(value & 255)
