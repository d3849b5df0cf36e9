"""Why an answer is good, in parts that players know: points now, followers home, points at the end, what rivals lose.

The answer is played on a copy, with what the player would do next in the same turn, and compared with doing nothing: with
passing where the question allows it, else with the position before it. Everything comes from the kernel's own scoring and from
the evaluation; nothing here knows a particular game.
"""
# not compiled: runs once for every hint

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from bastida.kernel.answers import Option, Segment
from bastida.players.evaluation import Evaluator
from bastida.players.making import make_evaluator
from bastida.players.weights import read_weights
from bastida.table.game import Game

MOST = 3  # reasons that are told
LEAST = 1.5  # points below which what may come is not worth a word
WORTH_HOME = 3.0  # points, about, of a follower that comes home
STEPS = 24  # answers of one turn that are followed


@dataclass(frozen=True)
class Reason:
    """One thing that speaks for an answer. ``key`` is the word for it in the catalogues."""

    key: str  # scores, home, end, later, spoils, hinders, keeps
    n: int = 0  # points, or figures
    source: str = ""  # of points: what was scored
    finished: bool = False  # and whether it was completed
    seat: int | None = None  # whom it concerns, if somebody else

    def told(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Weighed:
    """A position in numbers: for every seat the points if the game ended now, and those expected."""

    certain: list[int]
    expected: list[float]
    followers: int  # of the seat that is asked, in its supply


def reasons(game: Game, answer: Option, line: Sequence[int] = ()) -> list[Reason]:
    """The strongest reasons for an answer, first what is certain. ``line``: what the player would answer next."""
    asked = game.decision
    assert asked is not None
    assert asked.seat is not None
    seat = asked.seat
    if answer.declines:
        return [Reason("keeps")] if any(option.figure for option in game.options()) else []
    nothing = next((option for option in game.options() if option.declines), None)
    before = _played(game, nothing, ()) if nothing is not None else game
    return _compared(game, before, _played(game, answer, line), seat)


def difference(game: Game, given: Sequence[Option], better: Sequence[Option]) -> list[Reason]:
    """What speaks for one way to end a turn against another. Each begins with an answer to the question of the game."""
    asked = game.decision
    assert asked is not None
    assert asked.seat is not None
    if better[0].declines and given[0].figure:
        return [Reason("keeps")]
    fixed = game.determinise(0)  # the next tile shall be the same after both
    before, after = (_played(fixed, way[0], [option.number for option in way], True) for way in (given, better))
    return _compared(game, before, after, asked.seat)


def _compared(game: Game, before: Game, after: Game, seat: int) -> list[Reason]:
    """What one position that may follow has above another one, in its strongest parts."""
    evaluator = make_evaluator(game.engine.rules, read_weights())
    now, then = _weighed(before, evaluator, seat), _weighed(after, evaluator, seat)
    won = _won(game, before, after, seat)
    found = [(float(reason.n), reason) for reason in won]
    paid = sum(reason.n for reason in won)
    home = then.followers - now.followers + _placed(game, after, seat) - _placed(game, before, seat)
    if home > 0:
        found.append((WORTH_HOME * home, Reason("home", home)))
    end = then.certain[seat] - now.certain[seat] - paid
    if end > 0:
        found.append((float(end), Reason("end", end)))
    later = then.expected[seat] - now.expected[seat] - (then.certain[seat] - now.certain[seat])
    if later >= LEAST and not won:
        found.append((later, Reason("later", round(later))))
    for rival in range(len(now.certain)):
        if rival == seat:
            continue
        lost = now.certain[rival] - then.certain[rival]
        feared = now.expected[rival] - then.expected[rival]
        if lost > 0:
            found.append((float(lost), Reason("spoils", lost, seat=rival)))
        elif feared >= LEAST:
            found.append((feared, Reason("hinders", round(feared), seat=rival)))
    strongest = sorted(found, key=lambda one: -one[0])[:MOST]
    order = ("scores", "home", "end", "spoils", "later", "hinders")
    return sorted((reason for _, reason in strongest), key=lambda reason: order.index(reason.key))


def _played(game: Game, answer: Option, line: Sequence[int], same_future: bool = False) -> Game:
    """The game when the turn of whoever is asked is over, or chance is asked: no figure, unless the line has one."""
    asked = game.decision
    copy = game.copy(same_future=same_future)
    copy.play(answer)
    follow = list(line[1:]) if line and line[0] == answer.number else []
    for _ in range(STEPS):
        here = copy.decision
        if here is None or asked is None or here.seat is None or copy.turn != game.turn:
            break
        options = copy.options()
        wanted = follow.pop(0) if follow else None
        chosen = next((option for option in options if option.number == wanted), None) if here.seat == asked.seat else None
        copy.play(chosen or next((option for option in options if option.declines), options[0]))
    return copy


def _weighed(game: Game, evaluator: Evaluator, seat: int) -> Weighed:
    engine = game.engine
    evaluator.measure(engine)
    figures, rules = engine.figures, engine.rules
    followers = sum(int(figures.available(seat, kind)) for kind in rules.followers)
    return Weighed(list(game.projected().values()), [float(value) for value in evaluator.values], followers)


def _won(game: Game, before: Game, after: Game, seat: int) -> list[Reason]:
    """What is scored at once and would not be without the answer, each source once."""
    points: dict[tuple[str, bool], int] = {}
    for played, sign in ((after, 1), (before, -1)):
        for entry in played.ledger[len(game.ledger) :]:
            if entry.seat == seat and not entry.final:
                key = (entry.source, entry.finished)
                points[key] = points.get(key, 0) + sign * entry.points
    return [Reason("scores", n, source, finished) for (source, finished), n in points.items() if n > 0]


def _placed(game: Game, after: Game, seat: int) -> int:
    """How many followers the answers have put on the table."""
    rules = after.engine.rules
    names = {rules.figure_names[kind] for kind in rules.followers}
    steps = after.steps[len(game.steps) :]
    return sum(step.seat == seat and isinstance(step.option.target, Segment) and step.option.figure in names for step in steps)
