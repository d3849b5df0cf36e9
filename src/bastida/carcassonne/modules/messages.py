"""Messages (Despachos)."""

from __future__ import annotations

from typing import final

from bastida.kernel.module import Module


@final
class Messages(Module):
    name = "messages"
    prefix = "MSG"
