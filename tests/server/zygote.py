"""A process that has imported everything and forks a server whenever it is told to: killing one costs no long start.

Lines on the standard input: ``start`` forks a server and answers with its process number when it listens.
"""

from __future__ import annotations

import os
import sys
from functools import partial

from bastida import new_game
from bastida.art import anchors
from bastida.server import read_settings
from bastida.server.runtime.serving import listen, serve
from bastida.server.table.replaying import table_of
from bastida.server.table.view import Teller


def tell(told: int) -> None:
    os.write(told, b"!")


def main() -> None:
    settings = read_settings()
    warm = table_of("warm", new_game("plus-first-game", players=2, seed=1))
    for tile in warm.game.engine.rules.tiles:
        anchors(tile)
    Teller(warm, "en").view([0, 1], [], 0.0)
    child = 0
    for _ in sys.stdin:
        if child:
            os.waitpid(child, 0)  # it was killed; its port is free when it is gone
        ready, told = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(ready)
            try:
                serve(settings, listen(settings.host, settings.port, search=False), partial(tell, told))
            finally:
                os._exit(0)
        os.close(told)
        os.read(ready, 1)  # nothing comes if the server dies before
        os.close(ready)
        print(child, flush=True)


if __name__ == "__main__":
    main()
