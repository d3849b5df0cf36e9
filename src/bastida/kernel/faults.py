"""What is wrong with something that somebody wrote, as a value: the key of a sentence and what stands in it.

The catalogues hold the sentences. They are a layer above, so they are looked up only when somebody wants the English one.
"""

# not compiled: made when something is wrong

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from importlib import import_module

from bastida.kernel.answers import Refusal

TOLD = 20  # problems of one file; whoever has mended these sees the next


def why(key: str, /, **fields: object) -> Refusal:
    """A reason with what stands in its sentence."""
    return Refusal(key, fields=fields)


def either(parts: Sequence[str]) -> Refusal | str:
    """``a or b or c``."""
    if len(parts) < 2:
        return "".join(parts)
    return why("either", one=parts[0], other=either(parts[1:]))


def all_of(problems: Sequence[Refusal]) -> Refusal:
    """Several as one, there is at least one: the first of them, and how many more there are."""
    said = [*problems[:TOLD]]
    if len(problems) > TOLD:
        said.append(why("expansion.more", n=len(problems) - TOLD))
    return reduce(lambda one, other: why("several", one=one, other=other), said)


def crashed(error: BaseException) -> Refusal:
    """What an error of Python says, unless it carries a reason of ours."""
    if isinstance(error, Fault):
        return error.refusal
    return why("expansion.crash", kind=type(error).__name__, problem=str(error))


class Fault(ValueError):
    """Something that cannot be used: ``refusal`` says why, in any language; ``str`` in English."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(refusal)

    def __str__(self) -> str:
        language = import_module("bastida.language.refused")
        return str(language.in_english(self.refusal))
