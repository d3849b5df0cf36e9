"""Errors that can be told in any language: each carries a ``Refusal``, a key with its fields, and English is one telling."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

from bastida.kernel.answers import Refusal
from bastida.kernel.faults import either as either
from bastida.kernel.faults import why as why
from bastida.kernel.languages import FALLBACK
from bastida.language.sentences import by_clause, reason, told
from bastida.language.texts import Texts, texts


class Refused(ValueError):
    """Something that cannot be done: why, as a value."""

    def __init__(self, refusal: Refusal, *more: object) -> None:
        self.refusal = refusal
        super().__init__(refusal, *more)

    def whole(self) -> Refusal:
        """All that is to be told of it."""
        return by_clause(self.refusal)

    def told(self, phrases: Texts) -> str:
        """The whole of it as a sentence in a reader's language."""
        return reason(phrases, self.whole())

    def __str__(self) -> str:
        return self.told(texts(FALLBACK))


def in_english(refusal: Refusal) -> str:
    """For whoever prints an error, and for logs."""
    return told(texts(FALLBACK), refusal)


def unknown(key: str, word: str, known: Iterable[str], near: int = 3, **more: object) -> Refusal:
    """A word that nobody knows, with those that are like it or, if there are none, all there are."""
    listed = list(dict.fromkeys(known))
    alike = difflib.get_close_matches(word, listed, n=near) if near else []
    hint = why("did_you_mean", near=either(alike)) if alike else there_are(listed)
    return why(key, word=repr(word), hint=hint, **more)


def there_are(known: Sequence[str]) -> Refusal:
    return why("there_are", known=list(known)) if known else why("there_are_none")
