"""Whatever the program can say to refuse an answer or a set-up is known in Spanish and Catalan.

The sentences are found in the sources themselves. A refusal of the rules is a text that is returned and ends in its clause,
or one that stands with its clause in a table of ``words.py``; other errors are handed to ``IllegalOption``, ``SetupError`` or
``Problem(sentence=...)`` or put on a list ``problems``. ``RecordError`` is told what is wrong and then, perhaps, what would be
right, which is a sentence or just the spelling of a record.
"""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bastida import Record, RecordError, new_game
from bastida.language.texts import texts
from bastida.table.setup import SetupError, make_setup

SOURCE = Path(__file__).resolve().parent.parent / "src" / "bastida"
RULES = ("kernel", "carcassonne", "hunters")
ERRORS = ("GameOver", "IllegalOption", "SetupError")
OTHERS = ("*.py", "cli/*.py", "record/*.py", "*/words.py")
LISTS = ("problems", "wrong")
CLAUSE = re.compile(r"(.+) \((?:[A-Z]+-R?\d+|…)\)")
ID = re.compile(r"[A-Z]+-R?\d+")
SPELLING = re.compile(r"bastida record \d|bastida record …|[+] red .+|1 red: .+|result: .+")  # how a record is written
ENGLISH = re.compile(r"\b(the|of|and|with|is|must|may|that|your|for|one|every|which|small|some)\b")
UNKNOWN = "…"  # stands for a value that only a game can give


def trees(*patterns: str) -> Iterator[ast.Module]:
    for path in sorted(path for pattern in patterns for path in SOURCE.glob(pattern)):
        yield ast.parse(path.read_text(encoding="utf-8"))


