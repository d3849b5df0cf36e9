"""Doubts of the rulebooks at the terminal: listed, settled, told, and refused where they make no sense."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import bastida
from bastida.kernel.expansion import Switch
from bastida.kernel.family import Games
from bastida.language.texts import LANGUAGES, texts
from bastida.table.setup import FAMILIES
from tests.cli.conftest import Run

DOUBTS = [(games, switch) for games in FAMILIES.values() for switch in games.switches.values()]
AT_ONCE = ("--game", "hunters", "--ruling", "returned=at-once")


def flat(output: str) -> str:
    return " ".join(output.split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_doubt_is_listed_with_book_readings_and_clause(run: Run, language: str) -> None:
    shown, phrases = flat(run("rulings", "--lang", language).output), texts(language)
    for _, switch in DOUBTS:
        for key in ("name", "book", *switch.values):
            assert flat(phrases(f"switch.{switch.id}.{key}")) in shown
        assert f"({switch.clause})" in shown
        for value in switch.values:
            told = phrases(f"switch.{switch.id}.{value}")
            usual = phrases("rulings.usual", reading=told) if value == switch.usual else told
            assert flat(f"{switch.id}={value.replace(' ', '-')} {usual}") in shown


def test_only_doubts_of_the_chosen_parts_are_listed(run: Run) -> None:
    assert "returned=at-once" in run("rulings", "--game", "hunters").output
    assert "returned=" not in run("rulings", "--game", "plus").output
    for games, switch in DOUBTS:
        if switch.elements:
            edition = next(iter(games.editions))
            assert f"{switch.id}=" not in run("rulings", "--game", edition, "--elements", "").output


def test_a_game_without_doubts_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Games, "switches_of", lambda games, elements: [])
    assert "nothing for a table to settle" in run("rulings", "--game", "plus").output


@pytest.mark.parametrize(("language", "heading"), [("en", "Readings of this table"), ("es", "Interpretaciones de esta mesa")])
def test_a_game_is_played_and_saved_as_settled_and_says_so(run: Run, tmp_path: Path, language: str, heading: str) -> None:
    file = str(tmp_path / "hunt.bst")
    output = run("play", *AT_ONCE, "--players", "Ana,Eva", "--save", file, "--lang", language, lines=["0,1 r0"]).output
    told = f"{texts(language)('switch.returned.name')}: {texts(language)('switch.returned.at once')} (HG-R20)"
    assert heading in output
    assert told in flat(output)
    assert bastida.load(file).setup.unusual == {"returned": "at once"}
    assert told in flat(run("play", "--resume", file, "--lang", language).output)
    assert told in flat(run("replay", file, "--lang", language).output)


def test_what_is_as_usual_is_not_told(run: Run) -> None:
    for more in ((), ("--ruling", "returned=next-turn")):
        assert "Readings of this table" not in run("play", "--game", "hunters", *more, "--players", "Ana,Eva").output


def test_simulations_and_matches_are_played_as_settled(run: Run) -> None:
    simulated = run("simulate", *AT_ONCE, "--games", "3", "--json")
    assert json.loads(simulated.output)["switches"] == {"returned": "at once"}
    assert "at once (HG-R20)" in run("simulate", *AT_ONCE, "--games", "3").output
    match = run("arena", "random", "random", *AT_ONCE, "--bags", "1", "--json")
    assert json.loads(match.output)["match"]["switches"] == {"returned": "at once"}
    assert "at once (HG-R20)" in run("arena", "random", "random", *AT_ONCE, "--bags", "1").output


def test_a_match_goes_on_only_with_the_same_readings(run: Run, tmp_path: Path) -> None:
    match = ("arena", "random", "random", "--bags", "1", "--resume", str(tmp_path / "match.jsonl"))
    assert run(*match, *AT_ONCE).exit_code == 0
    assert run(*match, *AT_ONCE).exit_code == 0
    assert run(*match, "--game", "hunters").exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("hunters", "returnd=at-once", "en"), "unknown ruling 'returnd': did you mean returned?"),
        (("hunters", "returnd=at-once", "es"), "no existe la duda 'returnd': ¿querías decir returned?"),
        (("hunters", "returnd=at-once", "ca"), "no existeix el dubte 'returnd': volies dir returned?"),
        (("hunters", "returned=now", "en"), "ruling 'returned' has no reading 'now': there are next turn, at once"),
        (("hunters", "returned=now", "es"), "la duda 'returned' no tiene la interpretación 'now': hay next turn, at once"),
        (("hunters", "returned=now", "ca"), "el dubte 'returned' no té la interpretació 'now': hi ha next turn, at once"),
        (("plus", "returned=at-once", "en"), "ruling 'returned' matters only in a game with 'hunters' (HG-R20)"),
        (("plus", "returned=at-once", "es"), "la duda 'returned' solo importa cuando se juega con 'hunters' (HG-R20)"),
        (("plus", "returned=at-once", "ca"), "el dubte 'returned' només importa quan es juga amb 'hunters' (HG-R20)"),
        (("hunters", "returned", "en"), "“returned” does not say how to read a doubtful rule: write NAME=READING"),
        (("hunters", "=at-once", "es"), "«=at-once» no dice cómo resolver una duda: escribe NOMBRE=INTERPRETACIÓN"),
        (("hunters", "returned", "ca"), "«returned» no diu com resoldre un dubte: escriu NOM=INTERPRETACIÓ"),
    ],
)
def test_a_ruling_that_cannot_be_is_refused_with_what_can(run: Run, arguments: tuple[str, str, str], said: str) -> None:
    game, ruling, language = arguments
    result = run("simulate", "--games", "1", "--game", game, "--ruling", ruling, "--lang", language)
    assert result.exit_code == 2
    assert said in flat(result.output)


def test_a_doubt_of_a_part_that_is_not_played_is_refused_with_the_part(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    games = FAMILIES["carcassonne"]
    abbots = Switch("some_doubt", ("one", "other"), "ABBOT-01", ("abbot",))
    monkeypatch.setattr(type(games), "switches", property(lambda self: {"some_doubt": abbots} if self is games else {}))
    said = run("play", "--game", "plus", "--ruling", "some_doubt=other").output
    assert "ruling 'some_doubt' matters only in a game with 'abbot' (ABBOT-01)" in flat(said)
