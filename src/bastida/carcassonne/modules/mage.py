"""Mage & Witch (Mago y bruja)."""

from __future__ import annotations

from typing import final

from bastida.kernel.module import Module


@final
class MageAndWitch(Module):
    name = "mage"
    prefix = "MAGE"
