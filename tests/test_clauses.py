"""The pages of the rules as data."""

import re
import shutil
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

import bastida.rulebook.clauses
from bastida.rulebook.clauses import UnknownClause, clause, clauses, modules, pages, search
from bastida.rulebook.examples import prose
from bastida.table.setup import FAMILIES

ROOT = Path(__file__).resolve().parent.parent
MODULES = (
    *("BASE", "WINTER", "RIVER", "ABBOT", "INNS", "TRADERS", "TURN", "FLIGHT", "MSG", "FERRY", "GOLD", "MAGE"),
    *("ROBBER", "CIRCLE", "TOWER", "KING", "POST", "HG", "SCOUT"),
)


def test_the_nineteen_modules_stand_in_the_order_of_the_readme() -> None:
    assert tuple(modules()) == MODULES
    assert set(pages()) == {"README.md", *(module.page for module in modules().values())}


def test_a_module_has_its_english_and_its_spanish_name() -> None:
    river, scout = modules()["RIVER"], modules()["SCOUT"]
    assert (river.title, river.spanish, river.page) == ("The River", "El río", "river.md")
    assert [river.title_in(language) for language in ("es", "ca", "en", "fr")] == ["El río", "El riu", "The River", "The River"]
    assert (scout.title, scout.spanish, scout.page) == ("The Scout", "El explorador", "scout.md")


@pytest.mark.parametrize("prefix", MODULES)
def test_every_module_has_clauses_on_its_own_page(prefix: str) -> None:
    own = clauses(prefix)
    assert sum(one.kind == "clause" for one in own) > 0
    assert {one.page for one in own} == {modules()[prefix].page}
    assert all(one.text and one.section for one in own)


def test_ids_are_unique_over_all_pages() -> None:
    ids = [one.id for one in clauses()]
    assert len(ids) == len(set(ids))


def test_every_id_in_bold_at_the_start_of_a_list_item_is_a_clause() -> None:
    for module in modules().values():
        bold = re.findall(r"^- \*\*([A-Z]+-[EXR]?\d+[a-z]?)\*\*", pages()[module.page], re.MULTILINE)
        assert bold
        assert set(bold) <= {one.id for one in clauses(module.prefix)}


def test_every_id_of_an_example_block_is_a_clause() -> None:
    blocks = re.findall(r"^id: (\S+)$", "\n".join(pages().values()), re.MULTILINE)
    assert "ABBOT-X1b" in blocks
    assert {clause(id_).id for id_ in blocks} == set(blocks)


def test_every_id_cited_in_the_pages_is_defined() -> None:
    cited = set(re.findall(rf"\b(?:{'|'.join(MODULES)})-[EXR]?\d+\b", "\n".join(pages().values())))
    assert len(cited) > 1000
    for id_ in cited:
        assert clause(id_)


def test_every_clause_proper_names_its_source() -> None:
    assert [one.id for one in clauses() if one.kind == "clause" and not one.sources] == []


@pytest.mark.parametrize(
    ("written", "id_"),
    [
        ("BASE-40", "BASE-40"),
        ("base 40", "BASE-40"),
        ("BASE40", "BASE-40"),
        (" base_040 ", "BASE-40"),
        ("base-1", "BASE-01"),
        ("TOWER-r12", "TOWER-R12"),
        ("tower 12", "TOWER-12"),
        ("towerr12", "TOWER-R12"),
        ("post-e2", "POST-E2"),
        ("hg-r2", "HG-R02"),
        ("HG E10B", "HG-E10b"),
        ("abbot x1b", "ABBOT-X1b"),
    ],
)
def test_an_id_may_be_written_in_many_ways(written: str, id_: str) -> None:
    assert clause(written).id == id_


def test_BASE_40_comes_with_words_sources_and_place() -> None:
    found = clause("BASE-40")
    assert found.text == (
        "A follower may not be placed in a feature that already contains a follower of any player, the active player included."
    )
    assert found.sources == (
        "Winter Edition, 2. Colocar un seguidor",
        "Carcassonne Plus, Los caminos 2",
        "Carcassonne Plus, Repaso",
        "Carcassonne Plus, Los campesinos 2",
    )
    assert (found.prefix, found.number, found.kind) == ("BASE", 40, "clause")
    assert (found.page, found.section, found.body) == ("base.md", "Step 2: placing a follower", "")


def test_marks_of_an_edition_stay_in_the_text_of_BASE_62_and_BASE_R29() -> None:
    assert clause("BASE-62").text.startswith("[Plus] There is no such exception")
    assert '"Step 3 at the end of the turn" [Plus, Repaso] and "immediately" [Winter]' in clause("BASE-R29").text


