"""Seeds deal the same tiles everywhere: our short way to the first number of ``random.Random`` leads to the same number."""

from __future__ import annotations

import random

import pytest

from bastida.kernel.twister import first_random, twisted


@pytest.mark.parametrize(
    "text", ["", "0/0", "7/70", "ñandú/3", "日本/12", "\0/1", "\0\0\0\0\0/1", "x" * 4000, *map(str, range(40))]
)
def test_the_number_is_that_of_the_standard_library(text: str) -> None:
    assert twisted(text) == first_random(text) == random.Random(text).random()
