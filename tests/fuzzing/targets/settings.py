"""Settings of the server, as a host writes them: ``NAME=value`` on lines, for the environment."""

from __future__ import annotations

import math

from bastida.server.http.limits import Limits
from bastida.server.runtime.settings import WrongSetting, read_settings
from tests.fuzzing.accepted import proper, reading


def one(data: bytes) -> None:
    if b"\0" in data:
        return  # no environment holds it
    pairs = [line.partition("=") for line in data.decode(errors="replace").split("\n")]
    try:
        with reading():
            settings = read_settings({name: value for name, _, value in pairs})
    except WrongSetting as error:
        proper(str(error))
        return
    for value in vars(settings).values():
        assert not isinstance(value, float) or math.isfinite(value), "not a number one can wait for"
    assert 0 <= settings.port < 65_536
    assert settings.url
    assert isinstance(settings.allowed_origins, frozenset)
    if not settings.data.startswith("~"):
        assert str(settings.folder)
    limits = Limits(settings)
    for take in (limits.requests.take, *(bucket.take for bucket in limits.kinds.values())):
        assert math.isfinite(take("somebody"))
