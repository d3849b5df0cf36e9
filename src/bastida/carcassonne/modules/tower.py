"""The Tower (La Torre)."""

from __future__ import annotations

from typing import final

from bastida.kernel.module import Module


@final
class Tower(Module):
    name = "tower"
    prefix = "TOWER"
