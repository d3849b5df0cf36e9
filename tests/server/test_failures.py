"""What fails around a server: the disk, the database, the machine's descriptors, a thinking process.

In each case nothing that was acknowledged is lost, whoever asks is told to come back and nothing else, and the server goes
on by itself when the cause is gone. ``make soak`` does each of it many times and on a real file system that is full.
"""

from __future__ import annotations

import contextlib
import os
import random
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.clients import Client, View
from tests.server.persistent import STUCK, Player, Toll, answers, finished, proper_refusal, until, waited
from tests.server.postgres import Cluster
from tests.server.running import SOAK, Mortal, once, soak_only
from tests.soaking import Kept

ROUNDS = 20 if SOAK else 2
HUNG = 10 if SOAK else 1
TABLES = 2
PLAYED = 6  # answers before, between and after
REFUSALS = 3  # that players must have met before the cause goes away
UNLIMITED = resource.RLIM_INFINITY


def endured(server: Mortal, name: str, cause: Callable[[], None], cure: Callable[[], None], refusals: int = REFUSALS) -> Toll:
    """Games go on while something fails again and again; then the server is killed, and every record is compared."""
    kept = Kept(f"failures-{name}")
    stop = threading.Event()
    players = [Player(server.url, number, stop) for number in range(TABLES)]
    over: list[Player] = []
    for player in players:
        player.start()
    for number in range(ROUNDS):
        until(players, answers(players) + PLAYED)
        wanted = troubles(players) + refusals
        cause()
        try:
            noticed(players, wanted)
        finally:
            cure()
        for place, player in enumerate(players):
            if not player.is_alive() and player.failure is None:  # its game is over: it starts another
                over.append(player)
                players[place] = Player(server.url, 100 + number * TABLES + place, stop)
                players[place].start()
    until(players, answers(players) + PLAYED)
    finished([*players, *over], stop)
    server.kill()
    server.start()
    toll = Toll()
    for player in [*players, *over]:
        toll += player.compare()
    assert (toll.lost, toll.doubled, toll.records) == (0, 0, len(players) + len(over)), toll
    if SOAK:
        kept.add(rounds=ROUNDS, **vars(toll))
        print(kept.told())
    return toll


def noticed(players: list[Player], wanted: int) -> None:
    waited(lambda: troubles(players) >= wanted or not all(player.is_alive() for player in players), "nobody noticed")


def troubles(players: list[Player]) -> int:
    return sum(player.refused + player.unanswered for player in players)


def limited(server: Mortal, what: int, most: int) -> None:
    """Give a running server a limit, or take it away."""
    hard = resource.prlimit(server.child, what)[1]
    resource.prlimit(server.child, what, (hard if most == UNLIMITED else most, hard))


# -- the disk ---------------------------------------------------------------------------------------------------------


@once
@pytest.mark.soak
def test_a_file_that_cannot_grow_costs_nobody_an_answer(tmp_path: Path) -> None:
    """As on a full disk, by the system's limit for the size of files: nothing can be written behind it."""
    with Mortal(f"sqlite:///{tmp_path / 'table.sqlite3'}") as server:
        toll = endured(
            server,
            "file-cannot-grow",
            lambda: limited(server, resource.RLIMIT_FSIZE, (tmp_path / "table.sqlite3-wal").stat().st_size),
            lambda: limited(server, resource.RLIMIT_FSIZE, UNLIMITED),
        )
        assert toll.refused >= ROUNDS * REFUSALS


@once
def test_who_reads_is_served_while_nothing_can_be_written(tmp_path: Path) -> None:
    """A table that is known can be looked at; whatever would change it is refused, and nothing of it is seen."""
    with Mortal(f"sqlite:///{tmp_path / 'table.sqlite3'}") as server, Client(server.url) as client:
        made = client.table()
        limited(server, resource.RLIMIT_FSIZE, 0)
        refused = client.answer(made["table"], made["view"])
        proper_refusal(refused)
        again = client.view(made["table"])
        assert again["seq"] == made["view"]["seq"]
        assert again["board"] == made["view"]["board"]
        for path, body in (("/api/tables", {"game": "plus"}), ("/api/duplicates", {"game": "plus"})):
            proper_refusal(client.post(path, body))
        limited(server, resource.RLIMIT_FSIZE, UNLIMITED)
        assert client.answer(made["table"], again).status_code == 200


@contextlib.contextmanager
def small_disk(place: Path, size: str) -> Iterator[Path]:
    """A file system of its own, where we may make one."""
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "bastida", str(place)], check=True)
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


@once
@soak_only
@pytest.mark.soak
def test_a_disk_that_is_full_costs_nobody_an_answer(tmp_path: Path) -> None:
    """On a real file system, which only root may make."""
    if os.geteuid() != 0:
        pytest.fail("make soak needs root for this: it mounts a small file system")
    with small_disk(tmp_path / "disk", "24m") as disk, Mortal(f"sqlite:///{disk / 'table.sqlite3'}") as server:

        def fill() -> None:
            with contextlib.suppress(OSError), (disk / "filler").open("ab") as file:
                while True:
                    file.write(bytes(4096))
                    file.flush()

        endured(server, "disk-full", fill, lambda: (disk / "filler").unlink())


