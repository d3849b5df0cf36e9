"""Flying Machines (Máquinas voladoras)."""

from __future__ import annotations

from typing import final

from bastida.kernel.module import Module


@final
class FlyingMachines(Module):
    name = "flying"
    prefix = "FLIGHT"
