"""No orphans: every clause, example and case is cited by a test function, or is an example block that is played."""

from pathlib import Path

import pytest

from bastida.rulebook.clauses import clause, clauses, modules
from tests.citations import citations, key_of, keys_in, orphans, strangers, table


@pytest.mark.parametrize("prefix", modules())
def test_every_clause_example_and_case_is_cited_by_a_test_function_or_played(prefix: str) -> None:
    missing = [one.id for one in orphans(prefix)]
    rulings = [one for one in clauses(prefix) if one.kind == "ruling"]
    uncited = sum(key_of(one) not in citations() for one in rulings)
    print(f"{prefix}: {uncited} of {len(rulings)} rulings without a test; they are not demanded")
    assert not missing, f"{prefix}: {len(missing)} without a test: {', '.join(missing)}"


def test_no_test_cites_an_id_that_no_page_defines() -> None:
    assert strangers() == {}


def cited(text: str) -> set[str]:
    return {f"{prefix}-{letter}{number:02d}{suffix}" for (prefix, letter, number, suffix), _ in keys_in(text)}


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("def test_BASE_40_nobody_joins_a_feature() -> None:", {"BASE-40"}),
        ("def test_BASE_40_and_BASE_E4_and_BASE_R3() -> None:", {"BASE-40", "BASE-E04", "BASE-R03"}),
        ("a road (BASE-53, BASE-X1)", {"BASE-53", "BASE-X01"}),
        ("BASE-69 to BASE-72", {"BASE-69", "BASE-70", "BASE-71", "BASE-72"}),
        ("def test_BASE_69_to_BASE_71_majority() -> None:", {"BASE-69", "BASE-70", "BASE-71"}),
        ("TRADERS-R1 to TRADERS-R3", {"TRADERS-R01", "TRADERS-R02", "TRADERS-R03"}),
        ("POST-01 to POST-05", {"POST-01", "POST-02", "POST-03", "POST-04", "POST-05"}),
        ("POST-01 to POST-54", {"POST-01", "POST-54"}),  # too wide to prove what lies between
        ("BASE-E3 to BASE-5", {"BASE-E03", "BASE-05"}),
        ("BASE-99 to BASE-101", {"BASE-99", "BASE-100", "BASE-101"}),
        ("ABBOT-X1b", {"ABBOT-X01b"}),
        ("UTF-8, DATABASE-40, BASE-40x9, BASE 40, base-40", set()),
    ],
)
def test_ids_are_found_in_names_and_in_text(text: str, ids: set[str]) -> None:
    assert cited(text) == ids


def test_citations_know_the_test_they_stand_in(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "test_base.py").write_text(
        '"""BASE-01"""\n\n@mark("BASE-02")\ndef test_BASE_03_is_so():\n    pass  # BASE-R4\n', encoding="utf-8"
    )
    (tmp_path / "game.txt").write_text("BASE-06", encoding="utf-8")
    (tmp_path / "citations.py").write_text("BASE-05 BASE-999", encoding="utf-8")
    places = {f"{key[0]}-{key[1]}{key[2]}": where for key, where in citations(tmp_path).items()}
    name = "rules/test_base.py::test_BASE_03_is_so"
    assert places == {
        "BASE-2": {name},
        "BASE-3": {name},
        "BASE-R4": {name},
    }
    assert clause("BASE-04") in orphans("BASE", tmp_path)
    assert clause("BASE-03") not in orphans("BASE", tmp_path)
    row = table(tmp_path)[0]
    assert (row.prefix, row.cited, row.rulings_cited, row.tests) == ("BASE", 2, 1, 1)
    assert row.asked == sum(one.kind != "ruling" for one in clauses("BASE"))


def test_an_unknown_id_is_reported_with_its_file(tmp_path: Path) -> None:
    (tmp_path / "notes.py").write_text("# BASE-999, BASE-01 to BASE-03", encoding="utf-8")
    assert strangers(tmp_path) == {"BASE-999": {"notes.py"}}
