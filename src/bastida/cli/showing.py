"""What several commands show: rows of tiles, the legend, the final scoring."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.columns import Columns
from rich.style import Style
from rich.table import Table
from rich.text import Text

from bastida.cli import explain
from bastida.cli.board import paint_picture
from bastida.cli.glyphs import printed
from bastida.cli.paint import INKS, LAST, Canvas, Look, inks, seat_sign
from bastida.cli.picture import WHOLE, Cell, picture
from bastida.cli.screen import Screen
from bastida.kernel.tile import Tile
from bastida.language import sentences as speech
from bastida.language.sentences import seat_letters
from bastida.table.game import Game
from bastida.table.setup import Setup

GROUNDS = ("city", "field", "forest", "meadow", "river")
TILE = (9, 5)
GAP = 2


def show_tiles(screen: Screen, tiles: Sequence[tuple[Tile, str]], look: Look) -> None:
    """Tiles side by side, each with a caption below it."""
    width, height = TILE
    across = max(1, (screen.width - 2) // (width + GAP))
    for start in range(0, len(tiles), across):
        row = tiles[start : start + across]
        canvas = Canvas(2 + len(row) * (width + GAP), height + 1)
        for place, (tile, caption) in enumerate(row):
            x = 2 + place * (width + GAP)
            paint_picture(canvas, (x, 0), picture(tile, 0, width, height), look, 0)
            canvas.put(x, height, look.text(caption)[: width + GAP - 1], Style.null())
        screen.lines(canvas.lines())


def signs_on(tiles: Iterable[Tile]) -> dict[str, str]:
    """The grounds and signs that occur on some tiles, in the order of the legend, with the ground on which they are shown."""
    found: dict[str, str] = {}
    for tile in tiles:
        found.update(dict.fromkeys(tile.marks, "field"))
        for segment in tile.segments:
            found.update(dict.fromkeys((segment.kind, *segment.ends), "field"))
            found.update(dict.fromkeys(segment.marks, segment.kind if segment.kind in WHOLE else "field"))
    known = printed()
    order = (*GROUNDS, "road", *INKS, *inks(), *known.centre, *known.symbols, *known.small, *known.large)
    return {sign: found[sign] for sign in dict.fromkeys(order) if sign in found}


def sign(look: Look, word: str, ground: str) -> Text:
    """One sign as it looks on a tile."""
    if word in GROUNDS:
        cell = Cell(word, -1)
    elif word == "road":
        cell = Cell("field", -1, "road", "━")
    else:
        cell = Cell(ground, -1, word)
    glyph, style = look.cell(cell, 0)
    return Text(glyph * 2 if word in (*GROUNDS, "road") else glyph, style=style)


def show_legend(screen: Screen, tiles: Iterable[Tile], look: Look, setup: Setup | None = None) -> None:
    """What the signs mean, and whose letters are whose."""
    parts = [Text.assemble(sign(look, word, ground), f" {screen.texts.word(word)}") for word, ground in signs_on(tiles).items()]
    if setup is not None:
        for letter, name, colour in zip(seat_letters(setup.players), setup.players, setup.colours, strict=True):
            parts.append(Text.assemble(seat_sign(letter, colour), f" {name}"))
        parts.append(Text.assemble((look.text("◤◥"), LAST), f" {screen.texts('play.last_tile')}"))
        parts.append(Text.assemble((look.text("×"), "dim"), f" {screen.texts('play.dead_cell')}"))
    screen.show(Columns(parts, padding=(0, 3)))


def show_result(screen: Screen, game: Game) -> None:
    """The final scoring line by line, points by source for everybody, and the winners."""
    texts, players = screen.texts, game.setup.players
    screen.blank()
    screen.say("final.title", style="bold")
    before = dict.fromkeys(range(len(players)), 0)
    for entry in game.ledger:
        if not entry.final:
            before[entry.seat] += entry.points
    screen.say("final.before", scores=" · ".join(f"{name} {before[seat]}" for seat, name in enumerate(players)))
    for entry in game.ledger:
        if entry.final and entry.points:
            screen.show(Text(f"  {speech.entry_sentence(texts, entry, players[entry.seat])}"))
    show_sources(screen, game)
    winners = game.winners()
    if winners:
        points = max(game.scores().values())
        if len(winners) == 1:
            screen.say("final.winner", style="bold green", player=winners[0], n=points)
        else:
            screen.say("final.tie", style="bold green", players=texts.listed(winners), n=points)


def show_sources(screen: Screen, game: Game) -> None:
    texts, players = screen.texts, game.setup.players
    table = Table(title=texts("final.by_source"), title_justify="left")
    table.add_column(texts("final.source"))
    for name in players:
        table.add_column(Text(name), justify="right")
    for source, points in explain.by_source(game.ledger).items():
        table.add_row(speech.source_title(texts, source), *(str(points.get(seat, 0)) for seat in range(len(players))))
    table.add_section()
    table.add_row(texts("final.total"), *(str(points) for points in game.scores().values()), style="bold")
    screen.show(table)
