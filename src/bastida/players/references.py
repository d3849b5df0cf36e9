"""Reference opponents, frozen so that strength can be measured against them: random, greedy, and search by random play-outs.

They know no rule: they answer questions on copies of the game and look at the scores as if it ended there.
``ranking.py`` and ``appraiser.py`` hold more, ``styles.py`` opponents with a habit.
"""

from __future__ import annotations

import math
import time
from typing import Final, final

from bastida.kernel.chance import Rng
from bastida.kernel.codes import DEALER, OVER
from bastida.kernel.engine import Engine
from bastida.kernel.figures import RESTING, SUPPLY
from bastida.kernel.native import i64
from bastida.kernel.options import PASS
from bastida.players.player import Player, Thought
from bastida.players.settle import choosing_figure

LOWEST: Final = -1.0e9
TOLERANCE: Final = 1.0e-9


def lead(game: Engine, seat: i64) -> i64:
    """Points ahead of the best rival."""
    best: i64 = -1000000
    for other in range(game.rules.seats):
        if other != seat and game.score_of(other) > best:
            best = game.score_of(other)
    return game.score_of(seat) - best


def ended(game: Engine) -> Engine:
    """A copy of the game, ended here and now."""
    copy = game.copy()
    if copy.asked != OVER:
        copy.finish()
    return copy


@final
class Random(Player):
    """R0: any answer, all alike."""

    def choose(self, game: Engine, seed: i64) -> i64:
        options = game.list_options()
        return options.items[Rng(seed).below(options.count)]


class OneTurn(Player):
    """Tries all that its seat may do until somebody else, or chance, is asked, and likes one position best.

    The question asked and the next one are combined in every way; what is asked after that is answered at its best, one by one.
    Equals are chosen from by the seed.
    """

    def value(self, game: Engine, seat: i64) -> float:
        """What a position is worth to a seat, in points."""
        raise NotImplementedError

    def look(self, game: Engine) -> None:
        """Called once before each choice."""

    def late(self) -> bool:
        """Is the deadline over? Compiled code lets no other thread run by itself, and one may want to move it."""
        time.sleep(0)
        return self.deadline != 0.0 and time.monotonic() >= self.deadline

    def choose(self, game: Engine, seed: i64) -> i64:
        options = game.copy().list_options()
        if options.count == 1:
            self.thought = None
            return options.items[0]
        self.look(game)
        rng = Rng(seed)
        seat = game.asked
        best = LOWEST
        chosen: i64 = 0
        ties: i64 = 0
        numbers = options.numbers()
        numbers.sort()  # the order in which cells were opened must not choose between equals
        for number in numbers:
            if best > LOWEST and self.late():
                break
            copy = game.copy()
            copy.answer(number)
            value = self.best_of(copy, seat) if copy.asked == seat else self.value(copy, seat)
            if value > best + TOLERANCE:
                best = value
                chosen = number
                ties = 1
            elif value > best - TOLERANCE:
                ties += 1
                if rng.below(ties) == 0:
                    chosen = number
        self.thought = Thought(chosen, best, 0.5 + 0.5 * math.tanh(best / 30.0), options.count)
        return chosen

    def best_of(self, game: Engine, seat: i64) -> float:
        """The value of the best answer to the present question, with what follows from it."""
        options = game.list_options()
        best = LOWEST
        for i in range(options.count):
            if best > LOWEST and self.late():
                break
            copy = game.copy()
            copy.answer(options.items[i])
            value = self.followed(copy, seat)
            if value > best:
                best = value
        return best

    def followed(self, game: Engine, seat: i64) -> float:
        """The value of a position after all further questions to the seat got the answer that looks best at once."""
        while game.asked == seat:
            options = game.list_options()
            best = LOWEST
            following = game
            for i in range(options.count):
                copy = game.copy()
                copy.answer(options.items[i])
                value = self.value(copy, seat)
                if value > best:
                    best = value
                    following = copy
            if following.asked != seat:
                return best
            game = following
        return self.value(game, seat)


@final
class Greedy(OneTurn):
    """R1: the lead as if the game ended now, and a point for every follower at hand."""

    def value(self, game: Engine, seat: i64) -> float:
        return float(lead(ended(game), seat) + at_hand(game, seat))


def at_hand(game: Engine, seat: i64) -> i64:
    """Followers of a seat that it has, or will have in its next turn, to place."""
    rules, figures = game.rules, game.figures
    found: i64 = 0
    for figure in range(rules.seat_first[seat], rules.seat_first[seat + 1]):
        if rules.follower[rules.figure_kind[figure]] != 0:
            if figures.place[figure] == SUPPLY or figures.place_word(figure) == RESTING:
                found += 1
    return found


