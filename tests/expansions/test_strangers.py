"""Expansions of others: found, checked, played with everything else, written down; and nobody of ours knows their names."""

from __future__ import annotations

import pickle
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import bastida
from bastida import COMPILED, Game, RecordError, SetupError
from bastida.kernel import shelf
from bastida.kernel.expansion import ExpansionError
from bastida.language.sentences import told
from bastida.language.texts import LANGUAGES, texts
from bastida.players.registry import make_player
from bastida.rulebook.lessons import OPEN, REACHED, Prepared, lessons, standing, suggested
from bastida.table.dealer import SeededDealer
from bastida.table.setup import FAMILIES, add_expansion, make_setup
from tests.expansions.conftest import EXAMPLES, NAMES
from tests.properties.games import play_random
from tests.seen import held, on_track

ROOT = Path(__file__).resolve().parents[2]
OURS = list(FAMILIES["carcassonne"].expansions)


def played(seed: int, *sets: str, game: str = "plus", players: int = 3, eager: str = "") -> Game:
    """A random game with both, in which answers of one kind are taken whenever they are offered."""
    rng = random.Random(seed)
    table = bastida.new_game(game, sets=[*NAMES, *sets], players=players, seed=seed)
    while not table.over:
        options = table.options()
        wanted = [option for option in options if eager and re.search(eager, option.text)]
        table.play(rng.choice(wanted or options))
    return table


def test_their_lessons_are_played(installed: Path) -> None:
    lesson = lessons()["wells"]
    for step in lesson.steps.values():
        game = bastida.from_position(step.position, dealer=Prepared(step, SeededDealer(1)))
        for answer in step.answers:
            assert standing(step, game) == OPEN and suggested(step, game) == answer
            game.play(answer)
        assert standing(step, game) == REACHED
        assert step.told("ca") == step.told("en")  # what a language lacks is told in English


# -- playing ----------------------------------------------------------------------------------------------------------


def test_no_file_of_ours_names_them() -> None:
    names = re.compile(rf"\b(?:{'|'.join(NAMES)}|herald)\b")
    for folder in ("src", "web/src"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".toml", ".ts", ".svelte", ".json") and "static" not in path.parts:
                assert not names.search(path.read_text(encoding="utf-8")), path


def test_they_are_there_only_while_they_are_installed(installed: Path) -> None:
    assert {"wells", "heralds"} <= set(FAMILIES["carcassonne"].expansions)
    assert FAMILIES["carcassonne"].expansions["wells"].folder.path == installed / "wells"  # type: ignore[union-attr]
    shelf.take_off("wells")
    assert "wells" not in FAMILIES["carcassonne"].expansions
    add_expansion(installed / "wells")


@pytest.mark.parametrize("other", OURS)
def test_whole_games_with_each_of_our_expansions_keep_every_promise(installed: Path, other: str) -> None:
    setup = make_setup("plus", sets=[*NAMES, other], players=2 + OURS.index(other) % 3)
    play_random(setup, OURS.index(other), thorough=0.02)


@pytest.mark.parametrize("preset", ["winter", "todo"])
def test_whole_games_with_all_the_rest_keep_every_promise(installed: Path, preset: str) -> None:
    play_random(make_setup(preset, sets=NAMES, players=3), 5, thorough=0.02)


def test_WELL_02_whoever_drinks_gets_a_point_for_each_tile_beside_the_well(installed: Path) -> None:
    game = played(1, eager="^drink")
    drinks = [step for step in game.steps if step.option.verb == "drink"]
    paid = [entry for entry in game.ledger if entry.source == "well"]
    assert len(drinks) == len(paid) == 6
    assert [int(step.option.detail) for step in drinks] == [entry.points for entry in paid]
    assert all(1 <= entry.points <= 8 for entry in paid)


def test_WELL_04_buckets_are_worth_three_points_at_the_end(installed: Path) -> None:
    game = played(2, eager="^fill bucket")
    buckets = [held(game.view(), seat, "bucket") for seat in range(3)]
    assert sum(buckets) == 6
    found = {entry.seat: entry.points for entry in game.ledger if entry.source == "bucket"}
    assert found == {seat: 3 * number for seat, number in enumerate(buckets) if number}


def proclaimed() -> Game:
    """Red's road with his herald on it has just been completed: three points, and he is asked for his banner."""
    game = bastida.new_game("plus", sets=["heralds"], players=["Red", "Blue"], study=True)
    game.arrange("Red", "follower", "0,0 road E")
    game.arrange("Red", "herald", "0,0 road E")
    for text in ("A", "1,0 r1", "pass", "A", "-1,0 r3"):
        game.play(text)
    if game.decision is not None and game.decision.kind == "figure":
        game.play("pass")
    return game


