"""The frame of the ``bastida`` command: languages, help, errors. The commands stand in files of their own.

Help and messages come from the catalogue: an option's help is the text ``help.option.<name>``, a command's the text
``help.<command>``. Whatever goes wrong is one line on the error stream and exit code 2; only ``--debug`` shows tracebacks.
"""

# Long: the frame of all commands: help, languages, errors.

from __future__ import annotations

import difflib
import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn, TypeVar, cast

import click
from click.core import ParameterSource

from bastida.arena.spread import WorkerLost
from bastida.cli.screen import Screen
from bastida.kernel import shelf
from bastida.kernel.answers import Refusal
from bastida.kernel.expansion import ExpansionError
from bastida.kernel.languages import LANGUAGES
from bastida.kernel.shelf import VARIABLE as EXPANSIONS
from bastida.kernel.system import problem_of
from bastida.language.refused import Refused, why
from bastida.language.sentences import reason, refused, spoken, told
from bastida.language.texts import CODE
from bastida.record import RecordError
from bastida.table.game import IllegalOption
from bastida.table.setup import SetupError

FAILURE = 2
BROKEN = 1
INTERRUPTED = 130
F = TypeVar("F", bound=Callable[..., Any])
_VALUE = re.compile(r"[A-Z]{3,}")  # a word that stands for a value


class Complaint(click.ClickException):
    """Something the user can put right: a text of the catalogue, with its values."""

    exit_code = FAILURE

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key, self.values = key, values


class GivenUp(Complaint):
    """Something that was begun cannot be ended, and the command line is not to blame."""

    exit_code = BROKEN


def screen_of(context: click.Context) -> Screen:
    found = context.find_object(Screen)
    return found if found is not None else Screen()


def pass_screen(function: F) -> F:
    """Give a command its screen as first argument."""
    return cast(F, click.make_pass_decorator(Screen)(function))


class WrongValue(click.BadParameter):
    """A value that an option does not take."""

    def __init__(self, error: click.BadParameter, option: click.Option, value: object) -> None:
        super().__init__(error.message, error.ctx, option, error.param_hint)
        self.option, self.value = option, value


class TooMuch(click.UsageError):
    """Arguments that a command does not take."""

    def __init__(self, rest: Sequence[str], ctx: click.Context) -> None:
        super().__init__(" ".join(rest), ctx)
        self.rest = list(rest)


class UnknownCommand(click.UsageError):
    """A command that does not exist."""

    def __init__(self, name: str, known: Sequence[str], ctx: click.Context) -> None:
        super().__init__(name, ctx)
        self.near = difflib.get_close_matches(name, known)


class _Spoken(click.Command):
    """A command whose help is in the language of the screen."""

    def key(self) -> str:
        return f"help.{self.name}"

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx  # whose options they are
            raise

    def get_short_help_str(self, limit: int = 45) -> str:
        return self.name or ""

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        phrases = screen_of(ctx).texts
        pieces = " ".join(_in_words(phrases, piece) for piece in self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix=phrases("help.usage") + " ")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        phrases = screen_of(ctx).texts
        text, _, examples = phrases(self.key()).partition("\n\n")
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(text)
        if examples:
            formatter.write_paragraph()
            formatter.write(f"{phrases('help.examples')}\n")
            for line in examples.splitlines():
                formatter.write(f"  {line}\n" if line else "\n")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        records = [record for option in options if (record := option.get_help_record(ctx)) is not None]
        if records:
            with formatter.section(screen_of(ctx).texts("help.options").rstrip(":")):
                formatter.write_dl(records)
        if isinstance(self, App):
            self.format_commands(ctx, formatter)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = screen_of(ctx).texts("help.help")
        return option


def _in_words(phrases: Callable[[str], str], piece: str) -> str:
    known = {"[OPTIONS]": "help.usage_options", "[COMMAND] [ARGS]...": "help.usage_command"}
    return phrases(known[piece]) if piece in known else piece


