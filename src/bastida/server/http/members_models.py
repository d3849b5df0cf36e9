"""The shapes of what is asked and told about members: see ``models``."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from bastida.server.http.models import Asked, Name, Shown, Word
from bastida.server.table.naming import named

Label = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80), AfterValidator(named)]
Makers = Literal["anybody", "members", "invited"]
Encoded = Annotated[str, StringConstraints(min_length=1, max_length=20_000, pattern=r"^[A-Za-z0-9_-]+$")]
CredentialId = Annotated[str, StringConstraints(min_length=1, max_length=400, pattern=r"^[A-Za-z0-9_-]+$")]


class SignUpAsked(Asked):
    name: Name
    colour: Word = Field(description="One of the colours of the catalogue: it is given where it is free")
    device: Label | None = Field(default=None, description="What this browser is called in the list; else what it says it is")


class PhraseAsked(Asked):
    phrase: Annotated[str, StringConstraints(min_length=1, max_length=300)] = Field(description="The twelve words")
    device: Label | None = None


class MemberChanged(Asked):
    name: Name | None = None
    colour: Word | None = None


class LabelAsked(Asked):
    label: Label


class SignOutAsked(Asked):
    others: bool = Field(default=False, description="Sign out all other devices, and not this one")


class EraseAsked(Asked):
    name: Name = Field(description="The member's name, typed once more")


class BlockAsked(Asked):
    block: bool | None = Field(default=None, description="Not to meet: no joining of one's listed tables, no challenges")
    mute: bool | None = Field(default=None, description="Not to be shown what they say, at any table")

    @model_validator(mode="after")
    def _something(self) -> BlockAsked:
        if self.block is None and self.mute is None:
            raise ValueError("block or mute")
        return self


# Names as WebAuthn has them: browsers send them, and the library reads them.
class Attested(Asked):
    clientDataJSON: Encoded  # noqa: N815
    attestationObject: Encoded  # noqa: N815


class Asserted(Asked):
    clientDataJSON: Encoded  # noqa: N815
    authenticatorData: Encoded  # noqa: N815
    signature: Encoded
    userHandle: Encoded | None = None  # noqa: N815


class PasskeyMade(Asked):
    """What a browser has after ``navigator.credentials.create``, its bytes in base64url."""

    id: CredentialId
    rawId: CredentialId  # noqa: N815
    type: Literal["public-key"]
    response: Attested


class PasskeySigned(Asked):
    """What a browser has after ``navigator.credentials.get``, its bytes in base64url."""

    id: CredentialId
    rawId: CredentialId  # noqa: N815
    type: Literal["public-key"]
    response: Asserted


class PasskeyKept(Asked):
    credential: PasskeyMade
    label: Label | None = None


class PasskeySignIn(Asked):
    credential: PasskeySigned
    device: Label | None = None


class MemberShown(Shown):
    id: str
    name: str
    colour: str
    bot: bool
    invited: bool = Field(description="By the host, to make tables where only invited members do")


class MeShown(Shown):
    member: MemberShown | None = Field(description="Who is signed in on this browser; null: nobody")
    makers: Makers = Field(description="Who may make tables on this server")
    may_make: bool = Field(description="Whether the caller may")
    passkeys: bool = Field(description="Whether passkeys can be used at this address")


class MemberMade(MeShown):
    phrase: str = Field(description="The recovery phrase: only a digest of it is kept")


class PhraseShown(Shown):
    phrase: str


class DeviceShown(Shown):
    id: str
    label: str
    since: int = Field(description="Milliseconds since 1970")
    here: bool = Field(description="Whether this is the one that asks")


class PasskeyShown(Shown):
    id: str
    label: str
    since: int


class BlockShown(Shown):
    member: str
    name: str
    colour: str
    block: bool
    mute: bool


class AccountShown(Shown):
    """What belongs to a member beside the games."""

    since: int
    phrase: bool = Field(description="Whether there is a recovery phrase")
    devices: list[DeviceShown]
    passkeys: list[PasskeyShown]
    blocks: list[BlockShown]


class PasskeyAsked(Shown):
    """What the browser is to be asked for, in the form of WebAuthn's JSON."""

    options: dict[str, Any]
