"""A game at the terminal: show the table, ask, explain, and never lose anything.

A sitting asks whoever the game asks, on turn or not. People answer with what ``choices`` understands or with a command;
computer seats answer for themselves. Every answer is saved at once, so that a closed window costs nothing.
"""

# Long: one loop, a person's turn at the terminal.

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import monotonic

from rich.columns import Columns
from rich.style import Style
from rich.table import Table
from rich.text import Text

from bastida.cli import explain
from bastida.cli.board import BoardView, paint_picture, put_label, tiles_of
from bastida.cli.choices import TURNS, ListChoices, NoNumber, Several, TileChoices, by_alias, choices
from bastida.cli.opponents import Opponent
from bastida.cli.paint import NUMBER, Canvas
from bastida.cli.picture import picture
from bastida.cli.rules import show_rules
from bastida.cli.saving import headers, with_suffix
from bastida.cli.screen import Screen
from bastida.cli.showing import show_legend, show_result, show_tiles
from bastida.kernel.system import problem_of
from bastida.language import sentences as speech
from bastida.language.texts import Texts
from bastida.record import RecordError, save
from bastida.table.features import dead_cells
from bastida.table.game import Decision, Game, IllegalOption

LARGE = (19, 9)  # a tile on which numbers must be read
CHROME_ROWS = 14  # lines below the board: players, question, options
TALL = 45  # lines of a terminal that has room for the board and the large tile
COMMANDS = ("help", "board", "left", "ledger", "rules", "undo", "save", "quit")


class Leave(Exception):
    """The player leaves; ``clean`` if by asking to."""

    def __init__(self, clean: bool) -> None:
        super().__init__()
        self.clean = clean


