"""Obligation 3: killed at any moment, the server comes back with the same record. No acknowledged answer is lost, and
none is applied twice. What happens when other things fail is in ``test_failures``.
"""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path

import pytest

from tests.server.persistent import Player, Toll, answers, finished, until
from tests.server.postgres import Cluster
from tests.server.running import SOAK, Mortal, once
from tests.soaking import Kept

KILLS = 1_000 if SOAK else 27  # on each of the two databases
ROUND = 50  # kills of one server on one database; a soak that was stopped goes on after the last whole round
TABLES = 3


@once
@pytest.mark.soak
@pytest.mark.slow
def test_no_acknowledged_answer_is_lost_or_doubled(database: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    kind = database.partition(":")[0]
    if not SOAK:
        sound(killed(database, KILLS, random.Random(kind)))
        return
    kept = Kept(f"kills-{kind}")
    while (done := kept.sum("kills")) < KILLS:
        place = f"sqlite:///{tmp_path / str(done)}.sqlite3" if kind == "sqlite" else fresh(request)
        toll = killed(place, min(ROUND, KILLS - done), random.Random(f"{kind} {done}"))
        kept.add(**vars(toll))
        sound(toll)
    print(kept.told())


def fresh(request: pytest.FixtureRequest) -> str:
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.new_database()


def sound(toll: Toll) -> None:
    assert (toll.lost, toll.doubled) == (0, 0), toll
    assert toll.records >= TABLES, toll
    assert toll.acknowledged > toll.kills, toll


def killed(database: str, kills: int, chance: random.Random) -> Toll:
    """Kill a server so often while tables are played at it, and compare every record at the end."""
    with Mortal(database) as server:
        stop = threading.Event()
        players = [Player(server.url, chance.randrange(1 << 30), stop) for _ in range(TABLES)]
        for player in players:
            player.start()
        over: list[Player] = []
        for _ in range(kills):
            until(players, answers(players) + chance.randrange(4))
            time.sleep(chance.uniform(0.0, 0.02))  # in the middle of something
            server.kill()
            server.start()
            for place, player in enumerate(players):
                if not player.is_alive() and player.failure is None:  # its game is over: it starts another
                    over.append(player)
                    players[place] = Player(server.url, chance.randrange(1 << 30), stop)
                    players[place].start()
        finished([*players, *over], stop)
        server.kill()
        server.start()
        toll = Toll(kills)
        for player in [*players, *over]:
            toll += player.compare()
        assert toll.records == len(players) + len(over), toll
        return toll
