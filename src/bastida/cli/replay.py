"""``bastida replay``: a record turn by turn, checked on the way, with the board at its end or at a move."""

from __future__ import annotations

from pathlib import Path

import click
from rich.text import Text

from bastida.cli import explain
from bastida.cli.app import SpokenCommand, argument, common, fail, option, pass_screen
from bastida.cli.choices import TileChoices, choices
from bastida.cli.picture_file import save_svg
from bastida.cli.rulings import show_unusual
from bastida.cli.saving import read_record
from bastida.cli.screen import Screen
from bastida.cli.showing import show_result
from bastida.cli.table import Sitting, asked
from bastida.record import CHANCE, Record
from bastida.table.game import Game


@click.command("replay", cls=SpokenCommand)
@argument("name", metavar="FILE")
@option("--move", type=click.IntRange(0), metavar="N")
@option("--step", is_flag=True)
@option("--svg", metavar="FILE")
@common
@pass_screen
def replay(screen: Screen, name: str, move: int | None, step: bool, svg: str | None) -> None:
    file = Path(name)
    record = read_record(file)
    game = record.replay()  # the whole of it, so that a fault after the wanted move is told too
    screen.play(game.setup)
    if svg is not None:
        screen.record()
    turns = max((row.turn for row in record.rows), default=0)
    if move is not None and move > turns:
        fail("replay.no_move", move=move, turns=turns)
    upto = None if move is None else sum(len(row.answers) for row in record.rows if row.turn <= move)
    if upto is not None:
        game = record.replay(with_the_draw(record, upto))
    names = " · ".join(game.setup.players)
    screen.say("replay.title", style="bold", file=file.name, players=names, n=turns)
    show_unusual(screen, game.setup)
    if svg is None:
        tell_all(screen, record, upto, step)
    show_position(screen, game)
    if game.over:
        show_result(screen, game)
    if svg is not None:
        save_svg(screen, Path(svg), file.name)
    elif record.result is not None:
        screen.say("replay.checked", style="green")
    else:
        screen.say("replay.unfinished", turn=game.turn)


def with_the_draw(record: Record, number: int) -> int:
    """So many answers and what chance brought after them: the tile in hand belongs to the position."""
    for answer in [answer for row in record.rows for answer in row.answers][number:]:
        if answer.by != CHANCE:
            break
        number += 1
    return number


def show_position(screen: Screen, game: Game) -> None:
    """The board, the players, and the tile in hand with its places."""
    sitting = Sitting(screen, game, {}, {}, "", None)
    offered = choices(game, screen.texts)
    in_hand = offered if isinstance(offered, TileChoices) else None
    sitting.show_board(in_hand)
    decision = game.decision
    screen.show(explain.players_table(screen.texts, game))
    if decision is not None and in_hand is not None:
        screen.show(Text(asked(screen.texts, decision), style="bold"))
        sitting.show_hand(in_hand)


def tell_all(screen: Screen, record: Record, upto: int | None, step: bool) -> None:
    """Play the record once more, saying what happens; ``step`` waits after every turn and shows the board."""
    answers = [answer for row in record.rows for answer in row.answers][:upto]
    game = record.replay(0)
    sitting = Sitting(screen, game, {}, {}, "", None)
    turn = 0
    for answer in answers:
        if game.turn != turn:
            if step and turn:
                show_position(screen, game)
                if not wait(screen, sitting):
                    return
            turn = game.turn
            heading = screen.texts("replay.turn", turn=turn, player=game.setup.players[game.seat])
            screen.show(Text(heading, style="bold"))
        game.play(answer.text)
        sitting.tell()


def wait(screen: Screen, sitting: Sitting) -> bool:
    """Wait for the return key; anything that means "quit" ends the showing."""
    screen.say("replay.wait", style="dim")
    try:
        answer = sitting.read().strip().casefold()
    except EOFError:
        return False
    return sitting.commands.get(answer) != "quit"
