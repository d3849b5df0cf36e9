"""The ways of a notice out of the house: to a browser's push service, and by mail. Both block, and run in threads.

A push service is named by whoever subscribes, so only those that the host knows are ever spoken to, and nothing that they
answer is followed or kept.
"""

from __future__ import annotations

import base64
import http.client
import json
import os
import re
import smtplib
import ssl
from collections.abc import Iterable
from dataclasses import dataclass
from email.message import EmailMessage
from urllib.parse import unquote, urlsplit

import http_ece  # type: ignore[import-untyped]  # it comes without types
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02, VapidException  # type: ignore[import-untyped]  # it comes without types

SECONDS = 10.0
KEPT = 24 * 3600  # seconds for which a push service keeps a notice for a browser that is not there
MOST = 2_000  # bytes of a notice
GONE = (404, 410)
ADDRESS = re.compile(r"https?://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?/[!-~]*", re.IGNORECASE)
CURVE_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


class Undelivered(Exception):
    """A notice could not be handed over; ``gone``: nor will another one be."""

    def __init__(self, reason: str, gone: bool = False) -> None:
        super().__init__(reason)
        self.gone = gone


@dataclass(frozen=True)
class Browser:
    """Where a browser takes notices, and with what they are encrypted for it."""

    endpoint: str
    public_key: str
    secret: str


def allowed(endpoint: str, hosts: Iterable[str]) -> bool:
    """Is this the address of a push service that the host knows? A name that begins with a dot stands for all below it."""
    try:
        parts = urlsplit(endpoint)
        name, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    if not ADDRESS.fullmatch(endpoint) or any(not 0 < len(label) < 64 for label in name.split(".")):
        return False  # a name that cannot be looked up, or a path that cannot be sent
    known = [host.strip().casefold() for host in hosts if host.strip()]
    local = parts.scheme == "http" and f"{name}:{port}" in known  # one on this machine, for tests and the curious
    found = name in known or any(host.startswith(".") and name.endswith(host) for host in known)
    return local or (parts.scheme == "https" and port in (None, 443) and found and not parts.username)


def unpacked(text: str) -> bytes:
    """Base64 as browsers write it."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def right_keys(public_key: str, secret: str) -> bool:
    """Can anything be encrypted with these?"""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unpacked(public_key))
        return len(unpacked(secret)) == 16
    except ValueError:
        return False


class Sender:
    """This server, as push services know it: every server of a database has the same key."""

    def __init__(self, secret: bytes, contact: str) -> None:
        number = int.from_bytes(secret, "big") % (CURVE_ORDER - 1) + 1
        self._key = ec.derive_private_key(number, ec.SECP256R1())
        self._vapid = Vapid02(self._key)
        self._contact = contact

    @property
    def public_key(self) -> str:
        """What a page subscribes with."""
        raw = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()

    def send(self, browser: Browser, notice: dict[str, str]) -> None:
        """Hand a notice to a browser's push service; Undelivered if it does not take it."""
        try:
            status = self._status(browser, json.dumps(notice, ensure_ascii=False).encode()[:MOST])
        except (OSError, http.client.HTTPException, ValueError, VapidException, http_ece.ECEException) as error:
            raise Undelivered(type(error).__name__) from error
        if not 200 <= status < 300:
            raise Undelivered(f"status {status}", status in GONE)

    def _status(self, browser: Browser, data: bytes) -> int:
        """What a push service says to a notice."""
        fresh = ec.generate_private_key(ec.SECP256R1())
        body = http_ece.encrypt(
            data,
            salt=os.urandom(16),
            private_key=fresh,
            dh=unpacked(browser.public_key),
            auth_secret=unpacked(browser.secret),
            version="aes128gcm",
        )
        parts = urlsplit(browser.endpoint)
        signed = self._vapid.sign({"aud": f"{parts.scheme}://{parts.netloc}", "sub": self._contact})
        headers = {**signed, "Content-Encoding": "aes128gcm", "TTL": str(KEPT), "Urgency": "normal"}
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = kind(parts.hostname or "", parts.port, timeout=SECONDS)
        try:
            connection.request("POST", parts.path + (f"?{parts.query}" if parts.query else ""), body, headers)
            return connection.getresponse().status
        finally:
            connection.close()


def post(smtp: str, letter: EmailMessage) -> None:
    """Hand a letter to the host's mail server; Undelivered if it does not take it."""
    parts = urlsplit(smtp)
    try:
        if parts.scheme == "smtps":
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                parts.hostname or "", parts.port or 465, timeout=SECONDS, context=ssl.create_default_context()
            )
        else:
            server = smtplib.SMTP(parts.hostname or "", parts.port or 587, timeout=SECONDS)
        with server:
            if parts.scheme == "smtp" and server.has_extn("starttls"):
                server.starttls(context=ssl.create_default_context())
            if parts.username:
                server.login(unquote(parts.username), unquote(parts.password or ""))
            server.send_message(letter)
    except (OSError, smtplib.SMTPException) as error:
        raise Undelivered(type(error).__name__) from error
