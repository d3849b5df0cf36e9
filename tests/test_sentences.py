"""Everything the program can say is a key of the catalogues: no key is missing, none is left over, and the fields agree.

The keys are found in the sources themselves. A refusal is ``Refusal("key", clause, {...})`` or ``why("key", ...)``, or stands
with its clause in a table; other texts are called by their key, ``said("play.turn", turn=...)``. What an expansion says
stands in its own folder.
"""

# Long: one question, whether every text is used and every use has a text, asked in all four languages.

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bastida import Record, RecordError, new_game
from bastida.kernel.shelf import folders
from bastida.language.sentences import told
from bastida.language.texts import LANGUAGES, OWNED, catalogue, keyed, texts
from bastida.rulebook.translating import ENGLISH_ONLY
from bastida.table.setup import SetupError, make_setup

SOURCE = Path(__file__).resolve().parent.parent / "src" / "bastida"
FIELD = re.compile(r"\{(\w+)\}")
CLAUSE = re.compile(r"[A-Z]+-[EXR]?\d+")
REFUSALS = ("Refusal", "why", "unknown", "part")  # what makes a refusal of a key
SAYINGS = ("texts", "said", "say", "fail")  # what says the text of a key
ALSO = {"unknown": {"word", "hint"}, "say": {"style"}}  # fields that come with the call

# Keys that are put together when the program runs: the beginning, and where the rest comes from. The rest must be a word of
# the sources or of an expansion, so a key that nobody can make is found here, too.
MADE = {
    "level.": "the levels of players/levels.py",
    "level_about.": "the levels of players/levels.py",
    "ask.": "what modules call their questions",
    "ask_you.": "the same, where the only reader is asked in other words",
    "explain.": "what modules call their questions",
    "answer.": "verbs of modules, with a figure, a segment or a detail behind them",
    "did.": "the same, when it is done",
    "command.": "the commands at the terminal's table",
    "command_help.": "the commands at the terminal's table",
    "scored.": "sources of points",
    "unfinished.": "sources of points",
    "source.": "sources of points",
    "bill.": "what bills speak of",
    "about.": "expansions and elements",
    "refusal.system.": "the system's errors that kernel/system.py knows",
    "admin.anew_": "what admin recompute is busy with",
    "refusal.tiles.form.": "how values of tiles are written, see kernel/tileset.py",
    "theme.": "what problems are about: the general themes, and those that folders declare",
    "rules.kind_": "kinds of clauses",
    "start.youngest_": "what a book gives to the youngest player",
    "simulate.": "columns of a table",
    "games.column.": "columns of a table",
    "mode.": "compiled or interpreted",
    "arena.": "columns of a table, faults, verdicts and kinds of player",
    "arena.fault.": "how programs fail",
    "arena.verdict.": "how a sequential test ends",
    "arena.about.": "kinds of player",
    "analysis.": "columns of a table",
    "analysis.class.": "how good an answer is",
    "analysis.rating.": "how good a player is",
    "help.": "commands",
    "help.games_": "commands of a group",
    "translations.": "what is odd about a text",
    "help.admin_": "commands of a group",
    "admin.column.": "columns of a table",
    "admin.is_": "what a member is",
    "admin.state_": "how far a tournament is",
    "help.short.": "commands",
    "help.option.": "options of commands",
    "help.of.": "a command and its option",
    "help.value.": "what stands for a value of an option",
    "table.": "what happens at a table",
    "table.turned_": "quarter turns",
    "table.kind_": "offers",
    "table.offer_": "offers",
    "table.offered_": "offers",
    "advice.": "what speaks for an answer, see players/reasons.py",
    "switch.": "switches and their values",
    "problem.": "codes of problems",
    "problem.title.": "HTTP statuses",
    "refusal.part.": "parts of a record, see part() of record/shapes.py",
}
LOOKED_UP = ("ask.", "ask_you.", "explain.", "answer.", "did.")  # by Texts.find


class Use(NamedTuple):
    """A key where it is used; ``fields`` is None where the call does not show them."""

    key: str
    fields: frozenset[str] | None
    place: str


# -- the sources ------------------------------------------------------------------------------------------------------


@cache
def trees() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(SOURCE.rglob("*.py"))}