@final
class Branch:
    """A position of the tree: the answers to its question with how often they were tried and what they brought."""

    def __init__(self, seat: i64) -> None:
        self.seat = seat
        self.visits: i64 = 0
        self.options: list[i64] = []
        self.tried: list[i64] = []
        self.sums: list[float] = []
        self.below: list[Branch | None] = []

    def add(self, option: i64) -> None:
        self.options.append(option)
        self.tried.append(0)
        self.sums.append(0.0)
        self.below.append(None)


@final
class Playouts(Player):
    """R3: tree search with random play-outs, a level for every question, chance drawn anew in every pass.

    A play-out places a figure three times in ten; its reward is ``tanh(lead / 30)``; the constant of exploration is 0.4.
    """

    EXPLORATION: Final = 0.4
    FIGURES: Final = 3  # in ten
    SCALE: Final = 30.0

    def __init__(self, name: str, nodes: i64) -> None:
        super().__init__(name)
        self.nodes = nodes  # play-outs for a choice

    def choose(self, game: Engine, seed: i64) -> i64:
        options = game.copy().list_options()
        if options.count == 1:
            self.thought = None
            return options.items[0]
        rng = Rng(seed)
        root = Branch(game.asked)
        passes: i64 = 0
        while passes < self.nodes and (self.deadline == 0.0 or passes == 0 or time.monotonic() < self.deadline):
            self.search(game.copy(), root, rng)
            passes += 1
            time.sleep(0)  # compiled code lets no other thread run by itself, and one may want to move the deadline
        best: i64 = 0
        for i in range(len(root.options)):
            if root.tried[i] > root.tried[best]:
                best = i
        mean = root.sums[best] / float(root.tried[best])
        margin = self.SCALE * math.atanh(min(0.999, max(-0.999, mean)))
        self.thought = Thought(root.options[best], margin, 0.5 + 0.5 * mean, passes)
        return root.options[best]

    def search(self, game: Engine, root: Branch, rng: Rng) -> None:
        """One pass: down the tree, one position more, a play-out, and back."""
        path: list[Branch] = []
        taken: list[i64] = []
        branch: Branch | None = root
        while branch is not None and game.asked != OVER:
            number = self.drawn(game, branch, rng) if branch.seat == DEALER else self.descended(game, branch, rng)
            path.append(branch)
            taken.append(number)
            game.answer(branch.options[number])
            following = branch.below[number]
            if following is None and game.asked != OVER:
                branch.below[number] = Branch(game.asked)
            branch = following
        self.play_out(game, rng)
        for i in range(len(path)):
            branch = path[i]
            branch.visits += 1
            branch.tried[taken[i]] += 1
            if branch.seat >= 0:
                branch.sums[taken[i]] += math.tanh(float(lead(game, branch.seat)) / self.SCALE)

    def drawn(self, game: Engine, branch: Branch, rng: Rng) -> i64:
        """What chance brings, as a number in the branch."""
        option = game.random_option(rng)
        for i in range(len(branch.options)):
            if branch.options[i] == option:
                return i
        branch.add(option)
        return len(branch.options) - 1

    def descended(self, game: Engine, branch: Branch, rng: Rng) -> i64:
        """The answer to look at next: an untried one, or the one with the highest confidence bound."""
        if len(branch.options) == 0:
            options = game.list_options()
            for i in range(options.count):
                branch.add(options.items[i])
        best = LOWEST
        chosen: i64 = 0
        ties: i64 = 0
        spread = self.EXPLORATION * math.sqrt(math.log(float(branch.visits + 1)))
        for i in range(len(branch.options)):
            tried = branch.tried[i]
            bound = 1.0e6 if tried == 0 else branch.sums[i] / float(tried) + spread / math.sqrt(float(tried))
            if bound > best:
                best = bound
                chosen = i
                ties = 1
            elif bound == best:
                ties += 1
                if rng.below(ties) == 0:
                    chosen = i
        return chosen

    def play_out(self, game: Engine, rng: Rng) -> None:
        while game.asked != OVER:
            if choosing_figure(game):
                game.answer(self.some_figure(game, rng))
            else:
                game.answer(game.random_option(rng))

    def some_figure(self, game: Engine, rng: Rng) -> i64:
        options = game.list_options()
        if rng.below(10) >= self.FIGURES:
            return PASS
        found: i64 = PASS
        while found == PASS:
            found = options.items[rng.below(options.count)]
        return found
