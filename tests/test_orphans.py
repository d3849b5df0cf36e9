"""No orphans: every clause, example and case of a built module is cited by a test."""

from pathlib import Path

import pytest
from citations import citations, key_of, keys_in, orphans, strangers, table

from bastida.rulebook.clauses import clause, clauses, modules

# Modules whose clauses must all be cited. A module is added here when it is built.
BUILT = (
    "BASE",
    "WINTER",
    "RIVER",
    "ABBOT",
    "INNS",
    "TRADERS",
    "FLIGHT",
    "MSG",
    "FERRY",
    "GOLD",
    "MAGE",
    "ROBBER",
    "CIRCLE",
    "TOWER",
    "KING",
    "POST",
    "HG",
    "SCOUT",
)

# The page TURN puts all modules together. Each of its ids is demanded once all the modules it speaks of are built.
TURN_NEEDS = {
    # figures
    "TURN-01": "BASE ABBOT INNS POST",
    "TURN-02": "BASE ABBOT INNS POST",
    "TURN-03": "BASE TRADERS FLIGHT MSG ROBBER CIRCLE TOWER",
    "TURN-04": "BASE TRADERS FLIGHT MSG FERRY GOLD MAGE TOWER KING",
    "TURN-05": "BASE RIVER ABBOT INNS FERRY CIRCLE TOWER POST",
    "TURN-06": "BASE TRADERS MSG FERRY CIRCLE TOWER POST",
    # the skeleton
    "TURN-10": "BASE TRADERS MSG FERRY GOLD MAGE ROBBER CIRCLE TOWER KING POST",
    "TURN-11": "BASE FERRY GOLD MAGE ROBBER CIRCLE",
    "TURN-12": "BASE MSG GOLD ROBBER CIRCLE POST",
    # step 1
    "TURN-20": "BASE",
    "TURN-21": "BASE RIVER TRADERS MSG",
    "TURN-22": "BASE TRADERS",
    "TURN-23": "BASE FLIGHT FERRY MAGE",
    "TURN-24": "BASE MAGE",
    "TURN-25": "BASE GOLD MAGE ROBBER",
    # step 2
    "TURN-30": "BASE ABBOT INNS TRADERS FLIGHT TOWER POST",
    "TURN-31": "BASE ABBOT INNS TRADERS FLIGHT TOWER POST",
    "TURN-32": "BASE TRADERS FERRY TOWER POST",
    "TURN-33": "BASE ABBOT POST",
    "TURN-34": "BASE TOWER",
    # ferries
    "TURN-40": "BASE FERRY",
    "TURN-41": "BASE FERRY",
    "TURN-42": "BASE TRADERS FERRY MAGE",
    # step 3
    "TURN-50": "BASE ABBOT FERRY POST",
    "TURN-51": "BASE INNS MAGE",
    "TURN-52": "BASE ABBOT MSG ROBBER POST",
    "TURN-53": "BASE MSG",
    "TURN-54": "BASE ROBBER",
    "TURN-55": "BASE TRADERS MSG GOLD ROBBER KING",
    "TURN-56": "BASE TRADERS KING",
    "TURN-57": "BASE TRADERS MAGE POST",
    # step 4
    "TURN-60": "BASE GOLD",
    "TURN-61": "BASE MSG",
    "TURN-62": "BASE ROBBER",
    "TURN-63": "BASE CIRCLE",
    # the double turn
    "TURN-70": "BASE TRADERS",
    "TURN-71": "BASE TRADERS",
    "TURN-72": "BASE TRADERS",
    "TURN-73": "BASE TRADERS FERRY",
    "TURN-74": "BASE TRADERS",
    "TURN-75": "BASE TRADERS MSG FERRY",
    "TURN-76": "BASE TRADERS CIRCLE",
    # the extra tile of message 4
    "TURN-80": "BASE MSG FERRY ROBBER CIRCLE TOWER",
    "TURN-81": "BASE ABBOT TRADERS FLIGHT MSG TOWER POST",
    "TURN-82": "BASE TRADERS MSG",
    "TURN-83": "BASE MSG",
    # the end of the game
    "TURN-90": "BASE TRADERS MSG CIRCLE",
    "TURN-91": "BASE ABBOT TRADERS MSG GOLD MAGE ROBBER KING POST",
    "TURN-92": "BASE MSG ROBBER",
    "TURN-93": "BASE TRADERS MSG TOWER",
    # cases
    "TURN-X1": "BASE GOLD",
    "TURN-X2": "BASE FERRY",
    "TURN-X3": "BASE TRADERS CIRCLE",
    "TURN-X4": "BASE ABBOT MSG",
    "TURN-X5": "BASE TRADERS",
    "TURN-X6": "BASE TRADERS MSG GOLD ROBBER",
    "TURN-X7": "BASE ROBBER",
    "TURN-X8": "BASE TOWER",
    "TURN-X9": "BASE TRADERS MSG",
}


@pytest.mark.parametrize("prefix", [*BUILT, "TURN"])
def test_every_clause_example_and_case_of_a_built_module_is_cited_by_a_test(prefix: str) -> None:
    missing = [one.id for one in orphans(prefix) if prefix != "TURN" or set(TURN_NEEDS[one.id].split()) <= set(BUILT)]
    rulings = [one for one in clauses(prefix) if one.kind == "ruling"]
    uncited = sum(key_of(one) not in citations() for one in rulings)
    print(f"{prefix}: {uncited} of {len(rulings)} rulings without a test; they are not demanded")
    assert not missing, f"{prefix}: {len(missing)} without a test: {', '.join(missing)}"


def test_every_id_of_TURN_has_its_modules() -> None:
    assert list(TURN_NEEDS) == [one.id for one in clauses("TURN") if one.kind != "ruling"]
    assert {prefix for needs in TURN_NEEDS.values() for prefix in needs.split()} <= modules().keys() - {"TURN"}
    assert set(BUILT) <= modules().keys() - {"TURN"}


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
    (tmp_path / "game.txt").write_text("BASE-02", encoding="utf-8")
    (tmp_path / "citations.py").write_text("BASE-05 BASE-999", encoding="utf-8")
    places = {f"{key[0]}-{key[1]}{key[2]}": where for key, where in citations(tmp_path).items()}
    name = "rules/test_base.py::test_BASE_03_is_so"
    assert places == {
        "BASE-1": {"rules/test_base.py"},
        "BASE-2": {name, "game.txt"},
        "BASE-3": {name},
        "BASE-R4": {name},
    }
    assert clause("BASE-04") in orphans("BASE", tmp_path)
    assert clause("BASE-03") not in orphans("BASE", tmp_path)
    row = table(tmp_path)[0]
    assert (row.prefix, row.cited, row.rulings_cited, row.tests) == ("BASE", 3, 1, 1)
    assert row.asked == sum(one.kind != "ruling" for one in clauses("BASE"))


def test_an_unknown_id_is_reported_with_its_file(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("BASE-999, BASE-01 to BASE-03", encoding="utf-8")
    assert strangers(tmp_path) == {"BASE-999": {"notes.md"}}