def constants(node: ast.expr | None) -> list[str]:
    """The texts an expression can be, as far as they are written there."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=one, orelse=other):
            return constants(one) + constants(other)
        case _:
            return []


def called(node: ast.Call) -> str:
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def given(node: ast.Call, name: str) -> frozenset[str] | None:
    """The fields a call gives; None if they are somewhere else."""
    if any(keyword.arg is None for keyword in node.keywords):
        return None
    if name != "Refusal":
        return frozenset({keyword.arg for keyword in node.keywords if keyword.arg} | ALSO.get(name, set()))
    found = next((keyword.value for keyword in node.keywords if keyword.arg == "fields"), None)
    if found is None and len(node.args) > 2:
        found = node.args[2]
    if found is None:
        return None if any(isinstance(arg, ast.Starred) for arg in node.args) else frozenset()
    if not isinstance(found, ast.Dict) or None in found.keys:
        return None
    return frozenset(text for key in found.keys for text in constants(key))


@cache
def uses() -> tuple[Use, ...]:
    """Every key that is written in the sources."""
    found: list[Use] = []
    for path, tree in trees().items():
        for node in ast.walk(tree):
            place = f"{path.relative_to(SOURCE)}:{getattr(node, 'lineno', 0)}"
            match node:
                case ast.Call(args=[first, *_]):
                    name = called(node)
                    for key in constants(first):
                        if name in REFUSALS and isinstance(node.func, ast.Name):
                            key = f"part.{key}" if name == "part" else key
                            found.append(Use(f"refusal.{key}", given(node, name), place))
                        elif name in SAYINGS and re.fullmatch(r"[a-z_]+(\.[\w-]+)+", key):
                            found.append(Use(key, given(node, name), place))
                case ast.Tuple(elts=[ast.Constant(value=str(key)), ast.Constant(value=str(clause))]):
                    if path.name == "refusals.py" and CLAUSE.fullmatch(clause):  # a table of reasons
                        found.append(Use(f"refusal.{key}", None, place))
    return tuple(found)


@cache
def words() -> frozenset[str]:
    """Every text, number and name of an argument in the sources, and every word of the expansions' declarations."""
    found: set[str] = set()
    for tree in trees().values():
        for node in ast.walk(tree):
            match node:
                case ast.Constant(value=str(text)):
                    found |= {text, *re.split(r"[ /|.,{}]+", text)}
                    if text.isupper():  # what stands for a value: NAME=READING
                        found.update(re.findall(r"[a-z]+", text.lower()))
                case ast.Constant(value=int(number)):
                    found.add(str(number))
                case ast.arg(arg=name):
                    found.add(name)
    for path in SOURCE.rglob("*.toml"):
        if path.parent.name not in ("words", "guide", "language"):
            declared = path.read_text(encoding="utf-8")
            found |= {*re.findall(r"\w+", declared), *re.findall(r'"([^"\n]+)"', declared)}
    return frozenset(found)


# -- the catalogues ---------------------------------------------------------------------------------------------------


