"""Work in many like pieces, wherever there are processors: in this process, in several, or on a Ray cluster.

Results come in the order of the pieces, with some always under way. Whoever stops asking for results ends the work.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib import import_module
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread, current_thread, main_thread
from typing import Any, Protocol, TypeVar

from bastida.language.refused import Refused, why

AHEAD = 2  # pieces under way for every process
Piece = TypeVar("Piece")
Result = TypeVar("Result")


class WorkerLost(Refused):
    """A process was ended from outside while it worked, so the work cannot go on."""


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

        def start(piece: Piece) -> Future[Result]:
            with ctrl_c_waits():
                return pool.submit(work, piece)

        whole = False
        with ended_in_order():
            try:
                yield from in_order(pieces, AHEAD * jobs, start, lambda future: future.result())
                whole = True
            except BrokenProcessPool:
                raise WorkerLost(why("arena.worker_lost")) from None
            finally:
                try:
                    for process in active_children():
                        if not whole and process not in others:
                            process.terminate()
                finally:
                    pool.shutdown(wait=True, cancel_futures=True)  # also for the thread that minds the processes

    return spread


@contextmanager
def ended_in_order() -> Iterator[None]:
    """Whoever ends this process with ``kill``, ``timeout`` or by closing the terminal ends it as Ctrl-C does: tidily."""
    ends = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    if current_thread() is not main_thread():
        ends = []  # no other thread may say what happens
    ours = [number for number in ends if signal.getsignal(number) == signal.SIG_DFL]  # nohup, servers: they know what they do
    for number in ours:
        signal.signal(number, leave)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


def leave(number: int, frame: object) -> None:
    """End with the exit code that a shell shows for this signal."""
    sys.exit(128 + number)


@contextmanager
def ctrl_c_waits() -> Iterator[None]:
    """A process that is started here hears of Ctrl-C once it can die of it without a word; this one a moment later."""
    if sys.platform == "win32" or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


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
    """Ctrl-C ends a process that works without a word: the one in front has kept all that was finished. So does its end.

    Where the one in front does not hear Ctrl-C, in the background of a script, those that work for it do not either.
    """
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.platform != "win32" and hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    parent = parent_process()
    if parent is not None:
        Thread(target=die_with, args=(parent.sentinel,), daemon=True).start()


def die_with(sentinel: int) -> None:
    """Wait for another process to end, however it does, and end with it."""
    wait([sentinel])
    os._exit(1)
