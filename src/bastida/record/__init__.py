"""Games on paper: the record of a game as text or JSON, its replay, and positions in one line. See docs/record.md."""

from bastida.record.errors import PositionError, RecordError
from bastida.record.files import load, load_many, read_many, save
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
    "load_many",
    "position",
    "position_hash",
    "read_many",
    "save",
    "state_hash",
]