def sections(language: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The catalogue of a language and what our expansions add to it, each with the id of its folder."""
    yield "", catalogue(language)
    for folder in folders().values():
        if folder.ours:
            yield folder.id, folder.table("words", f"{language}.toml")


def all_keys(language: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for folder, table in sections(language):
        for key, text in keyed(table):
            section, _, rest = key.partition(".")
            found[f"{section}.{folder}.{rest}" if folder and section in OWNED else key] = text
    return found


def all_words(language: str) -> dict[str, str]:
    return {word: text for _, table in sections(language) for word, text in table.get("words", {}).items()}


# -- what can be wrong ------------------------------------------------------------------------------------------------


def missing(keys: Iterable[str]) -> list[str]:
    """Keys of the sources that no catalogue has."""
    known = set(keys)
    return [f"{use.place}: {use.key}" for use in uses() if use.key not in known]


def unused(keys: Iterable[str]) -> list[str]:
    """Keys that nobody can ask for."""
    written = {use.key for use in uses()} | {text for tree in trees().values() for text in texts_of(tree)}
    return [key for key in keys if key not in written and key.removeprefix("refusal.") not in written and not is_made(key)]


@cache
def texts_of(tree: ast.Module) -> frozenset[str]:
    found = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return frozenset(text for text in found if isinstance(text, str))


def is_made(key: str) -> bool:
    """Can the program put this key together?"""
    for start in MADE:
        if key.startswith(start):
            rest = key.removeprefix(start)
            if start in LOOKED_UP:
                rest = rest.rpartition(".")[2]
            if start in ("answer.", "did."):
                pieces = rest.split("_")
                if any("_".join(pieces[:count]) in words() for count in range(1, len(pieces) + 1)):
                    return True
            elif rest in words() or all(piece in words() for piece in rest.split(".")):
                return True
    return False


def wrong_fields(language: str, keys: Mapping[str, str]) -> list[str]:
    """Texts with a field that the code does not give, or with others than the English text has."""
    english = all_keys("en")
    found = []
    for key, text in keys.items():
        lacking = set(FIELD.findall(english.get(key, ""))) ^ set(FIELD.findall(text))
        if lacking - ENGLISH_ONLY.get(key, set()):
            found.append(f"{language}: {key}: {sorted(lacking)}")
    for use in uses():
        if use.fields is not None and use.key in keys:
            lacking = set(FIELD.findall(keys[use.key])) - use.fields
            if lacking:
                found.append(f"{use.place}: {use.key} lacks {sorted(lacking)}")
    return found


# -- tests ------------------------------------------------------------------------------------------------------------


def test_the_keys_are_found_where_they_are_written() -> None:
    found = {use.key: use.fields for use in uses()}
    assert len(found) > 400
    assert found["refusal.over"] == frozenset()  # a plain refusal
    assert found["refusal.none_in_supply"] == {"figures"}  # with a field
    assert found["refusal.tower.no_floor"] == frozenset()  # one of an expansion
    assert "refusal.no_place_village" in found  # a table of reasons
    assert found["refusal.setup.unknown_value"] == {"word", "hint", "option"}  # an unknown word
    assert found["refusal.record.refused"] == {"value", "reason"}  # an error of a record
    assert "refusal.part.its_value" in found  # a part of a record
    assert {"refusal.usage.is_file", "refusal.usage.is_folder"} <= found.keys()  # one of two
    assert found["play.turn"] == {"turn", "player", "n"}  # a text of the terminal


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_is_missing(language: str) -> None:
    assert missing(all_keys(language)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_is_left_over(language: str) -> None:
    assert unused(all_keys(language)) == []
    spoken = {word.lower() for text in all_keys(language).values() for word in re.findall(r"\{@(\w+)", text)}
    known = words() | spoken
    assert [word for word in all_words(language) if word.partition("-")[0] not in known] == []  # message-5: one of several


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fields_are_those_of_english_and_of_the_code(language: str) -> None:
    assert wrong_fields(language, all_keys(language)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_in_the_same_places(language: str) -> None:
    for (folder, mine), (_, english) in zip(sections(language), sections("en"), strict=True):
        assert dict(keyed(mine)).keys() == dict(keyed(english)).keys(), folder
        assert mine.get("words", {}).keys() == english.get("words", {}).keys(), folder
        assert all(dict(keyed(mine)).values()), folder


def test_families_of_keys_are_made_somewhere() -> None:
    """A family in the list above without a text in the catalogues, or without a line that makes it, has no place there."""
    written = [ast.unparse(node) for tree in trees().values() for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    for start in MADE:
        assert any(key.startswith(start) for key in all_keys("en")), start
        assert start in LOOKED_UP or any(start.removeprefix("refusal.") in text for text in written), start


def test_what_is_wrong_with_an_expansion_is_never_a_plain_sentence() -> None:
    """A reason is a value wherever one is given: what makes one never gets a text that only English readers understand."""
    places = {"ExpansionError": 1, "Fault": 0, "Problem": 3, "fail": 0, "say": 0, "_note": 1}
    seen, plain = set(), []
    for path, tree in trees().items():
        checking = path.parent.name == "kernel" or path.name in ("clauses.py", "collected.py", "glyphs.py")
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and (name := called(node)) in places and checking and len(node.args) > places[name]:
                seen.add(name)
                said = node.args[places[name]]
                if isinstance(said, ast.JoinedStr) or constants(said):
                    plain.append(f"{path.relative_to(SOURCE)}:{node.lineno}")
    assert seen == places.keys()
    assert plain == []


def test_a_missing_key_is_found() -> None:
    keys = all_keys("es")
    for key in ("refusal.tower.no_floor", "refusal.setup.seats", "play.turn"):
        rest = {other: text for other, text in keys.items() if other != key}
        assert any(line.endswith(f": {key}") for line in missing(rest))


def test_a_key_left_over_is_found() -> None:
    for key in ("refusal.moon", "refusal.tower.moon", "play.moon", "ask.moonlight", "answer.tower.moonshine", "help.moon"):
        assert unused([key]) == [key]


def test_a_field_that_nobody_gives_is_found() -> None:
    for key in ("refusal.none_in_supply", "refusal.setup.seats", "play.turn"):
        text = all_keys("ca")[key]
        lacking = wrong_fields("ca", {key: FIELD.sub("", text)})
        assert any(key in line for line in lacking)
        strange = wrong_fields("ca", {key: text + " {moon}"})
        assert any(line.endswith("lacks ['moon']") for line in strange)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"game": "pluss"}, "no existe el juego 'pluss': ¿querías decir plus"),
        ({"sets": ["rivers"]}, "no existe la expansión 'rivers': ¿querías decir river"),
        ({"without": ["xyzzy"]}, "no existe el elemento 'xyzzy': hay farmers"),
        ({"colours": ["red", "crimson"]}, "no existe el color 'crimson': hay"),
        ({"switches": {"xyzzy": "no"}}, "no existe la duda 'xyzzy': "),
        ({"players": 7}, "7 jugadores: este juego es para 2 a 6 (BASE-02)"),
    ],
)
def test_problems_of_a_setup_are_told_in_spanish(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(SetupError) as refused:
        make_setup(**wrong)
    assert told(texts("es"), refused.value.problems[0]).startswith(said)


def test_the_clause_of_a_problem_is_a_field_of_it() -> None:
    with pytest.raises(SetupError) as refused:
        make_setup(players=7)
    assert [(problem.key, problem.clause) for problem in refused.value.problems] == [("setup.seats", "BASE-02")]
    assert str(refused.value) == "7 players: this game is for 2 to 6 (BASE-02)"


RECORD = Record.from_game(new_game("plus", players=["Ana", "Luis"], draws=["V"], seed=1)).to_text()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "línea 1: aquí no hay nada; lo correcto sería: bastida record 1"),
        ("hola\n", "línea 1: 'hola' no es el comienzo de un registro; lo correcto sería: bastida record 1"),
        ("bastida record 9\n", "línea 1: el registro es de la versión 9; esta Bastida lee la 1 o 2;"),
        (RECORD[:-3], "línea 11: la línea está cortada: una línea acaba con un salto de línea;"),
        (RECORD.replace("plus", "pluss"), "línea 3: esta partida no se puede jugar: no existe la edición 'pluss': hay plus"),
        (RECORD.replace("player blue", "player red"), "línea 7: 'player red' está aquí otra vez; lo correcto sería: una sola"),
        (RECORD.replace("first: red", "first: mauve"), "línea 8: no hay ningún jugador 'mauve'; lo correcto sería: uno de red"),
        (RECORD.replace("draw V", "draw Q9"), "línea 10, respuesta 1: draw 'Q9' no vale: eso no responde a la pregunta;"),
        (RECORD + "1 red: tile 0,0 r0\n", "línea 12, respuesta 1: tile '0,0 r0' no vale: ya hay una loseta en 0,0; colócala"),
        (RECORD + "1 red: tile 1,0 r0\n2 blue: figure pass\n", "línea 13: ahora no viene el turno 2, parte 1, de blue;"),
    ],
)
def test_what_is_wrong_with_a_record_is_told_in_spanish(text: str, said: str) -> None:
    with pytest.raises(RecordError) as refused:
        Record.from_text(text).replay()
    assert refused.value.told(texts("es")).startswith(said)


def test_a_value_no_switch_has_is_told_with_its_switch() -> None:
    with pytest.raises(SetupError) as refused:
        make_setup("hunters", switches={"returned": "xyzzy"})
    assert told(texts("es"), refused.value.problems[0]).startswith("la duda 'returned' no tiene la interpretación 'xyzzy': hay")