def _value_in_words(ctx: click.Context | None, metavar: str) -> str:
    """``NAME=READING`` in the language of the screen: what stands for a value, word by word."""
    phrases = (Screen() if ctx is None else screen_of(ctx)).texts
    return _VALUE.sub(lambda word: phrases(key) if phrases.has(key := f"help.value.{word[0].lower()}") else word[0], metavar)


class SpokenArgument(click.Argument):
    """An argument whose name in the usage is in the language of the screen."""

    def make_metavar(self, ctx: click.Context) -> str:
        return _value_in_words(ctx, super().make_metavar(ctx))


class SpokenOption(click.Option):
    """An option whose help is in the language of the screen."""

    def type_cast_value(self, ctx: click.Context, value: Any) -> Any:
        """Click's own, but an error knows the value."""
        try:
            return super().type_cast_value(ctx, value)
        except click.BadParameter as error:
            raise WrongValue(error, self, value) from None

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        phrases = screen_of(ctx).texts
        command = ctx.command.name
        key = f"help.of.{command}.{self.name}"
        told = [phrases(key if phrases.has(key) else f"help.option.{self.name}")]
        found, extra = super().get_help_record(ctx), self.get_help_extra(ctx)
        more = [phrases("help.default", value=extra["default"])] if "default" in extra else []
        more += [extra["range"]] if "range" in extra else []
        more += [phrases("help.required")] if "required" in extra else []
        return None if found is None else (found[0], "  ".join([*told, *([f"[{'; '.join(more)}]"] if more else [])]))

    def make_metavar(self, ctx: click.Context) -> str:
        return _value_in_words(ctx, super().make_metavar(ctx))


class Language(click.Choice[str]):
    """One of our languages, also with a country (``ca-ES``). Any other code of a language means English, as everywhere."""

    def __init__(self) -> None:
        super().__init__(LANGUAGES)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return value if CODE.fullmatch(str(value)) else super().convert(value, param, ctx)


class SpokenCommand(_Spoken):
    """A command that says itself what is too much for it."""

    allow_extra_args = True  # so that click does not complain, in English, before this class does

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            raise TooMuch(rest, ctx)
        return rest


class App(_Spoken, click.Group):
    """The whole command."""

    command_class = SpokenCommand

    def main(self, args: Sequence[str] | None = None, *rest: Any, **more: Any) -> Any:
        """Run, and end with an exit code; nothing that happens inside ever reaches the terminal as a traceback."""
        arguments = list(sys.argv[1:] if args is None else args)
        debug = "--debug" in arguments or bool(os.environ.get("BASTIDA_DEBUG"))
        _use_expansions(asked("--expansions", arguments))
        screen = Screen(next(iter(asked("--lang", arguments)), None), debug)
        more.setdefault("prog_name", "bastida")
        try:
            code = super().main(arguments, *rest, **{**more, "standalone_mode": False, "obj": screen})
            if sys.stdout is not None:  # a shell may have closed it: nothing was to be read
                sys.stdout.flush()
        except click.exceptions.Exit as leave:
            code = leave.exit_code
        except (KeyboardInterrupt, click.Abort, EOFError):
            if debug:
                raise
            screen.blank()
            code = INTERRUPTED
        except BrokenPipeError:
            _stop_writing()
            code = BROKEN
        except Exception as error:
            if debug:
                raise
            code = report(screen, error)
        sys.exit(code if isinstance(code, int) else 0)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return super().get_command(ctx, cmd_name)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in self.commands and not ctx.resilient_parsing:
            raise UnknownCommand(args[0], self.list_commands(ctx), ctx)
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)  # in the order in which people need them

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        phrases = screen_of(ctx).texts
        with formatter.section(phrases("help.commands").rstrip(":")):
            formatter.write_dl([(name, phrases(f"help.short.{name}")) for name in self.list_commands(ctx)])


