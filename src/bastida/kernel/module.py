"""The one list of hooks. A rule module is a subclass in a file of its own and overrides what its rules touch.

Modules hold no game state: what changes during play lies in columns reserved from the book in ``declare``. The engine
keeps, for every hook, the modules that override it, in the order ruled by the family's ``order.py``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import mypyc_attr

from bastida.kernel.answers import Option, Refusal
from bastida.kernel.native import i64
from bastida.kernel.shown import Shown

if TYPE_CHECKING:
    from bastida.kernel.bill import Bill
    from bastida.kernel.book import Book
    from bastida.kernel.engine import Engine
    from bastida.kernel.options import Options


@mypyc_attr(allow_interpreted_subclasses=True)
class Module:
    """A rule module without rules. Modules of expansions outside the package are subclasses like ours."""

    name = "kernel"
    prefix = ""  # of its clauses
    notation: ClassVar[dict[str, str]] = {}  # how each of its verbs is written: ``"floor {cell}"``

    def __init__(self) -> None:
        self.index: i64 = 0

    def enter(self, number: i64, name: str, prefix: str) -> None:
        """Called when a game is set up. Compiled code sees the names of an interpreted subclass only if they are set here."""
        self.index = number
        self.name = name
        self.prefix = prefix

    # -- hooks: called on every module that overrides them -----------------------------------------------------------

    def declare(self, book: Book) -> None:
        """Register columns, figures, kinds of segment, piles, the start tile; note what the tiles show."""

    def step(self, game: Engine, step: i64) -> None:
        """Act, or push a question, at a step of the turn, of the set-up or of the final scoring."""

    def placements(self, game: Engine, kind: i64, cell: i64, turns: i64) -> i64:
        """Of these turns (a bit each) in which a filtered tile fits the cell, those that the module allows."""
        return turns

    def actions(self, game: Engine, out: Options) -> None:
        """Add what the active player may do in the figure step: ``out.add_action(self.index, number)``."""

    def worth(self, game: Engine, region: i64, finished: bool, seat: i64, bill: Bill) -> None:
        """Write or change the bill of a region for a seat: completed, or as if the game ended now."""

    def order_matters(self, game: Engine) -> bool:
        """Must the active player be asked for the order of several scorings?"""
        return False

    def award_figure(self, game: Engine, seat: i64, points: i64, note: i64) -> i64:
        """Which scoring figure takes the points; -1 after pushing a question that will ``move_forward`` itself."""
        return 0

    def phase_over(self, game: Engine) -> None:
        """A scoring phase is over; ``game.phase_log`` holds its advances. Act, or push a question."""

    def stays(self, game: Engine, figure: i64, item: i64) -> bool:
        """Does a figure stay although its region was scored?"""
        return False

    def figure_left(self, game: Engine, figure: i64, node: i64, cause: i64) -> None:
        """A figure has left a node (not for the going home after a scoring)."""

    def asking(self, game: Engine) -> None:
        """A question is about to be asked; ``game.asked`` says to whom. Push a task that asks something else first."""

    # -- the action chosen in the figure step: only its owner is called ----------------------------------------------

    def act(self, game: Engine, action: i64) -> None:
        """Carry out an action offered by ``actions``."""

    def action_meaning(self, game: Engine, action: i64) -> Option:
        """What the action is, as a value; its verb has a form in ``notation``."""
        return Option(str(action))

    def other_texts(self, game: Engine, option: Option) -> list[str]:
        """Other texts that people may type for an action or an answer of the module."""
        return []

    # -- questions: only the owner of the task on top of the stack is called -----------------------------------------

    def run(self, game: Engine, routine: i64) -> None:
        """Go on until the task asks (``game.ask``), pushes another or pops itself."""

    def options(self, game: Engine, routine: i64, out: Options) -> None:
        """List the answers to the question asked."""

    def answer(self, game: Engine, routine: i64, option: i64) -> None:
        """Take an answer."""

    def meaning(self, game: Engine, routine: i64, option: i64) -> Option:
        """What an answer is, as a value; its verb has a form in ``notation``."""
        return Option(str(option))

    def question(self, game: Engine, routine: i64) -> str:
        """A word for what is asked, the same in records, views and translations."""
        return ""

    def weight(self, game: Engine, routine: i64, option: i64) -> i64:
        """How likely an outcome of chance is, in parts."""
        return 1

    # -- positions from outside: called when one is read, never during play --------------------------------------------

    def odd(self, game: Engine) -> str:
        """A column or task of the module that cannot be as it is, by its name; empty if the position could have come about.

        What each number may be was checked before, with the ranges of ``declare``; here is what they must be together.
        """
        return ""

    # -- words: never called during play-outs -------------------------------------------------------------------------

    def refusal(self, game: Engine, question: str, wish: Option) -> Refusal | None:
        """Why a wish is not among the options; None if the module has nothing to say. A wish nobody understands has no verb."""
        return None

    def shown(self, game: Engine, out: Shown) -> None:
        """Add what everybody may see of the module's columns: pieces, things before players, things on the scoreboard."""
