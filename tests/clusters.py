"""What tests on a Ray cluster are marked with."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

import pytest

ON_RAY: Final = [
    pytest.mark.skipif(find_spec("ray") is None, reason="ray is not installed: pip install ray"),
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),  # of Ray's own making
]
