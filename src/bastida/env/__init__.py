"""Environments for learning programs."""

from bastida.extras import need

need("env")
