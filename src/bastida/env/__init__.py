"""Environments for learning programs: PettingZoo, Gymnasium, many games at once, OpenSpiel.

docs/environments.md is the manual. ``bastida.env.aec`` is PettingZoo's side, ``single`` and ``vector`` Gymnasium's,
``openspiel`` OpenSpiel's.
"""

from bastida.extras import need

need("env")

from bastida.env.desk import GraphArrays, split  # noqa: E402 - only now is it known that NumPy is there
from bastida.env.encoding import ENCODING, FEATURES, Encoding  # noqa: E402
from bastida.env.layout import OBSERVATION, Layout  # noqa: E402

__all__ = ["ENCODING", "FEATURES", "OBSERVATION", "Encoding", "GraphArrays", "Layout", "split"]