class Sitting:
    def __init__(
        self,
        screen: Screen,
        game: Game,
        opponents: Mapping[int, Opponent],
        levels: Mapping[int, str],
        seed: int | str,
        autosave: Path | None,
    ) -> None:
        screen.play(game.setup)
        self.screen, self.texts = screen, screen.texts
        self.game = game
        self.opponents = opponents
        self.more = headers(levels, seed)
        self.seed = seed
        self.autosave = autosave
        self.commands = by_alias(screen.texts, COMMANDS)
        self.tiles = tiles_of(game)
        self.look = screen.look(game.setup.box.theme)
        self.told_steps = len(game.steps)
        self.told_entries = len(game.ledger)
        self.lost_autosave = False
        self.saved_at = 0.0

    # -- the loop -----------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the game is over or everybody leaves."""
        try:
            while (decision := self.game.decision) is not None:
                opponent = self.opponents.get(decision.seat) if decision.seat is not None else None
                if opponent is not None:
                    self.game.play(opponent.choose(self.game))
                    self.tell()
                    if opponent.fault is not None:
                        problem = speech.reason(self.texts, opponent.fault)
                        self.screen.say("play.fault", style="yellow", player=decision.player, problem=problem)
                    continue
                self.ask(decision)
                self.keep(at_once=False)
                self.tell()
            self.finish()
        except Leave as leave:
            if not leave.clean:
                self.go()
        except (KeyboardInterrupt, EOFError):
            self.screen.blank()
            self.go()
        finally:
            for opponent in self.opponents.values():
                opponent.close()

    def go(self) -> None:
        """Save and say how to come back, undisturbed by a second Ctrl-C."""
        with undisturbed():
            self.keep()
            self.say_how_to_resume()

    def keep(self, at_once: bool = True) -> None:
        """Save where this game is kept; a disk that is full is no reason to stop playing.

        People are saved after every answer; a script, which answers faster than a disk writes, now and then and at its end.
        """
        if self.autosave is None or not (at_once or self.screen.interactive or monotonic() - self.saved_at > 1):
            return
        self.saved_at = monotonic()
        try:
            save(self.game, self.autosave, more=self.more)
        except (OSError, RecordError) as error:
            if not self.lost_autosave:
                self.lost_autosave = True
                problem = error.told(self.texts) if isinstance(error, RecordError) else error
                self.screen.say("save.autosave_failed", style="yellow", problem=problem)

    def say_how_to_resume(self) -> None:
        if self.autosave is not None and not self.lost_autosave and not self.game.over:
            self.screen.say("save.resume", file=self.autosave)
            self.screen.show(Text(f"  bastida play --resume {shell_quoted(str(self.autosave))}", no_wrap=True))
        else:
            self.screen.say("play.bye")

    # -- asking -------------------------------------------------------------------------------------------------------

    def ask(self, decision: Decision) -> None:
        """Ask until there is a legal answer, and play it."""
        offered = choices(self.game, self.texts)
        self.show_question(decision, offered)
        steps = len(self.game.steps)
        while True:
            answer = self.read().strip()
            if not answer:
                self.show_options(offered)
                continue
            try:
                if self.command(answer, offered):
                    if len(self.game.steps) != steps:  # taken back
                        return
                    continue
                self.game.play(offered.resolve(answer))
                return
            except Several as several:
                self.show_turns(offered, several)
            except NoNumber as wrong:
                why = self.texts("play.no_number", numbers=wrong.numbers)
                self.screen.say("play.refused", style="red", answer=answer, reason=why)
            except IllegalOption as error:
                self.screen.show(Text(speech.refused(self.texts, error.text, error.refusal), style="red"))

    def read(self) -> str:
        """A line from the keyboard."""
        if self.screen.interactive:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 - line editing and history for input()
            self.screen.console.file.flush()
            return input("> ")
        self.screen.console.print("> ", end="")
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        shown = "".join(c if c.isprintable() else "?" for c in line.rstrip("\n"))
        self.screen.console.print(Text(shown))
        return line

    def command(self, answer: str, offered: TileChoices | ListChoices) -> bool:
        """Carry out a command; False if the answer is none."""
        word, _, rest = answer.strip().partition(" ")
        name = "help" if word.startswith("?") else self.commands.get(word.casefold())
        if name is None or any(answer.strip() == option.text for option in offered.options):
            return False
        rest = rest.strip()
        if name == "help":
            self.show_help(offered)
        elif name == "board":
            self.show_board(offered)
            self.show_options(offered)
        elif name == "left":
            self.show_left()
        elif name == "ledger":
            self.show_ledger()
        elif name == "rules":
            show_rules(self.screen, rest)
        elif name == "undo":
            self.undo()
        elif name == "save":
            self.save_as(rest)
        else:
            self.leave()
        return True

    def undo(self) -> None:
        """Back to the last question a person answered."""
        people = [step for step in self.game.steps if step.seat is not None and step.seat not in self.opponents]
        if not people:
            self.screen.say("play.nothing_to_undo", style="red")
            return
        while True:
            step = next(step for step in reversed(self.game.steps) if step.seat is not None)
            self.game.undo()
            if step.seat not in self.opponents:
                break
        self.told_steps, self.told_entries = len(self.game.steps), len(self.game.ledger)
        self.screen.say("play.undone", player=self.game.setup.players[step.seat or 0], answer=step.text)

    def save_as(self, name: str) -> None:
        if not name:
            self.screen.say("save.where", style="red")
            return
        try:
            path = with_suffix(name)
            save(self.game, path, more=self.more)
        except (OSError, RecordError, ValueError, RuntimeError) as error:
            problem: object = speech.spoken(self.texts, problem_of(error)) if isinstance(error, OSError) else error
            if isinstance(error, RecordError):
                problem = error.told(self.texts)
            self.screen.say("save.failed", style="red", file=name, problem=problem)
            return
        self.screen.say("save.done", file=path)

    def leave(self) -> None:
        """Offer to save, and go."""
        self.screen.say("save.offer")
        answer = self.read().strip()
        if answer.casefold() in self.texts("save.no").split("|"):
            if self.autosave is not None and not self.lost_autosave:
                self.keep()
                self.screen.say("save.kept_anyway", file=self.autosave)
            raise Leave(True)
        if answer and answer.casefold() not in self.texts("save.yes").split("|"):
            self.save_as(answer)
            raise Leave(True)
        raise Leave(False)

    # -- showing ------------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Say what has happened since the last time: who did what, and every scoring with its arithmetic."""
        players = self.game.setup.players
        steps = self.game.steps
        for number in range(self.told_steps, len(steps)):
            step = steps[number]
            if step.kind == "draw":
                following = steps[number + 1] if number + 1 < len(steps) else None
                if following is not None and following.kind == "draw" and following.part == step.part:
                    self.screen.say("play.unplaceable", style="yellow", tile=step.text)
            elif step.seat is None:
                result = speech.option_words(self.texts, step.option, players)
                self.screen.say("play.chance", what=self.texts.word(step.kind), result=result)
            else:
                drawn = next((s.text for s in reversed(steps[:number]) if s.kind == "draw"), "")
                said = speech.move_sentence(self.texts, step.option, players[step.seat], drawn, players)
                self.screen.show(Text(said, style="dim"))
        self.told_steps = len(steps)
        entries = self.game.ledger
        for entry in entries[self.told_entries :]:
            if not entry.final:
                said = speech.entry_sentence(self.texts, entry, players[entry.seat])
                self.screen.show(Text(f"★ {said}", style="bold green"))
        self.told_entries = len(entries)

    def show_question(self, decision: Decision, offered: TileChoices | ListChoices) -> None:
        self.screen.blank()
        active = self.game.setup.players[self.game.seat]
        title = self.texts("play.turn", turn=self.game.turn, player=active, n=explain.tiles_left(self.game))
        self.screen.show(Text(title, style="bold"))
        on_tile = self.on_new_tile(offered)
        if not on_tile or offered.marks() or (self.screen.interactive and self.screen.rows >= TALL):
            self.show_board(offered)
        self.screen.show(explain.players_table(self.texts, self.game))
        for common in explain.common_things(self.texts, self.game.view(None)):
            self.screen.show(Text(f"  {common}", style="italic"))
        self.screen.blank()
        self.screen.show(Text(asked(self.texts, decision), style="bold"))
        if on_tile and isinstance(offered, ListChoices):
            self.show_new_tile(on_tile)
        self.show_options(offered)

    def show_board(self, offered: TileChoices | ListChoices | None = None) -> None:
        left = explain.tiles_left(self.game)
        marks = offered.marks() if offered is not None else {}
        board = BoardView(
            self.game.view(None), self.tiles, self.look, marks, dead_cells(self.game.engine) if left else (), None
        ).draw(self.screen.width, max(10, self.screen.rows - CHROME_ROWS))
        self.screen.lines(board.lines)
        if not board.whole:
            west, east, north, south = board.shown
            self.screen.say("play.window", style="dim", west=west, east=east, north=north, south=south)

    def on_new_tile(self, offered: TileChoices | ListChoices) -> dict[int, list[str]]:
        """Labels on the tile just laid, if that is what the question is about."""
        board = self.game.view(None)["board"]
        if isinstance(offered, TileChoices) or not board or self.game.tile is not None:
            return {}
        laid = board[-1]
        return offered.on_tile(self.tiles[laid["tile"]], (laid["x"], laid["y"]), laid["turns"])

    def show_new_tile(self, labels: Mapping[int, list[str]]) -> None:
        """The tile just laid, large, with the numbers of the answers where figures would stand."""
        laid = self.game.view(None)["board"][-1]
        drawn = picture(self.tiles[laid["tile"]], laid["turns"], *LARGE)
        canvas = Canvas(LARGE[0] + 2, LARGE[1])
        paint_picture(canvas, (2, 0), drawn, self.look, 0)
        taken: set[tuple[int, int]] = set()
        for segment, numbers in labels.items():
            put_label(canvas, (2, 0), drawn, segment, f"[{' '.join(numbers)}]", NUMBER, taken)
        self.screen.lines(canvas.lines())

    def show_options(self, offered: TileChoices | ListChoices) -> None:
        if isinstance(offered, TileChoices):
            self.show_hand(offered)
            cells = [f"[{n}] {at[0]},{at[1]} ({offered.letters(at)})" for n, at in enumerate(offered.order, 1)]
            self.screen.show(Columns([Text(cell) for cell in cells], padding=(0, 3)))
            first = offered.order[0]
            example = f"{first[0]},{first[1]} r{next(iter(offered.places[first]))}"
            letter = offered.letters(first).split(" ")[0]
            self.screen.say("play.hint_tile", style="dim", letter=f"1{letter}", notation=example)
        else:
            grid = Table.grid(padding=(0, 2))
            for line in offered.list:
                grid.add_row(Text(f"[{line.label}]", style="bold"), Text(line.words), Text(line.option.text, style="dim"))
            self.screen.show(grid)
            labelled = next((line for line in offered.list if line.label != "0"), offered.list[0])
            self.screen.say("play.hint", style="dim", number=labelled.label, notation=labelled.option.text)

    def show_hand(self, offered: TileChoices, turns: list[int] | None = None) -> None:
        """The tile in hand, in every turn in which it fits somewhere."""
        shown = offered.turns if turns is None else turns
        width, height = 9, 5
        canvas = Canvas(2 + len(shown) * (width + 3), height + 1)
        for place, turn in enumerate(shown):
            x = 2 + place * (width + 3)
            canvas.put(x, 0, f"{TURNS[turn]} (r{turn})".center(width).rstrip(), Style(bold=True))
            paint_picture(canvas, (x, 1), picture(offered.tile, turn, width, height), self.look, 0)
        self.screen.lines(canvas.lines())

    def show_turns(self, offered: TileChoices | ListChoices, several: Several) -> None:
        if isinstance(offered, TileChoices):
            self.show_hand(offered, several.turns)
            letters = ", ".join(TURNS[turn] for turn in several.turns)
            self.screen.say("play.which_turn", cell=f"{several.at[0]},{several.at[1]}", letters=letters)

    def show_help(self, offered: TileChoices | ListChoices) -> None:
        self.screen.blank()
        self.screen.show(Text(self.texts("play.help")))
        grid = Table.grid(padding=(0, 2))
        for name in COMMANDS:
            aliases = [name, *self.texts(f"command.{name}").split("|")]
            grid.add_row(Text(" / ".join(dict.fromkeys(aliases)), style="bold"), Text(self.texts(f"command_help.{name}")))
        self.screen.show(grid)
        show_legend(self.screen, self.tiles.values(), self.look, self.game.setup)
        decision = self.game.decision
        if decision is not None:
            self.screen.blank()
            self.screen.show(Text(asked(self.texts, decision), style="bold"))
            self.show_options(offered)

    def show_left(self) -> None:
        """The tiles still to come, with small pictures."""
        view = self.game.view(None)
        for pile in view["piles"]:
            pieces = [(piece, count) for piece, count in pile["mixed"].items() if piece in self.tiles]
            if not pieces and not pile["below"]:
                continue
            self.screen.say("play.pile", style="bold", pile=self.texts.word(pile["name"]), n=pile["left"])
            show_tiles(self.screen, [(self.tiles[piece], f"{count}× {piece}") for piece, count in pieces], self.look)
            if pile["below"]:
                self.screen.say("play.pile_below", pieces=", ".join(pile["below"]))
            others = [f"{n}× {self.texts.word(piece)}" for piece, n in pile["mixed"].items() if piece not in self.tiles]
            if others:
                self.screen.show(Text("  " + " · ".join(others)))

    def show_ledger(self) -> None:
        entries = self.game.ledger
        if not entries:
            self.screen.say("score.none")
        for entry in entries:
            said = speech.entry_sentence(self.texts, entry, self.game.setup.players[entry.seat])
            self.screen.show(Text(self.texts("score.turn", turn=entry.turn, line=said)))

    # -- the end ------------------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """Walk through the final scoring and say who has won."""
        self.screen.blank()
        self.show_board()
        show_result(self.screen, self.game)
        self.keep()
        if self.autosave is not None and not self.lost_autosave:
            self.screen.say("save.finished", style="dim", file=self.autosave, seed=self.seed)


def asked(texts: Texts, decision: Decision) -> str:
    """The present question, in a sentence."""
    return speech.question(texts, decision.kind, decision.module, decision.player)


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Let nothing interrupt the saving of a game."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # not the main thread, so nothing can interrupt it
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def shell_quoted(path: str) -> str:
    return path if all(c.isalnum() or c in "/._-~" for c in path) else "'" + path.replace("'", "'\\''") + "'"
