"""Games as data to learn from: made by computer players, kept as records and as Parquet, read back as a stream.

docs/data.md has the columns. The package needs pyarrow, which a plain installation has not.
"""

from bastida.data.folder import Folder
from bastida.data.making import Job, make
from bastida.data.reading import Wanted, positions, read
from bastida.data.seeing import Seen, seer
from bastida.data.shape import COLUMNS, VERSION, DataError

__all__ = [
    "COLUMNS",
    "VERSION",
    "DataError",
    "Folder",
    "Job",
    "Seen",
    "Wanted",
    "make",
    "positions",
    "read",
    "seer",
]
