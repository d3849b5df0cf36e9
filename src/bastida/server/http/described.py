"""The API's description of itself, beyond what follows from the code: who may ask, what belongs together, and examples."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

TAGS = {
    "tables": "Make a table, sit down, look, listen.",
    "play": "What players do at a table. Each request names the seat and carries a key: the same key again changes nothing.",
    "records": "Records that were uploaded, and those of tables: step through them, draw them, take them home.",
    "catalogue": "What can be played, the tiles, the pictures, the rules and the words: the same for everybody.",
    "lobby": "Tables anybody may join or watch, who is here, and challenges.",
    "bots": "Programs that play as guests of their own kind.",
    "lessons": "Prepared positions that become tables of one turn.",
    "studies": "Boards of one's own: arrange a position, ask about it, keep it with its variations.",
    "puzzles": "Positions with one clearly best answer: the same for everybody.",
    "days": "Games over days: holidays and notices.",
    "members": "Members of this server: a lasting name on several devices. Nobody has to be one.",
    "results": "What came of games: members' pages, the club's page, all of it to take home.",
    "duplicates": "One order of tiles for many tables, results side by side.",
    "tournaments": "Duplicate tournaments of members: entry, rounds, standings.",
    "host": "What whoever runs the server tells everybody.",
}

TOKEN = "3kXq0d7rVbWm9TzCnLhJ2sYfGpA8uE5i"
SECURITY = {
    "seat_cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": "bastida",
        "description": "What a browser gets when it makes a table or follows a link, and sends by itself. The name goes on with"
        " letters of this server's own, and over https it begins with `__Host-`.",
    },
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "For programs: the token of a seat, from the answer to a new table, a claim or a new link; or that of"
        " the organiser of a duplicate.",
    },
}
SOME_MAY_ASK = {
    ("get", "/api/tables"): "seat_cookie",
    ("get", "/api/me"): "seat_cookie",
    ("get", "/api/duplicates/{code}"): "token",
}  # with more to see

KEY = {"id": "AQIDBAUGBwg", "rawId": "AQIDBAUGBwg", "type": "public-key"}
STUDY = """\
bastida record 1
family: carcassonne
edition: plus
sets: none
elements: farmers
player red: Red
player blue: Blue
first: red

"""
# Of bodies and of short answers; a test holds them against the models.
EXAMPLES: Mapping[str, Any] = {
    "TableAsked": {
        "game": "plus",
        "without": ["farmers"],
        "seats": [{"name": "Ana", "kind": "here"}, {"kind": "computer", "level": "greedy"}],
        "first": 0,
    },
    "SetupAsked": {"game": "plus", "without": ["farmers"]},
    "ClaimAsked": {"token": TOKEN, "name": "Luis", "keep": "token"},
    "InvitationAsked": {"token": TOKEN},
    "LinkAsked": {"others": True},
    "AnswerAsked": {"seat": 0, "key": "turn-1", "seq": 1, "answer": "1,0 r1"},
    "PositionAct": {"seat": 0, "key": "undo-1", "seq": 4},
    "OfferAsked": {"seat": 0, "key": "offer-1", "seq": 4, "kind": "adjourn"},
    "ReplyAsked": {"seat": 1, "key": "reply-1", "accept": True},
    "Act": {"seat": 0, "key": "resign-1"},
    "ChatAsked": {"seat": 0, "key": "chat-1", "text": "Well played"},
    "MuteAsked": {"seat": 0, "key": "mute-1", "muted_seat": 1},
    "StandInAsked": {"seat": 1, "key": "away-1", "by": 0, "how": "computer"},
    "RematchAsked": {"seat": 0, "key": "again-1", "keep": "token"},
    "HintAsked": {"seat": 0},
    "LessonAsked": {"name": "Ana"},
    "StudyAsked": {"step": {"verb": "begin", "game": "plus"}},
    "StudyPlace": {"study": STUDY, "at": 0},
    "StudyKept": {"study": STUDY},
    "SignUpAsked": {"name": "Ana", "colour": "red"},
    "PhraseAsked": {"phrase": "bado reti muna sofa teki lupo dari nemo fibu rosa kale tupi"},
    "MemberChanged": {"colour": "blue"},
    "LabelAsked": {"label": "Kitchen tablet"},
    "SignOutAsked": {"others": True},
    "BlockAsked": {"mute": True},
    "EraseAsked": {"name": "Ana"},
    "PasskeyKept": {"credential": {**KEY, "response": {"clientDataJSON": "eyJ0", "attestationObject": "o2Nm"}}},
    "PasskeySignIn": {
        "credential": {
            **KEY,
            "response": {"clientDataJSON": "eyJ0", "authenticatorData": "SZYN", "signature": "MEUC", "userHandle": "azN2"},
        }
    },
    "CloseAsked": {"token": TOKEN},
    "HolidayAsked": {"days": 7},
    "MailAsked": {"address": "ana@example.org"},
    "PushAsked": {
        "endpoint": "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABk",
        "public_key": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "secret": "BTBZMqHH6r4Tts7J_aSIgg",
    },
    "PushEnds": {"endpoint": "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABk"},
    "JoinAsked": {"name": "Luis"},
    "ChallengeAsked": {"to": "m4q8x2w9ck", "game": "plus", "clock": {"minutes": 15, "increment": 10}},
    "BotAsked": {"name": "Roberta", "rules": {"presets": ["plus"], "clocks": ["live"], "members_only": True}},
    "BotChanged": {"rules": {"open": False}},
    "QuickAsked": {"game": "plus", "pace": "fast"},
    "Joined": {"table": "k3v9xq2m4d", "seats": [1]},
    "QuickFound": {"table": "k3v9xq2m4d", "seats": [0], "made": True},
    "Done": {"seq": 2},
    "SeatGiven": {"seat": 0, "token": TOKEN, "link": f"http://localhost:8060/t/k3v9xq2m4d#{TOKEN}"},
    "Claimed": {"table": "k3v9xq2m4d", "seats": [1], "watching": False, "token": TOKEN},
    "RematchMade": {"table": "p7w4hn2c9e", "seats": [0], "watching": False, "token": TOKEN, "watch": None},
    "Hint": {
        "answer": "follower road E",
        "sentence": "Follower on the road, east",
        "reason": "The road can be completed soon.",
    },
    "RecordMade": {
        "id": "4hq8m2xw9c7kd3vp",
        "steps": 287,
        "players": ["Ana", "Luis"],
        "name": "Carcassonne Plus",
        "over": True,
    },
    "FilmShown": {"state": "making", "done": 30, "of": 100},
    "Reach": {"addresses": ["http://192.168.1.20:8060"], "network": True},
    "DuplicateMade": {
        "code": "h7k2m9xq",
        "commitment": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "token": TOKEN,
    },
    "TournamentAsked": {
        "name": "Spring cup",
        "setup": {"game": "plus", "without": ["farmers"]},
        "plan": {"pairing": "swiss", "rounds": 4, "clock": {"minutes": 15}, "computer": "greedy"},
    },
    "TournamentPlan": {"pairing": "round_robin", "games": 2, "most": 8},
    "EntryAsked": {"code": "h7k2m9xqp4wd"},
    "WithdrawAsked": {"number": 3},
    "StartAsked": {"order": [2, 1]},
    "ForfeitAsked": {"board": 1, "who": "second"},
    "TournamentSeats": {"tables": ["k3v9xq2m4d"]},
    "UpdateShown": {"seq": 3, "set": {"turn": 2, "tile": "U"}, "append": {}, "keep": {}},
    "ChatShown": {"seq": 3, "seat": 0, "text": "Well played", "at": 1763526000000},
    "PresenceShown": {
        "seats": [{"seat": 0, "connected": True, "away_ms": None, "stand_in_ms": None}],
        "patience_ms": 60000,
    },
    "ProblemShown": {
        "type": "/api/problems#illegal",
        "title": "Not possible",
        "status": 422,
        "code": "illegal",
        "detail": "Not possible: 5,5 r0 – 5,5 touches no tile; a tile is placed side to side with another",
        "key": "touches_nothing",
        "clause": "BASE-23",
    },
}
RECORD = """\
bastida record 1
family: carcassonne
edition: plus
sets: none
elements: farmers
player red: Ana
player blue: Luis
first: red

