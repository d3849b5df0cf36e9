"""The King and the Robber Baron (El Rey y el Barón Ladrón)."""

from __future__ import annotations

from typing import final

from bastida.kernel.module import Module


@final
class King(Module):
    name = "king"
    prefix = "KING"
