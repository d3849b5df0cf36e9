"""The shape of the code: who may import whom, who rules where modules meet, and what must be written down."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from itertools import combinations
from pathlib import Path

import pytest

import bastida
from bastida.kernel import module as hooks
from bastida.kernel.book import HOOKS, KERNEL, overrides
from bastida.kernel.family import Games
from bastida.kernel.module import Module
from bastida.kernel.shelf import folders
from bastida.rulebook.clauses import clauses
from bastida.table.setup import FAMILIES

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "bastida"
HOUSES = ("carcassonne", "hunters")  # packages of families

# Who may import whom: only what stands on the same line or below. A new package gets its line here.
LAYERS = (
    {"kernel"},
    {"language"},
    {"extras"},
    {"carcassonne", "hunters"},
    {"table"},
    {"rulebook", "record"},
    {"__init__"},
    {"players"},
    {"arena", "analysis", "env", "art", "data", "problems"},
    {"server", "cli"},
)


def sources(folder: Path = SOURCE) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def part_of(path: Path) -> str:
    """The package, or module, of the first level that a file belongs to."""
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[str]:
    """Every module of ours that a file imports, also inside functions and only for types."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name.split(".")[0] == "bastida")
        elif isinstance(node, ast.ImportFrom) and node.level:
            yield ".".join(["bastida", *path.relative_to(SOURCE).parts[: -node.level], node.module or ""]).rstrip(".")
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "bastida":
            if node.module == "bastida":
                inner = {file.stem for file in SOURCE.glob("*")}
                yield from (f"bastida.{name.name}" if name.name in inner else "bastida" for name in node.names)
            else:
                yield str(node.module)


# Files of an expansion's folder that know more than its rules do: what computer players and pictures make of it.
OF_EXPANSIONS = {"forecast": "players", "drawing": "art", "inks": "cli"}


def standing_of(path: Path) -> str:
    """The part whose place a file has among the layers."""
    inside = "expansions" in path.relative_to(SOURCE).parts
    return OF_EXPANSIONS.get(path.stem, part_of(path)) if inside else part_of(path)


def layer(part: str) -> int:
    found = [number for number, parts in enumerate(LAYERS) if part in parts]
    assert found, f"say in LAYERS where {part!r} stands"
    return found[0]


def first_part(name: str) -> str:
    return name.split(".")[1] if "." in name else "__init__"


# -- who imports whom -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", sorted({part_of(path) for path in sources()}))
def test_imports_point_one_way(part: str) -> None:
    wrong = []
    for path in sources():
        if part_of(path) == part:
            own = layer(standing_of(path))
            above = {name for name in imports(path) if layer(first_part(name)) > own}
            if part == "__init__":  # offers what stands above it, and imports that only when it is called
                above -= {"bastida.analysis"}
            wrong += [f"{path.relative_to(SOURCE)} imports {name}" for name in above]
    assert not wrong, "\n".join(wrong)


def test_families_do_not_import_each_other() -> None:
    for house in HOUSES:
        for path in sources(SOURCE / house):
            assert not [name for name in imports(path) if first_part(name) in set(HOUSES) - {house}], path.name


def test_the_kernel_names_no_game() -> None:
    names = re.compile("|".join((*HOUSES, "gatherers")), re.IGNORECASE)
    for path in sources(SOURCE / "kernel"):
        found = names.findall(path.read_text(encoding="utf-8"))
        assert not found, f"{path.name} says {found[0]!r}"


def modules_of(games: Games) -> list[Module]:
    """One of every rule module of a family, in the order in which they are asked."""
    made = [games.base(), *(element.module() for element in games.elements.values())]
    order = list(games.module_order)
    return sorted(made, key=lambda module: order.index(module.name))


def rule_files() -> dict[str, set[str]]:
    """The files that hold rule modules, with the classes in them."""
    found: dict[str, set[str]] = {}
    for games in FAMILIES.values():
        for module in modules_of(games):
            found.setdefault(type(module).__module__, set()).add(type(module).__name__)
    return found


def test_no_rule_module_imports_another() -> None:
    files = rule_files()
    for name in files:
        path = SOURCE.joinpath(*name.split(".")[1:]).with_suffix(".py")
        assert not set(imports(path)) & (files.keys() - {name}), name


