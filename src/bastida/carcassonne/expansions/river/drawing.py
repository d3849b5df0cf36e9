"""Tiles of the River that need a word of their own."""

# not compiled: pictures only

from __future__ import annotations

from bastida.art.drawing import Hint

HINTS = {
    "BB6F8": Hint(hub=(50, 28), sag={0: (0, 12)}, ends={0: (50, 36)}),
    "BB6F1": Hint(ends={0: (50, 45)}),
    "BB6F12": Hint(hub=(50, 57)),
}
