"""The core does without everything that an extra installs, and says which one is missing; see `bastida.extras`."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path
from typing import Any

import pytest

from bastida.extras import MODULES, MissingExtra, has, need

ROOT = Path(__file__).parents[2]

# A fresh interpreter in which nothing that an extra brings can be found, as after `pip install bastida`.
BARE = """
import sys
HIDDEN = set({hidden!r})

class Without:
    def __init__(self, finder):
        self.finder = finder
    def find_spec(self, name, path=None, target=None):
        return None if name.partition(".")[0] in HIDDEN else self.finder.find_spec(name, path, target)
    def __getattr__(self, name):
        return getattr(self.finder, name)

sys.meta_path[:] = [Without(finder) for finder in sys.meta_path]
"""
HIDDEN = sorted({module for modules in MODULES.values() for module in modules})


def bare(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    whole = BARE.format(hidden=HIDDEN) + textwrap.dedent(code)
    return subprocess.run([sys.executable, "-c", whole], cwd=folder, capture_output=True, text=True, timeout=120, check=False)


def declared() -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project


def named(requirement: str) -> str:
    """The package of a requirement, without its extras, bounds and conditions."""
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert found
    return found[0].lower()


# -- what is declared ---------------------------------------------------------------------------------------------------


def test_every_extra_is_declared_and_asked_for_by_its_name() -> None:
    assert set(declared()["optional-dependencies"]) == {*MODULES, "all"}


def test_the_extra_all_is_all_of_them() -> None:
    extras = declared()["optional-dependencies"]
    single = {requirement for name, requirements in extras.items() if name != "all" for requirement in requirements}
    assert set(extras["all"]) == single


def test_every_requirement_has_a_lower_bound() -> None:
    project = declared()
    extras = project["optional-dependencies"].values()
    for requirement in [*project["dependencies"], *(one for requirements in extras for one in requirements)]:
        assert ">=" in requirement.partition(";")[0], requirement


def test_the_core_asks_for_nothing_that_an_extra_installs() -> None:
    extras = declared()["optional-dependencies"].values()
    assert not {named(one) for one in declared()["dependencies"]} & {named(one) for found in extras for one in found}


# -- without any extra --------------------------------------------------------------------------------------------------


def test_the_core_plays_records_draws_and_analyses_without_any_extra(tmp_path: Path) -> None:
    done = bare(
        """
        import bastida
        from bastida.cli import app
        for words in (
            ["--help"],
            ["simulate", "--games", "1", "--seed", "1"],
            ["arena", "greedy", "random", "--bags", "1", "--csv", "games.csv"],
            ["tiles", "base", "-o", "tiles.svg"],
            ["play", "--help"],
        ):
            try:
                app.main(words)
            except SystemExit as leave:
                assert not leave.code, (words, leave.code)
        game = bastida.new_game("plus", seed=1)
        for _ in range(6):
            game.play(game.options()[0])
        text = bastida.Record.from_game(game).to_text()
        assert bastida.Record.from_text(text).replay().scores() == game.scores()
        assert bastida.analyse(game, nodes=20).lines
        """,
        tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "tiles.svg").read_text(encoding="utf-8").startswith("<svg")
    assert (tmp_path / "games.csv").exists()


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        ("table", ("serve",)),
        ("table", ("tables",)),
        ("pictures", ("tiles", "base", "-o", "tiles.png")),
        ("ray", ("arena", "greedy", "random", "--ray")),
        ("ray", ("analyse", "game.bst", "--ray")),
        ("data", ("arena", "greedy", "random", "--parquet", "games.parquet")),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, tuple) else value,
)
def test_a_command_names_the_extra_it_lacks(tmp_path: Path, extra: str, words: tuple[str, ...]) -> None:
    done = bare(f"from bastida.cli import app; app.main({[*words, '--lang', 'en']!r})", tmp_path)
    assert done.returncode == 2, done.stderr
    assert done.stderr == f'bastida: the extra "{extra}" of Bastida is not installed: pip install "bastida[{extra}]"\n'
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("extra", "module"), [("table", "server"), ("table", "server.http.app"), ("env", "env.aec")])
def test_a_part_that_is_imported_names_the_extra_it_lacks(tmp_path: Path, extra: str, module: str) -> None:
    done = bare(f"import bastida.{module}", tmp_path)
    assert done.returncode == 1
    said = f'the extra "{extra}" of Bastida is not installed: pip install "bastida[{extra}]"'
    assert done.stderr.splitlines()[-1].endswith(said)


def test_the_core_imports_no_module_of_an_extra() -> None:
    code = "import bastida, bastida.cli, json, sys; print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert not set(json.loads(done.stdout)) & set(HIDDEN)


def test_importing_the_package_loads_little() -> None:
    """What an import takes is measured by ``make bench``; how much is loaded can be counted on any machine."""
    code = "import sys; before = set(sys.modules); import bastida; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    loaded = done.stdout.split()
    ours = {name.split(".")[1] for name in loaded if name.startswith("bastida.")}
    assert not ours & {"analysis", "arena", "art", "cli", "data", "env", "players", "problems", "rulebook", "server"}
    assert not {"asyncio", "click", "concurrent", "http", "multiprocessing", "rich", "sqlite3", "ssl", "subprocess"} & set(
        loaded
    )
    assert len(loaded) < 270


# -- asking -------------------------------------------------------------------------------------------------------------


def test_a_part_of_an_extra_is_not_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    assert has("pictures")
    need("pictures")
    monkeypatch.setitem(sys.modules, "PIL", None)
    assert not has("pictures")
    with pytest.raises(ImportError, match=r"bastida\[pictures\]") as found:
        need("pictures")
    assert isinstance(found.value, MissingExtra) and found.value.extra == "pictures"
