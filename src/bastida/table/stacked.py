"""Errors of compiled files, kept here because the compiler leaves classes without the sentence that explains them."""

from __future__ import annotations

from bastida.language.refused import Refused


class StackedDeal(Refused):
    """A stacked bag or loaded die named something that cannot come next."""
