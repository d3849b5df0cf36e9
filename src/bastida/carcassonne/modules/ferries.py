"""Ferries (Transbordadores)."""

from __future__ import annotations

from typing import final

from bastida.kernel.module import Module


@final
class Ferries(Module):
    name = "ferries"
    prefix = "FERRY"