def test_every_file_of_rule_modules_is_played() -> None:
    """A module that no element brings would never be tested."""
    for folder in folders().values():
        path = folder.path / "rules.py"
        classes = [node for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.ClassDef)]
        rules = {node.name for node in classes if any(ast.unparse(base) == "Module" for base in node.bases)}
        assert rules == {element.rules for element in folder.elements}, folder.id


# -- where modules meet -----------------------------------------------------------------------------------------------


def meeting(games: Games) -> set[tuple[str, str, str]]:
    """(hook or step, first, second) for every two modules that are both asked there."""
    found = set()
    for a, b in combinations(modules_of(games), 2):
        found |= {(hook, a.name, b.name) for hook in HOOKS if overrides(a, hook) and overrides(b, hook)}
    family = games.family
    for step, actors in (*family.script, *family.final, *family.setup):
        played = [actor for actor in actors if actor != KERNEL]
        found |= {(step, a, b) for a, b in combinations(played, 2)}
    return found


def pairs_of(family: str) -> dict[tuple[str, str, str], tuple[str, str]]:
    return dict(import_module(f"bastida.{family}.order").PAIRS)


@pytest.mark.parametrize("family", FAMILIES)
def test_order_rules_on_every_two_modules_that_share_a_hook_or_a_step(family: str) -> None:
    missing = meeting(FAMILIES[family]) - pairs_of(family).keys()
    assert not missing, f"{family}/order.py says nothing about {sorted(missing)}"


@pytest.mark.parametrize("family", FAMILIES)
def test_order_rules_on_nothing_that_does_not_meet(family: str) -> None:
    stale = pairs_of(family).keys() - meeting(FAMILIES[family])
    assert not stale, f"{family}/order.py rules on {sorted(stale)}, which do not meet"


@pytest.mark.parametrize("family", FAMILIES)
def test_every_ruling_has_a_clause_or_the_word_independent_and_a_reason(family: str) -> None:
    known = {clause.id for clause in clauses()}
    for pair, (clause, why) in pairs_of(family).items():
        assert clause == "independent" or clause in known, (pair, clause)
        assert len(why.split()) > 3, pair


@pytest.mark.parametrize("family", FAMILIES)
def test_scripts_name_steps_and_modules_that_exist(family: str) -> None:
    games = FAMILIES[family]
    names = {module.name for module in modules_of(games)}
    assert names == set(games.module_order)
    for step, actors in (*games.family.script, *games.family.final, *games.family.setup):
        assert step in games.family.steps
        assert set(actors) <= names | {KERNEL}, step


@pytest.mark.parametrize("family", FAMILIES)
def test_a_module_acts_in_the_scripts_if_and_only_if_it_has_a_step(family: str) -> None:
    games = FAMILIES[family]
    scripts = (*games.family.script, *games.family.final, *games.family.setup)
    acting = {actor for _, actors in scripts for actor in actors} - {KERNEL}
    assert acting == {module.name for module in modules_of(games) if overrides(module, "step")}


# -- what must be written down ----------------------------------------------------------------------------------------


