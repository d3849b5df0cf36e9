"""An error of the engine, kept here because the compiler leaves classes without the sentence that explains them."""

# not compiled: an error, raised at most once in a game

from __future__ import annotations


class Runaway(RuntimeError):
    """The rules went on far longer than in any game: one answer took too many steps, or something grew without end.

    Whoever plays with a ``Session`` finds the game as it was before the answer; an engine of its own is of no use any more.
    """

    def __init__(self, what: str, module: str = "", routine: int = 0) -> None:
        self.what = what  # steps, tasks, answers ...
        self.module = module  # whose task was on top, if that is known
        self.routine = routine
        super().__init__(what, module, routine)

    def __str__(self) -> str:
        where = f" (task {self.routine} of {self.module})" if self.module else ""
        return f"too many {self.what} in one answer{where}"
