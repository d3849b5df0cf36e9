"""``bastida play``: set a table up from options or a short dialogue, or take up a saved game."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click
from rich.table import Table
from rich.text import Text

from bastida import new_game
from bastida.cli.app import (
    SpokenCommand,
    check_folder,
    chosen,
    common,
    fail,
    given,
    option,
    pass_screen,
    settled,
    setup_options,
    words,
)
from bastida.cli.opponents import Opponent, check, name_of, opponent
from bastida.cli.rulings import show_unusual
from bastida.cli.saving import LAST, SEED, autosaves, computers_in, new_autosave, read_record, with_suffix
from bastida.cli.screen import Screen, ask
from bastida.cli.seating import ask_colours, ask_first, colours_for, is_word, seated
from bastida.cli.table import Sitting
from bastida.kernel.answers import Refusal
from bastida.kernel.family import Edition
from bastida.language.refused import why
from bastida.language.texts import Texts
from bastida.players.registry import UnknownPlayer, make_player, of_others, usual_level
from bastida.players.registry import levels as known_levels
from bastida.table.dealer import SeededDealer
from bastida.table.setup import Setup, SetupError, make_setup, presets

# Options that say who plays what: with one of them nothing is asked.
SETTLED = ("game", "players", "computer", "sets", "elements", "rulings", "colours", "order", "first")


@click.command("play", cls=SpokenCommand)
@setup_options
@option("--players", metavar="N|A,B")
@option("--computer", metavar="N|A,B")
@option("--colours", metavar="A,B")
@option("--order", metavar="A,B|RANDOM")
@option("--first", metavar="NAME|RANDOM|YOUNGEST")
@option("--seed", metavar="TEXT")
@option("--resume", metavar="FILE")
@option("--save", "save_to", metavar="FILE")
@common
@pass_screen
@click.pass_context
def play(
    context: click.Context,
    screen: Screen,
    game: str,
    sets: str | None,
    elements: str | None,
    without: str | None,
    rulings: tuple[str, ...],
    players: str | None,
    computer: str | None,
    colours: str | None,
    order: str | None,
    first: str | None,
    seed: str | None,
    resume: str | None,
    save_to: str | None,
) -> None:
    check_folder(with_suffix(save_to) if save_to else None)
    autosave = with_suffix(save_to) if save_to else new_autosave()
    if resume is not None:
        sitting = resumed(screen, resume, autosave if save_to else None, seed, words(computer))
    else:
        asked = screen.interactive and not any(given(context, name) for name in SETTLED)
        if asked:
            game, players, computer = dialogue(screen)
        seed = seed or str(secrets.randbelow(10**9))
        levels = computer_levels(computer)
        box = box_of(game)
        painted = colours_for(screen.texts, colours, box.colours)
        names = player_names(screen.texts, players, levels, painted)
        if len(words(colours)) > len(names):
            raise SetupError([why("setup.colours", number=len(words(colours)), count=len(names))])
        set_up = partial(make_setup, game, sets=words(sets), elements=chosen(elements), without=words(without))
        set_up = partial(set_up, switches=settled(rulings))
        whole = set_up(players=names)  # what is wrong with it is said before more is asked
        for level in levels:
            check(level, whole)
        if asked:
            painted = colours_for(screen.texts, ask_colours(screen, names, box.colours), box.colours)
            first = ask_first(screen, names, box.youngest)
        elif is_word(screen.texts, first, "start.youngest"):
            if not screen.interactive:
                fail("play.nobody_to_ask")
            first = ask_first(screen, names, box.youngest)
        machines = dict(enumerate(levels, len(names) - len(levels)))
        places = seated(screen.texts, names, painted, machines, order, first, seed)
        setup = set_up(players=places.names, colours=places.colours, first=places.first)
        sitting = begun(screen, setup, places.levels, seed, autosave)
    if autosave is None and not save_to:
        screen.say("save.no_place", style="yellow")
    welcome(screen, sitting)
    sitting.run()


def begun(screen: Screen, setup: Setup, levels: dict[int, str], seed: str, autosave: Path | None) -> Sitting:
    game = new_game(setup, seed=seed)
    made = {seat: opponent(level, f"{seed}/{seat}", setup) for seat, level in levels.items()}
    return Sitting(screen, game, made, levels, seed, autosave)


def resumed(screen: Screen, name: str, save_to: Path | None, seed: str | None, named: Sequence[str]) -> Sitting:
    """A saved game, with the computer on the seats it had, dealt on as it would have been.

    A file may come from anybody, so it starts no program and loads no code: a player of others plays on only if it is named
    again.
    """
    path = with_suffix(name)
    if name == LAST and not path.exists():
        saved = autosaves()
        if not saved:
            fail("save.nothing")
        path = saved[0]
    record = read_record(path)
    seed = seed or record.more.get(SEED) or str(secrets.randbelow(10**9))
    levels = computers_in(record.more, len(record.players))
    game = record.replay(dealer=None if record.study else SeededDealer(seed))
    made: dict[int, Opponent] = {}
    for seat, level in levels.items():
        known = level in named
        if known:
            check(level, game.setup)
        elif of_others(level):
            screen.say("play.not_named", style="yellow", player=game.setup.players[seat], level=level)
        made[seat] = opponent(level, f"{seed}/{seat}", game.setup if known else None)
    return Sitting(screen, game, made, levels, seed, save_to or path)


def computer_levels(computer: str | None) -> list[str]:
    """``2`` is two computer players of the usual level, ``greedy,level:4`` one of each."""
    wanted = words(computer)
    if len(wanted) == 1 and wanted[0].isdecimal() and wanted[0].isascii():
        return [usual_level()] * min(int(wanted[0]), 20)
    for level in wanted:
        try:
            if not of_others(level):
                make_player(level)
        except UnknownPlayer:
            fail("play.no_level", level=level, levels=", ".join(known_levels()))
    return wanted


def player_names(texts: Texts, players: str | None, levels: list[str], colours: Sequence[str]) -> list[str]:
    """People first, then the computer. A number of people get the names of their colours."""
    people = words(players)
    if players is None:
        people = [texts("play.player", number=number) for number in ((1,) if levels else (1, 2))]
    elif len(people) == 1 and people[0].isdecimal() and people[0].isascii():
        number = int(people[0])
        if number > len(colours):
            raise SetupError([Refusal("setup.seats", "BASE-02", {"n": number, "most": len(colours)})])
        people = [texts.word(colour).capitalize() for colour in colours[:number]]
    machines = [name_of(texts, level) + (f" {n}" if len(levels) > 1 else "") for n, level in enumerate(levels, 1)]
    return people + machines


def box_of(game: str) -> Edition:
    """The box that a preset or edition is played with; any, if there is no such game."""
    return make_setup(game if game in presets() else next(iter(presets()))).box


def dialogue(screen: Screen) -> tuple[str, str, str]:
    """A few questions, each with an answer for the return key."""
    phrases = screen.texts
    known = list(presets())
    screen.say("start.title", style="bold")
    grid = Table.grid(padding=(0, 2))
    for number, name in enumerate(known, 1):
        grid.add_row(Text(f"[{number}]", style="bold"), Text(phrases.name(presets()[name].names)), Text(name, style="dim"))
    screen.show(grid)
    usual = "plus-first-game" if "plus-first-game" in known else known[0]
    while True:
        answer = ask(screen, phrases("start.game", usual=known.index(usual) + 1)) or usual
        if answer.isdecimal() and answer.isascii() and 1 <= int(answer) <= len(known):
            answer = known[int(answer) - 1]
        if answer in known:
            break
        screen.say("start.no_game", style="red", number=len(known))
    usual = phrases("play.player", number=1)
    players = ask(screen, phrases("start.players", usual=usual)) or usual
    alone = len(words(players)) == 1 and not players.isdecimal()
    while True:
        computer = ask(screen, phrases("start.computer", usual=1 if alone else 0)) or str(int(alone))
        if computer.isdecimal() and computer.isascii():
            break
        screen.say("start.no_number", style="red")
    number = min(int(computer), 20)
    return answer, players, ",".join([ask_level(screen)] * number) if number else "0"


def ask_level(screen: Screen) -> str:
    """How strong the computer is to be."""
    known = list(known_levels())
    grid = Table.grid(padding=(0, 2))
    for number, level in enumerate(known, 1):
        about = screen.texts(f"level_about.{level}")
        grid.add_row(Text(f"[{number}]", style="bold"), Text(name_of(screen.texts, level)), Text(about, style="dim"))
    screen.show(grid)
    while True:
        answer = ask(screen, screen.texts("start.level", usual=known.index(usual_level()) + 1)) or usual_level()
        if answer.isdecimal() and answer.isascii() and 1 <= int(answer) <= len(known):
            answer = known[int(answer) - 1]
        if answer in known:
            return answer
        screen.say("start.no_game", style="red", number=len(known))


def welcome(screen: Screen, sitting: Sitting) -> None:
    setup = sitting.game.setup
    screen.say("play.welcome", style="bold", game=screen.title(setup), players=" · ".join(setup.players))
    if setup.first and all(step.seat is None for step in sitting.game.steps):
        screen.say("play.begins", player=setup.players[setup.first])
    show_unusual(screen, setup)
    screen.say("play.welcome_help", style="dim")