def test_HERALD_04_and_HERALD_05_a_banner_goes_five_ten_or_fifteen_spaces_ahead(installed: Path) -> None:
    game = proclaimed()
    assert game.scores() == {"Red": 3, "Blue": 0}
    assert game.decision is not None
    assert (game.decision.player, game.decision.kind) == ("Red", "banner")
    assert [str(option) for option in game.options()] == ["banner 8", "banner 13", "banner 18", "no banner"]
    assert [option.declines for option in game.options()] == [False, False, False, True]
    game.play("banner 8")
    assert on_track(game.view(), "banner") == {0: 8}
    assert game.view()["players"][0]["supply"]["herald"] == 1  # HERALD-10


def test_HERALD_05_what_is_no_space_for_a_banner_is_refused(installed: Path) -> None:
    game = proclaimed()
    with pytest.raises(bastida.IllegalOption, match="HERALD-05"):
        game.play("banner 9")


def test_HERALD_07_and_HERALD_08_a_banner_brings_a_toll_and_comes_down(installed: Path) -> None:
    game = proclaimed()
    game.play("banner 8")
    game.turn_to("Blue")
    game.credit("Blue", 6)
    game.arrange("Blue", "follower", "0,0 city N")
    for text in ("E", "0,-1 r2", "pass"):
        game.play(text)
    assert game.scores() == {"Red": 5, "Blue": 10}
    assert (game.ledger[-1].source, game.ledger[-1].points, game.ledger[-1].clause) == ("banner", 2, "HERALD-07")
    assert on_track(game.view(), "banner") == {}


def test_HERALD_07_the_owner_himself_pays_nothing(installed: Path) -> None:
    game = proclaimed()
    game.play("banner 8")
    game.turn_to("Red")
    game.arrange("Red", "follower", "0,0 city N")
    game.credit("Red", 6)
    for text in ("E", "0,-1 r2", "pass"):
        game.play(text)
    assert game.scores() == {"Red": 10, "Blue": 0}
    assert on_track(game.view(), "banner") == {0: 8}


def test_HERALD_02_a_herald_stands_only_beside_a_follower_of_its_owner(installed: Path) -> None:
    game = bastida.new_game("plus", sets=["heralds"], players=["Red", "Blue"], study=True)
    game.arrange("Red", "follower", "0,0 road E")
    game.play("U")
    game.play("1,0 r1")
    assert "herald road E" in [str(option) for option in game.options()]
    game.play("herald road W")
    game.play("V")
    game.play("2,0 r1")
    with pytest.raises(bastida.IllegalOption, match=r"a herald goes where a follower of yours is .*HERALD-02"):
        game.play("herald road W")


def test_answers_are_values_with_words_in_three_languages(installed: Path) -> None:
    from bastida.language.sentences import option_words, question

    game = bastida.new_game("plus", sets=NAMES, players=["Ana", "Luis"], seed=3)
    while game.decision is not None and game.decision.kind != "well":
        game.play(game.options()[0])
    assert game.decision is not None
    words = {
        language: [option_words(texts(language), option, game.setup.players) for option in game.options()]
        for language in ("es", "ca", "en")
    }
    assert words["es"][1] == "llenar un cubo: 3 puntos al final"
    assert words["ca"][1] == "omplir una galleda: 3 punts al final"
    assert words["en"][1] == "fill a bucket: 3 points at the end"
    asked = game.decision
    assert question(texts("es"), asked.kind, asked.module, asked.player).endswith("¿bebes del pozo o llenas un cubo?")
    with pytest.raises(bastida.IllegalOption, match=r"drink from the well or fill a bucket \(WELL-01\)"):
        game.play("sleep")


@pytest.mark.parametrize("name", ["greedy", "evaluator", "search:nodes=200"])
def test_computer_players_play_whole_games(installed: Path, name: str) -> None:
    setup = make_setup("plus", sets=NAMES, players=2)
    game = bastida.new_game(setup, seed=4)
    player = make_player(name, setup)
    answers = 0
    while not game.over:
        number = player.choose(game.engine.copy(), answers)
        game.play(next(option for option in game.options() if option.number == number))
        answers += 1
        if not COMPILED and name.startswith("search") and answers > 40:
            return  # proved in full by the compiled run
    assert game.winners()


# -- written down -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", ["bst", "json"])
def test_records_go_round_and_tell_the_version(installed: Path, tmp_path: Path, suffix: str) -> None:
    game = played(6, "tower", "messages")
    file = tmp_path / f"game.{suffix}"
    bastida.save(game, file)
    again = bastida.load(file)
    assert again.scores() == game.scores()
    assert [step.text for step in again.steps] == [step.text for step in game.steps]
    text = file.read_text(encoding="utf-8")
    assert "wells" in text
    assert "1.0" in text


