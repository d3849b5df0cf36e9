"""Playing at the terminal by script: whole games, refusals, take-back, saving, leaving and coming back."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import bastida
from bastida.cli.board import tiles_of
from bastida.cli.choices import ListChoices, NoNumber, TileChoices, choices
from bastida.cli.explain import belongings, common_things
from bastida.cli.table import Sitting
from bastida.kernel.answers import NOTHING, Line, Option, Segment, Standing, Target, Tile
from bastida.kernel.ledger import Entry, Note
from bastida.language.sentences import entry_sentence, option_words, question
from bastida.language.texts import texts
from bastida.record import Record
from tests.cli.conftest import Run, answers, random_game

NEW = ("play", "--players", "Ana,Luis", "--seed", "7")


def test_a_whole_game_in_notation_ends_with_its_scores(run: Run) -> None:
    game = random_game(7, players=["Ana", "Luis"])
    result = run(*NEW, lines=answers(game))
    assert result.exit_code == 0
    ana, luis = game.scores().values()
    assert "Final scoring" in result.output
    total = next(line for line in result.output.splitlines() if "total" in line)
    assert [int(word) for word in total.split() if word.isdecimal()] == [ana, luis]
    if ana != luis:
        assert f"{'Ana' if ana > luis else 'Luis'} wins with {max(ana, luis)} points!" in result.output


@pytest.mark.parametrize(("game", "sets"), [("plus", "river,abbot,inns,traders"), ("winter", "tower"), ("hunters", "scout")])
def test_numbers_letters_and_words_mean_what_the_notation_means(run: Run, saves: Path, game: str, sets: str) -> None:
    played = random_game("x", game=game, sets=sets.split(","), players=["Ana", "Luis"])
    again = bastida.new_game(game, sets=sets.split(","), players=["Ana", "Luis"], seed="x")
    wanted = answers(played)[:40]
    lines = []
    for number, answer in enumerate(wanted):
        offered = choices(again, texts("en"))
        if isinstance(offered, TileChoices):
            place, turn = answer.split(" r")
            x, y = (int(word) for word in place.split(","))
            first = offered.order.index((x, y)) + 1
            lines.append((f"{first}{'abcd'[int(turn)]}", f"{first} r{turn}", f"{x},{y} {'abcd'[int(turn)]}")[number % 3])
        else:
            line = next(line for line in offered.list if line.option.text == answer)
            lines.append(line.label if number % 3 else line.words)
        again.play(answer)
    result = run("play", "--game", game, "--sets", sets, "--players", "Ana,Luis", "--seed", "x", lines=lines)
    assert "Not possible" not in result.output
    (saved,) = saves.glob("*.bst")
    assert answers(Record.read(saved).replay()) == wanted


def test_computer_players_can_fill_every_seat(run: Run) -> None:
    result = run("play", "--players", "0", "--computer", "random,greedy,random", "--game", "plus-first-game", "--seed", "1")
    assert result.exit_code == 0
    assert "Random 3" in result.output
    assert "Final scoring" in result.output


def test_scorings_are_explained_with_arithmetic_and_clause(run: Run) -> None:
    seed = next(seed for seed in range(50) if first_city(seed) is not None)
    game = first_city(seed)
    assert game is not None
    result = run("play", "--players", "Ana,Luis", "--seed", str(seed), lines=[*answers(game), "ledger"])
    shown = " ".join(result.output.split())
    assert shown.count(f"× 2 = {game.ledger[-1].points} ({game.ledger[-1].clause})") == 2  # when it happened, and in the ledger


def test_points_lost_are_shown_as_lost() -> None:
    note = Note("ransom", "", True)
    assert "Ana −3 points" in entry_sentence(texts("en"), Entry(1, 0, -3, 0, False, note), "Ana")
    assert "Ana +1 point:" in entry_sentence(texts("en"), Entry(1, 0, 1, 0, False, note), "Ana")


def first_city(seed: int) -> bastida.Game | None:
    """A random game up to its first completed city, if that comes early."""
    game = bastida.new_game(players=["Ana", "Luis"], seed=seed)
    for _ in range(40):
        game.play(game.options()[-1])
        if game.ledger and game.ledger[-1].source == "city" and game.ledger[-1].points:
            return game
    return None


def test_a_refusal_says_why_names_the_clause_and_asks_again(run: Run) -> None:
    result = run(*NEW, lines=["9,9 r0", "0,0 r0", "99", "1,1", "pass", "gobbledygook"])
    shown = " ".join(result.output.split())
    assert "9,9 r0 – 9,9 touches no tile" in shown
    assert refused_by(bastida.new_game(players=["Ana", "Luis"], seed=7), "9,9 r0") in shown
    assert "there is a tile at 0,0 already" in shown
    assert "there is no such number" in shown
    assert result.output.count("Turn 1 ·") == 1  # still the first question
    assert result.exit_code == 0


def refused_by(game: bastida.Game, answer: str) -> str:
    """The clause that refuses an answer."""
    with pytest.raises(bastida.IllegalOption) as refused:
        game.play(answer)
    assert refused.value.clause
    return refused.value.clause


def test_a_figure_that_may_not_stand_there_is_refused_with_its_clause(run: Run) -> None:
    game = bastida.new_game(players=["Ana", "Luis"], seed=7)
    first = game.options()[0].text
    game.play(first)
    result = run(*NEW, lines=[first, "mage city N", "follower lake"])
    assert refused_by(game, "mage city N") in result.output
    assert refused_by(game, "follower lake") in result.output


def test_a_cell_that_takes_several_turns_asks_which(run: Run) -> None:
    game = next(g for g in (bastida.new_game(players=["Ana", "Luis"], seed=n) for n in range(50)) if g.tile == "L")
    seed = str(next(n for n in range(50) if bastida.new_game(players=["Ana", "Luis"], seed=n).tile == "L"))
    offered = choices(game, texts("en"))
    assert isinstance(offered, TileChoices)
    several = next(at for at in offered.order if len(offered.shown(at)) > 1)
    turn = offered.shown(several)[1]
    number = str(offered.order.index(several) + 1)
    result = run("play", "--players", "Ana,Luis", "--seed", seed, lines=[number, "abcd"[turn]])
    assert f"At {several[0]},{several[1]} it fits in several ways" in result.output
    turned = texts("en")(f"table.turned_{turn}")
    assert f"Ana: tile L at {several[0]},{several[1]}, {turned}" in " ".join(result.output.split())


def test_turns_that_look_alike_are_offered_once() -> None:
    game = bastida.new_game(players=2, draws=["U"], seed=1)
    offered = choices(game, texts("en"))
    assert isinstance(offered, TileChoices)
    assert all(len(offered.places[at]) == 2 and len(offered.shown(at)) == 1 for at in offered.order)
    game.play("1,0 r3")  # the other one can still be had by its notation


def test_undo_goes_back_to_the_last_answer_of_a_person(run: Run, saves: Path) -> None:
    arguments = ("play", "--players", "Ana", "--computer", "1", "--seed", "3")
    game = bastida.new_game(players=["Ana", "x"], seed=3)
    first = game.options()[0].text
    result = run(*arguments, lines=["undo", first, "undo", first, "pass", "undo", "undo", "board"])
    assert "There is nothing to undo." in result.output
    assert result.output.count(f"Undone: Ana, {first}") == 2
    assert result.output.count("Turn 1 · Ana") == 6
    (saved,) = saves.glob("*.bst")
    assert not [step for step in Record.read(saved).replay().steps if step.seat is not None]


def test_save_and_resume_go_on_where_the_game_was(run: Run, tmp_path: Path) -> None:
    game = random_game(7, players=["Ana", "Luis"])
    lines = answers(game)
    file = tmp_path / "game.bst"
    run(*NEW, lines=[*lines[:20], f"save {file}"])
    assert [step.text for step in Record.read(file).replay().steps if step.seat is not None] == lines[:20]
    result = run("play", "--resume", str(file), lines=lines[20:])
    assert result.exit_code == 0
    assert "Final scoring" in result.output
    assert Record.read(file).replay().scores() == game.scores()


def test_the_computer_keeps_its_seat_over_a_resume(run: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    run("play", "--players", "Ana", "--computer", "random", "--seed", "3", "--save", file, lines=["1a", "1b", "1c", "1d"])
    result = run("play", "--resume", file, lines=["1a", "1b", "1c", "1d", "0", "0"])
    assert "Random: " in result.output
    assert "Random, place your tile" not in result.output


def test_leaving_in_any_way_says_how_to_come_back(
    run: Run, saves: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ended = run(*NEW)
    assert "bastida play --resume" in ended.output
    quitted = run(*NEW, lines=["quit", ""])
    assert "bastida play --resume" in quitted.output
    elsewhere = run(*NEW, lines=["quit", str(tmp_path / "mine")])
    assert "mine.bst" in "".join(elsewhere.output.split())
    assert (tmp_path / "mine.bst").exists()
    dropped = run(*NEW, lines=["quit", "no"])
    assert "automatic save stays" in dropped.output

    def interrupted(sitting: Sitting) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(Sitting, "read", interrupted)
    stopped = run(*NEW)
    assert stopped.exit_code == 0
    assert "bastida play --resume" in stopped.output
    monkeypatch.undo()
    monkeypatch.setenv("BASTIDA_SAVES", str(saves))
    assert "Turn 1" in run("play", "--resume", "last").output


def test_nothing_is_lost_when_nothing_can_be_saved(run: Run, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    game = random_game(7, players=["Ana", "Luis"])
    lines = [*answers(game)[:6], "save /nowhere/at/all.bst", "save", *answers(game)[6:10], "undo"]
    result = run(*NEW, lines=lines, env={"BASTIDA_SAVES": str(blocked)})
    assert "no place for automatic saves" in result.output
    assert "could not be saved in /nowhere/at/all.bst" in " ".join(result.output.split())
    assert "Save where?" in result.output
    assert "Undone" in result.output


def test_the_commands_of_the_table_answer_and_ask_again(run: Run) -> None:
    lines = ["?", "help", "left", "ledger", "rules base 40", "rules base 999", "rules garden", "rules", "board", ""]
    result = run(*NEW, lines=lines)
    shown = " ".join(result.output.split())
    assert "undo the last answer of a person" in shown
    assert "stack of tiles: 70 left" in shown
    assert "Nobody has scored yet." in shown
    assert "A follower may not be placed in a feature that already contains a follower" in shown
    assert "Did you mean BASE" in shown
    assert result.exit_code == 0


def test_people_answer_in_their_language(run: Run) -> None:
    spanish = run(*NEW, "--lang", "es", lines=["1", "ayuda", "quedan", "puntos", "reglas base 40", "deshacer", "salir", "no"])
    assert "coloca tu loseta" in spanish.output
    assert "quedan 70 losetas" in spanish.output
    assert "Nadie ha puntuado todavía." in spanish.output
    catalan = run(*NEW, "--lang", "ca", lines=["9,9 r0", "desfer", "sortir", ""])
    assert "col·loca la teva lloseta" in catalan.output
    assert "no toca cap lloseta" in catalan.output
    assert "No hi ha res per desfer." in catalan.output


def test_a_question_to_a_player_who_is_not_on_turn_is_asked_of_that_player(run: Run) -> None:
    """With crop circles everybody decides in everybody's turn."""
    game = bastida.new_game(sets=["circles"], players=["Ana", "Luis"], seed=2)
    while (decision := game.decision) is not None and decision.seat == game.seat:
        game.play(game.options()[-1])
    assert decision is not None
    active = game.setup.players[game.seat]
    assert decision.player != active
    result = run("play", "--sets", "circles", "--players", "Ana,Luis", "--seed", "2", lines=answers(game))
    shown = result.output[result.output.rindex(f"Turn {game.turn} · {active}") :]
    assert f"{decision.player}, " in shown
    assert f"{active}, " not in shown