def report(screen: Screen, error: Exception) -> int:
    """Say what is wrong; returns the exit code."""
    phrases = screen.texts
    if isinstance(error, SetupError):
        for problem in error.problems:
            screen.complain(told(phrases, problem))
        for unusable in shelf.problems:
            screen.complain(phrases("error.expansion", problem=told(phrases, unusable.refusal)))
        return FAILURE
    if isinstance(error, Complaint):
        screen.complain(phrases(error.key, **error.values))
        return error.exit_code
    if isinstance(error, click.UsageError):
        screen.complain(reason(phrases, wrong_usage(error)))
        if error.ctx is not None:
            screen.complain(phrases("error.try_help", command=f"{error.ctx.command_path} --help"))
        return FAILURE
    if isinstance(error, click.ClickException):
        screen.complain(error.format_message())
        return FAILURE
    if isinstance(error, FileNotFoundError):
        screen.complain(phrases("error.no_file", file=error.filename or error))
        return FAILURE
    if isinstance(error, OSError):
        cause = spoken(phrases, problem_of(error))
        screen.complain(phrases("error.file", file=error.filename, problem=cause) if error.filename else cause)
        return FAILURE
    if isinstance(error, RecordError):
        screen.complain(phrases("error.record", problem=error.told(phrases)))
        return FAILURE
    if isinstance(error, IllegalOption):
        screen.complain(refused(phrases, error.text, error.refusal))
        return FAILURE
    if isinstance(error, Refused):
        screen.complain(error.told(phrases))
        return BROKEN if isinstance(error, WorkerLost) else FAILURE
    fault = error if isinstance(error, ExpansionError) else shelf.fault_in(error)
    if fault is not None:
        screen.complain(phrases("error.expansion", problem=told(phrases, fault.refusal)))
        return FAILURE
    screen.complain(phrases("error.unexpected", kind=type(error).__name__, problem=error))
    return BROKEN


def wrong_usage(error: click.UsageError) -> Refusal:
    """What is wrong with a command line, by the class of click's error."""
    if isinstance(error, TooMuch):
        rest = " ".join(error.rest)
        return why("usage.extra", argument=rest) if len(error.rest) == 1 else why("usage.extras", arguments=rest)
    if isinstance(error, click.NoSuchOption):
        return _unknown_word(why("usage.no_option", option=repr(error.option_name)), error.possibilities)
    if isinstance(error, UnknownCommand):
        return _unknown_word(why("usage.no_command", command=repr(error.message)), error.near)
    if isinstance(error, click.MissingParameter):
        hint = error.param.get_error_hint(error.ctx) if error.param is not None else ""
        key = "usage.no_argument" if isinstance(error.param, click.Argument) else "usage.option_missing"
        return why(key, argument=hint)
    if isinstance(error, click.BadOptionUsage):
        taken = [param for param in (error.ctx.command.params if error.ctx else []) if error.option_name in param.opts]
        flag = any(isinstance(param, click.Option) and param.is_flag for param in taken)
        return why("usage.takes_no_value" if flag else "usage.needs_value", option=repr(error.option_name))
    if isinstance(error, WrongValue):
        return why("usage.bad_value", option=error.option.get_error_hint(error.ctx), problem=_wrong_value(error))
    return why("usage.other", problem=error.format_message())


def _unknown_word(refusal: Refusal, possibilities: Sequence[str] | None) -> Refusal:
    if not possibilities:
        return refusal
    near = [repr(word) for word in sorted(possibilities)]
    hint = why("usage.did_you_mean", near=near) if len(near) == 1 else why("usage.did_you_mean_one", near=near)
    return why("usage.with_hint", problem=refusal, hint=hint)


def _wrong_value(error: WrongValue) -> Refusal:
    """What is wrong with a value, by the type of its option."""
    kind, value = error.option.type, error.value
    if isinstance(kind, click.Choice):
        return why("usage.choice", value=repr(value), known=[repr(choice) for choice in kind.choices])
    if isinstance(kind, click.IntRange | click.FloatRange):
        try:
            number = int(str(value)) if isinstance(kind, click.IntRange) else float(str(value))
            return why("usage.range", value=number, range=_range(kind))
        except ValueError:
            return why("usage.integer" if isinstance(kind, click.IntRange) else "usage.number", value=repr(value))
    if isinstance(kind, click.types.IntParamType):
        return why("usage.integer", value=repr(value))
    if isinstance(kind, click.Path) and Path(str(value)).exists():
        return why("usage.is_file" if Path(str(value)).is_file() else "usage.is_folder", value=repr(value))
    return why("usage.other", problem=error.message)


