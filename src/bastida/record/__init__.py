"""Games on paper: the record of a game as text or JSON, its replay, and positions in one line. See docs/record.md."""

from bastida.record.errors import PositionError, RecordError
from bastida.record.files import load, save
from bastida.record.model import CHANCE, VERSION, Answer, Comment, Record, Result, Row, Score, Variation
from bastida.record.positions import from_position, position, position_hash, state_hash

__all__ = [
    "CHANCE",
    "VERSION",
    "Answer",
    "Comment",
    "PositionError",
    "Record",
    "RecordError",
    "Result",
    "Row",
    "Score",
    "Variation",
    "from_position",
    "load",
    "position",
    "position_hash",
    "save",
    "state_hash",
]
