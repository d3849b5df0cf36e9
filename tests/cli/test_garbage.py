"""Whatever is typed, the game goes on: no traceback, no lost game."""

from __future__ import annotations

import contextlib
import os
import tempfile

import click.testing
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import bastida
from bastida.cli import app
from bastida.cli.choices import NoNumber, Several, choices
from bastida.language.texts import texts

WORDS = st.sampled_from(
    "1 2 3 0 1a 2b 9c -1 99999999999999999999 a d r0 0,0 1,0 1,0r1 (1,0)r2 0,-1 r0 1,0 b pass undo ? help board left ledger "
    "rules base40 RULES save quit yes no follower road N city field Ne monastery take back abbot salir deshacer ² ٣ ½ "
    "[red] {player} %s \\n".split(" ")
)
LINE = st.one_of(
    st.lists(WORDS, max_size=4).map(" ".join),
    st.text(st.characters(blacklist_categories=("Cs",), blacklist_characters="\r\n"), max_size=30),
    st.text("0123456789,-r abcd()", max_size=12),
)
UNSAFE = ("save", "guardar", "desar", "quit", "exit", "salir", "sortir")


def harmless(line: str) -> bool:
    """Lines that write files or leave are tried elsewhere."""
    return not any(word in line.casefold() for word in UNSAFE)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(lines=st.lists(LINE.filter(harmless), max_size=6), language=st.sampled_from(["es", "ca", "en"]))
@example(lines=["\x00", "\x1b[2J", "rules \x00", "1" * 5000], language="en")
def test_no_line_ends_the_game_or_shows_a_traceback(lines: list[str], language: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["play", "--lang", language, "--sets", "inns", "--players", "Ana", "--computer", "1", "--seed", "6"]
        text = "".join(f"{line}\n" for line in lines)
        environment = {"BASTIDA_SAVES": os.path.join(folder, "saves")}
        result = click.testing.CliRunner().invoke(app, arguments, input=text.encode(), env=environment)
        assert result.exit_code == 0, (lines, result.output)
        assert "Traceback" not in result.output
        assert "--resume" in result.output


@settings(max_examples=150, deadline=None)
@given(line=LINE, seed=st.integers(0, 5), steps=st.integers(0, 6))
def test_an_answer_is_an_option_or_a_refusal_that_changes_nothing(line: str, seed: int, steps: int) -> None:
    game = bastida.new_game("plus", sets=["abbot", "traders"], players=2, seed=seed)
    for _ in range(steps):
        game.play(game.options()[-1])
    before = [option.text for option in game.options()]
    offered = choices(game, texts("es"))
    with contextlib.suppress(bastida.IllegalOption, NoNumber, Several):
        assert offered.resolve(line).text in before
    assert [option.text for option in game.options()] == before


@settings(max_examples=12, deadline=None)
@given(arguments=st.lists(st.text(st.characters(blacklist_categories=("Cs",)), max_size=12), max_size=3))
def test_no_arguments_show_a_traceback(arguments: list[str]) -> None:
    for command in ("rules", "tiles", "replay", "presets"):
        result = click.testing.CliRunner().invoke(app, [command, *arguments], env={"BASTIDA_LANG": "en"})
        assert result.exit_code in (0, 1, 2)
        assert "Traceback" not in result.output
        assert "should not have happened" not in result.output
