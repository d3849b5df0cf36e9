"""Tokens: who may sit where. The server keeps only their hashes, and nothing that is logged ever holds one.

A seat's token travels in the fragment of a link, which browsers do not send. At first use it is exchanged for the
browser's own token, an HttpOnly cookie to which the seat is bound; programs send the seat's token itself.
"""

from __future__ import annotations

import re
import secrets
from hashlib import sha256

COOKIE = "bastida"
BYTES = 24  # 192 bits
ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"  # no letters and digits that look alike
SHAPE = re.compile(r"[A-Za-z0-9_-]{32}")


def new_token() -> str:
    return secrets.token_urlsafe(BYTES)


def digest(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def new_code(length: int) -> str:
    """A name that people can read out: of a table, a duplicate."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def code_of(text: str, length: int) -> str:
    """The name a text has by what is in it: the same text, the same name."""
    number, letters = int(digest(text), 16), ""
    while len(letters) < length:
        number, letter = divmod(number, len(ALPHABET))
        letters += ALPHABET[letter]
    return letters


def bearer(header: str) -> str | None:
    """The token of an Authorization header."""
    scheme, _, token = header.partition(" ")
    token = token.strip()
    return token if scheme.casefold() == "bearer" and SHAPE.fullmatch(token) else None
