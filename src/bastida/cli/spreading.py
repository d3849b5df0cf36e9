"""Where a command does its work: what ``--jobs``, ``--ray`` and ``--ray-address`` mean."""

from __future__ import annotations

from bastida.arena.spread import Spread, here, processes, ray_cluster
from bastida.extras import need


def place_of_work(jobs: int, on_ray: bool, address: str | None) -> Spread:
    if on_ray or address:
        need("ray")
        return ray_cluster(address)
    return here if jobs == 1 else processes(jobs)
