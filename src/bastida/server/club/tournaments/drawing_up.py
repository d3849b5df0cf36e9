"""What the next round of a tournament is: who plays whom, which computers come or leave. Pure functions of the tournament."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from bastida.server.club.tournaments.kept import BOTH, NOT_PLAYED, Entry, Paired, Tournament
from bastida.server.club.tournaments.pairing import (
    NOBODY,
    Entrant,
    Pair,
    bracket,
    halves,
    knock_out_rounds,
    knocked_on,
    round_robin,
    swiss,
)
from bastida.server.club.tournaments.standings import Line, means, standings, winner

ROUND_ROBIN, SWISS, KNOCK_OUT = "round_robin", "swiss", "knock_out"
FEWEST = 2  # players


@dataclass(frozen=True)
class Drawn:
    """The next round, and what else changes with it."""

    number: int
    pairs: list[Pair]
    unplayed: set[Pair]  # two computers, where the host does not let them play among themselves
    new: list[Entry]
    changed: list[Entry]


def table(found: Tournament) -> list[Line]:
    """Who stands where after the rounds that are over."""
    knock_out = {entry.number: entry.seed for entry in found.entries.values()} if _pairing(found) == KNOCK_OUT else None
    config = found.config
    return standings(found.entries, found.played(), config["scoring"], config["ranking"], knock_out)


def rounds_in_all(found: Tournament) -> int:
    """How many rounds there will be, as far as that can be said."""
    players = len([entry for entry in found.entries.values() if entry.seed]) or len(found.here())
    if _pairing(found) == ROUND_ROBIN:
        return len(round_robin(range(1, players + 1)))
    return knock_out_rounds(players) if _pairing(found) == KNOCK_OUT else int(found.config["rounds"])


def is_last(found: Tournament) -> bool:
    """Nothing comes after the round that was begun last."""
    return found.round >= rounds_in_all(found) or len(found.here()) < FEWEST


def draw_up(
    found: Tournament,
    computers_play: bool,
    called: str,
    order: Sequence[int] = (),
    ratings: Mapping[int, float] = MappingProxyType({}),
) -> Drawn | None:
    """The next round; None if there are too few players. ``called``: what a computer is named; ``order``: the wished seeds.

    Where seeds go by ratings, those of the entries that have one.
    """
    number = found.round + 1
    new, changed = _computers(found, number, called)
    entries = dict(found.entries) | {entry.number: entry for entry in (*new, *changed)}
    if len([entry for entry in entries.values() if entry.here]) < FEWEST:
        return None
    if number == 1:
        entries, new = _seeded(found, entries, new, order, ratings)
        changed = [entry for entry in entries.values() if entry.here and entry.number in found.entries]
    found = replace(found, entries=entries)
    pairs = _pairs(found, number)
    both = {pair for pair in pairs if NOBODY not in pair and all(entries[one].computer for one in pair) and not computers_play}
    return Drawn(number, pairs, both, new, changed)


def by_rating(found: Tournament) -> bool:
    """Do seeds go by the ratings of members? Tournaments of earlier versions do not say, and theirs do not."""
    return bool(found.config.get("by_rating"))


def _pairing(found: Tournament) -> str:
    return str(found.config["pairing"])


def _computers(found: Tournament, number: int, called: str) -> tuple[list[Entry], list[Entry]]:
    """Computers that fill up to the wished number, and to an even one: those who come, and those who come back or leave.

    Where everything was paired at the start nobody comes later.
    """
    level = found.config["computer"]
    if level is None or (number > 1 and _pairing(found) != SWISS):
        return [], []
    people = len([entry for entry in found.here() if not entry.computer])
    wanted = max(0, int(found.config["fill"]) - people)
    if _pairing(found) != KNOCK_OUT and (people + wanted) % 2:
        wanted += 1
    known = [entry for entry in found.entries.values() if entry.computer]
    changed = [replace(entry, here=place < wanted) for place, entry in enumerate(known) if entry.here != (place < wanted)]
    last = max(found.entries, default=0)
    more = range(1, wanted - len(known) + 1)
    new = [Entry(last + one, None, level, f"{called} {len(known) + one}", True, number, 0) for one in more]
    return new, changed


def _seeded(
    found: Tournament, entries: dict[int, Entry], new: list[Entry], order: Sequence[int], ratings: Mapping[int, float]
) -> tuple[dict[int, Entry], list[Entry]]:
    """Everybody's place in the order: as wished, then by rating, then as they came or by lot; computers last."""
    here = [entry for entry in entries.values() if entry.here]
    if found.config["lot"]:
        random.Random(f"{found.seed}/order").shuffle(here)
    wished = {number: place for place, number in enumerate(order)}
    unrated = -math.inf
    here.sort(key=lambda entry: (entry.computer, wished.get(entry.number, len(wished)), -ratings.get(entry.number, unrated)))
    placed = {entry.number: replace(entry, seed=place) for place, entry in enumerate(here, 1)}
    return entries | placed, [placed[entry.number] for entry in new]


def _pairs(found: Tournament, number: int) -> list[Pair]:
    here = {entry.number for entry in found.here() if entry.joined <= number}
    if _pairing(found) == SWISS and number == 1 and by_rating(found):
        return halves([one.number for one in sorted(found.here(), key=lambda entry: entry.seed)], f"{found.seed}/{number}")
    if _pairing(found) == SWISS:
        return swiss(entrants(found, here), f"{found.seed}/{number}", apart=True)
    if _pairing(found) == ROUND_ROBIN:
        order = sorted((entry.seed, entry.number) for entry in found.entries.values() if entry.seed)
        left = [_left(pair, here) for pair in round_robin([one for _, one in order])[number - 1]]
        return [pair for pair in left if pair != (NOBODY, NOBODY)]
    if number == 1:
        return bracket([one.number for one in sorted(found.here(), key=lambda entry: entry.seed)])
    return knocked_on([one if one in here else NOBODY for one in _winners(found)])


def _left(pair: Pair, here: set[int]) -> Pair:
    """A pair of which somebody may have left."""
    one, other = (number if number in here else NOBODY for number in pair)
    return (one, other) if one != NOBODY else (other, NOBODY)


def _winners(found: Tournament) -> list[int]:
    last = [match.match(found.scores(match)) for match in found.rounds[-1].matches]
    seeds = {entry.number: entry.seed for entry in found.entries.values()}
    return [winner(match, means(last), found.config["scoring"], seeds) for match in last]


def entrants(found: Tournament, here: set[int]) -> list[Entrant]:
    """Players as a Swiss round finds them."""
    points = {line.number: line.match_points for line in table(found)}
    met: dict[int, dict[int, int]] = {number: {} for number in here}
    balance, byes = dict.fromkeys(here, 0), dict.fromkeys(here, 0)
    for match in (match for found_round in found.rounds for match in found_round.matches):
        for number, other in ((match.first, match.second), (match.second, match.first)):
            if number not in here:
                continue
            if match.bye:
                byes[number] += 1
                continue
            met[number][other] = met[number].get(other, 0) + 1
            if _sat(match) and found.games == 1:  # with a return game everybody has both seats
                balance[number] += 1 if number == match.first else -1
    return [
        Entrant(number, points[number], met[number], balance[number], byes[number], found.entries[number].computer)
        for number in sorted(here & points.keys())
    ] + [Entrant(number, computer=found.entries[number].computer) for number in sorted(here - points.keys())]


def _sat(match: Paired) -> bool:
    return match.forfeit not in (BOTH, NOT_PLAYED)
