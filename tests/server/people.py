"""Members for tests: written into the database of a server, signed in on a client."""

from __future__ import annotations

import json
import time

from sqlalchemy import insert

from bastida.server import Settings
from bastida.server.club.members.names import folded
from bastida.server.club.members.schema import blocks, devices, members
from bastida.server.http.seat_tokens import Seal, digest, new_code, new_token
from bastida.server.runtime.shared import Shared
from bastida.server.runtime.store import Store
from tests.server.clients import Client


class People:
    """The members of a server's database."""

    def __init__(self, database: str) -> None:
        self.store = Store(Settings(database=database).url)
        self.seal = Seal(Shared(self.store).secret("cookies"))

    def join(self, name: str, colour: str = "red", **more: object) -> str:
        """A new member; its id."""
        member, now = new_code(10), time.time()
        row = {"id": member, "created": now, "seen": now, "name": name, "folded": folded(name), "colour": colour}
        with self.store.engine.execution_options(writes=True).begin() as connection:
            connection.execute(insert(members).values(**row | {"wishes": json.dumps({})} | more))
        return member

    def cookie(self, member: str) -> tuple[str, str]:
        """A browser on which a member is signed in: the name and the value of its cookie."""
        token = new_token()
        with self.store.engine.execution_options(writes=True).begin() as connection:
            signed_in = {"browser": digest(token), "member_id": member, "created": time.time(), "label": ""}
            connection.execute(insert(devices).values(**signed_in))
        return self.seal.cookie(False), self.seal.signed(token)

    def client(self, url: str, name: str, **more: object) -> tuple[Client, str]:
        """Somebody who is signed in as a new member; and the member's id."""
        member = self.join(name, **more)
        return self.device(url, member), member

    def device(self, url: str, member: str) -> Client:
        """A further browser of a member."""
        client = Client(url)
        client.http.cookies.set(*self.cookie(member))
        return client

    def block(self, one: str, other: str, kind: str = "block") -> None:
        with self.store.engine.execution_options(writes=True).begin() as connection:
            connection.execute(insert(blocks).values(member_id=one, other_id=other, kind=kind))

    def close(self) -> None:
        self.store.close()
