"""Gold Mines (Minas de oro)."""

from __future__ import annotations

from typing import final

from bastida.kernel.module import Module


@final
class GoldMines(Module):
    name = "gold"
    prefix = "GOLD"