def spoken(node: ast.expr, local: dict[str, ast.expr]) -> list[str]:
    """The texts an expression can be, with UNKNOWN for what is not written there; none if it is no text at all."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.Name(id=name) if name in local:
            return spoken(local[name], {})
        case ast.IfExp(body=one, orelse=other):
            return spoken(one, local) + spoken(other, local)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return [a + b for a in spoken(left, local) for b in spoken(right, local)]
        case ast.JoinedStr(values=parts):
            return ["".join(row) for row in itertools.product(*(spoken(part, local) for part in parts))]
        case ast.FormattedValue(value=value):
            return spoken(value, local) or [UNKNOWN]
        case ast.List(elts=texts):
            return [text for each in texts for text in spoken(each, local)]
        case ast.ListComp(elt=each):
            return spoken(each, local)
        case _:
            return []


def assigned(tree: ast.AST) -> dict[str, ast.expr]:
    """The texts given to local names, by name."""
    return {
        target.id: node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and isinstance(node.value, ast.JoinedStr | ast.IfExp)
    }


def of_the_rules() -> Iterator[str]:
    """Refusals, without their clause."""
    for tree in trees(*(f"{package}/**/*.py" for package in RULES)):
        for node in ast.walk(tree):
            if isinstance(node, ast.Return) and node.value:
                for text in spoken(node.value, {}):
                    if (found := CLAUSE.fullmatch(text)) and found[1] != UNKNOWN:
                        yield found[1]
    for tree in trees(*(f"{package}/words.py" for package in RULES)):
        for node in ast.walk(tree):
            if isinstance(node, ast.Tuple):
                match [spoken(each, {}) for each in node.elts]:
                    case [[text], [clause]] if ID.fullmatch(clause):
                        yield text


def of_games_and_setups() -> Iterator[str]:
    """Errors of everything else, and the parts of which some sentences are made."""
    for tree in trees(*OTHERS):
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            local = assigned(function)
            for node in ast.walk(function):
                match node:
                    case ast.Call(func=ast.Name(id=name), args=[*_, error]) if name in ERRORS:
                        yield from spoken(error, local)
                    case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append"), args=[error]) if name in LISTS:
                        yield from spoken(error, local)
                    case ast.AugAssign(target=ast.Name(id=name), value=errors) if name in LISTS:
                        yield from spoken(errors, local)
                    case ast.Return(value=ast.JoinedStr() as error) if function.name == "_unknown":
                        yield from spoken(error, local)


def of_records() -> Iterator[str]:
    """What can be wrong with a record, and the names of the parts it can be wrong with."""
    for node, local in calls("record/*.py", "server/thinker.py"):
        match node:
            case ast.Call(func=ast.Name(id="RecordError"), args=[_, problem, *_]):
                yield from spoken(problem, local)
            case ast.Call(func=ast.Name(id="phrase" | "word"), args=[_, _, what, *_]):
                yield from spoken(what, local)
            case ast.Call(func=ast.Attribute(attr="phrase" | "word"), args=[what]):
                yield from spoken(what, local)


def of_right_records() -> Iterator[str]:
    """What a record that is wrong should have had."""
    for node, local in calls("record/*.py"):
        match node:
            case ast.Call(func=ast.Name(id="RecordError"), args=[_, _, right]):
                yield from (text for text in spoken(right, local) if not SPELLING.fullmatch(text))
            case ast.Call(func=ast.Attribute(attr="wrong"), args=[right]):
                yield from (text for text in spoken(right, local) if not SPELLING.fullmatch(text))


def of_the_server() -> Iterator[str]:
    for node, local in calls("server/**/*.py"):
        for keyword in node.keywords:
            if keyword.arg == "sentence":
                yield from spoken(keyword.value, local)


def calls(*patterns: str) -> Iterator[tuple[ast.Call, dict[str, ast.expr]]]:
    """Every call, with the texts that have local names where it stands."""
    for tree in trees(*patterns):
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)):
            local = assigned(function)
            yield from ((node, local) for node in ast.walk(function) if isinstance(node, ast.Call))


def sentences() -> list[str]:
    return sorted({*of_the_rules(), *of_games_and_setups(), *of_records(), *of_right_records(), *of_the_server()})


def test_the_sentences_are_found_where_they_are_written() -> None:
    found = sentences()
    assert len(found) > 120
    assert "only an abbot enters a garden" in found  # a plain text
    assert f"no {UNKNOWN} is left in the supply" in found  # a text with a value
    assert "this game is played without farmers" in found  # a table
    assert "the Shaman acts before a tile is laid, before a figure is or at the end" in found  # one of two texts
    assert f"unknown {UNKNOWN} {UNKNOWN}: did you mean {UNKNOWN}?" in found  # a text made in two steps
    assert "only a study begins with an empty table" in found  # a problem of a set-up
    assert "there is nothing to take back" in found  # an error of a game
    assert f"{UNKNOWN} is no line of a record" in found  # an error of a record
    assert "checking the record takes too long" in found  # an error of the server


@pytest.mark.parametrize("language", ["es", "ca"])
def test_every_refusal_is_known_in_every_language(language: str) -> None:
    said = texts(language)
    assert [sentence for sentence in sentences() if said.sentence(sentence) == sentence] == []


@pytest.mark.parametrize("language", ["es", "ca"])
def test_nothing_of_a_refusal_stays_in_english(language: str) -> None:
    said = texts(language)
    for sentence in sentences():
        translated = said.sentence(sentence)
        assert not ENGLISH.search(translated), sentence
        assert "{" not in translated
        assert translated.count(UNKNOWN) <= sentence.count(UNKNOWN)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"game": "pluss"}, "no existe el juego 'pluss': ¿querías decir plus"),
        ({"sets": ["rivers"]}, "no existe la expansión 'rivers': ¿querías decir river"),
        ({"without": ["xyzzy"]}, "no existe el elemento 'xyzzy': hay farmers"),
        ({"colours": ["red", "crimson"]}, "no existe el color 'crimson': hay"),
        ({"switches": {"xyzzy": "no"}}, "no existe el ajuste 'xyzzy': hay"),
        ({"players": 7}, "7 jugadores: este juego es para 2 a 6"),
    ],
)
def test_problems_of_a_setup_are_told_in_spanish(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(SetupError) as refused:
        make_setup(**wrong)
    assert texts("es").sentence(refused.value.problems[0]).startswith(said)


RECORD = Record.from_game(new_game("plus", players=["Ana", "Luis"], draws=["V"], seed=1)).to_text()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "línea 1: aquí no hay nada; lo correcto sería: bastida record 1"),
        ("hola\n", "línea 1: 'hola' no es el comienzo de un registro; lo correcto sería: bastida record 1"),
        ("bastida record 9\n", "línea 1: el registro es de la versión 9; esta Bastida lee la 1;"),
        (RECORD[:-3], "línea 11: la línea está cortada: una línea acaba con un salto de línea;"),
        (RECORD.replace("plus", "pluss"), "línea 3: esta partida no se puede jugar: no existe la edición 'pluss': hay plus"),
        (RECORD.replace("player blue", "player red"), "línea 7: 'player red' está aquí otra vez; lo correcto sería: una sola"),
        (RECORD.replace("first: red", "first: mauve"), "línea 8: no hay ningún jugador 'mauve'; lo correcto sería: uno de red"),
        (RECORD.replace("draw V", "draw Q9"), "línea 10, respuesta 1: draw 'Q9' no vale: eso no responde a la pregunta;"),
        (RECORD + "1 red: tile 0,0 r0\n", "línea 12, respuesta 1: tile '0,0 r0' no vale: ya hay una loseta en 0,0; una loseta"),
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
    assert texts("es").sentence(refused.value.problems[0]).startswith("el ajuste 'returned' no admite 'xyzzy': hay")


@pytest.mark.parametrize(
    ("notation", "said"),
    [
        ("capture player 3 follower 2,-3 tower", "capturar de @3: seguidor, en 2,-3 (torre)"),
        ("follower 2,-3 tower", "seguidor en lo alto de la torre de 2,-3"),
    ],
)
def test_whoever_stands_on_a_tower_is_captured_there_or_put_there(notation: str, said: str) -> None:
    assert texts("es").notation(notation) == said
