"""The Postman (El Cartero)."""

from __future__ import annotations

from typing import final

from bastida.kernel.module import Module


@final
class Postman(Module):
    name = "postman"
    prefix = "POST"
