"""Finding problems in games of the search against itself.

A turn becomes a problem if the search, with NODES positions and again with DEEPER times as many, finds the same answer to be
better than every other by CLEAR points. Its questions are asked one after the other as long as that holds. Then the levels
try their hand at it: those that miss it make it hard.

The miner sees what a player sees: what is in the bag, never its order. A game, its problems and their values are functions
of preset, round and nodes, so a run that was interrupted goes on from its file.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from bastida import Game, Setup, SetupError, from_position, new_game, position, presets
from bastida.players.endgame import tiles_left
from bastida.players.player import Outlook, Player
from bastida.players.registry import make_player
from bastida.players.search import SearchPlayer
from bastida.players.settings import Settings
from bastida.problems.library import id_of, standing
from bastida.problems.model import LEVELS, Problem
from bastida.problems.themes import own_themes, past_forced
from bastida.table.setup import make_setup

LOOK: Final = 400  # positions the players of the games look at
NODES: Final = 4_000  # positions a problem is found with
DEEPER: Final = 10  # times as many that check it
CLEAR: Final = 2.0  # points that the best answer is ahead of every other
HINT: Final = 1.5  # the same, for a first look
OPTIONS: Final = 3  # answers there are at least
QUESTIONS: Final = 3  # of a problem, at most
CLOSE: Final = 8  # wrong answers whose loss is kept
GAP: Final = 4  # turns between two problems of one game
# Who tries their hand at a problem. They stay what the levels of these names were when the first were found: so all ratings
# are of one kind.
SPECS: Final = {
    "greedy": "greedy",
    "spendthrift": "evaluator:blind=hands",
    "ranking": "ranking",
    "shortsighted": "evaluator:blind=completion+homecoming+meetings",
    "trusting": "evaluator:blind=meetings",
    "search": "search:nodes=4000",
}
# The chance that a turn is looked at, by how many levels miss it, for most turns are easy: in a game without expansions; in one
# with some, if it is about them; if it is not.
PLAIN: Final = (0.1, 0.35, 1.0)
OWN: Final = (0.5, 1.0, 1.0)
OTHER: Final = (0.05, 0.2, 0.8)
EARLY: Final = 5  # tiles on the table at least
FINISHED: Final = Settings().last  # tiles left with which the search tries everything: there is nothing to compare any more
LONGEST: Final = 6_000  # characters of a position
SEATS: Final = (2, 2, 3, 2, 4, 2, 3, 5, 2, 6)  # one game after the other, as many as may play


class Depth:
    """What the search with so many nodes says of the present question."""

    def __init__(self, game: Game, nodes: int) -> None:
        engine = game.engine.copy()
        self.seat = int(engine.asked)
        player = SearchPlayer("problems", nodes)
        player.choose(engine, 0)
        self.exact = bool(player.exact)
        self.outlooks: list[Outlook] = player.outlooks()
        self.texts = {option.number: option.text for option in game.options()}

    @property
    def best(self) -> str:
        return self.texts[self.outlooks[0].option]

    @property
    def lead(self) -> float:
        """Points that the best answer is ahead of the next."""
        return self.losses()[0][1] if len(self.outlooks) > 1 else 0.0

    def losses(self) -> list[tuple[str, float]]:
        """Every other answer with the points it gives away, the best first."""
        best = self.outlooks[0].margins[self.seat]
        found = [(self.texts[one.option], float(best - one.margins[self.seat])) for one in self.outlooks[1:]]
        return sorted(found, key=lambda one: one[1])


def question(game: Game, nodes: int = 0) -> dict[str, Any] | None:
    """The present question with its best answer and the losses of others; None if none is clearly the best."""
    nodes = nodes or NODES
    if len(game.options()) < 2:
        return None
    first = Depth(game, nodes)
    if first.exact or first.lead < CLEAR:
        return None
    second = Depth(game, nodes * DEEPER)
    if second.best != first.best or second.lead < CLEAR:
        return None
    losses = second.losses()
    decision = game.decision
    assert decision is not None
    return {
        "kind": decision.kind,
        "answer": second.best,
        "close": {text: round(loss, 1) for text, loss in losses[:CLOSE]},
        "rest": round(losses[CLOSE][1] if len(losses) > CLOSE else losses[-1][1], 1),
    }


def stands(problem: Problem, nodes: int = 0) -> bool:
    """Does the search still find every answer of a problem, and again with more nodes?"""
    for number, one in enumerate(problem.questions):
        found = question(standing(problem, number), nodes)
        if found is None or found["answer"] != one.answer:
            return False
    return True


def solved_by(line: str, answers: Sequence[str], players: Mapping[str, Player]) -> list[str]:
    """The levels that answer as the best does, from the first question to the last."""
    found = []
    for name, player in players.items():
        game = from_position(line)
        assert game.decision is not None
        seat = game.decision.seat
        assert seat is not None
        for answer in answers:
            past_forced(game, seat)
            chosen = int(player.choose(game.engine.copy(), 0))
            if next(option.text for option in game.options() if option.number == chosen) != answer:
                break
            game.play(answer)
        else:
            found.append(name)
    return found


class Miner:
    """Mines until every preset has so many problems; what it finds, and how far it is, is in its file."""

    def __init__(self, file: Path, goal: int, only: Sequence[str] = (), told: Callable[[str], None] = print) -> None:
        self.file, self.goal, self.told = file, goal, told
        self.presets = [name for name in presets() if not only or name in only]
        self.players = {name: make_player(SPECS[name]) for name in LEVELS}
        self.rounds: Counter[str] = Counter()
        self.found: Counter[str] = Counter()
        self.seen: set[str] = set()
        if file.is_file() and not file.read_bytes().endswith(b"\n"):
            self.write_text("\n")  # the last line was not written to its end
        for entry in read(file):
            if "rounds" in entry:
                self.rounds[entry["preset"]] = entry["rounds"]
            else:
                self.count(entry)

    def count(self, entry: Mapping[str, Any]) -> None:
        self.found[entry["preset"]] += 1
        self.seen.add(entry["id"])

    def run(self) -> None:
        """One game of each preset after the other."""
        while lacking := [name for name in self.presets if self.found[name] < self.goal]:
            for preset in lacking:
                self.game(preset)

    def game(self, preset: str) -> None:
        """Look for problems in one game, and keep them."""
        number = self.rounds[preset]
        found = 0
        for entry in self.mined(preset, number):
            found += 1
            self.count(entry)
            self.write(entry)
        self.rounds[preset] = number + 1
        self.write({"preset": preset, "rounds": number + 1})
        self.told(f"{preset} {number + 1}: {found}, {self.found[preset]} of {self.goal}; {sum(self.found.values())} in all")

    def write(self, entry: Mapping[str, Any]) -> None:
        self.write_text(json.dumps(entry, ensure_ascii=False) + "\n")

    def write_text(self, text: str) -> None:
        with self.file.open("a", encoding="utf-8") as out:
            out.write(text)

    def mined(self, preset: str, number: int) -> Iterator[dict[str, Any]]:
        """The problems of one game."""
        chance = random.Random(f"problems/{preset}/{number}")
        game = new_game(seated(preset, SEATS[number % len(SEATS)]), seed=f"problems/{preset}/{number}")
        last = -GAP
        while not game.over and tiles_left(game.engine) > FINISHED:
            if len(game.options()) == 1:
                game.play(game.options()[0])
                continue
            look = Depth(game, LOOK)
            if game.turn - last >= GAP and self.promising(game, look, chance):
                line = position(game)
                id = id_of(game)
                entry = None if id in self.seen else self.problem(id, line, preset, number, game)
                if entry is not None or id in self.seen:
                    last = game.turn
                if entry is not None:
                    yield entry
            game.play(look.best)

    def problem(self, id: str, line: str, preset: str, number: int, game: Game) -> dict[str, Any] | None:
        """The problem that begins with the present question; None if it is none."""
        if len(line) > LONGEST:
            return None
        trial = from_position(line)
        decision = game.decision
        assert decision is not None
        assert decision.seat is not None
        seat, questions = decision.seat, list[dict[str, Any]]()
        while len(questions) < QUESTIONS and past_forced(trial, seat):
            asked = question(trial)
            if asked is None:
                break
            questions.append(asked)
            trial.play(asked["answer"])
        if not questions:
            return None
        solvers = solved_by(line, [one["answer"] for one in questions], self.players)
        return {
            "id": id,
            "preset": preset,
            "seats": game.setup.seats,
            "round": number,
            "turn": game.turn,
            "left": int(tiles_left(game.engine)),
            "position": line,
            "questions": questions,
            "found": solvers,
        }

    def promising(self, game: Game, look: Depth, chance: random.Random) -> bool:
        """Is the present question worth a second look?"""
        if look.exact or look.lead < HINT or len(look.outlooks) < OPTIONS or game.engine.board.tiles < EARLY:
            return False
        best, engine = look.outlooks[0].option, game.engine
        missed = sum(int(player.choose(engine.copy(), 0)) != best for player in self.players.values())
        setup = game.setup
        usual = setup.box.elements
        chances = PLAIN
        if set(setup.elements) - set(usual):
            trial = game.copy()
            trial.dealer = None
            own = [theme for theme in own_themes(trial, look.seat, [look.best]) if theme.partition(".")[0] not in usual]
            chances = OWN if own else OTHER
        return chance.random() < chances[min(missed, len(chances) - 1)]


def seated(preset: str, seats: int) -> Setup:
    """The preset for so many players, or for as many as it allows."""
    while True:
        try:
            return make_setup(preset, players=seats)
        except SetupError:
            if seats <= 2:
                raise
            seats -= 1


def read(file: Path) -> Iterator[dict[str, Any]]:
    """The lines of a miner's file; one that was not written to its end is left out."""
    if file.is_file():
        for line in file.read_text(encoding="utf-8").splitlines():
            try:
                yield json.loads(line)
            except ValueError:
                continue