def test_positions_go_round(installed: Path) -> None:
    rng = random.Random(8)
    game = bastida.new_game("plus", sets=NAMES, players=3, seed=8)
    while not game.over:
        if rng.random() < 0.1:
            text = bastida.position(game)
            assert bastida.position(bastida.from_position(text, players=game.setup.players)) == text
        game.play(rng.choice(game.options()))


def test_a_record_whose_expansion_is_missing_says_so(outside: Path, tmp_path: Path) -> None:
    for name in NAMES:
        add_expansion(outside / name)
    bastida.save(played(7), tmp_path / "game.bst")
    for name in NAMES:
        shelf.take_off(name)
    with pytest.raises(RecordError, match=r"(?s)expansion.*'(wells|heralds)'"):
        bastida.load(tmp_path / "game.bst")
    with pytest.raises(SetupError, match="wells"):
        bastida.new_game("plus", sets=["wells"])


# -- found ------------------------------------------------------------------------------------------------------------

SCRIPT = """
import bastida
game = bastida.new_game("plus", sets=["wells"], seed=1)
while not game.over:
    game.play(game.options()[0])
print(bastida.COMPILED, sum(step.kind == "well" for step in game.steps))
"""


def run(environment: dict[str, str]) -> str:
    import os

    kept = {**os.environ, "PYTHONPATH": str(Path(bastida.__file__).parents[1]), **environment}
    done = subprocess.run([sys.executable, "-c", SCRIPT], env=kept, capture_output=True, text=True, check=False, timeout=120)
    return done.stdout.strip() or done.stderr


def test_a_folder_of_folders_is_named_by_the_environment(outside: Path) -> None:
    assert run({"BASTIDA_EXPANSIONS": str(outside)}) == f"{COMPILED} 6"


def test_an_installed_package_brings_one_by_its_entry_point(outside: Path, tmp_path: Path) -> None:
    package = tmp_path / "the_wells"
    shutil.copytree(outside / "wells", package)
    (package / "__init__.py").write_text('"""Wells."""\n', encoding="utf-8")
    info = tmp_path / "the_wells-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: the-wells\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[bastida.expansions]\nwells = the_wells\n", encoding="utf-8")
    path = f"{tmp_path}:{Path(bastida.__file__).parents[1]}"
    assert run({"PYTHONPATH": path}) == f"{COMPILED} 6"


# -- checked ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new", "error"),
    [
        ("expansion.toml", 'version = "1.0"\n', "", r"expansion\.toml: key 'version' is missing"),
        ("expansion.toml", 'id = "wells"\nfamily', 'id = "tower"\nfamily', r"there is an expansion 'tower' already"),
        ("expansion.toml", 'family = "carcassonne"', 'family = "chess"', r"no family 'chess'"),
        ("expansion.toml", "version", "verzion", r"expansion\.toml, line 4: key 'verzion' is not known here"),
        ("expansion.toml", '"1.0"', "1.0", r"expansion\.toml, line 4: key 'version' is str, not 1\.0"),
        ("expansion.toml", "[[element]]", "[[element", r"expansion\.toml, line \d+: not TOML"),
        ("expansion.toml", 'after = "RETURN"', 'after = "SUPPER"', r"step WELL: there is no step 'SUPPER'; there are"),
        ("expansion.toml", 'rules = "Wells"', 'rules = "Fountains"', r"rules\.py: there is no 'Fountains' in it"),
        ("rules.py", 'name = "wells"', 'name = "pits"', r"rules\.py: Wells\.name is 'pits', not 'wells'"),
        ("rules.py", "DRINK, FILL = 0, 1", "DRINK, FILL = 0", r"rules\.py, line \d+: TypeError"),
        ("rules.py", "def beside(", "def beside((", r"rules\.py, line \d+: not Python"),
        ("expansion.toml", '"1.0"', '"1\\n0"', r"expansion\.toml, line 4: .* is no version"),
        ("expansion.toml", '["well"]', "3", r"expansion\.toml, line \d+: key 'tile_marks' is list or dict, not 3"),
        ("rules.py", '"fill": "fill bucket"', '"fill": "fill {zzz}"', r"rules\.py: notation of 'fill' cannot be"),
        ("rules.py", 'at="WELL"', 'at="SPRING"', r"rules\.py, line \d+: there is no step 'SPRING' for the task 0"),
        ("rules.py", "self, 0, at=", "self, 0, asks=3, at=", r"rules\.py, line \d+: .* task 0 of wells cannot have these"),
        ("rules.py", "holds=AMOUNT", "holds=[AMOUNT] * 9", r"rules\.py, line \d+: .*buckets has 2 places and 9 ranges"),
        ("rules.py", "BUCKET = 3", "import sys; sys.exit(3)", r"rules\.py, line \d+: SystemExit: 3"),
        ("words/en.toml", "[ask]", "[[[", r"words/en\.toml, line \d+: not TOML"),
        ("words/en.toml", "[ask]", "ask = 3\n[asks]", r"words/en\.toml, line 1: 'ask' is no section"),
        ("tiles.toml", "well = true", "well = 7", r"tiles\.toml, line \d+: tile We1: well"),
        ("tiles.toml", 'id = "We1"', 'id = "A"', r"tile A: base\.toml has a tile of this id|base\.toml: tile A"),
        ("tiles.toml", "tiles = 6", "tiles = 7", r"6 tiles.* are listed, but `tiles` says 7"),
    ],
)
def test_what_is_wrong_with_a_folder_is_said_with_its_file(
    outside: Path, tmp_path: Path, file: str, old: str, new: str, error: str
) -> None:
    folder = tmp_path / "wells"
    shutil.copytree(outside / "wells", folder)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ExpansionError, match=error) as wrong:
        add_expansion(folder)
    said = {language: told(texts(language), wrong.value.refusal) for language in LANGUAGES}
    assert said["en"] == str(wrong.value) == str(pickle.loads(pickle.dumps(wrong.value)))
    assert len(set(said.values())) == len(LANGUAGES)
    for text in said.values():
        assert text.startswith(wrong.value.file)
        assert not re.search(r"\b(expansion|tiles|refusal)\.[a-z_]+\b(?<!\.toml)", text.removeprefix(wrong.value.file)), text
    assert "wells" not in FAMILIES["carcassonne"].expansions