def _range(kind: click.IntRange | click.FloatRange) -> str:
    """``1<=x<=512``."""
    low = "" if kind.min is None else f"{kind.min}{'<' if kind.min_open else '<='}"
    high = "" if kind.max is None else f"{'<' if kind.max_open else '<='}{kind.max}"
    return f"{low}x{high}"


def _stop_writing() -> None:
    """The reader has gone (``bastida tiles | head``): let nothing more be written, not even at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def asked(name: str, arguments: Sequence[str]) -> list[str]:
    """The values of an option, wherever it stands: language and expansions must be known before the options are read."""
    found = [argument.partition("=")[2] for argument in arguments if argument.startswith(f"{name}=")]
    return found + [value for option, value in pairwise(arguments) if option == name]


def _use_expansions(named: Sequence[str]) -> None:
    """Let everything that is loaded from now on, here and in processes started from here, find these folders too."""
    if named:
        folders = [str(Path(folder).expanduser().absolute()) for names in named for folder in names.split(os.pathsep) if folder]
        before = os.environ.get(EXPANSIONS, "").split(os.pathsep)
        os.environ[EXPANSIONS] = os.pathsep.join(dict.fromkeys([*folders, *filter(None, before)]))


def option(*names: str, **settings: Any) -> Callable[[F], F]:
    """An option with its help in the catalogue."""
    return click.option(*names, cls=SpokenOption, **settings)


def argument(name: str, **settings: Any) -> Callable[[F], F]:
    """An argument with its name in the catalogue."""
    return click.argument(name, cls=SpokenArgument, **settings)


def common(function: F) -> F:
    """The options that every command takes, before or after its name."""
    function = option("--debug", is_flag=True, expose_value=False)(function)
    function = option("--expansions", multiple=True, expose_value=False, metavar="FOLDER")(function)
    return option("--lang", type=Language(), expose_value=False, metavar="|".join(LANGUAGES))(function)


def parts_options(function: F) -> F:
    """The options that say which parts are played."""
    for decorate in (
        option("--without", metavar="A,B"),
        option("--elements", metavar="A,B"),
        option("--sets", metavar="A,B"),
        option("--game", "--preset", "game", default="plus", metavar="NAME", show_default=True),
    ):
        function = decorate(function)
    return function


def setup_options(function: F) -> F:
    """The options that say what is played, and how doubts of the rulebooks are settled."""
    return parts_options(option("--ruling", "rulings", multiple=True, metavar="NAME=READING")(function))


def words(text: str | None) -> list[str]:
    """``a, b`` as a list."""
    return [word.strip() for word in (text or "").split(",") if word.strip()]


def chosen(elements: str | None) -> list[str] | None:
    return None if elements is None else words(elements)


def settled(rulings: Sequence[str]) -> dict[str, str]:
    """``returned=at-once`` as a switch: a hyphen stands for a space, so that shells need no quotes."""
    found = {}
    for ruling in rulings:
        name, equals, reading = ruling.partition("=")
        if not name.strip() or not equals:
            fail("rulings.form", ruling=ruling)
        found[name.strip()] = reading.strip().replace("-", " ")
    return found


def given(context: click.Context, name: str) -> bool:
    """Was an option given by the user?"""
    return context.get_parameter_source(name) not in (None, ParameterSource.DEFAULT)


def as_json(function: F) -> F:
    """The option of commands that list something."""
    return option("--json", "as_json", is_flag=True)(function)


def tell_json(found: Any) -> None:
    click.echo(json.dumps(found, indent=2, ensure_ascii=False))


def fail(key: str, **values: object) -> NoReturn:
    raise Complaint(key, **values)


def give_up(key: str, **values: object) -> NoReturn:
    raise GivenUp(key, **values)


def check_folder(path: Path | None) -> None:
    """A file that is to be written at the end is refused now if its folder is not there."""
    if path is not None and not path.expanduser().absolute().parent.is_dir():
        fail("error.no_folder", file=path, folder=path.expanduser().parent)
