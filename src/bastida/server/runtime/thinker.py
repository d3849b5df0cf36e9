"""A process that works for the server: ``python -m bastida.server.runtime.thinker MEGABYTES NICE``. See ``workers``.

Jobs and answers are lines of JSON: ``think`` about a position, ``check`` a record somebody has uploaded, and what is in
``reading``. While one is under way a line may come that says to hurry.
"""

from __future__ import annotations

import contextlib
import json
import math
import queue
import signal
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from bastida import Game, from_position
from bastida.kernel.answers import Option
from bastida.players.guessing import guesser, guesses
from bastida.players.player import Player
from bastida.players.reasons import reasons
from bastida.players.registry import make_player
from bastida.record.positions import state_hash
from bastida.server.runtime.guests import Guests
from bastida.server.runtime.system import cap_memory, stand_back

AHEAD: Final = 48  # questions that are guessed, of a position
ANSWERS: Final = 2  # of one turn: where the tile lies, and a figure


class Thinking:
    """The job under way, as the thread that listens may change it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.number = 0
        self.began = 0.0
        self.seconds = 0.0
        self.player: Player | None = None

    def begin(self, job: dict[str, Any]) -> None:
        with self.lock:
            self.number, self.began, self.seconds = job.get("number", 0), time.monotonic(), job.get("seconds", 0.0)

    def by(self, player: Player | None, most: float = math.inf) -> None:
        """Who thinks from now on, for so many seconds at most; with None it is done."""
        with self.lock:
            self.player = player
            if player is not None:
                player.deadline = min(self.began + self.seconds, time.monotonic() + most)

    @property
    def out_of_time(self) -> bool:
        """Is the whole job to come to an end?"""
        return time.monotonic() >= self.began + self.seconds

    def hurry(self, asked: dict[str, Any]) -> None:
        """It shall take so long altogether; of a job that is done already nothing is asked any more."""
        with self.lock:
            if asked["number"] != self.number or asked["hurry"] >= self.seconds:
                return
            self.seconds = asked["hurry"]
            if self.player is not None:
                self.player.deadline = min(self.player.deadline, self.began + self.seconds)  # a search looks at it all the time


thinking = Thinking()
guests = Guests()


def think(job: dict[str, Any]) -> dict[str, Any]:
    """An answer to the question of a position, and how long the player took for it."""
    game = from_position(job["position"], players=job["players"])
    player = guests.player(job["level"], game.setup, job["seconds"]) if job.get("guest") else make_player(job["level"])
    found = answered(game, player, job["seed"])
    if job.get("why"):
        thought = player.thought
        line = [int(step) for step in thought.lines[0]] if thought is not None and thought.lines else []
        with contextlib.suppress(Exception):  # without a reason it is still a hint
            found["reasons"] = [reason.told() for reason in reasons(game, game.find(found["answer"]), line)]
    return found


def think_ahead(job: dict[str, Any]) -> dict[str, Any]:
    """Answers to what the computers of a table may be asked next, by the hash of the position; not to what is ``known``.

    Each gets the time that the computer would have at the table. One that was cut short does not count.
    """
    game = from_position(job["position"], players=job["players"])
    levels = {int(seat): make_player(level) for seat, level in job["levels"].items()}
    known: dict[str, str] = dict(job["known"])
    found: dict[str, dict[str, Any]] = {}
    looking = guesser()
    thinking.by(looking)
    coming = guesses(game.engine, levels, AHEAD, job["seed"], looking)
    thinking.by(None)
    for guess in coming:
        at = game.copy()
        for number in guess.answers:
            at.play(numbered(at, number))
        player, seat = levels[int(at.engine.asked)], at.engine.asked
        for _ in range(ANSWERS):
            if at.engine.asked != seat:
                break
            if len(at.options()) == 1:
                at.play(at.options()[0])
                continue
            key = state_hash(at.setup, at.engine)
            if key not in known:
                answer = answered(at, player, job["seed"], job["most"])
                if thinking.out_of_time:
                    return {"answers": found, "more": True}
                found[key], known[key] = answer, answer["answer"]
            at.play(known[key])
    return {"answers": found, "more": thinking.out_of_time}


def answered(game: Game, player: Player, seed: int, most: float = math.inf) -> dict[str, Any]:
    """A player's answer, how long it took for it, and what it expects."""
    thinking.by(player, most)
    began = time.monotonic()
    try:
        number = int(player.choose(game.engine.copy(), seed))
    finally:
        took = time.monotonic() - began
        thinking.by(None)
    found: dict[str, Any] = {"answer": numbered(game, number).text, "took": took}
    if player.thought is not None:
        found |= {"margin": float(player.thought.margin), "chance": float(player.thought.chance)}
    return found


def numbered(game: Game, number: int) -> Option:
    return next(option for option in game.options() if option.number == number)


def do(job: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The answer to a job; before it there may be others, of how far it is."""
    if job["do"] == "think":
        yield think(job)
        return
    if job["do"] == "think ahead":
        yield think_ahead(job)
        return
    if job["do"] == "ask study":
        from bastida.server.table.studying import ask

        yield ask(job, thinking.by)
        return
    from bastida.server.runtime.reading import JOBS, film  # whoever only thinks does without what this needs

    if job["do"] == "film":
        yield from film(job)
    else:
        yield JOBS[job["do"]](job)


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    stand_back(int(sys.argv[2]))
    cap_memory(int(sys.argv[1]) * 1_000_000)
    output, sys.stdout = sys.stdout.buffer, sys.stderr  # what a player prints must not be taken for an answer
    jobs: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
    threading.Thread(target=listen, args=[jobs], daemon=True).start()
    while (job := jobs.get()) is not None:
        try:
            for answer in do(job):
                write(output, answer)
        except Exception as error:
            write(output, {"error": f"{type(error).__name__}: {error}"[:300]})


def write(output: BinaryIO, answer: dict[str, Any]) -> None:
    data = answer.pop("data", None)
    if data is not None:
        answer["bytes"] = len(data)
    output.write(json.dumps(answer).encode() + b"\n" + (data or b""))
    output.flush()


def listen(jobs: queue.SimpleQueue[dict[str, Any] | None]) -> None:
    """Read what the server sends; after the last of it comes None."""
    for line in sys.stdin:
        asked = json.loads(line)
        if "hurry" in asked:
            thinking.hurry(asked)
        else:
            thinking.begin(asked)  # here: the next line may say to hurry already
            jobs.put(asked)
    jobs.put(None)


if __name__ == "__main__":
    main()
