"""Names of members: there is one of each."""

from __future__ import annotations

import unicodedata
from hashlib import sha256

MOST = 80  # letters of a folded name: what the database holds


def folded(name: str) -> str:
    """What a name is compared by."""
    found = unicodedata.normalize("NFKC", name).casefold()
    return found if len(found) <= MOST else sha256(found.encode()).hexdigest()