def test_a_question_nobody_has_worded_is_asked_with_its_own_words() -> None:
    for language in ("es", "ca", "en"):
        asked = question(texts(language), "flip pancake", "kitchen", "Ana")
        assert "flip pancake" in asked and "Ana" in asked
        assert option_words(texts(language), said("flip", "flip {detail}", detail="pancake"), ["Ana"]) == "flip pancake"


def test_answers_that_are_numbers_keep_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    game = bastida.new_game(players=2, seed=1)
    options = [said("roll", "{detail}", detail=number) for number in ("3", "1", "2")]
    monkeypatch.setattr(game, "options", lambda: options)
    offered = ListChoices(game, texts("en"))
    assert offered.resolve("3") is options[0]
    assert offered.resolve("1") is options[1]


def said(verb: str, form: str, target: Target = NOTHING, **more: Any) -> Option:
    """An answer as a module would make it."""
    option = Option(verb, target, **more)
    option.form = form
    return option


def test_cells_and_segments_to_mark_come_from_the_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that names its cell is marked on the board, one about the tile just laid on that tile, others nowhere."""
    game = bastida.new_game(players=2, draws=["U"], seed=1)
    game.play("1,0 r1")
    options = [
        said("visit", "visit {cell}", Tile(4, -2)),
        said("catch", "catch {player} {figure} {cell} {segment}", Standing(4, -2, "road N", 1, "follower")),
        said("join", "join {cell} {ends}", Line(0, 0, "N", "S")),
        said("home", "{figure} home", Standing(0, 0, "road E", 0, "follower"), figure="follower"),
        said("place", "{figure} {segment}", Segment(1, 0, "road E"), figure="follower"),
        said("nobody", "1,1 is a name", declines=True),
        said("place", "{figure} {segment}", Segment(0, 0, "road E"), figure="follower"),
        said("pass", "pass", declines=True),
    ]
    monkeypatch.setattr(game, "options", lambda: options)
    offered = ListChoices(game, texts("en"))
    assert [line.label for line in offered.list] == ["1", "2", "3", "4", "5", "6", "7", "0"]
    assert offered.marks() == {(4, -2): "1 2", (0, 0): "3"}
    laid = game.view()["board"][-1]
    labels = offered.on_tile(tiles_of(game)[laid["tile"]], (laid["x"], laid["y"]), laid["turns"])
    assert list(labels.values()) == [["5"]]


def test_the_base_game_marks_the_new_tile_with_every_place_for_a_follower() -> None:
    game = bastida.new_game(players=2, draws=["U"], seed=1)
    game.play("1,0 r1")
    offered = choices(game, texts("en"))
    assert isinstance(offered, ListChoices)
    laid = game.view()["board"][-1]
    labels = offered.on_tile(tiles_of(game)[laid["tile"]], (1, 0), laid["turns"])
    assert sorted(label for found in labels.values() for label in found) == [str(n) for n in range(1, len(offered.list))]
    assert offered.marks() == {}
    with pytest.raises(NoNumber):
        offered.resolve("77")


@pytest.mark.parametrize("name", ["<b>", "[red]x", "日本", "{player}", "A,", "ñandú", "x" * 40])
def test_any_name_can_be_shown(run: Run, name: str) -> None:
    result = run("play", "--players", f"{name},Luis", "--seed", "7", lines=["1"])
    assert result.exit_code == 0
    assert name.rstrip(",") in result.output


def test_a_setup_that_cannot_be_played_says_all_that_is_wrong(run: Run) -> None:
    result = run("play", "--game", "plus", "--sets", "rivr", "--without", "farmer", "--players", "A,B,C,D,E,F,G")
    assert result.exit_code == 2
    assert "'river'" in result.stderr or "river" in result.stderr
    assert "farmers" in result.stderr
    assert "7 players" in result.stderr
    spanish = run("play", "--lang", "es", "--game", "pluss", "--computer", "1")
    assert "¿querías decir plus" in spanish.stderr


@pytest.mark.parametrize("arguments", [("--computer", "genius"), ("--players", "99"), ("--resume", "last")])
def test_options_that_make_no_sense_are_one_line(run: Run, arguments: tuple[str, str]) -> None:
    result = run("play", *arguments)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1


def test_what_each_player_has_is_told_apart_from_lists_that_happen_to_be_as_long() -> None:
    """Two players, and both mage and witch beside the table."""
    view = bastida.new_game("todo", players=2, seed=1).view()
    said = [belongings(texts("en"), view, seat) for seat in range(2)]
    assert all("10 floors" in words and "witch" not in words for words in said)
    assert common_things(texts("en"), view) == ["beside the table: mage, witch"]
    floors = next(thing for thing in view["players"][1]["holds"] if thing["picture"] == "floor")
    floors["number"] = 3
    assert [belongings(texts("en"), view, seat).split(" · ")[0] for seat in range(2)] == ["10 floors", "3 floors"]


def a_view(**more: Any) -> dict[str, Any]:
    """What belongs to two players in a view."""
    held = {"number": 1, "owner": None, "record": None}
    track = [{"space": 4}, {"space": 11}]
    ana = {
        "name": "Ana",
        "track": track,
        "holds": [{**held, "picture": "pancake", "number": 2}, {**held, "picture": "spoon", "number": 0}],
    }
    luis = {
        "name": "Luis",
        "track": track,
        "holds": [{**held, "picture": "crown", "record": 7}, {**held, "picture": "zeppelin", "owner": 0, "number": 2}],
    }
    return {"players": [ana, luis], "track": [], "beside": [], **more}


def test_what_players_have_is_said_of_any_thing() -> None:
    """Nothing here belongs to a module that the terminal could know."""
    track = [{"space": 5, "picture": "flag", "owner": 1}, {"space": 9, "picture": "dragon", "owner": None}]
    view = a_view(track=track, beside=["mole", "card-big_road"])
    said = texts("en")
    assert belongings(said, view, 0, ["follower", "messenger"]) == "2 pancake · follower 4, messenger 11"
    assert belongings(said, view, 1, ["a", "b"]) == "prisoners: Az Az · flag on space 5 · a 4, b 11"
    assert common_things(said, view) == ["crown: Luis (7)", "dragon on space 9", "beside the table: mole, card big road"]
    assert common_things(said, a_view()) == ["crown: Luis (7)"]


def test_prisoners_are_told_by_their_letters() -> None:
    game = bastida.new_game("winter", sets=["tower"], players=["Ana", "Luis"], seed=1)
    chance = random.Random(1)
    while not any(thing["owner"] is not None for player in game.view()["players"] for thing in player["holds"]):
        game.play(chance.choice(game.options()))
    captors = [belongings(texts("es"), game.view(), seat) for seat in range(2)]
    assert sum("prisioneros: " in words for words in captors) == 1
