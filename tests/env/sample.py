"""Which presets the tests of the environments take: a few as a rule, all of them in a soak."""

from __future__ import annotations

import os

from bastida.table.setup import presets

SOAK = bool(os.environ.get("BASTIDA_SOAK"))
SAMPLE = ["plus", "todo", "hunters-scout"]  # the least, and each family with everything
EVERY = [*presets()]
