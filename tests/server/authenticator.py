"""An authenticator of our own: it keeps passkeys and signs with them, as a telephone would."""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def letters(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def read(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """One passkey for one server."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(32)
        self.user = b""
        self.count = 0
        self.flags = PRESENT | VERIFIED

    def _said(self, kind: str, options: dict[str, Any]) -> bytes:
        return json.dumps({"type": kind, "challenge": options["challenge"], "origin": self.origin}).encode()

    def _data(self, party: str, flags: int, more: bytes = b"") -> bytes:
        self.count += 1
        return sha256(party.encode()).digest() + bytes([flags]) + self.count.to_bytes(4) + more

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """What ``navigator.credentials.create`` gives."""
        self.user = read(options["user"]["id"])
        point = self.key.public_key().public_numbers()
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32), -3: point.y.to_bytes(32)})
        made = bytes(16) + len(self.id).to_bytes(2) + self.id + public
        data = self._data(options["rp"]["id"], self.flags | ATTESTED, made)
        response = {
            "clientDataJSON": letters(self._said("webauthn.create", options)),
            "attestationObject": letters(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})),
        }
        return {"id": letters(self.id), "rawId": letters(self.id), "type": "public-key", "response": response}

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        """What ``navigator.credentials.get`` gives."""
        said, data = self._said("webauthn.get", options), self._data(options["rpId"], self.flags)
        signature = self.key.sign(data + sha256(said).digest(), ec.ECDSA(SHA256()))
        response = {
            "clientDataJSON": letters(said),
            "authenticatorData": letters(data),
            "signature": letters(signature),
            "userHandle": letters(self.user),
        }
        return {"id": letters(self.id), "rawId": letters(self.id), "type": "public-key", "response": response}
