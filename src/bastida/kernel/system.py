"""What a system says when a file or a program is not to be had, in the reader's language."""

# not compiled: asked only when something is wrong

from __future__ import annotations

import errno

from bastida.kernel.answers import Refusal
from bastida.kernel.faults import why

KNOWN = (
    "EACCES",
    "EEXIST",
    "EFBIG",
    "EISDIR",
    "ELOOP",
    "EMFILE",
    "ENAMETOOLONG",
    "ENOENT",
    "ENOEXEC",
    "ENOMEM",
    "ENOSPC",
    "ENOTDIR",
    "ENOTEMPTY",
    "EPERM",
    "EROFS",
)


def problem_of(error: OSError) -> Refusal | str:
    """What is wrong: a sentence of the catalogue, or the system's own where there is none."""
    name = errno.errorcode.get(error.errno or 0, "")
    return why(f"system.{name}") if name in KNOWN else error.strerror or str(error)
