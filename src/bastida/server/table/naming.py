"""What people call themselves and say: without characters that cannot be seen or that turn the text around them."""

from __future__ import annotations

import unicodedata

BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")  # letters and symbols that show nothing
STACKED = 4  # marks on one letter at most


def plain(text: str) -> str:
    """A text on one line, without control and format characters."""
    found: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind[0] == "M" else 0
        if letter.isspace():
            found.append(" ")
        elif marks <= STACKED and kind[0] != "C":
            found.append(letter)
    return " ".join("".join(found).split())


def readable(text: str) -> str:
    """The same, or nothing if there is nothing to be seen in it."""
    found = plain(text)
    return found if any(map(_seen, found)) else ""


def named(text: str) -> str:
    """A name; ValueError if it looks blank."""
    if not (found := readable(text)):
        raise ValueError("a name that can be read is needed")
    return found


def worded(text: str) -> str:
    """An identifier of somebody's choice; ValueError if it holds what no identifier of ours has."""
    if not text.isprintable():
        raise ValueError("characters that cannot be shown")
    return text


def _seen(letter: str) -> bool:
    return letter not in BLANK and unicodedata.category(letter)[0] in "LNPS"
