"""``bastida rules``: what a clause says, clauses with certain words in them, the list of modules."""

from __future__ import annotations

from typing import Any

import click
from rich.markdown import Markdown
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from bastida.cli.app import SpokenCommand, argument, as_json, common, fail, option, pass_screen, tell_json
from bastida.cli.board import BoardView, tiles_of
from bastida.cli.screen import Screen
from bastida.rulebook import clauses
from bastida.rulebook.examples import blocks_of, prose
from bastida.rulebook.facts import facts
from bastida.rulebook.guide import components
from bastida.rulebook.telling import Told, tell

MOST = 25  # hits of a search that are shown
ROWS_BELOW = 8  # of the terminal, for what stands beneath an example


@click.command("rules", cls=SpokenCommand)
@argument("wanted", nargs=-1, metavar="[CLAUSE|WORDS]")
@option("--module", metavar="BASE")
@as_json
@common
@pass_screen
def rules(screen: Screen, wanted: tuple[str, ...], module: str | None, as_json: bool) -> None:
    text = " ".join(wanted)
    language = screen.texts.language
    if as_json and module is None and not text:
        tell_json([told_module(one, language) for one in clauses.modules().values()])
        return
    if module is not None:
        try:
            listed = clauses.clauses(module, language)
        except clauses.UnknownClause as error:
            fail("rules.no_module", module=module, modules=", ".join(error.suggestions or clauses.modules()))
        if text:
            hits = set(clauses.search(text, language))
            listed = tuple(one for one in listed if one in hits)
        if as_json:
            tell_json([told_clause(one) for one in listed])
        else:
            if not text:
                show_facts(screen, listed)
            list_clauses(screen, listed, whole=not text)
        if not listed:
            raise click.exceptions.Exit(1)
    elif as_json:
        found = looked_up(text, language)
        tell_json([told_clause(one) for one in found])
        if not found:
            raise click.exceptions.Exit(1)
    elif not show_rules(screen, text):
        raise click.exceptions.Exit(1)


def looked_up(text: str, language: str) -> tuple[clauses.Clause, ...]:
    """The clause with this id, those of the module with this name, or those with these words."""
    try:
        return (clauses.clause(text, language),)
    except clauses.UnknownClause:
        if text.strip().upper() in clauses.modules():
            return clauses.clauses(text, language)
        return clauses.search(text, language)


def told_clause(clause: clauses.Clause) -> dict[str, Any]:
    return {
        "id": clause.id,
        "kind": clause.kind,
        "module": clause.prefix,
        "section": clause.section,
        "text": clause.text,
        "body": prose(clause.body),
        "sources": list(clause.sources),
    }


def told_module(module: clauses.Module, language: str) -> dict[str, Any]:
    return {"id": module.prefix, "title": module.title_in(language), "clauses": len(clauses.clauses(module.prefix))}


def show_rules(screen: Screen, text: str) -> bool:
    """A clause by its id, or the clauses with these words; without either, the modules. False if nothing was found."""
    if not text:
        list_modules(screen)
        return True
    language = screen.texts.language
    try:
        show_clause(screen, clauses.clause(text, language))
        return True
    except clauses.UnknownClause as error:
        if text.strip().upper() in clauses.modules():
            listed = clauses.clauses(text, language)
            show_facts(screen, listed)
            list_clauses(screen, listed, whole=True)
            return True
        found = clauses.search(text, language)
        if found:
            list_clauses(screen, found)
            return True
        screen.say("rules.unknown", wanted=text, style="red")
        if error.suggestions:
            screen.say("rules.near", ids=", ".join(error.suggestions))
        screen.say("rules.how", style="dim")
        return False


def show_clause(screen: Screen, clause: clauses.Clause) -> None:
    texts = screen.texts
    name = clauses.modules()[clause.prefix].title_in(texts.language)
    title = Text(clause.id, style="bold")
    title.append(f"  {texts(f'rules.kind_{clause.kind}')} · {name} · {clause.section}", style="dim")
    screen.show(title)
    screen.show(Markdown(clause.text))
    if body := prose(clause.body):
        screen.blank()
        screen.show(Padding(Text(body) if body.startswith("|") else Markdown(body), (0, 0, 0, 2)))
    for one in blocks_of(clause):
        show_example(screen, tell(one, texts))
    if clause.sources:
        screen.show(Text(texts("rules.source", sources="; ".join(clause.sources)), style="dim"))


def show_example(screen: Screen, told: Told) -> None:
    """The table of an example as the terminal draws it, and beneath it what the example shows."""
    screen.blank()
    game = told.picture
    look = screen.look(game.setup.box.theme)
    view = {**game.view(None), "pieces": list(told.pieces)}
    board = BoardView(view, tiles_of(game), look).draw(screen.width, max(10, screen.rows - ROWS_BELOW))
    screen.lines(board.lines)
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    for fact in told.facts:
        turned = [(laying, screen.texts(f"table.turned_{laying.turns}")) for laying in fact.tiles]
        tiles = [f"{laying.tile} ({laying.x},{laying.y}) {turns}".rstrip() for laying, turns in turned]
        grid.add_row(fact.about, Text("\n".join([*fact.said, *tiles])))
    screen.show(grid)


def show_facts(screen: Screen, listed: tuple[clauses.Clause, ...]) -> None:
    """What the rulebook says of the component whose clauses these are; nothing for the page of the turn."""
    page = clauses.modules()[listed[0].prefix].page.removesuffix(".md") if listed else ""
    component = next((one for one in components().values() if one.page == page), None)
    for line in facts(component, screen.texts) if component is not None else []:
        screen.show(Text(line, style="dim"))


def list_clauses(screen: Screen, found: tuple[clauses.Clause, ...], whole: bool = False) -> None:
    """A line for each clause; a search shows only the first ones."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    shown = found if whole else found[:MOST]
    for one in shown:
        grid.add_row(Text(one.id, style="bold"), Text(one.text))
    screen.show(grid)
    screen.say("rules.found", style="dim", n=len(found))
    if len(found) > len(shown):
        screen.say("rules.more", style="dim", n=len(found) - len(shown))


def list_modules(screen: Screen) -> None:
    grid = Table.grid(padding=(0, 2))
    for module in clauses.modules().values():
        number = len(clauses.clauses(module.prefix))
        said = Text(screen.texts("rules.clauses", n=number), style="dim")
        grid.add_row(Text(module.prefix, style="bold"), Text(module.title_in(screen.texts.language)), said)
    screen.show(grid)
    screen.say("rules.how", style="dim")
