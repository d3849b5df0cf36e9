"""Robbers (Ladrones)."""

from __future__ import annotations

from typing import final

from bastida.kernel.module import Module


@final
class Robbers(Module):
    name = "robbers"
    prefix = "ROBBER"
