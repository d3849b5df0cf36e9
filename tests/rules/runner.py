"""Plays the example blocks of the rules pages through the public face and says what came out otherwise.

The meaning of the words is that of "Notation of positions" in base.md. Whoever is not named gets nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bastida import Game
from bastida.language.texts import texts
from bastida.rulebook.examples import Example
from bastida.rulebook.playing import Played, ended, feature_at, final, fits, held, may, on_track, play, standing


def differences(example: Example, edition: str, sets: Iterable[str] | None = None) -> list[str]:
    """Play an example and list every expectation that was not met; an illegal line raises ExampleError."""
    played = play(example, edition, sets=sets)
    game = played.game
    wrong = [*_last_line(played), *_in_the_end(example, game)]
    if example.final is not None:
        wrong += _compare("final", example.final, final(game))
        wrong += [] if _agrees(game) else ["final: the ledger, the scores and the projected scores differ"]
    for answers in (*example.may, *example.may_not):
        wanted = answers in example.may
        if may(played, answers).taken != wanted:
            wrong.append(f"{'may' if wanted else 'may not'}: {answers.colour} {' / '.join(answers.texts)}")
    for laying in (*example.legal, *example.illegal):
        wanted = laying in example.legal
        if fits(played, laying) != wanted:
            wrong.append(f"{'legal' if wanted else 'illegal'}: {laying}")
    return wrong


def report(example: Example, edition: str, wrong: Iterable[str]) -> str:
    """The failure as a reader of the page wants it."""
    lines = [f"{example.id} in the {edition} edition ({example.page}, line {example.line})"]
    lines += [f"    {move.raw}" for move in example.moves]
    return "\n".join([*lines, *(f"  {line}" for line in wrong)])


def _last_line(played: Played) -> list[str]:
    example, turn, wrong = played.example, played.turn, []
    if example.turn is not None:
        found = _compare("turn", example.turn[played.edition], turn.points)
        wrong += [f"{line} ({'; '.join(one.arithmetic() for one in turn.entries) or 'no points'})" for line in found]
    if example.back is not None:
        wrong += _compare("back", example.back, turn.back)
    if example.completes is not None:
        wrong += _compare("completes", example.completes, turn.completes)
    if example.takes is not None:
        for colour in sorted(example.takes.keys() | turn.takes.keys()):
            wrong += _compare(f"things of {colour}", example.takes.get(colour, {}), turn.takes.get(colour, {}))
    if example.double is not None and example.double != turn.double:
        wrong.append(f"double: expected {example.double}, got {turn.double}")
    if example.draws is not None and example.draws != turn.draws:
        wrong.append(f"draws: expected {example.draws}, got {turn.draws}")
    return wrong


def _in_the_end(example: Example, game: Game) -> list[str]:
    wrong: list[str] = []
    colours, view = game.setup.colours, game.view()
    if example.points is not None:
        wrong += _compare("points", example.points, dict(zip(colours, game.scores().values(), strict=True)))
    if example.holds is not None:
        named = {thing for things in example.holds.values() for thing in things}
        wrong += [f"holds: {thing!r} is no thing" for thing in named if not _known(thing, colours)]
        for seat, colour in enumerate(colours):
            found = {thing: number for thing, number in held(game, seat).items() if thing in named}
            wrong += _compare(f"{colour} holds", example.holds.get(colour, {}), found)
    if example.record is not None:
        things = [thing for player in view["players"] for thing in player["holds"] if thing["number"]]
        records = {thing["picture"]: thing["record"] for thing in things if thing["record"] is not None}
        wrong += _compare("record", example.record, {thing: records.get(thing, 0) for thing in example.record})
    if example.track is not None:
        track = on_track(game)
        for who, expected in example.track.items():
            if expected != track.get(who):
                wrong.append(f"track of {who}: expected {expected}, got {track.get(who, 'nothing')}")
    if example.pieces is not None:
        pieces = {f"{piece['picture']} {piece['x']},{piece['y']}": piece["number"] for piece in view["pieces"]}
        wrong += _compare("pieces", example.pieces, {thing: pieces.get(thing, 0) for thing in example.pieces})
    if example.beside is not None and sorted(example.beside) != sorted(view["beside"]):
        wrong.append(f"beside: expected {sorted(example.beside)}, got {sorted(view['beside'])}")
    if example.supply is not None:
        for colour, figures in example.supply.items():
            supply = view["players"][colours.index(colour)]["supply"]
            wrong += _compare(f"supply of {colour}", figures, {kind: supply[kind] for kind in figures})
    if example.worth is not None:
        for where, number in example.worth.items():
            feature = feature_at(game, where)
            if feature is None or feature.worth != number:
                wrong.append(f"worth of {where}: expected {number}, got {feature.worth if feature else 'no such feature'}")
    wrong += _groups(example, game)
    stand = standing(game)
    wrong += [f"stands: {figure}, but on the table are {stand}" for figure in example.stands if figure not in stand]
    wrong += [f"stands not: {figure}" for figure in example.stands_not if figure in stand]
    if example.options and (offered := sorted(map(str, game.options()))) != sorted(example.options):
        wrong.append(f"options: expected {sorted(example.options)}, got {offered}")
    return wrong


def _groups(example: Example, game: Game) -> list[str]:
    """Segments that should belong to one feature and do not, or the other way round."""
    wrong: list[str] = []
    for key, groups in (("joined", example.joined), ("apart", example.apart)):
        for group in groups:
            features = [feature_at(game, where) for where in group]
            missing = [where for where, feature in zip(group, features, strict=True) if feature is None]
            wrong += [f"{key}: there is no {where}" for where in missing]
            different = len(set(features))
            if not missing and different != (1 if key == "joined" else len(group)):
                wrong.append(f"{key}: {' + '.join(group)} are of {different} features")
    return wrong


def _known(thing: str, colours: Iterable[str]) -> bool:
    """Is it a word of the game, or a figure of a colour?"""
    first, _, rest = thing.partition(" ")
    return all(part in texts("en").words for part in (rest if first in colours else thing).split("-"))


def _agrees(game: Game) -> bool:
    """Do the final scoring, the ledger and the projected scores say the same?"""
    over = ended(game)
    points = dict.fromkeys(game.setup.players, 0)
    for entry in over.ledger[len(game.ledger) :]:
        points[game.setup.players[entry.seat]] += entry.points
    difference = {player: over.scores()[player] - game.scores()[player] for player in points}
    return points == difference and over.scores() == game.projected()


def _compare(what: str, expected: Mapping[str, int], found: Mapping[str, int]) -> list[str]:
    wanted, got = ({word: number for word, number in one.items() if number} for one in (expected, found))
    if wanted == got:
        return []
    said = (", ".join(f"{word} {number}" for word, number in sorted(one.items())) for one in (wanted, got))
    return [f"{what}: expected {next(said) or 'nothing'}, got {next(said) or 'nothing'}"]
