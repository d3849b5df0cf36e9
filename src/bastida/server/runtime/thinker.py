"""A process that thinks for the server: ``python -m bastida.server.runtime.thinker MEGABYTES``. See ``workers``.

Jobs and answers are lines of JSON: ``think`` about a position, or ``check`` a record somebody has uploaded.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import signal
import sys
import time
from typing import Any

from bastida import Game, Record, RecordError, from_position
from bastida.art.pictures.film import LINGER, filmed
from bastida.art.pictures.raster import animation, png
from bastida.language.refused import why
from bastida.language.texts import texts
from bastida.players.registry import make_player
from bastida.record.errors import NOWHERE

try:
    import resource
except ImportError:  # a system without limits of this kind
    resource = None  # type: ignore[assignment]

NICE = 10
FILM_WIDTH = 640
FILM_DELAY = 600  # thousandths of a second per frame


def think(job: dict[str, Any]) -> dict[str, Any]:
    """An answer to the question of a position."""
    game = from_position(job["position"], players=job["players"])
    player = make_player(job["level"])
    player.deadline = time.monotonic() + job["seconds"]
    number = int(player.choose(game.engine.copy(), job["seed"]))
    answer = next(option.text for option in game.options() if option.number == number)
    thought = player.thought
    if thought is None:
        return {"answer": answer}
    return {"answer": answer, "margin": float(thought.margin), "chance": float(thought.chance)}


def check(job: dict[str, Any]) -> dict[str, Any]:
    """A record in its text form, if every answer in it is as the rules have it."""
    data = job["text"]
    try:
        record = Record.from_json(data) if data.lstrip().startswith("{") else Record.from_text(data)
        if record.answers > job["most"]:
            raise RecordError(NOWHERE, why("record.read_here", number=record.answers, most=job["most"]))
        game: Game = record.replay()
    except RecordError as error:
        return {"wrong": error.told(texts(job["language"]))[:500]}
    return {
        "text": record.to_text(),
        "study": record.study,
        "steps": record.answers,
        "players": list(record.players),
        "over": game.over,
    }


def picture(job: dict[str, Any]) -> dict[str, Any]:
    """A drawing as PNG."""
    return {"data": base64.b64encode(png(job["svg"])).decode()}


def film(job: dict[str, Any]) -> dict[str, Any]:
    """A record as an animation."""
    frames = list(filmed(Record.from_text(job["text"]), 1, FILM_WIDTH))
    delays = [FILM_DELAY] * (len(frames) - 1) + [FILM_DELAY * LINGER]
    return {"data": base64.b64encode(animation(frames, ".webp", delays)).decode()}


JOBS = {"think": think, "check": check, "picture": picture, "film": film}


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICE)
    if resource is not None:
        most = int(sys.argv[1]) * 1_000_000
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (most, most))
    output, sys.stdout = sys.stdout, sys.stderr  # what a player prints must not be taken for an answer
    for line in sys.stdin:
        job = json.loads(line)
        try:
            answer = JOBS[job["do"]](job)
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"[:300]}
        output.write(json.dumps(answer) + "\n")
        output.flush()


if __name__ == "__main__":
    main()
