"""Crop Circles (Círculos en los cultivos)."""

from __future__ import annotations

from typing import final

from bastida.kernel.module import Module


@final
class CropCircles(Module):
    name = "circles"
    prefix = "CIRCLE"
