"""``bastida translations``: for translators: how far a language is, what it lacks, and what is odd in it."""

from __future__ import annotations

import difflib

import click
from rich.table import Table
from rich.text import Text

from bastida.cli.app import SpokenCommand, argument, as_json, common, fail, option, pass_screen, tell_json
from bastida.cli.screen import Screen
from bastida.kernel.languages import LANGUAGES, NAMES
from bastida.rulebook.translating import Part, shares, translated


@click.command("translations", cls=SpokenCommand)
@argument("code", required=False, metavar="[LANGUAGE]")
@option("--whole", is_flag=True)
@as_json
@common
@pass_screen
def translations(screen: Screen, code: str | None, whole: bool, as_json: bool) -> None:
    if code is None:
        show_languages(screen, as_json)
        return
    if code not in LANGUAGES:
        near = difflib.get_close_matches(code, LANGUAGES, 1)
        fail("translations.unknown", wanted=code, known=", ".join(near or LANGUAGES))
    parts = translated(code)
    if as_json:
        tell_json([told(part) for part in parts])
    else:
        show(screen, code, parts, whole)
    if any(part.extra or part.odd for part in parts):
        raise click.exceptions.Exit(1)


def show_languages(screen: Screen, as_json: bool) -> None:
    found = shares()
    if as_json:
        tell_json([{"id": code, "name": NAMES[code], "done": done, "of": of} for code, (done, of) in found.items()])
        return
    grid = Table.grid(padding=(0, 2))
    for code, (done, of) in found.items():
        grid.add_row(Text(code, style="bold"), Text(NAMES[code]), Text(percent(done, of)), Text(f"{done}/{of}", style="dim"))
    screen.show(grid)
    screen.blank()
    screen.say("translations.how", style="dim")


def show(screen: Screen, code: str, parts: list[Part], whole: bool) -> None:
    done, of = sum(part.done for part in parts), sum(part.number for part in parts)
    screen.say("translations.title", style="bold", name=NAMES[code], share=percent(done, of), done=done, of=of)
    for part in parts:
        lines = [*(f"{key}: {screen.texts(f'translations.{problem}')}" for key, problem in part.odd)]
        lines += [f"{key}: {screen.texts('translations.extra')}" for key in part.extra]
        lacking = part.missing if whole or len(part.missing) < part.number else []
        lines += [f"{key}: {screen.texts('translations.missing')}" for key in lacking]
        if lines or part.missing:
            screen.blank()
            screen.show(Text(f"{part.file}  {percent(part.done, part.number)}", style="bold"))
        for line in lines:
            screen.show(Text(f"  {line}"))
        if part.missing and not lacking:
            screen.say("translations.nothing", style="dim", n=part.number)
    if not any(part.missing or part.extra or part.odd for part in parts):
        screen.say("translations.whole")


def percent(done: int, of: int) -> str:
    """A share; a hundred only if nothing is lacking."""
    return f"{100 if done == of else min(99, round(100 * done / of)) if of else 100} %"


def told(part: Part) -> dict[str, object]:
    odd = [{"key": key, "problem": problem} for key, problem in part.odd]
    return {"file": part.file, "texts": part.number, "missing": part.missing, "extra": part.extra, "odd": odd}
