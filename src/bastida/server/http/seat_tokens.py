"""Tokens: who may sit where. The server keeps only their hashes, and nothing that is logged ever holds one.

A seat's token travels in the fragment of a link, which browsers do not send. At first use it is exchanged for the
browser's own token, a signed HttpOnly cookie to which the seat is bound; programs send the seat's token itself.
"""

from __future__ import annotations

import hmac
import re
import secrets
from hashlib import sha256

BYTES = 24  # 192 bits
ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"  # no letters and digits that look alike
SHAPE = re.compile(r"[A-Za-z0-9_-]{32}")
BOT = "bot."  # what the token of a bot begins with


class Seal:
    """Signs the browsers' tokens: one that a server of this database has not made is nobody's."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret
        # Cookies are the same for all ports of a machine: two servers with different games must not take each other's.
        self.name = f"bastida-{self._mark('name')[:8]}"

    def cookie(self, secure: bool) -> str:
        """The cookie's name. With the prefix a browser takes it only over https, and from this very host."""
        return f"__Host-{self.name}" if secure else self.name

    def signed(self, token: str) -> str:
        return f"{token}.{self._mark(token)}"

    def opened(self, value: str) -> str | None:
        """The token of a cookie that was signed here; None if it was not."""
        token, _, mark = value.partition(".")
        right = SHAPE.fullmatch(token) and hmac.compare_digest(mark.encode(), self._mark(token).encode())
        return token if right else None

    def _mark(self, text: str) -> str:
        return hmac.new(self.secret, text.encode(), sha256).hexdigest()


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


def new_bot_badge() -> str:
    return BOT + new_token()


def bot_badge(header: str) -> str | None:
    """The token of a bot in an Authorization header."""
    scheme, _, token = header.partition(" ")
    token = token.strip()
    right = scheme.casefold() == "bearer" and token.startswith(BOT) and SHAPE.fullmatch(token.removeprefix(BOT))
    return token if right else None


def bearer(header: str) -> str | None:
    """The token of an Authorization header."""
    scheme, _, token = header.partition(" ")
    token = token.strip()
    return token if scheme.casefold() == "bearer" and SHAPE.fullmatch(token) else None