# -- the database -----------------------------------------------------------------------------------------------------


@once
@pytest.mark.soak
def test_a_database_that_goes_away_in_mid_play_comes_back_with_everything() -> None:
    with Cluster.started() as cluster, Mortal(cluster.new_database()) as server, Client(server.url, language="es") as somebody:

        def gone() -> None:
            cluster.stop()
            refused = somebody.post("/api/tables", {"game": "plus", "seats": [{"name": "Ana"}, {"kind": "link"}]})
            proper_refusal(refused)
            assert refused.headers["content-language"] == "es"

        endured(server, "database-gone", gone, cluster.resume)


@once
@pytest.mark.soak
def test_a_file_that_is_moved_away_is_missed_before_anything_is_acknowledged(tmp_path: Path) -> None:
    """What is written to a file that has no name any more is lost with the process: it must not be acknowledged."""
    file = tmp_path / "table.sqlite3"
    with Mortal(f"sqlite:///{file}") as server:
        endured(server, "file-gone", lambda: moved(file, file.with_name("away")), lambda: moved(file.with_name("away"), file))
        # And it is not made anew, empty, in the place of the one that is gone.
        moved(file, file.with_name("away"))
        with Client(server.url) as client:
            proper_refusal(client.post("/api/tables", {"game": "plus"}))
        assert not file.exists()


def moved(one: Path, other: Path) -> None:
    one.rename(other)


@once
@pytest.mark.soak
def test_a_backup_that_is_put_in_the_place_of_the_file_is_what_counts(tmp_path: Path) -> None:
    """Somebody restores a backup under a running server: from then on that is the truth."""
    file, backup = tmp_path / "table.sqlite3", tmp_path / "backup.sqlite3"
    with Mortal(f"sqlite:///{file}") as server, Client(server.url) as client:
        made = client.table()
        with contextlib.closing(sqlite3.connect(file)) as one, contextlib.closing(sqlite3.connect(backup)) as other:
            one.backup(other)
        for name in ("table.sqlite3", "table.sqlite3-wal", "table.sqlite3-shm"):
            (tmp_path / name).unlink()
        proper_refusal(client.answer(made["table"], made["view"]))
        shutil.move(backup, file)
        waited(lambda: client.answer(made["table"], made["view"]).status_code == 200, "the backup is not taken up")
        server.kill()
        server.start()
        assert client.view(made["table"])["seq"] == made["view"]["seq"] + 1


# -- descriptors ------------------------------------------------------------------------------------------------------


@once
@pytest.mark.soak
def test_a_server_without_descriptors_goes_on_when_it_has_some_again(tmp_path: Path) -> None:
    """Idle connections take all there are; whoever is connected is served or told to come back, nobody loses anything."""
    with Mortal(f"sqlite:///{tmp_path / 'table.sqlite3'}") as server:
        idle: list[socket.socket] = []

        def fill() -> None:
            limited(server, resource.RLIMIT_NOFILE, len(os.listdir(f"/proc/{server.child}/fd")) + 8)
            for _ in range(64):
                idle.append(socket.create_connection(("127.0.0.1", server.port), STUCK))

        def free() -> None:
            for one in idle:
                one.close()
            idle.clear()

        endured(server, "descriptors", fill, free, refusals=0)
        with Client(server.url) as client:  # a stranger comes in again, too
            client.play(client.table(game="plus-first-game")["table"], random.Random(1), lambda view: view["turn"] > 3)


# -- a process that thinks --------------------------------------------------------------------------------------------


def children(process: int) -> list[int]:
    found = Path(f"/proc/{process}/task/{process}/children")
    return [int(word) for word in found.read_text().split()]


@once
@pytest.mark.soak
def test_a_thinking_process_that_hangs_is_replaced_and_its_table_goes_on(tmp_path: Path) -> None:
    with Mortal(f"sqlite:///{tmp_path / 'table.sqlite3'}") as server, Client(server.url) as client:
        seats = [{"name": "Ana"}, {"kind": "computer", "level": "random"}]
        made, kept = client.table(game="plus-first-game", seats=seats), Kept("failures-worker-hung")
        chance = random.Random(1)
        hung: list[int] = []

        def at_work(view: View) -> bool:
            return view["active"] == 0 and bool(set(children(server.child)) - set(hung))

        for _ in range(HUNG):
            client.play(made["table"], chance, at_work)
            hung += [one for one in children(server.child) if one not in hung]
            for worker in hung:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(worker, signal.SIGSTOP)
        turn = client.view(made["table"])["turn"]
        client.play(made["table"], chance, lambda view: view["turn"] > turn + 2)
        waited(lambda: not any(Path(f"/proc/{one}").exists() for one in hung), "a process that hangs is kept")
        if SOAK:
            kept.add(hung=len(hung), turns=client.view(made["table"])["turn"])
            print(kept.told())