# -- doubts of the books ----------------------------------------------------------------------------------------------

SWITCHES = {f"{family} {name}": switch for family, games in FAMILIES.items() for name, switch in games.switches.items()}
NAMED = {"en": r"switch `(\w+)`", "es": r"ajuste `(\w+)`", "ca": r"ajust `(\w+)`"}
DENIED = {"en": r"No switch[^.]*: \w", "es": r"[Nn]o hay ajuste[^.]*: \w", "ca": r"[Nn]o hi ha ajust[^.]*: \w"}  # and why
OPEN = {"en": r"open doubt", "es": r"duda abierta", "ca": r"dubte obert"}
every_language = pytest.mark.parametrize("language", NAMED)


def is_left_open(text: str, language: str) -> bool:
    """Does a ruling leave a doubt to nobody: neither to the table nor, with a reason, to us?"""
    settled = re.search(NAMED[language], text) or re.search(DENIED[language], text)
    return bool(re.search(OPEN[language], text, re.IGNORECASE)) and not settled


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The rulebook is silent. Open doubt.", True),
        ("The rulebook is silent. Open doubt. No switch.", True),
        ("Open doubt: a table may settle it the other way, switch `hole`.", False),
        ("The rulebook is silent, an open doubt. No switch: only names depend on it.", False),
        ("The rulebook says so.", False),
    ],
)
def test_a_doubt_is_left_open_unless_there_is_a_switch_or_a_reason(text: str, expected: bool) -> None:
    assert is_left_open(text, "en") == expected


@every_language
def test_no_ruling_leaves_a_doubt_open(language: str) -> None:
    assert [one.id for one in clauses(language=language) if is_left_open(one.text, language)] == []


@every_language
@pytest.mark.parametrize("name", SWITCHES)
def test_the_clause_of_every_switch_names_it(name: str, language: str) -> None:
    found = clause(SWITCHES[name].clause, language)
    assert (found.kind, found.language) == ("ruling", language)
    assert SWITCHES[name].id in re.findall(NAMED[language], found.text)


@every_language
def test_every_switch_that_a_page_names_is_there(language: str) -> None:
    for page in pages(language).values():
        assert set(re.findall(NAMED[language], page)) <= {switch.id for switch in SWITCHES.values()}


def test_rulings_without_a_switch_say_why_in_every_language() -> None:
    denied = {
        language: [one.id for one in clauses(language=language) if re.search(DENIED[language], one.text)] for language in DENIED
    }
    assert "MSG-R15" in denied["en"]
    assert denied["en"] == denied["es"] == denied["ca"]


@pytest.mark.parametrize("name", SWITCHES)
def test_rules_tests_settle_every_switch_in_each_of_its_ways(name: str) -> None:
    """Some test of the rules names it with every reading but the usual one, which all the others play."""
    tests = [path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "rules").glob("test_*.py")]
    for value in SWITCHES[name].values[1:]:
        assert any(re.search(rf"\b{SWITCHES[name].id}\b", text) and f'"{value}"' in text for text in tests), value


def test_sources_of_another_kind_are_told_apart() -> None:
    assert clause("WINTER-17").sources == ("tile data", "WINTER-R3", "WINTER-R4")
    assert clause("TURN-42").sources == ("MAGE-R4", "Carcassonne Plus, El constructor", "TURN-R16")
    assert clause("HG-107").sources == ("Hunters & Gatherers, score paragraph under Río completado", "cases HG-E10a-c")
    assert clause("HG-01").sources == ("Hunters & Gatherers, Contenidos", "Hunters & Gatherers, Preparación del juego")


def test_a_remark_after_the_source_stays_in_the_text_of_HG_07() -> None:
    assert clause("HG-07").text.endswith("face down into several piles. (ruling HG-R02)")


@pytest.mark.parametrize(
    ("id_", "kind"), [("TOWER-28", "clause"), ("POST-E2", "example"), ("KING-X9", "case"), ("TOWER-R12", "ruling")]
)
def test_the_letter_of_an_id_gives_its_kind(id_: str, kind: str) -> None:
    assert clause(id_).kind == kind


@pytest.mark.parametrize(("id_", "rows"), [("WINTER-13", 12), ("RIVER-31", 12), ("INNS-28", 17), ("TRADERS-05", 24)])
def test_a_table_of_tiles_comes_with_its_clause(id_: str, rows: int) -> None:
    lines = [line for line in clause(id_).body.splitlines() if line.startswith("|")]
    assert lines[0].startswith("| id | copies |")
    assert len(lines) == rows + 2


def test_the_lines_under_an_example_come_with_it() -> None:
    body = prose(clause("KING-E1").body).splitlines()
    assert [line.split(":")[0] for line in body] == ["Position", "Result"]


