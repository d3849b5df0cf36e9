"""The ``bastida`` command: play at the terminal, simulate, replay, draw, look up rules and tiles."""

from __future__ import annotations

import platform
import sys

import click

from bastida import COMPILED, __version__
from bastida.cli.analyse import analyse_command
from bastida.cli.app import App, common, option, screen_of
from bastida.cli.arena import arena
from bastida.cli.engine import engine
from bastida.cli.games import games
from bastida.cli.pictures import film, show
from bastida.cli.play import play
from bastida.cli.presets import presets, tiles
from bastida.cli.problems import problems_command
from bastida.cli.recounting import admin
from bastida.cli.replay import replay
from bastida.cli.rules import rules
from bastida.cli.rulings import rulings
from bastida.cli.runners import arguments
from bastida.cli.serve import serve
from bastida.cli.simulate import simulate
from bastida.cli.tables import tables as server_tables
from bastida.cli.translations import translations
from bastida.cli.worker import worker

__all__ = ["app", "main"]


def _show_version(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        screen = screen_of(context)
        mode = screen.texts("mode.compiled" if COMPILED else "mode.interpreted")
        screen.say("version", version=__version__, python=platform.python_version(), mode=mode)
        context.exit()


@click.group(cls=App, invoke_without_command=True)
@option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version)
@common
@click.pass_context
def app(context: click.Context) -> None:
    """The whole command, for programs that run it in their own process: ``bastida.cli.app.main(["presets"])``."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for _command in (
    *(serve, server_tables, admin, worker, play, presets, rulings, rules, tiles, simulate, arena, games, engine),
    *(replay, analyse_command, problems_command, show, film, translations),
):
    app.add_command(_command)


def main() -> None:
    """The console script."""
    app.main(arguments(sys.argv[1:]))
