"""Environments for learning programs: PettingZoo, Gymnasium, many games at once, OpenSpiel.

docs/environments.md is the manual. ``bastida.env.aec`` is PettingZoo's side, ``single`` and ``vector`` Gymnasium's,
``openspiel`` OpenSpiel's; ``desk`` has what they share. The rest is compiled, so nothing here may import the extra's packages:
they need not be there where Bastida is built.
"""

from bastida.extras import need

need("env")

from bastida.env.encoding import ENCODING, FEATURES, Encoding  # noqa: E402 - only where the extra is there
from bastida.env.layout import OBSERVATION, Layout  # noqa: E402

__all__ = ["ENCODING", "FEATURES", "OBSERVATION", "Encoding", "Layout"]