def test_the_block_of_BASE_E1_comes_with_it_and_the_next_heading_does_not() -> None:
    assert clause("BASE-E1").body.startswith("```example\nid: BASE-E1\n")
    assert clause("BASE-E3").body.endswith("\n```")


def test_a_block_with_an_id_of_its_own_stands_under_both_ids() -> None:
    parent, variant = clause("TRADERS-E4"), clause("TRADERS-E4b")
    assert variant.body in parent.body
    assert "id: TRADERS-E4\n" not in variant.body
    assert (variant.text, variant.kind, variant.number) == (parent.text, "example", 4)


def test_a_board_shared_by_several_examples_comes_with_each_of_them() -> None:
    for id_ in ("HG-E23", "HG-E24", "HG-E25", "HG-E26"):
        assert clause(id_).body.startswith("- The next four share one board.")
    assert prose(clause("HG-E26").body).endswith("Totals of the board: Red 10, Green 2, Yellow 2, Blue 0.")
    assert "next four" not in clause("HG-E22").body + clause("HG-X1").body


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("BASE-122", "BASE-121"),
        ("TOWRE-28", "TOWER-28"),
        ("POST-E9", "POST-E4"),
        ("base", "BASE-01"),
        ("BASE-40b", "BASE-40"),
    ],
)
def test_an_unknown_id_suggests_near_ones(wrong: str, right: str) -> None:
    with pytest.raises(UnknownClause) as raised:
        clause(wrong)
    assert raised.value.suggestions[0] == right
    assert str(raised.value).startswith(f"there is no clause '{wrong}'; did you mean {right}")


def test_something_that_is_no_id_gets_told_how_ids_look() -> None:
    with pytest.raises(UnknownClause, match=r"there is no clause '¿\?'; ids look like BASE-40 or POST-E2"):
        clause("¿?")


def test_clauses_of_an_unknown_module_are_an_error() -> None:
    with pytest.raises(UnknownClause, match="did you mean RIVER"):
        clauses("rivers")
    assert clauses("river") == clauses("RIVER")


def test_search_wants_all_words_and_ignores_case_and_accents() -> None:
    assert [one.id for one in search("Animales wintiera PIEZAS")] == ["WINTER-06"]
    assert [one.id for one in search("ladron claustro")] == ["WINTER-03"]
    assert [one.id for one in search("LADRÓN claustro")] == ["WINTER-03"]
    assert search("ladron claustro dragon") == ()
    assert search("  ") == ()


def test_search_looks_into_tables_too() -> None:
    assert "WINTER-13" in [one.id for one in search("WinTierL road s-w")]


def test_nothing_in_the_pages_points_outside_the_repository() -> None:
    for name, text in pages().items():
        for path in re.findall(r"\]\((\.\./[^)]+)\)", text):
            assert (ROOT / "docs" / "rules" / path).resolve().is_relative_to(ROOT), name
            assert (ROOT / "docs" / "rules" / path).is_file(), name
        assert "../" not in re.sub(r"\]\([^)]+\)", "", text), name
        for folder in re.findall(r"`([\w./-]+/tiles)\b", text):
            assert folder in ("src/bastida/carcassonne/tiles", "src/bastida/hunters/tiles"), name
        for page in re.findall(r"`([\w-]+\.md)`", text):
            assert page in pages(), name


def copy_of_the_reader(folder: Path) -> ModuleType:
    """The file clauses.py as it would be installed in another place."""
    package = folder / "bastida" / "rulebook"
    package.mkdir(parents=True)
    spec = spec_from_file_location("installed_clauses", shutil.copy(Path(bastida.rulebook.clauses.__file__), package))
    assert spec
    assert spec.loader
    copy = module_from_spec(spec)
    spec.loader.exec_module(copy)
    return copy


def test_an_installed_package_reads_the_pages_packed_with_it(tmp_path: Path) -> None:
    copy = copy_of_the_reader(tmp_path)
    shutil.copytree(ROOT / "docs" / "rules", tmp_path / "bastida" / "rules_text")
    assert copy.pages() == pages()
    assert len(copy.clauses()) == len(clauses())


def test_a_package_without_pages_says_where_it_looked(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"neither in .*rules_text nor in docs/rules"):
        copy_of_the_reader(tmp_path).pages()


def test_the_pages_are_those_of_the_source_tree() -> None:
    found = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "rules").glob("*.md")}
    for page in (ROOT / "src" / "bastida").glob("*/expansions/*/clauses/en.md"):
        found[f"{page.parents[1].name}.md"] = page.read_text(encoding="utf-8")
    assert pages() == found
