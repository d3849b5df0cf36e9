"""Recovery phrases: twelve words that anybody can write down, whatever language they speak.

A word is two syllables of a consonant and a vowel. The letters are those that Spanish, Catalan and English readers say and
spell nearly alike, so b is there and v is not, k is there and c and q are not. What means something rude is left out.
"""

from __future__ import annotations

import math
import re
import secrets
from itertools import product

LENGTH = 12
CONSONANTS, VOWELS = "bdfklmnprst", "aeiou"
RUDE = (
    "bobo boba dike fato fuka fuko kaka kako kike koka koki kono kulo kula lelo lela loka loko mamo mari moro mora "
    "nana nena pedo peda pene pito pipi pisi pola poli popo puta puto rape rata sado sida suda tara teta teto tito tita tonto"
).split()
SYLLABLES = [a + b for a, b in product(CONSONANTS, VOWELS)]
WORDS = tuple(one + two for one, two in product(SYLLABLES, SYLLABLES) if one != two and one + two not in RUDE)
BITS = LENGTH * math.log2(len(WORDS))


def new_phrase() -> str:
    return " ".join(secrets.choice(WORDS) for _ in range(LENGTH))


def tidied(text: str) -> str:
    """A phrase as somebody types it, as it was given: capitals, commas and numbers before the words do not matter."""
    return " ".join(re.findall(r"[a-z]+", text.casefold()))
