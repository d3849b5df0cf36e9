"""The first inputs of every target, out of our own games: every preset, both families, every kind of question."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import fields

import bastida
from bastida import Game, position
from bastida.record import Record
from bastida.server.runtime.settings import PREFIX, Settings
from bastida.table.setup import FAMILIES
from tests.fuzzing.targets.expansions import EXAMPLES, FILES, NAMES
from tests.fuzzing.targets.requests import MAKING
from tests.record.some_games import play_on, some_tables

PLAYERS = "greedy random ranking evaluator:nodes=50 search:nodes=20 level:1 playouts:nodes=5".split()
SHORT = 14  # answers of players in a short record


def games(answers: int | None = SHORT) -> Iterator[tuple[str, Game]]:
    for number, (preset, seats) in enumerate(some_tables()):
        game = bastida.new_game(preset, players=seats, seed=number)
        yield preset, play_on(game, number, answers)


def texts() -> Iterator[bytes]:
    for _, game in games():
        yield Record.from_game(game).to_text().encode()
    whole = play_on(bastida.new_game("plus-first-game", seed=1), 1)
    yield Record.from_game(whole, {"place": "Tarragona"}).to_text().encode()
    begun = play_on(bastida.new_game("hunters", seed=1), 1, 9)
    yield Record.from_game(play_on(bastida.from_position(position(begun), seed=2), 3, 8)).to_text().encode()
    yield Record.from_game(play_on(bastida.new_game("plus", study=True), 1, 6)).to_text().encode()


def jsons() -> Iterator[bytes]:
    for text in texts():
        yield Record.from_text(text).to_json().encode()


def positions() -> Iterator[bytes]:
    """For every preset one position at every kind of question that a game comes to."""
    for number, (preset, seats) in enumerate(some_tables()):
        game, seen = bastida.new_game(preset, players=seats, seed=number), set[str]()
        game.dealer = None
        while not game.over and len(game.steps) < 400:
            assert game.decision is not None
            if game.decision.kind not in seen and len(game.steps) > 12:
                seen.add(game.decision.kind)
                yield position(game).encode()
            play_on(game, f"{preset} {len(game.steps)}", 1)
        if game.over:
            yield position(game).encode()


def notation() -> Iterator[bytes]:
    for preset, _ in some_tables():
        for answers in (3, 20, 41):
            game = play_on(bastida.new_game(preset, players=2, seed=1), 1, answers)
            for option in game.options()[:2] + game.options()[-2:]:
                yield f"{preset} 1 {answers}\n{option.text}".encode()


def protocol() -> Iterator[bytes]:
    place = position(bastida.new_game("plus", seed=1)).encode()
    for budget in (b"seed " + b"9" * 5_000, b"nodes " + b"9" * 5_000, b"movetime " + b"9" * 400, b"nodes " + b"9" * 30):
        yield b"set player search\nposition " + place + b"\ngo " + budget
    yield b"hello\nready?\nnew\nset player random\nstop\nquit\nnonsense"
    for number, place in enumerate(positions()):
        player = ("greedy", "random", "ranking", "evaluator:nodes=50", "search:nodes=20", "level:1", "playouts:nodes=5")[
            number % 7
        ]
        if number % 5 == 0:
            yield f"set player {player}\nposition ".encode() + place + b"\noptions []\ngo seed 7 nodes 20 movetime 10"


def setups() -> Iterator[bytes]:
    for preset, seats in some_tables():
        yield json.dumps({"game": preset, "players": seats}).encode()
    for games_ in FAMILIES.values():
        edition = next(iter(games_.editions))
        for name, expansion in games_.expansions.items():
            more = {"game": edition, "sets": [name], "without": list(expansion.elements)[:1], "players": ["Ana", "Luis"]}
            yield json.dumps(more).encode()
            yield json.dumps({"game": edition, "sets": [name], "elements": list(expansion.elements), "first": 1}).encode()
        yield json.dumps(
            {"game": edition, "sets": list(games_.expansions), "players": 2, "study": True, "start": False}
        ).encode()
        yield json.dumps({"game": edition, "switches": dict.fromkeys(games_.switches, "no"), "colours": ["red"]}).encode()


def settings() -> Iterator[bytes]:
    for entry in fields(Settings):
        yield f"{PREFIX}{entry.name.upper()}={entry.default}".encode()
    yield "\n".join(f"{PREFIX}{entry.name.upper()}={entry.default}" for entry in fields(Settings)).encode()
    yield b"BASTIDA_DATABASE=postgresql://somebody@localhost/table\nBASTIDA_LOG_REQUESTS=yes\nBASTIDA_RATE=0.5"


def expansions() -> Iterator[bytes]:
    for name in NAMES:
        for file in FILES:
            if (EXAMPLES / name / file).is_file():
                yield f"== {name}\n== {file}\n".encode() + (EXAMPLES / name / file).read_bytes()


# -- requests ---------------------------------------------------------------------------------------------------------

AND = b"\n--\n"
ACT = {"seat": 0, "key": "k"}
SEEN = {**ACT, "seq": 1}
ACTS: dict[str, dict[str, object]] = {
    "answers": {**SEEN, "answer": "1,0 r0"},
    "undo": SEEN,
    "offers": {**SEEN, "kind": "end"},
    "offers/1": {"seat": 1, "key": "q", "accept": True},
    "resign": ACT,
    "chat": {**ACT, "text": "hola"},
    "mute": {**ACT, "muted_seat": 1, "on": True},
    "stand-in": {"seat": 1, "key": "k", "by": 0, "how": "claim"},
    "hint": {"seat": 0},
    "claim": {"token": "TOKEN", "name": "Eva", "colour": "green"},
    "invitation": {"token": "TOKEN"},
}
OF_A_TABLE = " ?lang=es /events?after=0 /features /record.bst /record.json /picture.svg /picture.png /film.webp"
OF_A_RECORD = "steps view?step=3 record.bst record.json picture.svg?step=1 picture.png film.webp"
OF_EVERYBODY = (
    "/api/tables /api/reach /api/lessons /api/lessons/plus /api/catalogue?lang=ca /api/catalogue/tiles?set=inns /api/rules"
    " /api/rules/tower?lang=es"
    " /api/texts /api/art/summer/tiles.svg?ids=D,V&v=1 /api/art/figures.svg /api/art/summer/pieces.svg?ids=piece.tower.x.1.0."
    " /api/art/stone/track.svg?dark=true /api/art/summer/defs.svg /openapi.json /api/docs /api/problems /healthz /readyz /"
    " /t/TABLE /assets/x.js /api /..%2f..%2fetc/passwd"
)


def post(path: str, body: object) -> bytes:
    return f"POST {path}\n{json.dumps(body)}".encode()


def requests() -> Iterator[bytes]:
    at = "/api/tables/TABLE"
    for name, body in ACTS.items():
        yield post(f"{at}/{name}", body)
    undo = post(f"{at}/offers", {**SEEN, "seq": 2, "kind": "undo"})
    yield AND.join([post(f"{at}/answers", ACTS["answers"]), undo, post(f"{at}/offers/1", ACTS["offers/1"])])
    seats = [{"kind": "here", "name": "Ana", "colour": "red"}, {"kind": "link"}, {"kind": "computer", "level": "novice"}]
    clock = {"minutes": 5.0, "increment": 3.0, "at_zero": "lose"}
    aids = dict.fromkeys(("legal", "dead", "remaining", "fields", "owners", "projected", "hints"), True)
    table = {"game": "plus-inns", "seats": seats, "clock": clock, "aids": aids, "undo": "ask", "first": "random"}
    yield post("/api/tables", table)
    yield post("/api/tables", {**MAKING, "game": "hunters", "sets": ["scout"], "elements": None, "without": [], "switches": {}})
    text = Record.from_game(play_on(bastida.new_game("plus", seed=1), 1, 6)).to_text()
    yield post("/api/tables", {**MAKING, "record": {"text": text, "step": 5}})
    upload = b"POST /api/records\n" + text.encode()
    for path in OF_A_RECORD.split(" "):
        yield upload + AND + f"GET /api/records/MADE/{path}".encode()
    yield b"POST /api/records\n" + Record.from_text(text).to_json().encode()
    duplicate = post("/api/duplicates", {"game": "plus", "sets": ["inns"]})
    at_it = post("/api/tables", {"duplicate": "MADE", "seats": MAKING["seats"]})
    yield AND.join([duplicate, b"GET /api/duplicates/MADE?lang=ca", at_it])
    yield AND.join([duplicate, post("/api/duplicates/MADE/close", {"token": "TOKEN"})])
    yield AND.join([post("/api/lessons/plus/road", {}), b"GET /api/tables/MADE"])
    for path in [*(at + more for more in OF_A_TABLE.split(" ")), *OF_EVERYBODY.split(" ")]:
        yield f"GET {path}\n".encode()


SEEDS: dict[str, Callable[[], Iterator[bytes]]] = {
    "texts": texts,
    "jsons": jsons,
    "positions": positions,
    "notation": notation,
    "protocol": protocol,
    "setups": setups,
    "settings": settings,
    "expansions": expansions,
    "requests": requests,
}