1 red: [draw U]; tile 1,0 r1; figure follower road E
"""
PARAMETERS: Mapping[str, Any] = {
    "table": "k3v9xq2m4d",
    "name": "4hq8m2xw9c7kd3vp",
    "code": "h7k2m9xq",
    "tournament": "c4t8w2n6xv",
    "id": "ebd2688002",
    "seat": 0,
    "number": 1,
    "component": "plus",
    "step": 20,
    "theme": "summer",
    "page": "BASE",
    "example": "BASE-E1",
    "form": "svg",
    "ids": "A,B",
    "set": "base",
    "edition": "plus",
    "lang": "es",
    "after": 12,
    "device": "4f1d0c2ab93e7756",
    "passkey": "AQIDBAUGBwg",
    "member": "k3v9xq2m4d",
    "token": TOKEN,
}
OPENING = re.compile(r"(.+?)(?:\.(?=\s|$)|[:;]\s|$)", re.DOTALL)


def described(schema: dict[str, Any]) -> dict[str, Any]:
    """A description with all that FastAPI cannot know."""
    schema["tags"] = [{"name": name, "description": about} for name, about in TAGS.items()]
    schema["components"]["securitySchemes"] = SECURITY
    for name, example in EXAMPLES.items():
        if name in schema["components"]["schemas"]:
            schema["components"]["schemas"][name].setdefault("examples", [example])
    for path, method, operation in operations(schema):
        opening = OPENING.match(operation.get("description", ""))
        if opening is not None:
            operation["summary"] = " ".join(opening[1].split())
        for media, content in operation.get("requestBody", {}).get("content", {}).items():
            if media == "text/plain":
                content.setdefault("example", RECORD)
        operation["security"] = who_may(method, path, operation)
        for parameter in operation.get("parameters", ()):
            if parameter["name"] in PARAMETERS:
                parameter.setdefault("example", _fitting(parameter))
    return schema


def operations(schema: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every request: its path, its method, what is said of it."""
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def who_may(method: str, path: str, operation: Mapping[str, Any]) -> list[dict[str, list[str]]]:
    """Where somebody without a seat is refused, a cookie or a token is needed; in few places one shows more."""
    if "401" in operation["responses"]:
        return [{"seat_cookie": []}, {"token": []}]
    more = SOME_MAY_ASK.get((method, path))
    return [{}, {more: []}] if more else []


def _fitting(parameter: Mapping[str, Any]) -> Any:
    """An example that is one of the values, where only some are allowed."""
    wanted, allowed = PARAMETERS[parameter["name"]], parameter["schema"].get("enum")
    if allowed:
        return wanted if wanted in allowed else allowed[0]
    return str(wanted) if parameter["schema"].get("type") == "string" else wanted
