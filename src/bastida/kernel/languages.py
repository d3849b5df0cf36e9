"""The languages that Bastida speaks: ``languages.json``, which the page reads too, is the one list of them.

    name     what the language is called in itself, for menus
    system   what some operating systems call it
    then     the languages that say what it lacks, the best one first; English is the last of every list
    clauses  whether the clauses of the rules are translated; who reads another language reads them in those

docs/translating.md says what else belongs to a language, and how somebody adds one.
"""

# not compiled: runs once at set-up

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

_FOUND: Final[Mapping[str, Mapping[str, Any]]] = json.loads(
    Path(__file__).with_name("languages.json").read_text(encoding="utf-8")
)

FALLBACK: Final = "en"
LANGUAGES: Final[tuple[str, ...]] = tuple(_FOUND)
NAMES: Final[Mapping[str, str]] = {code: found["name"] for code, found in _FOUND.items()}
SYSTEM_NAMES: Final[Mapping[str, str]] = {found["system"]: code for code, found in _FOUND.items()}
WITH_CLAUSES: Final[tuple[str, ...]] = tuple(code for code, found in _FOUND.items() if found["clauses"])


def spoken_for(language: str) -> tuple[str, ...]:
    """A language and those that say what it lacks, the best one first; only English for one that is not spoken here."""
    return tuple(dict.fromkeys((language, *_FOUND[language]["then"], FALLBACK))) if language in _FOUND else (FALLBACK,)
