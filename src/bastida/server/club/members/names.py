"""Names of members: there is one of each, also for whoever only looks at them.

Two names are the same if they look alike: without case, accents, spaces and signs, with letters of other scripts and
digits that look like a Latin letter taken for it.
"""

from __future__ import annotations

import unicodedata
from hashlib import sha256

MOST = 80  # letters of a folded name: what the database holds
LIKE: dict[str, str] = {
    # Cyrillic
    "а": "a", "в": "b", "с": "c", "ԁ": "d", "е": "e", "ѕ": "s", "і": "l", "ї": "l", "ј": "j", "к": "k", "м": "m", "н": "h",
    "о": "o", "р": "p", "ԛ": "q", "т": "t", "у": "y", "ԝ": "w", "х": "x", "ь": "b", "ӏ": "l", "г": "r", "з": "3", "ʙ": "b",
    # Greek
    "α": "a", "β": "b", "γ": "y", "ε": "e", "ζ": "z", "η": "n", "ι": "l", "κ": "k", "μ": "u", "ν": "v", "ο": "o", "ρ": "p",
    "σ": "o", "ς": "c", "τ": "t", "υ": "u", "χ": "x", "ω": "w",
    # Latin letters that are no plain ones with a mark
    "ı": "l", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ŋ": "n", "ɑ": "a", "ɡ": "g", "ɩ": "l", "ƅ": "b",
    "æ": "ae", "œ": "oe", "ß": "ss", "þ": "p",
    # Armenian
    "օ": "o", "ո": "n", "ս": "u", "հ": "h",
    # what is hard to tell apart in itself
    "i": "l", "1": "l", "|": "l", "!": "l", "0": "o", "5": "s", "$": "s", "@": "a",
}  # fmt: skip


def folded(name: str) -> str:
    """What a name is compared by."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = [LIKE.get(letter, letter) for letter in plain]
    found = "".join(part for letter in letters for part in letter if unicodedata.category(part)[0] in "LN")
    found = found.replace("vv", "w").replace("rn", "m") or f"~{plain}"  # a name of signs is as it is
    return found if len(found) <= MOST else sha256(found.encode()).hexdigest()
