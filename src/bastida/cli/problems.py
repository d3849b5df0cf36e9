"""``bastida problems``: positions to solve: the list, one of them, what an answer is worth, and finding new ones."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from rich.table import Table

from bastida.cli.app import (
    SpokenCommand,
    TooMuch,
    argument,
    as_json,
    check_folder,
    common,
    fail,
    option,
    pass_screen,
    tell_json,
)
from bastida.cli.pictures import wanted_file, write_picture
from bastida.cli.replay import show_position
from bastida.cli.screen import Screen, ask
from bastida.language.sentences import refused
from bastida.problems.library import of_the_day, problems, standing
from bastida.problems.model import Problem
from bastida.table.game import Game, IllegalOption
from bastida.table.setup import make_setup
from bastida.table.setup import presets as known_presets

if TYPE_CHECKING:
    from bastida.language.texts import Texts

TODAY: Final = "today"
LIST, SHOW, SOLVE, CHECK, MAKE = ACTIONS = ("list", "show", "solve", "check", "make")
PLACE: Final = re.compile(r"-\d")  # an answer may begin with a cell left of the first tile: no option
NEAR: Final = 3.0  # points: an answer that loses less was close
USUAL: Final = 20  # problems of each preset that a miner looks for


@click.command("problems", cls=SpokenCommand, context_settings={"ignore_unknown_options": True})
@argument("words", nargs=-1, metavar="[list|show|solve|check|make] [NAME] [ANSWER]...")
@option("--game", metavar="NAME")
@option("--theme", metavar="NAME")
@option("--number", type=click.IntRange(1), metavar="N")
@option("--seed", type=int, default=0, show_default=True, metavar="N")
@option("--nodes", type=click.IntRange(10, 1_000_000), metavar="N")
@option("--goal", type=click.IntRange(1, 10_000), default=USUAL, show_default=True, metavar="N")
@option("-o", "--output", metavar="FILE")
@as_json
@common
@pass_screen
def problems_command(
    screen: Screen,
    words: tuple[str, ...],
    game: str | None,
    theme: str | None,
    number: int | None,
    seed: int,
    nodes: int | None,
    goal: int,
    output: str | None,
    as_json: bool,
) -> None:
    unknown = next((word for word in words if word.startswith("-") and not PLACE.match(word)), None)
    if unknown is not None:
        raise click.NoSuchOption(unknown, ctx=click.get_current_context())
    action, names = (words[0], words[1:]) if words else (LIST, ())
    if action not in ACTIONS:
        fail("problems.no_action", wanted=action)
    if game is not None:
        make_setup(game)  # says what is wrong with it
    if action == MAKE:
        if len(names) != 1:
            fail("problems.name_file")
        make(screen, Path(names[0]), goal, game)
    elif action == LIST:
        if names:
            raise TooMuch(names, click.get_current_context())
        show_list(screen, wanted(screen, game, theme), as_json)
    elif action == CHECK:
        found = [named(name) for name in names] or wanted(screen, game, theme)
        if number is not None:
            found = random.Random(seed).sample(found, min(number, len(found)))
        check(screen, found, nodes, as_json)
    elif not names:
        fail("problems.name_one", action=action)
    elif action == SHOW:
        show(screen, named(names[0]), output, as_json)
    else:
        solve(screen, named(names[0]), names[1:], as_json)


def named(name: str) -> Problem:
    """A problem by its id, or that of today."""
    if name == TODAY:
        return of_the_day(date.today())
    if name not in problems():
        fail("problems.unknown", wanted=name)
    return problems()[name]


def wanted(screen: Screen, game: str | None, theme: str | None) -> list[Problem]:
    """The problems of a preset and with a theme; a theme of an expansion may be named without its folder."""
    every = problems().values()
    found = [
        problem
        for problem in every
        if game in (None, problem.preset)
        and (theme is None or any(theme in (one, one.rpartition(".")[2]) for one in problem.themes))
    ]
    if not found:
        known = sorted({one for problem in every for one in problem.themes})
        fail("problems.none", known=screen.texts.listed(known))
    return found


def themes_told(phrases: Texts, problem: Problem) -> str:
    return " · ".join(phrases(f"theme.{theme}") for theme in problem.themes)


def title_of(phrases: Texts, problem: Problem) -> str:
    return phrases.name(known_presets()[problem.preset].names)


def show_list(screen: Screen, found: Sequence[Problem], as_json: bool) -> None:
    if as_json:
        tell_json([brief(problem) for problem in found])
        return
    table = Table()
    for key in ("problems.id", "problems.game", "problems.rating", "problems.themes"):
        table.add_column(screen.texts(key), justify="right" if key == "problems.rating" else "left")
    for problem in found:
        table.add_row(problem.id, title_of(screen.texts, problem), str(problem.rating), themes_told(screen.texts, problem))
    screen.show(table)
    screen.say("problems.count", n=len(found))


def brief(problem: Problem) -> dict[str, object]:
    """What does not give the answer away."""
    return {
        "id": problem.id,
        "preset": problem.preset,
        "rating": problem.rating,
        "themes": list(problem.themes),
        "questions": len(problem.questions),
        "position": problem.position,
    }


def show(screen: Screen, problem: Problem, output: str | None, as_json: bool) -> None:
    """The board where a problem begins, at the terminal or as a picture."""
    game = standing(problem)
    if output is not None:
        from bastida.art.pictures.board import board_svg
        from bastida.art.pictures.raster import STILLS

        write_picture(screen, board_svg(game, legal=True), wanted_file(output, STILLS))
        return
    if as_json:
        tell_json(brief(problem) | {"options": [one.text for one in game.options()]})
        return
    tell_problem(screen, problem, game)


def tell_problem(screen: Screen, problem: Problem, game: Game) -> None:
    screen.play(game.setup)
    phrases = screen.texts
    themes = themes_told(phrases, problem)
    screen.say(
        "problems.title", style="bold", id=problem.id, game=title_of(phrases, problem), rating=problem.rating, themes=themes
    )
    show_position(screen, game)


def solve(screen: Screen, problem: Problem, given: Sequence[str], as_json: bool) -> None:
    """Answers on the command line are judged one after the other; without any they are asked for."""
    if not given and not as_json:
        tell_problem(screen, problem, standing(problem))
    judged: list[dict[str, object]] = []
    solved = False
    for number, question in enumerate(problem.questions):
        game = standing(problem, number)
        text = given[number] if number < len(given) else "" if given or as_json else asked(screen, game)
        if not text:
            break
        answer = game.find(text).text
        loss, more = question.loss(answer)
        judged.append({"answer": answer, "best": question.answer, "loss": loss, "or_more": more})
        if not as_json:
            key = "problems.right" if answer == question.answer else "problems.wrong_more" if more else "problems.wrong"
            screen.say(key, answer=answer, points=f"{loss:.1f}", best=question.answer)
            if 0 < loss < NEAR:
                screen.say("problems.near")
        if answer != question.answer:
            break
        solved = number + 1 == len(problem.questions)
    if as_json:
        tell_json({"id": problem.id, "solved": solved, "answers": judged, "rating": problem.rating})
        return
    screen.say("problems.solved" if solved else "problems.missed", style="bold")
    levels = screen.texts.listed([screen.texts(f"level.{name}") for name in problem.found])
    screen.say("problems.solvers", levels=levels or screen.texts("problems.nobody"))


def asked(screen: Screen, game: Game) -> str:
    """An answer that can be given, as it is typed; nothing if whoever is asked gives up."""
    while True:
        try:
            text = ask(screen, screen.texts("problems.ask"))
        except EOFError:
            return ""
        if not text:
            return ""
        try:
            return game.find(text).text
        except IllegalOption as error:
            screen.complain(refused(screen.texts, error.text, error.refusal))


def check(screen: Screen, found: Sequence[Problem], nodes: int | None, as_json: bool) -> None:
    """Whether the search still finds the answers, and again with ten times the nodes."""
    from bastida.problems.mining import stands

    verdicts = {}
    for problem in found:
        verdicts[problem.id] = stands(problem, nodes or 0)
        if not as_json:
            screen.say("problems.stands" if verdicts[problem.id] else "problems.falls", id=problem.id)
    if as_json:
        tell_json([{"id": id, "stands": good} for id, good in verdicts.items()])
    else:
        screen.say("problems.checked", style="bold", n=len(verdicts), stand=sum(verdicts.values()))


def make(screen: Screen, file: Path, goal: int, game: str | None) -> None:
    """Find problems, and write them into a file from which it goes on."""
    from bastida.problems.mining import Miner

    check_folder(file)
    Miner(file, goal, [] if game is None else [game], screen.show).run()