def test_every_hook_is_documented() -> None:
    (module,) = [
        node
        for node in ast.parse(Path(str(SOURCE / "kernel/module.py")).read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
    ]
    methods = [node for node in module.body if isinstance(node, ast.FunctionDef) and node.name != "__init__"]
    assert len(methods) > 15
    for method in methods:
        text = ast.get_docstring(method) or ""
        assert len(text.split()) > 1, f"{method.name} has no docstring"


def test_the_list_of_hooks_is_complete() -> None:
    """What modules are asked for one by one, in ``book``, is what ``module`` lists as hooks."""
    text = (SOURCE / "kernel/module.py").read_text(encoding="utf-8")
    listed = text[text.index("# -- hooks") : text.index("# -- the action chosen")]
    named = re.findall(r"def (\w+)\(", listed)
    assert named == ["declare", "step", *HOOKS]
    assert all(hasattr(hooks.Module, hook) for hook in named)


def test_no_expansion_imports_another() -> None:
    for folder in folders().values():
        for path in sorted(folder.path.glob("*.py")):
            others = [name for name in imports(path) if ".expansions." in name and not name.startswith(folder.package)]
            assert not others, f"{path.relative_to(SOURCE)} imports {others}"


def test_every_rule_module_tells_its_name_and_prefix() -> None:
    prefixes = {clause.prefix for clause in clauses()}
    for games in FAMILIES.values():
        for module in modules_of(games):
            assert module.name in games.module_order
            assert module.prefix in prefixes, module.name
        assert all(games.elements[name].module().name == name for name in games.elements)


@pytest.mark.parametrize("path", sources(), ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_every_file_says_what_it_is(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), path.name


# Imported by the public face for its own use, and not offered.
NOT_OFFERED = {"Dealer", "Event", "SecretDealer", "SeededDealer", "StackedDealer", "make_setup"}


def test_the_public_names_are_complete() -> None:
    """Whatever the public face defines or imports from us is offered, or listed here as its own affair."""
    found = {
        name
        for name, thing in vars(bastida).items()
        if not name.startswith("_")
        and not inspect.ismodule(thing)
        and (getattr(thing, "__module__", None) or "bastida").split(".")[0] == "bastida"
        and name not in ("annotations",)
    }
    assert found - NOT_OFFERED == set(bastida.__all__)
    assert list(bastida.__all__) == sorted(
        set(bastida.__all__), key=lambda name: (not name.isupper(), not name[0].isupper(), name)
    )


@pytest.mark.parametrize("name", bastida.__all__)
def test_every_public_name_is_documented(name: str) -> None:
    thing = getattr(bastida, name)
    if not (inspect.isclass(thing) or inspect.isfunction(thing)):
        return
    assert inspect.getdoc(thing), name
    if inspect.isclass(thing) and thing.__module__.startswith("bastida"):
        for method, function in vars(thing).items():
            if not method.startswith("_") and inspect.isfunction(function):
                assert inspect.getdoc(function), f"{name}.{method}"


# -- what must not be written down ------------------------------------------------------------------------------------

SKIPPED = {
    ".git",
    ".venv",
    ".mypy_cache",
    ".ruff_cache",
    ".pytest_cache",
    ".hypothesis",
    "__pycache__",
    "node_modules",
    "build",
    "dist",
}
TEXTS = {
    "",
    ".cfg",
    ".css",
    ".html",
    ".in",
    ".js",
    ".json",
    ".lock",
    ".md",
    ".py",
    ".svelte",
    ".svg",
    ".toml",
    ".ts",
    ".txt",
    ".yml",
}
HOMES = "|".join(("home", "Users", "root", "tmp", "work", "opt", "mnt", "private"))
ABSOLUTE = re.compile(rf"(?<![\w./~$)}}>*-])/(?:{HOMES})/\w|\b[A-Z]:\\\w")
OUTSIDE = "../" + "shared"


def texts() -> Iterator[Path]:
    for path in sorted(ROOT.rglob("*")):
        parts = path.relative_to(ROOT).parts
        if (
            path.is_file()
            and path.suffix in TEXTS
            and not SKIPPED & set(parts)
            and parts[:3] != ("tests", "fuzzing", "corpus")  # bytes, not texts
            and not any(p.endswith(".egg-info") for p in parts)
        ):
            yield path


@pytest.mark.parametrize("house", HOUSES)
def test_numbers_of_the_base_game_are_places_in_the_lists_of_its_family(house: str) -> None:
    """``CITY`` is where ``city`` stands among the segments, ``W_CITY`` where it stands among the words of bills."""
    family = import_module(f"bastida.{house}.order").FAMILY
    terms = {name: value for name, value in vars(import_module(f"bastida.{house}.terms")).items() if isinstance(value, int)}
    assert terms
    for name, number in terms.items():
        word = name.removeprefix("W_").casefold()
        lists = [family.words] if name.startswith("W_") else [family.segments, family.figures, *family.marks.values()]
        assert [number] == [list(words).index(word) for words in lists if word in words], name


def test_no_file_knows_where_it_was_written() -> None:
    wrong = []
    for path in texts():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if ABSOLUTE.search(line) or OUTSIDE in line:
                wrong.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}")
    assert not wrong, "\n".join(wrong)


LONGEST = 400  # lines of a file, unless its top says why it is longer
WRITTEN = {".py", ".ts", ".svelte", ".css"}


def test_a_long_file_says_at_its_top_why() -> None:
    found = []
    for path in texts():
        if path.suffix in WRITTEN and path.name != "api.d.ts":  # which is made from the API's description
            lines = path.read_text(encoding="utf-8").splitlines()
            if len(lines) > LONGEST and not any(re.match(r"(#|<!--) Long: \w.{15,}", line) for line in lines[:60]):
                found.append(f"{path.relative_to(ROOT)}: {len(lines)} lines")
    assert not found, f"split them, or write '# Long: why' at the top: {found}"
