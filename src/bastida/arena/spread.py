"""Work in many like pieces, wherever there are processors: in this process, in several, or on a Ray cluster.

Results come in the order of the pieces, with some always under way. Whoever stops asking for results ends the work.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread
from typing import Any, Protocol, TypeVar

AHEAD = 2  # pieces under way for every process
Piece = TypeVar("Piece")
Result = TypeVar("Result")


class Spread(Protocol):
    """Does a piece of work many times; the work and its pieces must be such as can be pickled."""

    def __call__(self, work: Callable[[Piece], Result], pieces: Iterable[Piece]) -> Generator[Result, None, None]: ...


def here(work: Callable[[Piece], Result], pieces: Iterable[Piece]) -> Generator[Result, None, None]:
    """In this process, one after the other."""
    for piece in pieces:
        yield work(piece)


def processes(jobs: int) -> Spread:
    """So many processes of this machine. When the work ends, whatever is still busy is ended with it."""

    def spread(work: Callable[[Piece], Result], pieces: Iterable[Piece]) -> Generator[Result, None, None]:
        others = active_children()
        pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=die_quietly)
        whole = False
        try:
            yield from in_order(pieces, AHEAD * jobs, lambda piece: pool.submit(work, piece), lambda future: future.result())
            whole = True
        finally:
            for process in active_children():
                if not whole and process not in others:
                    process.terminate()
            pool.shutdown(wait=True, cancel_futures=True)  # also for the thread that minds the processes

    return spread


def ray_cluster(address: str | None = None) -> Spread:
    """A Ray cluster whose machines have Bastida installed, or (None) one that is started on this machine for the work."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a match is nobody else's business
    ray = import_module("ray")  # an optional dependency: the extra "ray"

    def spread(work: Callable[[Piece], Result], pieces: Iterable[Piece]) -> Generator[Result, None, None]:
        quiet = {"include_dashboard": False, "log_to_driver": False, "configure_logging": False}
        if address is None:
            there = {"env_vars": {"PYTHONPATH": os.pathsep.join(sys.path)}}
            ray.init(runtime_env=there, _node_ip_address="127.0.0.1", **quiet)
        else:
            ray.init(address=address, **quiet)
        remote, shared = ray.remote(call), ray.put(work)
        ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        try:
            yield from in_order(pieces, ahead, lambda piece: remote.remote(shared, piece), ray.get)
        finally:
            ray.shutdown()

    return spread


def call(work: Callable[[Any], Any], piece: Any) -> Any:
    return work(piece)


def in_order(
    pieces: Iterable[Piece], ahead: int, start: Callable[[Piece], Any], fetch: Callable[[Any], Result]
) -> Generator[Result, None, None]:
    """Results in the order of the pieces, with some pieces always under way."""
    waiting = iter(pieces)
    under_way = deque(start(piece) for piece in islice(waiting, ahead))
    while under_way:
        result = fetch(under_way.popleft())
        under_way.extend(start(piece) for piece in islice(waiting, 1))
        yield result


def die_quietly() -> None:
    """Ctrl-C ends a process that works without a word: the one in front has kept all that was finished. So does its end."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    parent = parent_process()
    if parent is not None:
        Thread(target=die_with, args=(parent.sentinel,), daemon=True).start()


def die_with(sentinel: int) -> None:
    """Wait for another process to end, however it does, and end with it."""
    wait([sentinel])
    os._exit(1)
