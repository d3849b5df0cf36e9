"""Passkeys: challenges that are good once, and what an authenticator says to them."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update
from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import bytes_to_base64url, generate_challenge, parse_client_data_json
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from bastida.server.club.members.accounts import allowed
from bastida.server.club.members.known import Member
from bastida.server.club.members.schema import ceremonies, members, passkeys
from bastida.server.http.problems import Problem
from bastida.server.http.seat_tokens import digest

LASTS = 300.0  # seconds in which a challenge is to be answered
MOST_OPEN = 10_000  # challenges, of everybody; the oldest goes
MOST_OF_BROWSER = 5
MOST = 20  # passkeys of a member
NAME = 400  # letters of a passkey's id
log = logging.getLogger("bastida.server")


@dataclass(frozen=True)
class Party:
    """This server as an authenticator knows it: by a name, at the pages it may be asked from."""

    id: str
    origins: list[str]


@dataclass(frozen=True)
class Made:
    """A new passkey."""

    id: str
    key: bytes
    count: int


# -- challenges, inside a transaction of the writer ----------------------------------------------------------------------


def pose(connection: Connection, browser: str, now: float) -> bytes:
    """A new challenge for a browser."""
    connection.execute(delete(ceremonies).where(ceremonies.c.at < now - LASTS))
    _keep(connection, MOST_OPEN - 1)
    _keep(connection, MOST_OF_BROWSER - 1, ceremonies.c.browser == browser)
    challenge = generate_challenge()
    name = digest(bytes_to_base64url(challenge))
    connection.execute(insert(ceremonies).values(digest=name, at=now, browser=browser))
    return challenge


def _keep(connection: Connection, most: int, *which: Any) -> None:
    """Of the challenges there are, only the newest so many stay."""
    number = connection.scalar(select(func.count()).select_from(ceremonies).where(*which)) or 0
    if number > most:
        oldest = select(ceremonies.c.digest).where(*which).order_by(ceremonies.c.at).limit(number - most)
        connection.execute(delete(ceremonies).where(ceremonies.c.digest.in_(list(connection.scalars(oldest)))))


def spend(connection: Connection, challenge: bytes, browser: str, now: float) -> None:
    """Use a challenge up, whatever becomes of the answer; Problem if it is not this browser's, or was answered before."""
    mine = ceremonies.c.digest == digest(bytes_to_base64url(challenge)), ceremonies.c.browser == browser
    if connection.execute(delete(ceremonies).where(*mine, ceremonies.c.at >= now - LASTS)).rowcount == 0:
        raise Problem("stale_passkey")


# -- passkeys in the database --------------------------------------------------------------------------------------------


def keep(connection: Connection, member: str, made: Made, label: str, now: float) -> None:
    """A new passkey of a member."""
    if (connection.scalar(select(func.count()).where(passkeys.c.member_id == member)) or 0) >= MOST:
        raise Problem("too_many_passkeys", number=MOST)
    if connection.scalar(select(passkeys.c.id).where(passkeys.c.id == made.id)) is not None:
        raise Problem("wrong_passkey")
    values = {"id": made.id, "member_id": member, "created": now, "label": label, "key": made.key, "count": made.count}
    connection.execute(insert(passkeys).values(values))


def forget(connection: Connection, member: str, name: str) -> bool:
    """A passkey of a member is good no longer; whether there was one."""
    mine = passkeys.c.member_id == member, passkeys.c.id == name
    return connection.execute(delete(passkeys).where(*mine)).rowcount > 0


def find(connection: Connection, name: str) -> tuple[Member, Any]:
    """Whose passkey this is, and the passkey; Problem if it is nobody's."""
    row = connection.execute(select(passkeys).where(passkeys.c.id == name)).one_or_none()
    if row is None:
        raise Problem("wrong_passkey")
    return allowed(connection.execute(select(members).where(members.c.id == row.member_id)).one()), row


def count(connection: Connection, name: str, before: int, now: int) -> None:
    """A passkey has signed once more; of two answers with the same number one is refused."""
    same = passkeys.c.id == name, passkeys.c.count == before
    if connection.execute(update(passkeys).where(*same).values(count=now)).rowcount == 0:
        raise Problem("wrong_passkey")


# -- what authenticators are asked and say -------------------------------------------------------------------------------


def to_make(party: Party, member: Member, challenge: bytes, there: list[str]) -> dict[str, Any]:
    """What a browser needs to make a passkey that is found without a name."""
    options = generate_registration_options(
        rp_id=party.id,
        rp_name="Bastida",
        user_id=member.id.encode(),
        user_name=member.name,
        challenge=challenge,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(one)) for one in there],
    )
    found: dict[str, Any] = json.loads(options_to_json(options))
    return found


def to_sign(party: Party, challenge: bytes) -> dict[str, Any]:
    """What a browser needs to sign in with whatever passkey it has for this server."""
    options = generate_authentication_options(
        rp_id=party.id, challenge=challenge, user_verification=UserVerificationRequirement.REQUIRED
    )
    found: dict[str, Any] = json.loads(options_to_json(options))
    return found


def challenge_in(credential: dict[str, Any]) -> bytes:
    """The challenge that an answer says it is for."""
    try:
        return parse_client_data_json(base64url_to_bytes(credential["response"]["clientDataJSON"])).challenge
    except Exception as error:
        raise _refused(error) from None


def made(party: Party, credential: dict[str, Any], challenge: bytes) -> Made:
    """The passkey that an authenticator has made; Problem if it did not make it for us and this challenge."""
    try:
        found = verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origins,
            require_user_verification=True,
        )
    except Exception as error:
        raise _refused(error) from None
    name = bytes_to_base64url(found.credential_id)
    if len(name) > NAME:
        raise Problem("wrong_passkey")
    return Made(name, found.credential_public_key, found.sign_count)


def signed(party: Party, credential: dict[str, Any], challenge: bytes, kept: Any) -> int:
    """How many signatures a passkey has made by now; Problem if this is not one of it for us and this challenge."""
    handle = credential["response"].get("userHandle")
    try:
        if handle is not None and base64url_to_bytes(handle) != kept.member_id.encode():
            raise ValueError("another's")
        found = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origins,
            credential_public_key=kept.key,
            credential_current_sign_count=kept.count,
            require_user_verification=True,
        )
    except Exception as error:
        raise _refused(error) from None
    return found.new_sign_count


def _refused(error: Exception) -> Problem:
    """Whatever a stranger sends, however it cannot be read, is not a passkey."""
    log.info("a passkey was refused: %s", type(error).__name__)
    return Problem("wrong_passkey")
