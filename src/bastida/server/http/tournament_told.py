"""A tournament as somebody may see it. Of a round that is played nothing is told but who sits where and what is over."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from bastida.language.texts import Texts
from bastida.server.club.tournaments import drawing_up
from bastida.server.club.tournaments.kept import ENTRY, RUNNING, Entry, Paired, Round, Tournament
from bastida.server.club.tournaments.standings import Means, means, outcome
from bastida.server.table.dealing import commitment, watch_token
from bastida.table.setup import make_setup

LATER, OUT_OF_ORDER = "later", "out_of_order"


class Told:
    """A tournament for one reader."""

    def __init__(self, found: Tournament, member: str | None, base: str, seeds: Mapping[str, str]) -> None:
        self.found, self.member, self.base, self.seeds = found, member, base, seeds
        self.entry = found.of_member(member)
        self.organises = member is not None and found.organiser == member

    @property
    def plays(self) -> bool:
        """Has a part in the round that is played, or may get one: shall see nothing of its tables but the own."""
        entry, playing = self.entry, self.found.playing
        if entry is None:
            return False
        return entry.here or any(entry.number in (match.first, match.second) for match in (playing.matches if playing else ()))

    @property
    def referee(self) -> bool:
        """Organises, and does not play: may see everything."""
        return self.organises and not self.plays

    @property
    def onlooker(self) -> bool:
        """May see boards of a round under way, held back."""
        return self.found.config["live"] == "everybody" and not self.plays

    def whole(self, phrases: Texts, organiser: str | None) -> dict[str, Any]:
        found = self.found
        return {
            "id": found.id,
            "name": found.name,
            "game": game_of(phrases, found.config["setup"]),
            "organiser": organiser,
            "created": _ms(found.created),
            "state": found.state,
            "version": found.version,
            "round": found.round,
            "rounds_in_all": drawing_up.rounds_in_all(found),
            "next_at": next_at(found),
            "setup": found.config["setup"],
            "plan": plan_of(found.config),
            "mine": {
                "organises": self.organises,
                "entry": self.entry.number if self.entry is not None else None,
                "code": found.code if self.organises and found.state in (ENTRY, RUNNING) else None,
                "may_enter": may_enter(found) and (self.entry is None or not self.entry.here),
                "table": self.table(),
            },
            "entries": [_entry(entry) for entry in found.entries.values()],
            "rounds": [self._round(one) for one in found.rounds],
            "standings": [
                {
                    "number": line.number,
                    "rank": line.rank,
                    "match_points": line.match_points,
                    "field": _figure(line.field_points),
                    "buchholz": line.buchholz,
                    "direct": line.direct,
                    "played": line.played,
                    "won": line.won,
                    "drawn": line.drawn,
                    "lost": line.lost,
                    "byes": line.byes,
                }
                for line in drawing_up.table(found)
            ],
        }

    def tables(self) -> list[str]:
        """Where the reader is to play now; games over days that wait for the reader first."""
        playing = self.found.playing
        if playing is None or self.entry is None:
            return []
        mine = [match for match in playing.matches if self.entry.number in (match.first, match.second)]
        games = [(match, game, table) for match in mine for game, table in enumerate(match.tables) if table is not None]
        open_ones = [one for one in games if one[2] in self.found.at and not self.found.at[one[2]].over]
        return [table for _, _, table in sorted(open_ones, key=lambda one: not self._waits(one[0], one[1]))]

    def _waits(self, match: Paired, game: int) -> bool:
        """Does a game over days wait for the reader?"""
        at = self.found.at.get(match.tables[game] or "")
        seat = at.awaits if at is not None else None
        return seat is not None and self.entry is not None and match.seats(game)[seat] == self.entry.number

    def table(self) -> str | None:
        return next(iter(self.tables()), None)

    def _round(self, one: Round) -> dict[str, Any]:
        over = one.ended is not None
        compared = means([match.match(self.found.scores(match)) for match in one.matches]) if over else []
        return {
            "number": one.number,
            "began": _ms(one.began),
            "ended": _ms(one.ended) if one.ended is not None else None,
            "bags": [
                {
                    "commitment": commitment(self.seeds[code]),
                    "seed": self.seeds[code] if over else None,
                    "mean": _figure(compared[game]) if game < len(compared) and compared[game] is not None else None,
                }
                for game, code in enumerate(one.bags)
            ],
            "matches": [self._match(one, match, compared) for match in one.matches],
        }

    def _match(self, one: Round, match: Paired, compared: Means) -> dict[str, Any]:
        over = one.ended is not None
        worth = outcome(match.match(self.found.scores(match)), compared, self.found.config["scoring"]) if over else None
        return {
            "board": match.board,
            "first": match.first,
            "second": match.second,
            "forfeit": match.forfeit,
            "tables": [] if match.bye else [self._table(one, match, game) for game in range(self.found.games)],
            "match_points": list(worth.match_points) if worth else None,
            "field": [_figure(points) for points in worth.field_points] if worth else None,
        }

    def _table(self, one: Round, match: Paired, game: int) -> dict[str, Any]:
        table, over = match.tables[game], one.ended is not None
        at = self.found.at.get(table or "")
        score = self.found.scores(match)[game] if over else None
        status = "over" if over and table is not None else LATER if at is None else OUT_OF_ORDER if at.faulty else at.status
        own = self.entry is not None and self.entry.number in (match.first, match.second)
        token = watch_token(self.seeds[one.bags[game]], table) if over and table is not None else None
        return {
            "table": table,
            "status": status,
            "your_turn": not over and self._waits(match, game),
            "seats": list(match.seats(game)),
            "points": list(score.points) if score is not None else None,
            "given_up": score is not None and not score.whole,
            "picture": table is not None and (over or own or self.referee or self.onlooker),
            "watch": f"{self.base}/t/{table}#{token}" if token is not None else None,
        }


def listed(phrases: Texts, found: Tournament, players: int) -> dict[str, Any]:
    """A tournament in a list."""
    return {
        "id": found.id,
        "name": found.name,
        "game": game_of(phrases, found.config["setup"]),
        "state": found.state,
        "created": _ms(found.created),
        "pairing": found.config["pairing"],
        "round": found.round,
        "players": players,
        "most": found.config["most"],
        "open": found.config["open"],
        "next_at": next_at(found),
    }


def may_enter(found: Tournament) -> bool:
    """Is there a way in: before the start, and in a Swiss also later."""
    late = found.state == RUNNING and found.config["pairing"] == drawing_up.SWISS and not drawing_up.is_last(found)
    return (found.state == ENTRY or late) and people(found) < found.config["most"]


def people(found: Tournament) -> int:
    return len([entry for entry in found.here() if not entry.computer])


def next_at(found: Tournament) -> int | None:
    """When something begins by itself."""
    if found.state == ENTRY and found.config["starts"] is not None:
        return _ms(found.config["starts"])
    ended = found.rounds[-1].ended if found.rounds else None
    pause = found.config["pause_minutes"]
    return _ms(ended + 60 * pause) if found.state == RUNNING and ended is not None and pause is not None else None


def plan_of(config: Mapping[str, Any]) -> dict[str, Any]:
    """What the organiser decided, as it was asked for."""
    plan = {key: value for key, value in config.items() if key not in ("setup", "language")}
    starts = config["starts"]
    return plan | {"starts": _ms(starts) if starts is not None else None}


def game_of(phrases: Texts, asked: Mapping[str, Any]) -> str:
    setup = make_setup(asked["game"], **{key: asked[key] for key in ("sets", "elements", "without", "switches")})
    preset = setup.preset()
    return phrases.name(setup.games.presets[preset].names if preset else setup.box.names)


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "number": entry.number,
        "name": entry.name,
        "member": entry.member,
        "colour": entry.colour,
        "level": entry.level,
        "bot": entry.bot,
        "here": entry.here,
        "joined": entry.joined,
        "seed": entry.seed,
    }


def _figure(value: Fraction | None) -> float | None:
    return None if value is None else round(float(value), 2)


def _ms(at: float) -> int:
    return round(at * 1000)
