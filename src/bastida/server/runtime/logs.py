"""Log lines: one line for each, of a bounded length, without control characters and without secrets.

What a stranger sends must not look like a line of ours, move the cursor of a terminal or fill the disk; and whoever reads a
log must not find a key to somebody's seat in it.
"""

from __future__ import annotations

import json
import logging
import re
import time
from datetime import UTC, datetime
from typing import Any

LINE = 2_000  # letters of a line at most
LINES = 60  # of a traceback: its beginning and its end
REPEATED = 10  # lines of one sentence in a minute that strangers can cause
MINUTE = 60.0
# Tokens, signatures and digests: 32 letters and more, unlike the words of a program; and whatever is called a secret.
SECRET = re.compile(r"(?=[A-Za-z_-]*[0-9A-Z])[A-Za-z0-9_-]{32,}")
CALLED = re.compile(
    r"(?i)\b((?:bearer|(?:proxy-)?authorization|(?:set-)?cookie|token|password)\b"
    r"[\"']*\s*[:=]?\s*[\"']*(?:(?:bearer|basic)\s+)?)[^\s\"']+"
)
LOGIN = re.compile(r"(://[^\s:/@]*):[^\s/@]*@")  # the password of a database's address
HIDDEN = "[...]"


def cleaned(text: str) -> str:
    """A text as it may stand in a log."""
    text = LOGIN.sub(rf"\1:{HIDDEN}@", text[: 4 * LINE])
    text = CALLED.sub(rf"\1{HIDDEN}", text)
    text = SECRET.sub(HIDDEN, text)
    if not text.isprintable():
        text = "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)
    return text if len(text) <= LINE else f"{text[:LINE]}..."


class Lines(logging.Formatter):
    """Formats records so; the lines of a traceback are indented, so that none looks like a record of its own."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        message, *more = text.split("\n") if record.exc_info or record.stack_info else [text]
        if len(more) > LINES:
            more = [*more[: LINES // 3], "...", *more[-2 * LINES // 3 :]]
        return "\n    ".join(map(cleaned, [message, *more]))


class JsonLines(Lines):
    """The same as JSON, one object on a line, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        message, *trace = super().format(record).split("\n    ")
        said = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": message.partition(f" {record.levelname} ")[2],
        }
        return json.dumps({**said, "trace": trace} if trace else said, ensure_ascii=False)


class Seldom(logging.Filter):
    """Lets a warning through only so often: else each malformed request, or each while the database is away, is a line."""

    def __init__(self) -> None:
        super().__init__()
        self.said: dict[str, tuple[float, int]] = {}  # by its sentence without values: as many as the program has

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:  # requests, where somebody wants to see them all
            return True
        kind = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
        now, sentence = time.monotonic(), f"{record.msg} {kind}"[:LINE]
        since, number = self.said.get(sentence, (now, 0))
        if now - since > MINUTE:
            since, number = now, 0
        if len(self.said) > 1_000:
            self.said.clear()
        self.said[sentence] = since, number + 1
        return number < REPEATED


def set_up(as_json: bool = False, **given: Any) -> None:
    """Log to the standard error output, as above; where somebody has set up logging already, that is left alone."""
    handler = logging.StreamHandler(**given)
    handler.setFormatter(JsonLines() if as_json else Lines())
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    for name in ("uvicorn.error", "asyncio", "bastida.server"):
        logger = logging.getLogger(name)
        if not any(isinstance(one, Seldom) for one in logger.filters):
            logger.addFilter(Seldom())