def test_of_very_many_problems_the_first_are_told(outside: Path, tmp_path: Path) -> None:
    folder = tmp_path / "wells"
    shutil.copytree(outside / "wells", folder)
    tiles = folder / "tiles.toml"
    tiles.write_text(tiles.read_text(encoding="utf-8") + '[[tile]]\nid = "We9"\n' * 3000, encoding="utf-8")
    with pytest.raises(ExpansionError, match=r"key 'count' is missing.*; \d+ more$") as wrong:
        add_expansion(folder)
    assert len(str(wrong.value)) < 3000


def test_a_folder_that_cannot_be_used_stops_nothing(outside: Path, tmp_path: Path) -> None:
    place = tmp_path / "several"
    shutil.copytree(outside, place)
    (place / "heralds" / "rules.py").write_text("this is no Python", encoding="utf-8")
    assert run({"BASTIDA_EXPANSIONS": str(place)}) == f"{COMPILED} 6"


def test_the_tutorial_is_the_small_example() -> None:
    """Whoever copies the blocks of the page has the files of the example."""
    page = (ROOT / "docs" / "write-an-expansion.md").read_text(encoding="utf-8")
    wells = EXAMPLES / "wells"
    python = "\n".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL))
    assert lines(python) == lines((wells / "rules.py").read_text(encoding="utf-8"))
    manifest, tiles, words = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)[:3]
    lesson = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)[-1]
    files = {"expansion.toml": manifest, "tiles.toml": tiles, "words/en.toml": words, "lesson.toml": lesson}
    for file, block in files.items():
        kept = (wells / file).read_text(encoding="utf-8")
        assert set(lines(block)) <= set(lines(kept)), file


def lines(text: str) -> list[str]:
    """Without blank lines and remarks."""
    return [line for line in (re.sub(r"\s+# .*|^# .*", "", line).rstrip() for line in text.splitlines()) if line]


def test_the_small_example_is_small() -> None:
    rules = (EXAMPLES / "wells" / "rules.py").read_text(encoding="utf-8").splitlines()
    code = [line for line in rules if line.strip() and not line.strip().startswith(("#", '"""', "from", "import"))]
    assert len(code) < 60


def test_the_order_in_which_expansions_are_found_changes_nothing(outside: Path) -> None:
    """A record made where one was found first is true where the other was."""
    texts = []
    for names in (("wells", "heralds"), ("heralds", "wells")):
        for name in names:
            add_expansion(outside / name)
        try:
            game = bastida.new_game("plus", sets=["wells", "heralds"], players=2, seed=5)
            texts.append(bastida.position(game))
        finally:
            for name in names:
                shelf.take_off(name)
    assert texts[0] == texts[1]
